"""Why a player has a rank: what was compared with the neighbour in the table, and what every round brought."""

from collections.abc import Sequence

from msgspec import Struct

from projections import Snapshot
from replay.questions.player_games import Number
from replay.questions.tournament import TournamentAnswer, TournamentWords
from replay.questions.tournament_table import TournamentTable, player_table
from wording import say

VERDICTS = {"equal": say("equal"), "decides": say("decides")}
REASONS = {
    "score": say("more points"),
    "shared": say("nothing tells them apart: they share the rank"),
    "knockout": say("the knockout decided"),
    "final": say("the final decided"),
    "order_before_knockout": say("no game of the knockout decided; the order before it stands"),
    "order_before_final": say("no game of the final decided; the order before it stands"),
    "group_place": say("the place in the group decided"),
    "disqualified": say("disqualified"),
    "given": say("the office gave this ranking"),
    "unranked": say("no ranking was given: the players stand in the order of their points"),
}
"""What puts a row below the one above it, where it is no tie-break."""


class ComparedValue(Struct, frozen=True):
    """A criterion in the order in which it is applied, with the values of both players."""

    code: str
    own: Number | None
    other: Number | None
    verdict: str


class WhyThisRank(Struct, frozen=True):
    """How a row came about. The neighbour is the row above, for the first row the one below."""

    player: str
    rank: int | None
    neighbour: str | None
    is_below: bool
    decided_by: str
    compared: Sequence[ComparedValue]
    rounds: TournamentTable


def why_this_rank(
    snapshot: Snapshot, answer: TournamentAnswer, player: str, words: TournamentWords
) -> WhyThisRank:
    """Why a player stands where the table has the player; somebody who is not in it is refused."""
    tournament = answer.facts.tournament
    rounds = player_table(snapshot, tournament, player, words.after, words.readings)
    rows = list(answer.rows)
    at = next((at for at, row in enumerate(rows) if row.player == player), None)
    if at is None or len(rows) < 2:
        return WhyThisRank(player, None, None, False, "", (), rounds)
    other = rows[at - 1] if at else rows[1]
    decided = rows[max(at, 1)].decided_by
    values: list[tuple[str, Number | None, Number | None]]
    values = [("score", rows[at].points, other.points)]
    values += [
        (code, rows[at].tie_breaks[code], other.tie_breaks[code]) for code in rows[at].tie_breaks
    ]
    compared = []
    codes = [code for code, _, _ in values]
    if decided in codes:
        for code, own, theirs in values[: codes.index(decided) + 1]:
            verdict = "decides" if code == decided else "equal"
            compared.append(ComparedValue(code, own, theirs, verdict))
    return WhyThisRank(player, rows[at].rank, other.player, at > 0, decided, compared, rounds)
