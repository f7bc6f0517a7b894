"""Parameters that contradict each other are refused before anything runs."""

from collections.abc import Iterator
from itertools import pairwise

from schemes.fide_standard.parameters import Parameters
from schemes.kernels.errors import contradicting, rules_error
from wording import say


def check(parameters: Parameters) -> None:
    """Raise for the contradictions of one version, all of them named."""
    found = list(_contradictions(parameters))
    if found:
        raise rules_error(contradicting(found), say("change both, or neither"))


def _contradictions(p: Parameters) -> Iterator[str]:
    if p.floor > p.published:
        yield say(
            "floor {floor} is above the published minimum {published}",
            floor=p.floor,
            published=p.published,
        )
    if p.first.most < p.floor:
        yield say("first.most {most} is below the floor {floor}", most=p.first.most, floor=p.floor)
    if p.k.junior_below > p.k.top_from:
        yield say(
            "k.junior_below {junior_below} overlaps k.top_from {top_from}",
            junior_below=p.k.junior_below,
            top_from=p.k.top_from,
        )
    if p.time.middle_from > p.time.top_from:
        yield say(
            "time.middle_from {middle_from} is above time.top_from {top_from}",
            middle_from=p.time.middle_from,
            top_from=p.time.top_from,
        )
    if not p.time.minutes <= p.time.middle_minutes <= p.time.top_minutes:
        yield say(
            "minutes {minutes}, {middle_minutes}, {top_minutes} do not go up with the rating",
            minutes=p.time.minutes,
            middle_minutes=p.time.middle_minutes,
            top_minutes=p.time.top_minutes,
        )
    if p.registration.strong_days < p.registration.days:
        yield say(
            "registration.strong_days {strong_days} is below registration.days {days}",
            strong_days=p.registration.strong_days,
            days=p.registration.days,
        )
    if p.lists.closing_official > p.lists.closing:
        yield say(
            "lists.closing_official {closing_official} is above lists.closing {closing}",
            closing_official=p.lists.closing_official,
            closing=p.lists.closing,
        )
    yield from _calendar_and_tables(p)


def _calendar_and_tables(p: Parameters) -> Iterator[str]:
    if not p.lists.months or not _goes_up(p.lists.months):
        yield say(
            "lists.months {months} must be named once each, in order", months=list(p.lists.months)
        )
    if len(p.tables.largest) != 50 or not _goes_up(p.tables.largest) or p.tables.largest[0] < 0:
        yield say("tables.largest must be 50 differences that go up (for .50 to .99)")
    elif p.tables.largest[-1] > 4000:
        yield say(
            "tables.largest ends at {last}, above any difference of ratings",
            last=p.tables.largest[-1],
        )
    if (
        len(p.tables.differences) != 51
        or not _goes_up(p.tables.differences)
        or p.tables.differences[0] != 0
    ):
        yield say("tables.differences must be 51 differences that go up from 0 (for .50 to 1.0)")


def _goes_up(values: tuple[int, ...]) -> bool:
    return all(a < b for a, b in pairwise(values))
