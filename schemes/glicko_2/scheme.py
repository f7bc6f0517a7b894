"""The periods of glicko-2: all games of a month at once, with the numbers of its beginning."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, localcontext
from typing import Annotated, Any

import numpy as np
from msgspec import Meta, Struct

from schemes.drivers.by_tournament import TournamentScheme
from schemes.glicko_2 import steps
from schemes.glicko_2.explanation import Glicko2Explanation
from schemes.glicko_2.periods import Numbers, Play, Sides, predict_all, rate_all, sum_games
from schemes.kernels.calendar import MONTHLY
from schemes.kernels.causes import CARRIED, ENDED, FIRST, GAMES
from schemes.kernels.columns import tournament_of_games
from schemes.kernels.fixed_point import ONE, logarithm, product
from schemes.kernels.inputs import DRAW, RATING_ENDED, Column, Facts
from schemes.kernels.parameters import Cells
from schemes.kernels.readings import Reading
from schemes.kernels.rules import ALWAYS, Version
from schemes.kernels.scheme import (
    SO_FAR,
    UNWATCHED,
    Given,
    ListColumn,
    Listed,
    Reason,
    State,
    Stop,
    Verdicts,
    Watch,
)
from schemes.rating.listing import listed_without_k, living
from schemes.rating.reasons import FORFEIT, NO_VERSION, RATED

OF_PLAYERS = {
    "mu": np.int64,
    "phi": np.int64,
    "log": np.int64,
    "games": np.int32,
    "rating": np.int32,
}


class Glicko2Parameters(Struct, frozen=True):
    """What Glickman leaves to the office."""

    rating: Annotated[
        int, Meta(title="1", description="The rating everybody begins with.", ge=1, le=4000)
    ] = 1500
    deviation: Annotated[
        int, Meta(title="1", description="The deviation everybody begins with.", ge=1, le=1000)
    ] = 350
    volatility_x100000: Annotated[
        int,
        Meta(
            title="1",
            description="The volatility everybody begins with, in 100,000ths.",
            ge=1,
            le=100_000,
        ),
    ] = 6000
    tau_x1000: Annotated[
        int,
        Meta(
            title="1",
            description="τ in thousandths: how much volatility may change.",
            ge=50,
            le=3000,
        ),
    ] = 500


class Glicko2(TournamentScheme):
    """Ratings and deviations in hundredths of a point, volatilities in 100,000ths."""

    name, title, decimals = "glicko-2", "Glicko-2, by month: a yardstick", 2
    plain_up_to = 4_000
    explanation = Glicko2Explanation
    games_counted = SO_FAR
    lists = MONTHLY
    versions = (Version("base", ALWAYS, Glicko2Parameters()),)
    article_modules = (steps,)
    columns = (
        ListColumn("deviation", "How uncertain the rating is.", 2),
        ListColumn("volatility", "How much it is expected to move.", 5),
    )
    reasons = (
        Reason(RATED, "", "rated"),
        Reason(FORFEIT, "3", "not played"),
        Reason(NO_VERSION, "", "the tournament started before the first version of the rules"),
    )
    readings = (
        Reading("period", "1", "What is a rating period?", {
            "month": "A calendar month: a tournament is rated on the first list after its end, with all others.",
        }),
        Reading("precision", "2", "How exact is it?", {
            "eight-decimals": "Every step is rounded to eight decimals, the zero of step 5 is found to six.",
        }),
        Reading("carried-in", "1", "What of a rating that is carried in?", {
            "begins": "It has the deviation and the volatility given with it, else those everybody begins with, and "
                      "replaces what the games gave.",
        }),
        Reading("first-period", "6", "When does a new player's deviation begin to grow?", {
            "after": "After the first period with a game, or with a rating carried in.",
        }),
    )  # fmt: skip

    def cells(self, parameters: Any, readings: Mapping[str, str]) -> Cells:
        """The numbers of a version with eight decimals, the volatility as its logarithm."""
        with localcontext() as context:
            context.prec = 40
            log = 2 * (Decimal(parameters.volatility_x100000) / 100_000).ln()
        tau = parameters.tau_x1000 * ONE // 1000
        return {
            "mu": steps.inner_rating(100 * parameters.rating), "phi": steps.inner_deviation(100 * parameters.deviation),
            "log": int((log * ONE).to_integral_value()), "tau": tau, "tau_squared": product(tau, tau),
        }  # fmt: skip

    def start(self, players: int) -> State:
        """Nobody has played; a deviation of 0 says so."""
        return {name: np.zeros(players, kind) for name, kind in OF_PLAYERS.items()}

    def replay(
        self, given: Given, state: State, stops: Sequence[Stop], watch: Watch = UNWATCHED
    ) -> Iterator[State]:
        """Month after month."""
        now = {name: np.array(state[name], kind) for name, kind in OF_PLAYERS.items()}
        if watch.verdicts is not None and stops:
            _judge(watch.verdicts, given, stops)
        for stop in stops:
            before = now["rating"].astype(np.int64)
            was_new = now["phi"] == 0
            play = self.rate_month(given, now, stop)
            self.carry_in(given, now, stop, play)
            if watch.causes is not None:
                change = now["rating"] - before
                first = self._first(given, stop)
                entered = np.where(was_new & (play.games > 0) & ~play.carried, first, 0)
                watch.causes.book(FIRST, entered)
                ended = play.carried & (now["rating"] == 0)
                watch.causes.book(ENDED, np.where(ended, change, 0))
                watch.causes.book(CARRIED, np.where(play.carried & ~ended, change, 0))
                watch.causes.book(GAMES, np.where(play.carried, 0, change - entered))
            yield now

    def rate_month(self, given: Given, now: State, stop: Stop, seen: Column | None = None) -> Play:
        """Rate everybody's games of a month; `seen` are the rows of its games, if they are known."""
        work = self.at_work(given.rules, given.inputs)
        p = work.versions[max(given.rules.index(MONTHLY.date(stop.number)), 0)]
        rows = self.games_of(given, stop) if seen is None else seen
        games = given.inputs.games
        players = len(now["mu"])
        nothing = np.zeros(players, np.int64)
        play = Play(nothing.copy(), nothing.copy(), nothing, np.zeros(players, np.bool_))
        sides = Sides(games.first[rows], games.second[rows], games.result[rows])
        numbers = Numbers(now["mu"], now["phi"], now["log"], now["rating"])
        work.loop(sum_games)(p, sides, numbers, play)
        work.loop(rate_all)(p, numbers, play)
        now["games"][:] += play.games
        return play

    def games_of(self, given: Given, stop: Stop) -> Column:
        """The games of a month that were played."""
        here = np.flatnonzero(
            (given.assignment.first == stop.number) & (given.assignment.reason == RATED)
        )
        offset = given.inputs.games.offset
        rows = np.concatenate(
            [np.arange(offset[t], offset[t + 1]) for t in here] or [np.zeros(0, np.int64)]
        )
        return np.asarray(rows[given.inputs.games.result[rows] <= DRAW])

    def carry_in(self, given: Given, now: State, stop: Stop, play: Play) -> None:
        """The ratings of a month that were carried in or ended, in their order."""
        facts = given.inputs.facts
        p = self.plain_versions_of(given.rules)[
            max(given.rules.index(MONTHLY.date(stop.number)), 0)
        ]
        for row in self.carried_on(given, stop).tolist():
            player = int(facts.carried_player[row])
            rating_x100 = int(facts.carried_rating_x100[row])
            play.carried[player] = True
            if rating_x100 == RATING_ENDED:
                for column in now.values():
                    column[player] = 0
                continue
            now["rating"][player] = rating_x100
            now["mu"][player] = steps.inner_rating(rating_x100)
            now["phi"][player], now["log"][player] = self._carried_spread(facts, row, p)
            if facts.carried_games[row] >= 0:
                now["games"][player] = facts.carried_games[row]

    def _carried_spread(self, facts: Facts, row: int, p: Any) -> tuple[int, int]:
        """The deviation and the logarithm of the squared volatility of a rating that was carried in."""
        phi = int(p.phi)
        log = int(p.log)
        if len(facts.carried_deviation_x100) and facts.carried_deviation_x100[row] > 0:
            phi = steps.inner_deviation(int(facts.carried_deviation_x100[row]))
        if len(facts.carried_volatility_x1000000) and facts.carried_volatility_x1000000[row] > 0:
            log = 2 * logarithm(int(facts.carried_volatility_x1000000[row]) * (ONE // 1_000_000))
        return phi, log

    def _first(self, given: Given, stop: Stop) -> int:
        """The rating that everybody begins with, in hundredths."""
        return 100 * int(given.rules.latest(MONTHLY.date(stop.number)).parameters.rating)

    def listed(self, given: Given, state: State, stop: Stop) -> Listed:
        """Everybody with a rating who lives."""
        player = living(given, state["phi"] > 0, stop.day)
        further = {
            "deviation": _each(steps.outer_deviation, state["phi"][player]),
            "volatility": _each(steps.volatility_x100000, state["log"][player]),
        }
        return listed_without_k(given, stop, state, player, further)

    def ratings(self, state: State) -> Column:
        """The rating of each player."""
        return state["rating"]

    def predicted(self, state: State, own: Column, opponent: Column, parameters: Any) -> Column:
        """The expected score in hundredths, with what both deviations leave open."""
        answer = np.zeros(len(own), np.int16)
        mu = state["mu"]
        phi = state["phi"]
        if self.is_plain(len(own)):
            predict = self.articles.plain(predict_all)
        else:
            predict = self.articles.compiled(predict_all)
        predict(mu[own], mu[opponent], phi[own], phi[opponent], answer)
        return answer


def _each(step: Any, values: Column) -> Column:
    return np.array([step(value) for value in values.tolist()], np.int64)


def _judge(verdicts: Verdicts, given: Given, stops: Sequence[Stop]) -> None:
    """Which games are rated, and on which list."""
    number = given.assignment.first
    here = (number >= stops[0].number) & (number <= stops[-1].number)
    verdicts.judge(given, here, number)
    rated = (here & (given.assignment.reason == RATED))[tournament_of_games(given.inputs)]
    reason = np.where(given.inputs.games.result > DRAW, FORFEIT, RATED)
    verdicts.first[rated] = verdicts.second[rated] = reason[rated]
