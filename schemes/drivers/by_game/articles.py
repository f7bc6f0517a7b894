"""What only a regulation that rates game by game is asked, each with a default; `schemes.rating` has the rest.

Ratings are whole numbers in the units of the list, scores hundredths, days ordinals.
"""

from schemes.kernels.arithmetic import half_away_from_zero
from schemes.kernels.articles import loop
from schemes.kernels.columns import Records
from schemes.kernels.fields import Fields
from schemes.rating.articles import gain, is_counted


@loop
def starts_ratings(p: Fields, tournament: Fields) -> bool:
    """Whether ratings can begin at a tournament: at every one. Until then games with the player count for nobody."""
    return True


@loop
def gives_first_rating(p: Fields, result: int) -> bool:
    """Whether a game gives players without a rating their first one: every game that is rated."""
    return is_counted(p, result)


@loop
def in_last_rounds(p: Fields, round_number: int, rounds: int, main_stage: bool) -> bool:
    """Whether K is another one in this round: never."""
    return False


@loop
def k_in_round(p: Fields, k: int, peak: int, last_rounds: bool) -> int:
    """K of a player in a round: the same in all."""
    return k


@loop
def k_of_game(
    p: Fields, own: int, own_k: int, opponent: int, opponent_k: int, score_x100: int
) -> int:
    """The K of a side: the player's own."""
    return own_k


@loop
def k_of_both_lost(p: Fields, own: int, own_k: int, opponent: int, opponent_k: int) -> int:
    """The K of a side where both lost by fouls: the player's own."""
    return own_k


@loop
def exact_gain(p: Fields, k: int, own: int, opponent: int, score_x100: int) -> int:
    """What a game gives a side before rounding, in hundredths: what `gain` says, in whole units."""
    return 100 * gain(p, own, opponent, score_x100)


@loop
def rounded_gain(p: Fields, gain_x100: int) -> int:
    """The gain in whole units."""
    return half_away_from_zero(gain_x100, 100)


@loop
def bonus_rank(p: Fields, bonuses: Records, row: int, players: Records) -> int:
    """The rank that counts for the bonus."""
    return bonuses[row].rank


@loop
def bonus_of_rank(p: Fields, rank: int) -> int:
    """What a rank is worth: nothing."""
    return 0


@loop
def sharing_bonus(p: Fields, bonuses: Records, row: int, players: Records) -> int:
    """How many divide the bonuses of their places because they share a rank; 1: each gets what the rank is worth."""
    return 1


@loop
def shared_bonus(p: Fields, total: int, sharing: int) -> int:
    """What each of those gets who divide the bonuses of their places."""
    return half_away_from_zero(total, sharing)


@loop
def bonus_by_rating(p: Fields, player: Fields, rank: int, year: int) -> int:
    """What a rank is worth besides, by the rating of the player: nothing."""
    return 0


@loop
def is_absent(
    p: Fields,
    since_day: int,
    january_day: int,
    december_day: int,
    took_part: bool,
    event_closed: bool,
) -> bool:
    """Whether a year costs a player something: never."""
    return False
