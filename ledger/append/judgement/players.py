"""What is refused of events about players."""

from decimal import Decimal
from typing import Any

from ledger import events as ev
from ledger.append.judgement.grounds import (
    is_repeated,
    known_player,
    refuse_clumsy_id,
    refuse_empty_correction,
    refuse_odd_number,
)
from ledger.append.stream_state import PlayerState, StreamState
from ledger.append.stream_states import StreamStates
from ledger.item import Objection
from ledger.persons.seal import SEALED
from wording import say


def player_registered(
    states: StreamStates, event: ev.PlayerRegistered, body: bytes
) -> StreamState | None:
    state = states.player(event.player)
    if state.version:
        if states.is_same(state.registered, body):
            return None
        if state.erased:
            wrong = say(
                "player {player!r} was erased ({cite}): the registration is passed over",
                player=event.player,
                cite=states.cite(state.erased),
            )
            remedy = say("leave the person out of files that name people")
            states.warning = Objection(wrong, remedy, is_private=True)
            return None
        if getattr(states.recall(state.registered), "name", "") == SEALED:
            wrong = say(
                "player {player!r} exists already, and whether with the same data cannot be seen without keys",
                player=event.player,
            )
            raise Objection(wrong, say("import --keys brings the keys of persons"))
        raise Objection(
            say(
                "player {player!r} exists already with other data ({cite})",
                player=event.player,
                cite=states.cite(state.registered),
            ),
            say("append a PlayerCorrected if the registration was wrong, or use another id"),
        )
    refuse_clumsy_id(event.player, "player")
    states.known.add(event.player)
    states.players[event.player] = state
    return state


def about_player(states: StreamStates, event: Any, body: bytes) -> PlayerState | None:
    """Events that only need their player."""
    state = known_player(states, event.player)
    if is_repeated(states, state, event, body):
        return None
    return state


def player_deceased(
    states: StreamStates, event: ev.PlayerDeceased, body: bytes
) -> StreamState | None:
    state = about_player(states, event, body)
    if state is not None and state.deceased:
        raise Objection(
            say(
                "the death of {player!r} is already recorded ({cite})",
                player=event.player,
                cite=states.cite(state.deceased),
            ),
            say("withdraw that event first (EventWithdrawn) if its date is wrong"),
        )
    return state


def players_merged(
    states: StreamStates, event: ev.PlayersMerged, body: bytes
) -> StreamState | None:
    if event.kept == event.duplicate:
        raise Objection(
            say("player {kept!r} cannot be merged with itself", kept=event.kept),
            say("name two different ids"),
        )
    duplicate = known_player(states, event.duplicate)
    if is_repeated(states, duplicate, event, body):
        return None
    if duplicate.merged_into is not None:
        raise Objection(
            say(
                "player {duplicate!r} is already merged into {merged_into!r}",
                duplicate=event.duplicate,
                merged_into=duplicate.merged_into,
            ),
            say(
                "merge {merged_into!r} with {kept!r}, if all three are one person",
                merged_into=duplicate.merged_into,
                kept=event.kept,
            ),
        )
    kept: str | None = event.kept
    while kept is not None:
        if kept == event.duplicate:
            raise Objection(
                say(
                    "player {kept!r} is already merged into {duplicate!r}",
                    kept=event.kept,
                    duplicate=event.duplicate,
                ),
                say("a merge cannot go in a circle"),
            )
        kept = known_player(states, kept).merged_into
    return duplicate


def title_revoked(states: StreamStates, event: ev.TitleRevoked, body: bytes) -> StreamState | None:
    state = about_player(states, event, body)
    if state is not None and all(title != event.title for title, _ in state.titles):
        held = ", ".join(sorted({title for title, _ in state.titles})) or say("none")
        raise Objection(
            say(
                "title {title!r} was never awarded to {player!r} (awarded: {held})",
                title=event.title,
                player=event.player,
                held=held,
            ),
            say("revoke it under the id and the code it was awarded under"),
        )
    return state


def player_corrected(
    states: StreamStates, event: ev.PlayerCorrected, body: bytes
) -> StreamState | None:
    refuse_empty_correction(event)
    return about_player(states, event, body)


def person_erased(states: StreamStates, event: ev.PersonErased, body: bytes) -> StreamState | None:
    state = known_player(states, event.player)
    if states.source.has_key(event.player):
        wrong = say("{player!r} was erased, but the key is still here", player=event.player)
        states.warning = Objection(wrong, say("run erase {player} here, too", player=event.player))
    if state.erased:
        return None
    return state


def rating_carried_in(
    states: StreamStates, event: ev.RatingCarriedIn, body: bytes
) -> StreamState | None:
    for name, value in (("rating", event.rating), ("peak", event.peak)):
        if value is not None:
            refuse_odd_number(name, value, 10_000)
    for name, value, limit in (
        ("deviation", event.deviation, 1000),
        ("volatility", event.volatility, 1),
    ):
        if value is not None:
            refuse_odd_number(name, value, limit)
            if value < Decimal("0.01" if limit > 1 else "0.000001"):
                raise Objection(
                    say("{name} {value} is out of range", name=name, value=value),
                    say("leave it out"),
                )
    return about_player(states, event, body)
