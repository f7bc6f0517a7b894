"""Dates as tournament reports write them: year first, day first, two digits or four, any separator."""

import re
from datetime import date as Date

TOKEN = re.compile(
    r"(?<!\d)(?:\d{4}\s?[./-]\s?\d{1,2}\s?[./-]\s?\d{1,2}|\d{1,2}\s?[./-]\s?\d{1,2}\s?[./-]\s?(?:\d{4}|\d{2})|\d{8})(?!\d)"
)
_PARTS = re.compile(r"\D+")


def read_date(text: str) -> Date | None:
    """One date. Day before month where the year stands last; `24/01/31` is year first, `31.01.24` day first."""
    readings = possible_dates(text)
    return readings[0] if readings else None


def possible_dates(text: str) -> list[Date]:
    """Every day a text can mean, the most usual reading first; none if it is no date."""
    text = text.strip()
    if not TOKEN.fullmatch(text):
        return []
    if text.isdigit():
        return _valid([(text[:4], text[4:6], text[6:])])
    one, two, three = _PARTS.split(text)
    if len(one) == 4:
        return _valid([(one, two, three)])
    day_first, month_first, year_first = (three, two, one), (three, one, two), (one, two, three)
    if len(three) == 4:
        return _valid([day_first, month_first])
    if "/" in text or "-" in text:
        return _valid([year_first, day_first, month_first])
    return _valid([day_first, year_first])


def read_birth(text: str) -> Date | int | None:
    """A birth date, or the year alone (`1978/00/00`, `1978`); None if nothing usable stands there."""
    text = text.strip()
    found = read_date(text)
    if found is not None:
        return found if 1800 <= found.year <= 2200 else None
    year = re.match(r"(\d{4})(?!\d)", text) or re.search(r"(?<!\d)(\d{4})$", text)
    return int(year[1]) if year and 1800 <= int(year[1]) <= 2200 else None


def _valid(readings: list[tuple[str, str, str]]) -> list[Date]:
    days: list[Date] = []
    for year, month, day in readings:
        try:
            found = Date(_century(year), int(month), int(day))
        except ValueError:
            continue
        if found not in days:
            days.append(found)
    return days


def _century(year: str) -> int:
    number = int(year)
    if len(year) > 2:
        return number
    return number + (2000 if number < 70 else 1900)
