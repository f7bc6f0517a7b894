"""The articles of fide-standard one by one: properties of the rules, both sides of their thresholds, the register."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemes.fide_standard import scheme
from schemes.fide_standard.admission import match_open, registered_in_time, time_enough
from schemes.fide_standard.change import (
    difference,
    expected,
    gain,
    k_of_player,
    k_within_limit,
    rounded_change,
)
from schemes.fide_standard.first_rating import difference_of, rating_by_results
from schemes.fide_standard.parameters import VERSIONS
from schemes.fide_standard.reasons import DEAD, LATE, LATE_STRONG, TOO_SHORT
from schemes.kernels.inputs import Tournaments
from schemes.rating.articles import Player
from schemes.rating.reasons import RATED

OLD, NEW = scheme.plain_versions_of(scheme.rules())
RATINGS = st.integers(1400, 3000)
BOTH = st.sampled_from([OLD, NEW])


@given(RATINGS, RATINGS)
def test_expectations_of_two_players_sum_up_to_one(own: int, opponent: int) -> None:
    """8.1.2: at any difference, capped for both or for none."""
    assert expected(OLD, own - opponent) + expected(OLD, opponent - own) == 100
    assert (
        expected(OLD, difference(OLD, own, opponent))
        + expected(OLD, difference(OLD, opponent, own))
        == 100
    )


@given(RATINGS, RATINGS, st.sampled_from([0, 50, 100]))
def test_what_one_wins_the_other_loses(own: int, opponent: int, score: int) -> None:
    """8.3.2: under equal K and the same limit swapping sides mirrors the change."""
    assert gain(OLD, own, opponent, score) == -gain(OLD, opponent, own, 100 - score)


@given(st.integers(0, 1500))
def test_a_larger_difference_is_never_expected_to_score_less(apart: int) -> None:
    """8.1.2 goes up."""
    assert 50 <= expected(OLD, apart) <= expected(OLD, apart + 1) <= 100


@given(BOTH, RATINGS, RATINGS)
def test_the_limit_of_400(p: Any, own: int, opponent: int) -> None:  # type: ignore[no-untyped-def]
    """8.3.1: never more than 400 either way, but for the own change of a player of 2650 or more from 2025-10-01 on."""
    counted = difference(p, own, opponent)
    if p is NEW and own >= 2650:
        assert counted == own - opponent
    else:
        assert counted == max(-400, min(400, own - opponent))


@pytest.mark.parametrize(
    ("apart", "share"), [(400, 92), (401, 92), (411, 92), (412, 93), (735, 99), (736, 100)]
)
def test_the_table_at_its_thresholds(apart: int, share: int) -> None:
    """8.1.2 itself knows no 400; beyond 735 a win is certain."""
    assert (expected(OLD, apart), expected(OLD, -apart)) == (share, 100 - share)


@given(st.integers(0, 100))
def test_the_table_of_differences_mirrors(share: int) -> None:
    """8.1.1: what .60 gains, .40 loses."""
    assert difference_of(OLD, share) == -difference_of(OLD, 100 - share)


@pytest.mark.parametrize(
    ("rating", "games", "peak", "born", "year", "k"),
    [
        (2000, 29, 2000, 0, 2024, 40), (2000, 30, 2000, 0, 2024, 20), (2399, 30, 2399, 0, 2024, 20),
        (2400, 30, 2400, 0, 2024, 10), (2399, 30, 2400, 0, 2024, 10), (2299, 30, 2299, 2006, 2024, 40),
        (2300, 30, 2300, 2006, 2024, 20), (2299, 30, 2350, 2006, 2024, 20), (2299, 30, 2299, 2006, 2025, 20),
        (2500, 29, 2500, 0, 2024, 40), (2200, 30, 2400, 2010, 2024, 10),
    ],
)  # fmt: skip
def test_k_of_player(rating: int, games: int, peak: int, born: int, year: int, k: int) -> None:
    """8.3.3 in the order: new, once at the top, junior, everybody else."""
    assert k_of_player(OLD, Player(rating, games, peak, born, 0, 0, 0), year) == k


@given(st.integers(0, 40), st.integers(1, 2000))
def test_k_times_games_is_at_most_700(k: int, games: int) -> None:
    """8.3.3: and K is the largest whole number with that."""
    cut = k_within_limit(OLD, k, games, 1)
    assert cut * games <= 700 and (cut == k or (cut + 1) * games > 700)


@pytest.mark.parametrize(
    ("k", "games", "cut"), [(700, 1, 700), (701, 1, 700), (20, 35, 20), (20, 36, 19), (40, 20, 35)]
)
def test_700_by_hand(k: int, games: int, cut: int) -> None:
    """700 is within, 701 is not."""
    assert k_within_limit(OLD, k, games, 1) == cut


@pytest.mark.parametrize(
    ("change", "whole"), [(250, 3), (-250, -3), (249, 2), (-249, -2), (50, 1), (-50, -1), (49, 0)]
)
def test_rounding_of_a_period(change: int, whole: int) -> None:
    """8.3.4: half away from zero."""
    assert rounded_change(OLD, change) == whole


@given(st.integers(5, 60), st.data())
def test_first_ratings(games: int, data: st.DataObject) -> None:
    """8.2: at most 2200, never worse with half a point more; rounding the average first changes nothing."""
    opponents = games * data.draw(RATINGS) + data.draw(st.integers(0, games - 1))
    score = 50 * data.draw(st.integers(0, 2 * games - 1))
    rating = rating_by_results(OLD, games, opponents, score)
    assert rating <= min(2200, rating_by_results(OLD, games, opponents, score + 50))
    averaged = scheme.plain_versions_of(scheme.rules(readings={"average": "rounded"}))[0]
    assert rating_by_results(averaged, games, opponents, score) == rating


@pytest.mark.parametrize(
    ("before", "strong", "approved", "verdict"),
    [(30, 1, 0, RATED), (29, 1, 0, LATE_STRONG), (29, 1, 1, RATED), (3, 0, 0, RATED), (2, 0, 0, LATE), (2, 1, 0, LATE),
     (-5, 0, 0, LATE), (-5, 0, 1, RATED)],
)  # fmt: skip
def test_registration(before: int, strong: int, approved: int, verdict: int) -> None:
    """0.2: 30 days for a strong tournament, 3 for others; an approval lifts both."""
    assert registered_in_time(OLD, before, strong > 0, approved > 0) == verdict


@pytest.mark.parametrize(
    ("base", "increment", "first", "second", "verdict"),
    [(7200, 0, 2400, 0, RATED), (7199, 0, 0, 2400, TOO_SHORT), (5400, 30, 2400, 2400, RATED), (5400, 0, 2399, 0, RATED),
     (5399, 0, 1800, 0, TOO_SHORT), (3600, 0, 1799, 1799, RATED), (3599, 0, 0, 1400, TOO_SHORT),
     (-1, -1, 2800, 0, RATED)],
)  # fmt: skip
def test_time(base: int, increment: int, first: int, second: int, verdict: int) -> None:
    """1.1: 120, 90 or 60 minutes for sixty moves, by the higher rating."""
    assert time_enough(OLD, base, increment, max(first, second)) == verdict


@pytest.mark.parametrize(
    ("points_x2", "rounds", "verdict"), [(4, 4, RATED), (5, 4, DEAD), (3, 3, RATED), (4, 3, DEAD)]
)
def test_won_matches(points_x2: int, rounds: int, verdict: int) -> None:
    """6.2: won with more than half of the points."""
    assert match_open(OLD, points_x2, rounds, 0) == verdict
    assert match_open(OLD, points_x2, rounds, 1) == RATED


def test_predictions_for_many_pairs() -> None:
    """What a list expects of a game: the table with the limit of the version; −1 where somebody is unrated."""
    own, opponent = np.array([2000, 2750, 2250, 0]), np.array([1900, 2250, 2750, 2000])
    assert scheme.expected(own, opponent, VERSIONS[0].parameters).tolist() == [64, 92, 8, -1]
    assert scheme.expected(own, opponent, VERSIONS[1].parameters).tolist() == [64, 96, 8, -1]


def test_nothing_at_all_is_no_error() -> None:
    """No tournaments, no players: nothing to assign, an empty list."""
    assert len(scheme.assign(Tournaments(), scheme.rules()).first) == 0


REMARKS = {  # right-hand column of the reading table, and settled points → the register's entries
    "0.1": {"version-by"}, "0.2": {"late-approval"}, "1.1": {"time-rating", "time-missing"}, "3.1": {"hours-missing"},
    "4.1": {"long-parts"}, "5.1": {"forfeits"}, "6.1": {"match-unrated"}, "6.2": {"match-won"},
    "7.1.3": {"report-by", "report-missing"}, "9.1": {"third-list"}, "7.1.2": {"k-shown"},
    "7.1.4": {"window", "low-pool"}, "7.2.2": {"inactivity", "declared"}, "8.1.2": {"beyond-table"},
    "8.2.1": {"zero-event"},
    "8.2.3": {"average"}, "8.3.1": {"ratings-from"}, "8.3.3": {"k-from", "k-games", "k-year"}, "8.3.4": {"rounding"},
    "10.1": {"no-federation", "suspended"}, "settled 1": {"before-first-version"},
    "settled 2": {"entrants", "registered-exactly"},
    "settled 3": {"long-length", "long-ratings", "long-outside"}, "settled 4": {"report-first", "report-by"},
    "settled 5": {"match-stages"}, "settled 6": {"first-list-games", "new-game"}, "settled 7": {"fallen-meanwhile"},
    "settled 8": {"late-rated"}, "settled 9": {"new-game", "first-event", "k-games"},
    "settled 10": {"k-peak", "k-unlisted"}, "settled 11": {"carried-inactive", "carried-below"},
    "settled 12": {"limit-games"}, "settled 13": {"birth-unknown"}, "settled 14": {"same-day"},
    "settled 15": {"junior-limit"}, "settled 16": {"carried-games", "rating-ended", "declared", "resumed"},
    "settled 17": {"ratings-from", "k-from"}, "settled 18": {"month-end", "zero-games", "k-order"},
    "settled 21": {"hours-missing", "hours-days", "hours-games"},
}  # fmt: skip


@pytest.mark.parametrize("remark", REMARKS)
def test_every_remark_is_in_the_register(remark: str) -> None:
    """Where the text leaves room, the register says how it is read."""
    assert REMARKS[remark] <= {reading.name for reading in scheme.readings}
