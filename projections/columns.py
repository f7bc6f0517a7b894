"""Columns beside a segment: its tables once more, laid out so that they are mapped into memory instead of being read.

DuckDB answers questions about the facts; a replay wants all of them, and would unpack and copy millions of rows first.
Like the segment the file can be deleted at any time: then the segment is read.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO

import duckdb
import msgspec
import numpy as np
import numpy.typing as npt

from projections.scratch import taking_the_place_of
from projections.tables import TABLES

Column = npt.NDArray[Any]
SUFFIX = ".columns"
_MAGIC = b"rating-ledger columns 1\n"
_ALIGNED = 64
_NUMBERS = {"INTEGER": "<i4", "UINTEGER": "<u4", "SMALLINT": "<i2", "TINYINT": "|i1", "BOOLEAN": "|b1"}
KEPT = {table: [name for name, kind in columns.items() if not kind.endswith("[]")] for table, columns in TABLES.items()}


class _Place(msgspec.Struct, frozen=True, array_like=True):
    """Where a column is in the file: numbers, or the bytes of texts with where each ends, and which are none."""

    rows: int
    begin: int
    ends: int = -1
    size: int = 0
    absent: int = -1


class Columns:
    """The columns of one segment."""

    def __init__(self, path: Path) -> None:
        """Map a file; ValueError or OSError if it is not there or not whole."""
        self._bytes = np.memmap(path, np.uint8, "r")
        footer = int.from_bytes(self._bytes[-8:].tobytes(), "little")
        if self._bytes[: len(_MAGIC)].tobytes() != _MAGIC or footer > len(self._bytes):
            raise ValueError(f"{path.name} holds no columns")
        try:
            self._places = msgspec.json.decode(self._bytes[footer:-8].tobytes(), type=dict[str, dict[str, _Place]])
        except msgspec.DecodeError as wrong:
            raise ValueError(f"{path.name} is not whole") from wrong

    def rows(self, table: str, names: Sequence[str], rows: slice) -> dict[str, Any]:
        """Some rows of some columns, numbers in numpy and texts in Arrow."""
        numbers = {name: TABLES[table][name] in _NUMBERS for name in names}
        return {name: (self.numbers if numbers[name] else self.texts)(table, name)[rows] for name in names}

    def numbers(self, table: str, name: str) -> Column:
        """A column of numbers, for reading only; nothing is copied."""
        place = self._places[table][name]
        return self._view(place.begin, place.rows, _NUMBERS[TABLES[table][name]])

    def texts(self, table: str, name: str) -> Any:
        """A column of texts as an Arrow array; nothing is copied."""
        import pyarrow as pa

        place = self._places[table][name]
        if place.rows == 0:
            return pa.array([], pa.string())
        ends = pa.py_buffer(self._view(place.ends, place.rows + 1, "<i4"))
        present = None if place.absent < 0 else pa.py_buffer(self._view(place.absent, (place.rows + 7) // 8, "|u1"))
        texts = pa.py_buffer(self._view(place.begin, place.size, "|u1"))
        return pa.StringArray.from_buffers(place.rows, ends, texts, present)

    def _view(self, begin: int, count: int, kind: str) -> Column:
        dtype = np.dtype(kind)
        return self._bytes[begin : begin + count * dtype.itemsize].view(dtype).view(np.ndarray)


def open_columns(segment: Path) -> Columns | None:
    """The columns beside a segment, None if they are not there or damaged."""
    try:
        return Columns(segment.with_suffix(SUFFIX))
    except (OSError, ValueError):
        return None


def write_columns(connection: duckdb.DuckDBPyConnection, schema: str, segment: Path) -> None:
    """Lay the tables of a schema out beside their segment."""
    with taking_the_place_of(segment.with_suffix(SUFFIX)) as fresh, fresh.open("wb") as file:
        file.write(_MAGIC)
        places = {
            table: {name: _write(file, connection, schema, table, name) for name in names}
            for table, names in KEPT.items()
        }
        footer = file.tell()
        file.write(msgspec.json.encode(places) + footer.to_bytes(8, "little"))


def _write(file: BinaryIO, connection: duckdb.DuckDBPyConnection, schema: str, table: str, name: str) -> _Place:
    """One column, batch by batch where there may be millions of rows."""
    kind = _NUMBERS.get(TABLES[table][name])
    relation = connection.sql(f'SELECT "{name}" FROM {schema}.{table}')
    if kind is None:
        return _write_texts(file, relation.to_arrow_table()[name])
    begin, rows = _aligned(file), 0
    for batch in relation.to_arrow_reader(1_000_000):
        rows += len(batch)
        file.write(np.ascontiguousarray(batch.column(0).to_numpy(zero_copy_only=False), kind).data)
    return _Place(rows, begin)


def _write_texts(file: BinaryIO, texts: Any) -> _Place:
    import pyarrow as pa

    whole = pa.concat_arrays([pa.array([], pa.string()), *texts.chunks]) if len(texts) else None
    if whole is None:
        return _Place(0, 0)
    present, ends, content = whole.buffers()
    begins = np.frombuffer(ends, np.int32)[whole.offset : whole.offset + len(whole) + 1]
    begin = _aligned(file)
    size = int(begins[-1])
    file.write(memoryview(content)[:size] if content is not None else b"")
    at = _aligned(file)
    file.write(begins.tobytes())
    absent = -1
    if whole.null_count:
        absent = _aligned(file)
        file.write(memoryview(present)[: (len(whole) + 7) // 8])
    return _Place(len(whole), begin, at, size, absent)


def _aligned(file: BinaryIO) -> int:
    file.write(b"\0" * (-file.tell() % _ALIGNED))
    return file.tell()
