"""Data are typed and speak no language: numbers are numbers, causes and statuses are codes, whoever asks."""

import csv
import json
import re
import shlex
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from replay.answers.kinds import CAUSES
from replay.commands.main import run
from replay.simulation.demo import APPEAL, SAMPLE
from replay.web.office_file import Person, hashed, write_people
from tests.builders import jsonl
from tests.replay.test_narrow_terminal import ROWS, series

pytestmark = pytest.mark.usefixtures("queries_here")

FIDE = "fide-standard"
QUESTIONS = {
    "compare": ("compare", f"{FIDE}@2025-06-01", "2026-11-01"),
    "compare an active year with a quiet one": ("compare", f"{FIDE}@2025-10-01", "2026-11-01"),
    "compare by cause": ("compare", f"{FIDE}@2025-01-01", "2026-06-01", "--by-cause"),
    "compare two schemes": ("compare", "cxa-rapid@2026-01-01", "malaysia@2026-01-01"),
}
EVERY_COMMAND = (
    *ROWS.values(),
    *map(shlex.join, QUESTIONS.values()),
    f"appeal {APPEAL} --date 2026-06-01 --every-list",
    "find Wei --scheme cxa-rapid",
    "find harbour",
    "keys show",
    "log",
    "office {place}/office.toml list",
    "predict fide-standard elo --date 2026-06-01",
    "published",
    "schemes cxa-rapid",
    "schemes fide-standard",
    "schemes malaysia",
    "schemes check elo --count 1 --players 16 --games 40",
    "simulate --players 20 --games 40 -o {place}/made.jsonl",
    "standings harbour-2025 --player F05",
    "standings river-cup-2025 --crosstable",
)
NO_ROWS = (
    "explain cxa-rapid C01 2026-06-01",
    "explain fide-standard F05 2025-10-01",
    "explain fide-standard --tournament harbour-2025",
    "explain malaysia M01 2025-10-01",
    "list fide-standard 2025-12-01 --receipt",
    "whatif fide-standard 2025-12-01 --set k.top=15 --set cap=300",
)
"""Trees and documents: json, and no csv."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's ledger with a published list and a series of tournaments, and beside it an office file."""
    ledger = tmp_path_factory.mktemp("typed") / "ledger"
    events = ledger.with_name("series.jsonl")
    events.write_bytes(jsonl(*series()))
    publish = ["publish", "cxa-rapid", "2026-01-01"]
    for words in (["init"], ["import", str(SAMPLE)], ["import", str(events)], publish):
        assert run(["--ledger", str(ledger), *words]) == 0
    write_people(
        ledger.with_name("office.toml"),
        [Person("陈大文", "recorder", hashed("only for this test"))],
    )
    return ledger


@pytest.fixture
def ask(place: Path, capsys: Any) -> Any:
    def asked(*words: str) -> str:
        capsys.readouterr()
        where = [word.replace("{place}", str(place.parent)) for word in words]
        assert run(["--ledger", str(place), *where]) == 0, capsys.readouterr().err
        return str(capsys.readouterr().out)

    return asked


def test_every_command_that_gives_data_is_asked() -> None:
    guide = Path(__file__).parents[2].joinpath("docs/commands.md").read_text(encoding="utf-8")
    sections = re.split(r"^## ", guide, flags=re.MULTILINE)[1:]
    giving = {
        text.split("\n", 1)[0]
        for text in sections
        if "[Output](#output)" in text or "| `--format` | How the summary" in text
    }
    assert giving - {words.split()[0] for words in (*EVERY_COMMAND, *NO_ROWS)} == set()


@pytest.mark.parametrize("words", [*EVERY_COMMAND, *NO_ROWS])
def test_json_is_the_same_in_every_language(
    ask: Any, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    """Whether the language stands in the command or is that of the machine."""
    question = (*shlex.split(words), "--format", "json")
    english = ask(*question)
    assert json.loads(english) or words == "keys show"  # no key was announced
    assert ask(*question, "--language", "zh-Hans") == english
    monkeypatch.setenv("RATING_LEDGER_LANGUAGE", "zh-Hant")
    assert ask(*question) == english


@pytest.mark.parametrize("words", EVERY_COMMAND)
def test_only_the_headings_of_csv_follow_the_language(
    ask: Any, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    """And only the language that stands in the command. A list is the bytes that its receipt has the digest of; a query
    names its columns."""
    question = (*shlex.split(words), "--format", "csv")
    english = ask(*question)
    heading, *rows = english.splitlines()
    chosen = ask(*question, "--language", "zh-Hant").splitlines()
    assert chosen[1:] == rows
    if not words.startswith("sql"):
        assert (chosen[0] == heading) == words.startswith("list")
    monkeypatch.setenv("RATING_LEDGER_LANGUAGE", "zh-Hans")
    assert ask(*question) == english


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
