"""What each game of a list gives a player: asked of a list while it is at hand, to compare two worlds game by game."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

from schemes.kernels.inputs import Column


@dataclass(frozen=True)
class GameSides:
    """GameSides of games, each player's in the order in which they count."""

    player: Column
    game: Column  # twice the row of the game, + 1 for the second side
    theirs: (
        Column  # for each side what the opponent and the result bring, in the driver's own numbers
    )
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


class AtHand:
    """Where a replay puts the list that it has just made; only good until the next one."""

    def __init__(self) -> None:
        self.shares: Shares | None = None
