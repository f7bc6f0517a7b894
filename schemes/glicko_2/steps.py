"""Glickman's steps. Numbers have eight decimals (see `fixed_point`); ratings and deviations are on his inner scale.

`precision` is 1/v, the sum of g² E (1 − E); `surplus` is the sum of g (score − E). With them his function f(x) is
e^x/2 · ((surplus/q)² − precision/q) − (x − a)/τ², where q = 1 + precision · (φ² + e^x): the same function, in which
nothing grows without bounds. x stands for the logarithm of the squared volatility.
"""

from schemes.kernels import article, loop
from schemes.kernels.arithmetic import half_away_from_zero, half_up
from schemes.kernels.fields import Fields
from schemes.kernels.fixed_point import ONE, exponential, product, quotient, square_root
from schemes.kernels.inputs import Column

SCALE_X10000 = 1_737_178  # 173.7178 points are 1 on the inner scale
CENTRE_X100 = 150_000
THREE_BY_PI_SQUARED = 30_396_355
TOLERANCE = 100  # 0.000001, as in Glickman's step 5
MOST_STEPS = 200


@article("1", gives="hundredths")
def first_rating(p: Fields, player: Fields, day: int) -> int:
    """Everybody begins with the same numbers."""
    return p.first


@article("1", gives="hundredths")
def carried_in(p: Fields, rating_x100: int, sex: int) -> int:
    """{rating_x100} carried in."""
    return kept_rating(p, rating_x100, sex)


@loop
def kept_rating(p: Fields, rating: int, sex: int) -> int:
    """At least a hundredth of a point, because 0 is no rating."""
    return max(rating, 1)


@loop
def numbers_of(p: Fields, player: Fields) -> tuple[int, int, int]:
    """Rating, deviation, logarithm of the squared volatility before a period; for a new player those of everybody."""
    if player.phi == 0:
        return p.mu, p.phi, p.log
    return player.mu, player.phi, player.log


@article("2", gives="fine")
def inner_rating(rating_x100: int) -> int:
    """{rating_x100} on the inner scale."""
    return half_away_from_zero((rating_x100 - CENTRE_X100) * 100 * ONE, SCALE_X10000)


@article("2", gives="fine")
def inner_deviation(deviation_x100: int) -> int:
    """A deviation of {deviation_x100} on the inner scale."""
    return half_away_from_zero(deviation_x100 * 100 * ONE, SCALE_X10000)


@article("8", gives="hundredths")
def outer_rating(rating: int) -> int:
    """The new rating on the usual scale."""
    return CENTRE_X100 + half_away_from_zero(rating * SCALE_X10000, 100 * ONE)


@article("8", gives="hundredths")
def outer_deviation(deviation: int) -> int:
    """The new deviation on the usual scale."""
    return half_away_from_zero(deviation * SCALE_X10000, 100 * ONE)


@article("3", gives="fine")
def weight(deviation: int) -> int:
    """g of the opponent's deviation: how much the game tells."""
    return quotient(
        ONE, square_root(ONE + product(THREE_BY_PI_SQUARED, product(deviation, deviation)))
    )


@article("3", gives="fine")
def expectation(own: int, opponent: int, g: int) -> int:
    """E, the expected score."""
    odds = exponential(-product(g, abs(own - opponent)))
    less = quotient(odds, ONE + odds)
    if own >= opponent:
        return ONE - less
    return less


@article("4", gives="fine")
def surplus_of_game(g: int, score_x100: int, expected: int) -> int:
    """g times what was scored, {score_x100}, less the expected score."""
    return product(g, score_x100 * (ONE // 100) - expected)


@loop
def game_sums(own: int, opponent: int, deviation: int, score_x100: int) -> tuple[int, int]:
    """What a game adds to precision and surplus of a side."""
    g = weight(deviation)
    expected = expectation(own, opponent, g)
    precision = product(product(g, g), product(expected, ONE - expected))
    return precision, surplus_of_game(g, score_x100, expected)


@loop
def note_game(p: Fields, player: Fields, opponent: Fields, score_x100: int) -> None:
    """Steps 3 and 4: what a game adds to the sums of a player, with the numbers before the period."""
    own, _, _ = numbers_of(p, player)
    other, deviation, _ = numbers_of(p, opponent)
    precision, surplus = game_sums(own, other, deviation, score_x100)
    player.precision += precision
    player.surplus += surplus


@loop
def expected_in_game(p: Fields, player: Fields, opponent: Fields) -> int:
    """E in hundredths, with the numbers before the period."""
    own, _, _ = numbers_of(p, player)
    other, deviation, _ = numbers_of(p, opponent)
    return half_up(expectation(own, other, weight(deviation)), ONE // 100)


@article("3", gives="fine")
def precision_of_games(games: int, precision: int) -> int:
    """sum of g² E (1 − E) of {games} games."""
    return precision


@article("4", gives="fine")
def surplus_of_games(surplus: int) -> int:
    """sum of g (score − E)."""
    return surplus


@loop
def grown(deviation: int, volatility_log: int) -> int:
    """The deviation after a period, before its games are looked at: φ*."""
    return square_root(product(deviation, deviation) + exponential(volatility_log))


@article("6", gives="fine")
def deviation_without_games(deviation: int, volatility_log: int) -> int:
    """No game in the period: the deviation grows by the volatility."""
    return grown(deviation, volatility_log)


@loop
def slope(p: Fields, x: int, log: int, deviation: int, precision: int, surplus: int) -> int:
    """f(x) of step 5, whose zero is the new volatility."""
    power = exponential(x)
    q = ONE + product(precision, product(deviation, deviation) + power)
    ratio = quotient(surplus, q)
    return product(power, product(ratio, ratio) - quotient(precision, q)) // 2 - quotient(
        x - log, p.tau_squared
    )


@article("5", gives="fine")
def new_volatility_log(
    p: Fields, volatility_log: int, deviation: int, precision: int, surplus: int
) -> int:
    """The logarithm of the new squared volatility: the zero of f, to six decimals."""
    low = volatility_log
    high = volatility_log
    at_low = at_high = slope(p, volatility_log, volatility_log, deviation, precision, surplus)
    step = p.tau if at_low > 0 else -p.tau
    for _ in range(MOST_STEPS):  # until the zero is between low and high
        high += step
        at_high = slope(p, high, volatility_log, deviation, precision, surplus)
        if (at_high > 0) != (at_low > 0):
            break
    for _ in range(MOST_STEPS):  # the Illinois method
        if abs(high - low) <= TOLERANCE:
            break
        between = low - half_away_from_zero((high - low) * at_low, at_high - at_low)
        at_between = slope(p, between, volatility_log, deviation, precision, surplus)
        if (at_between > 0) != (at_high > 0) or at_between == 0:
            low = high
            at_low = at_high
        else:
            at_low = half_away_from_zero(at_low, 2)
        high = between
        at_high = at_between
    return low


@article("7", gives="fine")
def new_deviation(deviation: int, volatility_log: int, precision: int) -> int:
    """The new deviation: the games make it smaller."""
    before = grown(deviation, volatility_log)
    squared = product(before, before)
    return square_root(quotient(squared, ONE + product(squared, precision)))


@article("7", gives="fine")
def new_inner_rating(rating: int, deviation: int, surplus: int) -> int:
    """The new rating: the old one and the surplus, weighed by the squared new deviation."""
    return rating + product(product(deviation, deviation), surplus)


@loop
def change_of_period(p: Fields, player: Fields) -> int:
    """Steps 5 to 8 for a player with games, step 6 for one without."""
    mu, phi, log = numbers_of(p, player)
    if player.counted == 0:
        player.phi = deviation_without_games(phi, log)
        return 0
    precision = precision_of_games(player.counted, player.precision)
    surplus = surplus_of_games(player.surplus)
    player.mu, player.phi, player.log, rating = new_numbers(p, mu, phi, log, precision, surplus)
    player.precision, player.surplus = 0, 0
    return rating - player.rating


@loop
def new_numbers(
    p: Fields, mu: int, phi: int, log: int, precision: int, surplus: int
) -> tuple[int, int, int, int]:
    """Rating, deviation, logarithm of the squared volatility, and the rating in hundredths of a point."""
    new_log = new_volatility_log(p, log, phi, precision, surplus)
    deviation = new_deviation(phi, new_log, precision)
    rating = new_inner_rating(mu, deviation, surplus)
    return rating, deviation, new_log, outer_rating(rating)


@loop
def predict_all(
    own: Column, opponent: Column, own_phi: Column, other_phi: Column, answer: Column
) -> None:
    """The expected scores of many pairs in hundredths, with what both deviations leave open."""
    for i in range(len(own)):
        both = square_root(product(own_phi[i], own_phi[i]) + product(other_phi[i], other_phi[i]))
        answer[i] = half_away_from_zero(expectation(own[i], opponent[i], weight(both)), ONE // 100)


# What lists show besides


@article("8", gives="hundredths")
def deviation(p: Fields, player: Fields) -> int:
    """How uncertain the rating is."""
    return outer_deviation(player.phi)


@article("8")
def volatility(p: Fields, player: Fields) -> int:
    """How much the rating is expected to move."""
    return volatility_x100000(player.log)


@article("8")
def volatility_x100000(volatility_log: int) -> int:
    """The volatility, rounded to five decimals."""
    return half_up(exponential(volatility_log // 2), ONE // 100_000)
