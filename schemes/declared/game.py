"""Unit `game`: the articles that a file can give. Ratings are whole numbers in units of the list, scores hundredths."""

from typing import Any

from schemes.declared.articles import UNKNOWN_AGE, case_of, difference, expectation, k_in_case, rounded
from schemes.kernels.arithmetic import half_away_from_zero
from schemes.kernels.articles import article, loop
from schemes.kernels.results import LOSS, WIN, is_forfeit


@loop
def is_counted(p: Any, result: int) -> bool:
    """Whether a game is rated: one that was played, and a forfeit if the file says so."""
    return p.forfeits == 1 or not is_forfeit(result)


# K


@article("k")
def k_of_record(p: Any, player: Any, year: int) -> int:
    """K of a player: the first case that holds."""
    age = year - player.born if player.born > 0 else UNKNOWN_AGE
    return k_in_case(p, case_of(p, player.rating, player.games, player.peak, age, player.titles))


@article("last_rounds", gives="yes")
def in_last_rounds(p: Any, round_number: int, rounds: int, main_stage: bool) -> bool:
    """Round {round_number} of {rounds} is one of the last {p.last_rounds}."""
    return round_number > rounds - p.last_rounds  # type: ignore[no-any-return]


@article("last_rounds")
def k_in_round(p: Any, k: int, peak: int, last_rounds: bool) -> int:
    """K {k} and {p.last_addition} more in the last rounds."""
    return k + p.last_addition if last_rounds else k


@article("k_of_game")
def k_of_game(p: Any, own: int, own_k: int, opponent: int, opponent_k: int, score_x100: int) -> int:
    """K of the game ({own}: {own_k}, {opponent}: {opponent_k})."""
    if not p.one_k:
        return own_k
    if own == opponent:
        return opponent_k if score_x100 == LOSS else own_k
    if own > opponent:
        return own_k if score_x100 == WIN else opponent_k
    return opponent_k if score_x100 == LOSS else own_k


@article("k_of_game")
def k_of_both_lost(p: Any, own: int, own_k: int, opponent: int, opponent_k: int) -> int:
    """Both lost by fouls: {own_k}, or if a game has one K that of the lower-rated, between equals the larger."""
    if not p.one_k:
        return own_k
    if own == opponent:
        return max(own_k, opponent_k)
    return own_k if own < opponent else opponent_k


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


@article("floor")
def kept_rating(p: Any, rating: int) -> int:
    """{rating}, but not below {p.floor}."""
    return max(rating, p.floor)  # type: ignore[no-any-return]


# First ratings


@article("first")
def first_rating(p: Any, titles: int) -> int:
    """First rating, by the highest title held."""
    for level in range(p.grades):
        if titles & (1 << level):
            return int(p.grade[level])
    return int(p.first)


@article("first")
def lifted(p: Any, rating: int, level: int) -> int:
    """What a title won later makes of {rating}: nothing else, or at least that title's first rating."""
    return max(rating, int(p.grade[level])) if p.lifts and level < p.grades else rating


@article("carried in")
def carried_in(p: Any, rating_x100: int) -> int:
    """{rating_x100} carried in."""
    return max(rounded(p, rating_x100 * p.unit, 100), p.floor)  # type: ignore[no-any-return]


# Bonus and absence


@article("bonus", gives="change")
def bonus_of_rank(p: Any, rank: int) -> int:
    """Place {rank}."""
    return int(p.bonus[rank - 1]) if 1 <= rank <= p.bonus_places else 0


@article("absence", gives="yes")
def is_absent(p: Any, since_day: int, january_day: int, december_day: int, took_part: bool, event_closed: bool) -> bool:
    """Rated before {january_day} (since {since_day}), took part in nothing that counts, not excused: {answer}."""
    return p.absence_x10000 > 0 and event_closed and not took_part and since_day < january_day


@article("absence")
def absence_deduction(p: Any, rating: int) -> int:
    """What the year of absence costs {rating}."""
    return rounded(p, rating * p.absence_x10000, 10_000)
