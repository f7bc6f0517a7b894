"""Explaining a rating: the steps of a traced list in words."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from schemes.drivers.by_period import list_rows
from schemes.drivers.by_period.articles import (
    bonus_in_event,
    change_in_event,
    event_counts,
    games_carried,
    k_within_limit,
    ratings_from,
    rounded_change,
)
from schemes.drivers.by_period.traced_list import TracedList
from schemes.kernels.amounts import Amount
from schemes.kernels.articles import Step, shown
from schemes.kernels.inputs import RATING_ENDED
from schemes.kernels.scheme import Node
from schemes.rating.articles import (
    absence_deduction,
    gain,
    is_active,
    k_of_player,
    kept_rating,
    rating_in_game,
)
from schemes.rating.explanation import DAY, begins
from schemes.rating.reasons import OPPONENT_UNRATED, RATED
from wording import joined, say


class PeriodExplanation(TracedList):
    """A traced list in words."""

    def node(self) -> Node:
        """The whole explanation."""
        begun = [step for step in self.of_rating if begins(step) and step.answer > 0]
        rated = self._rated() if self.before.rating > 0 or begun else self._unrated()
        nodes = [
            self._before(),
            *map(self.step, begun),
            *self._left_out(),
            *rated,
            *(self.step(step) for step in self.of_absence if step.is_of(absence_deduction)),
            *(self.step(step) for step in self.of_titles if not step.changes_nothing),
            *map(self._carried, self.carried_in),
            *self._on_the_list(),
        ]
        root = self.root(self._rating(self.own.rating), nodes)
        return Node(root.text, self.captions.the_list, root.value, root.below)

    def matters(self, step: Step) -> bool:
        """Every step: the cases that do not hold say why K is not another one."""
        return True

    def _rating(self, rating: Any) -> str:
        if rating > 0:
            return self.points(rating)
        return say("unrated")

    def _before(self) -> Node:
        text = say("on the list of {date}", date=DAY(self.context.previous_day))
        before = self.before
        if before.rating > 0:
            so_far = {"list": text, "games": before.games, "peak": before.peak}
            text = say("{list} ({games} games so far, highest published {peak})", **so_far)
        return Node(text, self.captions.the_list, self._rating(before.rating))

    def _left_out(self) -> Iterator[Node]:
        """Tournaments with a game of the player that papers alone keep off the list that closed after their end."""
        papers = self.scheme.papers(self.given.inputs.tournaments, self.given.rules)
        for number in np.flatnonzero(
            (papers.reason != RATED) & (papers.closing_list == self.context.number)
        ).tolist():
            if self.games_in(number):
                why = self.reason(int(papers.reason[number]))
                text = joined(": ", (self.q.tournament_name(number), say(why.text)))
                yield Node(text, why.article, say("not rated"))

    # A rated player

    def _rated(self) -> Iterator[Node]:
        """The events, their sum, and what the list makes of it."""
        steps = self.of_rating
        before = int(self.before.rating)
        if before == 0:
            before = sum(int(step.answer) for step in steps if begins(step))
            steps = [step for step in steps if not begins(step)]
        ends = [0, *(at + 1 for at, step in enumerate(steps) if step.is_of(change_in_event))]
        events = dict.fromkeys(self.sides.event.tolist())
        parts = {event: steps[ends[at] : ends[at + 1]] for at, event in enumerate(events)}
        for number in self.tournaments:
            yield self._event_of_rated(number, parts.get(number, []))
        rounded = [step for step in steps if step.is_of(rounded_change)]
        if not rounded:
            yield Node(
                say("no rated game on this list"),
                self.captions.the_list,
                Amount("+0", 0, unit="points"),
            )
            return
        yield self.step(rounded[-1])
        change = int(rounded[-1].answer)
        text = f"{before} {shown(change, 'change') if change else '+0'} = {before + change}"
        kept = [step for step in steps if step.is_of(kept_rating)]
        if kept and kept[-1].answer != before + change:
            text = joined(". ", (text, self.sentence(kept[-1])))
            yield Node(text, kept[-1].article, self._rating(kept[-1].answer))
        else:
            yield Node(text, self.captions.the_list, self._rating(before + change))

    def _event_of_rated(self, number: int, steps: list[Step]) -> Node:
        sides = self.sides[self.sides.event == number]
        gains = [step for step in steps if step.is_of(gain)]
        own = [[step] for step in steps if step.is_of(rating_in_game)] or [[] for _ in gains]
        every = zip(sides, gains, own, strict=True)
        by_game = {
            int(side.game) // 2: self._gain(side, step, begun) for side, step, begun in every
        }
        nodes = [by_game.get(game) or self._not_rated(number, game) for game in self._games(number)]
        if not steps:
            return Node(self._event(number), "", say("no rated game"), tuple(nodes))
        at_start = self.replay.window.buffer[self._at_start(number), self.player].rating
        if at_start == 0 and self.before.rating > 0:
            text = say("unrated at the start: rating and K of the list before")
            nodes.append(Node(text, self.captions.unrated_at_start))
        ks = [step for step in steps if step.is_of(k_of_player) or step.is_of(k_within_limit)]
        if ks:
            nodes.append(Node(say("K"), ks[-1].article, ks[-1].shown, self.steps(ks)))
        change = steps[-1]
        bonus = [step for step in steps if step.is_of(bonus_in_event)]
        if bonus:
            total = shown(change.answer + sum(int(step.answer) for step in bonus), "gain")
        else:
            total = change.shown
        return Node(
            self._event(number),
            change.article,
            total,
            (*nodes, self.step(change), *self.steps(bonus)),
        )

    def _gain(self, side: Any, step: Step, own: list[Step]) -> Node:
        """A rated game of a rated player: what its gain rests on and the score, or the gain's own sentence."""
        score = Node(say("score"), step.article, shown(side.score, "halves"))
        below = (*self.steps(step.below), score) if step.below else (self.step(step),)
        below = (*self.steps(own), *below)
        return Node(
            self._game(int(side.event), int(side.game) // 2), step.article, step.shown, below
        )

    # An unrated player

    def _unrated(self) -> Iterator[Node]:
        """The events, the pool, and the first rating."""
        steps = self.of_rating
        events = dict.fromkeys(self.sides.event.tolist())
        counted = dict(
            zip(events, (step for step in steps if step.is_of(event_counts)), strict=True)
        )
        for number in self.tournaments:
            yield self._event_of_unrated(number, counted.get(number))
        if any(step.answer for step in counted.values()):
            yield self._pool()
        yield from self.first_rating_by_results(steps)
        if not len(self.sides):
            yield Node(
                say("no game against a rated opponent on this list"),
                self.captions.pool,
                say("unrated"),
            )

    def _event_of_unrated(self, number: int, counts: Step | None) -> Node:
        sides = self.sides[self.sides.event == number]
        scores = {int(side.game) // 2: shown(side.score, "halves") for side in sides}
        nodes = tuple(
            Node(self._game(number, game), self.captions.pooled_game, scores[game])
            if game in scores
            else self._not_rated(number, game)
            for game in self._games(number)
        )
        if counts is None:
            return Node(self._event(number), "", say("no rated game"), nodes)
        if not counts.answer:
            text = joined(". ", (self._event(number), self.sentence(counts)))
            return Node(text, counts.article, say("left out"), nodes)
        score = shown(sides.score.astype(np.int64).sum(), "halves")
        of = say("{score} of {games}", score=score, games=len(sides))
        return Node(self._event(number), self.captions.pool, of, nodes)

    def _pool(self) -> Node:
        """What is pooled, event by event, newest first."""
        pools = self.replay.pools
        nodes = []
        totals = np.zeros(3, np.int64)
        at = int(pools.size[0]) - 1
        while at >= 0:
            entry = pools.entries[at]
            inside = entry.day > self.context.window_from
            totals += [entry.games, entry.opponents, entry.score] if inside else [0, 0, 0]
            name = self.q.tournament_name(int(entry.event))
            counts = {"tournament": name, "games": entry.games, "opponents": entry.opponents}
            text = say("{tournament}: {games} games, opponents {opponents}", **counts)
            if not inside:
                text = joined("", (text, say(", no longer pooled")))
            nodes.append(Node(text, self.captions.pool, shown(entry.score, "halves")))
            at = int(entry.previous)
        games, opponents, score = totals.tolist()
        counts = {"date": DAY(self.context.window_from), "games": games, "opponents": opponents}
        text = say("pooled since {date}: {games} games, opponents' ratings {opponents}", **counts)
        of = say("{score} of {games}", score=shown(score, "halves"), games=games)
        return Node(text, self.captions.pool, of, tuple(nodes))

    # Tournaments and games

    def _event(self, number: int) -> str:
        event = self.replay.played.events[number]
        ratings = self.calendar.date(self._ratings_row(number) + self.context.base)
        when = {"start": DAY(int(event.start)), "end": DAY(int(event.end)), "ratings": ratings}
        values = {"tournament": self.tournament(number, int(event.version)), **when}
        return say("{tournament}, {start} to {end}, ratings of the list of {ratings}", **values)

    def _games(self, number: int) -> list[int]:
        """The player's games in a tournament that this list is about."""
        on_list = self.verdicts.list_number
        return [game for game in self.games_in(number) if on_list[game] == self.context.number]

    def _at_start(self, number: int) -> int:
        """The row of the history with the list at a tournament's start."""
        return int(self.replay.played.events[number].in_force) - self.context.base

    def _ratings_row(self, number: int) -> int:
        """The row of the history with the ratings that games of a tournament are rated with."""
        event = self.replay.played.events[number]
        ratings = self.scheme.articles.traced(ratings_from)
        number = ratings(self.plain[event.version], int(event.in_force), self.context.number - 1)
        return number - self.context.base

    def _game(self, number: int, game: int) -> str:
        """A game, with the opponent's rating."""
        games = self.given.inputs.games
        opponent = self.opponent(game)
        rating = self.replay.window.buffer[self._ratings_row(number), opponent].rating
        if rating == 0:  # from elsewhere, if the game is rated
            rating = self.sides.opponent[self.sides.game // 2 == game].max(initial=0)
        return joined(
            "", (self.game(game, int(games.result[game])), " (", self._rating(rating), ")")
        )

    def _not_rated(self, number: int, game: int) -> Node:
        verdicts = self.verdicts
        why = self.reason(self.verdict(game, verdicts.first, verdicts.second))
        if (
            why.code == OPPONENT_UNRATED
            and self.captions.unrated_at_start
            and self.has_met_rated(game)
        ):
            text = say("unrated at the start: for the opponents still unrated")
            text = joined(": ", (self._game(number, game), text))
            return Node(text, self.captions.unrated_at_start, say("not rated"))
        return Node(
            joined(": ", (self._game(number, game), say(why.text))), why.article, say("not rated")
        )

    # Beside the games

    def _carried(self, carried: tuple[Any, int, list[Step]]) -> Node:
        """A rating carried in with its count of games, or one that ended."""
        row, rating, steps = carried
        if row.rating_x100 == RATING_ENDED:
            return self.ended_on_list(self.captions.the_list, say("unrated"))
        games = tuple(self.step(step) for step in steps if step.is_of(games_carried) and rating > 0)
        text = say("rating {rating} carried in", rating=shown(row.rating_x100, "points"))
        return Node(text, self.captions.the_list, self._rating(rating), games)

    def _on_the_list(self) -> Iterator[Node]:
        """What the list shows of the player beside the rating."""
        rows = list_rows.listed(self.scheme, self.given, self.replay.state(), self.q.stop)
        death = self.death(self.captions.deceased)
        if death:
            yield Node(death.text, death.article, say("not listed"))
        for at in np.flatnonzero(rows.player == self.player):
            why = self.reason(int(rows.reason[at]))
            if why.code != RATED:
                yield Node(say(why.text), why.article, say("not listed"))
            if rows.rating[at] > 0:
                text = say("K for a tournament that starts on the list date")
                yield Node(text, self.captions.row, shown(rows.k[at]))
                active = say("active") if rows.active[at] else say("inactive")
                yield Node(self._activity(), self.article_of(is_active), active)

    def _activity(self) -> str:
        """The last rated game, and the office's last declaration up to the list date."""
        last = int(self.own.last_game)
        facts = self.given.inputs.facts
        says = say("no rated game so far")
        if self.own.games > 0:
            says = say(
                "no game rated here so far; {games} games carried in",
                games=self.own.games,
            )
        if last:
            says = say("last rated game on the list of {date}", date=self.calendar.date(last))
        mine = np.flatnonzero(
            (facts.declared_player == self.player) & (facts.declared_day <= self.context.day)
        )
        if not len(mine):
            return says
        resumed = facts.declared_active[mine[-1]]
        day = DAY(int(facts.declared_day[mine[-1]]))
        if resumed:
            return say("{says}; activity declared resumed on {date}", says=says, date=day)
        return say("{says}; declared inactive on {date}", says=says, date=day)
