"""An event in a few words: its subject, and what it says."""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET
from msgspec.structs import fields

from ledger import events as ev
from ledger.events import EVENT_TYPES, AnyEvent
from wording import Reference, joined, say, say_n

TYPES = {name: say(name) for name in EVENT_TYPES}
_BASE = {"date", "ref", "note", "by", "position", "recorded", "seal"}
# fields whose values are words of ours, not of the federation
WORDS = {
    "format": ev.Format, "event": ev.Competition, "national": ev.NationalEvent, "standings": ev.StandingsRules,
    "sex": ev.Sex,
}  # fmt: skip


def subject(event: AnyEvent) -> str:
    """The player, tournament, federation, list, position or key an event is about."""
    if isinstance(event, ev.PlayersMerged):
        return Reference.player(event.duplicate)
    if isinstance(event, ev.ListPublished):
        return f"{event.scheme} {event.list_date}"
    if isinstance(event, ev.EventWithdrawn):
        return f"#{event.withdraws}"
    if isinstance(event, ev.KeyAnnounced | ev.KeyRevoked):
        return event.key
    if isinstance(event, ev.FederationSuspended | ev.FederationReinstated):
        return event.federation
    about: str | None = getattr(event, "tournament", None)
    if about is not None:
        return Reference.tournament(about)
    return Reference.player(getattr(event, "player", ""))


def detail(event: AnyEvent) -> str:
    """What it says beyond type, date and subject; ref, note and who recorded it at the end."""
    text = DETAILS.get(type(event), _rest)(event)
    reason = getattr(event, "reason", None)
    extras = [
        reason and f"({reason})",
        event.ref and f"[{event.ref}]",
        event.note and f"“{event.note}”",
    ]
    return joined(
        " ",
        [part for part in (text, *extras, event.by and say("by {name}", name=event.by)) if part],
    )


def event_line(event: AnyEvent) -> str:
    """An event in a line for people: its type, what it is about, what it says."""
    parts = (TYPES[type(event).__name__], subject(event), detail(event))
    return joined(" ", filter(None, parts))


def numbered_line(position: int, event: AnyEvent) -> str:
    """The same with its position."""
    return say("#{position} {event}", position=position, event=event_line(event))


def mentions(event: AnyEvent, player: str) -> bool:
    """Is the event about the player, or does it name the player?"""
    for name in ("player", "first", "second", "kept", "duplicate"):
        if getattr(event, name, None) == player:
            return True
    return isinstance(event, ev.Ranked) and player in event.ranked


def _game(event: ev.GameRecorded | ev.GameCorrected | ev.GameVoided | ev.GameUnrated) -> str:
    where = _round_and_board(event.stage, event.round, event.board)
    if isinstance(event, ev.GameVoided):
        return where
    if isinstance(event, ev.GameUnrated):
        return joined(" ", [part for part in (where, event.scheme) if part])
    if event.first or event.second:
        first, second = (
            Reference.player(side) if side else "…" for side in (event.first, event.second)
        )
        return say(
            "{where}: {first} {result} {second}",
            where=where,
            first=first,
            result=event.result.value,
            second=second,
        )
    return say("{where}: {what}", where=where, what=event.result.value)


def _round_and_board(stage: str, round_: int, board: int) -> str:
    if stage == "main":
        return say("round {round} board {board}", round=round_, board=board)
    return say("{stage} round {round} board {board}", stage=say(stage), round=round_, board=board)


def _in_round(event: ev.ByeRecorded | ev.FoulRecorded, what: str) -> str:
    what = joined(" ", (Reference.player(event.player), what))
    return say("round {round}: {what}", round=event.round, what=what)


def _foul(event: ev.FoulRecorded) -> str:
    times = f" ×{event.count}" if event.count > 1 else ""
    return _in_round(event, joined("", (say(event.kind), times)))


def _rest(event: AnyEvent) -> str:
    """Whatever fields have a value, in their order."""
    parts = []
    for field in fields(event):
        value = getattr(event, field.name)
        if (
            field.name in _BASE | {"player", "tournament", "reason"}
            or value is UNSET
            or value == field.default
        ):
            continue
        shown = _short(value)
        if field.name == "report" and value:
            shown = say("of {number} lines", number=len(value))
        elif field.name in WORDS and isinstance(value, str):
            shown = say(value)
        if field.name == "name" and hasattr(
            event, "tournament"
        ):  # in Chinese people and things are called differently
            parts.append(say("name {tournament_name}", tournament_name=shown))
        else:
            parts.append(joined(" ", (say(field.name), shown)))
    return joined(", ", parts)


def _short(value: object) -> str:
    """A value in a few signs."""
    if isinstance(value, ev.TimeControl):
        return f"{value.base}+{value.increment}" + (f"/{value.moves}" if value.moves else "")
    if isinstance(value, tuple):
        if value:
            return joined(" ", map(_short, value))
        return say("none")
    if isinstance(value, ev.Award):
        if value.round is None and not value.players:
            rest = ""
        else:
            rest = "…"
        return joined("", (say(value.outcome), f"={value.points}{rest}"))
    if isinstance(value, dict):
        return " ".join(f"{key}:{text}" for key, text in value.items())
    if value is True:
        return say("yes")
    if value is False:
        return say("no")
    return str(value)


def _registered(event: Any) -> str:
    parts = [
        event.name,
        say(event.sex),
        event.born,
        event.federation,
        event.names and _short(event.names),
    ]
    return joined(", ", (part for part in parts if part is not None))


def _ranking(event: ev.TournamentClosed | ev.RankingCorrected) -> str:
    if not event.ranking:
        return say("no ranking")
    shown = players_in_order(event)
    more = [f"… ({len(shown)})"] if len(shown) > 5 else []
    return say("ranking {players}", players=joined(" ", [*shown[:5], *more]))


def players_in_order(event: ev.Ranked) -> list[str]:
    """The players of a ranking, best first; = before one: the same place as the player before."""
    players = [Reference.player(player) for player in event.ranked]
    ranks = event.ranks
    shares = [False, *(rank == before for rank, before in zip(ranks[1:], ranks, strict=False))]
    return [
        joined("", ("=", player)) if is_shared else player
        for player, is_shared in zip(players, shares, strict=False)
    ]


def _carried(event: ev.RatingCarriedIn) -> str:
    games = [] if event.games is None else [say_n("{number} game", "{number} games", event.games)]
    peak = [] if event.peak is None else [say("peak {rating}", rating=event.peak)]
    deviation = (
        [] if event.deviation is None else [say("deviation {deviation}", deviation=event.deviation)]
    )
    volatility = (
        []
        if event.volatility is None
        else [say("volatility {volatility}", volatility=event.volatility)]
    )
    return joined(", ", (f"{event.scheme} {event.rating}", *games, *peak, *deviation, *volatility))


def _published(event: ev.ListPublished) -> str:
    rows = say_n("{number} row", "{number} rows", event.rows)
    return say(
        "version {version}, {rows}, at position {position}, {digest}…",
        version=event.version, rows=rows, position=event.at_position, digest=(event.root or event.digest or "")[:20],
    )  # fmt: skip


DETAILS: dict[type, Callable[[Any], str]] = {
    ev.PlayerRegistered: _registered,
    ev.PlayerTransferred: lambda event: say("to {federation}", federation=event.federation),
    ev.PlayersMerged: lambda event: say("is {player}", player=Reference.player(event.kept)),
    ev.RatingCarriedIn: _carried,
    ev.RatingEnded: lambda event: event.scheme,
    ev.FederationSuspended: lambda event: "",
    ev.FederationReinstated: lambda event: "",
    ev.PlayerEntered: lambda event: joined(
        ", ", filter(None, (Reference.player(event.player), _rest(event)))
    ),
    ev.GameRecorded: _game,
    ev.GameCorrected: _game,
    ev.GameVoided: _game,
    ev.GameUnrated: _game,
    ev.ByeRecorded: lambda event: _in_round(event, say(event.kind)),
    ev.PlayerWithdrew: lambda event: say(
        "{player} left before round {round}",
        player=Reference.player(event.player),
        round=event.first_missed,
    ),
    ev.FoulRecorded: _foul,
    ev.TournamentClosed: _ranking,
    ev.RankingCorrected: _ranking,
    ev.EventWithdrawn: lambda event: "",
    ev.KeyAnnounced: lambda event: "",
    ev.KeyRevoked: lambda event: "",
    ev.ListPublished: _published,
}
