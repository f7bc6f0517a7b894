"""What every list shows of everybody, and why it differs from the list before: written down in one replay.

Only changes are written down, so that the lists of many years fit into memory; a player's own are read from them.
"""

from collections.abc import Iterator, Sequence, Set

import numpy as np
from msgspec import Struct

from replay.difference.dense import DenseList
from replay.difference.difference import LISTING, Difference
from replay.world.games import GamesByList
from replay.world.states import States
from replay.world.world import Walk, World, walk
from schemes.kernels.causes import NAMES, Causes, Effects
from schemes.kernels.inputs import Column
from schemes.kernels.scheme import Given, State, Stop, Verdicts, Watch

STATUS = ("unrated", "active", "inactive")
_WIDTH = 5  # rating, games, K and status on the list, and the rating behind it


class Line(Struct, frozen=True):
    """What a list shows of the player, in units of the list."""

    rating: int = 0
    games: int = 0
    k: int = 0
    status: str = "unrated"


class _Changes(Struct, frozen=True):
    """What a list shows of the players whose line is another than on the list before, or who have a booked change."""

    players: Column
    shown: Column
    booked: Column


class ListLines:
    """The lines of all players on some lists."""

    def __init__(
        self,
        world: World,
        states: States,
        stops: Sequence[Stop],
        unseen: Set[Stop] = frozenset(),
    ) -> None:
        """Of lists that are `unseen` only what was booked is written down; they show what the one before them does."""
        going = walk(world, states, stops, newest=stops[0].number - 1, watch=_everything)
        self.world = world
        self.stops = stops
        self.games = GamesByList(world, going, stops)
        assert going.watch.effects is not None
        self.effects = going.watch.effects
        self._before = _before(world, going)
        self._changes = list(self._written(going, set(stops), unseen))

    def _written(self, going: Walk, wanted: set[Stop], unseen: Set[Stop]) -> Iterator[_Changes]:
        causes = going.watch.causes
        last = self._before
        assert causes is not None
        for stop, state in going.steps:
            shown = last
            if stop not in unseen:
                shown = _shown(self.world, state, stop)
            booked = causes.table
            if stop in wanted:
                players = np.union1d(
                    np.flatnonzero((shown != last).any(axis=0)),
                    np.flatnonzero(booked) // len(NAMES),
                )
                yield _Changes(
                    players, shown[:, players].T.copy(), booked[players].astype(np.int32)
                )
            else:
                self._before = shown
            causes.table[:] = 0
            last = shown

    def shown(self, at: int, numbers: Column) -> Column:
        """The ratings that a list, given by its place among the stops, shows of some players; 0 for none."""
        ratings: Column = self._before[0, numbers].copy()
        for changes in self._changes[: at + 1]:
            places = np.searchsorted(changes.players, numbers)
            inside = places < len(changes.players)
            places[~inside] = 0
            if len(changes.players):
                here = inside & (changes.players[places] == numbers)
                ratings[here] = changes.shown[places[here], 0]
        return ratings

    def of_some(self, numbers: Column) -> Iterator[tuple[Column, Column]]:
        """For each list what it shows of some players (ascending numbers), and what was booked for them by cause.

        The first has a row for rating, games, K and status; both are filled anew for the next list.
        """
        shown = self._before[:, numbers].copy()
        booked = np.zeros((len(numbers), len(NAMES)), np.int32)
        for changes in self._changes:
            places = np.searchsorted(numbers, changes.players)
            places[places == len(numbers)] = 0
            here = numbers[places] == changes.players if len(numbers) else places > 0
            places = places[here]
            shown[:, places] = changes.shown[here].T
            booked[places] = changes.booked[here]
            yield shown, booked
            booked[places] = 0

    def of(self, number: int) -> Difference:
        """Each list of a player beside the list before it, in the order of the stops."""
        shown = np.zeros((len(self.stops) + 1, _WIDTH), np.int64)
        booked = np.zeros((len(self.stops), len(NAMES)), np.int64)
        shown[0] = self._before[:, number]
        for place, changes in enumerate(self._changes):
            shown[place + 1] = shown[place]
            at = int(np.searchsorted(changes.players, number))
            if at < len(changes.players) and changes.players[at] == number:
                shown[place + 1] = changes.shown[at]
                booked[place] = changes.booked[at]
        before = self._dense(shown[:-1])
        after = self._dense(shown[1:])
        causes = {name: booked[:, at] for at, name in enumerate(NAMES)}
        causes[LISTING] = after.hidden - before.hidden
        return Difference([str(stop.day) for stop in self.stops], before, after, causes)

    def _dense(self, shown: Column) -> DenseList:
        rating, games, k, status, behind = shown.T
        return DenseList(
            decimals=self.world.scheme.decimals,
            rating=rating,
            games=games,
            k=k,
            listed=status != 0,
            active=status == STATUS.index("active"),
            behind=behind,
        )


def _everything(given: Given) -> Watch:
    inputs = given.inputs
    return Watch(
        Verdicts.empty(inputs),
        Causes(len(inputs.players)),
        effects=Effects(len(inputs.games), len(inputs.tournaments)),
    )


def _before(world: World, going: Walk) -> Column:
    """What the list before the first one shows of everybody."""
    if going.found is None:
        return np.zeros((_WIDTH, len(world.bare.inputs.players)), np.int32)
    return _shown(world, going.state, world.scheme.stops(world.rules, going.found, going.found)[0])


def _shown(world: World, state: State, stop: Stop) -> Column:
    """The columns of a list, each by player number; zeros for players who are not on it."""
    dense = DenseList.of(world, state, stop)
    status = np.where(dense.active, STATUS.index("active"), STATUS.index("inactive"))
    status[~dense.listed] = 0
    columns = (dense.rating, dense.games, dense.k, status, dense.behind)
    return np.stack(columns).astype(np.int32)


def lines_of(side: DenseList) -> list[Line]:
    """What each list shows of a player."""
    rating, games, k = side.rating.tolist(), side.games.tolist(), side.k.tolist()
    return [Line(*line) for line in zip(rating, games, k, _statuses(side), strict=True)]


def _statuses(side: DenseList) -> list[str]:
    """The status on each list; of a rating that is not shown, that it is not."""
    absent = np.where(side.in_hundredths(side.behind) != 0, "not listed", "unrated")
    present = np.where(side.active, "active", "inactive")
    statuses: list[str] = np.where(side.listed, present, absent).tolist()
    return statuses
