"""A question about a day to come is answered, with a remark: what is recorded until then may change the answer."""

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

import replay
from replay.simulation.demo import APPEAL
from schemes.kernels.rules import reform_from_words
from tests.builders import game, tournament
from tests.replay.conftest import Shell

FIDE = "fide-standard"
PAST = "2025-11-01"
LATER = (date.today().replace(day=1) + timedelta(days=70)).replace(day=1)
QUESTIONS = (
    f"list {FIDE} DAY",
    f"list {FIDE} DAY --format table",
    f"list {FIDE} DAY --receipt",
    f"explain {FIDE} F05 DAY",
    f"explain {FIDE} DAY --tournament harbour-2025",
    f"compare {FIDE}@2025-10-01 {FIDE}@DAY",
    f"whatif {FIDE} DAY --set k.normal=30",
    f"whatif {FIDE} DAY --sweep k.normal=10,30",
    f"history {FIDE} F05 --until DAY",
    f"predict {FIDE} elo --date DAY",
    f"appeal {APPEAL} --date DAY",
    f"appeal {APPEAL} --date DAY --trace F05",
)


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_answer_about_a_day_to_come_says_so_once(sample_shell: Shell, question: str) -> None:
    code, out, said = sample_shell(*question.replace("DAY", str(LATER)).split())
    assert code == 0, said
    assert said.count(f"{LATER} is still to come") == 1, said
    assert "still to come" not in out, "rows and receipts stay as they are"


def test_nothing_is_remarked_on_about_a_day_that_has_come(sample_shell: Shell) -> None:
    for question in QUESTIONS:
        _, out, said = sample_shell(*question.replace("DAY", PAST).split())
        assert "still to come" not in out + said, question
    _, _, said = sample_shell("list", FIDE, str(date.today()))
    assert "still to come" not in said, "today has come"


def test_the_paper_says_it_where_it_says_what_was_known(
    sample_shell: Shell, tmp_path: Path
) -> None:
    """Who holds the paper in hand did not see the terminal."""
    paper = tmp_path / "paper.html"
    questions = (
        f"list {FIDE} DAY", f"explain {FIDE} F05 DAY", f"compare {FIDE}@2025-10-01 {FIDE}@DAY",
        f"whatif {FIDE} DAY --set k.normal=30", f"whatif {FIDE} DAY --sweep k.normal=10,30",
        f"history {FIDE} F05 --until DAY", f"appeal {APPEAL} --date DAY",
    )  # fmt: skip
    for question in questions:
        for day, remarked in ((str(LATER), True), (PAST, False)):
            code, _, said = sample_shell(*question.replace("DAY", day).split(), "-o", str(paper))
            assert code == 0, said
            assert (f"{LATER} is still to come" in paper.read_text()) == remarked, (question, day)


def test_the_table_of_a_tournament_that_ends_on_a_day_to_come_says_so(
    sample_shell: Shell, tmp_path: Path
) -> None:
    """Only its last day decides: a tournament whose end has come says nothing."""
    sample_shell.tell(
        tournament("T", FIDE, "2025-01-01", str(LATER), date="2025-01-01", rounds=2, standings="wxf"),
        game("T", "2025-01-01", "F01 1-0 F02"),
    )  # fmt: skip
    for words in (("standings", "T"), ("standings", "T", "--player", "F01")):
        code, _, said = sample_shell(*words)
        assert code == 0 and said.count(f"{LATER} is still to come") == 1, said
    paper = tmp_path / "table.html"
    assert sample_shell("standings", "T", "-o", str(paper))[0] == 0
    assert f"{LATER} is still to come" in paper.read_text()
    assert "still to come" not in sample_shell("standings", "harbour-2025")[2]
    with (
        replay.open(sample_shell.folder / "ledger") as office,
        pytest.warns(UserWarning, match=f"{LATER} is still to come"),
    ):
        office.standings("T")


def test_python_is_warned(sample_shell: Shell) -> None:
    reform = reform_from_words(["k.normal=30"])
    questions: dict[str, Any] = {
        "list": lambda office: office.list(FIDE, LATER),
        "explain": lambda office: office.explain(FIDE, "F05", LATER),
        "explain tournament": lambda office: office.explain_tournament(FIDE, "harbour-2025", LATER),
        "history": lambda office: office.history(FIDE, "F05", LATER),
        "compare": lambda office: office.compare(f"{FIDE}@2025-10-01", f"{FIDE}@{LATER}"),
        "what-if": lambda office: office.whatif(FIDE, LATER, reform=reform),
        "predict": lambda office: office.predict(FIDE, "elo", on=LATER),
        "appeal": lambda office: office.appeal(APPEAL, on=LATER),
    }
    for ask in questions.values():
        with (
            replay.open(sample_shell.folder / "ledger") as office,
            pytest.warns(UserWarning, match="still to come"),
        ):
            ask(office)
