"""What is refused of events about players."""

from typing import Any

from ledger import events as ev
from ledger.book import Book, Objection
from ledger.judgement.grounds import (
    is_repeated,
    known_player,
    refuse_clumsy_id,
    refuse_empty_correction,
    refuse_odd_number,
)
from ledger.standing import Standing


def player_registered(book: Book, event: ev.PlayerRegistered, body: bytes) -> Standing | None:
    standing = book.player(event.player)
    if standing.version:
        if book.is_same(standing.registered, body):
            return None
        raise Objection(
            f"player {event.player!r} exists already with other data ({book.cite(standing.registered)})",
            "append a PlayerCorrected if the registration was wrong, or use another id",
        )
    refuse_clumsy_id(event.player, "player")
    book.known.add(event.player)
    book.players[event.player] = standing
    return standing


def about_player(book: Book, event: Any, body: bytes) -> Standing | None:
    """Events that only need their player."""
    standing = known_player(book, event.player)
    return None if is_repeated(book, standing, body) else standing


def player_deceased(book: Book, event: ev.PlayerDeceased, body: bytes) -> Standing | None:
    standing = known_player(book, event.player)
    if is_repeated(book, standing, body):
        return None
    if standing.deceased:
        raise Objection(
            f"the death of {event.player!r} is already recorded ({book.cite(standing.deceased)})",
            "withdraw that event first (EventWithdrawn) if its date is wrong",
        )
    return standing


def players_merged(book: Book, event: ev.PlayersMerged, body: bytes) -> Standing | None:
    if event.kept == event.duplicate:
        raise Objection(f"player {event.kept!r} cannot be merged with itself", "name two different ids")
    duplicate = known_player(book, event.duplicate)
    if is_repeated(book, duplicate, body):
        return None
    if duplicate.merged_into is not None:
        raise Objection(
            f"player {event.duplicate!r} is already merged into {duplicate.merged_into!r}",
            f"merge {duplicate.merged_into!r} with {event.kept!r}, if all three are one person",
        )
    kept: str | None = event.kept
    while kept is not None:
        if kept == event.duplicate:
            raise Objection(
                f"player {event.kept!r} is already merged into {event.duplicate!r}", "a merge cannot go in a circle"
            )
        kept = known_player(book, kept).merged_into
    return duplicate


def title_revoked(book: Book, event: ev.TitleRevoked, body: bytes) -> Standing | None:
    standing = known_player(book, event.player)
    if is_repeated(book, standing, body):
        return None
    if all(title != event.title for title, _ in standing.titles):
        held = ", ".join(sorted({title for title, _ in standing.titles})) or "none"
        raise Objection(
            f"title {event.title!r} was never awarded to {event.player!r} (awarded: {held})",
            "revoke it under the id and the code it was awarded under",
        )
    return standing


def player_corrected(book: Book, event: ev.PlayerCorrected, body: bytes) -> Standing | None:
    refuse_empty_correction(event)
    return about_player(book, event, body)


def rating_carried_in(book: Book, event: ev.RatingCarriedIn, body: bytes) -> Standing | None:
    for name, value in (("rating", event.rating), ("peak", event.peak)):
        if value is not None:
            refuse_odd_number(name, value, 10_000)
    return about_player(book, event, body)
