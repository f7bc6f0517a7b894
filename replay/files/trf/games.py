"""Two halves make a game: each player's line tells it once, and the two must agree."""

from collections.abc import Iterator

from msgspec import Struct

from ledger.events import ByeKind, Outcome, Result
from replay.files.trf.report import UNREAD, Cell, ReportedPlayer, TrfReport
from wording import joined, say

# what one side says → what the other must say
_ANSWER = {
    "1": "0",
    "0": "1",
    "=": "=",
    "+": "-",
    "-": "+-",
    "W": "L",
    "L": "W",
    "D": "D",
    " ": " ",
}
_PLAYED = frozenset("10=WDL")
# the codes of both sides
SIGNS: dict[Result, tuple[str, str]] = {
    Result.FIRST_WINS: ("1", "0"),
    Result.SECOND_WINS: ("0", "1"),
    Result.DRAW: ("=", "="),
    Result.SECOND_ABSENT: ("+", "-"),
    Result.FIRST_ABSENT: ("-", "+"),
    Result.BOTH_ABSENT: ("-", "-"),
}
RESULT_OF = {signs: result for result, signs in SIGNS.items()} | {
    ("W", "L"): Result.SECOND_ABSENT,
    ("L", "W"): Result.FIRST_ABSENT,
}
# a code without an opponent → the kind of bye, and the name that pairing engines have for the way to score
_BYES: dict[str, tuple[ByeKind, str]] = {
    "U": ("bye", "PAB"), "F": ("bye", "FPB"), "+": ("bye", "FPB"), "1": ("bye", "FPB"), "H": ("half", "HPB"),
    "=": ("half", "HPB"), "Z": ("leave", "ZPB"), "-": ("absent", "FL"), "0": ("absent", "FL"),
}  # fmt: skip
OUTCOMES: dict[Result, tuple[Outcome, Outcome]] = {
    Result.FIRST_WINS: ("win", "loss"),
    Result.SECOND_WINS: ("loss", "win"),
    Result.DRAW: ("draw", "draw"),
    Result.SECOND_ABSENT: ("walkover", "absent"),
    Result.FIRST_ABSENT: ("absent", "walkover"),
    Result.BOTH_ABSENT: ("absent", "absent"),
}
_CORRECT_NUMBER = say("correct the opponent's starting number")
SHORT_WIN = "lasted less than one move (W and L in the report): not rated, kept as a forfeit"
SHORT_DRAW = "drawn with number {} in less than one move (D in the report): not rated, kept as a half-point bye"
NO_COLOURS = "colours not in the report: the lower starting number is put first"


class ToldGame(Struct, frozen=True):
    """A game by starting numbers; `half` is the player whose line it is shown by, `ways` how the two score."""

    round: int
    first: int
    second: int
    result: Result
    half: ReportedPlayer
    ways: tuple[str, str]
    note: str | None = None

    @property
    def outcomes(self) -> tuple[Outcome, Outcome]:
        return OUTCOMES[self.result]


class ToldBye(Struct, frozen=True):
    """A round without an opponent; `way` is how it scores."""

    round: int
    player: ReportedPlayer
    kind: ByeKind
    way: str
    note: str | None = None


def tell_games(report: TrfReport) -> tuple[list[ToldGame], list[ToldBye]]:
    """Every game and bye of the report by round and starting number; contradictions become its problems."""
    games: list[ToldGame] = []
    byes: list[ToldBye] = []
    for round_ in range(1, report.rounds_told + 1):
        for number, player in sorted(report.players.items()):
            cell = player.cell(round_)
            if cell.opponent:
                if number <= cell.opponent or not _answers(report, player, round_):
                    for told in _game(report, player, round_):
                        (games if isinstance(told, ToldGame) else byes).append(told)  # type: ignore[arg-type]
            elif cell.result not in (" ", UNREAD):
                byes.extend(_bye(report, player, round_, cell))
    if not report.is_team_event:
        byes.extend(_given_byes(report))
    return games, byes


def _answers(report: TrfReport, player: ReportedPlayer, round_: int) -> bool:
    """Does the opponent's line name this player? (Else the half shown from here is the only one.)"""
    other = report.players.get(player.cell(round_).opponent)
    return other is not None and other.cell(round_).opponent == player.number


def _game(report: TrfReport, player: ReportedPlayer, round_: int) -> Iterator[ToldGame | ToldBye]:
    cell = player.cell(round_)
    other = report.players.get(cell.opponent)
    where = {"round": round_, "number": player.number, "opponent": cell.opponent}
    if other is None:
        wrong = say(
            "round {round}: number {number} meets number {opponent}, who is not in the file",
            **where,
        )
        report.refuse(player.line, cell.column, wrong, _CORRECT_NUMBER)
        return
    if other is player:
        wrong = say("round {round}: number {number} plays himself", **where)
        report.refuse(player.line, cell.column, wrong, _CORRECT_NUMBER)
        return
    answer = other.cell(round_)
    if answer.result == UNREAD:
        return
    if answer.opponent != player.number:
        if answer.opponent:
            met = say("number {number}", number=answer.opponent)
        else:
            met = say("nobody")
        wrong = say(
            "round {round}: number {number} meets number {opponent}, whose line says {met}",
            met=met,
            **where,
        )
        report.refuse(player.line, cell.column, wrong, say("make the two lines agree"), other.line)
        return
    if _agree(report, player, other, round_) and cell.result != " ":
        yield from _agreed(player, other, round_, report.games_note)


def _agree(report: TrfReport, player: ReportedPlayer, other: ReportedPlayer, round_: int) -> bool:
    cell, answer = player.cell(round_), other.cell(round_)
    pair = say(
        "round {round}: {first} against {second}",
        round=round_,
        first=f"{player.number} ({cell.colour} {cell.result})",
        second=f"{other.number} ({answer.colour} {answer.result})",
    )
    wrong = ""
    if cell.result not in _ANSWER or answer.result not in _ANSWER:
        if cell.result not in _ANSWER:
            code = cell.result
        else:
            code = answer.result
        wrong = say("{code!r} is no result of a game with an opponent", code=code)
    elif answer.result not in _ANSWER[cell.result]:
        wrong = say("the two halves do not agree on the result")
    elif {cell.colour, answer.colour} - {"w", "b", "-"}:
        wrong = say("a colour is w, b or -")
    elif cell.colour == answer.colour != "-":
        wrong = say("both have the same colour")
    elif report.has_colours and "-" in (cell.colour, answer.colour) and cell.result in _PLAYED:
        wrong = say("a game that was played has colours")
    if wrong:
        report.refuse(
            player.line,
            cell.column,
            joined(": ", (pair, wrong)),
            say("make the two lines agree"),
            other.line,
        )
    elif cell.result == " ":
        report.warn(player.line, cell.column, say("{pair}: no result yet, left out", pair=pair))
    return not wrong


def _agreed(
    player: ReportedPlayer, other: ReportedPlayer, round_: int, usual_note: str | None
) -> Iterator[ToldGame | ToldBye]:
    cell = player.cell(round_)
    answer = other.cell(round_)
    if cell.result == "D":
        yield ToldBye(round_, player, "half", _way(cell), SHORT_DRAW.format(other.number))
        yield ToldBye(round_, other, "half", _way(answer), SHORT_DRAW.format(player.number))
        return
    swapped = cell.colour == "b" or answer.colour == "w"
    first, second = (other, player) if swapped else (player, other)
    result = RESULT_OF[first.cell(round_).result, second.cell(round_).result]
    note = usual_note
    if cell.result in "WL":
        note = SHORT_WIN
    elif cell.colour == answer.colour:
        note = NO_COLOURS
    ways = (_way(first.cell(round_)), _way(second.cell(round_)))
    yield ToldGame(round_, first.number, second.number, result, player, ways, note)


def _way(cell: Cell) -> str:
    """How a player scores in a game: WW is a win as white, FL a loss by forfeit."""
    if cell.result in "+-":
        if cell.result == "+":
            return "FW"
        return "FL"
    side = "B" if cell.colour == "b" else "W"
    return side + {"1": "W", "W": "W", "=": "D", "D": "D"}.get(cell.result, "L")


def _bye(report: TrfReport, player: ReportedPlayer, round_: int, cell: Cell) -> Iterator[ToldBye]:
    where = {"round": round_, "number": player.number, "result": cell.result}
    if cell.result not in _BYES:
        report.refuse(
            player.line,
            cell.column,
            say("round {round}: number {number} has {result!r} without an opponent", **where),
            say("use H, F, U, Z, + or -"),
        )
    elif cell.colour != "-":
        report.refuse(
            player.line,
            cell.column,
            say("round {round}: number {number} has a colour but no opponent", **where),
            say("put - in the colour's column"),
        )
    else:
        kind, way = _BYES[cell.result]
        if cell.result in "10":
            report.warn(
                player.line,
                cell.column,
                say(
                    "round {round}: number {number} has {result} without an opponent, read as {kind!r}",
                    kind=kind,
                    **where,
                ),
            )
        yield ToldBye(round_, player, kind, way)


def _given_byes(report: TrfReport) -> Iterator[ToldBye]:
    """Byes of 240 lines that no player's own line shows."""
    for given in report.byes:
        for number in given.numbers:
            player = report.players.get(number)
            if player is None:
                report.refuse(
                    given.line,
                    11,
                    say("bye for number {number}, who is not in the file", number=number),
                    say("correct the starting number, or add the player's line 001"),
                )
                continue
            cell = player.cell(given.round)
            kind, way = _BYES[given.kind]
            if cell.result == UNREAD:
                continue
            if cell.opponent or (cell.result != " " and _BYES.get(cell.result, ("",))[0] != kind):
                wrong = say(
                    "round {round}: bye {kind} for number {number}, whose line says otherwise",
                    round=given.round,
                    kind=given.kind,
                    number=number,
                )
                report.refuse(given.line, 11, wrong, say("make the two lines agree"), player.line)
            elif cell.result == " ":
                yield ToldBye(given.round, player, kind, way)
