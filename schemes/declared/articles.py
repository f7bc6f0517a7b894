"""Articles that declared regulations of all units share. Expectations are ten-thousandths, ratings and differences
hundredths of a point.

The number of an article stands in the file: what stands here is the table of the file in which it is found.
"""

from typing import Any

from schemes.kernels.arithmetic import boundaries_kept, half_away_from_zero, half_up, rounded_down, rounded_up
from schemes.kernels.articles import article, loop

TABLE, LOGISTIC, LINEAR = range(3)
HALF_AWAY, HALF_UP, HALF_EVEN, DOWN, UP, TOWARDS_ZERO = range(6)
UNKNOWN_AGE = -1


@article("expected", gives="points")
def difference(p: Any, own_x100: int, opponent_x100: int) -> int:
    """Difference {own_x100} − {opponent_x100} as it counts."""
    if own_x100 >= p.cap_exempt_from:
        return own_x100 - opponent_x100
    return int(min(max(own_x100 - opponent_x100, -p.cap), p.cap))


@article("expected", gives="parts")
def expectation(p: Any, difference_x100: int) -> int:
    """Expected score at a difference of {difference_x100}."""
    if p.expected_kind == LOGISTIC:
        return boundaries_kept(p.boundaries, -difference_x100) * 10_000 // p.parts  # type: ignore[no-any-return]
    higher = linear(p, abs(difference_x100)) if p.expected_kind == LINEAR else printed(p, abs(difference_x100))
    return higher if difference_x100 >= 0 else 10_000 - higher


@loop
def printed(p: Any, difference_x100: int) -> int:
    """What a printed table promises the higher-rated player: the first row whose difference is not passed."""
    low, high = 0, p.table_rows
    while low < high:
        middle = (low + high) // 2
        if difference_x100 <= p.table_upper[middle]:
            high = middle
        else:
            low = middle + 1
    return int(p.table_value[low])


@loop
def linear(p: Any, difference_x100: int) -> int:
    """½ and half the share of a difference in the width, at most 1."""
    share = half_up(p.parts * (p.width + min(difference_x100, p.width)), 2 * p.width)
    return share * 10_000 // p.parts  # type: ignore[no-any-return]


@loop
def rounded(p: Any, numerator: int, denominator: int) -> int:
    """A quotient as a whole number, by the rule of the file."""
    if p.rounding == HALF_AWAY:
        return half_away_from_zero(numerator, denominator)
    if p.rounding == HALF_UP:
        return half_up(numerator, denominator)
    if p.rounding == HALF_EVEN:
        return half_to_even(numerator, denominator)
    if p.rounding == UP or (p.rounding == TOWARDS_ZERO and numerator < 0):
        return rounded_up(numerator, denominator)
    return rounded_down(numerator, denominator)


@loop
def half_to_even(numerator: int, denominator: int) -> int:
    """The nearest whole number; a half goes to the even one (2.5 → 2, 3.5 → 4)."""
    nearest = half_up(numerator, denominator)
    is_half = (2 * numerator) % (2 * denominator) == denominator
    return nearest - 1 if is_half and nearest % 2 == 1 else nearest


@loop
def case_of(p: Any, rating: int, games: int, peak: int, age: int, titles: int) -> int:
    """The first case of K that holds; the last one if none does."""
    for case in range(p.k_cases):
        if case_holds(p, case, rating, games, peak, age, titles):
            return case
    return int(p.k_cases) - 1


@loop
def case_holds(p: Any, case: int, rating: int, games: int, peak: int, age: int, titles: int) -> bool:
    """Whether a case of K holds: all that it says."""
    if not p.k_rating_from[case] <= rating < p.k_rating_below[case]:
        return False
    if not p.k_games_from[case] <= games < p.k_games_below[case]:
        return False
    if not p.k_peak_from[case] <= peak < p.k_peak_below[case]:
        return False
    if not p.k_age_least[case] <= age <= p.k_age_most[case]:
        return False
    return p.k_titles[case] == 0 or titles & p.k_titles[case] != 0  # type: ignore[no-any-return]


@article("k")
def k_in_case(p: Any, case: int) -> int:
    """K in case {case}."""
    return int(p.k[case])
