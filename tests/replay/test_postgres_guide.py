"""What docs/postgres.md promises: moving a ledger to PostgreSQL and back, a backup and its restoring."""

import subprocess
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from ledger import open_log
from ledger.events import EventWithdrawn, TitleAwarded
from replay.commands.main import run
from replay.simulation.demo import SAMPLE
from tests.postgres_server import PostgresServer

ORIGIN = "ratings.example.org/moved"
Command = Callable[..., None]


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """A command that must succeed, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def done(place: str, *words: str) -> None:
        assert run(["--ledger", place, *words]) == 0, words

    return done


@pytest.fixture
def ledger(command: Command) -> str:
    """A ledger in a folder, with a published list and an event that names a position."""
    command("ratings", "init", "--origin", ORIGIN)
    command("ratings", "import", str(SAMPLE))
    command("ratings", "publish", "cxa-rapid", "2026-01-01", "--by", "Paula")
    with open_log("ratings") as log:
        title = TitleAwarded(date=date(2026, 2, 1), player="C02", title="cxa-gm")
        mistaken = log.append([title]).head
        log.append(
            [EventWithdrawn(date=date(2026, 2, 2), withdraws=mistaken, reason="entered by mistake")]
        )
    return "ratings"


def test_a_ledger_moves_to_postgresql_and_back_with_all_its_positions(
    ledger: str, database: str, command: Command
) -> None:
    """Every stored byte, so every hash; the published list is made again, and its files are compared."""
    command(ledger, "prove", "-o", "before.checkpoint")
    for number, (there, here) in enumerate([(ledger, database), (database, "again")]):
        keys = ("--keys", f"keys{number}.jsonl")
        command(there, "export", "-o", f"log{number}.jsonl", *keys)
        command(here, "init", "--origin", ORIGIN)
        command(here, "import", f"log{number}.jsonl", *keys)
        command(here, "--lists", "ratings/lists", "verify", "--checkpoint", "before.checkpoint")
    assert Path("log0.jsonl").read_bytes() == Path("log1.jsonl").read_bytes()
    with open_log(ledger) as first, open_log(database) as second, open_log("again") as third:
        assert first.checkpoint() == second.checkpoint() == third.checkpoint()
        assert first.head == 172
        assert [*first.read_stored()] == [*second.read_stored()] == [*third.read_stored()]


def test_whoever_was_erased_is_erased_after_the_move(
    ledger: str, database: str, command: Command
) -> None:
    """Their keys are in no file: the log says that they were erased, and not that the keys are elsewhere."""
    command(ledger, "erase", "C01", "--reason", "asked for it", "--ref", "letter 7", "--yes")
    command(ledger, "list", "cxa-rapid", "2026-01-01", "-o", "before.csv")
    for number, (there, here) in enumerate([(ledger, database), (database, "again")]):
        keys = ("--keys", f"keys{number}.jsonl")
        command(there, "export", "-o", f"log{number}.jsonl", *keys)
        command(here, "init", "--origin", ORIGIN)
        command(here, "import", f"log{number}.jsonl", *keys)
        command(here, "list", "cxa-rapid", "2026-01-01", "-o", f"after{number}.csv")
        assert Path(f"after{number}.csv").read_bytes() == Path("before.csv").read_bytes()
        command(here, "--lists", "ratings/lists", "verify")
    assert ",C01,erased," in Path("before.csv").read_text(encoding="utf-8-sig")


def test_a_restored_backup_is_verified_by_a_kept_checkpoint(
    postgres: PostgresServer, database: str, command: Command, capfd: pytest.CaptureFixture[str]
) -> None:
    """And one that lacks the last events is not."""
    name = database.rpartition("/")[2]
    command(database, "init", "--origin", ORIGIN)
    command(database, "import", str(SAMPLE))
    dump = [postgres.programs / "pg_dump", "--format=custom", "--file=ratings.dump", database]
    subprocess.run(dump, check=True)
    postgres.execute(f"CREATE DATABASE {name}_restored")
    restored = postgres.address(f"{name}_restored")
    restore = [
        postgres.programs / "pg_restore",
        "--exit-on-error",
        f"--dbname={restored}",
        "ratings.dump",
    ]
    subprocess.run(restore, check=True)
    command(database, "prove", "-o", "old.checkpoint")
    command(restored, "verify", "--checkpoint", "old.checkpoint")
    command(restored, "init")
    assert f"role {name}_restored_office" in capfd.readouterr().err
    command(database, "publish", "malaysia", "2026-01-01")
    command(database, "prove", "-o", "new.checkpoint")
    capfd.readouterr()
    assert run(["--ledger", restored, "verify", "--checkpoint", "new.checkpoint"]) == 1
    assert "FAILED" in capfd.readouterr().out
