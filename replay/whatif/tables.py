"""A what-if as tables that people read: the lists side by side, the changes, the measures."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal

from replay.answers import columns, kinds
from replay.answers.table import Column, Row, Table, rows_table
from replay.lists.rating_list import make_list
from replay.whatif.answer import WhatIf
from replay.whatif.changes import Group
from replay.whatif.measures import SURE, Class, Level, inflation, yearly
from wording import say

Classes = Mapping[int, Class]  # of games, by where they begin
MEASURED = kinds.Kind("value", 0, right=True)
"""Numbers and days, one below the other."""
BESIDE = (
    columns.PLAYER,
    Column("rank before", kinds.COUNT),
    Column("rank after", kinds.COUNT),
    columns.BEFORE,
    columns.AFTER,
    columns.CHANGE,
)
OVERVIEW = (
    Column("measure", kinds.TEXT, kept=True),
    Column("before", MEASURED),
    Column("after", MEASURED),
)
GROUP = (
    Column("players", kinds.COUNT),
    Column("changed", kinds.COUNT),
    Column("mean", kinds.CHANGE),
    Column("median", kinds.CHANGE),
    Column("lowest", kinds.CHANGE),
    Column("highest", kinds.CHANGE),
)
WHO = Column("who", kinds.WORD, kept=True)
RATING_BEFORE = Column("rating before", kinds.WORD)
AGE = Column("age", kinds.WORD)
DIFFERENCE = Column("difference", kinds.WORD)
HIGHER = Column("rating", kinds.WORD)
SIZES = (
    Column("points", kinds.TEXT, kept=True),
    Column("players", kinds.COUNT),
)
QUANTILES = (
    Column("players", kinds.SHARE),
    Column("at most", kinds.CHANGE),
)
LEVELS = (
    Column("list (before)", kinds.DAY),
    Column("players before", kinds.COUNT),
    Column("mean before", kinds.NUMBER),
    Column("list (after)", kinds.DAY),
    Column("players after", kinds.COUNT),
    Column("mean after", kinds.NUMBER),
)
CALIBRATION = (
    Column("games before", kinds.COUNT),
    Column("expected before", kinds.NUMBER),
    Column("scored before", kinds.NUMBER),
    Column("games after", kinds.COUNT),
    Column("expected after", kinds.NUMBER),
    Column("scored after", kinds.NUMBER),
)
LOSSES = (
    Column("log loss before", kinds.NUMBER),
    Column("Brier before", kinds.NUMBER),
    Column("log loss after", kinds.NUMBER),
    Column("Brier after", kinds.NUMBER),
)


def tables(answer: WhatIf, top: int, watch: Sequence[str] = ()) -> list[Table]:
    """Everything there is to say, in the order in which it is asked."""
    beside = Beside(answer)
    people = _people(beside, top, watch)
    return [overview(answer), *people, *changes(answer), *by_group(answer), *measures(answer)]


def short(answer: WhatIf, top: int, watch: Sequence[str] = ()) -> list[Table]:
    """What fits on a page: the measures, how many changed, the first of both lists, the largest changes."""
    everybody, *_ = changes(answer)
    return [overview(answer), everybody, *_people(Beside(answer), top, watch)]


def _people(beside: "Beside", top: int, watch: Sequence[str]) -> Iterator[Table]:
    """The first of both lists, who is watched, and the largest changes."""
    yield Table(BESIDE, beside.top(top), say("The first {number} of both lists", number=top))
    if watch:
        yield Table(BESIDE, beside.of(watch), say("Watch list"))
    yield Table(BESIDE, beside.movers(top), say("Largest changes"))


class Beside:
    """The two lists as rows of both."""

    def __init__(self, answer: WhatIf) -> None:
        self.answer = answer
        lists = [make_list(world.replayed, "").table for world in (answer.before, answer.after)]
        self.ranks = [
            dict(zip(t["player"].to_pylist(), t["rank"].to_pylist(), strict=True)) for t in lists
        ]
        self.numbers = {player: number for number, player in enumerate(answer.ids.tolist())}

    def top(self, count: int) -> list[Row]:
        """Who is among the first of either list."""
        before, after = self.ranks
        shown = [
            p
            for p in {**before, **after}
            if min(before.get(p, count + 1), after.get(p, count + 1)) <= count
        ]
        end = len(before) + len(after)
        return self.of(sorted(shown, key=lambda p: (before.get(p, end), after.get(p, end), p)))

    def movers(self, count: int) -> list[Row]:
        """The largest changes."""
        difference = self.answer.changes.difference
        order = difference.largest_first(difference.moved)
        return [self._row(number) for number in order[:count]]

    def of(self, players: Sequence[str]) -> list[Row]:
        return [self._row(self.numbers[player]) for player in players]

    def _row(self, number: int) -> Row:
        row = self.answer.changes.difference.row(number)
        before, after = self.ranks
        player = row["player"]
        return {**row, "rank before": before.get(player), "rank after": after.get(player)}


def overview(answer: WhatIf) -> Table:
    """The numbers by which two sets of rules are compared."""
    m, c, (before, after) = answer.measures, answer.changes, answer.closeness
    rows: list[tuple[object, ...]] = [
        (say("list"), answer.before.replayed.list_date, answer.after.replayed.list_date),
        (say("players on the list"), int((c.before > 0).sum()), int((c.after > 0).sum())),
        (say("log loss"), decimals(m.log_loss_before, 5), decimals(m.log_loss, 5)),
        (say("Brier score"), decimals(m.brier_before, 5), decimals(m.brier, 5)),
        (say("inflation, points a year"), decimals(m.inflation_before), decimals(m.inflation)),
    ]
    if before is not None and after is not None:
        ranks = [decimals(close.rank_correlation, 5) for close in (before, after)]
        rows += [
            (say("players with a true strength"), before.players, after.players),
            (say("error against the truth"), decimals(before.error), decimals(after.error)),
            (say("… its level (mean of rating − strength)"), decimals(before.level), decimals(after.level)),
            (say("… its spread (level taken out)"), decimals(before.spread), decimals(after.spread)),
            (say("rank correlation with the truth"), *ranks),
        ]  # fmt: skip
    left_out = len(answer.scenarios.played) - m.games
    note = say(
        "{games} games measured in both worlds; {left_out} left out, because a player had no rating in one of them. "
        "Smaller is better; for the log loss, expected scores are limited to {least}–{most}.",
        games=m.games, left_out=left_out, least=round(1 - SURE, 3), most=SURE,
    )  # fmt: skip
    return rows_table(OVERVIEW, rows, say("Overview"), note)


def changes(answer: WhatIf) -> Iterator[Table]:
    """How many changed and by how much."""
    c = answer.changes
    everybody = c.all()
    note = say(
        "{changed} changed: {entered} only on the list after, {left} only on the list before",
        changed=c.changed, entered=c.entered, left=c.left,
    )  # fmt: skip
    yield rows_table((WHO, *GROUP), [_group(answer, everybody)], say("Changes"), note)
    yield rows_table(SIZES, c.buckets(), say("By size"))
    quantiles = [(share, answer.points(change)) for share, change in c.quantiles()]
    yield rows_table(QUANTILES, quantiles, say("Quantiles of the change"))


def by_group(answer: WhatIf) -> Iterator[Table]:
    """The same for players with something in common: by rating first."""
    c = answer.changes
    yield _groups(answer, RATING_BEFORE, c.by_band(), say("By rating before"))
    yield _groups(answer, columns.SEX, c.by_sex(), say("By sex"))
    yield _groups(answer, AGE, c.by_age(), say("By age"))
    yield _groups(answer, columns.FEDERATION, c.by_federation(), say("By federation"))


def _groups(answer: WhatIf, column: Column, groups: Sequence[Group], title: str) -> Table:
    return rows_table((column, *GROUP), [_group(answer, group) for group in groups], title)


def _group(answer: WhatIf, group: Group) -> tuple[object, ...]:
    mean = decimals(group.mean / answer.changes.unit)
    marks = [answer.points(value) for value in (group.median, group.lowest, group.highest)]
    return (group.name, group.players, group.changed, mean, *marks)


def measures(answer: WhatIf) -> Iterator[Table]:
    """Inflation and calibration."""
    before, after = (decimals(inflation(level)) for level in answer.levels)
    note = say(
        "active players on the list; points a year, before and after: {before} and {after}",
        before=before,
        after=after,
    )
    yield rows_table(LEVELS, _levels(*answer.levels), say("Inflation"), note)
    own, other = answer.predictions
    by_difference = say("Calibration by difference of ratings")
    by_rating = say("Calibration by the higher rating")
    yield _calibration(DIFFERENCE, by_difference, own.by_difference(), other.by_difference())
    yield _calibration(HIGHER, by_rating, own.by_band(), other.by_band())
    yield _losses(own.by_band(), other.by_band())


def _levels(before: list[Level], after: list[Level]) -> Iterator[tuple[object, ...]]:
    """The first level and the last of every year, each beside that of the other list then in force."""
    for level in yearly(before):
        beside = [other for other in after if other.day <= level.day][-1:]
        other = [value for o in beside for value in (o.day, o.players, decimals(o.mean))] or [
            None,
            None,
            None,
        ]
        yield (level.day, level.players, decimals(level.mean), *other)


def _calibration(column: Column, title: str, before: Classes, after: Classes) -> Table:
    def cells(c: Class | None) -> tuple[object, ...]:
        if c is None:
            return (0, None, None)
        return (c.games, decimals(c.expected, 3), decimals(c.scored, 3))

    rows = _paired(before, after, cells)
    note = say("of the higher-rated player, per game")
    return rows_table((column, *CALIBRATION), rows, title, note)


def _losses(before: Classes, after: Classes) -> Table:
    def cells(c: Class | None) -> tuple[object, ...]:
        if c is None:
            return (None, None)
        return (decimals(c.log_loss, 5), decimals(c.brier, 5))

    rows = _paired(before, after, cells)
    return rows_table((HIGHER, *LOSSES), rows, say("Log loss and Brier score by the higher rating"))


def _paired(
    before: Classes, after: Classes, cells: Callable[[Class | None], tuple[object, ...]]
) -> Iterator[tuple[object, ...]]:
    """Classes that begin alike beside each other, low ones first."""
    for begin, one in sorted({**before, **after}.items()):
        yield one.name, *cells(before.get(begin)), *cells(after.get(begin))


def decimals(value: float | None, places: int = 2) -> Decimal | None:
    """A measure with so many digits after the point."""
    if value is None:
        return None
    return Decimal(f"{value:.{places}f}")
