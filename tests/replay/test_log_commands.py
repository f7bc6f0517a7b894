"""init, import, export, log, verify, prove and check-proof as people use them."""

import csv
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ledger import LedgerError, open_log
from replay.commands.main import run

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def command(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Run:
    """Run a command on the ledger of the test: (exit code, standard output, standard error)."""
    monkeypatch.setenv("RATING_LEDGER", str(tmp_path / "ledger"))
    monkeypatch.setattr("replay.commands.options._chosen", None)

    def call(*words: str | Path) -> tuple[int, str, str]:
        code = run([str(word) for word in words])
        sys.stdout.flush()
        return (code, *capfd.readouterr())

    return call


@pytest.fixture(scope="module")
def every_type(golden: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger with one event of nearly every type."""
    place = tmp_path_factory.mktemp("every-type") / "ledger"
    assert run(["--ledger", str(place), "init"]) == 0
    assert run(["--ledger", str(place), "import", str(golden / "every_type.jsonl")]) == 0
    return place


@pytest.fixture
def filled(command: Run, every_type: Path, tmp_path: Path) -> Run:
    """The command, on a copy of that ledger."""
    shutil.copytree(every_type, tmp_path / "ledger")
    return command


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_a_ledger_is_named_after_its_federation(command: Run) -> None:
    """Two ledgers of one federation are told apart; a ledger that is there keeps its name."""
    code, out, _ = command("init", "--federation", "NOR")
    assert code == 0 and ", NOR/20" in out
    code, _, err = command("init", "--federation", "SWE")
    assert code == 0 and "has its name already" in err
    assert command("init", "--federation", "NOR", "--origin", "nor.example.org")[0] == 2


def test_init_makes_an_empty_ledger_and_leaves_a_full_one(command: Run, golden: Path) -> None:
    """init can be run again without harm."""
    code, out, _ = command("init", "--origin", "ratings.example.org/test")
    assert (code, "ratings.example.org/test" in out) == (0, True)
    command("import", golden / "every_type.jsonl")
    code, _, err = command("init")
    assert (code, "31 events; left as it is" in err) == (0, True)


def test_import_says_what_it_did(filled: Run, golden: Path) -> None:
    """The second import of a file appends nothing and says so."""
    code, out, err = filled("import", golden / "every_type.jsonl")
    assert code == 0
    assert out == f"{golden / 'every_type.jsonl'}: nothing appended, 31 in the log already\n"
    assert "taken back" not in err, "the file tells what became of everything in it"


def test_dry_run_of_several_files_sees_the_earlier_ones(command: Run, tmp_path: Path) -> None:
    """Players in one file and their titles in the next: a dry run accepts both and appends nothing."""
    command("init")
    first, second = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    first.write_text(
        '{"type":"PlayerRegistered","date":"2020-01-01","player":"P","name":"x","sex":"M"}\n'
    )
    second.write_text(
        '{"type":"TitleAwarded","date":"2020-01-01","player":"P","title":"fide-gm"}\n'
    )
    assert command("import", "--dry-run", first, second)[:2] == (
        0,
        "the files: 2 events would be appended (positions 1 to 2)\n",
    )
    code, _, err = command("import", "--dry-run", second, first)
    assert (code, f"{second}:1: unknown player 'P'" in err) == (2, True)
    with open_log(tmp_path / "ledger") as log:
        assert log.head == 0


@pytest.mark.parametrize("order", ["as the README has them", "as the shell sorts them"])
def test_several_tables_are_one_season_in_any_order(
    command: Run, tmp_path: Path, order: str
) -> None:
    """Players in one table, their ratings by name and a game in the next: a dry run knows them, too."""
    command("init")
    tables = {
        "players": "Player ID,Name,Sex,Registered\n1,Anna Larsen,F,2026-01-01\n2,Erik Dahl,M,2026-01-01\n",
        "ratings": "Player,Scheme,Rating,Date\nAnna Larsen,elo,1820,2026-01-01\n",
        "tournaments": "Tournament ID,Name,Start,End,Rounds,Rated,Registered\n"
        "spring,Spring Cup,2026-03-07,2026-03-07,1,elo,2026-02-01\n",
        "results": "Tournament,Round,Board,First,Second,Result,Date\n"
        "Spring Cup,1,1,Anna Larsen,Erik Dahl,1-0,2026-03-07\n",
    }
    files = [tmp_path / f"{name}.csv" for name in tables]
    for file, text in zip(files, tables.values(), strict=True):
        file.write_text(text)
    if order == "as the shell sorts them":
        files.sort()
    assert command("import", "--dry-run", *files)[:2] == (
        0,
        "the files: 5 events would be appended (positions 1 to 5)\n",
    )
    code, out, err = command("import", *files)
    assert code == 0, err
    assert [line.partition(":")[0] for line in out.splitlines()] == [
        str(tmp_path / f"{name}.csv") for name in tables
    ]


def test_a_refused_file_exits_with_2_and_a_plain_message(command: Run, tmp_path: Path) -> None:
    """Place, excerpt, what is wrong, what to do; no traceback."""
    command("init")
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"type":"TitleAwarded","date":"2020-01-01","player":"P","title":"fide-gm"}\n')
    code, out, err = command("import", bad)
    assert (code, out) == (2, "")
    assert err == (
        f"rating-ledger: {bad}:1: unknown player 'P'\n"
        '    {"type":"TitleAwarded","date":"2020-01-01","player":"P","title":"fide-gm"}\n'
        "    → register the player first (PlayerRegistered), in an earlier line or file\n"
        "nothing was appended: 1 problem\n"
    )


def test_export_and_import_give_the_same_log(filled: Run, tmp_path: Path) -> None:
    """The export of a ledger, piped into an empty one, gives the same positions, times and root."""
    filled("export", "-o", tmp_path / "all.jsonl")
    environment = {**os.environ, "RATING_LEDGER": str(tmp_path / "copy")}
    tool = [sys.executable, "-c", "from replay.commands.main import main; main()"]
    subprocess.run([*tool, "init"], env=environment, check=True, capture_output=True)
    with (tmp_path / "all.jsonl").open() as lines:
        subprocess.run(
            [*tool, "import"], env=environment, check=True, stdin=lines, capture_output=True
        )
    with open_log(tmp_path / "ledger") as one, open_log(tmp_path / "copy") as two:
        assert list(one.read_stored()) == list(two.read_stored())
        assert one.root() == two.root()


def test_export_shows_position_recorded_and_the_fields_of_the_event(filled: Run) -> None:
    """Each line is one JSON object with its position; --until stops there."""
    code, out, _ = filled("export", "--until", "6")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [line["position"] for line in lines] == [1, 2, 3, 4, 5, 6]
    assert lines[5] == {
        "position": 6,
        "recorded": "2026-01-01T10:00:00.000000Z",
        "type": "RatingCarriedIn",
        "date": "2020-01-01",
        "player": "P1",
        "scheme": "cxa-rapid",
        "rating": 2450.5,
        "games": 31,
        "peak": 2500,
    }


def test_export_into_a_folder_that_is_not_there(filled: Run, tmp_path: Path) -> None:
    """The message names the file; nothing half-written is left."""
    code, _, err = filled("export", "-o", tmp_path / "no" / "all.jsonl")
    assert (code, "all.jsonl: cannot be written: its folder is not there" in err) == (2, True)


def test_log_columns_are_what_users_script_against(filled: Run) -> None:
    """position, recorded, date, type, subject, detail."""
    code, out, _ = filled("log")
    assert code == 0
    assert out.splitlines()[0] == "position,recorded,date,type,subject,detail"
    assert rows(out)[10] == {
        "position": "11",
        "recorded": "2026-01-02T10:00:00.000000Z",
        "date": "2020-02-01",
        "type": "GameRecorded",
        "subject": "T1",
        "detail": "round 1 board 1: P1 1-0 P2",
    }


@pytest.mark.parametrize(
    ("options", "positions"),
    [
        (["--player", "P3"], [3, 13, 16, 22, 23]),
        (["--player", "P1", "--tournament", "T1"], [10, 11, 16, 19, 21]),
        (["--tournament", "T2"], [30, 31]),
        (["--type", "GameRecorded"], [11, 12, 15]),
        (["--type", "GameRecorded", "--player", "P4"], [12, 15]),
        (["--from", "2026-01-03", "--until", "2026-01-03"], [16, 17, 18]),
        (["--from", "#29"], [29, 30, 31]),
        (["--until", "2026-01-01T10:00:00Z"], [1, 2, 3, 4, 5, 6, 7, 8]),
        (["--player", "P3", "--until", "#2"], []),
    ],
)
def test_log_filters(filled: Run, options: list[str], positions: list[int]) -> None:
    """By player (games, byes, rankings, merges, withdrawals included), tournament, type and time."""
    code, out, _ = filled("log", *options)
    assert code == 0
    assert [int(row["position"]) for row in rows(out)] == positions


def test_a_player_who_is_not_there_is_refused(filled: Run) -> None:
    """A mistyped id is no player of whom nothing happened."""
    code, out, err = filled("log", "--player", "nobody")
    assert (code, out, "there is no player 'nobody'" in err) == (2, "", True)


def test_log_in_other_forms(filled: Run, tmp_path: Path) -> None:
    """json, a table, and files by their ending."""
    assert len(json.loads(filled("log", "--format", "json")[1])) == 31
    table = filled("log", "--format", "table", "--type", "PlayersMerged")[1]
    assert "PlayersMerged" in table
    filled("log", "-o", tmp_path / "log.csv")
    assert len(rows((tmp_path / "log.csv").read_text())) == 31


def test_a_mistyped_type_is_guessed(filled: Run) -> None:
    """The nearest type is named."""
    code, _, err = filled("log", "--type", "GameRecord")
    assert (code, "did you mean GameRecorded?" in err) == (2, True)


def test_verify_passes_then_finds_a_flipped_byte(filled: Run, tmp_path: Path) -> None:
    """Exit 0 and six good lines; after one byte is changed exit 1, and the position is named."""
    code, out, _ = filled("verify")
    assert code == 0
    assert {row["result"] for row in rows(out)} == {"ok"}
    path = tmp_path / "ledger" / "log.sqlite"
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"P3","name":"(sealed)"', b'"P3","name":"(healed)"', 1))
    code, out, _ = filled("verify")
    assert code == 1
    (wrong,) = [row for row in rows(out) if row["result"] == "FAILED"]
    assert wrong["check"] == "hashes"
    assert wrong["detail"].startswith("position 3:")


def test_a_proof_is_checked_without_the_ledger(filled: Run, tmp_path: Path) -> None:
    """prove writes a file; check-proof accepts it offline, also against a checkpoint kept from long ago."""
    proof, old, new = tmp_path / "proof.json", tmp_path / "old.txt", tmp_path / "new.txt"
    filled("prove", "--size", "20", "-o", old)
    filled("prove", "-o", new)
    filled("prove", "--event", "11", "--since", "20", "-o", proof)
    shutil.rmtree(tmp_path / "ledger")
    code, out, _ = filled("check-proof", proof)
    assert code == 0
    assert "GameRecorded 2020-02-01 T1 round 1 board 1: P1 1-0 P2" in out
    for checkpoint in (old, new):
        assert filled("check-proof", proof, "--checkpoint", checkpoint)[0] == 0
    assert filled("check-proof", proof, "--checkpoint", new.read_text())[0] == 0


def test_a_bent_proof_is_not_accepted(filled: Run, tmp_path: Path) -> None:
    """Another event, another position, another root, another log: exit 1 and the reason."""
    proof = tmp_path / "proof.json"
    filled("prove", "--event", "11", "--since", "20", "-o", proof)
    good = proof.read_text()
    bends = [
        good.replace("1-0", "0-1"),
        good.replace('"position": 11', '"position": 12'),
        good.replace("\\n31\\n", "\\n70\\n"),
        good.replace("\\n20\\n", "\\n7\\n"),
    ]
    for bent in bends:
        assert bent != good
        proof.write_text(bent)
        code, out, _ = filled("check-proof", proof)
        assert (code, "does not lead" in out or "is not the beginning" in out) == (1, True)
    proof.write_text(good)
    strange = "elsewhere\n31\n" + "A" * 43 + "=\n"
    code, out, _ = filled("check-proof", proof, "--checkpoint", strange)
    assert (code, "the given checkpoint" in out) == (1, True)


def test_what_is_no_proof(filled: Run, tmp_path: Path) -> None:
    """A file that is not a proof, a missing file, a text that is no checkpoint: exit 2 with the place."""
    rubbish, proof = tmp_path / "rubbish.json", tmp_path / "proof.json"
    rubbish.write_text("{}")
    filled("prove", "--event", "1", "-o", proof)
    for words, said in (
        (("check-proof", rubbish), "not a proof"),
        (("check-proof", tmp_path / "none"), "No such file"),
        (("check-proof", proof, "--checkpoint", rubbish), "there is no checkpoint in it"),
        (("prove", "--event", "99"), "there is no position 99"),
        (("prove", "--event", "9", "--size", "5"), "not among the first 5"),
        (("prove", "--event", "9", "--since", "50"), "was never 50 events long"),
    ):
        code, _, err = filled(*words)
        assert (code, said in err) == (2, True), err


def test_use_errors_are_one_message(filled: Run) -> None:
    """An unknown command or option exits with 2 and names the way to the help."""
    for words in (
        ("lgo",),
        ("log", "--plyer", "P1"),
        ("import", "--dryrun"),
        ("prove", "--event", "many"),
    ):
        code, out, err = filled(*words)
        assert (code, out) == (2, "")
        assert err.startswith("rating-ledger: ")
        assert "--help" in err
        assert "Traceback" not in err


def test_help_is_quick(tmp_path: Path) -> None:
    """`rating-ledger --help` imports nothing of a ledger; that of a command neither duckdb nor numba nor pyarrow."""
    script = (
        "import sys; from replay.commands.main import run; run(['--help']);"
        "heavy = {'ledger', 'eventsourcing', 'sqlite3'} & set(sys.modules); assert not heavy, heavy;"
        "run(['log', '--help']);"
        "heavy = {'duckdb', 'numba', 'pyarrow'} & set(sys.modules); assert not heavy, heavy"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "verify" in done.stdout


def test_verify_says_what_it_cannot_see_and_how_to_see_it(filled: Run, tmp_path: Path) -> None:
    """Who can write everything can take the last events away with all hashes: only a kept checkpoint tells."""
    old, new = tmp_path / "old.txt", tmp_path / "new.txt"
    filled("prove", "--size", "20", "-o", old)
    filled("prove", "-o", new)
    code, _, err = filled("verify")
    assert (code, err.count("\n")) == (0, 1)
    assert "last events were removed" in err and "recorded times were shifted" in err
    assert "prove -o kept.txt" in err and "verify --checkpoint kept.txt" in err
    code, _, err = filled("verify", "--checkpoint", old)
    assert (code, err.count("\n"), "after position 20" in err) == (0, 1, True)
    code, _, err = filled("verify", "--checkpoint", new)
    assert (code, err) == (0, "")


def test_what_verify_cannot_see_is_really_so(filled: Run, tmp_path: Path) -> None:
    """A log cut after 20 events, tree and all, with times shifted by a year, passes alone and fails the kept one."""
    filled("prove", "-o", tmp_path / "kept.txt")
    lines = [json.loads(line) for line in filled("export", "--until", "20")[1].splitlines()]
    forged = tmp_path / "forged.jsonl"
    forged.write_text(
        "".join(
            json.dumps(line | {"recorded": line["recorded"].replace("2026", "2025")}) + "\n"
            for line in lines
        )
    )
    origin = (tmp_path / "kept.txt").read_text().splitlines()[0]
    shutil.rmtree(tmp_path / "ledger")
    filled("init", "--origin", origin)
    assert filled("import", forged)[0] == 0
    assert filled("verify")[0] == 0
    code, out, _ = filled("verify", "--checkpoint", tmp_path / "kept.txt")
    assert code == 1 and "it has 31 events, the log only 20" in out


def test_a_checkpoint_of_an_empty_log_is_not_called_a_proof(filled: Run, tmp_path: Path) -> None:
    """It fits every log of that name; verify says so."""
    filled("prove", "--size", "0", "-o", tmp_path / "kept.txt")
    code, out, err = filled("verify", "--checkpoint", tmp_path / "kept.txt")
    assert code == 0 and "it is of the empty log and shows nothing" in out
    assert "after position 0" in err


@pytest.mark.parametrize(
    "place", ["replay.office.appending.ranking_warnings", "replay.explain.remarks.remarks"]
)
def test_a_mistake_of_ours_after_the_events_are_stored_does_not_hide_that_they_are(
    command: Run, golden: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """A package is missing, say: the import is done, says so, and says what went wrong afterwards."""

    def broken(*_: object, **__: object) -> None:
        raise ModuleNotFoundError("No module named 'pandas'")

    command("init")
    monkeypatch.setattr(place, broken)
    code, out, err = command("import", golden / "every_type.jsonl")
    assert (code, "31 events appended" in out) == (0, True)
    assert "ModuleNotFoundError: No module named 'pandas'" in err
    assert "the events are stored" in err or "the events were taken" in err


def test_what_goes_wrong_after_the_events_are_stored_is_no_failure_of_the_import(
    command: Run, golden: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection that breaks while rankings are compared with the rules: the import is done, and says so."""

    def broken(*_: object) -> None:
        raise LedgerError("the database refused: the connection is lost")

    command("init")
    monkeypatch.setattr("replay.office.appending.ranking_warnings", broken)
    code, out, err = command("import", golden / "every_type.jsonl")
    assert (code, "31 events appended" in out) == (0, True)
    assert "the events are stored" in err and "the connection is lost" in err
