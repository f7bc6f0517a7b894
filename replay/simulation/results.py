"""Results from true strengths: an expectation table, a draw model, forfeits; and the games after the main rounds,
playoffs for the first place, finals and knockouts of those who left the field.
"""

from decimal import Decimal, localcontext
from functools import cache

import numpy as np
from msgspec import Struct

from replay.simulation.lots import Ints, Lots

RESULTS = ("1-0", "0-1", "1/2-1/2", "+/-", "-/+", "-/-")
FIRST_POINTS = np.array([2, 0, 1, 2, 0, 0], dtype=np.int64)  # in half points
SECOND_POINTS = np.array([0, 2, 1, 0, 2, 0], dtype=np.int64)

WIDEST = 1000
WHOLE = 65_536
FIRST_MOVE = 35  # the first side's advantage, in points of strength
FORFEITS = 700  # of 100,000 games


@cache
def expectations() -> Ints:
    """Expected score in 65,536ths by difference of strength, −1000 to 1000; decimal, so alike on every machine."""
    with localcontext() as context:
        context.prec = 30
        upper = [
            round(WHOLE / (1 + Decimal(10) ** (Decimal(-gap) / 400))) for gap in range(WIDEST + 1)
        ]
    lower = [WHOLE - value for value in reversed(upper[1:])]
    return np.array(lower + upper, dtype=np.int64)


def draw_results(first: Ints, second: Ints, lots: Lots) -> Ints:
    """Result codes (places in RESULTS) for games between these strengths."""
    gap = np.clip(first - second + FIRST_MOVE, -WIDEST, WIDEST)
    expected = expectations()[gap + WIDEST]
    # Strong players draw more: a share of 40 to 150 in 256 of what is left open.
    share = np.clip(40 + ((first + second) // 2 - 1200) // 10, 40, 150)
    draw = 2 * np.minimum(expected, WHOLE - expected) * share // 256
    win = expected - draw // 2
    lot = lots.below(WHOLE, len(first))
    played = np.where(lot < win, 0, np.where(lot < win + draw, 2, 1))
    return np.where(
        lots.hits(FORFEITS, len(first)), 3 + np.minimum(lots.below(21, len(first)) // 10, 2), played
    )


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
