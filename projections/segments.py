"""Segments: the read model as a few DuckDB files, each a stretch of the log, written once and renamed into place.

A small import makes a small file; files of like size are merged, so that catching up costs in proportion to what came
in. Readers open what is there read-only; a newer file never disturbs them. All of it can be deleted at any time.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import duckdb
import pyarrow as pa
from msgspec import Struct

from projections.database import Database
from projections.scratch import checksum_of, drop_abandoned, writing_beside
from projections.tables import SORTED

_SOURCES = [Path(__file__).with_name(name).read_bytes() for name in ("tables.py", "rows.py")]
FORMAT = hashlib.sha256(b"".join(_SOURCES)).hexdigest()[
    :8
]  # rows made in another way are in other files
_NAME = re.compile(rf"segment-{FORMAT}-(\d+)-(\d+)-([0-9a-f]{{8}})\.duckdb")

Schemas = dict[str, frozenset[str]]  # by the name of a database: the tables that it has rows of


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
        """Is the file as it was written?"""
        return checksum_of(self.path) == self.checksum


def chain(folder: Path) -> list[Segment]:
    """The segments to read: from the beginning on without a gap, the widest first where several begin alike."""
    widest: dict[int, Segment] = {}
    for path in folder.glob("segment-*.duckdb"):
        match = _NAME.fullmatch(path.name)
        if match:
            segment = Segment(path, int(match[1]), int(match[2]), match[3])
            if segment.after not in widest or widest[segment.after].until < segment.until:
                widest[segment.after] = segment
    links: list[Segment] = []
    while (at := links[-1].until if links else 0) in widest:
        links.append(widest[at])
    return links


def fill(
    connection: duckdb.DuckDBPyConnection,
    database: str,
    fresh: Mapping[str, pa.Table],
    earlier: Schemas | None = None,
) -> frozenset[str]:
    """Make the tables that have rows: those of earlier databases, then fresh ones, sorted as they are read."""
    made = set()
    for table, incoming in fresh.items():  # DuckDB finds `incoming` by its name
        tables = [f"FROM {name}.{table}" for name, has in (earlier or {}).items() if table in has]
        if len(incoming):
            tables.append("FROM incoming")
        if tables:
            made.add(table)
            connection.execute(
                f"CREATE TABLE {database}.{table} AS SELECT * FROM ({' UNION ALL '.join(tables)}) "
                f"ORDER BY {SORTED.get(table, 'position')}"
            )
    return frozenset(made)


def write(
    folder: Path, database: Database, merged: Schemas, fresh: Mapping[str, pa.Table], stretch: tuple[int, int],
) -> Segment:  # fmt: skip
    """Write the rows of databases that are merged, and fresh ones, into one new file for a stretch of the log.

    DuckDB checks its blocks only as it reads them, in the middle of a question, and trusts its header: so the name
    carries a checksum of the whole file.
    """
    connection = database.connection
    with writing_beside(folder / "segment.duckdb") as scratch:
        name = database.create(scratch)
        connection.begin()  # one write to the disk, and not one for each table
        fill(connection, name, fresh, merged)
        connection.commit()
        connection.execute(f"CHECKPOINT {name}")
        database.detach(name)
        scratch.chmod(0o600)
        checksum = checksum_of(scratch)
        path = scratch.replace(
            folder / f"segment-{FORMAT}-{stretch[0]}-{stretch[1]}-{checksum}.duckdb"
        )
    return Segment(path, *stretch, checksum)


def attach(database: Database, segments: Iterable[Segment]) -> Schemas:
    """Open segments read-only: by the names of their databases, the tables that they have."""
    schemas = {}
    for segment in segments:
        name = database.attach(segment.path)
        tables = "SELECT table_name FROM duckdb_tables() WHERE database_name = ?"
        rows = database.connection.execute(tables, [name]).fetchall()
        schemas[name] = frozenset(table for (table,) in rows)
    return schemas


def drop_superseded(folder: Path, kept: Sequence[Segment]) -> None:
    """Delete files whose stretch of the log another file covers; readers that have them open keep them."""
    drop_abandoned(folder)
    keep = {segment.path for segment in kept}
    for path in folder.glob("segment-*.*"):
        if path not in keep:
            with suppress(OSError):
                path.unlink()
