"""Who moves from one list to another: gains and losses, largest first, who is new and who is gone."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from projections import Snapshot
from projections.scheme_inputs import federations
from replay.answers.names import shown_names
from replay.difference.difference import Difference, Number, exact
from schemes.kernels.inputs import Column

STEPS = (10, 20, 30, 40, 50)  # points; how far people moved is counted between these


class Mover(Struct, frozen=True):
    """A player whose rating differs between two lists, or who is on one of them only."""

    player: str
    name: str
    federation: str
    year: str
    before: Number | None
    after: Number | None
    change: Number | None
    rank: int | None = None  # on the second list
    games: int = 0  # rated in between, as far as the lists count them

    @property
    def home(self) -> str:
        """Federation and year of birth, which tell namesakes apart."""
        return " ".join(part for part in (self.federation, self.year) if part)


class Movement(Struct, frozen=True):
    """What changes from one list to another."""

    listed_before: int
    listed: int
    up: int
    down: int
    largest: Sequence[Mover]
    gained: Sequence[Mover]
    lost: Sequence[Mover]
    new: Sequence[Mover]
    gone: Sequence[Mover]
    new_count: int
    gone_count: int
    now_active: int
    now_inactive: int
    mean: Number | None
    steps: Sequence[tuple[str, int]]  # "10–19" → players

    @property
    def changed(self) -> int:
        return self.up + self.down

    @property
    def is_still(self) -> bool:
        """Whether nothing differs that a list shows of a rating."""
        return not (self.changed or self.new_count or self.gone_count)


def movement(difference: Difference, snapshot: Snapshot, most: int) -> Movement:
    """The movement between two lists; of each kind so many players are named."""
    change = difference.change
    moved = change != 0
    movers = _Movers(difference, snapshot)
    changes = change[difference.both]
    mean = None
    if len(changes):
        units = round(int(changes.sum()) * 10 / len(changes))
        mean = exact(units, difference.decimals + 1)
    is_active = difference.status_changed & (difference.after.active != 0)
    is_inactive = difference.status_changed & (difference.after.active == 0)
    return Movement(
        listed_before=_count(difference.before.listed), listed=_count(difference.after.listed),
        up=_count(change > 0), down=_count(change < 0),
        largest=movers.of(difference.largest_first(moved)[:most]),
        gained=movers.of(difference.largest_first(change > 0)[:most]),
        lost=movers.of(difference.largest_first(change < 0)[:most]),
        new=movers.of(_highest(difference.new, difference.after.rating)[:most]),
        gone=movers.of(_highest(difference.gone, difference.before.rating)[:most]),
        new_count=_count(difference.new), gone_count=_count(difference.gone),
        now_active=_count(is_active), now_inactive=_count(is_inactive),
        mean=mean, steps=_steps(change[moved], difference.decimals),
    )  # fmt: skip


def _count(players: Column) -> int:
    return int(np.count_nonzero(players))


def _highest(players: Column, ratings: Column) -> list[int]:
    """Some players, given as a mask, the highest rated first."""
    numbers = np.flatnonzero(players)
    order: list[int] = numbers[np.argsort(-ratings[numbers], kind="stable")].tolist()
    return order


def _steps(changes: Column, decimals: int) -> list[tuple[str, int]]:
    """How many players moved how far."""
    points = np.abs(changes) // 10**decimals
    edges = (0, *STEPS)
    counts = []
    for low, high in zip(edges, STEPS, strict=False):
        inside = (points >= low) & (points < high)
        counts.append((f"{low or 1}–{high - 1}", _count(inside)))
    return [*counts, (f"≥ {STEPS[-1]}", _count(points >= STEPS[-1]))]


class _Movers:
    """Makes movers of player numbers."""

    def __init__(self, difference: Difference, snapshot: Snapshot) -> None:
        self._difference = difference
        self._snapshot = snapshot
        self._home = federations(snapshot)
        after = difference.after
        ranked = np.where(after.listed & (after.active != 0), after.rating, -1)
        self._sorted = np.sort(ranked)

    def of(self, numbers: Sequence[int]) -> list[Mover]:
        ids = [self._difference.ids[number] for number in numbers]
        names = shown_names(self._snapshot, ids)
        return [self._mover(number, names) for number in numbers]

    def _mover(self, number: int, names: dict[str, str]) -> Mover:
        difference = self._difference
        row = difference.row(number)
        player = difference.ids[number]
        born = self._snapshot.people.table.born[number]
        rank = None
        after = difference.after
        if after.listed[number] and after.active[number]:
            higher = len(self._sorted) - np.searchsorted(
                self._sorted, after.rating[number], "right"
            )
            rank = int(higher) + 1
        games = int(after.games[number]) - int(difference.before.games[number])
        return Mover(
            player, names.get(player) or player, str(self._home[number] or ""), str(born or ""),
            row["before"], row["after"], row["change"], rank, max(games, 0),
        )  # fmt: skip
