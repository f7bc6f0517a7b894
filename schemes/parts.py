"""What ratings changed by, by cause: a table that a replay fills when asked, in hundredths of a point.

Whatever a replay does to a rating it books under one of these causes, so that the causes of a player add up to the
difference between the ratings before and after, exactly.
"""

from collections.abc import Callable
from functools import cached_property
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


Split = Callable[[Column, Column], None]


class Parts:
    """One row per player number, one column per cause.

    A replay may leave it open what a list did: who takes the parts of the list then says whose are wanted, and only
    those are worked out. `at_once` is for who lets the parts of many lists add up.
    """

    def __init__(self, players: int, *, at_once: bool = True) -> None:
        self._players, self._at_once = players, at_once
        self._noted: list[Column] | None = None  # None: nobody notes whom it books for, so everybody is looked at
        self._open: tuple[Split, Column] | None = None

    @cached_property
    def table(self) -> Column:
        """What was booked."""
        return np.zeros((self._players, len(NAMES)), np.int64)

    def note(self, players: Column) -> None:
        """For whom something may have been booked. Who notes once must note always."""
        self._noted = [*(self._noted or ()), np.array(players, np.int64)]

    def leave_open(self, split: Split, players: Column) -> None:
        """A list has changed the ratings of these players; `split` books the changes of those given (in order), each in
        a row of its own."""
        self._open = split, np.array(players, np.int64)
        if self._at_once:
            self.close()

    def close(self) -> None:
        """Book what was left open, for everybody."""
        if self._open is not None:
            players, rows = self._settled(self._open[1])
            self.table[players] += rows
            self.note(players)

    def _settled(self, players: Column) -> tuple[Column, Column]:
        assert self._open is not None
        players = np.unique(players).astype(np.int64)
        rows = np.zeros((len(players), len(NAMES)), np.int64)
        self._open[0](players, rows)
        self._open = None
        return players, rows

    def take(self, wanted: Column | None = None) -> tuple[Column, Column]:
        """The players with something booked and their rows, of what was left open those wanted; all is empty again."""
        left = None if self._open is None else self._settled(self._open[1] if wanted is None else wanted)
        if self._noted is None:
            players = np.empty(len(self.table), np.int64)
            players = players[: compiled(booked)(self.table, players)]
        else:
            players = np.unique(np.concatenate([*self._noted, np.zeros(0, np.int64)]))
            self._noted = []
        if not len(players):
            return left or (players, np.zeros((0, len(NAMES)), np.int64))
        if left is not None:
            self.table[left[0]] += left[1]
            players = np.union1d(players, left[0])
        rows = self.table[players]
        self.table[players] = 0
        return players, rows

    def drop(self) -> None:
        """Forget what was booked or left open."""
        self._open = None
        self.take()

    def book(self, cause: int, change: Any, players: Column | None = None) -> None:
        """Add to one cause of all players, or of some."""
        self.table[slice(None) if players is None else players, cause] += change
        if self._noted is not None:
            self.note(np.flatnonzero(change) if players is None else players)
