"""The list of a scheme: publication first, ranks among those shown, sorted and filtered over the whole list."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import numpy as np
from msgspec import Struct

from ledger.errors import LedgerError
from ledger.names import likeness, words_of
from projections import Snapshot
from replay.answers import kinds
from replay.answers.language import tr, tr_n
from replay.answers.paper import PlainTable, Remarks, Section
from replay.answers.paper.answers import with_chinese_names
from replay.answers.paper.facts import list_receipt
from replay.answers.paper.lists import changes_since, columns_note, counted_from, day_before
from replay.answers.speech import day_text
from replay.answers.table import Column, Names, Row
from replay.explain.why_not import why_empty
from replay.lists.list_filter import ListFilter
from replay.lists.list_table import list_table
from replay.lists.rating_list import COLUMNS as RATING_COLUMNS
from replay.lists.rating_list import RatingList, Receipt, csv_bytes
from replay.lists.since_published import ShownList, shown_beside_published
from replay.office.office import Office, schemes_in_use
from replay.questions.names import named
from replay.rules_choice import day_of
from replay.web.asked import Asked, PageLinks
from replay.web.drawing import Spark, spark
from replay.web.page import (
    Anchor,
    Data,
    Elsewhere,
    Field,
    Form,
    Page,
    Pager,
    Sorting,
    Status,
    pager,
    rows_data,
    schemes_that_work,
    sorting,
    table_data,
)
from wording import either, say

ROWS = 100
SPARK_LISTS = 8
MOST_PRINTED = 3_000  # rows that a page carries along, so that it is printed whole
FILTERS = ("federation", "sex", "age", "title", "status")
LISTS = ("scheme", "list_date", "state")
SITE_COLUMNS = (
    "rank", "player", "name", "rating", "change", "title", "fed.", "sex", "born", "games", "K",
    "status",
)  # fmt: skip
RANK = Column("rank", kinds.RANK, say("Rank"))
SHOWN_COLUMNS = (
    RANK,
    Column("name", kinds.NAME, say("Name")),
    Column("federation", kinds.FEDERATION, say("Fed.")),
    Column("born", kinds.YEAR, say("Born")),
    Column("rating", kinds.RATING, say("Rating")),
    Column("change", kinds.CHANGE, say("Change")),
    Column("games", kinds.COUNT, say("Games")),
    Column("k", kinds.K, "K"),
)


class PageRow(Struct, frozen=True):
    """A player on a page of a list."""

    rank: int | None
    whole_rank: int | None
    move: int | None
    player: str
    name: str
    title: str
    federation: str
    born: int | None
    rating: Decimal | int | None
    published: str
    change: Decimal | None
    games: int
    k: int | None
    is_active: bool
    spark: Spark | None
    further: tuple[Any, ...]


class ListView(Struct, frozen=True):
    """A list as the page shows it."""

    made: RatingList
    rows: Sequence[PageRow]
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
    chosen = _chosen(table, made, wanted, asked.get("name") or "")
    size = ROWS
    if asked.get("rows") == "all":
        size = max(len(chosen), 1)
    whole = _in_order(chosen, order)
    begin = size * (asked.page - 1)
    here = whole.slice(begin, size).to_pylist()
    is_short = len(chosen) <= MOST_PRINTED
    status, side = publication_status(office, asked, made)
    view = ListView(
        made=made,
        rows=_shown(office, asked, made, here),
        columns=SHOWN_COLUMNS,
        further=[
            column for column in list_table(made.first(0)).columns if _is_further(made, column)
        ],
        sorting=order,
        form=_filters(made, asked),
        other_rules=_day_form(asked, made),
        names=named(office.snapshot(made.position), [row["player"] for row in here]),
        status=status,
        other_side=side,
        before=Anchor(day_text(before.list_date), asked.to("lists", name, before.list_date)),
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
        title=tr("{scheme}: list of {date}", scheme=tr(made.scheme.title), date=made.list_date),
        crumbs=[
            Anchor(tr("Rating lists"), asked.to("lists")),
            Anchor(tr("Regulation"), asked.to("schemes", name)),
        ],
        template="list.html",
        content=view,
        receipt=list_receipt(made, _receipt(office, made)),
        data=("csv", "json"),
    )


def list_before(office: Office, asked: Asked, made: RatingList) -> RatingList:
    """The list that changes are counted from."""
    published = office.snapshot(made.position).published(made.scheme.name)
    day = day_before(made.scheme, made.rules, made.list_date, published)
    return list_of_scheme(office, asked, made.scheme.name, day)


def with_changes(office: Office, asked: Asked, made: RatingList) -> Any:
    """The rows of a list: ranked among active players, with the change of rating and rank since the list before."""
    import pyarrow.compute as pc

    before = list_before(office, asked, made)
    table = made.table
    rank = active_ranks(table)
    at = pc.index_in(table["player"], value_set=before.table["player"].combine_chunks())
    change = pc.subtract(table["rating"], before.table["rating"].take(at))
    move = pc.subtract(active_ranks(before.table).take(at), rank)
    table = table.set_column(0, "rank", rank)
    for name, column in (("whole_rank", rank), ("change", change), ("move", move)):
        table = table.append_column(name, column)
    return table


def active_ranks(table: Any) -> Any:
    """Places among active players, of rows from the highest rating on; equal ratings share one, others have none."""
    import pyarrow as pa
    import pyarrow.compute as pc

    ratings = table["rating"].cast(pa.float64()).to_numpy()
    active = pc.equal(table["status"], "active").to_numpy() & ~np.isnan(ratings)
    rows = np.flatnonzero(active)
    here = ratings[rows]
    begins = np.ones(len(rows), bool)
    begins[1:] = here[1:] != here[:-1]
    places = np.zeros(len(ratings), np.int64)
    places[rows] = np.maximum.accumulate(np.where(begins, np.arange(1, len(rows) + 1), 0))
    return pa.array(places, mask=~active)


def _chosen(table: Any, made: RatingList, wanted: ListFilter, name: str) -> Any:
    """The rows that are wanted, each with its rank among them."""
    import pyarrow.compute as pc

    if wanted:
        players = wanted.of(made).table["player"]
        table = table.filter(pc.is_in(table["player"], value_set=players.combine_chunks()))
    if name:
        snapshot_names = table["name"].to_pylist()
        words = words_of(name)
        table = table.filter([likeness(words, each) is not None for each in snapshot_names])
    if wanted or name:
        table = table.set_column(0, "rank", active_ranks(table))
    return table


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


def _shown(office: Office, asked: Asked, made: RatingList, rows: Sequence[Row]) -> list[PageRow]:
    """The rows of one page, with what only they need: the last lists, and what was published."""
    players = [row["player"] for row in rows]
    lines = _last_lists(office, asked, made, players)
    changed = _changed(office, made)
    further = [
        column.name for column in list_table(made.first(0)).columns if _is_further(made, column)
    ]
    return [
        PageRow(
            rank=row["rank"],
            whole_rank=row["whole_rank"],
            move=row["move"],
            player=row["player"],
            name=row["name"],
            title=row["title"] or "",
            federation=row["federation"] or "",
            born=row["born"],
            rating=row["rating"],
            published=changed.get(row["player"], ""),
            change=row["change"],
            games=row["games"],
            k=row["k"],
            is_active=row["status"] == "active",
            spark=spark(lines.get(row["player"], ())),
            further=tuple(row[name] for name in further),
        )
        for row in rows
    ]


def _is_further(made: RatingList, column: Column) -> bool:
    return column.name in {each.name for each in made.scheme.columns}


def _last_lists(
    office: Office, asked: Asked, made: RatingList, players: Sequence[str]
) -> dict[str, list[Decimal | None]]:
    """The ratings of some players on the last lists; nothing under other rules, or without a calendar."""
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
    return ratings


def _changed(office: Office, made: RatingList) -> dict[str, str]:
    """The ratings that were published otherwise than this list has them."""
    shown = _beside_published(office, made)
    if shown is None or shown.is_published:
        return {}
    return {
        row.player: (row.published or {}).get("rating") or tr("not on the list")
        for row in shown.since.changes
        if row.change or row.published is None
    }


def _after(made: RatingList, asked: Asked) -> Anchor | None:
    """The next list by the calendar, if its day has come or is the next one."""
    if made.scheme.any_day:
        return None
    number, _ = made.scheme.list_in_force(made.rules, made.list_date)
    day = made.scheme.calendar(made.rules).date(number + 1)
    newest, _ = made.scheme.list_in_force(made.rules, date.today())
    if number > newest:
        return None
    text = day_text(day)
    if number == newest:
        text = tr("{date}, as it stands", date=text)
    return Anchor(text, asked.to("lists", made.scheme.name, day))


def _nobody(office: Office, made: RatingList, here: Sequence[Row]) -> list[str]:
    if here:
        return []
    why = [] if len(made) else why_empty(office, made)
    return [tr("Nobody is on this page of the list."), *why]


def _beside_published(office: Office, made: RatingList) -> ShownList | None:
    return shown_beside_published(office, office.world(made.which), made.list_date)


def publication_status(
    office: Office, asked: Asked, made: RatingList
) -> tuple[Status | None, Anchor | None]:
    """Whether this is the list that was published, and where the other one is."""
    in_force = made.scheme.rules(readings=made.rules.readings).fingerprint
    if made.rate_as or made.rules.fingerprint != in_force:
        return None, None  # other rules: nobody takes it for a published list
    shown = _beside_published(office, made)
    if shown is None:
        return Status(tr("not published"), state="open"), None
    page = asked.to("published", shown.published.position)
    if not shown.since.differs:
        return Status(tr(shown.told), page), None
    side = other_address(asked, shown, "lists", made.scheme.name, made.list_date)
    if shown.is_published:
        return Status(tr(shown.told), page), Anchor(tr("as known now"), side)
    return Status(tr(shown.told), page, "changed"), Anchor(tr("as published"), side)


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


def lists_page(office: Office, asked: Asked) -> Page | Data | Elsewhere:
    """The lists that can be asked for: of every scheme the newest ones and those that were published."""
    name = asked.get("scheme")
    on = asked.get("on")
    if name and on:
        return Elsewhere(asked.to("lists", name, day_of(on)))
    snapshot = asked.snapshot(office)
    working, left_out = schemes_that_work(office.schemes)
    rows = [row for each in working for row in _known_lists(snapshot, asked, each.name)]
    if asked.form:
        return rows_data(asked.form, LISTS, rows)
    schemes = [(each.name, tr(each.title)) for each in working]
    used = schemes_in_use(office.schemes, snapshot) or [name for name, _ in schemes]
    fields = [
        Field("scheme", tr("Regulation"), name or "", schemes),
        Field("on", tr("List in force on"), str(date.today()), type="date"),
    ]
    return Page(
        title=tr("Rating lists"),
        lead=tr("The newest lists of the regulations that this ledger uses, and all that were published. "
                "Any other list can be asked for."),
        forms=[Form("/lists", fields, tr("Show"), asked.hidden("scheme", "on"))],
        sections=[
            *(
                PlainTable(title, LISTS, [row for row in rows if row[0] == name])
                for name, title in schemes
                if name in used
            ),
            *left_out,
        ],
        data=("csv", "json"),
    )  # fmt: skip


def _known_lists(snapshot: Snapshot, asked: Asked, name: str) -> list[tuple[object, ...]]:
    """The lists of the last year by the calendar, and the published ones, the newest first."""
    published = set(map(date.fromordinal, snapshot.published(name)))
    days = set[date]()
    try:
        chosen = asked.schemes[name]
        rules = asked.rules_of(name)
        number, newest = chosen.list_in_force(rules, date.today())
        calendar = chosen.calendar(rules)
        days = {newest, *(calendar.date(number - back) for back in range(len(calendar.days) + 1))}
    except LedgerError as error:
        if error.code != "regulation":
            raise  # else those that were published are shown
    return [
        (
            name,
            Anchor(str(day), asked.to("lists", name, day)),
            tr("published") if day in published else "",
        )
        for day in sorted(days | published, reverse=True)
    ]


def list_of(office: Office, asked: Asked, day: date) -> RatingList:
    """The list of the asked scheme, as known then and under the asked rules."""
    return list_of_scheme(office, asked, asked.words["scheme"], day)


def list_of_scheme(office: Office, asked: Asked, name: str, day: date) -> RatingList:
    """The list of a scheme in force on a day, as known then and under the asked rules."""
    return office.list(asked.which(office, name, day))


def rows_of_players(
    office: Office, asked: Asked, name: str, day: date, players: Sequence[str]
) -> dict[str, Row]:
    """The rows of some players on a list, by player; none if the regulation fails."""
    import pyarrow as pa
    import pyarrow.compute as pc

    try:
        listed = list_of_scheme(office, asked, name, day).table
    except LedgerError as error:
        if error.code != "regulation":
            raise
        return {}
    here = listed.filter(pc.is_in(listed["player"], value_set=pa.array(players, pa.string())))
    return {row["player"]: row for row in here.to_pylist()}


def filter_of(asked: Asked) -> ListFilter:
    """The same words as `list` takes."""
    one_of = {"sex": ("M", "F"), "status": ("active", "inactive")}
    for name, known in one_of.items():
        if (given := asked.get(name)) is not None and given not in known:
            raise LedgerError(
                say("{name} {given!r} is unknown", name=name, given=given),
                remedy=say("use {known}", known=either(known)),
            )
    words: dict[str, Any] = {
        name: asked.get(name) for name in ("federation", "sex", "age", "title", "status")
    }
    wanted = ListFilter(**words)
    wanted.check()
    return wanted


def _data(shown: RatingList, form: str) -> Data:
    if form == "csv":
        return Data(form, csv_bytes(shown.table.column_names, shown.rows))
    return table_data(form, list_table(shown))


def _compared(asked: Asked, before: RatingList, made: RatingList) -> str:
    return asked.to("compare", made.scheme.name, a=before.list_date, b=made.list_date)


def list_rows(
    office: Office, here: RatingList, before: RatingList | None, asked: PageLinks, since: str = ""
) -> list[Section]:
    """The rows of a page, ratings first: names lead to players, ratings to their explanations.

    `since` says what the changes are counted from, if not from a published list.
    """
    if not len(here):
        whole = here.part_of or here
        why = [] if len(whole) else why_empty(office, whole)
        return [Remarks("", [tr("Nobody is on this page of the list."), *why])]
    name = here.scheme.name
    day = here.list_date
    rows = []
    if before is None:
        changes = [""] * len(here)
    else:
        changes = changes_since(here, before)
    for row, change in zip(here.rows, changes, strict=True):
        own = row[: len(RATING_COLUMNS)]
        further = row[len(RATING_COLUMNS) :]
        rank, player, called, *rest, rating, games, k, status = own
        person = Anchor(called, asked.to("players", player))
        explained = rating and Anchor(rating, asked.to("players", player, name, day))
        rows.append((rank, player, person, explained, change, *rest, games, k, status, *further))
    if before and not since:
        since = tr("change: since the list of {date}", date=before.list_date)
    columns = (*SITE_COLUMNS, *(each.name for each in here.scheme.columns))
    table = PlainTable("", columns, rows, columns_note(here.scheme, since))
    return [with_chinese_names(office.snapshot(here.position), table)]


def _filters(made: RatingList, asked: Asked) -> Form:
    """What can be chosen of a list; the words are those of the command."""
    federation, sex, age, title, status = (asked.get(name) or "" for name in FILTERS)
    titles = [(each, each) for each in dict.fromkeys(made.scheme.titles.values())]
    homes = [(each, each) for each in sorted(made.table["federation"].unique().to_pylist()) if each]
    every = ("", tr("all"))
    activity = [every, ("active", tr("active")), ("inactive", tr("inactive"))]
    return Form(
        asked.path,
        [
            Field("name", tr("Name"), asked.get("name") or "", hint=tr("any")),
            Field("status", tr("Players"), status, activity),
            Field("federation", tr("Federation"), federation, [every, *_with(homes, federation)]),
            Field("title", tr("Title"), title, [every, *_with(titles, title)]),
            Field("sex", tr("Sex"), sex, [every, ("F", tr("women")), ("M", tr("men"))]),
            Field("age", tr("Age"), age, hint=tr("18, ..18 or 65..")),
        ],
        tr("Filter"),
        asked.hidden("name", *FILTERS),
    )


def _with(choices: list[tuple[str, str]], chosen: str) -> list[tuple[str, str]]:
    """The choices, and what was chosen in the address although it is none of them, such as FRA,ESP."""
    if not chosen or (chosen, chosen) in choices:
        return choices
    return [*choices, (chosen, chosen)]


def _day_form(asked: Asked, made: RatingList) -> Form:
    """The list of another day; versions and readings that can be chosen."""
    chosen = dict(asked.query)
    versions = [("", tr("by date")), *((each.name, each.name) for each in made.scheme.versions)]
    readings = [
        Field(f"reading.{each.name}", tr(each.question), chosen.get(f"reading.{each.name}", ""),
              [("", tr("in force: {choice}", choice=tr(each.choices[each.force]))),
               *((choice, tr(says)) for choice, says in each.choices.items() if choice != each.force)])
        for each in made.scheme.readings
    ]  # fmt: skip
    others = [
        ("", tr("only games approved for this scheme")),
        ("yes", tr("games of other schemes, too")),
    ]
    fields = [
        Field("version", tr("Version"), chosen.get("version", ""), versions),
        Field("rate-as", tr("Games"), chosen.get("rate-as", ""), others),
        *readings,
    ]
    return Form(
        asked.path,
        fields,
        tr("Show"),
        asked.hidden(*(field.name for field in fields)),
        tr("Other rules"),
    )
