"""Kills on the way through import, publish, erase and serve: the ledger stays sound, and the same command goes on.

Each kill has a number, which says what is killed and where: `pytest "tests/replay/test_kills.py::test_killed[7]"`.
A few run every time, all of them with `make soak`.
"""

import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ledger import open_log
from ledger.tree.verify import examine
from replay.commands.main import run
from replay.commands.options import set_place
from replay.files import open_file
from replay.lists.publish import publish
from replay.office.imports import PREFIX
from replay.office.office import Office
from replay.simulation.demo import SAMPLE
from replay.web.uploads import Uploads
from tests.replay.web.conftest import PEOPLE, Client, Site, write_office

KILLS, EVERY_TIME = 500, 5
PATIENCE = 60  # seconds after which a test fails instead of hanging
PLAYERS = 40
LIST = ("fide-standard", "2025-11-01")
ERASE = ("erase", "F05", "--reason", "asked for it", "--ref", "letter 7", "--yes")
NAME = "Castro"  # of F05
_BETWEEN = """
import os, signal
from ledger.log.log import Log

def append(log, *given, real=Log.append, **more):
    if not more.get("dry_run"):
        os.kill(os.getpid(), signal.SIGKILL)  # the key is destroyed, and nothing says so yet
    return real(log, *given, **more)

Log.append = append
from replay.commands.main import main
main()
"""
_ARMED = """
import os, signal, sys, threading
left, armed = int(sys.argv.pop(1)), False

def count(frame, event, argument):
    global left
    if armed:
        left -= 1
        if left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)

def arm(*_):
    global armed
    armed = True

from replay.commands.main import main
signal.signal(signal.SIGUSR1, arm)
threading.setprofile(count)
sys.setprofile(count)
main()
"""


class Killed:
    """A ledger, and what a test does with it."""

    def __init__(
        self, folder: Path, chance: Random, stopped: Any, calls: Callable[..., int]
    ) -> None:
        self.ledger, self.folder, self.chance = folder / "ledger", folder, chance
        self._stopped, self._calls = stopped, calls
        self.file = folder / "players.csv"
        rows = [f"N{number},Newcomer {number},F,2026-01-05\n" for number in range(PLAYERS)]
        self.file.write_text("player,name,sex,date\n" + "".join(rows))
        with open_log(self.ledger) as log:
            self.head = log.head

    def kill(self, *words: str | Path) -> None:
        """Kill a command at a random call of a function; most work is done towards the end."""
        counts = []
        for copy in (
            "first",
            "second",
        ):  # the first run may compile modules, which takes further calls
            fresh = self.folder / copy
            shutil.copytree(self.ledger, fresh)
            counts.append(self._calls("--ledger", fresh, *words))
        whole = min(counts)
        after = int(whole * self.chance.random() ** 0.3)
        done = self._stopped(
            "--ledger", self.ledger, *words, number=signal.SIGKILL, after=max(1, after)
        )
        assert done.returncode == -signal.SIGKILL, done.stderr

    def sound_head(self) -> int:
        with open_log(self.ledger) as log:
            assert [check for check in examine(log) if not check.ok] == []
            return log.head

    def goes_on(self, *words: str | Path) -> None:
        """The same command again does what is left to do."""
        assert run(["--ledger", str(self.ledger), *map(str, words)]) == 0
        set_place("")

    def verified(self) -> None:
        self.goes_on("verify")


def _import(place: Killed) -> None:
    place.kill("import", place.file)
    assert place.sound_head() in (place.head, place.head + PLAYERS), "all of the file, or nothing"
    place.goes_on("import", place.file)
    assert place.sound_head() == place.head + PLAYERS


def _publish(place: Killed) -> None:
    place.kill("publish", *LIST)
    assert place.sound_head() in (place.head, place.head + 1)
    place.goes_on("publish", *LIST)
    assert place.sound_head() == place.head + 1


def _erased(place: Killed) -> None:
    place.goes_on(*ERASE)
    assert place.sound_head() == place.head + 1
    assert _files_with_name(place) == []


def _files_with_name(place: Killed) -> list[Path]:
    return [
        path
        for path in place.ledger.rglob("*")
        if path.is_file() and NAME.encode() in path.read_bytes()
    ]


def _erase(place: Killed) -> None:
    assert _files_with_name(place), "the file of a published list has the name"
    place.kill(*ERASE)
    _erased(place)


def _erase_between(place: Killed) -> None:
    """Killed after the key was destroyed, and before the log says so."""
    command = [sys.executable, "-c", _BETWEEN, "--ledger", str(place.ledger), *ERASE]
    assert subprocess.run(command, capture_output=True).returncode == -signal.SIGKILL
    with open_log(place.ledger) as log:
        assert log.head == place.head
        assert [check for check in examine(log) if not check.ok], (
            "verify says that an erasure was cut off"
        )
    _erased(place)


def _serve(place: Killed) -> None:
    """A desk is killed while somebody signs in, sends a file, or appends it."""
    office = write_office(place.folder / "office.toml", *PEOPLE)
    spool = place.folder / "spool"
    spool.mkdir()
    after = int(10 ** place.chance.uniform(2, 5))
    words = ["--ledger", str(place.ledger), "serve", "--port", "0", "--office", str(office)]
    with subprocess.Popen(
        [sys.executable, "-c", _ARMED, str(after), *words],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=os.environ | {"TMPDIR": str(spool)},
    ) as process:  # fmt: skip
        try:
            assert process.stdout is not None
            address = re.search(r"http://\S+", process.stdout.readline())
            assert address
            site = Site(address[0], place.ledger, None)  # type: ignore[arg-type]
            with suppress(OSError, http.client.HTTPException, json.JSONDecodeError):
                _session(Client(site), place, lambda: process.send_signal(signal.SIGUSR1))
        finally:
            process.kill()
    assert place.sound_head() in (place.head, place.head + PLAYERS), "all of the file, or nothing"
    place.goes_on("import", place.file)
    assert place.sound_head() == place.head + PLAYERS
    before, tempfile.tempdir = tempfile.tempdir, str(spool)
    try:
        Uploads().close()
    finally:
        tempfile.tempdir = before
    assert list(spool.glob(f"{PREFIX}*")) == [], "what was sent is swept at the next start"


def _session(client: Client, place: Killed, arm: Callable[[], None]) -> None:
    armed_at = place.chance.randrange(3)
    steps: list[Callable[[], Any]] = [
        lambda: client.sign_in("Paula"),
        lambda: _ended(
            client, client.send("/office/import", ("players.csv", place.file.read_bytes()))
        ),
        lambda: _ended(client, client.send(_append_form(preview.text))),
    ]
    for number, step in enumerate(steps):
        if number == armed_at:
            arm()
        preview = step()
        client.open("/office/import") if number == 0 else None


def _append_form(text: str) -> str:
    form = re.search(r'action="(/office/import/[^"]+/preview)"', text)
    assert form, text
    return form[1]


def _ended(client: Client, running: Any) -> Any:
    """The answer itself; if it takes long, once its job has ended."""
    until = time.monotonic() + PATIENCE
    while "/jobs/" in running.url:
        path = "/" + running.url.removeprefix(client.site.address)
        while json.loads(client.open(f"{path}.json").text)["state"] == "running":
            assert time.monotonic() < until
        running = client.open(path)
    return running


KINDS = (_import, _publish, _erase, _erase_between, _serve)
NUMBERS = [
    *range(EVERY_TIME),
    *(pytest.param(each, marks=pytest.mark.soak) for each in range(EVERY_TIME, KILLS)),
]


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ledger of the demo, with two published lists."""
    folder = tmp_path_factory.mktemp("kills") / "ledger"
    with open_log(folder, create=True, origin="ratings.example.org/kills") as log:
        log.append(open_file(SAMPLE))
    with Office(folder) as office:
        publish(office, "cxa-rapid", date(2026, 1, 1))
        publish(office, "fide-standard", date(2025, 10, 1))
    return folder


@pytest.mark.parametrize("number", NUMBERS)
def test_killed(
    number: int, published: Path, tmp_path: Path, stopped: Any, calls: Callable[..., int]
) -> None:
    shutil.copytree(published, tmp_path / "ledger")
    place = Killed(tmp_path, Random(number), stopped, calls)
    KINDS[number % len(KINDS)](place)
    place.verified()
