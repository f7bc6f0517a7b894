"""The articles as rules of whole numbers: ratings, changes and scores in hundredths, days as ordinals.

`p` are the numbers of the version that holds: for a tournament the one of its start, for a list the one of its date.
"""

from typing import Any

from schemes.arithmetic import half_away_from_zero
from schemes.inputs import BOTH_ABSENT, BOTH_LOST, DRAW, FEMALE, FIRST_ABSENT, FIRST_WINS, SECOND_ABSENT
from schemes.rule import rule

WIN, HALF, LOSS = 100, 50, 0
OTHER_GRADE = 5  # of art. 6: lower titles and none
NO_WXF = 3  # the grade of art. 12 of those without a WXF title
NOT_RATED = 0


@rule("3")
def time_control_fits(p: Any, base: int, increment: int) -> bool:
    """Base time and increment, in seconds, must both be short enough; none given (−1) is a matter of reading."""
    if base < 0:
        return p.read_time_control_absent == 0  # type: ignore[no-any-return]
    return base <= p.base and increment <= p.increment  # type: ignore[no-any-return]


@rule("3")
def arbiters_suffice(p: Any, arbiters: int) -> bool:
    """There must be enough arbiters of national level; none given (−1) is a matter of reading."""
    if arbiters < 0:
        return p.read_arbiters_absent == 0  # type: ignore[no-any-return]
    return arbiters >= p.arbiters  # type: ignore[no-any-return]


@rule("4")
def registered_in_time(p: Any, registered: int, deadline: int, late_approved: int) -> bool:
    """The tournament must be registered by the deadline, unless its lateness was approved."""
    if late_approved and p.read_late_approval == 0:
        return True
    return registered <= deadline


@rule("5")
def is_published(p: Any, rating: int, sex: int) -> bool:
    """Only ratings from a minimum on are published."""
    if sex == FEMALE:
        return rating >= p.published_women  # type: ignore[no-any-return]
    return rating >= p.published_men  # type: ignore[no-any-return]


@rule("6")
def standard_value(p: Any, grade: int, sex: int) -> int:
    """The standard value of a grade of titles."""
    if sex == FEMALE:
        return p.standard_women[grade]  # type: ignore[no-any-return]
    return p.standard_men[grade]  # type: ignore[no-any-return]


@rule("12")
def foreign_value(p: Any, wxf_grade: int, sex: int) -> int:
    """The first rating that a WXF title gives; 0 without one."""
    if sex == FEMALE:
        return p.foreign_women[wxf_grade]  # type: ignore[no-any-return]
    return p.foreign_men[wxf_grade]  # type: ignore[no-any-return]


@rule("6.1")
def first_rating(p: Any, outside: bool, grade: int, wxf_grade: int, sex: int) -> int:
    """What a player without a rating begins with; 0: from outside the mainland, without a title, not rated."""
    if outside:
        value = foreign_value(p, wxf_grade, sex)
        if p.read_foreign_cxa == 1 and grade < OTHER_GRADE:
            value = max(value, standard_value(p, grade, sex))
        return value
    value = standard_value(p, grade, sex)
    if p.read_mainland_wxf == 1:
        value = max(value, foreign_value(p, wxf_grade, sex))
    return value


@rule("6.3")
def not_below_floor(p: Any, rating: int, sex: int) -> int:
    """A rating that falls below the floor stays on it."""
    if sex == FEMALE:
        return max(rating, p.floor_women)  # type: ignore[no-any-return]
    return max(rating, p.floor_men)  # type: ignore[no-any-return]


@rule("7")
def score(result: int, playoff: bool, first: bool) -> int:
    """What a side scored. A drawn playoff game is a win for the second player; forfeits score as they stand (art. 10),
    and if both were absent, or both lost by fouls, nobody scores."""
    if result in (BOTH_ABSENT, BOTH_LOST):
        return LOSS
    if result == DRAW:
        if playoff:
            return LOSS if first else WIN
        return HALF
    first_won = result in (FIRST_WINS, SECOND_ABSENT)
    return WIN if first_won == first else LOSS


@rule("10")
def is_forfeit(result: int) -> bool:
    """A game that was decided without play."""
    return result in (SECOND_ABSENT, FIRST_ABSENT, BOTH_ABSENT)


@rule("8.2")
def average_of_opponents(total: int, games: int) -> int:
    """Ra: the mean rating of the opponents met, to hundredths."""
    return half_away_from_zero(total, games)


@rule("8.3")
def expectation(p: Any, difference: int) -> int:
    """P for Ra − Ro, in hundredths: the number of exact boundaries that the difference does not pass."""
    low, high = 0, len(p.boundaries)
    while low < high:
        middle = (low + high) // 2
        if difference <= p.boundaries[middle]:
            low = middle + 1
        else:
            high = middle
    return low


@rule("8.4")
def expected_score(games: int, p_parts: int) -> int:
    """We: games times P."""
    return games * p_parts


@rule("8.5")
def change(p: Any, k: int, scored: int, expected: int) -> int:
    """ΔR: K times what was scored beyond expectation, to hundredths."""
    return kept_decimals(p, 100 * k * (scored * p.parts // 100 - expected), p.parts)


@rule("8.6")
def new_rating(p: Any, before: int, changes: int) -> int:
    """The rating before and all changes of the period, to one decimal."""
    return 10 * kept_decimals(p, before + changes, 10)


@rule("")
def kept_decimals(p: Any, numerator: int, denominator: int) -> int:
    """A quotient brought to a whole number of units, by the reading chosen."""
    if p.read_decimals == 0:
        return half_away_from_zero(numerator, denominator)
    return numerator // denominator if numerator >= 0 else -(-numerator // denominator)


@rule("9")
def conversion_factor(p: Any, rating: int) -> int:
    """K by the rating on the last list."""
    if rating >= p.k_top_from:
        return p.k_top  # type: ignore[no-any-return]
    if rating >= p.k_high_from:
        return p.k_high  # type: ignore[no-any-return]
    if rating >= p.k_middle_from:
        return p.k_middle  # type: ignore[no-any-return]
    if rating >= p.k_low_from:
        return p.k_low  # type: ignore[no-any-return]
    return p.k_bottom  # type: ignore[no-any-return]


@rule("9")
def k_of(p: Any, rating: int, rated_before: bool) -> int:
    """K of a player; a first-timer's by the standard value."""
    if not rated_before and p.read_first_k == 1:
        return p.k_bottom  # type: ignore[no-any-return]
    return conversion_factor(p, rating)


@rule("11")
def champion_bonus(p: Any, rating: int, k: int, champions: int) -> int:
    """A thousandth of the rating, times K, to hundredths."""
    if p.read_shared_champions == 1:
        return kept_decimals(p, rating * p.permille * k, 1000 * champions)
    return kept_decimals(p, rating * p.permille * k, 1000)


@rule("11")
def champion_change(p: Any, rating: int, k: int, normal: int, champions: int) -> int:
    """A champion does not lose, and gets the bonus on top of the normal change."""
    total_counts = p.read_champion_loss == 1
    kept = normal if p.champion_loses or total_counts else max(normal, 0)
    base = rating if p.read_champion_rating == 0 else rating + kept
    total = kept + champion_bonus(p, base, k, champions)
    return max(total, 0) if total_counts and not p.champion_loses else total


@rule("6.2")
def lifted(rating: int, value: int, title: int, awarded: int) -> int:
    """A title, awarded on a day, lifts a rating to its standard value and never lowers it."""
    return max(rating, value)


@rule("carried in")
def carried_in(p: Any, rating: int, sex: int) -> int:
    """A rating from before the log replaces the calculated one, raised to the floor."""
    rounded = 10 * half_away_from_zero(rating, 10)
    return not_below_floor(p, rounded, sex) if p.read_carried_floor == 0 else rounded
