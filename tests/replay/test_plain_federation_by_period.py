"""A plain federation's Elo by period is some forty lines; the real commands list, explain and change it.

The numbers of each story are worked out beside it, from the formula, with decimals and fractions.
"""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from math import floor

import pytest

from tests.builders import Event, carried, game_corrected, played, player
from tests.replay.conftest import Install, Shell

REGULATION = '''"""Rating of a small federation: four lists a year."""

from datetime import date
from typing import Annotated

from msgspec import Meta, Struct

from schemes.kernels.arithmetic import boundaries_kept, half_up, logistic_boundaries
from schemes.kernels.calendar import Calendar
from schemes.kernels import article
from schemes.drivers.by_period import PeriodScheme
from schemes.kernels.rules import Version


class Parameters(Struct, frozen=True):
    k_new: Annotated[int, Meta(title="4", description="K in the first games.", ge=0)] = 30
    k: Annotated[int, Meta(title="4", description="K after that.", ge=0)] = 20
    new_games: Annotated[int, Meta(title="4", description="How many first games.", ge=0)] = 30
    floor: Annotated[int, Meta(title="5", description="Nobody falls below.", ge=0)] = 1000
    first_games: Annotated[int, Meta(title="6", description="Games for a first rating.", ge=1)] = 3


class Quarterly(PeriodScheme):
    name, title = "quarterly", "Rating of a small federation"
    lists = Calendar(((1, 1), (4, 1), (7, 1), (10, 1)))
    versions = (Version("2020", date(2020, 1, 1), Parameters()),)
    tables = {"boundaries": logistic_boundaries(400)}

    @article("3", gives="gain")
    def gain(p, own, opponent, score_x100):
        """Score {score_x100} less the expected score of {own} against {opponent}."""
        return score_x100 - boundaries_kept(p.boundaries, 100 * (opponent - own))

    @article("4")
    def k_of_player(p, player, year):
        """K of a player with {player.games} games."""
        return p.k_new if player.games < p.new_games else p.k

    @article("5")
    def kept_rating(p, rating, sex):
        """{rating}, but not below {p.floor}."""
        return max(rating, p.floor)

    @article("6")
    def rating_by_results(p, games, opponents, score_x100):
        """First rating from {games} games: mean of the opponents plus 400 for each game above even."""
        if games < p.first_games:
            return 0
        return max(half_up(100 * opponents + 400 * (2 * score_x100 - 100 * games), 100 * games), p.floor)


scheme = Quarterly()
'''


@pytest.fixture
def office(shell: Shell, installed: Install) -> Shell:
    """The commands over a ledger, with the regulation installed as another package would bring it."""
    installed("quarterly", REGULATION)
    shell.tell(*events())
    return shell


def events() -> list[Event]:
    """anna 1650 (new), boris 1500 and carla 1000 are carried in; dora is unrated. Two tournaments before July, one
    before October."""
    april = ["anna 0-1 boris", "carla 0-1 boris", "dora 1/2-1/2 anna"]
    may = ["dora 1-0 boris", "dora 1/2-1/2 carla", "boris +/- anna"]
    return [
        *player("anna boris carla dora"),
        *carried("quarterly", "2024-01-01", {"anna": 1650}, games=10),
        *carried("quarterly", "2024-01-01", {"boris": 1500, "carla": 1000}, games=50),
        *played("april", "quarterly", "2024-04-10", april),
        *played("may", "quarterly", "2024-05-10", may),
        *played("july", "quarterly", "2024-07-10", ["dora 1-0 anna"]),
    ]


HALF = Fraction(1, 2)


def change(own: int, k: int, *games: tuple[int, Fraction | int]) -> int:
    """K × (score − expectation to hundredths), summed over (opponent, score) and rounded half away from zero."""
    total = Fraction(0)
    for opponent, score in games:
        expected = (1 / (1 + Decimal(10) ** (Decimal(opponent - own) / 400))).quantize(
            Decimal("0.01"), ROUND_HALF_UP
        )
        total += k * (score - Fraction(expected))
    return floor(abs(total) + HALF) * (1 if total > 0 else -1)


# dora: 2 points in 3 games against 1650, 1500 and 1000, half a game above even
JULY = {
    "anna": 1650 + change(1650, 30, (1500, 0)),
    "boris": 1500 + change(1500, 20, (1650, 1), (1000, 1)),
    "carla": 1000,  # a loss to 1500 costs a point, but nobody falls below 1000
    "dora": floor(Fraction(1650 + 1500 + 1000 + 400, 3) + HALF),
}


def ratings(rows: list[dict[str, str]]) -> dict[str, int]:
    return {row["player"]: int(row["rating"]) for row in rows}


def test_lists_are_those_of_the_formula(office: Shell) -> None:
    """Both tournaments of the period count with the ratings of its beginning; games of dora count for nobody else."""
    assert change(1000, 20, (1500, 0)) == -1
    assert ratings(office.rows("list", "quarterly", "2024-07-01", "--format", "csv")) == JULY
    anna, dora = JULY["anna"], JULY["dora"]
    october = ratings(office.rows("list", "quarterly", "2024-10-01", "--format", "csv"))
    assert october["anna"] == anna + change(anna, 30, (dora, 0))
    assert october["dora"] == dora + change(dora, 30, (anna, 1))


def explained(office: Shell, player: str, day: str) -> list[str]:
    code, out, _ = office("explain", "quarterly", player, day)
    assert code == 0
    return [line.strip("├─└│ ") for line in out.splitlines()]


def test_an_explanation_has_the_articles_with_their_numbers(office: Shell) -> None:
    """A rated player: games, K, sum, floor. A player without a rating: the pool and what it gives."""
    carla = explained(office, "carla", "2024-07-01")
    assert carla[0] == "carla carla on list 2024-07-01  1000"
    assert any(line.endswith("lost to boris boris (1500)  −0.05  [3]") for line in carla)
    assert "Score 0 less the expected score of 1000 against 1500  −0.05  [3]" in carla
    assert "K of a player with 50 games  20  [4]" in carla
    assert "1000 −1 = 999. 999, but not below 1000  1000  [5]" in carla
    dora = explained(office, "dora", "2024-07-01")
    told = "First rating from 3 games: mean of the opponents plus 400 for each game above even"
    assert f"{told}  {JULY['dora']}  [6]" in dora
    assert "forfeit +/- as second against boris boris (1500): not played  not rated" in " ".join(
        explained(office, "anna", "2024-07-01")
    )


def test_a_what_if_changes_a_parameter(office: Shell) -> None:
    """With K 40 boris wins twice as much; with four games for a first rating dora has none in July."""
    rows = office.rows("whatif", "quarterly", "2024-07-01", "--set", "k=40", "--format", "csv")
    after = {row["player"]: row["after"] for row in rows}
    assert int(after["boris"]) == 1500 + change(1500, 40, (1650, 1), (1000, 1))
    rows = office.rows(
        "list", "quarterly", "2024-07-01", "--set", "first_games=4", "--format", "csv"
    )
    assert ratings(rows) == {name: rating for name, rating in JULY.items() if name != "dora"}


def test_an_appeal_follows_a_corrected_result(office: Shell) -> None:
    """anna beat boris after all: both are other in July; dora, who met anna then, in October."""
    file = office.file(game_corrected("april", "2024-09-01", "1.1 1-0"))
    rows = office.rows("appeal", file, "--date", "2024-10-01", "--every-list", "--format", "csv")
    after = {(row["list_date"], row["player"]): int(row["after"]) for row in rows}
    anna = 1650 + change(1650, 30, (1500, 1))
    assert after["2024-07-01", "anna"] == anna
    assert after["2024-07-01", "boris"] == 1500 + change(1500, 20, (1650, 0), (1000, 1))
    assert ("2024-07-01", "dora") not in after
    assert after["2024-10-01", "dora"] == JULY["dora"] + change(JULY["dora"], 30, (anna, 1))
