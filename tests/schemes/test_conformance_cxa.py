"""cxa-rapid beside its regulation: every case of conformance/cxa-rapid.toml."""

import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from schemes import scheme

pytestmark = pytest.mark.usefixtures("plain_rules")  # test_cxa_oracle.py runs them compiled

CASES = tomllib.loads(
    (Path(__file__).parent / "conformance" / "cxa-rapid.toml").read_text(encoding="utf-8")
)["case"]
ROWS = ["3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "14"]  # 14 stands in settled point 1
POINTS = range(1, 11)
ANSWERS = range(1, 6)
CXA = scheme("cxa-rapid")
ARTICLES = {reason.code: reason.article for reason in CXA.reasons}


def story_of(telling: ModuleType, case: dict[str, Any]) -> Any:
    """The story of a case."""
    story = telling.Story(carried_on="2021-10-01")
    for name, details in case.get("players", {}).items():
        story.player(name, **details)
    for name, details in case.get("tournaments", {}).items():
        story.tournament(name, **details)
    for event in case.get("events", ()):
        what, *words = event.split()
        if what == "carry":
            story.carry(*words)
        elif what == "bye":
            story.bye(words[0], int(words[1]), words[2])
        else:
            getattr(story, what)(*words)
    return story


def listed(telling: ModuleType, case: dict[str, Any], readings: Any) -> Any:
    rules = CXA.rules(readings=readings)
    return story_of(telling, case).list(CXA, case.get("list", "2023-10-01"), rules)


def lines(node: Any) -> Any:
    """All `article value` lines of an explanation."""
    yield f"{node.article} {node.value}"
    for below in node.below:
        yield from lines(below)


@pytest.mark.parametrize("case", CASES, ids=[case["situation"] for case in CASES])
def test_the_list_is_as_the_regulation_says(telling: ModuleType, case: dict[str, Any]) -> None:
    """Ratings, publication, counted games and the reasons of what is left out are as in the case."""
    outcome = listed(telling, case, case.get("readings", {}))
    assert {name: outcome.ratings.get(name, "unrated") for name in case["expect"]} == case["expect"]
    assert {
        name: outcome.table[name]["published"] for name in case.get("published", {})
    } == case.get("published", {})
    assert {name: outcome.table[name]["games"] for name in case.get("games", {})} == case.get(
        "games", {}
    )
    for what, article in case.get("left_out", {}).items():
        assert article in reasons(outcome, what), what


def reasons(outcome: Any, what: Any) -> Any:
    tournament, *game = what.split()
    if not game:
        return {ARTICLES[outcome.tournament(tournament)]}
    stage = game[0] if len(game) == 2 else "main"
    at, board = map(int, game[-1].split("."))
    codes = outcome.game(tournament, at, board, stage)
    assert 0 not in codes, f"{what} is rated"
    return {ARTICLES[code] for code in codes}


@pytest.mark.parametrize("case", CASES, ids=[case["situation"] for case in CASES])
def test_every_rating_can_be_explained(telling: ModuleType, case: dict[str, Any]) -> None:
    """The explanation of every player ends at the rating listed and holds the steps named in the case."""
    outcome = listed(telling, case, case.get("readings", {}))
    for name in case["expect"]:
        assert outcome.explain(name).value == outcome.ratings.get(name, "unrated")
    for name, steps in case.get("steps", {}).items():
        found = list(lines(outcome.explain(name)))
        assert [step for step in steps if step not in found] == [], found


def test_every_article_point_and_answer_has_a_case() -> None:
    """No row of the reading table, no settled point and no hand answer is without a case."""
    force = [case for case in CASES if "readings" not in case]
    assert {row for case in force for row in case.get("rows", ())} == set(ROWS)
    assert {point for case in force for point in case.get("points", ())} == set(POINTS)
    assert {answer for case in force for answer in case.get("answers", ())} == set(ANSWERS)


def test_both_sides_of_every_threshold_have_a_case() -> None:
    """An edge is told from inside and from outside."""
    sides = {}
    for case in CASES:
        if "edge" in case:
            name, _, side = case["edge"].rpartition(": ")
            sides.setdefault(name, set()).add(side)
    assert len(sides) >= 20
    assert {name: found for name, found in sides.items() if found != {"in", "out"}} == {}


def test_every_other_reading_has_a_case_that_it_changes(telling: ModuleType) -> None:
    """Each alternative of the readings register has a case whose list differs under the reading in force."""
    changed = set()
    for case in CASES:
        for name, choice in case.get("readings", {}).items():
            as_read, in_force = listed(telling, case, case["readings"]), listed(telling, case, {})
            if as_read.table != in_force.table:
                changed.add((name, choice))
    assert {
        (reading.name, choice) for reading in CXA.readings for choice in reading.alternatives
    } == changed


REMARKS = {  # row of the reading table, or settled point → the entries of the register that answer it
    "3": "arbiters-absent rapid-within-slow", "4": "two-months late-approval", "5": "at-the-floor",
    "6": "first-title-day title-lift lift-without-rating lift-compared-with", "7": "playoffs playoff-pair",
    "8": "calculation ratings-used p-rounding decimals", "9": "first-k",
    "11": "champion-loss champion-rating champion-event champion-stages",
    "12": "outside once-rated mainland-wxf foreign-cxa",
    "point 1": "trial time-control-absent no-federation", "point 2": "two-months", "point 3": "across-the-edge",
    "point 4": "first-tournament", "point 5": "lift-revoked lift-on-list-day wxf-lift title-day",
    "point 6": "champion-rounding champion-without-game shared-champions", "point 7": "title-within-period",
    "point 8": "playoff-pair playoff-forfeit replays", "point 9": "carried-floor carried-lift",
    "point 10": "fouls", "10": "double-forfeit",
}  # fmt: skip


def test_the_register_answers_every_remark_and_settled_point() -> None:
    """Each has its entries, each entry a place it comes from, and each choice a sentence."""
    assert {name for names in REMARKS.values() for name in names.split()} == {
        r.name for r in CXA.readings
    }
    assert {row for row in ROWS if row not in REMARKS} == {"14"}  # in point 1
    assert {f"point {point}" for point in POINTS} <= set(REMARKS)
    assert all(
        sentence.endswith(".") for reading in CXA.readings for sentence in reading.choices.values()
    )
