"""Sheets of a csv, xlsx or html file as rows of cells, with places; bombs and broken files become messages."""

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ledger.errors import LedgerError
from ledger.text import from_cell
from replay.files.encoding import decode_table
from replay.files.limits import (
    LARGEST_CSV,
    LARGEST_PAGE,
    LARGEST_WORKBOOK,
    LONGEST_ROW,
    MOST_COLUMNS,
    larger,
    longer,
    refuse_large,
    unreadable_csv,
)
from replay.files.tables.html import tables_of
from replay.files.tables.printed import is_printed, printed_rows
from replay.files.tables.workbook import (
    MEMORY,
    MOST_READ,
    SECONDS,
    WorkbookTooLarge,
    WorkbookUnreadable,
    sheets_of,
)
from wording import say
from wording.errors import at

Cells = list[Any]
_LOOKED_AT = 40  # lines that show the separator
_QUOTED = re.compile(r'"[^"]*"')
_PAGE = re.compile(rb"\s*<(?:!doctype html|html|table|head|\?xml[^>]*>\s*<html)", re.IGNORECASE)


class Sheet(NamedTuple):
    """A sheet: its name ("" for csv), and its rows with their numbers; `first_column` is that of the first cell.

    `rows` gives them from the top each time: what a cell means may depend on all of its column.
    """

    place: str
    name: str
    first_column: int
    rows: Callable[[], Iterator[tuple[int, Cells]]]

    def heading(self) -> tuple[int, Cells]:
        """The first row that has anything in it; an empty sheet has none."""
        return next(((row, cells) for row, cells in self.rows() if is_filled(cells)), (0, []))

    def where(self, row: int, column: int | None = None) -> str:
        """A place in words: sheet, row, column."""
        start = at(self.place, row)
        if self.name:
            start = say(
                "{place}: sheet {name!r}, row {row}", place=self.place, name=self.name, row=row
            )
        if column is None:
            return start
        named = column_letters(self.first_column + column) if self.name else column + 1
        return say("{start}, column {column}", start=start, column=named)


def is_filled(cells: Cells) -> bool:
    """Whether a row has anything in it."""
    return any(cell != "" and not (isinstance(cell, str) and cell.isspace()) for cell in cells)


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
        head = file.read(64)
    if head.startswith(b"PK\x03\x04"):
        yield from _xlsx(path, place)
    elif head.startswith(b"\xd0\xcf\x11\xe0"):
        raise LedgerError(
            say("an old .xls workbook or one with a password"),
            place=place,
            remedy=say("save it as .xlsx"),
        )
    elif is_page(path, head):
        yield from _html(path, place, encoding)
    else:
        yield _csv(path, place, encoding)


def is_page(path: Path, head: bytes) -> bool:
    """Whether a file is a saved web page; some programs write one and call it .xls."""
    return path.suffix.lower() in (".html", ".htm") or _PAGE.match(head) is not None


def _html(path: Path, place: str, encoding: str | None) -> Iterator[Sheet]:
    remedy = say("copy the table into a sheet")
    refuse_large(path.stat().st_size, LARGEST_PAGE, place, remedy)
    text, _ = decode_table(path.read_bytes(), place, encoding)
    for table in tables_of(text, place):
        rows = partial(_narrow, partial(iter, table), place)
        yield Sheet(place, "", 0, rows)


def _csv(path: Path, place: str, encoding: str | None) -> Sheet:
    refuse_large(path.stat().st_size, LARGEST_CSV, place, say("split the file"))
    text, _ = decode_table(path.read_bytes(), place, encoding)
    if "\0" in text:
        raise LedgerError(
            say("not a text file (it has NUL bytes)"),
            place=at(place, 1),
            remedy=say("save it as UTF-8 csv"),
        )
    if is_printed(text):
        return Sheet(place, "", 0, partial(printed_rows, text))
    rows = partial(_narrow, partial(_csv_rows, text, place), place)
    return Sheet(place, "", 0, rows)


def _csv_rows(text: str, place: str) -> Iterator[tuple[int, Cells]]:
    reader = csv.reader(_short_lines(text, place), delimiter=_delimiter(text))
    try:
        while True:
            line = reader.line_num + 1
            try:
                yield line, [from_cell(cell) for cell in next(reader)]
            except StopIteration:
                return
    except csv.Error as error:
        raise unreadable_csv(error, place, reader.line_num) from None


def _short_lines(text: str, place: str) -> Iterator[str]:
    """The lines of a text; one that no table has is refused before it is taken apart."""
    for number, line in enumerate(io.StringIO(text, newline=""), 1):
        if len(line) > LONGEST_ROW:
            wrong = longer(len(line), LONGEST_ROW)
            raise LedgerError(wrong, place=at(place, number), remedy=say("is a line end missing?"))
        yield line


def _delimiter(text: str) -> str:
    """The separator: the one that most lines of the beginning have, and have most often."""
    lines = [line for line in text[:100_000].splitlines() if line.strip()][:_LOOKED_AT]
    counted = {mark: Counter(_bare(line).count(mark) for line in lines) for mark in ",;\t|"}
    return max(
        counted, key=lambda mark: max((n * times for n, times in counted[mark].items()), default=0)
    )


def _bare(line: str) -> str:
    """A line without what stands in quotation marks."""
    return _QUOTED.sub("", line)


def _xlsx(path: Path, place: str) -> Iterator[Sheet]:
    remedy = say("delete the empty rows and columns at its end, or split it")
    try:
        found = sheets_of(path)
    except WorkbookUnreadable as error:
        wrong = say("a workbook that cannot be read: {said}", said=str(error))
        raise LedgerError(wrong, place=place, remedy=say("save it anew as .xlsx")) from None
    except WorkbookTooLarge as error:
        wrong = say(
            "too large: reading it takes more than {memory:,} MB of memory, {seconds} seconds, or {most:,} MB of cells",
            memory=MEMORY >> 20, seconds=SECONDS, most=MOST_READ >> 20,
        )  # fmt: skip
        if error.size:
            wrong = say("unpacked, {wrong}", wrong=larger(error.size, LARGEST_WORKBOOK))
        raise LedgerError(wrong, place=place, remedy=remedy) from None
    for sheet in found:
        rows = partial(_narrow, sheet.rows, place, sheet.name)
        yield Sheet(place, sheet.name, sheet.first_column, rows)


def _narrow(
    rows: Callable[[], Iterator[tuple[int, Cells]]], place: str, name: str = ""
) -> Iterator[tuple[int, Cells]]:
    """Rows as they are; one with more columns than any table has is refused at once."""
    for number, cells in rows():
        if len(cells) > MOST_COLUMNS:
            raise LedgerError(
                say(
                    "{number:,} columns; a table has at most {most:,}",
                    number=len(cells),
                    most=MOST_COLUMNS,
                ),
                place=Sheet(place, name, 0, rows).where(number),
                remedy=say("is a line end missing, or is this another kind of file?"),
            )
        yield number, cells
