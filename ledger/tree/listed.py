"""A published list as a tree of its rows (RFC 9162 hashing): a few hashes prove one row, or that a player has none.

A leaf is a row as one JSON object, columns in the order of the list; leaves are sorted by the id of the player. A name
is not in it but what commits to it (`ledger.persons.seal`), so that the root stays the same when the name is erased.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec
from msgspec import Struct

from ledger.log.json_bounds import bounded
from ledger.tree.merkle import (
    Hash,
    inclusion_path,
    leaf_hash,
    leaf_hashes,
    root_from_inclusion,
    root_over,
)
from wording import say

_PREFIX = "sha256-tree:"
_encode = msgspec.json.Encoder().encode


class ProvedRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A row, its place in the tree, and the hashes that lead to the root."""

    index: int
    row: str
    path: tuple[bytes, ...]

    @property
    def columns(self) -> dict[str, str | int | float | None]:
        """The row by column. Raises msgspec's error if it is no such row, or could be read in another way."""
        columns = msgspec.json.decode(bounded(self.row), type=dict[str, str | int | float | None])
        if _encode(columns) != self.row.encode() or not isinstance(columns.get("player"), str):
            raise msgspec.ValidationError("not a row as a list has it")
        return columns

    @property
    def player(self) -> str:
        return str(self.columns["player"])


class ListTree:
    """The tree over the rows of a list."""

    def __init__(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Rows by column, in any order; the name is what commits to it."""
        self._rows = sorted((str(row["player"]).encode(), _encode(row)) for row in rows)

    @cached_property
    def _hashes(self) -> list[Hash]:
        return leaf_hashes(row for _, row in self._rows)

    @cached_property
    def root(self) -> str:
        return root_text(root_over(self._hashes))

    def paths(self, size: int) -> list[list[Hash]]:
        """For each branch of that many rows, a power of two, the hashes that lead from there to the root."""
        starts = range(0, len(self._rows), size)
        roots = [root_over(self._hashes[start : start + size]) for start in starts]
        return [
            inclusion_path(number, len(roots), lambda first, last: root_over(roots[first:last]))
            for number in range(len(roots))
        ]

    def prove(self, player: str) -> tuple[ProvedRow, ...]:
        """The player's row; or the rows between which it would stand, if there is none."""
        wanted = player.encode()
        at = next(
            (index for index, (each, _) in enumerate(self._rows) if each >= wanted), len(self._rows)
        )
        if at < len(self._rows) and self._rows[at][0] == wanted:
            return (self._proved(at),)
        return tuple(self._proved(index) for index in (at - 1, at) if 0 <= index < len(self._rows))

    def _proved(self, index: int) -> ProvedRow:
        path = inclusion_path(
            index, len(self._rows), lambda start, end: root_over(self._hashes[start:end])
        )
        return ProvedRow(index, self._rows[index][1].decode(), tuple(path))


def root_text(root: Hash) -> str:
    return _PREFIX + root.hex()


def wrong_rows(proved: Sequence[ProvedRow], player: str, size: int, root: str) -> list[str]:
    """Why rows do not show what a list of so many rows says of a player; nothing if they do."""
    try:
        players = [row.player for row in proved]
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return [say("a row of the list cannot be read")]
    for row in proved:
        led_to = root_from_inclusion(leaf_hash(row.row.encode()), row.index, size, row.path)
        if led_to is None or root_text(led_to) != root:
            return [
                say("row {row} does not lead to the root of the published list", row=row.index + 1)
            ]
    if players == [player] or _is_between(proved, players, player, size, root):
        return []
    return [say("the rows do not show whether {player!r} is on the list", player=player)]


def _is_between(
    proved: Sequence[ProvedRow], players: list[str], player: str, size: int, root: str
) -> bool:
    """Is there no place for a row of the player? Two neighbours, or the end of the list, leave none."""
    wanted = player.encode()
    ids = [each.encode() for each in players]
    if len(proved) == 2:
        return proved[0].index + 1 == proved[1].index and ids[0] < wanted < ids[1]
    if len(proved) == 1:
        return (proved[0].index == 0 and wanted < ids[0]) or (
            proved[0].index == size - 1 and ids[0] < wanted
        )
    return not proved and size == 0 and root == root_text(root_over([]))
