"""What a list leaves behind for the next: standings, the pools of unrated players, and the lists looked back to."""

import itertools
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from schemes.fide_standard.columns import CARD, ENTRY, table
from schemes.inputs import Column
from schemes.rule import compiled, rule
from schemes.scheme import State, TooOld

PUBLISHED = ("rating", "games", "peak")  # what tournaments look back to: the rows of a list in the history
NOBODY = np.zeros(0, np.int32)
PER_PLAYER = tuple(CARD.names)
PER_ENTRY = tuple(ENTRY.names)
POOLS = tuple(f"pool_{name}" for name in PER_ENTRY)
PAST = ("past_from", "past_count", "past_player", "past")
SPARE = 6  # spare rows, so that the window seldom has to move
NEW_ENTRIES = 1 << 17  # room for so many new entries of pools is there from the beginning
ALWAYS_KEPT = 4  # lists before the newest that a state remembers, for tournaments that are not known yet


def empty(players: int) -> State:
    """Nobody has played."""
    state = {name: np.zeros(players, np.int16) for name in PUBLISHED}
    state |= {name: np.full(players, -1 if name == "pool" else 0, CARD[name]) for name in PER_PLAYER}
    state |= {f"pool_{name}": np.zeros(0, ENTRY[name]) for name in PER_ENTRY}
    return state | past_of([], [], 0)


Columns = Callable[[], dict[str, Column]]


class Standing(Mapping[str, Column]):
    """A state whose pools and earlier lists are put together when asked for: of most lists nobody stores the state.

    Like all columns that `keep` is shown they are to be asked for before the replay goes on.
    """

    def __init__(self, columns: dict[str, Column], pools: Columns, past: Columns) -> None:
        self._columns, self._make_pools, self._make_past = columns, pools, past

    @cached_property
    def _pools(self) -> dict[str, Column]:
        return self._make_pools()

    @cached_property
    def _past(self) -> dict[str, Column]:
        return self._make_past()

    def __getitem__(self, name: str) -> Column:
        if name in self._columns:
            return self._columns[name]
        return self._past[name] if name in PAST else self._pools[name]

    def __iter__(self) -> Iterator[str]:
        return itertools.chain(self._columns, POOLS, PAST)

    def __len__(self) -> int:
        return len(self._columns) + len(POOLS) + len(PAST)


def past_of(players: list[Column], rows: list[Column], oldest: int) -> dict[str, Column]:
    """The lists `past_from` … the one before the newest, as what is different from the list after: few play on one."""
    return {
        "past_from": np.array([oldest], np.int32),
        "past_count": np.array([len(who) for who in players], np.int32),
        "past_player": np.concatenate([np.zeros(0, np.int32), *players]).astype(np.int32),
        "past": np.concatenate([np.zeros((3, 0), np.int16), *rows], axis=1),
    }


def resized(state: State, players: int) -> State:
    """A state with a row for each of so many players: also for who came later, none for who was not known yet."""
    known, names = len(state["rating"]), (*PUBLISHED, *PER_PLAYER)
    if known >= players:
        return {**state, **{name: state[name][:players] for name in names}}
    fresh = empty(players)
    for name in names:
        fresh[name][:known] = state[name]
    return {**state, **{name: fresh[name] for name in names}}


class Window:
    """The last few lists (rating, games, peak of everybody) in a buffer that slides along with the replay."""

    def __init__(self, state: State, first: int, oldest: int, rows: int) -> None:
        """Rows `oldest` … first − 1, in a buffer with room for `rows` and some; what the state lacks is too old."""
        known_from, counts = int(state["past_from"][0]), state["past_count"]
        newest = known_from + len(counts)
        self.base = max(min(oldest, first - 1), known_from)
        self.end = first
        rows = max(rows, first - self.base)
        self.buffer = np.empty((rows + SPARE, 3, len(state["rating"])), np.int16)
        self.changed: dict[int, Column] = {}  # by list: who may stand elsewhere than on the list before
        self._stood: dict[int, Column] = {}  # by list: where they stood before, once somebody asked
        ends = np.cumsum(counts)
        for number in range(first - 1, self.base - 1, -1):
            row = self.buffer[number - self.base]
            if number >= newest:
                row[:] = [state[name] for name in PUBLISHED]
            else:
                row[:] = self.buffer[number + 1 - self.base]
                here = slice(ends[number - known_from] - counts[number - known_from], ends[number - known_from])
                row[:, state["past_player"][here]] = state["past"][:, here]
                self.changed[number + 1] = state["past_player"][here]

    def advance(self, number: int, keep_from: int) -> Column:
        """A new last row for a list, as the one before says; rows before `keep_from` may go."""
        assert number == self.end, "lists come one after the other"
        if self.end - self.base == len(self.buffer):
            kept = min(max(keep_from, self.base), number - 1)
            for place in range(number - kept):
                self.buffer[place] = self.buffer[place + kept - self.base]
            self.base = kept
            self.changed = {at: who for at, who in self.changed.items() if at > kept}
            self._stood = {at: rows for at, rows in self._stood.items() if at > kept}
        row: Column = self.buffer[number - self.base]
        row[:] = self.buffer[number - self.base - 1]
        self.end = number + 1
        return row

    def note(self, players: Column) -> None:
        """Whose rows the newest list may have changed."""
        self.changed[self.end - 1] = np.concatenate((self.changed.get(self.end - 1, NOBODY), players), dtype=np.int32)

    def past(self, oldest: int) -> dict[str, Column]:
        """What a state keeps of the lists `oldest` … the one before the newest."""
        later = range(oldest + 1, self.end)
        return past_of([self.changed.get(at, NOBODY) for at in later], [self._before(at) for at in later], oldest)

    def _before(self, number: int) -> Column:
        """Where those whom a list may have changed stood on the list before."""
        if number not in self._stood:
            players = self.changed.get(number, NOBODY)
            self._stood[number] = self.buffer[number - 1 - self.base][:, players]
        return self._stood[number]


def check_memory(state: State, reach: int) -> None:
    """Refuse a replay that looks back further than its state remembers."""
    known_from = int(state["past_from"][0])
    if reach < known_from:
        raise TooOld(f"a tournament looks back to list {reach}, the state remembers only from list {known_from} on")


def kept_from(first: int, last: int, reaches: Column, lasts: Column) -> Column:
    """For each list first − 1 … last: the oldest list that a later one may look back to."""
    numbers = np.arange(first - 1, last + 1, dtype=np.int64)
    oldest = np.full(len(numbers) + 1, np.iinfo(np.int64).max)
    # A tournament that is rated until list x is looked back for while x is still to come: for all lists before x.
    np.minimum.at(oldest, np.clip(lasts - first, -1, len(numbers) - 1) + 1, reaches)
    later = np.minimum.accumulate(oldest[::-1])[::-1][1:]
    return np.minimum(later, numbers - ALWAYS_KEPT)


def cards_of(state: State) -> Any:
    """The players' cards of a state, to be written on."""
    return table(CARD, len(state["rating"]), **{name: state[name] for name in PER_PLAYER})


def pool_of(state: State, spare: int = 0) -> Any:
    """The pools of a state, with room for some entries more."""
    entries = len(state["pool_event"])
    pool = np.empty(entries + spare, ENTRY).view(np.recarray)
    for name in PER_ENTRY:
        pool[name][:entries] = state[f"pool_{name}"]
    return pool


class Pools:
    """The pools of unrated players while a replay runs: a table with room to grow."""

    def __init__(self, state: State) -> None:
        self.pool = pool_of(state, NEW_ENTRIES)
        self.size = np.array([len(state["pool_event"])], np.int64)

    def make_room(self, entries: int) -> None:
        """Room for so many entries more, and one to try."""
        needed = int(self.size[0]) + entries + 1
        if needed > len(self.pool):
            larger, size = np.empty(needed + needed // 2, ENTRY).view(np.recarray), int(self.size[0])
            larger[:size] = self.pool[:size]
            self.pool = larger

    def tidy(self, cards: Any, window_from: int) -> None:
        """Drop what nobody can need any more."""
        place = np.full(int(self.size[0]) + 1, -1, np.int32)
        self.size[0] = compiled(compact)(self.pool, cards, place, int(self.size[0]), window_from)

    def columns(self) -> dict[str, Column]:
        """What a state keeps of them."""
        return {f"pool_{name}": np.asarray(self.pool[name])[: int(self.size[0])] for name in PER_ENTRY}


@rule("")
def unlink(pool: Any, card: Any, place: Column, window_from: int) -> None:
    """Take what is no longer pooled out of a player's chain, and mark the rest in `place`."""
    entry, last = int(card.pool), -1
    card.pool = -1
    while entry >= 0:
        if pool[entry].day > window_from:
            place[entry] = 0
            if last >= 0:
                pool[last].previous = entry
            else:
                card.pool = entry
            last = entry
        entry = int(pool[entry].previous)


@rule("")
def compact(pool: Any, cards: Any, place: Column, size: int, window_from: int) -> int:
    """Move the entries that are still pooled together, in their order; how many. The last cell of `place` is spare."""
    for player in range(len(cards)):
        if cards[player].pool >= 0:
            unlink(pool, cards[player], place, window_from)
    kept = 0
    for entry in range(size):
        if place[entry] == 0:
            place[entry] = kept
            pool[kept] = pool[entry]
            pool[kept].previous = place[pool[kept].previous]  # −1, too, for what is gone and for the spare cell
            kept += 1
    for player in range(len(cards)):
        if cards[player].pool >= 0:
            cards[player].pool = place[cards[player].pool]
    return kept
