"""The plot of a history: the rating from list to list, as a small svg that needs nothing else."""

import itertools
from collections.abc import Iterator, Sequence
from datetime import date
from html import escape
from typing import Protocol

from replay.answers.language import tr, tr_n
from replay.answers.plotting import plotting
from replay.explain.history.rows import HistoryRow
from schemes import Scheme

WIDTH = 720
HEIGHT = 360
LEFT = 64
RIGHT = 32
TOP = 56
BOTTOM = 44
BLUE = "#0072B2"
GREY = "#8a8a8a"
DARK = "#222222"  # told apart by people who see few colours
MOST_MARKS = 9
DOT = 3.5


class Plotted(Protocol):
    """What a plot is made of: a history, or only the lists that were published."""

    @property
    def scheme(self) -> Scheme: ...
    @property
    def player(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def rows(self) -> Sequence[HistoryRow]: ...
    @property
    def lead(self) -> str: ...
    @property
    def dots(self) -> str: ...
    def has_dot(self, row: HistoryRow) -> bool: ...


def svg(history: Plotted) -> str:
    """The rating over the lists; dots are lists on which the player had games. Told in words, too."""
    return _Plot(history).drawing()


def png(history: Plotted) -> bytes:
    """The same as a picture of points, at twice the size."""
    return bytes(plotting("vl_convert").svg_to_png(svg(history), scale=2))


def told(history: Plotted) -> str:
    """What the plot shows, in words."""
    rows = [row for row in history.rows if row.line.rating]
    if not rows:
        return tr("The player is on no list.")
    shown = history.scheme.shown
    high, low = (pick(rows, key=lambda row: row.line.rating) for pick in (max, min))
    first = rows[0]
    last = rows[-1]
    values = {
        f"{name}{kind}": value
        for name, row in (("first", first), ("last", last), ("high", high), ("low", low))
        for kind, value in (("", shown(row.line.rating)), ("_day", row.list_date))
    }
    lists = tr_n(
        "{number} list: {first} on {first_day}, {last} on {last_day}; "
        "highest {high} on {high_day}, lowest {low} on {low_day}.",
        "{number} lists: {first} on {first_day}, {last} on {last_day}; "
        "highest {high} on {high_day}, lowest {low} on {low_day}.",
        len(rows),
        **values,
    )  # fmt: skip
    return f"{lists} {tr(history.dots)}"


class _Plot:
    """Places on the sheet."""

    def __init__(self, history: Plotted) -> None:
        self.found = history
        self.rows = [row for row in history.rows if row.line.rating]
        days = [row.list_date.toordinal() for row in self.rows] or [date.today().toordinal()]
        self.first = days[0]
        self.last = max(days[-1], days[0] + 1)
        unit = 10**history.scheme.decimals
        ratings = [row.line.rating / unit for row in self.rows] or [0.0]
        self.marks = rating_marks(min(ratings), max(ratings))
        self.unit = unit

    def x(self, day: int) -> float:
        return round(
            LEFT + (day - self.first) * (WIDTH - LEFT - RIGHT) / (self.last - self.first), 1
        )

    def y(self, rating: float) -> float:
        low = self.marks[0]
        high = self.marks[-1]
        return round(HEIGHT - BOTTOM - (rating - low) * (HEIGHT - TOP - BOTTOM) / (high - low), 1)

    def drawing(self) -> str:
        title = f"{self.found.player} {self.found.name}: {tr(self.found.scheme.title)}"
        return "\n".join(
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
                f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
                'font-family="sans-serif" font-size="12">',
                f"<title>{escape(title)}</title>",
                f"<desc>{escape(told(self.found))}</desc>",
                f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
                _text(LEFT, 24, title, size=16),
                _text(LEFT, 42, tr(self.found.lead), colour="#555555"),
                *self._rating_axis(),
                *self._time_axis(),
                *self._lines(),
                *self._dots(),
                "</svg>\n",
            )
        )

    def _rating_axis(self) -> Iterator[str]:
        for mark in self.marks:
            y = self.y(mark)
            yield f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}" stroke="#dddddd"/>'
            yield _text(LEFT - 8, y + 4, str(mark), anchor="end")

    def _time_axis(self) -> Iterator[str]:
        for day, label in day_marks(date.fromordinal(self.first), date.fromordinal(self.last)):
            x = self.x(day.toordinal())
            low = HEIGHT - BOTTOM
            yield f'<line x1="{x}" x2="{x}" y1="{low}" y2="{low + 5}" stroke="{GREY}"/>'
            yield _text(x, low + 20, label, anchor="middle")

    def _lines(self) -> Iterator[str]:
        """A rating holds until the next list: steps, with a gap where the player was not listed."""
        for listed, group in itertools.groupby(
            self.found.rows, key=lambda row: bool(row.line.rating)
        ):
            rows = list(group)
            if listed:
                yield f'<path d="{self._path(rows)}" fill="none" stroke="{BLUE}" stroke-width="2"/>'

    def _path(self, rows: Sequence[HistoryRow]) -> str:
        places = [
            (self.x(row.list_date.toordinal()), self.y(row.line.rating / self.unit)) for row in rows
        ]
        (x, y), *rest = places
        return f"M{x},{y}" + "".join(f"H{x}V{y}" for x, y in rest)

    def _dots(self) -> Iterator[str]:
        shown = self.found.scheme.shown
        for row in self.rows:
            if self.found.has_dot(row):
                x = self.x(row.list_date.toordinal())
                y = self.y(row.line.rating / self.unit)
                change = (
                    ""
                    if row.change is None
                    else f" ({'+' if row.change > 0 else ''}{shown(row.change)})"
                )
                about = escape(f"{row.list_date}: {shown(row.line.rating)}{change}")
                yield f'<circle cx="{x}" cy="{y}" r="{DOT}" fill="{BLUE}"><title>{about}</title></circle>'


def rating_marks(low: float, high: float) -> list[int]:
    """Round numbers from below the lowest rating to above the highest, at most nine of them."""
    for step in (10 * part * 10**power for power in range(6) for part in (1, 2, 5)):
        first = int(low // step) * step
        last = -int(-high // step) * step
        last = last if last > first else first + step
        if (last - first) // step < MOST_MARKS:
            break
    return list(range(first, last + 1, step))


def day_marks(first: date, last: date) -> list[tuple[date, str]]:
    """First days of months, quarters or years between two days, so many that their labels do not touch."""
    months = [
        date(year, month, 1)
        for year in range(first.year, last.year + 1)
        for month in range(1, 13)
        if first <= date(year, month, 1) <= last
    ]
    for every in (1, 3, 6, 12, 24, 60, 120):
        marks = [day for day in months if (day.year * 12 + day.month - 1) % every == 0]
        if len(marks) <= MOST_MARKS:
            break
    return [(day, str(day.year) if every >= 12 else f"{day:%Y-%m}") for day in marks]


def _text(
    x: float, y: float, text: str, *, anchor: str = "start", size: int = 12, colour: str = DARK
) -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}" fill="{colour}">{escape(text)}</text>'
