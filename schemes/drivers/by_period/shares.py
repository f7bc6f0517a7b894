"""What each game of a list gives a player, where lists rate the games of a period."""

from typing import TYPE_CHECKING, Any

import numpy as np

from schemes.drivers.by_period.rating import period_change
from schemes.drivers.by_period.tables import SIDE, ListContext, Played, Rating, Span
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
        self._sides = sides
        self._history = replay.work.rating.history
        before = self._history[replay.context.number - 1 - replay.context.base]
        self._is_rated = before.rating > 0  # also of those who began on this list

    def sides(self, players: Column) -> GameSides:
        """The rated games of some players, given as a mask."""
        return self._made(self._sides[players[self._sides.player]])

    def pooled(self) -> GameSides:
        """The games that are only kept for a first rating, of all players."""
        return self._made(self._sides[~self._is_rated[self._sides.player]])

    def _made(self, sides: Records) -> GameSides:
        theirs = np.column_stack([sides.opponent, sides.score]).astype(np.int64)
        return GameSides(sides.player, sides.game, theirs, self._is_rated[sides.player])

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
            work.versions, replay.context, replay.played, rows, replay.work.rating, offset, totals
        )
        return totals


@loop
def add_up(
    versions: Any,
    context: ListContext,
    played: Played,
    sides: Records,
    work: Rating,
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
