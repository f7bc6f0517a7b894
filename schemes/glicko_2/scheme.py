"""glicko-2: what it says beside Glickman's steps."""

from collections.abc import Mapping
from decimal import Decimal, localcontext
from typing import Annotated, Any, ClassVar

import numpy as np
from msgspec import Meta, Struct

from schemes.drivers.by_tournament import TournamentScheme
from schemes.glicko_2 import steps
from schemes.kernels.columns import Records
from schemes.kernels.fixed_point import ONE, logarithm, product
from schemes.kernels.inputs import RATING_ENDED, Column, Facts
from schemes.kernels.parameters import Cells
from schemes.kernels.readings import Reading
from schemes.kernels.rules import ALWAYS, Version
from schemes.kernels.scheme import SO_FAR, Given, ListColumn, Reason, State, Stop
from schemes.rating.reasons import FORFEIT, NO_VERSION, RATED


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
    games_counted = SO_FAR
    # on the inner scale, the deviation 0 before the first game; and the sums of a period
    own_numbers: ClassVar[Mapping[str, int]] = dict.fromkeys(
        ("mu", "phi", "log", "precision", "surplus"), 0
    )
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
            "first": 100 * parameters.rating, "mu": steps.inner_rating(100 * parameters.rating),
            "phi": steps.inner_deviation(100 * parameters.deviation),
            "log": int((log * ONE).to_integral_value()), "tau": tau, "tau_squared": product(tau, tau),
        }  # fmt: skip

    def closed(self, given: Given, players: Records, stop: Stop) -> dict[str, Column]:
        """What a list leaves behind; ratings that were carried in have their deviation and volatility."""
        state = super().closed(given, players, stop)
        state["why"][:] = RATED  # nobody is listed who has no rating
        facts = given.inputs.facts
        p = self.plain_versions_of(given.rules)[self.period(given.rules, stop.number).version]
        for row in self.carried_on(given, stop).tolist():
            player = int(facts.carried_player[row])
            state["precision"][player] = state["surplus"][player] = 0
            if players.new[player] > 0 and facts.carried_rating_x100[row] != RATING_ENDED:
                state["mu"][player] = steps.inner_rating(int(facts.carried_rating_x100[row]))
                state["phi"][player], state["log"][player] = _carried_spread(facts, row, p)
        return state

    def predicted(self, state: State, own: Column, opponent: Column, parameters: Any) -> Column:
        """The expected score in hundredths, with the deviations of both."""
        answer = np.zeros(len(own), np.int16)
        mu = state["mu"]
        phi = state["phi"]
        if self.is_plain(len(own)):
            predict = self.articles.plain(steps.predict_all)
        else:
            predict = self.articles.compiled(steps.predict_all)
        predict(mu[own], mu[opponent], phi[own], phi[opponent], answer)
        return answer


def _carried_spread(facts: Facts, row: int, p: Any) -> tuple[int, int]:
    """The deviation and the logarithm of the squared volatility of a rating that was carried in."""
    phi = int(p.phi)
    log = int(p.log)
    if len(facts.carried_deviation_x100) and facts.carried_deviation_x100[row] > 0:
        phi = steps.inner_deviation(int(facts.carried_deviation_x100[row]))
    if len(facts.carried_volatility_x1000000) and facts.carried_volatility_x1000000[row] > 0:
        log = 2 * logarithm(int(facts.carried_volatility_x1000000[row]) * (ONE // 1_000_000))
    return phi, log
