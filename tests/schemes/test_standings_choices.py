"""What each alternative of the standings' readings gives, beside what is in force: values worked out by hand."""

import tomllib
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from schemes.standings import (
    REGISTERS,
    Edition,
    Entry,
    FederationSpan,
    Game,
    GroupTable,
    ProgrammeEntry,
    Standings,
    TitleSpan,
    Tournament,
    cells,
    championship_draw,
    final_sides,
    groups,
    knockout_draw,
    parameters_of,
    standings,
    teams,
    titled_numbers,
)
from tests.schemes.test_standings_conformance import tournament

FILE = Path(__file__).parent / "conformance" / "standings-readings.toml"
READ = tomllib.loads(FILE.read_text("utf-8"))
CASES, GROUPS, TEAMS = READ["case"], READ["groups"], READ["teams"]


def rows(text: str) -> list[dict[str, str]]:
    """A table as a case writes it."""
    header, *lines = [line.split() for line in text.strip().splitlines()]
    return [dict(zip(header, line, strict=True)) for line in lines]


def shown(table: Standings, columns: list[str]) -> list[dict[str, str]]:
    """The same columns of a table that was worked out; an empty cell is `-`."""
    found = [cells(table, row) for row in table.rows]
    return [{name: row[name] or "-" for name in columns} for row in found]


def both_sides(case: dict[str, Any]) -> list[tuple[str, dict[str, str]]]:
    """What is in force and what is chosen, each with its readings."""
    name, choice = case["reading"].split("=")
    common = case.get("readings", {})
    return [("in_force", common), ("chosen", {**common, name: choice})]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['rules']}: {case['reading']}")
def test_a_choice_gives_the_table_that_the_article_gives_so_read(case: dict[str, Any]) -> None:
    """Both sides of every case: the table in force, and the table under the alternative."""
    played = tournament(case["rules"], {"name": case["reading"], **case})
    if "numbers" in case:
        numbers = map(int, case["numbers"].split())
        entries = tuple(
            Entry(entry.player, number)
            for entry, number in zip(played.entries, numbers, strict=True)
        )
        played = replace(played, entries=entries)
    changes = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in case.get("parameters", {}).items()
    }
    parameters = replace(parameters_of(case["rules"]), **changes)
    assert rows(case["in_force"]) != rows(case["chosen"])
    for side, readings in both_sides(case):
        table = standings(played, case.get("after"), parameters, readings)
        expected = rows(case[side])
        assert shown(table, list(expected[0])) == expected, side
        assert set(case.get(f"notes_{side}", ())) <= set(table.notes)


def history(lines: str) -> list[Edition]:
    """Lines like `2 A open: a b c; d`: an edition's group, the ranked; the disqualified. Edition n ends in 200n."""
    tables: dict[int, dict[str, GroupTable]] = {}
    for line in lines.strip().splitlines():
        head, _, names = line.partition(":")
        number, group, *is_open = head.split()
        ranked, _, out = names.partition(";")
        end = date(2000 + int(number), 6, 30)
        table = GroupTable(tuple(ranked.split()), end, not is_open, tuple(out.split()))
        tables.setdefault(int(number), {})[group] = table
    return [Edition(number, of.get("A"), of.get("B")) for number, of in tables.items()]


@pytest.mark.parametrize("case", GROUPS, ids=lambda case: case["reading"])
def test_a_choice_gives_the_groups_that_part_8_gives_so_read(case: dict[str, Any]) -> None:
    """The groups of some players after the last edition."""
    editions = history(case["editions"])
    titles = [TitleSpan(*span) for span in case.get("titles", ())]
    homes = [
        FederationSpan(player, code, date(1, 1, 1))
        for player, code in case.get("homes", {}).items()
    ]
    assert case["in_force"] != case["chosen"]
    for side, readings in both_sides(case):
        members = groups(editions, titles, readings=readings, homes=homes).members
        found = {row.player: row.group for row in members if row.edition == editions[-1].edition}
        expected = dict(one.strip().split(" ", 1) for one in case[side].split(","))
        assert {player: found.get(player, "-") for player in expected} == expected, side


@pytest.mark.parametrize("case", TEAMS, ids=lambda case: case["reading"])
def test_a_choice_gives_the_teams_that_part_iv_b_gives_so_read(case: dict[str, Any]) -> None:
    """The team table of one round."""
    people = [line.split() for line in case["entries"].split(",")]
    played = tournament(
        "wxf", {"name": case["reading"], "rounds": 1, "players": "", "games": case["games"]}
    )
    entries = tuple(
        Entry(player, number, team, sex)
        for number, (player, team, sex) in enumerate(people, start=1)
    )
    played = replace(played, entries=entries)
    assert rows(case["in_force"]) != rows(case["chosen"])
    for side, readings in both_sides(case):
        made = teams(played, standings(played), readings=readings)
        found = [
            {"rank": row.rank, "team": row.team, "sum": row.sum, "best": row.best} for row in made
        ]
        assert [{name: str(value) for name, value in row.items()} for row in found] == rows(
            case[side]
        ), side


# Draws: lots cannot be worked out by hand, but what the rule allows and forbids can.

SEEDS = [str(number) for number in range(30)]


def upper_half(readings: dict[str, str]) -> set[frozenset[int]]:
    """The numbers of the two best of four over many seeds."""
    draws = [championship_draw("ABCD", seed, readings) for seed in SEEDS]
    return {frozenset(one.number for one in made.numbers if one.player in "AB") for made in draws}


def titled_orders(readings: dict[str, str]) -> set[str]:
    """Orders of a master, a grandmaster and another master over many seeds; D has no title."""
    titles = {"A": "wxf-m", "B": "wxf-gm", "C": "wxf-m", "D": None}
    listed = [ProgrammeEntry(player, title, "M") for player, title in titles.items()]
    return {
        "".join(one.player for one in titled_numbers(listed, seed, readings=readings))
        for seed in SEEDS
    }


def boards_of_16(readings: dict[str, str]) -> list[str]:
    """Who meets whom, by drawn numbers."""
    made = knockout_draw("ABCDEFGH", "IJKLMNOP", "1", readings)
    number = {one.player: one.number for one in made.numbers}
    pairs = [
        sorted((number[one.first], number[one.second]))
        for one in made.pairings
        if one.second is not None
    ]
    return [f"{small}-{big}" for small, big in pairs]


def side_in_final(readings: dict[str, str]) -> str:
    """A was first once and never second, B first once and second once; `lot` where the sides are even."""
    games = (Game(1, 1, "A", "C", "1-0"), Game(1, 2, "B", "D", "1-0"), Game(2, 1, "C", "B", "1-0"))
    made = final_sides(
        Tournament(id="T", rules="wxf", rounds=3, games=games, final_after=2),
        "A",
        "B",
        "4",
        readings,
    )
    return "lot" if made.seed is not None else made.first


Drawn = Callable[[dict[str, str]], Any]
DRAWS: dict[str, tuple[Drawn, Any, Any]] = {
    "halves=even": (upper_half, {frozenset({1, 3})}, {frozenset({2, 4})}),
    "titled-draw=order": (titled_orders, {"BACD", "BCAD"}, {"BACD"}),
    "titled-draw=lots": (
        titled_orders,
        {"BACD", "BCAD"},
        {"ABCD", "ACBD", "BACD", "BCAD", "CABD", "CBAD"},
    ),
    "bracket=in-order": (
        boards_of_16,
        ["1-16", "8-9", "5-12", "4-13", "3-14", "6-11", "7-10", "2-15"],
        ["1-9", "2-10", "3-11", "4-12", "5-13", "6-14", "7-15", "8-16"],
    ),
    "final-sides=first-games": (side_in_final, "B", "lot"),
}


@pytest.mark.parametrize("reading", DRAWS)
def test_a_choice_draws_what_part_ii_allows_so_read(reading: str) -> None:
    """What can be drawn in force, and what under the alternative."""
    drawn, in_force, chosen = DRAWS[reading]
    name, choice = reading.split("=")
    assert drawn({}) == in_force
    assert drawn({name: choice}) == chosen


STAGES = {
    "group-places=shared": [("A", 1), ("D", 2), ("C", 3), ("E", 3), ("B", 5), ("F", 5)],
    "group-places=by-score": [("A", 1), ("D", 2), ("C", 3), ("E", 4), ("F", 5), ("B", 6)],
    "group-places=none": [("A", 1), ("D", 2), ("C", None), ("E", None), ("B", None), ("F", None)],
}


@pytest.mark.parametrize("reading", STAGES)
def test_the_places_of_those_who_stayed_in_the_groups(reading: str) -> None:
    """A and D are first of their groups, and A wins the final.

    Second are C with a point and E with a half, third B with nothing and F with a half.
    """
    won = (Game(1, 1, "A", "B", "1-0"), Game(2, 1, "C", "B", "1-0"))
    one = Tournament(id="1", rules="given", rounds=2, games=won, given=("A", "C", "B"))
    other = (Game(1, 1, "D", "E", "1-0"), Game(2, 1, "E", "F", "1/2-1/2"))
    two = Tournament(id="2", rules="given", rounds=2, games=other, given=("D", "E", "F"))
    final = (Game(1, 1, "A", "D", "1-0", "final"),)
    whole = Tournament(id="T", rules="wxf", rounds=1, games=final, stages=(one, two))
    table = standings(whole, readings=dict([reading.split("=")]))
    assert [(row.player, row.rank) for row in table.rows] == STAGES[reading]


def test_every_alternative_has_a_case() -> None:
    """No reading is in the register for show: what each choice gives has been worked out by hand."""
    worked_out = {(case["rules"], case["reading"]) for case in CASES}
    worked_out |= {("hk-open", case["reading"]) for case in GROUPS}
    worked_out |= {
        ("wxf", reading) for reading in (*(case["reading"] for case in TEAMS), *DRAWS, *STAGES)
    }
    alternatives = {
        (rules, f"{reading.name}={choice}")
        for rules in ("hk-open", "wxf")
        for reading in REGISTERS[rules]
        for choice in reading.alternatives
    }
    assert worked_out - {("wxf", "group-places=shared")} == alternatives
