"""The causes of a comparison add up to the difference: over random positions, dates, reforms and made-up offices.

The made-up federations report late, correct, void and merge of their own accord (see docs/simulate.md).
"""

import csv
import io
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from functools import cache
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger import open_log
from ledger.events import AnyEvent
from replay.answers import kinds
from replay.answers.data import csv_of
from replay.answers.table import Table
from replay.appeals import appealed
from replay.difference import Difference
from replay.difference.by_cause import STEPS, difference_by_cause, difference_table
from replay.lists.rating_list import make_list
from replay.office.office import Office
from replay.simulation import Federation, simulate
from replay.which import WhichList
from schemes import scheme
from schemes.kernels.rules import reform_from_words

REFORMS: dict[str, tuple[tuple[str, ...], ...]] = {
    "fide-standard": (
        (),
        ("k.normal=25", "k.new=60"),
        ("cap=200",),
        ("floor=1600", "published=1600"),
        ("first.games=3",),
    ),
    "cxa-rapid": (
        (),
        ("scale=500",),
        ("champion.loses=true", "champion.permille=3"),
        ("k.bottom=60",),
    ),
    "malaysia": ((), ("k.middle=30",), ("absence.percent=10",), ("bonus.points=[50,40,30,20]",)),
}
SCHEMES = sorted(REFORMS)
BEGIN = {
    "fide-standard": date(2024, 3, 1),
    "cxa-rapid": date(2022, 1, 1),
    "malaysia": date(2022, 1, 1),
}


@cache
def events(name: str, seed: int) -> list[AnyEvent]:
    out = io.BytesIO()
    simulate(
        Federation(players=60, games=500, years=2, seed=seed, scheme=name, start=BEGIN[name]), out
    )
    return [msgspec.json.decode(line, type=AnyEvent) for line in out.getvalue().splitlines()]


OPENED: dict[tuple[str, int], Office] = {}


def office(name: str, seed: int) -> Office:
    if (name, seed) not in OPENED:
        log = open_log(":memory:")
        log.append(events(name, seed))
        OPENED[name, seed] = Office(":memory:", log=log)
    return OPENED[name, seed]


@pytest.fixture(scope="module", autouse=True)
def closing() -> Iterator[None]:
    yield
    while OPENED:
        OPENED.popitem()[1].close()


@st.composite
def sides(draw: Any, name: str) -> tuple[Office, WhichList, WhichList]:
    """Two lists of one scheme, as known at any positions, on any days, one of them perhaps under other rules."""
    opened = office(name, draw(st.integers(1, 2)))
    since = BEGIN[name].toordinal()

    def side(words: tuple[str, ...]) -> WhichList:
        day = date.fromordinal(draw(st.integers(since, since + 800)))
        known = draw(st.integers(opened.log.head // 3, opened.log.head))
        return WhichList(name, day, known, scheme(name).rules(reform_from_words(words)))

    first, second = side(()), side(draw(st.sampled_from(REFORMS[name])))
    if draw(st.booleans()):
        second = msgspec.structs.replace(second, day=first.day)
    if draw(st.booleans()):
        second = msgspec.structs.replace(second, position=first.position)
    return (opened, first, second) if draw(st.booleans()) else (opened, second, first)


def listed(opened: Office, side: WhichList) -> dict[str, str]:
    replayed = opened.replay(opened.world(side), side.day)
    made = make_list(replayed, "")
    at = made.table.column_names.index("rating")
    return {row[1]: row[at] for row in made.rows}


@pytest.mark.parametrize("name", SCHEMES)
@settings(max_examples=15, deadline=None, derandomize=True)
@given(data=st.data())
def test_the_causes_of_everybody_add_up_to_the_difference_of_the_two_lists(
    name: str, data: Any
) -> None:
    """The lists are those that `list` makes; between them nothing is left over, in numbers and as written."""
    opened, before, after = data.draw(sides(name))
    found = difference_by_cause(opened, before, after)
    check_sums(found)
    for side, dense in ((before, found.before), (after, found.after)):
        shown = {
            found.ids[p]: scheme(name).shown(int(dense.rating[p]))
            for p in np.flatnonzero(dense.listed).tolist()
        }
        assert shown == listed(opened, side)
    check_written(difference_table(found))


def check_sums(found: Difference) -> None:
    """The causes of everybody add up to what the second list shows more than the first."""
    assert found.causes is not None
    total = sum(found.causes.values(), start=np.zeros(len(found.ids), np.int64))
    assert np.array_equal(total, found.after.hundredths - found.before.hundredths)


def check_written(found: Table) -> None:
    """Parsed as the documentation says: items joined by "; ", each a name and a number with its sign."""
    names = set(kinds.CAUSES.values())
    written = list(csv.reader("".join(csv_of(found)).splitlines()))
    for player, one, other, change, cause in written[1:]:
        items = [item.rsplit(" ", 1) for item in cause.split("; ") if item[-1:].isdigit()]
        assert all(item[0] in names for item in items), (player, cause)
        total = sum((Decimal(number) for _, number in items), start=Decimal(0))
        assert total == Decimal(other or 0) - Decimal(one or 0), (player, cause)
        assert not change or Decimal(change) == total


@pytest.mark.parametrize("name", SCHEMES)
@settings(max_examples=5, deadline=None, derandomize=True)
@given(data=st.data())
def test_turned_round_every_cause_has_the_other_sign(name: str, data: Any) -> None:
    opened, before, after = data.draw(sides(name))
    there = difference_by_cause(opened, before, after)
    back = difference_by_cause(opened, after, before)
    assert np.array_equal(there.change, -back.change)
    assert np.array_equal(there.new, back.gone) and np.array_equal(there.gone, back.new)
    if (before.day, before.position) != (after.day, after.position):
        assert there.causes is not None and back.causes is not None
        assert all(np.array_equal(there.causes[step], -back.causes[step]) for step in STEPS)


@pytest.mark.parametrize("name", SCHEMES)
@settings(max_examples=5, deadline=None, derandomize=True)
@given(data=st.data())
def test_an_appeal_foretells_what_the_log_will_say(name: str, data: Any) -> None:
    """The next events of a log as an appeal over its beginning: the rows are the difference of the lists then made."""
    seed = data.draw(st.integers(1, 2))
    told = events(name, seed)
    until = data.draw(st.integers(len(told) // 2, len(told) - 1))
    count = data.draw(st.integers(1, min(40, len(told) - until)))
    day = date.fromordinal(BEGIN[name].toordinal() + data.draw(st.integers(300, 800)))
    log = open_log(":memory:")
    log.append(told[:until])
    with (
        Office(":memory:", log=log) as opened,
        appealed(opened, log.rehearse(told[until : until + count])) as appeal,
    ):
        answer = appeal.compared(name, day).result()
    for row in answer.rows:
        assert row["through"] and "other" not in {reason.code for reason in row["through"]}
        if row["change"] is not None:
            assert sum(row["causes"].values()) == row["change"]
    last = {
        row["player"]: tuple(
            "" if each is None else str(each) for each in (row["before"], row["after"])
        )
        for row in answer.rows
        if row["list_date"] == answer.compared[-1]
    }
    rules = scheme(name).rules()
    before, after = (
        listed(office(name, seed), WhichList(name, day, known, rules))
        for known in (until, until + count)
    )
    moved = {
        p: (before.get(p, ""), after.get(p, ""))
        for p in before | after
        if before.get(p) != after.get(p)
    }
    assert {player: pair for player, pair in last.items() if pair[0] != pair[1]} == moved
