"""Appeals that the office keeps, in words: for the worklist, the pages of players, and the list of them all."""

from collections.abc import Iterable, Sequence

from markupsafe import Markup, escape
from msgspec import Struct
from starlette.exceptions import HTTPException

from ledger.append.append import as_items
from ledger.errors import LedgerError
from ledger.events import AnyEvent, GameCorrected, GameVoided
from projections import Snapshot
from replay.answers.language import tr
from replay.answers.names import named
from replay.office.kept_appeals import KeptAppeal
from replay.office.office import Office
from replay.questions.event_words import event_sentence
from replay.web.asked import Asked, address
from replay.web.claims import claimed, claimed_game
from replay.web.event_links import EventLinks

CLAIMS = 3  # so many events of an appeal are said


class AppealRow(Struct, frozen=True):
    """An appeal in a list: what it claims, and where it is gone on with."""

    kept: KeptAppeal
    claim: Markup
    reason: str
    href: str


def appeal_rows(office: Office, asked: Asked, kept: Iterable[KeptAppeal]) -> list[AppealRow]:
    """Appeals in the reader's language, with links to whom they are about."""
    snapshot = office.snapshot()
    rows = []
    for one in kept:
        words = dict(one.words)
        sentences = _claims(office, snapshot, one)
        links = EventLinks(snapshot, asked, sentences)
        claim = Markup("<br>").join(links.html(sentence) for sentence in sentences[:CLAIMS])
        if len(sentences) > CLAIMS:
            claim += escape(" " + tr("and {number} more", number=len(sentences) - CLAIMS))
        href = address("/appeal", [*one.words, ("appeal", one.id)])
        if one.dismissed:
            href = f"/office/appeal/{one.id}/paper"
        rows.append(AppealRow(one, claim, words.get("reason", ""), href))
    return rows


def _claims(office: Office, snapshot: Snapshot, kept: KeptAppeal) -> Sequence[str]:
    """What an appeal claims, event by event; the tournament alone, if the log no longer has what it is about."""
    try:
        claim = claimed(office, dict(kept.words)) or ()
        return [_sentence(snapshot, item.event) for item in as_items(claim) if item.event]
    except (LedgerError, HTTPException):
        names = named(snapshot, (), kept.tournaments).tournaments
        return [names.get(each, each) for each in kept.tournaments]


def _sentence(snapshot: Snapshot, event: AnyEvent) -> str:
    """An event in words; of a game that is corrected, with those who played it."""
    if not isinstance(event, GameCorrected | GameVoided):
        return event_sentence(event)
    place = {name: str(getattr(event, name)) for name in ("tournament", "stage", "round", "board")}
    game = claimed_game(snapshot, place)
    return event_sentence(event, (game.first, game.second) if game else None)
