"""The read model: segments of the log's facts in DuckDB, caught up when asked, thrown away when wrong."""

import hashlib
import shutil
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

import duckdb
import msgspec

from ledger import LedgerError, decode_stored
from ledger.events import AnyEvent
from ledger.stored import decode_contents
from projections import segments as files
from projections.rows import Numbers, Rows
from projections.segments import Segment
from projections.tables import TABLES

BATCH = 100_000
MERGE_WHEN_BELOW = 4  # a file is merged into the next when it is smaller than so many times the new one

Advance = Callable[[int], None]


class Log(Protocol):
    """What the read model needs of a log."""

    @property
    def head(self) -> int: ...
    def root(self, size: int | None = None) -> bytes: ...
    def read_stored(
        self, after: int = 0, until: int | None = None, size: int = 10_000
    ) -> Iterable[list[tuple[int, str, bytes]]]: ...


class Model:
    """All facts up to a position, in one DuckDB connection: a view per table over the segments (and an overlay)."""

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, schemas: list[str], head: int, bounds: list[int],
        tables: Iterable[str] = TABLES,
    ) -> None:  # fmt: skip
        self._connection, self.schemas, self.head = connection, schemas, head
        self.bounds = bounds  # the position at which each schema ends
        self.recorded = head  # up to here the log says it; beyond it is supposed
        self.supposed = 0  # a number that tells one supposition from another, 0 without one
        self.folder: Path | None = None  # where its files are, and what else was worked out from them
        self.origin = ""  # of the log it was made from
        self.under: Model | None = None  # what the supposition was laid over
        self.changed: frozenset[str] = frozenset()  # tables to which it adds rows
        self._over: Model | None = None  # the supposition that is laid over it now
        self._overlaid: tuple[str, ...] = ()  # tables that it covers in DuckDB
        self._make_views(tables)

    @property
    def connection(self) -> duckdb.DuckDBPyConnection:
        """DuckDB, with a supposition in its tables, too."""
        if self.under is not None and self.under._over is not self:
            raise RuntimeError("this supposition is over: ask before the next one, and before it is dropped")
        return self._connection

    def query(self, text: str) -> Any:
        """The answer to a query, as Arrow. A damaged file is thrown away; the next command makes it anew."""
        try:
            return self.connection.sql(text).to_arrow_table()
        except duckdb.Error as error:
            if self.folder is None or "checksum" not in str(error):
                raise
            discard(self.folder)
            raise LedgerError(
                "the read model was damaged and has been thrown away", remedy="ask again: it is made anew from the log"
            ) from error

    def _make_views(self, tables: Iterable[str]) -> None:
        for table in tables:
            every = " UNION ALL ".join(f"SELECT * FROM {schema}.{table}" for schema in self.schemas)
            self._connection.execute(f"CREATE OR REPLACE VIEW {table} AS {every}")

    def close(self) -> None:
        self._connection.close()

    def with_events(self, entries: list[tuple[int, AnyEvent]]) -> "Model":
        """The model as if these events had been appended; the files are not touched."""
        rows = Rows(*_numbers(self.connection, *_named(entries)), *_next_numbers(self.connection))
        rows.add(entries)
        head = entries[-1][0] if entries else self.head
        model = Model(self.connection, [*self.schemas, "overlay"], head, [*self.bounds, head], ())
        model.recorded, model.folder, model.origin = self.recorded, self.folder, self.origin
        model.under, self._over = self, model
        model.changed = frozenset(table for table in TABLES if len(rows.tables[table][0]))
        content = msgspec.json.encode([event for _, event in entries], order="deterministic")
        model.supposed = int.from_bytes(hashlib.blake2b(content, digest_size=6).digest(), "big") + 1
        self._lay_over(model, rows)
        return model

    def _lay_over(self, model: "Model", rows: Rows) -> None:
        """Put the rows of a supposition into tables, and let the views of a model show them."""
        self._overlaid = tuple(table for table in TABLES if table == "touched" or table in model.changed)
        self._connection.execute("CREATE SCHEMA overlay")
        files.make_tables(self._connection, "overlay", TABLES if rows.touches_others else self._overlaid)
        files.flush(self._connection, rows, "overlay")
        files.note_touched(self._connection, rows, "overlay", self.schemas)
        model._make_views(self._overlaid)

    def adds_nothing(self, place: int, table: str) -> bool:
        """Whether a schema is the supposition, which says nothing about a table."""
        return self.under is not None and place == len(self.schemas) - 1 and table not in self.changed

    def drop_overlay(self) -> None:
        """Forget what `with_events` laid over this model."""
        self._over = None
        if self._overlaid:
            self._make_views(self._overlaid)
            self._connection.execute("DROP SCHEMA IF EXISTS overlay CASCADE")
            self._overlaid = ()


def open_model(log: Log, folder: Path | None, advance: Advance | None = None, batch: int = BATCH) -> Model:
    """The read model up to the log's head, caught up first. Without a folder it is built in memory."""
    advance = advance or (lambda _: None)
    if folder is None or log.head == 0:
        return _in_memory(log, advance, batch)
    for _ in range(3):
        try:
            return _from_files(log, folder, advance, batch)
        except (FileNotFoundError, duckdb.IOException, duckdb.CatalogException):
            continue  # a file was merged away between listing and opening it: look again
        except duckdb.Error:
            discard(folder)  # damaged: nothing is lost but time
        except OSError:
            break  # a folder that cannot be written: the answer is worth more than the file
    return _in_memory(log, advance, batch)


def _in_memory(log: Log, advance: Advance, batch: int) -> Model:
    connection, head = files.connect(), log.head
    connection.execute("CREATE SCHEMA everything")
    _collect(log, connection, "everything", [], 0, head, advance, batch)
    return Model(connection, ["everything"], head, [head])


def _from_files(log: Log, folder: Path, advance: Advance, batch: int) -> Model:
    links = _trusted(log, folder)
    head = log.head
    if not links or links[-1].until < head:
        links = _catch_up(log, folder, links, head, advance, batch)
    connection = files.connect()
    schemas, bounds = files.attach(connection, links), [link.until for link in links]
    model = Model(connection, schemas, head, bounds)
    model.folder, model.origin = folder, getattr(log, "origin", "")
    return model


def _trusted(log: Log, folder: Path) -> list[Segment]:
    """The segments, if they are whole and from this log: damaged ones, or of another log, are thrown away."""
    links = files.chain(folder)
    if not links:
        return []
    if links[-1].until <= log.head and _is_of(log, folder, links[-1].until) and all(link.is_whole() for link in links):
        return links
    discard(folder)
    return []


def _is_of(log: Log, folder: Path, until: int) -> bool:
    with suppress(OSError):
        return _mark(folder, until).read_bytes() == log.root(until).hex().encode()
    return False


def discard(folder: Path) -> None:
    """Throw away the read model and everything computed from it."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.rmtree(folder.parent / "states", ignore_errors=True)


def _mark(folder: Path, until: int) -> Path:
    """Beside the segments: the root of the log they were made from."""
    return folder / f"root-{until}.txt"


def _catch_up(log: Log, folder: Path, links: list[Segment], head: int, advance: Advance, batch: int) -> list[Segment]:
    """Add a segment for what is new, merged with those of like size before it."""
    folder.mkdir(parents=True, exist_ok=True)
    connection = files.connect()
    try:
        schemas = files.attach(connection, links)
        connection.execute("CREATE SCHEMA fresh_rows")
        done = links[-1].until if links else 0
        _collect(log, connection, "fresh_rows", schemas, done, head, advance, batch)
        merged = _to_merge(links, head - done)
        after = merged[0].after if merged else done
        written = files.write(folder, connection, [*schemas[len(links) - len(merged) :], "fresh_rows"], after, head)
    finally:
        connection.close()
    _mark(folder, head).write_text(log.root(head).hex())
    kept = [*links[: len(links) - len(merged)], written]
    files.drop_superseded(folder, kept)
    for old in folder.glob("root-*.txt"):
        if old != _mark(folder, head):
            with suppress(OSError):
                old.unlink()
    return kept


def _to_merge(links: list[Segment], size: int) -> list[Segment]:
    merged: list[Segment] = []
    for link in reversed(links):
        if link.size >= MERGE_WHEN_BELOW * size:
            break
        merged.insert(0, link)
        size += link.size
    return merged


def _collect(
    log: Log,
    connection: duckdb.DuckDBPyConnection,
    schema: str,
    earlier: list[str],
    after: int,
    until: int,
    advance: Advance,
    batch: int,
) -> None:
    """Read the log from `after` to `until` into the tables of a schema."""
    files.make_tables(connection, schema)
    if earlier:
        for table in ("players", "tournaments"):
            every = " UNION ALL ".join(f"SELECT * FROM {name}.{table}" for name in earlier)
            connection.execute(f"CREATE OR REPLACE VIEW {table} AS {every}")
    rows = Rows({}, {}, *(_next_numbers(connection) if earlier else (0, 0)))
    pending = 0
    for stored in log.read_stored(after, until):
        entries = list(zip([row[0] for row in stored], _decoded(stored), strict=True))
        if earlier:
            known_players, known_tournaments = _numbers(connection, *_named(entries))
            rows.players = known_players | rows.players
            rows.tournaments = known_tournaments | rows.tournaments
        rows.add(entries)
        pending += len(entries)
        if pending >= batch:
            files.flush(connection, rows, schema)
            pending = 0
        advance(stored[-1][0] - after)
    files.flush(connection, rows, schema)
    files.note_touched(connection, rows, schema, earlier)


def _decoded(stored: list[tuple[int, str, bytes]]) -> list[AnyEvent]:
    """The events of a batch; one by one only where something is odd, so that the message names it."""
    states = [row[2] for row in stored]
    try:
        return decode_contents(states)
    except msgspec.MsgspecError:
        return [decode_stored(state) for state in states]


def _next_numbers(connection: duckdb.DuckDBPyConnection) -> tuple[int, int]:
    ((players,),) = connection.execute("SELECT coalesce(max(number) + 1, 0) FROM players").fetchall()
    ((tournaments,),) = connection.execute("SELECT coalesce(max(number) + 1, 0) FROM tournaments").fetchall()
    return int(players), int(tournaments)


def _named(entries: list[tuple[int, AnyEvent]]) -> tuple[set[str], set[str]]:
    """The players and tournaments that events name."""
    players: set[str] = set()
    tournaments: set[str] = set()
    for _, event in entries:
        for name in ("player", "first", "second", "kept", "duplicate"):
            if (value := getattr(event, name, None)) is not None:
                players.add(value)
        players.update(getattr(event, "ranking", None) or ())
        if (value := getattr(event, "tournament", None)) is not None:
            tournaments.add(value)
    return players, tournaments


def _numbers(
    connection: duckdb.DuckDBPyConnection, players: set[str], tournaments: set[str]
) -> tuple[Numbers, Numbers]:
    """The numbers of players and tournaments, as far as they were registered before."""
    return (
        _look_up(connection, "players", "player", players),
        _look_up(connection, "tournaments", "tournament", tournaments),
    )


def _look_up(connection: duckdb.DuckDBPyConnection, table: str, column: str, ids: set[str]) -> Numbers:
    if not ids:
        return {}
    found = connection.execute(
        f"SELECT {column}, number FROM {table} WHERE {column} IN (SELECT unnest(?))", [sorted(ids)]
    ).fetchall()
    return dict(found)
