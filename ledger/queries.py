"""The questions the log asks, in SQL that SQLite and PostgreSQL share."""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from ledger.store import Batch, Placed, Run

TABLE = "stored_events"


class Queries:
    """Reading through whatever `_query` uses; `position` is the column of the position, `mark` that of a value."""

    position = "rowid"
    mark = "?"

    def _query(self, sql: str, *values: Any) -> list[Any]:
        raise NotImplementedError

    def reading(self) -> AbstractContextManager["Queries"]:
        """Itself, where asking costs nothing beside the answer."""
        return nullcontext(self)

    def head(self) -> int:
        return int(self._query(f"SELECT MAX({self.position}) FROM {TABLE}")[0][0] or 0)

    def rows(self, after: int, until: int, size: int) -> Batch:
        sql = f"SELECT {self.position}, originator_id, state {self._between()} LIMIT {self.mark}"
        return self._query(sql, after, until, size)

    def states(self, after: int, until: int) -> list[bytes]:
        """The stored events of a stretch of positions."""
        return [state for (state,) in self._query(f"SELECT state {self._between()}", after, until)]

    def placed(self, after: int, until: int) -> list[Placed]:
        """Where the events of a stretch of positions stand: stream, version, topic."""
        return self._query(f"SELECT originator_id, originator_version, topic {self._between()}", after, until)

    def as_placed(self, runs: Sequence[Run]) -> bool:
        """Does every event stand where its run says? The database looks, nothing is fetched."""
        at, mark = f"{TABLE}.{self.position}", self.mark
        table = ", ".join([f"({mark}, {mark}, {mark}, {mark}, {mark})"] * len(runs))
        sql = (
            f"WITH runs (first, last, stream, topic, ahead) AS (VALUES {table}) "
            f"SELECT 1 FROM runs CROSS JOIN {TABLE} WHERE {at} BETWEEN first AND last AND (originator_id = stream "
            f"AND {TABLE}.topic = runs.topic AND originator_version = {at} - ahead) IS NOT TRUE LIMIT 1"
        )
        return not self._query(sql, *(value for run in runs for value in run))

    def stream(self, stream: str) -> list[tuple[int, bytes]]:
        sql = f"SELECT {self.position}, state FROM {TABLE} WHERE originator_id = {self.mark}"
        return self._query(f"{sql} ORDER BY originator_version", stream)

    def has_stream(self, stream: str) -> bool:
        return bool(self._query(f"SELECT 1 FROM {TABLE} WHERE originator_id = {self.mark} LIMIT 1", stream))

    def positions(self, prefix: str) -> list[int]:
        """The positions of all events in streams that begin so, by the index of streams."""
        sql = f"SELECT {self.position} FROM {TABLE} WHERE originator_id >= {self.mark} AND originator_id < {self.mark}"
        return [row[0] for row in self._query(f"{sql} ORDER BY 1", prefix, prefix[:-1] + chr(ord(prefix[-1]) + 1))]

    def located(self, position: int) -> tuple[str, bytes] | None:
        sql = f"SELECT originator_id, state FROM {TABLE} WHERE {self.position} = {self.mark}"
        found = self._query(sql, position)
        return found[0] if found else None

    def state(self, position: int) -> bytes | None:
        found = self.located(position)
        return found[1] if found else None

    def strays(self) -> list[str]:
        """Rows outside the positions: without a hash, but found by whoever asks for their stream."""
        at = self.position
        found = self._query(f"SELECT {at} FROM {TABLE} WHERE {at} < 1 OR {at} IS NULL ORDER BY 1 LIMIT 3")
        return [f"row {row[0]} has no place in the log" for row in found]

    def damage(self) -> list[str]:
        """What is wrong with the database itself; nothing if it is sound."""
        return self.strays()

    def tile(self, level: int, index: int) -> bytes | None:
        sql = f"SELECT hashes FROM tiles WHERE level = {self.mark} AND place = {self.mark}"
        found = self._query(sql, level, index)
        return _hashes(found[0][0]) if found else None

    def tiles(self, level: int, first: int, last: int) -> dict[int, bytes]:
        sql = f"SELECT place, hashes FROM tiles WHERE level = {self.mark} AND place BETWEEN {self.mark} AND {self.mark}"
        return {place: _hashes(hashes) for place, hashes in self._query(sql, level, first, last)}

    def fact(self, name: str) -> str | None:
        found = self._query(f"SELECT value FROM facts WHERE name = {self.mark}", name)
        return found[0][0] if found and isinstance(found[0][0], str) else None

    def _between(self) -> str:
        at = self.position
        return f"FROM {TABLE} WHERE {at} > {self.mark} AND {at} <= {self.mark} ORDER BY {at}"


def _hashes(stored: Any) -> bytes:
    """What is stored as anything but bytes was not stored by us: no hashes."""
    return stored if isinstance(stored, bytes) else b""
