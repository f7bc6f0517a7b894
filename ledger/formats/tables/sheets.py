"""Sheets of a csv or xlsx file as rows of cells, with places; bombs and broken files become messages."""

import csv
import io
import re
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ledger.errors import LedgerError
from ledger.formats.encoding import decode_table
from ledger.text import from_cell
from wording import say

Cells = list[Any]
_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml", re.IGNORECASE)
_CELL_COLUMN = re.compile(rb'\br="([A-Z]{1,3})\d')
_CELL_ROW = re.compile(rb'\br="[A-Z]{1,3}(\d{1,7})"')
_MOST_UNPACKED = 400 << 20
_MOST_CELLS = 12_000_000
_LARGEST_CSV = 512 << 20


class Sheet(NamedTuple):
    """A sheet: its name ("" for csv), and its rows with their numbers; `first_column` is that of the first cell.

    `again` gives the rows from the top once more: what a cell means may depend on all of its column.
    """

    place: str
    name: str
    first_column: int
    rows: Iterator[tuple[int, Cells]]
    again: Callable[[], Iterator[tuple[int, Cells]]]

    def where(self, row: int, column: int | None = None) -> str:
        """A place in words: sheet, row, column."""
        start = f"{self.place}:{row}"
        if self.name:
            start = say("{place}: sheet {name!r}, row {row}", place=self.place, name=self.name, row=row)
        if column is None:
            return start
        named = column_letters(self.first_column + column) if self.name else column + 1
        return say("{start}, column {column}", start=start, column=named)


def column_letters(index: int) -> str:
    """0 → A, 26 → AA."""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def open_sheets(path: Path, place: str, encoding: str | None) -> Iterator[Sheet]:
    """All sheets of a file."""
    with path.open("rb") as file:
        head = file.read(8)
    if head.startswith(b"PK\x03\x04"):
        yield from _xlsx(path, place)
    elif head.startswith(b"\xd0\xcf\x11\xe0"):
        raise LedgerError(
            say("an old .xls workbook or one with a password"), place=place, remedy=say("save it as .xlsx")
        )
    else:
        yield _csv(path, place, encoding)


def _csv(path: Path, place: str, encoding: str | None) -> Sheet:
    if path.stat().st_size > _LARGEST_CSV:
        raise LedgerError(say("over 512 MB of csv"), place=place, remedy=say("split the file"))
    text, _ = decode_table(path.read_bytes(), place, encoding)
    if "\0" in text:
        raise LedgerError(
            say("not a text file (it has NUL bytes)"), place=f"{place}:1", remedy=say("save it as UTF-8 csv")
        )
    return Sheet(place, "", 0, _csv_rows(text, place), partial(_csv_rows, text, place))


def first_row(text: str) -> tuple[int, Cells]:
    """The first row of a csv text that has anything in it."""
    return next(((number, row) for number, row in _csv_rows(text, "") if any(row)), (1, []))


def _csv_rows(text: str, place: str) -> Iterator[tuple[int, Cells]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text))
    try:
        while True:
            line = reader.line_num + 1
            try:
                yield line, [from_cell(cell) for cell in next(reader)]
            except StopIteration:
                return
    except csv.Error as error:
        raise LedgerError(
            say("not readable as csv: {error}", error=str(error)), place=f"{place}:{reader.line_num}"
        ) from None


def _delimiter(text: str) -> str:
    """The separator: tab, semicolon or comma, whichever is most frequent in the first line with text."""
    first = next((line for line in text[:100_000].splitlines() if line.strip()), "")
    return max(",;\t", key=first.count)


def _xlsx(path: Path, place: str) -> Iterator[Sheet]:
    from python_calamine import CalamineWorkbook

    _refuse_bombs(path, place)
    book = _carefully(place, lambda: CalamineWorkbook.from_path(str(path)))
    for name in _carefully(place, lambda: list(book.sheet_names)):
        where = f"{place}: sheet {name!r}"
        sheet = _carefully(where, lambda name=name: book.get_sheet_by_name(name))
        start = sheet.start or (0, 0)
        yield Sheet(place, name, start[1], _xlsx_rows(sheet, where), partial(_xlsx_rows, sheet, where))


def _xlsx_rows(sheet: Any, place: str) -> Iterator[tuple[int, Cells]]:
    """Row by row, counted from the top of the sheet."""
    rows = _carefully(place, sheet.iter_rows)
    number = 0
    while (row := _carefully(place, lambda: next(rows, None))) is not None:
        number += 1
        yield number, row


def _carefully(place: str, work: Any) -> Any:
    """Run the spreadsheet library: whatever it throws, a panic of its Rust part included, becomes a message."""
    try:
        return work()
    except Exception as error:
        raise _unreadable(place, error) from None
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise _unreadable(place, error) from None


def _unreadable(place: str, error: BaseException) -> LedgerError:
    said = str(error).split("\n")[0][:200]
    return LedgerError(
        say("a workbook that cannot be read: {said}", said=said), place=place, remedy=say("save it anew as .xlsx")
    )


def _refuse_bombs(path: Path, place: str) -> None:
    """Look at the packed parts first: the library lays a sheet out in full, from its first to its last cell."""
    try:
        with zipfile.ZipFile(path) as packed:
            parts = packed.infolist()
            if sum(part.file_size for part in parts) > _MOST_UNPACKED:
                raise _too_large(place, say("unpacks to {size:,} bytes", size=sum(part.file_size for part in parts)))
            for part in parts:
                with packed.open(part) as file:
                    _measure(file, f"{place}: {part.filename}", is_sheet=bool(_SHEET.fullmatch(part.filename)))
    except (zipfile.BadZipFile, zipfile.LargeZipFile, RuntimeError, NotImplementedError, EOFError, OSError) as error:
        raise _unreadable(place, error) from None
    except Exception as error:  # zlib and struct have errors of their own
        if isinstance(error, LedgerError):
            raise
        raise _unreadable(place, error) from None


def _measure(file: Any, place: str, *, is_sheet: bool) -> None:
    size, rest, last_row = 0, b"", 0
    columns: set[bytes] = set()
    while piece := file.read(1 << 20):
        size += len(piece)
        if size > _MOST_UNPACKED:
            raise _too_large(place, say("unpacks to over {size:,} bytes", size=_MOST_UNPACKED))
        if is_sheet:
            columns.update(_CELL_COLUMN.findall(rest + piece))
            last_row = max(last_row, *map(int, _CELL_ROW.findall(rest + piece)), 0)
            rest = piece[-200:]
    last_column = max((_column_number(letters) for letters in columns), default=0)
    if last_row * last_column > _MOST_CELLS:
        how = say("reaches from A1 to row {row:,}, column {column:,}", row=last_row, column=last_column)
        raise _too_large(place, how)


def _column_number(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number


def _too_large(place: str, how: str) -> LedgerError:
    return LedgerError(
        say("too large: it {how}", how=how), place=place, remedy=say("delete the empty rows and columns at its end")
    )
