"""Two worlds side by side, list by list: where they part, and what differs on each list from there on."""

import itertools
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
from schemes.inputs import Inputs
from schemes.parts import NAMES
from schemes.scheme import Listed, State

CHUNK = 12  # so many lists are held for comparison at a time


class Line(NamedTuple):
    """What a list shows of somebody; all 0 for who is not on it."""

    rating: int
    k: int
    games: int
    active: int


@dataclass(frozen=True)
class Shown:
    """What a list shows of players, by number in order: a row for each, and a column for each word of a line."""

    player: Column
    lines: Column

    def differs(self, other: "Shown") -> Column:
        """Whose line is another on the other list, which shows the same players."""
        on_list = (self.lines[:, 0] > 0) | (other.lines[:, 0] > 0)
        differing: Column = self.player[on_list & (self.lines != other.lines).any(axis=1)]
        return differing

    def of(self, player: int) -> Line:
        return self._lines[player]

    def only(self, players: Column) -> "Shown":
        """The same of fewer players."""
        return Shown(players, self.lines[np.searchsorted(self.player, players)])

    @cached_property
    def _lines(self) -> dict[int, Line]:
        return dict(zip(self.player.tolist(), itertools.starmap(Line, self.lines.tolist()), strict=True))


@dataclass
class Difference:
    """What differs on one list. Ratings are those of the scheme's state, also where the list does not show them."""

    stop: Stop
    player: Column  # whose rating differs
    before: Column
    after: Column
    parts: dict[int, Column]  # by how much more the list changed a rating, by cause (hundredths)
    shown: tuple[Shown, Shown] | None = None  # of a list that was asked for, those whose lines differ, if any do

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
    """Who differs at a stop: whose rating does (by place among those seen), whose line, and who in any way."""

    moved: Column
    lines: Column
    anyhow: Column


@dataclass
class _Seen:
    """What a world showed on a list: of players, by number in order, their ratings, and their lines if asked for."""

    player: Column
    ratings: Column
    shown: Shown | None
    parts: tuple[Column, Column] = (np.zeros(0, np.int64), np.zeros((0, len(NAMES)), np.int64))

    def differs(self, other: "_Seen") -> _Differing:
        """Who differs in the other world, which showed the same players."""
        moved, lines = np.flatnonzero(self.ratings != other.ratings), np.zeros(0, np.int64)
        if self.shown is not None and other.shown is not None:
            lines = self.shown.differs(other.shown)
        return _Differing(moved, lines, np.union1d(self.player[moved], lines))


class _Meeting:
    """Where two walks meet at every stop: each brings what it sees and learns what the other does."""

    def __init__(self, stops: int) -> None:
        self.seen: list[list[_Seen | None]] = [[None, None] for _ in range(stops)]
        self.differing: list[_Differing | None] = [None] * stops
        self.barrier, self._looking = Barrier(2), Lock()

    def meet(self, at: int, side: int, seen: _Seen) -> Column:
        """Who differs at a stop, once both are there. The first who comes to look looks for both."""
        self.seen[at][side] = seen
        self.barrier.wait()
        return self.differing_at(at).anyhow

    def differing_at(self, at: int) -> _Differing:
        with self._looking:
            found = self.differing[at]
            if found is None:
                one, other = self.both(at)
                found = self.differing[at] = one.differs(other)
            return found

    def both(self, at: int) -> tuple[_Seen, _Seen]:
        one, other = self.seen[at]
        assert one is not None and other is not None
        return one, other


class Lockstep:
    """The comparison of two worlds that agree up to some list."""

    def __init__(self, before: World, after: World, stops: Sequence[Stop]) -> None:
        self.before, self.after, self.stops = before, after, list(stops)
        self.players = after.snapshot.player_count
        self.differences: list[Difference] = []
        self.walks: Sequence[Walk] = ()

    def run(self, states: States) -> "Lockstep":
        """Walk both worlds through all stops."""
        if self.stops:
            found = self.before.newest_before(states, self.stops[0])
            between = self.stops[0].number, self.stops[-1].number
            walking((self.before, self.after), states, found, between, self._side_by_side, at_once=False)
        return self

    def _side_by_side(self, walks: Sequence[Walk]) -> None:
        """Both worlds at the same time; they meet at each stop."""
        self.differences, self.walks = [], walks
        edges = [*range(0, len(self.stops), CHUNK), len(self.stops)]
        # compiled rules let each other run
        with ThreadPoolExecutor(len(walks)) as side_by_side:
            for begin, end in pairwise(edges):
                stops, meeting = self.stops[begin:end], _Meeting(end - begin)
                both = [side_by_side.submit(self._see, walk, stops, meeting, side) for side, walk in enumerate(walks)]
                _all_good(both)
                self.differences += [
                    _difference(stop, *meeting.both(at), meeting.differing_at(at)) for at, stop in enumerate(stops)
                ]

    def _see(self, walk: Walk, stops: Sequence[Stop], meeting: _Meeting, side: int) -> None:
        places = {stop: at for at, stop in enumerate(stops)}

        def see(stop: Stop, state: State) -> None:
            shown = None
            if stop.asked:
                shown = self._shown(walk.world, walk.inputs, stop, state)
            seen = _Seen(self._everybody, self._whole(walk.world.scheme.ratings(state)), shown)
            differs = meeting.meet(places[stop], side, seen)
            seen.parts = walk.parts.take(differs[differs < walk.players])

        try:
            walk.through(stops, see)
        except BaseException:
            meeting.barrier.abort()  # nobody waits for who does not come
            raise

    @cached_property
    def _everybody(self) -> Column:
        return np.arange(self.players)

    def _whole(self, column: Column) -> Column:
        """A column over all players of both worlds."""
        whole = np.zeros(self.players, column.dtype)
        whole[: len(column)] = column
        return whole

    def _shown(self, world: World, inputs: Inputs, stop: Stop, state: State) -> Shown:
        """What a list shows of everybody."""
        rows: Listed = world.scheme.listed(state, inputs.players, inputs, world.rules, stop.number, stop.day)
        here = np.flatnonzero(rows.published)
        lines = np.zeros((self.players, len(Line._fields)), np.int32)
        columns = (rows.rating, rows.k, rows.games, rows.active)
        lines[rows.player[here]] = np.column_stack([column[here] for column in columns])
        return Shown(self._everybody, lines)


def _difference(stop: Stop, one: _Seen, other: _Seen, differing: _Differing) -> Difference:
    """What differs on a list."""
    moved = differing.moved
    shown = None
    if one.shown is not None and other.shown is not None and len(differing.lines):
        shown = one.shown.only(differing.lines), other.shown.only(differing.lines)
    parts = _difference_of_parts(one.parts, other.parts, differing.anyhow)
    return Difference(stop, one.player[moved], one.ratings[moved], other.ratings[moved], parts, shown)


def _all_good(walks: Sequence[Future[None]]) -> None:
    """Wait for both; what stopped one of them is told, not that the other was left waiting."""
    wrong = [error for walk in walks if (error := walk.exception()) is not None]
    for error in wrong:
        if not isinstance(error, BrokenBarrierError):
            raise error
    assert not wrong, "a walk was left waiting"


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
