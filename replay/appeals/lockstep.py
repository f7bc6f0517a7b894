"""Two worlds side by side, list by list: where they part, and what differs on each list from there on."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise

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

    def moved(self, player: int) -> bool:
        at = int(np.searchsorted(self.player, player))
        return at < len(self.player) and bool(self.player[at] == player)

    def ratings(self, player: int) -> tuple[int, int]:
        """Before and after of somebody who moved."""
        at = int(np.searchsorted(self.player, player))
        return int(self.before[at]), int(self.after[at])


@dataclass
class _Seen:
    """What a world showed on some lists."""

    ratings: list[Column] = field(default_factory=list)
    parts: list[tuple[Column, Column]] = field(default_factory=list)
    shown: list[Shown | None] = field(default_factory=list)


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
            walking((self.before, self.after), states, found, between, self._go)
        return self

    def _go(self, walks: Sequence[Walk]) -> None:
        self.differences, self.walks = [], walks
        edges = [*range(0, len(self.stops), CHUNK), len(self.stops)]
        with ThreadPoolExecutor(len(walks)) as side_by_side:  # compiled rules let each other run
            for begin, end in pairwise(edges):
                stops = self.stops[begin:end]
                seen = list(side_by_side.map(lambda walk, stops=stops: self._seen(walk, stops), walks))
                self.differences += [self._compare(stop, at, *seen) for at, stop in enumerate(stops)]

    def _seen(self, walk: Walk, stops: Sequence[Stop]) -> _Seen:
        seen = _Seen()

        def see(stop: Stop, state: State) -> None:
            seen.ratings.append(self._whole(walk.world.scheme.ratings(state)))
            seen.parts.append(walk.parts.take())
            seen.shown.append(self._shown(walk, stop, state) if stop.asked else None)

        walk.through(stops, see)
        return seen

    def _whole(self, column: Column, among: Column | None = None) -> Column:
        """A column over all players of both worlds."""
        whole = np.zeros(self.players, np.int64)
        whole[slice(len(column)) if among is None else among] = column
        return whole

    def _shown(self, walk: Walk, stop: Stop, state: State) -> Shown:
        world = walk.world
        players = walk.inputs.players
        rows: Listed = world.scheme.listed(state, players, walk.inputs, world.rules, stop.number, stop.day)
        here = np.flatnonzero(rows.published)
        columns = (rows.rating, rows.k, rows.games, rows.active)
        return Shown(*(self._whole(np.asarray(column)[here], rows.player[here]) for column in columns))

    def _compare(self, stop: Stop, at: int, one: _Seen, other: _Seen) -> Difference:
        before, after = one.ratings[at], other.ratings[at]
        moved = np.flatnonzero(before != after)
        shown, touched = None, moved
        left, right = one.shown[at], other.shown[at]
        if left is not None and right is not None:
            rows = left.differs(right)
            shown = (left, right) if len(rows) else None
            touched = np.union1d(moved, rows)
        parts = _difference_of_parts(one.parts[at], other.parts[at], touched)
        return Difference(stop, moved, before[moved], after[moved], parts, shown)


def _difference_of_parts(
    one: tuple[Column, Column], other: tuple[Column, Column], players: Column
) -> dict[int, Column]:
    found: dict[int, Column] = {}
    for sign, (booked, rows) in ((-1, one), (1, other)):
        at = np.searchsorted(booked, players)
        for player, place in zip(players.tolist(), at.tolist(), strict=True):
            if place < len(booked) and booked[place] == player:
                found[player] = found.get(player, np.zeros(len(NAMES), np.int64)) + sign * rows[place]
    return {player: row for player, row in found.items() if row.any()}
