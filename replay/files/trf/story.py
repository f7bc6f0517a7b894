"""A tournament for a report: its registration, what fills the columns, what follows, remarks for readers."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from ledger.errors import LedgerError
from ledger.events import (
    AnyEvent,
    EventWithdrawn,
    GameCorrected,
    GameRecorded,
    GameVoided,
    RankingCorrected,
    TournamentCorrected,
    TournamentRegistered,
    TournamentVoided,
)
from replay.files.recorded import standing
from wording import say

CORRECTIONS = (GameCorrected, GameVoided, RankingCorrected, TournamentCorrected, TournamentVoided)


class Story(Struct, frozen=True):
    """A tournament as it was first recorded, or as it holds now."""

    registered: TournamentRegistered
    recorded: Sequence[AnyEvent]
    later: Sequence[AnyEvent] = ()
    remarks: Sequence[str] = ()


def as_reported(events: Iterable[AnyEvent]) -> Story:
    """The tournament as first recorded. Corrections, and games after the first of them, follow in their order."""
    events = list(events)
    recorded: list[AnyEvent] = []
    later: list[AnyEvent] = []
    for event in standing(events):
        if isinstance(event, CORRECTIONS) or (later and isinstance(event, GameRecorded)):
            later.append(event)
        else:
            recorded.append(event)
    registered = next(
        (event for event in recorded if isinstance(event, TournamentRegistered)), None
    )
    if registered is None:
        raise LedgerError(
            say("no such tournament"), remedy=say("`log --type TournamentRegistered` lists them")
        )
    return Story(registered, recorded, later, list(withdrawn(events)))


def withdrawn(events: Sequence[AnyEvent]) -> Iterator[str]:
    """A remark about each event that was withdrawn."""
    reasons = {
        event.withdraws: event.reason for event in events if isinstance(event, EventWithdrawn)
    }
    for event in events:
        if event.position in reasons:
            reason = reasons[event.position]
            yield one_line(
                f"withdrawn: {type(event).__name__} at position {event.position}: {reason}"
            )


def one_line(text: str) -> str:
    return " ".join(text.split())
