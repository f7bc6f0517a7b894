"""import A B --write-players: one form for the players of all files, and nothing imported."""

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from replay.commands.main import run

Command = Callable[..., tuple[int, str, str]]
REPORT = """012 {name}
042 2024/03/0{day}
052 2024/03/0{day}
062 2
092 Individual: Swiss-System
001    1 m    {first:33} 1800 HKG             1990/00/00  1.0    1     2 w 1
001    2 m    {second:33} 1800 MAS             1991/00/00  0.0    2     1 b 0
"""
ARCHIVE = """[Event "Cup"]
[Site "Ipoh"]
[Date "2024.03.05"]
[Round "1"]
[White "Ooi, D"]
[Black "Lim, E"]
[Result "1-0"]

1. e4 1-0
"""


@pytest.fixture
def command(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Command:
    """The command line over an empty ledger."""
    monkeypatch.setenv("RATING_LEDGER", str(tmp_path / "ledger"))
    monkeypatch.setattr("replay.commands.options._chosen", None)

    def call(*words: str | Path) -> tuple[int, str, str]:
        return (run([str(word) for word in words]), *capfd.readouterr())

    call("init")
    return call


def test_the_players_of_all_files_stand_in_one_form(command: Command, tmp_path: Path) -> None:
    """Two reports and an archive: who stands in two of them has one row; with the form all three are imported."""
    one = tmp_path / "one.trf"
    two = tmp_path / "two.trf"
    games = tmp_path / "cup.pgn"
    form = tmp_path / "who.csv"
    one.write_text(
        REPORT.format(name="One", day=1, first="Chan, A", second="Lee, B"), encoding="utf-8"
    )
    two.write_text(
        REPORT.format(name="Two", day=2, first="Chan, A", second="Tan, C"), encoding="utf-8"
    )
    games.write_text(ARCHIVE, encoding="utf-8")
    code, _, said = command("import", one, two, games, "--write-players", form)
    assert code == 2 and "wrote 5 players" in said
    with form.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["name"] for row in rows] == ["Chan, A", "Lee, B", "Tan, C", "Ooi, D", "Lim, E"]
    assert all(row["action"] == "new" and not row["number"] for row in rows)
    assert command("export")[1] == "", "nothing is imported"
    code, said, wrong = command("import", one, two, games, "--players", form)
    assert code == 0, wrong
    assert command("log", "--type", "PlayerRegistered")[1].count("PlayerRegistered") == 5


def test_a_file_that_needs_no_decision_is_not_imported_either(
    command: Command, tmp_path: Path
) -> None:
    report = tmp_path / "one.trf"
    report.write_text(
        REPORT.format(name="One", day=1, first="Chan, A", second="Lee, B"), encoding="utf-8"
    )
    players = tmp_path / "players.jsonl"
    players.write_text(
        '{"type":"PlayerRegistered","date":"2020-01-01","player":"P1","name":"Chan, A","sex":"M"}\n',
        encoding="utf-8",
    )
    code, _, said = command("import", players, report, "--write-players", tmp_path / "who.csv")
    assert code == 2 and "wrote 2 players" in said
    assert command("export")[1] == ""
