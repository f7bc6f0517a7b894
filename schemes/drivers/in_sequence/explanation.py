"""Explaining a rating: a player's tournaments in words, each as a whole."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from schemes.drivers.by_game.events import GAMES
from schemes.drivers.by_game.explanation import GameExplanation
from schemes.drivers.by_game.loops import play
from schemes.drivers.by_game.moments import Moment
from schemes.drivers.in_sequence.articles import expectation, next_rating, rating_of_value
from schemes.drivers.in_sequence.loops import ESTABLISHED, UNRATED
from schemes.kernels.articles import shown, traced_steps
from schemes.kernels.inputs import Column
from schemes.kernels.scheme import Node
from schemes.rating.explanation import DAY
from schemes.rating.reasons import RATED
from schemes.rating.results import score_of
from wording import joined, say

if TYPE_CHECKING:
    from schemes.drivers.in_sequence.scheme import SequenceScheme


class SequenceExplanation(GameExplanation):
    """One player on one day."""

    scheme: "SequenceScheme"

    @property
    def _basis(self) -> str:
        return self.captions.the_list

    @property
    def _deceased(self) -> str:
        return self.captions.deceased

    @property
    def _silent(self) -> str:
        return self.captions.row

    def _nothing_yet(self) -> Iterator[Node]:
        """Nothing: what was played stands above."""
        yield from ()

    def _own_rows(self, kind: int) -> Column:
        """Of games those of the player's tournaments."""
        rows = super()._own_rows(kind)
        if kind != GAMES:
            return rows
        tournaments = self.events.tournaments[np.unique(self.events.games.tournament[rows[:, 0]])]
        rows = np.column_stack([tournaments.games, tournaments.games_end])
        return rows[np.argsort(rows[:, 0])]

    def _moment(self, day: Any) -> Moment:
        block = day[0]
        if block.kind != GAMES:
            return super()._moment(day)
        game = self.events.games[block.begin]
        self.ratings = self.book.players.rating.copy()
        self.card = self.book.players[self.player]
        before = self.card.copy()
        kept = tuple(self._kept(int(self.events.tournaments[game.tournament].oldest)))
        self.work.loop(play)(self.work.versions, self.events, self.book, day, 0, 1)
        node = self._evaluation(int(game.tournament), before, kept)
        return Moment(block, game, before, self.card.copy(), [], node=node)

    def _tournament(self, number: int, moments: list[Moment]) -> Node:
        """The tournament, as it was put into words when it was evaluated."""
        return moments[0].node

    def _evaluation(self, number: int, before: Any, kept: tuple[Node, ...]) -> Node:
        """A tournament: the games against those who count, what is expected, and the new rating."""
        tournament = self.events.tournaments[number]
        p = self.plain[int(tournament.version)]
        here = self.events.games[tournament.games : tournament.games_end]
        results = dict(zip(here.row.tolist(), here.result.tolist(), strict=True))
        games = [self._played(p, row, results[row], before) for row in self.games_in(number)]
        text = self.tournament(number, int(tournament.version))
        if self.card.stage == UNRATED or self.card.played == 0:
            return Node(text, self.captions.pooled_game, shown(0), tuple(games))
        steps = self._steps(p, before, int(tournament.year))
        if self.card.stage == ESTABLISHED:
            change = shown(self.card.rating - before.rating, "change")
            return Node(text, self.reason(RATED).article, change, (*games, *steps))
        return Node(
            text, self.captions.pool, self.points(self.card.rating), (*kept, *games, *steps)
        )

    def _kept(self, oldest: int) -> Iterator[Node]:
        """The games that were kept of a player without a rating."""
        at = int(self.card.pool) if self.card.rating == 0 else -1
        while at >= 0 and self.book.kept[at].day >= oldest:
            game = self.book.kept[at]
            text = say(
                "kept from {day}: against {opponent}",
                day=DAY(int(game.day)),
                opponent=int(game.opponents),
            )
            yield Node(text, self.captions.pooled_game, shown(game.score, "score"))
            at = int(game.previous)

    def _played(self, p: Any, row: int, result: int, before: Any) -> Node:
        """A game: what was scored, and what was expected."""
        is_first = int(self.given.inputs.games.first[row]) == self.player
        code = self.verdict(row, self.book.first, self.book.second)
        text = self.game(row, result)
        if code != RATED:
            reason = self.reason(code)
            return Node(joined("; ", (text, say(reason.text))), reason.article, shown(0))
        number = self.opponent(row)
        opponent = self.book.players[number]
        own = int(before.rating) if self.card.stage == ESTABLISHED else int(self.card.own)
        with traced_steps() as steps:
            self.scheme.articles.traced(expectation)(p, own, int(opponent.value))
        below = (*self._counts_with(number), *self.steps(steps))
        score = shown(score_of(result, is_first), "score")
        return Node(text, self.captions.game, score, below)

    def _counts_with(self, opponent: int) -> Iterator[Node]:
        """That an opponent counts with another number than the rating before."""
        value = int(self.book.players[opponent].value)
        rating = int(self.ratings[opponent])
        if rating == 0:
            text = say("the opponent counts with the first rating")
            yield Node(text, self.captions.game, shown(value))
        elif value != rating:
            text = say("the opponent, rated {rating}, counts with the performance", rating=rating)
            yield Node(text, self.captions.performance, shown(value))

    def _steps(self, p: Any, before: Any, year: int) -> tuple[Node, ...]:
        """From sums to the rating."""
        article = self.captions.game
        score = Node(say("score"), article, shown(self.card.score, "points"))
        expected = Node(say("expected score"), article, shown(self.card.expected, "fine"))
        card = self.card.copy()
        for name in ("rating", *self.scheme.own_numbers):
            card[name] = before[name]
        with traced_steps() as steps:
            if card.stage == ESTABLISHED:
                self.scheme.articles.traced(next_rating)(p, card, year)
            else:
                self.scheme.articles.traced(rating_of_value)(p, int(card.own))
        return (score, expected, *self.steps(steps))
