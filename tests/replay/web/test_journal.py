"""The log of a desk that really runs: what happened, by whom, and no names of players; and its limit of memory."""

import json
import re
import shutil
import socket
import subprocess
import sys
import urllib.parse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.replay.web.conftest import PASSWORD, PEOPLE, Client, Site, write_office

PATIENCE = 60  # seconds after which a test fails instead of hanging
_SERVE = "from replay.commands.main import main; main()"


class Process(Site):
    """A desk in a process of its own."""

    def __init__(self, address: str, folder: Path, process: subprocess.Popen[str]) -> None:
        self.address, self.folder, self.process = address, folder, process

    def stopped(self) -> str:
        """End it as a service is ended; what it wrote to its log."""
        self.process.terminate()
        return self.process.communicate(timeout=PATIENCE)[1]


Serving = Callable[..., Any]


@pytest.fixture
def serving(sample: Path, tmp_path: Path) -> Serving:
    shutil.copytree(sample, tmp_path / "copy")

    @contextmanager
    def start(*words: str, code: str = _SERVE) -> Iterator[Process]:
        command = [
            sys.executable,
            "-c",
            code,
            "--ledger",
            str(tmp_path / "copy"),
            "serve",
            "--port",
            "0",
            *words,
        ]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            try:
                assert process.stdout is not None
                found = re.search(r"http://\S+", process.stdout.readline())
                assert found
                yield Process(found[0], tmp_path / "copy", process)
            finally:
                process.kill()

    return start


@pytest.fixture
def office_file(tmp_path: Path) -> Path:
    return write_office(tmp_path / "office.toml", *PEOPLE)


def test_the_log_says_what_was_asked_who_signed_in_and_who_appended_what(
    serving: Serving, office_file: Path
) -> None:
    with serving("--log", "json", "--office", str(office_file)) as site:
        client = Client(site)
        for path in (  # data, which are waited for however slow the machine is
            "/players/F05/fide-standard/2025-11-01.json",
            "/find.csv?q=Castro",
            "/players/Castro.csv",
            "/Castro/In%C3%A9s",
        ):
            client.open(path)
        client.sign_in("Chan Tai Man", "wrong password")
        client.sign_in("hunter2 hunter2", PASSWORD)
        client.sign_in("Chan Tai Man")
        client.open("/office/publish")
        client.open("/office/record/player")
        typed = {"player": "N77", "name": "Nobody Known", "sex": "F", "date": "2026-01-05"}
        shown = client.send("/office/record/player", **typed)
        confirmed = re.search(r'name="confirmed" value="(\d+)"', shown.text)
        assert confirmed, shown.text
        assert client.send("/office/record/player", **typed, confirmed=confirmed[1]).status == 200
        client.send("/office/record/player", token="wrong")
        session = "; ".join(cookie.value or "" for cookie in client.jar)
        log = site.stopped()
    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    assert {"what": "signed-in", "who": "Chan Tai Man (recorder)"}.items() <= _one(
        lines, "signed-in"
    ).items()
    refusals = [(each["why"], each["who"]) for each in lines if each["what"] == "sign-in-refused"]
    assert refusals == [("wrong", "Chan Tai Man (recorder)"), ("wrong", "-")]
    refused = [(each["why"], each["who"]) for each in lines if each["what"] == "refused"]
    assert refused == [
        (why, "Chan Tai Man (recorder)") for why in ("needs-publisher", "form-without-token")
    ]
    appended = _one(lines, "appended")
    position = int(confirmed[1]) + 1
    assert (appended["types"], appended["first"], appended["last"]) == (
        {"PlayerRegistered": 1},
        position,
        position,
    )
    assert appended["who"] == "Chan Tai Man"
    requests = [each for each in lines if each["what"] == "request"]
    asked = [(each["method"], each["path"], each["status"], each["who"]) for each in requests]
    assert asked[:4] == [
        ("GET", "/players/…/fide-standard/2025-11-01.json", 200, "-"),
        ("GET", "/find.csv?q", 200, "-"),
        ("GET", "/players/….csv", 404, "-"),
        ("GET", "/Castro/…", 404, "-"),
    ]
    assert ("POST", "/office/record/player", 200, "Chan Tai Man (recorder)") in asked
    assert all(isinstance(each["ms"], int) and each["time"].endswith("Z") for each in requests)
    for secret in (
        "F05",
        "In%C3%A9s",
        "Nobody Known",
        "N77",
        PASSWORD,
        "wrong password",
        "hunter2",
        session,
    ):
        assert secret not in log
    assert "Traceback" not in log


def _one(lines: list[dict[str, Any]], what: str) -> dict[str, Any]:
    (found,) = [each for each in lines if each["what"] == what]
    return found


def test_the_log_as_text_and_without_one(serving: Serving) -> None:
    with serving() as site:
        site.page("/schemes.csv?language=en")
        line, last = site.stopped().splitlines()
    assert re.fullmatch(
        r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ request GET /schemes\.csv\?language 200 \d+ -", line
    )
    assert last == "stopped"
    with serving("--log", "off") as site:
        site.page("/schemes.csv")
        assert site.stopped() == "stopped\n"


_HELD = """
import threading
from replay.world import limits
from replay.world import world
def held(steps):
    look = limits._look.get()
    print("begun", flush=True)
    for _ in range(6000):
        threading.Event().wait(0.01)
        look()
world.watched = held
from replay.commands.main import main
main()
"""


def test_a_client_that_leaves_makes_no_traceback(serving: Serving) -> None:
    """In the middle of a question, of what it sends, of what it gets, and before it has asked anything."""
    with serving(code=_HELD) as site:
        place = urllib.parse.urlsplit(site.address)
        for text in (
            "GET /players/F05/fide-standard/2025-11-01 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
            "POST /appeal/file HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5000\r\n"
            "Content-Type: multipart/form-data; boundary=cut\r\n\r\n--cut\r\n",
            "GET /log.csv HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
            "GET / HT",
        ):
            with socket.create_connection((place.hostname, place.port), PATIENCE) as connection:
                connection.sendall(text.encode())
                if "/players/" in text:
                    while "begun" not in site.process.stdout.readline():
                        continue
        assert site.ask("/health").status == 200
        log = site.stopped()
    assert "Traceback" not in log and "Exception" not in log and "ERROR" not in log
    assert "request GET /players/…/fide-standard/2025-11-01 503" in log


def test_a_desk_that_is_stopped_while_many_wait_makes_no_traceback(serving: Serving) -> None:
    question = "GET /players/F05/{}/2025-11-01 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with serving(code=_HELD.replace("look()\nworld", "pass\nworld")) as site:
        place = urllib.parse.urlsplit(site.address)
        connections = [
            socket.create_connection((place.hostname, place.port), PATIENCE) for _ in range(12)
        ]
        for connection in connections:
            connection.sendall(question.format("fide-standard").encode())
        while "begun" not in site.process.stdout.readline():
            continue
        log = site.stopped()
        for connection in connections:
            connection.close()
    assert "Traceback" not in log


_HUNGRY = """
import numpy
from replay.world import world
real = world.watched
def hungry(steps):
    numpy.ones(2_000_000_000)
    return real(steps)
world.watched = hungry
from replay.commands.main import main
main()
"""


def test_a_question_that_needs_too_much_memory_is_refused_and_the_desk_goes_on(
    serving: Serving,
) -> None:
    with serving("--memory-mb", "4000", code=_HUNGRY) as site:
        answer = site.ask("/players/F05/fide-standard/2025-11-01.json")
        assert answer.status == 400 and "more memory than the desk may use" in answer.text, (
            answer.text
        )
        assert "whoever runs the desk" in answer.text
        assert site.ask("/schemes.csv").status == site.ask("/health").status == 200
        assert "Traceback" not in site.stopped()


@pytest.mark.parametrize("option", ["--memory-mb", "--connections", "--keep-alive", "--upload-mb"])
def test_a_limit_that_lets_nothing_in_is_refused(sample: Path, capsys: Any, option: str) -> None:
    from replay.commands.main import run
    from replay.commands.options import set_place

    code = run(["--ledger", str(sample), "serve", "--port", "0", option, "0"])
    set_place("")
    said = capsys.readouterr().err
    assert code == 2 and f"{option} 0 lets nothing in" in said and "use 1 or more" in said


def test_the_address_of_a_reader_is_believed_of_the_proxy_that_is_named(
    serving: Serving, office_file: Path
) -> None:
    for words, believed in (
        (("--proxy", "127.0.0.1"), "203.0.113.7"),
        (("--proxy", "192.0.2.1"), "127.0.0.1"),
    ):
        with serving("--office", str(office_file), *words) as site:
            client = Client(site)
            client.open("/sign-in")
            form = {"token": client.token, "name": "Paula", "password": "wrong"}
            client.open(
                "/sign-in", urllib.parse.urlencode(form).encode(), X_Forwarded_For="203.0.113.7"
            )
            assert f"sign-in-refused wrong {believed} Paula (publisher)" in site.stopped()


def test_a_mistake_of_ours_is_logged_without_what_was_asked_for(
    site: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*given: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(site.desk, "office", broken)
    assert site.ask("/find.csv?q=Castro").status == 500
    assert "/find.csv?q" in caplog.text and "Castro" not in caplog.text


def test_a_mistake_of_ours_is_a_page_that_leads_on(
    site: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the reader's language, with what happened, and links; where in our files it happened is for the log."""

    def broken(*given: Any) -> None:
        raise ZeroDivisionError("no list has 0 rows")

    monkeypatch.setattr(site.desk, "office", broken)
    for language, heading in (("en", "Something went wrong"), ("zh-Hans", "出错了")):
        answer = site.ask(f"/players/F05?language={language}")
        assert answer.status == 500 and f"<h1>{heading}</h1>" in answer.text
        assert "no list has 0 rows" in answer.text and 'href="/"' in answer.text
        assert "Traceback" not in answer.text and ".py" not in answer.text
