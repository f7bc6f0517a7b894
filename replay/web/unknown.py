"""An id that nobody has: the page offers those that may be meant."""

from collections.abc import Mapping

from starlette.exceptions import HTTPException

from projections import Snapshot
from projections.find import find_players, find_tournaments, nearest
from projections.named import unknown
from replay.answers import columns
from replay.answers.html import Lead, TableSection
from replay.answers.language import tr
from replay.answers.paper import Remarks, Section
from replay.answers.table import Names, Table
from replay.web.asked import Asked
from replay.web.page import Anchor, Page
from wording import say

MOST_SHOWN = 20


def unknown_page(snapshot: Snapshot, kind: str, asked: Asked) -> Page:
    """There is no such player or tournament; the same page of others leads on. As data it is an error."""
    text = asked.words[kind]
    if asked.form:
        raise HTTPException(404, tr(unknown(snapshot, kind, text).text))
    found = (find_players if kind == "player" else find_tournaments)(snapshot, text)
    pairs = dict.fromkeys([*((one.id, one.name) for one in found), *nearest(snapshot, kind, text)])
    rest = [value for name, value in asked.words.items() if name != kind]
    names = dict(list(pairs)[:MOST_SHOWN])
    nobody = Remarks(
        "", [tr("Nothing is written much like it; the search at the top finds parts of names.")]
    )
    shown: Section = nobody
    if names:
        shown = _candidates(kind, names, lambda row: asked.to(f"{kind}s", row[kind], *rest))
    if kind == "player":
        title = _nobody(text)
        others = Anchor(tr("Players"), asked.to("players"))
    else:
        title = _nothing(text)
        others = Anchor(tr("Tournaments"), asked.to("tournaments"))
    return Page(title, crumbs=[others], sections=[shown], status=404)


def _candidates(kind: str, names: Mapping[str, str], lead: Lead) -> TableSection:
    """Players or tournaments by name, each leading to the same page about it."""
    title = say("Is one of these meant?")
    rows = [{kind: each} for each in names]
    if kind == "player":
        table = Table((columns.PLAYER,), rows, title)
        return TableSection(table, Names(players=names), {kind: lead})
    table = Table((columns.TOURNAMENT,), rows, title)
    return TableSection(table, Names(tournaments=names), {kind: lead})


def _nobody(text: str) -> str:
    return tr("There is no player “{text}”", text=text)


def _nothing(text: str) -> str:
    return tr("There is no tournament “{text}”", text=text)
