"""The log is the library's: its own recorder, without anything of ours, reads a ledger's file and writes to it."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore

from ledger import Log, encode_content, open_log
from ledger import events as ev
from ledger.log.wire_format import head
from ledger.tree.verify import examine

DAY = date(2024, 5, 1)


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    """Ann and Bob, then Ann's title."""
    with open_log(tmp_path, create=True) as made:
        made.append(
            [
                ev.PlayerRegistered(date=DAY, player=name, name=name, sex="F")
                for name in ("ann", "bob")
            ]
        )
        made.append([ev.TitleAwarded(date=DAY, player="ann", title="fide-wgm")])
        yield made


@pytest.fixture
def recorder(log: Log, tmp_path: Path) -> Iterator[SQLiteApplicationRecorder]:
    datastore = SQLiteDatastore(str(tmp_path / "log.sqlite"), originator_id_type="text")
    yield SQLiteApplicationRecorder(datastore)
    datastore.close()


def test_it_reads_the_log(log: Log, recorder: SQLiteApplicationRecorder) -> None:
    """Its notifications are our positions, its originators our streams, its states our stored bytes."""
    found = recorder.select_notifications(start=1, limit=10)
    assert [
        (each.id, each.originator_id, each.originator_version, each.topic) for each in found
    ] == [
        (1, "player/ann", 1, "PlayerRegistered"),
        (2, "player/bob", 1, "PlayerRegistered"),
        (3, "player/ann", 2, "TitleAwarded"),
    ]
    assert [each.state for each in found] == [log.stored(position) for position in (1, 2, 3)]
    stream = recorder.select_events("player/ann")
    assert [each.state for each in stream] == [log.stored(position) for position in (1, 3)]
    assert recorder.max_notification_id() == log.head


def test_it_writes_to_the_log(log: Log, recorder: SQLiteApplicationRecorder) -> None:
    """The event has the next position; only `verify` sees that nobody hashed it."""
    death = ev.PlayerDeceased(date=DAY, player="bob")
    state = head(log.recorded(3)) + encode_content(death)[1:]
    assert recorder.insert_events([StoredEvent("player/bob", 2, "PlayerDeceased", state)]) == [4]
    assert [type(event) for _, event in log.read()][3:] == [ev.PlayerDeceased]
    assert {check.name for check in examine(log) if not check.ok} == {"hashes"}


def test_of_two_writers_to_one_stream_the_second_is_refused(
    log: Log, recorder: SQLiteApplicationRecorder
) -> None:
    with pytest.raises(IntegrityError):
        recorder.insert_events([StoredEvent("player/ann", 2, "PlayerDeceased", b"{}")])
    assert log.head == 3
