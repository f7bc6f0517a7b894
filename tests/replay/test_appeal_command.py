"""`appeal` on the command line: columns, summary, trace, acceptance; the ledger is touched only when told."""

import hashlib
from pathlib import Path
from typing import Any

import pytest

from replay.simulation.demo import APPEAL, SAMPLE
from tests.builders import Event, carried, event, game, game_corrected, player, tournament
from tests.replay.conftest import Shell

FIDE = "fide-standard"


@pytest.fixture
def ledger(shell: Shell) -> Shell:
    """anna lost to boris in April 2024; both had 2000 and K 20."""
    shell.tell(
        *player("anna boris carla"),
        *carried(FIDE, "2024-04-01", {"anna": 2000, "boris": 2000, "carla": 2000}),
        tournament("open", FIDE, "2024-04-10", "2024-04-14", name="Open"),
        game("open", "2024-04-10", "anna 0-1 boris", ref="report 7"),
    )
    return shell


def swapped(result: str = "1-0", **fields: Any) -> Event:
    return game_corrected("open", "2025-01-01", f"1.1 {result}", **{"reason": "swapped"} | fields)


def files_of(folder: Path) -> dict[str, str]:
    """The log and the read model, byte for byte; what only helps the database to share its file is left aside."""
    found = (
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith(("-shm", "-wal"))
    )
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in found}


def test_the_columns_are_those_that_users_script_against(ledger: Shell) -> None:
    rows = ledger.rows("appeal", ledger.file(swapped()), "--date", "2024-05-31")
    assert [tuple(row.values()) for row in rows] == [
        ("2024-05-01", "anna", "1990", "2010", "20", "own game open round 1 board 1"),
        ("2024-05-01", "boris", "2010", "1990", "-20", "own game open round 1 board 1"),
    ]
    assert list(rows[0]) == ["list_date", "player", "before", "after", "change", "cause"]


def test_asking_touches_nothing(ledger: Shell) -> None:
    """Neither the log nor the read model nor a stored state changes by a single byte."""
    ledger("list", FIDE, "2024-05-01")
    before = files_of(ledger.folder / "ledger")
    for _ in range(2):
        ledger.rows("appeal", ledger.file(swapped()), "--date", "2024-05-31")
    ledger("appeal", ledger.file(swapped()), "--trace", "anna", "--date", "2024-05-31")
    assert files_of(ledger.folder / "ledger") == before


def test_accepting_gives_the_same_answer_and_the_new_position(ledger: Shell) -> None:
    file = ledger.file(swapped())
    asked = ledger("appeal", file, "--date", "2024-05-31", "--format", "csv")[1]
    code, accepted, said = ledger("appeal", file, "--date", "2024-05-31", "--accept", "--ref", "decision 12/2026",
                               "--format", "csv")  # fmt: skip
    assert code == 0
    assert accepted == asked
    assert said == "accepted: 1 event appended, #9\n"
    listed = {row["player"]: row["rating"] for row in ledger.rows("list", FIDE, "2024-05-31")}
    assert listed == {"anna": "2010", "boris": "1990", "carla": "2000"}
    assert "decision 12/2026" in ledger("log", "--type", "GameCorrected")[1]
    again = ledger("appeal", file, "--date", "2024-05-31", "--accept", "--ref", "decision 12/2026")
    assert again[:2] == (0, "list_date,player,before,after,change,cause\n")
    assert "in the log already" in again[2]


def test_a_reference_of_its_own_stays(ledger: Shell) -> None:
    file = ledger.file(swapped(ref="letter 3"))
    ledger("appeal", file, "--accept", "--ref", "decision 12/2026")
    told = ledger("log", "--type", "GameCorrected")[1]
    assert "letter 3" in told
    assert "decision 12" not in told


@pytest.mark.parametrize("words", [("appeal", "--accept"), ("import",)])
def test_the_decision_is_the_reference_of_a_table_too(
    ledger: Shell, words: tuple[str, ...]
) -> None:
    """A row with a reference of its own keeps it; the others have the decision, not the name of the file."""
    table = ledger.folder / "corrections.csv"
    table.write_text(
        "tournament,round,board,result,reason,date,reference\n"
        "open,1,1,1-0,score sheets,2024-04-20,\n"
        "open,1,1,1/2-1/2,score sheets again,2024-04-21,letter 3\n"
    )
    assert ledger(words[0], str(table), *words[1:], "--ref", "decision 12/2026")[0] == 0
    first, second = ledger.rows("log", "--type", "GameCorrected")
    assert first["detail"].endswith("[decision 12/2026]")
    assert second["detail"].endswith("[letter 3]")


def test_a_reference_without_acceptance_is_refused(ledger: Shell) -> None:
    code, _, said = ledger("appeal", ledger.file(swapped()), "--ref", "decision 1")
    assert code == 2
    assert "--accept" in said


def test_a_bad_appeal_is_refused_like_an_import_and_says_what_is_there(ledger: Shell) -> None:
    """A second result for a game: the message shows the game as recorded, where it stands and its reference."""
    again = game("open", "2024-04-10", "anna 1-0 boris")
    file = ledger.file(again, swapped(board=9))
    code, _, said = ledger("appeal", file)
    imported = ledger("import", file)
    assert (code, said) == (2, imported[2])
    assert "appeal.jsonl:1" in said and "appeal.jsonl:2" in said
    assert "anna 0-1 boris (position 8, recorded " in said and "ref report 7" in said


def test_people_get_a_summary_first(ledger: Shell) -> None:
    out = ledger("appeal", ledger.file(swapped()), "--date", "2024-06-30", "--format", "table")[1]
    lines = out.splitlines()
    assert lines[:3] == [
        "Appeal of 1 event",
        "if appended: #9 GameCorrected open round 1 board 1: 1-0 (swapped)",
        "fide-standard: changes from the list of 2024-05-01 on",
    ]
    assert "fide-standard  2024-06-01                    2           0" in lines
    (row,) = [line for line in lines if line.startswith("2024-06-01  anna")]
    assert row.split() == [
        "2024-06-01", "anna", "anna", "1990", "2010", "+20", "own", "game", "Open", "round", "1", "board", "1",
    ]  # fmt: skip


def test_nothing_changes_is_said(ledger: Shell) -> None:
    draw = swapped("0-1")
    said = ledger("appeal", ledger.file(draw), "--format", "table")[2]
    assert "nothing changes on the lists of fide-standard\n" in said
    code, csv, said = ledger("appeal", ledger.file(draw), "--format", "csv")
    assert (code, csv.count("\n")) == (0, 1)
    assert said == (
        "nothing changes on the lists of fide-standard\nround 1, board 1 of open stands so already\n"
    )


def test_two_schemes_add_a_column(ledger: Shell) -> None:
    """A title can matter in every scheme in use; with --scheme the columns are as ever."""
    ledger.tell(*carried("malaysia", "2024-01-01", {"anna": 1500}))
    died = event("PlayerDeceased", "2024-05-15", player="anna")
    rows = ledger.rows("appeal", ledger.file(died), "--date", "2024-06-30")
    assert [(row["scheme"], row["list_date"], row["before"], row["after"]) for row in rows] == [
        (FIDE, "2024-06-01", "1990", ""),
        ("malaysia", "2024-06-30", "1500", ""),
    ]
    (row,) = ledger.rows(
        "appeal", ledger.file(died), "--date", "2024-06-30", "--scheme", "malaysia"
    )
    assert list(row) == ["list_date", "player", "before", "after", "change", "cause"]


def test_the_trace_is_rows_too(ledger: Shell) -> None:
    rows = ledger.rows("appeal", ledger.file(swapped()), "--date", "2024-05-31", "--trace", "boris")
    assert [(row["list_date"], row["player"], row["through"]) for row in rows] == [
        ("", "", "#9 GameCorrected open round 1 board 1: 1-0 (swapped)"),
        ("2024-05-01", "boris", "own game in open, round 1 board 1"),
    ]
    code, _, said = ledger(
        "appeal", ledger.file(swapped()), "--date", "2024-05-31", "--trace", "carla"
    )
    assert (code, said) == (0, "the rating of carla does not change\n")
    code, _, said = ledger(
        "appeal", ledger.file(swapped()), "--date", "2024-05-31", "--trace", "karla"
    )
    assert code == 2 and "no player 'karla'" in said


def test_an_appeal_says_which_lists_it_shows_unless_it_shows_all(shell: Shell) -> None:
    assert shell("import", str(SAMPLE))[0] == 0
    asked = ("appeal", str(APPEAL), "--format", "table")
    assert "--every-list shows every list since" in shell(*asked)[2]
    assert "--every-list" not in shell(*asked, "--every-list")[2]
