"""Worlds: the log replayed under the rules in force and under others, each followed on its way.

Two worlds share every list up to the first on which their rules differ; from there the other one is replayed.
"""

import hashlib
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum
from functools import cached_property

import numpy as np

from projections import Snapshot, feed
from projections.feed import looked_at
from projections.snapshot import Column
from replay.assignment import assigned
from replay.engine import Advance, Replayed
from replay.keys import Keys, keys_of
from replay.states import States, is_kept
from replay.whatif.played import Played, played
from replay.whatif.trail import Follower, Trail
from schemes.inputs import Inputs
from schemes.rules import Rules
from schemes.scheme import Assignment, Listed, Scheme, State, TooOld

_FORM = "trail 2"  # of the stored trails


class Store(Enum):
    """What of a world is stored for another time."""

    EVERYTHING = "states like those of a list: the world is real"
    ANSWER = "the last state and the trail: the question may be asked again"
    NOTHING = "one of many in a sweep"


@dataclass(frozen=True)
class World:
    """A replay that has arrived, with its trail."""

    replayed: Replayed
    trail: Trail
    keys: Keys

    @property
    def rules(self) -> Rules:
        return self.replayed.rules

    @cached_property
    def listed(self) -> Listed:
        """The rows of its list."""
        r = self.replayed
        return r.scheme.listed(r.state, r.inputs.players, r.inputs, r.rules, r.number, r.day)

    @cached_property
    def published(self) -> Column:
        """The rating of each player number as published, 0 for none."""
        ratings = np.zeros(len(self.replayed.inputs.players), np.int64)
        here = self.listed.published & (self.listed.rating > 0)
        ratings[self.listed.player[here]] = self.listed.rating[here]
        return ratings


class Ground:
    """What all worlds stand on: the facts of a scheme as known at a position, up to a day."""

    def __init__(self, scheme: Scheme, snapshot: Snapshot, on: date, states: States, origin: str) -> None:
        self.scheme, self.snapshot, self.on, self.states, self.origin = scheme, snapshot, on, states, origin
        _, listed = scheme.list_in_force(scheme.rules(), on)
        self.end = listed.toordinal() + scheme.any_day  # games before this day are measured

    @cached_property
    def inputs(self) -> Inputs:
        """All tournaments that the scheme looks at, so that rules may differ in which they rate."""
        return feed(self.snapshot, self.scheme, np.flatnonzero(looked_at(self.snapshot, self.scheme)))

    @cached_property
    def played(self) -> Played:
        games, approved = self.inputs.games, self.snapshot.approved_for(self.scheme.name)
        if looked_at(self.snapshot, self.scheme) is approved:
            return played(games, self.end)
        rated = np.repeat(approved, np.diff(games.offset))
        names = ("day", "first", "second", "result")
        return played(replace(games, **{name: getattr(games, name)[rated] for name in names}), self.end)

    def world(
        self, rules: Rules, beside: World | None = None, *, store: Store = Store.ANSWER, advance: Advance | None = None
    ) -> World:
        """The world under some rules; what it shares with another one (`beside`) is not replayed again."""
        if beside is not None and beside.rules.fingerprint == rules.fingerprint:
            return beside
        return _Journey(self, rules, beside, store, advance).world()

    def is_stored(self, rules: Rules) -> bool:
        """Whether the world under some rules is on disk, as far as can be told without reading it."""
        return _Journey(self, rules, None, Store.NOTHING, None).is_stored()


class _Journey:
    """One replay on a ground."""

    def __init__(
        self, ground: Ground, rules: Rules, beside: World | None, store: Store, advance: Advance | None
    ) -> None:
        self.ground, self.rules, self.beside = ground, rules, beside
        self.store, self.advance = store, advance
        self.scheme, self.states = ground.scheme, ground.states
        self.number, listed = self.scheme.list_in_force(rules, ground.on)
        self.day = listed.toordinal()
        self.last = self.number - 1 if self.scheme.any_day else self.number
        self.assignment: Assignment = assigned(self.scheme, rules, ground.snapshot)
        self.keys = keys_of(self.scheme, rules, ground.snapshot, ground.origin)

    def world(self) -> World:
        found = self._stored() or self._replayed()
        state, trail, resumed = found
        if self.scheme.any_day and self.number >= self.keys.first:
            state = self.scheme.run(
                self.ground.inputs, self.rules, self.assignment, state, self.number, self.number, until=self.day
            )
        replayed = Replayed(
            self.scheme, self.rules, self.ground.snapshot, self.number, self.day, state, self.ground.inputs,
            self.assignment, resumed,
        )  # fmt: skip
        return World(replayed, trail, self.keys)

    @property
    def _trail_key(self) -> str:
        ground = self.ground
        parts = (self.keys.of(self.last), self.rules.fingerprint, ground.snapshot.position, ground.end, _FORM)
        return hashlib.blake2b(" ".join(map(str, parts)).encode(), digest_size=20).hexdigest() + "-trail"

    def is_stored(self) -> bool:
        found = self.last >= self.keys.first and self.states.has(self._trail_key)
        return found and self.states.has(self.keys.of(self.last))

    def _stored(self) -> tuple[State, Trail, int] | None:
        """The answer of an earlier time."""
        if not self.is_stored():
            return None
        columns, state = self.states.load(self._trail_key), self.states.load(self.keys.of(self.last))
        if columns is None or state is None or len(columns["codes"]) != len(self.ground.played):
            return None
        return self.scheme.fitted(state, len(self.ground.inputs.players)), Trail(**columns), self.last

    def _replayed(self) -> tuple[State, Trail, int | None]:
        found = self._shared(self.last)
        while True:
            try:
                return self._run(found)
            except TooOld:
                assert found is not None, "a replay from the beginning remembers everything"
                found = self._shared(found - 1)

    def _shared(self, last: int) -> int | None:
        """The newest list up to `last` that the world beside has in common and whose state is stored."""
        if self.beside is None or self.beside.keys.first != self.keys.first:
            return None
        theirs = self.beside.keys
        newest = min(last, self.beside.replayed.number - self.scheme.any_day)
        for number in range(newest, self.keys.first - 1, -1):
            if theirs.of(number) == self.keys.of(number) and self.states.has(self.keys.of(number)):
                return number
        return None

    def _run(self, found: int | None) -> tuple[State, Trail, int | None]:
        ground, scheme, players = self.ground, self.scheme, len(self.ground.inputs.players)
        state = None if found is None else self.states.load(self.keys.of(found))
        if state is None or found is None:
            found, state = None, scheme.start(players)
        begin = self.keys.first if found is None else found + 1
        state = scheme.fitted(state, players)
        follower = Follower(scheme, self.rules, ground.inputs, ground.played)
        if found is not None and self.beside is not None:
            follower.resume(self.beside.trail, found, state)
        if begin > self.last:
            return state, follower.trail(), found

        def keep(done: int, reached: State) -> None:
            (follower.last if done == self.last else follower.after)(done, reached)
            if self.advance is not None:
                self.advance(done - begin + 1)
            if self._is_stored(done):
                self.states.save(self.keys.of(done), reached)

        state = scheme.run(ground.inputs, self.rules, self.assignment, state, begin, self.last, keep=keep)
        trail = follower.trail()
        if self.store is not Store.NOTHING:
            columns = ("codes", "number", "day", "players", "total")
            self.states.save(self._trail_key, {name: getattr(trail, name) for name in columns})
        self.states.settle()
        return state, trail, found

    def _is_stored(self, done: int) -> bool:
        if self.store is Store.EVERYTHING:
            return is_kept(done, self.last)
        return self.store is Store.ANSWER and done == self.last
