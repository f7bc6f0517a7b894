"""Articles 7.1.4 and 8.2: the first rating of an unrated player."""

from typing import Any

from schemes.arithmetic import half_up
from schemes.rule import rule


@rule("7.1.4")
def in_window(day: int, window_from: int) -> int:
    """1 if games counted on this day are still pooled; the window begins after the day 26 months before the list."""
    return 1 if day > window_from else 0


@rule("7.1.4")
def enough_games(p: Any, games: int, new: int) -> int:
    """1 if the pool is large enough for a rating and something in it is new."""
    return 1 if games >= p.first_games and new > 0 else 0


@rule("7.1.4")
def high_enough(p: Any, rating: int) -> int:
    """1 if a first rating reaches the floor; else the pool stays and grows."""
    return 1 if rating >= p.floor else 0


@rule("8.2.1")
def event_counts(p: Any, score_x2: int, first_event: int, scored_elsewhere: int) -> int:
    """0 for a first event without a point: it is left out. Points against unrated opponents help by a reading only."""
    if score_x2 > 0 or scored_elsewhere > 0:
        return 1
    return 0 if first_event > 0 or p.read_zero_event != 0 else 1


@rule("8.1.1")
def difference_of(p: Any, score_x100: int) -> int:
    """The rating difference for a score in hundredths; below .50 the table mirrors."""
    if score_x100 >= 50:
        return int(p.differences[score_x100 - 50])
    return -int(p.differences[50 - score_x100])


@rule("8.2.2")
def share_of_points(p: Any, games: int, score_x2: int) -> int:
    """The score per game in hundredths, half up, with the draws against made-up opponents added."""
    return half_up(50 * (score_x2 + p.first_added_draws), games + p.first_added_draws)


@rule("8.2.2")
def sum_of_opponents(p: Any, opponents: int) -> int:
    """The opponents' ratings summed, with the made-up ones added; the mean stays exact."""
    return int(opponents + p.first_added_draws * p.first_added_rating)


@rule("8.2.3")
def first_rating(p: Any, games: int, opponents: int, score_x2: int) -> int:
    """Mean of the opponents plus the difference for the score, to the nearest whole number, at most 2200."""
    difference = difference_of(p, share_of_points(p, games, score_x2))
    total = sum_of_opponents(p, opponents)
    count = games + p.first_added_draws
    rating = half_up(total + count * difference, count)
    if p.read_average != 0:
        rating = half_up(total, count) + difference
    return min(rating, int(p.first_most))
