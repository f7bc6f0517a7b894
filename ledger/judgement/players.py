"""What is refused of events about players."""

from typing import Any

from ledger import events as ev
from ledger.judgement.grounds import (
    is_repeated,
    known_player,
    refuse_clumsy_id,
    refuse_empty_correction,
    refuse_odd_number,
)
from ledger.seal import SEALED
from ledger.stream_state import StreamState
from ledger.stream_states import Objection, StreamStates


def player_registered(states: StreamStates, event: ev.PlayerRegistered, body: bytes) -> StreamState | None:
    state = states.player(event.player)
    if state.version:
        if states.is_same(state.registered, body):
            return None
        if state.erased:
            wrong = f"player {event.player!r} was erased ({states.cite(state.erased)}): the registration is passed over"
            states.warning = Objection(wrong, "leave the person out of files that name people")
            return None
        if getattr(states.recall(state.registered), "name", "") == SEALED:
            wrong = (
                f"player {event.player!r} exists already, and whether with the same data cannot be seen without keys"
            )
            raise Objection(wrong, "import --keys brings the keys of persons")
        raise Objection(
            f"player {event.player!r} exists already with other data ({states.cite(state.registered)})",
            "append a PlayerCorrected if the registration was wrong, or use another id",
        )
    refuse_clumsy_id(event.player, "player")
    states.known.add(event.player)
    states.players[event.player] = state
    return state


def about_player(states: StreamStates, event: Any, body: bytes) -> StreamState | None:
    """Events that only need their player."""
    state = known_player(states, event.player)
    return None if is_repeated(states, state, body) else state


def player_deceased(states: StreamStates, event: ev.PlayerDeceased, body: bytes) -> StreamState | None:
    state = known_player(states, event.player)
    if is_repeated(states, state, body):
        return None
    if state.deceased:
        raise Objection(
            f"the death of {event.player!r} is already recorded ({states.cite(state.deceased)})",
            "withdraw that event first (EventWithdrawn) if its date is wrong",
        )
    return state


def players_merged(states: StreamStates, event: ev.PlayersMerged, body: bytes) -> StreamState | None:
    if event.kept == event.duplicate:
        raise Objection(f"player {event.kept!r} cannot be merged with itself", "name two different ids")
    duplicate = known_player(states, event.duplicate)
    if is_repeated(states, duplicate, body):
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
        kept = known_player(states, kept).merged_into
    return duplicate


def title_revoked(states: StreamStates, event: ev.TitleRevoked, body: bytes) -> StreamState | None:
    state = known_player(states, event.player)
    if is_repeated(states, state, body):
        return None
    if all(title != event.title for title, _ in state.titles):
        held = ", ".join(sorted({title for title, _ in state.titles})) or "none"
        raise Objection(
            f"title {event.title!r} was never awarded to {event.player!r} (awarded: {held})",
            "revoke it under the id and the code it was awarded under",
        )
    return state


def player_corrected(states: StreamStates, event: ev.PlayerCorrected, body: bytes) -> StreamState | None:
    refuse_empty_correction(event)
    return about_player(states, event, body)


def person_erased(states: StreamStates, event: ev.PersonErased, body: bytes) -> StreamState | None:
    state = known_player(states, event.player)
    if states.source.has_key(event.player):
        wrong = f"{event.player!r} was erased, but the key is still here"
        states.warning = Objection(wrong, f"run erase {event.player} here, too")
    return None if state.erased else state


def rating_carried_in(states: StreamStates, event: ev.RatingCarriedIn, body: bytes) -> StreamState | None:
    for name, value in (("rating", event.rating), ("peak", event.peak)):
        if value is not None:
            refuse_odd_number(name, value, 10_000)
    return about_player(states, event, body)
