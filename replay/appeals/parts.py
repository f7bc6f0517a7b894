"""Two worlds game by game: how much more a game gives a player in one world than in the other.

The games of a list are exchanged one at a time: first those that are gone leave, then what the opponents bring is
replaced, then new games come in. What each exchange changes is the part of that game, so the parts add up, also where a
regulation rates tournaments as wholes. What is left over comes from the player's own rating and K.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from projections.known import row_by_row
from projections.sources import GameKey
from schemes.kernels.inputs import Column, Games
from schemes.kernels.shares import GameSides, Shares


class GamePart(Struct, frozen=True):
    """A game that gives a player something else: how much, in hundredths, and in which of the worlds it counts."""

    key: GameKey
    opponent: int
    amount: int
    before: bool
    after: bool
    pooled: bool = False  # it is only kept for a first rating, which has a part of its own


class _Side(NamedTuple):
    row: int  # among the sides of its world
    counts: bool
    theirs: tuple[int, ...]
    opponent: int


_Place = tuple[GameKey, int]  # a game, and which side of it
_Own = dict[_Place, _Side]


class ListAtHand(NamedTuple):
    """One side of the comparison: the list at hand, and the games of the inputs."""

    shares: Shares
    games: Games


def game_parts(before: ListAtHand, after: ListAtHand, players: Column) -> dict[int, list[GamePart]]:
    """For each of some players (a mask) the games that give something else, in the order in which they count."""
    sides = before.shares.sides(players), after.shares.sides(players)
    one, other = (
        _by_player(world.games, chosen)
        for world, chosen in zip((before, after), sides, strict=True)
    )
    exchanges = {
        player: _Exchange(one.get(player, {}), other.get(player, {}))
        for player in sorted(one.keys() | other.keys())
    }
    leaving = _Batch(before.shares, sides[0])
    coming = _Batch(after.shares, sides[1])
    for exchange in exchanges.values():
        exchange.put(leaving, coming)
    leaving.work_out()
    coming.work_out()
    parts_of = {
        player: list(exchange.parts(leaving, coming)) for player, exchange in exchanges.items()
    }
    return {player: parts for player, parts in parts_of.items() if parts}


def _by_player(games: Games, sides: GameSides) -> dict[int, _Own]:
    """The sides of each player by game."""
    rows = sides.game // 2
    second = sides.game % 2
    tournament = np.searchsorted(games.offset, rows, side="right") - 1
    opponent = np.where(second == 0, games.second[rows], games.first[rows])
    columns = (
        sides.player,
        tournament,
        games.stage[rows],
        games.round[rows],
        games.board[rows],
        second,
    )
    values = (sides.counts, opponent, sides.theirs)
    sides_of: dict[int, _Own] = {}
    every = row_by_row((*columns, *values))
    for row, (player, *key, side, counts, met, theirs) in enumerate(every):
        sides_of.setdefault(player, {})[tuple(key), side] = _Side(row, counts, tuple(theirs), met)
    return sides_of


class _Batch:
    """Groups of sides of one world, worked out all at once."""

    def __init__(self, shares: Shares, sides: GameSides) -> None:
        self._shares = shares
        self._sides = sides
        self._rows: list[int] = []
        self._theirs: list[tuple[int, ...]] = []
        self._offset = [0]
        self.totals: list[int] = []

    def add(self, group: Iterable[tuple[_Side, tuple[int, ...]]]) -> int:
        """Add a group, each side with what its opponent brings; the number of the group."""
        for side, theirs in group:
            self._rows.append(side.row)
            self._theirs.append(theirs)
        self._offset.append(len(self._rows))
        return len(self._offset) - 2

    def work_out(self) -> None:
        """What each group gives."""
        chosen = self._sides.chosen(np.array(self._rows, np.int64))
        width = self._sides.theirs.shape[1]
        theirs = np.array(self._theirs, np.int64).reshape(-1, width)
        sides = GameSides(chosen.player, chosen.game, theirs, chosen.counts)
        self.totals = self._shares.totals(sides, np.array(self._offset, np.int64)).tolist()


class _Exchange:
    """The games of one player on one list, from those of one world to those of the other."""

    def __init__(self, before: _Own, after: _Own) -> None:
        self._before = before
        self._after = after
        self._gone = [
            place for place in before if not self._counts_in(after, place) and before[place].counts
        ]
        self._stays = [
            place for place in before if before[place].counts and place not in self._gone
        ]
        self._other = [
            place for place in self._stays if before[place].theirs != after[place].theirs
        ]
        self._new = [
            place for place in after if after[place].counts and not self._counts_in(before, place)
        ]

    def _counts_in(self, own: _Own, place: _Place) -> bool:
        return place in own and own[place].counts

    def put(self, leaving: _Batch, coming: _Batch) -> None:
        """Write down all steps of the exchange."""
        before = self._before
        after = self._after
        left = {place: before[place].theirs for place in before if before[place].counts}
        self._left = [leaving.add((before[p], theirs) for p, theirs in left.items())]
        for place in self._gone:
            del left[place]
            self._left.append(leaving.add((before[p], theirs) for p, theirs in left.items()))
        self._came = [coming.add((after[p], theirs) for p, theirs in left.items())]
        for place in (*self._other, *self._new):
            left[place] = after[place].theirs
            self._came.append(coming.add((after[p], theirs) for p, theirs in left.items()))

    def parts(self, leaving: _Batch, coming: _Batch) -> Iterator[GamePart]:
        """The parts that are not nothing, and the games kept for a first rating that differ."""
        steps = zip(self._gone, self._left, self._left[1:], strict=False)
        amounts = {
            place: leaving.totals[then] - leaving.totals[first] for place, first, then in steps
        }
        steps = zip((*self._other, *self._new), self._came, self._came[1:], strict=False)
        amounts |= {
            place: coming.totals[then] - coming.totals[first] for place, first, then in steps
        }
        for place in dict.fromkeys((*self._before, *self._after)):
            one = self._before.get(place)
            other = self._after.get(place)
            opponent = (other or one).opponent  # type: ignore[union-attr]
            both = one is not None and other is not None
            if both and one.counts != other.counts:  # type: ignore[union-attr]
                continue  # rated on one side only: that is the first rating's doing, not the game's
            pooled = not (other or one).counts  # type: ignore[union-attr]
            differs = pooled and (not both or one.theirs != other.theirs)  # type: ignore[union-attr]
            if differs or amounts.get(place):
                yield GamePart(
                    place[0],
                    opponent,
                    amounts.get(place, 0),
                    one is not None,
                    other is not None,
                    pooled,
                )
