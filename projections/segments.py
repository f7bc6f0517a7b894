"""Segments: the read model as a few DuckDB files, each a stretch of the log, written once and renamed into place.

A small import makes a small file; files of like size are merged, so that catching up costs in proportion to what came
in. Readers open what is there read-only; a newer file never disturbs them. All of it can be deleted at any time.
"""

import hashlib
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
from msgspec import Struct

from projections.rows import Rows
from projections.scratch import checksum_of, drop_abandoned, writing_beside
from projections.tables import SORTED, TABLES, create

# where tournaments name players: table → columns
FEW = 20  # rows that are written as values
_NAMED = {
    "games": ('"first"', '"second"'), "game_changes": ('"first"', '"second"'), "entries": ("player",),
    "byes": ("player",), "fouls": ("player",), "closings": ("unnest(ranking)",),
    "ranking_corrections": ("unnest(ranking)",),
}  # fmt: skip
FORMAT = hashlib.sha256(repr((TABLES, _NAMED)).encode()).hexdigest()[:8]  # other tables, other files
_NAME = re.compile(rf"segment-{FORMAT}-(\d+)-(\d+)-([0-9a-f]{{8}})\.duckdb")
_ARROW = {
    "INTEGER": pa.int32(), "UINTEGER": pa.uint32(), "SMALLINT": pa.int16(), "TINYINT": pa.int8(),
    "VARCHAR": pa.string(), "BOOLEAN": pa.bool_(), "INTEGER[]": pa.list_(pa.int32()),
}  # fmt: skip
_OF_TOURNAMENTS = (
    "entries", "games", "game_changes", "byes", "fouls", "closings", "ranking_corrections", "reports",
    "tournament_corrections", "tournament_voids",
)  # fmt: skip


class Segment(Struct, frozen=True):
    """A file that holds what the events after `after` up to `until` left behind."""

    path: Path
    after: int
    until: int
    checksum: str  # of the file, as its name says

    @property
    def size(self) -> int:
        return self.until - self.after

    def is_whole(self) -> bool:
        """Whether the file is what was written."""
        return checksum_of(self.path) == self.checksum


def chain(folder: Path) -> list[Segment]:
    """The segments to read: from the beginning on without a gap, the widest first where several begin alike."""
    found: dict[int, Segment] = {}
    for path in folder.glob("segment-*.duckdb"):
        match = _NAME.fullmatch(path.name)
        if match:
            segment = Segment(path, int(match[1]), int(match[2]), match[3])
            if segment.after not in found or found[segment.after].until < segment.until:
                found[segment.after] = segment
    links: list[Segment] = []
    while (at := links[-1].until if links else 0) in found:
        links.append(found[at])
    return links


def connect() -> duckdb.DuckDBPyConnection:
    """A DuckDB connection of our own, with no file behind it."""
    connection = duckdb.connect(":memory:")
    connection.execute("SET preserve_insertion_order = true")
    return connection


def make_tables(connection: duckdb.DuckDBPyConnection, schema: str, tables: Iterable[str] = TABLES) -> None:
    """Empty tables of the read model in a schema."""
    connection.execute(f"BEGIN; {'; '.join(create(table, schema) for table in tables)}; COMMIT")


def flush(connection: duckdb.DuckDBPyConnection, rows: Rows, schema: str) -> None:
    """Write collected rows as Arrow batches and forget them."""
    for table, columns in TABLES.items():
        values = rows.tables[table]
        if table != "touched" and len(values[0]):
            batch = pa.table({name: _column(v, kind) for (name, kind), v in zip(columns.items(), values, strict=True)})
            _insert(connection, f"{schema}.{table}", batch)
    rows.clear()


def _insert(connection: duckdb.DuckDBPyConnection, table: str, batch: pa.Table) -> None:
    """Append a batch to a table; a few rows as values, which is quicker than to make a view of them."""
    if batch.num_rows <= FEW:
        for row in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
        return
    connection.register("batch", batch)
    connection.execute(f"INSERT INTO {table} SELECT * FROM batch")
    connection.unregister("batch")


def note_touched(connection: duckdb.DuckDBPyConnection, rows: Rows, schema: str, earlier: Sequence[str]) -> None:
    """Write which tournaments were touched: by their own events, by withdrawals, by corrections of their players."""
    marks = rows.marks()
    batch = pa.table({name: marks[:, at] for at, name in enumerate(TABLES["touched"])})
    _insert(connection, f"{schema}.touched", batch)
    schemas = [*earlier, schema]
    for table in ("byes", "fouls", "entries", "reports", "closings") if rows.withdraws else ():
        for other in schemas:
            connection.execute(
                f"INSERT INTO {schema}.touched SELECT t.tournament, w.position, -1, -1 FROM {schema}.withdrawals w "
                f"JOIN {other}.{table} t ON t.position = w.withdraws"
            )
    _touch_players(connection, rows, schema, schemas)


def _touch_players(connection: duckdb.DuckDBPyConnection, rows: Rows, schema: str, schemas: Sequence[str]) -> None:
    if not rows.player_touches:
        return
    pairs = np.array(_with_duplicates(connection, rows.player_touches, schemas), dtype=np.int64)
    connection.register("batch", pa.table({"position": pairs[:, 0], "player": pairs[:, 1]}))
    for other in schemas:
        for table, column in ((table, column) for table, columns in _NAMED.items() for column in columns):
            connection.execute(
                f"INSERT INTO {schema}.touched SELECT DISTINCT t.tournament, b.position, -1, -1 FROM "
                f"(SELECT tournament, {column} AS player FROM {other}.{table}) t JOIN batch b ON t.player = b.player"
            )
    connection.unregister("batch")


def _with_duplicates(
    connection: duckdb.DuckDBPyConnection, touches: Sequence[tuple[int, int]], schemas: Sequence[str]
) -> list[tuple[int, int]]:
    """The touches of players, and of everybody who was merged into them: their events count for the same person."""
    merges = " UNION ALL ".join(f"SELECT kept, duplicate FROM {schema}.merges" for schema in schemas)
    duplicates: dict[int, list[int]] = {}
    for kept, duplicate in connection.execute(merges).fetchall():
        duplicates.setdefault(kept, []).append(duplicate)
    every: set[tuple[int, int]] = set()
    waiting = list(touches)
    while waiting:
        position, player = waiting.pop()
        if (position, player) not in every:
            every.add((position, player))
            waiting.extend((position, duplicate) for duplicate in duplicates.get(player, ()))
    return sorted(every)


def write(
    folder: Path, connection: duckdb.DuckDBPyConnection, schemas: Sequence[str], after: int, until: int
) -> Segment:
    """Copy the tables of schemas into one new file, sorted, and rename it into place.

    DuckDB checks its blocks only as it reads them, in the middle of a question, and trusts its header: so the name
    carries a checksum of the whole file.
    """
    with writing_beside(folder / "segment.duckdb") as scratch:
        connection.execute(f"ATTACH '{_quoted(scratch)}' AS fresh")
        try:
            for table in TABLES:
                every = " UNION ALL ".join(f"SELECT * FROM {schema}.{table}" for schema in schemas)
                connection.execute(f"CREATE TABLE fresh.{table} AS SELECT * FROM ({every}) {_order(table)}")
            connection.execute("CHECKPOINT fresh")
        finally:
            connection.execute("DETACH fresh")
        checksum = checksum_of(scratch)
        path = scratch.replace(folder / f"segment-{FORMAT}-{after}-{until}-{checksum}.duckdb")
    return Segment(path, after, until, checksum)


def _order(table: str) -> str:
    if table == "touched":
        return "ORDER BY tournament, position"
    return f"ORDER BY {SORTED.get(table, 'position')}"


def attach(connection: duckdb.DuckDBPyConnection, segments: Iterable[Segment]) -> list[str]:
    """Open segments read-only; the names of their schemas."""
    names = []
    for index, segment in enumerate(segments):
        connection.execute(f"ATTACH '{_quoted(segment.path)}' AS segment{index} (READ_ONLY)")
        names.append(f"segment{index}")
    return names


def reading_order(schema: str) -> str:
    """Games in files are sorted already; those held in memory are sorted when read."""
    return "" if schema.startswith("segment") else _order("games")


def drop_superseded(folder: Path, kept: Sequence[Segment]) -> None:
    """Delete files whose stretch of the log another one covers; who reads them still holds them open."""
    drop_abandoned(folder)
    keep = {segment.path for segment in kept}
    for path in folder.glob("segment-*.*"):
        if path not in keep:
            with suppress(OSError):
                path.unlink()


def _column(values: Any, kind: str) -> pa.Array:
    if isinstance(values, list):
        return pa.array(values, type=_ARROW[kind])
    return pa.array(np.frombuffer(values, dtype=values.typecode).copy(), type=_ARROW[kind])


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")
