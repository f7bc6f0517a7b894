"""A command does what it was told, whether or not anybody reads what it says; its exit code says the truth."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from ledger import open_log
from ledger.events import ListPublished
from replay.commands.main import run
from replay.commands.options import set_place
from replay.simulation.demo import APPEAL
from tests.replay.conftest import SampleLedgers

COMMAND = [sys.executable, "-c", "from replay.commands.main import main; main()"]
Unread = Callable[..., tuple[int, str]]


def slow(cases: Sequence[Any]) -> list[Any]:
    """Cases for `make soak`: each is a process of its own."""
    return [pytest.param(case, marks=pytest.mark.soak) for case in cases]


@pytest.fixture(scope="module")
def sample(sample_ledgers: SampleLedgers, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ledger of the demo, its read model made."""
    place = tmp_path_factory.mktemp("unread") / "ledger"
    sample_ledgers.copy(place)
    assert run(["--ledger", str(place), "list", "cxa-rapid", "2026-01-01"]) == 0
    set_place("")
    return place


@pytest.fixture
def ledger(sample: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sample, tmp_path / "ledger"))


@pytest.fixture
def unread(ledger: Path) -> Unread:
    """Run a command whose reader has gone away: exit code, standard error."""

    def call(*words: str | Path, both: bool = False) -> tuple[int, str]:
        reading, writing = os.pipe()
        os.close(reading)
        streams: dict[str, Any] = {
            "stdout": writing,
            "stderr": writing if both else subprocess.PIPE,
        }
        done = subprocess.run(
            [*COMMAND, "--ledger", ledger, *words], **streams, check=False, timeout=120
        )
        os.close(writing)
        return done.returncode, (done.stderr or b"").decode()

    return call


def head(place: Path) -> int:
    with open_log(place) as log:
        return log.head


@pytest.mark.parametrize(
    "words",
    [("--format", "table"), ("-o", "FILE"), *slow([("--format", "csv"), ("--trace", "F05")])],
)
def test_an_accepted_appeal_is_in_the_log(
    unread: Unread, ledger: Path, tmp_path: Path, words: tuple[str, ...]
) -> None:
    before = head(ledger)
    given = [word.replace("FILE", str(tmp_path / "answer.csv")) for word in words]
    code, err = unread("appeal", APPEAL, "--accept", *given)
    assert (code, head(ledger)) == (0, before + 1), err
    assert "Traceback" not in err and "Exception ignored" not in err


def test_every_file_of_an_import_is_in_the_log(
    unread: Unread, ledger: Path, tmp_path: Path
) -> None:
    files = []
    for name in ("a", "b", "c"):
        files.append(tmp_path / f"{name}.jsonl")
        files[-1].write_text(
            f'{{"type":"PlayerRegistered","date":"2020-01-01","player":"{name}","name":"{name}","sex":"F"}}\n'
        )
    before = head(ledger)
    assert unread("import", *files)[0] == 0 and head(ledger) == before + 3
    (tmp_path / "odd.jsonl").write_text(
        '{"type":"TournamentRegistered","date":"2020-01-01","tournament":"odd","name":"Odd","start":"2020-02-01",'
        '"end":"2020-02-01","rounds":1,"rated":["no-such-scheme"]}\n'
    )  # of which a remark is made on standard error
    files[0].write_text(files[0].read_text().replace('"a"', '"d"'))
    assert unread("import", tmp_path / "odd.jsonl", files[0], both=True)[0] == 0
    assert head(ledger) == before + 5


def test_a_list_is_published(unread: Unread, ledger: Path) -> None:
    assert unread("publish", "cxa-rapid", "2026-01-01")[0] == 0
    with open_log(ledger) as log:
        assert isinstance(log.event(log.head), ListPublished)
    assert (ledger / "lists" / "cxa-rapid-2026-01-01.csv").exists()


def test_no_stays_no(unread: Unread, ledger: Path, tmp_path: Path) -> None:
    """verify finds a changed byte, check-proof a wrong proof, and the exit code is 1."""
    proof = tmp_path / "proof.json"
    assert run(["--ledger", str(ledger), "prove", "--event", "3", "-o", str(proof)]) == 0
    set_place("")
    assert unread("check-proof", proof)[0] == 0
    proof.write_text(proof.read_text().replace('"position": 3', '"position": 4'))
    assert unread("check-proof", proof)[0] == 1
    file = ledger / "log.sqlite"
    file.write_bytes(file.read_bytes().replace(b'"result":"1-0"', b'"result":"0-1"', 1))
    for form in ("table", "csv"):
        assert unread("verify", "--format", form)[0] == 1


@pytest.mark.parametrize(
    "words",
    [
        "export",
        "log --format table",
        *slow(["log", "list cxa-rapid 2026-01-01", "explain cxa-rapid C01 2026-01-01"]),
    ],
)
def test_a_question_ends_quietly(unread: Unread, words: str) -> None:
    assert unread(*words.split()) == (0, "")


def test_bad_use_stays_bad_use_when_nobody_reads_the_message(unread: Unread) -> None:
    assert unread("list", "no-such-scheme", both=True)[0] == 2


def test_strengths_that_could_not_be_written_are_told(unread: Unread, tmp_path: Path) -> None:
    code, err = unread(
        "simulate",
        "--players",
        "300",
        "--games",
        "6000",
        "--years",
        "1",
        "--truth",
        tmp_path / "t.csv",
    )
    assert code == 2 and not (tmp_path / "t.csv").exists() and "t.csv: not written" in err


def test_an_answer_that_finds_no_room_is_told_and_the_append_stands(ledger: Path) -> None:
    before = head(ledger)
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        words = [*COMMAND, "--ledger", ledger, "appeal", APPEAL, "--accept"]
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, check=False)
    said = done.stderr.decode()
    assert done.returncode == 2 and "standard output cannot be written: No space left" in said
    assert "accepted: 1 event appended" in said and head(ledger) == before + 1


def test_without_any_standard_output_the_command_is_done(ledger: Path, tmp_path: Path) -> None:
    before = head(ledger)
    line = f"exec {' '.join(map(_quoted, COMMAND))} --ledger {ledger} appeal {APPEAL} --accept >&- 2>&-"
    assert subprocess.run(["sh", "-c", line], check=False).returncode == 0
    assert head(ledger) == before + 1


def _quoted(word: str) -> str:
    return f"'{word}'"
