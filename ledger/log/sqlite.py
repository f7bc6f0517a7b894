"""The log in one SQLite file, on eventsourcing's application recorder."""

import errno
import os
import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import uuid4

from eventsourcing.persistence import Notification, PersistenceError, Subscription
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteDatastore,
)

from ledger.errors import LedgerError, of_system
from ledger.log.store import PATIENCE, PATIENT_AFTER, TABLE, NewRow, Reads, Store, Tell, Writing
from ledger.log.wire_format import FORMAT
from ledger.persons.person_keys import FILE as KEYS
from ledger.persons.person_keys import KeyFile, PersonKeys
from ledger.tree.tree import Tile
from wording import joined, say

FILE = "log.sqlite"
LOOKED_AT = 500
LOOK_AGAIN = 0.5  # events at a time; seconds after which a file is looked at again
RESTORE = say(
    "restore {file}: put back a backup of it and delete {file}-wal and {file}-shm, or make a new ledger with the same "
    "init --origin and import the newest export; then verify it with a kept checkpoint",
    file=FILE,
)


class SqlitePool(SQLiteConnectionPool):
    """Connections with full synchronous writes, and with more than one prepared statement."""

    @staticmethod
    def detect_memory_mode(db_name: str) -> bool:
        return False  # the memory database is shared between connections: no lock-out needed

    def _create_connection(self) -> SQLiteConnection:
        connection = sqlite3.connect(
            self.db_name,
            uri=True,
            check_same_thread=False,
            isolation_level=None,
            timeout=PATIENT_AFTER,
        )
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA read_uncommitted=1")
        connection.row_factory = sqlite3.Row
        return SQLiteConnection(connection, self.max_age)


class Looking(Subscription["SqliteRecorder"]):
    """The events after a position as they come. SQLite has no notifications, so poll the file."""

    def __init__(self, recorder: "SqliteRecorder", after: int) -> None:
        super().__init__(recorder, after)
        self._found: Iterator[Notification] = iter(())
        self._stopped = threading.Event()

    def stop(self) -> None:
        super().stop()
        self._stopped.set()

    def __next__(self) -> Notification:
        while not self._stopped.is_set():
            new = next(self._found, None)
            if new is not None:
                self._last_notification_id = new.id
                return new
            news = self._recorder.select_notifications(
                self._last_notification_id, LOOKED_AT, inclusive_of_start=False
            )
            self._found = iter(news)
            if not news:
                self._stopped.wait(LOOK_AGAIN)
        raise StopIteration


class SqliteDatastore(SQLiteDatastore):
    def __init__(self, db_name: str) -> None:
        super().__init__(db_name, originator_id_type="text")
        self.pool = SqlitePool(db_name=db_name, max_overflow=100)


class SqliteRecorder(SQLiteApplicationRecorder):
    """The library's table, with triggers that refuse change, tiles of the hash tree and facts beside it."""

    def construct_create_table_statements(self) -> list[str]:
        return [
            *super().construct_create_table_statements(),
            "CREATE TABLE IF NOT EXISTS tiles (level INTEGER, place INTEGER, hashes BLOB NOT NULL, "
            "PRIMARY KEY (level, place)) WITHOUT ROWID",
            "CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
            *(f"CREATE TRIGGER IF NOT EXISTS {name} {rest}" for name, rest in _TRIGGERS.items()),
        ]

    def insert_within(self, cursor: Any, rows: Iterable[NewRow]) -> None:
        """Store events in a transaction that is open already: an import is one, with its tiles."""
        cursor.executemany(self.insert_events_statement, rows)


def _refuse(action: str, table: str, when: str = "") -> tuple[str, str]:
    """The name of a trigger, and the rest of its definition."""
    refusal = f"SELECT RAISE(ABORT, 'the log is immutable: {action} of {table} refused')"
    return (
        f"no_{action.lower()}_of_{table}",
        f"BEFORE {action} ON {table} {when}BEGIN {refusal}; END",
    )


_TRIGGERS = dict([
    *(_refuse(action, table) for action in ("UPDATE", "DELETE") for table in (TABLE, "facts")),
    _refuse("DELETE", "tiles"),
    _refuse("UPDATE", "tiles", "WHEN substr(new.hashes, 1, length(old.hashes)) IS NOT old.hashes "),
])  # fmt: skip


class SqliteReading(Reads):
    """Many questions through one connection, which is not asked for again each time."""

    def __init__(self, cursor: sqlite3.Cursor, keys: PersonKeys) -> None:
        self._cursor = cursor
        self.keys = keys

    def _query(self, sql: str, *values: object) -> list[Any]:
        return self._cursor.execute(sql, values).fetchall()


class SqliteWriting(SqliteReading, Writing):
    """One append in one immediate transaction."""

    def __init__(self, cursor: sqlite3.Cursor, keys: PersonKeys, recorder: SqliteRecorder) -> None:
        super().__init__(cursor, keys)
        self._recorder = recorder

    def insert(self, rows: list[NewRow]) -> None:
        self._recorder.insert_within(self._cursor, rows)

    def put_tiles(self, tiles: Iterable[Tile]) -> None:
        self._cursor.executemany(
            "INSERT INTO tiles VALUES (?,?,?) ON CONFLICT DO UPDATE SET hashes = excluded.hashes",
            tiles,
        )


class SqliteStore(Store):
    """A ledger's database file (or, for tests, one in memory)."""

    sound = say("SQLite's own check finds nothing wrong, and every row has its place in the log")

    def __init__(self, address: str, name: str, keys: PersonKeys) -> None:
        self.name = name
        self._address = address
        self.keys = keys
        self._datastore = SqliteDatastore(address)
        self._recorder = SqliteRecorder(self._datastore)

    def create(self, origin: str) -> None:
        """Tables, triggers and the facts about this ledger; harmless if they are there."""
        with self._cursor(commit=True) as cursor:
            cursor.execute(
                "PRAGMA page_size=16384"
            )  # events are long: fewer pages to turn when all are read
            cursor.execute("PRAGMA journal_mode=WAL")
            cursor.execute("BEGIN IMMEDIATE")
            try:
                for statement in self._recorder.create_table_statements:
                    cursor.execute(statement)
                facts = [("format", str(FORMAT)), ("origin", origin)]
                cursor.executemany("INSERT INTO facts VALUES (?,?) ON CONFLICT DO NOTHING", facts)
                cursor.execute("COMMIT")
            except BaseException:
                _roll_back(cursor)
                raise

    @contextmanager
    def reading(self) -> Iterator[SqliteReading]:
        with self._cursor(commit=False) as cursor:
            yield SqliteReading(cursor, self.keys)

    @contextmanager
    def subscription(self, after: int) -> Iterator[Looking]:
        with self.failing_clearly(), Looking(self._recorder, after) as news:
            yield news

    @contextmanager
    def writing(self, tell: Tell, *, keep: bool) -> Iterator[SqliteWriting]:
        """Wait for the write lock, then all or nothing."""
        with self._cursor(commit=True) as cursor:
            self._begin(cursor, tell)
            try:
                yield SqliteWriting(cursor, self.keys, self._recorder)
                cursor.execute("COMMIT" if keep else "ROLLBACK")
            except BaseException:
                _roll_back(cursor)
                raise

    def damage(self) -> list[str]:
        """What is wrong with the file, its tables and its index of streams, by SQLite's own check; and stray rows."""
        try:
            findings = [str(row[0]) for row in self._query("PRAGMA integrity_check(5)")]
        except LedgerError as error:
            if error.code != "damaged":
                raise
            return [error.wrong]
        if findings == ["ok"]:
            return super().damage()
        return findings

    def write_rights(self) -> list[str]:
        """Put triggers back that somebody took away; a file has the rights of its folder."""
        missing = self.unprotected()
        with self._cursor(commit=True) as cursor:
            for name in missing:
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}")
                cursor.execute(f"CREATE TRIGGER {name} {_TRIGGERS[name]}")
        if not missing:
            return []
        return [say("the log is protected again: {triggers}", triggers=", ".join(missing))]

    def unprotected(self) -> list[str]:
        there = dict(self._query("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"))
        return [
            name
            for name, rest in _TRIGGERS.items()
            if there.get(name) != f"CREATE TRIGGER {name} {rest}"
        ]

    def close(self) -> None:
        self._datastore.close()

    def reopened(self) -> "SqliteStore":
        """The same file through connections of its own (another process)."""
        return SqliteStore(self._address, self.name, self.keys)

    def _query(self, sql: str, *values: object) -> list[Any]:
        with self._cursor(commit=False) as cursor:
            return cursor.execute(sql, values).fetchall()

    @contextmanager
    def _cursor(self, *, commit: bool) -> Iterator[sqlite3.Cursor]:
        with (
            self.failing_clearly(),
            self._datastore.get_connection(commit=commit) as connection,
            connection.cursor() as cursor,
        ):
            cursor.row_factory = None
            yield cursor

    def _begin(self, cursor: sqlite3.Cursor, tell: Tell) -> None:
        started = time.monotonic()
        has_told = False
        while True:
            try:
                cursor.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                busy = "locked" in str(error) or "busy" in str(error)
                if not busy or time.monotonic() - started > PATIENCE:
                    raise
            if not has_told:
                tell(
                    say(
                        "{name}: another import is writing; waiting for it to finish",
                        name=self.name,
                    )
                )
                has_told = True
            time.sleep(0.05)

    @contextmanager
    def failing_clearly(self) -> Iterator[None]:
        """What SQLite says, as something the user can act on."""
        try:
            yield
        except (sqlite3.Error, PersistenceError) as error:
            raise _explained(self.name, error) from error


def sqlite_store(folder: Path, *, create: bool) -> SqliteStore:
    """The store in a folder; a folder that cannot be written is opened for reading only."""
    path = folder / FILE
    if create:
        _make_folder(folder)
        with suppress(OSError):  # SQLite says better why it cannot be written
            path.touch(0o600)  # SQLite gives the files beside it the same rights
    address = "file:" + quote(str(path.resolve()))
    if not create and not os.access(folder, os.W_OK) and not path.with_name(FILE + "-wal").exists():
        address += "?mode=ro&immutable=1"
    return SqliteStore(address, str(folder), KeyFile(folder / KEYS))


def memory_store() -> SqliteStore:
    """A ledger that is gone when it is closed."""
    return SqliteStore(
        f"file:ledger-{uuid4().hex}?mode=memory&cache=shared", ":memory:", KeyFile(None)
    )


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        if error.errno in (errno.EEXIST, errno.ENOTDIR):
            reason = say("is a file")
        else:
            reason = of_system(error)
        raise LedgerError(
            say("cannot make a ledger here: {reason}", reason=reason),
            place=str(folder),
            remedy=say("choose another folder with --ledger"),
        ) from error


def _roll_back(cursor: sqlite3.Cursor) -> None:
    if cursor.connection.in_transaction:
        cursor.execute("ROLLBACK")


_DAMAGES = (
    ("not a database", say("log.sqlite is not a database"), RESTORE),
    ("malformed", say("the database file is damaged"), RESTORE),
    ("could not decode", say("the database file is damaged"), RESTORE),
    (
        "no such",
        say("log.sqlite is not a ledger's database"),
        say("name the right folder with --ledger; or {remedy}", remedy=RESTORE),
    ),
)
_REMEDIES = (
    (
        "full",
        say("the disk is full"),
        say("nothing was appended; make room and run the command again"),
    ),
    (
        "disk i/o",
        say("the disk could not be written or read"),
        say("nothing was appended; is it full, or failing?"),
    ),
    (
        "readonly",
        say("the ledger cannot be written"),
        say("check who may write in the folder and to its files"),
    ),
    (
        "unable to open",
        say("the ledger cannot be opened"),
        say("check who may read and write the folder and its files"),
    ),
    ("immutable", say("the log is immutable"), say("append a correction instead")),
    (
        "locked",
        say("another process keeps the ledger locked"),
        say("wait for it to finish, or stop it"),
    ),
    ("unique constraint", say("two appends met in one stream"), say("run the command again")),
)


def _explained(name: str, error: BaseException) -> LedgerError:
    said = str(error)
    for sign, wrong, remedy in _DAMAGES:
        if sign in said.lower():
            sentence = joined("", (wrong, f" ({said})"))
            return LedgerError(sentence, remedy, place=name, code="damaged")
    for sign, wrong, remedy in _REMEDIES:
        if sign in said.lower():
            return LedgerError(joined("", (wrong, f" ({said})")), place=name, remedy=remedy)
    return LedgerError(
        say("the database refused: {said}", said=said),
        place=name,
        remedy=say("run verify to see whether it is sound"),
    )
