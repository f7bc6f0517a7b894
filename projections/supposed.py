"""Supposed events: a read model as if they had been appended, for appeals and questions; nothing is written."""

import hashlib
from collections.abc import Sequence

import msgspec
import numpy as np
import pyarrow as pa

from ledger.events import AnyEvent
from projections.model import Model, as_column
from projections.rows import RowCollector, numbered
from projections.tables import Columns, in_order


class Supposed(Model):
    """A model with events laid over it, at the positions they would get; the model itself stays as it is."""

    def __init__(self, model: Model, entries: Sequence[tuple[int, AnyEvent]]) -> None:
        rows = RowCollector()
        rows.add([position for position, _ in entries], [event for _, event in entries])
        tables = numbered(rows.tables(), model.numbering("player"), model.numbering("tournament"))
        head = entries[-1][0] if entries else model.head
        super().__init__(model.database, model.schemas, head, model.origin, model.folder)
        self.connection = model.cursor()
        self._tables = tables
        self.recorded = model.head
        content = msgspec.json.encode([event for _, event in entries], order="deterministic")
        self.supposed = int.from_bytes(hashlib.blake2b(content, digest_size=6).digest(), "big") + 1
        self._model = model
        self._own = {
            table: {n: as_column(rows[n]) for n in rows.column_names}
            for table, rows in tables.items()
        }

    def close(self) -> None:
        self.connection.close()

    def parts(self, table: str) -> list[str]:
        """Those of the model, and the supposed rows where they are: few supposed events are ever asked for in SQL."""
        supposed = self._tables[table]
        if not len(supposed):
            return self._model.parts(table)
        self.connection.register(f"supposed_{table}", supposed)
        return [*self._model.parts(table), f"FROM supposed_{table}"]

    def columns(self, table: str, *names: str) -> Columns:
        """Columns of the model, then those of the supposed events."""
        return joined(
            self._model.columns(table, *names), {name: self._own[table][name] for name in names}
        )

    def games(self, lowest: int, highest: int) -> Columns:
        recorded = self._model.games(lowest, highest)
        own = self._own["games"]
        here = (own["tournament"] >= lowest) & (own["tournament"] <= highest)
        if not here.any():
            return recorded
        return in_order(joined(recorded, {name: column[here] for name, column in own.items()}))


def joined(one: Columns, other: Columns) -> Columns:
    """The rows of both."""
    return {
        name: np.concatenate((column, other[name]))
        if isinstance(column, np.ndarray)
        else pa.concat_arrays([column, other[name]])
        for name, column in one.items()
    }
