"""Explaining a rating: a player's tournaments in words."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from schemes.drivers.in_sequence.articles import expectation, next_rating, rating_of_value
from schemes.drivers.in_sequence.loops import ESTABLISHED, EVALUATES, UNRATED, Sheets
from schemes.kernels.articles import shown, traced_steps
from schemes.kernels.scheme import UNWATCHED, Node, Question
from schemes.rating.explanation import DAY, Explanation
from schemes.rating.reasons import RATED
from schemes.rating.results import score_of
from wording import joined, say

if TYPE_CHECKING:
    from schemes.drivers.in_sequence.scheme import SequenceScheme


class SequenceExplanation(Explanation):
    """One player on one day."""

    scheme: "SequenceScheme"

    def __init__(self, scheme: "SequenceScheme", question: Question) -> None:
        super().__init__(scheme, question)
        self.captions = scheme.captions
        before = scheme.resized(question.before, len(self.given.inputs.players))
        self.seen, self.through = scheme.seen(self.given), int(before["through"][0])
        self.sheets: Sheets = scheme.opened(self.given, before, UNWATCHED)[0]
        self.card: Any = self.sheets.cards[self.player]

    def node(self) -> Node:
        """The whole explanation."""
        rating = shown(self.card.rating) if self.card.rating > 0 else ""
        nodes = [
            self.rating_before(rating, self.through, self.captions.the_list if rating else ""),
            *self._happened(),
        ]
        death = self.death(self.captions.deceased)
        if len(nodes) == 1:
            nodes.append(self.untouched())
        rated = self.card.rating > 0 and not death
        if rated:
            nodes.append(Node(self.played(int(self.card.games))))
            nodes += self.further(self.card)
        nodes += [death] if death else []
        return self.root(shown(self.card.rating) if rated else say("unrated"), nodes)

    def _happened(self) -> Iterator[Node]:
        """What touched the player, event by event."""
        events = self.seen.events
        begin, end = (
            int(np.searchsorted(events.day, day, side="right"))
            for day in (self.through, self.q.stop.day)
        )
        done = begin
        for number in range(begin, end):
            event = events[number]
            if event.kind == EVALUATES:
                is_mine = bool(self.games_in(int(event.at)))
                tell = self._tournament
            else:
                is_mine = self._is_carried(int(event.at))
                tell = self._carried
            if not is_mine:
                continue
            self.scheme.run(self.given, self.seen, self.sheets, done, number)
            yield tell(number)
            done = number + 1
        self.scheme.run(self.given, self.seen, self.sheets, done, end)

    def _is_carried(self, row: int) -> bool:
        return bool(self.seen.carried[row].player == self.player)

    def _carried(self, number: int) -> Node:
        fact = self.seen.carried[self.seen.events[number].at]
        self.scheme.run(self.given, self.seen, self.sheets, number, number + 1)
        day = int(self.seen.events[number].day)
        return self.carried(day, int(fact.rating_x100), self.captions.row, shown(self.card.rating))

    def _tournament(self, number: int) -> Node:
        """A tournament: the games against those who count, what is expected, and the new rating."""
        at = int(self.seen.events[number].at)
        self.ratings = self.sheets.cards.rating.copy()
        before = self.card.copy()
        kept = list(self._kept(int(self.seen.tournaments[at].oldest)))
        self.scheme.run(self.given, self.seen, self.sheets, number, number + 1)
        p = self.plain[int(self.seen.tournaments[at].version)]
        games = [self._game(p, row, before) for row in self.games_in(at)]
        text = self.tournament(at, int(self.seen.tournaments[at].version))
        if self.card.stage == UNRATED or self.card.played == 0:
            return Node(text, self.captions.pooled_game, shown(0), tuple(games))
        steps = self._steps(p, before, int(self.seen.tournaments[at].year))
        if self.card.stage == ESTABLISHED:
            return Node(
                text,
                self.reason(RATED).article,
                shown(self.card.rating - before.rating, "change"),
                (*games, *steps),
            )
        return Node(text, self.captions.pool, shown(self.card.rating), (*kept, *games, *steps))

    def _kept(self, oldest: int) -> Iterator[Node]:
        """The games that were kept of a player without a rating."""
        at = int(self.card.pool) if self.card.rating == 0 else -1
        while at >= 0 and self.sheets.kept[at].day >= oldest:
            game = self.sheets.kept[at]
            told = {"day": DAY(int(game.day)), "opponent": int(game.opponents)}
            yield Node(
                say("kept from {day}: against {opponent}", **told),
                self.captions.pooled_game,
                shown(game.score, "score"),
            )
            at = int(game.previous)

    def _game(self, p: Any, row: int, before: Any) -> Node:
        """A game: what was scored, and what was expected."""
        game = self.seen.games[row]
        is_first = int(game.first) == self.player
        code = self.verdict(row, self.sheets.first, self.sheets.second)
        text = self.game(row, int(game.result))
        if code != RATED:
            reason = self.reason(code)
            return Node(joined("; ", (text, say(reason.text))), reason.article, shown(0))
        number = self.opponent(row)
        opponent = self.sheets.cards[number]
        own = int(before.rating) if self.card.stage == ESTABLISHED else int(self.card.own)
        with traced_steps() as found:
            self.scheme.articles.traced(expectation)(p, own, int(opponent.value))
        below = (*self._counts_with(number), *self.steps(found))
        return Node(
            text, self.captions.game, shown(score_of(int(game.result), is_first), "score"), below
        )

    def _counts_with(self, opponent: int) -> Iterator[Node]:
        """That an opponent counts with another number than the rating before."""
        value = int(self.sheets.cards[opponent].value)
        rating = int(self.ratings[opponent])
        if rating == 0:
            yield Node(
                say("the opponent counts with the first rating"), self.captions.game, shown(value)
            )
        elif value != rating:
            text = say("the opponent, rated {rating}, counts with the performance", rating=rating)
            yield Node(text, self.captions.performance, shown(value))

    def _steps(self, p: Any, before: Any, year: int) -> tuple[Node, ...]:
        """From sums to the rating."""
        sums = Node(say("score"), self.captions.game, shown(self.card.score, "points"))
        expected = Node(
            say("expected score"), self.captions.game, shown(self.card.expected, "fine")
        )
        card = self.card.copy()
        for name in ("rating", *self.scheme.own_numbers):
            card[name] = before[name]
        with traced_steps() as found:
            if card.stage == ESTABLISHED:
                self.scheme.articles.traced(next_rating)(p, card, year)
            else:
                self.scheme.articles.traced(rating_of_value)(p, int(card.own))
        return (sums, expected, *self.steps(found))
