"""The files of published lists: what is published stays as it is, and verify knows every file in lists/."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from ledger import open_log
from replay.commands.main import run
from replay.simulation.demo import APPEAL
from tests.replay.conftest import SampleLedgers

LIST = ("cxa-rapid", "2026-01-01")
NAME = "cxa-rapid-2026-01-01"
ENDINGS = (".csv", ".json", ".receipt.json")


@pytest.fixture(scope="module")
def published(sample_ledgers: SampleLedgers, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger with one published list, at #170."""
    return sample_ledgers.copy(tmp_path_factory.mktemp("published") / "ratings", published=True)


class StoryOffice:
    """The command line over a ledger of its own."""

    def __init__(self, place: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.place, self.lists, self._capsys = place, place / "lists", capsys

    def __call__(self, *words: str) -> tuple[int, str]:
        self._capsys.readouterr()
        code = run(["--ledger", str(self.place), *words])
        told = self._capsys.readouterr()
        return code, told.out + told.err

    def files(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in self.lists.iterdir()}

    def verdict(self) -> str:
        """What verify says about files that are not as they should be; nothing if all is well."""
        code, told = self("verify", "--format", "csv")
        failed = [line for line in told.splitlines() if ",FAILED," in line]
        assert code == (1 if failed else 0)
        return "\n".join(failed)


@pytest.fixture
def office(
    published: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> StoryOffice:
    monkeypatch.setattr("replay.commands.options._chosen", None)
    return StoryOffice(Path(shutil.copytree(published, tmp_path / "ratings")), capsys)


def accept_appeal(office: StoryOffice) -> None:
    """A correction that changes the published list."""
    assert office("appeal", str(APPEAL), "--accept", "--date", LIST[1])[0] == 0


# Revised lists ----------------------------------------------------------------------------------------------------


def test_a_revised_list_is_written_beside_the_one_it_revises(office: StoryOffice) -> None:
    """Who was told that a file holds the list of January finds in it what was published then."""
    before = office.files()
    accept_appeal(office)
    code, told = office("publish", *LIST, "--revised", "--reason", "score sheets")
    assert code == 0 and "published at #172, revising #170" in told
    after = office.files()
    assert {name: after[name] for name in before} == before
    assert set(after) - set(before) == {f"{NAME}-revised-172{ending}" for ending in ENDINGS}
    receipt = json.loads(after[f"{NAME}-revised-172.receipt.json"])
    assert receipt["position"] == 171
    assert after[f"{NAME}-revised-172.csv"] != after[f"{NAME}.csv"]
    assert office.verdict() == ""


def test_a_list_revised_twice_has_three_sets_of_files(office: StoryOffice) -> None:
    accept_appeal(office)
    assert office("publish", *LIST, "--revised", "--reason", "score sheets")[0] == 0
    back = json.loads(APPEAL.read_text())
    back |= {
        "result": {"1-0": "0-1", "0-1": "1-0"}[back["result"]],
        "reason": "the appeal was wrong",
        "ref": "B",
    }
    file = office.place.parent / "back.jsonl"
    file.write_text(json.dumps(back))
    assert office("import", str(file))[0] == 0
    code, told = office("publish", *LIST, "--revised", "--reason", "score sheets")
    assert code == 0 and "published at #174, revising #172" in told
    files = office.files()
    assert len(files) == 9
    assert files[f"{NAME}-revised-174.csv"] == files[f"{NAME}.csv"], (
        "the old result again gives the old list"
    )
    assert office.verdict() == ""
    files[f"{NAME}-revised-172.csv"] = b""
    (office.lists / f"{NAME}-revised-172.csv").write_bytes(b"")
    assert f"{NAME}-revised-172.csv is not what was published" in office.verdict()


def test_a_first_publication_with_revised_has_the_plain_name(office: StoryOffice) -> None:
    """--revised where there is nothing to revise is an ordinary publication."""
    code, told = office("publish", "malaysia", "2026-01-01", "--revised")
    assert code == 0 and "revising" not in told
    assert "malaysia-2026-01-01.csv" in office.files()


def test_the_refusal_says_where_a_revised_list_would_go(office: StoryOffice) -> None:
    accept_appeal(office)
    before = office.files()
    code, told = office("publish", *LIST)
    assert (
        code == 2
        and "publish --revised --reason TEXT writes the new list beside the old one" in told
    )
    assert office.files() == before


# Files that are not as they should be -----------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_changed_file_is_found(office: StoryOffice, ending: str) -> None:
    """One letter in any of the three files."""
    file = office.lists / (NAME + ending)
    content = file.read_bytes()
    at = content.index(b"2556.7" if ending != ".receipt.json" else b"sha256:") + 3
    file.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
    assert f"reproduced, but {NAME}{ending} is not what was published" in office.verdict()


def _changed(receipt: dict[str, Any], **fields: Any) -> bytes:
    return json.dumps(receipt | fields, indent=2, ensure_ascii=False).encode() + b"\n"


def test_a_receipt_may_come_from_another_version_of_the_program(office: StoryOffice) -> None:
    """The log does not know which version wrote it; everything else must be as it was."""
    file = office.lists / f"{NAME}.receipt.json"
    receipt = json.loads(file.read_text())
    file.write_bytes(_changed(receipt, package="rating-ledger 0.0.9"))
    assert office.verdict() == ""
    for fields in (
        {"package": "another program"},
        {"position": 5},
        {"why": "because"},
        {"more": 1},
    ):
        file.write_bytes(_changed(receipt, **fields))
        assert f"{NAME}.receipt.json is not what was published" in office.verdict()


@pytest.mark.parametrize(
    "rubbish", [b"", b"\xff\xfe\x00", b"[]", b'{"package": 7}', b"\x1b[2J", b"[" * 100_000]
)
@pytest.mark.parametrize("ending", ENDINGS)
def test_rubbish_in_a_file_is_an_answer(office: StoryOffice, ending: str, rubbish: bytes) -> None:
    (office.lists / (NAME + ending)).write_bytes(rubbish)
    said = office.verdict()
    assert f"{NAME}{ending} is not what was published" in said
    assert "\x1b" not in said


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_missing_file_is_told_and_publish_writes_it_again(
    office: StoryOffice, ending: str
) -> None:
    """Also if the list has changed since, and publish itself is refused."""
    before = office.files()
    (office.lists / (NAME + ending)).unlink()
    said = office.verdict()
    assert (
        f"{NAME}{ending} is missing" in said
        and "publish cxa-rapid 2026-01-01 writes it again" in said
    )
    code, told = office("publish", *LIST)
    assert code == 0 and "nothing appended" in told
    assert office.files() == before
    accept_appeal(office)
    (office.lists / (NAME + ending)).unlink()
    assert office("publish", *LIST)[0] == 2
    assert office.files() == before
    assert office.verdict() == ""


def test_publish_does_not_overwrite_a_published_file_that_was_changed(office: StoryOffice) -> None:
    """It is evidence; verify says what to do."""
    file = office.lists / f"{NAME}.csv"
    file.write_bytes(b"something else\n")
    assert office("publish", *LIST)[0] == 0
    assert file.read_bytes() == b"something else\n"
    said = office.verdict()
    assert "move it away" in said and "publish cxa-rapid 2026-01-01 writes it again" in said
    file.rename(office.place / "evidence.csv")
    assert office("publish", *LIST)[0] == 0
    assert office.verdict() == ""


@pytest.mark.parametrize(
    "name", ["fide-standard-2025-11-01.csv", f"{NAME}.csv.tmp", f"{NAME}-revised-9.csv", "x\x1b[1m"]
)
def test_a_file_of_no_published_list_is_told(office: StoryOffice, name: str) -> None:
    """Whoever finds a list in that folder takes it for a published one."""
    (office.lists / name).write_bytes(b"rank,player\n")
    said = office.verdict()
    assert "belongs to no published list" in said and "\x1b" not in said
    assert name.partition("\x1b")[0] in said


def test_the_files_of_a_list_that_was_cut_off_the_log_are_told(
    office: StoryOffice, tmp_path: Path
) -> None:
    """Somebody removes the last event with all trace of it in the log; the files still speak of it."""
    shorter = tmp_path / "shorter"
    with open_log(office.place) as log, open_log(shorter, create=True, origin=log.origin) as cut:
        cut.append(event for _, event in log.read(until=169))
    shutil.copytree(office.lists, shorter / "lists")
    office.place = shorter
    assert f"{NAME}.csv" in office.verdict()


def test_a_copy_of_the_log_alone_is_verified_without_its_files(office: StoryOffice) -> None:
    """An auditor has log.sqlite and nothing else."""
    shutil.rmtree(office.lists)
    code, told = office("verify", "--format", "csv")
    assert code == 0
    assert "no folder lists beside the log" in told


def test_the_files_are_counted(office: StoryOffice) -> None:
    assert office("publish", "malaysia", "2026-01-01")[0] == 0
    code, told = office("verify", "--format", "csv")
    assert code == 0
    assert "6 files of 2 published lists, no other" in told


def test_a_folder_that_cannot_be_made_is_told_before_anything_is_put_on_record(
    office: StoryOffice,
) -> None:
    shutil.rmtree(office.lists)
    office.lists.write_text("in the way")
    code, told = office("publish", "malaysia", "2026-01-01")
    assert code == 2 and "lists: cannot write lists here" in told
    with open_log(office.place) as log:
        assert log.head == 170


def test_files_that_could_not_be_written_are_told_and_written_later(office: StoryOffice) -> None:
    """The list is on record by then; the message says so, and the next run writes the files."""
    in_the_way = office.lists / "malaysia-2026-01-01.json"
    in_the_way.mkdir()
    code, told = office("publish", "malaysia", "2026-01-01")
    assert code == 2 and "is on record at #171" in told and "run publish again" in told
    in_the_way.rmdir()
    assert "malaysia-2026-01-01.json is missing" in office.verdict()
    assert office("publish", "malaysia", "2026-01-01")[0] == 0
    assert office.verdict() == ""
