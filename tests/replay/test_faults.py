"""Faults the log survives, with real processes: kills, rivals, full disks, closed folders."""

import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from ledger import LedgerError, open_log
from ledger.events import PlayerDeceased
from ledger.log.sqlite import SqlitePool
from ledger.tree.verify import examine
from ledger.whole_file import private_folder
from projections.model import open_model
from replay.files import open_file

COMMAND = [sys.executable, "-c", "from replay.commands.main import main; main()"]
GAMES = 26_000  # a file above 3 MB: remarks are not made, so that an import ends with its commit


def run(*words: str | Path, **more: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **more,  # type: ignore[call-overload]
    )


def write_federation(path: Path, tournaments: int = 2) -> Path:
    lines = [
        f'{{"type":"PlayerRegistered","date":"2020-01-01","player":"P{n}","name":"x","sex":"M"}}\n'
        for n in range(100)
    ]
    lines += [
        f'{{"type":"TournamentRegistered","date":"2020-01-01","tournament":"T{n}","name":"x","start":"2020-01-01",'
        f'"end":"2020-12-31","rounds":{GAMES},"rated":[]}}\n'
        for n in range(tournaments)
    ]
    path.write_text("".join(lines))
    return path


def write_games(
    path: Path, tournament: str, count: int = GAMES, first: str = "P1", result: str = "1-0"
) -> Path:
    line = (
        '{{"type":"GameRecorded","date":"2020-02-01","tournament":"{}","round":{},"board":1,'
        '"first":"{}","second":"P2","result":"{}"}}\n'
    )
    path.write_text("".join(line.format(tournament, n + 1, first, result) for n in range(count)))
    return path


def filled(folder: Path) -> Path:
    """A ledger with players and two tournaments, 102 events."""
    with open_log(folder / "ledger", create=True) as log:
        log.append(open_file(write_federation(folder / "federation.jsonl")))
    return folder / "ledger"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return filled(tmp_path)


def head_if_sound(place: Path) -> int:
    with open_log(place) as log:
        assert [check for check in examine(log) if not check.ok] == []
        return log.head


def all_or_nothing(place: Path, games: Path) -> bool:
    """After a kill all of the file is there, or nothing and the import goes on; whether it was nothing."""
    head = head_if_sound(place)
    assert head in (102, 102 + GAMES)
    if head == 102:
        with open_log(place) as log:
            assert log.append(open_file(games)).appended == GAMES
        assert head_if_sound(place) == 102 + GAMES
    return head == 102


@pytest.fixture(scope="session")
def calls_of_an_import(tmp_path_factory: pytest.TempPathFactory, calls: Callable[..., int]) -> int:
    """How many calls of functions it takes to import the games; each worker counts them once."""
    folder = tmp_path_factory.mktemp("calls")
    place = filled(folder)
    return calls("--ledger", place, "import", write_games(folder / "games.jsonl", "T0"))


@pytest.mark.parametrize(
    "share",
    [
        *(pytest.param(share, marks=pytest.mark.soak) for share in (0.1, 0.9, 0.99)),
        0.5,
        0.999,
        0.9999,
    ],
)
def test_killed_at_any_moment_all_or_nothing(
    share: float,
    place: Path,
    tmp_path: Path,
    stopped: Callable[..., Any],
    calls_of_an_import: int,
) -> None:
    """SIGKILL on the way through an import: the log verifies, has all of the file or nothing, and goes on."""
    games, whole = write_games(tmp_path / "games.jsonl", "T0"), calls_of_an_import
    done = stopped(
        "--ledger", place, "import", games, number=signal.SIGKILL, after=int(share * whole)
    )
    assert done.returncode == -signal.SIGKILL
    assert all_or_nothing(place, games) or share > 0.9


@pytest.mark.soak
def test_killed_sixty_times(place: Path, tmp_path: Path) -> None:
    """The same by the clock, so that some kills fall within a write of SQLite."""
    games, fresh = write_games(tmp_path / "games.jsonl", "T0"), place.with_name("fresh")
    seed = random.randrange(10**6)
    chance, nothing = random.Random(seed), 0
    shutil.copytree(place, fresh)
    started = time.monotonic()
    process = run("--ledger", place, "import", games)
    process.communicate()
    assert process.returncode == 0
    whole = time.monotonic() - started
    for _ in range(60):
        shutil.rmtree(place)
        shutil.copytree(fresh, place)
        process = run("--ledger", place, "import", games)
        time.sleep(chance.uniform(0.2, 1.05) * whole)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        nothing += all_or_nothing(place, games)
    assert nothing > 0, f"seed {seed}"


def test_two_imports_at_once_both_succeed(place: Path, tmp_path: Path) -> None:
    """Two offices import different tournaments at the same time: one waits, both are in."""
    files = [write_games(tmp_path / f"{name}.jsonl", name) for name in ("T0", "T1")]
    processes = [run("--ledger", place, "import", file) for file in files]
    assert [process.wait() for process in processes] == [0, 0], [
        process.stderr for process in processes
    ]
    for process in processes:
        process.communicate()
    assert head_if_sound(place) == 102 + 2 * GAMES


def test_two_results_for_one_game_at_once_one_wins(place: Path, tmp_path: Path) -> None:
    """Two imports with a different result of the same game: one is in whole, the other gets the conflict."""
    mine = write_games(tmp_path / "mine.jsonl", "T0", 2000, first="P1")
    yours = write_games(tmp_path / "yours.jsonl", "T0", 2000, first="P3", result="0-1")
    processes = [run("--ledger", place, "import", file) for file in (mine, yours)]
    said = [process.communicate()[1] for process in processes]
    codes = [process.returncode for process in processes]
    assert sorted(codes) == [0, 2], said
    loser = said[codes.index(2)]
    assert "conflict: round 1, board 1 of 'T0' is already recorded" in loser
    assert "(position 103, recorded " in loser
    assert "read no further than" in loser and "after 1000 problems" in loser
    assert head_if_sound(place) == 102 + 2000


@pytest.mark.parametrize(
    "code, says", [("en", "another import is writing"), ("zh-Hans", "另一次导入正在写入")]
)
def test_a_waiting_import_says_so(place: Path, tmp_path: Path, code: str, says: str) -> None:
    """While another import has the ledger, one that waits tells the user, and succeeds afterwards."""
    games = write_games(tmp_path / "games.jsonl", "T0", 3)
    rival = sqlite3.connect(place / "log.sqlite", isolation_level=None)
    rival.execute("BEGIN IMMEDIATE")
    process = run("--ledger", place, "--language", code, "import", games)
    assert process.stderr is not None
    assert says in process.stderr.readline()
    rival.execute("ROLLBACK")
    rival.close()
    process.communicate()
    assert process.returncode == 0
    assert head_if_sound(place) == 105


def test_reading_goes_on_while_an_import_runs(place: Path) -> None:
    """A reader is not held up by an import, and does not see half of it."""
    with open_log(place) as log, log.store.writing(log.tell, keep=False) as writing:
        writing.insert([("player/X", 1, "PlayerRegistered", b"{}")])
        assert log.head == 102
        assert len(list(log.read())) == 102


def test_an_import_goes_on_while_a_reader_is_slow(place: Path, tmp_path: Path) -> None:
    """A reader in the middle of the log does not hold up an import."""
    with open_log(place) as log:
        reader = log.read()
        next(reader)
        with open_log(place) as other:
            other.append(open_file(write_games(tmp_path / "games.jsonl", "T0", 3)))
        assert len(list(reader)) == 101


def test_a_full_disk_loses_nothing(place: Path, tmp_path: Path) -> None:
    """An import that cannot write to its end appends nothing and says so; with room it can be run again."""
    games = write_games(tmp_path / "games.jsonl", "T0")

    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))

    process = run("--ledger", place, "import", games, preexec_fn=small)
    _, said = process.communicate()
    assert process.returncode == 2, said
    assert "nothing was appended" in said
    assert "Traceback" not in said
    assert head_if_sound(place) == 102
    with open_log(place) as log:
        assert log.append(open_file(games)).appended == GAMES


def test_a_database_that_may_not_grow(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite's own "full" becomes a message with advice."""
    create = SqlitePool._create_connection

    def cramped(pool: SqlitePool) -> object:
        connection = create(pool)
        connection.cursor().execute("PRAGMA max_page_count = 50")
        return connection

    monkeypatch.setattr(SqlitePool, "_create_connection", cramped)
    with open_log(place) as log:
        with pytest.raises(LedgerError, match="the disk is full") as caught:
            log.append(open_file(write_games(tmp_path / "games.jsonl", "T0")))
        assert "make room" in str(caught.value)
        assert log.head == 102


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that other users can reach."""
    folder = Path(tempfile.mkdtemp(prefix="ledger-test-"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def as_somebody(work: Callable[[], str]) -> str:
    """What a function says when an ordinary user without rights runs it (root may do anything)."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if os.geteuid() == 0:
                os.setuid(65534)
            os.write(writing, work().encode())
        finally:
            os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with os.fdopen(reading) as answer:
        return answer.read()


def outcome(work: Callable[[], object]) -> str:
    try:
        return str(work())
    except LedgerError as error:
        return str(error)


def test_a_folder_that_cannot_be_written(open_folder: Path) -> None:
    """No ledger can be made in it, and the message says who should look at what."""
    open_folder.chmod(0o555)
    said = as_somebody(lambda: outcome(lambda: open_log(open_folder / "new", create=True)))
    assert "cannot make a ledger here: Permission denied" in said
    said = as_somebody(lambda: outcome(lambda: open_log(open_folder, create=True)))
    assert "who may" in said


def test_a_ledger_that_can_only_be_read(open_folder: Path, tmp_path: Path) -> None:
    """An auditor with a read-only copy can read and verify it; an append is refused with the reason."""
    place = open_folder / "ledger"
    with open_log(place, create=True) as log:
        log.append(open_file(write_federation(tmp_path / "federation.jsonl")))
        events = [PlayerDeceased(date=date(2026, 1, 1), player="P0")]
    (place / "log.sqlite").chmod(0o444)
    place.chmod(0o555)

    def verify() -> str:
        with open_log(place) as log:
            return str(all(check.ok for check in examine(log)))

    def append() -> str:
        with open_log(place) as log:
            return str(log.append(events))

    def model() -> str:
        with open_log(place) as log, closing(open_model(log, place / "model")) as made:
            return f"{made.head} of {log.head}"

    private_folder(place / "model")  # the caches of whoever writes the ledger are not for others
    try:
        assert as_somebody(lambda: outcome(model)) == "102 of 102"
        assert as_somebody(lambda: outcome(verify)) == "True"
        assert "the ledger cannot be written" in as_somebody(lambda: outcome(append))
    finally:
        place.chmod(0o755)


def test_places_that_are_no_ledger(tmp_path: Path) -> None:
    """A folder without a log, a file, nothing at all, rubbish in place of the log: each gets its own message."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("x")
    rubbish = tmp_path / "rubbish"
    rubbish.mkdir()
    (rubbish / "log.sqlite").write_text(
        "this is not a database, but it is long enough to be read as one" * 100
    )
    other = tmp_path / "other"
    other.mkdir()
    sqlite3.connect(other / "log.sqlite").executescript(
        "CREATE TABLE facts (x); CREATE TABLE y (z)"
    )
    for place, said in (
        ("empty", "not a ledger"),
        ("file", "is a file"),
        ("nowhere", "there is no ledger here"),
        ("rubbish", "not a database"),
        ("other", "not a ledger's"),
    ):
        with pytest.raises(LedgerError, match=said) as caught:
            open_log(tmp_path / place)
        assert "→" in str(caught.value)
    with pytest.raises(LedgerError, match="is a file"):
        open_log(tmp_path / "file", create=True)


def test_files_that_cannot_be_imported(tmp_path: Path) -> None:
    """A folder, a missing file, an empty file: each gets its own message."""
    (tmp_path / "empty.jsonl").touch()
    for name, said in (
        ("", "is a folder"),
        ("missing.jsonl", "No such file"),
        ("empty.jsonl", "is empty"),
    ):
        with pytest.raises(LedgerError, match=said):
            open_file(tmp_path / name)


def test_a_line_of_100_megabytes_is_not_read_into_memory(place: Path, tmp_path: Path) -> None:
    """It is refused by its length, with a few megabytes of memory."""
    path = tmp_path / "events.jsonl"
    with path.open("wb") as file:
        file.write(b'{"type":"')
        file.truncate(100_000_000)
    tracemalloc.start()
    with open_log(place) as log, pytest.raises(LedgerError, match="a line of 100,000,000 bytes"):
        log.append(open_file(path))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 12_000_000
