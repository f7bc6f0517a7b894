"""What contradicts itself in a declared regulation, all of it: bands that overlap or leave a gap, floors above first
ratings, tables that go down, words that say nothing where they stand."""

import itertools
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from msgspec import structs

from schemes.declared.cells import MOST_CASES, MOST_GRADES, MOST_ROWS, NO_LIMIT
from schemes.declared.file import Declaration, Mistake
from schemes.declared.parameters import Case, Expected
from wording import say

BANDS = (
    ("rating_from", "rating_below"),
    ("games_from", "games_below"),
    ("peak_from", "peak_below"),
)
AGES = ("age_least", "age_most")


def contradictions(declared: Declaration) -> Iterator[Mistake]:
    """Those of all versions, and of what the file says of itself; each is told once."""
    told = set()
    for version in declared.versions:
        for each in contradictions_of(version.parameters):
            if each not in told:
                told.add(each)
                later = version is not declared.versions[0]
                yield (
                    structs.replace(
                        each,
                        wrong=say(
                            "version {version}: {wrong}", version=version.name, wrong=each.wrong
                        ),
                    )
                    if later
                    else each
                )
    if declared.heading.decimals and declared.heading.unit == "period":
        yield Mistake(
            ("decimals",), say("unit period rates in whole points"), say("leave decimals out")
        )
    rules = declared.first
    if (
        None not in (rules.first, *(rules.k or (None,)))
        and len(declared.title_codes) > MOST_GRADES - 2
    ):
        yield Mistake(
            ("titles",),
            say("too many titles"),
            say("{most} codes are possible", most=MOST_GRADES - 2),
        )
    for name, reading in declared.heading.readings.items():
        if not reading.choices:
            yield Mistake(
                ("readings", name),
                say("reading {name} has no choice", name=name),
                say("name the one in force first"),
            )


def contradictions_of(rules: Any) -> Iterator[Mistake]:
    """Those of one version; a table that could not be read (None) is passed over."""
    lists = getattr(rules, "lists", None)
    absence = getattr(rules, "absence", None)
    if absence is not None:
        yield from _absence(absence.percent)
    if lists is not None:
        yield from _published(lists)
        if hasattr(lists, "days"):
            yield from _calendar(lists.days)
    if rules.expected is not None:
        yield from _expected(rules.expected)
    if rules.k is not None and None not in rules.k:
        yield from _cases(rules.k)
    if rules.admission is not None:
        yield from _admission(rules.admission)
    if None not in (rules.first, rules.floor, getattr(rules, "lists", 0)):
        yield from _first(rules)
    if hasattr(rules.floor, "below") and rules.lists is not None:
        yield from _period_floor(rules)
    if hasattr(rules.expected, "against") and None not in structs.astuple(rules):
        yield from _tournament(rules)


def _calendar(days: Sequence[str]) -> Iterator[Mistake]:
    path = ("lists", "days")
    found = []
    for day in days:
        try:
            found.append(date.fromisoformat(f"2023-{day}"))
        except ValueError:
            yield Mistake(
                path,
                say("lists.days: {day} is not a day of every year", day=day),
                say('write month-day, such as "07-01"'),
            )
    if sorted(set(found)) != found:
        yield Mistake(
            path, say("lists.days are not in order"), say("name each day once, January first")
        )


def _published(lists: Any) -> Iterator[Mistake]:
    for word in ("published_from", "published_women"):
        value = getattr(lists, word)
        if value is not None and not _is_within(value, 10_000):
            wrong = say("lists.{word} cannot be {value} points", word=word, value=value)
            yield Mistake(("lists", word), wrong, say("from 0 to 10000, two decimals at most"))


def _is_within(value: int | Decimal, most: int) -> bool:
    """Whether a number is one from 0 to the most, with two decimals at most."""
    number = Decimal(value)
    return number.is_finite() and 0 <= number <= most and 100 * number == int(100 * number)


def _expected(expected: Expected) -> Iterator[Mistake]:
    path = ("expected", "rows")
    if expected.kind == "table" and not expected.rows:
        yield Mistake(
            ("expected",),
            say("expected.kind is table, and there are no expected.rows"),
            say("write the rows"),
        )
    if expected.kind != "table" and expected.rows:
        yield Mistake(
            path,
            say("expected.rows say nothing where kind is {kind}", kind=expected.kind),
            say('write kind = "table"'),
        )
    upper = [row[0] for row in expected.rows]
    values = [row[1] for row in expected.rows]
    if upper != sorted(set(upper)):
        yield Mistake(
            path,
            say("expected.rows overlap: the differences do not go up"),
            say("write each row once, smallest first"),
        )
    if values != sorted(values) or (values and values[-1] > expected.beyond):
        wrong = say(
            "expected.rows contradict each other: a larger difference must not promise less"
        )
        yield Mistake(path, wrong, say("never go down, and stay at or below expected.beyond"))
    if len(upper) > MOST_ROWS:
        yield Mistake(
            path,
            say("expected.rows has {number} rows", number=len(upper)),
            say("{most} are possible", most=MOST_ROWS),
        )
    if expected.cap is None and expected.cap_exempt_from is not None:
        yield Mistake(
            ("expected", "cap_exempt_from"),
            say("nobody is exempt where nothing is cut"),
            say("write expected.cap"),
        )


# The cases of K


def _cases(cases: Sequence[Case]) -> Iterator[Mistake]:
    if len(cases) > MOST_CASES:
        yield Mistake(
            ("k",),
            say("K has {number} cases", number=len(cases)),
            say("{most} are possible", most=MOST_CASES),
        )
        return
    empty = [case for case in cases if any(low >= high for low, high in _ranges(case).values())]
    for case in empty:
        yield Mistake(
            ("k", case.name),
            say("k.{name} can never hold: its limits leave nothing", name=case.name),
            say("look at its limits"),
        )
    for one, other in itertools.combinations([case for case in cases if case not in empty], 2):
        yield from _overlap(one, other)
    yield from _reached([case for case in cases if case not in empty])


def _ranges(case: Case) -> dict[str, tuple[int, int]]:
    """What a case asks for, as ranges from … to below; only of what it speaks about."""
    found = {}
    for low, high in BANDS:
        least = getattr(case, low)
        below = getattr(case, high)
        if least is not None or below is not None:
            found[low.partition("_")[0]] = (least or 0, NO_LIMIT if below is None else below)
    least, most = (getattr(case, word) for word in AGES)
    if least is not None or most is not None:
        found["age"] = (least or 0, NO_LIMIT if most is None else most + 1)
    return found


def _overlap(one: Case, other: Case) -> Iterator[Mistake]:
    """Two bands of one thing that overlap, where the order of cases does not make it plain which holds.

    It does where both bands are open at the same end: the earlier one then takes its part of the later one.
    """
    first = _ranges(one)
    second = _ranges(other)
    if len(first) != 1 or first.keys() != second.keys() or _titles(one) != _titles(other):
        return
    what = next(iter(first))
    (low, high), (least, most) = first[what], second[what]
    begin = max(low, least)
    end = min(high, most)
    opened = (high == NO_LIMIT and most == NO_LIMIT) or (low == 0 and least == 0)
    if begin < end and not opened:
        text = say(
            "k.{one} and k.{other} overlap: a {what} of {value} is in both",
            one=one.name,
            other=other.name,
            what=say(what),
            value=begin,
        )
        yield Mistake(("k", other.name), text, say("let one end where the other begins"))


def _titles(case: Case) -> frozenset[str]:
    return frozenset(case.titles)


def _reached(cases: Sequence[Case]) -> Iterator[Mistake]:
    """A player for whom no case holds, and cases before which others take everybody."""
    ranges = [_ranges(case) for case in cases]
    named = {
        what: {0, *(edge for each in ranges if what in each for edge in each[what])}
        for what in _SPOKEN_OF
    }
    edges = {
        what: sorted(edge for edge in found if edge < NO_LIMIT) for what, found in named.items()
    }
    edges["age"] = [-1, *edges["age"]]  # unknown
    titles = [
        frozenset[str](),
        *dict.fromkeys(frozenset({title}) for case in cases for title in _titles(case)),
    ]
    reached = set()
    gap = None
    for values in itertools.product(*edges.values(), titles):
        player = dict(zip((*edges, "titles"), values, strict=True))
        held = [
            number
            for number, case in enumerate(cases)
            if _holds(ranges[number], _titles(case), player)
        ]
        reached.update(held[:1])
        gap = player if not held and gap is None else gap
    if gap is not None:
        shown = ", ".join(
            f"{what} {value}"
            for what, value in gap.items()
            if what in _asked(ranges) and value != -1
        )
        yield Mistake(
            ("k",),
            say(
                "K leaves a gap: no case holds for a player with {shown}",
                shown=shown or say("nothing known"),
            ),
            _LAST,
        )
    for number, case in enumerate(cases):
        if number not in reached:
            wrong = say(
                "k.{name} never holds: the cases before it take everybody it speaks of",
                name=case.name,
            )
            yield Mistake(
                ("k", case.name),
                wrong,
                say("the first case that holds counts: write it further up"),
            )


_SPOKEN_OF = ("rating", "games", "peak", "age")
_LAST = say("end with a case that asks for nothing, such as [k.normal] with only k")


def _asked(ranges: Sequence[dict[str, tuple[int, int]]]) -> set[str]:
    return {what for each in ranges for what in each}


def _holds(
    ranges: dict[str, tuple[int, int]], titles: frozenset[str], player: dict[str, Any]
) -> bool:
    return all(low <= player[what] < high for what, (low, high) in ranges.items()) and (
        not titles or bool(titles & player["titles"])
    )


# First ratings and what else has limits


def _first(rules: Any) -> Iterator[Mistake]:
    """First ratings that are missing, that nobody gets, or that are below the floor."""
    first = rules.first
    floor = rules.floor
    fixed = first.kind == "fixed"
    if fixed and first.rating == 0:
        yield Mistake(
            ("first",),
            say("first.kind is fixed, and first.rating is missing"),
            say("write the rating to begin with"),
        )
    for word in ("rating", "women"):
        if not fixed and getattr(first, word):
            wrong = say("first.{word} says nothing where kind is performance", word=word)
            yield Mistake(("first", word), wrong, say('write kind = "fixed", or leave it out'))
    if not fixed and first.least < floor.rating:
        wrong = say(
            "floor.rating {rating} is above first.least {least}",
            rating=floor.rating,
            least=first.least,
        )
        yield Mistake(
            ("floor", "rating"), wrong, say("nobody may begin below the floor: change one of them")
        )
    if first.least > first.most:
        yield Mistake(
            ("first", "least"),
            say(
                "first.least {least} is above first.most {most}", least=first.least, most=first.most
            ),
            say("change one"),
        )
    for where, rating in _first_ratings(first):
        if where != ("first",) or (fixed and first.rating):
            yield from _below_floor(where, rating, floor)
    for group in ("titles", "outside"):
        yield from _grades(getattr(first, group, ()), group)


def _below_floor(where: Sequence[str], rating: Any, floor: Any) -> Iterator[Mistake]:
    """A first rating below the floor, for everybody or for women."""
    for sex in ("rating", "women"):
        lowest = getattr(floor, sex, None)
        given = getattr(rating, sex)
        lowest = floor.rating if lowest is None else lowest
        given = rating.rating if given is None else given
        if given < lowest and (sex == "rating" or (given, lowest) != (rating.rating, floor.rating)):
            wrong = say(
                "floor.{sex} {lowest} is above the first rating {where} {given}",
                sex=sex,
                lowest=lowest,
                where=".".join(where),
                given=given,
            )
            yield Mistake(
                ("floor", "rating"),
                wrong,
                say("nobody may begin below the floor: change one of them"),
            )


def _first_ratings(first: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
    yield ("first",), first
    for group in ("titles", "outside"):
        for each in getattr(first, group, ()):
            yield ("first", group, each.name), each


def _grades(grades: Sequence[Any], group: str) -> Iterator[Mistake]:
    for one, other in itertools.pairwise(grades):
        if other.rating > one.rating:
            wrong = say(
                "first.{group}.{name} {rating} is above first.{group}.{higher} {higher_rating}",
                group=group,
                name=other.name,
                rating=other.rating,
                higher=one.name,
                higher_rating=one.rating,
            )
            yield Mistake(("first", group, other.name), wrong, say("write the highest grade first"))
    seen: dict[str, str] = {}
    for each in grades:
        for code in each.codes:
            if seen.setdefault(code, each.name) != each.name:
                wrong = say(
                    "title {code} is in first.{group}.{other} and in first.{group}.{name}",
                    code=code,
                    group=group,
                    other=seen[code],
                    name=each.name,
                )
                yield Mistake(("first", group, each.name), wrong, say("keep one of them"))


def _period_floor(rules: Any) -> Iterator[Mistake]:
    floor = rules.floor.rating
    published = rules.lists.published_from
    if rules.floor.below == "stays" and floor > published > 0:
        wrong = say(
            "lists.published_from {published} keeps nobody off: the floor is {floor}",
            published=published,
            floor=floor,
        )
        yield Mistake(
            ("lists", "published_from"), wrong, say("leave it out, or raise it above the floor")
        )


def _tournament(rules: Any) -> Iterator[Mistake]:
    first = rules.first
    if first.outside and not first.home:
        yield Mistake(
            ("first", "outside"),
            say("nobody is from outside where first.home is empty"),
            say("name first.home"),
        )
    if rules.k_limit.most is not None and rules.expected.against == "each":
        wrong = say(
            "k_limit counts the games of a tournament, and expected.against rates each game by itself"
        )
        yield Mistake(
            ("k_limit",), wrong, say('write expected.against = "mean", or leave k_limit out')
        )
    if rules.expected.against == "each" and rules.rounding.place == "tournament":
        wrong = say("rounding.place is tournament, and expected.against rates each game by itself")
        yield Mistake(
            ("rounding", "place"),
            wrong,
            say('write expected.against = "mean", or rounding.place = "list"'),
        )


def _absence(percent: Decimal) -> Iterator[Mistake]:
    if not _is_within(percent, 100):
        wrong = say("absence.percent cannot be {percent}", percent=percent)
        yield Mistake(("absence", "percent"), wrong, say("from 0 to 100, two decimals at most"))


def _admission(asked: Any) -> Iterator[Mistake]:
    for word in ("base", "increment", "game"):
        least = getattr(asked, f"{word}_least")
        most = getattr(asked, f"{word}_most")
        if least is not None and most is not None and least > most:
            wrong = say(
                "admission.{word}_least {least} is above admission.{word}_most {most}: nothing is rated",
                word=word,
                least=least,
                most=most,
            )
            yield Mistake(("admission", f"{word}_least"), wrong, say("change one of them"))
