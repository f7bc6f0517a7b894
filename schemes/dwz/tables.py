"""The normal distribution and the powers of e as whole numbers with eight decimals, worked out once."""

from decimal import ROUND_HALF_UP, Decimal, localcontext
from functools import cache

from schemes.kernels.fixed_point import ONE

FARTHEST = 1600  # differences from here on: everything is expected of the stronger player
MOST_BRAKED = 1000  # a brake of more than this is cut: far beyond every limit
SPREAD_SQUARED = 80_000  # a player's spread is 200, that of a difference 200 · √2
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494")
TERMS = 9  # of the series from one half point to the next: the rest is below 10^−24


@cache
def shares(decimals: int) -> tuple[int, ...]:
    """What is expected of a player who is 0, 1, 2 … points stronger, rounded to so many decimals."""
    return (*(_whole(each, decimals) for each in _normal()[::2]), ONE)


@cache
def boundaries() -> tuple[int, ...]:
    """Minus the share at ½, 1½, 2½ …: how many a share passes is the difference it stands for, rounded."""
    return tuple(-_whole(each, 8) for each in _normal()[1::2])


@cache
def brakes(below: int, scale: int) -> tuple[int, ...]:
    """e to the power of x / scale, less 1, for x = 0, 1, 2 … up to `below`."""
    with localcontext() as context:
        context.prec = 34
        every = ((Decimal(x) / scale).exp() - 1 for x in range(below + 1))
        return tuple(_whole(min(each, Decimal(MOST_BRAKED)), 8) for each in every)


def _whole(number: Decimal, decimals: int) -> int:
    """A number rounded half up to so many decimals, as a whole number with eight."""
    return int(number.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP) * ONE)


@cache
def _normal() -> tuple[Decimal, ...]:
    """The normal distribution at 0, ½, 1, 1½ … points, from each to the next by a series."""
    with localcontext() as context:
        context.prec = 34
        width = Decimal("0.5") / Decimal(SPREAD_SQUARED).sqrt()
        root = Decimal(2 * PI).sqrt()
        found = [Decimal("0.5")]
        for step in range(2 * FARTHEST - 1):
            at = step * width
            found.append(found[-1] + (-at * at / Decimal(2)).exp() / root * _rise(at, width))
        return tuple(found)


def _rise(at: Decimal, width: Decimal) -> Decimal:
    """How much the distribution rises from a place over a width, as a multiple of its density there."""
    before = Decimal(0)
    this = Decimal(1)
    power = width
    total = width
    for n in range(1, TERMS):  # the derivatives of the density are Hermite's polynomials
        before, this = this, at * this - (n - 1) * before
        power = -power * width / Decimal(n + 1)
        total += this * power
    return total
