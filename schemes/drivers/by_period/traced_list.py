"""One list once more for one player: the player's tournaments judged again, and the player rated step by step."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from schemes.drivers.by_period.carried import carry_in, take_back
from schemes.drivers.by_period.judging import judge
from schemes.drivers.by_period.placing import by_list
from schemes.drivers.by_period.rating import deduct, lift, rate_player
from schemes.drivers.by_period.replay import Replay
from schemes.drivers.by_period.tables import Span
from schemes.kernels.articles import Step, traced_steps
from schemes.kernels.columns import Records
from schemes.kernels.scheme import Question, Verdicts, Watch
from schemes.rating.explanation import Explanation

if TYPE_CHECKING:
    from schemes.drivers.by_period.scheme import PeriodScheme


class TracedList(Explanation):
    """One list once more for one player: `sides` are the player's rated games, `of_rating` the steps of rating them."""

    scheme: "PeriodScheme"

    def __init__(self, scheme: "PeriodScheme", question: Question) -> None:
        super().__init__(scheme, question)
        self.calendar = scheme.calendar(self.given.rules)
        self.words["title"] = scheme.titles_that_count
        given = self.given
        self.verdicts = Verdicts.empty(given.inputs)
        state = scheme.resized(question.before, len(given.inputs.players))
        self.replay = Replay(scheme, given, state, [question.stop], Watch(self.verdicts))
        self.replay.advance(question.stop.number)
        self.own: Any = self.replay.players[self.player]
        self.before = self.own.copy()
        self.context = self.replay.context
        order, _ = by_list(
            given.assignment, given.inputs.tournaments, self.context.number, self.context.number
        )
        self.tournaments = [number for number in order.tolist() if self.games_in(number)]
        self.sides, self.of_rating = self._rated_sides()
        self.of_absence = self._deducted()
        self.of_titles = self._lifted()
        self.carried_in = list(self._carried_in())

    def has_met_rated(self, game: int) -> bool:
        """Whether the opponent of a game has a rating on the list before."""
        row = self.context.number - 1 - self.context.base
        return bool(self.replay.window.buffer[row, self.opponent(game)].rating > 0)

    def _rated_sides(self) -> tuple[Records, list[Step]]:
        order = np.array(self.tournaments, np.int32)
        traced = self.scheme.articles.traced
        work = self.replay.make_room(order)
        written = traced(judge)(self.plain, self.context, order, self.replay.played, work)
        sides = work.judged[:written]
        sides = sides[sides.player == self.player]
        who = Span(self.player, 0, len(sides))
        with traced_steps() as steps:
            if len(sides):
                own = work._replace(sides=sides)
                traced(rate_player)(self.plain, self.context, self.replay.played, own, who)
        self.replay.mark_left_out(sides)
        return sides, steps

    def _deducted(self) -> list[Step]:
        """The steps of what a year of absence costs on this list."""
        a_year_ago = self.replay.a_year_ago
        p = self.plain[self.context.version]
        excused = bool(self.replay.excused()[self.player])
        with traced_steps() as steps:
            if a_year_ago >= 0:
                self.scheme.articles.traced(deduct)(p, self.own, a_year_ago, excused)
        return steps

    def _lifted(self) -> list[Step]:
        """The steps of what titles of the period make of the rating."""
        awards = self.replay.awards_here()
        p = self.plain[self.context.version]
        with traced_steps() as steps:
            for award in awards[awards.player == self.player]:
                self.scheme.articles.traced(lift)(
                    p, self.context, award, self.replay.played, self.own
                )
        return steps

    def _carried_in(self) -> Iterator[tuple[Any, int, list[Step]]]:
        """Each rating of the player that was carried in or ended, what it led to, and the steps."""
        rows = self.replay.carried_here
        traced = self.scheme.articles.traced
        p = self.plain[self.context.version]
        rows = rows[rows.player == self.player]
        if len(rows):
            traced(take_back)(self.before, self.own)
        for row in rows:
            with traced_steps() as steps:
                traced(carry_in)(p, self.context, row, self.own)
            yield row, int(self.own.rating), steps
        if len(rows):
            self.own.peak = max(self.own.peak, self.own.rating)
