"""The rules, in the order of the document. Whole numbers only; `p` holds the parameters and readings in force."""

from typing import Any

from schemes.arithmetic import half_away_from_zero, half_up, rounded_down
from schemes.rule import rule

WIN, DREW, LOSS = 100, 50, 0
TITLES = ("my-gm", "my-im", "my-king", "my-national", "my-state")  # highest first; bit n of a mask of titles
TITLE_COUNT = 5


@rule("Basis")
def change(p: Any, k: int, score_x100: int, expected_x100: int) -> int:
    """R1 − R0 = K (W − We), made a whole number before it is added."""
    if p.reads_rounding == 1:
        return half_up(k * (score_x100 - expected_x100), 100)
    return half_away_from_zero(k * (score_x100 - expected_x100), 100)


@rule("Table")
def expected(p: Any, own: int, opponent: int) -> int:
    """We of a player, in hundredths: the column H of the table for the higher-rated, L for the lower-rated."""
    difference = own - opponent
    if difference >= 0:
        return p.table[min(difference, p.table_end)]  # type: ignore[no-any-return]
    return 100 - p.table[min(-difference, p.table_end)]  # type: ignore[no-any-return]


@rule("K")
def k_by_rating(p: Any, rating: int, peak: int) -> int:
    """K of a player by the rating; of one who once reached 2400 it is fixed for ever (Basis)."""
    if peak >= p.k_forever_from:
        return p.k_forever  # type: ignore[no-any-return]
    if rating < p.k_from[0]:
        return p.k[0]  # type: ignore[no-any-return]
    if rating < p.k_from[1]:
        return p.k[1]  # type: ignore[no-any-return]
    if rating < p.k_from[2]:
        return p.k[2]  # type: ignore[no-any-return]
    return p.k[3]  # type: ignore[no-any-return]


@rule("K note")
def in_last_rounds(p: Any, round_number: int, rounds: int, main_stage: bool) -> bool:
    """Whether a game was played in the last two rounds, where agreed results tempt most."""
    if p.reads_last_rounds == 1 and not main_stage:
        return False
    if p.reads_short_events == 1 and rounds <= p.last_rounds:
        return False
    return round_number > rounds - p.last_rounds  # type: ignore[no-any-return]


@rule("K note")
def k_in_round(p: Any, k: int, peak: int, last_rounds: bool) -> int:
    """K of a player in a round: larger in the last ones."""
    if not last_rounds or (p.reads_k_forever_last_rounds == 1 and peak >= p.k_forever_from):
        return k
    return k + p.last_addition  # type: ignore[no-any-return]


@rule("K")
def k_of_game(p: Any, own: int, own_k: int, opponent: int, opponent_k: int, score_x100: int) -> int:
    """The K a player's change is computed with: the higher-rated's if the higher-rated won, else the lower-rated's."""
    if p.reads_k_of_game == 1:
        return own_k
    if own == opponent:
        return k_of_equals(p, own_k, opponent_k, score_x100)
    if own > opponent:
        return own_k if score_x100 == WIN else opponent_k
    return opponent_k if score_x100 == LOSS else own_k


@rule("K")
def k_of_equals(p: Any, own_k: int, opponent_k: int, score_x100: int) -> int:
    """Between equal ratings the winner's K (after a draw nothing is left to multiply)."""
    if p.reads_k_equal == 1:
        return max(own_k, opponent_k)
    return opponent_k if score_x100 == LOSS else own_k


@rule("K")
def k_of_both_lost(own: int, own_k: int, opponent: int, opponent_k: int) -> int:
    """Where both lost by fouls nobody won: the K of the lower-rated player; between equals the larger."""
    if own == opponent:
        return max(own_k, opponent_k)
    return own_k if own < opponent else opponent_k


@rule("Start")
def first_rating(p: Any, titles: int) -> int:
    """The rating a player begins with, by the highest title held."""
    for level in range(TITLE_COUNT):
        if titles & (1 << level):
            return p.first[level]  # type: ignore[no-any-return]
    return p.first[TITLE_COUNT]  # type: ignore[no-any-return]


@rule("Start")
def lifted(p: Any, rating: int, level: int) -> int:
    """What a title won later makes of a rating: nothing else, or at least that title's first rating."""
    if p.reads_title_later == 1:
        return max(rating, p.first[level])  # type: ignore[no-any-return]
    return rating


@rule("Absence")
def is_absent(p: Any, rated_since: int, year_begins: int, year_ends: int, took_part: bool, event_closed: bool) -> bool:
    """Whether a year costs a player something: rated before it, in none of its national events, not excused."""
    if took_part or not (event_closed or p.reads_no_event == 1):
        return False
    return rated_since < year_begins or (p.reads_absence_whom == 1 and rated_since <= year_ends)


@rule("Absence")
def absence_deduction(p: Any, rating: int) -> int:
    """What an absent year costs: 3 % of the rating."""
    if p.reads_absence_rounding == 1:
        return rounded_down(rating * p.absence_x10000, 10_000)
    return half_away_from_zero(rating * p.absence_x10000, 10_000)


@rule("Bonus")
def bonus_of_rank(p: Any, rank: int) -> int:
    """What a rank in a national event is worth."""
    if rank < 1 or rank > p.bonus_places:
        return 0
    return p.bonus[rank - 1]  # type: ignore[no-any-return]


@rule("Silent")
def carried_in(p: Any, rating_x100: int) -> int:
    """A carried-in rating as whole points."""
    return half_away_from_zero(rating_x100, 100)
