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

from projections.scratch import checksum_of, drop_abandoned, writing_beside
from projections.tables import SORTED

_SOURCES = [Path(__file__).with_name(name).read_bytes() for name in ("tables.py", "rows.py")]
FORMAT = hashlib.sha256(b"".join(_SOURCES)).hexdigest()[
    :8
]  # rows made in another way are in other files
_SQL_TYPES = {
    pa.bool_(): "BOOLEAN",
    pa.int8(): "TINYINT",
    pa.int16(): "SMALLINT",
    pa.int32(): "INTEGER",
    pa.uint32(): "UINTEGER",
    pa.string(): "VARCHAR",
    pa.list_(pa.int32()): "INTEGER[]",
}
_NAME = re.compile(rf"segment-{FORMAT}-(\d+)-(\d+)-([0-9a-f]{{8}})\.duckdb")


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


def fill(
    connection: duckdb.DuckDBPyConnection,
    schema: str,
    tables: Mapping[str, pa.Table],
    earlier: Sequence[str] = (),
) -> None:
    """Make the tables of a schema: the rows of earlier schemas, then those given, sorted as they are read."""
    for table, rows in tables.items():
        made = f"{'TEMP ' if schema == 'temp' else ''}TABLE {schema}.{table}"
        if not earlier and not len(rows):  # most tables of a small ledger: quicker declared
            columns = [f'"{field.name}" {_SQL_TYPES[field.type]}' for field in rows.schema]
            connection.execute(f"CREATE {made} ({', '.join(columns)})")
            continue
        connection.register("incoming", rows)
        every = " UNION ALL ".join([f"FROM {name}.{table}" for name in earlier] + ["FROM incoming"])
        connection.execute(
            f"CREATE {made} AS SELECT * FROM ({every}) ORDER BY {SORTED.get(table, 'position')}"
        )
        connection.unregister("incoming")


def write(
    folder: Path, connection: duckdb.DuckDBPyConnection, merged: Sequence[str], fresh: Mapping[str, pa.Table],
    stretch: tuple[int, int],
) -> Segment:  # fmt: skip
    """Write the rows of schemas that are merged, and fresh ones, into one new file for a stretch of the log.

    DuckDB checks its blocks only as it reads them, in the middle of a question, and trusts its header: so the name
    carries a checksum of the whole file.
    """
    with writing_beside(folder / "segment.duckdb") as scratch:
        connection.execute(f"ATTACH '{_quoted(scratch)}' AS fresh")
        connection.begin()  # one write to the disk, and not one for each table
        fill(connection, "fresh", fresh, merged)
        connection.commit()
        connection.execute("CHECKPOINT fresh")
        connection.execute("DETACH fresh")
        scratch.chmod(0o600)
        checksum = checksum_of(scratch)
        path = scratch.replace(
            folder / f"segment-{FORMAT}-{stretch[0]}-{stretch[1]}-{checksum}.duckdb"
        )
    return Segment(path, *stretch, checksum)


def attach(
    connection: duckdb.DuckDBPyConnection, segments: Iterable[Segment], first: int = 0
) -> list[str]:
    """Open segments read-only, numbered from `first` on; the names of their schemas."""
    names = []
    for index, segment in enumerate(segments, first):
        connection.execute(f"ATTACH '{_quoted(segment.path)}' AS segment{index} (READ_ONLY)")
        names.append(f"segment{index}")
    return names


def drop_superseded(folder: Path, kept: Sequence[Segment]) -> None:
    """Delete files whose stretch of the log another file covers; readers that have them open keep them."""
    drop_abandoned(folder)
    keep = {segment.path for segment in kept}
    for path in folder.glob("segment-*.*"):
        if path not in keep:
            with suppress(OSError):
                path.unlink()


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")
