"""What each game of a list gives a player: asked of a list while it is at hand, to compare two worlds game by game."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from schemes.kernels.inputs import Column


@dataclass(frozen=True)
class GameSides:
    """GameSides of games, each player's in the order in which they count."""

    player: Column
    game: Column  # twice the row of the game, + 1 for the second side
    # for each side what the opponent and the result bring, in the driver's own numbers
    theirs: Column
    counts: Column  # False: the game is only kept for a first rating

    def chosen(self, rows: Column) -> "GameSides":
        """Some of the sides."""
        return GameSides(self.player[rows], self.game[rows], self.theirs[rows], self.counts[rows])


class Shares(ABC):
    """The list that a replay has just made."""

    @abstractmethod
    def sides(self, players: Column) -> GameSides:
        """The rated games of some players, given as a mask."""

    @abstractmethod
    def pooled(self) -> GameSides:
        """The games that are only kept for a first rating, of all players."""

    @abstractmethod
    def totals(self, sides: GameSides, offset: Column) -> Column:
        """What each group of sides, those from offset[n] to offset[n + 1], would give its player, in hundredths.

        The player's own rating and K are those of this list; opponents and results are those of the sides.
        """


class SharesOfPairs(Shares):
    """The games of a list by both sides; the place of a side is twice that of its game, + 1 for the second."""

    def __init__(self, first: Column, second: Column, places: Column) -> None:
        """The players of all games, and the places of those that are at hand."""
        self._first = first
        self._second = second
        places = places.astype(np.int64)
        self._sides: Column = np.repeat(2 * places, 2) + np.tile([0, 1], len(places))

    def sides(self, players: Column) -> GameSides:
        """The rated games of some players, given as a mask."""
        return self.made(
            self._sides[players[self.player(self._sides)] & self.is_listed(self._sides)]
        )

    def pooled(self) -> GameSides:
        """The games that are only kept for a first rating, of all players."""
        return self.made(self._sides[self.is_pooled(self._sides)])

    def player(self, sides: Column) -> Column:
        """The players of sides."""
        return of_side(sides, self._first, self._second)

    @abstractmethod
    def is_listed(self, sides: Column) -> Column:
        """Which sides stand in an answer about their players."""

    @abstractmethod
    def is_pooled(self, sides: Column) -> Column:
        """Which sides are only kept for a first rating."""

    @abstractmethod
    def made(self, sides: Column) -> GameSides:
        """Sides with what they bring."""


def by_tournament(sides: GameSides, offset: Column, games_offset: Column) -> tuple[Column, Column]:
    """The tournament of each side, and the order that puts the sides of each group by tournament, then by game."""
    tournament = np.searchsorted(games_offset, sides.game // 2, side="right") - 1
    group = np.repeat(np.arange(len(offset) - 1), np.diff(offset))
    return tournament, np.lexsort((sides.game, tournament, group))


def of_side(sides: Column, first: Column, second: Column) -> Column:
    """What two columns of games say of sides."""
    return np.where(sides % 2 == 0, first[sides // 2], second[sides // 2])


class AtHand:
    """Where a replay puts the list that it has just made; only good until the next one."""

    def __init__(self) -> None:
        self.shares: Shares | None = None
