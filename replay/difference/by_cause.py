"""The difference of two lists of one scheme, split by cause: from one list to the other in steps of one thing each.

The steps, in this order: what came in between the two positions (late reports), what was corrected between them,
the other rules, the games of other schemes (`--rate-as`), and then list by list from the one date to the other, with
what the scheme itself books. Every step is a replay, so the causes of a player add up to the difference of the two
lists, exactly.
"""

from collections.abc import Iterator
from datetime import date

import numpy as np

from projections import Snapshot
from replay.difference.dense import DenseList
from replay.difference.difference import LISTING, Difference
from replay.office.office import Office
from replay.which import WhichList
from replay.world.world import World, replay, walk
from schemes import Rules
from schemes.kernels.causes import NAMES, Causes
from schemes.kernels.inputs import Column
from schemes.kernels.scheme import Watch

LATE = "late"
CORRECTED = "corrections"
RULES = "rules"
OTHERS = "others"
STEPS = (LATE, CORRECTED, RULES, OTHERS, *NAMES, LISTING)


def difference_by_cause(office: Office, before: WhichList, after: WhichList) -> Difference:
    """Two lists of one scheme, split by cause; the other way round every cause has the other sign."""
    if (after.day, after.position) >= (before.day, before.position):
        return _difference(office, before, after)
    return -_difference(office, after, before)


def _difference(office: Office, before: WhichList, after: WhichList) -> Difference:
    """From one side to the other, which is of the same day or later: each cause is the difference that a step makes."""
    newest = office.snapshot(max(before.position, after.position))
    players = len(newest.people)

    def reached(rules: Rules, snapshot: Snapshot, day: date) -> DenseList:
        return DenseList.of_replay(
            replay(office.world_of(rules, snapshot), office.states, day), players
        )

    causes = {cause: np.zeros(players, np.int64) for cause in STEPS}
    first = reached(before.rules, _known(office, before), before.day)
    last = first
    for cause, rules, snapshot in _steps(office, before, after):
        there = reached(rules, snapshot, before.day)
        causes[cause] += there.hundredths - last.hundredths
        last = there
    if before.day != after.day:  # list by list under the second side's rules and knowledge
        world = office.world_of(after.rules, _known(office, after))
        end = reached(after.rules, world.snapshot, after.day)
        booked = _booked(office, world, before.day, after.day)
        for at, name in enumerate(NAMES):
            causes[name][: len(booked)] += booked[:, at]
        causes[LISTING] += end.hidden - last.hidden
        last = end
    return Difference(newest.people.id_list, first, last, causes)


def _steps(
    office: Office, before: WhichList, after: WhichList
) -> Iterator[tuple[str, Rules, Snapshot]]:
    """The worlds on the first side's day, each unlike the one before in one thing."""
    newest = office.snapshot(after.position, rate_as=before.rate_as)
    if before.position != after.position:
        older, newer = sorted((before.position, after.position))
        forward = before.position < after.position
        halfway = Snapshot(office.model, newer, corrected_until=older, rate_as=before.rate_as)
        yield LATE if forward else CORRECTED, before.rules, halfway
        yield CORRECTED if forward else LATE, before.rules, newest
    if before.rules.fingerprint != after.rules.fingerprint:
        yield RULES, after.rules, newest
    if before.rate_as != after.rate_as:
        yield OTHERS, after.rules, _known(office, after)


def _known(office: Office, side: WhichList) -> Snapshot:
    return office.snapshot(side.position, rate_as=side.rate_as)


def _booked(office: Office, world: World, since: date, until: date) -> Column:
    """What the lists after the one day, up to the other, changed by cause."""
    first, last = (world.stop(day) for day in (since, until))
    causes = Causes(len(world.snapshot.people))
    if first != last:
        going = walk(
            world,
            office.states,
            [first, last],
            newest=first.number - 1,
            watch=lambda _: Watch(causes=causes),
        )
        for stop, _ in going.steps:
            if stop == first:
                causes.take()  # what led to the first of the two lists
    return causes.table
