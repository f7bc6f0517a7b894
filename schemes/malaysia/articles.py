"""The rules, in the order of the document. Whole numbers only; `p` holds the parameters and readings in force."""

from schemes.kernels import article, loop
from schemes.kernels.arithmetic import half_away_from_zero, half_up, rounded_down
from schemes.kernels.articles import shown
from schemes.kernels.fields import Fields
from schemes.kernels.inputs import BOTH_ABSENT, DRAW, Column
from schemes.malaysia.parameters import Numbers

WIN, LOSS = 100, 0
TITLES = (
    "my-gm",
    "my-im",
    "my-king",
    "my-national",
    "my-state",
)  # highest first; bit n of a mask of titles
TITLE_COUNT = 5


@article("Basis", gives="gain")
def exact_gain(p: Numbers, k: int, own: int, opponent: int, score_x100: int) -> int:
    """R1 − R0 = K (W − We): K {k} times the score {score_x100} less the expected one."""
    return k * (score_x100 - expected_score(p, own, opponent))


@article("Basis", gives="change")
def rounded_gain(p: Numbers, gain_x100: int) -> int:
    """The change {gain_x100}, rounded to a whole number."""
    if p.read_rounding == 1:
        return half_up(gain_x100, 100)
    return half_away_from_zero(gain_x100, 100)


@article("Table", gives="share")
def expected_score(p: Numbers, own: int, opponent: int) -> int:
    """We, the score expected at {own} against {opponent}: column H for the higher-rated, L for the lower-rated."""
    difference = own - opponent
    if difference >= 0:
        return p.table[min(difference, p.table_end)]
    return 100 - p.table[min(-difference, p.table_end)]


@article("Basis")
def kept_rating(p: Numbers, rating: int, sex: int) -> int:
    """{rating} is not below the first rating without a title, where that is read as a floor."""
    if p.read_floor == 1:
        return max(rating, p.first[TITLE_COUNT])
    return rating


@loop
def k_of_player(p: Numbers, player: Fields, year: int) -> int:
    """K of a player: by the rating and the highest one."""
    return k_by_rating(p, player.rating, player.peak)


@article("K")
def k_by_rating(p: Numbers, rating: int, peak: int) -> int:
    """K by the band of {rating}, unless it is fixed for ever (highest rating so far: {peak})."""
    if peak >= p.k_forever_from:
        return p.k_forever
    if rating < p.k_from[0]:
        return p.k[0]
    if rating < p.k_from[1]:
        return p.k[1]
    if rating < p.k_from[2]:
        return p.k[2]
    return p.k[3]


@article("K note", gives="yes")
def in_last_rounds(p: Numbers, round_number: int, rounds: int, main_stage: bool) -> bool:
    """One of the last {p.last_rounds} rounds? {round_number} of {rounds}."""
    if p.read_last_rounds == 1 and not main_stage:
        return False
    if p.read_short_events == 1 and rounds <= p.last_rounds:
        return False
    return round_number > rounds - p.last_rounds


@article("K note")
def k_in_round(p: Numbers, k: int, peak: int, last_rounds: bool) -> int:
    """K {k} and {p.last_addition} more in the last rounds."""
    if not last_rounds or (p.read_k_forever_last_rounds == 1 and peak >= p.k_forever_from):
        return k
    return k + p.last_addition


@article("K")
def k_of_game(
    p: Numbers, own: int, own_k: int, opponent: int, opponent_k: int, score_x100: int
) -> int:
    """K of the game ({own}: {own_k}, {opponent}: {opponent_k}): a higher-rated winner's own, else the lower-rated's."""
    if p.read_k_of_game == 1:
        return own_k
    if own == opponent:
        return k_of_equals(p, own_k, opponent_k, score_x100)
    if own > opponent:
        if score_x100 == WIN:
            return own_k
        return opponent_k
    if score_x100 == LOSS:
        return opponent_k
    return own_k


@article("K")
def k_of_equals(p: Numbers, own_k: int, opponent_k: int, score_x100: int) -> int:
    """Between equal ratings the winner's K; after a draw nothing is left to multiply."""
    if p.read_k_equal == 1:
        return max(own_k, opponent_k)
    if score_x100 == LOSS:
        return opponent_k
    return own_k


@article("K")
def k_of_both_lost(p: Numbers, own: int, own_k: int, opponent: int, opponent_k: int) -> int:
    """Both lost by fouls, nobody won: K of the lower-rated of {own} and {opponent}; between equals the larger."""
    if p.read_k_of_game == 1:
        return own_k
    if own == opponent:
        return max(own_k, opponent_k)
    if own < opponent:
        return own_k
    return opponent_k


@article("Start")
def first_rating(p: Numbers, player: Fields, day: int) -> int:
    """First rating, by the title held or without one."""
    titles = titles_counted(p, player)
    for level in range(TITLE_COUNT):
        if titles & (1 << level):
            return p.first[level]
    return p.first[TITLE_COUNT]


@article("Start")
def lifted(
    p: Numbers, rating: int, player: Fields, levels: int, level: int, awarded_day: int
) -> int:
    """What a title won later makes of {rating}: nothing else, or at least that title's first rating."""
    if p.read_title_later == 1:
        return max(rating, p.first[level])
    return rating


@article("Absence", gives="yes")
def is_absent(
    p: Numbers,
    since_day: int,
    january_day: int,
    december_day: int,
    took_part: bool,
    event_closed: bool,
) -> bool:
    """Rated before {january_day} (since {since_day}), in no national event of the year, not excused: {answer}."""
    if took_part or not (event_closed or p.read_no_event == 1):
        return False
    return since_day < january_day or (p.read_absence_whom == 1 and since_day <= december_day)


def _percent(p: Numbers, rating: int) -> dict[str, str]:
    """What a year of absence costs, as it is said."""
    return {"percent": shown(p.absence_x10000, "points")}


@article("Absence", shows=_percent)
def absence_deduction(p: Numbers, rating: int) -> int:
    """{percent} % of {rating}, rounded to a whole number."""
    if p.read_absence_rounding == 1:
        return rounded_down(rating * p.absence_x10000, 10_000)
    return half_away_from_zero(rating * p.absence_x10000, 10_000)


@article("Bonus", gives="change")
def bonus_of_rank(p: Numbers, rank: int) -> int:
    """Rank {rank} in a national event."""
    if rank < 1 or rank > p.bonus_places:
        return 0
    return p.bonus[rank - 1]


@article("Bonus", gives="change")
def shared_bonus(p: Numbers, total: int, sharing: int) -> int:
    """A shared rank: the bonuses of its places, {total}, divided by {sharing}."""
    return half_away_from_zero(total, sharing)


# Where the document is silent: the readings decide.


@loop
def is_counted(p: Numbers, result: int) -> bool:
    """Whether a game is rated: a forfeit is not, unless a reading says so; nobody wins if both are absent."""
    if DRAW < result <= BOTH_ABSENT:
        return p.read_forfeits == 1 and result != BOTH_ABSENT
    return True


@loop
def gives_first_rating(p: Numbers, result: int) -> bool:
    """Whether a game gives players without a rating their first one."""
    return is_counted(p, result) or p.read_first_game == 1


@loop
def starts_ratings(p: Numbers, tournament: Fields) -> bool:
    """Whether ratings begin at a tournament: at any, or only at national events."""
    return p.read_first_event == 0 or tournament.national != 0


@loop
def titles_counted(p: Numbers, player: Fields) -> int:
    """Which of several titles count for the first rating: all (the highest decides), or the newest alone."""
    if p.read_which_title == 0 or player.title_order == 0:
        return player.titles
    return 1 << (player.title_order % 8 - 1)


@loop
def carried_peak(p: Numbers, peak: int, carried: int) -> int:
    """The highest rating after one was carried in with its own."""
    if p.read_carried_peak == 1:
        return carried
    if p.read_reached_by == 0:
        return max(peak, carried)
    return peak


@loop
def bonus_rank(p: Numbers, bonuses: Column, row: int, players: Column) -> int:
    """The rank that counts for the bonus: the own one, or the one among those with a rating."""
    rank = bonuses[row].rank
    if p.read_bonus_places == 0:
        return rank
    better = 0
    other = row - 1
    while other >= 0 and bonuses[other].tournament == bonuses[row].tournament:
        if bonuses[other].rank < rank and players[bonuses[other].player].since > 0:
            better += 1
        other -= 1
    return better + 1


@loop
def sharing_bonus(p: Numbers, bonuses: Column, row: int, players: Column) -> int:
    """How many divide the bonuses of the places that they share: the ranked, or those of them who move up."""
    if p.read_bonus_shared == 0:
        return 1
    everybody = p.read_bonus_places == 0 or p.bonus_gives_first_rating == 1
    sharing = 0
    other = row
    while other > 0 and same_place(bonuses, other - 1, row):
        other -= 1
    while other < len(bonuses) and same_place(bonuses, other, row):
        if everybody or players[bonuses[other].player].since > 0:
            sharing += 1
        other += 1
    return sharing


@loop
def same_place(bonuses: Column, one: int, other: int) -> bool:
    """Whether two of the ranked share a rank in a tournament; such rows follow one another."""
    if bonuses[one].tournament != bonuses[other].tournament:
        return False
    return bonuses[one].rank == bonuses[other].rank
