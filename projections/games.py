"""Games of many tournaments as columns: segments put together, corrections laid over, void games taken out."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from projections.tables import VOID
from schemes.compiler import jit
from schemes.inputs import Games

Column = npt.NDArray[Any]
KEPT = ("round", "board", "stage", "first", "second", "result", "day")


@dataclass(frozen=True)
class Changes:
    """Corrections and voidings in the order of the log; −1 leaves a player as recorded."""

    tournament: Column
    position: Column
    round: Column
    board: Column
    stage: Column
    first: Column
    second: Column
    result: Column


def grouped_games(parts: Sequence[dict[str, Column]], changes: Changes, tournaments: int, kept: Column | None) -> Games:
    """One table of games out of segments that are each grouped by tournament."""
    columns = _joined([part for part in parts if len(part["tournament"])] or list(parts[:1]))
    offset = np.searchsorted(columns["tournament"], np.arange(tournaments + 1)).astype(np.int64)
    gone = _apply(changes, columns, offset) if len(changes.position) else np.zeros(0, np.int64)
    if kept is not None and len(columns["first"]):
        columns["first"], columns["second"] = kept[columns["first"]], kept[columns["second"]]
        against_oneself = np.flatnonzero(columns["first"] == columns["second"])
        gone = np.union1d(gone, against_oneself)
    if len(gone):
        columns = _without(columns, gone)
        offset -= np.searchsorted(gone, offset)
    return Games(offset=offset, **{name: columns[name] for name in KEPT})


def with_games(games: Games, numbers: Column, fresh: Games, tournaments: int) -> Games:
    """Games with those of some tournaments (in order) taken from elsewhere; offsets for so many tournaments."""
    offset = np.concatenate((games.offset, np.full(tournaments + 1 - len(games.offset), games.offset[-1])))
    if not len(numbers):
        return replace(games, offset=offset)
    sizes = np.diff(offset)
    sizes[numbers] = np.diff(fresh.offset)[numbers]
    columns = {}
    for name in KEPT:
        old, new = getattr(games, name), getattr(fresh, name)
        pieces, at = [], 0
        for number in numbers.tolist():
            pieces += [old[at : offset[number]], new[fresh.offset[number] : fresh.offset[number + 1]]]
            at = int(offset[number + 1])
        columns[name] = np.concatenate([*pieces, old[at:]])
    return Games(offset=np.concatenate(([0], np.cumsum(sizes))).astype(np.int64), **columns)


def _joined(parts: list[dict[str, Column]]) -> dict[str, Column]:
    """Segments one after the other; what overlaps at the seams is sorted anew, the rest is left alone."""
    if len(parts) == 1:
        return dict(parts[0])
    columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    lowest = min(int(part["tournament"][0]) for part in parts[1:])
    tail = int(np.searchsorted(parts[0]["tournament"], lowest))
    loose = {name: column[tail:] for name, column in columns.items()}
    order = np.lexsort([loose[name] for name in ("position", "stage", "board", "round", "tournament")])
    for name, column in columns.items():
        column[tail:] = loose[name][order]
    return columns


def _apply(changes: Changes, columns: dict[str, Column], offset: Column) -> Column:
    """Lay corrections over the games in order; the rows that are void in the end."""
    for name in ("first", "second", "result"):
        if not columns[name].flags.writeable:
            columns[name] = columns[name].copy()
    void = _compiled()(
        *(getattr(changes, name).astype(np.int64) for name in Changes.__dataclass_fields__),
        *(columns[name] for name in ("position", "round", "board", "stage", "first", "second", "result")),
        offset,
    )
    return np.unique(void[void >= 0])


def _lay_over(
    tournament: Column, at: Column, rounds: Column, boards: Column, stages: Column, firsts: Column, seconds: Column,
    results: Column, position: Column, round_: Column, board: Column, stage: Column, first: Column, second: Column,
    result: Column, offset: Column,
) -> Column:  # fmt: skip
    """Each change meets the newest record of its game before it; gives the row of each voiding, else −1."""
    void = np.full(len(at), -1, np.int64)
    for change in range(len(at)):
        row = -1
        for game in range(offset[tournament[change]], offset[tournament[change] + 1]):
            same = round_[game] == rounds[change] and board[game] == boards[change] and stage[game] == stages[change]
            if same and position[game] < at[change] and (row < 0 or position[game] > position[row]):
                row = game
        if row >= 0 and results[change] == VOID:
            void[change] = row
        elif row >= 0:
            result[row] = results[change]
            if firsts[change] >= 0:
                first[row] = firsts[change]
            if seconds[change] >= 0:
                second[row] = seconds[change]
    return void


@cache
def _compiled() -> Any:
    return jit(_lay_over)


def _without(columns: dict[str, Column], gone: Column) -> dict[str, Column]:
    """Take rows out by moving the stretches between them together: one pass, no masks over millions of rows."""
    left = len(columns["first"]) - len(gone)
    edges = [*gone.tolist(), len(columns["first"])]
    for name in KEPT:
        column = columns[name] if columns[name].flags.writeable else columns[name].copy()
        to = int(edges[0])
        for begin, end in itertools.pairwise(edges):
            column[to : to + end - begin - 1] = column[begin + 1 : end]
            to += end - begin - 1
        columns[name] = column[:left]
    return columns
