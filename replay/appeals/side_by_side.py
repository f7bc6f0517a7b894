"""Two worlds side by side, list by list, and what differs between them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from functools import cached_property

import numpy as np

from replay.appeals.parts import GamePart, ListAtHand, game_parts
from replay.difference.dense import DenseList, padded
from replay.difference.difference import LISTING, Difference
from replay.world.states import States
from replay.world.world import Walk, World, first_difference, walk
from schemes.kernels.causes import FIRST, GAMES, NAMES, ROUNDING, Causes
from schemes.kernels.inputs import Column, Facts, Players
from schemes.kernels.scheme import Given, State, Stop, Verdicts, Watch
from schemes.kernels.shares import AtHand


@dataclass(frozen=True)
class ListStep:
    """What differs on one list of the way. Ratings are those of the scheme's state, shown on the list or not."""

    stop: Stop
    player: Column  # numbers of the players whose rating differs, ascending
    before: Column
    after: Column
    causes: dict[int, Column]
    "By player: how much more this list changed the rating, by cause (hundredths)."
    shown: Difference | None = None
    "Of a list that was asked for: the rows that differ, by id."
    parts: dict[int, list[GamePart]] | None = None
    "By player: the games that give something else; None: the scheme does not say."

    @cached_property
    def ratings(self) -> dict[int, tuple[int, int]]:
        """By player: the ratings before and after, where they differ."""
        pairs = zip(self.before.tolist(), self.after.tolist(), strict=True)
        return dict(zip(self.player.tolist(), pairs, strict=True))

    def moved(self, player: int) -> bool:
        return player in self.ratings

    @property
    def differs(self) -> bool:
        """Whether anything does: a rating, shown or not, or a row."""
        return len(self.player) > 0 or (self.shown is not None and len(self.shown.ids) > 0)


class SideBySide:
    """Two worlds replayed from the first list on which they can differ."""

    def __init__(
        self, before: World, after: World, stops: Sequence[Stop], asked: frozenset[Stop]
    ) -> None:
        """`stops` are the lists to compare ratings on; of those `asked` for, all that the list shows."""
        self.before = before
        self.after = after
        self.stops = list(stops)
        self.asked = asked
        self.players = len(after.snapshot.people)
        self.ids = after.snapshot.people.id_list
        self.differences: list[ListStep] = []
        self._moved = np.zeros(self.players, np.bool_)  # on any list so far
        self._booked = np.zeros((self.players, len(NAMES)), np.int64)  # by all lists so far

    def run(self, states: States) -> "SideBySide":
        """Replay both worlds and keep what differs on each list."""
        if not self.stops:
            return self
        shared = self.stops[0].number - 1
        self.walks = [
            walk(world, states, self.stops, newest=shared, watch=_everything)
            for world in self._both
        ]
        wanted = set(self.stops)
        for stop, one, other in _together(self.walks[0].steps, self.walks[1].steps):
            before, after = (_taken(going, self.players) for going in self.walks)
            if stop in wanted:
                self._booked += after - before
                difference = self._difference(stop, (one, other), after - before)
                self._moved[difference.player] = True
                self.differences.append(replace(difference, parts=self._parts(difference)))
        return self

    @property
    def _both(self) -> tuple[World, World]:
        return self.before, self.after

    def _difference(self, stop: Stop, states: tuple[State, State], causes: Column) -> ListStep:
        """What differs on a list; `causes` are those that it books more in the second world."""
        pairs = list(zip(self._both, states, strict=True))
        one, other = (padded(world.scheme.ratings(state), self.players) for world, state in pairs)
        moved = np.flatnonzero(one != other)
        differing = moved
        shown = None
        if stop in self.asked:
            first, second = (
                DenseList.of(world, state, stop, self.players) for world, state in pairs
            )
            whole = Difference(self.ids, first, second, self._causes(first, second))
            rows = whole.rows_differ
            differing = np.union1d(moved, np.flatnonzero(rows))
            shown = whole.only(whole.by_id(rows))
        booked = differing[causes[differing].any(axis=1)]
        by_player = dict(zip(booked.tolist(), causes[booked], strict=True))
        return ListStep(stop, moved, one[moved], other[moved], by_player, shown)

    def _causes(self, before: DenseList, after: DenseList) -> dict[str, Column]:
        """By which causes the two lists differ, since the first list that can."""
        causes = {name: self._booked[:, at] for at, name in enumerate(NAMES)}
        causes[LISTING] = after.hidden - before.hidden
        return causes

    def _parts(self, difference: ListStep) -> dict[int, list[GamePart]] | None:
        """By player the games that give something else on the list at hand."""
        sides = [_at_hand(going) for going in self.walks]
        if sides[0] is None or sides[1] is None:
            return None
        before = sides[0]
        after = sides[1]
        wanted = np.zeros(self.players, np.bool_)
        for player, row in difference.causes.items():
            wanted[player] = bool(row[GAMES] or row[ROUNDING] or row[FIRST])
        for side in (before, after):
            wanted[_pooled_against(side, self._moved)] = True
        parts = game_parts(before, after, wanted)
        while (
            self.after.scheme.any_day
        ):  # who moved within the month and back again carries a difference, too
            met = {
                part.opponent
                for games in parts.values()
                for part in games
                if part.before and part.after
            }
            more = np.zeros(self.players, np.bool_)
            more[[player for player in met if not wanted[player]]] = True
            if not more.any():
                break
            wanted |= more
            parts |= game_parts(before, after, more)
        return parts


def _everything(given: Given) -> Watch:
    return Watch(Verdicts.empty(given.inputs), Causes(len(given.inputs.players)), AtHand())


def _at_hand(going: Walk) -> ListAtHand | None:
    """The list that a walk has just made, if the scheme says what games give."""
    assert going.watch.at_hand is not None
    shares = going.watch.at_hand.shares
    if shares is None:
        return None
    return ListAtHand(shares, going.given.inputs.games)


def _pooled_against(side: ListAtHand, moved: Column) -> Column:
    """The players without a rating who met somebody whose rating differs."""
    pooled = side.shares.pooled()
    games = side.games
    rows = pooled.game // 2
    opponent = np.where(pooled.game % 2 == 0, games.second[rows], games.first[rows])
    return np.asarray(pooled.player[moved[opponent]])


def _taken(going: Walk, players: int) -> Column:
    """The causes booked by the last list, with a row for every player of both worlds."""
    assert going.watch.causes is not None
    taken = going.watch.causes.take()
    return np.concatenate([taken, np.zeros((players - len(taken), taken.shape[1]), taken.dtype)])


def _together(
    before: Iterable[tuple[Stop, State]], after: Iterable[tuple[Stop, State]]
) -> Iterator[tuple[Stop, State, State]]:
    """The steps of two walks by list. The world with the earlier events has lists before the other one begins."""
    ones = iter(before)
    others = iter(after)
    one = next(ones, None)
    other = next(others, None)
    while one is not None and other is not None:
        if one[0].day < other[0].day:
            one = next(ones, None)
        elif one[0].day > other[0].day:
            other = next(others, None)
        else:
            yield one[0], one[1], other[1]
            one = next(ones, None)
            other = next(others, None)


def compared_lists(
    before: World, after: World, day: date, published: Iterable[int], *, every: bool = False
) -> tuple[list[Stop], frozenset[Stop]]:
    """The lists from the first that can differ to the one in force on a day; and those of them that are asked for.

    Asked for are the published ones and the last (with `every`, all; of a scheme with lists on any day, the first of
    every month). The others are replayed so that a difference can be followed from list to list.
    """
    last = after.stop(day)
    scheme = after.scheme
    begin = _first_number(before, after, last)
    if begin is None:
        return [], frozenset()
    asked = {after.stop(date.fromordinal(listed)) for listed in published if listed <= last.day} | {
        last
    }
    stops = {*scheme.stops(after.rules, begin, last.number - scheme.any_day), last}
    if every:
        calendar = scheme.calendar(after.rules)
        asked |= {Stop(n, calendar.date(n).toordinal()) for n in range(begin, last.number + 1)}
    asked = {stop for stop in asked if stop.number >= begin}
    return sorted(stops | asked, key=lambda stop: stop.day), frozenset(asked)


def _first_number(before: World, after: World, last: Stop) -> int | None:
    """The first list that can differ. Where facts about players differ, any list may show something else."""
    people = before.snapshot.people.table, after.snapshot.people.table
    if _same(before.facts, after.facts) and _same(*people):
        return first_difference(before, after, last.number)
    first = min(before.keys.first, after.keys.first)
    if first <= last.number:
        return first
    return None


def _same(one: Facts | Players, other: Facts | Players) -> bool:
    """Whether two tables say the same, column by column."""
    return all(
        np.array_equal(getattr(one, field.name), getattr(other, field.name))
        for field in fields(one)
    )
