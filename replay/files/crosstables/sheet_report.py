"""The report that a sheet becomes: players with their rows, places in the words of the sheet."""

import re
from collections.abc import Callable, Mapping

from ledger.text import whole_number
from replay.files.crosstables.layout import TableLayout, in_words
from replay.files.dates import read_birth
from replay.files.tables.sheets import Cells
from replay.files.trf.report import ReportedPlayer, ReportLine, TrfReport
from wording import say

_POINTS = re.compile(r"(\d{1,3})(?:[.,](\d))?")
_HALF = "½"
_THOUSANDS = re.compile(r"(?<=^\d)[,' ](?=\d{3}(?!\d))")  # 1,430
_WOMEN = frozenset(("f", "w", "女", "female", "woman", "g"))
_MEN = frozenset(("m", "男", "male", "man", "b"))
_LONGEST = 200


class SheetReport(TrfReport):
    """A report whose lines are rows of a sheet."""

    where: Callable[[int], str] | None = None

    def _where(self, line: ReportLine, column: int | None = None) -> str:
        if self.where is None or not line.text:
            return self.place
        return self.where(line.number)

    def _shown(self, line: ReportLine, column: int) -> str:
        return line.text


def report_of(layout: TableLayout) -> SheetReport:
    """An empty report of a sheet."""
    sheet = layout.sheet
    place = sheet.place
    if sheet.name:
        place = say("{place}: sheet {name!r}", place=place, name=sheet.name)
    return SheetReport(place, where=sheet.where)


def row_line(row: int, cells: Cells) -> ReportLine:
    """A row as a line of a report."""
    return ReportLine(row, "001", ", ".join(map(in_words, cells)).rstrip(", ")[:_LONGEST])


def player_of(
    row: int, number: int, cells: Cells, columns: Mapping[str, int], *, points_for_a_win: int = 1
) -> ReportedPlayer:
    """Who a row is about; no rounds yet."""

    def text(field: str) -> str:
        place = columns.get(field)
        return "" if place is None else in_words(cells[place])

    birth = text("born")
    points = read_points(text("points"))
    return ReportedPlayer(
        line=row_line(row, cells),
        number=number,
        sex=_sex(text("sex")),
        title=text("title").lower(),
        name=_name(text),
        rating=_rating(text("rating")) or _rating(text("national_rating")),
        federation=text("federation").upper(),
        fide_id=_id(text("fide_id")) or _id(text("id")),
        born=read_birth(birth),
        birth=birth,
        points=None if points is None else points // points_for_a_win,
        rank=whole_number(text("rank").rstrip(".")) or 0,
        cells=(),
    )


def read_points(text: str) -> int | None:
    """Points in hundredths; None if there are none."""
    if text.endswith(_HALF):
        text = f"{text[:-1].strip() or 0}.5"
    found = _POINTS.fullmatch(text)
    if found is None:
        return None
    return int(found[1]) * 100 + int(found[2] or 0) * 10


def _name(text: Callable[[str], str]) -> str:
    """The whole name: `Nombre` beside `Apellidos` is only its one half, `Nom` beside `Prénom` the other one."""
    name = text("name")
    last = text("last_name")
    first = text("first_name")
    if not name:
        parts = (last, first)
    elif last and not first and not _is_within(last, name):
        parts = (last, name)
    elif first and not last and not _is_within(first, name):
        parts = (name, first)
    else:
        return name
    return ", ".join(filter(None, parts))


def _is_within(part: str, name: str) -> bool:
    words = name.casefold().replace(",", " ").split()
    return all(word in words for word in part.casefold().split())


def _sex(text: str) -> str:
    word = text.lower()
    if word in _WOMEN:
        return "w"
    return "m" if word in _MEN else ""


def _rating(text: str) -> int:
    return whole_number(_THOUSANDS.sub("", text).split(".")[0], 4) or 0


def _id(text: str) -> str:
    return text.lstrip("0")
