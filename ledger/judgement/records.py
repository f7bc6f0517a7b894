"""What is refused of events about other events (withdrawals, published lists) and about federations."""

from typing import Any

from ledger import events as ev
from ledger.book import Book, Objection
from ledger.checkpoint import Checkpoint
from ledger.errors import LedgerError
from ledger.judgement.grounds import is_repeated, refuse_clumsy_id, refuse_voided
from ledger.standing import Standing, TournamentStanding
from ledger.stored import decode_stored, stream_of

WITHDRAWABLE = (
    ev.FoulRecorded,
    ev.ByeRecorded,
    ev.PlayerEntered,
    ev.AbsenceExcused,
    ev.TitleAwarded,
    ev.TitleRevoked,
    ev.RatingCarriedIn,
    ev.RatingEnded,
    ev.FederationSuspended,
    ev.FederationReinstated,
    ev.PlayerTransferred,
    ev.PlayerDeceased,
    ev.InactivityDeclared,
    ev.ActivityResumed,
    ev.ReportReceived,
)


def event_withdrawn(book: Book, event: ev.EventWithdrawn, body: bytes) -> Standing | None:
    found = book.source.located(event.withdraws)
    if found is None:
        raise Objection(f"there is no event at position {event.withdraws} yet", "rating-ledger log shows positions")
    stream, state = found
    standing = book.by_stream(stream)
    if is_repeated(book, standing, body):
        return None
    target = decode_stored(state)
    if not isinstance(target, WITHDRAWABLE):
        raise Objection(
            f"position {event.withdraws} is a {type(target).__name__}, which cannot be withdrawn",
            _instead(target),
        )
    if standing.withdrawn and event.withdraws in standing.withdrawn:
        raise Objection(
            f"position {event.withdraws} is already withdrawn ({book.cite(standing.withdrawn[event.withdraws])})"
        )
    if isinstance(standing, TournamentStanding):
        refuse_voided(book, standing, stream.removeprefix("tournament/"))
    return standing


def _instead(event: Any) -> str:
    if isinstance(event, ev.GameRecorded | ev.GameCorrected | ev.GameVoided):
        return "append a GameCorrected or a GameVoided"
    if hasattr(event, "tournament"):
        return "append a TournamentCorrected, RankingCorrected or TournamentVoided"
    if isinstance(event, ev.PlayerRegistered | ev.PlayerCorrected):
        return "append a PlayerCorrected"
    return "only what has no correction of its own can be withdrawn"


def about_federation(
    book: Book, event: ev.FederationSuspended | ev.FederationReinstated, body: bytes
) -> Standing | None:
    refuse_clumsy_id(event.federation, "federation")
    stream = stream_of(event)
    standing = book.other(stream)
    if is_repeated(book, standing, body):
        return None
    book.others[stream] = standing
    return standing


def list_published(book: Book, event: ev.ListPublished, body: bytes) -> Standing | None:
    stream = stream_of(event)
    standing = book.other(stream)
    if is_repeated(book, standing, body):
        return None
    try:
        checkpoint = Checkpoint.parse(event.checkpoint)
    except LedgerError as error:
        raise Objection(error.problems[0].wrong, error.problems[0].remedy) from error
    if checkpoint.size != event.at_position:
        raise Objection(f"the checkpoint is for {checkpoint.size} events, the list for position {event.at_position}")
    if checkpoint.root != book.source.root(event.at_position):
        raise Objection(
            f"the checkpoint does not fit this log at position {event.at_position}",
            "the list was published from another log; publish it from this one",
        )
    book.others[stream] = standing
    return standing
