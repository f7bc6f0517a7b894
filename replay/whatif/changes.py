"""Who changes and by how much: every player on either list, and the same summed up by groups."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from replay.difference import Difference
from replay.lists.rating_list import federations
from schemes.kernels.inputs import FEMALE, MALE, Column
from wording import say

if TYPE_CHECKING:
    from replay.whatif.scenarios import Scenario

BUCKETS = (1, 10, 20, 50, 100, 200)  # points at which the classes of changes begin, up and down
QUANTILES = (1, 5, 25, 50, 75, 95, 99)
BAND = 200
AGES = ((0, 12), (13, 18), (19, 30), (31, 50), (51, 65), (66, 150))
FEDERATIONS = 15  # so many have a row of their own


@dataclass(frozen=True)
class Group:
    """Players on both lists with something in common; changes in units of the list."""

    name: str
    players: int
    changed: int
    mean: float
    median: int
    lowest: int
    highest: int


@dataclass(frozen=True)
class Changes:
    """The difference of two lists, by groups of players."""

    difference: Difference
    born: Column
    sex: Column
    federation: Column
    year: int

    @classmethod
    def between(cls, before: "Scenario", after: "Scenario") -> "Changes":
        ids = before.world.snapshot.people.id_list
        players = before.world.bare.inputs.players
        return cls(
            difference=Difference(ids, before.shown, after.shown),
            born=players.born,
            sex=players.sex,
            federation=federations(before.replayed),
            year=before.replayed.list_date.year,
        )

    @property
    def before(self) -> Column:
        """The ratings before, in units of the list; 0 where there is none."""
        return self.difference.before.rating

    @property
    def after(self) -> Column:
        """The ratings after, in units of the list; 0 where there is none."""
        return self.difference.after.rating

    @property
    def unit(self) -> int:
        """Of the list: 10 to the power of its decimals."""
        return int(10**self.difference.decimals)

    @property
    def both(self) -> Column:
        """Who is on both lists."""
        return self.difference.both

    @property
    def change(self) -> Column:
        """After less before; 0 where there is nothing to compare."""
        return self.difference.change

    @property
    def entered(self) -> int:
        return int(np.count_nonzero(self.difference.new))

    @property
    def left(self) -> int:
        return int(np.count_nonzero(self.difference.gone))

    @property
    def changed(self) -> int:
        """Players whose row differs: another rating, or on one list only."""
        return int(np.count_nonzero(self.difference.moved))

    def all(self) -> Group:
        return self._group(say("all"), self.both)

    def quantiles(self) -> list[tuple[int, int]]:
        """Per cent and the change that so many do not exceed (nearest rank: a change that occurs)."""
        changes = np.sort(self.change[self.both])
        at = [max(-(-len(changes) * q // 100), 1) - 1 for q in QUANTILES]
        if len(changes):
            return [(q, int(changes[i])) for q, i in zip(QUANTILES, at, strict=True)]
        return []

    def buckets(self) -> list[tuple[str, int]]:
        """How many changed by how much, in points."""
        size = np.abs(self.change[self.both])
        down = self.change[self.both] < 0
        edges = [edge * self.unit if edge > 1 else 1 for edge in BUCKETS]
        class_ = np.searchsorted(edges, size, side="right")
        least = self._shown(1)
        names = [
            f"{least if edge == 1 else edge} – {(self._shown(upper * self.unit - 1))}"
            if upper
            else say("{number} or more", number=edge)
            for edge, upper in zip(BUCKETS, (*BUCKETS[1:], 0), strict=True)
        ]
        falls = [
            (say("down {points}", points=name), int(((class_ == n) & down).sum()))
            for n, name in enumerate(names, 1)
        ]
        rises = [
            (say("up {points}", points=name), int(((class_ == n) & ~down).sum()))
            for n, name in enumerate(names, 1)
        ]
        return [*reversed(falls), (say("unchanged"), int((class_ == 0).sum())), *rises]

    def _shown(self, value: int) -> str:
        if self.unit == 1:
            return str(value)
        return f"{value / self.unit:.{len(str(self.unit)) - 1}f}"

    def by_band(self) -> list[Group]:
        """By the rating before."""
        band = self.before // (BAND * self.unit)
        names = {int(n): f"{n * BAND}–{(n + 1) * BAND - 1}" for n in np.unique(band[self.both])}
        return list(self._groups(names, lambda n: band == n))

    def by_sex(self) -> list[Group]:
        return list(
            self._groups({MALE: "M", FEMALE: "F", 0: say("unknown")}, lambda n: self.sex == n)
        )

    def by_age(self) -> list[Group]:
        """By the age reached in the year of the list."""
        age = np.where(self.born > 0, self.year - self.born.astype(np.int64), -1)
        named = [
            (say("up to {age}", age=AGES[0][1]), *AGES[0]),
            *((f"{a}–{b}", a, b) for a, b in AGES[1:-1]),
        ]
        named += [(say("{age} and older", age=AGES[-1][0]), *AGES[-1]), (say("unknown"), -1, -1)]
        names = {n: name for n, (name, _, _) in enumerate(named)}
        return list(self._groups(names, lambda n: (age >= named[n][1]) & (age <= named[n][2])))

    def by_federation(self) -> list[Group]:
        """The federations with most players, and all others together."""
        names, index = np.unique(self.federation.astype(str), return_inverse=True)
        counts = np.bincount(index[self.both], minlength=len(names))
        largest = sorted(range(len(names)), key=lambda n: (-counts[n], names[n]))[:FEDERATIONS]
        groups = list(
            self._groups({n: str(names[n]) or say("none") for n in largest}, lambda n: index == n)
        )
        return groups + list(self._groups({0: say("others")}, lambda _: ~np.isin(index, largest)))

    def _groups(self, names: dict[int, str], chosen: Callable[[int], Column]) -> Iterator[Group]:
        for number, name in names.items():
            here = self.both & chosen(number)
            if here.any():
                yield self._group(name, here)

    def _group(self, name: str, here: Column) -> Group:
        changes = np.sort(self.change[here])
        if len(changes) == 0:
            return Group(name, 0, 0, 0.0, 0, 0, 0)
        median = int(changes[-(-len(changes) // 2) - 1])
        changed = int((changes != 0).sum())
        mean = int(changes.sum()) / len(changes)
        return Group(name, len(changes), changed, mean, median, int(changes[0]), int(changes[-1]))
