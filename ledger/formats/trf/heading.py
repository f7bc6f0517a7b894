"""The tournament lines of a report: name, days, rounds, time control."""

import re
from calendar import isleap
from datetime import date as Date
from datetime import timedelta

from msgspec import Struct

from ledger.events import Competition, Format, TimeControl, TournamentRegistered
from ledger.formats.players import slug
from ledger.formats.trf.dates import TOKEN, possible_dates, read_date
from ledger.formats.trf.report import Line, Report
from ledger.formats.trf.time_control import read_encoded, read_free

NO_REGISTRATION_DATE = "registration date not in the report: 30 days before the start are taken"
_FORMATS: tuple[tuple[str, Format], ...] = (
    ("robin", "roundrobin"), ("berger", "roundrobin"), ("knock", "knockout"), ("match", "match"),
)  # fmt: skip
_DEFAULT_RATED = ("fide-standard",)
_EARLIEST, _LATEST = 1850, 2200
_MOST_ROUNDS = 1000


class Heading(Struct, frozen=True):
    """What the tournament lines say; `dates` maps rounds to days as far as line 132 gives them."""

    line: Line
    name: str
    start: Date
    end: Date
    rounds: int
    format: Format
    event: Competition
    place: str | None
    federation: str | None
    time_control: TimeControl | None
    dates: dict[int, Date]

    @property
    def made_id(self) -> str:
        return f"{slug(self.name) or 'tournament'}-{self.start.isoformat()}"


def read_heading(report: Report) -> Heading | None:
    """The heading, or None if something it needs is missing (then the report has a problem more)."""
    name, start = _name(report), _day(report, "042", "start")
    if name is None or start is None:
        return None
    dates = _round_dates(report, start)
    end = _end(report, start, dates)
    rounds = _rounds(report, dates)
    if end is None or rounds is None:
        return None
    return Heading(
        line=name,
        name=name.value[:2000],
        start=start,
        end=end,
        rounds=rounds,
        format=next((form for word, form in _FORMATS if word in report.kind_in_words), "swiss"),
        event="team" if report.is_team_event else "individual",
        place=_text(report, "022"),
        federation=_text(report, "032"),
        time_control=_time_control(report),
        dates=dates,
    )


def registration(
    heading: Heading, tournament: str, rated: tuple[str, ...] | None, registered: Date | None
) -> TournamentRegistered:
    """The registration a report stands for. The day and the schemes are not in it: told, else the defaults."""
    return TournamentRegistered(
        date=registered or heading.start - timedelta(days=30),
        note=None if registered else NO_REGISTRATION_DATE,
        tournament=tournament,
        name=heading.name,
        start=heading.start,
        end=heading.end,
        rounds=heading.rounds,
        rated=_DEFAULT_RATED if rated is None else _each(rated),
        format=heading.format,
        event=heading.event,
        place=heading.place,
        federation=heading.federation,
        time_control=heading.time_control,
    )


def _each(rated: tuple[str, ...]) -> tuple[str, ...]:
    """Schemes given one by one or with commas."""
    return tuple(scheme.strip() for given in rated for scheme in given.split(",") if scheme.strip())


def _name(report: Report) -> Line | None:
    line = report.first("012")
    if line is None:
        report.refuse(Line(1, "", ""), 1, "no tournament name", "add a line 012 with the name")
    return line


def _text(report: Report, code: str) -> str | None:
    line = report.first(code)
    return line.value[:2000] if line else None


def _day(report: Report, code: str, what: str) -> Date | None:
    line = report.first(code)
    if line is None:
        report.refuse(Line(1, "", ""), 1, f"no {what} date", f"add a line {code} with the date, as 2024/03/31")
        return None
    token = TOKEN.search(line.value)
    found = read_date(token[0]) if token else None
    if found is None or not _EARLIEST <= found.year <= _LATEST:
        report.refuse(line, 5, f"{what} date {line.value!r} is not a date", "write it as 2024/03/31")
        return None
    return found


def _end(report: Report, start: Date, dates: dict[int, Date]) -> Date | None:
    if report.first("052") is None:
        end = max([start, *dates.values()])
        report.warn(None, 0, f"no end date (line 052): {end} is taken")
        return end
    end_day = _day(report, "052", "end")
    if end_day is not None and end_day < start:
        line = report.first("052")
        assert line is not None
        report.refuse(
            line, 5, f"the end {end_day} is before the start {start}", "correct one of them", report.first("042")
        )
        return None
    return end_day


def _round_dates(report: Report, start: Date) -> dict[int, Date]:
    """Round → day. A text that can mean several days means the one nearest to the tournament's start."""
    dates: dict[int, Date] = {}
    for line in report.lines("132"):
        for order, token in enumerate(TOKEN.finditer(line.text, 4), 1):
            in_column = token.start() >= 91 and (token.start() - 91) % 10 == 0
            readings = [day for given in possible_dates(token[0]) for day in _centuries(given, token[0], start)]
            if readings:
                nearest = min(readings, key=lambda day: abs((day - start).days))
                dates.setdefault((token.start() - 91) // 10 + 1 if in_column else order, nearest)
            else:
                report.warn(line, token.start() + 1, f"round date {token[0]!r} is not a date, left out")
    return dates


def _centuries(day: Date, text: str, start: Date) -> list[Date]:
    """A day given with two digits of its year is of the tournament's century, or of one beside it."""
    if re.search(r"\d{4}", text):
        return [day] if _EARLIEST <= day.year <= _LATEST else []
    years = [start.year - start.year % 100 + day.year % 100 + shift for shift in (-100, 0, 100)]
    return [day.replace(year=year) for year in years if _EARLIEST <= year <= _LATEST and not _no_leap(day, year)]


def _no_leap(day: Date, year: int) -> bool:
    return (day.month, day.day) == (2, 29) and not isleap(year)


def _rounds(report: Report, dates: dict[int, Date]) -> int | None:
    line = report.first("142", "XXR")
    if line is None or not (line.value.isascii() and line.value.isdigit()):
        rounds = max(report.rounds_told, max(dates, default=0))
        if rounds == 0:
            report.refuse(Line(1, "", ""), 1, "no rounds: nothing was played", "add a line 142 with their number")
        return rounds or None
    if not 1 <= int(line.value) <= _MOST_ROUNDS:
        report.refuse(line, 5, f"{line.value} rounds", f"between 1 and {_MOST_ROUNDS}")
        return None
    if int(line.value) < report.rounds_told:
        report.refuse(line, 5, f"{line.value} rounds, but there are results of round {report.rounds_told}")
        return None
    return int(line.value)


def _time_control(report: Report) -> TimeControl | None:
    coded, free = report.first("222"), report.first("122")
    found = read_encoded(coded.value) if coded else None
    found = found or (read_free(free.value) if free else None)
    if found is None and (line := coded or free):
        report.warn(line, 5, f"time control {line.value!r} is not clear beyond doubt, left out")
    return found
