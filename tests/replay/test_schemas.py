"""Answers for programs keep to the JSON Schemas that are shipped: the json of every command is held against them."""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from ledger import open_log
from ledger.events import GameRecorded
from replay import open as open_ledger
from replay.answers.answer import Answer
from replay.answers.output import json_document
from replay.commands.main import run
from replay.commands.output import Output
from replay.questions.tournament import TournamentWords
from replay.questions.tournament_document import tournament_document, why_this_rank
from replay.simulation.demo import APPEAL
from tests.replay.conftest import SampleLedgers
from tests.schemas.made import FOLDER, file_name, schemas, written

pytestmark = pytest.mark.usefixtures("queries_here")

QUESTIONS = [
    "list fide-standard 2025-12-01",
    "list cxa-rapid 2026-06-01 --all",
    "list glicko-2 2025-12-01 --rate-as",
    "history fide-standard F05",
    "compare fide-standard@2025-10-01 2025-12-01",
    "compare fide-standard@2025-10-01 2025-12-01 --by-cause",
    "compare fide-standard@2025-10-01 malaysia@2025-10-01",
    f"appeal {APPEAL} --date 2026-06-01 --every-list",
    f"appeal {APPEAL} --date 2026-06-01 --trace C01",
    "whatif fide-standard 2025-12-01 --sweep k.top=10,15",
    "standings river-cup-2025",
    "standings harbour-2025 --player F05",
    "find castro",
    "log",
    "published",
    "verify",
    "schemes",
    "schemes cxa-rapid",
    "schemes check elo --count 1 --players 16 --games 40",
    "readings",
    "keys show",
    "predict fide-standard elo --date 2026-06-01",
    "sql 'SELECT player, rating, list_date FROM lists LIMIT 3'",
]
DOCUMENTS = {
    "explain fide-standard F05 2025-10-01": "explain/1",
    "explain cxa-rapid C01 2026-06-01": "explain/1",
    "explain malaysia M01 2025-10-01": "explain/1",
    "explain fide-standard --tournament harbour-2025": "explain/1",
    "whatif fide-standard 2025-12-01 --set k.top=15": "whatif/1",
    "whatif fide-standard 2025-12-01 --set k.top=15 --set cap=300": "whatif/1",
    "list fide-standard 2025-12-01 --receipt": "receipt/1",
}


@pytest.fixture(scope="module")
def ledger(sample_ledgers: SampleLedgers, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's log, with a published list."""
    return sample_ledgers.copy(tmp_path_factory.mktemp("schemas") / "ledger", published=True)


@pytest.fixture
def forms(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The forms of the answers that commands give."""
    given: list[str] = []
    give = Output.give

    def giving(self: Output, answer: Answer, **how: Any) -> None:
        given.append(answer.form)
        give(self, answer, **how)

    monkeypatch.setattr(Output, "give", giving)
    yield given


def check(value: Any, form: str) -> None:
    schema = json.loads((FOLDER / file_name(form)).read_text("utf-8"))
    checker = jsonschema.Draft202012Validator.FORMAT_CHECKER
    jsonschema.Draft202012Validator(schema, format_checker=checker).validate(value)


def test_the_files_are_those_that_the_structs_and_kinds_give() -> None:
    """`make schemas` writes them."""
    made = {name: written(schema) for name, schema in schemas().items()}
    assert made == {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.json")}


@pytest.mark.parametrize("words", QUESTIONS)
def test_rows_are_as_their_schema_says(
    ledger: Path, forms: list[str], words: str, capsys: Any
) -> None:
    """The same bytes in Chinese."""
    asked = [*shlex.split(words), "--format", "json"]
    capsys.readouterr()
    run(["--ledger", str(ledger), *asked])
    text = capsys.readouterr().out
    (form,) = forms
    rows = json.loads(text)
    if not words.startswith("keys"):
        assert rows
    check(rows, form)
    run(["--ledger", str(ledger), "--language", "zh-Hans", *asked])
    assert capsys.readouterr().out == text


@pytest.mark.parametrize("words", DOCUMENTS)
def test_documents_are_as_their_schema_says(ledger: Path, words: str, capsys: Any) -> None:
    capsys.readouterr()
    assert run(["--ledger", str(ledger), *words.split(), "--format", "json"]) == 0
    check(json.loads(capsys.readouterr().out), DOCUMENTS[words])


def test_a_tournament_is_as_its_schema_says(ledger: Path) -> None:
    """With the way to one row of its table, and without."""
    with open_ledger(ledger) as asked:
        answer = asked.tournament("river-cup-2025")
        player = answer.rows[1].player
        words = TournamentWords()
        why = why_this_rank(asked.snapshot(), answer, player, words)
        for document in (tournament_document(answer, None), tournament_document(answer, why)):
            told = json.loads(json_document(document))
            assert len(told["rows"]) == len(answer.rows) > 2
            check(told, "tournament/1")
    assert told["why"]["player"] == player


def test_an_error_is_as_its_schema_says(ledger: Path, capsys: Any) -> None:
    assert run(["--ledger", str(ledger), "list", "fide-standart", "--format", "json"]) == 2
    check(json.loads(capsys.readouterr().err.splitlines()[-1]), "error/1")


def test_a_step_says_apart_where_the_log_has_its_game(ledger: Path, capsys: Any) -> None:
    """A position is no number that the sentence speaks of."""
    capsys.readouterr()
    words = ["explain", "fide-standard", "F05", "2025-10-01", "--format", "json"]
    assert run(["--ledger", str(ledger), *words]) == 0
    steps = list(every_step(json.loads(capsys.readouterr().out)))
    cited = [step for step in steps if "position" in step]
    with open_log(ledger) as log:
        games = [log.event(step["position"]) for step in cited]
    assert games and all(isinstance(game, GameRecorded) for game in games)
    assert all("F05" in (game.first, game.second) for game in games)
    assert not [step for step in steps if "position" in step.get("values", {})]


def every_step(step: Any) -> Iterator[Any]:
    yield step
    for below in step.get("below", ()):
        yield from every_step(below)


def test_a_wrong_value_does_not_pass() -> None:
    """A rating as text, a day that is none, a status that nobody has."""
    row = {"list_date": "2025-10-01", "rating": 2231, "change": None, "games": 3, "k": 20, "status": "active",
           "causes": {"games": 3}, "published": None, "tournaments": None}  # fmt: skip
    check([row], "history/1")
    for wrong in ({"rating": "2231"}, {"list_date": "yesterday"}, {"status": "busy"}, {"new": 1}):
        with pytest.raises(jsonschema.ValidationError):
            check([row | wrong], "history/1")


def test_every_event_of_the_log_is_as_its_schema_says(ledger: Path, capsys: Any) -> None:
    capsys.readouterr()
    assert run(["--ledger", str(ledger), "export"]) == 0
    lines = capsys.readouterr().out.splitlines()
    with open_log(ledger) as log:
        assert len(lines) == log.head
    schema = json.loads((FOLDER / file_name("event/1")).read_text("utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    for line in lines[::7]:
        validator.validate(json.loads(line))
