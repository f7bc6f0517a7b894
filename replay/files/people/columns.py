"""What the columns of a list hold: by their headings, where these are silent by what stands in them."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from msgspec import Struct

from replay.files.crosstables.layout import in_words
from replay.files.tables.headings import is_whole, kind_of
from replay.files.tables.sheets import Cells, Sheet
from replay.files.vocabulary import field_of, plain, round_of

# what becomes part of events
TAKEN = frozenset(
    ("id", "fide_id", "name", "last_name", "first_name", "name_en", "title", "women_title", "sex", "born",
     "federation", "rating", "national_rating", "rapid", "blitz", "games")
)  # fmt: skip
# understood, and of no use for a register
PASSED_OVER = frozenset(("rank", "number", "points", "k", "flag"))
_TELLING = TAKEN - {"name", "last_name", "first_name", "games"}
_SEARCHED = 60
_LOOKED_AT = 200
_MOST_WRONG = 10  # one cell in so many may not fit
# headings of tables of our own, and of tournaments
_OTHERS = frozenset(
    ("tournament", "tournamentid", "start", "rounds", "scheme", "registered",
     "比赛", "比赛编号", "比賽", "比賽編號", "登记日期", "登記日期")
)  # fmt: skip
_CONTENT: dict[str, Callable[[str], object]] = {
    "sex": re.compile(r"[MFmf男女]").fullmatch,
    "title": re.compile(r"W?[GIFC]M", re.IGNORECASE).fullmatch,
    "federation": re.compile(r"[A-Z]{3}").fullmatch,
}


class ListLayout(Struct, frozen=True):
    """A list of players: where its heading is, which column holds which field, and what nobody understands."""

    sheet: Sheet
    row: int
    headers: tuple[str, ...]
    columns: dict[str, int]
    unknown: tuple[str, ...]

    def rows(self) -> Iterator[tuple[int, Cells]]:
        """The rows below the heading that have a name."""
        width = len(self.headers)
        name = self.columns.get("name", self.columns.get("last_name", 0))
        for number, cells in self.sheet.rows():
            filled = cells + [""] * (width - len(cells))
            if number > self.row and in_words(filled[name]):
                yield number, filled


def list_layout(
    sheet: Sheet, profile: Mapping[str, str] | None = None, name: str = ""
) -> ListLayout | None:
    """The layout of a list of players; None if the sheet is none, or a table of the ledger's own."""
    for row, cells in islice(sheet.rows(), _SEARCHED):
        headers = tuple(map(in_words, cells))
        fields = [_field(header, profile or {}) for header in headers]
        is_list = ("name" in fields or "last_name" in fields) and not _TELLING.isdisjoint(fields)
        if is_list:
            return (
                None
                if _is_another(headers, sheet.name, name)
                else _layout(sheet, row, headers, fields)
            )
    return None


def _field(header: str, profile: Mapping[str, str]) -> str:
    return profile.get(header, field_of(header))


def _is_another(headers: Sequence[str], *names: str) -> bool:
    """Whether it is a table of the ledger's own, or one of a tournament."""
    if not _OTHERS.isdisjoint(map(plain, headers)) or any(map(round_of, headers)):
        return True
    kind = kind_of(headers, *names)
    return kind is not None and is_whole(kind, headers)


def _layout(sheet: Sheet, row: int, headers: tuple[str, ...], fields: Sequence[str]) -> ListLayout:
    columns: dict[str, int] = {}
    unknown: list[int] = []
    for place, field in enumerate(fields):
        if field in TAKEN and field not in columns:
            columns[field] = place
        elif (headers[place] and field not in PASSED_OVER) or not headers[place]:
            unknown.append(place)
    below = [cells for number, cells in islice(sheet.rows(), _LOOKED_AT) if number > row]
    for place in list(unknown):
        if fields[place]:  # a club's code has three letters, as a federation's has
            continue
        field = _by_content(below, place)
        if field and field not in columns:
            columns[field] = place
            unknown.remove(place)
    named = tuple(headers[place] for place in unknown if headers[place])
    return ListLayout(sheet, row, headers, columns, named)


def _by_content(below: Sequence[Cells], place: int) -> str:
    """The field that a column must hold. Only short codes are recognised so: a number may be a telephone's."""
    words = [word for cells in below if place < len(cells) and (word := in_words(cells[place]))]
    for field, fits in _CONTENT.items():
        fitting = sum(fits(word) is not None for word in words)
        if words and (len(words) - fitting) * _MOST_WRONG <= len(words):
            return field
    return ""
