"""Why ratings changed: a table that a replay fills when asked, in hundredths of a point.

A replay books every change of a rating under one of these causes, so the causes of a player add up exactly to the
difference between the ratings before and after.
"""

from typing import Any

import numpy as np

from schemes.kernels.inputs import Column

NAMES = ("games", "rounding", "first", "carried", "ended", "title", "bonus", "absence", "floor")
GAMES, ROUNDING, FIRST, CARRIED, ENDED, TITLE, BONUS, ABSENCE, FLOOR = range(len(NAMES))


class Causes:
    """One row per player number, one column per cause. What several lists book adds up until it is taken."""

    def __init__(self, players: int) -> None:
        self.table = np.zeros((players, len(NAMES)), np.int64)

    @staticmethod
    def table_of(causes: "Causes | None") -> Column:
        """The table that loops write on; a single row that nobody reads, if nobody asks for causes."""
        if causes is None:
            return np.zeros((1, len(NAMES)), np.int64)
        return causes.table

    def book(self, cause: int, change: Any) -> None:
        """Add a change of every player (0 for most) to one cause."""
        self.table[:, cause] += change

    def take(self) -> Column:
        """All that was booked since the last call; the table is empty again."""
        taken = self.table.copy()
        self.table[:] = 0
        return taken
