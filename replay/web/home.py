"""The first page: current lists, the next one, newest tournaments and publications; or what to do first."""

from collections.abc import Sequence
from datetime import date
from itertools import islice
from typing import Any

from msgspec import Struct
from starlette.exceptions import HTTPException

from projections import Snapshot
from replay.answers import columns, kinds
from replay.answers.language import language, tr
from replay.answers.names import named
from replay.answers.speech import days_in_words
from replay.answers.table import Column, Names, rows_table
from replay.files.tables import KINDS
from replay.files.templates import csv_template
from replay.lists.list_files import Publication
from replay.lists.since_published import newest_publications, since_published
from replay.office.office import Office, schemes_in_use
from replay.questions.tournaments import (
    ListedTournament,
    TournamentDetails,
    all_tournaments,
    details_of,
)
from replay.web.asked import Asked
from replay.web.list_rows import list_of_scheme, with_changes
from replay.web.lists import publication_status
from replay.web.navigation import title_of
from replay.web.page import Anchor, Data, Page, Status, schemes_that_work, table_data
from schemes import Scheme
from wording.errors import LedgerError

TOP = 5
LISTS = (columns.SCHEME, Column("newest_list", kinds.DAY), Column("published", kinds.COUNT))
MOVERS = 3
NEWEST = 5  # so many tournaments and publications stand on the first page
EXAMPLES = 2


class CurrentList(Struct, frozen=True):
    """The newest list of a regulation: who leads it, and who moved most."""

    title: str
    href: str
    list_date: date
    players: int
    active: int
    status: Status | None
    top: Sequence[dict[str, Any]]
    movers: Sequence[dict[str, Any]]


class ComingList(Struct, frozen=True):
    """The next list, by what is recorded so far."""

    title: str
    href: str
    list_date: date
    moved: int
    most_up: dict[str, Any] | None
    most_down: dict[str, Any] | None


class LatestPublication(Struct, frozen=True):
    """A publication, and in how many rows its list would be another today."""

    title: str
    list: str
    page: str
    list_date: date
    rows: int
    position: int
    changed: int


class HomeView(Struct, frozen=True):
    """What stands on the first page."""

    origin: str
    players: int
    tournaments: int
    events: int
    lists: Sequence[CurrentList]
    coming: ComingList | None
    newest: Sequence[ListedTournament]
    details: dict[int, TournamentDetails]
    publications: Sequence[LatestPublication]
    names: Names
    examples: Sequence[Anchor]
    left_out: Sequence[str]

    def days(self, one: ListedTournament) -> str:
        return days_in_words(one.start, one.end)

    def name(self, player: str) -> str:
        """A player by the name that the reader knows."""
        return self.names.player(player, language()) or player


def home_page(office: Office, asked: Asked) -> Page | Data:
    """What is in this ledger."""
    snapshot = office.snapshot(asked.known)
    working, left_out = schemes_that_work(asked.schemes)
    if asked.form:
        rows = [
            (each.name, _newest(each, asked), len(snapshot.published(each.name)))
            for each in working
        ]
        return table_data(asked.form, rows_table(LISTS, rows))
    used = [each for each in working if each.name in schemes_in_use(asked.schemes, snapshot)]
    current = list(filter(None, (_current(office, each, asked) for each in used)))
    tournaments = all_tournaments(snapshot)
    begun = (each for each in tournaments if each.status != "to-come")
    newest = list(islice(begun, NEWEST))
    details, _ = details_of(snapshot, newest)
    coming = next(filter(None, (_coming(office, each, asked) for each in used)), None)
    names = _names(snapshot, current, coming, details)
    view = HomeView(
        origin=office.log.origin,
        players=len(snapshot.people),
        tournaments=len(tournaments),
        events=snapshot.position,
        lists=current,
        coming=coming,
        newest=newest,
        details=details,
        publications=_publications(office, snapshot, asked),
        names=names,
        examples=_examples(current, newest, names, asked),
        left_out=[line for section in left_out for line in getattr(section, "lines", ())],
    )
    return Page(title=tr("Ratings"), template="home.html", content=view, data=("csv", "json"))


def empty_table(office: Office, asked: Asked) -> Data:
    """An empty table to fill in, as csv."""
    name = asked.words["table"]
    if name not in KINDS or asked.form != "csv":
        raise HTTPException(404, tr("there is no table {name!r}", name=name))
    return Data("csv", csv_template(KINDS[name]).encode(), f"{name}.csv")


def _newest(chosen: Scheme, asked: Asked) -> date | None:
    try:
        return chosen.list_in_force(asked.rules_of(chosen.name), date.today())[1]
    except LedgerError as error:
        if error.code != "regulation":
            raise
        return None


def _current(office: Office, chosen: Scheme, asked: Asked) -> CurrentList | None:
    """The newest list of a regulation; None while nobody is on it."""
    try:
        made = list_of_scheme(office, asked, chosen.name, date.today())
    except LedgerError as error:
        if error.code != "regulation":
            raise
        return None
    if not len(made):
        return None
    table = with_changes(office, asked, made)
    active = table.filter([each == "active" for each in table["status"].to_pylist()])
    return CurrentList(
        title=title_of(asked.schemes, chosen.name),
        href=asked.to("lists", chosen.name),
        list_date=made.list_date,
        players=len(table),
        active=len(active),
        status=publication_status(office, asked, made.which)[0],
        top=(active if len(active) else table).slice(0, TOP).to_pylist(),
        movers=_largest(table, MOVERS),
    )


def _largest(table: Any, most: int) -> list[dict[str, Any]]:
    """The rows whose ratings moved most, the largest first."""
    import pyarrow.compute as pc

    size = pc.fill_null(pc.abs(table["change"]), 0)
    order = pc.array_sort_indices(size, order="descending")
    rows: list[dict[str, Any]] = table.take(order[:most]).to_pylist()
    return [row for row in rows if row["change"]]


def _coming(office: Office, chosen: Scheme, asked: Asked) -> ComingList | None:
    """The next list of a regulation that has lists by a calendar, if it would move anybody."""
    if chosen.any_day or asked.known:
        return None
    try:
        rules = asked.rules_of(chosen.name)
        number, _ = chosen.list_in_force(rules, date.today())
    except LedgerError as error:
        if error.code != "regulation":
            raise
        return None
    day = chosen.calendar(rules).date(number + 1)
    made = list_of_scheme(office, asked, chosen.name, day)
    moved = [row for row in _largest(with_changes(office, asked, made), len(made)) if row["change"]]
    if not moved:
        return None
    up = max(moved, key=lambda row: row["change"])
    down = min(moved, key=lambda row: row["change"])
    return ComingList(
        title=title_of(asked.schemes, chosen.name),
        href=asked.to("lists", chosen.name, day),
        list_date=day,
        moved=len(moved),
        most_up=up if up["change"] > 0 else None,
        most_down=down if down["change"] < 0 else None,
    )


def _publications(office: Office, snapshot: Snapshot, asked: Asked) -> list[LatestPublication]:
    known = [each for each in newest_publications(office) if each.position <= snapshot.position]
    latest = known[-NEWEST:][::-1]
    return [
        _publication(each.published, each.rows, asked) for each in since_published(office, latest)
    ]


def _publication(found: Publication, changed: int, asked: Asked) -> LatestPublication:
    event = found.event
    return LatestPublication(
        title=title_of(asked.schemes, event.scheme),
        list=asked.to("lists", event.scheme, event.list_date),
        page=asked.to("published", found.position),
        list_date=event.list_date,
        rows=event.rows,
        position=found.position,
        changed=changed,
    )


def _names(
    snapshot: Snapshot,
    lists: Sequence[CurrentList],
    coming: ComingList | None,
    details: dict[int, TournamentDetails],
) -> Names:
    players = {row["player"] for each in lists for row in (*each.top, *each.movers)}
    if coming is not None:
        players |= {row["player"] for row in (coming.most_up, coming.most_down) if row}
    players |= {each.winner for each in details.values() if each.winner}
    return named(snapshot, players)


def _examples(
    lists: Sequence[CurrentList],
    newest: Sequence[ListedTournament],
    names: Names,
    asked: Asked,
) -> list[Anchor]:
    """Some things to look for."""
    people = [
        Anchor(
            names.player(each.top[0]["player"], language()),
            asked.to("players", each.top[0]["player"]),
        )
        for each in lists[:EXAMPLES]
    ]
    events = [Anchor(each.name, asked.to("tournaments", each.tournament)) for each in newest[:1]]
    return [*people, *events]
