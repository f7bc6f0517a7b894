"""fide-rapid and fide-blitz against conformance/fide-rapid-blitz.toml: only what differs from fide-standard."""

import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from schemes import Reform, scheme
from schemes.kernels.rules import Change
from wording.errors import LedgerError

pytestmark = pytest.mark.usefixtures("plain_rules")  # test_fide_worlds.py runs them compiled

FILE = tomllib.loads(
    (Path(__file__).parent / "conformance" / "fide-rapid-blitz.toml").read_text("utf-8")
)


def story_of(telling: ModuleType) -> Any:
    return telling.Story(federation="FRA", carried_on="2024-04-01")


@pytest.mark.parametrize("case", FILE["case"], ids=lambda case: case["says"][:60])
def test_the_time(telling: ModuleType, case: dict[str, Any]) -> None:
    """Which games have the time of these ratings."""
    chosen = scheme(case["scheme"])
    found = {}
    for time in case["times"]:
        story, (base, increment, *more) = story_of(telling), time.split()
        for name in ("anna", "boris"):
            story.player(name, rating=case.get("ratings", 1800), games=50)
        words = dict(word.split("=") for word in more)
        details = {"moves": int(words["moves"]), "hours_per_day": words["hours"]} if words else {}
        story.tournament(
            "cup", "2024-05-04", "2024-05-06", games=["anna 1-0 boris"], base=int(base), increment=int(increment),
            **details,
        )  # fmt: skip
        outcome = story.list(chosen, "2024-06-01")
        found[time] = reason_of(chosen, outcome).article or "rated"
        assert (outcome.ratings["anna"] == str(case.get("ratings", 1800))) == (
            found[time] != "rated"
        )
    assert found == case["times"]


@pytest.mark.parametrize("case", FILE["first"], ids=lambda case: case["says"][:60])
def test_the_first_rating(telling: ModuleType, case: dict[str, Any]) -> None:
    """The score of a first event; all opponents have 1800."""
    story, chosen = story_of(telling), scheme(case["scheme"])
    for name in "abcde":
        story.player(name, rating=1800, games=50)
    story.tournament("cup", "2024-05-04", "2024-05-06", games=case["games"])
    outcome = story.list(chosen, "2024-06-01", chosen.rules(readings=case.get("readings", {})))
    assert (
        outcome.table["nora"]["rating"] or "unrated" if "nora" in outcome.table else "unrated"
    ) == case["rating"]


@pytest.mark.parametrize("case", FILE["pair"], ids=lambda case: case["says"][:60])
def test_players_far_apart(telling: ModuleType, case: dict[str, Any]) -> None:
    """Which games of two ratings are rated; "unrated" where the game is left out for the opponent's want of one."""
    chosen, found = scheme(case["scheme"]), {}
    for pair in case["pairs"]:
        story = story_of(telling)
        for name, rating in zip(("anna", "boris"), map(int, pair.split()), strict=True):
            story.player(name, rating=rating or None, games=50)
        story.tournament("cup", case["day"], games=["anna 1-0 boris"])
        outcome = story.list(chosen, "2025-01-01")
        reason = reason_of(chosen, outcome)
        found[pair] = (reason.article or "rated") + (" unrated" if "unrated" in reason.text else "")
        assert (outcome.ratings["anna"] != pair.split()[0]) == (found[pair] == "rated")
    assert found == case["pairs"]


@pytest.mark.parametrize("case", FILE["registered"], ids=lambda case: case["says"][:60])
def test_the_registration(telling: ModuleType, case: dict[str, Any]) -> None:
    """How many days before the start a tournament must be registered."""
    chosen, found = scheme(case["scheme"]), {}
    for days in case["days"]:
        story = story_of(telling)
        for name in ("anna", "boris"):
            story.player(name, rating=case["ratings"], games=50)
        story.tournament(
            "cup", "2024-05-04", games=["anna 1-0 boris"], registered=f"2024-05-0{4 - int(days)}"
        )
        outcome = story.list(chosen, "2024-06-01")
        articles = {reason.code: reason.article or "rated" for reason in chosen.reasons}
        found[days] = articles[int(outcome.assignment.reason[0])]
        assert (outcome.ratings["anna"] != str(case["ratings"])) == (found[days] == "rated")
    assert found == case["days"]


@pytest.mark.parametrize("case", FILE["long"], ids=lambda case: case["says"][:60])
def test_a_long_tournament(telling: ModuleType, case: dict[str, Any]) -> None:
    """On which list a tournament of more than a month is rated."""
    story, chosen = story_of(telling), scheme(case["scheme"])
    for name in ("anna", "boris"):
        story.player(name, rating=1800, games=50)
    story.tournament("cup", case["start"], case["end"], games=case["games"])
    assert {day: story.list(chosen, day).ratings["anna"] for day in case["lists"]} == case["lists"]


def reason_of(chosen: Any, outcome: Any) -> Any:
    """Why the first player's game is rated or not."""
    code = outcome.game("cup", 1)[0]
    return next(reason for reason in chosen.reasons if reason.code == code)


@pytest.mark.parametrize("name", ["fide-rapid", "fide-blitz"])
def test_a_least_time_above_the_most_is_refused(name: str) -> None:
    """No game could be rated; other contradictions are refused as in fide-standard."""
    with pytest.raises(LedgerError, match=r"time\.least 4000 is above time\.most"):
        scheme(name).rules(Reform("", (Change({"time.least": 4000}),)))
    with pytest.raises(LedgerError, match="floor 1500 is above the published minimum 1400"):
        scheme(name).rules(Reform("", (Change({"floor": 1500}),)))
