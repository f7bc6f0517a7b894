"""Regulations without code: each element in each unit against ratings worked out by hand."""

import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from schemes.declared.file import declaration
from schemes.declared.units import scheme_of
from schemes.kernels.inputs import RESULTS
from schemes.kernels.scheme import Scheme

pytestmark = pytest.mark.usefixtures(
    "plain_rules"
)  # test_declared_oracles.py runs such regulations compiled
FILE = Path(__file__).with_name("conformance") / "declared.toml"
CASES = [
    (case, unit)
    for case in tomllib.loads(FILE.read_text(encoding="utf-8"))["case"]
    for unit in case["units"]
]
START = {
    "lists": '[lists]\ndays = ["01-01", "07-01"]\n',
    "expected": '[expected]\nkind = "linear"\n',
    "first": "[first]\nrating = 1200\n",
}
LAST = "[k.normal]\nk = 20\n"


def regulation(unit: str, more: str) -> Scheme:
    """The regulation of a case: the start of its unit, but for the tables that the case gives, and K of the rest."""
    given = tomllib.loads(more)
    tables = [
        text
        for name, text in START.items()
        if name not in given and (name, unit) != ("lists", "game")
    ]
    text = "\n".join([f'title = "Case"\nunit = "{unit}"\nfrom = 2020-01-01\n', *tables, more, LAST])
    return scheme_of(declaration(text, Path("case.toml")))


def story_of(telling: ModuleType, lines: str) -> Any:
    """The story of a case."""
    story, event = telling.Story(), ""
    for line in lines.strip().splitlines():
        words = [word for word in line.split() if "=" not in word]
        options = dict(word.split("=") for word in line.split() if "=" in word)
        if words[0] == "player":
            numbers = {
                name: int(options[name])
                for name in ("born", "rating", "games", "peak")
                if name in options
            }
            titles = {options["title"]: "2020-01-01"} if "title" in options else {}
            story.player(words[1], options.get("sex", "M"), titles=titles, **numbers)
        elif words[0] == "event":
            event = words[1]
            story.tournament(event, words[2], **options)
        elif words[0] == "ranking":
            for rank, player in enumerate(words[1:], start=1):
                story._row("rank", tournament=event, player=story.number(player), rank=rank)
        elif words[0] == "excused":
            story.excuse(words[1], int(words[2]))
        elif words[0] == "title":
            story.award(*words[1:])
        elif words[0] == "carried":
            story.carry(*words[1:], peak=options.get("peak"))
        else:
            assert words[1] in RESULTS, line
            story.game(event, words[0], words[2], words[1], **options)
    return story


@pytest.mark.parametrize(
    ("case", "unit"), CASES, ids=lambda part: part if isinstance(part, str) else part["element"]
)
def test_the_list_says_what_the_case_says(
    telling: ModuleType, case: dict[str, Any], unit: str
) -> None:
    """And every explanation ends at the rating of the list."""
    scheme, story, asked, found = (
        regulation(unit, case["file"]),
        story_of(telling, case["story"]),
        {},
        {},
    )
    for key, column in (
        ("expect", "rating"),
        ("k", "k"),
        ("status", "active"),
        ("published", "published"),
    ):
        for day, players in case.get(key, {}).items():
            listed = story.list(scheme, day)
            for player, value in players.items():
                asked[key, day, player] = value
                found[key, day, player] = type(value)(
                    listed.table.get(player, {column: 0})[column] or 0
                )
                assert listed.explain(player).value == listed.ratings.get(player, "unrated")
    assert asked and found == asked


ELEMENTS = (
    "K by rating",
    "K by games",
    "K by age",
    "K by title",
    "K by peak",
    "first rating",
    "bonus",
    "absence",
)


@pytest.mark.parametrize("unit", ["period", "tournament", "game"])
def test_every_element_has_a_case_in_every_unit(unit: str) -> None:
    told = [case["element"] for case, of in CASES if of == unit]
    assert all(any(each.startswith(element) for each in told) for element in ELEMENTS)
