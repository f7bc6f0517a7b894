"""Tournament after tournament: what happens beside the games is asked as it is of regulations game by game."""

from types import ModuleType
from typing import Any, ClassVar

import pytest

from schemes.drivers.in_sequence import SequenceScheme
from schemes.kernels import article, loop


class Masters(SequenceScheme):
    """Each tournament gives a point for every point scored; masters never stand below 1400; absence costs 50."""

    name, title = "masters", "A federation of masters, tournament after tournament"
    titles_that_count: ClassVar[tuple[str, ...]] = ("master",)

    @loop
    def next_rating(p: Any, card: Any, year: int) -> int:  # noqa: N805
        """The rating and the points."""
        return int(card.rating + card.score // 100)

    @article("1")
    def lifted(p: Any, rating: int, player: Any, levels: int, title: int, awarded: int) -> int:  # noqa: N805
        """A master is rated 1400 at least, {rating} before."""
        return max(rating, 1400)

    @article("2", gives="yes")
    def is_absent(
        p: Any,  # noqa: N805
        since: int,
        january: int,
        december: int,
        took_part: bool,
        closed: bool,
    ) -> bool:
        """Whoever is not excused was absent."""
        return since < january and not took_part

    @article("2")
    def absence_deduction(p: Any, rating: int) -> int:  # noqa: N805
        """{rating} less 50."""
        return 50


@pytest.mark.parametrize("runs", ["plain", "compiled"])
def test_titles_lift_and_absence_costs_beside_tournaments(telling: ModuleType, runs: str) -> None:
    """Anna scores 2 (1202), is lifted to 1400 and loses 50 in January; Bert scores 0 and is excused."""
    scheme = Masters()
    scheme.runs = runs
    story = telling.Story(federation="FRA", carried_on="2022-12-01")
    story.player("anna", rating=1200)
    story.player("bert", rating=1300)
    story.tournament("cup", "2023-03-01", games=["anna 1-0 bert", "bert 0-1 anna"])
    story.award("anna", "master", "2023-05-10")
    story.excuse("bert", 2023)
    assert story.list(scheme, "2023-01-31").ratings == {"anna": "1200", "bert": "1300"}
    assert story.list(scheme, "2023-04-30").ratings == {"anna": "1202", "bert": "1300"}
    january = story.list(scheme, "2024-01-31")
    assert january.ratings == {"anna": "1350", "bert": "1300"}
    assert january.explain("anna").value == "1350"
    assert [node.article for node in january.explain("anna").below[1:2]] == ["2"]
