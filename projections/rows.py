"""From events to rows: the events of a batch, sorted by kind, become the columns of their tables."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from ledger import events as e
from ledger.events import AnyEvent
from projections.tables import COLUMNS, NOT_GIVEN, TABLES, Column, Numbers, schema

Found = dict[str, int]
LookUp = Callable[[set[str]], Found]
_TABLE_OF = {kind: name for name, table in TABLES.items() for kind in table.events}
_FIRST = (e.PlayerRegistered, e.TournamentRegistered)  # they give the numbers that the others name


class Numbering:
    """The numbers of players or tournaments by id; those registered earlier are looked up as they are named."""

    def __init__(self, count: int = 0, look_up: LookUp | None = None) -> None:
        self._known: dict[str | None, int] = {None: NOT_GIVEN}
        self._count, self._look_up = count, look_up

    def register(self, ids: Sequence[str]) -> None:
        """Give the next numbers to newcomers."""
        self._known.update(zip(ids, range(self._count, self._count + len(ids)), strict=True))
        self._count += len(ids)

    def of(self, ids: Iterable[str | None]) -> Iterable[int]:
        if self._look_up is not None:
            ids = list(ids)
            if unknown := {each for each in ids if each is not None and each not in self._known}:
                self._known.update(self._look_up(unknown))
        return map(self._known.__getitem__, ids)


class Rows:
    """The rows that events leave behind, table by table."""

    def __init__(self, players: Numbering | None = None, tournaments: Numbering | None = None) -> None:
        self._players, self._tournaments = players or Numbering(), tournaments or Numbering()
        self._parts: dict[str, list[pa.RecordBatch]] = {table: [] for table in TABLES}

    def players(self, ids: Iterable[str | None]) -> Iterable[int]:
        return self._players.of(ids)

    def tournaments(self, ids: Iterable[str | None]) -> Iterable[int]:
        return self._tournaments.of(ids)

    def add(self, positions: Iterable[int], events: Iterable[AnyEvent]) -> None:
        """Take in events with their positions, in order."""
        groups: dict[type, tuple[list[int], list[Any]]] = {}
        for position, event in zip(positions, events, strict=True):
            group = groups.get(type(event))
            if group is None:
                group = groups[type(event)] = ([], [])
            group[0].append(position)
            group[1].append(event)
        for kind in sorted(groups, key=lambda kind: kind not in _FIRST):
            self._add_kind(kind, *groups[kind])

    def _add_kind(self, kind: type, positions: list[int], events: list[Any]) -> None:
        if kind is e.PlayerRegistered:
            self._players.register([event.player for event in events])
        elif kind is e.TournamentRegistered:
            self._tournaments.register([event.tournament for event in events])
        table = _TABLE_OF[kind]
        columns = {"position": positions, **self.columns(TABLES[table].columns, events)}
        self._parts[table].append(pa.RecordBatch.from_pydict(columns, schema(table)))

    def columns(self, names: Sequence[str], events: list[Any]) -> dict[str, Any]:
        """Columns of events of one kind: numbers in numpy, the rest in lists."""
        return {name: _filled(COLUMNS[name], events, self) for name in names}

    def tables(self) -> dict[str, pa.Table]:
        """All tables, also those without rows."""
        return {table: pa.Table.from_batches(parts, schema(table)) for table, parts in self._parts.items()}


def _filled(column: Column, events: list[Any], numbers: Numbers) -> Any:
    values = column.make(events, numbers)
    if pa.types.is_integer(column.type):
        return np.fromiter(values, column.type.to_pandas_dtype(), len(events))
    return list(values)
