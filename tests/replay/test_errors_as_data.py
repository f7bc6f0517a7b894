"""An error for programs: code, place, what, values and remedy, the same in every language."""

import ast
import json
from pathlib import Path

import pytest

from replay.commands.main import run

ROOT = Path(__file__).parent.parent.parent
WRONG = (
    '{"type":"PlayerRegistered","date":"2020-01-01","player":"P1","name":"Anna","sex":"F"}\n'
    '{"type":"TitleAwarded","date":"2020-01-30","player":"P7","title":"GM"}\n'
)


@pytest.fixture
def ledger(tmp_path: Path) -> str:
    place = str(tmp_path / "ledger")
    assert run(["--ledger", place, "init"]) == 0
    return place


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_an_unknown_scheme_is_data_in_no_language(
    ledger: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    words = ["--ledger", ledger, "--language", language, "list", "malaisia", "--format", "json"]
    assert run(words) == 2
    said = json.loads(capsys.readouterr().err)
    assert said["error"] == "rules"
    (problem,) = said["problems"]
    assert problem["values"] == {"name": "malaisia"}
    assert "malaysia" in problem["remedy"]


def test_the_words_of_a_command_are_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lst", "--format=json"]) == 2
    assert json.loads(capsys.readouterr().err)["error"] == "usage"


def test_without_json_people_read_it(ledger: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--ledger", ledger, "list", "malaisia"]) == 2
    assert capsys.readouterr().err.startswith("rating-ledger: unknown scheme 'malaisia'\n    → ")


def test_a_problem_of_a_file_has_the_file_and_the_line(ledger: str, tmp_path: Path) -> None:
    from ledger import LedgerError, open_log
    from replay.files import open_file
    from wording.errors import error_data

    file = tmp_path / "events.jsonl"
    file.write_text(WRONG)
    with open_log(ledger) as log, pytest.raises(LedgerError) as refused:
        log.append(open_file(file, name="events.jsonl"))
    said = json.loads(json.dumps(error_data(refused.value)))
    assert said["error"] == "refused"
    assert [problem["place"] for problem in said["problems"]] == [
        {"file": "events.jsonl", "line": 2}
    ]


def test_there_is_one_class_of_errors_for_users() -> None:
    """What callers tell apart is a code; nobody makes a class of it again."""
    kinds = {
        f"{path.relative_to(ROOT)}: {node.name}"
        for package in ("wording", "ledger", "projections", "schemes", "replay")
        for path in (ROOT / package).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
        if any(isinstance(base, ast.Name) and base.id == "LedgerError" for base in node.bases)
    }
    assert not kinds
