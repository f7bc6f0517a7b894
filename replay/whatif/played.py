"""The games that expectations are measured on: all that were played over the board, in the order of days."""

from dataclasses import dataclass

import numpy as np

from projections.snapshot import Column
from schemes.inputs import DRAW, FIRST_WINS, Games


@dataclass(frozen=True)
class Played:
    """Games by day. Which games these are depends on the log alone, not on any rules."""

    day: Column
    first: Column
    second: Column
    score: Column  # of the first player, in half points

    def __len__(self) -> int:
        return len(self.day)

    def between(self, begin: int, end: int) -> slice:
        """The games of the days begin … end − 1."""
        return slice(*np.searchsorted(self.day, np.array([begin, end], self.day.dtype)).tolist())  # else all is cast


def played(games: Games, end: int) -> Played:
    """The games before a day, without forfeits."""
    rows = np.flatnonzero((games.result <= DRAW) & (games.day < end))
    rows = rows[_by_day(games.day[rows])]
    result = games.result[rows]
    score = np.where(result == FIRST_WINS, 2, np.where(result == DRAW, 1, 0)).astype(np.int8)
    return Played(games.day[rows], games.first[rows], games.second[rows], score)


def _by_day(day: Column) -> Column:
    """A stable order by day. Days within 179 years fit 16 bits, which numpy sorts many times faster."""
    if len(day) == 0:
        return np.zeros(0, np.int64)
    since = day - day.min()
    return np.argsort(since.astype(np.uint16) if since.max() < 2**16 else since, kind="stable")
