"""A tournament report as it stands on paper: header lines, players with their rounds, teams, byes."""

from collections.abc import Iterator
from datetime import date as Date

from msgspec import Struct

from ledger.errors import Problem
from wording.errors import at

UNREAD = "unread"  # the result of a cell that cannot be read: its problem is told, and nothing is compared with it


class ReportLine(Struct, frozen=True):
    """One line of the file: its number (from 1), its code (the first three characters) and the whole text."""

    number: int
    code: str
    text: str

    @property
    def value(self) -> str:
        return self.text[4:].strip()


class Cell(Struct, frozen=True):
    """What one player's line says of one round. Opponent 0: nobody; result blank: nothing stands there."""

    opponent: int
    colour: str
    result: str
    column: int


EMPTY = Cell(0, "-", " ", 0)


class ReportedPlayer(Struct, frozen=True):
    """A 001 line. Points are in hundredths; rank 0 is no rank, rating 0 no rating."""

    line: ReportLine
    number: int
    sex: str
    title: str
    name: str
    rating: int
    federation: str
    fide_id: str
    born: Date | int | None
    birth: str  # as it is written
    points: int | None
    rank: int
    cells: tuple[Cell, ...]

    def cell(self, round_: int) -> Cell:
        if round_ <= len(self.cells):
            return self.cells[round_ - 1]
        return EMPTY


class ReportedTeam(Struct, frozen=True):
    """A 013 or 310 line: the team's name and its players by starting number."""

    line: ReportLine
    name: str
    members: tuple[int, ...]


class GivenBye(Struct, frozen=True):
    """A 240 line: players (teams in a team event) that did not play in a round, and the kind of bye."""

    line: ReportLine
    kind: str
    round: int
    numbers: tuple[int, ...]


class TrfReport(Struct):
    """Everything read from one file; problems refuse it, warnings do not."""

    place: str
    rounds_from: int = 91  # the column (counted from 0) of the first round
    has_colours: bool = True  # a cross-table may have none
    games_note: str | None = None  # of every game that has no other
    header: dict[str, list[ReportLine]] = {}
    players: dict[int, ReportedPlayer] = {}
    teams: dict[str, list[ReportedTeam]] = {}
    byes: list[GivenBye] = []
    abnormal: list[ReportLine] = []  # lines 299
    kept: list[ReportLine] = []  # what the ledger has no field for, in part or at all
    extensions: list[ReportLine] = []
    problems: list[Problem] = []
    warnings: list[Problem] = []

    def refuse(
        self,
        line: ReportLine,
        column: int,
        wrong: str,
        remedy: str = "",
        other: ReportLine | None = None,
    ) -> None:
        self.problems.append(self._problem(line, column, wrong, remedy, other))

    def warn(self, line: ReportLine | None, column: int, wrong: str, remedy: str = "") -> None:
        self.warnings.append(self._problem(line, column, wrong, remedy, None))

    def _problem(
        self,
        line: ReportLine | None,
        column: int,
        wrong: str,
        remedy: str,
        other: ReportLine | None,
    ) -> Problem:
        if line is None:
            return Problem(self.place, wrong, remedy)
        excerpt = self._shown(line, column)
        if other is not None:
            excerpt += f"\n    {self._where(other)}: {self._shown(other, column)}"
        return Problem(self._where(line, column), wrong, remedy, excerpt)

    def _where(self, line: ReportLine, column: int | None = None) -> str:
        return at(self.place, line.number, column)

    def _shown(self, line: ReportLine, column: int) -> str:
        return shown(line.text, column)

    def first(self, *codes: str) -> ReportLine | None:
        """The first header line of these codes that says something."""
        return next((line for line in self.lines(*codes) if line.value), None)

    def lines(self, *codes: str) -> Iterator[ReportLine]:
        for code in codes:
            yield from self.header.get(code, ())

    @property
    def rounds_told(self) -> int:
        """The last round with a result in any player's line."""
        return max((len(player.cells) for player in self.players.values()), default=0)

    @property
    def is_team_event(self) -> bool:
        kind = self.kind_in_words
        if "team" in kind or "individual" in kind:
            return "team" in kind
        return bool(self.teams)

    @property
    def kind_in_words(self) -> str:
        return " ".join(line.value for line in self.lines("192", "092")).lower()


def shown(text: str, column: int = 1, width: int = 110) -> str:
    """The part of a long line around a column, for a message."""
    if len(text) > width:
        start = max(0, column - width // 2)
    else:
        start = 0
    return (
        ("…" if start else "")
        + text[start : start + width].rstrip()
        + ("…" if start + width < len(text) else "")
    )
