"""FIDE's tie-breaks (C.07) against conformance/fide-tie-breaks.toml: published values, and situations by hand."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from schemes.standings import (
    REGISTERS,
    Bye,
    Entry,
    Game,
    OutcomePoints,
    Tournament,
    cells,
    fide,
    player_shown,
    standings,
)
from wording.errors import LedgerError

FILE = Path(__file__).parent / "conformance" / "fide-tie-breaks.toml"
READ = tomllib.loads(FILE.read_text("utf-8"))
CASES = {case["name"]: case for case in READ["case"]}
BYES = {"U": "bye", "F": "bye", "H": "half", "Z": "leave"}
RESULTS = {"1": "1-0", "0": "0-1", "=": "1/2-1/2", "+": "+/-", "-": "-/+"}
OTHER_SIDE = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+-"}


def tournament(case: dict[str, Any], *codes: str) -> Tournament:
    """The tournament of a cross-table; every game stands in it twice and is taken from its white side."""
    while "like" in case:
        case = {
            **CASES[case["like"]],
            **{name: value for name, value in case.items() if name != "like"},
        }
    entries = []
    games: list[Game] = []
    byes: list[Bye] = []
    cells_of: dict[tuple[str, int], tuple[str, str, str]] = {}
    for line in case["crosstable"].strip().splitlines():
        head, _, rounds = line.partition(":")
        number, rating = head.split()
        entries.append(Entry(number, int(number), rating=None if rating == "-" else int(rating)))
        for round_, cell in enumerate(rounds.split(), start=1):
            if cell in BYES:
                byes.append(Bye(round_, number, BYES[cell]))
            elif cell != ".":
                opponent, side, result = re.fullmatch(r"(\d+)([wb])([10=+-])", cell).groups()  # type: ignore[union-attr]
                cells_of[number, round_] = opponent, side, result
    for (number, round_), (opponent, side, result) in cells_of.items():
        mirrored, other_side, other_result = cells_of[opponent, round_]
        assert (mirrored, {side, other_side}) == (number, {"w", "b"}), (number, round_)
        assert other_result in OTHER_SIDE[result], (number, round_)
        if side == "w":
            both_absent = result == "-" and cells_of[opponent, round_][2] == "-"
            games.append(
                Game(
                    round_, len(games), number, opponent, "-/-" if both_absent else RESULTS[result]
                )
            )
    return Tournament(
        id="T",
        rules="fide",
        rounds=case["rounds"],
        format=case.get("format", "swiss"),
        start=case["start"],
        entries=tuple(entries),
        games=tuple(games),
        byes=tuple(byes),
        tie_breaks=codes,
    )


def expected(text: str) -> dict[str, str]:
    """`1:12.5 2:13` as player → value."""
    return dict(pair.split(":") for pair in text.split())


def of_cases(kind: str) -> list[Any]:
    """Every code of every case that has values, or ranks."""
    return [
        pytest.param(case, code, text, id=f"{name}: {code}")
        for name, case in CASES.items()
        for code, text in case.get(kind, {}).items()
    ]


@pytest.mark.parametrize(("case", "code", "text"), of_cases("values"))
def test_the_values_are_those_published(case: dict[str, Any], code: str, text: str) -> None:
    """Each player of a case has the value that its source gives."""
    table = standings(tournament(case, code), readings=case.get("readings"))
    shown = {row.player: cells(table, row)[table.columns[0]] for row in table.rows}
    wanted = expected(text)
    assert {player: shown[player] for player in wanted} == wanted


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_no_tie_break_changes_another(case: dict[str, Any]) -> None:
    """Asked for together, in one table, they have the values that are published of each."""
    codes = list(case.get("values", ()))
    table = standings(tournament(case, *codes), readings=case.get("readings"))
    shown = {row.player: cells(table, row) for row in table.rows}
    for code, column in zip(codes, table.columns, strict=False):
        wanted = expected(case["values"][code])
        if code != "DE" and fide.read_code(code).text == column:
            assert {player: shown[player][column] for player in wanted} == wanted


@pytest.mark.parametrize(("case", "code", "text"), of_cases("ranks"))
def test_the_ranks_are_those_published(case: dict[str, Any], code: str, text: str) -> None:
    """Each player of a case has the rank that its source gives, by the score and this tie-break alone."""
    table = standings(tournament(case, code), readings=case.get("readings"))
    ranks = {row.player: str(row.rank) for row in table.rows}
    wanted = expected(text)
    assert {player: ranks[player] for player in wanted} == wanted


@pytest.mark.parametrize("case", READ["reading"], ids=lambda case: case["reading"])
def test_a_choice_gives_what_the_article_gives_so_read(case: dict[str, Any]) -> None:
    """Both sides of every reading: what is in force, and what the alternative gives."""
    name, choice = case["reading"].split("=")
    played = tournament(case, *filter(None, [case.get("code")]))
    for side, readings in (("in_force", {}), ("chosen", {name: choice})):
        table = standings(played, case.get("after"), readings=readings)
        shown = [cells(table, row) for row in table.rows]
        if f"{side}_order" in case:
            assert [row["player"] for row in shown] == case[f"{side}_order"].split()
        elif f"{side}_ranks" in case:
            ranks = {row["player"]: row["rank"] for row in shown}
            wanted = expected(case[f"{side}_ranks"])
            assert {player: ranks[player] for player in wanted} == wanted
        else:
            wanted = expected(case[side])
            assert {
                row["player"]: row[case["code"]] for row in shown if row["player"] in wanted
            } == wanted


def test_every_alternative_of_the_readings_has_a_case() -> None:
    """A reading that nobody has worked out by hand is not registered."""
    alternatives = {
        f"{reading.name}={choice}"
        for reading in REGISTERS["fide"]
        for choice in reading.alternatives
    }
    assert {case["reading"] for case in READ["reading"]} == alternatives


@pytest.mark.parametrize("code", fide.PLAYERS)
def test_every_code_has_a_case(code: str) -> None:
    """Every tie-break of C.07 for players is in a case with values or ranks."""
    codes = {
        text for case in READ["case"] for kind in ("values", "ranks") for text in case.get(kind, {})
    }
    assert code in {fide.read_code(text).name for text in codes}


@pytest.mark.parametrize("text", ["BH:C1", "BH/C1", "BH-C1", "bh/c1", " BH#C1 "])
def test_a_code_is_read_in_every_spelling(text: str) -> None:
    """The handbook, TRF26 and this ledger write the same tie-break in three ways."""
    assert fide.read_code(text).text == "BH:C1"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("EDET/P", "EDET/P ranks teams .C.07 art. 13.3."),
        ("BH:MP/C1/P", "ranks teams"),
        ("MPvGP", "13.1"),
        ("SSSC/K4", "13.4"),
        ("BHH", "unknown tie-break 'BHH'(?s:.*)did you mean 'BH'"),
        ("OTHER_1", "unknown tie-break"),
        ("BH:C3", "BH has no modifier C3(?s:.*)C1, C2, M1, M2, P"),
        ("WIN:C1", "WIN has no modifier C1(?s:.*)none"),
        ("DE:X", "no modifier X"),
    ],
)
def test_what_is_left_out_is_refused_by_name(text: str, message: str) -> None:
    """Tie-breaks of teams, unknown codes and modifiers that a code does not take; a table says what it left out."""
    played = Tournament(
        id="T",
        rules="fide",
        rounds=1,
        games=(Game(1, 1, "A", "B", "1-0"),),
        tie_breaks=("DE", text),
    )
    with pytest.raises(LedgerError, match=message) as refused:
        fide.read_codes(("DE", text))
    table = standings(played)
    assert table.columns == ("DE",)
    assert f"not applied: {refused.value.wrong}" in table.notes


def test_other_points_count_in_scores_and_dummies() -> None:
    """Three points for a win, one for a draw: scores, wins, standard points and the dummy's limit go by them."""
    games = (
        Game(1, 1, "A", "B", "1-0"),
        Game(2, 1, "A", "C", "1/2-1/2"),
        Game(1, 2, "C", "D", "+/-"),
    )
    awards = [
        OutcomePoints(outcome, x2)
        for outcome, x2 in (("win", 6), ("draw", 2), ("walkover", 6), ("bye", 6))
    ]
    played = Tournament(
        id="T",
        rules="fide",
        rounds=2,
        games=games,
        byes=(Bye(2, "B", "bye"), Bye(2, "D", "leave")),
        awards=(*awards, OutcomePoints("extra", -2, None, ("A",))),
        tie_breaks=("BH", "SB", "WIN", "STD", "TPR"),
    )
    table = standings(played)
    shown = {row.player: cells(table, row) for row in table.rows}
    # A: 3 + 1 − 1 = 3, B: 0 + 3, C: 3 + 1, D: 0 (the bye at the end counts as a draw, 1, for others)
    assert {player: row["score"] for player, row in shown.items()} == {
        "A": "3",
        "B": "3",
        "C": "4",
        "D": "0",
    }
    # A: B 3 + C 4; B: A 3 + dummy min(3, two draws 2); C: A 3 + dummy min(4, D 1); D: two dummies of 0
    assert {player: row["BH"] for player, row in shown.items()} == {
        "A": "7",
        "B": "5",
        "C": "4",
        "D": "0",
    }
    # A: 3 × 3 + 4 × 1; B: 3 × 0 + 2 × 3; C: 3 × 1 + 1 × 3
    assert {player: row["SB"] for player, row in shown.items()} == {
        "A": "13",
        "B": "6",
        "C": "6",
        "D": "0",
    }
    assert {player: row["WIN"] for player, row in shown.items()} == {
        "A": "1",
        "B": "1",
        "C": "1",
        "D": "0",
    }
    assert {player: row["STD"] for player, row in shown.items()} == {
        "A": "1.5",
        "B": "1",
        "C": "1.5",
        "D": "0",
    }
    assert any("TPR not applied" in note for note in table.notes)


def test_a_row_explains_itself() -> None:
    """Every round says what it brings to each tie-break, every value how it is made of them."""
    played = tournament(
        CASES["Held's Swiss of 5 rounds, edition of 2026"], "DE", "BH:C1", "SB", "TPR"
    )
    shown = player_shown(played, "4")
    assert shown.columns == ("BH:C1", "SB", "TPR")
    brought = {one.round: tuple(map(str, one.brought)) for one in shown.rounds}
    # 12 scored 2 and left: two zero-point byes count as draws; the half-point bye is cut; 13 has 1.5, 3 and 1 3.5 each
    assert brought == {
        1: ("3", "3", "1650"),
        2: ("None", "5/4", "None"),
        3: ("3/2", "3/2", "1600"),
        4: ("7/2", "7/4", "2100"),
        5: ("7/2", "7/4", "2200"),
    }
    assert [one.how for one in shown.rounds] == [
        "score 3; as drawn: rounds 4, 5",
        "dummy with 2.5: not more than draws in all rounds; not in BH:C1",
        "score 1.5",
        "score 3.5",
        "score 3.5",
    ]
    assert shown.notes == (
        "DE (C.07 art. 6): 1 against 1, 3, 16: decides nothing",
        "BH:C1 (C.07 art. 8.1): 11.5, without round 2 (2.5)",
        "SB (C.07 art. 9.1): 9.25",
        "TPR (C.07 art. 10.2): 2081, 3 of 4 is 75 %: +193 to the average of the opponents",
    )
