"""Which tournaments are rated, and on which list: arts. 3, 4, 5 and 14."""

from typing import Any

import numpy as np

from schemes.calendar import EPOCH, Calendar
from schemes.cxa_rapid.articles import arbiters_suffice, registered_in_time, time_control_fits
from schemes.cxa_rapid.columns import records
from schemes.cxa_rapid.reasons import ARBITERS, BEFORE_TRIAL, INCREMENT, LATE, NO_ARBITERS, NO_TIME_CONTROL, RATED, SLOW
from schemes.inputs import Column, Tournaments
from schemes.rule import compiled, rule
from schemes.rules import Rules
from schemes.scheme import Assignment


@rule("")
def verdict(p: Any, paper: Any) -> int:
    """The reason code of a tournament by its papers; 0 rated."""
    if not time_control_fits(p, paper.base, paper.increment):
        if paper.base < 0:
            return NO_TIME_CONTROL
        return SLOW if paper.base > p.base else INCREMENT
    if not arbiters_suffice(p, paper.arbiters):
        return NO_ARBITERS if paper.arbiters < 0 else ARBITERS
    if not registered_in_time(p, paper.registered, paper.deadline, paper.late_approved):
        return LATE
    return RATED


@rule("")
def verdicts(versions: Any, papers: Any, codes: Column) -> None:
    """The reason codes of all tournaments."""
    for row in range(len(papers)):
        version = papers[row].version
        codes[row] = BEFORE_TRIAL if version < 0 else verdict(versions[max(version, 0)], papers[row])


def assigned(given: Tournaments, rules: Rules, calendar: Calendar, versions: Any) -> Assignment:
    """Each tournament's list, version and verdict."""
    by_end = rules.readings["trial"] == "end"
    version = _version(given.end if by_end else given.start, rules)
    deadline = _deadlines(given.start, version, rules)
    papers = records(
        version=version, base=given.base, increment=given.increment, arbiters=given.arbiters,
        registered=given.registered, deadline=deadline, late_approved=given.late_approved,
    )  # fmt: skip
    reason = np.zeros(len(papers), np.int16)
    compiled(verdicts)(versions, papers, reason)
    number = np.where(reason == RATED, calendar.numbers(given.end) + 1, -1).astype(np.int32)
    reach = np.where(reason == RATED, number - 1, -1).astype(np.int32)
    return Assignment(number, number.copy(), reach, version, reason)


def _version(days: Column, rules: Rules) -> Column:
    since = np.array([version.since.toordinal() for version in rules.versions], np.int64)
    return (np.searchsorted(since, days, side="right") - 1).astype(np.int32)


def _deadlines(start: Column, version: Column, rules: Rules) -> Column:
    """The last day on which each tournament could be registered."""
    deadline = np.asarray(start, np.int64).copy()
    for index, each in enumerate(rules.versions):
        here = version == index
        admission = each.parameters.admission
        if rules.readings["two-months"] == "days":
            deadline[here] -= admission.days
        else:
            deadline[here] = _months_before(deadline[here], admission.months)
    return deadline


def _months_before(days: Column, months: int) -> Column:
    """The same day of the month so many months earlier, or that month's last day if it has no such day."""
    when = (days - EPOCH).astype("datetime64[D]")
    month = when.astype("datetime64[M]")
    into = when - month.astype("datetime64[D]")
    earlier = month - months
    last = (earlier + 1).astype("datetime64[D]") - 1
    found = np.minimum(earlier.astype("datetime64[D]") + into, last)
    return np.asarray(found.astype(np.int64) + EPOCH, np.int64)
