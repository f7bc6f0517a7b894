"""A world: one scheme under given rules over the facts of one snapshot, walked from list to list.

Nothing is stored on the way: a world that only an appeal imagines must leave no states behind.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property

import numpy as np
from msgspec import Struct

from projections import Snapshot, facts, feed
from replay.assignment import assigned
from replay.keys import Keys, keys_of
from replay.states import States
from schemes import Rules, Scheme
from schemes.inputs import Column, Facts, Inputs
from schemes.parts import Parts
from schemes.scheme import Assignment, Course, Keep, State, TooOld, Verdicts


class Stop(Struct, frozen=True):
    """A list on the way: its number and its day; `asked` if its rows are to be compared."""

    number: int
    day: int
    asked: bool = True


See = Callable[[Stop, State], None]


class World:
    """Everything that lists of a scheme are made from."""

    def __init__(self, scheme: Scheme, rules: Rules, snapshot: Snapshot, origin: str) -> None:
        self.scheme, self.rules, self.snapshot, self._origin = scheme, rules, snapshot, origin

    @cached_property
    def facts(self) -> Facts:
        return facts(self.snapshot, self.scheme.name)

    @cached_property
    def bare(self) -> Inputs:
        """What lists are made from but for games."""
        return Inputs(players=self.snapshot.players, tournaments=self.snapshot.tournaments, facts=self.facts)

    def inputs(self, first: int, last: int) -> Inputs:
        """What lists first … last are made from, with the games of all their tournaments."""
        a = self.assignment
        numbers = np.flatnonzero((a.first >= 0) & (a.last >= first) & (a.first <= last))
        return feed(self.snapshot, self.scheme, numbers, self.facts)

    @cached_property
    def assignment(self) -> Assignment:
        return assigned(self.scheme, self.rules, self.snapshot)

    @cached_property
    def keys(self) -> Keys:
        return keys_of(self.scheme, self.rules, self.snapshot, self._origin)

    def same_people(self, other: "World") -> bool:
        """Whether another world knows the same of all players."""
        return self.facts is other.facts and self.snapshot.players is other.snapshot.players

    def touched(self, other: "World") -> Column:
        """The tournaments of another world, which knows more, that are not known as they are here."""
        one, more = self.snapshot.revisions["position"], other.snapshot.revisions["position"]
        return np.flatnonzero(more != np.concatenate([one, np.zeros(len(more) - len(one), one.dtype)]))

    def stop(self, day: int, *, asked: bool = True) -> Stop:
        """The list in force on a day."""
        from datetime import date

        number, listed = self.scheme.list_in_force(self.rules, date.fromordinal(day))
        return Stop(number, listed.toordinal(), asked)

    def newest_before(self, states: States, stop: Stop) -> int | None:
        """The newest list before a stop whose state is stored."""
        return self.keys.newest(states, stop.number - 1)


class Walk:
    """A world on its way from a stored state (or from the beginning) to the lists that are asked for."""

    def __init__(
        self, world: World, state: State | None, first: int, last: int, at_once: bool, coming: "Future[Inputs]"
    ) -> None:
        """Take up the state before list `first` (None: the beginning) to go as far as list `last`; the inputs of all
        these lists are being read."""
        self.world, self.first, self.last, self._coming = world, first, last, coming
        self._next = first
        self.players = len(world.bare.players)
        self.state = world.scheme.start(self.players) if state is None else world.scheme.fitted(state, self.players)
        self.parts = Parts(self.players, at_once=at_once)
        self._course: Course | None = None
        self._verdicts: Verdicts | None = None
        self._arrived = False

    @property
    def inputs(self) -> Inputs:
        """What the lists are made from, once it is read."""
        return self._coming.result()

    @property
    def verdicts(self) -> Verdicts:
        """What became of each game, which the replay writes down."""
        if self._verdicts is None:
            self._verdicts = Verdicts.empty(self.inputs)
        return self._verdicts

    def through(self, stops: Sequence[Stop], see: See) -> None:
        """Go from stop to stop and show the state at each; lists between them are passed, their parts add up."""
        for group in _groups(stops) if self.world.scheme.any_day else [stops]:
            if group:
                self._go(group, see)

    def _go(self, stops: Sequence[Stop], see: See) -> None:
        any_day, last = self.world.scheme.any_day, stops[-1]
        by_number = {stop.number: stop for stop in stops}

        def keep(number: int, state: State) -> None:
            self._pass(by_number.get(number), state, see)

        self._run(last.number, until=last.day if any_day else None, keep=keep)
        self._next = last.number if any_day else last.number + 1  # on any day a month may go on

    def _pass(self, stop: Stop | None, state: State, see: See) -> None:
        if stop is not None:
            self._arrived = True
            see(stop, state)
        elif not self._arrived:
            self.parts.drop()  # what lists before the first stop did is nobody's question

    def _run(self, last: int, until: int | None, keep: Keep) -> None:
        world, first = self.world, self._next
        if first > last:
            return
        if until is not None:
            self.state = world.scheme.run(
                self.inputs, world.rules, world.assignment, self.state, first, last,
                until=until, keep=keep, verdicts=self.verdicts, parts=self.parts,
            )  # fmt: skip
            return
        if self._course is None:  # set up while games are still being read
            self._course = world.scheme.course(
                world.bare, world.rules, world.assignment, self.state, first, self.last, parts=self.parts
            )
        self._course.keep = keep
        self._course.run(self.inputs, first, last, self.verdicts)
        self.state = self._course.state


def _groups(stops: Sequence[Stop]) -> Iterator[list[Stop]]:
    """Stops that can be run in one go: ends of months, up to a day that was asked for."""
    group: list[Stop] = []
    for stop in stops:
        group.append(stop)
        if stop.asked:
            yield group
            group = []
    yield group


def walking(
    worlds: Sequence[World],
    states: States,
    found: int | None,
    between: tuple[int, int],
    go: Callable[[Sequence[Walk]], None],
    *,
    at_once: bool = True,
) -> None:
    """Walk worlds that agree up to list `found`; if a list looks back further than its state, begin at an older one.

    `at_once`: the parts of all lists are worked out on the way, else of each list when they are taken.
    """
    while True:
        try:
            keys = worlds[0].keys
            state = None if found is None else states.load(keys.of(found))
            first = min(keys.first, between[0]) if state is None or found is None else found + 1
            spared = worlds[0].scheme.spares_given
            own = [state, *(state if spared else _copy(state) for _ in worlds[1:])]
            for world in worlds:
                _ = world.bare, world.assignment  # looked up now: from here on only the reader asks for anything
            with ThreadPoolExecutor(1) as reader:  # one after the other: what both have is read once
                coming = [reader.submit(world.inputs, first, between[1]) for world in worlds]
                given = zip(worlds, own, coming, strict=True)
                walks = [Walk(world, state, first, between[1], at_once, inputs) for world, state, inputs in given]
                go(walks)
            return
        except TooOld:
            assert found is not None, "a walk from the beginning remembers everything"
            found = worlds[0].keys.newest(states, found - 1)


def _copy(state: State | None) -> State | None:
    return None if state is None else {name: column.copy() for name, column in state.items()}
