"""The Merkle tree of RFC 9162, section 2.1: hashing, inclusion and consistency, without any storage.

A source of subtree hashes is a function (start, end) → hash of the tree over leaves start … end-1, so that a
caller can answer from stored tiles.
"""

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256

Hash = bytes
Subtree = Callable[[int, int], Hash]
EMPTY_ROOT = sha256(b"").digest()


def leaf_hash(entry: bytes) -> Hash:
    return sha256(b"\x00" + entry).digest()


def node_hash(left: Hash, right: Hash) -> Hash:
    return sha256(b"\x01" + left + right).digest()


_leaf = sha256(b"\x00").copy
_node = sha256(b"\x01").copy  # a copy of a begun hash is quicker than joining bytes


def leaf_hashes(entries: Iterable[bytes]) -> list[Hash]:
    """The leaf hash of each entry."""
    leaves = []
    for entry in entries:
        leaf = _leaf()
        leaf.update(entry)
        leaves.append(leaf.digest())
    return leaves


def level_up(hashes: Sequence[Hash]) -> list[Hash]:
    """One level higher in a full subtree: every two neighbours become one."""
    one_by_one = iter(hashes)
    higher = []
    for left, right in zip(one_by_one, one_by_one, strict=True):
        node = _node()
        node.update(left)
        node.update(right)
        higher.append(node.digest())
    return higher


def full_root(hashes: Sequence[Hash]) -> Hash:
    """The root over a power of two of hashes."""
    while len(hashes) > 1:
        hashes = level_up(hashes)
    return hashes[0]


def split(size: int) -> int:
    """The largest power of two smaller than the size: where RFC 9162 divides a tree."""
    return 1 << ((size - 1).bit_length() - 1)


def root_over(hashes: Sequence[Hash]) -> Hash:
    """The root over any number of hashes (of leaves or of equally high full subtrees)."""
    if not hashes:
        return EMPTY_ROOT
    if len(hashes) == 1:
        return hashes[0]
    middle = split(len(hashes))
    return node_hash(full_root(hashes[:middle]), root_over(hashes[middle:]))


def inclusion_path(index: int, size: int, subtree: Subtree) -> list[Hash]:
    """The hashes that lead from leaf `index` to the root of a tree of `size` leaves, lowest first."""
    path: list[Hash] = []
    start = 0
    end = size
    while end - start > 1:
        middle = start + split(end - start)
        if index < middle:
            path.append(subtree(middle, end))
            end = middle
        else:
            path.append(subtree(start, middle))
            start = middle
    path.reverse()
    return path


def consistency_path(old: int, size: int, subtree: Subtree) -> list[Hash]:
    """The hashes that show the tree of `old` leaves to be the beginning of the tree of `size` leaves."""
    if old in (0, size):
        return []
    path: list[Hash] = []
    start = 0
    end = size
    whole = True
    while old != end:
        middle = start + split(end - start)
        if old <= middle:
            path.append(subtree(middle, end))
            end = middle
        else:
            path.append(subtree(start, middle))
            start = middle
            whole = False
    if not whole:
        path.append(subtree(start, end))
    path.reverse()
    return path


def root_from_inclusion(leaf: Hash, index: int, size: int, path: Sequence[Hash]) -> Hash | None:
    """The root a path leads to (RFC 9162, 2.1.3.2); None if the path cannot belong to that place."""
    if not 0 <= index < size:
        return None
    node = index
    last = size - 1
    current = leaf
    for step in path:
        if last == 0:
            return None
        if node & 1 or node == last:
            current = node_hash(step, current)
            while not node & 1 and node:
                node >>= 1
                last >>= 1
        else:
            current = node_hash(current, step)
        node >>= 1
        last >>= 1
    if last == 0:
        return current
    return None


def is_consistent(old: int, old_root: Hash, size: int, root: Hash, path: Sequence[Hash]) -> bool:
    """Does the path show the older tree to be the beginning of the newer one (RFC 9162, 2.1.4.2)?"""
    if old > size or old < 0:
        return False
    if old == size:
        return not path and old_root == root
    if old == 0:
        return not path and old_root == EMPTY_ROOT
    if old & (old - 1) == 0:
        steps = [old_root, *path]
    else:
        steps = list(path)
    if not steps:
        return False
    node = old - 1
    last = size - 1
    while node & 1:
        node >>= 1
        last >>= 1
    from_old = from_new = steps[0]
    for step in steps[1:]:
        if last == 0:
            return False
        if node & 1 or node == last:
            from_old = node_hash(step, from_old)
            from_new = node_hash(step, from_new)
            while not node & 1 and node:
                node >>= 1
                last >>= 1
        else:
            from_new = node_hash(from_new, step)
        node >>= 1
        last >>= 1
    return last == 0 and from_old == old_root and from_new == root
