"""A real desk over a real ledger: a server in this process, asked through the network."""

import faulthandler
import http.cookiejar
import re
import shutil
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

import argon2
import pytest

from ledger import open_log
from replay.commands.main import run
from replay.files import open_file
from replay.lists.publish import publish
from replay.office.office import Office
from replay.simulation.demo import SAMPLE
from replay.web.access import Access
from replay.web.app import DeskOptions
from replay.web.desk import Desk
from replay.web.server import address_of, listen, server

WAITING = 100.0  # seconds that a page is waited for
PASSWORD = "correct horse battery"
CHEAP = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    text: str
    headers: Any
    url: str = ""


class Site:
    """A desk that runs: ask it for addresses."""

    file: Path  # the office file, and the clock of its sessions, if it has one
    clock: Any
    access: Any

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

    def words(self, path: str) -> str:
        """What somebody reads on a page."""
        return words_of(self.page(path))


def words_of(html: str) -> str:
    """What somebody reads of a page, or of a part of it."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def output_of(folder: Path, capsys: Any, *words: str) -> str:
    """What a command writes."""
    capsys.readouterr()
    assert run(["--ledger", str(folder), *words]) == 0
    return str(capsys.readouterr().out)


def without_position(page: str) -> str:
    """A page without what says up to which event it knows: in its receipt, and in its foot."""
    page = re.sub(r"<div><dt>(known|checkpoint)</dt>.*?</div>", "", page)
    return re.sub(r"<footer.*", "", page, flags=re.DOTALL)


class Client:
    """A browser without a screen: it keeps cookies, follows redirects and sends forms with the token of the page."""

    def __init__(self, site: Site) -> None:
        self.site, self.jar = site, http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.token = ""

    def open(self, path: str, data: bytes | None = None, **headers: str) -> Answer:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(self.site.address.rstrip("/") + path, data, named)
        try:
            with self._opener.open(request, timeout=60) as answer:
                found = Answer(answer.status, answer.read().decode(), answer.headers, answer.url)
        except urllib.error.HTTPError as error:
            with error:
                found = Answer(error.code, error.read().decode(), error.headers, error.url)
        told = re.search(r'name="token" value="([^"]*)"', found.text)
        self.token = told[1] if told else self.token
        return found

    def send(self, path: str, file: tuple[str, bytes] | None = None, **fields: str) -> Answer:
        """Send a form, as a browser does."""
        pairs = {"token": self.token} | fields
        if file is None:
            return self.open(path, urllib.parse.urlencode(pairs).encode())
        parts = [
            f'--cut\r\nContent-Disposition: form-data; name="{n}"\r\n\r\n{v}\r\n'
            for n, v in pairs.items()
        ]
        head = f'--cut\r\nContent-Disposition: form-data; name="file"; filename="{file[0]}"\r\n\r\n'
        body = "".join([*parts, head]).encode() + file[1] + b"\r\n--cut--\r\n"
        return self.open(path, body, content_type="multipart/form-data; boundary=cut")

    def sign_in(self, name: str, password: str = PASSWORD) -> Answer:
        self.open("/sign-in")
        return self.send("/sign-in", name=name, password=password)


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def write_office(file: Path, *people: tuple[str, str], settings: str = "") -> Path:
    """An office file; the hashes are cheap to check, so that tests are quick."""
    entries = [
        f'[[people]]\nname = "{name}"\nrole = "{role}"\npassword = "{CHEAP.hash(PASSWORD)}"\n'
        for name, role in people
    ]
    file.touch(mode=0o600)
    file.write_text(settings + "".join(entries))
    return file


PEOPLE = (("Rita", "reader"), ("Chan Tai Man", "recorder"), ("Paula", "publisher"))


@contextmanager
def running(folder: Path, options: DeskOptions = DeskOptions()) -> Iterator[Site]:
    """A desk over the ledger in a folder, on a free port, until the end of the block."""
    desk, sock = Desk(folder), listen("127.0.0.1", 0)
    desk.questions.patience = (
        WAITING  # rules that are compiled for the first time take long, and no page shows it
    )
    serving = server(desk, options)
    thread = threading.Thread(target=serving.run, kwargs={"sockets": [sock]}, daemon=True)
    thread.start()
    try:
        yield Site(address_of(sock), folder, desk)
    finally:
        serving.should_exit = True
        thread.join(120)  # a desk that does not stop fails the run, where it would hang it for ever
        if thread.is_alive():
            faulthandler.dump_traceback(sys.__stderr__)  # where every thread stands
            pytest.fail(f"the desk does not stop: {vars(serving.server_state)}")
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


@pytest.fixture
def office(sample: Path, tmp_path: Path) -> Iterator[Site]:
    """A desk over a copy, where Rita reads, Chan Tai Man records and Paula publishes."""
    shutil.copytree(sample, tmp_path / "copy")
    clock = Clock()
    access = Access(write_office(tmp_path / "office.toml", *PEOPLE), clock, CHEAP)
    with running(tmp_path / "copy", DeskOptions(access)) as opened:
        opened.file, opened.clock, opened.access = tmp_path / "office.toml", clock, access
        yield opened


@pytest.fixture
def client(office: Site) -> Client:
    """Somebody who has not signed in yet."""
    return Client(office)
