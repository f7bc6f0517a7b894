"""`simulate` on the command line: files that are whole or not there, and refusals that say what to do."""

import csv
import sys
from datetime import date
from pathlib import Path
from typing import Any, Never

import pytest

from ledger.errors import LedgerError
from replay import simulation
from replay.commands.main import run
from replay.simulation import Federation
from schemes import Schemes
from tests.replay.conftest import Shell

SMALL = ["simulate", "--players", "60", "--games", "400", "--years", "1", "--seed", "9"]


def test_events_and_truth_are_written_and_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    events, truth = tmp_path / "made.jsonl", tmp_path / "truth.csv"
    assert run([*SMALL, "-o", str(events), "--truth", str(truth), "--format", "csv"]) == 0
    rows = {
        row["type"]: int(row["events"])
        for row in csv.DictReader(capsys.readouterr().out.splitlines())
    }
    lines = events.read_text().splitlines()
    assert rows["all"] == len(lines)
    assert rows["GameRecorded"] == sum('"GameRecorded"' in line for line in lines) == 400
    assert truth.read_bytes().startswith(b"player,date,strength\nP000001,2024-03-01,")


def test_without_a_file_the_events_go_to_standard_output(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    file = tmp_path / "made.jsonl"
    run([*SMALL, "-o", str(file)])
    capfdbinary.readouterr()
    assert run(SMALL) == 0
    sys.stdout.flush()
    assert capfdbinary.readouterr().out == file.read_bytes()


def test_what_is_simulated_can_be_imported_as_it_is(shell: Shell) -> None:
    """An analyst simulates ten years from 2024 on, far into the future, and imports the file."""
    file = str(shell.folder / "made.jsonl")
    assert (
        shell("simulate", "--players", "60", "--games", "900", "--years", "10", "-o", file)[0] == 0
    )
    lines = Path(file).read_text().splitlines()
    dated = [line for line in lines if '"date":"2033-' in line]
    assert dated and not any("recorded" in line for line in dated)
    code, out, said = shell("import", file)
    assert code == 0 and f"{len(lines)} events appended" in out and "rating-ledger:" not in said


def test_a_simulation_that_is_stopped_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(asked: Any, events: Any, *others: Any) -> Never:
        events.write(b"{}\n")
        raise KeyboardInterrupt

    monkeypatch.setattr(simulation, "simulate", stopped)
    old = tmp_path / "truth.csv"
    old.write_text("an older one")
    assert run([*SMALL, "-o", str(tmp_path / "made.jsonl"), "--truth", str(old)]) == 130
    assert [file.name for file in tmp_path.iterdir()] == ["truth.csv"]
    assert old.read_text() == "an older one"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--players", "3"], "--players 3"),
        (["--games", "0"], "--games 0"),
        (["--games", "900000000"], "--games 900000000"),
        (["--years", "0"], "--years 0"),
        (["--seed", "-1"], "--seed -1"),
        (["--start", "2019-01-01"], "2024-03-01"),
        (["--recorded-until", "2020-01-01"], "--recorded-until 2020-01-01"),
        (["--scheme", "eloo"], "malaysia"),
        (["-o", "no/such/folder/made.jsonl"], "no/such/folder/made.jsonl"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_value(
    words: Any,
    told: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["simulate", *words]) == 2
    answer = capfd.readouterr()
    assert told in answer.err and answer.out == ""


def test_all_that_makes_no_sense_is_said_at_once() -> None:
    with pytest.raises(LedgerError) as refused:
        simulation.check(
            Federation(players=1, games=1, years=0, seed=-3, start=date(1990, 1, 1)), Schemes()
        )
    assert len(refused.value.problems) == 5
