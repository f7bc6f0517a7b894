"""What a list leaves behind for the next: published numbers, and the lists looked back to."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

import numpy as np

from schemes.drivers.by_period.tables import NUMBERS, table
from schemes.kernels.columns import Records, as_records
from schemes.kernels.inputs import Column
from schemes.kernels.scheme import State, TooOld
from schemes.rating.pools import no_pools

PUBLISHED = NUMBERS.names
NOBODY = np.zeros(0, np.int32)
SPARE = 6  # spare rows, so that the window seldom has to move
# lists before the newest that a state remembers, for tournaments that are not known yet
ALWAYS_KEPT = 4


def nothing_before() -> dict[str, Column]:
    """What a state keeps beside the players where nobody has played."""
    return no_pools() | _past([], [], 0)


class LazyState(Mapping[str, Column]):
    """A state of which the columns `later` are put together when asked for: of most lists nobody stores the state.

    They are to be asked for before the replay goes on.
    """

    def __init__(self, columns: dict[str, Column], later: Callable[[], dict[str, Column]]) -> None:
        self._columns = columns
        self._make_later = later

    @cached_property
    def _later(self) -> dict[str, Column]:
        return self._make_later()

    def __getitem__(self, name: str) -> Column:
        if name in self._columns:
            return self._columns[name]
        return self._later[name]

    def __iter__(self) -> Iterator[str]:
        yield from self._columns
        yield from self._later

    def __len__(self) -> int:
        return len(self._columns) + len(self._later)


def _past(players: list[Column], rows: list[Records], oldest: int) -> dict[str, Column]:
    """The lists `past_from` … the one before the newest, as what is different from the list after: few play on one."""
    numbers = np.concatenate([table(NUMBERS, 0), *rows])
    return {
        "past_from": np.array([oldest], np.int32),
        "past_count": np.array([len(who) for who in players], np.int32),
        "past_player": np.concatenate([NOBODY, *players]).astype(np.int32),
        **{f"past_{name}": np.ascontiguousarray(numbers[name]) for name in PUBLISHED},
    }


class Window:
    """The last few lists (the published numbers of everybody) in a buffer that slides along with the replay."""

    def __init__(self, state: State, first: int, oldest: int, rows: int) -> None:
        """Rows `oldest` … first − 1, in a buffer with room for `rows` and some; what the state lacks is too old."""
        known_from = int(state["past_from"][0])
        counts = state["past_count"]
        newest = known_from + len(counts)
        self.base = max(min(oldest, first - 1), known_from)
        self.first = self.end = first
        rows = max(rows, first - self.base)
        self.buffer = as_records(np.empty((rows + SPARE, len(state["rating"])), NUMBERS))
        self.changed: dict[
            int, Column
        ] = {}  # by list: whose numbers may be other than on the list before
        self._before: dict[
            int, Records
        ] = {}  # by list: their numbers on the list before, once somebody asked
        ends = np.cumsum(counts)
        for number in range(first - 1, self.base - 1, -1):
            row = self.buffer[number - self.base]
            here = slice(0, 0)
            if number < newest:
                row[:] = self.buffer[number + 1 - self.base]
                here = slice(
                    ends[number - known_from] - counts[number - known_from],
                    ends[number - known_from],
                )
                self.changed[number + 1] = state["past_player"][here]
            for name in PUBLISHED:
                if number >= newest:
                    row[name] = state[name]
                else:
                    row[name][state["past_player"][here]] = state[f"past_{name}"][here]

    def advance(self, number: int, keep_from: int, players: Records) -> None:
        """Begin a list: the one before gets its row, as it left the players; rows before `keep_from` may go."""
        assert number == self.end, "lists come one after the other"
        if self.end - self.base == len(self.buffer):
            kept = min(max(keep_from, self.base), number - 1)
            for place in range(number - kept):
                self.buffer[place] = self.buffer[place + kept - self.base]
            self.base = kept
            self.changed = {at: who for at, who in self.changed.items() if at > kept}
            self._before = {at: rows for at, rows in self._before.items() if at > kept}
        if number > self.first:
            row = self.buffer[number - 1 - self.base]
            row[:] = self.buffer[number - 2 - self.base]
            others = self.changed.get(number - 1, NOBODY)
            for name in PUBLISHED:
                row[name][others] = players[name][others]
        self.end = number + 1

    def note(self, players: Column) -> None:
        """Whose numbers the newest list may have changed."""
        self.changed[self.end - 1] = np.concatenate(
            (self.changed.get(self.end - 1, NOBODY), players), dtype=np.int32
        )

    def past(self, oldest: int) -> dict[str, Column]:
        """What a state keeps of the lists `oldest` … the one before the newest."""
        later = range(oldest + 1, self.end)
        for number in later:
            if number not in self._before:
                self._before[number] = self.buffer[number - 1 - self.base][
                    self.changed.get(number, NOBODY)
                ]
        return _past(
            [self.changed.get(at, NOBODY) for at in later],
            [self._before[at] for at in later],
            oldest,
        )


def check_memory(state: State, reach: int) -> None:
    """Refuse a replay that looks back further than its state remembers."""
    known_from = int(state["past_from"][0])
    if reach < known_from:
        raise TooOld(
            f"a tournament looks back to list {reach}, the state remembers only from list {known_from} on"
        )


def kept_from(first: int, last: int, reaches: Column, lasts: Column) -> Column:
    """For each list first − 1 … last: the oldest list that a later one may look back to."""
    numbers = np.arange(first - 1, last + 1, dtype=np.int64)
    oldest = np.full(len(numbers) + 1, np.iinfo(np.int64).max)
    # A tournament that is rated until list x is looked back for while x is still to come: for all lists before x.
    np.minimum.at(oldest, np.clip(lasts - first, -1, len(numbers) - 1) + 1, reaches)
    later = np.minimum.accumulate(oldest[::-1])[::-1][1:]
    return np.minimum(later, numbers - ALWAYS_KEPT)
