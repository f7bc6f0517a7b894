"""The numbers of the regulation, each with its part of the document, and how rules see them."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated

from msgspec import Meta, Struct, field

from schemes.kernels.arithmetic import dense_table
from schemes.kernels.errors import rules_error
from schemes.kernels.fields import Fields
from schemes.kernels.rules import ALWAYS, Version
from wording import say

MOST_PLACES = 64  # a bonus list longer than any reform will want
NEVER_REACHED = 10**9  # a rating nobody reaches: the rule is switched off

# 数据表: up to this difference, the higher-rated player expects so many hundredths.
PRINTED = (
    (3, 50), (10, 51), (17, 52), (25, 53), (32, 54), (39, 55), (46, 56), (53, 57), (61, 58), (68, 59), (76, 60),
    (83, 61), (91, 62), (98, 63), (106, 64), (113, 65), (121, 66), (129, 67), (137, 68), (145, 69), (153, 70),
    (162, 71), (170, 72), (179, 73), (188, 74), (197, 75), (206, 76), (215, 77), (225, 78), (235, 79), (245, 80),
    (256, 81), (267, 82), (278, 83), (290, 84), (302, 85), (315, 86), (328, 87), (344, 88), (357, 89), (374, 90),
    (391, 91), (411, 92), (432, 93), (456, 94), (484, 95), (517, 96), (559, 97), (619, 98), (734, 99),
)  # fmt: skip
FIDE_EDGE = 735  # where FIDE's table ends; this one ends a point earlier

Points = Annotated[int, Meta(ge=0, le=10_000)]
Factor = Annotated[int, Meta(ge=0, le=1_000)]


class Numbers(Fields):
    """The parameters in force as articles read them; these are tables."""

    bonus: tuple[int, ...]
    first: tuple[int, ...]
    k: tuple[int, ...]
    k_from: tuple[int, ...]
    table: tuple[int, ...]


class K(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """K by rating, and what changes it."""

    low: Annotated[Factor, Meta(title="K", description="K below the first threshold")] = 55
    middle: Annotated[Factor, Meta(title="K", description="K from the first threshold on")] = 40
    high: Annotated[Factor, Meta(title="K", description="K from the second threshold on")] = 25
    top: Annotated[Factor, Meta(title="K", description="K from the third threshold on")] = 10
    middle_from: Annotated[
        Points,
        Meta(title="K", description="first threshold: the rating from which the second K counts"),
    ] = 1500
    high_from: Annotated[
        Points,
        Meta(title="K", description="second threshold: the rating from which the third K counts"),
    ] = 1800
    top_from: Annotated[
        Points,
        Meta(title="K", description="third threshold: the rating from which the lowest K counts"),
    ] = 2100
    forever: Annotated[
        Factor,
        Meta(title="Basis", description="K for ever of a player who once reached the rating below"),
    ] = 10
    forever_from: Annotated[
        Points | None,
        Meta(
            title="Basis",
            description="the rating that, once reached, fixes K for ever; none: no such",
        ),
    ] = 2400
    last_rounds: Annotated[
        int, Meta(ge=0, le=100, title="K note", description="how many last rounds have a larger K")
    ] = 2
    last_addition: Annotated[
        Factor, Meta(title="K note", description="what K grows by in the last rounds")
    ] = 15


class Expected(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """We by the difference of the ratings."""

    rows: Annotated[
        tuple[tuple[Points, Annotated[int, Meta(ge=0, le=100)]], ...],
        Meta(
            title="Table",
            description="rows [up to this difference, hundredths for the higher-rated player]",
            min_length=1,
        ),
    ] = PRINTED
    beyond: Annotated[
        int,
        Meta(
            ge=50, le=100, title="Table", description="hundredths beyond the last row of the table"
        ),
    ] = 100


class First(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first rating by title."""

    gm: Annotated[Points, Meta(title="Start", description="first rating of a my-gm 特级大师")] = (
        2350
    )
    im: Annotated[Points, Meta(title="Start", description="first rating of a my-im 国际大师")] = (
        2250
    )
    king: Annotated[
        Points,
        Meta(
            title="Start",
            description="first rating of a my-king 国手, champion of 棋王赛 or 万能全国赛",
        ),
    ] = 2150
    national: Annotated[
        Points,
        Meta(title="Start", description="first rating of a my-national 国手, champion of 国庆日赛"),
    ] = 2050
    state: Annotated[Points, Meta(title="Start", description="first rating of a my-state 州手")] = (
        1500
    )
    none: Annotated[
        Points, Meta(title="Basis", description="first rating without any of these titles")
    ] = 1500


class Absence(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a year without a national event costs."""

    percent: Annotated[
        Decimal,
        Meta(
            title="Absence",
            description="per cent of the rating, at most two decimals, from 0 to 100",
        ),
    ] = Decimal(3)


class Bonus(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the best of a national event get."""

    points: Annotated[
        tuple[Points, ...],
        Meta(title="Bonus", description="points for rank 1, 2, 3 …", max_length=MOST_PLACES),
    ] = (30, 25, 20, 15, 10, 8, 6, 4)


class Parameters(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything the document fixes in numbers."""

    k: K = field(default_factory=K)
    expected: Expected = field(default_factory=Expected)
    first: First = field(default_factory=First)
    absence: Absence = field(default_factory=Absence)
    bonus: Bonus = field(default_factory=Bonus)


VERSIONS = (Version("base", ALWAYS, Parameters()),)


def check(parameters: Parameters) -> None:
    """Refuse bands, tables and titles that contradict each other."""
    k = parameters.k
    rows = parameters.expected.rows
    first = parameters.first
    edges = (k.middle_from, k.high_from, k.top_from)
    if list(edges) != sorted(set(edges)):
        raise rules_error(
            say("bands of k overlap: {edges}", edges=edges),
            say("k.middle_from < k.high_from < k.top_from must hold"),
        )
    upper = [row[0] for row in rows]
    values = [row[1] for row in rows]
    if upper != sorted(set(upper)):
        raise rules_error(
            say("expected.rows overlap: the differences do not go up"),
            say("write each row once, smallest first"),
        )
    if values != sorted(values) or values[0] < 50 or values[-1] > parameters.expected.beyond:
        raise rules_error(
            say("expected.rows contradict each other: a larger difference must not promise less"),
            say("start at 50 or more, never go down, and stay at or below expected.beyond"),
        )
    ladder = (first.gm, first.im, first.king, first.national, first.state, first.none)
    if list(ladder) != sorted(ladder, reverse=True):
        raise rules_error(
            say("first ratings contradict the order of titles: {ladder}", ladder=ladder),
            say("a higher title must not start lower"),
        )
    percent_x100 = parameters.absence.percent * 100
    if (
        not percent_x100.is_finite()
        or not 0 <= percent_x100 <= 10_000
        or percent_x100 != int(percent_x100)
    ):
        raise rules_error(
            say("absence.percent cannot be {percent}", percent=parameters.absence.percent),
            say("it must be from 0 to 100, two decimals at most"),
        )


def cells(parameters: Parameters, readings: Mapping[str, str]) -> dict[str, int | tuple[int, ...]]:
    """The numbers as articles read them: `p.name`."""
    k = parameters.k
    first = parameters.first
    not_here = readings.get("k-forever") == "china-only"
    rows = parameters.expected.rows
    if readings.get("table-edge", "printed") != "printed":
        rows = (*rows[:-1], (max(rows[-1][0], FIDE_EDGE), rows[-1][1]))
    table = dense_table(rows, parameters.expected.beyond)
    return {
        "k": (k.low, k.middle, k.high, k.top),
        "k_from": (k.middle_from, k.high_from, k.top_from),
        "k_forever": k.forever,
        "k_forever_from": NEVER_REACHED if k.forever_from is None or not_here else k.forever_from,
        "last_rounds": k.last_rounds,
        "last_addition": k.last_addition,
        "table": _padded(table, 1024),
        "table_end": len(table) - 1,
        "first": (first.gm, first.im, first.king, first.national, first.state, first.none),
        "absence_x10000": int(parameters.absence.percent * 100),
        "bonus": _padded(parameters.bonus.points or (0,), MOST_PLACES),
        "bonus_places": len(parameters.bonus.points),
        "peak_counts_always": int(readings.get("reached-by") != "games"),
        "bonus_gives_first_rating": int(readings.get("bonus-unrated") == "first-rating"),
        "fixed_through_event": int(readings.get("game-order") == "event"),
    }


def _padded(table: tuple[int, ...], unit: int) -> tuple[int, ...]:
    """A table filled up to a multiple of a length: rules compiled for one length then serve reforms with another."""
    return table + (0,) * (-len(table) % unit)
