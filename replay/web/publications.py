"""Published lists with their receipts: each can be verified in the page, and proofs can be downloaded."""

from collections.abc import Iterator, Sequence

from starlette.exceptions import HTTPException

from ledger.errors import LedgerError
from ledger.events import ListPublished
from replay.answers.language import tr, tr_n
from replay.answers.paper import PlainTable, Remarks, Section
from replay.lists.list_files import Publication, all_publications, publications
from replay.lists.publish import check_publication, proof_of_list
from replay.lists.since_published import (
    COLUMNS,
    ListedPublication,
    SincePublished,
    published_lists,
    since_published,
)
from replay.office.key_files import given_key
from replay.office.office import Office
from replay.questions.named import player_named
from replay.web.asked import Asked
from replay.web.events import position_of
from replay.web.page import Anchor, Data, Field, Form, Page, document_data, rows_data
from wording import say

SHOWN = 200  # rows that have changed


def published_page(office: Office, asked: Asked) -> Page | Data:
    """All published lists, the newest first, and which of them would be others today."""
    newest = office.position(asked.known)
    found = [each for each in published_lists(office) if each.position <= newest]
    if asked.form:
        return rows_data(asked.form, COLUMNS, [each.cells for each in found])
    return Page(
        title=tr("Published lists"),
        lead=tr(
            "Each stands in the log with the digest of its rows, and can be made again from its receipt."
        ),
        sections=[_lists(found, asked)]
        if found
        else [Remarks("", [tr("No list has been published yet.")])],
        data=("csv", "json"),
    )


def _lists(found: Sequence[ListedPublication], asked: Asked) -> PlainTable:
    columns = ("position", "scheme", "list_date", "version", "rows", "at_position", "today", "root")
    rows = [
        (Anchor(f"#{each.position}", asked.to("published", each.position)), each.event.scheme,
         Anchor(str(each.event.list_date), asked.to("lists", each.event.scheme, each.event.list_date)),
         each.event.version, each.event.rows, f"#{each.event.at_position}", _today(each, asked), each.event.root)
        for each in found
    ]  # fmt: skip
    return PlainTable("", columns, rows)


def _today(each: ListedPublication, asked: Asked) -> Anchor | str:
    """Whether the list would be another today; a revised one leads to what took its place."""
    if each.revised is not None:
        return Anchor(
            tr("revised at #{position}", position=each.revised), asked.to("published", each.revised)
        )
    if each.since:
        return tr(each.since.extent)
    return ""


def changes_section(since: SincePublished, title: str) -> list[Section]:
    """The rows in which a published list would be another today."""
    if since.unknown:
        return [Remarks(title, [tr(since.unknown)])]
    rows = [(each.player, *each.sides) for each in since.changes]
    if len(rows) > SHOWN:
        note = tr("the first {shown} of {number}", shown=SHOWN, number=len(rows))
    else:
        note = ""
    return [PlainTable(title, (tr("player"), tr("published"), tr("now")), rows[:SHOWN], note)]


def publication_page(office: Office, asked: Asked) -> Page | Data:
    """A published list: its receipt, where it is, and whether it can be made again."""
    found = _publication(office, asked)
    position = found.position
    event = found.event
    if asked.form == "json":
        return document_data(event)
    here = Asked("", {}, [("known", f"#{event.at_position}"), *_readings(event)])
    now = Asked("", {}, _readings(event))
    since = since_published(office, [found])[0]
    later = [
        each
        for each in publications(office.log, event.scheme, event.list_date)
        if each.position > position
    ]
    revised = [
        ("revised", Anchor(f"#{each.position}", asked.to("published", each.position)))
        for each in later[-1:]
    ]
    changed = tr("In these rows the list would be another today")
    return Page(
        title=tr("{scheme}: published list of {date}", scheme=event.scheme, date=event.list_date),
        facts=[
            (
                "list",
                Anchor(
                    tr_n("{number} row", "{number} rows", event.rows),
                    here.to("lists", event.scheme, event.list_date),
                ),
            ),
            ("today", Anchor(tr(since.extent), now.to("lists", event.scheme, event.list_date))),
            *revised,
            ("in the log", Anchor(f"#{position}", asked.to("log", position))),
            ("proof", Anchor(tr("that it was published"), asked.to("log", position, "proof.json"))),
        ],
        forms=[
            Form(
                asked.path, [], tr("Verify this list"), [*asked.hidden("verify"), ("verify", "yes")]
            ),
            Form(
                f"{asked.path}/proof.json",
                [Field("player", tr("Player (id)"))],
                tr("Download proof of rating"),
            ),
        ],
        sections=[
            *_verified(office, found, asked),
            *(changes_section(since, changed) if since.differs else []),
            PlainTable(tr("Receipt"), ("what", "value"), list(_receipt(event))),
        ],
        data=("json",),
    )


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
    meant = player_named(office.snapshot(), player, lambda _: None)
    proof = proof_of_list(office, found, meant, given_key(None))
    return Data("json", proof.to_json().encode(), f"proof-{found.position}.json")
