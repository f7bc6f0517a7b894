"""The log in PostgreSQL, so that many offices append to one log; on eventsourcing's recorder."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from ledger.errors import LedgerError, Unconfirmed
from ledger.store import PATIENCE, PATIENT_AFTER, TABLE, NewRow, Reads, Store, Tell, Writing
from ledger.tree import Tile
from ledger.wire_format import FORMAT

try:
    import psycopg
    from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
    from psycopg.conninfo import conninfo_to_dict
    from psycopg.rows import dict_row
except ImportError as missing:
    raise LedgerError(
        "a ledger in PostgreSQL needs the package psycopg, which is not installed",
        remedy="pip install 'rating-ledger[postgres]'",
    ) from missing

DEFAULTS = {"host": "localhost", "port": "5432", "user": "postgres", "dbname": "postgres", "connect_timeout": "5"}
_FORM = "write it as postgresql://user:password@host:5432/database?sslmode=require"
_FACTS = "CREATE TABLE IF NOT EXISTS facts (name text PRIMARY KEY, value text NOT NULL)"
_TILES = (
    "CREATE TABLE IF NOT EXISTS tiles (level bigint, place bigint, hashes bytea NOT NULL, PRIMARY KEY (level, place))"
)
_REFUSING = """
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'the log is immutable: % of % refused', TG_OP, TG_TABLE_NAME; END $$
"""
_SHRINKING = "WHEN (substr(new.hashes, 1, length(old.hashes)) IS DISTINCT FROM old.hashes)"


class PostgresReads(Reads):
    position = "notification_id"
    mark = "%s"
    contains = "position(%s in state) > 0"


class PostgresWriting(PostgresReads, Writing):
    """One append under the table's write lock. Positions are given here: a sequence would leave gaps."""

    def __init__(self, cursor: Any) -> None:
        self._cursor = cursor
        self._next = self.head() + 1

    def _query(self, sql: str, *values: Any) -> list[Any]:
        return _tuples(self._cursor.execute(sql, values or None))

    def insert(self, rows: list[NewRow]) -> None:
        columns = "originator_id, originator_version, topic, state, notification_id"
        with self._cursor.copy(f"COPY {TABLE} ({columns}) FROM STDIN") as copy:
            for number, row in enumerate(rows, self._next):
                copy.write_row((*row, number))
        self._next += len(rows)

    def put_tiles(self, tiles: Iterable[Tile]) -> None:
        sql = "INSERT INTO tiles VALUES (%s,%s,%s) ON CONFLICT (level, place) DO UPDATE SET hashes = excluded.hashes"
        self._cursor.executemany(sql, list(tiles))


class PostgresLedgerDatastore(PostgresDatastore):
    """The library's connections, with every option of the address."""

    def __init__(self, wanted: dict[str, str]) -> None:
        place = (wanted["dbname"], wanted["host"], wanted["port"], wanted["user"], "")
        super().__init__(*place, originator_id_type="text", max_overflow=9)
        self.pool.kwargs = {**wanted, "row_factory": dict_row}


class PostgresStore(PostgresReads, Store):
    """A ledger's tables at a `postgresql://user:password@host:port/database?option=value` address."""

    sound = "every row has its place in the log; PostgreSQL's own files are for pg_amcheck to check"

    def __init__(self, address: str) -> None:
        wanted = DEFAULTS | _parsed(address)
        self.name = "postgresql://{host}:{port}/{dbname}".format(**wanted)
        with self._failing_clearly():
            psycopg.connect(**wanted).close()  # says at once why not; the pool would only say that time ran out
        self._datastore = PostgresLedgerDatastore(wanted)

    def create(self, origin: str) -> None:
        """Tables, triggers and the facts about this ledger; harmless if they are there."""
        with self._failing_clearly():
            PostgresApplicationRecorder(self._datastore).create_table()
            with self._datastore.transaction(commit=True) as cursor:
                for statement in (_FACTS, _TILES, _REFUSING, *_triggers()):
                    cursor.execute(statement)
                sql = "INSERT INTO facts VALUES (%s, %s) ON CONFLICT DO NOTHING"
                cursor.executemany(sql, [("format", str(FORMAT)), ("origin", origin)])

    def fact(self, name: str) -> str | None:
        if not self._query("SELECT to_regclass('facts')")[0][0]:
            raise LedgerError(
                "there is no ledger in this database", place=self.name, remedy="rating-ledger init makes one"
            )
        return super().fact(name)

    @contextmanager
    def writing(self, tell: Tell, *, keep: bool) -> Iterator[PostgresWriting]:
        """Wait for the write lock, then all or nothing."""
        finished = False
        try:
            with self._failing_clearly(), self._datastore.transaction(commit=keep) as cursor:
                self._lock(cursor, tell)
                yield PostgresWriting(cursor)
                finished = keep  # what follows is the commit
        except LedgerError as error:
            if finished:
                self._datastore.pool.check()  # other connections may have broken, too
                raise Unconfirmed("the connection broke", place=self.name) from error
            raise

    def close(self) -> None:
        self._datastore.close()

    def _query(self, sql: str, *values: Any) -> list[Any]:
        with self._failing_clearly(), self._datastore.transaction() as cursor:
            return _tuples(cursor.execute(sql, values or None))

    def _lock(self, cursor: Any, tell: Tell) -> None:
        for patience in (PATIENT_AFTER, PATIENCE):
            try:
                with cursor.connection.transaction():
                    cursor.execute(f"SET LOCAL lock_timeout = '{int(patience * 1000)}ms'")
                    cursor.execute(f"LOCK TABLE {TABLE} IN EXCLUSIVE MODE")
                return
            except psycopg.errors.LockNotAvailable:
                if patience == PATIENCE:
                    raise
                tell(f"{self.name}: another import is writing; waiting for it to finish")

    @contextmanager
    def _failing_clearly(self) -> Iterator[None]:
        try:
            yield
        except LedgerError:
            raise
        except Exception as error:
            if type(error).__module__.partition(".")[0] not in ("psycopg", "psycopg_pool", "eventsourcing"):
                raise
            wrong = f"the database refused: {_first_line(error)}"
            raise LedgerError(wrong, place=self.name, remedy="check the address, and that the server runs") from error


def _parsed(address: str) -> dict[str, str]:
    """The parts and options of an address, as PostgreSQL's own library reads it."""
    known = [option.keyword.decode() for option in psycopg.pq.Conninfo.get_defaults()]
    for name, _ in parse_qsl(urlsplit(address).query, keep_blank_values=True):
        if name not in known:
            close = get_close_matches(name, known, 1)
            hint = f"did you mean {close[0]}?" if close else "known are sslmode, sslrootcert, application_name, …"
            raise LedgerError(f"unknown option {name!r} in the address of the database", remedy=hint)
    try:
        given = conninfo_to_dict(address)
    except psycopg.Error as error:
        raise LedgerError(f"the address of the database cannot be read: {_first_line(error)}", remedy=_FORM) from None
    if "@" in str(given.get("host", "")):
        raise LedgerError("the address of the database has two @", remedy="in a name or password, write @ as %40")
    return {name: str(value) for name, value in given.items()}


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__


def _triggers() -> Iterator[str]:
    for table in (TABLE, "facts", "tiles"):
        for action in ("UPDATE", "DELETE", "TRUNCATE"):
            name = f"no_{action.lower()}_of_{table}"
            each = "STATEMENT" if action == "TRUNCATE" else "ROW"
            when = _SHRINKING if (table, action) == ("tiles", "UPDATE") else ""
            yield (
                f"CREATE OR REPLACE TRIGGER {name} BEFORE {action} ON {table} "
                f"FOR EACH {each} {when} EXECUTE FUNCTION refuse_change()"
            )


def _tuples(cursor: Any) -> list[Any]:
    return [tuple(bytes(v) if isinstance(v, memoryview) else v for v in row.values()) for row in cursor.fetchall()]
