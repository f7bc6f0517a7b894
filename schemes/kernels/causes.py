"""Why ratings changed: tables that a replay fills when asked, changes in hundredths of a point.

A replay books every change of a rating under one of these causes, so the causes of a player add up exactly to the
difference between the ratings before and after. What games did is written down beside it, game by game.
"""

from typing import Any

import numpy as np

from schemes.kernels.inputs import Column

NAMES = ("games", "rounding", "first", "carried", "ended", "title", "bonus", "absence", "floor")
GAMES, ROUNDING, FIRST, CARRIED, ENDED, TITLE, BONUS, ABSENCE, FLOOR = range(len(NAMES))


class Causes:
    """One row per player number, one column per cause. What several lists book adds up until it is taken."""

    def __init__(self, players: int) -> None:
        self.table = np.zeros((players, len(NAMES)), np.int64)

    @staticmethod
    def table_of(causes: "Causes | None") -> Column:
        """The table that loops write on; a single row that nobody reads, if nobody asks for causes."""
        if causes is None:
            return np.zeros((1, len(NAMES)), np.int64)
        return causes.table

    def book(self, cause: int, change: Any) -> None:
        """Add a change of every player (0 for most) to one cause."""
        self.table[:, cause] += change

    def take(self) -> Column:
        """All that was booked since the last call; the table is empty again."""
        taken = self.table.copy()
        self.table[:] = 0
        return taken


MET, EXPECTED, CHANGE = range(3)
NOT_KNOWN = int(np.iinfo(np.int32).min)
BY_NOTHING, BY_GAME, BY_TOURNAMENT = range(3)


class Effects:
    """What each game did to each side: one row per side, the second side of a game after the first.

    The columns: the rating of the opponent with which the game was rated, in units of the list (0: not rated); what was
    expected, in hundredths (−1: nothing); what changed. `rated_by` says of each tournament whether that is the change
    of the game or that of the whole tournament.
    """

    def __init__(self, games: int, tournaments: int) -> None:
        self.table = np.full((2 * games, 3), (0, -1, NOT_KNOWN), np.int32)
        self.rated_by = np.full(tournaments, BY_GAME, np.int8)

    @staticmethod
    def table_of(effects: "Effects | None") -> Column:
        """The table that loops write on; without rows, if nobody asks."""
        if effects is None:
            return np.zeros((0, 3), np.int32)
        return effects.table
