"""What a tournament's stream says: what was first recorded, and what came after it."""

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import fields, replace

from ledger.errors import LedgerError
from ledger.events import (
    AnyEvent,
    EventWithdrawn,
    GameCorrected,
    GameRecorded,
    GameVoided,
    RankingCorrected,
    TournamentClosed,
    TournamentCorrected,
    TournamentRegistered,
    TournamentVoided,
)
from wording import say

_CORRECTIONS = (GameCorrected, GameVoided, RankingCorrected, TournamentCorrected, TournamentVoided)


class Story(Struct, frozen=True):
    """A tournament for a report: its registration, what fills the columns, what follows, remarks for readers."""

    registered: TournamentRegistered
    recorded: list[AnyEvent]
    later: list[AnyEvent]
    remarks: list[str]


def as_reported(events: Iterable[AnyEvent]) -> Story:
    """The tournament as first recorded. Corrections, and games after the first of them, follow in their order."""
    standing, remarks = _without_withdrawn(events)
    registered = _registration(standing)
    recorded: list[AnyEvent] = []
    later: list[AnyEvent] = []
    for event in standing:
        (later if isinstance(event, _CORRECTIONS) or (later and isinstance(event, GameRecorded)) else recorded).append(
            event
        )
    return Story(registered, recorded, later, remarks)


def as_corrected(events: Iterable[AnyEvent]) -> Story:
    """The tournament as corrected; each correction becomes a remark."""
    standing, remarks = _without_withdrawn(events)
    games: dict[tuple[str, int, int], GameRecorded] = {}
    others: list[AnyEvent] = []
    for event in standing:
        match event:
            case GameRecorded():
                games[_name(event)] = event
            case GameCorrected():
                before = games[_name(event)]
                changed = {"first": event.first or before.first, "second": event.second or before.second}
                games[_name(event)] = replace(before, result=event.result, **changed)
                remarks.append(
                    f"corrected: {_said(event)}: {before.result.value} became {event.result.value}: {event.reason}"
                )
            case GameVoided():
                games.pop(_name(event), None)
                remarks.append(f"voided: {_said(event)}: {event.reason}")
            case RankingCorrected():
                others = [_ranked(other, event) for other in others]
                remarks.append(f"ranking corrected: {event.reason}")
            case TournamentCorrected():
                others = [_amended(other, event) for other in others]
                remarks.append(f"tournament corrected: {event.reason}")
            case TournamentVoided():
                raise LedgerError(
                    say(
                        "tournament {tournament!r} is voided: {reason}",
                        tournament=event.tournament,
                        reason=event.reason,
                    )
                )
            case _:
                others.append(event)
    recorded = [*others, *games.values()]
    return Story(_registration(recorded), recorded, [], [" ".join(remark.split()) for remark in remarks])


def _without_withdrawn(events: Iterable[AnyEvent]) -> tuple[list[AnyEvent], list[str]]:
    """Withdrawals name positions, which mean nothing in another ledger: what is withdrawn is left out."""
    events = list(events)
    withdrawn = {event.withdraws: event.reason for event in events if isinstance(event, EventWithdrawn)}
    remarks = [
        " ".join(f"withdrawn: {type(event).__name__} at position {event.position}: {withdrawn[event.position]}".split())
        for event in events
        if event.position in withdrawn
    ]
    kept: list[AnyEvent] = [e for e in events if not isinstance(e, EventWithdrawn) and e.position not in withdrawn]
    return kept, remarks


def _registration(events: Iterable[AnyEvent]) -> TournamentRegistered:
    found = next((event for event in events if isinstance(event, TournamentRegistered)), None)
    if found is None:
        raise LedgerError(say("no such tournament"), remedy=say("`log --type TournamentRegistered` lists them"))
    return found


def _name(event: GameRecorded | GameCorrected | GameVoided) -> tuple[str, int, int]:
    return (event.stage, event.round, event.board)


def _said(event: GameCorrected | GameVoided) -> str:
    stage = "" if event.stage == "main" else f"{event.stage}, "
    return f"{stage}round {event.round}, board {event.board}"


def _ranked(event: AnyEvent, correction: RankingCorrected) -> AnyEvent:
    if not isinstance(event, TournamentClosed):
        return event
    return replace(event, ranking=correction.ranking, places=correction.places)


def _amended(event: AnyEvent, correction: TournamentCorrected) -> AnyEvent:
    if not isinstance(event, TournamentRegistered):
        return event
    changed: dict[str, Any] = {
        field.name: getattr(correction, field.name)
        for field in fields(correction)
        if field.default is UNSET and getattr(correction, field.name) is not UNSET
    }
    if "registered" in changed:
        changed["date"] = changed.pop("registered")
    return replace(event, **changed)
