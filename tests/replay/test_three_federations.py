"""The regulations of docs/federations.md, installed as they stand there, against figures that were published."""

import re
from decimal import Decimal
from pathlib import Path

import pytest

from tests.builders import carried, game, player, tournament
from tests.replay.conftest import Install, Shell

PAGE = Path(__file__).parents[2] / "docs" / "federations.md"
SOURCES = dict(
    zip(
        ("gor", "icu", "ecf"),
        re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S),
        strict=True,
    )
)
# the federation's own table: rating of the weaker player, what a game can change, difference, expected score
GOR = [
    (100, 116, 100, "0.378"),
    (100, 116, 500, "0.076"),
    (200, 110, 25, "0.468"),
    (200, 110, 500, "0.071"),
    (300, 105, 50, "0.435"),
    (400, 100, 75, "0.400"),
    (500, 95, 25, "0.465"),
]


@pytest.fixture(autouse=True)
def plain(plain_rules: None) -> None:
    """A game or two need no compiled rules."""


def after_a_game(
    shell: Shell, name: str, ratings: tuple[int, int], born: int = 1980
) -> dict[str, str]:
    """The ratings after one game of two players whose ratings were carried in, anna being the first."""
    shell.tell(
        *player("anna bert", born=born),
        *carried(name, "2020-01-02", {"anna": ratings[0], "bert": ratings[1]}),
        tournament("cup", name, "2024-05-10", "2024-05-12"),
        game("cup", "2024-05-10", "anna 1-0 bert"),
    )
    rows = shell.rows("list", name, "2024-09-01", "--format", "csv")
    return {row["player"]: row["rating"] for row in rows}


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
def test_each_fits_on_a_page(source: str) -> None:
    assert len(source.splitlines()) < 80


@pytest.mark.parametrize(("weaker", "most", "apart", "share"), GOR)
def test_the_table_of_the_european_go_federation(
    shell: Shell, installed: Install, weaker: int, most: int, apart: int, share: str
) -> None:
    """The weaker player wins: a game changes at most so much, times what the published share leaves open."""
    installed("gor", SOURCES["gor"])
    after = after_a_game(shell, "gor", (weaker, weaker + apart))
    gain = Decimal(after["anna"]) - weaker
    assert abs(gain - most * (1 - Decimal(share))) <= most * Decimal("0.0005") + Decimal("0.01")


@pytest.mark.parametrize(
    ("rating", "born", "gain"), [(1600, 1980, 12), (1600, 2006, 20), (2225, 1980, 8)]
)
def test_irish_ratings(shell: Shell, installed: Install, rating: int, born: int, gain: int) -> None:
    """Published: 1600 beats 1600 at K 24 and has 1612; K is 40 below 21 and 16 from 2100 on."""
    installed("icu", SOURCES["icu"])
    after = after_a_game(shell, "icu", (rating, rating), born)
    assert after == {"anna": str(rating + gain), "bert": str(rating - gain)}


@pytest.mark.parametrize(("born", "gain"), [(1980, 10), (2010, 20)])
def test_english_ratings(shell: Shell, installed: Install, born: int, gain: int) -> None:
    """Published: who beats somebody of the same rating gains 10; juniors have twice that K."""
    installed("ecf", SOURCES["ecf"])
    after = after_a_game(shell, "ecf", (1700, 1700), born)
    assert after == {"anna": str(1700 + gain), "bert": str(1700 - gain)}


@pytest.mark.parametrize(
    ("name", "day", "articles"),
    [
        ("gor", "2024-09-01", ("[1]", "[2]")),
        ("icu", "2024-09-01", ("[1]", "[2]")),
        ("ecf", "2024-06-01", ("[4]",)),
    ],
)
def test_explanations_name_the_articles(
    shell: Shell, installed: Install, name: str, day: str, articles: tuple[str, ...]
) -> None:
    """The articles of a regulation are what its explanation rests on, and it begins with the rating on the list."""
    installed(name, SOURCES[name])
    after = after_a_game(shell, name, (1500, 1600))
    code, text, said = shell("explain", name, "anna", day)
    assert code == 0, said
    assert text.splitlines()[0].endswith(after["anna"])
    assert [article for article in articles if article not in text] == []
