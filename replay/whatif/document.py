"""A what-if as data for other programs: everything that is measured, and a row for every player."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from msgspec import Struct

from replay.answers.table import Row
from replay.lists.since_published import ShownList
from replay.whatif.answer import Measures, WhatIf
from replay.whatif.changes import Group
from replay.whatif.measures import Class, Closeness, Level


class GroupChange(Struct, frozen=True):
    """Players with something in common, and how their ratings change, in points."""

    name: str
    players: int
    changed: int
    mean: float
    median: Decimal
    lowest: Decimal
    highest: Decimal


class ChangesByGroup(Struct, frozen=True):
    """Everybody on both lists, by what they have in common."""

    band: list[GroupChange]
    sex: list[GroupChange]
    age: list[GroupChange]
    federation: list[GroupChange]


class PublishedBefore(Struct, frozen=True):
    """The publication of the list under the rules in force."""

    position: int
    is_shown: bool
    "The list is the published one, not another that is known now."
    differs: bool
    "The published list, and the one that is known, are not the same."
    rows: int | None
    "In how many rows; null where nobody can say."


class WhatIfDocument(Struct, frozen=True):
    """Numbers as numbers; ratings and changes in points. Pairs are the rules in force, and the others."""

    scheme: str
    change: str
    list_date: date
    list_date_after: date
    position: int
    rules_before: str
    rules_after: str
    measures: Measures
    games_left_out: int
    closeness: tuple[Closeness | None, Closeness | None]
    entered: int
    left: int
    all: GroupChange
    by_size: dict[str, int]
    quantiles: dict[str, Decimal]
    by: ChangesByGroup
    inflation: tuple[list[Level], list[Level]]
    by_difference: tuple[list[Class], list[Class]]
    by_band: tuple[list[Class], list[Class]]
    players: Sequence[Row]
    published: PublishedBefore | None = None


def document(
    answer: WhatIf, rows: Sequence[Row], published: ShownList | None = None
) -> WhatIfDocument:
    """All that is known of a what-if, and some of its rows."""
    changes = answer.changes
    own, other = answer.predictions

    def groups(measured: Sequence[Group]) -> list[GroupChange]:
        return [_in_points(group, changes.unit) for group in measured]

    return WhatIfDocument(
        scheme=answer.scheme.name,
        change=answer.after.rules.reform,
        list_date=answer.before.replayed.list_date,
        list_date_after=answer.after.replayed.list_date,
        position=answer.snapshot.position,
        rules_before=answer.before.rules.fingerprint,
        rules_after=answer.after.rules.fingerprint,
        measures=answer.measures,
        games_left_out=len(answer.scenarios.played) - own.games,
        closeness=answer.closeness,
        entered=changes.entered,
        left=changes.left,
        all=_in_points(changes.all(), changes.unit),
        by_size=dict(changes.buckets()),
        quantiles={str(q): Decimal(value) / changes.unit for q, value in changes.quantiles()},
        by=ChangesByGroup(
            band=groups(changes.by_band()),
            sex=groups(changes.by_sex()),
            age=groups(changes.by_age()),
            federation=groups(changes.by_federation()),
        ),
        inflation=answer.levels,
        by_difference=([*own.by_difference().values()], [*other.by_difference().values()]),
        by_band=([*own.by_band().values()], [*other.by_band().values()]),
        players=rows,
        published=None if published is None else _publication(published),
    )


def _publication(shown: ShownList) -> PublishedBefore:
    since = shown.since
    return PublishedBefore(
        position=shown.published.position,
        is_shown=shown.is_published or not since.differs,
        differs=since.differs,
        rows=None if since.unknown else since.rows,
    )


def _in_points(group: Group, unit: int) -> GroupChange:
    return GroupChange(
        name=group.name,
        players=group.players,
        changed=group.changed,
        mean=group.mean / unit,
        median=Decimal(group.median) / unit,
        lowest=Decimal(group.lowest) / unit,
        highest=Decimal(group.highest) / unit,
    )
