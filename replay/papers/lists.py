"""A rating list on paper: with the change since the list before, and names in Chinese where there are any."""

from collections.abc import Mapping, Sequence
from datetime import date

from msgspec.structs import replace

from projections import Snapshot
from replay.answers import kinds
from replay.answers.columns import CHANGE
from replay.answers.html import TableSection
from replay.answers.language import reads_chinese, tr
from replay.answers.names import chinese_names
from replay.answers.paper import Paper
from replay.answers.table import Column, Table
from replay.difference.difference import Number
from replay.difference.rows import rating_changes
from replay.lists.list_table import list_table
from replay.lists.rating_list import RatingList
from replay.papers.facts import list_receipt
from schemes import Rules, Scheme
from wording import say


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
    since = counted_from(made.scheme, before.list_date, snapshot.published(made.scheme.name))
    changes = rating_changes(before.table, made.table).to_pylist()
    table = _with_changes(list_table(made), changes)
    table = _with_chinese_names(table, chinese_names(snapshot))
    table = replace(table, note=columns_note(made.scheme, since))
    count = str(len(made))
    if chosen:
        count = tr(
            "{shown:,} of {all:,}: {filter}", shown=len(made), all=made.receipt.rows, filter=chosen
        )
    return Paper(
        title=tr("{scheme}: list of {date}", scheme=tr(made.scheme.title), date=made.list_date),
        facts=[
            ("players", count),
            ("known", tr("all events up to #{position}", position=made.position)),
            *([("published", published)] if published else []),
        ],
        sections=[TableSection(table)],
        receipt=list_receipt(made),
    )


def _with_changes(table: Table, changes: Sequence[Number | None]) -> Table:
    """The rows of a list with the changes of their ratings, beside these."""
    columns: list[Column] = []
    for column in table.columns:
        if column.kind is kinds.K:
            column = replace(column, heading=say("K"))
        columns.append(replace(column, heading=column.short or column.heading))
        if column.kind is kinds.RATING:
            columns.append(CHANGE)
    rows = [{**row, "change": change} for row, change in zip(table.rows, changes, strict=True)]
    return Table(tuple(columns), rows)


def _with_chinese_names(table: Table, names: Mapping[str, str]) -> Table:
    """For readers of Chinese the names in Chinese; for others these in a column of their own, if there are any."""
    if reads_chinese():
        rows = [{**row, "name": names.get(row["player"]) or row["name"]} for row in table.rows]
        return replace(table, rows=rows)
    rows = [{**row, "Chinese name": names.get(row["player"], "")} for row in table.rows]
    if all(row["Chinese name"] in ("", row["name"]) for row in rows):
        return table
    columns: list[Column] = []
    for column in table.columns:
        columns.append(column)
        if column.kind is kinds.NAME:
            columns.append(Column("Chinese name", kinds.NAME))
    return replace(table, columns=tuple(columns), rows=rows)


def columns_note(chosen: Scheme, since: str) -> str:
    """What to know of the columns of a list: which games are counted, and `since` when ratings changed."""
    counted = ""
    if chosen.games_counted:
        counted = tr("games: {counted}", counted=tr(chosen.games_counted))
    return "; ".join(note for note in (counted, since) if note)
