"""The log, searchable, event by event."""

from datetime import datetime

import msgspec
from starlette.exceptions import HTTPException

from ledger import EVENT_TYPES
from ledger.events import ListPublished
from ledger.log.moment import position_known
from ledger.text import whole_number
from replay.answers.data import moment
from replay.answers.language import tr
from replay.answers.paper import PlainTable, Remarks
from replay.answers.table import rows_table
from replay.lists.publish import proof_of_event
from replay.office.key_files import given_key
from replay.office.office import Office
from replay.questions.log_rows import (
    COLUMNS,
    LOG,
    LogRow,
    LogWords,
    known_type,
    log_rows,
    rows_about,
)
from replay.questions.named import unknown
from replay.web.asked import Asked
from replay.web.page import Anchor, Data, Field, Form, Page, Pager, table_data

ROWS = 100
CHUNK = 10_000
MOST_READ = 50_000  # events that one page looks through; the next goes on from there


def log_page(office: Office, asked: Asked) -> Page | Data:
    """The events, the newest first; of a player, a tournament, a type, or with some words in them."""
    newest = office.position(asked.known)
    until = asked.get("until")
    if until:
        last = min(newest, position_known(office.log, until))
    else:
        last = newest
    rows, reached = _newest_first(office, asked, last)
    if asked.form:
        return table_data(asked.form, rows_table(LOG, rows))
    older = None
    if reached > 1:
        older = asked.again(until=f"#{reached - 1}")
    if last:
        span = tr("#{last:,} down to #{first:,}", last=last, first=reached)
    else:
        span = tr("no events")
    return Page(
        title=tr("The log"),
        lead=tr("What happened, in the order in which it was recorded; never changed."),
        forms=[_search(asked)],
        sections=[_table(rows, asked)] if rows else [Remarks("", [tr("No event fits.")])],
        pager=Pager(span, asked.again(until=None) if until else None, older),
        data=("csv", "json"),
    )


def _newest_first(office: Office, asked: Asked, last: int) -> tuple[list[LogRow], int]:
    """A page of events up to a position, and the oldest position that was looked at."""
    kind = known_type(asked.get("type"))
    _refuse_unknown(office, asked)
    wanted = LogWords(asked.get("q") or "", kind)
    oldest = last + 1
    found = list[LogRow]()
    player = asked.get("player")
    tournament = asked.get("tournament")
    if player is not None or tournament is not None:
        rows = rows_about(office.log, office.snapshot(asked.known), player, tournament, wanted)
        found = [row for row in rows if row[0] <= last][::-1]
        oldest = 1
    while oldest > 1 and len(found) < ROWS and last - oldest < MOST_READ:
        begin = max(0, oldest - 1 - (CHUNK if wanted else ROWS))
        found += wanted.newest(office.log, begin, oldest - 1, ROWS)
        oldest = begin + 1
    if len(found) > ROWS:
        found = found[:ROWS]
        oldest = found[-1][0]
    return found, oldest


def _refuse_unknown(office: Office, asked: Asked) -> None:
    """A mistyped id would quietly give an empty page."""
    for kind in ("player", "tournament"):
        if (given := asked.get(kind)) is not None and not office.log.store.has_stream(
            f"{kind}/{given}"
        ):
            raise unknown(office.snapshot(asked.known), kind, given)


def _table(found: list[LogRow], asked: Asked) -> PlainTable:
    rows = []
    for row in found:
        at, recorded, day, kind, _, told = row
        rows.append(
            (
                Anchor(f"#{at}", asked.to("log", at)),
                seconds(recorded),
                day,
                kind,
                about(row, asked),
                tr(told),
            )
        )
    return PlainTable("", COLUMNS, rows)


def seconds(recorded: datetime | None) -> str:
    """When an event was recorded, to the second."""
    if recorded is None:
        return ""
    return recorded.strftime("%Y-%m-%d %H:%M:%S")


def about(row: LogRow, asked: Asked) -> object:
    """The subject of an event, as a link to its page."""
    position, _, _, kind, subject, _ = row
    fields = EVENT_TYPES[kind].__struct_fields__
    if EVENT_TYPES[kind] is ListPublished:
        return Anchor(subject, asked.to("published", position))
    if "tournament" in fields:
        return Anchor(subject, asked.to("tournaments", subject))
    if "player" in fields or "duplicate" in fields:
        return Anchor(subject, asked.to("players", subject))
    return subject


def _search(asked: Asked) -> Form:
    names = ("q", "type", "player", "tournament", "until")
    text, kind, player, tournament, _ = (asked.get(name) or "" for name in names)
    types = [("", tr("all")), *((each, each) for each in sorted(EVENT_TYPES))]
    fields = [
        Field("q", tr("Words"), text),
        Field("type", tr("Event"), kind, types),
        Field("player", tr("Player (id)"), player),
        Field("tournament", tr("Tournament (id)"), tournament),
    ]
    return Form(asked.path, fields, tr("Search"), asked.hidden(*names))


def event_page(office: Office, asked: Asked) -> Page | Data:
    """One event: all that it says."""
    position = position_of(office, asked)
    event = office.log.event(position)
    if asked.form == "json":
        return Data("json", office.log.stored(position))
    fields = [
        (name, str(value))
        for name, value in msgspec.to_builtins(event).items()
        if value is not None
    ]
    known = office.position(asked.known)
    neighbours = [
        asked.to("log", at) if 1 <= at <= known else None for at in (position - 1, position + 1)
    ]
    (row,) = log_rows(office.log, (position - 1, position))
    return Page(
        title=f"#{position}: {type(event).__name__}",
        facts=[
            ("about", about(row, asked)),
            ("recorded", "" if row[1] is None else moment(row[1])),
            ("says", tr(row[5])),
            (
                "proof",
                Anchor(tr("that it stands in the log"), asked.to("log", position, "proof.json")),
            ),
        ],
        sections=[PlainTable(tr("As stored"), ("field", "value"), fields)],
        pager=Pager(f"#{position}", *neighbours),
        receipt=[("checkpoint", office.checkpoint(position))],
        data=("json",),
    )


def proof_data(office: Office, asked: Asked) -> Page | Data:
    """The proof that an event stands in the log, as `prove --event` writes it."""
    if asked.form != "json":
        raise HTTPException(404, tr("a proof is a file → ask for proof.json"))
    position = position_of(office, asked)
    proof = proof_of_event(office.log, position, given_key(None))
    return Data("json", proof.to_json().encode(), f"proof-{position}.json")


def position_of(office: Office, asked: Asked) -> int:
    """The event that an address names; as known then, later ones are not there yet."""
    text = asked.words["position"]
    head = office.position(asked.known)
    position = whole_number(text)
    if position is None or not 1 <= position <= head:
        raise HTTPException(
            404,
            tr(
                "there is no position {text} → the log has positions 1 to {head}",
                text=text,
                head=head,
            ),
        )
    return position
