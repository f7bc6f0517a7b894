"""A month of a player, step by step."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from schemes.glicko_2 import steps
from schemes.glicko_2.periods import game_sums, new_numbers
from schemes.kernels.amounts import Amount
from schemes.kernels.articles import shown, traced_steps
from schemes.kernels.fixed_point import ONE
from schemes.kernels.inputs import RATING_ENDED
from schemes.kernels.scheme import Node, Question
from schemes.rating.explanation import DAY, Explanation
from schemes.rating.results import score_of
from wording import joined, say

if TYPE_CHECKING:
    from schemes.glicko_2.scheme import Glicko2


class Glicko2Explanation(Explanation):
    """One player on one list."""

    scheme: "Glicko2"

    def __init__(self, scheme: "Glicko2", question: Question) -> None:
        super().__init__(scheme, question)
        before = scheme.resized(question.before, len(self.given.inputs.players))
        self.before = {name: np.array(column) for name, column in before.items()}
        self.after = {name: np.array(column) for name, column in before.items()}
        self.rows = scheme.games_of(self.given, question.stop)
        self.play = scheme.rate_month(self.given, self.after, question.stop, self.rows)
        self.from_games = int(self.after["rating"][self.player])
        scheme.carry_in(self.given, self.after, question.stop, self.play)
        index = max(self.given.rules.index(DAY(question.stop.day)), 0)
        self.p = self.plain[index]

    def node(self) -> Node:
        """The whole explanation."""
        rated = self.after["phi"][self.player] > 0
        nodes = [self._before(), *self._games(), *self._carried()]
        if rated:
            told = self._numbers(self.after)
            text = say("on this list: deviation {deviation}, volatility {volatility}", **told)
            nodes.append(Node(text, "1", told["rating"]))
        death = self.death()
        nodes += [death] if death else []
        if rated and not death:
            value = self.scheme.shown(int(self.after["rating"][self.player]))
        else:
            value = say("unrated")
        return self.root(value, nodes)

    def _before(self) -> Node:
        if self.before["phi"][self.player] == 0:
            return Node(say("before the month"), "1", say("unrated"))
        told = self._numbers(self.before)
        text = say("before the month: deviation {deviation}, volatility {volatility}", **told)
        return Node(text, "1", told["rating"])

    def _numbers(self, state: dict[str, np.ndarray]) -> dict[str, str]:
        """Rating, deviation and volatility of the player as lists show them."""
        rating, phi, log = (int(state[name][self.player]) for name in ("rating", "phi", "log"))
        volatility = steps.volatility_x100000(log)
        return {
            "rating": shown(rating, "hundredths"),
            "deviation": shown(steps.outer_deviation(phi), "hundredths"),
            "volatility": Amount(f"0.{volatility:05d}", volatility, 5),
        }

    def _games(self) -> Iterator[Node]:
        games = self.given.inputs.games
        mine = self.rows[
            (games.first[self.rows] == self.player) | (games.second[self.rows] == self.player)
        ]
        before = self.before
        player = self.player
        if not len(mine):
            if before["phi"][player] > 0:
                yield Node(say("no game in this month: the deviation grows"), "6")
            return
        mu, phi, log = self._at_start(player)
        if before["phi"][player] == 0:
            text = say("begins with the numbers of everybody")
            yield Node(text, "1", shown(steps.outer_rating(mu), "hundredths"))
        for row in mine.tolist():
            yield self._game(row, mu)
        with traced_steps() as found:
            sums = int(self.play.precision[player]), int(self.play.surplus[player])
            self.scheme.articles.traced(new_numbers)(self.p, mu, phi, log, *sums)
        yield Node(
            say("sum of g² E (1 − E) of {games} games", games=len(mine)),
            "3",
            shown(sums[0], "fine"),
        )
        yield Node(say("sum of g (score − E)"), "4", shown(sums[1], "fine"))
        yield from self.steps(found)

    def _at_start(self, player: int) -> tuple[int, int, int]:
        """Rating, deviation and volatility before the month's games; those of everybody for a new player."""
        if self.before["phi"][player] > 0:
            mu, phi, log = (int(self.before[name][player]) for name in ("mu", "phi", "log"))
            return mu, phi, log
        return int(self.p.mu), int(self.p.phi), int(self.p.log)

    def _game(self, row: int, mu: int) -> Node:
        games = self.given.inputs.games
        is_first = int(games.first[row]) == self.player
        opponent = self.opponent(row)
        other, deviation, _ = self._at_start(opponent)
        score = score_of(int(games.result[row]), is_first)
        with traced_steps() as found:
            _, surplus = self.scheme.articles.traced(game_sums)(
                mu, other, deviation, score * (ONE // 100)
            )
        rating = shown(steps.outer_rating(other), "hundredths")
        text = joined("", (self.game(row, int(games.result[row])), " (", rating, ")"))
        return Node(text, "4", shown(surplus, "fine"), self.steps(found))

    def _carried(self) -> Iterator[Node]:
        facts = self.given.inputs.facts
        here = self.scheme.carried_on(self.given, self.q.stop)
        for row in here[facts.carried_player[here] == self.player].tolist():
            rating = int(facts.carried_rating_x100[row])
            if rating == RATING_ENDED:
                yield Node(
                    say("rating ended: the office's list no longer carries the player"),
                    "1",
                    say("unrated"),
                )
            else:
                yield Node(say("carried in"), "1", shown(rating, "hundredths"))
