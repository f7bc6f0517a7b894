"""elo: Elo's formula and nothing else, game by game. A yardstick for what-ifs, of no federation."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any

from msgspec import Meta, Struct

from schemes.drivers.by_game import GameScheme
from schemes.kernels import article, loop
from schemes.kernels.arithmetic import boundaries_kept, half_up, logistic_boundaries
from schemes.kernels.fixed_point import ONE, exponential, quotient
from schemes.kernels.parameters import Cells
from schemes.kernels.readings import Reading
from schemes.kernels.rules import ALWAYS, Version

PARTS = 1000
LN_10_X12 = 2_302_585_092_994
FAR = 1_500_000  # hundredths of a point: further apart nothing is expected
boundaries = cache(logistic_boundaries)


@article("3", gives="fine")
def expectation(p: Any, own_x100: int, opponent_x100: int) -> int:
    """Expected score of {own_x100} against {opponent_x100}."""
    difference = int(opponent_x100) - int(own_x100)
    if p.read_precision != 0:
        return boundaries_kept(p.boundaries, difference) * (ONE // PARTS)
    # 10 to the power of the difference by the scale, as a power of e; of the weaker player, so that it stays small
    power = half_up(min(abs(difference), FAR) * LN_10_X12, 1_000_000 * p.scale)
    odds = exponential(-power)
    weaker = quotient(odds, ONE + odds)
    if difference >= 0:
        return weaker
    return ONE - weaker


class EloParameters(Struct, frozen=True):
    """The three numbers."""

    first: Annotated[
        int, Meta(title="1", description="The rating everybody begins with.", ge=1, le=4000)
    ] = 1500
    k: Annotated[int, Meta(title="2", description="K of everybody.", ge=0, le=1000)] = 20
    scale: Annotated[
        int, Meta(title="3", description="Difference with odds of ten to one.", ge=1, le=4000)
    ] = 400


class Elo(GameScheme):
    """Ratings in hundredths of a point."""

    name, title, decimals = "elo", "Elo, game by game: a yardstick", 2
    versions = (Version("base", ALWAYS, EloParameters()),)
    readings = (
        Reading("precision", "3", "How exact are expectations and ratings?", {
            "exact": "Expectations have eight decimals; each change is rounded once, to hundredths of a point.",
            "thousandths": "Expectations are thousandths, rounded half up; each change is hundredths of a point.",
        }),
    )  # fmt: skip

    def cells(self, parameters: Any, readings: Mapping[str, str]) -> Cells:
        """The numbers of a version as articles read them."""
        return {
            **super().cells(parameters, readings),
            "boundaries": boundaries(parameters.scale, PARTS),
        }

    @article("1", gives="points")
    def first_rating(p: Any, player: Any, day: int) -> int:  # noqa: N805
        """Everybody begins with {p.first}."""
        return int(100 * p.first)

    @article("2")
    def k_of_player(p: Any, player: Any, year: int) -> int:  # noqa: N805
        """K of everybody."""
        return int(p.k)

    @loop
    def expected_score(p: Any, own: int, opponent: int) -> int:  # noqa: N805
        """The same in hundredths."""
        return half_up(expectation(p, own, opponent), ONE // 100)

    @article("3", gives="parts")
    def exact_gain(p: Any, k: int, own_x100: int, opponent_x100: int, score_x100: int) -> int:  # noqa: N805
        """K {k} times the score {score_x100} less the expected one."""
        exact = k * (score_x100 * (ONE // 100) - expectation(p, own_x100, opponent_x100))
        # further decimals are dropped: the change is rounded once, by `rounded_gain`
        if exact >= 0:
            return exact // (ONE // 10_000)
        return -(-exact // (ONE // 10_000))


scheme = Elo()
