"""The states of streams during an append: loaded from the log when asked for, dropped when there are too many."""

from operator import attrgetter
from sys import intern
from typing import Protocol, TypeVar

import msgspec

from ledger import events as ev
from ledger.append.said import said
from ledger.append.stream_state import KeysState, PlayerState, StreamState, TournamentState
from ledger.errors import LedgerError
from ledger.events import AnyEvent
from ledger.item import Objection
from ledger.log.wire_format import (
    KEYS,
    content,
    decode_stored,
    encode_content,
    identity,
    recorded_of,
)
from wording import say

S = TypeVar("S", bound=StreamState)

KEEP_EVENTS = 120_000  # held in memory by each kind of state, about
KEEP_IDS = 200_000
_LENGTH = attrgetter("version")

# Found again by their own key; of all others the state remembers the content.
KEYED = frozenset(
    {
        ev.GameRecorded,
        ev.PlayerRegistered,
        ev.TournamentRegistered,
        ev.PlayerEntered,
        ev.ByeRecorded,
    }
)


class Source(Protocol):
    """The log and what is about to be appended to it."""

    start: int
    seen_until: int  # the position up to which whoever types an event has seen the log

    @property
    def origin(self) -> str | None: ...

    def stream(self, stream: str) -> list[tuple[int, bytes]]: ...

    def has_stream(self, stream: str) -> bool: ...

    def located(self, position: int) -> tuple[str, bytes] | None: ...

    def has_players_of(self, federation: str) -> bool: ...

    def opened(self, event: AnyEvent) -> AnyEvent: ...

    def has_key(self, person: str) -> bool: ...

    def root(self, size: int) -> bytes | None: ...


class RecentStates(dict[str, S]):
    """States by stream; `trim` drops those not used since the last call."""

    def __init__(self) -> None:
        super().__init__()
        self._older: dict[str, S] = {}

    def used_before(self, stream: str) -> S | None:
        """A state that was not used since the last trim, and is now."""
        state = self._older.pop(stream, None)
        if state is not None:
            self[stream] = state
        return state

    def trim(self) -> None:
        if len(self) + sum(map(_LENGTH, self.values())) > KEEP_EVENTS // 2:
            self._older = dict(self)
            self.clear()


class StreamStates:
    """The states of players, tournaments, lists, federations and keys, and the last warning."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.players: RecentStates[PlayerState] = RecentStates()
        self.tournaments: RecentStates[TournamentState] = RecentStates()
        self.others: RecentStates[StreamState] = RecentStates()  # lists, federations, keys
        self.known: set[str] = set()
        self.warning: Objection | None = None
        self.overtaken = (
            0  # position of the event that the one judged last repeats, and that stands no more
        )
        self.repeated: dict[
            tuple[str, int], int
        ] = {}  # stream and content of fouls → how many were known again

    def trim(self) -> None:
        """Forget what has not been used lately. Only when everything is flushed: it must be loadable again."""
        self.players.trim()
        self.tournaments.trim()
        self.others.trim()
        if len(self.known) > KEEP_IDS:
            self.known.clear()

    def knows(self, player: str) -> bool:
        """Is the player registered?"""
        if player in self.known:
            return True
        if not self.source.has_stream("player/" + player):
            return False
        self.known.add(intern(player))
        return True

    def player(self, player: str) -> PlayerState:
        """The player's state; one without registration if unknown."""
        state = self.players.get(player) or self.players.used_before(player)
        if state is None:
            state = self._load(self.players, player, PlayerState("player/" + player))
        return state

    def tournament(self, tournament: str) -> TournamentState:
        state = self.tournaments.get(tournament) or self.tournaments.used_before(tournament)
        if state is None:
            empty = TournamentState("tournament/" + tournament)
            state = self._load(self.tournaments, tournament, empty)
        return state

    def other(self, stream: str) -> StreamState:
        """The state of a list, a federation or the log's keys."""
        state = self.others.get(stream) or self.others.used_before(stream)
        if state is None:
            empty = KeysState(stream) if stream == KEYS else StreamState(stream)
            state = self._load(self.others, stream, empty)
        return state

    def keys(self) -> KeysState:
        state = self.other(KEYS)
        assert isinstance(state, KeysState)
        return state

    def by_stream(self, stream: str) -> StreamState:
        kind, _, name = stream.partition("/")
        if kind == "tournament":
            return self.tournament(name)
        if kind == "player":
            return self.player(name)
        return self.other(stream)

    def recall(self, position: int) -> AnyEvent:
        """The event at a position, pending ones included."""
        return self.source.opened(decode_stored(self.stored(position)))

    def stored(self, position: int) -> bytes:
        row = self.source.located(position)
        if row is None:
            raise LedgerError(
                say("there is no event at position {position}", position=position),
                remedy=say("run verify"),
            )
        return row[1]

    def content(self, position: int) -> bytes:
        """By what the event at a position is known again, as it was given."""
        event = self.recall(position)
        return identity(event, encode_content(event))

    def is_same(self, position: int, body: bytes) -> bool:
        """Does the event at a position have this content, whoever recorded it?"""
        stored = self.stored(position)
        if content(stored) == body:
            return True
        event = decode_stored(stored)
        return body in _contents(event, content(stored), self.source)

    def cite(self, position: int) -> str:
        """The place of an event for a message: position, recorded, ref."""
        if position > self.source.start:
            return say("earlier in this file, to be position {position}", position=position)
        ref = self.recall(position).ref
        moment = (
            recorded_of(self.stored(position)).isoformat(timespec="seconds").replace("+00:00", "Z")
        )
        if ref:
            return say(
                "position {position}, recorded {moment}, ref {ref}",
                position=position,
                moment=moment,
                ref=ref,
            )
        return say("position {position}, recorded {moment}", position=position, moment=moment)

    def _load(self, kept: RecentStates[S], name: str, state: S) -> S:
        for position, stored in self.source.stream(state.stream):
            try:
                event = decode_stored(stored)
            except msgspec.MsgspecError as error:
                raise LedgerError(
                    say(
                        "position {position} cannot be read: {error}",
                        position=position,
                        error=str(error),
                    ),
                    remedy=say("run verify, and restore the ledger from a copy"),
                ) from error
            state.version += 1
            state.apply(event, position, self.recall)
            if type(event) not in KEYED:
                for same in _contents(event, content(stored), self.source):
                    state.remember(same, position)
                state.tell(said(event), position)
        if state.version:
            kept[name] = state
        return state


def _contents(event: AnyEvent, stored: bytes, source: Source) -> list[bytes]:
    """The contents by which an event is known again: as stored and, if it is sealed, as it was given."""
    same = [identity(event, stored)]
    if event.seal is not None:
        unsealed = source.opened(event)
        same.append(identity(unsealed, encode_content(unsealed)))
    return same
