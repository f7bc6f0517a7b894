"""A real desk over a real ledger: a server in this process, asked through the network."""

import shutil
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ledger import open_log
from ledger.formats import open_file
from replay.demo import SAMPLE
from replay.office import Office
from replay.publish import publish
from replay.web.desk import Desk
from replay.web.server import address_of, listen, server


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    text: str
    headers: Any


class Site:
    """A desk that runs: ask it for addresses."""

    def __init__(self, address: str, folder: Path, desk: Desk) -> None:
        self.address, self.folder, self.desk = address, folder, desk

    def ask(self, path: str) -> Answer:
        try:
            with urllib.request.urlopen(self.address.rstrip("/") + path, timeout=60) as answer:
                return Answer(answer.status, answer.read().decode(), answer.headers)
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, error.read().decode(), error.headers)

    def page(self, path: str) -> str:
        """A page that must be there."""
        found = self.ask(path)
        assert found.status == 200, f"{path}: {found.status}\n{found.text}"
        return found.text


@contextmanager
def running(folder: Path) -> Iterator[Site]:
    """A desk over the ledger in a folder, on a free port, until the end of the block."""
    desk, sock = Desk(folder), listen("127.0.0.1", 0)
    serving = server(desk)
    thread = threading.Thread(target=serving.run, kwargs={"sockets": [sock]})
    thread.start()
    try:
        yield Site(address_of(sock), folder, desk)
    finally:
        serving.should_exit = True
        thread.join()
        sock.close()
        desk.close()


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ledger of the demo, with one published list."""
    from datetime import date

    folder = tmp_path_factory.mktemp("desk") / "ledger"
    with open_log(folder, create=True, origin="ratings.example.org/desk") as log:
        log.append(open_file(SAMPLE))
    with Office(folder) as office:
        publish(office, "cxa-rapid", date(2026, 1, 1))
    return folder


@pytest.fixture(scope="session")
def site(sample: Path) -> Iterator[Site]:
    """A desk over the demo's ledger, for tests that only read."""
    with running(sample) as opened:
        yield opened


@pytest.fixture
def growing(sample: Path, tmp_path: Path) -> Iterator[Site]:
    """A desk over a copy, for tests that append to its log."""
    shutil.copytree(sample, tmp_path / "copy")
    with running(tmp_path / "copy") as opened:
        yield opened
