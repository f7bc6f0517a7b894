"""The games of an archive by tournament. They wait in a file, so that an archive of any size fits into memory."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date as Date
from itertools import groupby
from tempfile import TemporaryDirectory
from typing import NamedTuple

from ledger.events import Result
from ledger.formats.pgn.games import ReadGame, TaggedPlayer

_BATCH = 10_000
_COLUMNS = (
    "tournament", "line", "first", "second", "first_rating", "second_rating", "result", "day", "is_day_sure",
    "event_day", "round", "board", "time_control", "event_type",
)  # fmt: skip
_RESULTS = list(Result)


class ArchivePlayer:
    """A player of the archive: name and FIDE number as first seen, and when he first played and was first rated."""

    __slots__ = ("fide_id", "first_day", "is_woman", "line", "name", "rated_day", "rating")

    def __init__(self, side: TaggedPlayer, line: int, day: Date) -> None:
        self.name, self.fide_id, self.line, self.is_woman = side.name, side.fide_id, line, side.is_woman
        self.first_day, self.rated_day, self.rating = day, Date.max, 0

    def see(self, side: TaggedPlayer, day: Date) -> None:
        self.first_day = min(self.first_day, day)
        self.is_woman = self.is_woman or side.is_woman
        if side.rating and day < self.rated_day:
            self.rated_day, self.rating = day, side.rating


class ArchiveEvent(NamedTuple):
    """What makes a tournament: the name, the place and the year of its first day."""

    name: str
    site: str
    year: int


class ArchivedGame(NamedTuple):
    """A game of a tournament; its players by number."""

    line: int
    first: int
    second: int
    first_rating: int
    second_rating: int
    result: Result
    day: Date
    is_day_sure: bool
    event_day: Date | None
    round: int
    board: int
    time_control: str
    event_type: str


class Archive:
    """Players and tournaments in memory, games in a database that is thrown away."""

    def __init__(self, store: sqlite3.Connection) -> None:
        self._store = store
        store.execute(f"CREATE TABLE games ({', '.join(_COLUMNS)})")
        self._pending: list[tuple[object, ...]] = []
        self.people: list[ArchivePlayer] = []
        self.events: list[ArchiveEvent] = []
        self._person: dict[str, int] = {}
        self._event: dict[ArchiveEvent, int] = {}

    def add(self, game: ReadGame) -> None:
        """Keep a game until all are read."""
        event = ArchiveEvent(game.event, game.site, game.year)
        tournament = self._event.setdefault(event, len(self.events))
        if tournament == len(self.events):
            self.events.append(event)
        players = [self._number(side, game) for side in (game.first, game.second)]
        self._pending.append(
            (
                tournament, game.line, *players, game.first.rating, game.second.rating, _RESULTS.index(game.result),
                game.day.toordinal(), game.is_day_sure, game.event_day.toordinal() if game.event_day else 0, game.round,
                game.board, game.time_control, game.event_type,
            )
        )  # fmt: skip
        if len(self._pending) >= _BATCH:
            self._flush()

    def _number(self, side: TaggedPlayer, game: ReadGame) -> int:
        """The number of a player: by FIDE number, else by name."""
        key = side.fide_id or f"name {side.name}"
        number = self._person.get(key)
        if number is None:
            number = self._person[key] = len(self.people)
            self.people.append(ArchivePlayer(side, game.line, game.day))
        self.people[number].see(side, game.day)
        return number

    def _flush(self) -> None:
        marks = ", ".join("?" * len(_COLUMNS))
        self._store.executemany(f"INSERT INTO games VALUES ({marks})", self._pending)
        self._pending.clear()

    def tournaments(self) -> Iterator[tuple[ArchiveEvent, list[ArchivedGame]]]:
        """Every tournament with its games, both in the order of the file."""
        self._flush()
        rows = self._store.execute("SELECT * FROM games ORDER BY tournament, rowid")
        for tournament, games in groupby(rows, key=lambda row: row[0]):
            yield self.events[tournament], [_waiting(row) for row in games]


def _waiting(row: tuple[int, ...]) -> ArchivedGame:
    _, line, first, second, first_rating, second_rating, result, day, sure, event_day, *rest = row
    days = Date.fromordinal(day), bool(sure), Date.fromordinal(event_day) if event_day else None
    return ArchivedGame(line, first, second, first_rating, second_rating, _RESULTS[result], *days, *rest)  # type: ignore[arg-type]


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
