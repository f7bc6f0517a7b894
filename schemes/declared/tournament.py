"""Unit `tournament`: the articles that a file can give. Ratings, changes and scores are hundredths."""

from typing import Any

from schemes.declared.articles import (
    bonus_of_place,
    by_title_or_sex,
    deduction,
    difference,
    expectation,
    grade_of,
    is_high_enough,
    k_by_cases,
    on_floor,
    performance,
    rounded,
    worth_of_titles,
)
from schemes.drivers.by_tournament.articles import NOT_RATED
from schemes.kernels.arithmetic import half_away_from_zero
from schemes.kernels.articles import article, loop
from schemes.kernels.inputs import FEMALE

# First ratings


@article("first", gives="points")
def first_rating(p: Any, player: Any, day: int) -> int:
    """First rating of the highest title held on {day}; without one, that of everybody, or none from outside."""
    if player.outside:
        return worth_of_titles(
            p.outside_women if player.sex == FEMALE else p.outside, player.titles
        )
    return by_title_or_sex(p, player)


@article("first", gives="points")
def rating_by_results(p: Any, games: int, opponents_x100: int, score_x100: int) -> int:
    """First rating from {score_x100} of {games}: mean of the opponents and what the score is worth."""
    rating = performance(p, games, opponents_x100, score_x100)
    if rating >= p.first_least:
        return rating
    return NOT_RATED


@article("first", gives="points")
def lifted(p: Any, rating_x100: int, player: Any, levels: int, title: int, awarded_day: int) -> int:
    """{title} of {awarded_day} lifts {rating_x100} to its first rating, if the file says so, and never lowers it."""
    if p.lifts:
        return max(rating_x100, grade_of(p, player, levels))
    return rating_x100


# The change of a tournament


@loop
def k_of_player(p: Any, player: Any, year: int) -> int:
    """K by the first case that holds."""
    return k_by_cases(p, player, year)


@article("k", gives="signed")
def tournament_change(
    p: Any, k: int, own_x100: int, opponents_x100: int, games: int, score_x100: int
) -> int:
    """K {k} times what was scored, {score_x100}, beyond the expectation of {own_x100} in {games} games."""
    mean = half_away_from_zero(opponents_x100, games)
    expected = games * expectation(p, difference(p, own_x100, mean))
    change = k_within_limit(p, k, games) * (100 * score_x100 - expected)
    if p.rounds_tournaments:
        return rounded(p, change * p.unit, 10_000) * 100 // p.unit
    return rounded(p, change, 100)


@article("k_limit")
def k_within_limit(p: Any, k: int, games: int) -> int:
    """K {k}, within the limit of K times games for {games} games."""
    if k * games <= p.k_limit:
        return k
    return int(p.k_limit // games)


@loop
def place_of(p: Any, rank: int, team: bool, national: bool) -> int:
    """The place that counts: none in a tournament of teams, or in one that gives no bonus."""
    if team or (p.bonus_national and not national):
        return 0
    return rank


@article("bonus", gives="signed")
def change_by_place(
    p: Any, place: int, own_x100: int, k: int, change_x100: int, champions: int
) -> int:
    """Place {place}: the change {change_x100}, of a champion no loss unless the file says so, and the bonus."""
    kept = change_x100 if p.champion_loses or place > 1 else max(change_x100, 0)
    return kept + place_bonus(p, place, own_x100, k)


@article("bonus", gives="signed")
def place_bonus(p: Any, place: int, rating_x100: int, k: int) -> int:
    """Bonus of place {place} for {rating_x100} at K {k}."""
    return bonus_of_place(p, place, rating_x100, k)


@article("absence", gives="points")
def absence_deduction(p: Any, rating_x100: int) -> int:
    """What a year without a rated game costs {rating_x100}."""
    return deduction(p, rating_x100)


# The list


@article("rounding", gives="points")
def new_rating(p: Any, rating_x100: int, change_x100: int) -> int:
    """{rating_x100} with all changes of the period, {change_x100}, at the precision of the list."""
    return rounded(p, (rating_x100 + change_x100) * p.unit, 100) * 100 // p.unit


@article("floor", gives="points")
def kept_rating(p: Any, rating_x100: int, sex: int) -> int:
    """{rating_x100} is not below the floor, or stays on it."""
    return on_floor(p, rating_x100, sex)


@article("carried in", gives="points")
def carried_in(p: Any, rating_x100: int, sex: int) -> int:
    """{rating_x100} carried in: it replaces the calculated rating."""
    return kept_rating(p, new_rating(p, rating_x100, 0), sex)


@article("lists", gives="yes")
def is_published(p: Any, rating_x100: int, sex: int) -> bool:
    """High enough to be published? {rating_x100}."""
    return is_high_enough(p, rating_x100, sex)
