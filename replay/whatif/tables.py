"""A what-if as tables that people read: the lists side by side, the changes, the measures."""

from collections.abc import Iterator, Sequence
from typing import Any

from replay.answers.language import tr
from replay.answers.paper import PlainTable
from replay.lists.rating_list import make_list
from replay.whatif.answer import WhatIf
from replay.whatif.changes import Group
from replay.whatif.measures import SURE, Class, Level, inflation, yearly

BESIDE = ("player", "name", "rank before", "rank after", "before", "after", "change")
GROUP_COLUMNS = ("players", "changed", "mean", "median", "lowest", "highest")
LEVEL_COLUMNS = ("list (before)", "players before", "mean before", "list (after)", "players after", "mean after")
CALIBRATION_COLUMNS = (
    "games before", "expected before", "scored before", "games after", "expected after", "scored after",
)  # fmt: skip
LOSS_COLUMNS = ("log loss before", "Brier before", "log loss after", "Brier after")


def tables(answer: WhatIf, top: int, watch: Sequence[str] = ()) -> list[PlainTable]:
    """Everything there is to say, in the order in which it is asked."""
    beside = Beside(answer)
    parts = [overview(answer), PlainTable(tr("The first {number} of both lists", number=top), BESIDE, beside.top(top))]
    if watch:
        parts.append(PlainTable(tr("Watch list"), BESIDE, beside.of(watch)))
    parts.append(PlainTable(tr("Largest changes"), BESIDE, beside.movers(top)))
    return [*parts, *changes(answer), *measures(answer)]


def short(answer: WhatIf, top: int, watch: Sequence[str] = ()) -> list[PlainTable]:
    """What fits on a page: the measures, how many changed, the first of both lists, the largest changes."""
    beside, (everybody, *_) = Beside(answer), changes(answer)
    if watch:
        watched = [PlainTable(tr("Watch list"), BESIDE, beside.of(watch))]
    else:
        watched = []
    first = PlainTable(tr("The first {number} of both lists", number=top), BESIDE, beside.top(top))
    return [overview(answer), everybody, first, *watched, PlainTable(tr("Largest changes"), BESIDE, beside.movers(top))]


class Beside:
    """The two lists as rows of both."""

    def __init__(self, answer: WhatIf) -> None:
        self.answer = answer
        lists = [make_list(world.replayed, "").table for world in (answer.before, answer.after)]
        self.ranks = [dict(zip(t["player"].to_pylist(), t["rank"].to_pylist(), strict=True)) for t in lists]
        self.numbers = {player: number for number, player in enumerate(answer.ids.tolist())}
        self.names = answer.names

    def top(self, count: int) -> list[tuple[Any, ...]]:
        """Who is among the first of either list."""
        before, after = self.ranks
        shown = [p for p in {**before, **after} if min(before.get(p, count + 1), after.get(p, count + 1)) <= count]
        end = len(before) + len(after)
        return self.of(sorted(shown, key=lambda p: (before.get(p, end), after.get(p, end), p)))

    def movers(self, count: int) -> list[tuple[Any, ...]]:
        changes = self.answer.changes
        order = changes.order(self.answer.ids)
        return self.of([self.answer.ids[n] for n in order[:count] if changes.before[n] != changes.after[n]])

    def of(self, players: Sequence[str]) -> list[tuple[Any, ...]]:
        return [self._row(player) for player in players]

    def _row(self, player: str) -> tuple[Any, ...]:
        number = self.numbers[player]
        answer = self.answer
        before = int(answer.changes.before[number])
        after = int(answer.changes.after[number])
        change = None
        if before and after:
            change = signed(answer, after - before)
        return (
            player, self.names[number].as_py(), self.ranks[0].get(player), self.ranks[1].get(player),
            answer.shown(before), answer.shown(after), change,
        )  # fmt: skip


def signed(answer: WhatIf, change: int) -> str:
    if change > 0:
        return f"+{answer.scheme.shown(change)}"
    return answer.scheme.shown(change)


def overview(answer: WhatIf) -> PlainTable:
    """The numbers by which two sets of rules are compared."""
    m, c, (before, after) = answer.measures, answer.changes, answer.closeness
    rows: list[tuple[Any, ...]] = [
        (tr("list"), answer.before.replayed.list_date, answer.after.replayed.list_date),
        (tr("players on the list"), int((c.before > 0).sum()), int((c.after > 0).sum())),
        (tr("log loss"), decimals(m.log_loss_before, 5), decimals(m.log_loss, 5)),
        (tr("Brier score"), decimals(m.brier_before, 5), decimals(m.brier, 5)),
        (tr("inflation, points a year"), decimals(m.inflation_before), decimals(m.inflation)),
    ]
    if before is not None and after is not None:
        ranks = [decimals(close.rank_correlation, 5) for close in (before, after)]
        rows += [
            (tr("players with a true strength"), before.players, after.players),
            (tr("error against the truth"), decimals(before.error), decimals(after.error)),
            (tr("… its level (mean of rating − strength)"), decimals(before.level), decimals(after.level)),
            (tr("… its spread (level taken out)"), decimals(before.spread), decimals(after.spread)),
            (tr("rank correlation with the truth"), *ranks),
        ]  # fmt: skip
    left_out = len(answer.scenarios.played) - m.games
    note = tr(
        "{games} games measured in both worlds; {left_out} left out, because a player had no rating in one of them. "
        "Smaller is better; expectations count as at most {sure} sure in the log loss.",
        games=m.games, left_out=left_out, sure=SURE,
    )  # fmt: skip
    return PlainTable(tr("Overview"), ("measure", "before", "after"), rows, note)


def changes(answer: WhatIf) -> Iterator[PlainTable]:
    """How many changed and by how much."""
    c = answer.changes
    everybody = c.all()
    note = tr(
        "{changed} changed: {entered} only on the list after, {left} only on the list before",
        changed=c.changed, entered=c.entered, left=c.left,
    )  # fmt: skip
    yield PlainTable(tr("Changes"), ("who", *GROUP_COLUMNS), [_group(answer, everybody)], note)
    yield PlainTable(tr("By size"), ("points", "players"), list(c.buckets()))
    quantiles = [(f"{q} %", signed(answer, change)) for q, change in c.quantiles()]
    yield PlainTable(tr("Quantiles of the change"), ("players", "at most"), quantiles)
    for title, column, groups in (
        (tr("By rating before"), "rating before", c.by_band()), (tr("By sex"), "sex", c.by_sex()),
        (tr("By age"), "age", c.by_age()), (tr("By federation"), "federation", c.by_federation()),
    ):  # fmt: skip
        yield PlainTable(title, (column, *GROUP_COLUMNS), [_group(answer, group) for group in groups])


def _group(answer: WhatIf, group: Group) -> tuple[Any, ...]:
    mean = f"{group.mean / answer.changes.unit:+.2f}"
    marks = [signed(answer, value) for value in (group.median, group.lowest, group.highest)]
    return (group.name, group.players, group.changed, mean, *marks)


def measures(answer: WhatIf) -> Iterator[PlainTable]:
    """Inflation and calibration."""
    before, after = (decimals(inflation(found)) for found in answer.levels)
    note = tr(
        "active players on the list; points a year, before and after: {before} and {after}", before=before, after=after
    )
    yield PlainTable(tr("Inflation"), LEVEL_COLUMNS, list(_levels(*answer.levels)), note)
    own, other = answer.predictions
    by_difference = tr("Calibration by difference of ratings")
    by_rating = tr("Calibration by the higher rating")
    yield _calibration(tr("difference"), by_difference, own.by_difference(), other.by_difference())
    yield _calibration("rating", by_rating, own.by_band(), other.by_band())
    yield _losses(own.by_band(), other.by_band())


def _levels(before: list[Level], after: list[Level]) -> Iterator[tuple[Any, ...]]:
    """The first level and the last of every year, each beside that of the other list then in force."""
    for level in yearly(before):
        beside = [other for other in after if other.day <= level.day][-1:]
        other = [value for o in beside for value in (o.day, o.players, decimals(o.mean))] or [None, None, None]
        yield (level.day, level.players, decimals(level.mean), *other)


def _paired(before: list[Class], after: list[Class]) -> Iterator[tuple[str, Class | None, Class | None]]:
    """Classes of the same name beside each other, low ones first."""
    found = {c.name: c for c in before}, {c.name: c for c in after}
    for name in sorted({**found[0], **found[1]}, key=lambda name: int(name.split("–")[0].rstrip("+"))):
        yield name, found[0].get(name), found[1].get(name)


def _calibration(column: str, title: str, before: list[Class], after: list[Class]) -> PlainTable:
    def cells(c: Class | None) -> tuple[Any, ...]:
        if c is None:
            return (0, None, None)
        return (c.games, decimals(c.expected, 3), decimals(c.scored, 3))

    rows = [(name, *cells(own), *cells(other)) for name, own, other in _paired(before, after)]
    return PlainTable(title, (column, *CALIBRATION_COLUMNS), rows, tr("of the higher-rated player, per game"))


def _losses(before: list[Class], after: list[Class]) -> PlainTable:
    def cells(c: Class | None) -> tuple[Any, ...]:
        if c is None:
            return (None, None)
        return (decimals(c.log_loss, 5), decimals(c.brier, 5))

    rows = [(name, *cells(own), *cells(other)) for name, own, other in _paired(before, after)]
    return PlainTable(tr("Log loss and Brier score by the higher rating"), ("rating", *LOSS_COLUMNS), rows)


def decimals(value: float | None, places: int = 2) -> str | None:
    if value is None:
        return None
    return f"{value:.{places}f}"
