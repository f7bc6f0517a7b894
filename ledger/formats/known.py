"""What the ledger knows already, for readers: so that nobody is registered twice."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from msgspec import UNSET
from msgspec.structs import replace

from ledger.events import AnyEvent, PlayerCorrected, PlayerRegistered, TitleAwarded
from ledger.stored import decode_stored, encode_content, stream_of

_AWARDED = b'"type":"TitleAwarded"'
_HEAD = 200
_CORRECTABLE = ("name", "sex", "born", "federation", "names")


class Readable(Protocol):
    """As much of a log as readers ask for."""

    def stream(self, stream: str) -> Iterator[tuple[int, AnyEvent]]: ...

    def read_stored(self, after: int = 0, until: int | None = None) -> Iterator[list[tuple[int, str, bytes]]]: ...


class Known:
    """Questions to a log; without one, nothing is known. Looks up what is asked for, no more."""

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
        """The event as it stands in the log, if it is there but for ref, note and by (it came from another file)."""
        if self._log is None:
            return event
        stream = stream_of(event)
        if stream not in self._there:
            self._there[stream] = {_content(known): known for known in self.events(stream)}
        there = self._there[stream]
        return there.get(_content(event), event) if there else event

    def everybody(self) -> Iterator[PlayerRegistered]:
        """All players; reads the whole log."""
        ids, _ = self.ids_and_titles()
        for player in sorted(ids):
            if (person := self.player(player)) is not None:
                yield person

    def ids_and_titles(self) -> tuple[set[str], set[tuple[str, str]]]:
        """All player ids, and (player, title) of every award; reads the whole log once."""
        ids: set[str] = set()
        titles: set[tuple[str, str]] = set()
        for player, state in self._players_rows():
            ids.add(player)
            if _AWARDED in state[:_HEAD]:
                event = decode_stored(state)
                if isinstance(event, TitleAwarded):
                    titles.add((event.player, event.title))
        return ids, titles

    def _players_rows(self) -> Iterator[tuple[str, bytes]]:
        if self._log is None:
            return
        for batch in self._log.read_stored():
            for _, stream, state in batch:
                if stream.startswith("player/"):
                    yield stream.removeprefix("player/"), state


def _as_corrected(events: Iterable[AnyEvent]) -> PlayerRegistered | None:
    found: PlayerRegistered | None = None
    for event in events:
        if isinstance(event, PlayerRegistered):
            found = event
        elif isinstance(event, PlayerCorrected) and found is not None:
            given = {name: getattr(event, name) for name in _CORRECTABLE}
            found = replace(found, **{name: value for name, value in given.items() if value is not UNSET})
    return found


def _content(event: AnyEvent) -> bytes:
    return encode_content(replace(event, ref=None, note=None, by=None))
