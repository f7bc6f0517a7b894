"""When lists appear: days of the year, numbered without gaps so that rules can count lists."""

from datetime import date as Date
from functools import cache, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec import Struct

Days = npt.NDArray[np.int64]
EPOCH = Date(1970, 1, 1).toordinal()
MANY = 10_000  # from so many days on, each different one is worked out only once, and its neighbours with it
BLOCK = 2048  # days
EVER = 1200  # months


class Calendar(Struct, frozen=True):
    """Lists on the same days of every year, given as (month, day) in order. List n of year y has number y·L + n."""

    days: tuple[tuple[int, int], ...]

    def date(self, number: int) -> Date:
        """The day of a list."""
        year, nth = divmod(number, len(self.days))
        month, day = self.days[nth]
        return Date(year, month, day)

    def number(self, day: Date) -> int:
        """The newest list dated on or before a day: the list in force."""
        inside = sum((month, first) <= (day.month, day.day) for month, first in self.days)
        return day.year * len(self.days) + inside - 1

    def numbers(self, ordinals: npt.NDArray[Any]) -> Days:
        """`number` for many days at once, given as ordinals."""
        if len(ordinals) > MANY:
            low, high = (int(edge) // BLOCK for edge in (ordinals.min(), ordinals.max()))
            if (high + 1 - low) * BLOCK < len(ordinals):
                return _block(self, low, high)[ordinals.astype(np.int64) - low * BLOCK]
        return self._numbers(ordinals)

    def _numbers(self, ordinals: npt.NDArray[Any]) -> Days:
        when = (ordinals.astype(np.int64) - EPOCH).astype("datetime64[D]")
        years = when.astype("datetime64[Y]").astype(np.int64) + 1970
        months = when.astype("datetime64[M]").astype(np.int64) % 12 + 1
        in_month = (when - when.astype("datetime64[M]")).astype(np.int64) + 1
        inside = _lists_until(self.days)[months * 32 + in_month]
        return np.asarray(years * len(self.days) + inside - 1, dtype=np.int64)

    def ordinals(self, first: int, last: int) -> Days:
        """The days of the lists first … last as ordinals."""
        return np.array(
            [self.date(number).toordinal() for number in range(first, last + 1)], dtype=np.int64
        )


@lru_cache(maxsize=8)
def _block(calendar: Calendar, low: int, high: int) -> Days:
    """The lists in force on all days of some blocks."""
    return calendar._numbers(np.arange(low * BLOCK, (high + 1) * BLOCK))


@cache
def _lists_until(days: tuple[tuple[int, int], ...]) -> Days:
    """For each day of a year, as month · 32 + day: how many lists of the year have appeared."""
    return np.array(
        [sum(month * 32 + day <= code for month, day in days) for code in range(13 * 32)], np.int64
    )


MONTHLY = Calendar(tuple((month, 1) for month in range(1, 13)))


def months_before(day: Date, months: int) -> Date:
    """The same day of the month so many months earlier, or that month's last day if it has no such day."""
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    for last in (day.day, 30, 29, 28):
        try:
            return Date(year, month + 1, min(day.day, last))
        except ValueError:
            continue
    raise AssertionError("every month has 28 days")


def days_months_before(days: Days, months: int) -> Days:
    """The same for many days, given as ordinals."""
    when = (days - EPOCH).astype("datetime64[D]")
    month = when.astype("datetime64[M]")
    into = when - month.astype("datetime64[D]")
    earlier = month - months
    last = (earlier + 1).astype("datetime64[D]") - 1
    found = np.minimum(earlier.astype("datetime64[D]") + into, last)
    return np.asarray(found.astype(np.int64) + EPOCH, np.int64)


def years(days: Any) -> Days:
    """The calendar years of days."""
    dates = (np.asarray(days, np.int64) - EPOCH).astype("datetime64[D]")
    return np.asarray(dates.astype("datetime64[Y]").astype(np.int64) + 1970)
