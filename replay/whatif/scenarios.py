"""Scenarios: the log replayed under the rules in force and under others, each with its trail of measures.

Two scenarios share every list up to the first on which their rules differ; from there on the second is replayed.
"""

from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Protocol

import numpy as np

from projections import Snapshot
from projections.scheme_inputs import feed, looked_at
from replay.difference import DenseList
from replay.whatif.answer import WhatIf
from replay.whatif.measures import Truth, check_truth, read_truth
from replay.whatif.trail import Follower, PlayedGames, Trail, played
from replay.which import WhichList
from replay.world.limits import checked_day
from replay.world.states import States, is_kept
from replay.world.world import Advance, Replayed, World, first_difference, lists_to_make, walk
from schemes import Rules, Schemes
from schemes.kernels.inputs import Inputs


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
    def shown(self) -> DenseList:
        """What the list shows of everybody."""
        return DenseList.of_replay(self.replayed, len(self.world.snapshot.people))


class Ledger(Protocol):
    """What what-ifs need: an office has it, and an export of its read model."""

    @property
    def states(self) -> States: ...
    @property
    def schemes(self) -> Schemes: ...
    def snapshot(self, known: int | None = None, *, rate_as: bool = False) -> Snapshot: ...
    def checkpoint(self, position: int) -> str: ...


class Scenarios:
    """What-ifs about one list of a scheme, as known at a position. The real list is replayed once for all of them."""

    def __init__(self, ledger: Ledger, which: WhichList, truth: Path | None = None) -> None:
        """The real list is the one that is meant, under the rules in force, and the others under others."""
        if truth is not None:
            check_truth(truth)
        self.states = ledger.states
        self._ledger = ledger
        self.which = which
        self.scheme = ledger.schemes[which.scheme]
        self.truth_file = truth
        self.on = checked_day(which.day, lambda: self.snapshot)
        self._real: Scenario | None = None

    @cached_property
    def snapshot(self) -> Snapshot:
        return self._ledger.snapshot(self.which.position, rate_as=self.which.rate_as)

    @property
    def checkpoint(self) -> str:
        """The checkpoint of the log at that position."""
        return self._ledger.checkpoint(self.snapshot.position)

    @cached_property
    def inputs(self) -> Inputs:
        """All tournaments that the scheme looks at, because rules may differ in which of them they rate."""
        rules = self.scheme.rules()
        facts = World(self._ledger.schemes, rules, self.snapshot, self.snapshot.model.origin).facts
        return feed(
            self.snapshot, self.scheme, np.flatnonzero(looked_at(self.snapshot, self.scheme)), facts
        )

    @cached_property
    def played(self) -> PlayedGames:
        """The games that predictions are measured on: those before the list takes effect."""
        games = self.inputs.games
        rated = np.repeat(
            self.snapshot.tournaments.approved_for(self.scheme.name), np.diff(games.offset)
        )
        names = ("day", "first", "second", "result")
        end = self._list_date.toordinal() + self.scheme.any_day
        return played(replace(games, **{name: getattr(games, name)[rated] for name in names}), end)

    @cached_property
    def truth(self) -> Truth | None:
        if self.truth_file is None:
            return None
        return read_truth(self.truth_file, self.snapshot, self._list_date)

    @property
    def _list_date(self) -> date:
        return self.scheme.list_in_force(self.scheme.rules(), self.on)[1]

    def prepare(self) -> None:
        """Work out what all what-ifs have in common. Threads may ask after it: nothing is written any more."""
        _ = self.truth, self.real(), self.played
        self.states.settle()

    def real(self, advance: Advance | None = None) -> Scenario:
        """The scenario of the rules in force, replayed once; its states are stored, for the others to build upon."""
        if self._real is None:
            self._real = self._replayed(self._world(self.scheme.rules()), None, advance)
        return self._real

    def ask(self, rules: Rules, advance: Advance | None = None) -> WhatIf:
        """What if these were the rules? What both scenarios share is not replayed again."""
        truth = self.truth  # a bad file is refused before the replay
        before = after = self.real(advance)
        if before.rules.fingerprint != rules.fingerprint:
            after = self._replayed(self._world(rules), before, advance)
        return WhatIf(self, before, after, truth)

    def _world(self, rules: Rules) -> World:
        origin = self.snapshot.model.origin
        return World(self._ledger.schemes, rules, self.snapshot, origin, self.inputs)

    def _replayed(self, world: World, real: Scenario | None, advance: Advance | None) -> Scenario:
        last = world.stop(self.on)
        whole = (
            last.number - self.scheme.any_day
        )  # the last list that is not cut off by the day asked for
        going = walk(
            world, self.states, world.stops_until(last), newest=self._shared(world, real, whole)
        )
        follower = Follower(world, self.played)
        if going.found is not None and real is not None:
            follower.resume(real.trail, going.found, going.state)
        state = going.state
        lists = lists_to_make(world, going.found, last)
        for done, (stop, state) in enumerate(going.steps, 1):
            if stop.number <= whole:
                follower.after(stop.number, state, last=stop.number == whole)
                if real is None and is_kept(stop.number, whole):
                    self.states.save(world.keys.of(stop.number), state)
            if advance is not None:
                advance(done, lists)
        self.states.settle()
        return Scenario(Replayed(world, last, state, going.found), follower.trail())

    def _shared(self, world: World, real: Scenario | None, whole: int) -> int:
        """The last list that is the same under both rules; none for the real scenario, which has no trail yet."""
        if real is None:
            return world.keys.first - 1
        shared = min(whole, real.replayed.stop.number - self.scheme.any_day)
        different = first_difference(real.world, world, shared)
        if different is None:
            return shared
        return different - 1
