"""What each game of a list gives a player: asked of a list while it is at hand, to compare two worlds game by game."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from schemes.kernels.inputs import Column


@dataclass(frozen=True)
class GameSides:
    """Sides of games, each player's in the order in which they count."""

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

    def __init__(self, every: GameSides, is_listed: Column, is_pooled: Column) -> None:
        """All sides of its games, which of them are rated, and which are only kept for a first rating."""
        self._every = every
        self._is_listed = is_listed
        self._is_pooled = is_pooled

    def sides(self, players: Column) -> GameSides:
        """The rated games of some players, given as a mask."""
        return self._every.chosen(self._is_listed & players[self._every.player])

    def pooled(self) -> GameSides:
        """The games that are only kept for a first rating, of all players."""
        return self._every.chosen(self._is_pooled)

    @abstractmethod
    def totals(self, sides: GameSides, offset: Column) -> Column:
        """What each group of sides, those from offset[n] to offset[n + 1], would give its player, in hundredths.

        The player's own rating and K are those of this list; opponents and results are those of the sides.
        """


def both_sides(rows: Column) -> Column:
    """The sides of games, as `GameSides` numbers them."""
    return np.repeat(2 * rows.astype(np.int64), 2) + np.tile([0, 1], len(rows))


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
