"""The hash tree, against a naive writing-out of RFC 9162."""

from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.errors import LedgerError
from ledger.tree.merkle import EMPTY_ROOT, is_consistent, leaf_hash, root_from_inclusion
from ledger.tree.tree import WIDTH, Edge, Tree


def naive_root(entries: list[bytes]) -> bytes:
    """MTH of RFC 9162, 2.1.1, word for word."""
    if not entries:
        return sha256(b"").digest()
    if len(entries) == 1:
        return sha256(b"\x00" + entries[0]).digest()
    k = 1
    while k * 2 < len(entries):
        k *= 2
    return sha256(b"\x01" + naive_root(entries[:k]) + naive_root(entries[k:])).digest()


def naive_path(m: int, entries: list[bytes]) -> list[bytes]:
    """PATH of RFC 9162, 2.1.3.1."""
    if len(entries) == 1:
        return []
    k = 1
    while k * 2 < len(entries):
        k *= 2
    if m < k:
        return [*naive_path(m, entries[:k]), naive_root(entries[k:])]
    return [*naive_path(m - k, entries[k:]), naive_root(entries[:k])]


def naive_proof(m: int, entries: list[bytes], whole: bool = True) -> list[bytes]:
    """SUBPROOF of RFC 9162, 2.1.4.1."""
    if m == len(entries):
        return [] if whole else [naive_root(entries)]
    k = 1
    while k * 2 < len(entries):
        k *= 2
    if m <= k:
        return [*naive_proof(m, entries[:k], whole), naive_root(entries[k:])]
    return [*naive_proof(m - k, entries[k:], False), naive_root(entries[:k])]


class Shelf(dict[tuple[int, int], bytes]):
    """Tiles in a dictionary."""

    def tile(self, level: int, index: int) -> bytes | None:
        return self.get((level, index))


def fitted(sizes: list[int]) -> Shelf:
    """A tree grown in appends of these sizes, each reopened from what the one before had stored."""
    shelf, size = Shelf(), 0
    for count in sizes:
        edge = Edge(size, shelf)
        edge.extend([leaf_hash(entry(index)) for index in range(size, size + count)])
        shelf.update(
            {(level, index): hashes for level, index, hashes in edge.take(unfinished=True)}
        )
        size += count
    return shelf


def entry(index: int) -> bytes:
    return b"event %d" % index


@settings(max_examples=50)
@given(st.lists(st.integers(0, 300), min_size=1, max_size=8), st.data())
def test_roots_and_paths_are_those_of_the_rfc(sizes: list[int], data: st.DataObject) -> None:
    """However the log was appended, every root, inclusion path and consistency path is the RFC's."""
    tree, total = Tree(fitted(sizes)), sum(sizes)
    size = data.draw(st.integers(0, total))
    entries = [entry(index) for index in range(size)]
    assert tree.root(size) == naive_root(entries)
    if size:
        index = data.draw(st.integers(0, size - 1))
        assert tree.inclusion(index, size) == naive_path(index, entries)
        old = data.draw(st.integers(1, size))
        assert tree.consistency(old, size) == naive_proof(old, entries)


@given(st.integers(1, 600), st.data())
def test_good_proofs_hold_and_bent_ones_do_not(size: int, data: st.DataObject) -> None:
    """A proof holds for its own event and place only; any changed hash, index or size breaks it."""
    tree = Tree(fitted([size]))
    root, index = tree.root(size), data.draw(st.integers(0, size - 1))
    path = tree.inclusion(index, size)
    assert root_from_inclusion(leaf_hash(entry(index)), index, size, path) == root
    assert root_from_inclusion(leaf_hash(b"another"), index, size, path) != root
    other = data.draw(st.integers(0, size - 1))
    if other != index:
        assert root_from_inclusion(leaf_hash(entry(index)), other, size, path) != root
    assert root_from_inclusion(leaf_hash(entry(index)), index, size, [*path, b"\x00" * 32]) is None
    if path:
        assert root_from_inclusion(leaf_hash(entry(index)), index, size, path[:-1]) is None


@given(st.integers(1, 600), st.data())
def test_consistency_holds_for_true_beginnings_only(size: int, data: st.DataObject) -> None:
    """The older root is accepted with its path; another older root, or a bent path, is not."""
    tree = Tree(fitted([size]))
    old = data.draw(st.integers(0, size))
    path, root, old_root = tree.consistency(old, size), tree.root(size), tree.root(old)
    assert is_consistent(old, old_root, size, root, path)
    assert not is_consistent(old, b"\x01" * 32, size, root, path)
    assert not is_consistent(old, old_root, size, root, [*path, root])
    if path:
        bent = data.draw(st.integers(0, len(path) - 1))
        assert not is_consistent(
            old, old_root, size, root, [*path[:bent], b"\x02" * 32, *path[bent + 1 :]]
        )
        assert not is_consistent(old, old_root, size, root, path[:-1])


def test_a_root_and_a_path_read_no_tile_twice() -> None:
    """Each is a question to the database, which may be far away."""
    shelf = fitted([70_003])
    asked: list[tuple[int, int]] = []

    class Counting:
        def tile(self, level: int, index: int) -> bytes | None:
            asked.append((level, index))
            return shelf.tile(level, index)

    for question in (lambda tree: tree.root(70_003), lambda tree: tree.inclusion(69_999, 70_003)):
        asked.clear()
        question(Tree(Counting()))
        assert len(asked) == len(set(asked)) > 1


def test_three_levels_of_tiles() -> None:
    """Past 65,536 events a third level begins; root and paths at its edges are still the RFC's."""
    total = WIDTH * WIDTH + 3
    shelf = fitted([total])
    assert sorted({level for level, _ in shelf}) == [0, 1, 2]
    entries = [entry(index) for index in range(total)]
    for size in (WIDTH * WIDTH, total):
        assert Tree(shelf).root(size) == naive_root(entries[:size])
    path = Tree(shelf).inclusion(70, total)
    assert root_from_inclusion(leaf_hash(entry(70)), 70, total, path) == naive_root(entries)


def test_appending_touches_only_the_right_edge() -> None:
    """One event more on 70,000 writes one tile of leaves and the open tiles above it, nothing before."""
    shelf = fitted([70_000])
    edge = Edge(70_000, shelf)
    edge.extend([leaf_hash(b"x")])
    assert [(level, index) for level, index, _ in edge.take(unfinished=True)] == [
        (0, 273),
        (1, 1),
        (2, 0),
    ]


def test_the_empty_tree() -> None:
    """The root over nothing is the hash of nothing."""
    assert Tree(Shelf()).root(0) == EMPTY_ROOT == sha256(b"").digest()


def test_a_missing_tile_is_said() -> None:
    """A tree whose tiles are gone does not give a wrong answer."""
    with pytest.raises(LedgerError, match="tile 0 of level 0"):
        Tree(Shelf()).root(5)
    with pytest.raises(LedgerError, match="tile 0 of level 0"):
        Edge(5, Shelf())
