"""elo: Elo's formula and nothing else, game by game. A yardstick for what-ifs, of no federation."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any

import numpy as np
from msgspec import Meta, Struct

from schemes.kernels import article
from schemes.kernels.arithmetic import boundaries_kept, logistic_boundaries
from schemes.kernels.by_game import GameScheme
from schemes.kernels.inputs import Column
from schemes.kernels.parameters import Cells
from schemes.kernels.readings import Reading
from schemes.kernels.rules import ALWAYS, Version

PARTS = 1000
boundaries = cache(logistic_boundaries)


class EloParameters(Struct, frozen=True):
    """The three numbers."""

    first: Annotated[int, Meta(title="1", description="The rating everybody begins with.", ge=1, le=4000)] = 1500
    k: Annotated[int, Meta(title="2", description="K of everybody.", ge=0, le=1000)] = 20
    scale: Annotated[int, Meta(title="3", description="Difference with odds of ten to one.", ge=1, le=4000)] = 400


class Elo(GameScheme):
    """Ratings in hundredths of a point."""

    name, title, decimals = "elo", "Elo, game by game: a yardstick", 2
    versions = (Version("base", ALWAYS, EloParameters()),)
    readings = (
        Reading("precision", "3", "How exact are expectations and ratings?", {
            "thousandths": "Expectations are thousandths, rounded half up; each change is hundredths of a point.",
        }),
    )  # fmt: skip

    def cells(self, parameters: Any, readings: Mapping[str, str]) -> Cells:
        """The numbers of a version as articles read them."""
        return {**super().cells(parameters, readings), "boundaries": boundaries(parameters.scale, PARTS)}

    @article("1", gives="points")
    def first_rating(p: Any, titles: int) -> int:  # noqa: N805
        """Everybody begins with {p.first}."""
        return int(100 * p.first)

    @article("2")
    def k_by_rating(p: Any, rating: int, peak: int) -> int:  # noqa: N805
        """K is the same for all."""
        return int(p.k)

    @article("3", gives="parts")
    def exact_gain(p: Any, k: int, own: int, opponent: int, score_x100: int) -> int:  # noqa: N805
        """K {k} times the score {score_x100} less the expected one."""
        return 10 * k * (10 * score_x100 - boundaries_kept(p.boundaries, opponent - own))

    def expected(self, own: Column, opponent: Column, parameters: Any) -> Column:
        """The score expected of each pair of ratings, in hundredths."""
        falling = -np.array(boundaries(parameters.scale, 100), np.int64)
        difference = np.asarray(opponent, np.int64) - np.asarray(own, np.int64)
        return np.asarray(np.searchsorted(falling, -difference, side="right"))


scheme = Elo()
