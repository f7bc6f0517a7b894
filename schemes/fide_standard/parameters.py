"""Every number of the regulation, dated. Rules read them as whole numbers through `cells`."""

from datetime import date
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from schemes.fide_standard.tables import DIFFERENCES, LARGEST
from schemes.kernels.arithmetic import dense_table
from schemes.kernels.fields import Fields
from schemes.kernels.rules import Version

NO_LIMIT = 10**6  # stands for `none`: no rating and no difference gets there


class Numbers(Fields):
    """The parameters in force as articles read them; these are tables."""

    differences: tuple[int, ...]
    expected: tuple[int, ...]


def _whole(article: str, says: str, least: int = 0, most: int = 1000) -> Meta:
    return Meta(ge=least, le=most, title=article, description=says)


def _points(article: str, says: str) -> Meta:
    return _whole(article, says, 0, 4000)


class Registration(Struct, frozen=True):
    """0.2: when a tournament must be registered."""

    days: Annotated[int, _whole("0.2.2", "Days before the start.")] = 3


class StandardRegistration(Registration, frozen=True):
    """0.2.1: earlier, if strong players take part."""

    strong_days: Annotated[
        int, _whole("0.2.1", "Days before the start of a strong tournament.")
    ] = 30
    strong_above: Annotated[
        int, _points("0.2.1", "An entrant rated above this makes a tournament strong.")
    ] = 2700
    strong_woman_above: Annotated[
        int, _points("0.2.1", "A woman rated above this makes it strong, too.")
    ] = 2500


class Time(Struct, frozen=True):
    """1 and 3: the time of a game and of a day."""

    moves: Annotated[int, _whole("1.1", "Moves that a game is taken to last.", 1)] = 60
    top_from: Annotated[
        int, _points("1.1", "One player rated this or more: the longest time is needed.")
    ] = 2400
    top_minutes: Annotated[
        int, _whole("1.1", "Least minutes a player where one is that strong.")
    ] = 120
    middle_from: Annotated[
        int, _points("1.1", "One player rated this or more: the middle time is needed.")
    ] = 1800
    middle_minutes: Annotated[
        int, _whole("1.1", "Least minutes a player where one is that strong.")
    ] = 90
    minutes: Annotated[int, _whole("1.1", "Least minutes a player in all other games.")] = 60
    first_control: Annotated[
        int, _whole("1.2", "Fewest moves of a first control that counts moves.")
    ] = 30
    hours_a_day: Annotated[int, _whole("3.1", "Most hours of play a day.", 0, 24)] = 12


EVERY_MONTH = tuple(range(1, 13))


class Lists(Struct, frozen=True):
    """7 and 9: when lists appear and what goes on which."""

    months: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=12)], ...],
        Meta(title="7.1", description="Months with a list."),
    ]
    day: Annotated[int, _whole("7.1", "Day of the month of a list.", 1, 28)] = 1
    closing: Annotated[
        int, _whole("7.1.3", "Days before a list by which events must have ended.", 1, 365)
    ] = 3
    closing_official: Annotated[int, _whole("7.1.3", "The same for official events.", 1, 365)] = 1
    month_end: Annotated[
        int,
        _whole(
            "9.1", "Last days of a month; a reading says whether an event in them waits.", 0, 365
        ),
    ] = 5
    latest: Annotated[
        int, _whole("9.1", "The last list after its end on which an event is rated.", 1, 100)
    ] = 3
    inactive_after: Annotated[
        int, _whole("7.2.2", "Lists without a rated game that make inactive.", 1, 1000)
    ] = 12


class StandardLists(Lists, frozen=True):
    """4: long events."""

    long_days: Annotated[
        int, _whole("4.1", "An event of more days than this is rated month by month.", 1)
    ] = 30


class First(Struct, frozen=True):
    """7.1.4 and 8.2: the first rating."""

    games: Annotated[int, _whole("7.1.4", "Fewest games against rated opponents.", 1)] = 5
    months: Annotated[int, _whole("7.1.4", "Months over which events are pooled.", 1, 1200)] = 26
    added_draws: Annotated[
        int, _whole("8.2.2", "Draws against made-up opponents that are added.", 0, 100)
    ] = 2
    added_rating: Annotated[int, _points("8.2.2", "The rating of the made-up opponents.")] = 1800
    most: Annotated[int, _points("8.2.3", "The highest first rating.")] = 2200


class K(Struct, frozen=True):
    """8.3.3: the development coefficient, in the order in which its cases are looked at."""

    new: Annotated[int, _whole("8.3.3", "K of a player new to the list.")] = 40
    new_games: Annotated[
        int, _whole("8.3.3", "Games after which a player is no longer new.", 0, 30000)
    ] = 30
    top: Annotated[
        int, _whole("8.3.3", "K of a player who was ever published at the top rating or more.")
    ] = 10
    top_from: Annotated[
        int, _points("8.3.3", "The top rating: whoever was published at it keeps that K for ever.")
    ] = 2400
    junior: Annotated[int, _whole("8.3.3", "K of a junior.")] = 40
    junior_age: Annotated[
        int, _whole("8.3.3", "A junior until the end of the year of this birthday.", 0, 200)
    ] = 18
    junior_below: Annotated[
        int, _points("8.3.3", "A junior only when never published at this or more.")
    ] = 2300
    normal: Annotated[int, _whole("8.3.3", "K of everybody else.")] = 20
    limit: Annotated[
        int, _whole("8.3.3", "K times the games of a period is at most this.", 0, 10**6)
    ] = 700


class Tables(Struct, frozen=True):
    """8.1: the printed tables, upper halves."""

    differences: Annotated[
        tuple[int, ...],
        Meta(title="8.1.1", description="Rating differences for scores of .50, .51, … 1.0."),
    ] = DIFFERENCES
    largest: Annotated[
        tuple[int, ...],
        Meta(title="8.1.2", description="Largest differences for expectations of .50, .51, … .99."),
    ] = LARGEST


class Parameters(Struct, frozen=True):
    """All numbers of a version."""

    cap: (
        Annotated[int, _points("8.3.1", "A larger difference counts as this; none: the real one.")]
        | None
    ) = 400
    cap_exempt_from: (
        Annotated[
            int,
            _points("8.3.1", "For the own change of a player rated this or more there is no cap."),
        ]
        | None
    ) = None
    floor: Annotated[int, _whole("7.2.1", "Below this a player is unrated.", 1, 4000)] = 1400
    published: Annotated[int, _points("7.1.2", "Ratings below this are not published.")] = 1400
    match_percent: Annotated[
        int, _whole("6.2", "A match is won with more than this share of its points.", 0, 100)
    ] = 50
    k: K = K()
    first: First = First()
    lists: StandardLists = StandardLists(months=EVERY_MONTH)
    registration: StandardRegistration = StandardRegistration()
    time: Time = Time()
    tables: Tables = Tables()


_2024 = Parameters()
VERSIONS = (
    Version("2024-03-01", date(2024, 3, 1), _2024),
    Version("2025-10-01", date(2025, 10, 1), msgspec.structs.replace(_2024, cap_exempt_from=2650)),
)


def cells(parameters: Parameters) -> dict[str, int | tuple[int, ...]]:
    """The whole numbers that articles read: parameters by their names, and the tables."""
    parts: dict[str, Any] = {
        "": parameters,
        "k_": parameters.k,
        "first_": parameters.first,
        "lists_": parameters.lists,
    }
    parts |= {"registration_": parameters.registration, "time_": parameters.time}
    numbers = {
        prefix + name: value
        for prefix, part in parts.items()
        for name, value in msgspec.structs.asdict(part).items()
        if isinstance(value, int)
    }
    expected = dense_table(tuple(zip(parameters.tables.largest, range(50, 100), strict=True)), 100)
    return {
        **numbers,
        "cap": NO_LIMIT if parameters.cap is None else parameters.cap,
        "cap_exempt_from": NO_LIMIT
        if parameters.cap_exempt_from is None
        else parameters.cap_exempt_from,
        "lists_a_year": len(parameters.lists.months),
        "expected": expected,
        "expected_last": len(expected) - 1,
        "differences": parameters.tables.differences,
    }
