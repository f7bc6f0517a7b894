"""The file with the keys of persons, after a machine stopped in the middle of writing it."""

import shutil
import sqlite3
from base64 import b64decode
from contextlib import closing
from datetime import date
from pathlib import Path

import msgspec
import pytest

from ledger import events as ev
from ledger import open_log
from ledger.append import append
from ledger.errors import LedgerError
from ledger.log.wire_format import decode_stored
from ledger.persons.person_keys import FILE, KeyFile, read_keys
from ledger.persons.seal import openings, sealed

MEMORY = ":memory:"
KEYS: dict[str, bytes] = {str(number): bytes([number % 256]) * 32 for number in range(500)}


@pytest.fixture
def cut_off(tmp_path: Path) -> Path:
    """A copy of the folder while all keys are being overwritten: SQLite must undo it before anybody can read."""
    (folder := tmp_path / "now").mkdir()
    KeyFile(folder / FILE).put(KEYS)
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as writing:
        writing.execute("PRAGMA cache_size=1")  # so that it writes before the end
        writing.execute("BEGIN")
        writing.execute("UPDATE person_keys SET key = zeroblob(32)")
        shutil.copytree(folder, tmp_path / "copy")
    assert (tmp_path / "copy" / f"{FILE}-journal").stat().st_size > 0
    return tmp_path / "copy" / FILE


def test_a_write_that_was_cut_off_is_undone_by_whoever_reads_next(cut_off: Path) -> None:
    assert KeyFile(cut_off).get(["7"]) == {"7": KEYS["7"]}
    assert KeyFile(cut_off).everybody() == KEYS


def test_a_file_that_was_made_and_never_written_has_no_keys(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    keys = KeyFile(tmp_path / FILE)
    assert keys.get(["7"]) == {} and keys.everybody() == {}
    keys.put({"7": KEYS["7"]})
    assert keys.everybody() == {"7": KEYS["7"]}


def test_a_key_that_is_there_or_was_destroyed_stays_so(tmp_path: Path) -> None:
    """Keys that come again from elsewhere take the place of none, and bring nobody back who was erased."""
    keys = KeyFile(tmp_path / FILE)
    keys.put({"7": KEYS["7"], "8": KEYS["8"]})
    keys.destroy("8")
    keys.put({"7": KEYS["9"], "8": KEYS["8"]})
    assert keys.everybody() == {"7": KEYS["7"], "8": None}


def test_where_no_file_can_be_made_the_message_says_so(tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match="the keys of persons cannot be read or written"):
        KeyFile(tmp_path / "nowhere" / FILE).put(KEYS)


@pytest.mark.parametrize("key", [bytes(31), bytes(33), b""])
def test_a_file_with_a_key_of_another_length_is_refused(tmp_path: Path, key: bytes) -> None:
    """Taken for somebody who is registered later, it would stop every import of that registration."""
    file = tmp_path / "keys.jsonl"
    file.write_bytes(msgspec.json.encode({"person": "P1", "key": key}))
    with pytest.raises(LedgerError, match="these are no keys"):
        read_keys(file)


def test_a_box_that_does_not_hold_what_its_marks_say_is_refused() -> None:
    """The marks are what is hashed and proved: whoever puts another box beside them must not be believed."""
    key = bytes(32)
    anna = ev.PlayerRegistered(date=date(2020, 1, 1), player="P1", name="Anna", sex="F")
    bea = msgspec.structs.replace(anna, name="Bea")
    first = sealed(anna, {"name": "Anna"}, {"P1": key}).seal
    assert first is not None
    second = sealed(bea, {"name": "Bea"}, {"P1": key}).seal
    assert second is not None
    assert [opening.value for opening in openings(first, key)] == ["Anna"]
    with pytest.raises(LedgerError, match="does not hold what its marks say"):
        openings(msgspec.structs.replace(first, box=second.box), key)


def newcomers(count: int) -> list[ev.PlayerRegistered]:
    return [
        ev.PlayerRegistered(date=date(2020, 1, 1), player=f"P{number}", name="Anna", sex="F")
        for number in range(count)
    ]


def test_a_file_that_is_refused_leaves_no_keys_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys are stored with the events that they open, not with each part of a file that is read."""
    monkeypatch.setattr(append, "BATCH", 10)
    nameless = msgspec.structs.replace(newcomers(1)[0], player="P99", name="=1")
    with open_log(MEMORY) as log:
        with pytest.raises(LedgerError, match="begins with ="):
            log.append([*newcomers(25), nameless])
        assert log.store.keys.everybody() == {}
        log.append(newcomers(25))
        assert set(log.store.keys.everybody()) == {f"P{number}" for number in range(25)}


def test_no_two_persons_have_one_key_and_no_two_boxes_one_beginning() -> None:
    with open_log(MEMORY) as log:
        log.append(newcomers(1000))
        keys = log.store.keys.everybody()
        assert {len(key or b"") for key in keys.values()} == {32}
        assert len(set(keys.values())) == 1000
        boxes = [decode_stored(row[2]).seal for batch in log.read_stored() for row in batch]
        nonces = {b64decode(box.box)[:12] for box in boxes if box is not None}
        assert len(nonces) == 1000
        assert {
            event.name for _, event in log.read() if isinstance(event, ev.PlayerRegistered)
        } == {"Anna"}
