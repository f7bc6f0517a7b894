"""The difference of two lists of one scheme, split by cause: from one list to the other in steps of one thing each.

The steps, in this order: what came in between the two positions (late reports), what was corrected between them,
the other rules, the games of other schemes (`--rate-as`), and then list by list from the one date to the other, with
what the scheme itself books. Every step is a replay, so the causes of a player add up to the difference of the two
lists, exactly.
"""

from collections.abc import Iterator

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
        return _Way(office, before, after).difference()
    return -_Way(office, after, before).difference()


class _Way:
    """Goes from one side to the other, which is of the same day or later."""

    def __init__(self, office: Office, before: WhichList, after: WhichList) -> None:
        self._office = office
        self._before = before
        self._after = after
        self._newest = office.snapshot(max(before.position, after.position))
        self._players = len(self._newest.people)

    def difference(self) -> Difference:
        """All causes, each the difference that one step makes."""
        causes = {cause: np.zeros(self._players, np.int64) for cause in STEPS}
        first = self._list(self._before.rules, self._known(self._before), self._before)
        last = first
        for cause, rules, snapshot in self._steps():
            reached = self._list(rules, snapshot, self._before)
            causes[cause] += reached.hundredths - last.hundredths
            last = reached
        if self._before.day != self._after.day:
            last = self._through_time(last, causes)
        return Difference(self._newest.people.id_list, first, last, causes)

    def _steps(self) -> Iterator[tuple[str, Rules, Snapshot]]:
        """The worlds on the first side's day, each unlike the one before in one thing."""
        before = self._before
        after = self._after
        known = self._office.snapshot(after.position, rate_as=before.rate_as)
        if before.position != after.position:
            older, newer = sorted((before.position, after.position))
            forward = before.position < after.position
            halfway = Snapshot(
                self._office.model, newer, corrected_until=older, rate_as=before.rate_as
            )
            yield LATE if forward else CORRECTED, before.rules, halfway
            yield CORRECTED if forward else LATE, before.rules, known
        if before.rules.fingerprint != after.rules.fingerprint:
            yield RULES, after.rules, known
        if before.rate_as != after.rate_as:
            yield OTHERS, after.rules, self._known(after)

    def _known(self, side: WhichList) -> Snapshot:
        return self._office.snapshot(side.position, rate_as=side.rate_as)

    def _list(self, rules: Rules, snapshot: Snapshot, side: WhichList) -> DenseList:
        reached = replay(self._office.world_of(rules, snapshot), self._office.states, side.day)
        return DenseList.of_replay(reached, self._players)

    def _through_time(self, begin: DenseList, causes: dict[str, Column]) -> DenseList:
        """List by list under the second side's rules and knowledge."""
        known = self._known(self._after)
        end = self._list(self._after.rules, known, self._after)
        booked = self._booked(self._office.world_of(self._after.rules, known))
        for at, name in enumerate(NAMES):
            causes[name][: len(booked)] += booked[:, at]
        causes[LISTING] += end.hidden - begin.hidden
        return end

    def _booked(self, world: World) -> Column:
        """What the lists after the one day, up to the other, changed by cause."""
        first, last = (world.stop(side.day) for side in (self._before, self._after))
        causes = Causes(len(world.snapshot.people))
        if first != last:
            going = walk(
                world,
                self._office.states,
                [first, last],
                newest=first.number - 1,
                watch=lambda _: Watch(causes=causes),
            )
            for stop, _ in going.steps:
                if stop == first:
                    causes.take()  # what led to the first of the two lists
        return causes.table
