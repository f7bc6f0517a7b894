"""`appeal` on the command line: columns, summary, trace, acceptance; the ledger is touched only when told."""

import hashlib
from pathlib import Path
from typing import Any

import msgspec
import pytest

FIDE = "fide-standard"


@pytest.fixture
def ledger(shell: Any) -> Any:
    """anna lost to boris in April 2024; both had 2000 and K 20."""
    players = ("anna", "boris", "carla")
    shell.tell(
        *({"type": "PlayerRegistered", "player": p, "name": p, "sex": "F", "federation": "FRA", "date": "2024-01-01"}
          for p in players),
        *({"type": "RatingCarriedIn", "player": p, "scheme": FIDE, "rating": 2000, "date": "2024-04-01"}
          for p in players),
        {"type": "TournamentRegistered", "tournament": "open", "name": "Open", "start": "2024-04-10",
         "end": "2024-04-14", "rounds": 3, "rated": [FIDE], "date": "2024-01-01"},
        {"type": "GameRecorded", "tournament": "open", "round": 1, "board": 1, "first": "anna", "second": "boris",
         "result": "0-1", "date": "2024-04-10", "ref": "report 7"},
    )  # fmt: skip
    return shell


def appeal_of(shell: Any, *events: dict[str, Any], name: str = "appeal.jsonl") -> str:
    path = shell.folder / name
    path.write_bytes(b"".join(msgspec.json.encode(event) + b"\n" for event in events))
    return str(path)


def swapped(**fields: Any) -> dict[str, Any]:
    event = {"type": "GameCorrected", "tournament": "open", "round": 1, "board": 1, "result": "1-0"}
    return event | {"date": "2025-01-01", "reason": "swapped"} | fields


def files_of(folder: Path) -> dict[str, str]:
    """The log and the read model, byte for byte; what only helps the database to share its file is left aside."""
    found = (
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith(("-shm", "-wal"))
    )
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in found}


def test_the_columns_are_those_that_users_script_against(ledger: Any) -> None:
    rows = ledger.rows("appeal", appeal_of(ledger, swapped()), "--date", "2024-05-31")
    assert [tuple(row.values()) for row in rows] == [
        ("2024-05-01", "anna", "1990", "2010", "20", "own game open round 1 board 1"),
        ("2024-05-01", "boris", "2010", "1990", "-20", "own game open round 1 board 1"),
    ]
    assert list(rows[0]) == ["list_date", "player", "before", "after", "change", "cause"]


def test_asking_touches_nothing(ledger: Any) -> None:
    """Neither the log nor the read model nor a stored state changes by a single byte."""
    ledger("list", FIDE, "2024-05-01")
    before = files_of(ledger.folder / "ledger")
    for _ in range(2):
        ledger.rows("appeal", appeal_of(ledger, swapped()), "--date", "2024-05-31")
    ledger("appeal", appeal_of(ledger, swapped()), "--trace", "anna", "--date", "2024-05-31")
    assert files_of(ledger.folder / "ledger") == before


def test_accepting_gives_the_same_answer_and_the_new_position(ledger: Any) -> None:
    file = appeal_of(ledger, swapped())
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


def test_a_reference_of_its_own_stays(ledger: Any) -> None:
    file = appeal_of(ledger, swapped(ref="letter 3"))
    ledger("appeal", file, "--accept", "--ref", "decision 12/2026")
    told = ledger("log", "--type", "GameCorrected")[1]
    assert "letter 3" in told
    assert "decision 12" not in told


@pytest.mark.parametrize("words", [("appeal", "--accept"), ("import",)])
def test_the_decision_is_the_reference_of_a_table_too(ledger: Any, words: tuple[str, ...]) -> None:
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


def test_a_reference_without_acceptance_is_refused(ledger: Any) -> None:
    code, _, said = ledger("appeal", appeal_of(ledger, swapped()), "--ref", "decision 1")
    assert code == 2
    assert "--accept" in said


def test_a_bad_appeal_is_refused_like_an_import_and_says_what_is_there(ledger: Any) -> None:
    """A second result for a game: the message shows the game as recorded, where it stands and its reference."""
    again = {"type": "GameRecorded", "tournament": "open", "round": 1, "board": 1, "first": "anna", "second": "boris",
             "result": "1-0", "date": "2024-04-10"}  # fmt: skip
    file = appeal_of(ledger, again, swapped(board=9))
    code, _, said = ledger("appeal", file)
    imported = ledger("import", file)
    assert (code, said) == (2, imported[2])
    assert "appeal.jsonl:1" in said and "appeal.jsonl:2" in said
    assert "anna 0-1 boris (position 8, recorded " in said and "ref report 7" in said


def test_people_get_a_summary_first(ledger: Any) -> None:
    out = ledger(
        "appeal", appeal_of(ledger, swapped()), "--date", "2024-06-30", "--format", "table"
    )[1]
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


def test_nothing_changes_is_said(ledger: Any) -> None:
    draw = swapped(result="0-1")
    said = ledger("appeal", appeal_of(ledger, draw), "--format", "table")[2]
    assert "nothing changes on the lists of fide-standard\n" in said
    code, csv, said = ledger("appeal", appeal_of(ledger, draw), "--format", "csv")
    assert (code, csv.count("\n")) == (0, 1)
    assert said == (
        "nothing changes on the lists of fide-standard\nround 1, board 1 of open stands so already\n"
    )


def test_two_schemes_add_a_column(ledger: Any) -> None:
    """A title can matter in every scheme in use; with --scheme the columns are as ever."""
    ledger.tell(
        {
            "type": "RatingCarriedIn",
            "player": "anna",
            "scheme": "malaysia",
            "rating": 1500,
            "date": "2024-01-01",
        }
    )
    died = {"type": "PlayerDeceased", "player": "anna", "date": "2024-05-15"}
    rows = ledger.rows("appeal", appeal_of(ledger, died), "--date", "2024-06-30")
    assert [(row["scheme"], row["list_date"], row["before"], row["after"]) for row in rows] == [
        (FIDE, "2024-06-01", "1990", ""),
        ("malaysia", "2024-06-30", "1500", ""),
    ]
    (row,) = ledger.rows(
        "appeal", appeal_of(ledger, died), "--date", "2024-06-30", "--scheme", "malaysia"
    )
    assert list(row) == ["list_date", "player", "before", "after", "change", "cause"]


def test_the_trace_is_rows_too(ledger: Any) -> None:
    rows = ledger.rows(
        "appeal", appeal_of(ledger, swapped()), "--date", "2024-05-31", "--trace", "boris"
    )
    assert [(row["list_date"], row["player"], row["through"]) for row in rows] == [
        ("", "", "#9 GameCorrected open round 1 board 1: 1-0 (swapped)"),
        ("2024-05-01", "boris", "own game in open, round 1 board 1"),
    ]
    code, _, said = ledger(
        "appeal", appeal_of(ledger, swapped()), "--date", "2024-05-31", "--trace", "carla"
    )
    assert (code, said) == (0, "the rating of carla does not change\n")
    code, _, said = ledger(
        "appeal", appeal_of(ledger, swapped()), "--date", "2024-05-31", "--trace", "karla"
    )
    assert code == 2 and "no player 'karla'" in said
