"""An event in a few words: its subject, and what it says."""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET
from msgspec.structs import fields

from ledger import events as ev
from ledger.events import AnyEvent
from ledger.text import counted

_BASE = {"date", "ref", "note", "by", "position", "recorded"}


def subject(event: AnyEvent) -> str:
    """The player, tournament, federation, list, position or key an event is about."""
    if isinstance(event, ev.PlayersMerged):
        return event.duplicate
    if isinstance(event, ev.ListPublished):
        return f"{event.scheme} {event.list_date}"
    if isinstance(event, ev.EventWithdrawn):
        return f"#{event.withdraws}"
    if isinstance(event, ev.KeyAnnounced | ev.KeyRevoked):
        return event.key
    if isinstance(event, ev.FederationSuspended | ev.FederationReinstated):
        return event.federation
    about: str | None = getattr(event, "tournament", None)
    return about if about is not None else str(getattr(event, "player", ""))


def detail(event: AnyEvent) -> str:
    """What it says beyond type, date and subject; ref, note and who recorded it at the end."""
    text = DETAILS.get(type(event), _rest)(event)
    reason = getattr(event, "reason", None)
    extras = [reason and f"({reason})", event.ref and f"[{event.ref}]", event.note and f"“{event.note}”"]
    return " ".join(part for part in (text, *extras, event.by and f"by {event.by}") if part)


def mentions(event: AnyEvent, player: str) -> bool:
    """Is the event about the player, or does it name the player?"""
    for name in ("player", "first", "second", "kept", "duplicate"):
        if getattr(event, name, None) == player:
            return True
    return player in (getattr(event, "ranking", None) or ())


def _game(event: Any) -> str:
    stage = "" if event.stage == "main" else f"{event.stage} "
    where = f"{stage}round {event.round} board {event.board}"
    if isinstance(event, ev.GameVoided):
        return where
    if event.first or event.second:
        return f"{where}: {event.first or '…'} {event.result.value} {event.second or '…'}"
    return f"{where}: {event.result.value}"


def _rest(event: Any) -> str:
    """Whatever fields have a value, in their order."""
    parts = []
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name in _BASE | {"player", "tournament", "reason"} or value is UNSET or value == field.default:
            continue
        shown = f"of {len(value)} lines" if field.name == "report" and value else _short(value)
        parts.append(f"{field.name} {shown}")
    return ", ".join(parts)


def _short(value: Any) -> str:
    if isinstance(value, ev.TimeControl):
        return f"{value.base}+{value.increment}" + (f"/{value.moves}" if value.moves else "")
    if isinstance(value, tuple):
        return " ".join(map(_short, value)) or "none"
    if isinstance(value, ev.Award):
        return f"{value.outcome}={value.points}" + ("" if value.round is None and not value.players else "…")
    if isinstance(value, dict):
        return " ".join(f"{key}:{text}" for key, text in value.items())
    return "yes" if value is True else "no" if value is False else str(value)


def _registered(event: Any) -> str:
    parts = [event.name, event.sex, event.born, event.federation, event.names and _short(event.names)]
    return ", ".join(str(part) for part in parts if part is not None)


def _ranking(event: Any) -> str:
    if not event.ranking:
        return "no ranking"
    shown = " ".join(event.ranking[:5])
    return f"ranking {shown}" + (f" … ({len(event.ranking)})" if len(event.ranking) > 5 else "")


DETAILS: dict[type, Callable[[Any], str]] = {
    ev.PlayerRegistered: _registered,
    ev.PlayerTransferred: lambda event: f"to {event.federation}",
    ev.PlayersMerged: lambda event: f"is {event.kept}",
    ev.RatingCarriedIn: lambda event: (
        f"{event.scheme} {event.rating}"
        + (f", {counted(event.games, 'game')}" if event.games is not None else "")
        + (f", peak {event.peak}" if event.peak is not None else "")
    ),
    ev.RatingEnded: lambda event: event.scheme,
    ev.FederationSuspended: lambda event: "",
    ev.FederationReinstated: lambda event: "",
    ev.PlayerEntered: lambda event: ", ".join(filter(None, (event.player, _rest(event)))),
    ev.GameRecorded: _game,
    ev.GameCorrected: _game,
    ev.GameVoided: _game,
    ev.ByeRecorded: lambda event: f"round {event.round}: {event.player} {event.kind}",
    ev.FoulRecorded: lambda event: (
        f"round {event.round}: {event.player} {event.kind}" + (f" ×{event.count}" if event.count > 1 else "")
    ),
    ev.TournamentClosed: _ranking,
    ev.RankingCorrected: _ranking,
    ev.EventWithdrawn: lambda event: "",
    ev.KeyAnnounced: lambda event: "",
    ev.KeyRevoked: lambda event: "",
    ev.ListPublished: lambda event: (
        f"version {event.version}, {counted(event.rows, 'row')}, at position {event.at_position}, "
        f"digest {event.digest[:16]}…"
    ),
}
