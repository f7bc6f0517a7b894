"""One stretch of the log, recomputed from the stored bytes. Stretches can be inspected side by side."""

import gc
from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from ledger import events as ev
from ledger.errors import LedgerError
from ledger.events import AnyEvent
from ledger.log.store import Reads
from ledger.log.wire_format import (
    HEAD_LENGTH,
    RECORDED,
    decode_contents,
    decode_stored,
    is_head,
    stream_of,
)
from ledger.persons.seal import key_of, openings
from ledger.tree.merkle import full_root, leaf_hashes
from ledger.tree.tree import WIDTH, hashes_of
from wording import say

STRETCH = WIDTH * 64
BATCH = (
    WIDTH * 2
)  # the memory of a batch is used again for the next; of a larger one it is given back and cleared
_UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, LedgerError)
HEAD = HEAD_LENGTH + 8  # up to the name of the type
_KEPT = (ev.EventWithdrawn, ev.ListPublished, ev.KeyAnnounced, ev.KeyRevoked)
_KINDS = {name: kind for name, kind in ev.EVENT_TYPES.items() if kind not in _KEPT}


class Finding(Struct, frozen=True):
    """Something wrong, and where."""

    position: int
    wrong: str


class Stretch(Struct):
    """The result of inspecting positions after+1 … until: at most one finding for each check."""

    after: int
    until: int
    findings: dict[str, Finding] = {}
    roots: list[bytes] = []  # over every 256 events
    differing: dict[int, bytes] = {}  # tiles of leaves that are not as stored, computed anew
    first_head: bytes = b""
    last_head: bytes = b""
    starts: dict[str, tuple[int, int]] = {}  # stream → its first version here, and where
    ends: dict[str, int] = {}  # stream → its last version here
    withdrawn: list[tuple[int, int, str]] = []  # position, withdraws, stream
    published: list[tuple[int, ev.ListPublished]] = []  # position, event
    keys: list[tuple[int, ev.KeyAnnounced | ev.KeyRevoked]] = []
    opened: int = 0  # seals that were opened
    closed: dict[str, int] = {}  # person → seals without a key to open them
    erased: list[str] = []

    def find(self, check: str, position: int, wrong: str) -> None:
        earlier = self.findings.get(check)
        if earlier is None or position < earlier.position:
            self.findings[check] = Finding(position, wrong)


def inspect(reads: Reads, after: int, until: int) -> Stretch:
    """Recompute everything about a stretch; it begins on a multiple of 256."""
    assert after % WIDTH == 0
    collecting = gc.isenabled()
    gc.disable()  # rows have no reference cycles: searching for them costs a third of the time
    try:
        with reads.reading() as held:
            return _inspect(held, after, until)
    finally:
        if collecting:
            gc.enable()


def _inspect(reads: Reads, after: int, until: int) -> Stretch:
    stretch = Stretch(after, until)
    at = after
    while at < until:
        end = min(at + BATCH, until)
        rows = reads.whole_rows(at, end)
        if len(rows) < end - at:
            _find_gap(stretch, reads, at, end)
            return stretch
        streams, versions, topics, states = map(list, zip(*rows, strict=True))
        if set(map(type, states)) != {bytes}:
            states = _as_bytes(stretch, at, states)
        _order_holds(stretch, at, states)
        _tree_holds(stretch, reads, at, states)
        events = _readable(stretch, at, states)
        _versions_hold(stretch, at, streams, versions)
        _events_hold(stretch, at, streams, topics, events)
        _seals_hold(stretch, reads, at, events)
        at = end
    return stretch


def _find_gap(stretch: Stretch, reads: Reads, at: int, end: int) -> None:
    present = {row[0] for row in reads.rows(at, end, end - at)}
    missing = next(position for position in range(at + 1, end + 1) if position not in present)
    stretch.find("positions", missing, say("there is no position {position}", position=missing))


def _as_bytes(stretch: Stretch, at: int, states: Sequence[object]) -> list[bytes]:
    """A database that was changed from outside may give anything."""
    for position, state in enumerate(states, at + 1):
        if not isinstance(state, bytes):
            stretch.find(
                "events", position, say("stored as {kind}, not as bytes", kind=type(state).__name__)
            )
    return [state if isinstance(state, bytes) else str(state).encode() for state in states]


def _order_holds(stretch: Stretch, at: int, states: Sequence[bytes]) -> None:
    """Every event begins as it must, and recorded times never go back."""
    last = stretch.last_head
    head = states[0][:HEAD]
    # Nearly always: all of one append. What begins the least and the greatest of texts begins all of them.
    is_one_append = min(states).startswith(head) and max(states).startswith(head)
    if is_one_append and is_head(head) and last[RECORDED] <= head[RECORDED]:
        stretch.first_head = stretch.first_head or head
        stretch.last_head = head
        return
    heads = [last, *(state[:HEAD] for state in states)]
    stretch.first_head = stretch.first_head or heads[1]
    stretch.last_head = heads[-1]
    if heads != sorted(heads):
        _find_back(stretch, at, heads)
    for wrong in {head for head in set(heads) if head and not is_head(head)}:
        stretch.find(
            "events", at + heads.index(wrong), say("begins with {text}", text=_text(wrong))
        )


def _find_back(stretch: Stretch, at: int, heads: list[bytes]) -> None:
    """Find the first recorded time that goes back. Malformed heads are skipped: another check reports them."""
    latest = b""
    for index, head in enumerate(heads):
        if is_head(head):
            if head[RECORDED] < latest:
                times = {"time": _text(head[RECORDED]), "latest": _text(latest)}
                stretch.find(
                    "recorded", at + index, say("recorded {time}, before {latest}", **times)
                )
                return
            latest = head[RECORDED]


def _tree_holds(stretch: Stretch, reads: Reads, at: int, states: Sequence[bytes]) -> None:
    leaves = leaf_hashes(states)
    tiles = reads.tiles(0, at // WIDTH, (at + len(leaves) - 1) // WIDTH)
    for start in range(0, len(leaves), WIDTH):
        tile = leaves[start : start + WIDTH]
        stored = tiles.get((at + start) // WIDTH, b"")
        if stored != b"".join(tile):
            _find_leaf(stretch, tile, stored, at + start)
            stretch.differing[(at + start) // WIDTH] = b"".join(tile)
        if len(tile) == WIDTH:
            stretch.roots.append(full_root(tile))


def _find_leaf(stretch: Stretch, tile: list[bytes], stored: bytes, first: int) -> None:
    hashes = hashes_of(stored)
    for index, leaf in enumerate(tile):
        if index >= len(hashes):
            stretch.find("hashes", first + index + 1, say("its hash is missing from the hash tree"))
            return
        if hashes[index] != leaf:
            wrong = say("the event or its hash was changed since they were appended")
            stretch.find("hashes", first + index + 1, wrong)
            return
    more = len(hashes) - len(tile)
    wrong = say("the hash tree goes on with rubbish")
    if more:
        wrong = say("the hash tree has {number} events more than the log", number=more)
    stretch.find("hashes", first + len(tile) + 1, wrong)


def _readable(stretch: Stretch, at: int, states: Sequence[bytes]) -> Sequence[AnyEvent | None]:
    """Decode the events. If one cannot be read, decode each by itself: None for those that fail."""
    try:
        return decode_contents(states)
    except _UNREADABLE:
        events: list[AnyEvent | None] = []
    for position, state in enumerate(states, at + 1):
        try:
            decode_stored(state)
            events += decode_contents([state])
        except _UNREADABLE as error:
            stretch.find(
                "events", position, say("cannot be read: {why}", why=str(error).splitlines()[0])
            )
            events.append(None)
    return events


def _versions_hold(
    stretch: Stretch, at: int, streams: Sequence[str], versions: Sequence[int]
) -> None:
    """The events of each stream are numbered in order."""
    ends = stretch.ends
    starts = stretch.starts
    if set(map(type, versions)) != {int}:
        position, stream = next(
            (at + n, streams[n - 1]) for n, v in enumerate(versions, 1) if type(v) is not int
        )
        stretch.find(
            "streams", position, say("{stream} has a version that is no number", stream=stream)
        )
        return
    current = ""
    last = 0
    for index, (stream, version) in enumerate(zip(streams, versions, strict=True), at + 1):
        if (
            stream == current and version == last + 1
        ):  # nearly always: events of one stream come in a row
            last = version
            continue
        ends[current] = last
        before = ends.get(stream)
        if before is None:
            starts[stream] = (version, index)
        elif version != before + 1:
            steps = {"stream": stream, "last": before, "version": version}
            stretch.find(
                "streams", index, say("{stream} goes from version {last} to {version}", **steps)
            )
        ends[stream] = version
        current = stream
        last = version
    ends[current] = last
    ends.pop("", None)


def _events_hold(
    stretch: Stretch,
    at: int,
    streams: Sequence[str],
    topics: Sequence[str],
    events: Sequence[AnyEvent | None],
) -> None:
    """Every event stands in the stream it belongs to, under the name of its type."""
    marks = set(zip(map(type, events), topics, strict=True))
    as_marked = all(_KINDS.get(topic) is kind for kind, topic in marks)
    if as_marked and [stream_of(event) for event in events if event is not None] == streams:
        return
    places = zip(events, streams, topics, strict=True)
    for position, (event, stream, topic) in enumerate(places, at + 1):
        if event is not None:
            _event_holds(stretch, position, event, stream, topic)


def _event_holds(stretch: Stretch, position: int, event: AnyEvent, stream: str, topic: str) -> None:
    """The same of one event. Some are kept until the whole log has been seen."""
    kind = type(event).__name__
    if isinstance(event, ev.ListPublished):
        stretch.published.append((position, event))
    elif isinstance(event, ev.KeyAnnounced | ev.KeyRevoked):
        stretch.keys.append((position, event))
    if isinstance(event, ev.EventWithdrawn):
        stretch.withdrawn.append((position, event.withdraws, stream))
    elif (owner := stream_of(event)) != stream:
        places = {"kind": kind, "owner": owner, "stream": stream}
        stretch.find("events", position, say("a {kind} of {owner} stands in {stream}", **places))
    if kind != topic:
        wrong = say("a {kind} is marked as {topic!r}", kind=kind, topic=topic)
        stretch.find("events", position, wrong)


def _seals_hold(stretch: Stretch, reads: Reads, at: int, events: Sequence[AnyEvent | None]) -> None:
    """Every seal opens with the key of its person and holds what its marks say; of an erased person there is no key."""
    sealed = {
        place: event.seal
        for place, event in enumerate(events, at + 1)
        if event is not None and event.seal
    }
    erased = {
        place: event.player
        for place, event in enumerate(events, at + 1)
        if type(event) is ev.PersonErased
    }
    if not sealed and not erased:
        return
    keys = reads.keys.get(
        {*(person for seal in sealed.values() for person in seal.persons), *erased.values()}
    )
    stretch.erased += erased.values()
    for position, seal in sealed.items():
        key = key_of(seal, keys)
        if key is None:
            person = _lacking(seal, keys)
            stretch.closed[person] = stretch.closed.get(person, 0) + 1
            continue
        try:
            openings(seal, key)
            stretch.opened += 1
        except LedgerError as error:
            stretch.find("seals", position, error.wrong)
    for position, player in erased.items():
        if keys.get(player) is not None:
            wrong = say(
                "{player} was erased, but the key is there; run erase {player} again", player=player
            )
            stretch.find("seals", position, wrong)
    gone = {person for person, key in keys.items() if key is None}
    if gone:
        needed = [
            (person, position) for position, seal in sealed.items() for person in seal.persons
        ]
        _erasures_hold(
            stretch, reads, {person: position for person, position in needed if person in gone}
        )


def _lacking(seal: ev.Seal, keys: Mapping[str, bytes | None]) -> str:
    """For want of whose key a seal does not open: somebody whose key was destroyed, before one whose key is missing."""
    without = [person for person in seal.persons if keys.get(person) is None]
    return next((person for person in without if person in keys), without[0])


def _erasures_hold(stretch: Stretch, reads: Reads, gone: Mapping[str, int]) -> None:
    """Whose key was destroyed was erased on record: something may have gone wrong in between."""
    for player, position in gone.items():
        stream = [decode_stored(state) for _, state in reads.stream(f"player/{player}")]
        if not any(isinstance(event, ev.PersonErased) for event in stream):
            wrong = say(
                "the key of {player} was destroyed, but no erasure is on record; run erase {player} again",
                player=player,
            )
            stretch.find("seals", position, wrong)


def _text(recorded: bytes) -> str:
    return recorded.decode("utf-8", "replace")
