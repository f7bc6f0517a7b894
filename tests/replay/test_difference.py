"""Two lists side by side: who is new, who is gone, and what counts in a sum."""

from decimal import Decimal

import numpy as np

from replay.difference.dense import DenseList
from replay.difference.difference import Difference, Total

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
