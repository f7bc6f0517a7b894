"""What is refused of games, their corrections and their voiding."""

from ledger import events as ev
from ledger.append.judgement.grounds import (
    is_repeated,
    open_tournament,
    refuse_beyond,
    refuse_busy,
    refuse_left,
    refuse_voided,
    unknown_player,
)
from ledger.append.stream_state import GameKey, StreamState, TournamentState, game_key
from ledger.append.stream_states import StreamStates
from ledger.item import Objection
from wording import say


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
    first = event.first
    second = event.second
    if first == second:
        raise Objection(
            say("{first!r} is named on both sides", first=first), say("give the opponent's id")
        )
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
        if state.left:
            refuse_left(states, state, event)
    if not state.start <= event.date <= state.end:
        _warn_outside(states, state, event)
    return state


def _warn_outside(states: StreamStates, state: TournamentState, event: ev.GameRecorded) -> None:
    """Games are rated by the tournament's days, so a wrong day is easily overlooked."""
    states.warning = Objection(
        say(
            "a game on {date} is outside of tournament {tournament!r}, which lasts from {start} to {end}",
            date=event.date,
            tournament=event.tournament,
            start=state.start,
            end=state.end,
        ),
        say("check the day; if the tournament's days are wrong, append a TournamentCorrected"),
    )


def _game_is_repeated(
    states: StreamStates, state: TournamentState, key: GameKey, body: bytes
) -> bool:
    at = state.games.get(key)
    if at is not None and states.is_same(at, body):
        return True
    for at in state.buried.get(key, ()):
        if states.is_same(at, body):
            states.overtaken = at
            return bool(state.voided)  # nothing can be reinstated in a tournament that is void
    return False


def _second_result(
    states: StreamStates, state: TournamentState, event: ev.GameRecorded, key: GameKey
) -> Objection:
    there = states.recall(state.games[key])
    assert isinstance(there, ev.GameRecorded)
    first, second = state.players_of(key, states.recall)
    cite = states.cite(state.games[key])
    if key in state.corrected:
        cite = say(
            "{cite}, corrected at position {position}", cite=cite, position=state.corrected[key]
        )
    return Objection(
        say(
            "conflict: {named} is already recorded: {first} {result} {second} ({cite})",
            named=named(event),
            first=first,
            result=there.result.value,
            second=second,
            cite=cite,
        ),
        say("if that result is wrong, correct it: record correction, or import --as-corrections"),
    )


def named(event: ev.GameRecorded | ev.GameCorrected | ev.GameVoided | ev.GameUnrated) -> str:
    """A game by its name."""
    where = {"round": event.round, "board": event.board, "tournament": event.tournament}
    if event.stage == "main":
        return say("round {round}, board {board} of {tournament!r}", **where)
    return say(
        "round {round} ({stage}), board {board} of {tournament!r}", stage=event.stage, **where
    )


def live_game(
    states: StreamStates, event: ev.GameCorrected | ev.GameVoided | ev.GameUnrated
) -> TournamentState:
    state = open_tournament(states, event.tournament)
    refuse_voided(states, state, event.tournament)
    key = game_key(event)
    if key not in state.games:
        if key in state.voids:
            raise Objection(
                say(
                    "{named} is voided ({cite})",
                    named=named(event),
                    cite=states.cite(state.voids[key]),
                ),
                say("record it anew with a GameRecorded"),
            )
        raise Objection(
            say("there is no game in {named}", named=named(event)),
            say("check tournament, stage, round and board"),
        )
    return state


def game_corrected(
    states: StreamStates, event: ev.GameCorrected, body: bytes
) -> StreamState | None:
    state = about_game(states, event, body)
    if state is None:
        return None
    key = game_key(event)
    for player in (event.first, event.second):
        if player is not None and not states.knows(player):
            raise unknown_player(player)
    if event.first or event.second:
        before = state.players_of(key, states.recall)
        first = event.first or before[0]
        second = event.second or before[1]
        if first == second:
            raise Objection(
                say("{first!r} is named on both sides", first=first), say("correct both sides")
            )
        if event.stage == "main":
            refuse_busy(states, state, event.round, (first, second), besides=state.games[key])
    _warn_unchanged(states, state, event, key)
    return state


def _warn_unchanged(
    states: StreamStates, state: TournamentState, event: ev.GameCorrected, key: GameKey
) -> None:
    """Say that a correction changes nothing; an office may still want it on record."""
    there = states.recall(state.corrected.get(key, state.games[key]))
    assert isinstance(there, ev.GameRecorded | ev.GameCorrected)
    players = state.players_of(key, states.recall)
    if (
        there.result is event.result
        and (event.first or players[0], event.second or players[1]) == players
    ):
        states.warning = Objection(
            say(
                "the correction of {named} changes nothing: {first} {result} {second} stands there already",
                named=named(event),
                first=players[0],
                result=event.result.value,
                second=players[1],
            ),
            say("is it the right game and the right result?"),
        )


def about_game(
    states: StreamStates, event: ev.GameCorrected | ev.GameVoided | ev.GameUnrated, body: bytes
) -> TournamentState | None:
    """Events that only need their game."""
    state = open_tournament(states, event.tournament)
    if is_repeated(states, state, event, body):
        return None
    return live_game(states, event)
