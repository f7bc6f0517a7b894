"""A list older than the first version of a regulation is judged by that version, and every answer says so."""

from datetime import date

import pytest

import replay
from tests.replay.conftest import Shell

FIDE = "fide-standard"
QUESTIONS = (
    f"list {FIDE} DAY",
    f"list {FIDE} DAY --receipt",
    f"explain {FIDE} F05 DAY",
    f"compare {FIDE}@DAY {FIDE}@2025-11-01",
    f"whatif {FIDE} DAY --set k.normal=30",
    f"history {FIDE} F05 --until DAY",
)
REMARK = "is before the first version of fide-standard, 2024-03-01"


@pytest.mark.parametrize("question", QUESTIONS)
def test_an_answer_about_a_day_before_the_first_version_says_so_once(
    sample_shell: Shell, question: str
) -> None:
    code, out, said = sample_shell(*question.replace("DAY", "2024-02-01").split())
    assert code == 0, said
    assert said.count(f"2024-02-01 {REMARK}") == 1, said
    assert REMARK not in out, "rows and receipts stay as they are"


@pytest.mark.parametrize("question", QUESTIONS)
def test_nothing_is_said_from_the_first_version_on(sample_shell: Shell, question: str) -> None:
    _, out, said = sample_shell(*question.replace("DAY", "2024-03-01").split())
    assert REMARK not in out + said


def test_a_regulation_without_a_first_day_has_no_such_lists(sample_shell: Shell) -> None:
    _, _, said = sample_shell("list", "malaysia", "2020-01-01")
    assert "before the first version" not in said


def test_python_is_told_too(sample_shell: Shell) -> None:
    with (
        replay.open(sample_shell.folder / "ledger") as office,
        pytest.warns(UserWarning, match=REMARK),
    ):
        office.list(FIDE, date(2024, 2, 1))
    with (
        replay.open(sample_shell.folder / "ledger") as office,
        pytest.warns(UserWarning, match=REMARK),
    ):
        office.explain(FIDE, "F05", date(2024, 2, 1))
