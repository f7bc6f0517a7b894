"""The vectors of docs/vectors, by the Python checker and by a Go one that was written from the page about formats.

tests/replay/test_check_in_browser.py has the browser's checker look at the same files.
"""

import subprocess
from base64 import b64encode
from pathlib import Path

import msgspec
import pytest

from tests.ledger.test_go_accepts import built
from tests.vectors import Given, content, edits, vectors, verdict

GO = Path(__file__).parent / "outside" / "proof" / "proof.go"
KEPT_ALONE = ("event.json",)  # what a visitor keeps is compared by Python and the browser


@pytest.fixture(scope="session")
def go(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(GO, tmp_path_factory.mktemp("go-proofs"))


def go_answers(program: Path, proofs: list[tuple[bytes, Given]]) -> list[str]:
    """What Go says of proofs, in their order."""
    questions = []
    for data, given in proofs:
        keys = {
            name: content(name).decode().split() for name in (given.keys, given.witnesses) if name
        }
        question = {
            "data": b64encode(data).decode(),
            "keys": keys.get(given.keys, []),
            "witnesses": keys.get(given.witnesses, []),
            "quorum": given.quorum,
            "not_before": given.not_before,
        }
        questions.append(msgspec.json.encode(question) + b"\n")
    done = subprocess.run([program], input=b"".join(questions), capture_output=True, check=True)
    return done.stdout.decode().splitlines()


def test_python_accepts_every_valid_vector() -> None:
    assert {vector.file: verdict(content(vector.file), vector.given) for vector in vectors()} == {
        vector.file: [] for vector in vectors()
    }


def test_go_accepts_every_valid_vector(go: Path) -> None:
    proofs = [(content(vector.file), vector.given) for vector in vectors()]
    assert go_answers(go, proofs) == ["accepted"] * len(proofs)


def test_two_thousand_edits_are_refused_by_python_and_by_go(go: Path) -> None:
    """None is accepted, and each refusal says why in a sentence of at least two words."""
    given = {vector.file: vector.given for vector in vectors()}
    originals = {name: content(name) for name in given}
    changed = [(edit, edit.apply(originals[edit.of])) for edit in edits()]
    assert len(changed) == 2_000
    for edit, data in changed:
        wrong = verdict(data, given[edit.of])
        assert wrong and all(len(str(one).split()) > 1 for one in wrong), edit
    answers = go_answers(go, [(data, given[edit.of]) for edit, data in changed])
    accepted = [
        edit for (edit, _), answer in zip(changed, answers, strict=True) if answer == "accepted"
    ]
    assert accepted == []
    assert all(len(answer.split()) > 2 for answer in answers)
