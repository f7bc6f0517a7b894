"""The articles that drivers ask: one table on one page, and one answer whatever the order of the games."""

import inspect
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from schemes.drivers.by_game import GameScheme
from schemes.drivers.by_game import articles as by_game
from schemes.drivers.by_period import PeriodScheme
from schemes.drivers.by_period import articles as by_period
from schemes.drivers.by_tournament import TournamentScheme
from schemes.drivers.by_tournament import articles as by_tournament
from schemes.drivers.in_sequence import articles as in_sequence
from schemes.kernels import article, loop
from schemes.kernels.articles import articles_in
from schemes.kernels.calendar import MONTHLY
from schemes.rating import articles as vocabulary
from schemes.rating.reasons import RATED

PAGE = Path(__file__).parents[2] / "docs" / "schemes.md"
OF_DRIVERS = {"beginning", "rating_of_gathered"}  # drivers ask several articles in one go
OF_ONE_DRIVER = (by_game, by_period, by_tournament, in_sequence)
TOO_FEW = 2


def test_the_page_has_every_article_with_what_it_gets() -> None:
    """No article is missing in the table, none is left over, and each takes the values that stand there."""
    row = re.compile(r"^\| `(\w+)` \| [^|]+ \| (p(?:, [^|]+)?) \| [^|]+ \| [^|]*\|$", re.MULTILINE)
    _, _, section = PAGE.read_text(encoding="utf-8").partition("### The vocabulary")
    table = {name: tuple(values.split(", ")) for name, values in row.findall(section)}
    articles = [articles_in(module) for module in (vocabulary, *OF_ONE_DRIVER)]
    values = {
        name: function.__code__.co_varnames[: function.__code__.co_argcount]
        for module in articles
        for name, function in module.items()
        if name not in OF_DRIVERS
    }
    assert table == values


def test_an_article_takes_the_same_values_whatever_driver_asks_it() -> None:
    """A driver that answers for itself what all are asked has an answer of its own, and no question of its own."""
    shared = articles_in(vocabulary)
    for module in OF_ONE_DRIVER:
        for name, function in articles_in(module).items():
            if name in shared:
                assert inspect.signature(function) == inspect.signature(shared[name]), name


@loop
def tournament_reason(p: Any, paper: Any) -> int:
    """Tournaments of three rounds or more are rated."""
    if paper.rounds < 3:
        return TOO_FEW
    return RATED


@article("1", gives="rating")
def first_rating(p: Any, player: Any, day: int) -> int:
    """Everybody begins with 1000."""
    return int(1000 * p.per_point)


class ByGame(GameScheme):
    name, title = "bygame", "A federation of long tournaments"
    tournament_reason = tournament_reason
    first_rating = first_rating

    @article("2", gives="change")
    def gain(p: Any, own: int, opponent: int, score_x100: int) -> int:  # noqa: N805
        """Ten points for a win."""
        return (score_x100 - 50) // 5


class ByPeriod(PeriodScheme):
    name, title = "byperiod", "A federation of long tournaments"
    tournament_reason = tournament_reason
    first_rating = first_rating

    @article("2", gives="gain")
    def gain(p: Any, own: int, opponent: int, score_x100: int) -> int:  # noqa: N805
        """A fifth of what was scored above a draw."""
        return 20 * (score_x100 - 50)

    @article("3")
    def k_of_player(p: Any, player: Any, year: int) -> int:  # noqa: N805
        """K is 1."""
        return 1


class ByTournament(TournamentScheme):
    name, title = "bytournament", "A federation of long tournaments"
    lists = MONTHLY
    tournament_reason = tournament_reason
    first_rating = first_rating

    @article("2", gives="signed")
    def tournament_change(
        p: Any,  # noqa: N805
        k: int,
        own_x100: int,
        opponents_x100: int,
        games: int,
        score_x100: int,
    ) -> int:
        """Ten points for a win."""
        return 20 * (score_x100 - 50 * games)


@pytest.mark.parametrize("runs", ["plain", "compiled"])
@pytest.mark.parametrize("driver", [ByGame, ByTournament, ByPeriod])
def test_a_tournament_is_refused_by_the_same_article_in_whatever_order_games_are_taken(
    telling: ModuleType, driver: Any, runs: str
) -> None:
    """The cup of two rounds is not rated: anna and bert have no rating by it. The open of three is."""
    scheme = driver()
    scheme.runs = runs
    story = telling.Story(federation="FRA")
    story.tournament("cup", "2023-03-01", rounds=2, games=["anna 1-0 bert"])
    story.tournament("open", "2023-03-11", rounds=3, games=["carl 1-0 dora"])
    march = story.list(scheme, "2023-04-01")
    assert march.ratings == {"carl": "1010", "dora": "990"}
    assert march.assignment.reason.tolist() == [TOO_FEW, RATED]
    assert march.explain("carl").value == "1010"
