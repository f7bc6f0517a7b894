"""What the log asks of the database that keeps it, in SQL that SQLite and PostgreSQL share."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, ClassVar

from ledger.events import AnyEvent
from ledger.persons.person_keys import PersonKeys
from ledger.persons.seal import opened
from ledger.tree.tree import Tile

if TYPE_CHECKING:
    from eventsourcing.persistence import Subscription

TABLE = "stored_events"
PATIENCE = 600.0  # seconds an append waits for another one
PATIENT_AFTER = 2.0  # seconds after which it says so

# stream, version, topic, state
NewRow = tuple[str, int, str, bytes]
# stream, version, topic
StreamPlace = tuple[str, int, str]
# position, stream, state
Batch = list[tuple[int, str, bytes]]
Tell = Callable[[str], None]


class Reads(ABC):
    """Reading, inside and outside of an append."""

    position: ClassVar = "rowid"  # the column of the position
    mark: ClassVar = "?"  # stands for a value
    contains: ClassVar = "instr(state, ?) > 0"
    stray: ClassVar = "rowid < 1"  # rows outside the positions
    keys: PersonKeys

    @abstractmethod
    def _query(self, sql: str, *values: object) -> list[Any]: ...

    def opened(self, events: list[AnyEvent], *, with_seals: bool = False) -> list[AnyEvent]:
        """Events as they were given, with what is sealed in them, as far as there are keys."""
        sealed = [
            (place, event.seal) for place, event in enumerate(events) if event.seal is not None
        ]
        if not sealed:
            return events
        keys = self.keys.get({person for _, seal in sealed for person in seal.persons})
        unsealed = list(events)
        for place, _ in sealed:
            unsealed[place] = opened(unsealed[place], keys, with_seal=with_seals)
        return unsealed

    def reading(self) -> "AbstractContextManager[Reads]":
        """For many reads in a row: one connection for all, where getting one costs time."""
        return nullcontext(self)

    def now(self) -> datetime:
        """The time that the clock shows where the log is kept."""
        return datetime.now(UTC)

    def head(self) -> int:
        return int(self._query(f"SELECT MAX({self.position}) FROM {TABLE}")[0][0] or 0)

    def rows(self, after: int, until: int, size: int) -> Batch:
        sql = f"SELECT {self.position}, originator_id, state {self._between()} LIMIT {self.mark}"
        return self._query(sql, after, until, size)

    def states(self, after: int, until: int) -> list[bytes]:
        """The stored events of a stretch of positions."""
        return [state for (state,) in self._query(f"SELECT state {self._between()}", after, until)]

    def placed(self, after: int, until: int) -> list[StreamPlace]:
        """The stream, version and topic of each event of a stretch of positions."""
        return self._query(
            f"SELECT originator_id, originator_version, topic {self._between()}", after, until
        )

    def whole_rows(self, after: int, until: int) -> list[NewRow]:
        """Everything that is stored of each event of a stretch of positions."""
        sql = f"SELECT originator_id, originator_version, topic, state {self._between()}"
        return self._query(sql, after, until)

    def stream(self, stream: str) -> list[tuple[int, bytes]]:
        sql = f"SELECT {self.position}, state FROM {TABLE} WHERE originator_id = {self.mark}"
        return self._query(f"{sql} ORDER BY originator_version", stream)

    def has_stream(self, stream: str) -> bool:
        return bool(
            self._query(f"SELECT 1 FROM {TABLE} WHERE originator_id = {self.mark} LIMIT 1", stream)
        )

    def positions(self, prefix: str) -> list[int]:
        """The positions of all events in streams that begin so."""
        rows = self._query(
            f"SELECT {self.position} {self._beginning()} ORDER BY 1", *_range(prefix)
        )
        return [row[0] for row in rows]

    def mentions(self, prefix: str, text: bytes) -> bool:
        """Does any event in the streams that begin so contain this text?"""
        return bool(
            self._query(
                f"SELECT 1 {self._beginning()} AND {self.contains} LIMIT 1", *_range(prefix), text
            )
        )

    def containing(self, text: bytes) -> list[tuple[int, bytes]]:
        """All events that contain this text."""
        sql = f"SELECT {self.position}, state FROM {TABLE} WHERE {self.contains} ORDER BY {self.position}"
        return self._query(sql, text)

    def erased(self) -> set[str]:
        """The persons whose erasure is on record."""
        sql = f"SELECT originator_id {self._beginning()} AND topic = {self.mark}"
        return {
            row[0].removeprefix("player/")
            for row in self._query(sql, *_range("player/"), "PersonErased")
        }

    def located(self, position: int) -> tuple[str, bytes] | None:
        """The stream and the state of an event."""
        sql = f"SELECT originator_id, state FROM {TABLE} WHERE {self.position} = {self.mark}"
        rows = self._query(sql, position)
        return rows[0] if rows else None

    def state(self, position: int) -> bytes | None:
        place = self.located(position)
        return place[1] if place else None

    def damage(self) -> list[str]:
        """What is wrong with the database itself. Rows outside the positions have no hash, but stand in a stream."""
        rows = self._query(
            f"SELECT {self.position} FROM {TABLE} WHERE {self.stray} ORDER BY 1 LIMIT 3"
        )
        return [f"row {row[0]} has no place in the log" for row in rows]

    def tile(self, level: int, index: int) -> bytes | None:
        return self.tiles(level, index, index).get(index)

    def tiles(self, level: int, first: int, last: int) -> dict[int, bytes]:
        """Tiles of the hash tree; what is stored as anything but bytes was not stored by us and holds no hashes."""
        sql = f"SELECT place, hashes FROM tiles WHERE level = {self.mark} AND place BETWEEN {self.mark} AND {self.mark}"
        tiles = self._query(sql, level, first, last)
        return {place: hashes if isinstance(hashes, bytes) else b"" for place, hashes in tiles}

    def fact(self, name: str) -> str | None:
        rows = self._query(f"SELECT value FROM facts WHERE name = {self.mark}", name)
        return rows[0][0] if rows and isinstance(rows[0][0], str) else None

    def _between(self) -> str:
        at = self.position
        return f"FROM {TABLE} WHERE {at} > {self.mark} AND {at} <= {self.mark} ORDER BY {at}"

    def _beginning(self) -> str:
        return f"FROM {TABLE} WHERE originator_id >= {self.mark} AND originator_id < {self.mark}"


def _range(prefix: str) -> tuple[str, str]:
    return prefix, prefix[:-1] + chr(ord(prefix[-1]) + 1)


class Writing(Reads):
    """One append: everything of it or nothing."""

    @abstractmethod
    def insert(self, rows: list[NewRow]) -> None: ...

    @abstractmethod
    def put_tiles(self, tiles: Iterable[Tile]) -> None: ...


class Store(Reads):
    """A database with events, tiles and a few facts about itself; `sound` says what no damage means."""

    name: str
    sound: ClassVar[str]

    @abstractmethod
    def create(self, origin: str) -> None: ...

    @abstractmethod
    def write_rights(self) -> list[str]:
        """Protect the log, let others use it where many can, and say what was done."""

    @abstractmethod
    def unprotected(self) -> list[str]:
        """The triggers that should protect the tables and are not there, or are not what they should be."""

    @abstractmethod
    def subscription(self, after: int) -> "AbstractContextManager[Subscription[Any]]":
        """The events after a position as they come; `stop` ends it, from another thread, too."""

    @abstractmethod
    def writing(self, tell: Tell, *, keep: bool) -> AbstractContextManager[Writing]: ...

    @abstractmethod
    def close(self) -> None: ...
