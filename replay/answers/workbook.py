"""An answer as a workbook in the reader's language: its rows with names, further tables, and the receipt."""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from ledger.errors import LedgerError
from ledger.text import to_cell
from replay.answers.answer import Answer
from replay.answers.language import language, tr
from replay.answers.output import whole_file
from replay.answers.speech import spoken, worded
from replay.answers.table import Column, Table
from wording import say, say_as

Book = Any  # xlsxwriter's, which has no types
Sheet = Any
_MADE = datetime(2000, 1, 1)  # the same table gives the same bytes
_MOST_ROWS = 1_048_576
_LONGEST_TEXT = 32_767
_WIDEST = 48
_SAMPLE = 200  # rows that decide how wide a column is


class Styles:
    """The styles of a workbook's cells: days, and text that would become a formula once somebody edits the cell."""

    def __init__(self, book: Book) -> None:
        self.day = book.add_format({"num_format": "yyyy-mm-dd"})
        self.text = book.add_format({"quote_prefix": True})


def write_workbook(out: Path, answer: Answer) -> None:
    """Write an answer to a workbook: a sheet for each table, and one for the receipt."""
    tables = [table for table in (answer.table, *answer.further) if table is not None]
    for table in tables:
        if len(table) >= _MOST_ROWS:
            raise LedgerError(
                say("{number:,} rows", number=len(table)),
                place=str(out),
                remedy=say("a sheet holds 1,048,575; use .csv or .parquet"),
            )

    def fill(book: Book) -> None:
        styles = Styles(book)
        for number, table in enumerate(tables, 1):
            name = tr(say_as("sheet", "List")) if number == 1 else f"{number}"
            _write_table(
                book, book.add_worksheet(name), table.with_names(answer.names, language()), styles
            )
        if answer.receipt:
            sheet = book.add_worksheet(tr(say("Receipt")))
            write_header(book, sheet, [tr(say("field")), tr(say("value"))], (24, 80))
            for line, fact in enumerate(answer.receipt, 1):
                sheet.write_string(line, 0, tr(fact.label))
                if isinstance(fact.value, int):
                    sheet.write_number(line, 1, fact.value)
                else:
                    sheet.write_string(line, 1, worded(fact.value), styles.text)

    make_workbook(out, fill)


def _write_table(book: Book, sheet: Sheet, table: Table, styles: Styles) -> None:
    headings = [tr(column.title) for column in table.columns]
    sample = table.rows[:_SAMPLE]
    widths = []
    for column, heading in zip(table.columns, headings, strict=True):
        texts = [spoken(column.kind, column.value(row)) for row in sample]
        widths.append(min(_WIDEST, max(map(len, [heading, *texts, "      "])) + 2))
    write_header(book, sheet, headings, widths)
    for place, column in enumerate(table.columns):
        if column.note:
            sheet.write_comment(0, place, tr(column.note))
    for line, cells in enumerate(table.cells(), 1):
        for place, (column, value) in enumerate(zip(table.columns, cells, strict=True)):
            _write_cell(sheet, line, place, column, value, styles)
    if table.rows:
        sheet.autofilter(0, 0, len(table.rows), len(table.columns) - 1)


def _write_cell(
    sheet: Sheet, line: int, place: int, column: Column, value: object, styles: Styles
) -> None:
    """A cell: numbers are numbers, days are days, codes and sentences are in the reader's language."""
    if value is None or value == "":
        return
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        sheet.write_number(line, place, value)
    elif isinstance(value, date) and not isinstance(value, datetime):
        sheet.write_datetime(line, place, datetime(value.year, value.month, value.day), styles.day)
    else:
        text = spoken(column.kind, value)[:_LONGEST_TEXT]
        style = styles.text if to_cell(text) != text else None
        sheet.write_string(line, place, text, style)


def make_workbook(out: Path, fill: Callable[[Book], None]) -> None:
    """A workbook as `fill` fills it; the same content gives the same bytes."""
    import xlsxwriter

    options = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with whole_file(out) as file:
        book = xlsxwriter.Workbook(file, options)
        book.set_properties({"created": _MADE})
        fill(book)
        book.close()


def write_header(book: Book, sheet: Sheet, columns: Sequence[str], widths: Sequence[int]) -> None:
    """A first row that stays in sight."""
    bold = book.add_format({"bold": True, "bottom": 1})
    for place, (name, width) in enumerate(zip(columns, widths, strict=True)):
        sheet.set_column(place, place, width)
        sheet.write_string(0, place, name, bold)
    sheet.freeze_panes(1, 0)
