"""Workbooks: a table with a frozen header and real numbers, its receipt on a second sheet."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date as Date
from datetime import datetime
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

import msgspec

from ledger.errors import LedgerError
from ledger.text import to_cell
from replay.answers.language import file_headings, file_word, tr
from replay.answers.output import whole_file
from wording import say

# Columns whose text is a number; everything else that looks like one (an id, a birth date) stays as it is.
NUMBERS = frozenset(
    (
        "rank",
        "rating",
        "games",
        "k",
        "born",
        "position",
        "round",
        "board",
        "before",
        "after",
        "change",
        "edition",
    )
) | {"score", "sum", "best", "number", "seed"}
_MADE = datetime(2000, 1, 1)  # the same table gives the same bytes
_MOST_ROWS = 1_048_576
_LONGEST_TEXT = 32_767
_WIDEST = 48


def write_sheet(
    out: Path,
    columns: Sequence[str],
    rows: Sequence[Sequence[Any]],
    receipt: Mapping[str, Any] | Any = None,
    notes: Mapping[str, str] | None = None,
) -> None:
    """Write rows to a workbook; a receipt (a mapping or a struct) goes on a second sheet, notes to their headings."""
    if len(rows) >= _MOST_ROWS:
        raise LedgerError(
            say("{number:,} rows", number=len(rows)),
            place=str(out),
            remedy=say("a sheet holds 1,048,575; use .csv or .parquet"),
        )

    def fill(book: Any) -> None:
        sheet = book.add_worksheet(tr("List"))
        write_header(
            book,
            sheet,
            file_headings(columns),
            [
                _width(name, [file_word(name, row[i]) for row in rows[:200]])
                for i, name in enumerate(columns)
            ],
        )
        for name, note in (notes or {}).items():
            sheet.write_comment(0, columns.index(name), note)
        styles = Styles(book)
        for line, row in enumerate(rows, 1):
            for place, (name, value) in enumerate(zip(columns, row, strict=True)):
                _write_cell(sheet, line, place, _typed(name, file_word(name, value)), styles)
        if rows:
            sheet.autofilter(0, 0, len(rows), len(columns) - 1)
        if receipt is not None:
            _write_receipt(book, receipt)

    make_workbook(out, fill)


def make_workbook(out: Path, fill: Callable[[Any], None]) -> None:
    """A workbook as `fill` fills it; the same content gives the same bytes."""
    import xlsxwriter

    options = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with whole_file(out) as file:
        book = xlsxwriter.Workbook(file, options)
        book.set_properties({"created": _MADE})
        fill(book)
        book.close()


def write_header(book: Any, sheet: Any, columns: Sequence[str], widths: Sequence[int]) -> None:
    """A first row that stays in sight."""
    bold = book.add_format({"bold": True, "bottom": 1})
    for place, (name, width) in enumerate(zip(columns, widths, strict=True)):
        sheet.set_column(place, place, width)
        sheet.write_string(0, place, name, bold)
    sheet.freeze_panes(1, 0)


def _width(name: str, values: Sequence[Any]) -> int:
    return min(_WIDEST, max(len(name), *(len(str(value)) for value in values), 6) + 2)


def _typed(name: str, value: Any) -> Any:
    """Text of a numeric column as the number it shows."""
    if name in NUMBERS and isinstance(value, str):
        try:
            return Decimal(value)
        except InvalidOperation:
            return value
    return value


class Styles:
    """The styles of a workbook's cells: days, and text that would become a formula once somebody edits the cell."""

    def __init__(self, book: Any) -> None:
        self.day = book.add_format({"num_format": "yyyy-mm-dd"})
        self.text = book.add_format({"quote_prefix": True})


def _write_cell(sheet: Any, line: int, place: int, value: Any, styles: Styles) -> None:
    if value is None or value == "":
        return
    if isinstance(value, bool):
        sheet.write_boolean(line, place, value)
    elif isinstance(value, int | float | Decimal):
        sheet.write_number(line, place, value)
    elif isinstance(value, Date):
        sheet.write_datetime(line, place, datetime(value.year, value.month, value.day), styles.day)
    else:
        text = str(value)[:_LONGEST_TEXT]
        sheet.write_string(line, place, text, styles.text if to_cell(text) != text else None)


def _write_receipt(book: Any, receipt: Any) -> None:
    sheet = book.add_worksheet(tr("Receipt"))
    write_header(book, sheet, file_headings(("field", "value")), (24, 80))
    styles = Styles(book)
    given: Mapping[str, Any] = msgspec.to_builtins(receipt)
    for line, (field, value) in enumerate(given.items(), 1):
        if isinstance(value, str | int):
            said = value
        else:
            said = msgspec.json.encode(value).decode()
        sheet.write_string(line, 0, field)
        _write_cell(sheet, line, 1, said, styles)
