"""Every row of the reading table of malaysia, every settled point and every other reading, case by case."""

import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from schemes.kernels.inputs import RESULTS
from schemes.kernels.rules import reform_from_words
from schemes.malaysia import scheme

pytestmark = pytest.mark.usefixtures(
    "plain_rules"
)  # test_malaysia_properties.py runs them compiled

CASES = tomllib.loads(
    Path(__file__).with_name("conformance").joinpath("malaysia.toml").read_text(encoding="utf-8")
)["case"]
ROWS = (
    "game by game", "We", "K of the game", "K of a player", "last rounds", "change", "first rating", "title later",
    "bonus", "absence", "forfeits and byes", "lists", "settled 1", "settled 2", "settled 3", "settled 4", "settled 5",
    "settled 6", "settled 7", "settled 8", "hand answers",
)  # fmt: skip


def story_of(telling: ModuleType, case: dict[str, Any]) -> Any:
    """The story of a case from its lines."""
    story, event = telling.Story(unrated=set(case.get("unrated", ()))), ""
    for line in case["story"].strip().splitlines():
        words = [word for word in line.split() if "=" not in word]
        options = dict(word.split("=") for word in line.split() if "=" in word)
        if words[1] in RESULTS:
            story.game(
                event,
                words[0],
                words[2],
                words[1],
                **story._words([f"{k}={v}" for k, v in options.items()]),
            )
        elif words[0] == "event":
            event = words[1]
            details = {k: v for k, v in options.items() if k != "to"}
            details["rounds"] = int(details.get("rounds", 7))
            story.tournament(event, words[2], options.get("to"), **details)
        else:
            LINES[words[0]](telling, story, event, words[1:], options)
    return story


def rating(telling: ModuleType, story: Any, event: Any, words: Any, options: Any) -> None:
    games = int(options["games"]) if "games" in options else None
    story.carry(words[0], words[1], options.get("on", "2020-01-01"), games, options.get("peak"))


def ranking(telling: ModuleType, story: Any, event: Any, words: Any, options: Any) -> None:
    rank = 1
    for group in " ".join(words).split("|") if "|" in words else words:
        for player in group.split():
            story._row("rank", tournament=event, player=story.number(player), rank=rank)
        rank += len(group.split())


def died(telling: ModuleType, story: Any, event: Any, words: Any, options: Any) -> None:
    story.people[list(story.people)[story.number(words[0])]]["deceased"] = telling.ordinal(words[1])


LINES = {
    "rating": rating,
    "ranking": ranking,
    "died": died,
    "title": lambda telling, story, event, words, options: story.award(*words),
    "revoked": lambda telling, story, event, words, options: story.revoke(*words),
    "excused": lambda telling, story, event, words, options: story.excuse(words[0], int(words[1])),
    "bye": lambda telling, story, event, words, options: story.bye(
        event, int(options["round"]), words[0], options.get("kind", "bye")
    ),
}


def days(case: dict[str, Any]) -> Any:
    return sorted({day for key in ("expect", "k", "games") for day in case.get(key, {})})


def answers(telling: ModuleType, case: dict[str, Any], readings: Any) -> Any:
    """What the scheme says to everything a case asks for."""
    story = story_of(telling, case)
    rules = scheme.rules(reform_from_words(case.get("set", [])), readings=readings)
    found, asked = {}, {}
    for day in days(case):
        listed = story.list(scheme, day, rules)
        for key, column in (("expect", "rating"), ("k", "k"), ("games", "games")):
            for player, value in case.get(key, {}).get(day, {}).items():
                asked[key, day, player] = value
                found[key, day, player] = int(listed.table.get(player, {column: 0})[column])
    return asked, found


@pytest.mark.parametrize(
    "case", CASES, ids=lambda case: f"{case.get('row', 'other reading')}: {case['name']}"
)
def test_case(telling: ModuleType, case: dict[str, Any]) -> None:
    """The list says what the case says."""
    asked, found = answers(telling, case, case.get("reading", {}))
    assert asked
    assert found == asked


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_explanations_end_at_the_rating_listed(telling: ModuleType, case: dict[str, Any]) -> None:
    """Of every player on every list of a case, the explanation's root is the rating of the list."""
    story = story_of(telling, case)
    rules = scheme.rules(reform_from_words(case.get("set", [])), readings=case.get("reading", {}))
    for day in days(case):
        listed = story.list(scheme, day, rules)
        assert len(listed.inputs.players.ids)
        for player in listed.inputs.players.ids:
            assert listed.explain(player).value == listed.ratings.get(player, "unrated")


def test_a_divided_bonus_is_explained_by_the_places_it_is_made_of(telling: ModuleType) -> None:
    """b and c share the second place: 25 and 20 are 45, and half of it, rounded, is 23."""
    case = next(case for case in CASES if case["name"].startswith("those who share a place divide"))
    listed = story_of(telling, case).list(
        scheme, "2023-03-01", scheme.rules(readings=case["reading"])
    )
    bonus = next(node for node in listed.explain("b").below if "rank 2 in king" in node.text)
    assert bonus.value == "+23"
    assert [(node.article, node.text, node.value) for node in bonus.below[:3]] == [
        ("Bonus", "Rank 2 in a national event", "+25"),
        ("Bonus", "Rank 3 in a national event", "+20"),
        ("Bonus", "A shared rank: the bonuses of its places, 45, divided by 2", "+23"),
    ]


def test_every_row_has_a_case() -> None:
    """No row of the reading table and no settled point is without a case, and no case is of an unknown row."""
    assert {case["row"] for case in CASES if "reading" not in case} == set(ROWS)


def test_every_other_reading_has_a_case() -> None:
    """Every alternative of the register has a case of its own."""
    shown = {(name, choice) for case in CASES for name, choice in case.get("reading", {}).items()}
    assert shown == {
        (reading.name, choice) for reading in scheme.readings for choice in reading.alternatives
    }


@pytest.mark.parametrize(
    "case", [case for case in CASES if "reading" in case], ids=lambda case: case["name"]
)
def test_the_reading_in_force_says_otherwise(telling: ModuleType, case: dict[str, Any]) -> None:
    """Each alternative changes something: in force the same story gives another answer."""
    asked, found = answers(telling, case, {})
    assert found != asked
