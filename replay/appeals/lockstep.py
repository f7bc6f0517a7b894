"""Two worlds side by side, list by list: where they part, and what differs on each list from there on."""

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from threading import Barrier, BrokenBarrierError, Lock
from typing import NamedTuple

import numpy as np

from projections.snapshot import Column
from replay.appeals.world import Stop, Walk, World, walking
from replay.states import States
from schemes.parts import NAMES
from schemes.scheme import Listed, State

CHUNK = 12  # so many lists are held for comparison at a time


@dataclass(frozen=True)
class Shown:
    """What a list shows, by player number; 0 where somebody is not on it."""

    rating: Column
    k: Column
    games: Column
    active: Column

    def differs(self, other: "Shown") -> Column:
        """Whose row is another on the other list."""
        on_list = (self.rating > 0) | (other.rating > 0)
        same = (self.rating == other.rating) & (self.k == other.k) & (self.games == other.games)
        return np.flatnonzero(on_list & ~(same & (self.active == other.active)))


@dataclass
class Difference:
    """What differs on one list. Ratings are those of the scheme's state, also where the list does not show them."""

    stop: Stop
    player: Column  # whose rating differs
    before: Column
    after: Column
    parts: dict[int, Column]  # by how much more the list changed a rating, by cause (hundredths)
    shown: tuple[Shown, Shown] | None = None  # of a list that was asked for, if a row differs

    @cached_property
    def _movers(self) -> frozenset[int]:
        return frozenset(self.player.tolist())

    def moved(self, player: int) -> bool:
        return player in self._movers

    def ratings(self, player: int) -> tuple[int, int]:
        """Before and after of somebody who moved."""
        at = int(np.searchsorted(self.player, player))
        return int(self.before[at]), int(self.after[at])


class _Differing(NamedTuple):
    """Who differs at a stop: whose rating does, whose row, and both."""

    moved: Column
    rows: Column
    anyhow: Column


class _Meeting:
    """Where two walks meet at every stop: each brings what it sees and learns what the other does."""

    def __init__(self, stops: int) -> None:
        self.seen: list[list[_Seen | None]] = [[None, None] for _ in range(stops)]
        self.states: list[list[State | None]] = [[None, None] for _ in range(stops)]
        self.found: list[Column | None] = [None] * stops
        self.differing: list[_Differing | None] = [None] * stops
        self.barrier, self._looking = Barrier(2), Lock()

    def candidates(self, at: int, side: int, state: State, names: Sequence[str]) -> Column:
        """Of whom the two states say something else, once both are there."""
        self.states[at][side] = state
        self.barrier.wait()
        with self._looking:
            found = self.found[at]
            if found is None:
                one, other = self.states[at]
                assert one is not None and other is not None
                found = self.found[at] = _differing(names, one, other)
            return found

    def meet(self, at: int, side: int, seen: "_Seen") -> Column:
        """Whose rating or row differs at a stop, once both are there. The first who comes to look looks for both."""
        self.seen[at][side] = seen
        self.barrier.wait()
        return self.differing_at(at).anyhow

    def differing_at(self, at: int) -> "_Differing":
        with self._looking:
            found = self.differing[at]
            if found is None:
                one, other = self.both(at)
                moved, rows = one.moved(other), one.rows(other)
                found = self.differing[at] = _Differing(moved, rows, np.union1d(moved, rows))
            return found

    def both(self, at: int) -> "tuple[_Seen, _Seen]":
        one, other = self.seen[at]
        assert one is not None and other is not None
        return one, other


@dataclass
class _Seen:
    """What a world showed on a list."""

    ratings: Column
    shown: Shown | None
    parts: tuple[Column, Column] = (np.zeros(0, np.int64), np.zeros((0, len(NAMES)), np.int64))

    def moved(self, other: "_Seen") -> Column:
        """Whose rating is another in the other world."""
        return np.flatnonzero(self.ratings != other.ratings)

    def rows(self, other: "_Seen") -> Column:
        """Whose row is another in the other world, where rows were asked for."""
        if self.shown is None or other.shown is None:
            return np.zeros(0, np.int64)
        return self.shown.differs(other.shown)


class Lockstep:
    """The comparison of two worlds that agree up to some list."""

    def __init__(self, before: World, after: World, stops: Sequence[Stop]) -> None:
        self.before, self.after, self.stops = before, after, list(stops)
        self.players = after.snapshot.player_count
        self.differences: list[Difference] = []
        self.walks: Sequence[Walk] = ()
        self._same_people = before.same_people(after)

    def run(self, states: States) -> "Lockstep":
        """Walk both worlds through all stops."""
        if self.stops:
            found = self.before.newest_before(states, self.stops[0])
            between = self.stops[0].number, self.stops[-1].number
            walking((self.before, self.after), states, found, between, self._go, at_once=False)
        return self

    def _go(self, walks: Sequence[Walk]) -> None:
        self.differences, self.walks = [], walks
        edges = [*range(0, len(self.stops), CHUNK), len(self.stops)]
        # compiled rules let each other run
        with ThreadPoolExecutor(len(walks)) as side_by_side:
            for begin, end in pairwise(edges):
                stops, meeting = self.stops[begin:end], _Meeting(end - begin)
                both = [side_by_side.submit(self._see, walk, stops, meeting, side) for side, walk in enumerate(walks)]
                _all_good(both)
                self.differences += [self._compare(stop, meeting, at) for at, stop in enumerate(stops)]

    def _see(self, walk: Walk, stops: Sequence[Stop], meeting: _Meeting, side: int) -> None:
        places = {stop: at for at, stop in enumerate(stops)}

        def see(stop: Stop, state: State) -> None:
            shown = None
            if stop.asked:
                names = walk.world.scheme.row_columns if self._same_people else ()
                among = meeting.candidates(places[stop], side, state, names) if names else None
                shown = self._shown(walk, stop, state, among)
            seen = _Seen(self._whole(walk.world.scheme.ratings(state)), shown)
            differs = meeting.meet(places[stop], side, seen)
            seen.parts = walk.parts.take(differs[differs < walk.players])

        try:
            walk.through(stops, see)
        except BaseException:
            meeting.barrier.abort()  # nobody waits for who does not come
            raise

    def _whole(self, column: Column, among: Column | None = None) -> Column:
        """A column over all players of both worlds."""
        if among is None and len(column) == self.players:
            return np.array(column)
        whole = np.zeros(self.players, column.dtype)
        whole[slice(len(column)) if among is None else among] = column
        return whole

    def _shown(self, walk: Walk, stop: Stop, state: State, among: Column | None) -> Shown:
        """What a list shows of everybody, or at least of those among whom somebody's row can differ."""
        world = walk.world
        rows: Listed = world.scheme.listed(
            state, walk.inputs.players, walk.inputs, world.rules, stop.number, stop.day, among
        )
        here = np.flatnonzero(rows.published)
        players = rows.player[here]
        columns = (rows.rating, rows.k, rows.games, rows.active)
        return Shown(*(self._whole(np.asarray(column, np.int32)[here], players) for column in columns))

    def _compare(self, stop: Stop, meeting: _Meeting, at: int) -> Difference:
        (one, other), (moved, rows, anyhow) = meeting.both(at), meeting.differing_at(at)
        shown = None
        if one.shown is not None and other.shown is not None and len(rows):
            shown = one.shown, other.shown
        parts = _difference_of_parts(one.parts, other.parts, anyhow)
        return Difference(stop, moved, one.ratings[moved], other.ratings[moved], parts, shown)


def _all_good(walks: Sequence[Future[None]]) -> None:
    """Wait for both; what stopped one of them is told, not that the other was left waiting."""
    wrong = [error for walk in walks if (error := walk.exception()) is not None]
    for error in wrong:
        if not isinstance(error, BrokenBarrierError):
            raise error
    assert not wrong, "a walk was left waiting"


def _differing(names: Sequence[str], one: State, other: State) -> Column:
    """The players of whom two states say something else in some columns."""
    return np.flatnonzero(np.any([one[name] != other[name] for name in names], axis=0))


def _difference_of_parts(
    one: tuple[Column, Column], other: tuple[Column, Column], players: Column
) -> dict[int, Column]:
    """By how much more the other world changed ratings, of those players for whom anything differs."""
    difference = np.zeros((len(players), len(NAMES)), np.int64)
    for sign, (booked, rows) in ((-1, one), (1, other)):
        at = np.minimum(np.searchsorted(booked, players), max(len(booked) - 1, 0))
        there = np.flatnonzero(booked[at] == players) if len(booked) else at[:0]
        difference[there] += sign * rows[at[there]]
    differs = np.flatnonzero(difference.any(axis=1))
    return dict(zip(players[differs].tolist(), difference[differs], strict=True))
