"""What the ledger has already, for readers of files: so that no player is registered twice."""

from collections.abc import Container, Iterable, Iterator
from datetime import date as Date
from operator import itemgetter
from typing import Protocol, TypeVar

from msgspec import UNSET, MsgspecError
from msgspec.structs import replace

from ledger.errors import LedgerError
from ledger.events import (
    AnyEvent,
    EventWithdrawn,
    PlayerCorrected,
    PlayerEntered,
    PlayerRegistered,
    PlayersMerged,
    TournamentClosed,
    TournamentCorrected,
    TournamentRegistered,
)
from ledger.log.wire_format import decode_contents, encode_content, stream_of
from replay.files.records import TAKE, PlayerRecords
from wording import say

Batch = list[tuple[int, str, bytes]]
KnownEvent = TypeVar("KnownEvent", bound=AnyEvent)
_PLAYER = "player/"
_TOURNAMENT = "tournament/"
_CORRECTABLE = ("name", "sex", "born", "federation", "names")


class Readable(Protocol):
    """The part of a log that readers use."""

    def stream(self, stream: str) -> Iterator[tuple[int, AnyEvent]]: ...

    def read_stored(self, after: int = 0, until: int | None = None) -> Iterator[Batch]: ...

    def opened(self, events: list[AnyEvent]) -> list[AnyEvent]: ...


class LedgerLookup:
    """Looks up players and events in a log, one stream at a time; without a log nothing is known."""

    def __init__(self, log: Readable | None = None) -> None:
        self._log = log
        self._players: dict[str, PlayerRegistered | None] = {}
        self._there: dict[str, dict[bytes, AnyEvent]] = {}

    def player(self, player: str) -> PlayerRegistered | None:
        """A player as registered and since corrected."""
        if player not in self._players:
            self._players[player] = _as_corrected(self.events(f"player/{player}"))
        return self._players[player]

    def registration(self, player: str) -> AnyEvent | None:
        """The registration as it stands in the log, corrected or not."""
        return next(self.events(f"player/{player}"), None)

    def events(self, stream: str) -> Iterator[AnyEvent]:
        """The events of a stream (`player/ID`, `tournament/ID`)."""
        if self._log is not None:
            yield from (event for _, event in self._log.stream(stream))

    def as_recorded(self, event: AnyEvent) -> AnyEvent:
        """The event as the log has it, if it is there with another ref, note or by (from another file)."""
        if self._log is None:
            return event
        stream = stream_of(event)
        if stream not in self._there:
            self._there[stream] = {content_without_origin(known): _fresh(known) for known in self.events(stream)}
        there = self._there[stream]
        if there:
            return there.get(content_without_origin(event), event)
        return event

    def kept(self, player: str) -> str:
        """The id that stands for a player after all merges."""
        for event in self.events(_PLAYER + player):
            if isinstance(event, PlayersMerged):
                return self.kept(event.kept)
        return player

    def tournament_names(self) -> Iterator[tuple[str, str]]:
        """Id and name of all tournaments, as corrected; reads the whole log."""
        for stream in self._streams(_TOURNAMENT):
            name = ""
            for event in self.events(stream):
                if isinstance(event, TournamentRegistered | TournamentCorrected) and event.name is not UNSET:
                    name = event.name
            yield stream.removeprefix(_TOURNAMENT), name

    def everybody(self) -> Iterator[PlayerRegistered]:
        """All players; reads the whole log."""
        for stream in self._streams(_PLAYER):
            if (person := self.player(stream.removeprefix(_PLAYER))) is not None:
                yield person

    def records(self, day: Date, schemes: Iterable[str]) -> PlayerRecords:
        """What the log says of every player on a day; reads the whole log once."""
        found = PlayerRecords(day, schemes)
        withdrawn: dict[int, str] = {}  # position → the stream it stands in
        for batch in self._batches():
            for (_, stream, _), event in zip(batch, self._opened(batch), strict=True):
                if (add := TAKE.get(type(event))) is not None:
                    add(found, event)
                elif isinstance(event, EventWithdrawn):
                    withdrawn[event.withdraws] = stream
        again = {stream.removeprefix(_PLAYER) for stream in withdrawn.values() if stream.startswith(_PLAYER)}
        for kept, ids in sorted(found.groups(again).items()):
            self._take_again(found, kept, ids, withdrawn)
        return found

    def _take_again(self, found: PlayerRecords, kept: str, ids: list[str], withdrawn: Container[int]) -> None:
        """Apply the events of a player again, merged ids as one, without those withdrawn."""
        told: list[tuple[int, AnyEvent]] = []
        for player in ids:
            found.forget(player)
            found.hand_over_games(player, kept)
            told += self._log.stream(_PLAYER + player) if self._log else ()
        for position, event in sorted(told, key=itemgetter(0)):
            add = TAKE.get(type(event))
            if add is None or position in withdrawn or isinstance(event, PlayersMerged):
                continue
            player = getattr(event, "player", kept)
            if player == kept:
                add(found, event)
            elif not isinstance(event, PlayerRegistered | PlayerCorrected):  # the kept id has its own registration
                add(found, replace(event, player=kept))

    def _streams(self, kind: str) -> list[str]:
        return sorted({stream for batch in self._batches() for _, stream, _ in batch if stream.startswith(kind)})

    def _opened(self, batch: Batch) -> list[AnyEvent]:
        if self._log is not None:
            return self._log.opened(_decoded(batch))
        return []

    def _batches(self) -> Iterator[Batch]:
        if self._log is not None:
            yield from self._log.read_stored()


class RecordedTournament:
    """What the ledger has of a tournament already: its registration and entries hold, whatever a file says of them."""

    def __init__(self, tournament: str, known: LedgerLookup) -> None:
        self._known = known
        self.registered: TournamentRegistered | None = None
        self._entered: dict[str, PlayerEntered] = {}
        self._contents: dict[bytes, AnyEvent] = {}
        for event in known.events(f"tournament/{tournament}"):
            if isinstance(event, TournamentRegistered):
                self.registered = event
            elif isinstance(event, PlayerEntered):
                self._entered[event.player] = _fresh(event)
            self._contents[content_without_origin(event)] = _fresh(event)

    def as_recorded(self, event: AnyEvent) -> AnyEvent:
        """The event, or what the log has in its place (and then counts as a duplicate)."""
        if isinstance(event, TournamentRegistered):
            return self.registered or event
        if isinstance(event, PlayerEntered):
            return self._entered.get(event.player, event)
        if not hasattr(event, "tournament"):
            return self._known.as_recorded(event)
        there = self._contents.get(content_without_origin(event))
        if there is None and isinstance(event, TournamentClosed) and event.places:
            # versions that knew no shared places took such a report without them
            there = self._contents.get(content_without_origin(replace(event, places=None)))
        if there is None:
            return event
        return there


def _decoded(batch: Batch) -> list[AnyEvent]:
    try:
        return decode_contents([state for _, _, state in batch])
    except (MsgspecError, TypeError) as error:
        wrong = say(
            "an event from position {position} on cannot be read: {error}", position=batch[0][0], error=str(error)
        )
        raise LedgerError(wrong, remedy=say("the ledger was damaged or changed from outside: run verify")) from error


def _as_corrected(events: Iterable[AnyEvent]) -> PlayerRegistered | None:
    found: PlayerRegistered | None = None
    for event in events:
        if isinstance(event, PlayerRegistered):
            found = event
        elif isinstance(event, PlayerCorrected) and found is not None:
            given = {name: getattr(event, name) for name in _CORRECTABLE}
            found = replace(found, **{name: value for name, value in given.items() if value is not UNSET})
    return found


def _fresh(event: KnownEvent) -> KnownEvent:
    """An event of the log as a file would have it: it may be recorded anew, if it was taken back since."""
    return replace(event, position=None, recorded=None, by=None)


def content_without_origin(event: AnyEvent) -> bytes:
    """What an event says, whichever file it came from: without ref and note."""
    return encode_content(replace(event, ref=None, note=None, by=None))
