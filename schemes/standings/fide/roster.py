"""Everybody in a table, round by round, as C.07 looks at them: results, unplayed rounds, scores, ratings."""

from collections.abc import Callable
from fractions import Fraction

from msgspec import Struct

from schemes.standings.awards import awarded_x2, extra_x2, outcome_of, worth_of
from schemes.standings.fide.codes import Code
from schemes.standings.record import Record
from schemes.standings.tie_breaks import Contest, View

Value = int | Fraction

# C.07 art. 16.1 and 16.2, by what the ledger records of a round
_KINDS = {
    "played": "played",
    "walkover": "forfeit win",
    "absent": "forfeit loss",
    "bye": "bye",
    "half": "half-point bye",
    "leave": "zero-point bye",
}


class RoundResult(Struct, frozen=True):
    """One round of one player.

    kind: `played`, `forfeit win`, `forfeit loss`, `bye` (of the pairing, or a full point),
    `half-point bye`, `zero-point bye`. An absence without a pairing is a zero-point bye.
    """

    round: int
    kind: str
    points_x2: int
    opponent: str = ""
    black: bool = False
    standard_x2: int = 0  # of a played game: 2, 1, 0, whatever this tournament gives for it

    @property
    def is_played(self) -> bool:
        return self.kind == "played"

    @property
    def is_requested(self) -> bool:
        """C.07 art. 16.1.1: a half-point or zero-point bye; every round after a withdrawal is one."""
        return self.kind in ("half-point bye", "zero-point bye")

    @property
    def is_voluntary(self) -> bool:
        """C.07 art. 16.1.2: a voluntary unplayed round, VUR."""
        return self.is_requested or self.kind == "forfeit loss"


class Term(Struct, frozen=True):
    """What one round brings to a tie-break. Cuts go by `significance`: of a product it is the opponent's score."""

    round: int
    value: Value
    significance: Value
    is_voluntary: bool = False
    is_cut: bool = False


class Worked(Struct, frozen=True):
    """A value with the terms it is made of; None: the tie-break was dropped."""

    value: Value | None
    terms: tuple[Term, ...] = ()


Rule = Callable[["Roster", str, Code], Worked]


class Roster:
    """All that the tie-breaks of one table are worked out from; each value is worked out once."""

    def __init__(self, contest: Contest, view: View, *, capped: bool) -> None:
        """`capped`: by the edition of 2026 a dummy's score has an upper limit (16.4)."""
        tournament = contest.tournament
        worth = worth_of(tournament.awards, contest.parameters)
        self.win_x2 = worth["win"]
        self.draw_x2 = worth["draw"]
        self.readings = contest.readings
        self.players = view.players
        self.rounds = view.rounds
        self.is_fixed = (
            tournament.format != "swiss"
        )  # 15.2: round robins and other pairings fixed beforehand
        self.is_final = view.rounds >= tournament.rounds
        self.is_capped = capped
        self.ratings = {
            entry.player: entry.rating for entry in tournament.entries if entry.rating is not None
        }
        self.numbers = {
            entry.player: entry.number for entry in tournament.entries if entry.number is not None
        }
        self.results = {player: self._results(contest, view, player) for player in view.players}
        extra = {
            player: extra_x2(tournament.awards, player, view.rounds) for player in view.players
        }
        self.score_x2 = {
            player: extra[player] + sum(result.points_x2 for result in results)
            for player, results in self.results.items()
        }
        self._worked: dict[tuple[str, str], Worked] = {}
        self._adjusted: dict[tuple[str, bool], int] = {}

    def worked(self, rule: Rule, player: str, code: Code) -> Worked:
        """A value, worked out on the first demand."""
        key = (code.text, player)
        if key not in self._worked:
            self._worked[key] = rule(self, player, code)
        return self._worked[key]

    def adjusted_x2(self, player: str, work: Callable[[], int], *, fore: bool) -> int:
        """A score as opponents see it, worked out on the first demand."""
        key = (player, fore)
        if key not in self._adjusted:
            self._adjusted[key] = work()
        return self._adjusted[key]

    def _results(self, contest: Contest, view: View, player: str) -> tuple[RoundResult, ...]:
        """The rounds of a player in order; in a Swiss a round without a record is a zero-point bye."""
        records = view.records[player]
        results = [_result(contest, player, record) for record in records]
        recorded = {record.round for record in records}
        for round_ in range(1, view.rounds + 1):
            counts = self.readings["no-record"] == "zero-point-bye" or view.has_left(player, round_)
            if round_ not in recorded and counts and not self.is_fixed:
                results.append(RoundResult(round_, "zero-point bye", 0))
        return tuple(sorted(results, key=lambda result: (result.round, result.opponent)))


def _result(contest: Contest, player: str, record: Record) -> RoundResult:
    kind = _KINDS[record.kind]
    if record.kind == "absent" and not record.opponent:
        kind = "zero-point bye"
    outcome = outcome_of(record, contest.parameters.win_x2)
    return RoundResult(
        round=record.round,
        kind=kind,
        points_x2=awarded_x2(record, player, contest.tournament.awards, contest.parameters),
        opponent=record.opponent,
        black=record.second,
        standard_x2={"win": 2, "draw": 1}.get(outcome, 0),
    )


def points(x2: int) -> Fraction:
    """Half points as points."""
    return Fraction(x2, 2)
