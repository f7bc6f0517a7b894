"""Games of many tournaments as columns: segments put together, corrections laid over, void games taken out."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from projections.tables import VOID
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
    void: set[int] = set()
    for name in ("first", "second", "result"):
        if not columns[name].flags.writeable:
            columns[name] = columns[name].copy()
    for index in range(len(changes.position)):
        row = _row(changes, index, columns, offset)
        if row < 0:
            continue
        if changes.result[index] == VOID:
            void.add(row)
            continue
        columns["result"][row] = changes.result[index]
        if changes.first[index] >= 0:
            columns["first"][row] = changes.first[index]
        if changes.second[index] >= 0:
            columns["second"][row] = changes.second[index]
    return np.array(sorted(void), np.int64)


def _row(changes: Changes, index: int, columns: dict[str, Column], offset: Column) -> int:
    """The game a change is about: the newest record of it before the change."""
    tournament = int(changes.tournament[index])
    begin, end = int(offset[tournament]), int(offset[tournament + 1])
    if begin == end:
        return -1
    same = (
        (columns["round"][begin:end] == changes.round[index])
        & (columns["board"][begin:end] == changes.board[index])
        & (columns["stage"][begin:end] == changes.stage[index])
        & (columns["position"][begin:end] < changes.position[index])
    )
    found = np.flatnonzero(same)
    return begin + int(found[np.argmax(columns["position"][begin:end][found])]) if len(found) else -1


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
