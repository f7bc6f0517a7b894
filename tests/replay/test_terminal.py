"""What older events or a stranger's file contain is shown to people, never obeyed by their terminal."""

import csv
import io
import json
from pathlib import Path

import pytest

from ledger import open_log
from replay.answers.terminal import give, progress
from tests.builders import carried, entries, game, game_corrected, player, tournament
from tests.replay.conftest import Shell
from wording.visible import visible_lines

EVIL = "Eve\x1b[2K\x1b[1A\r\n1 P9 champion\u202e\x9b31m\x00"
SHOWN = "Eve\\x1b[2K\\x1b[1A\\r\\n1 P9 champion\\u202e\\x9b31m\\x00"


@pytest.fixture
def older(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A ledger from before such text was refused: a player, a tournament, a team, notes and reasons."""
    papers = {
        "name": EVIL,
        "place": EVIL,
        "series": "S",
        "edition": 1,
        "rounds": 1,
        "time_control": {"base": 7200, "increment": 30},
    }
    with monkeypatch.context() as before:
        before.setattr("ledger.append.append.refuse_unsafe_text", lambda event, body: None)
        shell.tell(
            *player("P1", name=f"{EVIL}P1", names={"zh": EVIL}, note=EVIL),
            *player("P2", name=f"{EVIL}P2", names={"zh": EVIL}, note=EVIL),
            *carried("fide-standard", "2024-01-01", {"P1": 2000, "P2": 2000}, ref=EVIL),
            tournament("T", "fide-standard", "2024-02-05", standings="wxf", **papers),
            *entries("T", "2024-02-01", "P1 P2", team=EVIL),
            game("T", "2024-02-05", "P1 1-0 P2"),
        )
    return shell


RULES = ("--set", "k.normal=40")
QUESTIONS = [
    "log --format table",
    "log --player P1 --format table",
    "list fide-standard 2024-03-01 --format table",
    "list fide-standard 2024-03-01 --all --format table",
    "explain fide-standard P1 2024-03-01",
    "explain fide-standard 2024-03-01 --tournament T",
    "standings T --format table",
    "standings T --teams --format table",
    "whatif fide-standard 2024-03-01 --set k.normal=40 --format table",
    "compare fide-standard@2024-02-01 2024-03-01 --format table",
    "draw --youth T --seed 1 --format table",
]


@pytest.mark.parametrize("question", QUESTIONS)
def test_no_answer_for_people_moves_the_cursor(older: Shell, question: str) -> None:
    code, out, err = older(*question.split())
    assert code == 0, err
    assert out and visible_lines(out) == out and visible_lines(err) == err
    assert not any(line.startswith("1 P9 champion") for line in out.splitlines()), (
        "a name forges no row"
    )


def test_something_evil_was_there_to_show(older: Shell) -> None:
    """Or the test above would prove nothing."""
    for question in (QUESTIONS[0], QUESTIONS[2], QUESTIONS[4], QUESTIONS[6], QUESTIONS[8]):
        assert SHOWN.removesuffix("\\x00") in older(*question.split())[1], question


def test_sql_and_appeals_are_shown_too(older: Shell) -> None:
    out = older("sql", "SELECT name FROM players", "--format", "table")[1]
    assert SHOWN in out and visible_lines(out) == out
    appeal = older.file(game_corrected("T", "2024-03-01", "1.1 0-1"))
    code, out, err = older("appeal", appeal, "--date", "2024-03-01", "--format", "table")
    assert code == 0 and visible_lines(out) == out and visible_lines(err) == err


def test_data_stays_as_it_is(older: Shell) -> None:
    """A list's csv has the canonical bytes; csv and json of anything else have the text itself."""
    made = older("list", "fide-standard", "2024-03-01", "--format", "csv")[1]
    assert [row["name"] for row in csv.DictReader(io.StringIO(made, newline=""))] == [
        f"{EVIL}P1",
        f"{EVIL}P2",
    ]
    rows = json.loads(older("list", "fide-standard", "2024-03-01", "--format", "json")[1])
    assert rows[0]["name"] == f"{EVIL}P1"
    rows = json.loads(older("log", "--format", "json")[1])
    assert EVIL in rows[0]["detail"]


def test_data_on_a_terminal_is_read_by_people(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    give(["name\n", "a\x1bb\n"])
    assert capsys.readouterr().out == "name\na\\x1bb\n"


def test_a_page_and_a_tree_in_a_file_are_read_by_people(older: Shell, tmp_path: Path) -> None:
    for words in (("explain", "fide-standard", "P1", "2024-03-01", "-o", "e.txt"),
                  ("whatif", "fide-standard", "2024-03-01", *RULES, "-o", "w.html"),
                  ("whatif", "fide-standard", "2024-03-01", *RULES, "--plot", "movers", "-o", "m.svg")):  # fmt: skip
        file = tmp_path / words[-1]
        assert older(*words[:-1], str(file))[0] == 0
        assert visible_lines(file.read_text()) == file.read_text()


def test_a_strangers_proof_forges_no_line(older: Shell, tmp_path: Path) -> None:
    """check-proof shows what the event says, on its one line."""
    proof = tmp_path / "proof.json"
    assert older("prove", "--event", "5", "-o", str(proof))[0] == 0
    code, out, err = older("check-proof", str(proof))
    assert code == 0 and SHOWN.removesuffix("\\x00") in out
    assert visible_lines(out) == out and "1 P9 champion" not in [
        line[:13] for line in out.splitlines()
    ]
    forged = json.loads(proof.read_text())
    forged["checkpoint"] = "x\x1b[2J\n" + forged["checkpoint"].partition("\n")[2].replace(
        "\n\n", "\x07\n\n"
    )
    proof.write_text(json.dumps(forged))
    code, out, err = older("check-proof", str(proof))
    assert code in (1, 2) and visible_lines(out + err) == out + err


def test_bad_files_are_shown_and_not_obeyed(older: Shell, tmp_path: Path) -> None:
    """Excerpts and names of files in messages."""
    bad = tmp_path / "bad\x1b]0;title\x07.jsonl"
    bad.write_bytes(
        b'{"type":"Ga\x1b[2Jme","no\xe2\x80\xaete":1}\n{"type":"GameRecorded","\\u001b[1A":2}\n'
    )
    code, _, err = older("import", str(bad))
    assert code == 2 and "bad\\x1b]0;title\\x07.jsonl:1" in err and visible_lines(err) == err
    (tmp_path / "odd.bin").write_bytes(b"\x1b[2Jnothing known")
    code, _, err = older("import", str(tmp_path / "odd.bin"))
    assert code == 2 and "\\x1b[2Jnothing known" in err
    code, _, err = older("list", "fide\x1b[2J")
    assert code == 2 and "\x1b" not in err


def test_the_log_keeps_what_it_has(older: Shell) -> None:
    with open_log(older.folder / "ledger") as log:
        assert log.event(1).note == EVIL
    assert older("verify")[0] == 0


def test_a_bar_knows_its_total_and_disappears(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a terminal: work of more than a second shows how much is done of how much, and leaves nothing behind."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    clock = iter(range(0, 1000, 10))
    # The clock of this module alone: a server in another thread would wait for hours by such a clock.
    monkeypatch.setattr("replay.answers.terminal.monotonic", lambda: next(clock))
    with progress("replaying lists") as advance:
        advance(3, 12)
        advance(7, 12)
    shown = capsys.readouterr().err
    assert "7/12" in shown
    assert shown.endswith("\x1b[1A\x1b[2K")  # one line up, and cleared
