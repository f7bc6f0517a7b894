"""Games after the main rounds: playoffs for the first place, finals and knockouts of those who left the field."""

import numpy as np
from msgspec import Struct

from replay.simulation.lots import Ints, Lots
from replay.simulation.results import draw_results

DRAW = 2
UNTIL_DECIDED = 99  # replays: so many draws in a row do not happen


class FinalGame(Struct, frozen=True):
    """A game of a later stage; sides are players."""

    stage: str
    round: int
    board: int
    first: int
    second: int
    result: int


class Finals:
    """Plays the later stages of one tournament."""

    def __init__(self, strength: Ints, lots: Lots) -> None:
        self.strength = strength
        self.lots = lots
        self.games: list[FinalGame] = []

    def playoff(self, ranking: list[int]) -> None:
        """The first two play one to three games; the last one decides their order."""
        games = self.lots.between(1, 3)
        ranking[:2] = self._tie("playoff", 1, ranking[0], ranking[1], games=games)

    def final(self, finalists: list[int]) -> list[int]:
        """Two play one game, and quicker ones until it is decided; gives them in their new order."""
        one, two = finalists
        self._game("final", 1, 1, one, two)
        if self.games[-1].result == DRAW:
            return self._tie("playoff", 1, two, one, most=UNTIL_DECIDED)
        return _winner_first(self.games[-1])

    def knockout(self, finalists: list[int]) -> list[int]:
        """Four play: 1 v 4 and 2 v 3, then the winners for first and the losers for third."""
        upper = self._tie("semifinal", 1, finalists[0], finalists[3])
        lower = self._tie("semifinal", 2, finalists[1], finalists[2])
        return [
            *self._tie("final", 1, upper[0], lower[0]),
            *self._tie("third", 1, upper[1], lower[1]),
        ]

    def quarterfinals(self, eight: list[int]) -> list[int]:
        """Eight play, the first against the last and so on; gives the winners as `knockout` takes them."""
        pairs = ((0, 7), (1, 6), (2, 5), (3, 4))
        return [
            self._tie("quarterfinal", board, eight[one], eight[two])[0]
            for board, (one, two) in enumerate(pairs, start=1)
        ]

    def _tie(
        self, stage: str, board: int, one: int, two: int, games: int = 0, most: int = 3
    ) -> list[int]:
        """A set number of games, or one with replays while they are drawn; sides change. Winner first."""
        for round_ in range(1, (games or most) + 1):
            self._game(stage, round_, board, *((one, two) if round_ % 2 else (two, one)))
            if not games and self.games[-1].result != DRAW:
                break
        return _winner_first(self.games[-1])

    def _game(self, stage: str, round_: int, board: int, first: int, second: int) -> None:
        sides = self.strength[np.array([first, second])]
        result = (
            int(draw_results(sides[:1], sides[1:], self.lots)[0]) % 3
        )  # nobody stays away from a final
        self.games.append(FinalGame(stage, round_, board, first, second, result))


def _winner_first(game: FinalGame) -> list[int]:
    """Who won the game; after a draw the second side."""
    if game.result == 0:
        return [game.first, game.second]
    return [game.second, game.first]
