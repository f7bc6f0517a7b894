"""The log, searchable, event by event."""

from collections.abc import Iterator, Sequence
from datetime import datetime

import msgspec
from markupsafe import Markup
from msgspec import Struct
from starlette.exceptions import HTTPException

from ledger import EVENT_TYPES, AnyEvent
from ledger.events import ListPublished
from ledger.log.moment import position_before, position_known
from ledger.text import whole_number
from projections.named import player_named, tournament_named
from replay.answers.language import event_in_words, tr
from replay.answers.speech import day_in_words
from replay.answers.table import Row, Table
from replay.lists.publish import proof_of_event
from replay.office.key_files import given_key
from replay.office.office import Office
from replay.questions.event_words import (
    ChangedField,
    changed_fields,
    event_sentence,
    later_changes,
    sides_before,
)
from replay.questions.log_rows import LOG, LogWords, known_type, rows_about
from replay.web.asked import Asked
from replay.web.event_links import EventLinks, field_name
from replay.web.page import Anchor, Data, Field, Form, Page, Pager, table_data
from wording.visible import visible

ROWS = 100
CHUNK = 10_000
MOST_READ = 50_000  # events that one page looks through; the next goes on from there


class ShownChange(Struct, frozen=True):
    """What a correction changed, as html."""

    name: str
    before: Markup
    after: Markup


class EventRow(Struct, frozen=True):
    """An event on a page."""

    position: int
    kind: str
    sentence: Markup
    changes: Sequence[ShownChange]
    reason: str
    day: str
    recorded: str
    by: str
    is_correction: bool


class EventView(Struct, frozen=True):
    """One event: itself, what changed it later, where it leads, and its fields."""

    row: EventRow
    later: Sequence[EventRow]
    links: Sequence[Anchor]
    fields: Sequence[tuple[str, str]]


def log_page(office: Office, asked: Asked) -> Page | Data:
    """The events, the newest first; of a player, a tournament, a type, a day, or with some words in them."""
    first, last = _span(office, asked)
    rows, reached = _newest_first(office, asked, first, last)
    if asked.form:
        return table_data(asked.form, Table(LOG, rows))
    older = None
    if reached > first:
        older = asked.again(until=f"#{reached - 1}")
    span = tr("no events")
    if last:
        span = tr("#{last:,} down to #{first:,}", last=last, first=reached)
    until = asked.get("until")
    return Page(
        title=tr("The log"),
        lead=tr("What happened, in the order in which it was recorded; never changed."),
        template="log.html",
        content=shown_events(office, asked, [row["position"] for row in rows]),
        forms=[_search(office, asked)],
        pager=Pager(span, asked.again(until=None) if until else None, older),
        data=("csv", "json"),
    )


def _span(office: Office, asked: Asked) -> tuple[int, int]:
    """The first and the last position that the address asks for."""
    last = office.position(asked.known)
    first = 1
    if until := asked.get("until"):
        last = min(last, position_known(office.log, until))
    if day := asked.get("day"):
        last = min(last, position_known(office.log, day))
        first = position_before(office.log, day) + 1
    return first, last


def _newest_first(office: Office, asked: Asked, first: int, last: int) -> tuple[list[Row], int]:
    """A page of events between two positions, and the oldest position that was looked at."""
    kind = known_type(asked.get("type"))
    wanted = LogWords(asked.get("q") or "", kind)
    oldest = last + 1
    rows = list[Row]()
    player = _named(office, asked, "player")
    tournament = _named(office, asked, "tournament")
    if player is not None or tournament is not None:
        matches = rows_about(office.log, office.snapshot(asked.known), player, tournament, wanted)
        rows = [row for row in matches if first <= row["position"] <= last][::-1]
        oldest = first
    while oldest > first and len(rows) < ROWS and last + 1 - oldest < MOST_READ:
        begin = max(first - 1, oldest - 1 - (CHUNK if wanted else ROWS))
        rows += wanted.newest(office.log, begin, oldest - 1, ROWS)
        oldest = begin + 1
    if len(rows) > ROWS:
        rows = rows[:ROWS]
        oldest = rows[-1]["position"]
    return rows, oldest


def _named(office: Office, asked: Asked, kind: str) -> str | None:
    """The player or tournament of a filter, by id or by a name that only one has."""
    text = asked.get(kind)
    if text is None or office.log.store.has_stream(f"{kind}/{text}"):
        return text
    find = player_named if kind == "player" else tournament_named
    return find(office.snapshot(asked.known), text)


def shown_events(office: Office, asked: Asked, positions: Sequence[int]) -> list[EventRow]:
    """Events in words, with names and links."""
    events = [(position, office.log.event(position)) for position in positions]
    sentences = {
        position: event_sentence(event, sides_before(office.log, position, event))
        for position, event in events
    }
    changes = {position: changed_fields(office.log, position, event) for position, event in events}
    values = [(one.before, one.after) for each in changes.values() for one in each]
    links = EventLinks(office.snapshot(asked.known), asked, [*sentences.values(), *values])
    rows = []
    for position, event in events:
        kind = type(event).__name__
        rows.append(
            EventRow(
                position=position,
                kind=tr(event_in_words(kind)),
                sentence=links.html(sentences[position]),
                changes=[_changed(one, links) for one in changes[position]],
                reason=_reason(event),
                day=day_in_words(event.date),
                recorded=seconds(event.recorded),
                by=event.by or "",
                is_correction=bool(changes[position]),
            )
        )
    return rows


def _changed(one: ChangedField, links: EventLinks) -> ShownChange:
    return ShownChange(field_name(one.name), links.value(one.before), links.value(one.after))


def _reason(event: AnyEvent) -> str:
    """Why, and on what paper."""
    parts = [getattr(event, "reason", None), event.ref, event.note]
    return " · ".join(visible(part) for part in parts if part)


def seconds(recorded: datetime | None) -> str:
    """When an event was recorded, to the second."""
    if recorded is None:
        return ""
    return recorded.strftime("%Y-%m-%d %H:%M:%S")


def _search(office: Office, asked: Asked) -> Form:
    names = ("q", "type", "player", "tournament", "day", "until")
    text, kind, player, tournament, day, _ = (asked.get(name) or "" for name in names)
    words = sorted((tr(event_in_words(name)), name) for name in EVENT_TYPES)
    types = [("", tr("all")), *((name, text) for text, name in words)]
    fields = [
        Field("q", tr("Words"), text),
        Field("type", tr("Event"), kind, types),
        Field("player", tr("Player"), player, hint=tr("name or id")),
        Field("tournament", tr("Tournament"), tournament, hint=tr("name or id")),
        Field("day", tr("Recorded on"), day, type="date"),
    ]
    return Form(asked.path, fields, tr("Search"), asked.hidden(*names))


def event_page(office: Office, asked: Asked) -> Page | Data:
    """One event: all that it says."""
    position = position_of(office, asked)
    event = office.log.event(position)
    if asked.form == "json":
        return Data("json", office.log.stored(position))
    known = office.position(asked.known)
    (row,) = shown_events(office, asked, [position])
    later = [
        *later_changes(office.log, position, event, known),
        *_withdrawn(office, asked, position),
    ]
    neighbours = [
        asked.to("log", at) if 1 <= at <= known else None for at in (position - 1, position + 1)
    ]
    return Page(
        title=f"#{position}: {row.kind}",
        lead=row.sentence,
        crumbs=[Anchor(tr("The log"), asked.to("log"))],
        template="event.html",
        content=EventView(
            row=row,
            later=shown_events(office, asked, sorted(later)),
            links=list(_leads(position, event, asked)),
            fields=list(_fields(event)),
        ),
        facts=list(_facts(row, event)),
        pager=Pager(f"#{position}", *neighbours),
        receipt=[("checkpoint", office.checkpoint(position))],
        data=("json",),
    )


def _facts(row: EventRow, event: AnyEvent) -> Iterator[tuple[str, str]]:
    yield tr("Day"), row.day
    yield tr("Recorded"), seconds(event.recorded)
    if row.by:
        yield tr("By"), row.by
    if row.reason:
        yield tr("Reason"), row.reason


def _fields(event: AnyEvent) -> Iterator[tuple[str, str]]:
    """All that is stored, field by field."""
    for name, value in msgspec.to_builtins(event).items():
        if value is not None:
            yield field_name(name), str(value)


def _withdrawn(office: Office, asked: Asked, position: int) -> list[int]:
    """Where an event was withdrawn, if it was."""
    rows = office.snapshot(asked.known).known.rows("withdrawals", "position", "withdraws")
    pairs = zip(rows["position"].tolist(), rows["withdraws"].tolist(), strict=True)
    return [at for at, withdrawn in pairs if withdrawn == position]


def _leads(position: int, event: AnyEvent, asked: Asked) -> Iterator[Anchor]:
    """The pages that an event is about, and its proof."""
    tournament = getattr(event, "tournament", None)
    round_ = getattr(event, "round", None)
    if tournament is not None and round_ is not None:
        text = tr("Round {round} of the tournament", round=round_)
        yield Anchor(text, asked.to("tournaments", tournament, round=round_) + "#rounds")
    if tournament is not None:
        text = tr("All events of this tournament")
        yield Anchor(text, asked.to("log", tournament=tournament))
    player = getattr(event, "player", None)
    if player is not None:
        yield Anchor(tr("All events of this player"), asked.to("log", player=player))
    if isinstance(event, ListPublished):
        yield Anchor(tr("The published list and its receipt"), asked.to("published", position))
    yield Anchor(tr("Proof that it stands in the log"), asked.to("log", position, "proof.json"))


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
