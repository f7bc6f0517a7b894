"""From events to rows: the events of a batch, sorted by kind, become the columns of their tables.

Ids are replaced by numbers in the end, all of a column at once.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ledger import LedgerError, decode_stored
from ledger.events import AnyEvent
from ledger.log.wire_format import decode_contents
from projections.tables import (
    COLUMNS,
    NOT_GIVEN,
    ROWLESS,
    TABLES,
    ColumnDefinition,
    Columns,
    Events,
    schema,
)
from wording import say

if TYPE_CHECKING:
    from ledger.log.store import Reads

LookUp = Callable[
    [pa.Array], pa.Table
]  # the ids among some that were registered earlier, with their numbers
BATCH = 10_000  # events that are decoded at once
_TABLES_OF: dict[type, list[str]] = {}
for _name, _table in TABLES.items():
    for _kind in _table.events:
        _TABLES_OF.setdefault(_kind, []).append(_name)


def _with_ids(table: str) -> pa.Schema:
    """The columns of a table while players and tournaments have their ids."""
    ids = {pa.int32(): pa.string(), pa.list_(pa.int32()): pa.list_(pa.string())}
    return pa.schema(
        field.with_type(ids[field.type])
        if field.name in COLUMNS and COLUMNS[field.name].numbers
        else field
        for field in schema(table)
    )


WITH_IDS = {table: _with_ids(table) for table in TABLES}
_EMPTY = {table: schema(table).empty_table() for table in TABLES}


class Numbering:
    """How many players or tournaments are registered already, and how to look up their numbers."""

    def __init__(self, count: int = 0, look_up: LookUp | None = None) -> None:
        self._count = pa.scalar(count, pa.int32())
        self._look_up = look_up

    def numbers(self, ids: pa.ChunkedArray, newcomers: pa.ChunkedArray) -> pa.ChunkedArray:
        """The numbers of ids: newcomers get the next ones; NOT_GIVEN where there is no id."""
        numbers = pc.add(pc.index_in(ids, value_set=newcomers), self._count)
        others = pc.unique(ids.filter(pc.is_null(numbers))).drop_null()
        if len(others):
            known = None
            if self._look_up is not None:
                known = self._look_up(others)
            if known is None or len(known) < len(others):
                raise KeyError(f"{others[0]} is not registered")
            numbers = pc.coalesce(
                numbers, pc.take(known["number"], pc.index_in(ids, value_set=known["id"]))
            )
        return pc.fill_null(numbers, NOT_GIVEN)


def rows_with_ids(reads: "Reads", cut: tuple[int, int]) -> dict[str, pa.Table]:
    """The rows that the stored events of a stretch leave behind, table by table; players and tournaments by id."""
    rows = RowCollector()
    for after in range(*cut, BATCH):
        until = min(after + BATCH, cut[1])
        states = reads.states(after, until)
        if len(states) != until - after:
            wrong = say(
                "a position between {after} and {until} is missing", after=after + 1, until=until
            )
            raise LedgerError(
                wrong,
                remedy=say("the ledger was damaged or changed: run verify, restore it from a copy"),
            )
        rows.add(range(after + 1, until + 1), reads.opened(_decoded(states), with_seals=True))
    return rows.tables()


def _decoded(states: list[bytes]) -> list[AnyEvent]:
    """The events of a batch; one by one only where something is odd, so that the message names it."""
    try:
        return decode_contents(states)
    except msgspec.MsgspecError:
        return [decode_stored(state) for state in states]


class RowCollector:
    """Collects the rows of events."""

    def __init__(self) -> None:
        self._parts: dict[str, list[pa.RecordBatch]] = {table: [] for table in TABLES}

    def add(self, positions: Iterable[int], events: Iterable[AnyEvent]) -> None:
        """Take in events with their positions, in order."""
        groups: dict[type, tuple[list[int], list[Any]]] = {}
        for position, event in zip(positions, events, strict=True):
            group = groups.get(type(event))
            if group is None:
                group = groups[type(event)] = ([], [])
            group[0].append(position)
            group[1].append(event)
        for kind, (at, several) in groups.items():
            for table in () if kind in ROWLESS else _TABLES_OF[kind]:
                places, those = _with_more(at, several) if TABLES[table].sparse else (at, several)
                if those:
                    columns = {"position": places, **columns_of(TABLES[table].columns, those)}
                    self._parts[table].append(pa.RecordBatch.from_pydict(columns, WITH_IDS[table]))

    def tables(self) -> dict[str, pa.Table]:
        """All tables, also those without rows."""
        return {
            table: pa.Table.from_batches(parts, WITH_IDS[table])
            for table, parts in self._parts.items()
        }


def _with_more(positions: list[int], events: list[Any]) -> tuple[list[int], list[Any]]:
    """The events that give further fields; those that cannot give any take them back."""
    if "more" not in events[0].__struct_fields__:
        return positions, events
    there = [place for place, event in enumerate(events) if event.more is not None]
    return [positions[place] for place in there], [events[place] for place in there]


def numbered(
    tables: dict[str, pa.Table],
    players: Numbering | None = None,
    tournaments: Numbering | None = None,
) -> dict[str, pa.Table]:
    """Rows with numbers in place of the ids of players and tournaments."""
    numbering = {"player": players or Numbering(), "tournament": tournaments or Numbering()}
    newcomers = {kind: tables[f"{kind}s"][f"{kind}_id"] for kind in numbering}

    def column(name: str, ids: pa.ChunkedArray) -> pa.Array:
        kind = COLUMNS[name].numbers if name in COLUMNS else ""
        if kind:
            return _numbers(ids, numbering[kind], newcomers[kind])
        return ids

    return {
        table: pa.table([column(name, rows[name]) for name in rows.column_names], schema(table))
        if len(rows)
        else _EMPTY[table]
        for table, rows in tables.items()
    }


def columns_of(names: Sequence[str], events: Events) -> Columns:
    """Columns of events of one kind: numbers in numpy, the rest in lists."""
    return {name: _filled(COLUMNS[name], events) for name in names}


def _filled(column: ColumnDefinition, events: Events) -> object:
    if pa.types.is_integer(column.type) and not column.numbers:
        return np.fromiter(column.make(events), np.dtype(str(column.type)), len(events))
    return list(column.make(events))


def _numbers(column: pa.ChunkedArray, numbering: Numbering, newcomers: pa.ChunkedArray) -> pa.Array:
    """A column of ids, or of lists of ids, with numbers in their place."""
    if not pa.types.is_list(column.type):
        return numbering.numbers(column, newcomers)
    whole = pa.concat_arrays([pa.array([], column.type), *column.chunks])
    values = numbering.numbers(pa.chunked_array([whole.values]), newcomers).combine_chunks()
    return pa.ListArray.from_arrays(whole.offsets, values, mask=whole.is_null())
