"""Tables on a terminal. No number and no id is ever cut.

A table that is too wide has its texts folded over several lines, between words. If that is not enough, columns are left
out, and the last line names them: first those that are empty or 0 in every row, then those whose kind can best be
spared, always the rightmost first. If even the columns that are never left out do not fit, each row becomes a record
with a line for each column.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import zip_longest

from rich.cells import cell_len

from replay.answers.language import tr
from replay.answers.speech import spoken
from replay.answers.table import Column, Table
from wording import enumerated
from wording.visible import visible

GAP = 2
_NARROW = 12  # no text is folded to less than this,
_TALL = 4  # nor over more lines than about this,
_WIDE = 30  # except that every text can be folded to this width
_NOTHING = ("", "0", "0.0")
_WIDE_LETTERS = "\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\U00020000-\U0003ffff"
_PIECE = re.compile(f"[{_WIDE_LETTERS}]|[^{_WIDE_LETTERS}]+")


class ShownColumn:
    """A column as text: how wide it is, and how narrow it can be folded."""

    def __init__(self, column: Column, cells: list[str]) -> None:
        self.name = visible(tr(column.title))
        self.heading = visible(tr(column.short or column.title))
        self.cells = cells
        self.right = column.kind.right
        self.spare = 0 if column.kept else column.kind.spare
        self.folds = column.kind.folds

    @cached_property
    def width(self) -> int:
        return max(_width(text) for text in (self.heading, *self.cells))

    @cached_property
    def least(self) -> int:
        """The width of its longest word; a long text is folded moderately only, other values not at all."""
        cells = max(map(_width, self.cells), default=0)
        headings = [piece for word in self.heading.split() for piece in _pieces(word)]
        if not self.folds:
            return max([cells, *map(_width, headings)])
        wanted = min(max(self.width // _TALL, _NARROW), _WIDE)
        words = {
            piece for text in set(self.cells) for word in text.split() for piece in _pieces(word)
        }
        longest = max(map(_width, {*words, *headings}), default=0)
        return max(longest, min(wanted, cells))

    @property
    def is_empty(self) -> bool:
        return all(text in _NOTHING for text in self.cells)


def table_text(table: Table, width: int | None = None, whole: str = "-o FILE.csv") -> list[str]:
    """The lines of a table. Without a width every column is as wide as it is; `whole` says where all columns are."""
    every = [
        ShownColumn(column, [visible(spoken(column.kind, column.value(row))) for row in table.rows])
        for column in table.columns
    ]
    if width is None:
        return _lines(every, _widths(every, None))
    shown = _fitting(every, width)
    if _least(shown) > width:
        return _records(every, width)
    lines = _lines(shown, _widths(shown, width))
    if len(shown) < len(every):
        names = enumerated(column.name for column in every if column not in shown)
        lines += folded(
            tr(
                "not shown (terminal too narrow): {names}; {whole} has all",
                names=names,
                whole=whole,
            ),
            width,
        )
    return lines


def _fitting(columns: list[ShownColumn], width: int) -> list[ShownColumn]:
    """The columns that fit: the least needed are left out, one after the other."""
    going = [column for column in columns[1:] if column.spare]
    going.sort(
        key=lambda column: (column.is_empty, column.spare)
    )  # stable: the last of them goes first
    shown = list(columns)
    while going and _least(shown) > width:
        shown.remove(going.pop())
    return shown


def _least(columns: Sequence[ShownColumn]) -> int:
    return sum(column.least for column in columns) + GAP * (len(columns) - 1)


def _widths(columns: Sequence[ShownColumn], width: int | None) -> list[int]:
    """Every column as wide as it is; if there is no room, the narrow ones first and the widest the rest."""
    if width is None:
        return [column.width for column in columns]
    widths = [column.least for column in columns]
    spare = width - _least(columns)
    while spare > 0 and (
        wanting := [at for at, column in enumerate(columns) if widths[at] < column.width]
    ):
        widths[min(wanting, key=lambda at: widths[at])] += 1
        spare -= 1
    return widths


def _lines(columns: Sequence[ShownColumn], widths: list[int]) -> list[str]:
    right = [column.right for column in columns]
    rows = zip(*([column.heading, *column.cells] for column in columns), strict=True)
    return [line for row in rows for line in _row(row, widths, right)]


def _row(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> Iterator[str]:
    parts = [folded(cell, width) for cell, width in zip(cells, widths, strict=True)]
    for line in zip_longest(*parts, fillvalue=""):
        padded = map(_padded, line, widths, right)
        yield (" " * GAP).join(padded).rstrip()


def _padded(text: str, width: int, right: bool) -> str:
    space = " " * (width - _width(text))
    if right:
        return space + text
    return text + space


def _records(columns: Sequence[ShownColumn], width: int) -> list[str]:
    """Each row as lines of heading and text, without headings that have none; an empty line between rows."""
    side = max(_width(column.heading) for column in columns) + GAP
    lines: list[str] = []
    for at in range(len(columns[0].cells)):
        lines += [""] if at else []
        for column in columns:
            if not column.cells[at]:
                continue
            parts = folded(column.cells[at], width - side)
            lines += [
                (_padded(column.heading if n == 0 else "", side, False) + part).rstrip()
                for n, part in enumerate(parts)
            ]
    return lines


def folded(text: str, width: int) -> list[str]:
    """A text as lines of a width: broken at spaces and between Chinese characters. A longer word has its own line."""
    if _width(text) <= width:
        return [text]
    lines = [""]
    for word in text.split():
        for at, piece in enumerate(_pieces(word)):
            longer = lines[-1] + (" " if at == 0 and lines[-1] else "") + piece
            if lines[-1] and _width(longer) > width:
                lines.append(piece)
            else:
                lines[-1] = longer
    return lines


def _pieces(word: str) -> list[str]:
    """Where a word may be broken: between Chinese characters, but never if it has a digit."""
    if word.isascii() or any(letter.isdigit() for letter in word):
        return [word]
    return _PIECE.findall(word)


def _width(text: str) -> int:
    if text.isascii():
        return len(text)
    return cell_len(text)
