"""For all tests: nothing that hypothesis does depends on the clock, and nothing outlives the run."""

import gc
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from ledger import Log, open_log
from schemes.kernels.regulation import PLAIN, Regulation
from tests.builders import FEDERATION, lines
from tests.postgres_server import database, postgres

__all__ = ["database", "postgres"]  # fixtures

settings.register_profile("no clock", deadline=None)  # a loaded machine is slow, not wrong
settings.load_profile("no clock")

# Bytecode is kept whatever the surroundings say: else each worker and each process of a test compiles everything again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A run in the background ignores Ctrl-C, and so would every process that a test starts and stops by it.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_unconfigure() -> None:
    """Take back hypothesis' hook: it keeps all modules past their end, and DuckDB calls each of its own a leak."""
    gc.callbacks.clear()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what CI may run again: stories in a browser, and those with a cluster of workers."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
        if item.path.name == "test_whatif_cluster.py":
            item.add_marker(pytest.mark.cluster)


@pytest.fixture
def plain_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules run in plain Python: the compiler takes seconds for each regulation, and two games need no compiled rules.

    Not for tests about what the compiler does: that compiled rules give the same numbers, or fail with a place.
    """
    monkeypatch.setattr(Regulation, "runs", PLAIN)


@pytest.fixture(scope="session")
def golden() -> Path:
    """The folder with the logs that must be readable for ever."""
    return Path(__file__).parent / "golden"


@pytest.fixture
def log() -> Iterator[Log]:
    """A log with a small federation in it: four players, a tournament, a game, a bye, an entry, a title."""
    with open_log(":memory:") as opened:
        opened.append(lines(FEDERATION))
        yield opened


_COUNTING = """
import os, sys
number, left = int(sys.argv.pop(1)), int(sys.argv.pop(1))
given = left

def count(frame, event, argument):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), number)

from replay.commands.main import main
sys.setprofile(count)
try:
    main()
finally:
    sys.setprofile(None)
    sys.stderr.write(f"\\ncalls: {given - left}")
"""
Done = subprocess.CompletedProcess[str]


@pytest.fixture(scope="session")
def stopped() -> Callable[..., Done]:
    """Run a command that gets a signal at its n-th call of a function: at the same place on a slow machine, too.

    Without a signal it runs to its end; `calls` says how many there were.
    """

    def run(*words: str | Path, number: int = signal.SIGTERM, after: int = 0) -> Done:
        command = [sys.executable, "-c", _COUNTING, str(int(number)), str(after), *map(str, words)]
        return subprocess.run(command, capture_output=True, text=True)

    return run


@pytest.fixture(scope="session")
def calls(stopped: Callable[..., Done]) -> Callable[..., int]:
    """How many calls of functions a command makes; it must succeed."""

    def count(*words: str | Path) -> int:
        done = stopped(*words)
        assert done.returncode == 0, done.stderr
        return int(done.stderr.rpartition("calls: ")[2])

    return count
