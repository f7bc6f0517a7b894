"""The replay: list after list over a state, in compiled loops."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from schemes.drivers.by_period.carried import carried_of, carry_all
from schemes.drivers.by_period.placing import by_list
from schemes.drivers.by_period.rating import deduct_all, lift_all, rate_list
from schemes.drivers.by_period.shares import PeriodShares
from schemes.drivers.by_period.state import (
    LazyState,
    Window,
    check_memory,
    kept_from,
)
from schemes.drivers.by_period.tables import (
    ON_DAY,
    SIDE,
    ListContext,
    Workspace,
    events_of,
    played_of,
    table,
)
from schemes.kernels.calendar import months_before
from schemes.kernels.causes import CARRIED, ENDED, Causes, Effects
from schemes.kernels.columns import Records, as_records, year_before
from schemes.kernels.inputs import RATING_ENDED, Column, Inputs
from schemes.kernels.rules import Rules
from schemes.kernels.scheme import UNWATCHED, Given, State, Stop, Verdicts, Watch
from schemes.rating.elsewhere import elsewhere_of
from schemes.rating.held_titles import awards_of, held_titles_of
from schemes.rating.listing import excused_from
from schemes.rating.players import begins, players_of
from schemes.rating.pools import Pools
from schemes.rating.reasons import LEFT_OUT, RATED

if TYPE_CHECKING:
    from schemes.drivers.by_period.scheme import PeriodScheme


def list_context(scheme: "PeriodScheme", rules: Rules, number: int, base: int) -> ListContext:
    """A list and what articles ask about it."""
    calendar = scheme.calendar(rules)
    day = calendar.date(number)
    version = max(rules.index(day), 0)
    window_from = months_before(
        day, scheme.pool_months(rules.versions[version].parameters)
    ).toordinal()
    previous_day = calendar.date(number - 1).toordinal()
    return ListContext(number, day.toordinal(), day.year, previous_day, window_from, version, base)


class Replay:
    """A state on its way from list to list."""

    def __init__(
        self,
        scheme: "PeriodScheme",
        given: Given,
        state: State,
        stops: Sequence[Stop],
        watch: Watch,
    ) -> None:
        """Take up a state before the first stop; it is not written over."""
        self.scheme = scheme
        self.given = given
        self.watch = watch
        self.calendar = scheme.calendar(given.rules)
        self.rules = scheme.at_work(given.rules, given.inputs)
        self.versions = self.rules.versions
        self.first = stops[0].number
        self.last = stops[-1].number
        a = given.assignment
        papers = scheme.papers(given.inputs.tournaments, given.rules)
        rated = a.reason == RATED
        here = rated & (a.first <= self.last) & (a.last >= self.first)
        check_memory(state, int(a.reach[here].min(initial=self.first)))
        self.kept_from = kept_from(self.first, self.last, a.reach[rated], a.last[rated])
        rows = int((np.arange(self.first, self.last + 1) - self.kept_from[:-1]).max(initial=1))
        self.window = Window(state, self.first, int(self.kept_from[0]), rows)
        self.players = players_of(scheme, state, given.inputs.players)
        self.pools = Pools.of(state)
        self.players.on_list = 0
        self.touched = np.zeros(0, np.int32)  # players with a rated game on the newest list
        titles = held_titles_of(
            given.inputs.facts, len(given.inputs.players), scheme.titles_that_count
        )
        self.awards = awards_of(given.inputs.facts, scheme.titles_that_count)
        events = events_of(given.inputs, a, papers.in_force, papers.long)
        self.played = played_of(given, scheme.results(given), events, titles, self.players)
        self.carried = carried_of(given.inputs.facts, self.calendar, self.first)
        self.work = self._workspace(len(state["rating"]))
        if watch.verdicts is not None:
            watch.verdicts.tournament[~rated] = a.reason[~rated]

    def _workspace(self, players: int) -> Workspace:
        marks = self.watch.verdicts or Verdicts.empty(Inputs())
        no_sides = as_records(np.empty(0, SIDE))
        return Workspace(
            history=self.window.buffer,
            elsewhere=elsewhere_of(self.given.inputs.facts, players, self.calendar),
            judged=no_sides,
            sides=no_sides,
            ends=np.zeros(players, np.int8),
            scored=np.zeros(players, np.int32),
            on_day=table(ON_DAY, players),
            marks=marks,
            pool=self.pools.entries,
            pool_size=self.pools.size,
            causes=Causes.table_of(self.watch.causes),
            effects=Effects.table_of(self.watch.effects),
            place=np.zeros(players, np.int32),
            touched=np.zeros(players, np.int32),
        )

    def run(self) -> Iterator[State]:
        """The state after each list."""
        order, offsets = by_list(
            self.given.assignment, self.given.inputs.tournaments, self.first, self.last
        )
        for number in range(self.first, self.last + 1):
            self.advance(number)
            here = slice(offsets[number - self.first], offsets[number - self.first + 1])
            if number % len(self.calendar.days) == 0:
                self.pools.tidy(self.players, self._oldest_window(number))
            self._rate(self.context, order[here])
            rated = self.players.rating.copy()
            self._deduct_absence()
            self._lift()
            self.window.note(np.flatnonzero(self.players.rating != rated))
            self._carry_in(self.context)
            if self.watch.at_hand is not None:
                self.watch.at_hand.shares = PeriodShares(self, self.rated_sides)
            yield self.state()

    def advance(self, number: int) -> None:
        """Begin a list: everybody stands as on the one before, with no games on it."""
        keep_from = int(self.kept_from[number - self.first])
        self.window.advance(number, keep_from, self.players)
        self.players.on_list[self.touched] = 0
        self.touched = self.touched[:0]
        self.context = list_context(self.scheme, self.given.rules, number, self.window.base)
        self.carried_here = self.carried[
            slice(*np.searchsorted(self.carried.number, [number, number + 1]))
        ]

    def _oldest_window(self, number: int) -> int:
        """The day before which no version looks any more."""
        months = max(
            self.scheme.pool_months(version.parameters) for version in self.given.rules.versions
        )
        return months_before(self.calendar.date(number), months).toordinal()

    def make_room(self, order: Column) -> Workspace:
        """The workspace, with room for all sides of the games of some tournaments."""
        offset = self.played.offset
        most = int(2 * (offset[order.astype(np.int64) + 1] - offset[order]).sum())
        self.pools.make_room(most)
        work = self.work._replace(pool=self.pools.entries)
        if most > len(work.judged):
            judged, sides = (as_records(np.empty(most + most // 4, SIDE)) for _ in range(2))
            work = work._replace(judged=judged, sides=sides)
        work.scored[:] = 0
        work.on_day.event[:] = 0
        work.ends[:] = 0
        work.ends[self.carried_here.player[self.carried_here.rating_x100 == RATING_ENDED]] = 1
        self.work = work
        return work

    def _rate(self, context: ListContext, order: Column) -> None:
        self.rated_sides = self.work.sides[:0]
        if not len(order):
            return
        work = self.make_room(order)
        written, players = self.rules.loop(rate_list)(
            self.versions, context, order, self.played, work
        )
        self.touched = work.touched[:players].copy()
        self.window.note(self.touched)
        self.rated_sides = work.sides[:written]
        self.mark_left_out(self.rated_sides)

    def mark_left_out(self, sides: Records) -> None:
        """Write down which sides were left out of a pool."""
        if self.watch.verdicts is not None:
            left_out = sides.game[sides.counts == 0]
            self.watch.verdicts.first[left_out[left_out % 2 == 0] // 2] = LEFT_OUT
            self.watch.verdicts.second[left_out[left_out % 2 == 1] // 2] = LEFT_OUT

    @property
    def a_year_ago(self) -> int:
        """Of the first list of a year, where absence costs something: the number of the list a year before; else −1."""
        if not self.scheme.absence_costs(
            self.given.rules.versions[self.context.version].parameters
        ):
            return -1
        return year_before(self.calendar, self.given.assignment, self.context.number)

    def excused(self) -> Column:
        """Who is excused from the year before the list."""
        return excused_from(self.given, self.context.year - 1)

    def _deduct_absence(self) -> None:
        if self.a_year_ago < 0:
            return
        p = self.versions[self.context.version]
        causes = self.work.causes
        self.rules.loop(deduct_all)(p, self.a_year_ago, self.excused(), self.players, causes)

    def awards_here(self) -> Records:
        """The titles awarded from the list before to the eve of this one."""
        days = self.awards.day
        here = (days >= self.context.previous_day) & (days < self.context.day)
        return self.awards[here & (self.awards.held != 0)]

    def _lift(self) -> None:
        awards = self.awards_here()
        if not len(awards):
            return
        p = self.versions[self.context.version]
        causes = self.work.causes
        self.rules.loop(lift_all)(p, self.context, awards, self.played, causes)

    def _carry_in(self, context: ListContext) -> None:
        if not len(self.carried_here):
            return
        before = self.players.rating.astype(np.int64)
        self.rules.loop(carry_all)(
            self.versions, context, self.carried_here, self.players, self.window.buffer
        )
        if self.watch.causes is not None:
            change = 100 * (self.players.rating - before)
            ended = np.zeros(len(before), np.bool_)
            ended[self.carried_here.player] = (
                self.carried_here.rating_x100 == RATING_ENDED
            )  # the last row holds
            self.watch.causes.book(ENDED, np.where(ended, change, 0))
            self.watch.causes.book(CARRIED, np.where(ended, 0, change))
        self.window.note(self.carried_here.player)

    def state(self) -> State:
        """The state after the newest list; its columns are views of what the replay writes on."""
        number = self.context.number
        oldest = max(int(self.kept_from[number - self.first + 1]), self.window.base)
        columns = {name: np.asarray(self.players[name]) for name in begins(self.scheme)}
        return LazyState(columns, lambda: self.pools.columns() | self.window.past(oldest))


def replayed(
    scheme: "PeriodScheme",
    given: Given,
    state: State,
    stops: Sequence[Stop],
    watch: Watch = UNWATCHED,
) -> Iterator[State]:
    """Replay the lists of some stops."""
    if stops:
        return Replay(scheme, given, state, stops, watch).run()
    return iter(())
