"""Properties that every regulation must have, tried on the ledger of a made-up federation."""

import copy
import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from decimal import Decimal
from itertools import cycle
from random import Random

import msgspec
import numpy as np
from msgspec import Struct

from ledger import open_log
from ledger.events import AnyEvent, RatingCarriedIn
from replay.explain.explain import Explainer
from replay.lists.rating_list import make_list
from replay.office.office import Office
from replay.simulation import Federation, simulate
from replay.world.states import States
from replay.world.world import Replayed, World, replay, replay_stops, walk
from schemes import Reform, Rules, Scheme, Schemes
from schemes.guard import ASKED
from schemes.kernels.causes import Causes
from schemes.kernels.compiler import is_installed
from schemes.kernels.inputs import fixed
from schemes.kernels.parameters import parameters
from schemes.kernels.regulation import COMPILED, PLAIN, Regulation
from schemes.kernels.rules import Change
from schemes.kernels.scheme import State, Stop, Watch
from wording.errors import LedgerError

PLAYERS_EXPLAINED = 12
LISTS_EXPLAINED = 3
FAR = 10**30
_decoder = msgspec.json.Decoder(AnyEvent)


class Differs(Exception):
    """A property that does not hold: what was found instead."""


class Unasked(Exception):
    """A property that a regulation need not have: why."""


class Sample(Struct, frozen=True):
    """The events of a made-up federation, and the rules under which a regulation is tried on them."""

    schemes: Schemes
    rules: Rules
    events: tuple[AnyEvent, ...]

    @property
    def scheme(self) -> Scheme:
        return self.schemes[self.rules.scheme]


def sample(schemes: Schemes, federation: Federation) -> Sample:
    """A federation from a seed; every second one under readings chosen by lot."""
    out = io.BytesIO()
    lots = Random(federation.seed)
    simulate(federation, out, schemes=schemes)
    scheme = schemes[federation.scheme]
    readings = {}
    if federation.seed % 2:
        readings = {each.name: lots.choice(list(each.choices)) for each in scheme.readings}
    events = tuple(_decoder.decode(line) for line in out.getvalue().splitlines())
    return Sample(schemes, scheme.rules(readings=readings), events)


@contextmanager
def _world(
    sample: Sample, events: Sequence[AnyEvent] | None = None, known: int | None = None
) -> Iterator[World]:
    """What the first events say, as known at a position, under the rules of a sample."""
    with _office(sample.events if events is None else events) as office:
        yield _world_of(sample, office, known)


def _world_of(sample: Sample, office: Office, known: int | None = None) -> World:
    return World(sample.schemes, sample.rules, office.snapshot(known), office.log.origin)


@contextmanager
def _office(events: Sequence[AnyEvent]) -> Iterator[Office]:
    log = open_log(":memory:")
    log.append(list(events))
    with Office(":memory:", log=log) as office:
        yield office


def _last(sample: Sample) -> date:
    return max(event.date for event in sample.events)


def _lists(world: World, on: date) -> dict[Stop, bytes]:
    """All lists up to a day, made in one go from the beginning."""
    steps = walk(world, States(None), world.stops_until(world.stop(on))).steps
    return {stop: _list(world, stop, state) for stop, state in steps}


def _list(world: World, stop: Stop, state: State) -> bytes:
    return make_list(Replayed(world, stop, state), "", every=True).csv


def _compare(expected: dict[Stop, bytes], found: dict[Stop, bytes]) -> None:
    for stop, content in expected.items():
        if found[stop] != content:
            pairs = zip(
                content.decode().splitlines(), found[stop].decode().splitlines(), strict=False
            )
            one, other = next((pair for pair in pairs if pair[0] != pair[1]), ("", "other rows"))
            raise Differs(f"list of {date.fromordinal(stop.day)}: {one!r}, then {other!r}")


class _Kept(States):
    """All states, in memory, for reading only: a replay does not write on the state that it sets out from."""

    def __init__(self) -> None:
        super().__init__(None)
        self._states: dict[str, State] = {}

    def has(self, key: str) -> bool:
        return key in self._states

    def load(self, key: str) -> State | None:
        return dict(self._states[key])

    def save(self, key: str, state: State) -> None:
        self._states[key] = {
            name: fixed(np.array(column), column.dtype) for name, column in state.items()
        }


def in_stretches(sample: Sample) -> None:
    """A replay from any stored state gives the lists of a replay in one go."""
    with _world(sample) as world:
        whole = _lists(world, _last(sample))
        states = _Kept()
        found = {}
        for stop in whole:
            replayed = replay_stops(world, states, stop, world.stops_until(stop))
            found[stop] = _list(world, stop, replayed.state)
        _compare(whole, found)


def the_same_twice(sample: Sample) -> None:
    """The same log gives the same lists again."""
    with _world(sample) as world:
        first = _lists(world, _last(sample))
    with _world(sample) as world:
        _compare(first, _lists(world, _last(sample)))


def known_then(sample: Sample) -> None:
    """A list as known at a position does not use what was recorded later."""
    position = len(sample.events) * 2 // 3
    with _world(sample, sample.events[:position]) as world:
        fresh = _lists(world, _last(sample))
    with _office(sample.events) as office:
        newest, then = (_world_of(sample, office, known) for known in (None, position))
        _lists(newest, _last(sample))
        _compare(fresh, _lists(then, _last(sample)))


def compiled_as_plain(sample: Sample) -> None:
    """Compiled rules give the numbers that the same rules give in plain Python."""
    if not isinstance(sample.scheme, Regulation):
        raise Unasked("it is built on no kernel, so there is nothing that is compiled")
    if not is_installed():
        raise Unasked(
            "no compiler is installed, so nothing is compiled: pip install 'rating-ledger[fast]'"
        )
    with _world(sample) as world, np.errstate(all="raise"):
        plain = _running(world, sample.scheme, PLAIN)
        compiled = _running(world, sample.scheme, COMPILED)
        _compare(_lists(compiled, _last(sample)), _lists(plain, _last(sample)))


def _running(world: World, scheme: Regulation, way: str) -> World:
    """The same world with its regulation plain or compiled."""
    other = copy.copy(scheme)
    for name in (*ASKED, "_last"):  # what was bound to the first one, or worked out by it
        other.__dict__.pop(name, None)
    other.runs = way
    return World(world.schemes.with_scheme(other), world.rules, world.snapshot)


def at_both_ends(sample: Sample) -> None:
    """Ratings at both ends of what may be carried in give lists, compiled as plain."""
    ends = cycle((Decimal(9_999), Decimal(0), Decimal(1)))

    def moved(event: AnyEvent) -> AnyEvent:
        if not isinstance(event, RatingCarriedIn):
            return event
        return msgspec.structs.replace(event, rating=next(ends), peak=None)

    far = msgspec.structs.replace(sample, events=tuple(map(moved, sample.events)))
    try:
        compiled_as_plain(far)
    except Unasked:
        the_same_twice(far)


def explained_as_listed(sample: Sample) -> None:
    """The last line of an explanation is the rating on the list."""
    with _office(sample.events) as office:
        world = _world_of(sample, office)
        stops = world.stops_until(world.stop(_last(sample)))
        for stop in stops[:: -max(1, len(stops) // LISTS_EXPLAINED)][:LISTS_EXPLAINED]:
            day = date.fromordinal(stop.day)
            rows = make_list(replay(world, States(None), day), "", every=True).table.to_pylist()
            explainer = Explainer(office, world, day)
            for row in rows[:: max(1, len(rows) // PLAYERS_EXPLAINED)]:
                player = row["player"]
                listed = "unrated" if row["rating"] is None else str(row["rating"])
                told = explainer.player(player).value
                if told != listed:
                    raise Differs(
                        f"list of {day}: {player} is listed with {listed}, explained with {told}"
                    )


def causes_add_up(sample: Sample) -> None:
    """The causes booked for a player add up to the change of the rating."""
    with _world(sample) as world:
        scheme = world.scheme
        players = len(world.snapshot.people)
        causes = Causes(players)
        before = np.zeros(players, np.int64)
        stops = world.stops_until(world.stop(_last(sample)))
        for stop, state in walk(
            world, States(None), stops, watch=lambda given: Watch(causes=causes)
        ).steps:
            after = np.asarray(scheme.ratings(state), np.int64) * 100 // 10**scheme.decimals
            booked = causes.take().sum(axis=1)
            wrong = np.flatnonzero(booked != after - before)
            if len(wrong):
                player = world.snapshot.people.id_list[wrong[0]]
                change = int((after - before)[wrong[0]])
                told = f"{player} changed by {change / 100:+.2f}, booked are {booked[wrong[0]] / 100:+.2f}"
                raise Differs(f"list of {date.fromordinal(stop.day)}: {told}")
            before = after


def parameters_in_range(sample: Sample) -> None:
    """Every parameter refuses what it cannot be, with a message: a text, and numbers out of its range."""
    for version in sample.scheme.versions:
        for each in parameters(version.parameters):
            values = (
                ("nothing like it", FAR, -FAR)
                if isinstance(each.value, int)
                else ("nothing like it",)
            )
            for value in values:
                _refuses(sample.scheme, each.name, value)


def _refuses(scheme: Scheme, name: str, value: object) -> None:
    try:
        scheme.rules(Reform("", (Change({name: value}),)))
    except LedgerError as refused:
        if refused.__cause__ is None:
            return
        raise
    raise Differs(
        f"parameter {name} can be {'10^30' if value == FAR else '−10^30' if value == -FAR else value!r}"
    )


PROPERTIES: dict[str, Callable[[Sample], None]] = {
    "known": known_then,  # first: what a regulation remembers of a later log is not there yet
    "stretches": in_stretches,
    "twice": the_same_twice,
    "compiled": compiled_as_plain,
    "ends": at_both_ends,
    "explained": explained_as_listed,
    "causes": causes_add_up,
    "parameters": parameters_in_range,
}
