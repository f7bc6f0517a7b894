"""All players with search and filters, and a federation's best: all, women and juniors."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from msgspec import Struct
from starlette.exceptions import HTTPException

from projections import Snapshot
from projections.find import find_players
from projections.views import players as all_players
from replay.answers import columns
from replay.answers.language import tr
from replay.answers.names import named
from replay.answers.table import Column, Names, Table
from replay.lists.rating_list import RatingList
from replay.office.office import Office, schemes_in_use
from replay.web.asked import Asked
from replay.web.list_rows import list_of_scheme, rows_of_players, with_changes
from replay.web.lists import publication_status
from replay.web.navigation import title_of
from replay.web.page import (
    Anchor,
    Data,
    Field,
    Form,
    Page,
    Pager,
    Sorting,
    Status,
    pager,
    sorting,
    table_data,
)
from schemes import Scheme
from wording import say
from wording.errors import LedgerError

ROWS = 100
MOST_RATINGS = 3  # so many regulations have a column
TOP = 10
JUNIOR = 20  # years of age, at the end of the year of the list
COLUMNS = (columns.PLAYER, columns.NAME, columns.FEDERATION, columns.SEX, columns.BORN)
SORTED_BY = (
    Column("name", columns.NAME.kind, say("Name")),
    Column("federation", columns.FEDERATION.kind, say("Fed.")),
    Column("born", columns.BORN.kind, say("Born")),
)


class PeopleView(Struct, frozen=True):
    """A page of the index of players."""

    rows: Sequence[Mapping[str, Any]]
    columns: Sequence[Column]
    schemes: Mapping[str, str]
    ratings: Mapping[str, Mapping[str, Any]]
    "Regulation → player → row of the newest list."
    sorting: Sorting
    form: Form
    names: Names
    pager: Pager | None
    count: int


class TopList(Struct, frozen=True):
    """The best of some players."""

    title: str
    href: str
    rows: Sequence[Mapping[str, Any]]


class FederationView(Struct, frozen=True):
    """The best players of a federation on the newest list of a regulation."""

    federation: str
    title: str
    list_date: date
    list: str
    regulations: Sequence[Anchor]
    tops: Sequence[TopList]
    names: Names
    published: Status | None = None


def players_page(office: Office, asked: Asked) -> Page | Data:
    """Everybody who is registered, by name; whoever was merged into another stands under the other."""
    import pyarrow.compute as pc

    snapshot = asked.snapshot(office)
    table = all_players(snapshot)
    table = table.filter(pc.is_null(table["merged_into"]))
    homes = sorted(filter(None, table["federation"].unique().to_pylist()))
    text = asked.get("q") or ""
    if text:
        ids = [match.counts_for for match in find_players(snapshot, text)]
        table = table.filter([player in set(ids) for player in table["player"].to_pylist()])
    for name in ("federation", "sex"):
        if asked.get(name):
            table = table.filter(pc.equal(table[name], asked.get(name)))
    order = sorting(asked, SORTED_BY, "name")
    keys = table[order.by]
    if order.by == "name":
        keys = pc.utf8_lower(pc.utf8_normalize(keys, form="NFKD"))
    direction = "descending" if order.descending else "ascending"
    table = table.take(pc.array_sort_indices(keys, order=direction, null_placement="at_end"))
    if asked.form:
        return table_data(asked.form, Table(COLUMNS, table.to_pylist()))
    rows = table.slice(ROWS * (asked.page - 1), ROWS).to_pylist()
    used = _used(office, asked, snapshot)[:MOST_RATINGS]
    view = PeopleView(
        rows=rows,
        columns=SORTED_BY,
        schemes={each.name: title_of(asked.schemes, each.name) for each in used},
        ratings={
            each.name: rows_of_players(
                office, asked, each.name, date.today(), [row["player"] for row in rows]
            )
            for each in used
        },
        sorting=order,
        form=_filters(asked, homes),
        names=named(snapshot, [row["player"] for row in rows]),
        pager=pager(asked, asked.page, ROWS, len(table)),
        count=len(table),
    )
    return Page(tr("Players"), template="players.html", content=view, data=("csv", "json"))


def _used(office: Office, asked: Asked, snapshot: Snapshot) -> list[Scheme]:
    """The regulations that the ledger uses and that can be loaded."""
    names = schemes_in_use(asked.schemes, snapshot)
    return [each for each in asked.schemes.working() if each.name in names]


def _filters(asked: Asked, homes: Sequence[str]) -> Form:
    every = ("", tr("all"))
    return Form(
        asked.path,
        [
            Field("q", tr("Name"), asked.get("q") or "", hint=tr("any")),
            Field(
                "federation",
                tr("Federation"),
                asked.get("federation") or "",
                [every, *((home, home) for home in homes)],
            ),
            Field(
                "sex",
                tr("Sex"),
                asked.get("sex") or "",
                [every, ("F", tr("women")), ("M", tr("men"))],
            ),
        ],
        tr("Filter"),
        asked.hidden("q", "federation", "sex"),
    )


def federations_page(office: Office, asked: Asked) -> Page | Data:
    """All federations, with how many players each has."""
    import pyarrow.compute as pc

    snapshot = asked.snapshot(office)
    table = all_players(snapshot)
    counts = table.filter(pc.is_null(table["merged_into"]))["federation"].value_counts().to_pylist()
    rows = [
        {"federation": each["values"], "players": each["counts"]}
        for each in sorted(counts, key=lambda each: (-each["counts"], each["values"]))
        if each["values"]
    ]
    columns_ = (columns.FEDERATION, Column("players", columns.GAMES.kind))
    if asked.form:
        return table_data(asked.form, Table(columns_, rows))
    return Page(tr("Federations"), template="federations.html", content=rows, data=("csv", "json"))


def federation_page(office: Office, asked: Asked) -> Page | Data:
    """The best of a federation: all, women, juniors; ranked among its active players."""
    snapshot = asked.snapshot(office)
    home = asked.words["federation"]
    used = _used(office, asked, snapshot)
    if home not in set(all_players(snapshot)["federation"].to_pylist()):
        raise HTTPException(
            404, tr("nobody plays for {home} → /federations has them all", home=home)
        )
    wanted = asked.get("of") or ""
    lists = [_best(office, asked, each, home) for each in used]
    found = [each for each in lists if each is not None]
    chosen = next((each for each in found if each[0].scheme.name == wanted), None)
    if chosen is None:
        if not found:
            raise HTTPException(
                404, tr("nobody of {home} is on a list → /players has everybody", home=home)
            )
        chosen = max(found, key=lambda each: len(each[1]))
    made, rows = chosen
    if asked.form:
        known = (
            columns.RANK,
            columns.PLAYER,
            columns.NAME,
            columns.SEX,
            columns.BORN,
            columns.RATING,
        )
        return table_data(asked.form, Table(known, rows))
    view = FederationView(
        federation=home,
        title=title_of(asked.schemes, made.scheme.name),
        list_date=made.list_date,
        list=asked.to("lists", made.scheme.name, made.list_date, federation=home),
        published=publication_status(office, asked, made.which)[0],
        regulations=[
            Anchor(title_of(asked.schemes, other.scheme.name), asked.again(of=other.scheme.name))
            for other, _ in found
        ],
        tops=_tops(made, rows, home, asked),
        names=named(snapshot, [row["player"] for row in rows]),
    )
    return Page(
        tr("Federation {home}", home=home),
        crumbs=[Anchor(tr("Federations"), asked.to("federations"))],
        template="federation.html",
        content=view,
        data=("csv", "json"),
    )


def _best(
    office: Office, asked: Asked, chosen: Scheme, home: str
) -> tuple[RatingList, list[dict[str, Any]]] | None:
    """A federation's active players on the newest list of a regulation, or all of them if none is active.

    None if nobody of the federation is on the list.
    """
    try:
        made = list_of_scheme(office, asked, chosen.name, date.today())
    except LedgerError as error:
        if error.code != "regulation":
            raise
        return None
    at_home = [
        row for row in with_changes(office, asked, made).to_pylist() if row["federation"] == home
    ]
    if not at_home:
        return None
    active = [row for row in at_home if row["status"] == "active"]
    return made, active or at_home


def _tops(
    made: RatingList, rows: Sequence[dict[str, Any]], home: str, asked: Asked
) -> list[TopList]:
    name = made.scheme.name
    year = made.list_date.year
    women = [row for row in rows if row["sex"] == "F"]
    juniors = [row for row in rows if row["born"] and year - row["born"] <= JUNIOR]
    page = {"federation": home}
    if rows[0]["status"] == "active":
        page["status"] = "active"
    return [
        TopList(tr("All"), asked.to("lists", name, **page), rows[:TOP]),
        TopList(tr("Women"), asked.to("lists", name, sex="F", **page), women[:TOP]),
        TopList(
            tr("Juniors, up to {age}", age=JUNIOR),
            asked.to("lists", name, age=f"..{JUNIOR}", **page),
            juniors[:TOP],
        ),
    ]
