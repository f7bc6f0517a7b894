"""Every number of the regulation, in points, with its article."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from functools import cache
from typing import Annotated

from msgspec import Meta, Struct, structs

from schemes.kernels.arithmetic import logistic_boundaries
from schemes.kernels.errors import rules_error
from schemes.kernels.fields import Fields
from schemes.kernels.rules import Version
from wording import say

Points = Decimal


class Numbers(Fields):
    """The parameters in force as articles read them; these are tables."""

    boundaries: tuple[int, ...]
    foreign_men: tuple[int, ...]
    foreign_women: tuple[int, ...]
    standard_men: tuple[int, ...]
    standard_women: tuple[int, ...]


class Admission(Struct, frozen=True, forbid_unknown_fields=True):
    """What a tournament must be like."""

    base: Annotated[
        int, Meta(ge=0, le=100_000, title="3", description="Longest base time a side, in seconds.")
    ] = 900
    increment: Annotated[
        int, Meta(ge=0, le=10_000, title="3", description="Longest increment a move, in seconds.")
    ] = 10
    arbiters: Annotated[
        int, Meta(ge=0, le=1000, title="3", description="Fewest arbiters of national level.")
    ] = 2
    months: Annotated[
        int,
        Meta(
            ge=0,
            le=60,
            title="4",
            description="Months before the start by which it must be registered.",
        ),
    ] = 2
    days: Annotated[
        int,
        Meta(
            ge=0,
            le=2000,
            title="4",
            description="The same in days, where two months are read as days.",
        ),
    ] = 60
    forfeits: Annotated[
        bool, Meta(title="10", description="Whether games won without play are rated.")
    ] = True


class Sexes(Struct, frozen=True, forbid_unknown_fields=True):
    """A number of points for men and for women."""

    men: Annotated[Points, Meta(title="5, 6.3", description="For men.")]
    women: Annotated[Points, Meta(title="5, 6.3", description="For women.")]


class Grade(Struct, frozen=True, forbid_unknown_fields=True):
    """Titles of one grade and their standard values."""

    titles: Annotated[
        tuple[str, ...], Meta(title="6, 12", description="Title codes of this grade.")
    ]
    men: Annotated[Points, Meta(title="6, 12", description="Standard value for men.")]
    women: Annotated[Points, Meta(title="6, 12", description="Standard value for women.")]


def _grade(men: int, women: int, *titles: str) -> Grade:
    return Grade(titles, Decimal(men), Decimal(women))


class Standard(Struct, frozen=True, forbid_unknown_fields=True):
    """Standard values of titles, highest grade first."""

    grandmaster: Grade = _grade(2550, 2350, "cxa-gm", "sport-intl")
    master: Grade = _grade(2450, 2250, "cxa-m", "sport-m")
    association: Grade = _grade(2350, 2150, "cxa-am", "sport-1")
    regional: Grade = _grade(2250, 2050, "cxa-rm", "sport-2")
    first_class: Grade = _grade(2150, 1950, "cxa-1", "sport-3")
    other: Grade = _grade(2000, 1800)


class Foreign(Struct, frozen=True, forbid_unknown_fields=True):
    """First ratings of players from outside the mainland, highest grade first."""

    grandmaster: Grade = _grade(2550, 2350, "wxf-gm")
    international: Grade = _grade(2450, 2250, "wxf-im")
    master: Grade = _grade(2350, 2150, "wxf-m")


Factor = Annotated[int, Meta(ge=0, le=100, title="9", description="K in this band.")]
Edge = Annotated[Points, Meta(title="9", description="Rating from which this band's K holds.")]


class K(Struct, frozen=True, forbid_unknown_fields=True):
    """The conversion factor by rating, highest band first."""

    top: Factor = 5
    top_from: Edge = Decimal(2700)
    high: Factor = 10
    high_from: Edge = Decimal(2500)
    middle: Factor = 15
    middle_from: Edge = Decimal(2300)
    low: Factor = 20
    low_from: Edge = Decimal(2100)
    bottom: Factor = 25


class Champion(Struct, frozen=True, forbid_unknown_fields=True):
    """What the champion gets."""

    permille: Annotated[
        int,
        Meta(
            ge=0,
            le=100,
            title="11",
            description="Thousandths of the rating that, times K, are added.",
        ),
    ] = 1
    loses: Annotated[bool, Meta(title="11", description="Whether a champion can lose points.")] = (
        False
    )


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    """All numbers of the regulation."""

    admission: Admission = Admission()
    lists: Annotated[
        tuple[tuple[int, int], ...],
        Meta(min_length=1, title="5", description="Month and day of each list."),
    ] = ((1, 1), (10, 1))
    published: Sexes = Sexes(Decimal("2000.1"), Decimal("1800.1"))
    standard: Standard = Standard()
    floor: Sexes = Sexes(Decimal(2000), Decimal(1800))
    scale: Annotated[
        int, Meta(ge=1, le=10_000, title="8.3", description="The 400 of the expectation.")
    ] = 400
    k: K = K()
    champion: Champion = Champion()
    mainland: Annotated[
        tuple[str, ...],
        Meta(title="12", description="Federations that are not outside the mainland."),
    ] = ("CHN",)
    foreign: Foreign = Foreign()


VERSIONS = (Version("2021-10-15", date(2021, 10, 15), Parameters()),)


def all_grades(p: Parameters) -> tuple[Grade, ...]:
    """The grades of art. 6, highest first, the last of them for everybody else; then those of art. 12."""
    return (*structs.astuple(p.standard), *structs.astuple(p.foreign))


def x100(points: Decimal) -> int:
    """Points as hundredths."""
    return int(points * 100)


def cells(p: Parameters, readings: Mapping[str, str]) -> dict[str, int | tuple[int, ...]]:
    """The numbers as rules read them: hundredths of a point; grades as tables, 0 beyond art. 12's last."""
    rounding = readings["p-rounding"]
    return {
        "seconds": p.admission.base,
        "increment": p.admission.increment,
        "arbiters": p.admission.arbiters,
        "forfeits": int(p.admission.forfeits),
        "published_men": x100(p.published.men),
        "published_women": x100(p.published.women),
        "standard_men": tuple(x100(grade.men) for grade in structs.astuple(p.standard)),
        "standard_women": tuple(x100(grade.women) for grade in structs.astuple(p.standard)),
        "foreign_men": (*(x100(grade.men) for grade in structs.astuple(p.foreign)), 0),
        "foreign_women": (*(x100(grade.women) for grade in structs.astuple(p.foreign)), 0),
        "floor_men": x100(p.floor.men),
        "floor_women": x100(p.floor.women),
        "parts": 10_000 if rounding == "four-decimals" else 100,
        "boundaries": boundaries(p.scale, rounding),
        **_k_cells(p.k),
        "permille": p.champion.permille,
        "champion_loses": int(p.champion.loses),
        "is_game_by_game": int(readings["calculation"] == "game"),
        "list_at_start": int(readings["across-the-edge"] == "at-the-start"),
        "ratings_lapse": int(readings["once-rated"] == "title-needed"),
        "lifts_before_changes": int(readings["lift-compared-with"] == "old-rating"),
        "lift_outlives_title": int(readings["lift-revoked"] == "yes"),
        "carried_is_lifted": int(readings["carried-lift"] == "yes"),
    }


def _k_cells(k: K) -> dict[str, int]:
    edges = {
        name: x100(getattr(k, name))
        for name in ("top_from", "high_from", "middle_from", "low_from")
    }
    return {f"k_{name}": edges.get(name, getattr(k, name)) for name in k.__struct_fields__}


@cache
def boundaries(scale: int, rounding: str) -> tuple[int, ...]:
    """For each v: the largest Ra − Ro (hundredths) at which P, as the reading rounds it, is still more than v parts."""
    return logistic_boundaries(
        scale, 10_000 if rounding == "four-decimals" else 100, rounding == "dropped"
    )


def check(p: Parameters) -> None:
    """Refuse numbers that contradict each other."""
    _check_points(p)
    edges = [p.k.top_from, p.k.high_from, p.k.middle_from, p.k.low_from]
    if sorted(edges, reverse=True) != edges or len(set(edges)) < len(edges):
        shown = ", ".join(map(str, edges))
        raise rules_error(
            say("the bands of K overlap: they begin at {shown}", shown=shown),
            say("let them fall from k.top_from on"),
        )
    for sex in ("men", "women"):
        floor = getattr(p.floor, sex)
        shown_from = getattr(p.published, sex)
        if floor > shown_from:
            raise rules_error(
                say(
                    "floor.{sex} {floor} is above published.{sex} {shown_from}",
                    sex=sex,
                    floor=floor,
                    shown_from=shown_from,
                ),
                say("change both together"),
            )
        for grade in all_grades(p):
            if getattr(grade, sex) < floor:
                value = getattr(grade, sex)
                raise rules_error(
                    say(
                        "a standard value for {sex}, {value}, is below floor.{sex} {floor}",
                        sex=sex,
                        value=value,
                        floor=floor,
                    )
                )
    try:
        days = [date(2023, month, day) for month, day in p.lists]
    except ValueError:
        raise rules_error(
            say("lists {lists!r} are not days of every year", lists=p.lists),
            say("for example [[1,1],[10,1]]"),
        ) from None
    if sorted(set(days)) != days:
        raise rules_error(
            say("lists {lists!r} are not in order", lists=p.lists),
            say("for example [[1,1],[10,1]]"),
        )


def _check_points(p: Parameters) -> None:
    """Ratings have one decimal and no more than four digits before it."""
    for group in (p.published, p.floor, p.k, *all_grades(p)):
        for name in group.__struct_fields__:
            value = getattr(group, name)
            if isinstance(value, Decimal) and (
                not 0 <= value < 10_000 or value * 10 != int(value * 10)
            ):
                raise rules_error(
                    say("{name} cannot be {value} points", name=name, value=value),
                    say("it must be 0 to 9999.9, with one decimal"),
                )
