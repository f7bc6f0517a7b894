"""Tables on a terminal. No number and no id is ever cut.

A table that is too wide has its texts folded over several lines, between words. If that is not enough, columns are left
out, and the last line names them: first those that are empty or 0 in every row, then the others, always the rightmost
first. The columns that are kept stay. If even those do not fit, each row becomes a record with a line for each column.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import zip_longest
from typing import Any

from rich.cells import cell_len

from replay.answers.language import heading, tr, word
from wording import say, say_as
from wording.visible import visible

KEPT = frozenset(
    {
        "rank",
        "player",
        "name",
        "rating",
        "before",
        "after",
        "change",
        "score",
        "list_date",
        "decided_by",
    }
)
IDS = frozenset(
    {"player", "tournament", "series", "first", "second"}
)  # never folded, not even between words
SHORT = {
    "federation": say("fed."),
    "opponent_points": say("opp. pts"),
    "second_wins": say("2nd wins"),
    "second_games": say("2nd games"),
    "met_as_second": say("met 2nd"),
    "strong_opponent_points": say("strong pts"),
    "previous_rank": say_as("standings", "rank before"),
}  # headings, so that a line fits
GAP = 2
_NARROW = 12  # no text is folded to less than this,
_TALL = 4  # nor over more lines than about this,
_WIDE = 30  # except that every text can be folded to this width
_NOTHING = ("", "0", "0.0")
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?( %)?")
_WIDE_LETTERS = "\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\U00020000-\U0003ffff"
_PIECE = re.compile(f"[{_WIDE_LETTERS}]|[^{_WIDE_LETTERS}]+")


class NamedColumn:
    """A column as text: how wide it is, and how narrow it can be folded."""

    def __init__(self, name: str, cells: list[str]) -> None:
        self.name = name
        self.cells = cells
        self.heading = visible(tr(SHORT[name]) if name in SHORT else heading(name))

    @cached_property
    def width(self) -> int:
        return max(_width(text) for text in (self.heading, *self.cells))

    @cached_property
    def least(self) -> int:
        """The width of its longest word; a text of several words is folded moderately only, an id not at all."""
        if self.name in IDS:
            return self.width
        wanted = min(max(self.width // _TALL, _NARROW), _WIDE)
        words = {
            piece
            for text in {self.heading, *self.cells}
            for word in text.split()
            for piece in _pieces(word)
        }
        longest = max(map(_width, words), default=0)
        return max(longest, min(wanted, max(map(_width, self.cells), default=0)))

    @property
    def is_empty(self) -> bool:
        return all(text in _NOTHING for text in self.cells)

    @property
    def is_number(self) -> bool:
        return any(self.cells) and all(_NUMBER.fullmatch(text) for text in self.cells if text)


def table_lines(
    columns: Sequence[str],
    rows: Iterable[Sequence[Any]],
    *,
    width: int | None = None,
    keep: Iterable[str] = (),
    whole: str = "-o FILE.csv",
) -> list[str]:
    """The lines of a table, headings first, no wider than `width` (None: as wide as it is) unless a single word is.

    `keep` names columns that are not left out, beside the first and those everybody looks for; `whole` says where all
    columns can be seen.
    """
    texts = [[_cell(name, value) for name, value in zip(columns, row, strict=True)] for row in rows]
    every = [NamedColumn(name, [row[at] for row in texts]) for at, name in enumerate(columns)]
    if width is None:
        shown = every
    else:
        shown = _fitting(every, width, {*columns[:1], *KEPT, *keep})
    if width is not None and _least(shown) > width:
        return _records(every, width)
    lines = _lines(shown, _widths(shown, width))
    if len(shown) < len(every):
        names = ", ".join(visible(heading(column.name)) for column in every if column not in shown)
        told = tr(
            "not shown (terminal too narrow): {names}; {whole} has all", names=names, whole=whole
        )
        lines += folded(told, width or 0)
    return lines


def _cell(column: str, value: Any) -> str:
    if value is None:
        return ""
    return visible(str(word(column, value)))


def _fitting(columns: list[NamedColumn], width: int, kept: set[str]) -> list[NamedColumn]:
    """The columns that fit: the least needed are left out, one after the other."""
    going = [column for column in columns if column.name not in kept]
    going.sort(
        key=lambda column: not column.is_empty, reverse=True
    )  # stable: the last to go is an end of the list
    shown = list(columns)
    while going and _least(shown) > width:
        shown.remove(going.pop())
    return shown


def _least(columns: Sequence[NamedColumn]) -> int:
    return sum(column.least for column in columns) + GAP * (len(columns) - 1)


def _widths(columns: Sequence[NamedColumn], width: int | None) -> list[int]:
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


def _lines(columns: Sequence[NamedColumn], widths: list[int]) -> list[str]:
    right = [column.is_number for column in columns]
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


def _records(columns: Sequence[NamedColumn], width: int) -> list[str]:
    """Each row as lines of heading and text, an empty line between rows."""
    side = max(_width(column.heading) for column in columns) + GAP
    lines: list[str] = []
    for at in range(len(columns[0].cells)):
        lines += [""] if at else []
        for column in columns:
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
    for each in text.split():
        for at, piece in enumerate(_pieces(each)):
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
