"""The first page and the search."""

from datetime import date

from ledger.append.description import detail, subject
from projections import Snapshot
from projections.find import (
    find_players,
    find_tournaments,
    nearest,
    player_details,
    tournament_details,
)
from projections.groups import all_series
from replay.answers.language import tr, word
from replay.answers.paper import PlainTable, Remarks, Section
from replay.answers.shown_names import reader_names
from replay.lists.list_files import all_publications
from replay.office.office import Office, schemes_in_use
from replay.web.asked import Asked
from replay.web.page import Anchor, Data, Field, Form, Page, rows_data, schemes_that_work
from wording.errors import LedgerError

NEWEST = 8  # so many events and published lists stand on the first page
MOST_FOUND = 100
COLUMNS = ("kind", "id", "name", "detail")


def home_page(office: Office, asked: Asked) -> Page | Data:
    """What is in this ledger."""
    snapshot = office.snapshot(asked.known)
    published = [
        each for each in all_publications(office.log) if each.position <= snapshot.position
    ]
    if asked.form:
        names = [each.name for each in schemes_that_work(asked.schemes)[0]]
        rows = [(name, _newest(name, asked), len(snapshot.published(name))) for name in names]
        return rows_data(asked.form, ("scheme", "newest_list", "published"), rows)
    return Page(
        title=tr("Rating lists, as known at any time"),
        facts=[
            ("players", f"{len(snapshot.people):,}"),
            ("tournaments", f"{len(snapshot.tournaments):,}"),
            ("events", Anchor(f"{snapshot.position:,}", asked.to("log"))),
            ("published lists", Anchor(str(len(published)), asked.to("published"))),
            *(
                [("series", Anchor(str(len(series)), asked.to("groups")))]
                if (series := all_series(snapshot))
                else []
            ),
            ("ledger", office.log.origin),
        ],
        sections=[
            _lists(snapshot, asked),
            *schemes_that_work(asked.schemes)[1],
            _events(office, snapshot, asked),
        ],
        data=("csv", "json"),
    )


def _newest(name: str, asked: Asked) -> date | None:
    try:
        return asked.schemes[name].list_in_force(asked.rules_of(name), date.today())[1]
    except LedgerError as error:
        if error.code != "regulation":
            raise
        return None


def _lists(snapshot: Snapshot, asked: Asked) -> PlainTable:
    """The schemes that the ledger uses; of an empty ledger all."""
    rows = []
    working = [each.name for each in schemes_that_work(asked.schemes)[0]]
    for name in [
        name for name in schemes_in_use(asked.schemes, snapshot) if name in working
    ] or working:
        newest = _newest(name, asked)
        days = snapshot.published(name)
        last = date.fromordinal(days[-1]) if days else None
        published = Anchor(str(last), asked.to("lists", name, last)) if last else tr("none yet")
        regulation = Anchor(tr(asked.schemes[name].title), asked.to("schemes", name))
        rows.append(
            (Anchor(name, asked.to("lists", name)), regulation, str(newest or ""), published)
        )
    return PlainTable(
        tr("Newest lists"), ("list", "regulation", "in force since", "last published"), rows
    )


def _events(office: Office, snapshot: Snapshot, asked: Asked) -> PlainTable:
    newest = office.log.read(max(0, snapshot.position - NEWEST), snapshot.position)
    rows = [
        (
            Anchor(f"#{position}", asked.to("log", position)),
            event.date,
            word("type", type(event).__name__),
            subject(event),
            detail(event),
        )
        for position, event in reversed(list(newest))
    ]
    return PlainTable(
        tr("Newest events"), ("position", "date", "event", "about", "what it says"), rows
    )


def find_page(office: Office, asked: Asked) -> Page | Data:
    """Players and tournaments by name or id, in any script."""
    text = asked.get("q") or ""
    snapshot = office.snapshot(asked.known)
    rows = [*_players(snapshot, text, asked), *_tournaments(snapshot, text, asked)] if text else []
    if asked.form:
        return rows_data(asked.form, COLUMNS, rows)
    return Page(
        title=tr("Found for “{text}”", text=text) if text else tr("Find players and tournaments"),
        lead=tr(
            "Case, accents, width and the order of words do not matter; parts of names are enough."
        ),
        forms=[
            Form(
                "/find",
                [Field("q", tr("Name or id"), text, live="/find")],
                tr("Find"),
                asked.hidden("q"),
            )
        ],
        sections=_found(snapshot, text, rows),
        data=("csv", "json") if rows else (),
    )


def _found(snapshot: Snapshot, text: str, rows: list[tuple[object, ...]]) -> list[Section]:
    if rows:
        more = ""
        if len(rows) > MOST_FOUND:
            more = tr(
                "The first {shown} of {all}; add a word to find less.",
                shown=MOST_FOUND,
                all=len(rows),
            )
        return [PlainTable("", COLUMNS, rows[:MOST_FOUND], more)]
    if not text:
        return []
    near = [
        f"{each} {name}"
        for kind in ("player", "tournament")
        for each, name in nearest(snapshot, kind, text)
    ]
    alike = [tr("Written much like it: {names}", names="; ".join(near))] if near else []
    return [Remarks("", [tr("Nothing fits."), *alike])]


def _players(snapshot: Snapshot, text: str, asked: Asked) -> list[tuple[object, ...]]:
    found = find_players(snapshot, text)
    pairs = zip(found, player_details(snapshot, found), strict=True)
    names = reader_names(snapshot)
    return [
        ("player", Anchor(one.id, asked.to("players", one.id)), names.get(one.id, one.name), told)
        for one, told in pairs
    ]


def _tournaments(snapshot: Snapshot, text: str, asked: Asked) -> list[tuple[object, ...]]:
    found = find_tournaments(snapshot, text)
    pairs = zip(found, tournament_details(snapshot, found), strict=True)
    return [
        ("tournament", Anchor(one.id, asked.to("tournaments", one.id)), one.name, told)
        for one, told in pairs
    ]
