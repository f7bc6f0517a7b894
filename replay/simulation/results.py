"""Results from true strengths: an expectation table, a draw model, forfeits."""

from decimal import Decimal, localcontext
from functools import cache

import numpy as np

from replay.simulation.lots import Ints, Lots

RESULTS = ("1-0", "0-1", "1/2-1/2", "+/-", "-/+", "-/-")
FIRST_POINTS = np.array([2, 0, 1, 2, 0, 0], dtype=np.int64)  # in half points
SECOND_POINTS = np.array([0, 2, 1, 0, 2, 0], dtype=np.int64)

WIDEST = 1000
WHOLE = 65_536
FIRST_MOVE = 35  # the first side's advantage, in points of strength
FORFEITS = 700  # of 100,000 games


@cache
def expectations() -> Ints:
    """Expected score in 65,536ths by difference of strength, −1000 to 1000; decimal, so alike on every machine."""
    with localcontext() as context:
        context.prec = 30
        upper = [
            round(WHOLE / (1 + Decimal(10) ** (Decimal(-gap) / 400))) for gap in range(WIDEST + 1)
        ]
    lower = [WHOLE - value for value in reversed(upper[1:])]
    return np.array(lower + upper, dtype=np.int64)


def draw_results(first: Ints, second: Ints, lots: Lots) -> Ints:
    """Result codes (places in RESULTS) for games between these strengths."""
    gap = np.clip(first - second + FIRST_MOVE, -WIDEST, WIDEST)
    expected = expectations()[gap + WIDEST]
    # Strong players draw more: a share of 40 to 150 in 256 of what is left open.
    share = np.clip(40 + ((first + second) // 2 - 1200) // 10, 40, 150)
    draw = 2 * np.minimum(expected, WHOLE - expected) * share // 256
    win = expected - draw // 2
    lot = lots.below(WHOLE, len(first))
    played = np.where(lot < win, 0, np.where(lot < win + draw, 2, 1))
    return np.where(
        lots.hits(FORFEITS, len(first)), 3 + np.minimum(lots.below(21, len(first)) // 10, 2), played
    )
