"""The days of a report: start, end, rounds. One form of writing them is chosen, so that all of them agree."""

import re
from datetime import date as Date
from typing import NamedTuple

from msgspec import Struct

from replay.files.dates import FORMS, TOKEN, is_short, nearest_century, readings
from replay.files.trf.report import ReportLine, TrfReport
from wording import either, say

_START = 0
_END = -1
_LONGEST = 366  # days of a tournament, beyond which a form is not believed
_UNREAD = 1000
_REMEDY = say("write it as 2024/03/31")
_COLUMN = 91
_STANDARD = re.compile(r"\d{4}/\d\d/\d\d")


class Days(Struct, frozen=True):
    """When a tournament was played; `rounds` as far as line 132 gives them."""

    start: Date
    end: Date
    rounds: dict[int, Date]


class _Written(NamedTuple):
    """A date as it stands in the file: of the start (0), the end (-1) or a round."""

    line: ReportLine
    column: int
    text: str
    of: int


# the form of dates with four digits of the year, and of those with two
_Way = tuple[str, str]


def read_days(report: TrfReport, told: str | None = None) -> Days | None:
    """The days, or None where they are missing, wrong or unclear (then the report has a problem more)."""
    written = [*_header(report, "042", _START), *_header(report, "052", _END), *_rounds(report)]
    if not written or written[0].of != _START:
        report.refuse(
            ReportLine(1, "", ""),
            1,
            say("no start date"),
            say("tell it with --start 2024-03-31, and --end if it took several days"),
        )
        return None
    way = _chosen_way(report, written, told)
    if way is None:
        return None
    found = {one.of: _day(one, way, written[0]) for one in written}
    for one in written:
        if found[one.of] is None:
            _tell_unread(report, one)
    start = found[_START]
    end = found.get(_END)
    if start is None or (end is None and _END in found):
        return None
    return _framed(
        report, start, end, {of: day for of, day in found.items() if of > 0 and day is not None}
    )


def _header(report: TrfReport, code: str, of: int) -> list[_Written]:
    line = report.first(code)
    if line is None:
        return []
    token = TOKEN.search(line.value)
    return [_Written(line, 5, token[0] if token else line.value, of)]


def _rounds(report: TrfReport) -> list[_Written]:
    """The dates of line 132, by their columns, else by their order."""
    found: dict[int, _Written] = {}
    for line in report.lines("132"):
        for order, token in enumerate(TOKEN.finditer(line.text, 4), 1):
            in_column = token.start() >= _COLUMN and (token.start() - _COLUMN) % 10 == 0
            if in_column:
                round_ = (token.start() - _COLUMN) // 10 + 1
            else:
                round_ = order
            found.setdefault(round_, _Written(line, token.start() + 1, token[0], round_))
    return list(found.values())


def _chosen_way(report: TrfReport, written: list[_Written], told: str | None) -> _Way | None:
    """The form in which fewest dates contradict each other. If two forms fit and give other days, refuse the report."""
    ways = [
        (long, short)
        for long in ("dmy", "mdy")
        for short in FORMS
        if told is None or told in (long, short)
    ]
    doubts = {way: _doubts(written, way) for way in ways}
    best = [way for way in ways if doubts[way] == min(doubts.values())]
    if told is not None and (told, told) in best:
        return told, told
    if all(_STANDARD.fullmatch(one.text) for one in written if one.of in (_START, _END)):
        best = [
            way for way in best if way[1] == "ymd"
        ] or best  # the standard has YY/MM/DD for rounds
    for one in written:
        meant = {way[is_short(one.text)]: _day(one, way, written[0]) for way in best}
        if len(set(meant.values())) > 1:
            days = either(f"{day} ({form})" for form, day in meant.items())
            wrong = say(
                "{text!r} can be {days}, and nothing in the file says which",
                text=one.text,
                days=days,
            )
            report.refuse(
                one.line, one.column, wrong, say("say it with --dates {forms}", forms=either(meant))
            )
            return None
    return best[0]


def _doubts(written: list[_Written], way: _Way) -> tuple[int, int]:
    """How many dates cannot be read or are outside of the tournament, and by how many days."""
    days = {one.of: _day(one, way, written[0]) for one in written}
    count = sum(
        _UNREAD if one.of in (_START, _END) else 1 for one in written if days[one.of] is None
    )
    start = days[_START]
    end = days.get(_END)
    if start is None:
        return count, 0
    length = (end - start).days if end is not None else _LONGEST
    count += not 0 <= length <= _LONGEST
    after = [(day - start).days for of, day in days.items() if of > 0 and day is not None]
    outside = [max(-each, each - length) for each in after if not 0 <= each <= length]
    return count + len(outside), sum(outside)


def _day(one: _Written, way: _Way, start: _Written) -> Date | None:
    """A date in one way; two digits of a year are of the century nearest to the start."""
    short = is_short(one.text)
    day = readings(one.text).get(way[short])
    if day is None or not short or one is start:
        return day
    begin = readings(start.text).get(way[is_short(start.text)])
    if begin is not None:
        return nearest_century(day, begin)
    return day


def _tell_unread(report: TrfReport, one: _Written) -> None:
    if one.of in (_START, _END):
        wrong = say("start date {text!r} is not a date", text=one.line.value)
        if one.of == _END:
            wrong = say("end date {text!r} is not a date", text=one.line.value)
        report.refuse(one.line, 5, wrong, _REMEDY)
    else:
        report.warn(
            one.line, one.column, say("round date {text!r} is not a date, left out", text=one.text)
        )


def _framed(
    report: TrfReport, start: Date, end: Date | None, rounds: dict[int, Date]
) -> Days | None:
    if end is None:
        end = max([start, *rounds.values()])
        report.warn(None, 0, say("no end date (line 052): {end} is taken", end=end))
    if end < start:
        line = report.first("052")
        assert line is not None
        report.refuse(
            line,
            5,
            say("the end {end} is before the start {start}", end=end, start=start),
            say("correct one of them"),
            report.first("042"),
        )
        return None
    return Days(start, end, rounds)
