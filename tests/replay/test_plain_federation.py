"""A plain federation's Elo by tournament is some forty lines; the real commands list, explain and change it.

The numbers of each story are worked out beside it with decimals, from the formula.
"""

from decimal import ROUND_HALF_UP, Decimal

import pytest

from tests.builders import Event, carried, game_corrected, played, player
from tests.replay.conftest import Install, Shell

REGULATION = '''"""Rating of a small federation: lists in January and July."""

from datetime import date
from typing import Annotated

from msgspec import Meta, Struct

from schemes.kernels.arithmetic import boundaries_kept, half_away_from_zero, logistic_boundaries
from schemes.kernels.calendar import Calendar
from schemes.kernels import article
from schemes.drivers.by_tournament import TournamentScheme
from schemes.kernels.rules import Version


class Parameters(Struct, frozen=True):
    first: Annotated[int, Meta(title="2", description="The rating everybody begins with.", ge=1)] = 1500
    k: Annotated[int, Meta(title="4", description="K.", ge=0)] = 20
    k_top: Annotated[int, Meta(title="4", description="K from 2200 on.", ge=0)] = 10
    floor: Annotated[int, Meta(title="5", description="Nobody falls below.", ge=0)] = 1000


class Plain(TournamentScheme):
    name, title = "plain", "Rating of a small federation"
    lists = Calendar(((1, 1), (7, 1)))
    versions = (Version("2020", date(2020, 1, 1), Parameters()),)
    tables = {"boundaries": logistic_boundaries(400)}

    @article("2", gives="points")
    def first_rating(p, player, day):
        """Everybody begins with {p.first}."""
        return 100 * p.first

    @article("3", gives="gain")
    def tournament_change(p, k, own_x100, opponents_x100, games, score_x100):
        """{k} times what was scored, {score_x100}, beyond the expectation of {own_x100} in {games} games."""
        mean = half_away_from_zero(opponents_x100, games)
        return k * (score_x100 - games * boundaries_kept(p.boundaries, mean - own_x100))

    @article("4")
    def k_of_player(p, player, year):
        """K by the rating."""
        return p.k_top if player.rating >= 220000 else p.k

    @article("5", gives="points")
    def kept_rating(p, rating_x100, sex):
        """{rating_x100}, but not below {p.floor}."""
        return max(rating_x100, 100 * p.floor)


scheme = Plain()
'''


@pytest.fixture
def office(shell: Shell, installed: Install) -> Shell:
    """The commands over a ledger, with the regulation installed as another package would bring it."""
    installed("plain", REGULATION)
    return shell


def events() -> list[Event]:
    """March: anna 1650 and boris 1450, carried in, and the new carla play a round robin. August: anna and carla."""
    return [
        *player("anna boris carla"),
        *carried("plain", "2024-01-01", {"anna": 1650, "boris": 1450}),
        *played(
            "spring",
            "plain",
            "2024-03-01",
            ["anna 0-1 boris", "boris 1/2-1/2 carla", "carla 0-1 anna"],
        ),
        *played(
            "summer", "plain", "2024-08-01", ["anna 0-1 carla", "carla 1-0 anna", "boris +/- carla"]
        ),
    ]


def change(own: int, opponents: list[int], score: Decimal, k: int = 20) -> Decimal:
    """K × (score − games × P), with P of the mean to hundredths."""
    mean = (Decimal(sum(opponents)) / len(opponents)).quantize(Decimal("0.01"), ROUND_HALF_UP)
    p = (1 / (1 + Decimal(10) ** ((mean - own) / 400))).quantize(Decimal("0.01"), ROUND_HALF_UP)
    return k * (score - len(opponents) * p)


def whole(number: Decimal) -> int:
    return int(number.quantize(Decimal(1), ROUND_HALF_UP))


HALF = Decimal("0.5")
JULY = {
    "anna": whole(1650 + change(1650, [1450, 1500], Decimal(1))),
    "boris": whole(1450 + change(1450, [1650, 1500], 1 + HALF)),
    "carla": whole(1500 + change(1500, [1450, 1650], HALF)),
}


def ratings(rows: list[dict[str, str]]) -> dict[str, int]:
    return {row["player"]: int(row["rating"]) for row in rows}


def test_lists_are_those_of_the_formula(office: Shell) -> None:
    """In August a forfeit does not count; ratings are those of July, for both games against the same opponent."""
    office.tell(*events())
    assert ratings(office.rows("list", "plain", "2024-07-01", "--format", "csv")) == JULY
    anna, carla = JULY["anna"], JULY["carla"]
    assert ratings(office.rows("list", "plain", "2025-01-01", "--format", "csv")) == JULY | {
        "anna": whole(anna + change(anna, [carla, carla], Decimal(0))),
        "carla": whole(carla + change(carla, [anna, anna], Decimal(2))),
    }


def test_an_explanation_has_the_articles_with_their_numbers(office: Shell) -> None:
    """carla begins with 1500 and scores ½ of 2 against 1450 and 1650."""
    office.tell(*events())
    code, out, _ = office("explain", "plain", "carla", "2024-07-01")
    lines = [line.strip("├─└│ ") for line in out.splitlines()]
    assert code == 0 and lines[0] == f"carla carla on list 2024-07-01  {JULY['carla']}"
    gain = change(1500, [1450, 1650], HALF)
    assert "first rating, at spring: Everybody begins with 1500  1500  [2]" in lines
    assert "K by the rating  20  [4]" in lines
    shown = f"{gain:+f}".rstrip("0").rstrip(".").replace("-", "−")
    told = "20 times what was scored, 0.5, beyond the expectation of 1500 in 2 games"
    assert f"{told}  {shown}  [3]" in lines


def test_a_what_if_changes_a_parameter(office: Shell) -> None:
    """With K 40 everything counts twice."""
    office.tell(*events())
    rows = office.rows("whatif", "plain", "2024-07-01", "--set", "k=40", "--format", "csv")
    told = {row["player"]: int(row["after"]) for row in rows}
    assert told["anna"] == whole(1650 + 2 * change(1650, [1450, 1500], Decimal(1)))
    assert told["boris"] == whole(1450 + 2 * change(1450, [1650, 1500], 1 + HALF))


def test_an_appeal_follows_a_corrected_result(office: Shell) -> None:
    """anna beat boris after all: both are other in July; carla, who met anna in August, in January."""
    office.tell(*events())
    file = office.file(game_corrected("spring", "2024-09-01", "1.1 1-0"))
    rows = office.rows("appeal", file, "--date", "2025-01-01", "--every-list", "--format", "csv")
    after = {(row["list_date"], row["player"]): int(row["after"]) for row in rows}
    anna = whole(1650 + change(1650, [1450, 1500], Decimal(2)))
    assert after["2024-07-01", "anna"] == anna
    assert after["2024-07-01", "boris"] == whole(1450 + change(1450, [1650, 1500], HALF))
    assert ("2024-07-01", "carla") not in after
    carla = JULY["carla"]
    assert after["2025-01-01", "carla"] == whole(carla + change(carla, [anna, anna], Decimal(2)))
