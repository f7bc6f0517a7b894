"""The loops over a period: the sums of everybody's games, then everybody's new numbers."""

from typing import NamedTuple

from schemes.glicko_2.steps import (
    deviation_without_games,
    expectation,
    new_deviation,
    new_rating,
    new_volatility_log,
    outer_rating,
    weight,
)
from schemes.kernels.arithmetic import half_away_from_zero
from schemes.kernels.articles import loop
from schemes.kernels.fields import Fields
from schemes.kernels.fixed_point import ONE, product, square_root
from schemes.kernels.inputs import Column
from schemes.rating.results import score_of


class Sides(NamedTuple):
    """The games of a period."""

    first: Column
    second: Column
    result: Column


class Numbers(NamedTuple):
    """What is known of each player: on the inner scale, but for the rating in hundredths of a point."""

    mu: Column
    phi: Column  # 0: has not played yet
    log: Column
    rating: Column


class Play(NamedTuple):
    """What a period adds up for each player."""

    games: Column
    precision: Column  # 1/v of step 3
    surplus: Column  # the sum of step 4
    carried: Column  # whether a rating is carried in


@loop
def sum_games(p: Fields, sides: Sides, numbers: Numbers, play: Play) -> None:
    """Steps 3 and 4: each game for both sides, with the numbers before the period; new players begin."""
    first = sides.first
    second = sides.second
    mu = numbers.mu
    phi = numbers.phi
    log = numbers.log
    for game in range(len(first)):
        for player in (first[game], second[game]):
            if phi[player] == 0:
                mu[player], phi[player], log[player] = p.mu, p.phi, p.log
    for game in range(len(first)):
        for side in range(2):
            player, opponent = (
                (first[game], second[game]) if side == 0 else (second[game], first[game])
            )
            score = score_of(sides.result[game], side == 0) * (ONE // 100)
            precision, surplus = game_sums(mu[player], mu[opponent], phi[opponent], score)
            play.games[player] += 1
            play.precision[player] += precision
            play.surplus[player] += surplus


@loop
def game_sums(own: int, opponent: int, deviation: int, score: int) -> tuple[int, int]:
    """What a game adds to precision and surplus of a side."""
    g = weight(deviation)
    expected = expectation(own, opponent, g)
    return product(product(g, g), product(expected, ONE - expected)), product(g, score - expected)


@loop
def rate_all(p: Fields, numbers: Numbers, play: Play) -> None:
    """Steps 5 to 8 for players with games, step 6 for those without."""
    mu = numbers.mu
    phi = numbers.phi
    log = numbers.log
    rating = numbers.rating
    for player in range(len(mu)):
        if play.games[player] > 0:
            mu[player], phi[player], log[player], rating[player] = new_numbers(
                p,
                mu[player],
                phi[player],
                log[player],
                play.precision[player],
                play.surplus[player],
            )
        elif phi[player] > 0:
            phi[player] = deviation_without_games(phi[player], log[player])


@loop
def new_numbers(
    p: Fields, mu: int, phi: int, log: int, precision: int, surplus: int
) -> tuple[int, int, int, int]:
    """Rating, deviation, logarithm of the squared volatility, and the rating in hundredths of a point."""
    new_log = new_volatility_log(p, log, phi, precision, surplus)
    deviation = new_deviation(phi, new_log, precision)
    rating = new_rating(mu, deviation, surplus)
    return rating, deviation, new_log, outer_rating(rating)


@loop
def predict_all(
    own: Column, opponent: Column, own_phi: Column, other_phi: Column, answer: Column
) -> None:
    """The expected scores of many pairs in hundredths."""
    for i in range(len(own)):
        both = square_root(product(own_phi[i], own_phi[i]) + product(other_phi[i], other_phi[i]))
        answer[i] = half_away_from_zero(expectation(own[i], opponent[i], weight(both)), ONE // 100)
