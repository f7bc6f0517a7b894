"""Parameters that contradict each other are refused before anything runs."""

from collections.abc import Iterator
from itertools import pairwise

from schemes.fide_standard.parameters import Parameters
from schemes.kernels.errors import SchemeError


def check(parameters: Parameters) -> None:
    """Raise for the contradictions of one version, all of them named."""
    found = list(_contradictions(parameters))
    if found:
        raise SchemeError("these parameters contradict each other: " + "; ".join(found), "change both, or neither")


def _contradictions(p: Parameters) -> Iterator[str]:
    if p.floor > p.published:
        yield f"floor {p.floor} is above the published minimum {p.published}"
    if p.first.most < p.floor:
        yield f"first.most {p.first.most} is below the floor {p.floor}"
    if p.k.junior_below > p.k.top_from:
        yield f"k.junior_below {p.k.junior_below} overlaps k.top_from {p.k.top_from}"
    if p.time.middle_from > p.time.top_from:
        yield f"time.middle_from {p.time.middle_from} is above time.top_from {p.time.top_from}"
    if not p.time.minutes <= p.time.middle_minutes <= p.time.top_minutes:
        yield f"minutes {p.time.minutes}, {p.time.middle_minutes}, {p.time.top_minutes} do not go up with the rating"
    if p.registration.strong_days < p.registration.days:
        yield f"registration.strong_days {p.registration.strong_days} is below registration.days {p.registration.days}"
    if p.lists.closing_official > p.lists.closing:
        yield f"lists.closing_official {p.lists.closing_official} is above lists.closing {p.lists.closing}"
    yield from _calendar_and_tables(p)


def _calendar_and_tables(p: Parameters) -> Iterator[str]:
    if not p.lists.months or not _goes_up(p.lists.months):
        yield f"lists.months {list(p.lists.months)} must be named once each, in order"
    if len(p.tables.largest) != 50 or not _goes_up(p.tables.largest) or p.tables.largest[0] < 0:
        yield "tables.largest must be 50 differences that go up (for .50 to .99)"
    elif p.tables.largest[-1] > 4000:
        yield f"tables.largest ends at {p.tables.largest[-1]}, above any difference of ratings"
    if len(p.tables.differences) != 51 or not _goes_up(p.tables.differences) or p.tables.differences[0] != 0:
        yield "tables.differences must be 51 differences that go up from 0 (for .50 to 1.0)"


def _goes_up(values: tuple[int, ...]) -> bool:
    return all(a < b for a, b in pairwise(values))
