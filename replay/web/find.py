"""The search: players and tournaments by name or id, in any script; the box answers while somebody types."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from msgspec import Struct

from projections import Snapshot
from projections.find import (
    Match,
    find_players,
    find_tournaments,
    listed,
    nearest,
    player_details,
)
from replay.answers.language import language, tr
from replay.answers.names import name_beside, named
from replay.answers.speech import days_in_words
from replay.office.office import Office, schemes_in_use
from replay.questions.find import find
from replay.web.asked import Asked
from replay.web.list_rows import rows_of_players
from replay.web.navigation import title_of
from replay.web.page import Anchor, Data, Field, Form, Page, Part, answer_data

MOST_FOUND = 100
MOST_PLAYERS = 6  # so many are suggested
MOST_TOURNAMENTS = 4


class Hit(Struct, frozen=True):
    """A player or tournament that fits."""

    id: str
    name: str
    detail: str
    href: str
    rating: str = ""
    title: str = ""
    other_name: str = ""


class FindView(Struct, frozen=True):
    """What fits a text, and what is written much like it where nothing does."""

    text: str
    players: Sequence[Hit]
    tournaments: Sequence[Hit]
    near: Sequence[Anchor]
    more: int
    form: Form | None
    all: str


def find_page(office: Office, asked: Asked) -> Page | Part | Data:
    """Players and tournaments by name or id, in any script."""
    text = asked.get("q") or ""
    if asked.form:
        return answer_data(asked.form, find(office, text, known=asked.known))
    snapshot = office.snapshot(asked.known)
    people = find_players(snapshot, text) if text else []
    events = find_tournaments(snapshot, text) if text else []
    is_part = asked.get("part") is not None
    most = (MOST_PLAYERS, MOST_TOURNAMENTS) if is_part else (MOST_FOUND, MOST_FOUND)
    view = FindView(
        text=text,
        players=_players(office, snapshot, people[: most[0]], asked),
        tournaments=_tournaments(snapshot, events[: most[1]], asked),
        near=[] if people or events or not text else _near(snapshot, text, asked),
        more=max(0, len(people) - most[0]) + max(0, len(events) - most[1]),
        form=None if is_part else _form(asked, text),
        all=asked.to("find", q=text),
    )
    if is_part:
        return Part("suggestions.html", view)
    return Page(
        title=tr("Found for “{text}”", text=text) if text else tr("Find players and tournaments"),
        template="find.html",
        content=view,
        data=("csv", "json") if people or events else (),
    )


def _form(asked: Asked, text: str) -> Form:
    field = Field("q", tr("Name or id"), text, live="/find")
    return Form("/find", [field], tr("Find"), asked.hidden("q"))


def _players(office: Office, snapshot: Snapshot, found: Sequence[Match], asked: Asked) -> list[Hit]:
    names = named(snapshot, [one.id for one in found])
    newest = _newest_rows(office, snapshot, found, asked)
    hits = []
    for one, detail in zip(found, player_details(snapshot, found), strict=True):
        shown = names.player(one.id, language()) or one.name
        row = newest.get(one.id, {})
        hits.append(
            Hit(
                id=one.id,
                name=shown,
                detail=tr(detail),
                href=asked.to("players", one.id),
                rating=str(row.get("rating") or ""),
                title=str(row.get("title") or ""),
                other_name=name_beside(snapshot, one.id, one.name, shown),
            )
        )
    return hits


def _newest_rows(
    office: Office, snapshot: Snapshot, found: Sequence[Match], asked: Asked
) -> dict[str, Mapping[str, Any]]:
    """The row of each player on the newest list of the first regulation that has one."""
    rows: dict[str, Mapping[str, Any]] = {}
    wanted = [one.id for one in found]
    for name in schemes_in_use(asked.schemes, snapshot) if wanted else ():
        rows = {**rows_of_players(office, asked, name, date.today(), wanted), **rows}
    return rows


def _tournaments(snapshot: Snapshot, found: Sequence[Match], asked: Asked) -> list[Hit]:
    """Days, place and regulations as people call them."""
    events = snapshot.tournaments.registrations([one.number for one in found])
    hits = []
    for one in found:
        event = events[one.number]
        details = [days_in_words(event.start, event.end), event.place]
        details += [title_of(asked.schemes, name) for name in event.rated]
        if one.number in snapshot.tournaments.voided:
            details.append(tr("void"))
        detail = tr(listed([text for text in details if text]))
        hits.append(Hit(one.id, one.name, detail, asked.to("tournaments", one.id)))
    return hits


def _near(snapshot: Snapshot, text: str, asked: Asked) -> list[Anchor]:
    return [
        Anchor(name or each, asked.to(f"{kind}s", each))
        for kind in ("player", "tournament")
        for each, name in nearest(snapshot, kind, text)
    ]
