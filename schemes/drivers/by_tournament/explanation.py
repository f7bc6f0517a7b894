"""Explaining a rating: the list once more, compiled; then the player's own games, tournaments and rating traced."""

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING, Any

import numpy as np

from schemes.drivers.by_tournament.articles import (
    NOT_RATED,
    score,
)
from schemes.drivers.by_tournament.columns import columns_of, titles_of, unmarked
from schemes.drivers.by_tournament.loops import (
    NOT_CARRIED,
    add_game,
    give_ratings_back,
    mark_ranks,
    note_person,
    rate_first,
    rate_player,
    rating_back,
    rating_in,
    settle,
    take_ratings_of_start,
)
from schemes.kernels.articles import Step, shown, traced_steps
from schemes.kernels.causes import Causes
from schemes.kernels.inputs import MAIN, RATING_ENDED
from schemes.kernels.scheme import Node, Question
from schemes.rating.articles import (
    first_rating,
    is_published,
    kept_rating,
    rating_by_results,
)
from schemes.rating.explanation import Explanation, begins
from schemes.rating.reasons import GATHERED, RATED
from schemes.rating.results import is_forfeit
from wording import joined, say

if TYPE_CHECKING:
    from schemes.drivers.by_tournament.scheme import TournamentScheme


class TournamentExplanation(Explanation):
    """One player on one list."""

    scheme: "TournamentScheme"

    def __init__(self, scheme: "TournamentScheme", question: Question) -> None:
        super().__init__(scheme, question)
        self.words["title"] = titles_of(scheme, self.given)
        self.seen, blank = columns_of(scheme, self.given)
        self.marks = unmarked(self.given)
        self.period = scheme.period_with_absence(self.given, question.stop.number)
        self.players = scheme.opened(self.given, blank, question.before, question.stop)
        made = self.players.copy()
        scheme.make(self.given, self.seen, question.stop, self.marks, made)
        self.players.rating = made.rating  # as before the first tournament, but for first ratings
        self.own: Any = self.players[self.player]
        self.made: Any = made[self.player].copy()
        state = scheme.closed(self.given, made, question.stop)
        self.listed: Any = scheme.rows(self.given, state, question.stop)[self.player]

    def node(self) -> Node:
        """The whole explanation."""
        death = self.death()
        if death:
            return self.root(say("unrated"), [death])
        if (
            self.own.rating == NOT_RATED
            and self.own.carried == NOT_CARRIED
            and self.made.gathered > 0
        ):
            value = self.points(self.made.new) if self.made.new > 0 else say("unrated")
            return self.root(value, [*self._tournaments(), *self._gathered()])
        if self.own.rating == NOT_RATED and self.own.carried == NOT_CARRIED:
            none = Node(say("no rating and no counted game yet"), self.article_of(first_rating))
            return self.root(say("unrated"), [none, *self._tournaments()])
        if self.own.carried == RATING_ENDED:
            return self.root(say("unrated"), [self._begin(), self.ended_on_list()])
        nodes = [
            self._begin(),
            *self._tournaments(),
            *self._on_the_list(),
            *self.further(self.listed),
        ]
        return self.root(self.points(self.own.new), nodes)

    def _p(self, tournament: Any) -> Any:
        return self.plain[int(tournament.version)]

    # Before the first tournament

    def _begin(self) -> Node:
        """The rating on the last list, or the first rating and why it is that."""
        if self.own.before != NOT_RATED:
            return self.rating_before(
                self.points(self.own.rating),
                self.period.begin,
                self.captions.the_list,
                self.further(self.own),
            )
        rated = [number for number in self._entered() if self._counts(number)]
        if not rated:
            return self.rating_before("", self.period.begin, self.captions.the_list)
        tournament = self.seen.tournaments[rated[0]]
        new = self.own.copy()
        new.rating = NOT_RATED
        with traced_steps() as steps:
            traced = self.scheme.articles.traced(rating_in)
            traced(self._p(tournament), self.seen.facts, tournament, new)
        text = say("first rating, at {tournament}", tournament=self.q.tournament_name(rated[0]))
        first = [step for step in steps if begins(step)][-1:]
        if not first:
            return Node(text, value=self.points(self.own.rating))
        node = self.step(first[0])
        return Node(joined(": ", (text, node.text)), node.article, node.value, node.below)

    def _gathered(self) -> Iterator[Node]:
        """The games gathered so far, and the first rating that they give."""
        games = int(self.made.gathered)
        score_x100 = int(self.made.gathered_score)
        points = f"{score_x100 // 100}{'.5' if score_x100 % 100 else ''}"
        of = say("{score} of {games}", score=points, games=games)
        yield Node(say("games gathered so far"), self.article_of(rating_by_results), of)
        own = self.made.copy()
        own.new = NOT_RATED
        with traced_steps() as steps:
            if own.counted > 0:
                self.scheme.articles.traced(rate_first)(
                    self.plain[self.period.version], own, Causes.table_of(None)
                )
        yield from self.first_rating_by_results(steps)

    # The tournaments

    def _entered(self) -> list[int]:
        """The tournaments that ended in the period and in which the player had a game: those of the list in order."""
        games = self.seen.games
        ends = self.given.inputs.tournaments.end
        mine = np.flatnonzero((games.first == self.player) | (games.second == self.player))
        tournaments = np.unique(
            np.searchsorted(self.given.inputs.games.offset, mine, side="right") - 1
        )
        inside = [
            int(number)
            for number in tournaments
            if self.period.begin <= ends[number] < self.period.day
        ]
        chosen = self.scheme.tournaments_on(self.given, self.q.stop.number).tolist()
        return sorted(
            inside, key=lambda number: chosen.index(number) if number in chosen else len(chosen)
        )

    def _counts(self, number: int) -> bool:
        """Whether a game of the player in a tournament counts."""
        return any(self.marks.first[row] == RATED for row in self.games_in(number))

    def _tournaments(self) -> Iterator[Node]:
        """The tournaments of the period, those without a counted game last."""
        entered = self._entered()
        rated = [number for number in entered if self._counts(number)]
        yield from map(self._rated, rated)
        yield from (self._not_rated(number) for number in entered if number not in rated)

    def _rated(self, number: int) -> Node:
        """A tournament: its games, and the calculation."""
        tournament = self.seen.tournaments[number]
        articles = self.scheme.articles
        p = self._p(tournament)
        before = int(self.own.by_games + self.own.by_rank)
        mark_ranks(tournament, self.seen.ranked, self.players)
        articles.traced(note_person)(p, self.seen.facts, tournament, self.own)
        across = self._across(tournament)
        games = [
            *self._rating_of_start(number, across),
            *(self._game(tournament, row) for row in self._in_order_of_play(number)),
        ]
        by_rank = int(self.own.by_rank)
        with traced_steps() as steps:
            articles.traced(settle)(p, tournament, self.own)
        if across:
            articles.traced(give_ratings_back)(tournament, self.seen.games, self.players)
        self.players.place = 0
        change = ""  # of a regulation that rates all tournaments together
        if self.scheme.rates_tournaments:
            change = shown(self.own.by_games + self.own.by_rank - before, "signed")
        text = self.tournament(number, int(tournament.version))
        remarks = self.ranking_remarks(number) if self.own.by_rank != by_rank else ()
        return Node(
            text, self.reason(RATED).article, change, (*games, *self.steps(steps), *remarks)
        )

    def _across(self, tournament: Any) -> int:
        """How many lists before the last one those ratings stand with which a tournament is rated."""
        if self._p(tournament).list_at_start:
            return int(tournament.back)
        return 0

    def _rating_of_start(self, number: int, back: int) -> Iterator[Node]:
        """The rating on the list in force at the start, where the tournament is rated with that."""
        if not back:
            return
        tournament = self.seen.tournaments[number]
        traced = self.scheme.articles.traced
        p = self._p(tournament)
        games = self.seen.games
        take_ratings_of_start(tournament, games, self.players)
        for row in self.games_in(number):
            for player in (self.players[games[row].first], self.players[games[row].second]):
                if player.rating == NOT_RATED:
                    player.rating = traced(rating_in)(p, self.seen.facts, tournament, player)
        day = self._list_back(back).toordinal()
        yield self.rating_before(self.points(self.own.rating), day, self.captions.the_list)

    def _list_back(self, back: int) -> date:
        """The day of a list before the last one."""
        return self.scheme.calendar(self.given.rules).date(self.q.stop.number - 1 - back)

    def _in_order_of_play(self, number: int) -> list[int]:
        """The player's games in a tournament: the main rounds, then knockout games day by day, playoffs last."""
        games = self.given.inputs.games

        def when(row: int) -> tuple[int, ...]:
            if games.stage[row] == MAIN:
                return (0,)
            return (1, int(games.day[row]), int(games.stage[row]))

        return sorted(self.games_in(number), key=when)

    def _not_rated(self, number: int) -> Node:
        name = self.q.tournament_name(number)
        tournament = self.seen.tournaments[number]
        code = int(self.given.assignment.reason[number])
        reason = self.reason(code)
        if code != RATED:
            return Node(
                say("{what}: not rated, {why}", what=name, why=say(reason.text)), reason.article
            )
        games = tuple(self._game(tournament, row) for row in self._in_order_of_play(number))
        return Node(say("{what}: no game counts", what=name), reason.article, below=games)

    def _game(self, tournament: Any, row: int) -> Node:
        """A game with the opponent's rating, or why it does not count; its score is added to the player's sums."""
        game = self.seen.games[row]
        text = self.game(row, int(game.result))
        is_first = bool(game.first == self.player)
        code = self.verdict(row, self.marks.first, self.marks.second)
        if code == GATHERED:
            scored = self.scheme.articles.traced(score)(
                self._p(tournament), tournament, self.seen.games, row, is_first
            )
            opponent = self.points(self.players[self.opponent(row)].rating)
            sentence = say(
                "{game}, {rating}: gathered for the first rating", game=text, rating=opponent
            )
            return Node(sentence, self.reason(code).article, shown(scored, "score"))
        if code != RATED:
            reason = self.reason(code)
            return Node(
                say("{what}: not counted, {why}", what=text, why=say(reason.text)), reason.article
            )
        p = self._p(tournament)
        traced = self.scheme.articles.traced
        scored = traced(score)(p, tournament, self.seen.games, row, is_first)
        with traced_steps() as steps:
            traced(add_game)(p, tournament, self.seen.games, row, is_first, self.players)
        below = [each for step in steps for each in (step.below if step.is_of(score) else [step])]
        opponent = self.players[self.opponent(row)]
        points = self.points(opponent.rating)
        sentence = say("{game}, first rating {rating} in this period", game=text, rating=points)
        back = self._across(tournament)
        if rating_back(opponent, back):
            day = self._list_back(back)
            sentence = say(
                "{game}, {rating} on the list of {date}", game=text, rating=points, date=day
            )
        article = self.article_of(score)
        if is_forfeit(int(game.result)):
            article = self.captions.forfeit or article
        return Node(sentence, article, shown(scored, "score"), self.steps(below))

    # The list

    def _on_the_list(self) -> tuple[Node, ...]:
        """From the sum of changes to the rating on the list: rounding, titles, floor, or what was carried in."""
        p = self.plain[self.period.version]
        articles = self.scheme.articles
        with traced_steps() as steps:
            unread = Causes.table_of(None)
            articles.traced(rate_player)(p, self.seen.facts, self.own, self.period, unread)
            articles.traced(is_published)(p, self.own.new, self.own.sex)
        return self.steps(steps)

    def matters(self, step: Step) -> bool:
        """Whether a step is worth a line: not a floor that holds nobody."""
        if step.is_of(kept_rating):
            return not step.changes_nothing
        return step.is_of(is_published) or super().matters(step)
