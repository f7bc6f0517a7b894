"""What each alternative of the standings' readings gives, beside what is in force: values worked out by hand."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from schemes.standings import Standings, cells, parameters_of, standings
from tests.schemes.test_standings_conformance import tournament

FILE = Path(__file__).parent / "conformance" / "standings-readings.toml"
CASES = tomllib.loads(FILE.read_text("utf-8"))["case"]


def rows(text: str) -> list[dict[str, str]]:
    """A table as a case writes it."""
    header, *lines = [line.split() for line in text.strip().splitlines()]
    return [dict(zip(header, line, strict=True)) for line in lines]


def shown(table: Standings, columns: list[str]) -> list[dict[str, str]]:
    """The same columns of a table that was worked out; an empty cell is `-`."""
    found = [cells(table, row) for row in table.rows]
    return [{name: row[name] or "-" for name in columns} for row in found]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['rules']}: {case['reading']}")
def test_a_choice_gives_the_table_that_the_article_gives_so_read(case: dict[str, Any]) -> None:
    """Both sides of every case: the table in force, and the table under the alternative."""
    name, choice = case["reading"].split("=")
    played = tournament(case["rules"], {"name": case["reading"], **case})
    parameters = replace(parameters_of(case["rules"]), **case.get("parameters", {}))
    common = case.get("readings", {})
    for side, readings in (("in_force", common), ("chosen", {**common, name: choice})):
        table = standings(played, case.get("after"), parameters, readings)
        expected = rows(case[side])
        assert shown(table, list(expected[0])) == expected, side
        assert set(case.get(f"notes_{side}", ())) <= set(table.notes)
