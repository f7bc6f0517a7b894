"""One append: parse → judge → encode → hash → insert, in batches within one transaction."""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from hashlib import sha256
from itertools import islice

import msgspec
from msgspec.structs import replace

from ledger.append.complaints import complaint
from ledger.append.findings import Findings
from ledger.append.judgement import JUDGES
from ledger.append.judgement.grounds import refuse_far
from ledger.append.judgement.standing import HeldBack
from ledger.append.judgement.texts import check_given, refuse_invisible, refuse_unsafe_text
from ledger.append.said import said
from ledger.append.stream_state import StreamState, TournamentState
from ledger.append.stream_states import KEYED, StreamStates
from ledger.events import AnyEvent, EventWithdrawn, ListPublished
from ledger.item import Advance, Appended, Item, Note, Noted, Objection
from ledger.log.store import NewRow, Reads, Writing
from ledger.log.wire_format import (
    RECORDED,
    decode_event,
    decode_stored,
    encode_content,
    head,
    identity,
    instant,
)
from ledger.persons.seal import Sealing, opened, refuse_wrong_seal
from ledger.tree.tree import Edge, Tree
from wording import say

BATCH = 10_000
AT_ONCE = 1_000  # items that are fetched from a reader
MOST_PROBLEMS = 1_000  # a file with so many is read no further


class Overlay:
    """Tiles of the tree as it will be, before they are stored."""

    def __init__(self, reads: Reads) -> None:
        self._reads = reads
        self.tiles: dict[tuple[int, int], bytes] = {}

    def tile(self, level: int, index: int) -> bytes | None:
        return self.tiles.get((level, index)) or self._reads.tile(level, index)


class Clock:
    """The times of recording: they never go back, and none is in the future."""

    def __init__(self, reads: Reads, start: int) -> None:
        last = reads.state(start) if start else None
        self._clock = reads.now()
        if last:
            self.last = last[: RECORDED.stop + 2]
        else:
            self.last = head(datetime.min.replace(tzinfo=UTC))
        # A clock that was set back must not take the log back with it.
        self._now = max(head(self._clock), self.last)
        self._given: tuple[datetime | None, bytes] = (None, b"")

    def beginning(self, moment: datetime | None, position: int) -> bytes:
        """The head of an event that was recorded at a moment, or now; `position` is that of the event before it."""
        if moment is None:
            return self._now
        if moment == self._given[0]:
            beginning = self._given[1]
        else:
            if moment.tzinfo is None:
                raise Objection(
                    say("recorded {moment} has no time zone", moment=moment.isoformat()),
                    say("write it in UTC, ending in Z"),
                )
            beginning = _head(moment)
            self._given = (moment, beginning)
        if beginning < self.last:
            raise Objection(
                say(
                    "recorded {moment} is before {last}, the time of position {position}",
                    moment=beginning[RECORDED].decode(),
                    last=self.last[RECORDED].decode(),
                    position=position,
                ),
                say("recorded never goes back; leave it out, and the clock gives it"),
            )
        if moment > self._clock:
            raise Objection(
                say("recorded {moment} is in the future", moment=instant(moment).decode()),
                say("leave it out"),
            )
        return beginning


class Append:
    """Judges items in order and hands the accepted ones to the database; `writing` is None in a rehearsal."""

    def __init__(
        self, reads: Reads, writing: Writing | None, name: str, *, ref: str | None = None, by: str | None = None,
        note: Note | None = None, seen_until: int = 0,
    ) -> None:  # fmt: skip
        check_given("ref", ref)
        check_given("by", by)
        self._reads = reads
        self._writing = writing
        self._ref = ref
        self._by = by
        self._note = note
        self.start = self.position = self._flushed = reads.head()
        self.seen_until = seen_until
        self._edge = Edge(self.start, reads)
        self._overlay = Overlay(reads)
        self.pending: list[NewRow] = []
        self._streams: set[str] = set()  # all that are stored, if the log was empty
        self.newest = b""  # the last event that was handed to the database
        self.states = StreamStates(self)
        self._held = HeldBack(self.states)
        self._sealing = Sealing(reads.keys)
        self.duplicates = self._count = 0
        self._findings = Findings(name)
        self._clock = Clock(reads, self.start)
        self._noted: list[Noted] = []
        self._told_of_names = False

    # What the states ask: the log and what is about to be appended to it.

    @property
    def origin(self) -> str | None:
        return self._reads.fact("origin")

    def stream(self, stream: str) -> list[tuple[int, bytes]]:
        if self.start == 0 and stream not in self._streams:
            return []  # in half a million newcomers the question alone took seconds
        return self._reads.stream(stream)

    def opened(self, event: AnyEvent) -> AnyEvent:
        if event.seal is None:
            return event
        return opened(event, self._sealing.keys_of(*event.seal.persons))

    def has_key(self, person: str) -> bool:
        return self._sealing.keys_of(person).get(person) is not None

    def has_stream(self, stream: str) -> bool:
        return self._reads.has_stream(stream)

    def located(self, position: int) -> tuple[str, bytes] | None:
        if position > self._flushed:
            index = position - self._flushed - 1
            if index < len(self.pending):
                return (self.pending[index][0], self.pending[index][3])
            return None
        return self._reads.located(position)

    def has_players_of(self, federation: str) -> bool:
        named = b'"federation":' + msgspec.json.encode(federation)
        return any(named in row[3] for row in self.pending) or self._reads.mentions(
            "player/", named
        )

    def root(self, size: int) -> bytes | None:
        if size > self.position:
            return None
        self.flush()
        for level, index, hashes in self._edge.take(unfinished=True):
            self._overlay.tiles[level, index] = hashes
        return Tree(self._overlay).root(size)

    # The work.

    def run(self, items: Iterable[AnyEvent | Item], advance: Advance | None = None) -> None:
        """Judge all items; raise `refused` at the end if anything is wrong with any of them.

        A file with a thousand problems is the wrong file, or has one mistake in every line: it is read no further.
        """
        for item in as_items(items):
            if len(self._findings.problems) >= MOST_PROBLEMS:
                raise self._findings.refusal(unread=True)
            self._count += 1
            if item.problem is not None:
                self._findings.refuse(item, Objection(item.problem.wrong, item.problem.remedy))
                continue
            self._try(item, self._take)
            if len(self.pending) >= BATCH and self._writing is not None:
                self.flush()
                if advance is not None:
                    advance(self._count)
        self._settle()
        if not self._count:
            self._findings.refuse(
                None,
                Objection(say("there are no events in it"), say("is this the file you meant?")),
            )
        if self._findings.problems:
            raise self._findings.refusal()
        self.flush()
        if self._writing is not None:
            self._writing.put_tiles(self._edge.take(unfinished=True))
            self._sealing.keep()  # the events that they open are stored when the transaction ends

    def outcome(self) -> Appended:
        count = self.position - self.start
        first = self.start + 1 if count else 0
        remarks = (tuple(self._findings.warnings), tuple(self._noted))
        return Appended(count, self.duplicates, first, self.position, *remarks)

    def _try(self, item: Item, take: Callable[[Item], None]) -> None:
        """Take an item, or say why not; note it if it was taken and was asked for."""
        before = self.position
        try:
            take(item)
        except Objection as objection:
            self._findings.refuse(item, objection)
        if self._note is not None and self.position > before:
            assert item.event is not None
            if self._note(item.event):
                self._noted.append(Noted(self._findings.place(item), item))

    def _take(self, item: Item) -> None:
        """Append an event; one that stands in the log already is passed over.

        One that was in the log and was overtaken since is held back to the end: perhaps the whole story comes again.
        """
        event, body = self._complete(item)
        if event is None:
            return
        same = identity(event, body)
        try:
            state = self._judged(item, event, same)
        except Objection:
            if not self.states.overtaken:
                if not self._held.has_stream_of(event):
                    raise
                self._settle(event)
                self._take(item)
                return
            state = None
        if self.states.overtaken:
            if self._is_that_event(item, event, same):
                self.duplicates += 1
            else:
                self._held.hold(item, event, same)
        elif state is None:
            self.duplicates += not self._held.takes(item, event, same)
        elif self._held.has_stream_of(event) and self._held.is_about(event):
            self._settle(event)
            self._take(item)
        else:
            self._put(event, body, same, state)

    def _settle(self, event: AnyEvent | None = None) -> None:
        """Decide about what was held back: of the stream of an event, or all of it."""
        anew, standing = self._held.released(event)
        self.duplicates += standing
        for item in anew:
            self._try(item, self._take_anew)

    def _take_anew(self, item: Item) -> None:
        """Append an event that was held back, unless it stands by now."""
        if item.given is not None:
            item = item._replace(event=item.given, encoded=None)
        event, body = self._complete(item)
        if event is None:
            return
        same = identity(event, body)
        state = self._judged(item, event, same)
        if state is None:
            self.duplicates += 1
            return
        if self.states.overtaken:
            wrong = say(
                "the same event stands at position {at} and was taken back since",
                at=self.states.overtaken,
            )
            self._findings.warn(item, Objection(wrong, say("it is recorded anew")))
        self._put(event, body, same, state)

    def _complete(self, item: Item) -> tuple[AnyEvent | None, bytes]:
        """The event with the ref and the name given for all, and its JSON; None if it stands without the ref."""
        event = item.event
        body = item.encoded
        assert event is not None
        if self._ref is not None and event.ref is None:
            if self._stands_without_ref(event):
                self.duplicates += 1
                return None, b""
            event = replace(event, ref=self._ref)
            body = None
        if self._by is not None and event.by is None:
            event, body = self._with_name(item, event, body)
        return event, _encoded(event) if body is None else body

    def _judged(self, item: Item, event: AnyEvent, same: bytes) -> StreamState | None:
        """The state of the stream that the event belongs to; None if it stands there already."""
        self.states.overtaken = 0
        state = JUDGES[type(event)](self.states, event, same)
        if self.states.warning is not None:
            self._findings.warn(item, self.states.warning)
            self.states.warning = None
        return state

    def _is_that_event(self, item: Item, event: AnyEvent, same: bytes) -> bool:
        """Is it a line of this log's own export? Then it is the event at its position, overtaken or not."""
        position = event.position
        if position is None or position > self.start or not self.states.is_same(position, same):
            return False
        wrong = say(
            "position {at} was taken back since; its line in an export does not bring it back",
            at=position,
        )
        self._findings.warn(
            item, Objection(wrong, say("leave out position and recorded to record it anew"))
        )
        return True

    def _put(self, event: AnyEvent, body: bytes, same: bytes, state: StreamState) -> None:
        """Hand an accepted event to the database."""
        kind = type(event)
        refuse_far("date", event.date)
        refuse_unsafe_text(event, body)
        if isinstance(state, TournamentState):
            players = state.players_about(event, self.states.recall)
        else:
            players = ()
        refuse_wrong_seal(event, state.stream, players)
        beginning = self._clock.beginning(event.recorded, self.position)
        position = self.position + 1
        if event.position is not None and event.position != position:
            _refuse_shifted(event, position)
        state.version = version = state.version + 1
        if self._writing is None:
            stored = body
        else:
            stored = self._sealing.body(event, state, body, players)
        self.pending.append((state.stream, version, kind.__name__, beginning + stored[1:]))
        self.position = position
        self._clock.last = beginning
        state.apply(event, position, self.states.recall)
        if kind not in KEYED:
            state.remember(same, position)
            state.tell(said(event), position)

    def _stands_without_ref(self, event: AnyEvent) -> bool:
        """Is the event in the log without a ref? Then the ref given for all must not make a second event of it."""
        try:
            return JUDGES[type(event)](self.states, event, identity(event, _encoded(event))) is None
        except Objection:
            return False

    def _with_name(
        self, item: Item, event: AnyEvent, body: bytes | None
    ) -> tuple[AnyEvent, bytes | None]:
        """Put the recorder's name on the event, unless it comes from another log: there somebody else recorded it."""
        if event.position is None:
            return replace(event, by=self._by), None
        if not self._told_of_names:
            self._told_of_names = True
            wrong = say(
                "events with a position come from a log and keep who recorded them; {by!r} is not put there",
                by=self._by,
            )
            self._findings.warn(item, Objection(wrong))
        return event, body

    def flush(self) -> None:
        """Hash what is pending and store it; a rehearsal only hashes."""
        if self._writing is not None:
            fresh = self.pending
        else:
            fresh = self.pending[self._edge.size - self.start :]
        self._edge.extend([sha256(b"\x00" + row[3]).digest() for row in fresh])
        if self._writing is None:
            return
        if self.pending:
            self.newest = self.pending[-1][3]
        self._writing.insert(self.pending)
        if self.start == 0:
            self._streams.update([row[0] for row in self.pending])
        self._writing.put_tiles(self._edge.take())
        self._flushed = self.position
        self.pending = []
        self.states.trim()

    def as_they_would_stand(self) -> Iterator[tuple[int, AnyEvent]]:
        """The events of a rehearsal, with position and recorded."""
        for number, row in enumerate(self.pending, self.start + 1):
            yield number, replace(self.opened(decode_stored(row[3])), position=number)


def _encoded(event: AnyEvent) -> bytes:
    """Encode an event that was made in Python; refuse what could not be read back."""
    try:
        body = encode_content(event)
        decode_event(body)
    except UnicodeEncodeError:
        refuse_invisible(event)  # names the surrogate and its field
        raise
    except msgspec.MsgspecError as error:
        raise Objection(*complaint(body, error)) from None
    return body


def _head(moment: datetime) -> bytes:
    try:
        return head(moment)
    except OverflowError:
        wrong = say("recorded {moment} cannot be written in UTC", moment=moment.isoformat())
        raise Objection(wrong, say("leave it out, and the clock gives it")) from None


def _refuse_shifted(event: AnyEvent, position: int) -> None:
    """Refuse an event that names positions if its own position has changed: it would name other events here."""
    if isinstance(event, EventWithdrawn | ListPublished):
        raise Objection(
            say(
                "this {type} was position {position} and would become {now}, so the positions it "
                "speaks of are other events here",
                type=type(event).__name__,
                position=event.position,
                now=position,
            ),
            say(
                "import the whole export into an empty ledger, or leave the line out and withdraw or publish anew"
            ),
        )


def as_items(items: Iterable[AnyEvent | Item]) -> Iterator[Item]:
    """Plain events are numbered; items come as they are.

    They are fetched many at a time: to read one, judge one, read the next takes a sixth longer.
    """
    numbered = enumerate(items, 1)
    while chunk := list(islice(numbered, AT_ONCE)):
        for number, item in chunk:
            if isinstance(item, Item):
                yield item
            else:
                yield Item(number, "", item)
