"""Workbooks: a table with a frozen header and real numbers, its receipt on a second sheet; empty templates."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date as Date
from datetime import datetime
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

import msgspec

from ledger.errors import LedgerError
from ledger.formats.tables import LANGUAGES, Kind, TableColumn
from ledger.text import to_cell
from replay.output import whole_file

# Columns whose text is a number; everything else that looks like one (an id, a birth date) stays as it is.
NUMBERS = frozenset(
    ("rank", "rating", "games", "k", "born", "position", "round", "board", "before", "after", "change", "edition")
) | {"score", "sum", "best", "number", "seed"}
_MADE = datetime(2000, 1, 1)  # the same table gives the same bytes
_MOST_ROWS = 1_048_576
_LONGEST_TEXT = 32_767
_WIDEST = 48
_HELP = {
    "en": ("Help", "TableColumn", "Needed", "Example", "yes"),
    "zh-Hans": ("说明", "列", "必填", "示例", "是"),
    "zh-Hant": ("說明", "欄", "必填", "示例", "是"),
}


def write_sheet(
    out: Path, columns: Sequence[str], rows: Sequence[Sequence[Any]], receipt: Mapping[str, Any] | Any = None
) -> None:
    """Write rows to a workbook; a receipt (a mapping or a struct) goes on a second sheet."""
    if len(rows) >= _MOST_ROWS:
        raise LedgerError(f"{len(rows):,} rows", place=str(out), remedy="a sheet holds 1,048,575; use .csv or .parquet")

    def fill(book: Any) -> None:
        sheet = book.add_worksheet("List")
        _write_header(
            book, sheet, columns, [_width(name, [row[i] for row in rows[:200]]) for i, name in enumerate(columns)]
        )
        styles = Styles(book)
        for line, row in enumerate(rows, 1):
            for place, (name, value) in enumerate(zip(columns, row, strict=True)):
                _write_cell(sheet, line, place, _typed(name, value), styles)
        if rows:
            sheet.autofilter(0, 0, len(rows), len(columns) - 1)
        if receipt is not None:
            _write_receipt(book, receipt)

    _make(out, fill)


def write_template(out: Path, kind: Kind, language: str) -> None:
    """An empty table of a kind: its header, and a second sheet that explains the columns."""

    def fill(book: Any) -> None:
        title = kind.title[LANGUAGES.index(language)]
        sheet = book.add_worksheet(title)
        headers = [column.header(language) for column in kind.columns]
        _write_header(book, sheet, headers, [max(14, 2 * len(header) + 2) for header in headers])
        as_text = book.add_format({"num_format": "@"})  # else 1-1 becomes the first of January
        for place, column in enumerate(kind.columns):
            width = max(14, 2 * len(column.header(language)) + 2)
            sheet.set_column(place, place, width, as_text if column.field in _KEPT_AS_TEXT else None)
        _write_help(book, kind.columns, language)

    _make(out, fill)


_KEPT_AS_TEXT = frozenset(("player", "first", "second", "tournament", "result", "title", "series", "group", "team"))


def _make(out: Path, fill: Callable[[Any], None]) -> None:
    import xlsxwriter

    options = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with whole_file(out) as file:
        book = xlsxwriter.Workbook(file, options)
        book.set_properties({"created": _MADE})
        fill(book)
        book.close()


def _write_header(book: Any, sheet: Any, columns: Sequence[str], widths: Sequence[int]) -> None:
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
    sheet = book.add_worksheet("Receipt")
    _write_header(book, sheet, ("field", "value"), (24, 80))
    styles = Styles(book)
    given: Mapping[str, Any] = msgspec.to_builtins(receipt)
    for line, (field, value) in enumerate(given.items(), 1):
        said = value if isinstance(value, str | int) else msgspec.json.encode(value).decode()
        sheet.write_string(line, 0, field)
        _write_cell(sheet, line, 1, said, styles)


def _write_help(book: Any, columns: Sequence[TableColumn], language: str) -> None:
    title, column_word, needed_word, example_word, yes = _HELP[language]
    sheet = book.add_worksheet(title)
    _write_header(book, sheet, (column_word, "field", needed_word, example_word), (24, 20, 10, 28))
    for line, column in enumerate(columns, 1):
        row = (column.header(language), column.field, yes if column.is_needed else "", column.example)
        for place, text in enumerate(row):
            sheet.write_string(line, place, text)
