"""Articles 0 to 6 and 9: which tournaments and which games are rated."""

from typing import Any

from schemes.fide_standard.reasons import (
    DEAD,
    FIRST_CONTROL,
    FORFEIT,
    HOURS,
    HYBRID,
    LATE,
    LATE_STRONG,
    MATCH_UNRATED,
    NO_VERSION,
    RATED,
    REPORT,
    TOO_SHORT,
)  # fmt: skip
from schemes.inputs import BOTH_ABSENT, DRAW, FIRST_ABSENT, FIRST_WINS, SECOND_ABSENT, SECOND_WINS
from schemes.rule import rule


@rule("0.1")
def version_in_force(version: int) -> int:
    """A tournament needs a version that is in force when it starts (−1: none)."""
    return RATED if version >= 0 else NO_VERSION


@rule("0.2")
def hybrid_approved(hybrid: int, approved: int) -> int:
    """A hybrid tournament needs its own approval."""
    return HYBRID if hybrid > 0 and approved == 0 else RATED


@rule("0.2.1")
def is_strong(p: Any, rating: int, woman: int) -> int:
    """1 if a player of this rating makes a tournament one that must be registered early."""
    if rating > p.registration_strong_above:
        return 1
    return 1 if woman > 0 and rating > p.registration_strong_woman_above else 0


@rule("0.2")
def registered_in_time(p: Any, days_before: int, strong: int, late_approved: int) -> int:
    """Registered so many days before the start; exactly the day is in time, an approval lifts it."""
    if late_approved > 0:
        return RATED
    if days_before < p.registration_days:
        return LATE
    return LATE_STRONG if strong > 0 and days_before < p.registration_strong_days else RATED


@rule("1.1")
def time_enough(p: Any, base: int, increment: int, higher: int) -> int:
    """The seconds for a whole game against the minutes that the higher rating asks for; base −1: not given."""
    if base < 0:
        return RATED if p.read_time_missing == 0 else TOO_SHORT
    minutes = p.time_minutes
    if higher >= p.time_top_from:
        minutes = p.time_top_minutes
    elif higher >= p.time_middle_from:
        minutes = p.time_middle_minutes
    return RATED if base + p.time_moves * increment >= 60 * minutes else TOO_SHORT


@rule("1.2")
def first_control_long_enough(p: Any, moves: int) -> int:
    """A first control that counts moves (0: it does not) must count enough of them."""
    return FIRST_CONTROL if 0 < moves < p.time_first_control else RATED


@rule("3.1")
def day_short_enough(p: Any, hours_x100: int) -> int:
    """The hours of play a day (−1: not given) may not be too many."""
    return HOURS if hours_x100 > 100 * p.time_hours_a_day else RATED


@rule("4.1")
def is_long(p: Any, start: int, end: int) -> int:
    """1 if an event is so long that it is rated month by month."""
    if p.read_long_parts != 0:
        return 0
    days = end - start + (1 if p.read_long_length == 0 else 0)
    return 1 if days > p.lists_long_days else 0


@rule("4.1")
def day_of_game(day: int, start: int, end: int) -> int:
    """The day a game counts for: its own, or the nearer end of the event."""
    return min(max(day, start), end)


@rule("5.1")
def was_played(result: int) -> int:
    """A game that one or both did not play is not rated."""
    return RATED if result in (FIRST_WINS, SECOND_WINS, DRAW) else FORFEIT


@rule("6.1")
def match_of_rated(rating: int) -> int:
    """A match needs rated players."""
    return RATED if rating > 0 else MATCH_UNRATED


@rule("6.2")
def match_open(p: Any, points_x2: int, rounds: int, rate_all: int) -> int:
    """Once the better of two has more than half of a match's points, what follows is not rated, unless asked for."""
    if rate_all > 0:
        return RATED
    return DEAD if 50 * points_x2 > p.match_percent * rounds else RATED


@rule("9.1")
def reported_in_time(p: Any, list_number: int, list_at_end: int) -> int:
    """The list an event would go on may not be later than the third after its end."""
    return REPORT if list_number > list_at_end + p.lists_latest else RATED


@rule("")
def points_x2(result: int, second: int) -> int:
    """What a result gives one side (second: 0 or 1) in half points; a forfeit gives its winner the point."""
    if result == DRAW:
        return 1
    if result == BOTH_ABSENT:
        return 0
    first_won = result in (FIRST_WINS, SECOND_ABSENT)
    return 2 if first_won == (second == 0) else 0


assert FIRST_ABSENT == SECOND_ABSENT + 1, "a forfeit is won by the one who was there"
