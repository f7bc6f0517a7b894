"""Whatever is done to the database behind the log's back, verify finds it and says where."""

import sqlite3
from contextlib import closing
from datetime import date
from hashlib import sha256
from pathlib import Path

import pytest

from ledger import Checkpoint, LedgerError, open_log
from ledger import events as ev
from ledger.log.wire_format import encode_content
from ledger.tree.tree import Edge
from ledger.tree.verify import examine
from tests.builders import publication
from tests.tampering import tampering

DAY = date(2020, 1, 1)
COUNT = 700


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A ledger of 700 events and a published list at position 650."""
    with open_log(tmp_path / "ledger", create=True) as log:
        log.append(
            ev.PlayerRegistered(date=DAY, player=f"P{n}", name="x", sex="M") for n in range(349)
        )
        log.append(ev.TitleAwarded(date=DAY, player=f"P{n}", title="GM") for n in range(349))
        log.append([ev.EventWithdrawn(date=DAY, withdraws=400, reason="typo")])
        log.append([publication(log.checkpoint(650), date=DAY)])
        assert log.head == COUNT
    return tmp_path / "ledger"


def tamper(place: Path, *statements: str) -> None:
    """Change the file as somebody with a database tool would, triggers and all."""
    with tampering(place) as connection:
        for statement in statements:
            connection.execute(statement)


def failures(place: Path, checkpoint: Checkpoint | None = None) -> dict[str, str]:
    with open_log(place) as log:
        return {
            check.name: check.detail
            for check in examine(log, checkpoint=checkpoint)
            if not check.ok
        }


def test_a_sound_log_passes_every_check(place: Path) -> None:
    """Nothing is reported where nothing was done."""
    with open_log(place) as log:
        checks = examine(log)
    assert [check.name for check in checks] == [
        "database", "triggers", "positions", "recorded", "streams", "events", "hashes", "seals", "checkpoints",
    ]  # fmt: skip
    assert all(check.ok for check in checks)
    assert "the log fits 1 published checkpoint" in checks[-1].detail


def test_an_empty_log_passes() -> None:
    """There is nothing wrong with a new ledger."""
    with open_log(":memory:") as log:
        assert all(check.ok for check in examine(log))


CHANGED = "UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), '{}', '{}') AS BLOB) WHERE rowid = {}"
PUT_IN = "INSERT INTO stored_events SELECT originator_id, 4, topic, state FROM stored_events WHERE rowid = 699"
TAMPERINGS: list[tuple[str, list[str], dict[str, str]]] = [
    (
        "a sex changed",
        [CHANGED.format('"M"', '"F"', 300)],
        {"hashes": "position 300", "checkpoints": "up to 650"},
    ),
    (
        "an event after the last list changed",
        [CHANGED.format("GM", "IM", 680)],
        {"hashes": "position 680"},
    ),
    (
        "a byte that breaks the JSON",
        [CHANGED.format('"M"', '"M', 5)],
        {"events": "position 5", "hashes": "position 5"},
    ),
    ("a line end in an event", [CHANGED.format('"M"', '"M"\n', 5)], {"hashes": "position 5"}),
    (
        "a recorded time put back",
        [CHANGED.format('recorded":"2', 'recorded":"1', 350)],
        {"recorded": "position 350"},
    ),
    (
        "an event removed",
        ["DELETE FROM stored_events WHERE rowid = 300"],
        {"positions": "position 300"},
    ),
    (
        "the last event removed",
        ["DELETE FROM stored_events WHERE rowid = 700"],
        {"hashes": "position 700"},
    ),
    (
        "the last events removed with their tiles",
        [
            "DELETE FROM stored_events WHERE rowid > 512",
            "DELETE FROM tiles WHERE level = 0 AND place = 2",
        ],
        {"given checkpoint": "the log only 512"},
    ),
    (
        "two events exchanged",
        [
            "UPDATE stored_events SET rowid = 9999 WHERE rowid = 10",
            "UPDATE stored_events SET rowid = 10 WHERE rowid = 11",
            "UPDATE stored_events SET rowid = 11 WHERE rowid = 9999",
        ],
        {"hashes": "position 10"},
    ),
    (
        "an event moved to another stream",
        ["UPDATE stored_events SET originator_id='player/Z' WHERE rowid=3"],
        {"events": "position 3", "streams": ""},
    ),
    (
        "a version skipped",
        ["UPDATE stored_events SET originator_version = 3 WHERE rowid = 350"],
        {"streams": "position 350"},
    ),
    ("an event put in", [PUT_IN], {"hashes": "position 701"}),
    (
        "a leaf hash changed",
        ["UPDATE tiles SET hashes = zeroblob(8192) WHERE level = 0 AND place = 1"],
        {"hashes": "position 257"},
    ),
    (
        "an upper hash changed",
        ["UPDATE tiles SET hashes = CAST(substr(hashes,1,32)||zeroblob(32) AS BLOB) WHERE level=1"],
        {"hashes": "position 257"},
    ),
    (
        "a withdrawal turned to another event",
        [CHANGED.format("400", "401", 699)],
        {"events": "position 699"},
    ),
    (
        "a withdrawal of itself",
        [CHANGED.format("400", "699", 699)],
        {"events": "withdraws position 699"},
    ),
    ("a tile removed", ["DELETE FROM tiles WHERE level = 1"], {"hashes": "position 1"}),
]


@pytest.mark.parametrize(
    ("name", "statements", "expected"), TAMPERINGS, ids=[one[0] for one in TAMPERINGS]
)
def test_tampering_is_found(
    place: Path, name: str, statements: list[str], expected: dict[str, str]
) -> None:
    """Each change fails the checks it must fail, with the first position that differs."""
    with open_log(place) as log:
        kept = log.checkpoint()
    tamper(place, *statements)
    found = failures(place, kept)
    for check, part in expected.items():
        assert part in found.get(check, "passed"), found


def test_a_shortened_log_is_found_by_a_checkpoint_kept_outside(place: Path) -> None:
    """Somebody who removes the end and all trace of it is caught by whoever kept a checkpoint."""
    with open_log(place) as log:
        kept = log.checkpoint()
    shorten = "UPDATE tiles SET hashes = substr(hashes, 1, 128 * 32) WHERE level = 0 AND place = 2"
    tamper(place, "DELETE FROM stored_events WHERE rowid > 640", shorten)
    assert failures(place) == {}
    assert failures(place, kept) == {"given checkpoint": "it has 700 events, the log only 640"}


def test_a_rewritten_log_is_found_by_its_published_list(place: Path, tmp_path: Path) -> None:
    """A log rebuilt with one event changed, tree and all, still fails the checkpoint published with a list."""
    with (
        open_log(place) as log,
        open_log(tmp_path / "forged", create=True, origin=log.origin) as forged,
    ):
        events = [event for _, event in log.read(until=COUNT - 1)]
        changed = ev.PlayerRegistered(
            date=DAY, player="P5", name="somebody else", sex="M", recorded=events[5].recorded
        )
        forged.append([*events[:5], changed, *events[6:]])
        published = log.stored(COUNT)
    _append_raw(tmp_path / "forged", published)
    found = failures(tmp_path / "forged")
    assert found == {"checkpoints": "position 700: the log up to 650 is not what it was"}


def _append_raw(place: Path, state: bytes) -> None:
    """Store an event without judging it."""
    with open_log(place) as log, log.store.writing(log.tell, keep=True) as writing:
        edge = Edge(writing.head(), writing)
        edge.extend([sha256(b"\x00" + state).digest()])
        writing.insert([("list/malaysia/2020-01-01", 1, "ListPublished", state)])
        writing.put_tiles(edge.take(unfinished=True))


def test_another_ledgers_checkpoint_is_not_ours(place: Path) -> None:
    """A checkpoint of another origin is not accepted, even if size and root fit."""
    with open_log(place) as log:
        strange = Checkpoint("elsewhere", log.head, log.root())
        (wrong,) = [check for check in examine(log, checkpoint=strange) if not check.ok]
    assert "it is of elsewhere" in wrong.detail


def test_side_by_side_is_the_same(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Inspecting stretches in several processes gives the same answers, good or bad."""
    monkeypatch.setattr("ledger.tree.verify.STRETCH", 256)
    tamper(place, CHANGED.format('"M"', '"F"', 300))
    alone = failures(place)
    monkeypatch.setattr("ledger.tree.verify.SIDE_BY_SIDE", 1)
    assert failures(place) == alone != {}


@pytest.mark.parametrize("damage", [b"\x00" * 4096, b"not a database at all"])
def test_a_damaged_file_is_an_answer_not_a_crash(place: Path, damage: bytes) -> None:
    """Pages overwritten with rubbish give a clear error or a failed check."""
    path = place / "log.sqlite"
    data = bytearray(path.read_bytes())
    at = 0 if damage.startswith(b"not") else 3 * 4096
    data[at : at + len(damage)] = damage
    path.write_bytes(data)
    try:
        found = failures(place)
    except LedgerError as error:
        assert "database" in str(error)
    else:
        assert found


def test_every_flipped_byte_of_an_event_is_found(place: Path) -> None:
    """Flip any one byte of a stored event in the file: verify fails."""
    path = place / "log.sqlite"
    with open_log(place) as log:
        state = log.stored(20)
    good = path.read_bytes()
    start = good.index(state)
    for offset in range(0, len(state), 7):
        data = bytearray(good)
        data[start + offset] ^= 1
        path.write_bytes(data)
        assert "position 20:" in failures(place)["hashes"]


def test_a_broken_event_is_refused_when_it_is_needed(place: Path) -> None:
    """Reading a damaged event names its position and says what to do."""
    tamper(place, CHANGED.format('"M"', '"M', 5))
    with (
        open_log(place) as log,
        pytest.raises(LedgerError, match="position 5 cannot be read") as caught,
    ):
        list(log.read())
    assert "run verify" in str(caught.value)


def test_content_does_not_depend_on_the_log() -> None:
    """Position and recorded are the log's, not the event's: they are never hashed twice."""
    event = ev.PlayerDeceased(date=DAY, player="P1", position=7)
    assert b"position" not in encode_content(event)


@pytest.mark.parametrize("statement", [
    "DROP TRIGGER no_delete_of_stored_events",
    "DROP TRIGGER no_delete_of_stored_events; "
    "CREATE TRIGGER no_delete_of_stored_events BEFORE DELETE ON stored_events BEGIN SELECT 1; END",
])  # fmt: skip
def test_a_log_that_its_database_no_longer_protects_fails_until_init_puts_the_trigger_back(
    place: Path, statement: str
) -> None:
    with closing(sqlite3.connect(place / "log.sqlite")) as connection:
        connection.executescript(statement)
    found = failures(place)
    assert set(found) == {"triggers"}
    assert (
        "no_delete_of_stored_events is missing or was changed" in found["triggers"]
        and "init" in found["triggers"]
    )
    with open_log(place) as log:
        assert log.store.write_rights() == [
            "the log is protected again: no_delete_of_stored_events"
        ]
    assert failures(place) == {}
    with (
        closing(sqlite3.connect(place / "log.sqlite")) as connection,
        pytest.raises(sqlite3.Error, match="immutable"),
    ):
        connection.execute("DELETE FROM stored_events")
