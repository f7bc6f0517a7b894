"""What ratings changed by, by cause: a table that a replay fills when asked, in hundredths of a point.

Whatever a replay does to a rating it books under one of these causes, so that the causes of a player add up to the
difference between the ratings before and after, exactly.
"""

from typing import Any

import numpy as np

from schemes.inputs import Column
from schemes.rule import compiled, rule

NAMES = ("games", "rounding", "first", "carried", "title", "bonus", "absence", "floor")
GAMES, ROUNDING, FIRST, CARRIED, TITLE, BONUS, ABSENCE, FLOOR = range(len(NAMES))


@rule("")
def booked(table: Column, players: Column) -> int:
    """Write down the players with something booked; how many they are."""
    count = 0
    for player in range(len(table)):
        for cause in range(table.shape[1]):
            if table[player, cause] != 0:
                players[count] = player
                count += 1
                break
    return count


class Parts:
    """One row per player number, one column per cause."""

    def __init__(self, players: int) -> None:
        self.table: Column = np.zeros((players, len(NAMES)), np.int64)
        self._noted: list[Column] | None = None  # None: nobody notes whom it books for, so everybody is looked at

    def note(self, players: Column) -> None:
        """For whom something may have been booked. Who notes once must note always."""
        self._noted = [*(self._noted or ()), np.array(players, np.int64)]

    def take(self) -> tuple[Column, Column]:
        """The players with something booked and their rows; the table is empty again."""
        if self._noted is None:
            players = np.empty(len(self.table), np.int64)
            players = players[: compiled(booked)(self.table, players)]
        else:
            players = np.unique(np.concatenate([*self._noted, np.zeros(0, np.int64)]))
            self._noted = []
        rows = self.table[players]
        self.table[players] = 0
        return players, rows

    def book(self, cause: int, change: Any) -> None:
        """Add to one cause of all players."""
        self.table[:, cause] += change
        if self._noted is not None:
            self.note(np.flatnonzero(change))
