"""Articles 7 and 10: on which list an event is rated, and who is on a list."""

from typing import Any

from schemes.fide_standard.reasons import BELOW_PUBLISHED, NO_FEDERATION, RATED, SUSPENDED
from schemes.rule import rule

NO_MEMBER, MEMBER, SUSPENDED_MEMBER = range(3)  # what a player's federation is on the list date


@rule("7.1.3")
def closing_days(p: Any, official: int) -> int:
    """How many days before a list an event must have ended to be on it."""
    return int(p.lists_closing_official if official > 0 else p.lists_closing)


@rule("7.1.3")
def list_of_event(closing_list: int, report_list: int) -> int:
    """The first list that closes on or after an event's end and that comes after its report."""
    return max(closing_list, report_list)


@rule("9.1")
def list_at_month_end(p: Any, closing_list: int, list_at_end: int, days_left: int) -> int:
    """An event that ends within the last days of the month may go on the list after, by a reading of its own."""
    if p.read_month_end == 0 or days_left > p.lists_month_end:
        return closing_list
    return max(closing_list, list_at_end + 2)


@rule("7.1.3")
def day_of_report(p: Any, report: int, closed: int, end: int) -> int:
    """When the report was received; without one (−1), the day the event was closed."""
    if report >= 0:
        return report
    return closed if p.read_report_missing == 0 else end


@rule("7.1.2")
def is_published(p: Any, rating: int) -> int:
    """A rating below the published minimum stays unpublished."""
    return RATED if rating >= p.published else BELOW_PUBLISHED


@rule("7.2.1")
def has_fallen(p: Any, rating: int) -> int:
    """1 if a rating is below the floor: the player is then unrated."""
    return 1 if rating < p.floor else 0


@rule("7.2.2")
def is_active(p: Any, number: int, year: int, last_game: int, last_year: int, since: int, since_year: int) -> int:
    """1 if there was a rated game within the year before this list, or the player is not on it for that long."""
    if p.read_inactivity != 0:
        return 1 if last_year >= year - 1 or since_year >= year - 1 else 0
    return 1 if number - last_game < p.lists_inactive_after or number - since < p.lists_inactive_after else 0


@rule("7.2.2")
def shown_active(p: Any, active: int, declared: int, last_game: int) -> int:
    """0 for a player declared inactive when list `declared` was in force (−1: none), until a later list has a game."""
    if declared < 0 or (p.read_declared == 0 and last_game > declared):
        return active
    return 0


@rule("10.1")
def is_member(federation: int) -> int:
    """Only players of a member federation are listed, and only while it is not suspended."""
    if federation == NO_MEMBER:
        return NO_FEDERATION
    return SUSPENDED if federation == SUSPENDED_MEMBER else RATED
