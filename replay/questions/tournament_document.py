"""A tournament as data for programs: all of its answer, and why a player has a rank: what was compared with the
neighbour in the table, and what every round brought.
"""

from collections.abc import Mapping, Sequence
from datetime import date

from msgspec import Struct

from projections import Snapshot
from replay.explain.data import ExplainedStep, step_of
from replay.questions.player_games import Number
from replay.questions.tournament import (
    TieBreakMeaning,
    TournamentAnswer,
    TournamentFacts,
    TournamentRow,
    TournamentWords,
)
from replay.questions.tournament_rounds import BracketStage, RoundGames
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


class RatingsShown(Struct, frozen=True):
    """Whose ratings the table has, and of which list."""

    scheme: str | None = None
    list_date: date | None = None
    as_it_stands: bool = False


class RatedBy(Struct, frozen=True):
    """Whether a regulation rates the tournament, on which lists, and every step to that."""

    scheme: str
    code: str
    lists: tuple[date, ...]
    version: str | None
    explanation: ExplainedStep


class RankDocument(Struct, frozen=True):
    """How a row of the table came about."""

    player: str
    rank: int | None
    neighbour: str | None
    is_below: bool
    decided_by: str
    compared: Sequence[ComparedValue]
    rounds: list[dict[str, object]]
    remarks: Sequence[str]


class TournamentDocument(Struct, frozen=True):
    """Everything about a tournament."""

    format: str
    facts: TournamentFacts
    after_round: int | None
    final: bool
    ratings: RatingsShown
    tie_breaks: Sequence[TieBreakMeaning]
    rows: Sequence[TournamentRow]
    rounds: Sequence[RoundGames]
    bracket: Sequence[BracketStage]
    rated: list[RatedBy]
    remarks: Sequence[str]
    names: Mapping[str, str]
    why: RankDocument | None


def tournament_document(answer: TournamentAnswer, why: WhyThisRank | None) -> TournamentDocument:
    """A tournament, and how one row of its table came about, if that was asked."""
    shown = RatingsShown()
    if answer.ratings is not None:
        shown = RatingsShown(
            answer.ratings.scheme, answer.ratings.list_date, answer.ratings.is_to_come
        )
    rated = [
        RatedBy(name, each.code, each.lists, each.version or None, step_of(each.explanation))
        for name, each in answer.rated.items()
    ]
    return TournamentDocument(
        format="tournament/1",
        facts=answer.facts,
        after_round=answer.table.after,
        final=answer.table.is_final,
        ratings=shown,
        tie_breaks=answer.tie_breaks,
        rows=answer.rows,
        rounds=answer.rounds,
        bracket=answer.bracket,
        rated=rated,
        remarks=answer.table.notes,
        names=answer.names.players,
        why=None if why is None else _rank_document(why),
    )


def _rank_document(why: WhyThisRank) -> RankDocument:
    table = why.rounds
    return RankDocument(
        player=why.player,
        rank=why.rank,
        neighbour=why.neighbour,
        is_below=why.is_below,
        decided_by=why.decided_by,
        compared=why.compared,
        rounds=[{each.name: each.value(row) for each in table.columns} for row in table.table.rows],
        remarks=table.notes,
    )
