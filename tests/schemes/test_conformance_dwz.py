"""dwz against conformance/dwz.toml: figures that the federation published, E by its formula, stories by article."""

import tomllib
from decimal import Decimal
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from schemes import Reform
from schemes.dwz import scheme
from schemes.dwz.articles import (
    coefficient,
    expectation,
    factor_x100,
    rating_by_factor,
    rating_of_value,
)
from schemes.kernels.rules import Change
from wording.errors import LedgerError

pytestmark = pytest.mark.usefixtures("plain_rules")  # test_dwz_oracle.py runs them compiled

FILE = tomllib.loads((Path(__file__).parent / "conformance" / "dwz.toml").read_text("utf-8"))
RESULTS = {2: "1-0", 1: "1/2-1/2", 0: "0-1"}


def numbers(version: int = 0, **readings: str) -> Any:
    """The numbers of a version as articles read them."""
    return scheme.plain_versions_of(scheme.rules(readings=readings))[version]


def story_of(telling: ModuleType, name: str, case: dict[str, Any], **player: Any) -> Any:
    """One player against the opponents of a case, with its score, on the list of the end of the month."""
    story = telling.Story(federation="GER", carried_on="2024-01-01")
    story.player(name, **player)
    halves, games = int(2 * Decimal(case["score"])), []
    for number, rating in enumerate(case["opponents"]):
        story.player(f"opponent-{number}", rating=rating)
        games.append(f"{name} {RESULTS[min(halves, 2)]} opponent-{number}")
        halves -= min(halves, 2)
    story.tournament("cup", "2024-05-04", "2024-05-06", games=games)
    return story.list(scheme, "2024-05-31").ratings.get(name)


@pytest.mark.parametrize("case", FILE["published"], ids=lambda case: case["says"])
def test_published_ratings(telling: ModuleType, case: dict[str, Any]) -> None:
    """The new rating as printed (3.5.2)."""
    found = story_of(telling, "anna", case, rating=case["rating"], born=case.get("born", 0))
    assert found == str(case["new"])


@pytest.mark.parametrize(
    "case",
    [case for case in FILE["published"] if "performance" in case],
    ids=lambda case: case["says"],
)
def test_published_expectations_and_performances(telling: ModuleType, case: dict[str, Any]) -> None:
    """A performance is what the iteration gives to somebody without a rating (3.6.1); sums were of three decimals."""
    assert story_of(telling, "nora", case) == str(case["performance"])
    p = numbers(expectation="thousandths")
    total = sum(expectation(p, case["rating"], opponent) for opponent in case["opponents"])
    assert Decimal(total) / 10**8 == Decimal(case["expected"])


def test_a_published_first_rating_with_a_kept_game(telling: ModuleType) -> None:
    """B431-636-C4F, as the tests of the Chess League Manager name it: a kept loss, and 2 of 4: 983."""
    story = telling.Story(federation="GER", carried_on="2024-01-01")
    for name, rating in zip("pqrst", (1177, 894, 1087, 905, 1255), strict=True):
        story.player(name, rating=rating)
    story.tournament("before", "2024-02-01", games=["nora 0-1 p"])
    story.tournament(
        "cup", "2024-05-01", games=["q 0-1 nora", "nora 0-1 r", "nora 1-0 s", "t 1-0 nora"]
    )
    outcome = story.list(scheme, "2024-05-31")
    assert outcome.ratings["nora"] == "983"
    assert outcome.explain("nora").value == "983"


@pytest.mark.parametrize("case", FILE["coefficient"], ids=lambda case: case["says"])
def test_the_coefficient(case: dict[str, Any]) -> None:
    """E by annex 1.2."""
    found = coefficient(
        numbers(), case["rating"], case["age"], case["index"], case.get("below", False)
    )
    assert found == case["e"]


@pytest.mark.parametrize("case", FILE["factor"], ids=lambda case: case["says"])
def test_the_factor_from_2026_on(case: dict[str, Any]) -> None:
    """K, and the new rating where it was published."""
    p = numbers(1)
    k = factor_x100(p, case["rating"], case["age"], case["index"], case.get("below", False))
    assert Decimal(k) / 100 == Decimal(case["k"])
    if "new" in case:
        sums = int(100 * Decimal(case["score"])), int(10**8 * Decimal(case["expected"]))
        assert rating_by_factor(p, case["rating"], k, *sums) == case["new"]


@pytest.mark.parametrize("case", FILE["lifted"], ids=lambda case: case["says"])
def test_low_first_ratings_are_lifted(case: dict[str, Any]) -> None:
    """Of the version of 2026, unless another one is named."""
    assert rating_of_value(numbers(case.get("version", 1)), case["found"]) == case["rating"]


@pytest.mark.parametrize(
    "case", FILE["case"], ids=lambda case: f"{case['article']} {case['says'][:50]}"
)
def test_the_articles(telling: ModuleType, case: dict[str, Any]) -> None:
    """Ratings ("" for none), indexes, and the articles that judge the games of the first tournament, by round."""
    story = telling.Story(federation="GER", carried_on="2020-01-01")
    names = {
        word
        for event in case["tournaments"]
        for game in event["games"]
        for word in game.split()[::2]
    }
    for name in sorted(names):
        story.player(name, rating=int(name[1:]) if name[1:].isdigit() else None)
    for number, event in enumerate(case["tournaments"]):
        clock = {key: event[key] for key in ("base", "increment") if key in event}
        story.tournament(f"cup-{number}", event["day"], games=event["games"], **clock)
    outcome = story.list(
        scheme, case.get("list", "2024-12-31"), scheme.rules(readings=case.get("readings", {}))
    )
    for name, rating in case.get("ratings", {}).items():
        assert outcome.ratings.get(name, "") == rating, name
        assert outcome.explain(name).value == (rating or "unrated")
    index = outcome.states[outcome.number]["index"]
    assert {name: int(index[story.number(name)]) for name in case.get("index", {})} == case.get(
        "index", {}
    )
    articles = {reason.code: reason.article for reason in scheme.reasons}
    found = {
        each: " ".join(articles[code] for code in outcome.game("cup-0", int(each)))
        for each in case.get("verdicts", {})
    }
    assert found == case.get("verdicts", {})


def test_an_explanation_says_with_what_an_opponent_counts(telling: ModuleType) -> None:
    """The performance of an exceptional player (3.6.3: 1500 + 362), the first rating of a newcomer (3.3.2: 1500)."""
    story = telling.Story(federation="GER", carried_on="2020-01-01")
    for name in ("s1000", "a1500", "b1500", "c1500", "d1500", "e1500"):
        story.player(name, rating=int(name[1:]))
    strong = [
        "s1000 1-0 a1500",
        "s1000 1-0 b1500",
        "s1000 1-0 c1500",
        "s1000 1/2-1/2 d1500",
        "s1000 1-0 e1500",
    ]
    new = [
        "nora 1-0 a1500",
        "nora 0-1 b1500",
        "nora 1/2-1/2 c1500",
        "nora 1-0 d1500",
        "nora 0-1 e1500",
    ]
    story.tournament("cup", "2024-05-01", games=[*strong, *new])
    games = story.list(scheme, "2024-05-31").explain("a1500").below[1].below[:2]
    assert [(game.below[0].text, game.below[0].article, game.below[0].value) for game in games] == [
        ("the opponent, rated 1000, counts with the performance", "3.6.3", "1862"),
        ("the opponent counts with the first rating", "3.3.2", "1500"),
    ]


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"least": 31}, "least 31 is above most 30"),
        ({"youth_until": 26}, "youth_until 26 is above junior_until 25"),
        ({"lift_bend": 2001}, "lift_bend 2001 is above lift_below 2000"),
        ({"k_adult": [60, 60]}, "k_adult has 2 numbers, not 11"),
        ({"by_factor": 1}, "k_young has 0 numbers, not 11"),
    ],
)
def test_contradictions_are_refused(values: dict[str, Any], told: str) -> None:
    with pytest.raises(LedgerError, match=told):
        scheme.rules(Reform("", (Change(values),)))
