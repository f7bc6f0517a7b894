"""A cross-table that Vega writes as text (crosstable.txt, crosstbl.txt): columns by place, a bar before the rounds."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

_BAR = "|"
_RULER = re.compile(r"-{20,}\s*")
_HEADING = re.compile(r"\s*(?:N|ID)\s+NAME\s.*\|[\d\s]*", re.IGNORECASE)
_PERSON = re.compile(
    r"\s*(\d+)\s(.+?)(?:\(W\))?\s+(\d{1,4})\s(.{3})\s(.{3})\s+(\d+[.,]\d)\s*"  # as in _COLUMNS; (W): left
)
_DAYS = re.compile(r".* - (\d[\d./-]*\d, ?\d[\d./-]*\d)")  # place, first day, last day
_COLUMNS = ("No.", "Name", "Rtg", "Title", "Fed", "Pts.")


def is_printed(text: str) -> bool:
    """Whether a text has a heading with a bar and a ruler of dashes below it."""
    lines = text[:20_000].splitlines()
    return any(
        _HEADING.fullmatch(line) and _RULER.fullmatch(below) for line, below in pairwise(lines)
    )


def printed_rows(text: str) -> Iterator[tuple[int, list[Any]]]:
    """The rows of the table with their lines; lines above it have one cell, those below it are no part of it."""
    ends: list[int] = []  # of the numbers in the heading
    for number, line in enumerate(text.splitlines(), 1):
        left, bar, right = line.partition(_BAR)
        if not ends:
            if _HEADING.fullmatch(line):
                ends = [match.end() for match in re.finditer(r"\d+", right)]
                yield number, [*_COLUMNS, *right.split()]
            else:
                yield number, [_DAYS.sub(r"\1", line.strip())]
            continue
        if not bar:
            if line.strip() and not _RULER.fullmatch(line):
                return
            continue
        person = _PERSON.fullmatch(left)
        if person is None:
            yield number, ["", left.strip()]
        else:
            cells = [cell.strip() for cell in person.groups()]
            yield number, [*cells, *_cells(right, ends)]


def _cells(right: str, ends: list[int]) -> list[str]:
    """What stands behind the bar: each word belongs to the number of the heading that is nearest to it."""
    cells = [""] * len(ends)
    for word in re.finditer(r"\S+", right):
        distances = [abs(word.start() + 1 - end) for end in ends]
        cells[distances.index(min(distances))] = word[0]
    return cells
