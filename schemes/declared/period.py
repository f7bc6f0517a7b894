"""Unit `period`: the articles that a file can give. Ratings are whole points, gains ten-thousandths of a point."""

from typing import Any

from schemes.declared.articles import (
    bonus_of_place,
    difference,
    expectation,
    k_by_cases,
    performance,
    rounded,
)
from schemes.kernels.arithmetic import half_away_from_zero
from schemes.kernels.articles import article, loop

# What is rated, and on which list


@loop
def closing_days(p: Any, is_official: bool) -> int:
    """How many days before a list a tournament must have ended to be on it."""
    return int(p.closing)


# The change of a rated player


@article("expected", gives="signed_parts")
def gain(p: Any, own: int, opponent: int, score_x100: int) -> int:
    """The score {score_x100} less the expected one."""
    return 100 * score_x100 - expectation(p, difference(p, 100 * own, 100 * opponent))


@article("k")
def k_of_player(p: Any, player: Any, year: int) -> int:
    """K at {player.rating} with {player.games} games, highest {player.peak}: the first case that holds."""
    return k_by_cases(p, player, year)


@article("k_limit")
def k_within_limit(p: Any, k: int, games: int, event_games: int) -> int:
    """K {k}, within the limit of K times games for {games} games."""
    if k * games <= p.k_limit:
        return k
    return int(p.k_limit // games)


@article("k", gives="gain")
def change_in_event(p: Any, k: int, gains_x10000: int) -> int:
    """Sum {gains_x10000} times K {k}."""
    return half_away_from_zero(k * gains_x10000, 100)


@loop
def rounded_in_event(p: Any, change_x100: int) -> int:
    """The change of a tournament as it goes into the sum."""
    if p.rounds_tournaments:
        return 100 * rounded(p, change_x100, 100)
    return change_x100


@article("rounding", gives="change")
def rounded_change(p: Any, change_x100: int) -> int:
    """Sum of the changes {change_x100} in whole points."""
    return rounded(p, change_x100, 100)


# The first rating


@loop
def games_carried(p: Any, games: int, is_first: bool, on_record: bool, own_count: int) -> int:
    """The games so far of a player whose rating is carried in: as given, else as the file says, or as counted."""
    if games >= 0:
        return games
    if is_first and not on_record:
        return int(p.carried_games)
    return own_count


@article("first", gives="yes")
def event_counts(p: Any, score_x100: int, is_first: bool, scored_elsewhere: bool) -> bool:
    """A first event without a point may not count."""
    return p.zero_counts == 1 or score_x100 > 0 or not is_first


@article("first", gives="yes")
def high_enough(p: Any, rating: int) -> bool:
    """A first rating of {rating} against the lowest of {p.first_least}: below it gathering goes on."""
    return rating >= p.first_least


@article("first")
def rating_by_results(p: Any, games: int, opponents: int, score_x100: int) -> int:
    """First rating, at most {p.first_most}: mean of the opponents and what the score is worth."""
    return performance(p, games, opponents, score_x100)


# Bonus and absence


@article("bonus", gives="gain")
def bonus_in_event(p: Any, place: int, national: bool, team: bool, rating: int, k: int) -> int:
    """Place {place}: bonus for {rating} at K {k}."""
    if team or (p.bonus_national and not national):
        return 0
    return bonus_of_place(p, place, 100 * rating, k)
