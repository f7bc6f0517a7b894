"""The standings regulations against conformance/hk-open.toml and conformance/wxf.toml, case by case."""

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from schemes.standings import Bye, Entry, Foul, Game, Tournament, cells, parameters_of, standings

FILES = {
    rules: Path(__file__).parent / "conformance" / f"{rules}.toml" for rules in ("hk-open", "wxf")
}
RESULTS = ("1-0", "0-1", "1/2-1/2", "+/-", "-/+", "-/-")


def cases() -> list[Any]:
    """Every case of both files, named by its situation."""
    read = {rules: tomllib.loads(path.read_text("utf-8"))["case"] for rules, path in FILES.items()}
    return [
        pytest.param(rules, case, id=f"{rules}: {case['name']}")
        for rules, found in read.items()
        for case in found
    ]


def events(text: str) -> tuple[list[Game], list[Bye], list[Foul]]:
    """Lines like `2: A 1-0 B, C bye, D technical 2` or `semifinal 1: A 1/2-1/2 D`."""
    games: list[Game] = []
    byes: list[Bye] = []
    fouls: list[Foul] = []
    boards: dict[tuple[str, int], int] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        head, _, happened = line.partition(":")
        stage, round_ = re.fullmatch(r"(?:([\w-]+) )?(\d+)", head).groups()  # type: ignore[union-attr]
        stage, number = stage or "main", int(round_)
        for one in filter(None, map(str.strip, happened.split(","))):
            words = one.split()
            if words[1] in RESULTS:
                board = boards[stage, number] = boards.get((stage, number), 0) + 1
                games.append(Game(number, board, words[0], words[2], words[1], stage))
            elif words[1] in ("technical", "violation"):
                fouls.append(
                    Foul(number, words[0], words[1], int(words[2]) if len(words) > 2 else 1, stage)
                )
            else:
                assert words[1] in ("bye", "half", "leave", "absent"), one
                byes.append(Bye(number, words[0], words[1]))
    return games, byes, fouls


def tournament(rules: str, case: dict[str, Any]) -> Tournament:
    """The tournament a case describes; players are numbered as they are listed."""
    games, byes, fouls = events(case["games"])
    entries = tuple(
        Entry(player, number) for number, player in enumerate(case["players"].split(), start=1)
    )
    return Tournament(
        id=case["name"],
        rules=rules,
        rounds=case["rounds"],
        entries=entries,
        games=tuple(games),
        byes=tuple(byes),
        fouls=tuple(fouls),
        group=case.get("group"),
        final_after=case.get("final_after"),
        left=case.get("left", {}),
    )


@pytest.mark.parametrize(("rules", "case"), cases())
def test_the_table_is_the_one_the_case_expects(rules: str, case: dict[str, Any]) -> None:
    """Every column a case names has the value it expects; `-` is an empty cell."""
    changes = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in case.get("parameters", {}).items()
    }
    parameters = msgspec.structs.replace(parameters_of(rules), **changes)
    table = standings(tournament(rules, case), case.get("after"), parameters, case.get("readings"))
    header, *lines = [line.split() for line in case["table"].strip().splitlines()]
    expected = [dict(zip(header, line, strict=True)) for line in lines]
    shown = [cells(table, row) for row in table.rows]
    assert [{name: row[name] or "-" for name in header} for row in shown] == expected
    assert set(case.get("notes", ())) <= set(table.notes)
    assert ("notes" in case) == bool(table.notes)


@pytest.mark.parametrize("rules", FILES)
def test_every_tie_break_decides_in_some_case(rules: str) -> None:
    """The conformance file of a regulation shows each of its tie-breaks deciding a rank."""
    read = tomllib.loads(FILES[rules].read_text("utf-8"))["case"]
    decided = {line.split()[-1] for case in read for line in case["table"].strip().splitlines()[1:]}
    assert set(parameters_of(rules).tie_breaks) <= decided
