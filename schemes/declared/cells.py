"""The numbers of a declared regulation as its articles read them: `p.name`.

Tables have one length for all files, so that what was compiled for one file serves every other.
"""

from collections.abc import Sequence
from decimal import ROUND_CEILING, Decimal
from functools import cache
from typing import Any

from schemes.declared.articles import LINEAR, LOGISTIC, TABLE
from schemes.declared.parameters import (
    Absence,
    Admission,
    Bonus,
    Case,
    Expected,
    First,
    Floor,
    Grade,
    RoundingRule,
)
from schemes.fide_standard.tables import DIFFERENCES, LARGEST
from schemes.kernels.arithmetic import logistic_boundaries
from schemes.kernels.errors import rules_error
from schemes.kernels.parameters import Cells
from schemes.kernels.readings import nearest
from wording import say

NO_LIMIT = 10**9  # stands for a limit that is not given
MOST_ROWS, MOST_CASES, MOST_GRADES, MOST_PLACES = 255, 32, 32, 64
TIMES = ("base", "increment", "game")
RULES = ("half-away", "half-up", "half-even", "down", "up", "towards-zero")
FIDE_ROWS = tuple(zip(LARGEST, range(50, 100), strict=True))


def or_no_limit(limit: int | None, scale: int = 1) -> int:
    """A limit in a unit; one that is not given is so high that nothing reaches it."""
    if limit is None:
        return NO_LIMIT
    return limit * scale


def filled(values: Sequence[int], length: int, value: int = 0) -> tuple[int, ...]:
    """A table of a fixed length."""
    return (*values, *[value] * (length - len(values)))


def admission_cells(admission: Admission) -> Cells:
    """Which tournaments are rated."""
    least = {f"{time}_least": getattr(admission, f"{time}_least") or 0 for time in TIMES}
    most = {f"{time}_most": or_no_limit(getattr(admission, f"{time}_most")) for time in TIMES}
    return {
        **least,
        **most,
        "time_moves": admission.moves,
        "needs_clock": int(admission.no_clock == "refused"),
        "rounds_least": admission.rounds_least,
        "arbiters_least": admission.arbiters_least,
    }


def expected_cells(expected: Expected) -> dict[str, Any]:
    """How differences become expectations."""
    rows = expected.rows if expected.kind == "table" else FIDE_ROWS
    beyond = expected.beyond if expected.kind == "table" else 100
    return {
        "expected_kind": {"logistic": LOGISTIC, "linear": LINEAR}.get(expected.kind, TABLE),
        "cap": or_no_limit(expected.cap, 100),
        "cap_exempt_from": or_no_limit(expected.cap_exempt_from, 100),
        "width": 100 * expected.width,
        "parts": 10**expected.digits,
        "boundaries": boundaries(expected.scale, 10**expected.digits),
        "table_upper": filled([100 * upper for upper, _ in rows], MOST_ROWS),
        "table_value": filled([100 * value for _, value in rows] + [100 * beyond], MOST_ROWS + 1),
        "table_rows": len(rows),
    }


@cache
def boundaries(scale: int, parts: int) -> tuple[int, ...]:
    """The logistic formula as the largest differences of each expectation, rounded to the nearest."""
    return logistic_boundaries(scale, parts)


def first_cells(first: First, per_point: int, codes: Sequence[str]) -> Cells:
    """How a player gets a first rating, with so many parts to a point; title n of the codes is level n."""
    outside: Sequence[Grade] = getattr(first, "outside", ())
    by_results = first.kind == "performance"
    begin = 0 if by_results else first.rating
    return {
        "gathers": int(by_results),
        "first": per_point * begin,
        "first_women": per_point * (begin if first.women is None or by_results else first.women),
        **_worths(first.titles, per_point, codes, "grade"),
        **_worths(outside, per_point, codes, "outside"),
        "lifts": int(first.lifts),
        "first_games": first.games,
        "first_least": per_point * first.least,
        "first_most": per_point * first.most,
        "first_is_linear": int(first.worth == "linear"),
        "first_width": per_point * first.width,
        "added_draws": first.added_draws,
        "added_rating": per_point * first.added_rating,
        "differences": DIFFERENCES,
    }


def _worths(grades: Sequence[Grade], per_point: int, codes: Sequence[str], name: str) -> Cells:
    """The first rating that each title gives, and what it gives women; 0: none."""
    men = {code: each.rating for each in grades for code in each.codes}
    women = {
        code: each.rating if each.women is None else each.women
        for each in grades
        for code in each.codes
    }
    return {
        name: filled([per_point * men.get(code, 0) for code in codes], MOST_GRADES),
        f"{name}_women": filled([per_point * women.get(code, 0) for code in codes], MOST_GRADES),
    }


def published_cells(lists: Any, per_point: int) -> Cells:
    """The lowest ratings that are published, as ratings are counted: 1500.5 is 1501 where these are whole points."""
    women = lists.published_from if lists.published_women is None else lists.published_women
    return {
        "published_from": _counted_up(lists.published_from, per_point),
        "published_women": _counted_up(women, per_point),
    }


def _counted_up(rating: Decimal, per_point: int) -> int:
    """A rating as ratings are counted, up to the next of them."""
    return int((Decimal(rating) * per_point).to_integral_value(ROUND_CEILING))


def floor_cells(floor: Floor, per_point: int) -> Cells:
    """The lowest ratings, and what becomes of those who fall below."""
    return {
        "floor": per_point * floor.rating,
        "floor_women": per_point * (floor.rating if floor.women is None else floor.women),
        "falls_unrated": int(getattr(floor, "below", "stays") == "unrated"),
    }


def besides_cells(bonus: Bonus, absence: Absence, per_point: int) -> Cells:
    """What places give, and what absence costs."""
    return {
        "bonus": filled([per_point * each for each in bonus.points], MOST_PLACES),
        "bonus_permille": filled(bonus.permille, MOST_PLACES),
        "bonus_places": max(len(bonus.points), len(bonus.permille)),
        "bonus_national": int(bonus.events == "national"),
        "absence_x10000": int(100 * absence.percent),
    }


def k_cells(cases: Sequence[Case], scale: int, titles: Sequence[str]) -> Cells:
    """The cases of K in their order; ratings in parts of a point."""

    def every(word: str, missing: int, scale: int = 1) -> tuple[int, ...]:
        values = [getattr(case, word) for case in cases]
        return filled([missing if value is None else value * scale for value in values], MOST_CASES)

    masks = [sum(1 << _level(titles, title) for title in case.titles) for case in cases]
    return {
        "k_cases": len(cases),
        "k": every("k", 0),
        "k_rating_from": every("rating_from", -NO_LIMIT, scale),
        "k_rating_below": every("rating_below", NO_LIMIT, scale),
        "k_games_from": every("games_from", -1),
        "k_games_below": every("games_below", NO_LIMIT),
        "k_peak_from": every("peak_from", -NO_LIMIT, scale),
        "k_peak_below": every("peak_below", NO_LIMIT, scale),
        "k_age_least": _ages(cases),
        "k_age_most": every("age_most", NO_LIMIT),
        "k_titles": filled(masks, MOST_CASES),
    }


def _level(titles: Sequence[str], title: str) -> int:
    """The level of a title that a case of K names."""
    if title not in titles:
        raise rules_error(
            say("the file does not name the title {title!r}", title=title),
            nearest(title, tuple(titles)),
        )
    return titles.index(title)


def _ages(cases: Sequence[Case]) -> tuple[int, ...]:
    """The least age of each case: a case that speaks of age does not hold for an unknown one (−1)."""
    least = [case.age_least for case in cases]
    most = [case.age_most for case in cases]
    found = [
        each if each is not None else -1 if other is None else 0
        for each, other in zip(least, most, strict=True)
    ]
    return filled(found, MOST_CASES)


def cells_of(rules: Any, per_point: int, bonus_per_point: int, titles: Sequence[str]) -> Cells:
    """All numbers of a version, whatever its unit; a word that the unit does not have is as if it were not written.

    A rating has so many parts to a point as the driver counts in, and a bonus as many as it is added in.
    """

    def word(table: str, name: str, missing: Any = None) -> Any:
        return getattr(getattr(rules, table, None), name, missing)

    return {
        **expected_cells(rules.expected),
        **k_cells(rules.k, per_point, titles),
        **first_cells(rules.first, per_point, titles),
        **floor_cells(rules.floor, per_point),
        **published_cells(rules.lists, per_point),
        **besides_cells(rules.bonus, rules.absence, bonus_per_point),
        **admission_cells(rules.admission),
        "closing": word("lists", "closing", 1),
        # a number of lists; by game, of days
        "inactive_after": or_no_limit(
            word("lists", "inactive_after", word("lists", "inactive_days"))
        ),
        "forfeits": int(rules.games.forfeits == "rated"),
        "is_game_by_game": int(word("expected", "against", "each") == "each"),
        "k_by_titles": int(any(case.titles for case in rules.k)),
        "k_limit": or_no_limit(word("k_limit", "most")),
        "one_k": int(word("k_of_game", "rule") == "one"),
        "last_rounds": word("last_rounds", "rounds", 0),
        "last_addition": word("last_rounds", "add", 0),
        "rounding": rule_number(rules.rounding.rule),
        "rounds_tournaments": int(word("rounding", "place") == "tournament"),
        "zero_counts": int(word("first", "zero_counts", True)),
        "carried_games": word("first", "carried_games", 0),
        "gives_bonus": int(bool(rules.bonus.points or rules.bonus.permille)),
        "champion_loses": int(word("bonus", "loses", True)),
    }


def rule_number(rule: RoundingRule) -> int:
    """The rule of rounding as articles read it."""
    return RULES.index(rule)
