"""One stretch of the log, recomputed from the stored bytes. Stretches can be inspected side by side."""

from hashlib import sha256
from operator import attrgetter
from typing import Any

import msgspec
from msgspec import Struct

from ledger import events as ev
from ledger.errors import LedgerError
from ledger.events import AnyEvent
from ledger.merkle import full_root
from ledger.store import FullBatch, Reads
from ledger.stored import HEAD_LENGTH, RECORDED, decode_batch, decode_stored, stream_of
from ledger.tree import WIDTH, hashes_of

STRETCH = WIDTH * WIDTH
BATCH = WIDTH * 32
_EDGES = (b',"type":"', b'{"v":')


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
    first_recorded: bytes = b""
    last_recorded: bytes = b""
    starts: dict[str, int] = {}  # stream → its first version here
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
        rows = reads.full_rows(at, min(at + BATCH, until), BATCH)
        if not rows or rows[0][0] != at + 1 or rows[-1][0] != at + len(rows):
            _find_gap(found, rows, at)
            return found
        _positions_hold(found, rows)
        _tree_holds(found, reads, rows)
        _events_hold(found, rows)
        at += len(rows)
    return found


def _find_gap(found: Stretch, rows: FullBatch, at: int) -> None:
    for row in rows:
        if row[0] != at + 1:
            break
        at += 1
    found.find("positions", at + 1, f"there is no position {at + 1}")


def _positions_hold(found: Stretch, rows: FullBatch) -> None:
    """Recorded times in order, versions in each stream without gap."""
    times = [row[4][RECORDED] for row in rows]
    found.first_recorded = found.first_recorded or times[0]
    before = [found.last_recorded, *times[:-1]]
    found.last_recorded = times[-1]
    if any(map(bytes.__lt__, times, before)):
        for row, one, earlier in zip(rows, times, before, strict=True):
            if one < earlier:
                found.find("recorded", row[0], f"recorded {one!r} is before {earlier!r}")
    ends, starts = found.ends, found.starts
    for position, stream, version, _, _ in rows:
        last = ends.get(stream)
        if last is None:
            starts[stream] = version
        elif version != last + 1:
            found.find("streams", position, f"{stream} goes from version {last} to {version}")
        ends[stream] = version


def _tree_holds(found: Stretch, reads: Reads, rows: FullBatch) -> None:
    leaves = [sha256(b"\x00" + row[4]).digest() for row in rows]
    first = rows[0][0] - 1
    for start in range(0, len(leaves), WIDTH):
        tile = leaves[start : start + WIDTH]
        joined = b"".join(tile)
        stored = reads.tile(0, (first + start) // WIDTH) or b""
        if stored != joined:
            _find_leaf(found, tile, stored, first + start)
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


def _events_hold(found: Stretch, rows: FullBatch) -> None:
    states = [row[4] for row in rows]
    try:
        events = decode_batch(states)
        if len(events) != len(rows):
            raise msgspec.ValidationError("line ends within an event")
    except (msgspec.MsgspecError, UnicodeDecodeError, LedgerError):
        _find_unreadable(found, rows)
        return
    for row, event in zip(rows, events, strict=True):
        kind = type(event)
        prefix, owner = _OWNERS[kind]
        if owner is None:
            _special(found, row, event)
        elif row[1] != prefix + owner(event):
            found.find("events", row[0], f"a {kind.__name__} of {prefix}{owner(event)} stands in {row[1]}")
        if row[3] != kind.__name__:
            found.find("events", row[0], f"a {kind.__name__} is filed as {row[3]}")


def _special(found: Stretch, row: tuple[int, str, int, str, bytes], event: AnyEvent) -> None:
    if isinstance(event, ev.EventWithdrawn):
        found.withdrawn.append((row[0], event.withdraws, row[1]))
    elif isinstance(event, ev.ListPublished):
        found.published.append((row[0], event.at_position, event.checkpoint))
        if row[1] != stream_of(event):
            found.find("events", row[0], f"a list of {stream_of(event)} stands in {row[1]}")


def _find_unreadable(found: Stretch, rows: FullBatch) -> None:
    for row in rows:
        try:
            decode_stored(row[4])
            if row[4][HEAD_LENGTH - 1 : HEAD_LENGTH] != b",":
                raise msgspec.ValidationError("the head of the event is malformed")
        except (msgspec.MsgspecError, UnicodeDecodeError, LedgerError) as error:
            found.find("events", row[0], f"cannot be read: {str(error).splitlines()[0]}")
            return


def _owner(kind: type[Any]) -> tuple[str, Any]:
    if kind in (ev.EventWithdrawn, ev.ListPublished):
        return "", None
    if kind is ev.PlayersMerged:
        return "player/", attrgetter("duplicate")
    name = "tournament" if "tournament" in kind.__struct_fields__ else "player"
    return name + "/", attrgetter(name)


_OWNERS = {kind: _owner(kind) for kind in ev.EVENT_TYPES.values()}
