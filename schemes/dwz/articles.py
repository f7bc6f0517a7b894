"""The articles of the Wertungsordnung. Expectations have eight decimals; scores are hundredths."""

from schemes.dwz.parameters import INDEXES, Numbers
from schemes.dwz.reasons import TOO_FAST
from schemes.dwz.tables import FARTHEST
from schemes.kernels import article, loop
from schemes.kernels.arithmetic import boundaries_kept, half_away_from_zero
from schemes.kernels.fields import Fields
from schemes.kernels.fixed_point import ONE
from schemes.rating.reasons import RATED
from schemes.rating.results import HALF

SCORE = ONE // 100  # a hundredth of a point
HIGHEST = 4000  # ratings above have the E of this one: the greatest
UNKNOWN_AGE = 999


@loop
def tournament_reason(p: Numbers, paper: Fields) -> int:
    """Why a tournament is not rated: its players have too little time."""
    if has_time_enough(p, paper.seconds, paper.increment):
        return RATED
    return TOO_FAST


@article("4.2.2", gives="yes")
def has_time_enough(p: Numbers, base: int, increment: int) -> bool:
    """{base} seconds and {p.time_moves} times {increment}: at least {p.time_least}."""
    if base < 0:
        return p.read_time_missing == 0
    return base + p.time_moves * increment >= p.time_least


@article("3.3.1", gives="fine")
def expectation(p: Numbers, own: int, opponent: int) -> int:
    """What is expected of {own} against {opponent}."""
    share: int = p.shares[min(abs(own - opponent), FARTHEST)]
    if own >= opponent:
        return share
    return ONE - share


@loop
def expected_score(p: Numbers, own: int, opponent: int) -> int:
    """The same in hundredths."""
    return half_away_from_zero(expectation(p, own, opponent), ONE // 100)


@loop
def difference(p: Numbers, share: int) -> int:
    """The difference of ratings that a share of the points stands for, in whole points; at most that of all."""
    if share < ONE // 2:
        return -int(min(boundaries_kept(p.boundaries, share - ONE), p.extreme))
    return int(min(boundaries_kept(p.boundaries, -share), p.extreme))


@loop
def rating_of_score(p: Numbers, opponents: int, games: int, score_x100: int) -> int:
    """The mean of the opponents and the difference that the score stands for; a draw may be added."""
    mean = half_away_from_zero(opponents, games)
    draw = 1 if is_full(p, games, score_x100) else 0
    return mean + difference(
        p, half_away_from_zero((score_x100 + HALF * draw) * SCORE, games + draw)
    )


@article("3.2")
def age(born: int, year: int) -> int:
    """The year {year} less that of birth {born}."""
    if born > 0:
        return year - born
    return UNKNOWN_AGE


@article("3.4.1", gives="yes")
def has_enough_games(p: Numbers, games: int, score_x100: int) -> bool:
    """{games} games against rated opponents, of {p.first_games}, and the score is not extreme."""
    most = 100 * games if p.adds_draw == 1 and p.read_full_score == 0 else 100 * games - 1
    return games >= p.first_games and 0 < score_x100 <= most


@article("3.6.2", gives="yes")
def is_full(p: Numbers, games: int, score_x100: int) -> bool:
    """All points of {games} games: a draw against the mean of the opponents is added."""
    return p.adds_draw == 1 and score_x100 == 100 * games


@article("3.4.4")
def iteration_begins(p: Numbers, opponents: int, games: int, score_x100: int) -> int:
    """The mean of {games} opponents and the difference that the score stands for."""
    return rating_of_score(p, opponents, games, score_x100)


@article("3.4.4", gives="change")
def iteration_step(p: Numbers, games: int, score_x100: int, expected: int) -> int:
    """The difference that the score above the expected one stands for, of {games} games."""
    return difference(p, ONE // 2 + half_away_from_zero(score_x100 * SCORE - expected, games))


@article("3.4.4")
def rating_of_value(p: Numbers, found: int) -> int:
    """The first rating: {found}, lifted if it is low."""
    if found < p.low_below:
        lifted = half_away_from_zero(p.low_base * p.low_parts + found, p.low_parts)
    elif p.lift_x100 == 0 or found >= p.lift_below:
        lifted = found
    elif found >= p.lift_bend:
        lifted = found + half_away_from_zero(p.lift_x100 * (p.lift_below - found), 100)
    else:
        way = p.lift_x100 * (p.lift_below - p.lift_bend)
        lifted = p.lift_bend + half_away_from_zero(way * found, 100 * p.lift_bend)
    return int(max(lifted, p.least_rating))


@article("Anh. 1.2")
def coefficient(p: Numbers, rating: int, years: int, index: int, is_below: bool) -> int:
    """E of {rating}, index {index}, aged {years}."""
    capped = min(rating, HIGHEST)
    basis = capped**4 + constant_of_age(p, years) * 10**12
    brake = brake_of(p, rating) if is_below else 0
    factor = p.faster_below if is_below or years > p.youth_until else youth_factor(p, rating)
    whole = basis * factor + brake * (10**12 // ONE) * p.faster_below
    e = max(half_away_from_zero(whole, 10**12 * p.faster_below), p.least)
    if brake > 0:
        return int(min(e, p.most_braked))
    return int(min(e, max(p.by_index * index, p.least) if index <= p.new_until else p.most))


@article("Anh. 1.2")
def constant_of_age(p: Numbers, years: int) -> int:
    """J at the age of {years}."""
    if years <= p.youth_until:
        return p.youth
    return p.junior if years <= p.junior_until else p.adult


@loop
def youth_factor(p: Numbers, rating: int) -> int:
    """The factor of a youth at or above the expected score: the rating, within limits, in parts of the upper one."""
    least = half_away_from_zero(p.faster_below * p.faster_least_x100, 100)
    return int(min(max(rating, least), p.faster_below))


@article("Anh. 1.2", gives="fine")
def brake_of(p: Numbers, rating: int) -> int:
    """The brake of {rating}, below {p.brake_below}."""
    if rating < p.brake_below:
        return p.brakes[p.brake_below - rating]
    return 0


@article("3.5.1", gives="points")
def factor_x100(p: Numbers, rating: int, years: int, index: int, is_below: bool) -> int:
    """K of {rating}, index {index}, aged {years}."""
    k = 10 * k_by_index(p, rating, years, index)
    if is_below and rating < p.k_more_below:
        k = half_away_from_zero(k * (rating + p.k_brake_shift), p.k_more_below + p.k_brake_shift)
    elif not is_below and years <= p.youth_until:
        k += half_away_from_zero(10 * max(p.k_youth_below - rating, 0), p.k_youth_parts)
    elif not is_below and rating < p.k_more_below:
        k += 10 * p.k_more
    return int(10 * min(k, 10 * p.k_most))


@article("3.5.1")
def k_by_index(p: Numbers, rating: int, years: int, index: int) -> int:
    """K of index {index}, before what is added or taken."""
    at = min(index, INDEXES) - 1
    young = years <= p.junior_until
    if rating >= (p.strong_young if young else p.strong_adult):
        return p.k_strong[at]
    return p.k_young[at] if young else p.k_adult[at]


@article("3.5.2")
def rating_by_factor(p: Numbers, rating: int, k_x100: int, score_x100: int, expected: int) -> int:
    """{rating} and K {k_x100} times what was scored above expectation."""
    return half_away_from_zero(
        100 * rating * ONE + k_x100 * (score_x100 * SCORE - expected), 100 * ONE
    )


@article("3.5.2")
def rating_by_coefficient(
    p: Numbers, rating: int, e: int, games: int, score_x100: int, expected: int
) -> int:
    """{rating} and {p.points} times what was scored above expectation, shared by E {e} and {games} games."""
    parts = (e + games) * ONE
    return half_away_from_zero(rating * parts + p.points * (score_x100 * SCORE - expected), parts)


@article("2.2.1")
def not_below_least(p: Numbers, rating: int) -> int:
    """{rating}, at least {p.least_rating}."""
    return int(max(rating, p.least_rating))


@loop
def next_rating(p: Numbers, card: Fields, year: int) -> int:
    """The rating of a player after a tournament, by the sums of it."""
    is_below = card.score * (ONE // 100) < card.expected
    index = p.index_counted if card.elsewhere == 1 else card.index
    years = age(card.born, year)
    if p.by_factor == 1:
        k = factor_x100(p, card.rating, years, index, is_below)
        return not_below_least(p, rating_by_factor(p, card.rating, k, card.score, card.expected))
    e = coefficient(p, card.rating, years, index, is_below)
    return not_below_least(
        p, rating_by_coefficient(p, card.rating, e, card.played, card.score, card.expected)
    )


@article("2.2.4")
def index(p: Numbers, player: Fields) -> int:
    """How often the rating was calculated."""
    return player.index


@loop
def note_rated(p: Numbers, card: Fields) -> None:
    """Calculated once more; from now on a DWZ."""
    card.index += 1
    card.elsewhere = 0


@loop
def carried_in(p: Numbers, rating_x100: int, sex: int) -> int:
    """A rating that is carried in, in whole points, and not 0, which is none."""
    return max(half_away_from_zero(rating_x100, 100), 1)


@loop
def note_carried(p: Numbers, card: Fields, before: int) -> None:
    """The index of a first rating that is carried in, and whether it is no DWZ (2.2.4)."""
    if card.rating == 0:
        card.index, card.elsewhere = 0, 0
    elif before == 0:
        card.index = p.index_from_elsewhere
        card.elsewhere = 1 if p.read_carried_in == 1 else 0


@article("3.6.2")
def performance_begins(p: Numbers, opponents: int, games: int, score_x100: int) -> int:
    """The mean of {games} opponents and the difference that the score stands for."""
    mean = half_away_from_zero(opponents, games)
    if score_x100 == 0:
        return int(mean - p.extreme)
    if score_x100 == 100 * games and p.adds_draw == 0:
        return int(mean + p.extreme)
    return rating_of_score(p, opponents, games, score_x100)


@article("3.6.3", gives="yes")
def is_exceptional(p: Numbers, rating: int, performance: int) -> bool:
    """{performance} is more than {p.exceptional} above {rating}."""
    return performance > rating + p.exceptional
