"""Data are typed and speak no language: numbers are numbers, causes and statuses are codes, whoever asks."""

import csv
import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from replay.answers.kinds import CAUSES
from replay.commands.main import run
from replay.simulation.demo import SAMPLE

LANGUAGES = ("zh-Hans", "zh-Hant")
FIDE = "fide-standard"
QUESTIONS = {
    "compare": ("compare", f"{FIDE}@2025-06-01", "2026-11-01"),
    "compare an active year with a quiet one": ("compare", f"{FIDE}@2025-10-01", "2026-11-01"),
    "compare by cause": ("compare", f"{FIDE}@2025-01-01", "2026-06-01", "--by-cause"),
    "compare two schemes": ("compare", "cxa-rapid@2026-01-01", "malaysia@2026-01-01"),
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    ledger = tmp_path_factory.mktemp("typed") / "ledger"
    for words in (["init"], ["import", str(SAMPLE)]):
        assert run(["--ledger", str(ledger), *words]) == 0
    return ledger


@pytest.fixture
def ask(place: Path, capsys: Any) -> Any:
    def asked(*words: str) -> str:
        capsys.readouterr()
        assert run(["--ledger", str(place), *words]) == 0
        return str(capsys.readouterr().out)

    return asked


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_json_is_the_same_in_every_language(ask: Any, question: str, language: str) -> None:
    words = (*QUESTIONS[question], "--format", "json")
    english = ask(*words)
    assert json.loads(english)
    assert ask(*words, "--language", language) == english


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_only_the_headings_of_csv_follow_the_language(
    ask: Any, question: str, language: str
) -> None:
    words = (*QUESTIONS[question], "--format", "csv")
    english = ask(*words).splitlines()
    told = ask(*words, "--language", language).splitlines()
    assert told[1:] == english[1:] and told[0] != english[0]


@pytest.mark.parametrize(
    ("question", "has"),
    [
        ("compare", lambda row: row["before"] is None and row["change"] is None),
        ("compare an active year with a quiet one", lambda row: row["status"] == "now-inactive"),
    ],
)
def test_the_causes_of_a_comparison_are_numbers_by_code_and_the_status_is_a_code(
    ask: Any, question: str, has: Any
) -> None:
    """They add up to the change, and csv says the same in one column. Among them a first rating, and a status."""
    rows = json.loads(ask(*QUESTIONS[question], "--format", "json"), parse_float=Decimal)
    texts = list(csv.DictReader(ask(*QUESTIONS[question], "--format", "csv").splitlines()))
    assert list(texts[0]) == ["player", "before", "after", "change", "cause"]
    for row, text in zip(rows, texts, strict=True):
        assert list(row) == ["player", "before", "after", "change", "causes", "status"]
        assert row["causes"].keys() <= CAUSES.keys()
        assert sum(row["causes"].values()) == (row["after"] or 0) - (row["before"] or 0)
        assert row["status"] in (None, "now-active", "now-inactive")
        for name in ("before", "after", "change"):
            assert text[name] == ("" if row[name] is None else str(row[name]))
        parts = [f"{CAUSES[code]} {part:+f}" for code, part in map(_number, row["causes"].items())]
        status = [row["status"].replace("-", " ")] if row["status"] else []
        assert text["cause"] == "; ".join([*parts, *status])
    assert any(map(has, rows))


def _number(item: tuple[str, Any]) -> tuple[str, Decimal]:
    return item[0], Decimal(item[1])


def test_by_cause_every_cause_is_a_number(ask: Any) -> None:
    words = QUESTIONS["compare by cause"]
    rows = json.loads(ask(*words, "--format", "json"), parse_float=Decimal)
    texts = list(csv.DictReader(ask(*words, "--format", "csv").splitlines()))
    causes = [str(word).replace(" ", "_") for word in CAUSES.values()]
    assert (
        list(texts[0])
        == ["player", "before", "after", "change", *causes, "status"]
        == list(rows[0])
    )
    for row, text in zip(rows, texts, strict=True):
        assert [str(row[name]) for name in causes] == [text[name] for name in causes]
        assert text["status"] == (row["status"] or "").replace("-", " ")


def test_people_read_causes_in_their_language_and_names_beside_ids(ask: Any) -> None:
    words = (*QUESTIONS["compare"], "--format", "table")
    assert "Castro, Inés" in ask(*words)
    shown = ask(*words, "--language", "zh-Hans")
    assert "rounding" not in shown and "取整" in shown
