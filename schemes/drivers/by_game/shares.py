"""What each game gives a player, where ratings change game by game."""

from typing import TYPE_CHECKING, Any

import numpy as np

from schemes.drivers.by_game.events import Events
from schemes.drivers.by_game.loops import UNRATED_SIDE, Book, gain_between
from schemes.kernels.arithmetic import half_away_from_zero
from schemes.kernels.articles import loop
from schemes.kernels.columns import Records, records
from schemes.kernels.inputs import Column
from schemes.kernels.scheme import Given
from schemes.kernels.shares import GameSides, Shares, both_sides, of_side

if TYPE_CHECKING:
    from schemes.drivers.by_game.scheme import GameScheme


class GameShares(Shares):
    """The games between two stops of a replay, given by their places among the events."""

    def __init__(
        self, scheme: "GameScheme", given: Given, events: Events, book: Book, here: Column
    ) -> None:
        self._scheme = scheme
        self._given = given
        self._events = events
        self._book = book
        counted = here[book.standing[events.games.row[here], 0] >= 0]
        sides = both_sides(events.games.row[counted])
        games = given.inputs.games
        rows, side, at = sides // 2, sides % 2, np.arange(len(sides))
        standing = book.standing[rows].astype(np.int64)
        result = np.repeat(events.games.result[counted], 2)
        theirs = np.column_stack([standing[at, 1 - side], standing[at, 3 - side], result])
        is_pooled = np.zeros(len(sides), np.bool_)
        if len(book.unrated_side):
            is_pooled = np.asarray(book.unrated_side[rows] == UNRATED_SIDE)
        player = of_side(sides, games.first, games.second)
        every = GameSides(player, sides, theirs, ~is_pooled)
        super().__init__(every, np.ones(len(sides), np.bool_), is_pooled)

    def totals(self, sides: GameSides, offset: Column) -> Column:
        """What groups of sides would give."""
        place = np.zeros(len(self._given.inputs.games), np.int64)
        place[self._events.games.row] = np.arange(len(self._events.games))
        standing = self._book.standing[sides.game // 2]
        side = sides.game % 2
        rows, (other, other_k, result) = np.arange(len(side)), sides.theirs.T
        given = records(
            game=place[sides.game // 2], is_first=side == 0, own=standing[rows, side], k=standing[rows, 2 + side],
            other=other, other_k=other_k, outcome=result,
        )  # fmt: skip
        totals = np.zeros(len(offset) - 1, np.int64)
        work = self._scheme.at_work(self._given.rules, len(given))
        work.loop(add_up)(work.versions, self._events, given, offset, totals)
        return totals


@loop
def add_up(versions: Any, events: Events, sides: Records, offset: Column, totals: Column) -> None:
    """What the games of each group give before rounding, in hundredths of a point."""
    for group in range(len(totals)):
        for at in range(offset[group], offset[group + 1]):
            side = sides[at]
            game = events.games[side.game]
            p = versions[events.tournaments[game.tournament].version]
            ks = (int(side.k), int(side.other_k))
            exact = gain_between(
                p, game, side.outcome, side.own, side.other, ks, side.is_first != 0
            )
            totals[group] += half_away_from_zero(exact, p.unit)
