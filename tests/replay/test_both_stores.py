"""A ledger in a folder and one on PostgreSQL: the same commands, the same answers."""

import json
import shlex
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from replay.commands.main import run
from replay.commands.options import set_place
from replay.simulation.demo import APPEAL, SAMPLE
from replay.web.desk import Desk
from replay.web.server import address_of, listen, server
from tests.postgres_server import PostgresServer, own_caches

pytestmark = pytest.mark.usefixtures("queries_here")

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
Ledgers = dict[str, "Ledger"]


class Ledger:
    """A ledger at a place, and the command line over it."""

    def __init__(self, place: str, folder: Path) -> None:
        self.place, self.folder, self.lists = place, folder, folder / "lists"

    def __call__(self, command: str) -> int:
        words = shlex.split(command.format(folder=self.folder, sample=SAMPLE, appeal=APPEAL))
        return run(["--ledger", self.place, "--lists", str(self.lists), *words])


@pytest.fixture(scope="module")
def ledgers(
    postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Ledgers]:
    """The sample and a published list in both stores, with one clock and no chance: each byte must be the same."""
    folder = tmp_path_factory.mktemp("both")
    places = {
        "folder": str(folder / "ledger"),
        "database": postgres.address(postgres.new_database()),
    }
    with pytest.MonkeyPatch.context() as patch:
        own_caches(folder / "cache", patch)
        patch.setattr("ledger.persons.seal.urandom", bytes)
        patch.setattr("ledger.log.store.Reads.now", lambda reads: NOW)
        patch.setattr("ledger.log.postgres.PostgresReads.now", lambda reads: NOW)
        found = {}
        for name, place in places.items():
            (folder / name).mkdir()
            found[name] = ledger = Ledger(place, folder / name)
            assert ledger("init --origin ratings.example.org/both") == 0
            assert ledger("import {sample}") == 0
            assert ledger("publish cxa-rapid 2026-01-01") == 0
        yield found
        set_place("")


@pytest.fixture(params=["folder", "database"])
def ledger(ledgers: Ledgers, request: pytest.FixtureRequest) -> Ledger:
    return ledgers[request.param]


@pytest.mark.parametrize(
    "command",
    [
        "export",
        "log --player F05",
        "list fide-standard 2025-10-01 --known 2025-10-31 --all",
        "explain cxa-rapid C01 2026-01-01",
        "history malaysia M01",
        "standings river-cup-2025",
        "find river",
        "appeal {appeal}",
        "whatif fide-standard 2025-11-01 --set k.top=15",
        "compare 2025-10-01 2025-11-01 --scheme fide-standard",
        "sql \"SELECT * FROM lists WHERE scheme = 'malaysia' ORDER BY ALL\"",
        "verify",
        "prove",
    ],
)
def test_an_answer_is_the_same_in_both(
    ledgers: Ledgers, command: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """Asked in the database twice: the second answer rests on what the first one left behind."""
    answers = []
    for name in ("folder", "database", "database"):
        capfd.readouterr()
        assert ledgers[name](command) == 0
        answers.append(_without_store(capfd.readouterr().out))
    assert answers[0] == answers[1] == answers[2] != ""


def _without_store(text: str) -> str:
    """Without the one line of verify that speaks of the database itself."""
    return "\n".join(line for line in text.splitlines() if not line.startswith("database,ok"))


def test_a_published_list_has_the_same_files_in_both(ledgers: Ledgers) -> None:
    written = [
        {path.name: path.read_bytes() for path in each.lists.iterdir()} for each in ledgers.values()
    ]
    assert written[0] == written[1] and len(written[0]) == 3


def test_proofs_hold_in_both(ledger: Ledger, capfd: pytest.CaptureFixture[str]) -> None:
    """Of an event, of a published rating, and that the log has only grown since a kept checkpoint."""
    assert ledger("prove -o {folder}/kept.txt") == 0
    assert ledger("prove --event 5 -o {folder}/event.json") == 0
    assert (
        ledger("prove --scheme cxa-rapid --date 2026-01-01 --player C01 -o {folder}/rating.json")
        == 0
    )
    for proof in ("event", "rating"):
        assert ledger(f"check-proof {{folder}}/{proof}.json --checkpoint {{folder}}/kept.txt") == 0
    assert ledger("verify --checkpoint {folder}/kept.txt") == 0
    other = (ledger.folder / "kept.txt").read_text().replace("170", "169")
    (ledger.folder / "other.txt").write_text(other)
    capfd.readouterr()
    assert ledger("verify --checkpoint {folder}/other.txt") == 1
    assert "FAILED" in capfd.readouterr().out


def test_a_file_of_a_published_list_that_was_changed_is_found_in_both(
    ledger: Ledger, capfd: pytest.CaptureFixture[str]
) -> None:
    file = ledger.lists / "cxa-rapid-2026-01-01.csv"
    content = file.read_bytes()
    file.write_bytes(content.replace(b"C01", b"C99", 1))
    try:
        capfd.readouterr()
        assert ledger("verify") == 1
        assert "cxa-rapid-2026-01-01.csv is not what was published" in capfd.readouterr().out
    finally:
        file.write_bytes(content)


def test_the_desk_answers_as_the_command_line_does_in_both(
    ledger: Ledger, capfd: pytest.CaptureFixture[str]
) -> None:
    capfd.readouterr()
    assert ledger("list malaysia 2026-01-01 --format csv") == 0
    listed = capfd.readouterr().out
    with serving(ledger) as address:
        assert asked(f"{address}lists/malaysia/2026-01-01.csv") == (200, listed)
        assert json.loads(asked(f"{address}health")[1])["position"] == 170


@contextmanager
def serving(ledger: Ledger) -> Iterator[str]:
    """The address of a desk over a ledger."""
    desk, sock = Desk(ledger.place, ledger.lists), listen("127.0.0.1", 0)
    serves = server(desk)
    thread = threading.Thread(target=serves.run, kwargs={"sockets": [sock]})
    thread.start()
    try:
        yield address_of(sock)
    finally:
        serves.should_exit = True
        thread.join()
        sock.close()
        desk.close()


def asked(address: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def test_a_desk_whose_server_is_away_says_so_and_goes_on_when_it_is_back(
    postgres: PostgresServer, database: str, tmp_path: Path
) -> None:
    ledger = Ledger(f"{database}?connect_timeout=2", tmp_path)
    assert ledger("init") == ledger("import {sample}") == 0
    with serving(ledger) as address:
        before = asked(f"{address}lists/malaysia/2026-01-01.csv")
        assert before[0] == 200
        postgres.stop()
        try:
            status, page = asked(f"{address}lists/malaysia/2026-01-01")
        finally:
            postgres.start()
        assert status == 503 and "127.0.0.1" in page
        assert asked(f"{address}lists/malaysia/2026-01-01.csv") == before


# What is kept of a ledger in a database -------------------------------------------------------------------------------


def kept(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_ino for path in folder.rglob("*") if path.is_file()}


def test_the_read_model_of_a_database_is_kept_caught_up_and_thrown_away(
    database: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """In the user's cache, in a folder that has the ledger's origin in its name and that nobody else can read."""
    ledger = Ledger(database, tmp_path)
    assert ledger("init --origin ratings.example.org/kept") == ledger("import {sample}") == 0
    assert ledger("list malaysia 2026-01-01") == 0
    (folder,) = (tmp_path / "cache" / "rating-ledger").glob(
        "ledger-*"
    )  # beside it: the compiled rules
    assert "ratings.example.org-kept" in folder.name and folder.stat().st_mode & 0o077 == 0
    first = kept(folder)
    assert any(name.startswith("segment-") for name in first)
    assert ledger("list malaysia 2026-01-01") == ledger("sql 'SELECT count(*) FROM games'") == 0
    assert kept(folder) == first
    assert ledger("import {appeal}") == 0
    capfd.readouterr()
    assert (
        ledger(
            "sql 'SELECT result FROM games WHERE tournament = $$river-cup-2025$$ AND round = 4 AND board = 1'"
        )
        == 0
    )
    assert "1-0" in capfd.readouterr().out
    segment = next(folder.glob("model/segment-*"))
    segment.write_bytes(segment.read_bytes()[:-9])
    assert ledger("list malaysia 2026-01-01 --known '#100'") == 0
    assert not segment.exists()


def test_a_restored_copy_that_went_another_way_gets_its_own_answers(
    postgres: PostgresServer, database: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The same origin, the same database, the same number of events, other events: nothing kept is believed."""
    copy = database.rpartition("/")[2]
    told = []
    for result in ("1-0", "0-1"):
        postgres.execute(f"DROP DATABASE {copy}")
        postgres.execute(f"CREATE DATABASE {copy}")
        ledger = Ledger(database, tmp_path)
        assert ledger("init --origin ratings.example.org/kept") == ledger("import {sample}") == 0
        (tmp_path / "appeal.jsonl").write_text(APPEAL.read_text().replace("1-0", result))
        assert ledger("import {folder}/appeal.jsonl") == 0
        capfd.readouterr()
        assert ledger("list cxa-rapid 2026-01-01 --format csv") == 0
        told.append(capfd.readouterr().out)
    assert told[0] != told[1]
