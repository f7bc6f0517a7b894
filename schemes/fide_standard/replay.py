"""The replay of fide-standard: list after list over a state, in compiled loops."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from schemes.calendar import Calendar, months_before
from schemes.causes import CARRIED
from schemes.fide_standard.assign import Placed, by_list
from schemes.fide_standard.carried import Carried, carried_from, carry_all
from schemes.fide_standard.columns import (
    RATING,
    SIDE,
    At,
    Boards,
    Entrants,
    Marks,
    boards_of,
    entrants_of,
    events_of,
    people_of,
    table,
)  # fmt: skip
from schemes.fide_standard.judging import gather, judge, leave_out_ended, mark_zero_events
from schemes.fide_standard.period import rate_everybody
from schemes.fide_standard.reasons import RATED
from schemes.fide_standard.split import split_list
from schemes.fide_standard.state import (
    PER_PLAYER,
    PUBLISHED,
    Pools,
    Standing,
    Window,
    cards_of,
    check_memory,
    kept_from,
    resized,
)
from schemes.inputs import RATING_ENDED, Column, Inputs
from schemes.rule import compiled
from schemes.rules import Rules
from schemes.scheme import State, Stop, Verdicts, Watch


def at_list(number: int, base: int, rules: Rules, calendar: Calendar) -> At:
    """A list and what rules ask about it."""
    day = calendar.date(number)
    version = max(rules.index(day), 0)
    months = rules.versions[version].parameters.first.months
    return At(
        number, day.toordinal(), day.year, calendar.date(number - 1).toordinal(),
        months_before(day, months).toordinal(), version, base,
    )  # fmt: skip


@dataclass
class Material:
    """What a replay reads and the room it works in."""

    versions: Any
    events: Any
    boards: Boards
    entrants: Entrants
    people: Any
    carried: Carried
    marks: Marks
    judged: Any
    sides: Any
    place: Column
    touched: Column

    @classmethod
    def of(cls, inputs: Inputs, placed: Placed, versions: Any, calendar: Calendar, first: int) -> "Material":
        players = len(inputs.players)
        return cls(
            versions, events_of(inputs, placed.assignment, placed.in_force, placed.long), boards_of(inputs),
            entrants_of(inputs), people_of(inputs.players), carried_from(inputs.facts, calendar, first),
            _marks(None), table(SIDE, 0), table(SIDE, 0), np.zeros(players, np.int32), np.zeros(players, np.int32),
        )  # fmt: skip

    def make_room(self, order: Column) -> int:
        """Room for the sides of the games of a list's tournaments; at most so many."""
        offset = self.boards.offset
        most = int(2 * (offset[order.astype(np.int64) + 1] - offset[order]).sum())
        if most > len(self.judged):
            self.judged, self.sides = (np.empty(most + most // 4, SIDE).view(np.recarray) for _ in range(2))
        return most


def _marks(verdicts: Verdicts | None) -> Marks:
    if verdicts is None:
        return Marks(np.zeros(0, np.int16), np.zeros(0, np.int16), np.zeros(0, np.int16), np.zeros(0, np.int32))
    return Marks(verdicts.first, verdicts.second, verdicts.tournament, verdicts.list_number)


class Replay:
    """A state on its way from list to list."""

    def __init__(self, inputs: Inputs, rules: Rules, placed: Placed, versions: Any, calendar: Calendar) -> None:
        self.inputs, self.rules, self.placed = inputs, rules, placed
        self.versions, self.calendar = versions, calendar

    def run(self, state: State, stops: Sequence[Stop], watch: Watch) -> Iterator[State]:
        """Replay the lists of some stops."""
        if not stops:
            return iter(())
        first, last = stops[0].number, stops[-1].number
        self.begin(state, first, last, watch)
        return self._lists(first, last)

    def _lists(self, first: int, last: int) -> Iterator[State]:
        order, offsets = by_list(self.placed.assignment, self.inputs.tournaments, first, last)
        for number in range(first, last + 1):
            self.one_list(number, order[offsets[number - first] : offsets[number - first + 1]])
            yield self.state()

    def begin(self, state: State, first: int, last: int, watch: Watch) -> None:
        """Take up a state before list `first`; it is not written over."""
        self.causes = watch.causes
        state = resized(state, len(self.inputs.players))
        self.first = first
        a = self.placed.assignment
        rated = a.reason == RATED
        here = rated & (a.first <= last) & (a.last >= first)
        check_memory(state, int(a.reach[here].min(initial=first)))
        self.kept_from = kept_from(first, last, a.reach[rated], a.last[rated])
        rows = int((np.arange(first, last + 1) - self.kept_from[:-1]).max(initial=1))
        self.window = Window(state, first, int(self.kept_from[0]), rows)
        self.cards = cards_of(state)
        self.cards["on_list"] = 0
        self._card_columns = {name: np.asarray(self.cards[name]) for name in PER_PLAYER}
        self.touched = np.zeros(0, np.int32)  # players with a rated game on the newest list
        self.pools = Pools(state)
        self.newest = first - 1
        self.material = Material.of(self.inputs, self.placed, self.versions, self.calendar, first)
        if watch.verdicts is not None:
            self.material.marks = _marks(watch.verdicts)
            refused = a.reason != RATED
            watch.verdicts.tournament[refused] = a.reason[refused]

    def one_list(self, number: int, order: Column) -> None:
        """A list: its games judged, gathered and rated, then the ratings carried in."""
        newest = self.advance(number)
        at = at_list(number, self.window.base, self.rules, self.calendar)
        if number % len(self.calendar.days) == 0:
            self.pools.tidy(self.cards, self._oldest_window(number))
        if len(order):
            self._rate(at, order, newest)
        carried = self.material.carried
        begin, end = np.searchsorted(carried.list_number, [number, number + 1])
        if begin < end:
            was = newest[RATING].astype(np.int64)
            compiled(carry_all)(self.versions, at, carried, int(begin), int(end), self.window.buffer, self.cards)
            if self.causes is not None:
                self.causes.book(CARRIED, 100 * (newest[RATING] - was))
            self.window.note(carried.player[begin:end])

    def advance(self, number: int) -> Column:
        """Begin a list: everybody stands as on the one before, with no games on it."""
        newest = self.window.advance(number, int(self.kept_from[number - self.first]))
        self.cards["on_list"][self.touched] = 0
        self.touched = self.touched[:0]
        self.newest = number
        return newest

    def _oldest_window(self, number: int) -> int:
        """The day before which no version looks any more."""
        months = max(version.parameters.first.months for version in self.rules.versions)
        return months_before(self.calendar.date(number), months).toordinal()

    def judge(self, at: At, order: Column) -> int:
        """Judge the games of a list's tournaments; how many sides are rated."""
        m = self.material
        self.pools.make_room(m.make_room(order))
        written = compiled(judge)(
            m.versions, at, order, m.events, m.boards, m.entrants, m.people, self.window.buffer, m.judged, m.marks
        )
        here = slice(*np.searchsorted(m.carried.list_number, [at.number, at.number + 1]))
        ended = m.carried.player[here][m.carried.rating_x100[here] == RATING_ENDED]
        if len(ended):
            mask = np.zeros(len(m.people), np.bool_)
            mask[ended] = True
            written = compiled(leave_out_ended)(m.judged, written, mask, m.marks)
        return int(written)

    def _rate(self, at: At, order: Column, newest: Column) -> None:
        m, history, written = self.material, self.window.buffer, self.judge(at, order)
        players = compiled(gather)(m.judged, written, m.sides, m.place, m.touched)
        self.touched = m.touched[:players]
        compiled(rate_everybody)(
            m.versions, at, m.events, m.people, m.sides, self.touched, m.place, history, newest, self.cards,
            self.pools.pool, self.pools.size,
        )  # fmt: skip
        self.window.note(self.touched)
        m.place[self.touched] = 0
        if len(m.marks.first):
            compiled(mark_zero_events)(m.sides, written, m.marks)
        if self.causes is not None:
            compiled(split_list)(
                m.versions, at, m.events, m.people, m.sides, written, history, newest, self.causes.table
            )

    def state(self) -> State:
        """The state after the newest list, as views of the room it works in."""
        row = self.window.buffer[self.newest - self.window.base]
        oldest = max(int(self.kept_from[self.newest - self.first + 1]), self.window.base)
        columns = {**dict(zip(PUBLISHED, row, strict=True)), **self._card_columns}
        return Standing(columns, self.pools.columns, lambda: self.window.past(oldest))
