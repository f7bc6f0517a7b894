"""Dates as reports and tables write them. One form holds for a whole file or column: a text alone may be unclear."""

import re
from collections.abc import Iterable
from datetime import date as Date

FORMS = ("ymd", "dmy", "mdy")
_NUMBERS = re.compile(
    r"\d{4}\s?[./-]\s?\d{1,2}\s?[./-]\s?\d{1,2}|\d{1,2}\s?[./-]\s?\d{1,2}\s?[./-]\s?(?:\d{4}|\d{2})|\d{8}"
)
_NAME = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_NAMED = re.compile(
    rf"({_NAME})\s?(\d{{1,2}}),?\s(\d{{4}})|(\d{{1,2}})\.?[\s-]({_NAME}),?[\s-](\d{{4}})",
    re.IGNORECASE,
)
TOKEN = re.compile(rf"(?<!\w)(?:{_NUMBERS.pattern}|{_NAMED.pattern})(?!\d)", re.IGNORECASE)
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_PARTS = re.compile(r"\D+")
_FIRST_YEAR = 1800
_LAST_YEAR = 2200
_OLDEST = 120  # years


def readings(text: str) -> dict[str, Date]:
    """Form → day, for every form in which the text is a date. A clear date is the same day in every form."""
    text = text.strip()
    if named := _NAMED.fullmatch(text):
        return _clear(
            _day(named[3] or named[6], _month(named[1] or named[5]), named[2] or named[4])
        )
    if not _NUMBERS.fullmatch(text):
        return {}
    if text.isdigit():
        return _clear(_day(text[:4], text[4:6], text[6:]))
    one, two, three = _PARTS.split(text)
    if len(one) == 4:
        return _clear(_day(one, two, three))
    found = {"dmy": _day(three, two, one)}
    if "." not in text:  # nobody puts the month first and writes dots
        found["mdy"] = _day(three, one, two)
    if len(three) == 2:
        found["ymd"] = _day(one, two, three)
    return {form: day for form, day in found.items() if day is not None}


def is_short(text: str) -> bool:
    """Has its year two digits?"""
    return not re.search(r"\d{4}", text)


def nearest_century(day: Date, to: Date) -> Date:
    """A day whose year has two digits, in the century that brings it nearest to another day."""
    found = [day]
    for years in (-200, -100, 100):
        try:
            found.append(day.replace(year=day.year + years))
        except ValueError:  # 29 February of a year that is no leap year
            continue
    return min(found, key=lambda one: abs((one - to).days))


def common_forms(texts: Iterable[str]) -> tuple[str, ...]:
    """The forms in which all these texts are dates."""
    forms: tuple[str, ...] = FORMS
    for text in texts:
        days = readings(text)
        forms = tuple(form for form in forms if form in days)
    return forms


def read_birth(text: str, forms: tuple[str, ...] = FORMS) -> Date | int | None:
    """A birth date; the year where no more is sure (`1978/00/00`, or 3/4/1978 in two forms); None if nothing is."""
    text = text.strip()
    days = {} if is_short(text) else readings(text)
    meant = {days[form] for form in forms if form in days}
    if len(meant) == 1:
        return meant.pop()
    year = re.match(r"(\d{4})(?!\d)", text) or re.search(r"(?<!\d)(\d{4})$", text)
    if year and _FIRST_YEAR <= int(year[1]) <= _LAST_YEAR:
        return int(year[1])
    return None


def can_be_born(born: Date | int, by: Date) -> bool:
    """Can somebody born then be a player on a day: born by then, and no more than 120 years before?"""
    if isinstance(born, Date):
        return born <= by and by.year - born.year <= _OLDEST
    return by.year - _OLDEST <= born <= by.year


def _clear(day: Date | None) -> dict[str, Date]:
    if day is None:
        return {}
    return dict.fromkeys(FORMS, day)


def _month(name: str) -> str:
    return str(MONTHS.index(name[:3].lower()) + 1)


def _day(year: str, month: str, day: str) -> Date | None:
    number = int(year)
    if len(year) == 2:
        number += 2000 if number < 70 else 1900
    try:
        if _FIRST_YEAR <= number <= _LAST_YEAR:
            return Date(number, int(month), int(day))
        return None
    except ValueError:
        return None
