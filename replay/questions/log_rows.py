"""The events of the log as rows that people read: all, or those about a player, a tournament, of a type."""

from collections import deque
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from itertools import chain
from typing import TYPE_CHECKING

from ledger import EVENT_TYPES, AnyEvent, LedgerError, Log
from ledger.append.description import TYPES, detail, mentions, subject
from ledger.events import EventWithdrawn, GameCorrected, GameRecorded, GameVoided, TournamentVoided
from ledger.log.wire_format import decode_stored
from ledger.text import lines_with
from replay.answers import columns, kinds
from replay.answers.answer import Answer, Remark
from replay.answers.table import Column, Row, Table
from wording import say

if TYPE_CHECKING:
    from projections import Snapshot

LOG = (
    columns.POSITION,
    Column("recorded", kinds.MOMENT),
    columns.DATE,
    Column("type", kinds.codes(TYPES, spare=0)),
    Column("subject", kinds.WORD, kept=True),
    Column("detail", kinds.TEXT, kept=True),
)
# what can concern a player without naming the player
_UNNAMED = (EventWithdrawn, GameCorrected, GameVoided, TournamentVoided)


def events(
    log: Log,
    between: tuple[int, int],
    player: str | None = None,
    tournament: str | None = None,
    kind: type[AnyEvent] | None = None,
) -> Answer:
    """Events after one position and up to another, in the order of the log. The rows come one by one."""
    rows = (
        _row(position, event)
        for position, event in _candidates(log, *between, player, tournament)
        if kind is None or isinstance(event, kind)
    )
    first = next(rows, None)
    if first is None:
        nothing = Remark("no-event", _nothing(player, tournament))
        return Answer("log/1", table=Table(LOG, ()), remarks=[nothing])
    return Answer("log/1", table=Table(LOG, chain([first], rows)))


def _nothing(player: str | None, tournament: str | None) -> str:
    """There is no event: an id may be mistyped."""
    if player and tournament:
        return say(
            "no event of player {player} and tournament {tournament} in that part of the log",
            player=repr(player),
            tournament=repr(tournament),
        )
    if player:
        return say("no event of player {player} in that part of the log", player=repr(player))
    if tournament:
        return say(
            "no event of tournament {tournament} in that part of the log",
            tournament=repr(tournament),
        )
    return say("no event in that part of the log")


def exported(position: int, state: bytes) -> bytes:
    """A stored event as a line of the exchange format, with its position."""
    return b'{"position":%d,%s\n' % (position, state[7:])


def _row(position: int, event: AnyEvent) -> Row:
    return {
        "position": position,
        "recorded": event.recorded,
        "date": event.date,
        "type": type(event).__name__,
        "subject": subject(event),
        "detail": detail(event),
    }


def _candidates(
    log: Log, after: int, last: int, player: str | None, tournament: str | None
) -> Iterator[tuple[int, AnyEvent]]:
    if tournament is not None:
        concerns = PlayerEvents(log, player or "").concern
        for position, event in log.stream(f"tournament/{tournament}"):
            if after < position <= last and (player is None or concerns(event, position)):
                yield position, event
    elif player is not None:
        yield from _of_player(log, after, last, player)
    else:
        yield from log.read(after, last)


def _of_player(log: Log, after: int, last: int, player: str) -> Iterator[tuple[int, AnyEvent]]:
    """What names the player has the name in its bytes, or escapes in it: little else is decoded."""
    signs = (player.encode(), b"\\", *(f'"type":"{kind.__name__}"'.encode() for kind in _UNNAMED))
    concerns = PlayerEvents(log, player).concern
    for batch in log.read_stored(after, last):
        for position, stream, state in batch:
            if any(sign in state for sign in signs):
                event = log.opened([decode_stored(state)])[0]
                if stream == f"player/{player}" or concerns(event, position):
                    yield position, event


class PlayerEvents:
    """Says which events are about a player: also corrections and voidings of the player's games."""

    def __init__(self, log: Log, player: str) -> None:
        self._log = log
        self._player = player
        self._streams: dict[str, list[tuple[int, AnyEvent]]] = {}

    def concern(self, event: AnyEvent, position: int) -> bool:
        """Whether an event names the player, or changes or withdraws one that does."""
        if mentions(event, self._player):
            return True
        if isinstance(event, EventWithdrawn):
            return self.concern(self._log.event(event.withdraws), event.withdraws)
        if isinstance(event, TournamentVoided):
            return any(
                mentions(other_event, self._player)
                for _, other_event in self._events_of(event.tournament)
            )
        if not isinstance(event, GameCorrected | GameVoided):
            return False
        before = game_before(self._events_of(event.tournament), position, event)
        return self._player in (before["first"], before["second"])

    def _events_of(self, tournament: str) -> list[tuple[int, AnyEvent]]:
        """What the log says about a tournament, read once."""
        if tournament not in self._streams:
            self._streams[tournament] = list(self._log.stream(f"tournament/{tournament}"))
        return self._streams[tournament]


def game_before(
    events: Iterable[tuple[int, AnyEvent]], position: int, event: GameCorrected | GameVoided
) -> dict[str, str | None]:
    """First, second and result of a game as they stood before an event; `events` are those of its tournament."""
    before: dict[str, str | None] = {"first": None, "second": None, "result": None}
    for at, earlier in events:
        if (
            at < position
            and isinstance(earlier, GameRecorded | GameCorrected)
            and place_of(earlier) == place_of(event)
        ):
            before["first"] = earlier.first or before["first"]
            before["second"] = earlier.second or before["second"]
            before["result"] = earlier.result.value
    return before


def place_of(event: GameRecorded | GameCorrected | GameVoided) -> tuple[str, int, int]:
    """Where in its tournament a game stands."""
    return event.stage, event.round, event.board


class LogWords:
    """What is looked for in the log: words that all stand in an event as it is stored, and its type."""

    def __init__(self, text: str, kind: type[AnyEvent] | None) -> None:
        self._signs = [_ways_to_write(word) for word in text.split()]
        if kind is not None:
            self._signs.append({f'"type":"{kind.__name__}"'.lower().encode()})

    def __bool__(self) -> bool:
        return bool(self._signs)

    def fit(self, state: bytes) -> bool:
        plain = state.lower()
        return all(any(way in plain for way in sign) for sign in self._signs)

    def newest(self, log: Log, after: int, last: int, most: int) -> list[Row]:
        """The newest events after one position and up to another that fit, the newest first; only those are decoded."""
        newest: deque[tuple[int, bytes]] = deque(maxlen=most)
        for batch in log.read_stored(after, last):
            states = log.opened_states([state for _, _, state in batch])
            newest.extend(
                (batch[place][0], states[place]) for place in self._places(states)[-most:]
            )
        return [_row(position, decode_stored(state)) for position, state in reversed(newest)]

    def _places(self, states: list[bytes]) -> list[int]:
        """The places of the states that fit: those that have the longest word, which few have, are looked at."""
        whole = b"\n".join(states).lower()
        rarest = max(self._signs, key=lambda ways: max(map(len, ways)), default={b""})
        places = {place for way in rarest for place in lines_with(whole, way)}
        return [place for place in sorted(places) if self.fit(states[place])]


def _ways_to_write(word: str) -> set[bytes]:
    """A word in small and capital letters, with small ASCII letters: case does not matter."""
    return {way.encode().lower() for way in (word, word.lower(), word.upper(), word.title())}


def rows_about(
    log: Log, snapshot: "Snapshot", player: str | None, tournament: str | None, wanted: LogWords
) -> Iterator[Row]:
    """The events about a player or a tournament (or both) that fit, in order, found with the read model."""
    for position, stored in _about(log, snapshot, player, tournament):
        (state,) = log.opened_states([stored])
        if position <= snapshot.position and wanted.fit(state):
            yield _row(position, decode_stored(state))


def _about(
    log: Log, snapshot: "Snapshot", player: str | None, tournament: str | None
) -> Iterator[tuple[int, bytes]]:
    if player is None:
        yield from log.store.stream(f"tournament/{tournament}")
        return
    from projections.sources import (
        positions_about,
    )  # only here: the command does not need the read model

    number = snapshot.people.number(player)
    concerns = PlayerEvents(log, player).concern
    for position in [] if number is None else positions_about(snapshot, number):
        state = log.stored(position)
        event = decode_stored(state)
        own = tournament is None or getattr(event, "tournament", None) == tournament
        if own and concerns(event, position):
            yield position, state


def known_type(name: str | None) -> type[AnyEvent] | None:
    if name is None:
        return None
    if name not in EVENT_TYPES:
        close = get_close_matches(name, EVENT_TYPES, 1, 0.4)
        remedy = say("known are: {known}", known=", ".join(EVENT_TYPES))
        if close:
            remedy = say("did you mean {name}?", name=close[0])
        raise LedgerError(say("unknown type {name!r}", name=name), remedy=remedy)
    return EVENT_TYPES[name]
