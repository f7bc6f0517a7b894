"""Columns in a file that is mapped into memory: nothing is read but what is looked at, and nothing is copied."""

import os
import zlib
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

import msgspec
import numpy as np
import numpy.typing as npt

from projections.scratch import taking_the_place_of

Column = npt.NDArray[Any]
MAGIC = b"rating-ledger columns 3\n"
_ALIGNED = 64
_END = 8 + 4  # where the footer begins, and its checksum
TEXT = "text"
_KINDS = {f"{order}{kind}" for order in "<|" for kind in ("i1", "u1", "b1", "i2", "u2", "i4", "u4", "i8", "u8")}


class _Place(msgspec.Struct, frozen=True, array_like=True):
    """Where a column is: numbers of a kind, or the bytes of texts with where each ends, and which are there at all."""

    kind: str
    rows: int
    begin: int
    ends: int = -1
    size: int = 0
    present: int = -1

    def fits(self, end: int) -> bool:
        """Whether all of it lies before the end of the columns."""
        if self.kind != TEXT:
            size = self.rows * np.dtype(self.kind).itemsize if self.kind in _KINDS else end + 1
            return 0 <= self.begin <= self.begin + size <= end
        parts = [(self.begin, self.size), (self.ends, 4 * (self.rows + 1)), (self.present, (self.rows + 7) // 8)]
        wanted = parts if self.present >= 0 else parts[:2]
        return self.rows == 0 or all(0 <= begin <= begin + size <= end for begin, size in wanted)


class Mapped:
    """The columns of a file by name, for reading only: numbers in numpy, texts in Arrow."""

    def __init__(self, path: Path) -> None:
        """Map a file; OSError or ValueError if it is not there or not whole."""
        self._bytes: Column = np.memmap(path, np.uint8, "r").view(np.ndarray)
        if self._bytes[: len(MAGIC)].tobytes() != MAGIC:
            raise ValueError(f"{path.name} holds no columns")
        end = self._bytes[-_END:].tobytes()
        footer, digest = int.from_bytes(end[:8], "little"), int.from_bytes(end[8:], "little")
        places = self._bytes[footer:-_END].tobytes()
        if zlib.crc32(places) != digest:
            raise ValueError(f"{path.name} is not whole")
        try:
            self._places = msgspec.json.decode(places, type=dict[str, _Place])
        except msgspec.DecodeError as wrong:
            raise ValueError(f"{path.name} is not whole") from wrong
        if not all(place.fits(footer) for place in self._places.values()):
            raise ValueError(f"{path.name} is not whole")

    def kind(self, name: str) -> str | None:
        """What a column holds: numbers of a kind, texts, or nothing if it is not there."""
        return self._places[name].kind if name in self._places else None

    def __contains__(self, name: str) -> bool:
        return name in self._places

    def __getitem__(self, name: str) -> Any:
        place = self._places[name]
        return self._texts(place) if place.kind == TEXT else self._view(place.begin, place.rows, place.kind)

    def __iter__(self) -> Any:
        return iter(self._places)

    def _texts(self, place: _Place) -> Any:
        import pyarrow as pa

        if place.rows == 0:
            return pa.array([], pa.string())
        ends = pa.py_buffer(self._view(place.ends, place.rows + 1, "<i4"))
        present = None if place.present < 0 else pa.py_buffer(self._view(place.present, (place.rows + 7) // 8, "|u1"))
        texts = pa.py_buffer(self._view(place.begin, place.size, "|u1"))
        return pa.StringArray.from_buffers(place.rows, ends, texts, present)

    def _view(self, begin: int, count: int, kind: str) -> Column:
        dtype = np.dtype(kind)
        return self._bytes[begin : begin + count * dtype.itemsize].view(dtype)


def open_mapped(path: Path) -> Mapped | None:
    """The columns of a file, None if it is not there or damaged."""
    try:
        return Mapped(path)
    except (OSError, ValueError):
        return None


class Writer:
    """Writes columns one after the other; the file appears once all are in it."""

    def __init__(self, path: Path) -> None:
        self._taking = taking_the_place_of(path)
        self._places: dict[str, _Place] = {}

    def __enter__(self) -> "Writer":
        self._file: BinaryIO = self._taking.__enter__().open("wb")
        self._file.write(MAGIC)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            footer, places = self._file.tell(), msgspec.json.encode(self._places)
            self._file.write(places + footer.to_bytes(8, "little") + zlib.crc32(places).to_bytes(4, "little"))
            self._file.flush()
            os.fsync(self._file.fileno())  # a file with its name but without its content would be believed
        self._file.close()
        self._taking.__exit__(kind, error, trace)

    def numbers(self, name: str, kind: str, batches: Iterable[Column]) -> None:
        """A column of numbers, batch by batch where there may be millions of rows."""
        begin, rows = self._aligned(), 0
        for batch in batches:
            rows += len(batch)
            self._file.write(np.ascontiguousarray(batch, kind).data)
        self._places[name] = _Place(kind, rows, begin)

    def texts(self, name: str, whole: Any) -> None:
        """A column of texts, an Arrow array in one piece that begins with its buffers."""
        begin, at, size, present = self._aligned(), -1, 0, -1
        if len(whole):
            valid, ends, content = whole.buffers()
            edges = np.frombuffer(ends, np.int32)[: len(whole) + 1]
            size = int(edges[-1])
            self._file.write(memoryview(content)[:size] if content is not None else b"")
            at = self._aligned()
            self._file.write(edges.tobytes())
            if whole.null_count:
                present = self._aligned()
                self._file.write(memoryview(valid)[: (len(whole) + 7) // 8])
        self._places[name] = _Place(TEXT, len(whole), begin, at, size, present)

    def _aligned(self) -> int:
        self._file.write(b"\0" * (-self._file.tell() % _ALIGNED))
        return self._file.tell()


def in_one_piece(chunks: Iterable[Any]) -> Any:
    """Arrow texts one after the other, in buffers of their own."""
    import pyarrow as pa

    return pa.concat_arrays([pa.array([], pa.string()), *(chunk.cast(pa.string()) for chunk in chunks)])
