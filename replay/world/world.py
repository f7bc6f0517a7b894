"""A world is what is known, seen under some rules: everything that the lists of a scheme are made from.

`walk` is the one replay loop of the program: it finds the newest stored state that is still valid and goes on from
there. Lists, explanations, appeals, what-ifs, comparisons and `verify` all use it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any

import numpy as np

from projections import Snapshot
from projections.scheme_inputs import facts, feed, looked_at, rated_games
from replay.world.keys import Keys
from replay.world.limits import checked_day, watched
from replay.world.states import States, is_kept
from schemes import Schemes
from schemes.kernels.errors import rules_error
from schemes.kernels.inputs import Column, Facts, Inputs
from schemes.kernels.rules import Rules
from schemes.kernels.scheme import (
    UNWATCHED,
    Assignment,
    Given,
    Listed,
    Refusal,
    Scheme,
    State,
    Stop,
    TooOld,
    Verdicts,
    Watch,
)
from wording import say

NOT_APPROVED = (
    -2
)  # reason code beside a scheme's own: the tournament is not approved for it, or void

Advance = Callable[
    [int, int], None
]  # is told how many lists are done, and how many there are in all


class World:
    """A scheme under some rules, over the facts of one snapshot."""

    def __init__(
        self,
        schemes: Schemes,
        rules: Rules,
        snapshot: Snapshot,
        origin: str = "",
        inputs: Inputs | None = None,
    ) -> None:
        """`inputs`, if given, has the games of all tournaments the scheme looks at: they are not read again."""
        self.schemes = schemes
        self.scheme: Scheme = schemes[rules.scheme]
        self.rules = rules
        self.snapshot = snapshot
        self.origin = origin
        self._inputs = inputs

    @cached_property
    def facts(self) -> Facts:
        """Titles, federations, carried-in ratings and the like; ratings on the lists of another scheme, if it asks."""
        own_facts = facts(self.snapshot, self.scheme.name)
        other = self.scheme.reads_list_of
        if not other or not self.snapshot.tournaments.approved_for(self.scheme.name).any():
            return own_facts
        read: dict[str, Any] = self.snapshot.remembered(
            f"lists of {other}", lambda: self._lists_of(other)
        )
        return replace(own_facts, **read)

    def _lists_of(self, name: str) -> dict[str, Column]:
        """Every rating on every list of another scheme, under its rules in force, as facts."""
        other = self.schemes[name]
        if other.any_day:
            raise rules_error(
                say(
                    "{name} cannot read the lists of {other}: they have no fixed days",
                    name=self.scheme.name,
                    other=name,
                )
            )
        return rating_facts(World(self.schemes, other.rules(), self.snapshot, self.origin))

    @cached_property
    def assignment(self) -> Assignment:
        """On which lists tournaments count; those that the scheme does not look at on none.

        A tournament that it looks at without being approved for it has a list and the reason NOT_APPROVED.
        """
        assignment = self.scheme.assign(self.snapshot.tournaments.table, self.rules)
        first = assignment.first.copy()
        last = assignment.last.copy()
        reason = assignment.reason.copy()
        out = ~looked_at(self.snapshot, self.scheme)
        first[out], last[out] = -1, -1
        reason[~self.snapshot.tournaments.approved_for(self.scheme.name)] = NOT_APPROVED
        return Assignment(first, last, assignment.reach, assignment.version, reason)

    @cached_property
    def keys(self) -> Keys:
        """Under which stored states are found."""
        return Keys(
            self.scheme,
            self.rules,
            self.snapshot,
            self.assignment,
            self.origin,
            self._elsewhere_by_list,
        )

    @cached_property
    def _elsewhere_by_list(self) -> dict[int, bytes]:
        """The ratings from the lists of another scheme that count from each list on."""
        player, rating, day = (
            getattr(self.facts, f"elsewhere_{name}") for name in ("player", "rating_x100", "day")
        )
        numbers = self.scheme.calendar(self.rules).numbers(day.astype(np.int64) - 1) + 1
        lists, begins = np.unique(numbers, return_index=True)
        rows = np.split(np.stack((player, rating), axis=1), begins[1:])
        return {number: part.tobytes() for number, part in zip(lists.tolist(), rows, strict=False)}

    @cached_property
    def bare(self) -> Given:
        """Everything but games: enough to show the rows of a list."""
        people = self.snapshot.people.table
        tournaments = self.snapshot.tournaments.table
        inputs = Inputs(players=people, tournaments=tournaments, facts=self.facts)
        return Given(inputs, self.rules, self.assignment)

    def given(self, first: int, last: int) -> Given:
        """What the lists first … last are made from."""
        if self._inputs is not None:
            return Given(self._inputs, self.rules, self.assignment)
        a = self.assignment
        return self.given_games((a.first >= 0) & (a.last >= first) & (a.first <= last))

    def given_games(self, wanted: Column) -> Given:
        """The same with the games of some tournaments, given as a mask."""
        inputs = feed(self.snapshot, self.scheme, np.flatnonzero(wanted), self.facts)
        return Given(inputs, self.rules, self.assignment)

    def stop(self, day: date) -> Stop:
        """The list in force on a day."""
        number, listed = self.scheme.list_in_force(
            self.rules, checked_day(day, lambda: self.snapshot)
        )
        return Stop(number, listed.toordinal())

    def stops_until(self, last: Stop) -> list[Stop]:
        """All lists up to a last one; of a scheme with lists on any day, the ends of the months before it, and it."""
        if self.scheme.any_day:
            before = last.number - 1
        else:
            before = last.number
        stops = self.scheme.stops(self.rules, self.keys.first, before)
        if self.scheme.any_day and last.number >= self.keys.first:
            return [*stops, last]
        return stops

    def listed(self, state: State, stop: Stop) -> Listed:
        """The rows of the list that a state stands for."""
        return self.scheme.listed(self.bare, state, stop)


@dataclass(frozen=True)
class Replayed:
    """A replay that stopped at a list."""

    world: World
    stop: Stop
    state: State
    resumed_after: int | None = (
        None  # the list whose stored state was taken up; None: from the beginning
    )

    @property
    def list_date(self) -> date:
        return date.fromordinal(self.stop.day)

    @cached_property
    def listed(self) -> Listed:
        return self.world.listed(self.state, self.stop)


@dataclass(frozen=True)
class Walk:
    """A world on its way: `steps` yields each list still to come, with the state after it."""

    found: int | None  # the list whose stored state was taken up; None: from the beginning
    state: State  # after that list
    given: Given
    watch: Watch
    steps: Iterator[tuple[Stop, State]]


def walk(
    world: World,
    states: States,
    stops: Sequence[Stop],
    *,
    newest: int | None = None,
    watch: Callable[[Given], Watch] | None = None,
) -> Walk:
    """Set out from the newest stored state (at most that of list `newest`) to the stops after it.

    `watch` makes what the replay writes down, once it is known which games it will see.
    """
    scheme = world.scheme
    first = world.keys.first
    if not stops:
        limit = first - 1
    elif is_whole(world, stops[-1]):
        limit = stops[-1].number
    else:
        limit = stops[-1].number - 1
    limit = limit if newest is None else min(limit, newest)
    while True:
        resumed, state = _newest(world, states, limit)
        day, begin = (
            (0, first)
            if resumed is None
            else (scheme.stops(world.rules, resumed, resumed)[0].day, resumed + 1)
        )
        left = [stop for stop in stops if stop.day > day]
        given = world.given(begin, left[-1].number if left else begin - 1)
        writing = UNWATCHED if watch is None else watch(given)
        try:
            # a scheme with lists of its own days makes every list on the way, also those before the first stop
            if scheme.any_day or not left:
                way = left
            else:
                way = scheme.stops(world.rules, begin, left[-1].number)
            steps = zip(way, scheme.replay(given, state, way, writing), strict=True)
            return Walk(resumed, state, given, writing, watched(steps))
        except TooOld:
            assert resumed is not None, "a replay from the beginning remembers everything"
            limit = resumed - 1


def is_whole(world: World, stop: Stop) -> bool:
    """Whether a stop is a list of the calendar (with lists on any day: the end of a month), whose state is stored."""
    return not world.scheme.any_day or [stop] == world.scheme.stops(
        world.rules, stop.number, stop.number
    )


def _newest(world: World, states: States, limit: int) -> tuple[int | None, State]:
    """The newest stored state up to a list, with a row for each player known; without one, the beginning."""
    players = len(world.bare.inputs.players)
    for number in range(limit, world.keys.first - 1, -1):
        key = world.keys.of(number)
        if states.has(key) and (state := states.load(key)) is not None:
            return number, world.scheme.resized(state, players)
    return None, world.scheme.start(players)


def rating_facts(world: World) -> dict[str, Column]:
    """The ratings on all lists of a scheme, each from the list on which it is another than before."""
    unit = 10**world.scheme.decimals
    last = last_list(world)
    rating = np.zeros(len(world.bare.inputs.players), np.int64)
    columns: list[tuple[Column, Column, Column]] = []
    for stop, state in walk(
        world, States(None), world.scheme.stops(world.rules, world.keys.first, last)
    ).steps:
        new = world.scheme.ratings(state).astype(np.int64)
        player = np.flatnonzero(new != rating).astype(np.int32)
        columns.append(
            (
                player,
                np.full(len(player), stop.day, np.int32),
                (new[player] * 100 // unit).astype(np.int32),
            )
        )
        rating = new
    names = ("elsewhere_player", "elsewhere_day", "elsewhere_rating_x100")
    nothing = (np.zeros(0, np.int32),) * 3
    return dict(zip(names, map(np.concatenate, zip(*columns, nothing, strict=True)), strict=True))


def last_list(world: World) -> int:
    """The last list on which something happens."""
    carried = (
        world.scheme.calendar(world.rules).numbers(world.facts.carried_day.astype(np.int64) - 1) + 1
    )
    return int(max(world.assignment.last.max(initial=0), carried.max(initial=0)))


def replay(
    world: World,
    states: States,
    on: date,
    advance: Advance | None = None,
    warn: Callable[[str], None] | None = None,
) -> Replayed:
    """Replay to the list in force on a day; the states of some lists are stored on the way."""
    last = world.stop(on)
    return replay_stops(world, states, last, world.stops_until(last), advance, warn)


def replay_before(world: World, states: States, number: int) -> State:
    """The state that the list of a number builds on: after the list before it."""
    stops = world.scheme.stops(world.rules, world.keys.first, number - 1)
    whole = stops[-1] if stops else Stop(number - 1, 0)
    return replay_stops(world, states, whole, stops).state


def _warn_of_waiting(scheme: Scheme, inputs: Inputs, warn: Callable[[str], None]) -> None:
    """Say what makes somebody wait: rules are compiled, or cannot be."""
    if scheme.compiles(inputs):
        warn(say("compiling the rules of {name} once", name=scheme.name))
    elif scheme.misses_compiler(inputs):
        warn(
            say(
                "the rules of {name} run in plain Python, slow for so many games "
                "→ pip install 'rating-ledger[fast]'",
                name=scheme.name,
            )
        )


def replay_stops(
    world: World,
    states: States,
    last: Stop,
    stops: Sequence[Stop],
    advance: Advance | None = None,
    warn: Callable[[str], None] | None = None,
) -> Replayed:
    """Replay to the last of some stops. States are stored, but not those of a world that is only supposed."""
    going = walk(world, states, stops)
    if warn is not None:
        _warn_of_waiting(world.scheme, going.given.inputs, warn)
    state = going.state
    certain = not world.snapshot.model.supposed
    lists = lists_to_make(world, going.found, last)
    for done, (stop, state) in enumerate(going.steps, 1):
        if advance is not None:
            advance(done, lists)
        if certain and is_whole(world, stop) and is_kept(stop.number, last.number):
            states.save(world.keys.of(stop.number), state)
    return Replayed(world, last, state, going.found)


def replays(world: World, states: States, stops: Sequence[Stop]) -> Iterator[Replayed]:
    """Replay to several lists in one walk, given in the order of their days. Each is used before the next is asked for.

    States are stored as on the way to the last of them.
    """
    if not stops:
        return
    last = stops[-1]
    wanted = set(stops)
    way = sorted({*world.stops_until(last), *stops}, key=lambda stop: stop.day)
    going = walk(world, states, way, newest=stops[0].number - 1)
    for stop, state in going.steps:
        if (
            is_whole(world, stop)
            and is_kept(stop.number, last.number)
            and not world.snapshot.model.supposed
        ):
            states.save(world.keys.of(stop.number), state)
        if stop in wanted:
            wanted.remove(stop)
            yield Replayed(world, stop, state, going.found)
    for stop in sorted(
        wanted, key=lambda stop: stop.day
    ):  # before anything happened: nobody is on them
        yield replay(world, states, date.fromordinal(stop.day))


def lists_to_make(world: World, found: int | None, last: Stop) -> int:
    """How many lists lie between a stored state, or the beginning, and a last list."""
    return last.number - (world.keys.first - 1 if found is None else found)


def first_difference(before: World, after: World, last: int) -> int | None:
    """The first list, up to a last one, that is made from other inputs or under other rules."""
    firsts = before.keys.first, after.keys.first
    if firsts[0] != firsts[1]:
        if min(firsts) <= last:
            return min(firsts)
        return None
    numbers = range(firsts[0], last + 1)
    return next(
        (number for number in numbers if before.keys.of(number) != after.keys.of(number)), None
    )


def refused_by_days(world: World, numbers: Sequence[int]) -> dict[int, Refusal]:
    """Which of some tournaments are not rated because of the days of their games."""
    if not world.scheme.needs_days or not len(numbers):
        return {}
    inputs = Inputs(
        players=world.snapshot.people.table,
        tournaments=world.snapshot.tournaments.table,
        games=rated_games(world.snapshot, world.scheme.name, np.array(numbers, np.int64)),
    )
    return world.scheme.refused_by_days(inputs, world.rules, numbers)


def all_verdicts(replayed: Replayed) -> tuple[Inputs, Verdicts]:
    """Replay once more from the beginning and say of every game and side whether it was rated, and why not.

    Also of games of tournaments that are on no list, as far as the scheme has something to say about them.
    """
    world = replayed.world

    def work() -> tuple[Inputs, Verdicts]:
        given = world.given_games(world.assignment.first <= replayed.stop.number)
        verdicts = Verdicts.empty(given.inputs)
        begin = world.scheme.start(len(given.inputs.players))
        for _ in watched(
            world.scheme.replay(given, begin, world.stops_until(replayed.stop), Watch(verdicts))
        ):
            pass
        return given.inputs, verdicts

    about = world.rules.fingerprint, replayed.stop
    return world.snapshot.remembered(f"verdicts of {world.scheme.name}", work, about)
