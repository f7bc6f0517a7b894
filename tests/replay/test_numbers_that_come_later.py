"""A player without a FIDE number in one file of a tournament, and with it in another, is one person."""

import csv
import json
from itertools import permutations
from typing import Any

import pytest

from tests.builders import player
from tests.replay.conftest import Shell
from tests.replay.test_archives import game

NEW = 'name,action,player\n"Lee, Bo",new,\n'
NUMBER = "5700002"


@pytest.fixture
def rounds(shell: Shell) -> dict[str, str]:
    """Bo Lee has no number in rounds 1 and 3, and one in round 2."""
    games = {
        "1": game("1", "Tan, Ann", "Lee, Bo", white_id="5700001"),
        "2": game("2", "Lee, Bo", "Tan, Ann", "1/2-1/2", white_id=NUMBER, black_id="5700001", day="2025.05.04"),
        "3": game("3", "Tan, Ann", "Lee, Bo", "0-1", white_id="5700001", day="2025.05.05"),
    }  # fmt: skip
    paths = {}
    for round_, text in games.items():
        path = shell.folder / f"round-{round_}.pgn"
        path.write_text(text, encoding="utf-8")
        paths[round_] = str(path)
    return paths


def events(shell: Shell, *types: str) -> list[dict[str, Any]]:
    code, out, said = shell("export", "--open")
    assert code == 0, said
    lines = [json.loads(line) for line in out.splitlines()]
    return [line for line in lines if line["type"] in types]


def form(shell: Shell, *rows: str, name: str = "who.csv") -> str:
    path = shell.folder / name
    path.write_text("\n".join(("number,name,action,player", *rows, "")), encoding="utf-8")
    return str(path)


def points(shell: Shell, name: str = "Club Open") -> dict[str, str]:
    """The table of the tournament, by id."""
    return {
        row["id"]: row["points"]
        for row in shell.rows("standings", name, "--crosstable", "--format", "csv")
    }


@pytest.mark.parametrize("order", list(permutations("123")))
@pytest.mark.parametrize("calls", ["one call", "a call for each"])
def test_one_person_in_any_order_of_files(
    shell: Shell, rounds: dict[str, str], order: tuple[str, ...], calls: str
) -> None:
    """Bo is `new` where nobody of that name plays yet; whoever is in the tournament already is that player."""
    files = [rounds[round_] for round_ in order]
    new = form(shell, ',"Lee, Bo",new,')
    for call in [files] if calls == "one call" else [[file] for file in files]:
        decided = () if events(shell, "PlayerRegistered") else ("--players", new)
        code, _, said = shell("import", *call, *decided)
        if code and calls == "one call" and order[0] == "2":
            # the form was written for an empty ledger, and now somebody of that name plays
            assert "'Lee, Bo'" in said and NUMBER in said
            code, _, said = shell("import", *call)
        assert code == 0, said
    assert points(shell) == {"5700001": "1.5", NUMBER: "1.5"}
    assert [event["kept"] for event in events(shell, "PlayersMerged")] == (
        [] if order[0] == "2" else [NUMBER]
    )
    assert len(events(shell, "PlayerEntered")) == 2
    before = len(events(shell, "GameRecorded"))
    for file in files:
        assert "nothing appended" in shell("import", file)[1]
    assert len(events(shell, "GameRecorded")) == before == 3


def test_it_is_told_and_the_number_is_the_id(shell: Shell, rounds: dict[str, str]) -> None:
    shell("import", rounds["1"], "--players", form(shell, ',"Lee, Bo",new,'))
    code, _, said = shell("import", rounds["2"])
    assert code == 0
    assert f"Lee, Bo = {NUMBER}" in said
    assert "append a PlayersMerged" not in said
    (merged,) = events(shell, "PlayersMerged")
    assert (merged["kept"], merged["duplicate"]) == (NUMBER, "lee-bo")
    report = shell("export", "--trf", "Club Open", "--plain")[1]
    assert NUMBER in report


def test_an_earlier_round_that_comes_again_with_the_number_is_the_same_game(
    shell: Shell, rounds: dict[str, str]
) -> None:
    shell("import", rounds["1"], "--players", form(shell, ',"Lee, Bo",new,'))
    again = shell.folder / "again.pgn"
    again.write_text(game("1", "Tan, Ann", "Lee, Bo", white_id="5700001", black_id=NUMBER))
    code, _, said = shell("import", str(again))
    assert code == 0, said
    assert points(shell) == {"5700001": "1", NUMBER: "0"}
    assert len(events(shell, "GameRecorded")) == 1


def test_a_corrected_round_with_the_number_corrects_the_game(
    shell: Shell, rounds: dict[str, str]
) -> None:
    shell("import", rounds["1"], "--players", form(shell, ',"Lee, Bo",new,'))
    again = shell.folder / "again.pgn"
    again.write_text(game("1", "Tan, Ann", "Lee, Bo", "0-1", white_id="5700001", black_id=NUMBER))
    code, _, said = shell("import", str(again), "--as-corrections", "--reason", "score sheet")
    assert code == 0, said
    assert points(shell) == {"5700001": "0", NUMBER: "1"}
    assert not events(shell, "GameVoided") and len(events(shell, "GameCorrected")) == 1


def test_a_dry_run_of_several_rounds_says_what_the_import_does(
    shell: Shell, rounds: dict[str, str]
) -> None:
    words = (*rounds.values(), "--players", form(shell, ',"Lee, Bo",new,'))
    code, out, said = shell("import", *words, "--dry-run")
    assert code == 0, said
    would = int(out.split(": ")[1].split()[0])
    assert shell("import", *words)[0] == 0
    assert len(shell("export", "--open")[1].splitlines()) == would


def test_the_forms_own_candidate_is_taken_before_the_file_that_has_the_number(
    shell: Shell, rounds: dict[str, str]
) -> None:
    """One form for all files offers the number of round 2 for the name of round 1."""
    path = shell.folder / "who.csv"
    files = (rounds["1"], rounds["2"])
    shell("import", *files, "--write-players", str(path))
    with path.open(encoding="utf-8", newline="") as written:
        (row,) = csv.DictReader(written)
    row["player"] = row["candidates"].split(" = ")[0]
    row["action"] = "same"
    assert row["player"] == NUMBER
    with path.open("w", encoding="utf-8", newline="") as filled:
        writer = csv.DictWriter(filled, row)
        writer.writeheader()
        writer.writerow(row)
    code, _, said = shell("import", *files, "--players", str(path))
    assert code == 0, said
    assert points(shell) == {"5700001": "1.5", NUMBER: "0.5"}


# Where it is not certain, nobody is merged


def test_a_name_that_two_in_the_tournament_have_is_asked_about(
    shell: Shell, rounds: dict[str, str]
) -> None:
    """Two people called Lee, Bo were told apart in round 1; who has the number must be said."""
    both = game("1", "Tan, Ann", "Lee, Bo", white_id="5700001") + game(
        "1", "Bo Lee", "Ooi, Dan", black_id="5700003"
    )
    path = shell.folder / "both.pgn"
    path.write_text(both)
    two = form(shell, ',"Lee, Bo",new,bo-one', ',"Bo Lee",new,bo-two')
    assert shell("import", str(path), "--players", two)[0] == 0
    code, _, said = shell("import", rounds["2"])
    assert code == 2
    assert f"'Lee, Bo' ({NUMBER})" in said and "--write-players" in said
    asked = shell.folder / "asked.csv"
    shell("import", rounds["2"], "--write-players", str(asked))
    with asked.open(encoding="utf-8", newline="") as written:
        (row,) = csv.DictReader(written)
    assert row["number"] == NUMBER and row["action"] == ""
    assert "bo-one = " in row["candidates"] and "bo-two = " in row["candidates"]
    decided = form(shell, f'{NUMBER},"Lee, Bo",same,bo-one')
    assert shell("import", rounds["2"], "--players", decided)[0] == 0
    assert points(shell)["bo-one"] == "0.5"


@pytest.mark.parametrize(("row", "own"), [("new,", NUMBER), ("same,lee-bo", NUMBER)])
def test_what_was_decided_about_a_number_holds(
    shell: Shell, rounds: dict[str, str], row: str, own: str
) -> None:
    """`new` keeps two people apart; `same` with an id that an import made is the same person, under the number."""
    shell("import", rounds["1"], "--players", form(shell, ',"Lee, Bo",new,'))
    decided = form(shell, f'{NUMBER},"Lee, Bo",{row}')
    code, _, said = shell("import", rounds["2"], "--players", decided)
    assert code == 0, said
    assert len(points(shell)) == (3 if row == "new," else 2)
    assert own in points(shell)


def test_a_player_of_that_name_with_an_id_of_the_offices_own_is_asked_about(
    shell: Shell, rounds: dict[str, str]
) -> None:
    shell("import", rounds["1"], "--players", form(shell, ',"Lee, Bo",new,C001'))
    code, _, said = shell("import", rounds["2"])
    assert code == 2 and "'Lee, Bo'" in said
    decided = form(shell, f'{NUMBER},"Lee, Bo",same,C001')
    assert shell("import", rounds["2"], "--players", decided)[0] == 0
    assert points(shell) == {"5700001": "1.5", "C001": "0.5"}


def test_a_namesake_with_a_number_who_was_there_before_is_not_merged(
    shell: Shell, rounds: dict[str, str]
) -> None:
    """The ledger knew the number when `new` was decided against it: that these are two people may be so."""
    shell.tell(*player(NUMBER, date="2020-01-01", name="Lee, Bo"))
    shell("import", rounds["1"], "--players", form(shell, ',"Lee, Bo",new,'))
    code, _, said = shell("import", rounds["2"])
    assert code == 2 and "'Lee, Bo'" in said
    assert not events(shell, "PlayersMerged")


def test_two_games_in_a_round_are_two_people(shell: Shell, rounds: dict[str, str]) -> None:
    """In round 1 the one without a number plays Ann, and the one with it plays Dan."""
    shell("import", rounds["1"], "--players", form(shell, ',"Lee, Bo",new,'))
    other = shell.folder / "other.pgn"
    other.write_text(game("1.2", "Lee, Bo", "Ooi, Dan", white_id=NUMBER, black_id="5700003"))
    code, _, said = shell("import", str(other))
    assert code == 2 and "round 1" in said and "lee-bo" in said
    assert not events(shell, "PlayersMerged")
    decided = form(shell, f'{NUMBER},"Lee, Bo",new,')
    assert shell("import", str(other), "--players", decided)[0] == 0
    assert len(points(shell)) == 4


def test_another_tournament_merges_nobody(shell: Shell, rounds: dict[str, str]) -> None:
    """Many are called Li Wei: only within a tournament is the name enough."""
    shell("import", rounds["1"], "--players", form(shell, ',"Lee, Bo",new,'))
    other = shell.folder / "other.pgn"
    other.write_text(
        game("1", "Lee, Bo", "Tan, Ann", white_id=NUMBER, black_id="5700001", event="Winter Cup")
    )
    assert shell("import", str(other))[0] == 0
    assert not events(shell, "PlayersMerged")


def trf(*players: str) -> str:
    head = [
        "012 Spring Cup",
        "042 2025/02/01",
        "052 2025/02/02",
        "132" + " " * 88 + "25/02/01  25/02/02",
    ]
    return "\n".join((*head, *players, ""))


def line(number: int, name: str, federation: str, fide_id: str, born: str, cells: str) -> str:
    return f"001 {number:4} m    {name:33} {'':4} {federation:3} {fide_id:>11} {born:10} {'':4} {number:4}  {cells}"


ANN = line(1, "Tan, Ann", "MAS", "5700001", "1990", "   2 w 1     2 b =")


@pytest.mark.parametrize(
    ("federation", "born", "is_one"),
    [("MAS", "1991", True), ("SGP", "1991", False), ("MAS", "1970", False)],
)
def test_a_report_with_the_number_is_of_the_same_person_unless_something_contradicts(
    shell: Shell, federation: str, born: str, is_one: bool
) -> None:
    first = shell.folder / "first.trf"
    first.write_text(trf(ANN, line(2, "Lee, Bo", "MAS", "", "1991", "   1 b 0     1 w =")))
    written = str(shell.folder / "form.csv")
    shell("import", str(first), "--write-players", written)
    assert shell("import", str(first), "--players", written)[0] == 0
    later = shell.folder / "later.trf"
    later.write_text(trf(ANN, line(2, "Lee, Bo", federation, NUMBER, born, "   1 b 0     1 w =")))
    code, _, said = shell("import", str(later))
    assert (code == 0) == is_one, said
    assert bool(events(shell, "PlayersMerged")) == is_one
    if is_one:
        assert points(shell, "Spring Cup") == {"5700001": "1.5", NUMBER: "0.5"}
        assert len(events(shell, "GameRecorded")) == 2
