"""Whole-number arithmetic that all regulations share. Every rounding is named after its rule."""

from decimal import ROUND_CEILING, Decimal, localcontext
from typing import Any

from schemes.kernels.articles import loop


@loop
def half_away_from_zero(numerator: int, denominator: int) -> int:
    """The nearest whole number; a half goes away from zero (2.5 → 3, −2.5 → −3)."""
    if numerator >= 0:
        return (2 * numerator + denominator) // (2 * denominator)
    return -((-2 * numerator + denominator) // (2 * denominator))


@loop
def half_up(numerator: int, denominator: int) -> int:
    """The nearest whole number; a half goes up (2.5 → 3, −2.5 → −2)."""
    return (2 * numerator + denominator) // (2 * denominator)


@loop
def half_down(numerator: int, denominator: int) -> int:
    """The nearest whole number; a half goes down (2.5 → 2, −2.5 → −3)."""
    return -((-2 * numerator + denominator) // (2 * denominator))


@loop
def rounded_down(numerator: int, denominator: int) -> int:
    """The whole number at or below."""
    return numerator // denominator


@loop
def rounded_up(numerator: int, denominator: int) -> int:
    """The whole number at or above."""
    return -((-numerator) // denominator)


@loop
def boundaries_kept(boundaries: Any, difference: int) -> int:
    """How many boundaries a difference does not pass: with `logistic_boundaries`, the expectation in hundredths."""
    low = 0
    high = len(boundaries)
    while low < high:
        middle = (low + high) // 2
        if difference <= boundaries[middle]:
            low = middle + 1
        else:
            high = middle
    return low


def dense_table(rows: tuple[tuple[int, int], ...], beyond: int) -> tuple[int, ...]:
    """A printed table "up to this difference, this value" as one value per whole difference.

    The last entry is what holds beyond the last row; look it up with the difference cut to the table's length.
    """
    values: list[int] = []
    for upper, value in rows:
        assert upper >= len(values) - 1, "rows of a table must go up"
        values.extend([value] * (upper + 1 - len(values)))
    return (*values, beyond)


def logistic_boundaries(scale: int, parts: int = 100, dropped: bool = False) -> tuple[int, ...]:
    """For v = 0, 1, …: the largest difference (hundredths of a point) at which 1/(1+10^(d/scale)) is more than v parts.

    Rounded half up, or with further decimals dropped. Found with exact decimal arithmetic; entries fall as v grows.
    """
    add, last = (2, parts - 1) if dropped else (1, parts)
    return tuple(_largest_difference(2 * v + add, 2 * parts, scale) for v in range(last))


def _largest_difference(numerator: int, denominator: int, scale: int) -> int:
    """1/(1+10^(d/scale)) >= numerator/denominator  ⇔  d <= scale · log10((denominator − numerator)/numerator)."""
    with localcontext() as context:
        context.prec = 60
        odds = Decimal(denominator - numerator) / Decimal(numerator)
        exact = Decimal(scale) * odds.log10() * 100
        whole = exact.to_integral_value(rounding=ROUND_CEILING)
    if whole == exact:
        return int(whole)
    return int(whole) - 1
