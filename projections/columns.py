"""Columns beside a segment: its tables once more, laid out so that they are mapped into memory instead of being read.

DuckDB answers questions about the facts; a replay wants all of them, and would unpack and copy millions of rows first.
Like the segment the file can be deleted at any time: then the segment is read.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import duckdb
import numpy as np

from projections.mapped import TEXT, Column, Mapped, Writer, in_one_piece
from projections.tables import TABLES

SUFFIX = ".columns"
BATCH = 1_000_000
NUMBERS = {"INTEGER": "<i4", "UINTEGER": "<u4", "SMALLINT": "<i2", "TINYINT": "|i1", "BOOLEAN": "|b1"}
KEPT = {table: [name for name, kind in columns.items() if not kind.endswith("[]")] for table, columns in TABLES.items()}


class Columns:
    """The columns of one segment."""

    def __init__(self, path: Path) -> None:
        """Map a file; OSError or ValueError if it is not there or not whole."""
        self._mapped = Mapped(path)
        for table, name in ((table, name) for table, names in KEPT.items() for name in names):
            if self._mapped.kind(f"{table}.{name}") != NUMBERS.get(TABLES[table][name], TEXT):
                raise ValueError(f"{path.name} lacks {name} of {table}")

    def rows(self, table: str, names: Sequence[str], rows: slice) -> dict[str, Any]:
        """Some rows of some columns, numbers in numpy and texts in Arrow."""
        return {name: self._mapped[f"{table}.{name}"][rows] for name in names}

    def numbers(self, table: str, name: str) -> Column:
        """A column of numbers."""
        column: Column = self._mapped[f"{table}.{name}"]
        return column


def open_columns(segment: Path) -> Columns | None:
    """The columns beside a segment, None if they are not there or damaged."""
    try:
        return Columns(segment.with_suffix(SUFFIX))
    except (OSError, ValueError):
        return None


def differing(connection: duckdb.DuckDBPyConnection, schema: str, columns: Columns) -> list[str]:
    """The columns that are not what the tables say: the file was damaged."""
    return [
        f"{table}.{name}"
        for table, names in KEPT.items()
        for name in names
        if not _same(connection.sql(f'SELECT "{name}" FROM {schema}.{table}'), columns.rows(table, [name], slice(None)))
    ]


def _same(relation: duckdb.DuckDBPyRelation, mapped: dict[str, Any]) -> bool:
    (column,) = mapped.values()
    at = 0
    for there in _batches(relation):
        here = column[at : at + len(there)]
        at += len(there)
        if not (np.array_equal(there.to_numpy(zero_copy_only=False), here) if isinstance(here, np.ndarray)
                else here.equals(there.cast(here.type))):  # fmt: skip
            return False
    return at == len(column)


def write_columns(connection: duckdb.DuckDBPyConnection, schema: str, segment: Path) -> None:
    """Lay the tables of a schema out beside their segment."""
    with Writer(segment.with_suffix(SUFFIX)) as out:
        for table, name in ((table, name) for table, names in KEPT.items() for name in names):
            relation = connection.sql(f'SELECT "{name}" FROM {schema}.{table}')
            kind = NUMBERS.get(TABLES[table][name])
            if kind is None:
                out.texts(f"{table}.{name}", in_one_piece(relation.to_arrow_table()[name].chunks))
            else:
                batches = (batch.to_numpy(zero_copy_only=False) for batch in _batches(relation))
                out.numbers(f"{table}.{name}", kind, batches)


def _batches(relation: duckdb.DuckDBPyRelation) -> Iterator[Any]:
    """A column, batch by batch."""
    for batch in relation.to_arrow_reader(BATCH):
        yield batch.column(0)
