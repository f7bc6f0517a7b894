"""fide-rapid and fide-blitz against conformance/fide-rapid-blitz.toml: only what differs from fide-standard."""

import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from schemes import Reform, SchemeError, scheme
from schemes.kernels.rules import Change

FILE = tomllib.loads((Path(__file__).parent / "conformance" / "fide-rapid-blitz.toml").read_text("utf-8"))


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
        code = outcome.game("cup", 1)[0]
        found[time] = next(reason.article or "rated" for reason in chosen.reasons if reason.code == code)
        assert (outcome.ratings["anna"] == str(case.get("ratings", 1800))) == (found[time] != "rated")
    assert found == case["times"]


@pytest.mark.parametrize("case", FILE["first"], ids=lambda case: case["says"][:60])
def test_the_first_rating(telling: ModuleType, case: dict[str, Any]) -> None:
    """The score of a first event; all opponents have 1800."""
    story, chosen = story_of(telling), scheme(case["scheme"])
    for name in "abcde":
        story.player(name, rating=1800, games=50)
    story.tournament("cup", "2024-05-04", "2024-05-06", games=case["games"])
    outcome = story.list(chosen, "2024-06-01", chosen.rules(readings=case.get("readings", {})))
    assert (outcome.table["nora"]["rating"] or "unrated" if "nora" in outcome.table else "unrated") == case["rating"]


@pytest.mark.parametrize("name", ["fide-rapid", "fide-blitz"])
def test_a_least_time_above_the_most_is_refused(name: str) -> None:
    """No game could be rated; other contradictions are refused as in fide-standard."""
    with pytest.raises(SchemeError, match=r"time\.least 4000 is above time\.most"):
        scheme(name).rules(Reform("", (Change({"time.least": 4000}),)))
    with pytest.raises(SchemeError, match="floor 1500 is above the published minimum 1400"):
        scheme(name).rules(Reform("", (Change({"floor": 1500}),)))
