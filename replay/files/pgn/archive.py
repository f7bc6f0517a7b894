"""The games of an archive by tournament. They wait in a file, so that an archive of any size fits into memory."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date as Date
from itertools import groupby
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec

from replay.files.pgn.games import ReadGame, TaggedPlayer

_BATCH = 10_000
_encode = msgspec.msgpack.encode
_decode = msgspec.msgpack.Decoder(ReadGame).decode


class ArchivePlayer:
    """A player of the archive: name and FIDE number as first seen, the first day played and the first rating."""

    __slots__ = (
        "fide_id", "first_day", "is_woman", "line", "name", "rated_day", "rating", "tournaments",
    )  # fmt: skip

    def __init__(self, side: TaggedPlayer, line: int, day: Date) -> None:
        self.name = side.name
        self.fide_id = side.fide_id
        self.line = line
        self.is_woman = side.is_woman
        self.first_day = day
        self.rated_day = Date.max
        self.rating = 0
        self.tournaments: set[int] = set()  # by their order in the archive

    def see(self, side: TaggedPlayer, day: Date, tournament: int) -> None:
        self.tournaments.add(tournament)
        self.first_day = min(self.first_day, day)
        self.is_woman = self.is_woman or side.is_woman
        if side.rating and day < self.rated_day:
            self.rated_day = day
            self.rating = side.rating


class ArchiveEvent(NamedTuple):
    """What makes a tournament: the name, the place and the year of its first day."""

    name: str
    site: str
    year: int


class Archive:
    """Players and tournaments in memory, games in a database that is thrown away."""

    def __init__(self, store: sqlite3.Connection) -> None:
        self._store = store
        store.execute("CREATE TABLE games (tournament, game)")
        self._pending: list[tuple[int, bytes]] = []
        self.people: dict[str, ArchivePlayer] = {}  # by the key of their tags
        self.events: dict[ArchiveEvent, int] = {}

    def add(self, game: ReadGame) -> None:
        """Keep a game until all are read."""
        tournament = self.events.setdefault(
            ArchiveEvent(game.event, game.site, game.year), len(self.events)
        )
        for side in (game.first, game.second):
            if side.key not in self.people:
                self.people[side.key] = ArchivePlayer(side, game.line, game.day)
            self.people[side.key].see(side, game.day, tournament)
        self._pending.append((tournament, _encode(game)))
        if len(self._pending) >= _BATCH:
            self._flush()

    def _flush(self) -> None:
        self._store.executemany("INSERT INTO games VALUES (?, ?)", self._pending)
        self._pending.clear()

    def tournaments(self) -> Iterator[tuple[ArchiveEvent, list[ReadGame]]]:
        """Every tournament with its games, both in the order of the file."""
        self._flush()
        events = list(self.events)
        rows = self._store.execute("SELECT tournament, game FROM games ORDER BY tournament, rowid")
        for tournament, games in groupby(rows, key=lambda row: row[0]):
            yield events[tournament], [_decode(game) for _, game in games]


@contextmanager
def open_archive() -> Iterator[Archive]:
    """An empty archive; what waits in it is gone in the end."""
    with TemporaryDirectory(prefix="rating-ledger-") as folder:
        store = sqlite3.connect(f"{folder}/games.sqlite", isolation_level=None)
        store.execute("PRAGMA journal_mode = OFF")
        store.execute("PRAGMA synchronous = OFF")
        store.execute("BEGIN")
        try:
            yield Archive(store)
        finally:
            store.close()
