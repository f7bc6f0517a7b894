"""Explanations: what those of all kernels say in the same words."""

from collections.abc import Callable, Iterable
from datetime import date
from typing import Any

from schemes.kernels.articles import Step
from schemes.kernels.inputs import BOTH_LOST, DRAW, FIRST_WINS, OUTCOMES, STAGES, decided_by_fouls
from schemes.kernels.regulation import Regulation
from schemes.kernels.scheme import Node, Question

DAY = date.fromordinal


class Explanation:
    """One player on one list."""

    def __init__(self, scheme: Regulation, question: Question) -> None:
        self.scheme, self.q, self.given, self.player = scheme, question, question.given, question.player
        self.plain = scheme.plain_versions_of(self.given.rules)
        self.words = {"title": self.given.inputs.facts.titles, **scheme.words}

    def root(self, rating: str, below: Iterable[Node]) -> Node:
        """The whole explanation."""
        return Node(f"{self.q.player_name(self.player)} on list {DAY(self.q.stop.day)}", "", rating, tuple(below))

    def death(self, article: str = "") -> Node | None:
        """That the player died on or before the day of the list."""
        died = int(self.given.inputs.players.deceased[self.player])
        return Node(f"died on {DAY(died)}: on no list since", article) if died <= self.q.stop.day else None

    def article_of(self, function: Callable[..., Any]) -> str:
        """The number of the regulation's article in the place of a kernel's function."""
        return str(self.scheme.articles.functions.get(function.__name__, function).article)  # type: ignore[attr-defined]

    def step(self, step: Step, more: str = "") -> Node:
        """An article applied, and below it those it rests on."""
        return Node(step.told(self.words) + more, step.article, step.shown, self.steps(step.below))

    def steps(self, steps: Iterable[Step]) -> tuple[Node, ...]:
        """Those articles that are worth a line."""
        return tuple(self.step(step) for step in steps if self.matters(step))

    def matters(self, step: Step) -> bool:
        """Whether a step is worth a line: not one that says no."""
        return step.shown != "no"

    def tournament(self, tournament: int, version: int) -> str:
        """A tournament and the version of the rules that holds for it."""
        return f"{self.q.tournament_name(tournament)}, under version {self.given.rules.versions[version].name}"

    def game(self, row: int, result: int) -> str:
        """A game of the player: when, where, how it ended, against whom."""
        games = self.given.inputs.games
        is_first = int(games.first[row]) == self.player
        opponent = self.q.player_name(int(games.second[row] if is_first else games.first[row]))
        stage = "" if games.stage[row] == 0 else f", {STAGES[int(games.stage[row])]}"
        fouls = decided_by_fouls(self.given.inputs, row, result)
        if result > DRAW:
            kind = "lost by fouls" if fouls or result == BOTH_LOST else "forfeit"
            outcome = f"{kind} {OUTCOMES[result]} {'against' if is_first else 'as second against'}"
        elif result == DRAW:
            outcome = "draw against"
        else:
            outcome = "won against" if (result == FIRST_WINS) == is_first else "lost to"
        where = f"{DAY(int(games.day[row]))}, round {games.round[row]}, board {games.board[row]}{stage}"
        source = self.q.game_source(row)
        return f"{where}{f' ({source})' if source else ''}: {outcome} {opponent}{fouls}"
