"""One player on one list once more: the list judged as in a replay, the player rated step by step."""

from typing import Any

import numpy as np

from schemes.calendar import Calendar
from schemes.fide_standard.assign import Placed, by_list
from schemes.fide_standard.carried import Carried, carry_all
from schemes.fide_standard.judging import gather, mark_zero_events
from schemes.fide_standard.parameters import cells
from schemes.fide_standard.period import rate_player
from schemes.fide_standard.reasons import RATED
from schemes.fide_standard.replay import Replay, at_list
from schemes.fide_standard.wording import Branch, tree
from schemes.inputs import Column
from schemes.parameters import unpacked
from schemes.rule import Step, compiled, trace, traced
from schemes.scheme import Question, State, Verdicts, Watch


class Retrace:
    """What the rules did to a player on a list; `steps` are those of rating, `carried` those of ratings carried in."""

    def __init__(self, question: Question, placed: Placed, records: Any, calendar: Calendar) -> None:
        self.q, self.placed, self.calendar = question, placed, calendar
        rules, self.inputs, self.number = question.given.rules, question.given.inputs, question.stop.number
        self.plain = unpacked([cells(v.parameters, rules.readings) for v in rules.versions])
        self.verdicts = Verdicts.empty(self.inputs)
        self.replay = Replay(self.inputs, rules, placed, records, calendar)
        self.replay.begin(question.before, self.number, self.number, Watch(self.verdicts))
        self.newest = self.replay.advance(self.number)
        self.at = at_list(self.number, self.replay.window.base, rules, calendar)
        self.before = self.replay.window.buffer[self.number - 1 - self.at.base, :, question.player].copy()
        self.card = self.replay.cards[question.player]
        self.tournaments = self._tournaments()
        self.begin = self.end = 0
        self.steps = tree(self._rated())
        self.carried = tree(self._carried_in())

    @property
    def sides(self) -> Any:
        """The player's rated sides of games, in order."""
        return self.replay.material.sides[self.begin : self.end]

    def _tournaments(self) -> Column:
        """The tournaments of the list in which the player has a game, in order."""
        order, _ = by_list(self.placed.assignment, self.inputs.tournaments, self.number, self.number)
        return np.array([number for number in order if self.games_of(int(number))], np.int32)

    def left_out(self) -> list[int]:
        """Tournaments with a game of the player that papers alone keep off the list that closed after their end."""
        a = self.placed.assignment
        here = np.flatnonzero((a.reason != RATED) & (self.placed.closing_list == self.number))
        return [int(number) for number in here if self.games_of(int(number))]

    def games_of(self, tournament: int) -> list[int]:
        """The player's games in a tournament."""
        boards, player = self.replay.material.boards, self.q.player
        here = slice(int(boards.offset[tournament]), int(boards.offset[tournament + 1]))
        mine = (boards.first[here] == player) | (boards.second[here] == player)
        return [here.start + int(game) for game in np.flatnonzero(mine)]

    def _rated(self) -> list[Step]:
        m, window, pools = self.replay.material, self.replay.window, self.replay.pools
        written = self.replay.judge(self.at, self.tournaments)
        compiled(gather)(m.judged, written, m.sides, m.place, m.touched)
        mine = np.flatnonzero(m.sides["player"][:written] == self.q.player)
        with trace() as steps:
            if len(mine):
                self.begin, self.end = int(mine[0]), int(mine[-1]) + 1
                traced(rate_player)(
                    self.plain, self.at, m.events, m.sides, self.begin, self.end, self.q.player,
                    int(m.people[self.q.player].born), window.buffer, self.newest, self.card, pools.pool, pools.size,
                )  # fmt: skip
        compiled(mark_zero_events)(m.sides, written, m.marks)
        return steps

    def _carried_in(self) -> list[Step]:
        carried = self.replay.material.carried
        mine = (carried.list_number == self.number) & (carried.player == self.q.player)
        rows = Carried(*(column[mine] for column in carried))
        with trace() as steps:
            traced(carry_all)(
                self.plain, self.at, rows, 0, int(mine.sum()), self.replay.window.buffer, self.replay.cards
            )  # fmt: skip
        return steps

    def all(self, rule: str) -> list[Branch]:
        """The outermost steps of a rule."""
        return [branch for branch in self.steps if branch.step.rule == rule]

    def after(self) -> State:
        """The state after the list, as far as the player is concerned."""
        return self.replay.state()
