"""Inputs as records: what every driver makes of the columns it is given, so that compiled loops have few arguments."""

from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import Any

import numpy as np
import numpy.typing as npt

from schemes.kernels.articles import loop
from schemes.kernels.calendar import Calendar
from schemes.kernels.inputs import Column, Inputs, fixed
from schemes.kernels.rules import Rules
from schemes.kernels.scheme import Assignment

Records = Any  # a table of `as_records`: loops read it field by field
SMALL: dict[str, Any] = {
    "round_number": np.int16, "main": np.int8, "stage": np.int8, "result": np.int8, "held": np.int8,
}  # fmt: skip


class _Table(np.ndarray[Any, np.dtype[np.void]]):
    """Records whose fields are attributes: `table.rating` is a column, `table[3].rating` a number.

    Numpy's own recarray does the same, but takes ten times as long in plain Python, which small ledgers run.
    """

    def __getattr__(self, name: str) -> Column:
        try:
            return self[name].view(np.ndarray)
        except (IndexError, ValueError):
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        if name in (self.dtype.names or ()):
            self[name] = value
        else:
            super().__setattr__(name, value)


def as_records(rows: npt.NDArray[np.void]) -> Records:
    """The same rows as records whose fields are attributes."""
    return rows.view(np.dtype((_record_with(rows.dtype.names), rows.dtype)), _Table)


@cache
def _record_with(names: tuple[str, ...]) -> type[np.void]:
    """One row of a table with these fields."""
    fields = {name: property(itemgetter(name), _setter_of(name)) for name in names}
    return type("Record", (np.void,), fields)


def _setter_of(name: str) -> Callable[[np.void, Any], None]:
    def put(record: np.void, value: Any) -> None:
        record[name] = value

    return put


def records(**columns: Any) -> Records:
    """Columns side by side, each in the fixed type of its name: one record per row."""
    dtype = np.dtype([(name, SMALL.get(name, np.int32)) for name in columns], align=True)
    table = np.empty(len(next(iter(columns.values()))), dtype)
    for name, column in columns.items():
        table[name] = column
    return as_records(table)


def by_owner(owner: Column, owners: int) -> tuple[Column, Column]:
    """The order that sorts rows by their owner, otherwise as given; and where the rows of each begin and end."""
    counts = np.bincount(owner, minlength=owners)[:owners]
    return np.argsort(owner, kind="stable"), fixed(
        np.concatenate([[0], np.cumsum(counts)]), np.int64
    )


@loop
def newest_row(offset: Column, since: Column, player: int, when: int) -> int:
    """The newest row of a player that holds at a time, −1 for none; rows are by player, then by time."""
    at = int(offset[player + 1]) - 1
    while at >= offset[player] and since[at] > when:
        at -= 1
    if at < offset[player]:
        return -1
    return at


def is_rated(assignment: Assignment) -> Column:
    """Which tournaments are rated: assigned to some list, under some version."""
    return np.asarray((assignment.first >= 0) & (assignment.reason == 0))


def year_before(calendar: Calendar, assignment: Assignment, number: int) -> int:
    """Of the first list of a year: the number of the list a year before, if a tournament was rated since; else −1."""
    a_year_ago = number - len(calendar.days)
    first = calendar.date(number - 1).year < calendar.date(number).year
    since = is_rated(assignment) & (assignment.first <= number) & (assignment.last > a_year_ago)
    if first and since.any():
        return a_year_ago
    return -1


def tournament_of_games(inputs: Inputs) -> Column:
    """The tournament of each game."""
    sizes = np.diff(inputs.games.offset) if len(inputs.games.offset) else np.zeros(0, np.int64)
    return np.repeat(np.arange(len(sizes)), sizes)


def version_on(days: Column, rules: Rules) -> Column:
    """Which version holds on each day; −1 before the first."""
    since = np.array([version.since.toordinal() for version in rules.versions], dtype=np.int64)
    return np.searchsorted(since, days, side="right") - 1
