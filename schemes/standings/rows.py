"""Rows of a table from players in groups of level ones: ranks, values and reasons."""

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from schemes.standings.table import TableRow
from schemes.standings.tie_breaks import Level, Shown, TieBreak, Value, View, order


class Made(Struct, frozen=True):
    """A table as its rules make it; `last_round`: the last main round of those who left for a knockout or final.

    `view` is what the rows were worked out from, `views` where it is another one for some players.
    """

    rows: list[TableRow]
    notes: list[str] = []
    last_round: dict[str, int] = {}
    view: View | None = None
    views: dict[str, View] = {}


def values_shown(
    view: View, player: str, tie_breaks: Sequence[TieBreak], shown: Shown
) -> tuple[Value | None, ...]:
    """Every tie-break of one player; those between level players only where they were applied."""
    return tuple(
        shown.get((tie_break.name, player))
        if tie_break.own is None
        else tie_break.own(view, player)
        for tie_break in tie_breaks
    )


def make_rows(
    view: View,
    players: Sequence[str],
    tie_breaks: Sequence[TieBreak],
    *,
    start: int = 1,
    reason: str = "",
    disqualified: bool = False,
    values: bool = True,
) -> list[TableRow]:
    """The rows of these players from rank `start` on; `reason` is what put the first of them below others.

    Without `values` only what decided is worked out: for a table that nobody looks at.
    """
    shown: Shown = {}
    groups = order(view, players, tie_breaks, shown)
    rows: list[TableRow] = []
    rank = start
    for group, why in groups:
        for place, player in enumerate(group):
            decided = "shared" if place else why if rows else reason
            cells = values_shown(view, player, tie_breaks, shown) if values else ()
            rows.append(TableRow(rank, player, view.score_x2[player], cells, decided, disqualified))
        rank += 1 if view.readings["shared-ranks"] == "no-gaps" else len(group)
    return rows


def closed_up(
    rows: Sequence[TableRow], out: Collection[str], readings: Mapping[str, str]
) -> list[TableRow]:
    """The rows without some players; those below them move up, and who shared a rank still does."""
    kept: list[TableRow] = []
    former: int | None = None
    for row in rows:
        if row.player in out:
            continue
        shared = bool(kept) and row.rank == former
        rank = kept[-1].rank if shared else rank_after(kept, readings)
        former = row.rank
        kept.append(replace(row, rank=rank, decided_by=row.decided_by if kept else ""))
    return kept


def rank_after(rows: Sequence[TableRow], readings: Mapping[str, str]) -> int:
    """The rank that follows these rows, also where another part of the table begins."""
    ranked = [row.rank for row in rows if row.rank is not None]
    if readings["shared-ranks"] == "no-gaps":
        return max(ranked, default=0) + 1
    return len(ranked) + 1


def in_former_order(
    rows: Sequence[TableRow], members: Level, reason: str, readings: Mapping[str, str]
) -> list[TableRow]:
    """The members' rows of an earlier table, first in this one and in the order they had."""
    kept: list[TableRow] = []
    above = ""
    for row in rows:
        if row.player in members:
            follows = bool(kept) and above == kept[-1].player
            shared = follows and row.decided_by == "shared"
            rank = kept[-1].rank if shared else rank_after(kept, readings)
            decided = "" if not kept else row.decided_by if follows else reason
            kept.append(TableRow(rank, row.player, row.score_x2, row.tie_breaks, decided))
        above = row.player
    return kept


def ranks(rows: Sequence[TableRow]) -> Mapping[str, int]:
    """Rank by player."""
    return {row.player: row.rank for row in rows if row.rank is not None}
