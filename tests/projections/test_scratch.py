"""Files appear whole or not at all, and what a killed process left behind goes some day."""

import os
import time
from pathlib import Path

import pytest

from projections.scratch import drop_abandoned, taking_the_place_of
from replay.world.states import States


def test_a_file_appears_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file.bin"
    with taking_the_place_of(path) as fresh:
        fresh.write_bytes(b"whole")
        assert not path.exists()
    assert path.read_bytes() == b"whole"
    assert list(path.parent.iterdir()) == [path]


def test_nothing_is_left_of_a_failure(tmp_path: Path) -> None:
    path = tmp_path / "file.bin"
    path.write_bytes(b"before")
    with pytest.raises(OSError, match="full"), taking_the_place_of(path) as fresh:
        fresh.write_bytes(b"ha")
        raise OSError("disk full")
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]


def test_what_was_abandoned_goes_and_what_is_being_written_stays(tmp_path: Path) -> None:
    old, young, other = (
        tmp_path / name for name in ("writing-old.duckdb", "writing-young.duckdb", "kept.duckdb")
    )
    for path in (old, young, other):
        path.touch()
    for path in (old, other):
        os.utime(path, (time.time() - 2 * 86_400,) * 2)
    drop_abandoned(tmp_path)
    assert sorted(tmp_path.iterdir()) == [other, young]


def test_a_state_that_vanishes_while_room_is_made_harms_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process may rename or delete a file between our seeing its name and our looking at it."""
    glob = Path.glob

    def with_a_ghost(folder: Path, pattern: str) -> list[Path]:
        return [*glob(folder, pattern), folder / "ghost.state"]

    states = States(tmp_path)
    monkeypatch.setattr(Path, "glob", with_a_ghost)
    states.save("key", {})
    states.settle()
    assert states.load("key") == {}
