"""Articles that declared regulations of all units share. Expectations are ten-thousandths, ratings and differences
hundredths of a point.

The number of an article stands in the file: what stands here is the table of the file in which it is found.
"""

from typing import Any

from schemes.kernels.arithmetic import (
    boundaries_kept,
    half_away_from_zero,
    half_up,
    rounded_down,
    rounded_up,
)
from schemes.kernels.articles import article, loop, shown
from schemes.kernels.inputs import FEMALE
from schemes.rating.results import is_forfeit

TABLE, LOGISTIC, LINEAR = range(3)
HALF_AWAY, HALF_UP, HALF_EVEN, DOWN, UP, TOWARDS_ZERO = range(6)
UNKNOWN_AGE = -1


def apart(own_x100: int, opponent_x100: int, **_: Any) -> dict[str, str]:
    """The difference of two ratings before any limit."""
    return {"apart": shown(own_x100 - opponent_x100, "points")}


@article("expected", gives="points", shows=apart)
def difference(p: Any, own_x100: int, opponent_x100: int) -> int:
    """Difference {own_x100} − {opponent_x100} = {apart}, counted as."""
    if own_x100 >= p.cap_exempt_from:
        return own_x100 - opponent_x100
    return int(min(max(own_x100 - opponent_x100, -p.cap), p.cap))


@article("expected", gives="parts")
def expectation(p: Any, difference_x100: int) -> int:
    """Expected score at a difference of {difference_x100}."""
    if p.expected_kind == LOGISTIC:
        return boundaries_kept(p.boundaries, -difference_x100) * 10_000 // p.parts
    if p.expected_kind == LINEAR:
        higher = linear(p, abs(difference_x100))
    else:
        higher = printed(p, abs(difference_x100))
    if difference_x100 >= 0:
        return higher
    return 10_000 - higher


@loop
def expected_score(p: Any, own: int, opponent: int) -> int:
    """The expected score of ratings as listed, in hundredths."""
    apart_x100 = difference(p, own * 100 // p.unit, opponent * 100 // p.unit)
    return half_up(expectation(p, apart_x100), 100)


@loop
def printed(p: Any, difference_x100: int) -> int:
    """What a printed table promises the higher-rated player: the first row whose difference is not passed."""
    low = 0
    high = p.table_rows
    while low < high:
        middle = (low + high) // 2
        if difference_x100 <= p.table_upper[middle]:
            high = middle
        else:
            low = middle + 1
    return int(p.table_value[low])


@loop
def linear(p: Any, difference_x100: int) -> int:
    """½ and half the share of a difference in the width, at most 1."""
    share = half_up(p.parts * (p.width + min(difference_x100, p.width)), 2 * p.width)
    return share * 10_000 // p.parts


@loop
def rounded(p: Any, numerator: int, denominator: int) -> int:
    """A quotient as a whole number, by the rule of the file."""
    if p.rounding == HALF_AWAY:
        return half_away_from_zero(numerator, denominator)
    if p.rounding == HALF_UP:
        return half_up(numerator, denominator)
    if p.rounding == HALF_EVEN:
        return half_to_even(numerator, denominator)
    if p.rounding == UP or (p.rounding == TOWARDS_ZERO and numerator < 0):
        return rounded_up(numerator, denominator)
    return rounded_down(numerator, denominator)


@loop
def half_to_even(numerator: int, denominator: int) -> int:
    """The nearest whole number; a half goes to the even one (2.5 → 2, 3.5 → 4)."""
    nearest = half_up(numerator, denominator)
    is_half = (2 * numerator) % (2 * denominator) == denominator
    if is_half and nearest % 2 == 1:
        return nearest - 1
    return nearest


@loop
def k_by_cases(p: Any, player: Any, year: int) -> int:
    """K by the first case that holds; by the last one if none does."""
    case = 0
    while case < p.k_cases - 1 and not case_holds(p, case, player, year):
        case += 1
    return k_in_case(p, case)


@loop
def case_holds(p: Any, case: int, player: Any, year: int) -> bool:
    """Whether a case of K holds: all that it says."""
    age = year - player.born if player.born > 0 else UNKNOWN_AGE
    if not p.k_rating_from[case] <= player.rating < p.k_rating_below[case]:
        return False
    if not p.k_games_from[case] <= player.games < p.k_games_below[case]:
        return False
    if not p.k_peak_from[case] <= max(player.peak, player.rating) < p.k_peak_below[case]:
        return False
    if not p.k_age_least[case] <= age <= p.k_age_most[case]:
        return False
    return p.k_titles[case] == 0 or player.titles & p.k_titles[case] != 0


@loop
def worth_of_titles(worths: Any, titles: int) -> int:
    """The first rating of the highest title held; 0: no title that gives one."""
    worth, level = 0, 0
    while titles >> level > 0:
        if titles >> level & 1:
            worth = max(worth, int(worths[level]))
        level += 1
    return worth


@loop
def by_title_or_sex(p: Any, player: Any) -> int:
    """The first rating of the highest title held, else that of everybody; 0 where results give it."""
    worth = grade_of(p, player, player.titles)
    if worth > 0:
        return worth
    return int(p.first_women if player.sex == FEMALE else p.first)


@loop
def grade_of(p: Any, player: Any, titles: int) -> int:
    """The first rating that titles give a player; 0: none."""
    if player.sex == FEMALE:
        return worth_of_titles(p.grade_women, titles)
    return worth_of_titles(p.grade, titles)


@loop
def is_high_enough(p: Any, rating: int, sex: int) -> bool:
    """Whether a rating reaches the published minimum."""
    return rating >= (p.published_women if sex == FEMALE else p.published_from)


@loop
def is_published(p: Any, rating: int, sex: int) -> bool:
    """Whether a rating is on the published list."""
    return is_high_enough(p, rating, sex)


def lowest(p: Any, sex: int, **_: Any) -> dict[str, str]:
    """The floor of a player."""
    return {"lowest": shown(p.floor_women if sex == FEMALE else p.floor)}


@loop
def on_floor(p: Any, rating: int, sex: int) -> int:
    """A rating that is not below the floor; below it the floor, or none."""
    floor = int(p.floor_women if sex == FEMALE else p.floor)
    if rating >= floor:
        return rating
    if p.falls_unrated:
        return 0
    return floor


@loop
def is_counted(p: Any, result: int) -> bool:
    """Whether a game is rated: one that was played, and a forfeit if the file says so."""
    return p.forfeits == 1 or not is_forfeit(result)


@article("first", gives="yes")
def enough_games(p: Any, games: int) -> bool:
    """{games} games against rated opponents, {p.first_games} are needed."""
    return games >= p.first_games


@loop
def performance(p: Any, games: int, opponents: int, score_x100: int) -> int:
    """The mean of the opponents and what the score is worth, draws added; `p.per_point` parts are a point."""
    count = games + p.added_draws
    total = opponents + p.added_draws * p.added_rating
    score = score_x100 + 50 * p.added_draws
    step = p.per_point // p.unit
    if p.first_is_linear:
        rating = step * rounded(
            p, 100 * total + worth_of_score(p, score, count), 100 * count * step
        )
    else:
        rating = step * rounded(
            p, total + count * p.per_point * printed_worth(p, half_up(score, count)), count * step
        )
    return int(min(rating, p.first_most))


@loop
def worth_of_score(p: Any, score_x100: int, games: int) -> int:
    """What points are worth, in hundredths: the width for each game won more than lost."""
    return p.first_width * (2 * score_x100 - 100 * games)


@article("first")
def printed_worth(p: Any, share_x100: int) -> int:
    """The difference for a score of {share_x100} a game, added draws included."""
    if share_x100 >= 50:
        return int(p.differences[share_x100 - 50])
    return -int(p.differences[50 - share_x100])


@loop
def bonus_of_place(p: Any, place: int, rating: int, k: int) -> int:
    """What a place gives: its points, and its thousandths of the rating times K."""
    if not 1 <= place <= p.bonus_places:
        return 0
    return int(p.bonus[place - 1]) + rounded(p, rating * p.bonus_permille[place - 1] * k, 1000)


@loop
def deduction(p: Any, rating: int) -> int:
    """What a year of absence costs a rating."""
    step = p.per_point // p.unit
    return step * rounded(p, rating * p.absence_x10000, 10_000 * step)


@article("k")
def k_in_case(p: Any, case: int) -> int:
    """K in case {case}."""
    return int(p.k[case])


# Articles with ratings in whole points, or in units of the list; unit `tournament` has its own, in hundredths


@article("first")
def first_rating(p: Any, player: Any, day: int) -> int:
    """First rating, by the highest title held and by sex."""
    return by_title_or_sex(p, player)


@article("floor", shows=lowest)
def kept_rating(p: Any, rating: int, sex: int) -> int:
    """{rating} is below {lowest}."""
    return on_floor(p, rating, sex)


@article("absence")
def absence_deduction(p: Any, rating: int) -> int:
    """What a year without a rated game costs {rating}."""
    return deduction(p, rating)


@article("lists", gives="yes")
def is_active(p: Any, now: int, last_game: int, since: int) -> bool:
    """A rated game within the last lists, or not on the list for as long."""
    return now - max(last_game, since) < p.inactive_after
