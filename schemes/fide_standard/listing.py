"""Articles 7, 9 and 10: on which list an event is rated, and who is on a list."""

from schemes.fide_standard.reasons import NO_FEDERATION, SUSPENDED
from schemes.kernels import article, loop
from schemes.kernels.arithmetic import half_up
from schemes.kernels.fields import Fields
from schemes.rating.listing import NO_MEMBER, SUSPENDED_MEMBER
from schemes.rating.reasons import NOT_PUBLISHED, RATED


@article("7.1")
def carried_in(p: Fields, rating_x100: int, sex: int) -> int:
    """Rating {rating_x100} carried in, as the nearest whole number; below the floor it is none."""
    return kept_rating(p, half_up(rating_x100, 100), sex)


@article("7.1.2")
def is_published(p: Fields, rating: int, sex: int) -> bool:
    """A rating below the published minimum stays unpublished."""
    return rating >= p.published


@article("7.1.3")
def closing_days(p: Fields, is_official: bool) -> int:
    """How many days before a list an event must have ended to be on it."""
    return p.lists_closing_official if is_official else p.lists_closing


@article("7.1.3")
def day_of_report(p: Fields, report_day: int, closed_day: int, end_day: int) -> int:
    """When the report was received; without one (−1), the day the event was closed."""
    if report_day >= 0:
        return report_day
    if p.read_report_missing == 0:
        return closed_day
    return end_day


@article("7.1.3")
def report_days(p: Fields, closing: int) -> int:
    """How many days before a list a report must have been received, where events close {closing} days before."""
    if p.read_report_by == 0:
        return 1
    if p.read_report_by == 1:
        return 0
    return closing


@article("9.1")
def list_of_event(
    p: Fields, closing_list: int, report_list: int, list_at_end: int, days_left: int
) -> int:
    """The first list that closes on or after the end and comes after the report.

    By a reading of its own an event that ends within the last days of the month goes on the list after.
    """
    if p.read_month_end != 0 and days_left <= p.lists_month_end:
        closing_list = max(closing_list, list_at_end + 2)
    return max(closing_list, report_list)


@article("7.2.1")
def kept_rating(p: Fields, rating: int, sex: int) -> int:
    """A rating below {p.floor} is none: unrated from this list on."""
    if rating >= p.floor:
        return rating
    return 0


@loop
def peak_after_fall(p: Fields, peak: int) -> int:
    """Whether a published 2400 or 2300 from before a fall still counts (8.3.3)."""
    if p.read_k_peak == 0:
        return peak
    return 0


@article("7.2.2")
def is_active(p: Fields, now: int, last_game: int, since: int) -> bool:
    """A rated game within the year before this list, or not on it for that long."""
    newest = max(last_game, since)
    if p.read_inactivity != 0:
        return newest // p.lists_a_year >= now // p.lists_a_year - 1
    return now - newest < p.lists_inactive_after


@article("7.2.2")
def declaration_holds(p: Fields, declared: int, last_game: int) -> bool:
    """Inactivity declared when list `declared` was in force holds until a later list has a game of the player."""
    return p.read_declared != 0 or last_game <= declared


@loop
def appears_anew(p: Fields) -> bool:
    """Whether the year of 7.2.2 begins anew with every rating that is carried in."""
    return p.read_carried_inactive == 0


@article("10.1")
def is_member(federation: int) -> int:
    """Only players of a member federation are listed, and only while it is not suspended."""
    if federation == NO_MEMBER:
        return NO_FEDERATION
    if federation == SUSPENDED_MEMBER:
        return SUSPENDED
    return RATED


@loop
def list_verdict(p: Fields, rating: int, sex: int, federation: int) -> int:
    """Why a rated player is not on the published list."""
    if is_published(p, rating, sex):
        return is_member(federation)
    return NOT_PUBLISHED
