"""Nobody stops the desk: days have bounds, a question ends with its reader, pages and /health go on meanwhile."""

import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.parse
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from replay.commands.main import run
from replay.commands.options import set_place
from replay.web import jobs
from replay.world import limits, world
from tests.replay.web.conftest import Client

PATIENCE = 60  # seconds after which a test fails instead of hanging
GAME = "tournament=river-cup-2025&round=5&board=1&result=void"


@pytest.mark.parametrize("day", ["9999-12-31", "0001-01-01", "2150-01-01"])
@pytest.mark.parametrize(
    "path",
    [
        "/lists/fide-standard/{}",
        "/lists/cxa-rapid/{}.csv",
        "/players/F01/fide-standard/{}",
        "/players/F01/elo/{}",
        "/whatif/fide-standard/{}",
        "/whatif/cxa-rapid/{}?set.k.top=15",
        "/whatif/fide-standard/{}?set.k.top=15",
        f"/appeal?{GAME}&date={{}}",
        "/compare/fide-standard?b={}",
        "/compare/cxa-rapid?b={}",
        "/compare/fide-standard?a={}",
    ],
)
def test_a_day_out_of_reach_is_told(site: Any, path: str, day: str) -> None:
    answer = site.ask(path.format(day))
    assert answer.status == 400 and "out of reach" in answer.text, unescape(answer.text)
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "words",
    [
        ("list", "fide-standard", "9999-12-31"),
        ("explain", "fide-standard", "F01", "9999-12-31"),
        ("explain", "cxa-rapid", "F01", "0001-01-01"),
        ("whatif", "fide-standard", "9999-12-31", "--set", "k.top=15"),
        ("compare", "fide-standard@2025-11-01", "9999-12-31"),
        ("history", "fide-standard", "F01", "--until", "9999-12-31"),
        ("publish", "cxa-rapid", "0001-01-01"),
    ],
)
def test_the_terminal_has_the_same_bounds(
    sample: Path, capsys: Any, words: tuple[str, ...]
) -> None:
    code = run(["--ledger", str(sample), *words])
    set_place("")
    assert code == 2 and "out of reach" in capsys.readouterr().err


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """A replay that goes on until the test lets it end, or until it is told to."""
    go_on, begun = Event(), Event()

    def held(steps: Any) -> Any:
        look = limits._look.get()
        begun.set()
        until = time.monotonic() + PATIENCE
        while not go_on.wait(0.01):
            assert time.monotonic() < until, "nobody ended this question"
            if look is not None:
                look()
        yield from steps

    monkeypatch.setattr(world, "watched", held)
    go_on.begun = begun  # type: ignore[attr-defined]
    yield go_on
    go_on.set()


def eventually(holds: Any) -> None:
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.01)


@contextmanager
def asking(site: Any, path: str) -> Iterator[socket.socket]:
    """A connection on which a question was sent, and no answer was read."""
    place = urllib.parse.urlsplit(site.address)
    with socket.create_connection((place.hostname, place.port), PATIENCE) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        yield connection


QUESTION = "/players/F05/fide-standard/2025-11-01"


def test_a_long_question_is_a_job_and_its_answer_stands_at_its_address(
    growing: Any, endless: Event
) -> None:
    with growing.desk.office() as office:  # names are known once the ledger was read
        office.snapshot()
    growing.desk.questions.patience = 0.1
    client = Client(growing)
    answer = client.open(QUESTION)
    path = urllib.parse.urlsplit(answer.url).path
    assert path.startswith("/jobs/") and "/stop" in answer.text
    assert "<h1>Player: Castro, Inés, FIDE " in answer.text, "in words, not as an address"
    assert f'href="{QUESTION}' in answer.text, "where the result will stand"
    assert growing.ask("/health").status == 200
    endless.set()
    growing.desk.jobs.get(path.removeprefix("/jobs/")).wait(PATIENCE)
    found = client.open(path)
    assert (
        urllib.parse.urlsplit(found.url).path == QUESTION
        and "Every step stands with the article" in found.text
    )
    assert json.loads(client.open(f"{path}.json").text)["state"] == "done"


def test_a_long_question_goes_on_in_the_language_in_which_it_was_asked(
    growing: Any, endless: Event
) -> None:
    """Somebody follows a link to a Chinese page: how far it has come is said in Chinese, too, again and again."""
    growing.desk.questions.patience = 0.1
    client = Client(growing)
    answer = client.open(f"{QUESTION}?language=zh-Hans")
    assert "/jobs/" in answer.url and '<html lang="zh-Hans">' in answer.text
    polled = re.search(r'hx-get="([^"]+)"', answer.text.partition('class="reached"')[2])
    assert polled and '<html lang="zh-Hans">' in client.open(unescape(polled[1])).text
    endless.set()
    job = urllib.parse.urlsplit(answer.url).path.removeprefix("/jobs/")
    growing.desk.jobs.get(job).wait(PATIENCE)
    found = client.open(unescape(polled[1]))
    assert QUESTION in found.url and '<html lang="zh-Hans">' in found.text


def test_data_are_waited_for(growing: Any, endless: Event) -> None:
    growing.desk.questions.patience = 0.05
    with asking(growing, "/lists/fide-standard/2025-11-01.csv") as connection:
        eventually(
            lambda: growing.desk.jobs.knows("/lists/fide-standard/2025-11-01.csv?language=en")
        )
        endless.set()
        assert connection.recv(12) == b"HTTP/1.1 200"


def test_a_question_ends_when_its_reader_has_gone(growing: Any, endless: Event) -> None:
    ended = []
    keep = jobs.Job._work

    def work(job: Any, *given: Any) -> None:
        keep(job, *given)
        ended.append(job.state)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(jobs.Job, "_work", work)
        with asking(growing, QUESTION):
            assert endless.begun.wait(PATIENCE)  # type: ignore[attr-defined]
        eventually(lambda: ended)
    assert ended == ["stopped"]


def test_a_question_ends_when_nobody_looks_at_its_page(
    growing: Any, endless: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    growing.desk.questions.patience = 0.05
    path = urllib.parse.urlsplit(Client(growing).open(QUESTION).url).path
    job = growing.desk.jobs.get(path.removeprefix("/jobs/"))
    assert job.state == "running"
    monkeypatch.setattr(jobs, "UNSEEN", 0)
    job.wait(PATIENCE)
    assert job.state == "stopped"


def test_a_question_has_a_time_limit(growing: Any, endless: Event) -> None:
    growing.desk.questions.longest = 0.2
    answer = growing.ask(QUESTION)
    assert (
        answer.status == 400
        and "longer than the 0.2 s" in answer.text
        and "use the command" in answer.text
    )


def test_a_sweep_that_is_stopped_ends_in_the_middle_of_a_list(
    growing: Any, endless: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its threads see it, too: nothing goes on after the page says that it was stopped."""
    held: Any = vars(world)["watched"]

    def held_in_threads(steps: Any) -> Any:
        return held(steps) if _is_of_pool(threading.current_thread()) else limits.watched(steps)

    monkeypatch.setattr(world, "watched", held_in_threads)
    client = Client(growing)
    running = client.open("/whatif/fide-standard/2025-11-01/sweep?sweep=k.top=5..8:1")
    page = urllib.parse.urlsplit(running.url).path
    assert page.startswith("/jobs/"), running.text
    assert endless.begun.wait(PATIENCE)  # type: ignore[attr-defined]
    assert client.send(f"{page}/stop").status == 200
    job = growing.desk.jobs.get(page.removeprefix("/jobs/"))
    job.wait(PATIENCE)
    assert job.state == "stopped"
    assert not any(map(_is_of_pool, threading.enumerate()))


def _is_of_pool(thread: threading.Thread) -> bool:
    return thread.name.startswith("ThreadPoolExecutor")


def test_few_long_questions_of_one_reader_and_pages_go_on(growing: Any, endless: Event) -> None:
    growing.desk.questions.patience = 0.05
    client = Client(growing)
    days = [f"2025-{month:02}-01" for month in range(1, 12)]
    answers = [client.open(f"/players/F05/fide-standard/{day}") for day in days]
    assert [each.status for each in answers] == [200] * jobs.LONG_OF_ONE_READER + [503] * (
        11 - jobs.LONG_OF_ONE_READER
    )
    assert "so much is being worked on already" in answers[-1].text
    growing.desk.questions.patience = PATIENCE
    assert (
        growing.ask("/schemes").status
        == growing.ask("/log").status
        == growing.ask("/health").status
        == 200
    )


def test_health_answers_while_every_turn_is_taken_and_the_log_does_not_answer(
    growing: Any, endless: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    from contextlib import ExitStack

    with ExitStack() as open_questions:
        for month in range(1, 13):
            for scheme in ("fide-standard", "fide-rapid", "fide-blitz", "elo", "cxa-rapid"):
                open_questions.enter_context(
                    asking(growing, f"/players/F05/{scheme}/2025-{month:02}-01")
                )
        assert endless.begun.wait(PATIENCE)  # type: ignore[attr-defined]
        assert json.loads(growing.ask("/health").text)["alive"] is True
        held = Event()
        monkeypatch.setattr(
            type(growing.desk.log), "head", property(lambda log: held.wait(PATIENCE) and 0)
        )
        assert json.loads(growing.ask("/health").text) == {"alive": True}
        held.set()


_HELD = """
import sys, threading
from replay.world import world
def held(steps):
    print("begun", flush=True)
    threading.Event().wait(60)  # a step that looks at nothing, such as compiling
    yield from steps
world.watched = held
from replay.commands.main import main
main()
"""


def test_told_to_end_the_desk_has_ended_within_five_seconds(sample: Path) -> None:
    """Also with a question that looks at nothing, such as rules that are being compiled."""
    command = [sys.executable, "-c", _HELD, "--ledger", str(sample), "serve", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        try:
            address = process.stdout.readline().split()[4]
            place = urllib.parse.urlsplit(address)
            with socket.create_connection((place.hostname, place.port), PATIENCE) as connection:
                connection.sendall(f"GET {QUESTION} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
                while "begun" not in (line := process.stdout.readline()):
                    assert line
                began = time.monotonic()
                process.send_signal(signal.SIGTERM)
                process.wait(PATIENCE)
            assert time.monotonic() - began < 5
        finally:
            process.kill()
