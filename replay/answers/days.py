"""Days as people read them on a page, in their language: 8–14 Sep 2025, 2025年9月8日至14日. Data have ISO days."""

from datetime import date

from replay.answers.language import reads_chinese, tr
from wording import say_as

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
