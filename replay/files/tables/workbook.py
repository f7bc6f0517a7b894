"""Workbooks are read in a process of their own, which the system bounds: a few bytes can ask for all memory there is.

The library lays a sheet out in full, from its first to its last cell, so one cell in the far corner is half a terabyte.
The child writes what it finds into a file without a name, piece by piece; the parent reads that when the child has
ended.
"""

import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from datetime import date as Date
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import msgspec

MEMORY = 1 << 30
SECONDS = 60
MOST_UNPACKED = 400 << 20  # the child imports nothing of ours: LARGEST_WORKBOOK says the same
MOST_READ = 256 << 20  # what the child may write
_AT_ONCE = 1000  # rows in a piece
_LENGTH = 4  # bytes before each piece
_SHEET = "sheet"
_ROWS = "rows"
_WRONG = "wrong"
_UNPACKS = "unpacks"
_END = "end"
_PLAIN = frozenset((str, float, int, bool))


class WorkbookUnreadable(Exception):
    """What the library says is wrong with a workbook."""


class WorkbookTooLarge(Exception):
    """The workbook needs more memory or time than a child may have; `size` is what it unpacks to, if that is why."""

    def __init__(self, size: int = 0) -> None:
        super().__init__()
        self.size = size


class SheetRows(NamedTuple):
    """A sheet as it was read; `pieces` are its rows, packed."""

    name: str
    first_column: int
    pieces: list[memoryview]

    def rows(self) -> Iterator[tuple[int, list[Any]]]:
        """Rows that have anything in them, with their numbers."""
        for piece in self.pieces:
            for number, cells in msgspec.msgpack.decode(piece)[1]:
                yield number, [_restored(cell) if type(cell) is list else cell for cell in cells]


def sheets_of(path: Path) -> list[SheetRows]:
    """All sheets of a workbook."""
    command = [
        sys.executable,
        "-P",
        __file__,
        str(path),
    ]  # -P: no module out of the folder somebody stands in
    with tempfile.TemporaryFile() as answer:
        try:
            subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=answer,
                stderr=subprocess.DEVNULL,
                timeout=SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise WorkbookTooLarge from None
        answer.seek(0)
        data = memoryview(answer.read(MOST_READ + 1))
    found: list[SheetRows] = []
    for piece in _pieces(data):
        kind, *said = msgspec.msgpack.decode(piece)
        if kind == _END:
            return found
        if kind == _WRONG:
            raise WorkbookUnreadable(said[0])
        if kind == _UNPACKS:
            raise WorkbookTooLarge(said[0])
        if kind == _SHEET:
            found.append(SheetRows(said[0], said[1], []))
        else:
            found[-1].pieces.append(piece)
    raise WorkbookTooLarge  # it did not come to its end: the system ended it


def _pieces(data: memoryview) -> Iterator[memoryview]:
    at = 0
    while at + _LENGTH <= len(data):
        end = at + _LENGTH + int.from_bytes(data[at : at + _LENGTH], "big")
        if end > len(data):
            return
        yield data[at + _LENGTH : end]
        at = end


def _restored(tagged: list[Any]) -> Any:
    kind, value = tagged
    if kind == "timedelta":
        return timedelta(microseconds=value)
    return {"datetime": datetime, "date": Date, "time": time}[kind].fromisoformat(value)  # type: ignore[attr-defined]


# The rest runs in the child.


def _tagged(cell: Any) -> Any:
    if isinstance(cell, timedelta):
        return ["timedelta", cell // timedelta(microseconds=1)]
    if isinstance(cell, datetime | Date | time):
        return [type(cell).__name__, cell.isoformat()]
    return str(cell)


def _limit() -> None:
    """Bound memory, time and what is written, by the system."""
    try:
        import resource
    except ImportError:  # not a Unix: the parent's clock has to do
        return
    bounds = {
        resource.RLIMIT_DATA: MEMORY,
        resource.RLIMIT_CPU: SECONDS,
        resource.RLIMIT_FSIZE: MOST_READ,
        resource.RLIMIT_CORE: 0,
    }
    for kind, bound in bounds.items():
        resource.setrlimit(kind, (bound, bound))


def _write(answer: BinaryIO, *message: Any) -> None:
    packed = msgspec.msgpack.encode(message)
    answer.write(len(packed).to_bytes(_LENGTH, "big") + packed)


def _read(path: str, answer: BinaryIO) -> None:
    from python_calamine import CalamineWorkbook

    with zipfile.ZipFile(path) as packed:
        size = sum(part.file_size for part in packed.infolist())
    if size > MOST_UNPACKED:
        _write(answer, _UNPACKS, size)
        return
    book = CalamineWorkbook.from_path(path)
    for name in book.sheet_names:
        sheet = book.get_sheet_by_name(name)
        _write(answer, _SHEET, name, (sheet.start or (0, 0))[1])
        rows: list[tuple[int, list[Any]]] = []
        for number, cells in enumerate(sheet.iter_rows(), 1):
            while cells and cells[-1] == "":
                cells.pop()
            if cells:
                rows.append(
                    (number, [cell if type(cell) in _PLAIN else _tagged(cell) for cell in cells])
                )
            if len(rows) == _AT_ONCE:
                _write(answer, _ROWS, rows)
                rows = []
        if rows:
            _write(answer, _ROWS, rows)
    _write(answer, _END)


def main(path: str, answer: BinaryIO) -> None:
    """In the child: read a workbook, and write what is in it or what is wrong with it."""
    _limit()
    try:
        _read(path, answer)
    except MemoryError:
        return  # the parent sees that there is no end
    except (
        BaseException
    ) as error:  # whatever the library throws, a panic included, the parent tells it
        _write(answer, _WRONG, str(error).split("\n")[0][:200])


if __name__ == "__main__":
    main(sys.argv[1], sys.stdout.buffer)
