"""A copy of a ledger that is in use can be put back, with names or without; nothing is overwritten."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from replay.simulation.demo import SAMPLE

Shell = Callable[..., tuple[int, str, str]]
LIST = ("list", "fide-standard", "2025-10-01", "--format", "csv")


@pytest.fixture
def office(shell: Shell) -> Shell:
    """The demo's ledger, with one published list."""
    assert shell("import", str(SAMPLE))[0] == 0
    assert shell("publish", "fide-standard", "2025-10-01")[0] == 0
    return shell


def test_a_copy_put_back_is_the_same_ledger(office: Any, tmp_path: Path) -> None:
    before = office(*LIST)[1]
    assert office("backup", str(tmp_path / "copy"), "--keys", str(tmp_path / "keys"))[0] == 0
    again = ("--ledger", str(tmp_path / "again"))
    code, said, _ = office(
        *again, "restore", str(tmp_path / "copy"), "--keys", str(tmp_path / "keys")
    )
    assert code == 0 and "170 events" in said
    assert office(*again, *LIST)[1] == before
    assert office(*again, "verify")[0] == 0
    files = [
        {path.name: path.read_bytes() for path in (folder / "lists").iterdir()}
        for folder in (office.folder / "ledger", tmp_path / "again")
    ]
    assert files[0] == files[1] != {}


def test_without_the_keys_there_are_no_names(office: Any, tmp_path: Path) -> None:
    _, _, remark = office("backup", str(tmp_path / "copy"))
    assert "without names" in remark
    assert b"Castro" not in (tmp_path / "copy" / "log.sqlite").read_bytes()
    again = ("--ledger", str(tmp_path / "again"))
    assert office(*again, "restore", str(tmp_path / "copy"))[0] == 0
    code, said, _ = office(*again, *LIST)
    assert code == 0 and "Castro" not in said and "F05" in said


def test_kept_appeals_go_with_the_keys_because_they_name_people(
    office: Any, tmp_path: Path
) -> None:
    kept = office.folder / "ledger" / "appeals"
    kept.mkdir()
    (kept / "one.json").write_text('{"reason":"Castro, score sheet"}')
    assert office("backup", str(tmp_path / "copy"), "--keys", str(tmp_path / "keys"))[0] == 0
    assert not (tmp_path / "copy" / "appeals").exists()
    for keys, is_there in (([], False), (["--keys", str(tmp_path / "keys")], True)):
        again = tmp_path / f"again-{is_there}"
        assert office("--ledger", str(again), "restore", str(tmp_path / "copy"), *keys)[0] == 0
        assert (again / "appeals" / "one.json").is_file() == is_there


def test_a_regulation_of_the_ledgers_own_is_in_the_copy(office: Any, tmp_path: Path) -> None:
    """Without it the published lists of a club's own regulation could not be made again."""
    regulations = office.folder / "ledger" / "schemes"
    regulations.mkdir()
    assert office("schemes", "new", str(regulations / "club.toml"))[0] == 0
    assert office("backup", str(tmp_path / "copy"))[0] == 0
    again = ("--ledger", str(tmp_path / "again"))
    assert office(*again, "restore", str(tmp_path / "copy"))[0] == 0
    assert "club" in office(*again, "schemes", "--format", "csv")[1]


@pytest.mark.parametrize("way", ["copy/keys", "elsewhere/../copy/keys"])
def test_keys_do_not_lie_beside_the_log(office: Any, tmp_path: Path, way: str) -> None:
    (tmp_path / "elsewhere").mkdir()
    code, _, said = office("backup", str(tmp_path / "copy"), "--keys", f"{tmp_path}/{way}")
    assert code == 2 and "elsewhere" in said
    assert not (tmp_path / "copy").exists()


def test_nothing_is_overwritten(office: Any, tmp_path: Path) -> None:
    (tmp_path / "copy").mkdir()
    assert office("backup", str(tmp_path / "copy"))[0] == 2
    assert office("backup", str(tmp_path / "other"))[0] == 0
    code, _, said = office("restore", str(tmp_path / "other"))
    assert code == 2 and "something already" in said


def test_a_damaged_copy_is_not_put_back(office: Any, tmp_path: Path) -> None:
    assert office("backup", str(tmp_path / "copy"))[0] == 0
    with sqlite3.connect(tmp_path / "copy" / "log.sqlite") as database:
        database.execute("DROP TRIGGER no_update_of_stored_events")
        database.execute(
            "UPDATE stored_events SET state = replace(state, '1-0', '0-1') WHERE topic = 'GameRecorded'"
        )
    again = ("--ledger", str(tmp_path / "again"))
    code, _, said = office(*again, "restore", str(tmp_path / "copy"))
    assert code == 2 and "failed" in said
    assert not (tmp_path / "again").exists()


def test_the_program_alone_leads_on(shell: Shell, tmp_path: Path) -> None:
    assert "rating-ledger init" in shell("--ledger", str(tmp_path / "none"))[1]
    assert "rating-ledger template" in shell()[1]
    assert shell("import", str(SAMPLE))[0] == 0
    lines = [json.loads(line) for line in SAMPLE.read_text(encoding="utf-8").splitlines()]
    newest = [line for line in lines if line["type"] == "TournamentRegistered"][-1]["rated"][0]
    assert f"rating-ledger list {newest} " in shell()[1], "a line to be pasted"
    assert f"rating-ledger publish {newest} " in shell()[1]
    assert shell("publish", "fide-standard", "2025-10-01")[0] == 0
    assert "rating-ledger verify" in shell()[1]


def test_the_documentation_is_at_hand(shell: Shell) -> None:
    listed = shell("help")[1]
    assert "trust" in listed
    assert listed.index("  tutorial ") < listed.index("  commands ") < listed.index("  api ")
    shown = shell("--language", "zh-Hans", "help")[1]
    assert shown.index("  getting-started ") < shown.index("  tutorial "), "Chinese pages first"
    assert shell("help", "trust")[1].startswith("# Trust")
    code, _, said = shell("help", "nothing")
    assert code == 2 and "trust" in said
