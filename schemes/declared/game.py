"""Unit `game`: the articles that a file can give. Ratings are whole numbers in units of the list, scores hundredths."""

from typing import Any

from schemes.declared.articles import (
    bonus_of_place,
    difference,
    expectation,
    grade_of,
    k_by_cases,
    kept_rating,
    performance,
    rounded,
)
from schemes.kernels.arithmetic import half_away_from_zero
from schemes.kernels.articles import article
from schemes.rating.results import LOSS, WIN

# K


@article("k")
def k_of_player(p: Any, player: Any, year: int) -> int:
    """K of a player: the first case that holds."""
    return k_by_cases(p, player, year)


@article("last_rounds", gives="yes")
def in_last_rounds(p: Any, round_number: int, rounds: int, main_stage: bool) -> bool:
    """One of the last {p.last_rounds} rounds? {round_number} of {rounds}."""
    return round_number > rounds - p.last_rounds


@article("last_rounds")
def k_in_round(p: Any, k: int, peak: int, last_rounds: bool) -> int:
    """K {k} and {p.last_addition} more in the last rounds."""
    if last_rounds:
        return k + p.last_addition
    return k


@article("k_of_game")
def k_of_game(p: Any, own: int, own_k: int, opponent: int, opponent_k: int, score_x100: int) -> int:
    """K of the game ({own}: {own_k}, {opponent}: {opponent_k})."""
    if not p.one_k:
        return own_k
    if own == opponent:
        if score_x100 == LOSS:
            return opponent_k
        return own_k
    if own > opponent:
        if score_x100 == WIN:
            return own_k
        return opponent_k
    if score_x100 == LOSS:
        return opponent_k
    return own_k


@article("k_of_game")
def k_of_both_lost(p: Any, own: int, own_k: int, opponent: int, opponent_k: int) -> int:
    """Both lost by fouls: {own_k}, or if a game has one K that of the lower-rated, between equals the larger."""
    if not p.one_k:
        return own_k
    if own == opponent:
        return max(own_k, opponent_k)
    if own < opponent:
        return own_k
    return opponent_k


# The change of a game


@article("expected", gives="gain")
def exact_gain(p: Any, k: int, own: int, opponent: int, score_x100: int) -> int:
    """K {k} times the score {score_x100} less the expected one."""
    expected = expectation(p, difference(p, own * 100 // p.unit, opponent * 100 // p.unit))
    return half_away_from_zero(k * (100 * score_x100 - expected) * p.unit, 100)


@article("rounding", gives="change")
def rounded_gain(p: Any, gain_x100: int) -> int:
    """{gain_x100}, rounded."""
    return rounded(p, gain_x100, 100)


# First ratings


@article("first")
def rating_by_results(p: Any, games: int, opponents: int, score_x100: int) -> int:
    """First rating from {score_x100} of {games}: mean of the opponents and what the score is worth."""
    rating = performance(p, games, opponents, score_x100)
    if rating >= p.first_least:
        return rating
    return 0


@article("first")
def lifted(p: Any, rating: int, player: Any, levels: int, title: int, awarded_day: int) -> int:
    """What a title won later makes of {rating}: nothing else, or at least that title's first rating."""
    if p.lifts:
        return max(rating, grade_of(p, player, levels))
    return rating


@article("carried in")
def carried_in(p: Any, rating_x100: int, sex: int) -> int:
    """{rating_x100} carried in."""
    return kept_rating(p, rounded(p, rating_x100 * p.unit, 100), sex)


# Bonus and absence


@article("bonus", gives="change")
def bonus_of_rank(p: Any, rank: int) -> int:
    """Place {rank}."""
    return bonus_of_place(p, rank, 0, 0)


@article("bonus", gives="change")
def bonus_by_rating(p: Any, player: Any, rank: int, year: int) -> int:
    """Thousandths of {player.rating}, times K."""
    k = k_of_player(p, player, year)
    return bonus_of_place(p, rank, player.rating, k) - bonus_of_place(p, rank, 0, 0)


@article("absence", gives="yes")
def is_absent(
    p: Any, since_day: int, january_day: int, december_day: int, took_part: bool, event_closed: bool
) -> bool:
    """Rated before {january_day} (since {since_day}), took part in nothing that counts, not excused: {answer}."""
    return p.absence_x10000 > 0 and event_closed and not took_part and since_day < january_day


# The list


@article("lists", gives="yes")
def is_active(p: Any, day: int, last_game_day: int, since_day: int) -> bool:
    """A rated game (the last on {last_game_day}), or the first rating, within the last {p.inactive_days} days."""
    return day - max(last_game_day, since_day) < p.inactive_days
