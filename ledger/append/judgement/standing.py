"""Does an event still stand? It is the same again only if nothing after it changed what it says.

Events that were in the log and were overtaken since are held back until the end of the file. A file that was imported
before tells the whole story again, corrections of corrections included, and must change nothing. A file that ends with
what was taken back wants it back. Only its end shows which.
"""

from typing import NamedTuple

from ledger import events as ev
from ledger.append.said import foul_of, said
from ledger.append.stream_state import StreamState, Subject, TournamentState, game_key
from ledger.append.stream_states import StreamStates
from ledger.events import AnyEvent, EventWithdrawn
from ledger.item import Item
from ledger.log.wire_format import stream_of

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


Key = tuple[str, Subject]  # the stream, and what is spoken of in it


class _Held(NamedTuple):
    item: Item
    event: AnyEvent
    body: bytes
    keys: frozenset[Key]


class HeldBack:
    """The events held back, and every later event of the file about the same subjects."""

    def __init__(self, states: StreamStates) -> None:
        self._states = states
        self._held: dict[str, list[_Held]] = {}  # by stream

    def hold(self, item: Item, event: AnyEvent, body: bytes) -> None:
        """Hold back an event that was overtaken."""
        stream = self._stream(event)
        self._held.setdefault(stream, []).append(
            _Held(item, event, body, self._keys(stream, event))
        )

    def takes(self, item: Item, event: AnyEvent, body: bytes) -> bool:
        """Hold back an event that stands, too, if it is about something held back: it may be the last word on it."""
        if not self._held or not self.is_about(event):
            return False
        self.hold(item, event, body)
        return True

    def is_about(self, event: AnyEvent) -> bool:
        """Does an event speak of something that is held back?"""
        stream = self._stream(event)
        keys = self._keys(stream, event)
        return any(keys & held.keys for held in self._held.get(stream, ()))

    def has_stream_of(self, event: AnyEvent) -> bool:
        """Is anything of the event's stream held back, which it may rest on?"""
        return bool(self._held) and self._stream(event) in self._held

    def released(self, event: AnyEvent | None = None) -> tuple[list[Item], int]:
        """What is to be recorded anew of an event's stream, or of all; and how many events turned out to stand.

        Where the last word of the file on a subject holds, it told what the log knows. Else its story is told again.
        """
        if event is None:
            streams = list(self._held)
        else:
            streams = [self._stream(event)]
        held = [one for stream in streams for one in self._held.pop(stream, ())]
        last = {key: one for one in held for key in one.keys}
        open_ = {key for key, one in last.items() if not self._holds(one, key)}
        grown = True
        while grown:
            more = {key for one in held if one.keys & open_ for key in one.keys}
            grown = not more <= open_
            open_ |= more
        anew = [one.item for one in held if one.keys & open_]
        return anew, len(held) - len(anew)

    def _holds(self, held: _Held, key: Key) -> bool:
        stream, subject = key
        return holds(self._states, self._states.by_stream(stream), held.event, held.body, subject)

    def _keys(self, stream: str, event: AnyEvent) -> frozenset[Key]:
        return frozenset((stream, subject) for subject in subjects(self._states, event))

    def _stream(self, event: AnyEvent) -> str:
        if not isinstance(event, EventWithdrawn):
            return stream_of(event)
        place = self._states.source.located(event.withdraws)
        if place:
            return place[0]
        return ""
