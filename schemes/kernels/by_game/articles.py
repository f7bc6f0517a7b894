"""The articles that a regulation can give, each with a default: it defines a function of the same name.

Ratings are whole numbers in the units of the list, scores hundredths, days ordinals. `titles` is a mask, bit n for the
title of level n.
"""

from typing import Any

from schemes.kernels.arithmetic import half_away_from_zero
from schemes.kernels.articles import article, loop
from schemes.kernels.columns import Records
from schemes.kernels.results import is_forfeit


@loop
def is_counted(p: Any, result: int) -> bool:
    """Whether a game is rated: every game that was played."""
    return not is_forfeit(result)


@loop
def starts_ratings(p: Any, tournament: Any) -> bool:
    """Whether ratings can begin at a tournament: at every one. Until then games with the player count for nobody."""
    return True


@loop
def gives_first_rating(p: Any, result: int) -> bool:
    """Whether a game gives players without a rating their first one: every game that is rated."""
    return is_counted(p, result)


@loop
def in_last_rounds(p: Any, round_number: int, rounds: int, main_stage: bool) -> bool:
    """Whether K is another one in this round: never."""
    return False


@loop
def k_by_rating(p: Any, rating: int, peak: int) -> int:
    """K of a player: none, for a regulation without one."""
    return 0


@loop
def k_of_record(p: Any, player: Any, year: int) -> int:
    """K of a player by all that is known of the player in a year: by the rating and the highest one."""
    return k_by_rating(p, player.rating, player.peak)


@loop
def k_in_round(p: Any, k: int, peak: int, last_rounds: bool) -> int:
    """K of a player in a round: the same in all."""
    return k


@loop
def rating_in_game(p: Any, game: Any, rating: int, is_first: bool) -> int:
    """The rating that counts for a side in a game: the player's own. `game` has the further fields of games."""
    return rating


@loop
def k_of_game(p: Any, own: int, own_k: int, opponent: int, opponent_k: int, score_x100: int) -> int:
    """The K of a side: the player's own."""
    return own_k


@loop
def k_of_both_lost(p: Any, own: int, own_k: int, opponent: int, opponent_k: int) -> int:
    """The K of a side where both lost by fouls: the player's own."""
    return own_k


@loop
def exact_gain(p: Any, k: int, own: int, opponent: int, score_x100: int) -> int:
    """What a game gives a side before rounding, in hundredths: what `gain` says, in whole units."""
    return 100 * gain(p, own, opponent, score_x100)


@article("")
def gain(p: Any, own: int, opponent: int, score_x100: int) -> int:
    """What a game gives a side."""
    return 0


@loop
def rounded_gain(p: Any, gain_x100: int) -> int:
    """The gain in whole units."""
    return half_away_from_zero(gain_x100, 100)


@loop
def kept_rating(p: Any, rating: int) -> int:
    """What a game or a deduction leaves of a rating: all of it, or a floor."""
    return rating


@loop
def first_rating(p: Any, titles: int) -> int:
    """The rating a player begins with."""
    return 0


@loop
def rating_from_elsewhere(p: Any, elsewhere: int) -> int:
    """The rating a player begins with who has one on the list of another regulation; 0: as everybody else."""
    return 0


@loop
def titles_counted(p: Any, player: Any) -> int:
    """Which of the titles held count for a first rating: all of them."""
    return player.titles  # type: ignore[no-any-return]


@loop
def first_rating_of(p: Any, player: Any) -> int:
    """The rating a player begins with, by all that is known of the player."""
    begins = rating_from_elsewhere(p, player.elsewhere) if player.elsewhere > 0 else 0
    return begins if begins > 0 else first_rating(p, titles_counted(p, player))


@loop
def enough_games(p: Any, games: int) -> bool:
    """Whether the games gathered of a player without a rating are enough for one."""
    return True


@loop
def rating_by_results(p: Any, games: int, opponents: int, score_x100: int) -> int:
    """The first rating from gathered games (`opponents` is the sum of ratings); 0: it takes more games."""
    return 0


@loop
def lifted(p: Any, rating: int, level: int) -> int:
    """What a title won later makes of a rating: nothing else."""
    return rating


@loop
def lifted_to(p: Any, player: Any, level: int) -> int:
    """What a title won later makes of a player's rating, by all that is known of the player."""
    return lifted(p, player.rating, level)


@loop
def carried_in(p: Any, rating_x100: int) -> int:
    """A carried-in rating in whole units."""
    return half_away_from_zero(rating_x100 * p.unit, 100)


@loop
def carried_peak(p: Any, peak: int, carried: int) -> int:
    """The highest rating after one was carried in."""
    return max(peak, carried)


@loop
def bonus_rank(p: Any, bonuses: Records, row: int, players: Records) -> int:
    """The rank that counts for the bonus."""
    return bonuses[row].rank  # type: ignore[no-any-return]


@loop
def bonus_of_rank(p: Any, rank: int) -> int:
    """What a rank is worth: nothing."""
    return 0


@loop
def sharing_bonus(p: Any, bonuses: Records, row: int, players: Records) -> int:
    """How many divide the bonuses of their places because they share a rank; 1: each gets what the rank is worth."""
    return 1


@loop
def shared_bonus(p: Any, total: int, sharing: int) -> int:
    """What each of those gets who divide the bonuses of their places."""
    return half_away_from_zero(total, sharing)


@loop
def bonus_by_rating(p: Any, player: Any, rank: int, year: int) -> int:
    """What a rank is worth besides, by the rating of the player: nothing."""
    return 0


@loop
def is_absent(p: Any, since_day: int, january_day: int, december_day: int, took_part: bool, event_closed: bool) -> bool:
    """Whether a year costs a player something: never."""
    return False


@loop
def absence_deduction(p: Any, rating: int) -> int:
    """What an absent year costs."""
    return 0


@loop
def is_active(p: Any, day: int, last_game_day: int, since_day: int) -> bool:
    """Whether a player is active on a day, by the days of the last game and of the first rating: always."""
    return True


@loop
def is_published(p: Any, rating: int) -> bool:
    """Whether a rating is on the published list."""
    return True
