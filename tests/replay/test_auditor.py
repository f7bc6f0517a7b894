"""An auditor with a receipt, a list in a file and a copy of the log; or with two files and nothing else."""

import csv
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from replay.simulation.demo import SAMPLE
from tests.builders import event, titled
from tests.replay.conftest import Shell

LIST = ("fide-standard", "2025-10-01")
NAME = "fide-standard-2025-10-01"


@pytest.fixture
def audited(shell: Shell) -> Shell:
    """The office published its list of October; the auditor has the receipt and the csv file in her own folder."""
    assert shell("import", str(SAMPLE))[0] == shell("publish", *LIST)[0] == 0
    for ending in (".csv", ".receipt.json"):
        published = shell.folder / "ledger/lists" / (NAME + ending)
        (shell.folder / f"kept{ending}").write_bytes(published.read_bytes())
    return shell


def verdicts(shell: Shell, *words: str) -> tuple[int, dict[str, tuple[str, str]]]:
    """The exit code, and check → (result, detail)."""
    code, out, said = shell("verify", *words, "--format", "csv")
    assert code in (0, 1), said
    return code, {
        row["check"]: (row["result"], row["detail"]) for row in csv.DictReader(out.splitlines())
    }


def file(shell: Shell, name: str) -> str:
    return str(shell.folder / name)


def receipt(shell: Shell, name: str = "receipt.json", **changes: Any) -> str:
    """Another receipt: the kept one with some fields changed."""
    kept = json.loads(Path(file(shell, "kept.receipt.json")).read_text())
    Path(file(shell, name)).write_text(json.dumps(kept | changes))
    return file(shell, name)


def test_the_list_of_a_receipt_is_made_again_and_compared_with_the_file(audited: Shell) -> None:
    code, found = verdicts(
        audited,
        "--receipt",
        file(audited, "kept.receipt.json"),
        "--list",
        file(audited, "kept.csv"),
    )
    assert code == 0
    assert found["given checkpoint"][0] == "ok"
    assert found[f"receipt {' '.join(LIST)}"][0] == "ok"
    assert found[f"list {file(audited, 'kept.csv')}"][0] == "ok"


def test_a_copy_of_the_log_without_keys_confirms_the_genuine_file_and_no_other(
    audited: Shell,
) -> None:
    """The auditor's copy reads no names; the digest of the office's file, with names in it, is in the receipt."""
    for path in (audited.folder / "ledger").iterdir():
        if path.name != "log.sqlite":
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    words = ("--receipt", file(audited, "kept.receipt.json"), "--list", file(audited, "kept.csv"))
    code, found = verdicts(audited, *words)
    assert (code, found[f"list {file(audited, 'kept.csv')}"][0]) == (0, "ok")
    forged = Path(file(audited, "kept.csv"))
    forged.write_text(forged.read_text().replace(",2228,", ",2238,"))
    code, found = verdicts(audited, *words)
    assert (code, found[f"list {forged}"][0]) == (1, "FAILED")
    code, found = verdicts(audited, "--receipt", receipt(audited, rows=7))
    assert (code, found[f"receipt {' '.join(LIST)}"][0]) == (1, "FAILED")


def test_the_log_may_have_grown_since(audited: Shell) -> None:
    """The receipt speaks of a position; corrections that came in later do not change that list."""
    audited.tell(
        event("PlayerDeceased", "2025-09-01", player="F01"),
        titled("F02", "2025-09-01", "fide-gm"),
    )
    code, found = verdicts(audited, "--receipt", file(audited, "kept.receipt.json"))
    assert (code, found[f"receipt {' '.join(LIST)}"][0]) == (0, "ok")


def test_a_changed_rating_in_the_file_is_shown_beside_the_one_from_the_log(audited: Shell) -> None:
    given = Path(file(audited, "kept.csv"))
    rows = given.read_text().splitlines()
    before, forged = rows[1], rows[1].replace("Okafor", "Okafur")
    assert before != forged
    given.write_text(
        "\n".join([rows[0], forged, *rows[2:-1]]) + "\n"
    )  # and the last player is missing
    code, found = verdicts(
        audited, "--receipt", file(audited, "kept.receipt.json"), "--list", str(given)
    )
    result, detail = found[f"list {given}"]
    assert (code, result) == (1, "FAILED")
    assert f"; file: {forged}; from log: {before}; " in detail and rows[-1] in detail
    assert found[f"receipt {' '.join(LIST)}"][0] == "ok"


def test_line_ends_of_another_system_are_not_a_difference(audited: Shell) -> None:
    given = Path(file(audited, "kept.csv"))
    given.write_bytes(given.read_bytes().replace(b"\n", b"\r\n"))
    assert (
        verdicts(audited, "--receipt", file(audited, "kept.receipt.json"), "--list", str(given))[0]
        == 0
    )


@pytest.mark.parametrize(
    ("field", "forged", "told"),
    [
        ("digest", "sha256:" + "0" * 64, "digest is"),
        ("rows", 7, "rows is"),
        ("position", 100, "checkpoint is"),  # the checkpoint in the receipt is of another position
    ],
)
def test_a_forged_receipt_is_told_by_its_field(
    audited: Shell, field: str, forged: Any, told: str
) -> None:
    code, found = verdicts(audited, "--receipt", receipt(audited, **{field: forged}))
    result, detail = found[f"receipt {' '.join(LIST)}"]
    assert (code, result) == (1, "FAILED") and told in detail


def test_a_log_that_does_not_build_on_the_receipt_fails_before_any_list_is_made(
    audited: Shell,
) -> None:
    origin, size, _ = json.loads(Path(file(audited, "kept.receipt.json")).read_text())[
        "checkpoint"
    ].split("\n", 2)
    other = receipt(audited, checkpoint=f"{origin}\n{size}\n{'A' * 43}=\n\n")
    code, found = verdicts(audited, "--receipt", other)
    assert (code, found["given checkpoint"][0]) == (1, "FAILED")
    assert f"receipt {' '.join(LIST)}" not in found


@pytest.mark.parametrize(
    "asked",
    [
        ["--set", "k.normal=24"],
        ["--version", "2024-03-01"],
        ["--known", "#100"],
        ["--all"],
    ],
)
def test_receipts_of_lists_under_other_rules_are_made_again_too(
    audited: Shell, asked: list[str]
) -> None:
    kept = file(audited, "asked.json")
    assert audited("list", *LIST, *asked, "--receipt", "-o", kept)[0] == 0
    assert verdicts(audited, "--receipt", kept)[0] == 0


def test_a_receipt_that_only_names_its_reform_says_so(audited: Shell) -> None:
    reform, kept = Path(file(audited, "reform.toml")), file(audited, "asked.json")
    reform.write_text('name = "slower"\n[set]\n"k.normal" = 15\n')
    assert audited("list", *LIST, "--reform", str(reform), "--receipt", "-o", kept)[0] == 0
    code, found = verdicts(audited, "--receipt", kept)
    detail = found[f"receipt {' '.join(LIST)}"][1]
    assert (
        code == 1
        and "names a reform, 'slower', and does not contain it → make it with list" in detail
    )


def test_a_receipt_is_as_good_as_a_checkpoint(audited: Shell) -> None:
    code, found = verdicts(audited, "--checkpoint", file(audited, "kept.receipt.json"))
    assert (code, found["given checkpoint"][0]) == (0, "ok")
    assert any(
        name.startswith("list fide-standard") for name in found
    )  # and every published list, as always


@pytest.mark.parametrize("text", ["{}", '{"checkpoint": 7}', "{", '{"checkpoint": "x"}'])
def test_a_file_without_a_checkpoint_is_refused(audited: Shell, text: str) -> None:
    Path(file(audited, "no.json")).write_text(text)
    code, _, said = audited("verify", "--checkpoint", file(audited, "no.json"))
    assert code == 2 and "checkpoint" in said
    assert audited("verify", "--receipt", file(audited, "no.json"))[0] == 2


def test_a_list_without_its_receipt_is_refused(audited: Shell) -> None:
    code, _, said = audited("verify", "--list", file(audited, "kept.csv"))
    assert code == 2 and "--receipt" in said


def test_two_files_are_compared_without_a_ledger(shell: Shell) -> None:
    """A journalist downloaded two lists; there is no ledger on her machine."""
    one, other = Path(file(shell, "a.csv")), Path(file(shell, "b.csv"))
    one.write_text("rank,player,name,rating\n1,P1,Anna,2400\n2,P2,Bo,2300\n3,P3,Cy,2200\n")
    other.write_text("rank,player,name,rating\n1,P1,Anna,2410\n2,P3,Cy,2200\n3,P4,Di,2150\n")
    nowhere = ("--ledger", file(shell, "nowhere"))
    code, out, said = shell("compare", str(one), str(other), *nowhere)
    assert code == 0, said
    assert out == "player,before,after,change,cause\nP1,2400,2410,10,\nP2,2300,,,\nP4,,2150,,\n"
    code, _, said = shell("compare", str(one), "fide-standard@2025-10-01", *nowhere)
    assert code == 2 and "there is no ledger here" in said
