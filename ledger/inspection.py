"""One stretch of the log, recomputed from the stored bytes. Stretches can be inspected side by side."""

import gc
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from ledger import events as ev
from ledger.errors import LedgerError
from ledger.events import AnyEvent
from ledger.merkle import full_root
from ledger.store import Reads
from ledger.stored import HEAD_LENGTH, RECORDED, decode_contents, decode_stored, is_head, stream_of
from ledger.tree import WIDTH, hashes_of

STRETCH = WIDTH * WIDTH
BATCH = WIDTH * 8
_UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, LedgerError)
_SPECIAL = {ev.EventWithdrawn, ev.ListPublished}


class Finding(Struct, frozen=True):
    """Something wrong, and where."""

    position: int
    wrong: str


class Stretch(Struct):
    """What inspecting positions after+1 … until brought to light; at most one finding for each check."""

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
    published: list[tuple[int, int, str]] = []  # position, at_position, checkpoint

    def find(self, check: str, position: int, wrong: str) -> None:
        known = self.findings.get(check)
        if known is None or position < known.position:
            self.findings[check] = Finding(position, wrong)


def inspect(reads: Reads, after: int, until: int) -> Stretch:
    """Recompute everything about a stretch; it begins on a multiple of 256."""
    assert after % WIDTH == 0
    collecting = gc.isenabled()
    gc.disable()  # rows hold no circles: looking for some costs a third of the time
    try:
        return _inspect(reads, after, until)
    finally:
        if collecting:
            gc.enable()


def _inspect(reads: Reads, after: int, until: int) -> Stretch:
    found = Stretch(after, until)
    at = after
    while at < until:
        end = min(at + BATCH, until)
        rows = reads.versioned(at, end)
        if len(rows) < end - at:
            _find_gap(found, reads, at, end)
            return found
        streams, versions, topics, states = zip(*rows, strict=True)
        if set(map(type, states)) != {bytes}:
            states = _as_bytes(found, at, states)
        _order_holds(found, at, [state[: HEAD_LENGTH + 8] for state in states])
        _versions_hold(found, at, streams, versions)
        _tree_holds(found, reads, at, states)
        _events_hold(found, at, streams, topics, states)
        at = end
    return found


def _find_gap(found: Stretch, reads: Reads, at: int, end: int) -> None:
    present = {row[0] for row in reads.rows(at, end, end - at)}
    missing = next(position for position in range(at + 1, end + 1) if position not in present)
    found.find("positions", missing, f"there is no position {missing}")


def _as_bytes(found: Stretch, at: int, states: Sequence[Any]) -> tuple[bytes, ...]:
    """A database that was changed from outside may give anything."""
    for position, state in enumerate(states, at + 1):
        if not isinstance(state, bytes):
            found.find("events", position, f"stored as {type(state).__name__}, not as bytes")
    return tuple(state if isinstance(state, bytes) else str(state).encode() for state in states)


def _order_holds(found: Stretch, at: int, heads: list[bytes]) -> None:
    """Every event begins as it must, and recorded times never go back."""
    heads.insert(0, found.last_head)
    found.first_head = found.first_head or heads[1]
    found.last_head = heads[-1]
    if heads != sorted(heads):
        _find_back(found, at, heads)
    for wrong in {head for head in set(heads) if head and not is_head(head)}:
        found.find("events", at + heads.index(wrong), f"begins with {_text(wrong)}")


def _find_back(found: Stretch, at: int, heads: list[bytes]) -> None:
    """The first recorded time before an earlier one; what does not begin as it must is told of as such."""
    latest = b""
    for index, head in enumerate(heads):
        if is_head(head):
            if head[RECORDED] < latest:
                found.find("recorded", at + index, f"recorded {_text(head[RECORDED])}, before {_text(latest)}")
                return
            latest = head[RECORDED]


def _versions_hold(found: Stretch, at: int, streams: Sequence[str], versions: Sequence[int]) -> None:
    """The events of each stream are numbered in order."""
    ends, starts = found.ends, found.starts
    if set(map(type, versions)) != {int}:
        position, stream = next((at + n, streams[n - 1]) for n, v in enumerate(versions, 1) if type(v) is not int)
        found.find("streams", position, f"{stream} has a version that is no number")
        return
    current, last = "", 0
    for index, (stream, version) in enumerate(zip(streams, versions, strict=True), at + 1):
        if stream == current and version == last + 1:  # nearly always: events of one stream come in a row
            last = version
            continue
        ends[current] = last
        known = ends.get(stream)
        if known is None:
            starts[stream] = (version, index)
        elif version != known + 1:
            found.find("streams", index, f"{stream} goes from version {known} to {version}")
        ends[stream] = version
        current, last = stream, version
    ends[current] = last
    ends.pop("", None)


def _tree_holds(found: Stretch, reads: Reads, at: int, states: Sequence[bytes]) -> None:
    leaves = [sha256(b"\x00" + state).digest() for state in states]
    tiles = reads.tiles(0, at // WIDTH, (at + len(leaves) - 1) // WIDTH)
    for start in range(0, len(leaves), WIDTH):
        tile = leaves[start : start + WIDTH]
        stored = tiles.get((at + start) // WIDTH, b"")
        if stored != b"".join(tile):
            _find_leaf(found, tile, stored, at + start)
            found.differing[(at + start) // WIDTH] = b"".join(tile)
        if len(tile) == WIDTH:
            found.roots.append(full_root(tile))


def _find_leaf(found: Stretch, tile: list[bytes], stored: bytes, first: int) -> None:
    hashes = hashes_of(stored)
    for index, leaf in enumerate(tile):
        if index >= len(hashes):
            found.find("hashes", first + index + 1, "its hash is missing from the hash tree")
            return
        if hashes[index] != leaf:
            found.find("hashes", first + index + 1, "the event or its hash was changed since they were appended")
            return
    more = len(hashes) - len(tile)
    wrong = f"the hash tree has {more} events more than the log" if more else "the hash tree goes on with rubbish"
    found.find("hashes", first + len(tile) + 1, wrong)


def _events_hold(
    found: Stretch, at: int, streams: Sequence[str], topics: Sequence[str], states: Sequence[bytes]
) -> None:
    """Every event can be read and stands in the stream it belongs to, under the name of its type."""
    events: Sequence[AnyEvent | None]
    try:
        events = decode_contents(states)
    except _UNREADABLE:
        events = _readable(found, at, states)
    # Nearly all events are games; the others take the longer way.
    streams_of, game = _Streams(), ev.GameRecorded
    owners = [
        streams_of[event.tournament] if type(event) is game else _owner(event, stream)
        for event, stream in zip(events, streams, strict=True)
    ]
    if owners != list(streams):
        index = next(index for index, owner in enumerate(owners) if owner != streams[index])
        kind = type(events[index]).__name__
        found.find("events", at + index + 1, f"a {kind} of {owners[index]} stands in {streams[index]}")
    _topics_hold(found, at, [type(event) for event in events], topics)
    if _SPECIAL.isdisjoint(map(type, events)):
        return
    for position, event in enumerate(events, at + 1):
        if type(event) is ev.EventWithdrawn:
            found.withdrawn.append((position, event.withdraws, streams[position - at - 1]))
        elif type(event) is ev.ListPublished:
            found.published.append((position, event.at_position, event.checkpoint))


def _topics_hold(found: Stretch, at: int, kinds: list[type], topics: Sequence[str]) -> None:
    """Every event is marked with the name of its type; few pairs are different, so few are looked at."""
    for kind, topic in set(zip(kinds, topics, strict=True)):
        if kind.__name__ != topic and kind is not type(None):
            index = next(n for n, pair in enumerate(zip(kinds, topics, strict=True)) if pair == (kind, topic))
            found.find("events", at + index + 1, f"a {kind.__name__} is marked as {topic!r}")


class _Streams(dict[str, str]):
    """The streams of tournaments, each written once."""

    def __missing__(self, tournament: str) -> str:
        self[tournament] = stream = "tournament/" + tournament
        return stream


def _owner(event: AnyEvent | None, stream: str) -> str:
    """A withdrawal's stream is looked at once the whole log has been seen."""
    return stream if event is None or type(event) is ev.EventWithdrawn else stream_of(event)


def _readable(found: Stretch, at: int, states: Sequence[bytes]) -> list[AnyEvent | None]:
    """One by one, so that a broken event hides no other; None where nothing can be read."""
    events: list[AnyEvent | None] = []
    for position, state in enumerate(states, at + 1):
        try:
            decode_stored(state)
            events += decode_contents([state])
        except _UNREADABLE as error:
            found.find("events", position, f"cannot be read: {str(error).splitlines()[0]}")
            events.append(None)
    return events


def _text(recorded: bytes) -> str:
    return recorded.decode("utf-8", "replace")
