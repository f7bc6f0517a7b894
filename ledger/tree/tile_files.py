"""The log's tree as static files for any web server (C2SP tlog-tiles): written from the log, checked without it.

`checkpoint`, `tile/LEVEL/N` with 256 hashes each, `tile/LEVEL/N.p/WIDTH` for the unfinished ones, and, if asked for,
`tile/entries/N` with the events themselves. A file never changes once it is written; only the checkpoint does.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from ledger.errors import LedgerError
from ledger.log.log import Log
from ledger.tree.checkpoint import Checkpoint
from ledger.tree.merkle import full_root, leaf_hashes
from ledger.tree.tree import SIZE, WIDTH, Tree, damaged, hashes_of
from ledger.tree.trust import Trust
from ledger.whole_file import write_whole
from wording import say

LONGEST_ENTRY = 65_535  # bytes, for whose number a bundle has two
ENTRIES = "entries"
Advance = Callable[[int], None]
Place = tuple[int, int, int]  # level, number, width


def tile_path(level: int | str, index: int, width: int) -> str:
    """Where a tile stands: `tile/0/x001/x234/067`, and `.p/WIDTH` behind it if it is unfinished."""
    parts = [f"{index % 1000:03d}"]
    while index := index // 1000:
        parts.insert(0, f"x{index % 1000:03d}")
    return f"tile/{level}/{'/'.join(parts)}" + ("" if width == WIDTH else f".p/{width}")


def tiles_of(size: int) -> Iterator[Place]:
    """Every tile of a tree, level by level."""
    level = 0
    while count := size // WIDTH**level:
        yield from (
            (level, index, min(WIDTH, count - index * WIDTH)) for index in range(-(-count // WIDTH))
        )
        level += 1


def write_tiles(
    log: Log, folder: Path, checkpoint: Checkpoint, *, entries: bool, advance: Advance
) -> int:
    """Write the files that are not there yet, the checkpoint last; how many there were to write."""
    if (folder / "checkpoint").exists():
        _refuse_another(log, folder, checkpoint)
    written = 0
    for done, (level, index, width) in enumerate(tiles_of(checkpoint.size), 1):
        if not (path := folder / tile_path(level, index, width)).exists():
            write_whole(path, tile(log, level, index, width))
            written += 1
        if (
            entries
            and level == 0
            and not (path := folder / tile_path(ENTRIES, index, width)).exists()
        ):
            write_whole(path, _bundle(log, index * WIDTH, index * WIDTH + width))
            written += 1
        advance(done)
    write_whole(folder / "checkpoint", checkpoint.text.encode())
    return written


def _refuse_another(log: Log, folder: Path, checkpoint: Checkpoint) -> None:
    """Tiles are only ever added to: those of another log, or of one that was rewritten, stay as they are."""
    there = TileFolder(folder).checkpoint
    if there.origin != log.origin or there.size > log.head or log.root(there.size) != there.root:
        raise LedgerError(
            say(
                "the tiles there are of {origin} with {size} events, which this log does not continue",
                origin=there.origin,
                size=there.size,
            ),
            place=str(folder),
            remedy=say(
                "write to another folder; if it should be this log, keep the folder, run verify and compare"
            ),
        )
    if there.size > checkpoint.size:
        remedy = say("give a checkpoint that is not older, or none")
        raise LedgerError(
            say("the tiles there have {size} events already", size=there.size),
            place=str(folder),
            remedy=remedy,
        )


def tile(log: Log, level: int, index: int, width: int) -> bytes:
    """The first `width` hashes of a tile, and no others: the log may hold more of them by now."""
    hashes = (log.store.tile(level, index) or b"")[: width * SIZE]
    if len(hashes) < width * SIZE:
        raise damaged(level, index)
    return hashes


def _bundle(log: Log, after: int, until: int) -> bytes:
    """The events of a tile, each with its length before it."""
    parts = []
    for position, state in enumerate(log.store.states(after, until), after + 1):
        if len(state) > LONGEST_ENTRY:
            raise LedgerError(
                say(
                    "the event at position {position} has {size} bytes, and tiles hold up to {most}",
                    position=position,
                    size=len(state),
                    most=LONGEST_ENTRY,
                ),
                remedy=say("write the tiles without --entries; export has all events"),
            )
        parts += [len(state).to_bytes(2, "big"), state]
    return b"".join(parts)


class TileFolder:
    """A folder of tiles as anybody can copy it from the web."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            self.checkpoint = Checkpoint.parse((folder / "checkpoint").read_bytes().decode())
        except (OSError, UnicodeDecodeError):
            remedy = say("name a folder that rating-ledger tiles wrote, or a copy of one")
            raise LedgerError(
                say("there is no checkpoint in it"), place=str(folder), remedy=remedy
            ) from None

    def tile(self, level: int, index: int) -> bytes | None:
        """A tile; None if it is missing or has another length than it must."""
        width = min(WIDTH, self.checkpoint.size // WIDTH**level - index * WIDTH)
        try:
            data = (self._folder / tile_path(level, index, width)).read_bytes()
        except OSError:
            return None
        if len(data) == width * SIZE:
            return data
        return None

    def failures(self, trust: Trust | None, kept: Checkpoint | None = None) -> list[str]:
        """Everything that does not hold; nothing if all tiles lead to the checkpoint, and it continues the kept one."""
        if trust is None:
            problems = []
        else:
            problems = trust.objections(self.checkpoint)
        problems += self._wrong_tiles()
        if problems:
            return problems
        if Tree(self).root(self.checkpoint.size) != self.checkpoint.root:
            return [say("the tiles do not lead to the root of the checkpoint")]
        if kept is None:
            return []
        return self._not_continued(kept)

    def _not_continued(self, kept: Checkpoint) -> list[str]:
        if kept.origin != self.checkpoint.origin:
            return [say("the given checkpoint is of another log: {origin}", origin=kept.origin)]
        if kept.size > self.checkpoint.size:
            sizes = {"number": kept.size, "there": self.checkpoint.size}
            return [
                say("the given checkpoint has {number} events, the tiles only {there}", **sizes)
            ]
        if Tree(self).root(kept.size) != kept.root:
            difference = say(
                "the log up to {position} is not what it was: keep both checkpoints, they are the evidence",
                position=kept.size,
            )
            return [difference]
        return []

    def _wrong_tiles(self) -> list[str]:
        """The first tile that is missing or does not fit the one above it, or the entries below it."""
        entries = (self._folder / "tile" / ENTRIES).is_dir()
        for level, index, width in tiles_of(self.checkpoint.size):
            path = tile_path(level, index, width)
            data = self.tile(level, index)
            if data is None:
                return [say("{file} is missing or too short", file=path)]
            if width == WIDTH and not self._is_in_parent(level, index, data):
                return [say("{file} does not lead to the tile above it", file=path)]
            if entries and level == 0 and not self._has_entries(index, width, data):
                files = {"entries": tile_path(ENTRIES, index, width), "file": path}
                return [say("{entries} does not hold the events of {file}", **files)]
        return []

    def _is_in_parent(self, level: int, index: int, data: bytes) -> bool:
        parent = self.tile(level + 1, index // WIDTH)
        inside = index % WIDTH
        return parent is not None and parent[inside * SIZE : (inside + 1) * SIZE] == full_root(
            hashes_of(data)
        )

    def _has_entries(self, index: int, width: int, data: bytes) -> bool:
        try:
            bundle = (self._folder / tile_path(ENTRIES, index, width)).read_bytes()
        except OSError:
            return False
        entries = []
        at = 0
        while at < len(bundle):
            end = at + 2 + int.from_bytes(bundle[at : at + 2], "big")
            entries.append(bundle[at + 2 : end])
            at = end
        return at == len(bundle) and b"".join(leaf_hashes(entries)) == data
