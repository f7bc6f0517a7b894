"""The replay: from the facts known at a position to the state of a list, reusing every state that still holds.

The key of a state is the hash of the rules, the key before it and the inputs of its list: tournaments with the last
position that touched them, and dated facts of players. So a correction replays from its list on, a new month replays
one month, and a reform shares what it does not change.
"""

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from projections import Snapshot, facts, feed
from projections.snapshot import Column
from replay.states import States
from schemes.compiler import sources_digest
from schemes.inputs import Facts, Inputs
from schemes.rules import Rules, Version
from schemes.scheme import Assignment, Scheme, State, TooOld, Verdicts

RECENT = 13  # so many states before the newest are all kept, older ones only now and then
SELDOM = 6
STRETCH, STRETCHES = 2_000, 6  # from so many tournaments on, games are read in so many stretches
NOT_APPROVED = -2  # reason code beside a scheme's own: the tournament is not approved for it, or void

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
    given = facts(snapshot, scheme.name)
    assignment = assigned(scheme, rules, snapshot)
    keys = Keys(scheme, rules, snapshot, assignment, given, origin)
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
    keys = Keys(scheme, rules, snapshot, assignment, facts(snapshot, scheme.name), origin)
    found = keys.newest(states, number - 1)
    while True:
        try:
            return _reach(scheme, rules, snapshot, assignment, keys, states, number - 1, found, None)[0]
        except TooOld:
            assert found is not None, "a replay from the beginning remembers everything"
            found = keys.newest(states, found - 1)


def assigned(scheme: Scheme, rules: Rules, snapshot: Snapshot) -> Assignment:
    """On which lists tournaments count; those not approved for the scheme on none."""
    assignment = scheme.assign(snapshot.tournaments, rules)
    out = ~snapshot.approved_for(scheme.name)
    first, last, reason = assignment.first.copy(), assignment.last.copy(), assignment.reason.copy()
    first[out], last[out], reason[out] = -1, -1, NOT_APPROVED
    return Assignment(first, last, assignment.reach, assignment.version, reason)


def _run(
    scheme: Scheme, rules: Rules, snapshot: Snapshot, assignment: Assignment, keys: "Keys", states: States,
    number: int, day: int, found: int | None, advance: Advance | None,
) -> Replayed:  # fmt: skip
    whole = number - 1 if scheme.any_day else number
    state, inputs = _reach(scheme, rules, snapshot, assignment, keys, states, whole, found, advance, beyond=number)
    if scheme.any_day and number >= keys.first:
        state = scheme.run(inputs, rules, assignment, state, number, number, until=day)
    return Replayed(scheme, rules, snapshot, number, day, state, inputs, assignment, found)


def _reach(
    scheme: Scheme, rules: Rules, snapshot: Snapshot, assignment: Assignment, keys: "Keys", states: States,
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
        if done > last - RECENT or done % SELDOM == 0:
            states.save(keys.of(done), reached)

    def read(stretch: tuple[int, int]) -> Inputs:
        first, until = stretch
        here = (assignment.first >= 0) & (assignment.last >= first) & (assignment.first <= until)
        return feed(snapshot, scheme, np.flatnonzero(here), keys.facts)

    stretches = _stretches(assignment, begin, end)
    with ThreadPoolExecutor(1) as reader:
        coming = reader.submit(read, stretches[0])
        for place, (first, until) in enumerate(stretches):
            inputs = coming.result()
            if place + 1 < len(stretches):
                coming = reader.submit(read, stretches[place + 1])
            players = len(inputs.players)
            state = scheme.start(players) if state is None else scheme.grown(state, players)
            if first <= min(until, last):
                state = scheme.run(inputs, rules, assignment, state, first, min(until, last), keep=keep)
    assert state is not None
    return state, inputs


def _stretches(assignment: Assignment, begin: int, end: int) -> list[tuple[int, int]]:
    """Lists begin … end cut into stretches with about as many tournaments each, as long as they lie apart in the log.

    Tournaments of a stretch are read as a range of numbers, so where numbers do not follow the calendar one stretch
    is better than several that all read nearly everything.
    """
    here = np.flatnonzero((assignment.first >= 0) & (assignment.last >= begin) & (assignment.first <= end))
    if len(here) < STRETCH:
        return [(begin, end)]
    lists = np.clip(assignment.first[here], begin, end)
    edges = np.unique(np.quantile(lists, np.linspace(0, 1, STRETCHES + 1)[1:-1], method="nearest").astype(np.int64))
    firsts = [begin, *(int(edge) + 1 for edge in edges if edge < end)]
    stretches = [(first, until - 1) for first, until in zip(firsts, [*firsts[1:], end + 1], strict=True)]
    read = 0
    for first, until in stretches:
        numbers = here[(lists <= until) & (assignment.last[here] >= first)]
        read += int(numbers.max() - numbers.min()) if len(numbers) else 0
    return stretches if read < 1.5 * (here.max() - here.min()) else [(begin, end)]


class Keys:
    """The chain of keys of a scheme's lists under given rules and facts.

    Rules enter the chain when they begin to act: a reform has the same keys up to the first list on which it differs.
    """

    def __init__(
        self, scheme: Scheme, rules: Rules, snapshot: Snapshot, assignment: Assignment, given: Facts, origin: str
    ) -> None:
        self.facts = given
        self._inputs = _inputs_by_list(scheme, rules, snapshot, assignment, given)
        self.first = min(self._inputs, default=10**9)
        self._acting = _Acting(scheme, rules)
        readings = sorted(rules.readings.items())
        start = f"{code_digest()} {origin} {scheme.name} {scheme.throughout(rules)} {readings} {self._acting.base}"
        self._keys = {self.first - 1: hashlib.blake2b(start.encode(), digest_size=20).hexdigest()}

    def of(self, number: int) -> str:
        """The key of the state after a list."""
        known = max(n for n in self._keys if n <= number)
        for each in range(known + 1, number + 1):
            digest = hashlib.blake2b(self._keys[each - 1].encode(), digest_size=20)
            digest.update(each.to_bytes(8, "big"))
            digest.update(self._acting.from_list(each, everything=each == self.first))
            digest.update(self._inputs.get(each, b""))
            self._keys[each] = digest.hexdigest()
        return self._keys[number]

    def newest(self, states: States, last: int) -> int | None:
        """The newest list up to `last` whose state is stored."""
        for number in range(last, self.first - 1, -1):
            if states.has(self.of(number)):
                return number
        return None


class _Acting:
    """When the versions of rules begin to act, by list."""

    def __init__(self, scheme: Scheme, rules: Rules) -> None:
        self._calendar, self._any_day = scheme.calendar(rules), scheme.any_day
        self._versions = [(v.since.toordinal(), f"{v.since} {_mark(v)}".encode()) for v in rules.versions]
        self.base = (self._calendar, self._versions[0][1])  # the first version acts before its date, too

    def _end(self, number: int) -> int:
        """The last day that the state after a list knows of."""
        return self._calendar.date(number + self._any_day).toordinal() - self._any_day

    def from_list(self, number: int, *, everything: bool) -> bytes:
        """The versions that begin to act with a list; with `everything`, those before it too."""
        after = 0 if everything else self._end(number - 1)
        return b"|".join(mark for since, mark in self._versions if after < since <= self._end(number))


def _mark(version: Version) -> int:
    """What a version says, as a number; its name does not matter."""
    content = msgspec.json.encode(version.parameters, order="deterministic")
    return int.from_bytes(hashlib.blake2b(content, digest_size=7).digest(), "big")


def _inputs_by_list(
    scheme: Scheme, rules: Rules, snapshot: Snapshot, assignment: Assignment, given: Facts
) -> dict[int, bytes]:
    """What goes into each list, as bytes that differ whenever the inputs do."""
    parts: dict[int, list[bytes]] = {}
    counted = np.flatnonzero(assignment.first >= 0)
    revision = snapshot.revisions["position"].astype(np.int64)
    # what is only supposed has positions that the log may give to something else one day
    revision = np.where(revision > snapshot.model.recorded, revision + (snapshot.model.supposed << 8), revision)
    version = np.array([*map(_mark, rules.versions), -1], np.int64)[assignment.version]  # −1, none, is the last
    for number, tournaments in _by_list(assignment, counted):
        own = (tournaments, revision[tournaments], version[tournaments])
        parts.setdefault(number, []).append(b"".join(column.tobytes() for column in own))
    calendar = scheme.calendar(rules)
    for name, day, columns in _dated(scheme, given, snapshot.players.sex):
        if len(day) == 0:
            continue
        numbers = calendar.numbers(day) if scheme.any_day else calendar.numbers(day - 1) + 1
        table = np.column_stack([column.astype(np.int64) for column in columns])
        order = np.argsort(numbers, kind="stable")
        edges = np.flatnonzero(np.diff(numbers[order])) + 1
        for rows in np.split(order, edges):
            parts.setdefault(int(numbers[rows[0]]), []).append(name.encode() + table[rows].tobytes())
    return {number: b"|".join(found) for number, found in parts.items()}


def _by_list(assignment: Assignment, counted: Column) -> list[tuple[int, Column]]:
    """For each list the tournaments that can count on it; those over several lists stand on each."""
    first, last = assignment.first[counted], assignment.last[counted]
    copies = (last - first + 1).astype(np.int64)
    tournaments = np.repeat(counted, copies).astype(np.int64)
    steps = np.arange(len(tournaments)) - np.repeat(np.cumsum(copies) - copies, copies)
    numbers = np.repeat(first, copies) + steps
    order = np.lexsort((tournaments, numbers))
    numbers, tournaments = numbers[order], tournaments[order]
    edges = np.flatnonzero(np.diff(numbers)) + 1
    return [
        (int(group[0]), part)
        for group, part in zip(np.split(numbers, edges), np.split(tournaments, edges), strict=True)
        if len(group)
    ]


def _dated(scheme: Scheme, given: Facts, sex: Column) -> list[tuple[str, Column, list[Column]]]:
    """The dated facts that can change ratings: name, day from which they count, columns.

    A player's sex, which may be corrected, stands beside facts whose worth depends on it: floors, values of titles.
    """
    moved = given.federation_day > 0  # registrations are no event in time: a correction touches the tournaments
    new_year = np.array([date(int(year) + 1, 1, 1).toordinal() for year in given.excused_year], np.int64)
    every: list[tuple[str, Column, list[Any]]] = [
        (
            "carried",
            given.carried_day,
            [given.carried_player, given.carried_day, given.carried_rating_x100, given.carried_games,
             given.carried_peak_x100, sex[given.carried_player]],
        ),
        (
            "title",
            given.title_day,
            [given.title_player, given.title_day, _named(given), given.title_held, sex[given.title_player]],
        ),
        (
            "federation",
            given.federation_day[moved],
            [given.federation_player[moved], given.federation_day[moved], _federation_named(given)[moved]],
        ),
        ("excused", new_year, [given.excused_player, given.excused_year]),
    ]  # fmt: skip
    return [(name, day, columns) for name, day, columns in every if name in scheme.rating_facts]


def _named(given: Facts) -> Column:
    """Title codes as hashes of their names: the numbers shift as new titles come up, the names do not."""
    return _hashes(given.titles)[given.title_code] if len(given.titles) else given.title_code


def _federation_named(given: Facts) -> Column:
    return _hashes(given.federations)[given.federation_code] if len(given.federations) else given.federation_code


def _hashes(texts: Any) -> Column:
    digests = [hashlib.blake2b(text.encode(), digest_size=7).digest() for text in texts]
    return np.array([int.from_bytes(digest, "big") for digest in digests], np.int64)


def list_key(rules: Rules, listed: date, position: int, origin: str, *, every: bool) -> str:
    """The key of a finished list: it is a function of exactly these."""
    content = f"list {code_digest()} {rules.fingerprint} {origin} {listed} {position} {every}"
    return hashlib.blake2b(content.encode(), digest_size=20).hexdigest()


@cache
def code_digest() -> str:
    """A hash of everything between the log and a list: other code, other keys."""
    digest = hashlib.blake2b(sources_digest().encode(), digest_size=20)
    for folder in ("projections", "replay"):
        for path in sorted((Path(__file__).parent.parent / folder).glob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def all_verdicts(replayed: Replayed) -> tuple[Inputs, Verdicts]:
    """Replay once more from the beginning and say of every game and side whether it was rated, and why not."""
    scheme, assignment = replayed.scheme, replayed.assignment
    counted = np.flatnonzero((assignment.first >= 0) & (assignment.first <= replayed.number))
    inputs = feed(replayed.snapshot, scheme, counted)
    verdicts = Verdicts.empty(inputs)
    keys = Keys(scheme, replayed.rules, replayed.snapshot, assignment, inputs.facts, "")
    if keys.first <= replayed.number:
        state = scheme.start(len(inputs.players))
        until = replayed.day if scheme.any_day else None
        scheme.run(
            inputs, replayed.rules, assignment, state, keys.first, replayed.number, until=until, verdicts=verdicts
        )
    return inputs, verdicts
