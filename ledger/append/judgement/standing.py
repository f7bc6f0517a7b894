"""Does an event still stand? It is the same again only if nothing after it changed what it says."""

from ledger import events as ev
from ledger.append.said import foul_of, said
from ledger.append.stream_state import StreamState, Subject, TournamentState, game_key
from ledger.append.stream_states import StreamStates
from ledger.events import AnyEvent

_OF_GAMES = (ev.GameRecorded, ev.GameCorrected, ev.GameVoided)


def subjects(states: StreamStates, event: AnyEvent) -> tuple[Subject, ...]:
    """Everything that an event speaks of; a withdrawal speaks of what the withdrawn event does."""
    if isinstance(event, ev.EventWithdrawn):
        return subjects(states, states.recall(event.withdraws))
    if isinstance(event, _OF_GAMES):
        return (("game", game_key(event)),)
    if isinstance(event, ev.PlayerEntered):
        return (("entry", event.player),)
    if isinstance(event, ev.ByeRecorded):
        return (("bye", event.round, event.player),)
    return tuple(said(event))


def stands(states: StreamStates, state: StreamState, event: AnyEvent, body: bytes) -> bool:
    """Does everything that an event says still hold?"""
    return all(holds(states, state, event, body, subject) for subject in subjects(states, event))


def holds(
    states: StreamStates, state: StreamState, event: AnyEvent, body: bytes, subject: Subject
) -> bool:
    """Does what an event says of a subject still hold?"""
    if isinstance(event, ev.FoulRecorded):
        return False  # fouls are counted: whoever asks has found none that it could be
    if isinstance(event, ev.EventWithdrawn):
        target = states.recall(event.withdraws)
        if isinstance(target, ev.FoulRecorded):
            return state.is_withdrawn(event.withdraws)
        return not holds(states, state, target, states.content(event.withdraws), subject)
    if isinstance(state, TournamentState):
        if isinstance(event, ev.GameRecorded):
            return _is_at(states, state.games.get(game_key(event)), body)
        if isinstance(event, ev.GameVoided):
            return game_key(event) not in state.games
        if isinstance(event, ev.GameCorrected):
            return _is_as_corrected(states, state, event)
        if isinstance(event, ev.PlayerEntered):
            return _is_at(states, state.entries.get(event.player), body)
        if isinstance(event, ev.ByeRecorded):
            return _is_at(states, state.busy.get(event.round, {}).get(event.player), body)
    latest = state.latest(subject)
    if latest is None:
        return False
    return bool(said(states.recall(latest)).get(subject) == said(event)[subject])


def _is_at(states: StreamStates, position: int | None, body: bytes) -> bool:
    return position is not None and states.is_same(position, body)


def _is_as_corrected(states: StreamStates, state: TournamentState, event: ev.GameCorrected) -> bool:
    """Is a game recorded that has the players and the result of a correction?"""
    key = game_key(event)
    if key not in state.games:
        return False
    there = states.recall(state.corrected.get(key, state.games[key]))
    assert isinstance(there, ev.GameRecorded | ev.GameCorrected)
    players = state.players_of(key, states.recall)
    same_players = (event.first or players[0], event.second or players[1]) == players
    return same_players and there.result is event.result and event.more in (None, there.more)


def earlier_fouls(
    states: StreamStates, state: StreamState, event: ev.FoulRecorded, body: bytes
) -> list[int]:
    """The positions of equal fouls before this append, those withdrawn included.

    Whoever types a foul has seen the log: only fouls that were recorded since count as the same one.
    """
    source = states.source
    before = [
        at for at in state.positions(foul_of(event)) if source.seen_until < at <= source.start
    ]
    return [at for at in before if states.is_same(at, body)]
