"""Following a log as it grows, in a file and on PostgreSQL."""

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from queue import Queue
from typing import Any

import msgspec
import pytest

from ledger import Log, open_log
from ledger.log.follow import LogFollower
from tests.builders import decoded, player
from tests.postgres_server import PostgresServer


@pytest.fixture(params=["folder", "database"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A ledger with one player, A, in each store."""
    found = (
        str(tmp_path / "ledger")
        if request.param == "folder"
        else request.getfixturevalue("database")
    )
    with open_log(found, create=True) as log:
        log.append(decoded(*player("A")))
    return found


def _put_all(follower: LogFollower, seen: "Queue[int]") -> None:
    for position, _ in follower:
        seen.put(position)


@contextmanager
def followed(log: Log, after: int) -> Iterator["Queue[int]"]:
    """The positions that a follower in another thread has been given."""
    follower, seen = LogFollower(log, after), Queue[int]()
    thread = threading.Thread(target=_put_all, args=(follower, seen))
    thread.start()
    try:
        yield seen
    finally:
        follower.stop()
        thread.join()


def test_a_follower_gets_what_was_there_and_what_comes_each_once(place: str) -> None:
    """Also what another office appends, through a connection of its own."""
    with open_log(place) as log, open_log(place) as other, followed(log, 0) as seen:
        assert seen.get(timeout=60) == 1
        other.append(decoded(*player("B", "C")))
        log.append(decoded(*player("D")))
        assert [seen.get(timeout=60) for _ in range(3)] == [2, 3, 4]
    assert seen.empty()


def test_a_follower_that_is_stopped_before_it_begins_ends(place: str) -> None:
    with open_log(place) as log:
        follower = LogFollower(log, 0)
        follower.stop()
        assert list(follower) == []


def test_what_is_committed_just_before_it_listens_is_not_missed(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first look at the log is over, LISTEN has not been sent yet: its notification reaches nobody."""
    import ledger.log.postgres

    listen, appended = ledger.log.postgres.Listening._listen, threading.Event()
    monkeypatch.setattr(
        "ledger.log.postgres.Listening._listen", lambda self: appended.wait() and listen(self)
    )
    with open_log(database, create=True) as log:
        log.append(decoded(*player("A")))
        with followed(log, 0) as seen:
            assert seen.get(timeout=60) == 1
            log.append(decoded(*player("B")))
            appended.set()
            assert seen.get(timeout=60) == 2


def test_a_follower_goes_on_when_the_server_is_there_again(
    postgres: PostgresServer, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.log.follow.AGAIN", 0.1)
    told: list[str] = []
    with open_log(database, create=True) as log:
        monkeypatch.setattr(log, "tell", told.append)
        log.append(decoded(*player("A")))
        with followed(log, 0) as seen:
            assert seen.get(timeout=60) == 1
            postgres.stop()
            postgres.start()
            log.append(decoded(*player("B")))
            assert seen.get(timeout=60) == 2
        assert seen.empty()
    assert any("trying again" in line for line in told)


# The command ------------------------------------------------------------------------------------------------------


@contextmanager
def subscribed(place: str, *words: str) -> Iterator[Any]:
    command = [
        sys.executable,
        "-c",
        "from replay.commands.main import main; main()",
        "--ledger",
        place,
        "subscribe",
        *words,
    ]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert "following" in process.stderr.readline()
        yield process
        process.kill()


def test_subscribe_shows_events_as_they_come_and_ctrl_c_ends_it(place: str) -> None:
    with subscribed(place) as process, open_log(place) as log:
        log.append(decoded(*player("Zoë")))
        shown = process.stdout.readline()
        assert shown.startswith("2 ") and "PlayerRegistered Zoë" in shown
        process.send_signal(signal.SIGINT)
        rest, said = process.communicate()
        assert (process.returncode, rest, said) == (0, "", "stopped\n")


def test_subscribe_from_a_position_as_json_is_what_export_writes(place: str) -> None:
    """A reader that goes away ends it, too."""
    with open_log(place) as log, subscribed(place, "--from", "1", "--json") as process:
        log.append(decoded(*player("B")))
        lines = [msgspec.json.decode(process.stdout.readline()) for _ in range(2)]
        assert [(line["position"], line["player"]) for line in lines] == [(1, "A"), (2, "B")]
        assert lines[1]["recorded"] == log.recorded(2).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        process.stdout.close()
        log.append(decoded(*player("C")))
        assert process.wait(timeout=60) == 0


def test_the_desk_reads_what_another_office_appends_before_anybody_asks(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from replay.web.desk import Desk

    heads, catch_up = Queue[int](), Desk._caught_up

    def caught_up(desk: Desk) -> Any:
        office = catch_up(desk)
        heads.put(office.model.head)
        return office

    monkeypatch.setattr(Desk, "_caught_up", caught_up)
    with closing(Desk(place)) as desk, open_log(place) as other, desk.following():
        other.append(decoded(*player("B")))
        assert heads.get(timeout=60) == 2
