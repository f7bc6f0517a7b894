"""What `verify` says line by line is true: what it did not see it does not call good."""

import shutil
from datetime import date
from pathlib import Path
from random import Random

import pytest

from ledger import Checkpoint, LedgerError, open_log
from ledger import events as ev
from ledger.tree.verify import examine
from tests.builders import publication
from tests.tampering import tampering

DAY = date(2020, 1, 1)
STATE = "UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), '{}', '{}') AS BLOB) WHERE rowid = {}"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger of 300 events, with a list published at position 290: the last tile is unfinished."""
    place = tmp_path_factory.mktemp("sound") / "ledger"
    with open_log(place, create=True) as log:
        log.append(
            ev.PlayerRegistered(date=DAY, player=f"P{n}", name="x", sex="M") for n in range(298)
        )
        kept = log.checkpoint(290)
        log.append([ev.TitleAwarded(date=DAY, player="P1", title="GM")])
        log.append([publication(kept, "s", date=DAY)])
    return place


def verdict(place: Path, *statements: str) -> dict[str, tuple[bool, str]]:
    """The answers of verify after somebody with a database tool was at the file."""
    with tampering(place) as connection:
        for statement in statements:
            connection.execute(statement)
    with open_log(place) as log:
        return {check.name: (check.ok, check.detail) for check in examine(log)}


@pytest.fixture
def place(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sound, tmp_path / "ledger"))


@pytest.mark.parametrize("position", [3, 270])
def test_a_changed_event_fails_the_checkpoint_published_after_it(
    place: Path, position: int
) -> None:
    """Checkpoints are judged on the tree computed anew, also where the stored hashes were left as they were."""
    found = verdict(place, STATE.format('"M"', '"F"', position))
    assert found["hashes"][1].startswith(f"position {position}:")
    assert found["checkpoints"] == (False, "position 300: the log up to 290 is not what it was")


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM tiles WHERE level = 0 AND place = 1",
        "UPDATE tiles SET hashes = zeroblob(length(hashes)) WHERE level = 0 AND place = 1",
        "UPDATE tiles SET hashes = 7 WHERE level = 0 AND place = 0",
        "UPDATE tiles SET hashes = 'x' WHERE level = 1",
    ],
)
def test_a_damaged_tree_does_not_put_the_blame_on_the_events(place: Path, statement: str) -> None:
    """If only stored hashes were changed, the events still fit what was published."""
    found = verdict(place, statement)
    assert not found["hashes"][0]
    assert found["checkpoints"] == (True, "the log fits 1 published checkpoint")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tiles SET hashes = CAST(hashes || x'00' AS BLOB) WHERE level = 0 AND place = 1",
        "INSERT INTO tiles VALUES (0, 9, zeroblob(32))",
        "INSERT INTO tiles VALUES (1, 1, zeroblob(32))",
        "INSERT INTO tiles VALUES (3, 0, zeroblob(32))",
    ],
)
def test_nothing_may_be_added_to_the_tree(place: Path, statement: str) -> None:
    """A tile that is too long, or one too many, would stop the next append: verify finds it first."""
    assert not verdict(place, statement)["hashes"][0]


@pytest.mark.parametrize(
    ("statement", "check", "part"),
    [
        (
            "UPDATE stored_events SET topic = 'GameVoided' WHERE rowid = 6",
            "events",
            "position 6: a PlayerRegistered",
        ),
        (
            "UPDATE stored_events SET originator_version = 'x' WHERE rowid = 6",
            "streams",
            "position 6: player/P5",
        ),
        (
            "UPDATE stored_events SET state = CAST(state AS TEXT) WHERE rowid = 6",
            "events",
            "position 6: stored as str",
        ),
        ("UPDATE stored_events SET state = 5 WHERE rowid = 6", "events", "position 6:"),
        ("UPDATE stored_events SET state = x'' WHERE rowid = 6", "hashes", "position 6:"),
    ],
)
def test_every_column_counts(place: Path, statement: str, check: str, part: str) -> None:
    """Name, version and kind of storage are looked at too; what is of a wrong kind is an answer, not a crash."""
    ok, detail = verdict(place, statement)[check]
    assert not ok
    assert detail.startswith(part)


def test_after_a_gap_nothing_is_called_good(place: Path) -> None:
    """Where a position is missing, the other checks say that they could not look at everything."""
    found = verdict(place, "DELETE FROM stored_events WHERE rowid = 100")
    assert found["positions"] == (False, "position 100: there is no position 100")
    assert [name for name, (ok, _) in found.items() if ok] == ["database", "triggers"], (
        "SQLite has nothing against it"
    )
    assert "not examined in full" in found["checkpoints"][1]


def test_an_unreadable_event_does_not_hide_the_published_lists(place: Path) -> None:
    """One broken event, and the checkpoints of the readable ones are judged all the same."""
    found = verdict(place, STATE.format('"M"', '"M', 295))
    assert found["events"][1].startswith("position 295: cannot be read")
    assert found["checkpoints"] == (True, "the log fits 1 published checkpoint")


def test_a_wrong_beginning_is_not_told_as_a_wrong_time(place: Path) -> None:
    """An event whose format number was changed did not go back in time."""
    found = verdict(place, STATE.format('"v":2', '"v":3', 3))
    assert found["recorded"][0]
    assert found["events"][1].startswith("position 3: begins with")


def test_any_flipped_bit_of_the_file_is_an_answer(sound: Path, tmp_path: Path) -> None:
    """Flip bits anywhere in the file, 150 times: a clear error, a failed check, or nothing that matters."""
    good = (sound / "log.sqlite").read_bytes()
    place = Path(shutil.copytree(sound, tmp_path / "ledger"))
    chance = Random(7)
    for _ in range(150):
        data = bytearray(good)
        at = chance.randrange(len(data))
        data[at] ^= 1 << chance.randrange(8)
        (place / "log.sqlite").write_bytes(data)
        try:
            with open_log(place) as log:
                checks = examine(log)
                states = [row[2] for batch in log.read_stored() for row in batch]
        except LedgerError:
            continue
        with open_log(sound) as log:
            unchanged = states == [row[2] for batch in log.read_stored() for row in batch]
        assert unchanged or not all(check.ok for check in checks), f"byte {at}"


@pytest.mark.parametrize("size", ["9" * 5000, "9" * 30])
def test_a_checkpoint_of_impossible_size_is_none(size: str) -> None:
    """A size no log ever had is refused as any other rubbish."""
    with pytest.raises(LedgerError, match="not a checkpoint"):
        Checkpoint.parse(f"o\n{size}\n{'A' * 43}=\n\n")


def test_a_checkpoint_that_went_through_a_mail_program(sound: Path) -> None:
    """Line ends of another system are forgiven."""
    with open_log(sound) as log:
        kept = log.checkpoint()
    assert Checkpoint.pasted(kept.text.replace("\n", "\r\n")) == kept


def test_reading_what_is_not_even_bytes(place: Path) -> None:
    """One bit in the file turns bytes into text: reading names the position and says what to do."""
    verdict(place, "UPDATE stored_events SET state = CAST(state AS TEXT) WHERE rowid = 6")
    with open_log(place) as log, pytest.raises(LedgerError, match="position 6 cannot be read"):
        list(log.read())
