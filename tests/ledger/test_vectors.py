"""The vectors of docs/vectors, by the Python checker and by a Go one that was written from the page about formats.

tests/replay/test_check_in_browser.py has the browser's checker look at the same files.
"""

import subprocess
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from tests.ledger.test_go_accepts import built
from tests.vectors import Question, edited, question, vectors, verdict

GO = Path(__file__).parent / "outside" / "proof" / "proof.go"


@pytest.fixture(scope="session")
def go(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(GO, tmp_path_factory.mktemp("go-proofs"))


def go_answers(program: Path, questions: list[Question]) -> list[str]:
    """What Go says of questions, in their order."""
    lines = []
    for one in questions:
        document = msgspec.to_builtins(one)
        for name in ("keys", "witnesses"):
            document[name] = getattr(one, name).decode().split()
        lines.append(msgspec.json.encode(document) + b"\n")
    done = subprocess.run([program], input=b"".join(lines), capture_output=True, check=True)
    return done.stdout.decode().splitlines()


def test_python_accepts_every_valid_vector() -> None:
    assert {vector.file: verdict(question(vector)) for vector in vectors()} == {
        vector.file: [] for vector in vectors()
    }


def test_go_accepts_every_valid_vector(go: Path) -> None:
    """Proofs, with a kept checkpoint and with an opening, and a continuation."""
    questions = [question(vector) for vector in vectors()]
    assert go_answers(go, questions) == ["accepted"] * len(questions)
    assert any(one.kept and not one.is_continuation for one in questions)
    assert any(one.opening for one in questions) and any(one.is_continuation for one in questions)


def test_all_edits_are_refused_by_python_and_by_go(go: Path) -> None:
    """None is accepted, and each refusal says why in a sentence of at least two words."""
    questions = edited()
    assert len(questions) == 2_000 + 600
    for one in questions:
        wrong = verdict(one)
        assert wrong and all(len(str(text).split()) > 1 for text in wrong), one
    answers = go_answers(go, questions)
    accepted = [one for one, answer in zip(questions, answers, strict=True) if answer == "accepted"]
    assert accepted == []
    assert all(len(answer.split()) > 2 for answer in answers)


def test_go_looks_at_what_a_visitor_kept(go: Path) -> None:
    """The kept checkpoint of another log, and one that ends before the event, vouch for nothing."""
    whole = next(question(one) for one in vectors() if one.file == "rating-since.json")
    assert whole.kept is not None
    origin, size, *rest = whole.kept.decode().split("\n")
    elsewhere = "\n".join(["elsewhere.example", size, *rest]).encode()
    short = "\n".join([origin, "1", *rest]).encode()
    answers = go_answers(go, [replace(whole, kept=kept) for kept in (elsewhere, short)])
    assert answers == [
        "refused: the kept checkpoint is of another log",
        "refused: the kept checkpoint does not contain the event",
    ]
