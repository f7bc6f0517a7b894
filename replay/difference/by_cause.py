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
from replay.answers import columns, kinds
from replay.answers.table import Column, Row, Table
from replay.difference.dense import DenseList
from replay.difference.difference import LISTING, Difference
from replay.office.office import Office
from replay.which import WhichList
from replay.world.world import World, replay, walk
from schemes import Rules
from schemes.kernels import inputs
from schemes.kernels.causes import NAMES, Causes
from schemes.kernels.scheme import Watch
from wording import say

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


def _booked(office: Office, world: World, since: date, until: date) -> inputs.Column:
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


STATUS = Column("status", kinds.STATUS_CHANGE)
RATINGS = (columns.PLAYER, columns.BEFORE, columns.AFTER, columns.CHANGE)
COLUMNS = (
    *RATINGS,
    Column("cause", kinds.TEXT, kept=True, joins=(columns.CAUSES, STATUS)),
)
BY_CAUSE = {
    code: Column(word.replace(" ", "_"), kinds.PART, word)
    for code, word in kinds.CAUSES.items()
    if code in STEPS
}
COLUMNS_BY_CAUSE = (
    *RATINGS,
    *BY_CAUSE.values(),
    Column("status", kinds.WORD, joins=(STATUS,)),
)
COUNTED = {
    **kinds.CAUSES,
    "all": say("all"),
    "now-listed": say("now on the list"),
    "no-longer-listed": say("no longer on the list"),
}
SUMMARY = (
    Column("cause", kinds.codes(COUNTED, spare=0)),
    Column("players", kinds.COUNT),
    Column("up", kinds.COUNT),
    Column("down", kinds.COUNT),
    Column("sum", kinds.PART),
)


def difference_table(
    difference: Difference, *, by_cause: bool = False, every: bool = False
) -> Table:
    """The rows that differ, by player id; with `every`, all that are on a list."""
    players = difference.differs
    if every:
        players = difference.either
    rows = [difference.row(player) for player in difference.by_id(players)]
    if by_cause:
        return Table(COLUMNS_BY_CAUSE, [_by_cause(row) for row in rows], say("Player by player"))
    return Table(COLUMNS, rows, say("Player by player"))


def _by_cause(row: Row) -> Row:
    """A row with a value for each cause."""
    parts = {column.name: row["causes"].get(code, 0) for code, column in BY_CAUSE.items()}
    return {**row, **parts}


def summary(difference: Difference) -> Table:
    """For each cause: how many players, up and down, and the sum; then how many are on one list only."""
    rows: list[Row] = []
    for code, total in difference.totals().items():
        rows.append(
            {
                "cause": code,
                "players": total.players,
                "up": total.up,
                "down": total.down,
                "sum": total.sum,
            }
        )
    for code, only in (("now-listed", difference.new), ("no-longer-listed", difference.gone)):
        if only.any():
            rows.append({"cause": code, "players": int(np.count_nonzero(only))})
    return Table(SUMMARY, rows, say("By cause"))
