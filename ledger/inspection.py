"""One stretch of the log, recomputed from the stored bytes. Stretches can be inspected side by side."""

from collections.abc import Sequence
from hashlib import sha256

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
    found = Stretch(after, until)
    at = after
    while at < until:
        end = min(at + BATCH, until)
        rows = reads.versioned(at, end)
        if len(rows) < end - at:
            _find_gap(found, reads, at, end)
            return found
        streams, versions, states = zip(*rows, strict=True)
        _order_holds(found, at, [state[: HEAD_LENGTH + 8] for state in states])
        _versions_hold(found, at, streams, versions)
        _tree_holds(found, reads, at, states)
        _events_hold(found, at, streams, states)
        at = end
    return found


def _find_gap(found: Stretch, reads: Reads, at: int, end: int) -> None:
    present = {row[0] for row in reads.rows(at, end, end - at)}
    missing = next(position for position in range(at + 1, end + 1) if position not in present)
    found.find("positions", missing, f"there is no position {missing}")


def _order_holds(found: Stretch, at: int, heads: list[bytes]) -> None:
    """Every event begins as it must, and recorded times never go back."""
    heads.insert(0, found.last_head)
    found.first_head = found.first_head or heads[1]
    found.last_head = heads[-1]
    if heads != sorted(heads):
        index = next(index for index in range(1, len(heads)) if heads[index] < heads[index - 1])
        one, before = (_text(heads[at][RECORDED]) for at in (index, index - 1))
        found.find("recorded", at + index, f"recorded {one}, before {before}")
    for wrong in {head for head in set(heads) if head and not is_head(head)}:
        found.find("events", at + heads.index(wrong), f"begins with {_text(wrong)}")


def _versions_hold(found: Stretch, at: int, streams: Sequence[str], versions: Sequence[int]) -> None:
    """The events of each stream are numbered in order."""
    ends, starts = found.ends, found.starts
    for index, stream in enumerate(streams):
        version = versions[index]
        last = ends.get(stream)
        if last is None:
            starts[stream] = (version, at + index + 1)
        elif version != last + 1:
            found.find("streams", at + index + 1, f"{stream} goes from version {last} to {version}")
        ends[stream] = version


def _tree_holds(found: Stretch, reads: Reads, at: int, states: Sequence[bytes]) -> None:
    leaves = [sha256(b"\x00" + state).digest() for state in states]
    tiles = reads.tiles(0, at // WIDTH, (at + len(leaves) - 1) // WIDTH)
    for start in range(0, len(leaves), WIDTH):
        tile = leaves[start : start + WIDTH]
        stored = tiles.get((at + start) // WIDTH, b"")
        if stored != b"".join(tile):
            _find_leaf(found, tile, stored, at + start)
        if len(tile) == WIDTH:
            found.roots.append(full_root(tile))


def _find_leaf(found: Stretch, tile: list[bytes], stored: bytes, first: int) -> None:
    hashes = hashes_of(stored)
    for index, leaf in enumerate(tile):
        if index >= len(hashes) or hashes[index] != leaf:
            found.find("hashes", first + index + 1, "the event is not the one that was hashed when it was appended")
            return
    if len(hashes) > len(tile):
        last = first + len(tile)
        found.find("hashes", last + 1, f"the hash tree has {len(hashes) - len(tile)} events more than the log")


def _events_hold(found: Stretch, at: int, streams: Sequence[str], states: Sequence[bytes]) -> None:
    """Every event can be read and stands in the stream it belongs to."""
    try:
        events = decode_contents(states)
    except (msgspec.MsgspecError, UnicodeDecodeError, LedgerError):
        _find_unreadable(found, at, states)
        return
    # Nearly all events are games; the others take the longer way.
    owners = [
        "tournament/" + event.tournament if type(event) is ev.GameRecorded else _owner(event, stream)
        for event, stream in zip(events, streams, strict=True)
    ]
    if owners != list(streams):
        index = next(index for index, owner in enumerate(owners) if owner != streams[index])
        kind = type(events[index]).__name__
        found.find("events", at + index + 1, f"a {kind} of {owners[index]} stands in {streams[index]}")
    if _SPECIAL.isdisjoint(map(type, events)):
        return
    for position, event in enumerate(events, at + 1):
        if type(event) is ev.EventWithdrawn:
            found.withdrawn.append((position, event.withdraws, streams[position - at - 1]))
        elif type(event) is ev.ListPublished:
            found.published.append((position, event.at_position, event.checkpoint))


def _owner(event: AnyEvent, stream: str) -> str:
    """A withdrawal's stream is looked at once the whole log has been seen."""
    return stream if type(event) is ev.EventWithdrawn else stream_of(event)


def _find_unreadable(found: Stretch, at: int, states: Sequence[bytes]) -> None:
    for position, state in enumerate(states, at + 1):
        try:
            decode_contents([state])
            decode_stored(state)
        except (msgspec.MsgspecError, UnicodeDecodeError, LedgerError) as error:
            found.find("events", position, f"cannot be read: {str(error).splitlines()[0]}")
            return


def _text(recorded: bytes) -> str:
    return recorded.decode("utf-8", "replace")
