"""A round robin as a square: everybody against everybody, without rounds and colours."""

from msgspec.structs import replace

from replay.files.crosstables.layout import TableLayout
from replay.files.crosstables.marks import signs_of
from replay.files.crosstables.progress import numbers_in, player_rows
from replay.files.crosstables.sheet_report import SheetReport, player_of, report_of
from replay.files.trf.report import EMPTY, UNREAD, Cell, ReportedPlayer
from wording import say

BY_BERGER = "round and colours not in the table: as the Berger table has them"


def read_square(layout: TableLayout) -> SheetReport:
    """The players of a square with rounds and colours as Berger tables have them, which is told."""
    report = report_of(layout)
    report.games_note = BY_BERGER
    rows = player_rows(layout)
    size = len(rows) + len(rows) % 2
    numbers = numbers_in(layout, rows, "number")
    if numbers is None or max(numbers, default=0) > len(rows):
        numbers = list(range(1, len(rows) + 1))
    results: dict[tuple[int, int], str] = {}
    for number, (row, cells) in zip(numbers, rows, strict=True):
        player = player_of(row, number, cells, layout.columns)
        report.players[number] = player
        for column, place in layout.rounds.items():
            other = numbers[column - 1] if column <= len(rows) else column
            results[number, other] = _results(report, player, other, cells[place])
    cycles = max((len(signs) for signs in results.values() if signs != UNREAD), default=0)
    for number, player in report.players.items():
        told = [EMPTY] * ((size - 1) * cycles)
        for (one, other), signs in results.items():
            if one != number:
                continue
            for cycle, sign in enumerate([UNREAD] * cycles if signs == UNREAD else signs):
                round_, is_first = berger(number, other, size)
                colour = "w" if is_first == (cycle % 2 == 0) else "b"
                opponent = 0 if sign == UNREAD else other
                told[round_ - 1 + cycle * (size - 1)] = Cell(opponent, colour, sign, 1)
        report.players[number] = replace(player, cells=tuple(told))
    wrong = say("no rounds and colours in a square: those of the Berger table are taken")
    report.warn(None, 0, wrong)
    return report


def _results(report: SheetReport, player: ReportedPlayer, other: int, cell: object) -> str:
    """The results of one player against another: a sign for each game."""
    if other == player.number:
        return ""
    signs = signs_of(cell)
    if signs is None:
        values = {"number": player.number, "other": other, "cell": str(cell)}
        wrong = say("number {number} against number {other}: {cell!r} cannot be read", **values)
        report.refuse(
            player.line, 1, wrong, say("write 1, ½ or 0 for each game, + or - for a forfeit")
        )
        return UNREAD
    return signs


def berger(number: int, other: int, size: int) -> tuple[int, bool]:
    """The round in which two numbers of an even table meet, and whether the one named first has the first move."""
    low, high = sorted((number, other))
    if high >= size:
        round_ = (2 * low - 1) % (size - 1)
        is_low_first = low <= size // 2
    else:
        round_ = (low + high - 1) % (size - 1)
        is_low_first = (low + high) % 2 == 1
    return round_ or size - 1, is_low_first == (number == low)
