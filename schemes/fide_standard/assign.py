"""Which list each tournament goes on, from dates and papers alone; and the tournaments of each list in order."""

from typing import Any, NamedTuple

import numpy as np

from schemes.calendar import Calendar
from schemes.fide_standard.admission import (
    day_short_enough,
    first_control_long_enough,
    hybrid_approved,
    is_long,
    registered_in_time,
    reported_in_time,
    version_in_force,
)  # fmt: skip
from schemes.fide_standard.columns import days_left_in_month, table
from schemes.fide_standard.listing import closing_days, day_of_report, list_at_month_end, list_of_event
from schemes.fide_standard.reasons import RATED
from schemes.inputs import Column, Tournaments, fixed
from schemes.rule import compiled, rule
from schemes.rules import Rules
from schemes.scheme import Assignment

# What is known of a tournament without any rating; `month_left` is how many days of the month are left at its end.
PAPERS = np.dtype(
    [
        (name, np.int32)
        for name in ("version", "month_left", "start", "end", "registered", "closed", "report", "moves", "hours_x100")
    ]
    + [(name, np.int32) for name in ("official", "hybrid", "approved", "late_approved")]
)


def papers_of(t: Tournaments, rules: Rules) -> Any:
    """The papers, with the version in force at each start (−1 before the first)."""
    since = np.array([version.since.toordinal() for version in rules.versions])
    columns = {name: getattr(t, name) for name in PAPERS.names or () if name not in ("version", "month_left")}
    version = np.searchsorted(since, t.start, side="right") - 1
    return table(PAPERS, len(t), version=version, month_left=days_left_in_month(t.end), **columns)


@rule("")
def read_days(versions: Any, papers: Any, report: Column, closing: Column, long: Column) -> None:
    """Fill in the day of each report, the closing days, and which events are long."""
    for t in range(len(papers)):
        paper = papers[t]
        p = versions[max(int(paper.version), 0)]
        report[t] = day_of_report(p, int(paper.report), int(paper.closed), int(paper.end))
        closing[t] = closing_days(p, int(paper.official))
        long[t] = is_long(p, int(paper.start), int(paper.end))


@rule("")
def paper_verdict(p: Any, paper: Any, number: int, list_at_end: int) -> int:
    """The first article that keeps a tournament out, as far as papers tell."""
    verdict = version_in_force(int(paper.version))
    if verdict == RATED:
        verdict = hybrid_approved(int(paper.hybrid), int(paper.approved))
    if verdict == RATED:
        verdict = registered_in_time(p, int(paper.start) - int(paper.registered), 0, int(paper.late_approved))
    if verdict == RATED:
        verdict = first_control_long_enough(p, int(paper.moves))
    if verdict == RATED:
        verdict = day_short_enough(p, int(paper.hours_x100))
    if verdict == RATED:
        verdict = reported_in_time(p, number, list_at_end)
    return verdict


@rule("")
def place_all(
    versions: Any, papers: Any, long: Column, closing_list: Column, report_list: Column, list_at_end: Column,
    long_first: Column, first: Column, last: Column, reason: Column,
) -> None:  # fmt: skip
    """Put every tournament on its list or lists, or say why it is on none."""
    for t in range(len(papers)):
        p = versions[max(int(papers[t].version), 0)]
        closing = int(closing_list[t])
        if long[t] == 0:
            closing = list_at_month_end(p, closing, int(list_at_end[t]), int(papers[t].month_left))
        number = list_of_event(closing, int(report_list[t]))
        reason[t] = paper_verdict(p, papers[t], number, int(list_at_end[t]))
        if reason[t] == RATED:
            first[t] = long_first[t] if long[t] > 0 else number
            last[t] = closing_list[t] if long[t] > 0 else number


class Placed(NamedTuple):
    """Where tournaments go, and what was found out on the way."""

    assignment: Assignment
    in_force: Column  # the list at the start
    long: Column
    closing_list: Column  # the first list that closes on or after the end


def place(t: Tournaments, rules: Rules, calendar: Calendar, versions: Any) -> Placed:
    """Assign all tournaments."""
    papers, count = papers_of(t, rules), len(t)
    report, closing, long = np.zeros(count, np.int64), np.zeros(count, np.int64), np.zeros(count, np.int8)
    compiled(read_days)(versions, papers, report, closing, long)
    start, end = papers["start"].astype(np.int64), papers["end"].astype(np.int64)
    in_force = calendar.numbers(start)
    report_list = _list_after_report(report, closing, rules, calendar)
    closing_list = calendar.numbers(end + closing - 1) + 1
    long_first = calendar.numbers(start + closing - 1) + 1
    first, last = np.full(count, -1, np.int64), np.full(count, -1, np.int64)
    reason = np.zeros(count, np.int16)
    compiled(place_all)(
        versions, papers, long, closing_list, report_list, calendar.numbers(end), long_first, first, last, reason
    )
    reach = np.where(reason == RATED, in_force, -1)
    return Placed(Assignment(first, last, reach, np.array(papers.version), reason), in_force, long, closing_list)


def _list_after_report(report: Column, closing: Column, rules: Rules, calendar: Calendar) -> Column:
    """The first list a report is in time for: dated after it, in force."""
    choice = rules.readings["report-by"]
    shift = {"list": 0, "list-day": -1, "closing": closing - 1}[choice]
    return calendar.numbers(report + shift) + 1


def by_list(assignment: Assignment, t: Tournaments, first: int, last: int) -> tuple[Column, Column]:
    """The tournaments of the lists first … last by start, end and id (8.2.1), and where each list begins."""
    begins, ends = np.maximum(assignment.first, first), np.minimum(assignment.last, last)
    here = np.flatnonzero((assignment.reason == RATED) & (begins <= ends))
    here = here[np.lexsort((t.order[here], t.end[here], t.start[here]))]
    parts = (ends - begins + 1)[here]
    events = np.repeat(here, parts)
    number = np.repeat(begins[here], parts) + np.arange(len(events)) - np.repeat(np.cumsum(parts) - parts, parts)
    order = np.argsort(number, kind="stable")
    offsets = np.searchsorted(number[order], np.arange(first, last + 2))
    return fixed(events[order], np.int32), offsets
