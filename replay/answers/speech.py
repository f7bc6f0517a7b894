"""Values as people read them: in the language of the reader, by the kind of their column. Every renderer uses it.

Days on a page are in words: 8–14 Sep 2025, 2025年9月8日至14日. Data have ISO days.
"""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from decimal import Decimal

from replay.answers.kinds import Kind
from replay.answers.language import reads_chinese, tr
from replay.answers.table import Joined
from wording import Wording, say, say_as


def spoken(kind: Kind, value: object) -> str:
    """A value as people read it; nothing for None."""
    if value is None or value == "":
        return ""
    if isinstance(value, Joined):
        texts = [spoken(kind_, part) for kind_, part in value.parts]
        return "; ".join(filter(None, texts))
    if kind.data == "amounts" and isinstance(value, Mapping):
        return "; ".join(
            f"{_word(kind, code)} {number(amount, sign=True)}" for code, amount in value.items()
        )
    if kind.data == "reasons" and isinstance(value, Iterable):
        return "; ".join(worded(reason.text) for reason in value)
    if kind.words and isinstance(value, str):
        return _word(kind, value)
    if isinstance(value, bool):
        return tr(say("yes")) if value else tr(say("no"))
    if isinstance(value, int | Decimal):
        return f"{number(value, sign=kind.sign)}{kind.suffix}"
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M:%S}"
    if isinstance(value, date):
        return value.isoformat()
    return worded(value)


def worded(value: object) -> str:
    """A value outside a table: what `say` made in the reader's language, anything else as it is."""
    if isinstance(value, Wording):
        return tr(value)
    return str(value)


def number(value: int | Decimal, *, sign: bool = False) -> str:
    """A number with all its digits, with + before it where that is wanted."""
    text = f"{value:f}" if isinstance(value, Decimal) else str(value)
    if sign and value > 0:
        return f"+{text}"
    return text


def signed(value: int | Decimal) -> str:
    """A change on a page: with a sign that is as wide as a digit."""
    return number(value, sign=True).replace("-", "−")


SHORT_TITLES = {  # what people call a regulation; its title is what the regulation calls itself
    "fide-standard": say("FIDE standard"),
    "fide-rapid": say("FIDE rapid"),
    "fide-blitz": say("FIDE blitz"),
    "cxa-rapid": say("CXA rapid"),
    "malaysia": say("Malaysian xiangqi"),
    "dwz": say("German DWZ"),
    "elo": say("Elo"),
    "glicko-2": say("Glicko-2"),
}


def short_title(name: str, title: str) -> str:
    """A regulation as people call it: where there is no shorter name, by its title."""
    return tr(SHORT_TITLES.get(name, title))


def points_text(value: Decimal) -> str:
    """Points of a tournament: 3½."""
    whole = int(value)
    if value == whole:
        return str(whole)
    if value - whole == Decimal("0.5"):
        return f"{whole or ''}½"
    return number(value)


def _word(kind: Kind, code: str) -> str:
    """The word for a code; a code that nobody has a word for is shown as it is."""
    return tr(kind.words.get(code, code))


MONTHS = (
    say_as("month", "January"),
    say_as("month", "February"),
    say_as("month", "March"),
    say_as("month", "April"),
    say_as("month", "May"),
    say_as("month", "June"),
    say_as("month", "July"),
    say_as("month", "August"),
    say_as("month", "September"),
    say_as("month", "October"),
    say_as("month", "November"),
    say_as("month", "December"),
)
_SHORT = 3  # letters of an English month in a table


def month_in_words(day: date) -> str:
    """September 2025."""
    name = tr(MONTHS[day.month - 1])
    return tr("{month} {year}", month=name, year=day.year)


def day_in_words(day: date) -> str:
    """8 Sep 2025."""
    return (
        f"{short_day(day)} {day.year}" if not reads_chinese() else f"{day.year}年{short_day(day)}"
    )


def short_day(day: date) -> str:
    """8 Sep, where the year is clear."""
    if reads_chinese():
        return f"{day.month}月{day.day}日"
    return f"{day.day} {str(MONTHS[day.month - 1])[:_SHORT]}"


def days_in_words(start: date, end: date) -> str:
    """8–14 Sep 2025; what both days have in common is said once."""
    if start == end:
        return day_in_words(start)
    if reads_chinese():
        last = f"{end.day}日"
        if (start.year, start.month) != (end.year, end.month):
            last = short_day(end) if start.year == end.year else day_in_words(end)
        return f"{day_in_words(start)}至{last}"
    if (start.year, start.month) == (end.year, end.month):
        return f"{start.day}–{day_in_words(end)}"
    if start.year == end.year:
        return f"{short_day(start)} – {day_in_words(end)}"
    return f"{day_in_words(start)} – {day_in_words(end)}"
