"""Lines that pages draw: the last lists of a row, all lists of a player. Templates make svg of these numbers."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from msgspec import Struct

from replay.explain.history.plot import day_marks, rating_marks

SPARK_WIDTH = 70
SPARK_HEIGHT = 14
LEAST_SPAN = 20  # points: noise looks flat


class Spark(Struct, frozen=True):
    """A small line, and its last point."""

    path: str
    x: float
    y: float


def spark(ratings: Sequence[Decimal | None]) -> Spark | None:
    """The ratings of some lists one after the other; None where there are fewer than two."""
    there = [(at, float(rating)) for at, rating in enumerate(ratings) if rating is not None]
    if len(there) < 2:
        return None
    low = min(rating for _, rating in there)
    span = max(max(rating for _, rating in there) - low, LEAST_SPAN)
    low -= (span - (max(rating for _, rating in there) - low)) / 2
    step = SPARK_WIDTH / (len(ratings) - 1)
    places = [
        (round(3 + at * step, 1), round(17 - (rating - low) * SPARK_HEIGHT / span, 1))
        for at, rating in there
    ]
    path = "M" + " L".join(f"{x} {y}" for x, y in places)
    return Spark(path, *places[-1])


class AxisMark(Struct, frozen=True):
    """A place on an axis, and what stands there."""

    at: float
    text: str


class Dot(Struct, frozen=True):
    """A list on a plot: where it is, and what it says."""

    x: float
    y: float
    text: str
    kind: str = ""  # "then": as published, "next": as it stands
    href: str = ""


class PlotPoint(Struct, frozen=True):
    """What a plot is drawn from: a list with a rating; `then` is the published one where it differs."""

    day: date
    rating: Decimal
    has_games: bool
    text: str
    then: Decimal | int | None = None
    href: str = ""


class RatingPlot(Struct, frozen=True):
    """All lists of a player, drawn for one width."""

    width: int
    height: int
    left: int
    ratings: Sequence[AxisMark]
    days: Sequence[AxisMark]
    now: str
    then: str
    next: str
    dots: Sequence[Dot]
    size: str


class PlotSheet:
    """A sheet of some size, and where days and ratings are on it."""

    def __init__(self, size: str, lists: Sequence[PlotPoint], then: Sequence[PlotPoint]) -> None:
        self.size = size
        self.width = 760 if size == "large" else 336
        self.height = 262 if size == "large" else 236
        self.left = 48 if size == "large" else 38
        everything = [*lists, *then]
        days = [each.day.toordinal() for each in everything]
        self.first = min(days)
        self.last = max(*days, self.first + 1)
        ratings = [float(each.rating) for each in everything]
        ratings += [float(each.then) for each in everything if each.then is not None]
        self.marks = rating_marks(min(ratings), max(ratings))

    def x(self, day: date) -> float:
        wide = self.width - self.left - 24
        part = (day.toordinal() - self.first) / (self.last - self.first)
        return round(self.left + 4 + part * wide, 1)

    def y(self, rating: Decimal | float) -> float:
        low = self.marks[0]
        high = self.marks[-1]
        return round(
            self.height - 48 - (float(rating) - low) * (self.height - 72) / (high - low), 1
        )

    def path(self, lists: Sequence[PlotPoint]) -> str:
        """A rating holds until the next list."""
        if not lists:
            return ""
        places = [(self.x(each.day), self.y(each.rating)) for each in lists]
        (x, y), *rest = places
        return f"M{x} {y}" + "".join(f"H{x}V{y}" for x, y in rest)


def rating_plot(
    size: str, lists: Sequence[PlotPoint], coming: Sequence[PlotPoint] = ()
) -> RatingPlot | None:
    """The plot of some lists; `coming` is the next one, as it stands. None where there is one list only."""
    if len(lists) + len(coming) < 2:
        return None
    sheet = PlotSheet(size, lists, coming)
    dots = [
        Dot(sheet.x(each.day), sheet.y(each.rating), each.text, "", each.href)
        for each in lists
        if each.has_games
    ]
    dots += [
        Dot(sheet.x(each.day), sheet.y(each.then), each.text, "then", each.href)
        for each in lists
        if each.then is not None
    ]
    dots += [Dot(sheet.x(each.day), sheet.y(each.rating), each.text, "next") for each in coming]
    first = date.fromordinal(sheet.first)
    last = date.fromordinal(sheet.last)
    days = day_marks(first, last)
    if size == "small":
        days = days[:: 1 + len(days) // 5]
    gaps = [
        f"M{sheet.x(each.day)} {sheet.y(each.rating)}V{sheet.y(each.then)}"
        for each in lists
        if each.then is not None
    ]
    return RatingPlot(
        width=sheet.width,
        height=sheet.height,
        left=sheet.left,
        ratings=[AxisMark(sheet.y(mark), str(mark)) for mark in sheet.marks],
        days=[AxisMark(sheet.x(day), text) for day, text in days],
        now=sheet.path(lists),
        then="".join(gaps),
        next=sheet.path([*lists[-1:], *coming]) if coming else "",
        dots=dots,
        size=size,
    )
