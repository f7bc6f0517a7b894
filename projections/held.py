"""Rows held in memory as columns: those of events that are laid over a log, for an appeal or a question.

They are read like the columns beside a segment, so that nobody need ask DuckDB about a handful of rows.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from projections.columns import NUMBERS
from projections.mapped import Column
from projections.rows import Rows
from projections.tables import SORTED, TABLES


class Held:
    """The rows of some events, table by table."""

    def __init__(self, rows: Rows) -> None:
        self._tables = {table: _columns(table, values) for table, values in rows.tables.items() if len(values[0])}
        marks = rows.marks()
        self._tables["touched"] = {
            name: marks[:, at].astype(NUMBERS[kind]) for at, (name, kind) in enumerate(TABLES["touched"].items())
        }

    def rows(self, table: str, names: Sequence[str], rows: slice) -> dict[str, Any]:
        """Some rows of some columns, numbers in numpy and texts in Arrow."""
        if table not in self._tables:
            return {name: _column([], TABLES[table][name]) for name in names}
        return {name: self._tables[table][name][rows] for name in names}

    def numbers(self, table: str, name: str) -> Column:
        """A column of numbers."""
        column: Column = self.rows(table, [name], slice(None))[name]
        return column


def _columns(table: str, values: Sequence[Any]) -> dict[str, Any]:
    """The columns of a table in the order in which a segment has them; not lists, which are asked of DuckDB."""
    columns = {
        name: _column(each, kind)
        for (name, kind), each in zip(TABLES[table].items(), values, strict=True)
        if not kind.endswith("[]")
    }
    if table in SORTED:
        order = np.lexsort([columns[name] for name in reversed(SORTED[table].split(", "))])
        columns = {name: column[order] for name, column in columns.items()}
    return columns


def _column(values: Any, kind: str) -> Any:
    if kind in NUMBERS:
        return np.array(values, NUMBERS[kind])
    import pyarrow as pa

    return pa.array(values, pa.string())
