"""The list of a scheme: publication first, ranks among those shown, sorted and filtered over the whole list."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

from msgspec import Struct

from replay.answers import kinds
from replay.answers.language import tr, tr_n
from replay.answers.names import named, with_names
from replay.answers.speech import day_in_words
from replay.answers.table import Column, Names, Row
from replay.explain.why_not import why_empty
from replay.lists.list_table import list_table
from replay.lists.rating_list import RatingList, Receipt, csv_bytes
from replay.lists.since_published import ShownList, is_supposed, list_beside_published
from replay.office.office import Office
from replay.papers.facts import list_receipt
from replay.papers.lists import columns_note, counted_from
from replay.web.asked import Asked
from replay.web.drawing import Spark, spark
from replay.web.list_filters import chosen_rows, day_form, filter_form, filter_of
from replay.web.list_rows import list_before, list_of, with_changes
from replay.web.navigation import title_of
from replay.web.page import (
    Anchor,
    Data,
    Form,
    Page,
    Pager,
    Sorting,
    Status,
    pager,
    sorting,
    table_data,
)
from replay.which import WhichList
from wording import say

ROWS = 100
SPARK_LISTS = 8
MOST_PRINTED = 3_000  # rows that a page carries along, so that it is printed whole
SHOWN_COLUMNS = (
    Column("rank", kinds.RANK, say("Rank")),
    Column("name", kinds.NAME, say("Name")),
    Column("federation", kinds.FEDERATION, say("Fed.")),
    Column("born", kinds.YEAR, say("Born")),
    Column("rating", kinds.RATING, say("Rating")),
    Column("change", kinds.CHANGE, say("Change")),
    Column("games", kinds.COUNT, say("Games")),
    Column("k", kinds.K, "K"),
)


class ListView(Struct, frozen=True):
    """A list as the page shows it."""

    made: RatingList
    title: str
    rows: Sequence[Row]
    sparks: Mapping[str, Spark | None]
    published: Mapping[str, str]
    "Player → what was published, where it is another rating now."
    columns: Sequence[Column]
    further: Sequence[Column]
    sorting: Sorting
    form: Form
    other_rules: Form
    names: Names
    status: Status | None
    other_side: Anchor | None
    before: Anchor
    after: Anchor | None
    compared: str
    counts: str
    note: str
    has_whole_ranks: bool
    pager: Pager | None
    whole: str
    nobody: Sequence[str] = ()
    earlier: Sequence[Row] = ()
    "The rows of the pages before this one, and after it: they are seen on paper only."
    later: Sequence[Row] = ()


def list_page(office: Office, asked: Asked) -> Page | Data:
    """The list in force on a day."""
    wanted = filter_of(asked)
    made = list_of(office, asked, asked.on)
    if asked.form:
        return _data(wanted.of(made) if wanted else made, asked.form)
    name = made.scheme.name
    published = office.snapshot(made.position).published(name)
    before = list_before(office, asked, made)
    table = with_changes(office, asked, made)
    order = sorting(asked, SHOWN_COLUMNS, "rank")
    chosen = chosen_rows(
        office.snapshot(made.position), table, made, wanted, asked.get("name") or ""
    )
    size = ROWS
    if asked.get("rows") == "all":
        size = max(len(chosen), 1)
    whole = _in_order(chosen, order)
    begin = size * (asked.page - 1)
    here = whole.slice(begin, size).to_pylist()
    is_short = len(chosen) <= MOST_PRINTED
    status, side = publication_status(office, asked, made.which)
    view = ListView(
        made=made,
        title=title_of(asked.schemes, name),
        rows=here,
        sparks=_sparks(office, asked, made, [row["player"] for row in here]),
        published=_changed(office, made),
        columns=SHOWN_COLUMNS,
        further=[
            column for column in list_table(made.first(0)).columns if _is_further(made, column)
        ],
        sorting=order,
        form=filter_form(made, asked),
        other_rules=day_form(asked, made),
        names=named(office.snapshot(made.position), [row["player"] for row in here]),
        status=status,
        other_side=side,
        before=Anchor(day_in_words(before.list_date), asked.to("lists", name, before.list_date)),
        after=_after(made, asked),
        compared=_compared(asked, before, made),
        counts=_counts(table, chosen, bool(wanted or asked.get("name"))),
        note=columns_note(made.scheme, counted_from(made.scheme, before.list_date, published)),
        has_whole_ranks=bool(wanted or asked.get("name")),
        pager=pager(asked, asked.page, size, len(chosen)),
        whole=asked.again(rows="all", page=None) if len(chosen) > size else "",
        nobody=_nobody(office, made, here),
        earlier=whole.slice(0, begin).to_pylist() if is_short else (),
        later=whole.slice(begin + size).to_pylist() if is_short else (),
    )
    return Page(
        title=tr(
            "{scheme}: list of {date}", scheme=title_of(asked.schemes, name), date=made.list_date
        ),
        crumbs=[
            Anchor(tr("Rating lists"), asked.to("lists")),
            Anchor(tr("Regulation"), asked.to("schemes", name)),
        ],
        template="list.html",
        content=view,
        receipt=list_receipt(made, _receipt(office, made)),
        data=("csv", "json"),
    )


def _in_order(table: Any, order: Sorting) -> Any:
    """The rows sorted over the whole list; those without a value stand last, equal ones as on the list."""
    import pyarrow.compute as pc

    keys = table[order.by]
    if order.by == "name":
        keys = pc.utf8_lower(pc.utf8_normalize(keys, form="NFKD"))
    direction = "descending" if order.descending else "ascending"
    return table.take(pc.array_sort_indices(keys, order=direction, null_placement="at_end"))


def _counts(table: Any, chosen: Any, is_part: bool) -> str:
    """How many players there are, and how many of them are active and shown."""
    active = table["status"].to_pylist().count("active")
    whole = tr_n(
        "{number} player, {active} active",
        "{number} players, {active} of them active",
        len(table),
        active=active,
    )
    if is_part:
        return tr("{shown} shown of {whole}", shown=len(chosen), whole=whole)
    return whole


def _is_further(made: RatingList, column: Column) -> bool:
    return column.name in {each.name for each in made.scheme.columns}


def _sparks(
    office: Office, asked: Asked, made: RatingList, players: Sequence[str]
) -> dict[str, Spark | None]:
    """The ratings of some players on the last lists, drawn; nothing under other rules, or without a calendar."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if made.scheme.any_day or asked.rules_words or not players:
        return {}
    number, _ = made.scheme.list_in_force(made.rules, made.list_date)
    calendar = made.scheme.calendar(made.rules)
    wanted = pa.array(players, pa.string())
    ratings: dict[str, list[Decimal | None]] = {player: [] for player in players}
    for back in range(SPARK_LISTS - 1, -1, -1):
        listed = list_of(office, asked, calendar.date(number - back)).table
        at = pc.index_in(wanted, value_set=listed["player"].combine_chunks())
        for player, rating in zip(players, listed["rating"].take(at).to_pylist(), strict=True):
            ratings[player].append(rating)
    return {player: spark(line) for player, line in ratings.items()}


def _changed(office: Office, made: RatingList) -> dict[str, str]:
    """The ratings that were published otherwise than this list has them."""
    shown = list_beside_published(office, made.which)
    if shown is None or shown.is_published:
        return {}
    difference = shown.since.difference
    if difference is None:
        return {}
    rows = map(difference.row, difference.by_id(difference.after.listed & difference.moved))
    return {row["player"]: str(row["before"] or tr("not on the list")) for row in rows}


def _after(made: RatingList, asked: Asked) -> Anchor | None:
    """The next list by the calendar, if its day has come or is the next one."""
    if made.scheme.any_day:
        return None
    number, _ = made.scheme.list_in_force(made.rules, made.list_date)
    day = made.scheme.calendar(made.rules).date(number + 1)
    newest, _ = made.scheme.list_in_force(made.rules, date.today())
    if number > newest:
        return None
    text = day_in_words(day)
    if number == newest:
        text = tr("{date}, as it stands", date=text)
    return Anchor(text, asked.to("lists", made.scheme.name, day))


def _nobody(office: Office, made: RatingList, here: Sequence[Row]) -> list[str]:
    if here:
        return []
    why = [] if len(made) else why_empty(office, made)
    return [tr("Nobody is on this page of the list."), *why]


def publication_status(
    office: Office, asked: Asked, which: WhichList
) -> tuple[Status | None, Anchor | None]:
    """Whether this is the list that was published, and where the other one is."""
    if is_supposed(office, which):
        return None, None
    shown = list_beside_published(office, which)
    if shown is None:
        return Status(tr("not published"), state="open"), None
    page = asked.to("published", shown.published.position)
    if not shown.since.differs:
        return Status(tr(shown.told), page), None
    largest = shown.since.largest
    people = [] if largest is None else [largest["player"]]
    told = with_names(shown.told, named(office.snapshot(), people))
    side = other_address(asked, shown, "lists", which.scheme, shown.list_date)
    if shown.is_published:
        return Status(told, page), Anchor(tr("as known now"), side)
    return Status(told, page, "changed"), Anchor(tr("as published"), side)


def other_address(asked: Asked, shown: ShownList, *parts: object) -> str:
    """The address of the same page as published, or as known now."""
    others = [(name, value) for name, value in asked.query if name != "known"]
    if not shown.is_published:
        others = [("known", f"#{shown.published.event.at_position}"), *others]
    return Asked("", {}, others).to(*parts)


def _receipt(office: Office, made: RatingList) -> Receipt:
    """The receipt of a list; those under the rules in force are kept, because the digest of a long list takes time."""
    if made.rules.fingerprint != made.scheme.rules().fingerprint:
        return made.receipt
    snapshot = office.world(made.which).snapshot
    kept: dict[tuple[str, date], Receipt] = snapshot.remembered("receipts of lists", dict)
    name = made.scheme.name, made.list_date
    if name not in kept:
        kept[name] = replace(made).receipt  # of a copy: the rows are not kept with it
    return kept[name]


def _data(shown: RatingList, form: str) -> Data:
    if form == "csv":
        return Data(form, csv_bytes(shown.table.column_names, shown.rows))
    return table_data(form, list_table(shown))


def _compared(asked: Asked, before: RatingList, made: RatingList) -> str:
    return asked.to("compare", made.scheme.name, a=before.list_date, b=made.list_date)
