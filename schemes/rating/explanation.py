"""Explanations: what those of all drivers say in the same words."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from typing import Any

import numpy as np
from msgspec import Struct

from schemes.kernels.amounts import decimal
from schemes.kernels.articles import Step, shown
from schemes.kernels.inputs import (
    BOTH_LOST,
    DRAW,
    FIRST_WINS,
    OUTCOMES,
    RATING_ENDED,
    STAGES,
    Column,
    decided_by_fouls,
)
from schemes.kernels.regulation import Regulation
from schemes.kernels.scheme import Node, Question, Reason
from schemes.rating.articles import (
    enough_games,
    first_rating,
    high_enough,
    rating_by_results,
    rating_from_elsewhere,
)
from wording import joined, say, say_n

DAY = date.fromordinal


class Captions(Struct, frozen=True):
    """The articles of what an explanation says beside the steps of articles."""

    the_list: str = ""
    row: str = ""  # K and what else a row shows
    pool: str = ""
    pooled_game: str = ""
    unrated_at_start: str = ""
    deceased: str = ""
    game: str = ""
    performance: str = ""  # with which an opponent counts, not with the rating
    lists: str = ""  # when lists appear
    forfeit: str = ""  # that a forfeit is rated


class Explanation(ABC):
    """One player on one list."""

    def __init__(self, scheme: Any, question: Question) -> None:
        self.scheme: Regulation = scheme
        self.q = question
        self.given = question.given
        self.player = question.player
        self.captions: Captions = scheme.captions
        self.plain = scheme.plain_versions_of(self.given.rules)
        self.words = {"title": self.given.inputs.facts.titles, **scheme.words}

    @abstractmethod
    def node(self) -> Node:
        """The whole explanation."""

    def root(self, rating: str, below: Iterable[Node]) -> Node:
        """The whole explanation."""
        text = say(
            "{player} on list {date}",
            player=self.q.player_name(self.player),
            date=DAY(self.q.stop.day),
        )
        return Node(text, "", rating, tuple(below))

    def death(self, article: str = "") -> Node | None:
        """That the player died on or before the day of the list."""
        died = int(self.given.inputs.players.deceased[self.player])
        if died <= self.q.stop.day:
            text = say("died on {date}: on no list since", date=DAY(died))
        else:
            text = ""
        if text:
            return Node(text, article)
        return None

    def points(self, rating: Any) -> str:
        """A rating, as its driver counts it, at the precision of the list."""
        return self.scheme.shown(int(rating) * 10**self.scheme.decimals // self.scheme.per_point)

    def rating_before(
        self, rating: str, listed: int, article: str = "", below: tuple[Node, ...] = ()
    ) -> Node:
        """The rating on the list of a day; `rating` is empty for none, the day 0 at the beginning."""
        if rating:
            text = say("rating on the list of {date}", date=DAY(listed))
            return Node(text, article, rating, below)
        if not listed:
            return Node(say("no rating at the beginning"))
        return Node(say("no rating on the list of {date}", date=DAY(listed)), article)

    def untouched(self) -> Node:
        """That nothing happened to the rating since the list before."""
        day = DAY(self.q.stop.day)
        return Node(say("nothing touched the rating after that, up to {date}", date=day))

    def carried(self, day: int, rating_x100: int, article: str, rating: str) -> Node:
        """A rating carried in on a day, or one that ended."""
        when = DAY(day)
        if rating_x100 == RATING_ENDED:
            text = say(
                "{day}: rating ended: the office's list no longer carries the player", day=when
            )
            return Node(text, article, say("unrated"))
        value = shown(rating_x100, "points")
        text = say("{day}: rating {rating} carried in", day=when, rating=value)
        return Node(text, article, rating)

    def ended_on_list(self, article: str = "", value: str = "") -> Node:
        """That the rating ended on this list, whatever was played."""
        text = say(
            "rating ended: the office's list no longer carries the player, whose games on this list do not count"
        )
        return Node(text, article, value)

    def played(self, games: int) -> str:
        """How many games are rated so far."""
        return say_n("{number} rated game so far", "{number} rated games so far", games)

    def further(self, player: Any) -> tuple[Node, ...]:
        """The further columns of the list, from the record of the player."""
        p = self.plain[max(self.given.rules.index(DAY(self.q.stop.day)), 0)]
        nodes = []
        for column in self.scheme.columns:
            article = self.scheme.articles.functions[column.name]
            value = int(self.scheme.articles.traced(article)(p, player))
            text = say(column.words[value]) if column.words else decimal(value, column.decimals)
            nodes.append(Node(say(column.name), article.article, text))  # type: ignore[attr-defined]
        return tuple(nodes)

    def reason(self, code: int) -> Reason:
        """Why something is left out."""
        return next(reason for reason in self.scheme.reasons if reason.code == code)

    def verdict(self, row: int, first: Column, second: Column) -> int:
        """Why a game of the player is left out, from what was written down for both sides; 0: it is rated."""
        if int(self.given.inputs.games.first[row]) == self.player:
            return int(first[row])
        return int(second[row])

    def article_of(self, function: Callable[..., Any]) -> str:
        """The number of the regulation's article in the place of a driver's function."""
        return self.scheme.articles.number(function)

    def step(self, step: Step, more: str = "") -> Node:
        """An article applied, and below it those it rests on."""
        text = step.told(self.words)
        if more:
            text = joined("", (text, more))
        return Node(text, step.article, self.answer(step), self.steps(step.below))

    def steps(self, steps: Iterable[Step]) -> tuple[Node, ...]:
        """Those articles that are worth a line."""
        return tuple(self.step(step) for step in steps if self.matters(step))

    def answer(self, step: Step) -> str:
        """The answer of a step in its unit."""
        if step.shown in ("yes", "no"):
            return say(step.shown)
        return step.shown

    def sentence(self, step: Step) -> str:
        """What a step says, numbers as they are."""
        return step.sentence

    def matters(self, step: Step) -> bool:
        """Whether a step is worth a line: not one that says no."""
        return step.shown != "no"

    def tournament(self, tournament: int, version: int) -> str:
        """A tournament and the version of the rules that holds for it."""
        name = self.given.rules.versions[version].name
        values = {"tournament": self.q.tournament_name(tournament), "version": name}
        return say("{tournament}, under version {version}", **values)

    def ranking_remarks(self, tournament: int) -> tuple[Node, ...]:
        """What is odd about the ranking that gave the player a bonus."""
        remark = self.q.ranking_remark(tournament)
        if remark:
            return (Node(remark),)
        return ()

    def games_in(self, tournament: int) -> list[int]:
        """The rows of the player's games in a tournament, stage after stage."""
        games = self.given.inputs.games
        here = slice(*games.offset[tournament : tournament + 2].tolist())
        mine = (games.first[here] == self.player) | (games.second[here] == self.player)
        rows = here.start + np.flatnonzero(mine)
        order = np.lexsort((games.board[rows], games.round[rows], games.stage[rows]))
        return [int(row) for row in rows[order]]

    def first_rating_by_results(self, steps: Iterable[Step]) -> Iterator[Node]:
        """The first rating that games give, or why they give none."""
        for step in steps:
            if step.is_of(rating_by_results):
                yield self.step(step)
            elif (step.is_of(enough_games) or step.is_of(high_enough)) and not step.answer:
                yield Node(self.sentence(step), step.article, say("unrated"))

    def opponent(self, row: int) -> int:
        """Whom the player met in a game."""
        games = self.given.inputs.games
        if games.first[row] == self.player:
            return int(games.second[row])
        return int(games.first[row])

    def game(self, row: int, result: int) -> str:
        """A game of the player: when, where, how it ended, against whom."""
        games = self.given.inputs.games
        is_first = int(games.first[row]) == self.player
        opponent = self.q.player_name(self.opponent(row))
        fouls = decided_by_fouls(self.given.inputs, row, result)
        where = say(
            "{day}, round {round}, board {board}",
            day=DAY(int(games.day[row])),
            round=games.round[row],
            board=games.board[row],
        )
        if games.stage[row]:
            where = joined(", ", (where, say(STAGES[int(games.stage[row])])))
        source = self.q.game_source(row)
        if source:
            where = say("{text} ({about})", text=where, about=source)
        text = joined(": ", (where, self._outcome(result, bool(fouls), is_first, opponent)))
        if fouls:
            text = joined(
                "", (text, say(" (recorded as {result}, decided by fouls)", result=fouls))
            )
        return text

    def _outcome(self, result: int, fouls: bool, is_first: bool, opponent: str) -> str:
        """How a game ended for the player."""
        if result == DRAW:
            return say("draw against {opponent}", opponent=opponent)
        if result < DRAW:
            if (result == FIRST_WINS) == is_first:
                return say("won against {opponent}", opponent=opponent)
            return say("lost to {opponent}", opponent=opponent)
        kind = say("lost by fouls") if fouls or result == BOTH_LOST else say("forfeit")
        values = {"kind": kind, "result": OUTCOMES[result], "opponent": opponent}
        if is_first:
            return say("{kind} {result} against {opponent}", **values)
        return say("{kind} {result} as second against {opponent}", **values)


def begins(step: Step) -> bool:
    """Whether a step asks for the rating of an unrated player without games."""
    return step.is_of(first_rating) or step.is_of(rating_from_elsewhere)
