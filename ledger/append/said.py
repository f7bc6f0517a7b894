"""What an event says, subject by subject: a field of a registration, the ranking, a title on a day.

A later event of the same stream about the same subject takes its place, a withdrawal takes it away.
"""

from typing import Any

from msgspec import UNSET

from ledger import events as ev
from ledger.append.stream_state import Subject


def said(event: Any) -> dict[Subject, object]:
    """What an event says of each of its subjects; nothing of an event that cannot be overtaken.

    Titles, transfers, ratings and declarations act from their day on: only another event of that day takes their place.
    """
    kind = type(event)
    day = event.date
    if kind is ev.RatingCarriedIn:  # first: there are most of them
        return {("rating", event.scheme, day): (event.rating, event.games, event.peak)}
    if kind is ev.RatingEnded:
        return {("rating", event.scheme, day): None}
    if kind in (ev.TitleAwarded, ev.TitleRevoked):
        return {("title", event.title, day): kind is ev.TitleAwarded}
    if kind is ev.PlayerTransferred:
        return {("federation", day): event.federation}
    if kind in (ev.InactivityDeclared, ev.ActivityResumed):
        return {("activity", event.scheme, day): kind is ev.ActivityResumed}
    if kind in (ev.FederationSuspended, ev.FederationReinstated):
        return {("suspension", day): kind is ev.FederationSuspended}
    if kind is ev.AbsenceExcused:
        return {("absence", event.year): True}
    if kind is ev.PlayerDeceased:
        return {("death",): day}
    if kind is ev.ReportReceived:
        return {("report",): day}
    if kind is ev.RankingCorrected:
        return {("ranking",): (event.ranked, event.ranks)}
    if kind is ev.PlayerWithdrew:
        return {("departure", event.player): event.first_missed}
    if kind is ev.GameUnrated:
        return {("unrated", event.stage, event.round, event.board, event.scheme): True}
    if kind is ev.FoulRecorded:
        return {foul_of(event): True}
    if kind in (ev.PlayerCorrected, ev.TournamentCorrected):
        return {("field", field): value for field, value in _corrected(event)}
    return {}


def foul_of(event: ev.FoulRecorded) -> Subject:
    """A foul by all that tells it from others."""
    return ("foul", event.stage, event.round, event.board, event.player, event.kind, event.count)


def _corrected(event: Any) -> list[tuple[str, object]]:
    """The fields that a correction gives; of a sealed one also those that its seal holds."""
    sealed = event.seal.marks if event.seal is not None else {}
    fields = [name for name in event.__struct_fields__ if name not in _NOT_CORRECTED]
    return [
        (name, getattr(event, name))
        for name in fields
        if getattr(event, name) is not UNSET or name in sealed
    ]


_NOT_CORRECTED = frozenset((*ev.Event.__struct_fields__, "player", "tournament", "reason"))
