"""An analyst works in Python: the same questions, the same answers, as Arrow, and each prints itself in one line."""

import csv
import inspect
import json
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import replay
from ledger import LedgerError
from ledger.events import TitleAwarded
from ledger.tree.proof import failures
from replay.answers import columns
from replay.answers.answer import rows_answer
from replay.commands.main import COMMANDS, run
from replay.questions.questions import Questions
from replay.simulation.demo import APPEAL, SAMPLE
from schemes.kernels.rules import reform_from_words
from tests.replay.conftest import SampleLedgers

DAY = date(2026, 6, 1)
NO_QUESTIONS = {  # they write, draw lots, or need no ledger
    "demo", "init", "import", "export", "template", "record",
    "check-proof", "simulate", "serve", "site", "keys", "witness", "tiles", "check-tiles", "erase", "disclose",
    "office", "backup", "restore", "help",
}  # fmt: skip


@pytest.fixture(scope="module")
def place(sample_ledgers: SampleLedgers, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sample_ledgers.copy(tmp_path_factory.mktemp("python") / "ledger", published=True)


@pytest.fixture(scope="module")
def office(place: Path) -> Iterator[Questions]:
    with replay.open(place) as opened:
        yield opened


ANSWERS: dict[str, Any] = {
    "list cxa-rapid 2026-06-01": lambda o: o.list("cxa-rapid", DAY),
    "list malaysia 2026-06-01 --rate-as --set k.top=20": lambda o: o.list(
        "malaysia", DAY, rate_as=True, reform=reform_from_words(["k.top=20"])
    ),
    "history fide-standard F05 --until 2026-06-01 --known #151": lambda o: o.history(
        "fide-standard", "F05", DAY, known=151
    ),
    "whatif malaysia 2026-06-01 --set k.top=20": lambda o: o.whatif(
        "malaysia", DAY, reform=reform_from_words(["k.top=20"])
    ),
    "standings river-cup-2025 --after 3": lambda o: o.standings("river-cup-2025", after=3),
    "predict fide-standard elo --date 2026-06-01": lambda o: o.predict(
        "fide-standard", "elo", on=DAY
    ),
    "schemes": lambda o: o.regulations(),
    "schemes malaysia": lambda o: o.regulations("malaysia"),
    "readings wxf": lambda o: o.readings("wxf"),
    "whatif fide-standard 2025-12-01 --sweep k.top=10,15": lambda o: o.sweep(
        "fide-standard", {"k.top": [10, 15]}, "2025-12-01"
    ),
    "find 2025": lambda o: o.find("2025"),
    "log --player F05": lambda o: o.events(player="F05"),
    "log --tournament harbour-2025 --type GameCorrected": lambda o: o.events(
        tournament="harbour masters", kind="GameCorrected"
    ),
    "verify": lambda o: o.verify(),
}


ONLY_IN_DATA = ("published",)  # csv keeps the columns that it had


def _read(text: str, value: Any) -> Any:
    """A cell of csv, read as what the Arrow table has there."""
    if text == "":
        return "" if value == "" else None
    if isinstance(value, datetime):
        return datetime.fromisoformat(text)
    if isinstance(value, date):
        return date.fromisoformat(text)
    return type(value)(text)


@pytest.mark.parametrize("words", ANSWERS)
def test_an_answer_in_python_is_that_of_the_command(
    place: Path, office: Questions, words: str, capsys: Any
) -> None:
    capsys.readouterr()
    assert run(["--ledger", str(place), *words.split(), "--format", "csv"]) == 0
    told = list(csv.reader(capsys.readouterr().out.splitlines()))
    answer = ANSWERS[words](office)
    table = answer.to_arrow()
    assert isinstance(table, pa.Table) and len(told) > 1
    table = table.select([name for name in table.column_names if name not in ONLY_IN_DATA])
    assert table.column_names == told[0]
    cells = [list(column) for column in zip(*told[1:], strict=True)]
    for texts, column in zip(cells, table.columns, strict=True):
        assert not pa.types.is_floating(column.type)
        assert [
            _read(text, value) for text, value in zip(texts, column.to_pylist(), strict=True)
        ] == column.to_pylist()
    assert "\n" not in repr(answer) and len(repr(answer)) < 300 and repr(answer).startswith("<")
    assert capsys.readouterr().err == "", "a program is told nothing on standard error"


def test_a_comparison_in_python_has_the_rows_of_the_json(
    place: Path, office: Questions, capsys: Any
) -> None:
    capsys.readouterr()
    words = ["compare", "fide-standard@2025-01-01", "2025-12-01", "--format", "json"]
    assert run(["--ledger", str(place), *words]) == 0
    told = json.loads(capsys.readouterr().out, parse_float=Decimal)
    answer = office.compare("fide-standard@2025-01-01", "2025-12-01")
    assert told and list(answer.rows) == told
    table = answer.to_arrow()
    assert table.column_names == list(told[0])
    assert table["after"].to_pylist() == [row["after"] for row in told]
    assert repr(answer).startswith("<") and "\n" not in repr(answer)


def test_an_appeal_in_python_has_the_rows_of_the_json(
    place: Path, office: Questions, capsys: Any
) -> None:
    capsys.readouterr()
    words = ["appeal", str(APPEAL), "--date", "2026-06-01", "--format", "json"]
    assert run(["--ledger", str(place), *words]) == 0
    rows = json.loads(capsys.readouterr().out, parse_float=Decimal)
    answer = office.appeal(APPEAL, on=DAY)
    assert rows and answer.to_arrow().column_names == list(rows[0])
    for row, typed in zip(rows, answer.rows, strict=True):
        assert row["list_date"] == typed["list_date"].isoformat()
        assert row["causes"] == typed["causes"]
        assert [each["code"] for each in row["through"]] == [each.code for each in typed["through"]]


def test_every_question_of_the_command_line_has_a_method() -> None:
    called = {"log": "events", "schemes": "regulations"}
    methods = {name for name, _ in inspect.getmembers(Questions, inspect.isfunction)}
    assert {called.get(name, name) for name in set(COMMANDS) - NO_QUESTIONS} <= methods


@pytest.mark.parametrize("known", [date(2025, 10, 31), "2025-10-31"], ids=["date", "text"])
def test_a_day_of_knowing_is_a_date_or_text(office: Questions, known: date | str) -> None:
    """The correction of November was not known yet."""
    assert office.list("fide-standard", "2025-10-01", known=known).position == 151
    assert office.explain("fide-standard", "F05", "2025-10-01", known=known).value == "2208"
    assert office.history("fide-standard", "F05", "2025-10-01", known=known).rows
    assert office.find("castro", known=known).rows
    assert office.standings("harbour-2025", known=known).rows
    assert office.tournament("harbour-2025", known=known).facts.tournament == "harbour-2025"
    assert office.events(until=known).rows[-1]["position"] == 151
    games = "SELECT * FROM games ORDER BY ALL"
    assert office.sql(games, known=known) == office.sql(games, known=151) != office.sql(games)
    with pytest.raises(LedgerError, match="there is no series"):
        office.groups("nothing", known=known)


def test_a_moment_is_the_day_that_it_lies_in(office: Questions) -> None:
    """What a program has at hand often is a `datetime`."""
    noon = datetime(2025, 10, 1, 12, 0)
    assert office.list("fide-standard", noon).list_date == date(2025, 10, 1)
    assert office.compare("fide-standard", "#151", on=noon).rows


@pytest.mark.filterwarnings(
    "ignore:.* is still to come"
)  # the next list of a player is of a day to come
def test_what_the_command_line_asks_by_an_option_has_a_method(
    place: Path, office: Questions, capsys: Any
) -> None:
    """The path of an appeal, the cross-table, the check of a first round, everything about a player."""
    capsys.readouterr()
    words = ["appeal", str(APPEAL), "--trace", "C01", "--format", "json"]
    assert run(["--ledger", str(place), *words]) == 0
    told = json.loads(capsys.readouterr().out, parse_float=Decimal)
    rows = office.trace(APPEAL, "C01").rows
    assert [row["player"] for row in told] == [row.get("player") for row in rows] and told
    assert run(["--ledger", str(place), "standings", "harbour-2025", "--crosstable"]) == 0
    heading = capsys.readouterr().out.splitlines()[0].split(",")
    assert list(office.crosstable("harbour masters").columns) == heading
    assert run(["--ledger", str(place), "draw", "--check", "river-cup-2025"]) in (0, 1)
    assert (office.check_draw("river-cup-2025") or "follows the rule") in capsys.readouterr().out
    assert office.player("castro").records[0].scheme == "fide-standard"
    assert "harbour-2025" in [one.tournament for one in office.tournaments().matches]
    assert office.worklist().key == ""


def test_a_tournament_is_data_for_programs(office: Questions) -> None:
    document = office.tournament("harbour-2025").data()
    assert document.format == "tournament/1" and document.facts.tournament == "harbour-2025"


def test_a_list_is_published_and_a_rating_on_it_proved(tmp_path: Path) -> None:
    """The proof holds by itself; days are written as text."""
    assert run(["--ledger", str(tmp_path / "ledger"), "init"]) == 0
    assert run(["--ledger", str(tmp_path / "ledger"), "import", str(SAMPLE)]) == 0
    with replay.open(tmp_path / "ledger") as opened:
        done = opened.publish("fide-standard", "2025-10-01")
        assert done.position == opened.log.head
        proof = opened.prove(scheme="fide-standard", on="2025-10-01", player="castro")
        assert proof.player == "F05" and failures(proof, None, None) == []
        assert failures(opened.prove(1), None, None) == []
        with pytest.raises(LedgerError, match="what is proved"):
            opened.prove()
        with pytest.raises(LedgerError, match="was published"):
            opened.prove(scheme="fide-standard", on="2025-11-01")


def test_the_events_can_be_followed(office: Questions) -> None:
    followed = office.subscribe(after=166)
    assert [(position, type(event).__name__) for position, event in islice(followed, 2)] == [
        (167, "TournamentClosed"),
        (168, "GameCorrected"),
    ]


def test_explanations_are_trees(office: Questions) -> None:
    tree = office.explain("fide-standard", "ines castro", date(2025, 10, 1))
    assert (tree.text, tree.value) == ("F05 Castro, Inés on list 2025-10-01", "2228")
    assert office.explain_tournament("fide-standard", "king-2025").value == "not rated"
    assert (
        "approved for malaysia"
        in office.explain_tournament("fide-standard", "king-2025").below[0].text
    )


def test_a_title_by_its_name_is_that_title_in_an_appeal(office: Questions) -> None:
    """The ledger has ratings by cxa-rapid, and no other regulation in use has a 象棋特级大师."""

    def changes(title: str) -> list[Any]:
        award = TitleAwarded(player="C05", title=title, date=date(2025, 1, 1))
        return office.appeal([award], on=DAY).to_arrow().to_pylist()

    assert changes("象棋特级大师") == changes("cxa-gm") != []
    with pytest.raises(LedgerError, match="cxa-gmm"):
        changes("cxa-gmm")


def test_the_ledger_prints_itself_in_one_line(office: Questions, place: Path) -> None:
    assert repr(office) == f"<ledger {place}: 170 events>"
    history = office.history("fide-standard", "F05", date(2025, 9, 1))
    assert repr(history).endswith(": 1 list>")  # one is not many


def test_ratings_are_exact_and_what_is_empty_is_null() -> None:
    shown = (columns.LIST_DATE, columns.RATING, columns.CHANGE)
    rows = [
        (date(2026, 1, 1), Decimal("2556.7"), None),
        (date(2026, 4, 1), None, Decimal("25.3")),
    ]
    table = rows_answer("list/1", "a list", shown, rows).to_arrow()
    assert table["list_date"].to_pylist() == [date(2026, 1, 1), date(2026, 4, 1)]
    assert table["rating"].to_pylist() == [Decimal("2556.7"), None]
    assert table["change"].to_pylist() == [None, Decimal("25.3")]
    assert rows_answer("list/1", "nothing", shown, []).to_arrow().num_rows == 0


def test_a_question_that_cannot_be_answered_says_so(office: Questions) -> None:
    with pytest.raises(LedgerError, match="there is no player 'Nobody'"):
        office.history("fide-standard", "Nobody")
    with pytest.raises(LedgerError, match="nobody has been entered for river-cup-2025"):
        office.draw("youth", "river cup", seed="7")
    with pytest.raises(LedgerError, match="there is no series 'x'"):
        office.groups("x")
