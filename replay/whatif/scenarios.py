"""Scenarios: the log replayed under the rules in force and under others, each with its trail of measures.

Two scenarios share every list up to the first on which their rules differ; from there on the second is replayed.
"""

from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

import numpy as np

from projections import Snapshot, feed
from projections.scheme_inputs import looked_at
from replay.states import States, is_kept
from replay.whatif.played import Played, played
from replay.whatif.trail import Follower, Trail
from replay.world import Advance, Replayed, World, first_difference, walk
from schemes.inputs import Column, Inputs
from schemes.rules import Rules
from schemes.scheme import Scheme


@dataclass(frozen=True)
class Scenario:
    """A replay that has arrived, with its trail."""

    replayed: Replayed
    trail: Trail

    @property
    def world(self) -> World:
        return self.replayed.world

    @property
    def rules(self) -> Rules:
        return self.world.rules

    @cached_property
    def published(self) -> Column:
        """The rating of each player number as published, 0 for none."""
        listed = self.replayed.listed
        ratings = np.zeros(len(self.world.snapshot.people), np.int64)
        here = listed.published & (listed.rating > 0)
        ratings[listed.player[here]] = listed.rating[here]
        return ratings


class WhatIfInputs:
    """What all scenarios have in common: the facts of a scheme as known at a position, up to a day."""

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
        """The games that predictions are measured on."""
        games = self.inputs.games
        rated = np.repeat(self.snapshot.tournaments.approved_for(self.scheme.name), np.diff(games.offset))
        names = ("day", "first", "second", "result")
        return played(replace(games, **{name: getattr(games, name)[rated] for name in names}), self.end)

    def real(self, advance: Advance | None = None) -> Scenario:
        """The scenario of the rules in force; states are stored on the way, for the others to build upon."""
        return self._replayed(self._world(self.scheme.rules()), None, advance)

    def under(self, rules: Rules, real: Scenario, advance: Advance | None = None) -> Scenario:
        """The scenario under other rules; what it shares with the real one is not replayed again."""
        if real.rules.fingerprint == rules.fingerprint:
            return real
        return self._replayed(self._world(rules), real, advance)

    def _world(self, rules: Rules) -> World:
        return World(self.scheme, rules, self.snapshot, self.origin, self.inputs)

    def _replayed(self, world: World, real: Scenario | None, advance: Advance | None) -> Scenario:
        last = world.stop(self.on)
        whole = last.number - self.scheme.any_day  # the last list that is not cut off by the day asked for
        going = walk(world, self.states, world.stops_until(last), newest=self._shared(world, real, whole))
        follower = Follower(world, self.played)
        if going.found is not None and real is not None:
            follower.resume(real.trail, going.found, going.state)
        state = going.state
        for done, (stop, state) in enumerate(going.steps, 1):
            if stop.number <= whole:
                follower.after(stop.number, state, last=stop.number == whole)
                if real is None and is_kept(stop.number, whole):
                    self.states.save(world.keys.of(stop.number), state)
            if advance is not None:
                advance(done)
        self.states.settle()
        return Scenario(Replayed(world, last, state, going.found), follower.trail())

    def _shared(self, world: World, real: Scenario | None, whole: int) -> int:
        """The last list that is the same under both rules; none for the real scenario, which has no trail yet."""
        if real is None:
            return world.keys.first - 1
        known = min(whole, real.replayed.stop.number - self.scheme.any_day)
        different = first_difference(real.world, world, known)
        return known if different is None else different - 1
