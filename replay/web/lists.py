"""The list of a scheme: filtered, page by page, with the change since the list before; or the whole of it as data."""

from dataclasses import replace
from datetime import date
from typing import Any

from ledger.errors import LedgerError
from projections import Snapshot
from replay.answers.language import tr
from replay.answers.paper import PlainTable, Remarks, Section
from replay.answers.paper.answers import with_chinese_names
from replay.answers.paper.facts import list_receipt
from replay.answers.paper.lists import changes_since, columns_note, counted_from, day_before
from replay.explain.why_not import why_empty
from replay.lists.list_filter import ListFilter
from replay.lists.list_table import list_table
from replay.lists.rating_list import COLUMNS as RATING_COLUMNS
from replay.lists.rating_list import RatingList, Receipt, csv_bytes
from replay.lists.since_published import ShownList, shown_beside_published
from replay.office.office import Office, schemes_in_use
from replay.rules_choice import day_of
from replay.web.asked import Asked, PageLinks
from replay.web.page import (
    Anchor,
    Data,
    Elsewhere,
    Field,
    Form,
    Page,
    pager,
    rows_data,
    schemes_that_work,
    table_data,
)
from wording import either, say

ROWS = 100
LISTS = ("scheme", "list_date", "state")
COLUMNS = (
    "rank",
    "player",
    "name",
    "rating",
    "change",
    "title",
    "fed.",
    "sex",
    "born",
    "games",
    "K",
    "status",
)


def list_page(office: Office, asked: Asked) -> Page | Data:
    """The list in force on a day."""
    wanted = filter_of(asked)
    made = list_of(office, asked, asked.on)
    shown = wanted.of(made) if wanted else made
    if asked.form:
        return _data(shown, asked.form)
    here = shown.first(ROWS, ROWS * (asked.page - 1))
    published = office.snapshot(made.position).published(made.scheme.name)
    before = list_of(office, asked, day_before(made.scheme, made.rules, made.list_date, published))
    earlier = Anchor(str(before.list_date), asked.to("lists", made.scheme.name, before.list_date))
    since = counted_from(made.scheme, before.list_date, published)
    players = f"{len(made):,}"
    if wanted:
        players = tr(
            "{shown:,} of {all:,}: {filter}", shown=len(shown), all=len(made), filter=wanted
        )
    return Page(
        title=tr("{scheme}: list of {date}", scheme=tr(made.scheme.title), date=made.list_date),
        facts=[
            ("players", players),
            ("regulation", Anchor(made.scheme.name, asked.to("schemes", made.scheme.name))),
            ("change counted from", earlier) if made.scheme.any_day else ("list before", earlier),
            ("what changed", Anchor(tr("compare by cause"), _compared(asked, before, made))),
            *_published(office, asked, made),
        ],
        forms=[_filters(made, asked), _day_form(asked, made)],
        sections=list_rows(office, here, before, asked, since),
        pager=pager(asked, asked.page, ROWS, len(shown)),
        receipt=list_receipt(made, _receipt(office, made)),
        data=("csv", "json"),
    )


def _published(office: Office, asked: Asked, made: RatingList) -> list[tuple[str, object]]:
    """Whether this is the list that was published, and where the other one is."""
    name = made.scheme.name
    day = made.list_date
    if (
        made.rate_as
        or made.rules.fingerprint != made.scheme.rules(readings=made.rules.readings).fingerprint
    ):
        return []  # other rules: nobody takes it for a published list
    world = office.world(made.which)
    shown = shown_beside_published(office, world, day)
    if shown is None:
        return [("published", tr("not published"))]
    facts: list[tuple[str, object]] = [
        ("published", Anchor(tr(shown.told), asked.to("published", shown.published.position)))
    ]
    if shown.since.differs:
        return [*facts, *other_side(asked, shown, "lists", name, day)]
    return facts


def other_side(asked: Asked, shown: ShownList, *parts: object) -> list[tuple[str, object]]:
    """A link to the same page as published, or as known now."""
    if shown.is_published:
        now = [(name, value) for name, value in asked.query if name != "known"]
        return [("as known now", Anchor(tr("show"), Asked("", {}, now).to(*parts)))]
    then = ("known", f"#{shown.published.event.at_position}")
    others = [(name, value) for name, value in asked.query if name != "known"]
    return [("as published", Anchor(tr("show"), Asked("", {}, [then, *others]).to(*parts)))]


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
    return office.list(asked.which(office, asked.words["scheme"], day))


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
    columns = (*COLUMNS, *(each.name for each in here.scheme.columns))
    table = PlainTable("", columns, rows, columns_note(here.scheme, since))
    return [with_chinese_names(office.snapshot(here.position), table)]


def _filters(made: RatingList, asked: Asked) -> Form:
    """What can be chosen of a list; the words are those of the command."""
    names = ("federation", "sex", "age", "title", "status")
    federation, sex, age, title, status = (asked.get(name) or "" for name in names)
    titles = [(each, each) for each in dict.fromkeys(made.scheme.titles.values())]
    homes = [(each, each) for each in sorted(made.table["federation"].unique().to_pylist()) if each]
    every = ("", tr("all"))
    return Form(
        asked.path,
        [
            Field("federation", tr("Federation"), federation, [every, *_with(homes, federation)]),
            Field("sex", tr("Sex"), sex, [every, ("F", tr("women")), ("M", tr("men"))]),
            Field("age", tr("Age"), age, hint=tr("18, ..18 or 65..")),
            Field("title", tr("Title"), title, [every, *_with(titles, title)]),
            Field(
                "status",
                tr("Activity"),
                status,
                [every, ("active", tr("active")), ("inactive", tr("inactive"))],
            ),
        ],
        tr("Filter"),
        asked.hidden(*names),
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
