"""Games kept of players without a rating until they are enough for one: chains of entries, the newest first."""

import numpy as np

from schemes.kernels.columns import Records, as_records
from schemes.kernels.inputs import Column
from schemes.kernels.scheme import State

# Games of a player in an event, or one of them: sum of the opponents' ratings, what was scored, the entry before.
ENTRY = np.dtype(
    [(name, np.int32) for name in ("event", "day", "opponents", "previous", "games", "score")]
)
PER_ENTRY: tuple[str, ...] = ENTRY.names or ()
NOBODY = np.zeros(0, np.int32)
NEW_ENTRIES = 1 << 17  # room for so many new entries is there from the beginning


def no_pools() -> dict[str, Column]:
    """What a state keeps where nobody has played."""
    return _columns(as_records(np.zeros(0, ENTRY)))


def _columns(pool: Records) -> dict[str, Column]:
    return {f"pool_{name}": np.asarray(pool[name]) for name in PER_ENTRY}


def pool_of(state: State, spare: int = 0) -> Records:
    """The pools of a state, with room for some entries more."""
    entries = len(state["pool_event"])
    pool = as_records(np.empty(entries + spare, ENTRY))
    for name in PER_ENTRY:
        pool[name][:entries] = state[f"pool_{name}"]
    return pool


class Pools:
    """The games of unrated players while a replay runs: a table with room to grow.

    `pool` in the record of a player is the newest entry of the chain, −1 for none.
    """

    def __init__(self, entries: Records, size: Column) -> None:
        """The table, and how many of its rows are entries (one number)."""
        self.entries = entries
        self.size = size

    @classmethod
    def of(cls, state: State) -> "Pools":
        """Those of a state, with room for more."""
        return cls(pool_of(state, NEW_ENTRIES), np.array([len(state["pool_event"])], np.int64))

    def make_room(self, more: int) -> None:
        """Room for so many entries more."""
        needed = int(self.size[0]) + more
        size = int(self.size[0])
        if needed > len(self.entries):
            larger = as_records(np.empty(needed + needed // 2, ENTRY))
            larger[:size] = self.entries[:size]
            self.entries = larger

    def tidy(self, cards: Records, window_from: int) -> None:
        """Drop what nobody can need any more; the entries that stay keep their order."""
        player, entry = self._chains(cards, window_from)
        kept = np.unique(entry)
        place = np.searchsorted(kept, entry)
        follows = player[1:] == player[:-1]
        previous = np.full(len(kept), -1, np.int32)
        previous[place[:-1][follows]] = place[1:][follows]
        cards.pool[:] = -1
        newest = np.ones(len(player), np.bool_)
        newest[1:] = ~follows
        cards.pool[player[newest]] = place[newest]
        self.entries[: len(kept)] = self.entries[kept]
        self.entries.previous[: len(kept)] = previous
        self.size[0] = len(kept)

    def _chains(self, cards: Records, window_from: int) -> tuple[Column, Column]:
        """Player and entry of all that is still pooled, by player, the newest first."""
        players = np.flatnonzero(cards.pool >= 0)
        entries = cards.pool[players]
        found = []
        while len(players):
            inside = self.entries.day[entries] > window_from
            found.append((players[inside], entries[inside]))
            entries = self.entries.previous[entries]
            players = players[entries >= 0]
            entries = entries[entries >= 0]
        player = np.concatenate([NOBODY, *(players for players, _ in found)])
        entry = np.concatenate([NOBODY, *(entries for _, entries in found)])
        order = np.argsort(player, kind="stable")
        return player[order], entry[order]

    def columns(self) -> dict[str, Column]:
        """What a state keeps of them."""
        return _columns(self.entries[: int(self.size[0])])
