"""Explaining a rating: the moments of a player in words."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from schemes.drivers.by_game.articles import (
    bonus_by_rating,
    bonus_of_rank,
    is_absent,
    k_in_round,
    shared_bonus,
)
from schemes.drivers.by_game.events import ABSENCE, AWARDED, BONUSES, CARRIED, GAMES
from schemes.drivers.by_game.moments import Moment, Moments
from schemes.kernels.amounts import Amount
from schemes.kernels.articles import Step, shown, traced_steps
from schemes.kernels.inputs import RATING_ENDED
from schemes.kernels.scheme import Node
from schemes.rating.articles import (
    absence_deduction,
    first_rating,
    is_counted,
    k_of_player,
    kept_rating,
    rating_by_results,
)
from schemes.rating.explanation import DAY
from schemes.rating.reasons import FORFEIT, RATED
from wording import say


class GameExplanation(Moments):
    """One player on one day."""

    def node(self) -> Node:
        """The whole explanation."""
        death = self.death(self._deceased)
        rated = self.after.since > 0 and not death
        rating = ""
        if self.before.since > 0:
            rating = self.points(self.before.rating)
        nodes = [
            self.rating_before(rating, self.through, self._basis if rating else ""),
            *self._happened(),
        ]
        if len(nodes) == 1:
            nodes.append(self.untouched())
        if rated:
            nodes += [self._own_k(), *self.further(self.after)]
        elif death:
            nodes.append(death)
        else:
            nodes += self._nothing_yet()
        return self.root(self.points(self.after.rating) if rated else say("unrated"), nodes)

    def _nothing_yet(self) -> Iterator[Node]:
        """Why a player without a rating has none."""
        start = self.article_of(first_rating)
        yield Node(say("no game over the board and no carried-in rating yet"), start)

    @property
    def _basis(self) -> str:
        return self.reason(RATED).article

    @property
    def _deceased(self) -> str:
        return self._silent

    @property
    def _silent(self) -> str:
        return self.reason(FORFEIT).article

    def _happened(self) -> Iterator[Node]:
        """Games of one tournament that follow each other stand together; everything else stands alone."""
        for tournament, group in groupby(self.moments, _tournament_of):
            moments = list(group)
            if tournament < 0:
                for moment in moments:
                    yield from self._event(moment)
                continue
            yield self._tournament(tournament, moments)

    def _tournament(self, number: int, moments: list[Moment]) -> Node:
        """Games of a tournament."""
        text = self.tournament(number, int(self.events.tournaments[number].version))
        change = self._change(sum(self._gained(moment) for moment in moments))
        return Node(text, self._basis, change, tuple(self._game(moment) for moment in moments))

    def _gained(self, moment: Moment) -> int:
        """What a game changed; a first rating is no change."""
        if any(step.is_of(rating_by_results) for step in moment.steps):
            return 0
        entered = int(moment.before.since == 0 and moment.after.since > 0)
        if entered:
            first = next((int(step.answer) for step in moment.steps), 0)
        else:
            first = int(moment.before.rating)
        if moment.after.since > 0:
            return int(moment.after.rating) - first
        return 0

    def _change(self, units: int) -> str:
        if units == 0:
            return shown(0)
        sign = "+" if units > 0 else "−"
        text = sign + self.scheme.shown(abs(units))
        return Amount(text, units, self.scheme.decimals, "points")

    def _game(self, moment: Moment) -> Node:
        row = moment.row
        text = self.game(int(row.row), int(row.result))
        opponent = self.q.player_name(self.opponent(int(row.row)))
        below = self._told_apart(self.steps(moment.steps), opponent)
        if moment.first_rating:
            below = (*below[:1], self.step(moment.first_rating, f" ({opponent})"), *below[1:])
        if not self._is_counted(row):
            return Node(say("{what}, changes no rating", what=text), self._silent, shown(0), below)
        if moment.after.gathered > moment.before.gathered or moment.after.since == 0:
            return Node(
                say("{what}, gathered for the first rating", what=text), self._silent, "", below
            )
        after = Node(say("rating after the game"), self._basis, self.points(moment.after.rating))
        return Node(text, self._basis, self._change(self._gained(moment)), (*below, after))

    def _told_apart(self, lines: tuple[Node, ...], opponent: str) -> tuple[Node, ...]:
        """Two lines that say the same are about the player and the opponent: each gets its name."""
        names = {
            line: [self.q.player_name(self.player), opponent]
            for line in lines
            if lines.count(line) == 2
        }
        nodes = []
        for line in lines:
            text = line.text
            if line in names:
                text = say("{text} ({about})", text=text, about=names[line].pop(0))
            nodes.append(Node(text, line.article, line.value, line.below))
        return tuple(nodes)

    def matters(self, step: Step) -> bool:
        """Whether a step is worth a line: not one that says no, or leaves K or a rating as it was."""
        may_leave = step.is_of(k_in_round) or step.is_of(kept_rating)
        return super().matters(step) and not (may_leave and step.changes_nothing)

    def _is_counted(self, game: Any) -> bool:
        p = self.plain[self.events.tournaments[game.tournament].version]
        return bool(self.scheme.articles.traced(is_counted)(p, int(game.result)))

    def _event(self, moment: Moment) -> Iterator[Node]:
        kind = moment.block.kind
        if kind == ABSENCE and moment.before.since > 0:
            yield from self._absence(moment)
        elif kind == CARRIED:
            yield self._carried(moment)
        elif kind == BONUSES:
            yield self._bonus(moment)
        elif kind == AWARDED:
            yield self._title(moment)

    def _absence(self, moment: Moment) -> Iterator[Node]:
        """What the past year cost, or why it cost nothing."""
        year = int(moment.block.year)
        day = DAY(int(moment.block.day))
        questions = [step for step in moment.steps if step.is_of(is_absent)]
        costs = [step for step in moment.steps if step.is_of(absence_deduction)]
        if costs:
            text = say(
                "{day}: absent in {year}: {why}", day=day, year=year, why=self.sentence(costs[0])
            )
            yield Node(text, costs[0].article, self._change(-int(costs[0].answer)))
        elif questions:
            why = self.scheme.why_nothing_was_deducted(self.q, year, questions[0])
            text = say("{day}: nothing deducted, {why}", day=day, why=why)
            yield Node(text, questions[0].article, shown(0))

    def _carried(self, moment: Moment) -> Node:
        row = moment.row
        carried = self.carried(
            int(row.day), int(row.rating_x100), self._silent, self.points(moment.after.rating)
        )
        if row.rating_x100 == RATING_ENDED:
            return carried
        if row.games >= 0:
            below = [Node(say("games so far"), self._silent, shown(row.games))]
        else:
            below = []
        peak = shown(row.peak_x100, "points")
        below += (
            [Node(say("highest rating so far"), self._silent, peak)] if row.peak_x100 >= 0 else []
        )
        text = carried.text
        if moment.before.since > 0:
            before = self.points(moment.before.rating)
            text = say("{what}, in place of {rating}", what=text, rating=before)
        return Node(text, carried.article, carried.value, tuple(below))

    def _bonus(self, moment: Moment) -> Node:
        row = moment.row
        where = {
            "day": DAY(int(row.day)),
            "rank": row.rank,
            "tournament": self.q.tournament_name(int(row.tournament)),
        }
        text = say("{day}: rank {rank} in {tournament}", **where)
        bonuses = [step for step in moment.steps if step.is_of(bonus_of_rank)]
        if not bonuses:
            return Node(
                say("{what}, no bonus without a rating", what=text),
                self.article_of(bonus_of_rank),
                shown(0),
            )
        shared = [step for step in moment.steps if step.is_of(shared_bonus)]
        below = tuple(
            self.step(step) for step in moment.steps if shared or not step.is_of(bonus_of_rank)
        )
        more = [step for step in moment.steps if step.is_of(bonus_by_rating)]
        value = self._change(sum(int(step.answer) for step in (*(shared or bonuses), *more)))
        text = say(
            "{what}, rating then {rating}", what=text, rating=self.points(moment.after.rating)
        )
        return Node(
            text, bonuses[0].article, value, (*below, *self.ranking_remarks(int(row.tournament)))
        )

    def _title(self, moment: Moment) -> Node:
        """Only what bears on the rating: a title before the first game, or one that lifts."""
        row = moment.row
        start = self.article_of(first_rating)
        title = self.scheme.titles_that_count[int(moment.row.level)]
        values = {"day": DAY(int(row.day)), "title": title}
        if row.held:
            text = say("{day}: {title} awarded", **values)
        else:
            text = say("{day}: {title} revoked", **values)
        gained = int(moment.after.rating) - int(moment.before.rating)
        if gained:
            lifted_to = say(
                "{what}, rating lifted to {rating}",
                what=text,
                rating=self.points(moment.after.rating),
            )
            return Node(lifted_to, start, self._change(gained))
        if moment.before.since == 0:
            return Node(say("{what}, counts for the first rating", what=text), start)
        return Node(say("{what}, changes no rating", what=text), start, shown(0))

    def _own_k(self) -> Node:
        day = DAY(self.q.stop.day)
        p = self.plain[max(self.given.rules.index(day), 0)]
        with traced_steps() as steps:
            self.scheme.articles.traced(k_of_player)(p, self.after, day.year)
        played = self.played(int(self.after.games))
        if not steps:
            return Node(played)
        return Node(
            say("{played}; K of the player", played=played), steps[0].article, steps[0].shown
        )


def _tournament_of(moment: Moment) -> int:
    """The tournament of a game, −1 for everything else."""
    if moment.block.kind == GAMES:
        return int(moment.row.tournament)
    return -1
