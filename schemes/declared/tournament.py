"""Unit `tournament`: the articles that a file can give. Ratings, changes and scores are hundredths."""

from typing import Any

from schemes.declared.articles import UNKNOWN_AGE, case_of, difference, expectation, k_in_case, rounded
from schemes.kernels.arithmetic import half_away_from_zero
from schemes.kernels.articles import article, loop
from schemes.kernels.by_tournament.articles import FORFEIT, NOT_RATED, RATED
from schemes.kernels.columns import Records
from schemes.kernels.inputs import FEMALE
from schemes.kernels.results import is_forfeit


@loop
def game_reason(p: Any, tournament: Any, games: Records, row: int) -> int:
    """Why a game does not count: a forfeit, unless the file rates them."""
    return FORFEIT if p.forfeits == 0 and is_forfeit(games[row].result) else RATED


# First ratings


@article("first", gives="points")
def first_rating(p: Any, sex: int, outside: bool, titles: int, day: int) -> int:
    """First rating of the highest title held on {day}; without one, that of everybody, or none from outside."""
    begin = p.home_grades if outside else 0
    end = p.all_grades if outside else p.home_grades
    for grade in range(begin, end):
        if titles & (1 << grade):
            return worth_of_grade(p, grade, sex)
    if outside:
        return NOT_RATED
    return p.first_women if sex == FEMALE else p.first  # type: ignore[no-any-return]


@article("first", gives="points")
def worth_of_grade(p: Any, grade: int, sex: int) -> int:
    """First rating of {grade}."""
    return p.grade_women[grade] if sex == FEMALE else p.grade[grade]  # type: ignore[no-any-return]


@article("first", gives="points")
def lifted(p: Any, rating_x100: int, sex: int, titles: int, title: int, awarded_day: int) -> int:
    """{title} of {awarded_day} lifts {rating_x100} to its first rating, if the file says so, and never lowers it."""
    if p.lifts:
        for grade in range(p.home_grades):
            if titles & (1 << grade):
                return max(rating_x100, worth_of_grade(p, grade, sex))
    return rating_x100


# The change of a tournament


@loop
def k_of(p: Any, rating_x100: int, rated_before: bool) -> int:
    """K by the first case that holds."""
    return k_in_case(p, case_of(p, rating_x100, 0, 0, UNKNOWN_AGE, 0))


@article("k", gives="signed")
def tournament_change(p: Any, k: int, own_x100: int, opponents_x100: int, games: int, score_x100: int) -> int:
    """K {k} times what was scored, {score_x100}, beyond the expectation of {own_x100} in {games} games."""
    mean = half_away_from_zero(opponents_x100, games)
    expected = games * expectation(p, difference(p, own_x100, mean))
    change = k_within_limit(p, k, games) * (100 * score_x100 - expected)
    if p.rounds_tournaments:
        return rounded(p, change * p.unit, 10_000) * 100 // p.unit  # type: ignore[no-any-return]
    return rounded(p, change, 100)


@article("k_limit")
def k_within_limit(p: Any, k: int, games: int) -> int:
    """K {k}, within the limit of K times games for {games} games."""
    return k if k * games <= p.k_limit else int(p.k_limit // games)


@loop
def champions_of(p: Any, ranked_first: int, team: bool) -> int:
    """How many champions a tournament has: one of teams has none."""
    return 0 if team else ranked_first


@article("bonus", gives="signed")
def champion_change(p: Any, own_x100: int, k: int, change_x100: int, champions: int) -> int:
    """The champion's change {change_x100}, no loss unless the file says so, and the bonus."""
    kept = change_x100 if p.champion_loses else max(change_x100, 0)
    return kept + champion_bonus(p, own_x100, k)


@article("bonus", gives="signed")
def champion_bonus(p: Any, rating_x100: int, k: int) -> int:
    """Bonus of the champion: {p.bonus_points} points, and {p.permille}‰ of {rating_x100} times {k}."""
    return 100 * p.bonus_points + rounded(p, rating_x100 * p.permille * k, 1000)  # type: ignore[no-any-return]


# The list


@article("rounding", gives="points")
def new_rating(p: Any, rating_x100: int, change_x100: int) -> int:
    """{rating_x100} with all changes of the period, {change_x100}, at the precision of the list."""
    return rounded(p, (rating_x100 + change_x100) * p.unit, 100) * 100 // p.unit  # type: ignore[no-any-return]


@article("floor", gives="points")
def not_below_floor(p: Any, rating_x100: int, sex: int) -> int:
    """{rating_x100} is not below the floor, or stays on it."""
    return max(rating_x100, p.floor_women if sex == FEMALE else p.floor)  # type: ignore[no-any-return]


@article("carried in", gives="points")
def carried_in(p: Any, rating_x100: int, sex: int) -> int:
    """{rating_x100} carried in: it replaces the calculated rating."""
    return not_below_floor(p, new_rating(p, rating_x100, 0), sex)


@article("lists", gives="yes")
def is_published(p: Any, rating_x100: int, sex: int) -> bool:
    """Ratings from a minimum on are published: {rating_x100}."""
    return rating_x100 >= (p.published_women if sex == FEMALE else p.published_from)  # type: ignore[no-any-return]
