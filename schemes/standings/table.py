"""What a table is made from, and the table: entries, games, byes and fouls in; rows, reasons and notes out.

Points are whole numbers of half points wherever a name ends in `_x2`.
"""

from collections.abc import Iterable
from datetime import date
from fractions import Fraction
from typing import Annotated

from msgspec import Meta, Struct

Round = Annotated[int, Meta(ge=1)]


class Entry(Struct, frozen=True):
    """One entered player; the tuple of entries keeps the order of entry."""

    player: str
    number: int | None = None
    team: str | None = None
    sex: str | None = None
    # with which the player was entered: what FIDE's tie-breaks from ratings go by
    rating: int | None = None


class Game(Struct, frozen=True):
    """One game as recorded, forfeits included; a game is named by stage, round and board."""

    round: Round
    board: int
    first: str
    second: str
    result: str
    stage: str = "main"

    @property
    def players(self) -> tuple[str, str]:
        return self.first, self.second

    @property
    def pair(self) -> frozenset[str]:
        """The two players, whoever was first."""
        return frozenset(self.players)


def players_in(games: Iterable[Game]) -> set[str]:
    """Everybody who has one of these games."""
    return {player for game in games for player in game.players}


class Bye(Struct, frozen=True):
    """A main round without an opponent: `bye`, `half`, `leave` or `absent`."""

    round: Round
    player: str
    kind: str


class Foul(Struct, frozen=True):
    """Fouls of one kind, `technical` or `violation`, of one player in one game."""

    round: Round
    player: str
    kind: str
    count: int = 1
    stage: str = "main"
    board: int = 0  # which of several games; 0: the player's only one


class OutcomePoints(Struct, frozen=True):
    """What an outcome is worth in this tournament, where it is not 1, ½, 0; rules `given` and `fide` only.

    Outcomes: `win`, `draw`, `loss`, `walkover`, `absent`, `bye`, `half`, `leave`; `extra` is added to the score.
    Without a round it holds in every round, without players for everybody; of several that fit, the last counts.
    """

    outcome: str
    points_x2: int
    round: int | None = None
    players: tuple[str, ...] | None = None


class Tournament(Struct, frozen=True, kw_only=True):
    """Everything the standings of one tournament depend on."""

    id: str
    rules: str
    rounds: int
    format: str = "swiss"
    start: date | None = None
    tie_breaks: tuple[str, ...] = ()  # rules `fide`: their codes, in order
    entries: tuple[Entry, ...] = ()
    games: tuple[Game, ...] = ()
    byes: tuple[Bye, ...] = ()
    fouls: tuple[Foul, ...] = ()
    left: dict[str, int] = {}  # who left the tournament: the first round without a game
    group: str | None = None
    final_after: int | None = None
    given: tuple[str, ...] | None = None
    places: tuple[int, ...] | None = None  # of the given ranking, where players share one
    awards: tuple[OutcomePoints, ...] = ()
    sexes: dict[str, str] = {}  # of players who were not entered, where it is known
    stages: tuple[
        "Tournament", ...
    ] = ()  # the groups before it, if it is the last stage of an event


class TableRow(Struct, frozen=True):
    """One line of a table. A tie-break that was not applied is None; no rank: the office gave none, or disqualified.

    `decided_by` says what put this row below the one above it: `score`, a tie-break, `knockout`, `final`,
    `order_before_knockout`, `order_before_final`, `group_place`, `disqualified`, `given`,
    `unranked`; `shared`: nothing did.
    """

    rank: int | None
    player: str
    score_x2: int
    tie_breaks: tuple[int | Fraction | None, ...] = ()
    decided_by: str = ""
    disqualified: bool = False


class Standings(Struct, frozen=True, kw_only=True):
    """A table after a round. `columns` names the tie-breaks, `halves` those of them in half points."""

    tournament: str
    rules: str
    after: int
    final: bool
    columns: tuple[str, ...]
    halves: frozenset[str]
    rows: tuple[TableRow, ...]
    notes: tuple[str, ...]


def halves_text(points_x2: int) -> str:
    """Half points as people write them: 7 is 3.5, 8 is 4, -1 is -0.5."""
    whole, half = divmod(abs(points_x2), 2)
    return ("-" if points_x2 < 0 else "") + str(whole) + (".5" if half else "")


def number_text(value: int | Fraction) -> str:
    """A number of points as people write it: 3.5, 9.25; what has more decimals is rounded to two of them, a half up."""
    hundredths = (200 * value.numerator + value.denominator) // (2 * value.denominator)
    whole, rest = divmod(abs(hundredths), 100)
    decimals = f"{rest:02}".rstrip("0")
    return ("-" if hundredths < 0 else "") + str(whole) + (f".{decimals}" if decimals else "")


def cells(standings: Standings, row: TableRow) -> dict[str, str]:
    """One row as texts, in the order of the csv columns; what was not applied is empty."""
    shown = {"rank": "" if row.rank is None else str(row.rank), "player": row.player}
    shown["score"] = halves_text(row.score_x2)
    for column, value in zip(standings.columns, row.tie_breaks, strict=True):
        shown[column] = ""
        if value is not None:
            shown[column] = number_text(Fraction(value, 2) if column in standings.halves else value)
    return {**shown, "decided_by": row.decided_by}


def ranking(standings: Standings) -> tuple[tuple[int, str], ...]:
    """Rank and player, best first: what champions, bonuses, teams and groups are decided by."""
    return tuple((row.rank, row.player) for row in standings.rows if row.rank is not None)
