"""What the log asks of the database that keeps it; `ledger.sqlite` and `ledger.postgres` answer."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from ledger.tree import Tile

# stream, version, topic, state
Row = tuple[str, int, str, bytes]
# stream, version, topic
Placed = tuple[str, int, str]
# first position, last position, stream, topic, how far the positions are ahead of the versions
Run = tuple[int, int, str, str, int]
# position, stream, state
Batch = list[tuple[int, str, bytes]]
Tell = Callable[[str], None]

PATIENCE = 600.0  # seconds an append waits for another one
PATIENT_AFTER = 2.0  # seconds after which it says so


class Reads(Protocol):
    """Reading, inside and outside of an append."""

    def reading(self) -> "AbstractContextManager[Reads]": ...

    def head(self) -> int: ...

    def rows(self, after: int, until: int, size: int) -> Batch: ...

    def states(self, after: int, until: int) -> list[bytes]: ...

    def placed(self, after: int, until: int) -> list[Placed]: ...

    def as_placed(self, runs: Sequence[Run]) -> bool: ...

    def stream(self, stream: str) -> list[tuple[int, bytes]]: ...

    def has_stream(self, stream: str) -> bool: ...

    def positions(self, prefix: str) -> list[int]: ...

    def state(self, position: int) -> bytes | None: ...

    def located(self, position: int) -> tuple[str, bytes] | None: ...

    def tile(self, level: int, index: int) -> bytes | None: ...

    def tiles(self, level: int, first: int, last: int) -> dict[int, bytes]: ...

    def damage(self) -> list[str]: ...


class Writing(Reads, Protocol):
    """One append: everything of it or nothing."""

    def insert(self, rows: list[Row]) -> None: ...

    def put_tiles(self, tiles: Iterable[Tile]) -> None: ...


class Store(Reads, Protocol):
    """A database with events, tiles and a few facts about itself; `sound` says what no damage means."""

    sound: str

    def create(self, origin: str) -> None: ...

    def fact(self, name: str) -> str | None: ...

    def writing(self, tell: Tell, *, keep: bool) -> AbstractContextManager[Writing]: ...

    def close(self) -> None: ...
