"""What was worked out from all facts and kept is what would be worked out anew; damaged or gone, it is made again."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ledger import open_log
from projections import Snapshot, facts, open_model
from replay.desk import Desk

Same = Callable[[Any, Any], bool]
SCHEMES = ("cxa-rapid", "fide-standard", "malaysia")
ANSWERS = ("kept", "merged", "players", "by_id", "tournaments", "revisions")


@pytest.fixture
def events(simulated: Callable[[int], list[Any]]) -> list[Any]:
    return simulated(8)


@pytest.fixture
def place(events: list[Any], tmp_path: Path) -> Path:
    with open_log(tmp_path, create=True) as log:
        log.append(events[:-40])
    return tmp_path


def asked(snapshot: Snapshot) -> dict[str, Any]:
    found = {name: getattr(snapshot, name) for name in ANSWERS}
    return found | {
        "people": snapshot.people(),
        "facts": {name: facts(snapshot, name) for name in SCHEMES},
        "approved": {name: snapshot.approved_for(name) for name in SCHEMES},
    }


def kept(place: Path) -> list[Path]:
    return list((place / "model").glob("answers-*"))


def anew(place: Path) -> dict[str, Any]:
    """The answers of a read model in memory, where nothing is kept."""
    with open_log(place) as log:
        return asked(Snapshot(open_model(log, None)))


def test_kept_answers_are_the_same(place: Path, same: Same) -> None:
    for turn in range(3):
        with Desk(place) as desk:
            assert same(asked(desk.snapshot()), anew(place)), turn
        assert len(kept(place)) == 1


def test_a_list_is_the_same_with_answers_and_without(place: Path) -> None:
    """Asked twice, and again after everything but the log is gone."""
    found = set()
    for name in SCHEMES:
        with Desk(place) as desk:
            desk.list(name)
    for path in (None, "states", "model"):
        if path is not None:
            for file in (place / path).iterdir():
                file.unlink()
        with Desk(place) as desk:
            found.add(tuple(desk.list(name).digest for name in SCHEMES))
    assert len(found) == 1


def test_new_events_make_new_answers(events: list[Any], place: Path, same: Same) -> None:
    with Desk(place) as desk:
        asked(desk.snapshot())
    (before,) = kept(place)
    with open_log(place) as log:
        log.append(events[-40:])
    with Desk(place) as desk:
        assert same(asked(desk.snapshot()), anew(place))
    (after,) = kept(place)
    assert after != before


def test_earlier_positions_are_worked_out(events: list[Any], place: Path, same: Same) -> None:
    """What is kept holds for the head only."""
    with Desk(place) as desk:
        asked(desk.snapshot())
    position = len(events) // 2
    with Desk(place) as desk, open_log(":memory:") as log:
        log.append(events[:position])
        assert same(asked(desk.snapshot(position)), asked(Snapshot(open_model(log, None))))


def test_suppositions_are_not_kept(events: list[Any], place: Path, same: Same) -> None:
    with Desk(place) as desk:
        asked(desk.snapshot())
        entries = list(enumerate(events[-40:], start=desk.log.head + 1))
        desk.__dict__["model"] = desk.model.with_events(entries)
        supposed = asked(desk.snapshot())
    with Desk(place) as desk:
        assert same(asked(desk.snapshot()), anew(place))
    with open_log(place) as log:
        log.append(events[-40:])
    assert same(supposed, anew(place))


@pytest.mark.parametrize("damage", [b"", b"rating-ledger columns 3\n", b"nonsense" * 50])
def test_damaged_answers_are_made_again(place: Path, same: Same, damage: bytes) -> None:
    with Desk(place) as desk:
        asked(desk.snapshot())
    (file,) = kept(place)
    whole = file.read_bytes()
    file.write_bytes(damage)
    with Desk(place) as desk:
        assert same(asked(desk.snapshot()), anew(place))
    assert file.read_bytes() == whole


def test_a_folder_that_cannot_be_written_costs_time_only(
    place: Path, same: Same, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    with Desk(place) as desk:
        desk.snapshot()
    monkeypatch.setattr("projections.answers.Writer", refuse)
    with Desk(place) as desk:
        assert same(asked(desk.snapshot()), anew(place))
    assert not kept(place)


def test_answers_of_another_log_are_not_believed(
    events: list[Any], place: Path, tmp_path_factory: Any, same: Same
) -> None:
    """A log of the same length in the same folder, whose read model is made anew beside what is left of the old one."""
    with Desk(place) as desk:
        asked(desk.snapshot())
    other = tmp_path_factory.mktemp("other")
    with open_log(other, create=True) as log:
        log.append([*events[:-41], events[-40]])
    for file in (place / "model").glob("segment-*"):
        file.unlink()
    (other / "log.sqlite").replace(place / "log.sqlite")
    with Desk(place) as desk:
        assert same(asked(desk.snapshot()), anew(place))


def test_a_desk_that_outlives_its_ledger_leaves_nothing_to_the_next(
    events: list[Any], place: Path, tmp_path_factory: Any, same: Same
) -> None:
    other = tmp_path_factory.mktemp("other")
    with open_log(other, create=True) as log:
        log.append([*events[:-41], events[-40]])
    with Desk(place) as desk:
        asked(desk.snapshot())
        shutil.rmtree(place / "model")
        (other / "log.sqlite").replace(place / "log.sqlite")
        with Desk(place) as fresh:
            fresh.list("fide-standard")
    with Desk(place) as desk:
        assert same(asked(desk.snapshot()), anew(place))
