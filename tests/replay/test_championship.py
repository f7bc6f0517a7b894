"""The US Championship 2025: carried-in October ratings, 66 games, and the November list as FIDE published it.

The figures are those of tests/schemes/conformance/fide-standard.toml, retyped there from FIDE's own pages.
"""

import tomllib
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.replay.conftest import StoryOffice

FIGURES = Path(__file__).parent.parent / "schemes" / "conformance" / "fide-standard.toml"


@pytest.fixture(scope="module")
def figures() -> dict[str, Any]:
    return tomllib.loads(FIGURES.read_text(encoding="utf-8"))


@pytest.fixture
def championship(office: StoryOffice, figures: dict[str, Any]) -> StoryOffice:
    players = [line.split() for line in figures["championship_players"]]
    office.player(*(player[0] for player in players), federation="USA", born=1990)
    office.carried("fide-standard", "2025-10-01", {player[0]: int(player[1]) for player in players})
    office.tournament("432532", "2025-10-12", "2025-10-24", rounds=11, format="roundrobin")
    boards: Counter[str] = Counter()
    for line in figures["championship_games"]:
        round_, first, result, second = line.split()
        boards[round_] += 1
        office.games(
            "432532", "2025-10-12", [f"{round_}.{boards[round_]} {first} {result} {second}"]
        )
    assert sum(boards.values()) == 66
    return office


def test_the_november_list_is_exact_for_all_who_played_nothing_else(
    championship: StoryOffice, figures: dict[str, Any]
) -> None:
    rows = championship.rows("fide-standard", "2025-11-01")
    alone = [
        line.split() for line in figures["championship_players"] if Decimal(line.split()[3]) == 0
    ]
    assert len(alone) == 10
    for player, _, _, _, november, games in alone:
        assert (rows[player]["rating"], rows[player]["games"]) == (november, int(games)), player


def test_the_change_of_the_event_is_exact_for_all_twelve(
    championship: StoryOffice, figures: dict[str, Any]
) -> None:
    """The explanation's line for the event, before rounding."""
    assert len(figures["championship_players"]) == 12
    for line in figures["championship_players"]:
        player, _, change, *_ = line.split()
        told = championship.explain("fide-standard", player, "2025-11-01")
        event = next(node for node in told.below if "432532" in node.text)
        assert Decimal(event.value.replace("−", "-")) == Decimal(change), player
