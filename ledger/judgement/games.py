"""What is refused of games, their corrections and their voiding."""

from ledger import events as ev
from ledger.judgement.grounds import (
    is_repeated,
    open_tournament,
    refuse_beyond,
    refuse_busy,
    refuse_voided,
    unknown_player,
)
from ledger.stream_state import GameKey, StreamState, TournamentState, game_key
from ledger.stream_states import Objection, StreamStates


def game_recorded(states: StreamStates, event: ev.GameRecorded, body: bytes) -> StreamState | None:
    state = open_tournament(states, event.tournament)
    key = game_key(event)
    at = state.games.get(key)
    if at is not None or key in state.buried:
        if _game_is_repeated(states, state, key, body):
            return None
        if at is not None and not state.voided:
            raise _second_result(states, state, event, key)
    if state.voided:
        refuse_voided(states, state, event.tournament)
    first, second = event.first, event.second
    if first == second:
        raise Objection(f"{first!r} cannot play against himself", "give the opponent's id")
    known = states.known
    if first not in known and not states.knows(first):
        raise unknown_player(first)
    if second not in known and not states.knows(second):
        raise unknown_player(second)
    if event.stage == "main":
        if event.round > state.rounds:
            refuse_beyond(state, event.round)
        busy = state.busy.get(event.round)
        if busy and (first in busy or second in busy):
            refuse_busy(states, state, event.round, (first, second))
    if not state.start <= event.date <= state.end:
        _warn_outside(states, state, event)
    return state


def _warn_outside(states: StreamStates, state: TournamentState, event: ev.GameRecorded) -> None:
    """Games are rated by the tournament's days, so a wrong day is easily overlooked."""
    span = f"which lasts from {state.start} to {state.end}"
    states.warning = Objection(
        f"a game on {event.date} is outside of tournament {event.tournament!r}, {span}",
        "check the day; if the tournament's days are wrong, append a TournamentCorrected",
    )


def _game_is_repeated(states: StreamStates, state: TournamentState, key: GameKey, body: bytes) -> bool:
    at = state.games.get(key)
    if at is not None and states.is_same(at, body):
        return True
    for at in state.buried.get(key, ()):
        if states.is_same(at, body):
            states.warning = Objection(
                f"skipped: the same game stands at position {at} and was voided since",
                "add a ref or a note to record it anew",
            )
            return True
    return False


def _second_result(states: StreamStates, state: TournamentState, event: ev.GameRecorded, key: GameKey) -> Objection:
    there = states.recall(state.games[key])
    assert isinstance(there, ev.GameRecorded)
    first, second = state.players_of(key, states.recall)
    corrected = f", corrected at position {state.corrected[key]}" if key in state.corrected else ""
    return Objection(
        f"conflict: {named(event)} is already recorded: {first} {there.result.value} {second} "
        f"({states.cite(state.games[key])}{corrected})",
        "append a GameCorrected if that result is wrong",
    )


def named(event: ev.GameRecorded | ev.GameCorrected | ev.GameVoided) -> str:
    """A game by its name."""
    stage = "" if event.stage == "main" else f" ({event.stage})"
    return f"round {event.round}{stage}, board {event.board} of {event.tournament!r}"


def live_game(states: StreamStates, event: ev.GameCorrected | ev.GameVoided) -> TournamentState:
    state = open_tournament(states, event.tournament)
    refuse_voided(states, state, event.tournament)
    key = game_key(event)
    if key not in state.games:
        if key in state.voids:
            raise Objection(
                f"{named(event)} is voided ({states.cite(state.voids[key])})", "record it anew with a GameRecorded"
            )
        raise Objection(f"there is no game in {named(event)}", "check tournament, stage, round and board")
    return state


def game_corrected(states: StreamStates, event: ev.GameCorrected, body: bytes) -> StreamState | None:
    state = open_tournament(states, event.tournament)
    if is_repeated(states, state, body):
        _warn_superseded(states, state, event, body)
        return None
    state = live_game(states, event)
    key = game_key(event)
    for player in (event.first, event.second):
        if player is not None and not states.knows(player):
            raise unknown_player(player)
    if event.first or event.second:
        before = state.players_of(key, states.recall)
        first, second = event.first or before[0], event.second or before[1]
        if first == second:
            raise Objection(f"{first!r} cannot play against himself", "correct both sides")
        if event.stage == "main":
            refuse_busy(states, state, event.round, (first, second), besides=state.games[key])
    _warn_unchanged(states, state, event, key)
    return state


def _warn_unchanged(states: StreamStates, state: TournamentState, event: ev.GameCorrected, key: GameKey) -> None:
    """Say that a correction changes nothing; an office may still want it on record."""
    there = states.recall(state.corrected.get(key, state.games[key]))
    assert isinstance(there, ev.GameRecorded | ev.GameCorrected)
    players = state.players_of(key, states.recall)
    if there.result is event.result and (event.first or players[0], event.second or players[1]) == players:
        states.warning = Objection(
            f"the correction of {named(event)} changes nothing: {players[0]} {event.result.value} {players[1]} stands "
            "there already",
            "is it the right game and the right result?",
        )


def _warn_superseded(states: StreamStates, state: TournamentState, event: ev.GameCorrected, body: bytes) -> None:
    at = (state.seen or {})[hash(body)]
    if state.corrected.get(game_key(event)) != at:
        states.warning = Objection(
            f"skipped: the same correction stands at position {at}, but it was overtaken since",
            "add a ref or a note to correct the game again",
        )


def game_voided(states: StreamStates, event: ev.GameVoided, body: bytes) -> StreamState | None:
    state = open_tournament(states, event.tournament)
    if is_repeated(states, state, body):
        if game_key(event) in state.games:
            states.warning = Objection(
                "skipped: the same voiding is in the log, but the game was recorded anew since",
                "add a ref or a note to void it again",
            )
        return None
    return live_game(states, event)
