"""Games of many tournaments as columns: segments put together, corrections laid over, void games taken out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from projections.tables import VOID
from schemes.inputs import Games, fixed
from schemes.rule import compiled, rule

Column = npt.NDArray[Any]
READ = {
    "tournament": np.int32, "position": np.uint32, "round": np.int16, "board": np.int32, "stage": np.int8,
    "first": np.int32, "second": np.int32, "result": np.int8, "day": np.int32,
}  # fmt: skip
FEW = 10_000
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


def grouped_games(
    parts: Sequence[dict[str, Column]], changes: Changes, wanted: Column, known: int, kept: Column | None
) -> Games:
    """One table of the games of the wanted tournaments, out of segments that are each grouped by tournament.

    `wanted` has a mark for every tournament, `known` is the position beyond which nothing has happened yet, `kept`
    says whom each player number counts for, if some were merged.
    """
    columns = _joined([part for part in parts if len(part["tournament"])] or list(parts[:1]))
    given = [fixed(columns[name], kind) for name, kind in READ.items()]
    rows, fixes = _found(changes, given) if len(changes.position) else (_NO_ROWS, _NO_FIXES)
    taken = {name: np.empty(len(given[0]), READ[name]) for name in KEPT}
    offset = np.zeros(len(wanted) + 1, np.int64)
    tournament = given[0]
    lowest, highest = (int(tournament[0]), int(tournament[-1])) if len(tournament) else (0, -1)
    numbers = lowest + np.flatnonzero(wanted[lowest : highest + 1]).astype(np.int32)
    begins, ends = (fixed(np.searchsorted(tournament, numbers, side=side), np.int64) for side in ("left", "right"))
    whom = _NOBODY if kept is None else kept
    merged = whom != np.arange(len(whom))
    all_known = not len(tournament) or given[1].max() <= known
    left = _quick(_take, len(given[0]))(
        numbers, begins, ends, all_known, *given[1:], known, fixed(whom, np.int32),
        fixed(merged, np.bool_), rows, fixes, *taken.values(), offset,
    )  # fmt: skip
    return Games(offset=np.cumsum(offset), **{name: column[:left] for name, column in taken.items()})


def with_games(games: Games, numbers: Column, fresh: Games, tournaments: int) -> Games:
    """Games with those of some tournaments (in order) taken from elsewhere; offsets for so many tournaments."""
    offset = np.concatenate((games.offset, np.full(tournaments + 1 - len(games.offset), games.offset[-1])))
    if not len(numbers):
        return replace(games, offset=offset)
    sizes = np.diff(offset)
    sizes[numbers] = np.diff(fresh.offset)[numbers]
    columns = {name: np.empty(int(sizes.sum()), READ[name]) for name in KEPT}
    for name, column in columns.items():
        old, new = getattr(games, name), getattr(fresh, name)
        pieces, at = [], 0
        for number in numbers.tolist():
            pieces += [old[at : offset[number]], new[fresh.offset[number] : fresh.offset[number + 1]]]
            at = int(offset[number + 1])
        np.concatenate([*pieces, old[at:]], out=column)
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


def _found(changes: Changes, given: list[Column]) -> tuple[Column, Column]:
    """The rows that corrections and voidings meet, sorted, and what each makes of its row: first, second, result."""
    tournament, position, round_, board, stage = given[:5]
    wanted = fixed(changes.tournament, np.int32)
    rows = np.full(len(wanted), -1, np.int64)
    _quick(_meet, len(position))(
        *(fixed(getattr(changes, name), np.int64) for name in ("position", "round", "board", "stage")),
        fixed(np.searchsorted(tournament, wanted), np.int64),
        fixed(np.searchsorted(tournament, wanted, side="right"), np.int64),
        position, round_, board, stage, rows,
    )  # fmt: skip
    order = np.argsort(rows, kind="stable")[np.count_nonzero(rows < 0) :]  # of a row's changes the last stays last
    fixes = np.column_stack([changes.first, changes.second, changes.result]).astype(np.int32)
    return fixed(rows[order], np.int64), fixed(fixes[order], np.int32)


@rule("")
def _meet(
    at: Column, rounds: Column, boards: Column, stages: Column, begins: Column, ends: Column, position: Column,
    round_: Column, board: Column, stage: Column, rows: Column,
) -> None:  # fmt: skip
    """Each change meets the newest record of its game before it; its row is left as it is where there is none."""
    for change in range(len(at)):
        row = rows[change]
        for game in range(begins[change], ends[change]):
            same = round_[game] == rounds[change] and board[game] == boards[change] and stage[game] == stages[change]
            if same and position[game] < at[change] and (row < 0 or position[game] > position[row]):
                row = game
        rows[change] = row


@rule("")
def _copy(column: Column, place: Column) -> None:
    """Copy a column to the beginning of another."""
    for row in range(len(column)):
        place[row] = column[row]


@rule("")
def _any(marks: Column, players: Column) -> bool:
    """Whether any of the players is marked."""
    found = False
    for row in range(len(players)):
        found |= marks[players[row]]
    return found


@rule("")
def _take(
    numbers: Column, begins: Column, ends: Column, all_known: bool, position: Column, round_: Column, board: Column,
    stage: Column, first: Column, second: Column, result: Column, day: Column, known: int, kept: Column,
    merged: Column, rows: Column, fixes: Column, rounds: Column, boards: Column, stages: Column, firsts: Column,
    seconds: Column, results: Column, days: Column, offset: Column,
) -> int:  # fmt: skip
    """Copy the games of tournaments that count, as corrected, and count them; how many they are."""
    written, change = 0, 0
    for place in range(len(numbers)):
        number, begin, row = numbers[place], begins[place], ends[place]
        plain = True
        if not all_known:
            for game in range(begin, row):
                plain &= position[game] <= known
        while change < len(rows) and rows[change] < begin:
            change += 1
        last = change
        while last < len(rows) and rows[last] < row:  # that a game is gone, or whom another player counts for: later
            plain &= fixes[last, 2] != VOID and (len(kept) == 0 or max(fixes[last, 0], fixes[last, 1]) < 0)
            last += 1
        if plain and len(kept):
            plain = not _any(merged, first[begin:row]) and not _any(merged, second[begin:row])
        if plain:  # as most are: column by column, which is much quicker
            _copy(first[begin:row], firsts[written:])
            _copy(second[begin:row], seconds[written:])
            _copy(round_[begin:row], rounds[written:])
            _copy(board[begin:row], boards[written:])
            _copy(stage[begin:row], stages[written:])
            _copy(result[begin:row], results[written:])
            _copy(day[begin:row], days[written:])
            for fix in range(change, last):
                game = written + rows[fix] - begin
                results[game] = fixes[fix, 2]
                if fixes[fix, 0] >= 0:
                    firsts[game] = fixes[fix, 0]
                if fixes[fix, 1] >= 0:
                    seconds[game] = fixes[fix, 1]
            offset[number + 1] = row - begin
            written += row - begin
            continue
        for game in range(begin, row):
            one, other, points = first[game], second[game], result[game]
            while change < len(rows) and rows[change] == game:
                if points != VOID:
                    points = np.int8(fixes[change, 2])
                if fixes[change, 0] >= 0:
                    one = fixes[change, 0]
                if fixes[change, 1] >= 0:
                    other = fixes[change, 1]
                change += 1
            if position[game] > known or points == VOID:  # who plays then may be known later, too
                continue
            if len(kept):
                one, other = kept[one], kept[other]
                if one == other:
                    continue
            rounds[written], boards[written], stages[written] = round_[game], board[game], stage[game]
            firsts[written], seconds[written], results[written] = one, other, points
            days[written] = day[game]
            offset[number + 1] += 1
            written += 1
    return written


def _quick(function: Any, rows: int) -> Any:
    """A loop over so many rows: compiled, unless loading the compiler would take longer than the loop."""
    return compiled(function) if rows > FEW else function


_NO_ROWS, _NO_FIXES = fixed(np.zeros(0), np.int64), fixed(np.zeros((0, 3)), np.int32)
_NOBODY = np.zeros(0, np.int32)
