"""A rating list on paper: with the change since the list before, and names in Chinese where there are any."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from projections import Snapshot
from replay.answers.language import tr
from replay.answers.paper.answers import with_chinese_names
from replay.answers.paper.facts import list_receipt
from replay.answers.paper.parts import Paper, PlainTable
from replay.lists.rating_list import RatingList
from schemes import Rules, Scheme

RATING = 7  # its place among the columns of a list


def day_before(scheme: Scheme, rules: Rules, listed: date, published: Sequence[int]) -> date:
    """The day of the list before: by the calendar, or for lists of any day the last that was published."""
    number, _ = scheme.list_in_force(rules, listed)
    calendar = scheme.calendar(rules)
    if not scheme.any_day:
        return calendar.date(number - 1)
    earlier = [date.fromordinal(day) for day in published if day < listed.toordinal()]
    mark = calendar.date(number)
    if earlier:
        return earlier[-1]
    if mark < listed:
        return mark
    return calendar.date(number - 1)


def counted_from(scheme: Scheme, before: date, published: Sequence[int]) -> str:
    """What the changes on a list are counted from. With a list for any day there is no list before by the calendar."""
    if not scheme.any_day:
        return tr("change: since the list of {date}", date=before)
    if before.toordinal() in published:
        return tr("change: since the list of {date}, the last one published before", date=before)
    return tr(
        "change: since {date}, the first of a month; there is a list for any day, and none was published before",
        date=before,
    )


def list_paper(
    made: RatingList, before: RatingList, snapshot: Snapshot, chosen: str = "", published: str = ""
) -> Paper:
    """The paper of a list. `chosen` says which rows of it are shown, if not all; `published`, whether it was."""
    columns = list(made.table.column_names)
    rows = [list(row) for row in made.rows]
    for row, change in zip(rows, changes_since(made, before), strict=True):
        row.insert(RATING + 1, change)
    columns.insert(RATING + 1, "change")
    since = counted_from(made.scheme, before.list_date, snapshot.published(made.scheme.name))
    table = PlainTable("", _headings(columns), rows, columns_note(made.scheme, since))
    count = str(len(rows))
    if chosen:
        count = tr(
            "{shown:,} of {all:,}: {filter}", shown=len(rows), all=made.receipt.rows, filter=chosen
        )
    return Paper(
        title=tr("{scheme}: list of {date}", scheme=tr(made.scheme.title), date=made.list_date),
        facts=[
            ("players", count),
            ("known", tr("all events up to #{position}", position=made.position)),
            *([("published", published)] if published else []),
        ],
        sections=[with_chinese_names(snapshot, table)],
        receipt=list_receipt(made),
    )


def columns_note(chosen: Scheme, since: str) -> str:
    """What to know of the columns of a list: which games are counted, and `since` when ratings changed."""
    counted = ""
    if chosen.games_counted:
        counted = tr("games: {counted}", counted=tr(chosen.games_counted))
    return "; ".join(note for note in (counted, since) if note)


def _headings(columns: Sequence[str]) -> list[str]:
    return [{"federation": "fed.", "k": "K"}.get(name, name) for name in columns]


def changes_since(made: RatingList, before: RatingList) -> list[str]:
    """How much each rating differs from the list before; empty for players who were not on it."""
    import pyarrow.compute as pc

    same = before.only(pc.is_in(before.table["player"], made.table["player"].combine_chunks()))
    earlier: Mapping[Any, Any] = {row[1]: row[RATING] for row in same.rows}
    return [_change(earlier.get(row[1]), row[RATING]) for row in made.rows]


def _change(before: str | None, after: str | None) -> str:
    if before is None or after is None:
        return ""
    change = Decimal(after) - Decimal(before)
    if change > 0:
        return f"+{change}"
    return str(change)
