"""The log in PostgreSQL, so that many offices append to one log; on eventsourcing's recorder."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from difflib import get_close_matches
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from ledger.errors import LedgerError
from ledger.log.store import PATIENCE, PATIENT_AFTER, TABLE, NewRow, Reads, Store, Tell, Writing
from ledger.log.wire_format import FORMAT
from ledger.tree.tree import Tile
from wording import joined, say

try:
    import psycopg
    from eventsourcing import persistence
    from eventsourcing.postgres import (
        PostgresApplicationRecorder,
        PostgresDatastore,
        PostgresSubscription,
    )
    from psycopg import errors
    from psycopg.conninfo import conninfo_to_dict
    from psycopg.rows import dict_row
    from psycopg_pool import PoolTimeout

    from ledger.log.roles import GUARD, REFUSE_APPEND, write_rights
except ImportError as missing:
    raise LedgerError(
        say("a ledger in PostgreSQL needs the package psycopg, which is not installed"),
        remedy="pip install 'rating-ledger[postgres]'",
    ) from missing

DEFAULTS = {
    "host": "localhost",
    "port": "5432",
    "user": "postgres",
    "dbname": "postgres",
    "connect_timeout": "5",
}
_FORM = say("write it as postgresql://user:password@host:5432/database?sslmode=require")
_CHECK = say("check the address, and that the server runs")
_CHECK_ALL = say("check the address, the user and the password, and that the server runs")
_FACTS = "CREATE TABLE IF NOT EXISTS facts (name text PRIMARY KEY, value text NOT NULL)"
_TILES = (
    "CREATE TABLE IF NOT EXISTS tiles "
    "(level bigint, place bigint, hashes bytea NOT NULL, PRIMARY KEY (level, place))"
)
_KEYS = "CREATE TABLE IF NOT EXISTS person_keys (person text PRIMARY KEY, key bytea)"
_REFUSING = """
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'the log is immutable: % of % refused', TG_OP, TG_TABLE_NAME; END $$
"""
_PROTECTING = """
SELECT tgname::text, relname::text, proname::text FROM pg_catalog.pg_trigger
JOIN pg_catalog.pg_class ON pg_class.oid = tgrelid JOIN pg_catalog.pg_proc ON pg_proc.oid = tgfoid
WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')
"""
_SHRINKING = "WHEN (substr(new.hashes, 1, length(old.hashes)) IS DISTINCT FROM old.hashes)"


# Appends take turns. Not by a lock of the table: an office's user may not have one, because it may not change rows.
_TURN = "SELECT pg_advisory_xact_lock(hashtext('rating-ledger'), hashtext('append'))"


class PostgresReads(Reads):
    position = "notification_id"
    mark = "%s"
    contains = "position(%s in state) > 0"
    stray = "notification_id < 1 OR notification_id IS NULL"

    @property
    def keys(self) -> "PostgresKeys":  # type: ignore[override]
        return PostgresKeys(self._query)

    def now(self) -> datetime:
        """The time of the server: one clock for all offices."""
        moment: datetime = self._query("SELECT clock_timestamp()")[0][0]
        return moment.astimezone(UTC)


class PostgresKeys:
    """The keys of persons in a table of their own. Within an append they are stored with it, or not at all."""

    def __init__(self, query: Callable[..., list[Any]]) -> None:
        self._query = query

    def get(self, persons: Collection[str]) -> dict[str, bytes | None]:
        return dict(
            self._query("SELECT person, key FROM person_keys WHERE person = ANY(%s)", list(persons))
        )

    def everybody(self) -> dict[str, bytes | None]:
        return dict(self._query("SELECT person, key FROM person_keys ORDER BY person"))

    def put(self, keys: Mapping[str, bytes | None]) -> None:
        self._query(
            "INSERT INTO person_keys SELECT * FROM unnest(%s::text[], %s::bytea[]) ON CONFLICT DO NOTHING RETURNING ''",
            list(keys), list(keys.values()),
        )  # fmt: skip

    def destroy(self, person: str) -> None:
        self._query(
            "INSERT INTO person_keys VALUES (%s, NULL) ON CONFLICT (person) DO UPDATE SET key = NULL RETURNING ''",
            person,
        )


class PostgresWriting(PostgresReads, Writing):
    """One append at a time. Positions are given here: a sequence would leave gaps."""

    def __init__(self, cursor: Any) -> None:
        self._cursor = cursor
        self._next = self.head() + 1

    def _query(self, sql: str, *values: object) -> list[Any]:
        return _tuples(self._cursor.execute(sql, values or None))

    def insert(self, rows: list[NewRow]) -> None:
        columns = "originator_id, originator_version, topic, state, notification_id"
        with self._cursor.copy(f"COPY {TABLE} ({columns}) FROM STDIN") as copy:
            for number, row in enumerate(rows, self._next):
                copy.write_row((*row, number))
        self._next += len(rows)
        self._cursor.execute(
            f"NOTIFY {TABLE}"
        )  # the library's subscriptions listen on this channel

    def put_tiles(self, tiles: Iterable[Tile]) -> None:
        sql = "INSERT INTO tiles VALUES (%s,%s,%s) ON CONFLICT (level, place) DO UPDATE SET hashes = excluded.hashes"
        self._cursor.executemany(sql, list(tiles))


class PostgresLedgerDatastore(PostgresDatastore):
    """The library's connections, with every option of the address."""

    def __init__(self, wanted: dict[str, str]) -> None:
        place = (wanted["dbname"], wanted["host"], wanted["port"], wanted["user"], "")
        patience = float(wanted["connect_timeout"])
        super().__init__(
            *place, originator_id_type="text", max_overflow=9, connect_timeout=patience
        )
        self.pool.kwargs = {**wanted, "row_factory": dict_row}
        self.pool.reconnect_timeout = (
            0.0  # whoever asks next tries again: a server that is back is not waited for
        )


class Listening(PostgresSubscription):
    """The library's subscription. It also sees what is committed after its first look and before it listens."""

    def _listen(self) -> None:
        try:
            with self._recorder.datastore.get_connection() as connection:
                connection.execute(f"LISTEN {TABLE}")
                self._has_been_notified.set()
                while not self._has_been_stopped:
                    for _ in connection.notifies(timeout=0.1, stop_after=1):
                        self._has_been_notified.set()
                connection.execute("UNLISTEN *")
        except BaseException as error:
            self._thread_error = self._thread_error or error
            self.stop()


class PostgresStore(PostgresReads, Store):
    """A ledger's tables at a `postgresql://user:password@host:port/database?option=value` address."""

    sound = say(
        "every row has its place in the log; PostgreSQL's own files are for pg_amcheck to check"
    )

    def __init__(self, address: str) -> None:
        wanted = DEFAULTS | _parsed(address)
        self.name = "postgresql://{host}:{port}/{dbname}".format(**wanted)
        self._database = wanted["dbname"]
        try:
            psycopg.connect(
                **wanted
            ).close()  # says at once why not; the pool would only say that time ran out
        except psycopg.Error as error:
            raise LedgerError(
                say("no connection: {said}", said=_first_line(error)),
                place=self.name,
                remedy=_CHECK_ALL,
            ) from error
        self._datastore = PostgresLedgerDatastore(wanted)
        with self._failing_clearly():
            self._datastore.pool.open(
                wait=True, timeout=self._datastore.pool.timeout
            )  # else it opens two at first

    def create(self, origin: str) -> None:
        """Tables, triggers and the facts about this ledger; harmless if they are there."""
        if self._is_of_others():
            return
        with self._failing_clearly():
            PostgresApplicationRecorder(self._datastore).create_table()
            with self._datastore.transaction(commit=True) as cursor:
                triggers = [statement for _, _, statement in _triggers()]
                for statement in (_FACTS, _TILES, _KEYS, _REFUSING, *triggers, REFUSE_APPEND):
                    cursor.execute(statement)
                sql = "INSERT INTO facts VALUES (%s, %s) ON CONFLICT DO NOTHING"
                cursor.executemany(sql, [("format", str(FORMAT)), ("origin", origin)])

    def write_rights(self) -> list[str]:
        if self._is_of_others():
            return []
        with self._failing_clearly(), self._datastore.transaction(commit=True) as cursor:
            return write_rights(cursor, self._database)

    def _is_of_others(self) -> bool:
        """Is there a ledger already, made by somebody in whose place this user cannot act?"""
        owned = "SELECT NOT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('facts')"
        return self._query(owned) == [(True,)]

    def unprotected(self) -> list[str]:
        """By name, function and whether they are in force: PostgreSQL keeps definitions in words of its own."""
        there = self._query(_PROTECTING)
        wanted = [(name, table, "refuse_change") for name, table, _ in _triggers()]
        wanted.append((GUARD, TABLE, "refuse_append"))
        return [name for name, table, function in wanted if (name, table, function) not in there]

    @contextmanager
    def writing(self, tell: Tell, *, keep: bool) -> Iterator[PostgresWriting]:
        """Wait for our turn, then all or nothing."""
        finished = False
        outcome = say("nothing was appended") if keep else ""
        self._drop_broken()
        try:
            with self._failing_clearly(outcome), self._datastore.transaction(commit=keep) as cursor:
                self._wait(cursor, tell)
                yield PostgresWriting(cursor)
                finished = keep  # what follows is the commit
        except LedgerError as error:
            if finished:
                self._drop_broken()
                broke = say("the connection broke")
                raise LedgerError(broke, place=self.name, code="unconfirmed") from error
            raise

    @contextmanager
    def subscription(self, after: int) -> Iterator[PostgresSubscription]:
        with (
            self._failing_clearly(),
            Listening(PostgresApplicationRecorder(self._datastore), after) as news,
        ):
            yield news

    def close(self) -> None:
        self._datastore.close()

    def _query(self, sql: str, *values: object) -> list[Any]:
        with self._failing_clearly():
            try:
                return self._ask(sql, values)
            except (persistence.OperationalError, persistence.InterfaceError) as error:
                if isinstance(error.__cause__, PoolTimeout):
                    raise
                self._drop_broken()
                return self._ask(sql, values)

    def _ask(self, sql: str, values: tuple[object, ...]) -> list[Any]:
        with self._datastore.cursor() as cursor:
            return _tuples(cursor.execute(sql, values or None))

    def _drop_broken(self) -> None:
        """Let go of connections that have broken: a server that was restarted breaks all of them."""
        if not self._datastore.pool.closed:
            self._datastore.pool.check()

    def _wait(self, cursor: Any, tell: Tell) -> None:
        for patience in (PATIENT_AFTER, PATIENCE):
            try:
                with cursor.connection.transaction():
                    cursor.execute(f"SET LOCAL lock_timeout = '{int(patience * 1000)}ms'")
                    cursor.execute(_TURN)
                return
            except errors.LockNotAvailable:
                if patience == PATIENCE:
                    raise
                tell(
                    say(
                        "{name}: another import is writing; waiting for it to finish",
                        name=self.name,
                    )
                )

    @contextmanager
    def _failing_clearly(self, outcome: str = "") -> Iterator[None]:
        """What the database says, as something the user can act on; `outcome` says what has come of the work."""
        try:
            yield
        except LedgerError:
            raise
        except Exception as error:
            if type(error).__module__.partition(".")[0] not in (
                "psycopg",
                "psycopg_pool",
                "eventsourcing",
            ):
                raise
            wrong, remedy = _explained(error)
            raise LedgerError(
                joined("; ", filter(None, (wrong, outcome))),
                remedy,
                place=self.name,
                code="disconnected" if _is_broken(error) else "input",
            ) from error


_REMEDIES = (
    (PoolTimeout, say("the server does not answer"), _CHECK),
    (
        errors.InsufficientPrivilege,
        say("this user may not do that"),
        say("ask for a role of this ledger (rating-ledger help postgres)"),
    ),
    (
        errors.UndefinedTable,
        say("there is no ledger in this database"),
        say("rating-ledger init makes one"),
    ),
    (errors.UniqueViolation, say("two appends met in one stream"), say("run the command again")),
    (errors.RaiseException, say("the log is immutable"), say("append a correction instead")),
    (
        errors.DiskFull,
        say("the disk of the server is full"),
        say("make room and run the command again"),
    ),
    (
        errors.ReadOnlySqlTransaction,
        say("this server can only be read"),
        say("name the server that is written to"),
    ),
    (
        errors.LockNotAvailable,
        say("another append does not end"),
        say("wait for it to finish, or stop it"),
    ),
)
_BROKEN = (
    errors.AdminShutdown,
    errors.CrashShutdown,
    errors.CannotConnectNow,
    psycopg.InterfaceError,
    PoolTimeout,
)


def _is_broken(error: BaseException) -> bool:
    """Is it the connection that failed, and not what was asked?"""
    cause = error.__cause__ or error
    if isinstance(cause, _BROKEN):
        return True
    return (
        isinstance(cause, psycopg.OperationalError) and cause.sqlstate is None
    )  # not the server's own words


def _explained(error: BaseException) -> tuple[str, str]:
    """What is wrong, and what to do about it."""
    cause = error.__cause__ or error
    said = _first_line(error)
    for kind, wrong, remedy in _REMEDIES:
        if isinstance(cause, kind):
            return joined("", (wrong, f" ({said})")), remedy
    if _is_broken(error):
        return say("the connection broke ({said})", said=said), say("run the command again")
    return say("the database refused: {said}", said=said), _CHECK


def _parsed(address: str) -> dict[str, str]:
    """The parts and options of an address, as PostgreSQL's own library reads it."""
    keywords = [option.keyword.decode() for option in psycopg.pq.Conninfo.get_defaults()]
    for name, _ in parse_qsl(urlsplit(address).query, keep_blank_values=True):
        if name not in keywords:
            close = get_close_matches(name, keywords, 1)
            hint = say("known are sslmode, sslrootcert, application_name, …")
            if close:
                hint = say("did you mean {name}?", name=close[0])
            raise LedgerError(
                say("unknown option {name!r} in the address of the database", name=name),
                remedy=hint,
            )
    try:
        settings = conninfo_to_dict(address)
    except psycopg.Error as error:
        raise LedgerError(
            say("the address of the database cannot be read: {said}", said=_first_line(error)),
            remedy=_FORM,
        ) from None
    if "@" in str(settings.get("host", "")):
        raise LedgerError(
            say("the address of the database has two @"),
            remedy=say("in a name or password, write @ as %40"),
        )
    return {name: str(value) for name, value in settings.items()}


def _first_line(error: BaseException) -> str:
    if str(error).strip():
        return str(error).strip().splitlines()[0]
    return type(error).__name__


def _triggers() -> Iterator[tuple[str, str, str]]:
    """The triggers that refuse change: name, table, and the statement that makes it."""
    allowed = {
        ("tiles", "UPDATE"): _SHRINKING,
        ("person_keys", "UPDATE"): "WHEN (new.key IS NOT NULL OR new.person <> old.person)",
    }
    for table in (TABLE, "facts", "tiles", "person_keys"):
        for action in ("UPDATE", "DELETE", "TRUNCATE"):
            name = f"no_{action.lower()}_of_{table}"
            scope = "STATEMENT" if action == "TRUNCATE" else "ROW"
            when = allowed.get((table, action), "")
            made = (
                f"CREATE OR REPLACE TRIGGER {name} BEFORE {action} ON {table} "
                f"FOR EACH {scope} {when} EXECUTE FUNCTION refuse_change()"
            )
            yield name, table, made


def _tuples(cursor: Any) -> list[Any]:
    return [
        tuple(bytes(v) if isinstance(v, memoryview) else v for v in row.values())
        for row in cursor.fetchall()
    ]
