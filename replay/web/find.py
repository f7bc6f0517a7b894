"""The search: players and tournaments by name or id, in any script."""

from projections import Snapshot
from projections.find import (
    find_players,
    find_tournaments,
    nearest,
    player_details,
    tournament_details,
)
from replay.answers.language import tr
from replay.answers.paper import PlainTable, Remarks, Section
from replay.answers.shown_names import reader_names
from replay.office.office import Office
from replay.web.asked import Asked
from replay.web.page import Anchor, Data, Field, Form, Page, rows_data

MOST_FOUND = 100
COLUMNS = ("kind", "id", "name", "detail")


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
