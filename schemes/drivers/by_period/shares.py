"""What each game of a list gives a player, where lists rate the games of a period."""

from typing import TYPE_CHECKING, Any

import numpy as np

from schemes.drivers.by_period.rating import period_change
from schemes.drivers.by_period.tables import SIDE, ListContext, Played, Span, Workspace
from schemes.kernels.articles import loop
from schemes.kernels.columns import Records, as_records
from schemes.kernels.inputs import Column
from schemes.kernels.shares import GameSides, Shares, by_tournament

if TYPE_CHECKING:
    from schemes.drivers.by_period.replay import Replay


class PeriodShares(Shares):
    """The newest list of a replay."""

    def __init__(self, replay: "Replay", sides: Records) -> None:
        self._replay = replay
        self._history = replay.work.history
        before = self._history[replay.context.number - 1 - replay.context.base]
        is_rated = before.rating[sides.player] > 0  # also of those who began on this list
        theirs = np.column_stack([sides.opponent, sides.score]).astype(np.int64)
        every = GameSides(sides.player, sides.game, theirs, is_rated)
        super().__init__(every, np.ones(len(sides), np.bool_), ~is_rated)

    def totals(self, sides: GameSides, offset: Column) -> Column:
        """What groups of sides would give, the games of each group by tournament."""
        replay = self._replay
        rows: Records = as_records(np.zeros(len(sides.player), SIDE))
        rows.player = sides.player
        rows.game = sides.game
        rows.counts = 1
        rows.opponent, rows.score = sides.theirs.T
        rows.event, order = by_tournament(sides, offset, replay.played.offset)
        rows = rows[order]
        totals = np.zeros(len(offset) - 1, np.int64)
        work = replay.scheme.at_work(replay.given.rules, len(rows))
        work.loop(add_up)(
            work.versions, replay.context, replay.played, rows, replay.work, offset, totals
        )
        return totals


@loop
def add_up(
    versions: Any,
    context: ListContext,
    played: Played,
    sides: Records,
    work: Workspace,
    offset: Column,
    totals: Column,
) -> None:
    """What the games of each group give before rounding."""
    unread = work.effects[:0]
    for group in range(len(totals)):
        begin = offset[group]
        end = offset[group + 1]
        if begin < end:
            player = sides[begin].player
            who = Span(player, begin, end)
            totals[group] = period_change(
                versions, context, played, sides, work.history, unread, who
            )[0]
