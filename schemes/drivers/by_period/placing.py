"""Which list each tournament goes on, from dates and papers alone; and the tournaments of each list in order."""

from datetime import date
from typing import Any

import numpy as np

from schemes.drivers.by_period.articles import (
    closing_days,
    day_of_report,
    is_long,
    list_of_event,
    report_days,
)
from schemes.kernels.articles import Articles, loop
from schemes.kernels.calendar import EPOCH
from schemes.kernels.columns import Records, version_on
from schemes.kernels.fields import Fields
from schemes.kernels.inputs import Column, Tournaments, fixed
from schemes.kernels.regulation import Regulation
from schemes.kernels.rules import Rules
from schemes.kernels.scheme import Assignment, Node
from schemes.rating.papers import papers_of, reason_of_paper
from schemes.rating.reasons import RATED
from wording import say

AROUND = 800  # days before and after all tournaments in which their lists are looked for


def _unplaced(scheme: Regulation, tournaments: Tournaments, rules: Rules) -> Records:
    """Papers with room for where tournaments go; `month_left` is how many days of the month are left at the end.

    `place_all` fills in the lists in force at the start and at the end, whether the event is long, the first list that
    closes on or after the end, the list of the whole event, the lists on which it is rated (−1), and the reason.
    """
    nothing = np.zeros(len(tournaments), np.int32)
    return papers_of(
        scheme, tournaments, rules, version_on(tournaments.start, rules),
        month_left=_days_left_in_month(tournaments.end), in_force=nothing, list_at_end=nothing, long=nothing,
        closing_list=nothing, number=nothing, first=nothing - 1, last=nothing - 1, reason=nothing,
    )  # fmt: skip


def _days_left_in_month(days: Column) -> Column:
    """How many days of the month come after a day; for many days."""
    dates = (days.astype(np.int64) - EPOCH).astype("datetime64[D]")
    next_month = (dates.astype("datetime64[M]") + 1).astype("datetime64[D]")
    left: Column = (next_month - dates).astype(np.int64) - 1
    return left


def placed(scheme: Regulation, tournaments: Tournaments, rules: Rules) -> Records:
    """Assign all tournaments."""
    papers = _unplaced(scheme, tournaments, rules)
    work = scheme.at_work(rules, len(tournaments))
    days = np.concatenate(
        [papers.start, papers.end, papers.closed, papers.report[papers.report >= 0]]
    )
    first = int(days.min(initial=EPOCH))
    last = int(days.max(initial=EPOCH))
    first_day = max(first - AROUND, 1)
    lists = scheme.calendar(rules).numbers(np.arange(first_day, last + AROUND, dtype=np.int64))
    work.loop(place_all)(work.versions, papers, lists, first_day)
    return papers


def assignment_of(papers: Records) -> Assignment:
    """The lists of tournaments as the rest of the program reads them."""
    first = np.asarray(papers.first, np.int64)
    last = np.asarray(papers.last, np.int64)
    reach = np.where(papers.reason == RATED, papers.in_force, -1).astype(np.int64)
    return Assignment(
        first,
        last,
        reach,
        np.asarray(papers.version, np.int64),
        np.asarray(papers.reason, np.int16),
    )


def why_that_list(articles: Articles, paper: Any, versions: list[Any]) -> list[Node]:
    """Why a tournament is on its list: its end, its report, or that each of its games goes on a list of its own."""
    p = versions[max(int(paper.version), 0)]
    closing = int(articles.traced(closing_days)(p, bool(paper.official > 0)))
    end = date.fromordinal(int(paper.end))
    ended = say(
        "it ended on {end}; a list has what ended {days} days or more before it",
        end=end.isoformat(),
        days=closing,
    )
    nodes = [Node(ended, articles.number(closing_days))]
    if paper.long:
        text = say(
            "it is a long event: each game goes on the first list that closes on or after its day"
        )
        return [Node(text, articles.number(is_long)), *nodes]
    day = int(
        articles.traced(day_of_report)(p, int(paper.report), int(paper.closed), int(paper.end))
    )
    before = int(articles.traced(report_days)(p, closing))
    received = date.fromordinal(day).isoformat()
    if paper.first > paper.closing_list:
        text = say(
            "its report is of {day}; a list has what was reported {days} days or more before it: a later one",
            day=received,
            days=before,
        )
        nodes.append(Node(text, articles.number(day_of_report)))
    nodes.append(
        Node(
            say("the first list that has both the event and its report"),
            articles.number(list_of_event),
        )
    )
    return nodes


@loop
def place_all(versions: Any, papers: Records, lists: Column, first_day: int) -> None:
    """Put every tournament on its list or lists, or say why it is on none; `lists` is the list in force by day."""
    for paper in papers:
        place(versions, paper, lists, first_day)


@loop
def place(versions: Any, paper: Fields, lists: Column, first_day: int) -> None:
    """Put a tournament on its list; the games of a long one go on the lists from its start to its end."""
    p = versions[max(int(paper.version), 0)]
    start = int(paper.start)
    end = int(paper.end)
    closing = closing_days(p, paper.official > 0)
    report = day_of_report(p, int(paper.report), int(paper.closed), end)
    paper.list_at_end = lists[end - first_day]
    closing_list = lists[end + closing - 1 - first_day] + 1
    report_list = lists[report + report_days(p, closing) - 1 - first_day] + 1
    paper.in_force = lists[start - first_day]
    paper.closing_list = closing_list
    long = is_long(p, start, end)
    number = max(closing_list, report_list)
    if not long:
        number = list_of_event(
            p, closing_list, report_list, int(paper.list_at_end), int(paper.month_left)
        )
    paper.long = long
    paper.number = number
    paper.reason = reason_of_paper(versions, paper)
    if paper.reason == RATED:
        paper.first = lists[start + closing - 1 - first_day] + 1 if long else number
        paper.last = closing_list if long else number


def by_list(assignment: Assignment, t: Tournaments, first: int, last: int) -> tuple[Column, Column]:
    """The tournaments of the lists first … last by start, end and id, and where each list begins."""
    begins = np.maximum(assignment.first, first)
    ends = np.minimum(assignment.last, last)
    here = np.flatnonzero((assignment.reason == RATED) & (begins <= ends))
    here = here[np.lexsort((t.order[here], t.end[here], t.start[here]))]
    parts = (ends - begins + 1)[here]
    events = np.repeat(here, parts)
    number = (
        np.repeat(begins[here], parts)
        + np.arange(len(events))
        - np.repeat(np.cumsum(parts) - parts, parts)
    )
    order = np.argsort(number, kind="stable")
    offsets = np.searchsorted(number[order], np.arange(first, last + 2))
    return fixed(events[order], np.int32), offsets
