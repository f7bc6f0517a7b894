"""Articles 7.1.4, 8.1.1 and 8.2: the first rating of an unrated player."""

from typing import Any

from schemes.fide_standard.parameters import Numbers
from schemes.kernels import article, loop
from schemes.kernels.arithmetic import half_down, half_up
from schemes.kernels.articles import shown


@article("7.1.4", gives="yes")
def enough_games(p: Numbers, games: int) -> bool:
    """{games} games against rated opponents, {p.first_games} are needed."""
    return games >= p.first_games


@article("7.1.4", gives="yes")
def high_enough(p: Numbers, rating: int) -> bool:
    """A first rating of {rating} against the lowest of {p.floor}: below it the pool goes on growing."""
    return rating >= p.floor


@loop
def pooled_on(p: Numbers, list_day: int, end_day: int) -> int:
    """The day that must be within the months of 7.1.4."""
    if p.read_window == 0:
        return list_day
    return min(end_day, list_day)


@loop
def games_on_first_list(p: Numbers, added: int, pooled: int) -> int:
    """The games that a first list shows (7.1.2)."""
    if p.read_first_list_games == 0:
        return added
    return pooled


@loop
def games_with_first_rating(p: Numbers, pooled: int) -> int:
    """The games of the pool that count towards 30 (8.3.3)."""
    if p.read_k_games == 0:
        return pooled
    return 0


@article("8.1.1")
def difference_of(p: Numbers, share_x100: int) -> int:
    """The difference for a score of {share_x100} a game; below one half the table mirrors."""
    if share_x100 >= 50:
        return p.differences[share_x100 - 50]
    return -p.differences[50 - share_x100]


@article("8.2.1", gives="yes")
def event_counts(p: Numbers, score_x100: int, is_first: bool, scored_elsewhere: bool) -> bool:
    """A first event without a point is left out; points against unrated opponents help by a reading only."""
    if score_x100 > 0 or (scored_elsewhere and p.read_zero_games != 0):
        return True
    return not is_first and p.read_zero_event == 0


@article("8.2.2", gives="quotient")
def mean_of_opponents(p: Numbers, opponents: int, games: int) -> tuple[int, int]:
    """Mean of {games} opponents, together {opponents}, with {p.first_added_draws} of {p.first_added_rating} added."""
    return opponents + p.first_added_draws * p.first_added_rating, games + p.first_added_draws


def exact_share(p: Any, score_x100: int, games: int) -> dict[str, str]:
    """The score a game before it is rounded: .375, or .857… where more decimals follow."""
    points = score_x100 + 50 * p.first_added_draws
    count = games + p.first_added_draws
    tenths_of_thousandths, rest = divmod(100 * points, count)
    whole, decimals = divmod(tenths_of_thousandths, 10_000)
    digits = f"{decimals:04d}"
    exact = digits[:3] + "…" if rest or digits[3] != "0" else digits[:3]
    return {
        "points": shown(points, "points"),
        "count": shown(count),
        "share": f"{whole or ''}.{exact}",
    }


@article("8.2.2", gives="share", shows=exact_share)
def share_of_points(p: Numbers, score_x100: int, games: int) -> int:
    """{score_x100} of {games}, {p.first_added_draws} draws added: {points} of {count} is {share}, to hundredths."""
    points = score_x100 + 50 * p.first_added_draws
    count = games + p.first_added_draws
    if p.read_share_halves == 0:
        return half_up(points, count)
    return half_down(points, count)


@article("8.2.3")
def rating_by_results(p: Numbers, games: int, opponents: int, score_x100: int) -> int:
    """First rating: mean of the opponents plus the difference for the score."""
    total, count = mean_of_opponents(p, opponents, games)
    difference = difference_of(p, share_of_points(p, score_x100, games))
    if p.read_average != 0:
        return at_most(p, half_up(total, count) + difference, 1)
    return at_most(p, total + count * difference, count)


def exact_rating(total: int, count: int, **_: Any) -> dict[str, str]:
    """The sum of average and difference before it is rounded: 1399 4/7."""
    return {"rating": shown((total, count), "quotient")}


@article("8.2.3", shows=exact_rating)
def at_most(p: Numbers, total: int, count: int) -> int:
    """{rating} to the nearest whole number, at most {p.first_most}."""
    return min(half_up(total, count), p.first_most)
