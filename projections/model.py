"""The read model: the rows of all events up to a position, in DuckDB; caught up with the log when it is opened."""

import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from string import Formatter
from threading import Lock
from typing import Any, Protocol

import duckdb
import numpy as np
import pyarrow as pa

from ledger.log.log import STRETCH, Cut
from ledger.log.store import Reads
from ledger.log.stretches import Result
from ledger.whole_file import only_for_owner, private_folder
from projections import segments as files
from projections import tables
from projections.database import Database
from projections.rows import WITH_IDS, Numbering, numbered, rows_with_ids
from projections.segments import Schemas, Segment
from projections.tables import TABLES, Columns, in_order

FEW_EVENTS = 10_000  # of so few a table is read whole at once
MERGE_WHEN_BELOW = (
    4  # a file is merged into the next when it is smaller than so many times the new one
)

Advance = Callable[[int], None]
_SQL_TYPES = {
    pa.bool_(): "BOOLEAN",
    pa.int8(): "TINYINT",
    pa.int16(): "SMALLINT",
    pa.int32(): "INTEGER",
    pa.uint32(): "UINTEGER",
    pa.string(): "VARCHAR",
    pa.list_(pa.int32()): "INTEGER[]",
}


class LogSource(Protocol):
    """What the read model needs of a log."""

    @property
    def head(self) -> int: ...
    def root(self, size: int | None = None) -> bytes: ...
    def over_stretches(
        self, work: Callable[[Reads, Cut], Result], after: int, until: int
    ) -> Iterator[Result]: ...


class Model:
    """All rows up to a position. It never changes; supposed events are laid over it (`projections.supposed`)."""

    supposed = 0  # a number that tells one supposition from another

    def __init__(
        self, database: Database, schemas: Schemas, head: int, origin: str = "", folder: Path | None = None
    ) -> None:  # fmt: skip
        """`origin` names the log it was made from, `folder` has its files."""
        self.database = database
        self.connection = database.connection
        self.schemas = schemas
        self.head = head
        self.recorded = head
        self.folder = folder
        self.origin = origin
        self._asking = Lock()
        self._columns: dict[tuple[str, str], Any] = {}
        self._games: tuple[tuple[int, int] | None, Columns] = (None, {})

    def close(self) -> None:
        self.database.close()

    def cursor(self) -> duckdb.DuckDBPyConnection:
        """Another connection to the same rows, with temporary tables of its own."""
        with self._asking:
            return self.connection.cursor()

    def query(self, text: str, *values: object) -> pa.Table:
        """The answer to a query; `{games}` in it stands for all rows of that table."""
        with self._asking:
            return self.connection.sql(self._whole(text), params=values or None).to_arrow_table()

    def batches(self, text: str, rows: int) -> Iterator[pa.RecordBatch]:
        """The answer to a query, so many rows at a time."""
        yield from self.cursor().sql(self._whole(text)).to_arrow_reader(rows)

    def _whole(self, text: str) -> str:
        named = {table for _, table, *_ in Formatter().parse(text) if table}
        return text.format_map(
            {table: f"({' UNION ALL '.join(self.parts(table))})" for table in named}
        )

    def parts(self, table: str) -> list[str]:
        """Queries that have all rows of a table between them."""
        tables = [f"FROM {name}.{table}" for name, has in self.schemas.items() if table in has]
        return tables or [_without_rows(table)]

    def columns(self, table: str, *names: str) -> Columns:
        """Columns of a table in the order of the log; read once."""
        missing = [name for name in dict.fromkeys(names) if (table, name) not in self._columns]
        if missing and self.head <= FEW_EVENTS:  # a question costs more than the columns it reads
            missing = [
                name for name in tables.schema(table).names if (table, name) not in self._columns
            ]
        if missing and not any(table in has for has in self.schemas.values()):
            nothing = tables.schema(table).empty_table()
            self._columns |= {(table, name): as_column(nothing[name]) for name in missing}
        elif missing:
            order = "ORDER BY position" if len(self.schemas) > 1 else ""
            rows = self.query(f"SELECT {_listed(missing)} FROM {{{table}}} {order}")
            self._columns |= {(table, name): as_column(rows[name]) for name in missing}
        return {name: self._columns[table, name] for name in names}

    def games(self, lowest: int, highest: int) -> Columns:
        """The games of tournaments lowest … highest as recorded, by tournament; what was read last is remembered."""
        stretch, games = self._games
        if stretch != (lowest, highest):
            names = ("position", *TABLES["games"].columns)
            where = f"tournament BETWEEN {lowest} AND {highest}"
            rows = self.query(f"SELECT {_listed(names)} FROM {{games}} WHERE {where}")
            games = {name: as_column(rows[name]) for name in names}
            games = games if len(self.schemas) == 1 else in_order(games)
            self._games = (lowest, highest), games
        return games

    def numbering(self, kind: str) -> Numbering:
        """The numbers that the players (or tournaments) of this model have; newcomers get the next ones."""

        def look_up(ids: pa.Array) -> pa.Table:
            wanted = f"SELECT {kind}_id AS id, {kind} AS number FROM {{{kind}s}} WHERE {kind}_id IN (SELECT unnest(?))"
            return self.query(wanted, ids.to_pylist())

        (count,) = self.query(f"SELECT count(*) FROM {{{kind}s}}")[0].to_pylist()
        return Numbering(count, look_up)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _without_rows(table: str) -> str:
    """A table that was not made, as most are not in a small ledger."""
    columns = [
        f'NULL::{_SQL_TYPES[field.type]} AS "{field.name}"' for field in tables.schema(table)
    ]
    return f"SELECT {', '.join(columns)} WHERE false"


def as_column(column: pa.ChunkedArray) -> Any:
    """Numbers in numpy (read-only), texts and lists in Arrow."""
    if pa.types.is_integer(column.type) or pa.types.is_boolean(column.type):
        numbers = np.asarray(column.to_numpy())
        numbers.flags.writeable = False
        return numbers
    return pa.concat_arrays([pa.array([], column.type), *column.chunks])


def open_model(log: LogSource, folder: Path | None, advance: Advance | None = None) -> Model:
    """The read model up to the log's head, caught up first. Without a folder it is made in memory."""
    advance = advance or (lambda _: None)
    if folder is None or log.head == 0:
        return _in_memory(log, advance)
    for _ in range(3):
        try:
            return _from_files(log, folder, advance)
        except (FileNotFoundError, duckdb.IOException, duckdb.CatalogException):
            continue  # a file was merged away between listing and opening it: look again
        except duckdb.Error:
            discard(folder)  # damaged: nothing is lost but time
        except OSError:
            break  # a folder that cannot be written: the answer is worth more than the file
    return _in_memory(log, advance)


def discard(folder: Path) -> None:
    """Throw away the read model and everything computed from it."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.rmtree(folder.parent / "states", ignore_errors=True)


def _in_memory(log: LogSource, advance: Advance) -> Model:
    head = log.head
    rows = numbered(_collected(log, 0, head, advance))
    database = Database()
    name = database.attach()
    schemas = {name: files.fill(database.connection, name, rows)}
    return Model(database, schemas, head, getattr(log, "origin", ""))


def _from_files(log: LogSource, folder: Path, advance: Advance) -> Model:
    links = _trusted(log, folder)
    head = log.head
    done = links[-1].until if links else 0
    rows = (
        _collected(log, done, head, advance) if done < head else {}
    )  # before DuckDB has threads: processes may help
    if (
        links and rows and len(rows["erasures"])
    ):  # the files have names in them that nobody may read any more
        discard(folder)
        return _from_files(log, folder, advance)
    database = Database()
    try:
        schemas = files.attach(database, links)
        if rows:
            schemas = _catch_up(
                Model(database, schemas, done), folder, links, rows, (head, log.root(head).hex())
            )
    except BaseException:
        database.close()
        raise
    if (
        rows and log.head > head
    ):  # somebody whose name was just written may have been erased meanwhile
        database.close()
        return _from_files(log, folder, advance)
    return Model(database, schemas, head, getattr(log, "origin", ""), folder)


def _trusted(log: LogSource, folder: Path) -> list[Segment]:
    """The segments, if they are whole and from this log: damaged ones, or of another log, are thrown away."""
    links = files.chain(folder)
    if not links:
        return []
    if (
        links[-1].until <= log.head
        and _is_of(log, folder, links[-1].until)
        and all(link.is_whole() for link in links)
    ):
        return links
    discard(folder)
    return []


def _is_of(log: LogSource, folder: Path, until: int) -> bool:
    with suppress(OSError):
        return _mark(folder, until).read_bytes() == log.root(until).hex().encode()
    return False


def _mark(folder: Path, until: int) -> Path:
    """Beside the segments: the root of the log they were made from."""
    return folder / f"root-{until}.txt"


def _keep_mark(folder: Path, until: int, root: str) -> None:
    with open(_mark(folder, until), "w", opener=only_for_owner) as file:
        file.write(root)
    for old in folder.glob("root-*.txt"):
        if old != _mark(folder, until):
            with suppress(OSError):
                old.unlink()


def _catch_up(
    earlier: Model,
    folder: Path,
    links: list[Segment],
    rows: dict[str, pa.Table],
    reached: tuple[int, str],
) -> Schemas:
    """Add a segment for what is new, merged with those of like size before it; the schemas to read from now on.

    `reached` is the head of the log, and its root there.
    """
    head, root = reached
    private_folder(folder)
    merged = _to_merge(links, head - earlier.head)
    kept = len(links) - len(merged)
    numbering = [earlier.numbering(kind) for kind in ("player", "tournament")] if links else []
    stretch = (merged[0].after if merged else earlier.head, head)
    superseded = dict(list(earlier.schemas.items())[kept:])
    written = files.write(folder, earlier.database, superseded, numbered(rows, *numbering), stretch)
    _keep_mark(folder, head, root)
    for name in superseded:
        earlier.database.detach(name)
    files.drop_superseded(folder, [*links[:kept], written])
    kept_schemas = {name: has for name, has in earlier.schemas.items() if name not in superseded}
    return kept_schemas | files.attach(earlier.database, [written])


def _to_merge(links: list[Segment], size: int) -> list[Segment]:
    merged: list[Segment] = []
    for link in reversed(links):
        if link.size >= MERGE_WHEN_BELOW * size:
            break
        merged.insert(0, link)
        size += link.size
    return merged


def _collected(log: LogSource, after: int, until: int, advance: Advance) -> dict[str, pa.Table]:
    """The rows of the log's events from `after` to `until`, table by table, ids as they are."""
    parts = []
    for rows in log.over_stretches(rows_with_ids, after, until):
        parts.append(rows)
        advance(min(len(parts) * STRETCH, until - after))
    empty = {
        table: WITH_IDS[table].empty_table() for table in TABLES
    }  # a log may have no events yet
    return {
        table: pa.concat_tables([empty[table], *(rows[table] for rows in parts)])
        for table in TABLES
    }
