"""A table with a column for each round: opponent, colour and result of every player."""

from collections.abc import Sequence

from msgspec.structs import replace

from ledger.text import whole_number
from replay.files.crosstables.layout import TableLayout, in_words
from replay.files.crosstables.marks import (
    UNREADABLE,
    Mark,
    counted_by_two,
    halved,
    read_mark,
    with_colours,
)
from replay.files.crosstables.sheet_report import SheetReport, player_of, report_of, row_line
from replay.files.tables.sheets import Cells
from replay.files.trf.report import Cell
from wording import say

Row = tuple[int, Cells]
_SHOWN = say("write it as 12w1, +W12 or 12 b 0; a bye is bye, +, ½ or -")


def read_rounds(layout: TableLayout) -> SheetReport:
    """The players of the table with their rounds; what cannot be read is a problem with its place."""
    report = report_of(layout)
    rows = player_rows(layout)
    _refuse_unnumbered(layout, report, rows)
    marks = with_colours([_marks(layout, report, row) for row in rows])
    by_two = counted_by_two(mark for line in marks for mark in line)
    if by_two:
        marks = [[halved(mark) for mark in line] for line in marks]
    own, numbers = _numbers(layout, rows, marks)
    number_of = dict(zip(own, numbers, strict=True))
    for (row, cells), number, line in zip(rows, numbers, marks, strict=True):
        player = player_of(row, number, cells, layout.columns, points_for_a_win=1 + by_two)
        if number in report.players:
            first = report.players[number].line
            report.refuse(player.line, 1, say("number {number} twice", number=number), "", first)
            continue
        told = tuple(
            Cell(number_of.get(mark.opponent, mark.opponent), mark.colour, mark.result, 1)
            for mark in line
        )
        report.players[number] = replace(player, cells=_without_end(told))
    _tell_colours(report)
    return report


def player_rows(layout: TableLayout) -> list[Row]:
    """The rows that are about a player: they have a name, and a number or something in a round."""
    name = layout.columns.get("name", layout.columns.get("last_name", 0))
    found = []
    for row, cells in layout.rows():
        numbers = [
            in_words(cells[layout.columns[field]])
            for field in ("rank", "number")
            if field in layout.columns
        ]
        is_numbered = any(whole_number(text.rstrip(".")) is not None for text in numbers)
        is_told = any(in_words(cells[place]) for place in layout.rounds.values())
        if in_words(cells[name]) and (is_numbered or (is_told and not numbers)):
            found.append((row, cells))
    return found


def _refuse_unnumbered(layout: TableLayout, report: SheetReport, rows: Sequence[Row]) -> None:
    """Refuse rows with a name and results, but without the number that all other players have."""
    name = layout.columns.get("name", layout.columns.get("last_name", 0))
    taken = {row for row, _ in rows}
    for row, cells in layout.rows():
        marks = [read_mark(cells[place]) for place in layout.rounds.values()]
        is_told = any(mark is not None and mark.result != " " for mark in marks)
        if row not in taken and in_words(cells[name]) and is_told:
            wrong = say("{name!r}: results without a number", name=in_words(cells[name]))
            remedy = say("give the row its number, or empty the column for all")
            report.refuse(row_line(row, cells), 1, wrong, remedy)


def _marks(layout: TableLayout, report: SheetReport, row: Row) -> list[Mark]:
    """The rounds of a player; one that is not in the table is empty."""
    number, cells = row
    line = row_line(number, cells)
    found = []
    for round_ in range(1, max(layout.rounds) + 1):
        cell = cells[layout.rounds[round_]] if round_ in layout.rounds else ""
        mark = read_mark(cell)
        if mark is None:
            wrong = say("round {round}: {cell!r} cannot be read", round=round_, cell=in_words(cell))
            report.refuse(line, 1, wrong, _SHOWN)
        found.append(mark or UNREADABLE)
    return found


def _numbers(
    layout: TableLayout, rows: Sequence[Row], marks: Sequence[Sequence[Mark]]
) -> tuple[list[int], list[int]]:
    """The numbers by which rounds name opponents (those with the fewest contradictions), and starting numbers."""
    order = list(range(1, len(rows) + 1))
    ways = [numbers_in(layout, rows, "number"), numbers_in(layout, rows, "rank"), order]
    whole = [way for way in ways if way is not None]
    own = min(whole, key=lambda way: _contradictions(way, marks))
    return own, whole[0] if ways[0] is not None else own


def numbers_in(layout: TableLayout, rows: Sequence[Row], field: str) -> list[int] | None:
    """The numbers of a column, if every player has one of their own."""
    if field not in layout.columns:
        return None
    texts = [in_words(cells[layout.columns[field]]).rstrip(".") for _, cells in rows]
    numbers = [whole_number(text) or 0 for text in texts]
    if len(set(numbers)) < len(numbers) or 0 in numbers:
        return None
    return numbers


def _contradictions(numbers: Sequence[int], marks: Sequence[Sequence[Mark]]) -> int:
    """How many halves of games have no other half, if opponents go by these numbers."""
    line_of = dict(zip(numbers, marks, strict=True))
    wrong = 0
    for number, line in line_of.items():
        for round_, mark in enumerate(line):
            if mark.opponent:
                other = line_of.get(mark.opponent)
                wrong += other is None or not _is_other_half(other[round_], number, mark)
    return wrong


def _is_other_half(answer: Mark, number: int, mark: Mark) -> bool:
    """Whether a cell can be the other half of a game: it names the player, and not the same colour or a second win."""
    if answer.opponent != number or mark.opponent == number:
        return False
    is_same_colour = answer.colour == mark.colour != "-"
    are_two_wins = answer.result == mark.result and mark.result in "10+"
    return not is_same_colour and not are_two_wins


def _without_end(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Rounds up to the last that says something."""
    last = max(
        (at for at, cell in enumerate(cells, 1) if cell.opponent or cell.result != " "), default=0
    )
    return cells[:last]


def _tell_colours(report: SheetReport) -> None:
    """A table without any colours: in every game the lower number is put first."""
    cells = [cell for player in report.players.values() for cell in player.cells if cell.opponent]
    if cells and all(cell.colour == "-" for cell in cells):
        report.has_colours = False
        report.warn(
            None, 0, say("no colours in the table: the lower number is put first in every game")
        )
