"""Publishing, revising and reproducing lists; and what verify says when somebody has meddled."""

import json
from datetime import date
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from ledger import LedgerError, open_log
from replay.commands.main import run
from replay.lists.publish import check_published, publish
from replay.lists.since_published import SincePublished
from replay.questions.questions import Questions
from replay.world.states import States
from tests.builders import JUNIOR_WON, carried, event, jsonl
from tests.replay.conftest import SampleLedgers

LIST = date(2025, 11, 1)


@pytest.fixture
def place(sample_ledgers: SampleLedgers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "ratings"
    monkeypatch.setenv("RATING_LEDGER", str(folder))
    monkeypatch.setattr("replay.commands.options._chosen", None)
    return sample_ledgers.copy(folder)


def correct(place: Path) -> None:
    """A correction that changes the November list: the junior's draw with the top player becomes a win."""
    file = place.parent / "correction.jsonl"
    file.write_bytes(jsonl(JUNIOR_WON))
    assert run(["import", str(file)]) == 0


def test_publishing_writes_list_receipt_and_event(place: Path) -> None:
    with Questions(place) as opened:
        done = publish(opened, "fide-standard", LIST)
        event = opened.log.event(done.position or 0)
    files = {path.name: path.read_bytes() for path in done.files}
    assert sorted(files) == [
        f"fide-standard-2025-11-01.{end}" for end in ("csv", "json", "receipt.json")
    ]
    receipt = json.loads(files["fide-standard-2025-11-01.receipt.json"])
    assert receipt["digest"] == done.made.digest and event.digest is None, (
        "a digest of names would give them away"
    )
    assert receipt["root"] == event.root == done.made.tree.root
    assert receipt["position"] == event.at_position
    assert event.checkpoint == receipt["checkpoint"]
    text = files["fide-standard-2025-11-01.csv"]
    assert text.startswith(
        b"rank,player,name,title,federation,sex,born,rating,games,k,status\n1,F01,"
    )
    assert b"\r" not in text and text.endswith(b"\n")
    rows = json.loads(files["fide-standard-2025-11-01.json"])
    assert [str(row["rating"]) for row in rows] == [
        line.split(b",")[8].decode() for line in text.splitlines()[1:]
    ]


def test_publishing_again_unchanged_appends_nothing(place: Path) -> None:
    with Questions(place) as opened:
        first = publish(opened, "fide-standard", LIST)
    with Questions(place) as opened:
        again = publish(opened, "fide-standard", LIST)
        assert again.position is None
        assert opened.log.head == first.position
    assert json.loads(again.files[2].read_text())["position"] == first.made.position


def test_a_list_that_has_changed_since_is_refused_with_the_difference_unless_revised(
    place: Path,
) -> None:
    with Questions(place) as opened:
        first = publish(opened, "fide-standard", LIST)
    correct(place)
    with Questions(place) as opened:
        with pytest.raises(LedgerError) as refused:
            publish(opened, "fide-standard", LIST)
        assert refused.value.code == "changed-since"
        assert isinstance(refused.value.details, SincePublished)
        assert set(refused.value.details.ratings_then) >= {"F01", "F05"}
        head = opened.log.head
        revised = publish(opened, "fide-standard", LIST, revised=True, reason="score sheets")
        assert (revised.position, revised.revises) == (head + 1, first.position)
    with Questions(place) as opened:
        checks = list(check_published(opened))
    assert [check.ok for check in checks] == [True, True], checks


def test_a_revision_needs_a_reason(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It stays beside the list for good: Python and the command refuse one without, or with an empty one."""
    revision = ["publish", "fide-standard", str(LIST), "--revised"]
    assert run(revision) == 0, "a first publication revises nothing, and needs none"
    correct(place)
    with Questions(place) as opened:
        head = opened.log.head
        for reason in (None, "", "  "):
            with pytest.raises(LedgerError) as refused:
                opened.publish("fide-standard", LIST, revised=True, reason=reason)
            assert refused.value.code == "no-reason"
        assert opened.log.head == head
    assert run(revision) == 2
    assert "has no reason" in capsys.readouterr().err
    assert run([*revision, "--reason", "score sheets compared"]) == 0
    with open_log(place) as log:
        assert (log.head, log.event(log.head).note) == (head + 1, "score sheets compared")


def test_both_answers_stand_what_was_known_then_and_what_is_known_now(place: Path) -> None:
    with Questions(place) as opened:
        first = publish(opened, "fide-standard", LIST)
    correct(place)
    with Questions(place) as opened:
        then = opened.list("fide-standard", LIST, known=first.made.position)
        now = opened.list("fide-standard", LIST)
    assert then.digest == first.made.digest
    assert now.digest != then.digest


def test_a_day_without_a_list_cannot_be_published(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["publish", "fide-standard", "2025-11-02"]) == 2
    assert "the list in force then is that of 2025-11-01" in capsys.readouterr().err


def test_verify_names_the_rows_of_a_list_file_that_was_changed(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["publish", "cxa-rapid", "2026-01-01"]) == 0
    assert run(["verify"]) == 0
    file = place / "lists" / "cxa-rapid-2026-01-01.csv"
    file.write_text(file.read_text().replace("2556.7", "2656.7"))
    capsys.readouterr()
    assert run(["verify"]) == 1
    told = capsys.readouterr().out
    assert "2656.7" in told and "2556.7" in told


def test_a_digest_that_the_log_does_not_reproduce_is_found(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Somebody appends a publication by hand, with a digest of his own."""
    with open_log(place) as log:
        checkpoint = log.checkpoint().text
        head = log.head
    which = {"scheme": "fide-standard", "version": "2025-10-01", "list_date": "2025-11-01"}
    made = {"at_position": head, "rows": 1, "digest": "sha256:00", "checkpoint": checkpoint}
    file = place.parent / "claim.jsonl"
    file.write_bytes(jsonl(event("ListPublished", "2025-11-01", **which, **made)))
    assert run(["import", str(file)]) == 0
    assert run(["verify"]) == 1
    assert "not reproduced" in capsys.readouterr().out


def test_a_list_published_under_another_reading_is_reproduced_under_it(place: Path) -> None:
    from schemes import scheme

    assert run(["publish", "cxa-rapid", "2026-01-01"]) == 0
    reading = next(r for r in scheme("cxa-rapid").readings if r.alternatives)
    assert (
        run(
            [
                "publish",
                "cxa-rapid",
                "2026-01-01",
                "--revised",
                "--reason",
                "another reading was decided",
                "--reading",
                f"{reading.name}={reading.alternatives[0]}",
            ]
        )
        == 0
    )
    assert run(["verify"]) == 0


def test_a_misspelt_scheme_is_accepted_with_a_warning_that_names_the_right_one(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = place.parent / "slip.jsonl"
    file.write_bytes(jsonl(*carried("fide-standrad", "2025-12-01", {"F01": 2700})))
    assert run(["import", str(file)]) == 0
    said = capsys.readouterr().err
    assert (
        "slip.jsonl:1" in said
        and "fide-standrad" in said
        and "did you mean 'fide-standard'?" in said
    )


def test_a_day_out_of_reach_is_refused_at_once(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["list", "fide-standard", "9999-12-31"]) == 2
    assert "out of reach" in capsys.readouterr().err


def test_verify_waits_for_the_states_it_is_still_writing(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a slow disk the scratch folder of verify must not be taken away from under them."""
    begun, done, write, wait = [], [], States._write, States.settle
    may_write = Event()

    def slowly(states: States, key: str, state: Any) -> None:
        begun.append(key)
        assert may_write.wait(60), "verify never waited for its states"
        write(states, key, state)
        done.append(key)

    def waiting(states: States) -> None:
        may_write.set()
        wait(states)

    assert run(["publish", "fide-standard", "2025-11-01"]) == 0
    monkeypatch.setattr(States, "_write", slowly)
    monkeypatch.setattr(States, "settle", waiting)
    assert run(["verify"]) == 0
    assert begun and begun == done


def test_a_missing_file_is_not_written_from_another_list(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other rules would give another list by now: what is written under an old name must be what was published."""
    with Questions(place) as opened:
        done = publish(opened, "fide-standard", LIST)
        for path in done.files:
            path.unlink()
        other = opened.list("fide-standard", date(2025, 10, 1))
        monkeypatch.setattr("replay.lists.publish.reproduce", lambda office, event: other)
        publish(opened, "fide-standard", LIST)
    assert [path for path in done.files if path.exists()] == []
