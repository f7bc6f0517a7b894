"""An id that nobody has: the page offers those that may be meant."""

from starlette.exceptions import HTTPException

from projections import Snapshot
from projections.find import find_players, find_tournaments, nearest
from replay.answers.language import tr
from replay.answers.paper import PlainTable, Remarks, Section
from replay.questions.named import unknown
from replay.web.asked import Asked
from replay.web.page import Anchor, Page

MOST_SHOWN = 20


def unknown_page(snapshot: Snapshot, kind: str, asked: Asked) -> Page:
    """There is no such player or tournament; the same page of others leads on. As data it is an error."""
    text = asked.words[kind]
    if asked.form:
        raise HTTPException(404, tr(unknown(snapshot, kind, text).text))
    found = (find_players if kind == "player" else find_tournaments)(snapshot, text)
    pairs = dict.fromkeys([*((one.id, one.name) for one in found), *nearest(snapshot, kind, text)])
    rest = [value for name, value in asked.words.items() if name != kind]
    rows = [
        (Anchor(f"{each} {name}", asked.to(f"{kind}s", each, *rest)),)
        for each, name in list(pairs)[:MOST_SHOWN]
    ]
    nobody = Remarks(
        "", [tr("Nothing is written much like it; the search at the top finds parts of names.")]
    )
    sections: list[Section] = [
        PlainTable(tr("Is one of these meant?"), (kind,), rows) if rows else nobody
    ]
    return Page(
        title=_nobody(text) if kind == "player" else _nothing(text), sections=sections, status=404
    )


def _nobody(text: str) -> str:
    return tr("There is no player “{text}”", text=text)


def _nothing(text: str) -> str:
    return tr("There is no tournament “{text}”", text=text)
