"""Events that were in the log and were overtaken since: held back until the end of the file.

A file that was imported before tells the whole story again, corrections of corrections included, and must change
nothing. A file that ends with what was taken back wants it back. Only its end shows which.
"""

from typing import NamedTuple

from ledger.append.judgement.standing import holds, subjects
from ledger.append.stream_state import Subject
from ledger.append.stream_states import StreamStates
from ledger.events import AnyEvent, EventWithdrawn
from ledger.item import Item
from ledger.log.wire_format import stream_of

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
