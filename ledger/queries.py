"""The questions the log asks, in SQL that SQLite and PostgreSQL share."""

from typing import Any

from ledger.store import Batch, Row

TABLE = "stored_events"


class Queries:
    """Reading through whatever `_query` uses; `position` is the column of the position, `mark` that of a value."""

    position = "rowid"
    mark = "?"

    def _query(self, sql: str, *values: Any) -> list[Any]:
        raise NotImplementedError

    def head(self) -> int:
        return int(self._query(f"SELECT MAX({self.position}) FROM {TABLE}")[0][0] or 0)

    def rows(self, after: int, until: int, size: int) -> Batch:
        sql = f"SELECT {self.position}, originator_id, state {self._between()} LIMIT {self.mark}"
        return self._query(sql, after, until, size)

    def versioned(self, after: int, until: int) -> list[Row]:
        """Stream, version, topic and state of a dense stretch of positions."""
        return self._query(f"SELECT originator_id, originator_version, topic, state {self._between()}", after, until)

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

    def tile(self, level: int, index: int) -> bytes | None:
        sql = f"SELECT hashes FROM tiles WHERE level = {self.mark} AND place = {self.mark}"
        found = self._query(sql, level, index)
        return _hashes(found[0][0]) if found else None

    def tiles(self, level: int, first: int, last: int) -> dict[int, bytes]:
        sql = f"SELECT place, hashes FROM tiles WHERE level = {self.mark} AND place BETWEEN {self.mark} AND {self.mark}"
        return {place: _hashes(hashes) for place, hashes in self._query(sql, level, first, last)}

    def fact(self, name: str) -> str | None:
        found = self._query(f"SELECT value FROM facts WHERE name = {self.mark}", name)
        return found[0][0] if found else None

    def _between(self) -> str:
        at = self.position
        return f"FROM {TABLE} WHERE {at} > {self.mark} AND {at} <= {self.mark} ORDER BY {at}"


def _hashes(stored: Any) -> bytes:
    """What is stored as anything but bytes was not stored by us: no hashes."""
    return stored if isinstance(stored, bytes) else b""
