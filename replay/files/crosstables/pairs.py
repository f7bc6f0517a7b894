"""A list of pairs with results: a round as programs print it, or a knockout with several games of each pair."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from ledger.events import Result
from ledger.text import whole_number
from replay.files.crosstables.layout import TableLayout, in_words
from replay.files.crosstables.marks import is_game, shortened
from replay.files.crosstables.sheet_report import SheetReport, player_of, report_of, row_line
from replay.files.tables import cells as table_cells
from replay.files.tables.sheets import Cells
from replay.files.trf.games import SIGNS
from replay.files.trf.report import EMPTY, Cell, ReportedPlayer, ReportLine
from replay.files.vocabulary import FIRST_TIE_BREAK, round_of
from wording import enumerated, message_of, say

_BYES = {"bye": "U", "spielfrei": "U", "轮空": "U", "輪空": "U", "notpaired": "Z", "-": "U"}
_ALONE = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}
_SUM = re.compile(r"\d*[=]?-\d*[=]?")
_ROUND_IN_TEXT = re.compile(
    r"(?:round|rd|runde|ronda)\.?\s*(\d{1,3})|(\d{1,3})\.\s*(?:round|runde|rd)|第(\d{1,3})[轮輪]",
    re.IGNORECASE,
)
_STAGE = re.compile(r"final|决赛|決賽|round of \d+", re.IGNORECASE)


class Pair(NamedTuple):
    """One game of a list: who, the round as it is called, and the signs of both (as in a report)."""

    line: ReportLine
    stage: str
    first: str
    second: str
    signs: tuple[str, str]
    has_colours: bool


def read_pairs(layouts: Sequence[TableLayout]) -> SheetReport:
    """The pairs of all these lists as one report: they are rounds of one tournament."""
    report = report_of(layouts[0])
    people: dict[str, ReportedPlayer] = {}
    pairs = [pair for layout in layouts for pair in _pairs(layout, report, people)]
    numbers = {name: player.number for name, player in people.items()}
    told: dict[str, dict[int, Cell]] = {name: {} for name in people}
    for round_, pair in _by_round(pairs):
        colours = ("w", "b") if pair.has_colours else ("-", "-")
        sides = ((pair.first, pair.second), (pair.second, pair.first))
        for (one, other), sign, colour in zip(sides, pair.signs, colours, strict=True):
            if one:
                told[one][round_] = Cell(numbers.get(other, 0), colour if other else "-", sign, 1)
    for name, player in people.items():
        last = max(told[name], default=0)
        cells = tuple(told[name].get(round_, EMPTY) for round_ in range(1, last + 1))
        report.players[player.number] = replace(player, cells=cells)
    _tell_tie_breaks(layouts, report)
    report.has_colours = all(pair.has_colours for pair in pairs)
    return report


def _tell_tie_breaks(layouts: Sequence[TableLayout], report: SheetReport) -> None:
    """Games of tie-breaks are games of the tournament; often they have another time control."""
    columns = [
        layout.headers[place]
        for layout in layouts
        for game, place in sorted(layout.games.items())
        if game >= FIRST_TIE_BREAK
    ]
    if columns:
        wrong = say(
            "{columns}: read as games, after the others of their pair",
            columns=enumerated(tuple(dict.fromkeys(columns))),
        )
        remedy = say("games of another time control are not rated with the others: record unrated")
        report.warn(None, 0, wrong, remedy)


def _pairs(
    layout: TableLayout, report: SheetReport, people: dict[str, ReportedPlayer]
) -> Iterator[Pair]:
    stage = _stage_of(" ".join((*layout.above[-3:], layout.sheet.name)))
    for row, cells in layout.rows():
        first = in_words(cells[layout.columns["name"]])
        second = in_words(cells[layout.second["name"]])
        if not (first and second):
            _refuse_half_a_pair(layout, report, row, cells)
            stage = _stage_of(" ".join(filter(None, map(in_words, cells)))) or stage
            continue
        if layout.columns.get("round") is not None:
            stage = in_words(cells[layout.columns["round"]]) or stage
        line = row_line(row, cells)
        _meet(people, first, player_of(row, len(people) + 1, cells, layout.columns))
        bye = _BYES.get(second.lower().replace(" ", ""))
        if bye:
            yield Pair(line, stage, first, "", (bye, ""), True)
            continue
        _meet(people, second, player_of(row, len(people) + 1, cells, layout.second))
        for signs, has_colours in _results(layout, report, line, cells):
            yield Pair(line, stage, first, second, signs, has_colours)


def _refuse_half_a_pair(layout: TableLayout, report: SheetReport, row: int, cells: Cells) -> None:
    """Refuse a result with only one name: it would be lost."""
    places = [*layout.games.values()]
    if "result" in layout.columns:
        places.append(layout.columns["result"])
    if any(is_game(cells[place]) for place in places):
        if in_words(cells[layout.columns["name"]]):
            wrong = say("a result without a second name")
        else:
            wrong = say("a result without a first name")
        remedy = say("write the name, or bye in its place")
        report.refuse(row_line(row, cells), 1, wrong, remedy)


def _meet(people: dict[str, ReportedPlayer], name: str, player: ReportedPlayer) -> None:
    """Take a player of a pair; places and points of a list of pairs are those before the round."""
    people.setdefault(name, replace(player, rank=0, points=None))


def _results(
    layout: TableLayout, report: SheetReport, line: ReportLine, cells: Cells
) -> Iterator[tuple[tuple[str, str], bool]]:
    """The signs of each game of a pair, and whether the list tells the colours."""
    if "result" in layout.columns and min(layout.games, default=FIRST_TIE_BREAK) >= FIRST_TIE_BREAK:
        yield from _result(report, line, cells[layout.columns["result"]])
    for game, place in sorted(layout.games.items()):
        if not shortened(cells[place]):
            continue
        signs = _signs(shortened(cells[place]), cells[place])
        if signs is not None:
            yield signs, False
            continue
        called = game if game < FIRST_TIE_BREAK else layout.headers[place]
        wrong = say(
            "game {game}: {text!r} cannot be read", game=called, text=in_words(cells[place])
        )
        report.refuse(line, 1, wrong, say("write 1, ½ or 0, as the player named first scored"))


def _result(
    report: SheetReport, line: ReportLine, cell: object
) -> Iterator[tuple[tuple[str, str], bool]]:
    """The signs of the only game of a pair; the player named first has its first move."""
    if not in_words(cell):
        report.warn(line, 1, say("no result yet, left out"))
        return
    try:
        yield SIGNS[Result(table_cells.result(cell))], True
    except ValueError as error:
        remedy = ""
        if _SUM.fullmatch(shortened(cell).replace(" ", "").replace(":", "-")):
            remedy = say("a sum of several games: give each game a column of its own, G1, G2 …")
        report.refuse(line, 1, message_of(error), remedy)


def _signs(text: str, cell: object) -> tuple[str, str] | None:
    """A game of a match from the side of the player named first: `1` or `1-0`; None for what cannot be read."""
    if text in _ALONE:
        return (text, _ALONE[text])
    try:
        return SIGNS[Result(table_cells.result(cell))]
    except ValueError:
        return None


def _stage_of(text: str) -> str:
    """The round that a line above pairs names; a stage such as Final as it is."""
    found = _ROUND_IN_TEXT.search(text)
    if found is not None:
        return str(next(filter(None, found.groups())))
    if number := round_of(text):
        return str(number)
    return text if _STAGE.search(text) else ""


def _by_round(pairs: Sequence[Pair]) -> Iterator[tuple[int, Pair]]:
    """The pairs with the rounds of a report: a player has one game in each, so a stage may take several."""
    stages: dict[str, list[Pair]] = {}
    for pair in pairs:
        stages.setdefault(pair.stage, []).append(pair)
    numbers = {stage: whole_number(stage) for stage in stages}
    before = 0
    for stage, told in stages.items():
        games: dict[str, int] = {}
        placed = []
        for pair in told:
            game = 1 + max(games.get(pair.first, 0), games.get(pair.second, 0))
            games[pair.first] = game
            if pair.second:
                games[pair.second] = game
            placed.append((game, pair))
        most = max(games.values())
        start = before
        number = numbers[stage]
        if most == 1 and number is not None and number > before:
            start = number - 1
        yield from ((start + game, pair) for game, pair in placed)
        before = start + most
