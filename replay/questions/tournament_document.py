"""A tournament as data for programs: all of its answer, and how one row came about."""

from collections.abc import Mapping, Sequence
from datetime import date

from msgspec import Struct

from replay.explain.data import ExplainedStep, step_of
from replay.questions.tournament import (
    TieBreakMeaning,
    TournamentAnswer,
    TournamentFacts,
    TournamentRow,
)
from replay.questions.tournament_rounds import BracketStage, RoundGames
from replay.questions.tournament_why import ComparedValue, WhyThisRank


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
