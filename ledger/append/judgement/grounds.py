"""Grounds for refusal that several types share."""

from collections.abc import Iterable
from datetime import date as Date
from decimal import Decimal

from msgspec import UNSET
from msgspec.structs import fields

from ledger import events as ev
from ledger.append.judgement.standing import stands
from ledger.append.stream_state import PlayerState, StreamState, TournamentState
from ledger.append.stream_states import StreamStates
from ledger.events import AnyEvent
from ledger.item import Objection
from ledger.log.wire_format import plain
from ledger.text import character_name
from wording import say


def known_player(states: StreamStates, player: str) -> PlayerState:
    state = states.player(player)
    if not state.version:
        raise unknown_player(player)
    return state


def unknown_player(player: str) -> Objection:
    return Objection(
        say("unknown player {player!r}", player=player),
        say("register the player first (PlayerRegistered), in an earlier line or file"),
        missing=f"player/{player}",
    )


def open_tournament(states: StreamStates, tournament: str) -> TournamentState:
    """A tournament that is registered; the caller still has to ask whether it is voided."""
    state = states.tournament(tournament)
    if not state.version:
        raise Objection(
            say("unknown tournament {tournament!r}", tournament=tournament),
            say("register the tournament first (TournamentRegistered), in an earlier line or file"),
            missing=state.stream,
        )
    return state


def refuse_voided(states: StreamStates, state: TournamentState, tournament: str) -> None:
    if state.voided:
        raise Objection(
            say(
                "tournament {tournament!r} is voided ({cite})",
                tournament=tournament,
                cite=states.cite(state.voided),
            ),
            say("register it under another id, if it was played after all"),
        )


def is_repeated(states: StreamStates, state: StreamState, event: AnyEvent, body: bytes) -> bool:
    """Is an event with the same content in the stream, and does it still stand?"""
    if state.seen is None:
        at = None
    else:
        at = state.seen.get(hash(body))
    if at is None or not states.is_same(at, body):
        return False
    is_void = isinstance(state, TournamentState) and state.voided
    if isinstance(event, ev.EventWithdrawn) or is_void:
        return True  # nothing stands up again by itself, and nothing can be reinstated in a tournament that is void
    if not state.is_withdrawn(at) and stands(states, state, event, body):
        return True
    states.overtaken = at
    return False


def refuse_clumsy_id(name: str, what: str) -> None:
    if name != name.strip():
        raise Objection(
            say("{what} id {name!r} begins or ends with a space", what=say(what), name=name),
            say("write it without"),
        )
    if not name.isprintable():
        sign = next(sign for sign in name if not sign.isprintable())
        raise Objection(
            say(
                "{what} id {name!r} has {sign} in it",
                what=say(what),
                name=name,
                sign=character_name(sign),
            ),
            say("write it without"),
        )


def refuse_far(name: str, day: Date) -> None:
    """A year that was mistyped would stand in the log for ever, and every list would begin there."""
    if not 1800 <= day.year <= 2200:
        raise Objection(
            say("{name} {day} is out of range", name=name, day=day),
            say("check the year: from 1800 to 2200"),
        )


def refuse_odd_number(name: str, value: Decimal, limit: int) -> None:
    digits = str(value)
    if len(digits) < 6 and digits.isdigit() and int(digits) < limit:
        return  # nearly all are whole numbers, and what follows costs more
    if not value.is_finite() or not 0 <= value < limit:
        raise Objection(
            say("{name} {value} is out of range", name=name, value=value),
            say("give a number from 0 to {limit}", limit=limit),
        )
    exponent = plain(value).as_tuple().exponent
    if isinstance(exponent, int) and exponent < -6:
        raise Objection(
            say("{name} {value} has more than six decimals", name=name, value=value),
            say("round it as the office does, and say so in note"),
        )


def refuse_empty_correction(event: ev.PlayerCorrected | ev.TournamentCorrected) -> None:
    names = [field.name for field in fields(event) if field.default is UNSET]
    if all(getattr(event, name) is UNSET for name in names):
        raise Objection(
            say("the correction names nothing that was wrong"),
            say("give one or more of: {names}", names=", ".join(names)),
        )


def refuse_beyond(state: TournamentState, number: int) -> None:
    if number > state.rounds:
        raise Objection(
            say(
                "round {number}, but the tournament has {rounds} rounds",
                number=number,
                rounds=state.rounds,
            ),
            say("correct the round, or append a TournamentCorrected with more rounds"),
        )


def refuse_busy(
    states: StreamStates,
    state: TournamentState,
    number: int,
    players: Iterable[str],
    besides: int = 0,
) -> None:
    """One game or bye for each player in a main round."""
    busy = state.busy.get(number, {})
    for player in players:
        at = busy.get(player)
        if at is not None and at != besides:
            there = states.recall(at)
            raise Objection(
                say(
                    "player {player!r} already has {occupation} in round {number} ({cite})",
                    player=player,
                    occupation=_occupation(there),
                    number=number,
                    cite=states.cite(at),
                ),
                say("a player has one game or one bye in a main round"),
            )


def is_played(event: AnyEvent) -> bool:
    """Is it a game to which both came? As it was recorded."""
    return isinstance(event, ev.GameRecorded) and "/" not in event.result.value.replace("1/2", "")


def refuse_left(states: StreamStates, state: TournamentState, event: ev.GameRecorded) -> None:
    """Whoever left plays no more; a pairing to which they did not come is possible."""
    for player in (event.first, event.second):
        at = state.left.get(player)
        if at is None or not is_played(event):
            continue
        departure = states.recall(at)
        assert isinstance(departure, ev.PlayerWithdrew)
        if event.round >= departure.first_missed:
            raise Objection(
                say(
                    "player {player!r} left before round {round} ({cite})",
                    player=player,
                    round=departure.first_missed,
                    cite=states.cite(at),
                ),
                say("if the game was played, withdraw the departure first (EventWithdrawn)"),
            )


_BYES = {
    "bye": say("a bye"),
    "half": say("a half-point bye"),
    "leave": say("leave"),
    "absent": say("an absence"),
}


def _occupation(event: AnyEvent) -> str:
    if isinstance(event, ev.ByeRecorded):
        return _BYES[event.kind]
    return say("board {board}", board=getattr(event, "board", "?"))
