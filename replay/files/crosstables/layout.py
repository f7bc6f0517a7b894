"""Where the heading of a table is, which columns it has, and which form: rounds, a square, or pairs."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Literal

from msgspec import Struct

from replay.files.crosstables.marks import is_game, is_told_fully, read_mark, signs_of
from replay.files.tables.headings import is_whole, kind_of
from replay.files.tables.sheets import Cells, Sheet, column_letters, is_filled
from replay.files.vocabulary import FIRST_TIE_BREAK, OPEN, WOMEN, field_of, game_of, plain, round_of
from wording import say

Form = Literal["rounds", "square", "pairs", "people"]
_SEARCHED = 60  # rows in which the heading is looked for
_LOOKED_AT = 200  # rows whose cells say which form it is
_FEWEST = 3  # players of a square
_TOURNAMENT = frozenset(("tournament", "tournamentid", "比赛", "比赛编号", "比賽", "比賽編號"))
_TITLES = frozenset((*OPEN, *WOMEN))


class TableLayout(Struct, frozen=True):
    """A table with its heading. `rounds` and `games`: number → column; `above`: the lines before the heading."""

    sheet: Sheet
    form: Form
    row: int
    columns: dict[str, int]
    second: dict[str, int]  # of the other player, in a list of pairs
    rounds: dict[int, int]
    games: dict[int, int]
    above: tuple[str, ...]
    headers: tuple[str, ...]

    @property
    def width(self) -> int:
        """How many cells its columns need."""
        places = (*self.columns.values(), *self.second.values(), *self.rounds.values())
        return max((*places, *self.games.values())) + 1

    def rows(self) -> Iterator[tuple[int, Cells]]:
        """The rows below the heading (and its repetitions on later pages), each as long as the heading needs it."""
        heading: Cells = []
        for number, cells in self.sheet.rows():
            if number == self.row:
                heading = cells
            elif number > self.row and cells != heading:
                yield number, cells + [""] * (self.width - len(cells))

    def passed_over(self) -> tuple[str, ...]:
        """The columns with results that are not read: whoever wrote them did not mean them to be lost."""
        taken = {*self.columns.values(), *self.second.values()}
        taken |= {*self.rounds.values(), *self.games.values()}
        is_result = is_game if self.games else is_told_fully
        below = [cells for _, cells in self.rows()]
        found = []
        for place, header in enumerate(self.headers):
            filled = [
                cells[place] for cells in below if place < len(cells) and in_words(cells[place])
            ]
            if place not in taken and filled and all(map(is_result, filled)):
                found.append(header or column_letters(self.sheet.first_column + place))
        return tuple(found)


def layout_of(sheet: Sheet) -> TableLayout | None:
    """The layout of a sheet; None if it is no cross-table and no list of people."""
    above: list[str] = []
    for row, cells in islice(sheet.rows(), _SEARCHED):
        headers = [in_words(cell) for cell in cells]
        found = _with_heading(sheet, row, headers, tuple(above))
        if found is not None:
            return found
        above.append(" ".join(filter(None, headers)))
    return None


def in_words(cell: Any) -> str:
    """A cell as text; a whole number has no point."""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    return " ".join(str(cell).split())


def _with_heading(
    sheet: Sheet, row: int, headers: list[str], above: tuple[str, ...]
) -> TableLayout | None:
    if not _TOURNAMENT.isdisjoint(map(plain, headers)):
        return None
    fields = [field_of(header) for header in headers]
    if pairs := _pairs(sheet, row, headers, fields, above):
        return pairs
    columns = _first_of(fields)
    if "name" not in columns and "last_name" not in columns:
        return None
    below = [cells for number, cells in islice(sheet.rows(), _LOOKED_AT) if number > row]
    _place_titles(columns, headers, below)
    form, rounds = _rounds(headers, below)
    if not rounds and len(columns) < 2:
        return None
    return TableLayout(sheet, form, row, columns, {}, rounds, {}, above, tuple(headers))


def _first_of(fields: Sequence[str], start: int = 0) -> dict[str, int]:
    """Field → its first column."""
    found: dict[str, int] = {}
    for place, field in enumerate(fields, start):
        if field:
            found.setdefault(field, place)
    return found


def _place_titles(columns: dict[str, int], headers: list[str], below: list[Cells]) -> None:
    """A column without a heading that holds titles holds titles."""
    if "title" in columns:
        return
    for place, header in enumerate(headers):
        words = {in_words(cells[place]).lower() for cells in below if place < len(cells)} - {""}
        if not header and words & _TITLES:
            columns["title"] = place
            return


def _rounds(headers: list[str], below: list[Cells]) -> tuple[Form, dict[int, int]]:
    """The columns of rounds, or of opponents in a square, by their numbers."""
    named = {round_of(header): place for place, header in enumerate(headers) if round_of(header)}
    if named:
        return "rounds", named
    bare: dict[int, int] = {}
    for place, header in enumerate(headers):
        number = len(bare) + 1
        if header.lstrip("0") == str(number):
            bare[number] = place
    if len(bare) < 2:
        return "people", {}
    if _is_square(below, list(bare.values())):
        return "square", bare
    cells = [row[place] for row in below for place in bare.values() if place < len(row)]
    marks = filter(None, map(read_mark, cells))
    if any(mark.opponent and (mark.colour != "-" or mark.result != " ") for mark in marks):
        return "rounds", bare
    if len(bare) >= _FEWEST:
        return "square", bare
    return "people", {}


def _is_square(below: list[Cells], places: list[int]) -> bool:
    """Whether as many rows as columns have results alone, and nobody one against himself."""
    rows = [cells + [""] * (places[-1] + 1 - len(cells)) for cells in below if is_filled(cells)]
    signs = [[signs_of(row[place]) for place in places] for row in rows[: len(places)]]
    is_whole = len(signs) == len(places) >= _FEWEST and all(None not in line for line in signs)
    return is_whole and not any(line[at] for at, line in enumerate(signs))


def _games(headers: list[str], below: list[Cells]) -> dict[int, int]:
    """The columns of the games of a match; `TB1` is one only where results stand in it, and no tie-break."""
    found = {game_of(header): place for place, header in enumerate(headers) if game_of(header)}
    are_results = {
        place: any(is_game(cells[place]) for cells in below if place < len(cells))
        for place in found.values()
    }
    return {
        game: place for game, place in found.items() if game < FIRST_TIE_BREAK or are_results[place]
    }


def _pairs(
    sheet: Sheet, row: int, headers: list[str], fields: list[str], above: tuple[str, ...]
) -> TableLayout | None:
    """A list of pairs: two names with a result between or beside them, or a column for each game."""
    below = [cells for number, cells in islice(sheet.rows(), _LOOKED_AT) if number > row]
    games = _games(headers, below)
    people = [place for place, field in enumerate(fields) if field in ("first", "second", "name")]
    results = [place for place, field in enumerate(fields) if field == "result"]
    if len(people) != 2 or not (results or games):
        return None
    kind = kind_of(headers, sheet.name)
    if kind is not None and is_whole(kind, headers):
        return None
    one, other = people
    if results and one < results[0] < other:
        middle = results[0]
    else:
        middle = one + 1
    columns = _first_of(fields[:middle]) | {"name": one}
    second = _first_of(fields[middle:], middle) | {"name": other}
    shared = _first_of(fields)
    for field in ("round", "board", "result"):
        if field in shared:
            columns[field] = shared[field]
    return TableLayout(sheet, "pairs", row, columns, second, {}, games, above, tuple(headers))


NOT_A_CROSSTABLE = say("no cross-table in it: no heading with a name and rounds")
