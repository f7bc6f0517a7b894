"""The games that expectations are measured on: all that were played over the board, in the order of days."""

from dataclasses import dataclass

import numpy as np

from projections.snapshot import Column
from schemes.compiler import jit
from schemes.inputs import DRAW, FIRST_WINS, Games, fixed


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
    day, result = fixed(games.day, np.int32), fixed(games.result, np.int8)
    low, high = (int(day.min()), int(day.max())) if len(day) else (0, 0)
    begins = np.zeros(max(min(high, end - 1) - low, 0) + 2, np.int64)  # the place of each day's first game, by day
    count = jit(_count)(day, result, low, end, begins)
    answer = Played(*(np.empty(count, kind) for kind in (np.int32, np.int32, np.int32, np.int8)))
    first, second = fixed(games.first, np.int32), fixed(games.second, np.int32)
    jit(_lay_out)(day, result, first, second, low, end, begins, answer.day, answer.first, answer.second, answer.score)
    return answer


def _count(day: Column, result: Column, low: int, end: int, begins: Column) -> int:
    """Count the games of each day, and say where the first of each day goes; how many there are."""
    for game in range(len(day)):
        if result[game] <= DRAW and day[game] < end:
            begins[day[game] - low + 1] += 1
    for each in range(1, len(begins)):
        begins[each] += begins[each - 1]
    return int(begins[-1])


def _lay_out(
    day: Column, result: Column, first: Column, second: Column, low: int, end: int, places: Column,
    days: Column, firsts: Column, seconds: Column, scores: Column,
) -> None:  # fmt: skip
    """Put every game in its place; those of a day stay in their order."""
    for game in range(len(day)):
        if result[game] <= DRAW and day[game] < end:
            place = places[day[game] - low]
            places[day[game] - low] += 1
            days[place], firsts[place], seconds[place] = day[game], first[game], second[game]
            scores[place] = 2 if result[game] == FIRST_WINS else 1 if result[game] == DRAW else 0
