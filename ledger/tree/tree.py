"""The Merkle tree in tiles of 256 hashes (after C2SP tlog-tiles): appending touches only the right edge.

A hash in a tile of level L is the root over 256^L leaves; tile N of a level holds its hashes 256·N … 256·N+255.
"""

from collections.abc import Sequence
from functools import cache
from typing import Protocol

from ledger.errors import LedgerError
from ledger.tree.merkle import (
    EMPTY_ROOT,
    Hash,
    consistency_path,
    full_root,
    inclusion_path,
    node_hash,
    split,
)
from wording import say

WIDTH = 256
SIZE = 32
Tile = tuple[int, int, bytes]


class Tiles(Protocol):
    """Where tiles are kept."""

    def tile(self, level: int, index: int) -> bytes | None: ...


class Edge:
    """The right edge of a tree that grows: the unfinished tile of each level."""

    def __init__(self, size: int, tiles: Tiles) -> None:
        self.size = size
        self._open: list[list[Hash]] = []
        self._full: list[Tile] = []
        level = 0
        while size:
            size, rest = divmod(size, WIDTH)
            self._open.append(hashes_of(tiles.tile(level, size) or b"") if rest else [])
            if len(self._open[-1]) < rest:
                raise damaged(level, size)
            del self._open[-1][rest:]
            level += 1

    def extend(self, leaves: Sequence[Hash]) -> None:
        """Add leaf hashes."""
        self._extend(0, self.size, leaves)
        self.size += len(leaves)

    def take(self, *, unfinished: bool = False) -> list[Tile]:
        """The tiles finished since the last call; at the end of an append also the unfinished ones."""
        tiles = self._full
        self._full = []
        if unfinished:
            for level, hashes in enumerate(self._open):
                if hashes:
                    tiles.append((level, self.size // WIDTH ** (level + 1), b"".join(hashes)))
        return tiles

    def _extend(self, level: int, before: int, hashes: Sequence[Hash]) -> None:
        if level == len(self._open):
            self._open.append([])
        row = self._open[level]
        row.extend(hashes)
        first = before // WIDTH
        roots: list[Hash] = []
        for start in range(0, len(row) - WIDTH + 1, WIDTH):
            tile = row[start : start + WIDTH]
            self._full.append((level, first + len(roots), b"".join(tile)))
            roots.append(full_root(tile))
        if roots:
            del row[: len(roots) * WIDTH]
            self._extend(level + 1, first, roots)


class Tree:
    """Roots and proofs for any size up to the present one, from stored tiles."""

    def __init__(self, tiles: Tiles) -> None:
        self._tile = cache(
            tiles.tile
        )  # a root asks for a tile several times, and a database may be far away

    def root(self, size: int) -> Hash:
        if size:
            return self._subtree(0, size)
        return EMPTY_ROOT

    def inclusion(self, index: int, size: int) -> list[Hash]:
        return inclusion_path(index, size, self._subtree)

    def consistency(self, old: int, size: int) -> list[Hash]:
        return consistency_path(old, size, self._subtree)

    def _subtree(self, start: int, end: int) -> Hash:
        """The hash over leaves start … end-1, as RFC 9162 cuts them."""
        count = end - start
        if count & (count - 1) == 0:
            return self._full_subtree(start, count)
        middle = start + split(count)
        return node_hash(self._full_subtree(start, middle - start), self._subtree(middle, end))

    def _full_subtree(self, start: int, count: int) -> Hash:
        level = 0
        span = 1
        while span * WIDTH <= count:
            level = level + 1
            span = span * WIDTH
        first = start // span
        data = self._tile(level, first // WIDTH) or b""
        inside = first % WIDTH
        wanted = data[inside * SIZE : (inside + count // span) * SIZE]
        if len(wanted) < SIZE * (count // span):
            raise damaged(level, first // WIDTH)
        return full_root(hashes_of(wanted))


def damaged(level: int, index: int) -> LedgerError:
    return LedgerError(
        say(
            "tile {index} of level {level} of the hash tree is missing or too short",
            index=index,
            level=level,
        ),
        remedy=say(
            "the ledger was damaged or changed from outside: run verify, restore it from a copy"
        ),
    )


def hashes_of(data: bytes) -> list[Hash]:
    """The hashes in a tile."""
    return [data[at : at + SIZE] for at in range(0, len(data) - SIZE + 1, SIZE)]
