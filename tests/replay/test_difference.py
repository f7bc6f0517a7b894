"""Two lists side by side: who is new, who is gone, and what counts in a sum."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest

from ledger.persons.seal import ERASED, SEALED
from replay.difference.dense import DenseList
from replay.difference.difference import Difference, Total
from replay.difference.rows import row_difference

IDS = ("ann", "bob", "cat", "dan", "eve")


def difference() -> Difference:
    """Ann gains 10, Bob loses 25, Cat stays; Dan is gone, Eve is new."""
    before = {"ann": 2000, "bob": 1900, "cat": 1800, "dan": 1700}
    after = {"ann": 2010, "bob": 1875, "cat": 1800, "eve": 1600}
    lists = [
        DenseList.of_ratings({player: Decimal(rating) for player, rating in ratings.items()}, IDS)
        for ratings in (before, after)
    ]
    games = np.array([1000, -2500, 0, 0, 0])
    others = np.array([0, 0, 0, -170_000, 160_000])
    return Difference(IDS, *lists, {"games": games, "carried": others})


def test_the_largest_changes_come_first_and_who_is_on_one_list_only_comes_last() -> None:
    order = difference().largest_first(difference().either)
    assert [IDS[player] for player in order] == ["bob", "ann", "cat", "dan", "eve"]


def test_a_rating_that_begins_or_ends_goes_into_no_sum() -> None:
    assert difference().totals() == {
        "games": Total(players=2, up=1, down=1, sum=-15),
        "all": Total(players=2, up=1, down=1, sum=-15),
    }


def test_the_other_way_round_everything_has_the_other_sign() -> None:
    turned = -difference()
    assert [IDS[player] for player in np.flatnonzero(turned.new)] == ["dan"]
    assert [IDS[player] for player in np.flatnonzero(turned.gone)] == ["eve"]
    assert turned.totals()["games"] == Total(players=2, up=1, down=1, sum=15)
    assert turned.amounts(IDS.index("ann")) == {"games": -10}


@pytest.mark.parametrize("column", ["games", "k"])
def test_rows_differ_by_what_stands_beside_the_rating(column: str) -> None:
    """Cat has the same rating on both lists, and another K or more games on the second."""
    before = difference().before
    other = np.array([0, 0, 20, 0, 0], np.int32)
    same = Difference(IDS, before, before)
    assert not same.rows_differ.any()
    beside = Difference(IDS, before, replace(before, **{column: other}))
    assert [IDS[player] for player in np.flatnonzero(beside.rows_differ)] == ["cat"]
    assert not beside.moved.any()


def test_lists_of_other_precision_are_compared_at_the_finer_one() -> None:
    """2000.1 beside 2000 is a tenth less; as whole numbers they would be equal, or eighteen thousand apart."""
    fine, whole = (
        DenseList.of_ratings({"ann": Decimal(rating)}, ["ann"]) for rating in ("2000.1", "2000")
    )
    for first, second, change in ((fine, whole, "-0.1"), (whole, fine, "0.1")):
        row = Difference(["ann"], first, second).row(0)
        assert row["change"] == Decimal(change)


@pytest.mark.parametrize(
    ("name", "differs"), [("Anna", []), ("Ana", ["ann"]), (SEALED, []), (ERASED, [])]
)
def test_a_name_that_nobody_can_read_is_no_difference(name: str, differs: list[str]) -> None:
    before, after = (
        pa.table({"player": ["ann", "bob"], "name": [ann, "Bob"], "rating": [2000, 1900]})
        for ann in ("Anna", name)
    )
    assert row_difference(before, after).ids == differs
