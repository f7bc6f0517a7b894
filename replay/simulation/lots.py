"""Lots: every random draw of a simulation, in whole numbers, from raw generator output that never changes."""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Choice = TypeVar("Choice")

PER = 100_000
_BELL_SUM = 46_341  # spread of the sum of six draws below 65,536


class Lots:
    """Draws from a seed. Only the raw stream of PCG64 is used: numpy keeps it for ever, on every machine,
    which it does not promise for its distributions, and whole numbers have no last digit to differ in."""

    def __init__(self, seed: int) -> None:
        self._bits = np.random.PCG64(np.random.SeedSequence(seed))
        self._drawn: list[int] = []

    def below(self, bound: int | Ints, count: int) -> Ints:
        """`count` numbers from 0 up to (not including) the bound, or each its own bound."""
        raw = self._bits.random_raw(count) >> np.uint64(32)
        limit = np.asarray(bound, dtype=np.uint64)
        return ((raw * limit) >> np.uint64(32)).astype(np.int64)

    def hits(self, chance: int | Ints, count: int) -> Flags:
        """Which of `count` happen, at a chance in 100,000."""
        return np.asarray(self.below(PER, count) < chance, dtype=np.bool_)

    def bell(self, spread: int, count: int) -> Ints:
        """Numbers around zero in a bell shape with this standard deviation (never beyond 4.2 times it)."""
        draws = self.below(65_536, 6 * count).reshape(6, count).sum(axis=0) - 3 * 65_535
        return np.asarray(draws * spread // _BELL_SUM, dtype=np.int64)

    def one(self, bound: int) -> int:
        """One number from 0 up to (not including) the bound."""
        if not self._drawn:
            self._drawn = self._bits.random_raw(512).tolist()
        return ((self._drawn.pop() >> 32) * bound) >> 32

    def between(self, low: int, high: int) -> int:
        """One number from low to high, both included."""
        return low + self.one(high - low + 1)

    def hit(self, chance: int) -> bool:
        """Whether one thing happens, at a chance in 100,000."""
        return self.one(PER) < chance

    def pick(self, choices: Sequence[Choice]) -> Choice:
        return choices[self.one(len(choices))]
