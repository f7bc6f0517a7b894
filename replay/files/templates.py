"""Empty tables to fill in: one sheet for each kind, drop-downs where the words are counted, and a sheet of help."""

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from replay.answers.language import between_words, language, tr
from replay.answers.output import write_text
from replay.answers.workbook import make_workbook, write_header
from replay.files.tables import SheetKind, TableColumn
from replay.files.tables.meanings import sentence
from wording import say, say_as

_BOM = "\ufeff"
_HELP = say("Help")
_CHOICES = "Choices"  # the sheet that drop-downs take their words from; `import` passes it over
# words of drop-downs for which a sheet in Chinese has another one than a sentence
_IN_CELLS = {
    "team": say_as("cell", "team"),
    "1-0": say_as("cell", "1-0"),
    "0-1": say_as("cell", "0-1"),
    "1/2-1/2": say_as("cell", "1/2-1/2"),
    "+/-": say_as("cell", "+/-"),
    "-/+": say_as("cell", "-/+"),
    "-/-": say_as("cell", "-/-"),
}
_KEPT_AS_TEXT = frozenset(
    (
        "player",
        "first",
        "second",
        "kept",
        "duplicate",
        "tournament",
        "result",
        "title",
        "series",
        "group",
        "team",
    )
)
_ROWS = 10_000  # how far down drop-downs reach


def write_csv_template(out: Path, kind: SheetKind) -> None:
    """An empty table as a file."""
    write_text(out, [csv_template(kind)])


def csv_template(kind: SheetKind) -> str:
    """The heading of a table, with a byte order mark, by which spreadsheets know UTF-8."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerow(
        [column.header(language()) for column in kind.columns]
    )
    return _BOM + text.getvalue()


def write_workbook_template(
    out: Path, kinds: Sequence[SheetKind], more_choices: Mapping[str, Sequence[str]]
) -> None:
    """Empty sheets. `more_choices`: words for fields of which the tables themselves know none, such as titles."""

    def fill(book: Any) -> None:
        sheets = [book.add_worksheet(kind.heading(language())) for kind in kinds]
        _write_help(book, kinds, more_choices)
        choices = _Choices(book, more_choices)
        as_text = book.add_format({"num_format": "@"})  # else 1-1 becomes the first of January
        for kind, sheet in zip(kinds, sheets, strict=True):
            headers = [column.header(language()) for column in kind.columns]
            write_header(book, sheet, headers, [max(14, 2 * len(header) + 2) for header in headers])
            for place, column in enumerate(kind.columns):
                width = max(14, 2 * len(column.header(language())) + 2)
                sheet.set_column(
                    place, place, width, as_text if column.field in _KEPT_AS_TEXT else None
                )
                choices.offer(sheet, place, column)

    make_workbook(out, fill)


def words_of(column: TableColumn) -> tuple[str, ...]:
    """The words a cell of a column may have, as a sheet in the reader's language shows them; all of them are read."""
    return tuple(_in_cell(word) for word in column.choices)


def _in_cell(word: str) -> str:
    return tr(_IN_CELLS.get(word, word))


class _Choices:
    """A hidden sheet with the words of every drop-down, one column for each list."""

    def __init__(self, book: Any, more: Mapping[str, Sequence[str]]) -> None:
        self._sheet = book.add_worksheet(_CHOICES)
        self._sheet.hide()
        self._more = more
        self._ranges: dict[tuple[str, ...], str] = {}

    def offer(self, sheet: Any, place: int, column: TableColumn) -> None:
        """A drop-down below the header. Other words are taken, too: a cell may have several, or another language."""
        words = words_of(column) or tuple(self._more.get(column.field, ()))
        if words:
            rule = {"validate": "list", "source": self._range(words), "error_type": "information"}
            told = {
                "error_title": column.header(language()),
                "error_message": tr("This word is not on the list."),
            }
            sheet.data_validation(1, place, _ROWS, place, rule | told)

    def _range(self, words: tuple[str, ...]) -> str:
        from xlsxwriter.utility import xl_range_abs

        if words not in self._ranges:
            at = len(self._ranges)
            self._sheet.write_column(0, at, words)
            self._ranges[words] = f"={_CHOICES}!{xl_range_abs(0, at, len(words) - 1, at)}"
        return self._ranges[words]


def _write_help(book: Any, kinds: Sequence[SheetKind], more: Mapping[str, Sequence[str]]) -> None:
    sheet = book.add_worksheet(tr(_HELP))
    headers = (
        tr(say_as("sheet", "Table")),
        tr("Column"),
        tr("field"),
        tr("Needed"),
        tr("Example"),
        tr("Meaning"),
    )
    write_header(book, sheet, headers, (26, 24, 20, 10, 28, 60))
    rows = [(kind, column) for kind in kinds for column in kind.columns]
    for line, (kind, column) in enumerate(rows, 1):
        needed = tr("yes") if column.is_needed else ""
        example = next(iter(more.get(column.field, ())), column.example)
        if example in column.choices:
            example = _in_cell(example)
        name = kind.heading(language())
        row = (
            name,
            column.header(language()),
            column.field,
            needed,
            example,
            _meaning(kind, column),
        )
        for place, text in enumerate(row):
            sheet.write_string(line, place, text)


def _meaning(kind: SheetKind, column: TableColumn) -> str:
    """What a column means, with the words it takes."""
    said = tr(sentence(kind, column))
    if column.choices:
        words = between_words().join(words_of(column))
        said = tr("{meaning}: {words}", meaning=said, words=words)
    if column.can_be_removed:
        said = tr("{meaning}; none takes it away", meaning=said)
    return said
