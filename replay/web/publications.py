"""Published lists with their receipts: each can be verified in the page, and proofs can be downloaded."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from msgspec import Struct
from starlette.exceptions import HTTPException

from ledger.errors import LedgerError
from ledger.events import ListPublished
from projections.named import player_named
from replay.answers import columns, kinds
from replay.answers.html import TableSection
from replay.answers.language import sentences, tr, tr_n
from replay.answers.names import named, with_names
from replay.answers.paper import Remarks, Section
from replay.answers.speech import day_in_words
from replay.answers.table import Column, Names, Table
from replay.lists.list_files import Publication, all_publications, publications
from replay.lists.publish import check_publication, proof_of_list
from replay.lists.since_published import (
    PUBLISHED,
    ListedPublication,
    SincePublished,
    published_lists,
    since_published,
)
from replay.office.key_files import given_key
from replay.office.office import Office
from replay.web.asked import Asked
from replay.web.events import position_of
from replay.web.navigation import title_of
from replay.web.page import Anchor, Data, Field, Form, Page, Status, document_data, table_data
from wording import say

SHOWN = 200  # rows that have changed


class PublishedRow(Struct, frozen=True):
    """A publication in the index."""

    position: int
    day: str
    rows: int
    published: str
    status: Status
    is_revised: bool
    differs: bool
    page: str
    as_published: str
    today: str
    compare: str


class PublishedGroup(Struct, frozen=True):
    """The publications of a regulation."""

    scheme: str
    title: str
    rows: Sequence[PublishedRow]


class PublishedView(Struct, frozen=True):
    """All publications."""

    groups: Sequence[PublishedGroup]


class PublicationView(Struct, frozen=True):
    """What the page of one publication has beside its tables."""

    status: Status
    receipt: Sequence[tuple[str, str]]
    proof: str
    event: str


CHANGES = (
    columns.PLAYER,
    Column("published", kinds.TEXT),
    Column("now", kinds.TEXT),
    columns.CHANGE,
)


def published_page(office: Office, asked: Asked) -> Page | Data:
    """All published lists, the newest first, and which of them would be others today."""
    newest = office.position(asked.known)
    every = [each for each in published_lists(office) if each.position <= newest]
    if asked.form:
        return table_data(asked.form, Table(PUBLISHED, [each.row for each in every]))
    schemes = dict.fromkeys(each.event.scheme for each in every)
    names = named(office.snapshot(), filter(None, map(_largest_player, every)))
    groups = [
        PublishedGroup(
            name,
            title_of(office.schemes, name),
            [_row(each, asked, names) for each in every if each.event.scheme == name],
        )
        for name in schemes
    ]
    return Page(
        title=tr("Published lists"),
        lead=_lead(every),
        template="published.html",
        content=PublishedView(groups),
        data=("csv", "json"),
    )


def _lead(every: Sequence[ListedPublication]) -> str:
    """How many there are, and how many would be others today."""
    about = tr(
        "Each stands in the log with the digest of its rows, and can be made again from its receipt."
    )
    if not every:
        return about
    differing = sum(each.since is not None and each.since.differs for each in every)
    if not differing:
        return sentences((tr("All would be the same today."), about))
    count = tr_n("{number} would be another today.", "{number} would be others today.", differing)
    return sentences((count, about))


def _largest_player(each: ListedPublication) -> str | None:
    if each.since is None or each.since.largest is None:
        return None
    return str(each.since.largest["player"])


def _row(each: ListedPublication, asked: Asked, names: Names) -> PublishedRow:
    event = each.event
    here = (event.scheme, event.list_date)
    then = f"#{event.at_position}"
    compare = asked.to(
        "compare", event.scheme, a=event.list_date, b=event.list_date, **{"a.known": then}
    )
    return PublishedRow(
        position=each.position,
        day=day_in_words(event.list_date),
        rows=event.rows,
        published="" if event.recorded is None else day_in_words(event.recorded.date()),
        status=_status(each, asked, names),
        is_revised=each.revised is not None,
        differs=each.since is not None and each.since.differs,
        page=asked.to("published", each.position),
        as_published=Asked("", {}, [("known", then), *_readings(event)]).to("lists", *here),
        today=Asked("", {}, _readings(event)).to("lists", *here),
        compare=compare,
    )


def _status(each: ListedPublication, asked: Asked, names: Names) -> Status:
    """Whether a list would be another today; a revised one leads to what took its place."""
    if each.revised is not None:
        text = tr("revised at #{position}", position=each.revised)
        return Status(text, asked.to("published", each.revised), "open")
    assert each.since is not None
    text = with_names(each.since.extent, names)
    state: Literal["", "changed"] = "changed" if each.since.differs else ""
    return Status(text, asked.to("published", each.position), state)


def _changes(since: SincePublished, title: str, names: Names) -> list[Section]:
    """The rows in which a published list would be another today."""
    if since.unknown:
        return [Remarks(title, [tr(since.unknown)])]
    note = ""
    if since.rows > SHOWN:
        note = say("the first {shown} of {number}", shown=SHOWN, number=since.rows)
    return [TableSection(Table(CHANGES, since.told(SHOWN), title, note), names)]


def publication_page(office: Office, asked: Asked) -> Page | Data:
    """A published list: its receipt, where it is, and whether it can be made again."""
    found = _publication(office, asked)
    position = found.position
    event = found.event
    if asked.form == "json":
        return document_data(event)
    since = since_published(office, [found])[0]
    later = [
        each.position
        for each in publications(office.log, event.scheme, event.list_date)
        if each.position > position
    ]
    listed = ListedPublication(found, later[-1] if later else None, since)
    names = named(office.snapshot(), list(since.ratings_then))
    row = _row(listed, asked, names)
    title = title_of(office.schemes, event.scheme)
    changes = []
    if since.differs:
        changes = _changes(since, tr("In these rows the list would be another today"), names)
    return Page(
        title=tr("{scheme}: published list of {date}", scheme=title, date=row.day),
        crumbs=[Anchor(tr("Published lists"), asked.to("published"))],
        template="publication.html",
        content=PublicationView(
            status=row.status,
            receipt=list(_receipt(event)),
            proof=asked.to("log", position, "proof.json"),
            event=asked.to("log", position),
        ),
        facts=list(_facts(row, event)),
        forms=[
            Form(
                asked.path, [], tr("Verify this list"), [*asked.hidden("verify"), ("verify", "yes")]
            ),
            Form(
                f"{asked.path}/proof.json",
                [Field("player", tr("Player"), hint=tr("name or id"))],
                tr("Download proof of rating"),
            ),
        ],
        sections=[*_verified(office, found, asked), *changes],
        data=("json",),
    )


def _facts(row: PublishedRow, event: ListPublished) -> Iterator[tuple[str, Any]]:
    count = tr_n("{number} row", "{number} rows", event.rows)
    yield tr("As published"), Anchor(count, row.as_published)
    yield tr("Published on"), row.published
    if row.differs:
        yield tr("Today"), Anchor(tr("list of today"), row.today)
        yield tr("Difference"), Anchor(tr("by cause"), row.compare)


def _readings(event: ListPublished) -> list[tuple[str, str]]:
    chosen = [(f"reading.{name}", choice) for name, choice in (event.readings or {}).items()]
    if chosen:
        return [("scheme", event.scheme), *chosen]
    return []


def _receipt(event: ListPublished) -> Iterator[tuple[str, str]]:
    yield tr("regulation and version"), f"{event.scheme}, {event.version}"
    yield (
        tr("readings"),
        ", ".join(f"{n}={c}" for n, c in (event.readings or {}).items()) or tr("as in force"),
    )
    yield tr("rules"), event.rules or tr("not on record")
    yield tr("known"), tr("all events up to #{position}", position=event.at_position)
    yield tr("checkpoint"), event.checkpoint or tr("none")
    yield tr("rows"), str(event.rows)
    yield tr("root of the tree of rows"), event.root or tr("none: published in format 1")


def _verified(office: Office, found: Publication, asked: Asked) -> Iterator[Section]:
    """Made again from the log alone, if that was asked for."""
    if asked.get("verify"):
        with office.from_log_alone() as alone:
            check = check_publication(alone, found)
        yield Remarks(
            tr("Verified") if check.ok else tr("This list could not be verified"), [check.detail]
        )


def _publication(office: Office, asked: Asked) -> Publication:
    position = position_of(office, asked)
    found = next((each for each in all_publications(office.log) if each.position == position), None)
    if found is None:
        raise HTTPException(
            404, tr("#{position} publishes no list → /published has them all", position=position)
        )
    return found


def rating_proof(office: Office, asked: Asked) -> Data:
    """The proof that a rating was published, as `prove --scheme S --date D --player P` writes it."""
    if asked.form != "json":
        raise HTTPException(404, tr("a proof is a file → ask for proof.json"))
    player = asked.get("player")
    if player is None:
        raise LedgerError(
            say("whose rating is to be proved?"), remedy=say("add player=ID to the address")
        )
    found = _publication(office, asked)
    player = player_named(office.snapshot(asked.known), player)
    proof = proof_of_list(office, found, player, given_key(None))
    return Data("json", proof.to_json().encode(), f"proof-{found.position}.json")
