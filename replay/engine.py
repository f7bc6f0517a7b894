"""The replay: from the facts known at a position to the state of a list, reusing every state that still holds."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date

import numpy as np

from projections import Snapshot, facts, feed
from replay.assignment import assigned
from replay.keys import Keys, keys_of
from replay.states import States, is_kept
from schemes.inputs import Inputs
from schemes.rules import Rules
from schemes.scheme import Assignment, Scheme, State, TooOld, Verdicts

STRETCH, STRETCHES = 2_000, 24  # games are read in stretches of about so many tournaments, at most in so many

Advance = Callable[[int], None]


@dataclass
class Replayed:
    """A replay that has arrived: the state of the list in force on a day, and what it was made from."""

    scheme: Scheme
    rules: Rules
    snapshot: Snapshot
    number: int
    day: int
    state: State
    inputs: Inputs
    assignment: Assignment
    resumed_after: int | None  # the list whose stored state was taken up, None if from the beginning

    @property
    def list_date(self) -> date:
        return date.fromordinal(self.day)


def replay(
    scheme: Scheme,
    rules: Rules,
    snapshot: Snapshot,
    on: date,
    states: States,
    *,
    origin: str = "",
    advance: Advance | None = None,
) -> Replayed:
    """Replay to the list in force on a day."""
    number, listed = scheme.list_in_force(rules, on)
    day = listed.toordinal()
    assignment = assigned(scheme, rules, snapshot)
    keys = keys_of(scheme, rules, snapshot, origin)
    last = number - 1 if scheme.any_day else number
    found = keys.newest(states, last)
    while True:
        try:
            return _run(scheme, rules, snapshot, assignment, keys, states, number, day, found, advance)
        except TooOld:
            assert found is not None, "a replay from the beginning remembers everything"
            found = keys.newest(states, found - 1)


def replay_before(
    scheme: Scheme, rules: Rules, snapshot: Snapshot, number: int, states: States, *, origin: str = ""
) -> State:
    """The state that the list of a number builds on: after the list before it."""
    assignment = assigned(scheme, rules, snapshot)
    keys = keys_of(scheme, rules, snapshot, origin)
    found = keys.newest(states, number - 1)
    while True:
        try:
            return _reach(scheme, rules, snapshot, assignment, keys, states, number - 1, found, None)[0]
        except TooOld:
            assert found is not None, "a replay from the beginning remembers everything"
            found = keys.newest(states, found - 1)


def _run(
    scheme: Scheme, rules: Rules, snapshot: Snapshot, assignment: Assignment, keys: Keys, states: States,
    number: int, day: int, found: int | None, advance: Advance | None,
) -> Replayed:  # fmt: skip
    whole = number - 1 if scheme.any_day else number
    state, inputs = _reach(scheme, rules, snapshot, assignment, keys, states, whole, found, advance, beyond=number)
    if scheme.any_day and number >= keys.first:
        state = scheme.run(inputs, rules, assignment, state, number, number, until=day)
    return Replayed(scheme, rules, snapshot, number, day, state, inputs, assignment, found)


def _reach(
    scheme: Scheme, rules: Rules, snapshot: Snapshot, assignment: Assignment, keys: Keys, states: States,
    last: int, found: int | None, advance: Advance | None, beyond: int | None = None,
) -> tuple[State, Inputs]:  # fmt: skip
    """The state after list `last`, from the stored one of list `found`; inputs hold games up to list `beyond`.

    Games are read stretch by stretch of lists, the next one while the last is replayed: memory stays bounded.
    """
    state = None if found is None else states.load(keys.of(found))
    begin = keys.first if state is None or found is None else found + 1
    end = last if beyond is None else beyond

    def keep(done: int, reached: State) -> None:
        if advance is not None:
            advance(done - begin + 1)
        if is_kept(done, last):
            states.save(keys.of(done), reached)

    stretches = _stretches(assignment, begin, end)

    def read(place: int) -> Inputs:
        first, until = stretches[place]
        here = (assignment.first >= 0) & (assignment.last >= first) & (assignment.first <= until)
        return feed(snapshot, scheme, np.flatnonzero(here), known)

    people, known = snapshot.players, facts(snapshot, scheme.name)
    with ThreadPoolExecutor(1) as reader:
        coming = reader.submit(read, 0)
        state = scheme.start(len(people)) if state is None else scheme.fitted(state, len(people))
        bare = Inputs(players=people, tournaments=snapshot.tournaments, facts=known)
        course = scheme.course(bare, rules, assignment, state, begin, last, keep)
        for place, (first, until) in enumerate(stretches):
            inputs = coming.result()
            if place + 1 < len(stretches):
                coming = reader.submit(read, place + 1)
            if first <= min(until, last):
                course.run(inputs, first, min(until, last))
    return course.state, inputs


def _stretches(assignment: Assignment, begin: int, end: int) -> list[tuple[int, int]]:
    """Lists begin … end cut into stretches with about as many tournaments each, as long as they lie apart in the log.

    Tournaments of a stretch are read as a range of numbers, so where numbers do not follow the calendar one stretch
    is better than several that all read nearly everything.
    """
    here = np.flatnonzero((assignment.first >= 0) & (assignment.last >= begin) & (assignment.first <= end))
    count = min(-(-2 * len(here) // STRETCH), 2 * STRETCHES)  # in halves: the first is half as long, it is waited for
    if count < 3:
        return [(begin, end)]
    lists = np.clip(assignment.first[here], begin, end)
    shares = np.arange(1, count, 2) / count
    edges = np.unique(np.quantile(lists, shares, method="nearest").astype(np.int64))
    firsts = [begin, *(int(edge) + 1 for edge in edges if edge < end)]
    stretches = [(first, until - 1) for first, until in zip(firsts, [*firsts[1:], end + 1], strict=True)]
    read = 0
    for first, until in stretches:
        numbers = here[(lists <= until) & (assignment.last[here] >= first)]
        read += int(numbers.max() - numbers.min()) if len(numbers) else 0
    return stretches if read < 1.5 * (here.max() - here.min()) else [(begin, end)]


def all_verdicts(replayed: Replayed) -> tuple[Inputs, Verdicts]:
    """Replay once more from the beginning and say of every game and side whether it was rated, and why not.

    Also of games of tournaments that are on no list, as far as the scheme has something to say about them.
    """
    scheme, assignment = replayed.scheme, replayed.assignment
    counted = np.flatnonzero(assignment.first <= replayed.number)
    inputs = feed(replayed.snapshot, scheme, counted)
    verdicts = Verdicts.empty(inputs)
    keys = keys_of(scheme, replayed.rules, replayed.snapshot, "")
    if keys.first <= replayed.number:
        state = scheme.start(len(inputs.players))
        until = replayed.day if scheme.any_day else None
        scheme.run(
            inputs, replayed.rules, assignment, state, keys.first, replayed.number, until=until, verdicts=verdicts
        )
    return inputs, verdicts
