"""What is refused of events about tournaments."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from msgspec import UNSET

from ledger import events as ev
from ledger.book import Book, Objection
from ledger.judgement.grounds import (
    is_repeated,
    open_tournament,
    refuse_beyond,
    refuse_busy,
    refuse_clumsy_id,
    refuse_empty_correction,
    refuse_far,
    refuse_odd_number,
    refuse_voided,
    unknown_player,
    warn_withdrawn,
)
from ledger.standing import Standing, TournamentStanding

HALF = Decimal("0.5")


def tournament_registered(book: Book, event: ev.TournamentRegistered, body: bytes) -> Standing | None:
    standing = book.tournament(event.tournament)
    if standing.version:
        if book.is_same(standing.registered, body):
            return None
        raise Objection(
            f"tournament {event.tournament!r} exists already with other data ({book.cite(standing.registered)})",
            "append a TournamentCorrected if the registration was wrong, or use another id",
        )
    refuse_clumsy_id(event.tournament, "tournament")
    for scheme in event.rated:
        refuse_clumsy_id(scheme, "scheme")
    refuse_frame(event.start, event.end)
    if event.hours_per_day is not None:
        refuse_odd_number("hours_per_day", event.hours_per_day, 24)
    if event.points and event.standings != "given":
        raise Objection(f"{event.standings} has points of its own", "leave `points` out, or `standings`")
    refuse_awards(book, event.points or ())
    book.tournaments[event.tournament] = standing
    return standing


def refuse_frame(start: Any, end: Any) -> None:
    refuse_far("start", start)
    refuse_far("end", end)
    if end < start:
        raise Objection(f"end {end} is before start {start}", "give the last day as end, the first as start")


def tournament_corrected(book: Book, event: ev.TournamentCorrected, body: bytes) -> Standing | None:
    refuse_empty_correction(event)
    standing = open_tournament(book, event.tournament)
    if is_repeated(book, standing, body):
        return None
    refuse_voided(book, standing, event.tournament)
    for scheme in event.rated or ():
        refuse_clumsy_id(scheme, "scheme")
    rounds, start, end = standing.frame_after(event)
    refuse_frame(start, end)
    if event.registered is not UNSET:
        refuse_far("registered", event.registered)
    if isinstance(event.hours_per_day, Decimal):
        refuse_odd_number("hours_per_day", event.hours_per_day, 24)
    refuse_awards(book, event.points or ())
    last = standing.last_round()
    if rounds < last:
        raise Objection(
            f"{rounds} rounds, but round {last} is recorded already", "void or withdraw what is recorded beyond first"
        )
    return standing


def refuse_awards(book: Book, awards: Iterable[ev.Award]) -> None:
    """Tables count in half points, and somebody has to be named who exists."""
    for award in awards:
        if not award.points.is_finite() or abs(award.points) > 1000 or award.points % HALF:
            raise Objection(f"{award.points} points for {award.outcome}", "give whole or half points, up to 1000")
        for player in award.players or ():
            if not book.knows(player):
                raise unknown_player(player)


def about_tournament(book: Book, event: Any, body: bytes) -> TournamentStanding | None:
    """Events that only need their tournament."""
    standing = open_tournament(book, event.tournament)
    if is_repeated(book, standing, body):
        return None
    refuse_voided(book, standing, event.tournament)
    return standing


def player_entered(book: Book, event: ev.PlayerEntered, body: bytes) -> Standing | None:
    standing = open_tournament(book, event.tournament)
    at = standing.entries.get(event.player)
    if at is not None and book.is_same(at, body):
        return None
    if _was_withdrawn(book, standing, body):
        return None
    refuse_voided(book, standing, event.tournament)
    if not book.knows(event.player):
        raise unknown_player(event.player)
    if at is not None:
        raise Objection(
            f"player {event.player!r} is already entered with other data ({book.cite(at)})",
            "withdraw that entry first (EventWithdrawn)",
        )
    return standing


def _was_withdrawn(book: Book, standing: Standing, body: bytes) -> bool:
    """An entry or a bye that was withdrawn and comes again unchanged."""
    for at in standing.withdrawn or ():
        if book.is_same(at, body):
            warn_withdrawn(book, standing, at)
            return True
    return False


def bye_recorded(book: Book, event: ev.ByeRecorded, body: bytes) -> Standing | None:
    standing = open_tournament(book, event.tournament)
    at = standing.busy.get(event.round, {}).get(event.player)
    if at is not None and book.is_same(at, body):
        return None
    if _was_withdrawn(book, standing, body):
        return None
    refuse_voided(book, standing, event.tournament)
    if not book.knows(event.player):
        raise unknown_player(event.player)
    refuse_beyond(standing, event.round)
    refuse_busy(book, standing, event.round, (event.player,))
    return standing


def foul_recorded(book: Book, event: ev.FoulRecorded, body: bytes) -> Standing | None:
    standing = about_tournament(book, event, body)
    if standing is None:
        return None
    if not book.knows(event.player):
        raise unknown_player(event.player)
    if event.stage == "main":
        refuse_beyond(standing, event.round)
    return standing


def tournament_closed(book: Book, event: ev.TournamentClosed, body: bytes) -> Standing | None:
    standing = about_tournament(book, event, body)
    if standing is None:
        return None
    if standing.closed:
        raise Objection(
            f"tournament {event.tournament!r} is already closed, with other data ({book.cite(standing.closed)})",
            "append a RankingCorrected if the ranking was wrong",
        )
    refuse_ranking(book, event.ranking or ())
    return standing


def ranking_corrected(book: Book, event: ev.RankingCorrected, body: bytes) -> Standing | None:
    standing = about_tournament(book, event, body)
    if standing is None:
        return None
    if not standing.closed:
        raise Objection(
            f"tournament {event.tournament!r} has no ranking to correct: it is not closed",
            "append a TournamentClosed with the ranking",
        )
    refuse_ranking(book, event.ranking)
    return standing


def refuse_ranking(book: Book, ranking: Iterable[str]) -> None:
    placed: set[str] = set()
    for player in ranking:
        if player in placed:
            raise Objection(f"player {player!r} stands twice in the ranking", "name every player once")
        placed.add(player)
        if not book.knows(player):
            raise unknown_player(player)


def tournament_voided(book: Book, event: ev.TournamentVoided, body: bytes) -> Standing | None:
    return about_tournament(book, event, body)
