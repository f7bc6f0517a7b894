"""Articles 8.1.2 and 8.3: the change of a rated player. Expectations, scores and changes are hundredths."""

from typing import Any

from schemes.arithmetic import half_away_from_zero
from schemes.rule import rule

NEW, TOP, JUNIOR, NORMAL = range(4)


@rule("8.3.1")
def difference(p: Any, own: int, opponent: int) -> int:
    """Own rating less the opponent's; more than the cap counts as the cap, unless the own rating is exempt."""
    real = own - opponent
    if own >= p.cap_exempt_from:
        return real
    return int(min(max(real, -p.cap), p.cap))


@rule("8.1.2")
def expected(p: Any, difference_of_ratings: int) -> int:
    """The score the table expects at a difference; for the lower rated what is missing to 1."""
    higher = int(p.expected[min(abs(difference_of_ratings), p.expected_last)])
    return higher if difference_of_ratings >= 0 else 100 - higher


@rule("8.3.2")
def game_change(p: Any, own: int, opponent: int, score_x2: int) -> int:
    """The score of a game less the expected one."""
    return 50 * score_x2 - expected(p, difference(p, own, opponent))


@rule("8.3.3")
def k_case(p: Any, rating: int, games: int, peak: int, born: int, year: int) -> int:
    """The first case that holds: new to the list, once at the top, junior, everybody else."""
    top = peak >= p.k_top_from
    if games < p.k_new_games and not (top and p.read_k_order != 0):
        return NEW
    if top:
        return TOP
    highest = peak if p.read_junior_limit == 0 else rating
    if born > 0 and year <= born + p.k_junior_age and highest < p.k_junior_below:
        return JUNIOR
    return NORMAL


@rule("8.3.3")
def k_by_case(p: Any, rating: int, games: int, peak: int, born: int, year: int) -> int:
    """K of the case that holds."""
    case = k_case(p, rating, games, peak, born, year)
    if case == NEW:
        return int(p.k_new)
    if case == TOP:
        return int(p.k_top)
    return int(p.k_junior if case == JUNIOR else p.k_normal)


@rule("8.3.3")
def k_within_limit(p: Any, k: int, games: int) -> int:
    """The largest whole K with which K times the games of the period stays within the limit."""
    if k * games <= p.k_limit:
        return k
    return int(p.k_limit // games)


@rule("8.3.4")
def rounded_change(change_x100: int) -> int:
    """The change to a whole number, half away from zero."""
    return half_away_from_zero(change_x100, 100)
