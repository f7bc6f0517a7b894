"""Two lists side by side, by player number: who changes, by how much, and by which causes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

import numpy as np
from msgspec import Struct

from replay.answers import kinds
from replay.answers.table import Row
from replay.difference.dense import DenseList
from schemes.kernels.inputs import Column

Number = int | Decimal
LISTING = "listing"
"""The cause of what a list shows otherwise than the rating behind it."""


class Total(Struct, frozen=True):
    """What a cause does to everybody on both lists: how many players, how many of them up and down, and the sum."""

    players: int
    up: int
    down: int
    sum: Number


@dataclass(frozen=True, eq=False)
class Difference:
    """Two lists side by side. The causes of a player add up to the change, exactly."""

    ids: Sequence[str]
    before: DenseList
    after: DenseList
    causes: Mapping[str, Column] | None = None  # hundredths by code; None: none in common

    def __len__(self) -> int:
        """How many players are on either list."""
        return int(np.count_nonzero(self.either))

    def __neg__(self) -> "Difference":
        """The same the other way round."""
        turned = None
        if self.causes is not None:
            turned = {code: -part for code, part in self.causes.items()}
        return Difference(self.ids, self.after, self.before, turned)

    @cached_property
    def either(self) -> Column:
        """Who is on at least one of the lists."""
        return self.before.listed | self.after.listed

    @cached_property
    def both(self) -> Column:
        """Who is on both lists."""
        return self.before.listed & self.after.listed

    @property
    def new(self) -> Column:
        """Who is on the second list only."""
        return ~self.before.listed & self.after.listed

    @property
    def gone(self) -> Column:
        """Who is on the first list only."""
        return self.before.listed & ~self.after.listed

    @property
    def decimals(self) -> int:
        """Of the changes: as many as the finer of the two lists has."""
        return max(self.before.decimals, self.after.decimals)

    @cached_property
    def change(self) -> Column:
        """Second less first, in units of `decimals`; 0 where there is nothing to compare."""
        first, second = (
            side.rating.astype(np.int64) * 10 ** (self.decimals - side.decimals)
            for side in (self.before, self.after)
        )
        return np.where(self.both, second - first, 0)

    @property
    def moved(self) -> Column:
        """Whose rating differs, or who is on one list only."""
        return np.asarray(self.new | self.gone | (self.change != 0))

    @cached_property
    def status_changed(self) -> Column:
        """Who is on both lists, active on one of them only."""
        return np.asarray(self.both & (self.before.active != self.after.active))

    @cached_property
    def differs(self) -> Column:
        """Who has anything to show: another rating, a cause, another status."""
        differs = self.moved | self.status_changed
        for part in (self.causes or {}).values():
            differs |= part != 0
        return np.asarray(differs & self.either)

    @property
    def rows_differ(self) -> Column:
        """Whose rows on the lists are not the same: another rating, K, number of games or status."""
        rows = self.moved | self.status_changed
        rows |= self.before.k != self.after.k
        rows |= self.before.games != self.after.games
        return np.asarray(rows & self.either)

    def only(self, players: Sequence[int]) -> "Difference":
        """The same of some players, given by number, in their order."""
        chosen = np.array(players, np.int64)
        causes = None
        if self.causes is not None:
            causes = {code: part[chosen] for code, part in self.causes.items()}
        ids = [self.ids[player] for player in players]
        return Difference(ids, self.before.only(chosen), self.after.only(chosen), causes)

    def by_id(self, players: Column) -> list[int]:
        """Some players, given as a mask, in the order of their ids."""
        return sorted(np.flatnonzero(players).tolist(), key=self.ids.__getitem__)

    def largest_first(self, players: Column) -> list[int]:
        """Some players, given as a mask: largest changes first, those on one list only last, then by id."""
        here = np.array(self.by_id(players), np.int64)
        order = np.lexsort((-np.abs(self.change[here]), ~self.both[here]))
        chosen: list[int] = here[order].tolist()
        return chosen

    def row(self, player: int) -> Row:
        """A player with the ratings on both lists, the change, its causes and the change of status."""
        row: dict[str, object] = {
            "player": self.ids[player],
            "before": _rating(self.before, player),
            "after": _rating(self.after, player),
            "change": None,
        }
        if self.both[player]:
            row["change"] = exact(int(self.change[player]), self.decimals)
        if self.causes is not None:
            row["causes"] = self.amounts(player)
            row["status"] = self.status(player)
        return row

    def amounts(self, player: int) -> dict[str, Number]:
        """The causes with a part in a player's change, in the order in which they are told."""
        assert self.causes is not None
        booked = {
            code: int(self.causes[code][player]) for code in kinds.CAUSES if code in self.causes
        }
        shown = self.after.hundredths_of(player) - self.before.hundredths_of(player)
        assert sum(booked.values()) == shown, "the causes add up"
        return {code: points(part) for code, part in booked.items() if part}

    def status(self, player: int) -> str | None:
        """Whether a player has become active or inactive."""
        if not self.status_changed[player]:
            return None
        if self.after.active[player]:
            return "now-active"
        return "now-inactive"

    def totals(self) -> dict[str, Total]:
        """For each cause that has a part, and for all together: what it does to those on both lists.

        A whole rating that begins or ends is no change of one, so it goes into no sum.
        """
        causes = self.causes or {}
        parts = {code: causes[code][self.both] for code in kinds.CAUSES if code in causes}
        totals = {code: _total(part) for code, part in parts.items() if part.any()}
        totals["all"] = _total((self.after.hundredths - self.before.hundredths)[self.both])
        return totals


def _rating(side: DenseList, player: int) -> Number | None:
    if not side.listed[player]:
        return None
    return exact(int(side.rating[player]), side.decimals)


def _total(part: Column) -> Total:
    up = int(np.count_nonzero(part > 0))
    down = int(np.count_nonzero(part < 0))
    return Total(up + down, up, down, points(int(part.sum())))


def exact(units: int, decimals: int) -> Number:
    """A rating or a change at the precision of its list."""
    if decimals == 0:
        return units
    return Decimal(units).scaleb(-decimals)


def points(hundredths: int) -> Number:
    """Hundredths as points, without idle zeros."""
    if hundredths % 100 == 0:
        return hundredths // 100
    if hundredths % 10 == 0:
        return Decimal(hundredths // 10).scaleb(-1)
    return Decimal(hundredths).scaleb(-2)
