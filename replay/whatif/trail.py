"""The trail of a replay: for every game what the ratings promised, for some lists their mean rating."""

from dataclasses import dataclass

import numpy as np

from projections.known import row_by_row
from replay.world.world import World
from schemes.kernels.inputs import DRAW, Column, Games
from schemes.kernels.scheme import State, Stop

GAP = 50
GAPS = 17  # points a class of differences, classes; the last one is open
BAND = 200
BANDS = 20  # points a band of ratings, bands; the last one is open
PARTS = 101
OUTCOMES = 3  # expectations 0 … 100 hundredths; lost, drawn, won
UNRATED = -1
LEVELS_A_YEAR = (
    4  # of a scheme with more lists, the first, the last and so many in between are enough
)


@dataclass(frozen=True)
class PlayedGames:
    """Games by day. Which games these are depends on the log alone, not on any rules."""

    day: Column
    first: Column
    second: Column
    score: Column  # of the first player, in half points

    def __len__(self) -> int:
        return len(self.day)

    def between(self, begin: int, end: int) -> slice:
        """The games of the days begin … end − 1."""
        return slice(
            *np.searchsorted(self.day, np.array([begin, end], self.day.dtype)).tolist()
        )  # else all is cast


def played(games: Games, end: int) -> PlayedGames:
    """The games before a day, without forfeits, in the order of days; those of a day stay in their order."""
    rows = np.flatnonzero((games.result <= DRAW) & (games.day < end))
    rows = rows[np.argsort(games.day[rows], kind="stable")]
    score = np.array([2, 0, 1], np.int8)[games.result[rows]]  # won, lost, drawn by the first player
    return PlayedGames(games.day[rows], games.first[rows], games.second[rows], score)


@dataclass(frozen=True)
class Trail:
    """One code per game of `PlayedGames` (UNRATED: one of the two had no rating), and rows of some lists.

    A game is seen from the higher-rated player (of equals: the first). Its code packs the class of the difference,
    the band of the higher rating, the expectation in hundredths and the outcome, so that everything that is measured
    later is a count of codes: exact, and quick for millions of games.
    """

    codes: Column
    number: Column  # of each list
    day: Column
    players: Column  # active on the list
    total: Column  # sum of their ratings, in units of the list


class Follower:
    """Goes along with a replay and writes its trail."""

    def __init__(self, world: World, played: PlayedGames) -> None:
        self.world = world
        self.scheme = world.scheme
        self.rules = world.rules
        self.played = played
        self.calendar = self.scheme.calendar(self.rules)
        self.seldom = max(len(self.calendar.days) // LEVELS_A_YEAR, 1)
        self.codes = np.full(len(played), UNRATED, np.int32)
        self.rows: list[tuple[int, ...]] = []

    def resume(self, before: Trail, number: int, state: State) -> None:
        """Begin after a list that another world made, too: its trail up to there, its ratings from there on."""
        done = self.played.between(0, self.in_force_from(number)).stop
        self.codes[:done] = before.codes[:done]
        columns = (before.number, before.day, before.players, before.total)
        rows = row_by_row(column[before.number <= number] for column in columns)
        self.rows = list(rows)
        self._predict(
            self.played.between(self.in_force_from(number), self.in_force_from(number + 1)), state
        )

    def after(self, number: int, state: State, *, last: bool = False) -> None:
        """Take down a list just made: its level, and what it predicts until the next; the last for all that follows."""
        begin = self.in_force_from(number)
        if last or not self.rows or number % self.seldom == 0:
            self._note_level(number, begin - 1 if self.scheme.any_day else begin, state)
        self._predict(
            self.played.between(begin, 10**8 if last else self.in_force_from(number + 1)), state
        )

    def in_force_from(self, number: int) -> int:
        """The day from which the ratings after a list are those in force; of schemes without lists: its next mark."""
        return self.calendar.date(number + self.scheme.any_day).toordinal()

    def trail(self) -> Trail:
        columns = np.array(self.rows, np.int64).reshape(-1, 4).T
        return Trail(self.codes, *columns)

    def _note_level(self, number: int, day: int, state: State) -> None:
        listed = self.world.listed(state, Stop(number, day))
        here = listed.active & listed.published & (listed.rating > 0)
        self.rows.append((number, day, int(here.sum()), int(listed.rating[here].sum())))

    def _predict(self, games: slice, state: State) -> None:
        """Codes of a stretch of games, version by version."""
        day = self.played.day[games]
        edges = np.searchsorted(
            day, [version.since.toordinal() for version in self.rules.versions[1:]]
        ).tolist()
        bounds = [games.start, *(games.start + edge for edge in edges), games.stop]
        for version, begin, end in zip(self.rules.versions, bounds[:-1], bounds[1:], strict=True):
            if begin < end:
                self.codes[begin:end] = self._codes(slice(begin, end), state, version.parameters)

    def _codes(self, games: slice, state: State, parameters: object) -> Column:
        codes = np.full(games.stop - games.start, UNRATED, np.int32)
        ratings = self.scheme.ratings(state)
        first = self.played.first[games]
        second = self.played.second[games]
        own, other = (ratings[side].astype(np.int32) for side in (first, second))
        rated = np.flatnonzero((own > 0) & (other > 0))
        own = own[rated]
        other = other[rated]
        score = self.played.score[games][rated]
        high = np.maximum(own, other)
        low = np.minimum(own, other)
        one = first[rated]
        two = second[rated]
        first_higher = own >= other
        higher = np.where(first_higher, one, two)
        lower = np.where(first_higher, two, one)
        expected = self.scheme.predicted(state, higher, lower, parameters)
        if expected is not None:
            unit = 10**self.scheme.decimals
            gap = np.minimum((high - low) // (GAP * unit), GAPS - 1)
            band = np.minimum(high // (BAND * unit), BANDS - 1)
            outcome = np.where(own >= other, score, 2 - score)
            codes[rated] = ((gap * BANDS + band) * PARTS + expected) * OUTCOMES + outcome
        return codes
