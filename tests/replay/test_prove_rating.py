"""A published rating can be proved to somebody who has no ledger, and a proof that was bent does not hold."""

import json
from pathlib import Path
from typing import Any

import pytest

from replay.commands.main import run
from tests.replay.conftest import SampleLedgers


@pytest.fixture
def proof(sample_ledgers: SampleLedgers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The proof of the champion's rating on the published cxa-rapid list of January 2026."""
    monkeypatch.setenv("RATING_LEDGER", str(tmp_path / "ratings"))
    monkeypatch.setattr("replay.commands.options._chosen", None)
    sample_ledgers.copy(tmp_path / "ratings", published=True)
    file = tmp_path / "proof.json"
    words = [
        "prove",
        "--scheme",
        "cxa-rapid",
        "--date",
        "2026-01-01",
        "--player",
        "C01",
        "-o",
        str(file),
    ]
    assert run(words) == 0
    monkeypatch.setenv("RATING_LEDGER", str(tmp_path / "nowhere"))
    return file


def test_a_published_rating_is_proved_without_a_ledger(
    proof: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert run(["check-proof", str(proof)]) == 0
    told = capsys.readouterr().out
    assert "the proof holds" in told and "rating 2556.7" in told and "player C01" in told


@pytest.mark.parametrize(
    "bend",
    [
        lambda data: (
            data
            | {
                "listed": [
                    data["listed"][0] | {"row": data["listed"][0]["row"].replace("2556", "2656")}
                ]
            }
        ),
        lambda data: data | {"player": "C99"},
        lambda data: data | {"position": 1},
        lambda data: data | {"stored": data["stored"].replace("cxa-rapid", "malaysia")},
    ],
    ids=["another rating", "another player", "another position", "another publication"],
)
def test_a_bent_proof_does_not_hold(
    bend: Any, proof: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proof.write_text(json.dumps(bend(json.loads(proof.read_text()))))
    assert run(["check-proof", str(proof)]) == 1
    assert "the proof holds" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--scheme", "cxa-rapid"], "named by --scheme and --date"),
        (["--scheme", "cxa-rapid", "--date", "2025-10-01"], "was published"),
        (["--scheme", "cxa-rapid", "--date", "2026-01-01", "--player", "nobody"], "nobody"),
        (
            ["--scheme", "cxa-rapid", "--date", "2026-01-01", "--event", "3"],
            "named by --scheme and --date",
        ),
    ],
)
def test_what_cannot_be_proved_is_refused(
    words: list[str],
    said: str,
    proof: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("RATING_LEDGER", str(proof.parent / "ratings"))
    assert run(["prove", *words]) == 2
    assert said in capsys.readouterr().err
