"""Long work beside the pages: progress, its answer, problems, stopping, and a limit. No test waits for the clock."""

import json
import urllib.request
from collections.abc import Iterator
from threading import Event
from typing import Any

import pytest

from ledger.errors import LedgerError
from replay.answers import kinds
from replay.answers.table import Column, rows_table
from replay.web.jobs import AT_ONCE, KEPT, Jobs, PageWithRows
from replay.web.page import Page
from tests.replay.web.conftest import Client

PATIENCE = 60  # seconds after which a test fails instead of hanging


class Gate:
    """Work that goes on step by step, when the test lets it."""

    def __init__(self, total: int = 3) -> None:
        self.arrived, self.go_on, self.total = Event(), Event(), total

    def work(self, progress: Any) -> Page:
        with progress("counting boards", self.total) as advance:
            advance(1)
            self.arrived.set()
            assert self.go_on.wait(PATIENCE)
            advance(2)
        return Page(title="All counted", lead="There were three boards.")


@pytest.fixture
def gate() -> Iterator[Gate]:
    made = Gate()
    yield made
    made.go_on.set()


def state(site: Any, job: Any) -> Any:
    return json.loads(site.page(f"{job.address}.json"))


def test_a_job_shows_how_far_it_has_come_and_then_its_answer(site: Any, gate: Gate) -> None:
    job = site.desk.jobs.start("Counting", gate.work)
    assert gate.arrived.wait(PATIENCE)
    page = site.page(job.address)
    assert (
        "counting boards: 1 of 3" in page
        and '<progress aria-labelledby="doing" max="3" value="1">' in page
    )
    assert '<noscript><meta http-equiv="refresh"' in page and 'name="htmx-config"' in page
    assert state(site, job) | {"problems": []} == {
        "title": "Counting", "state": "running", "doing": "counting boards", "done": 1, "total": 3, "answer": None,
        "problems": [],
    }  # fmt: skip
    assert site.ask("/").status == 200  # reading goes on
    gate.go_on.set()
    job.wait()
    assert "There were three boards." in site.page(job.address)
    assert 'http-equiv="refresh"' not in site.page(job.address)
    assert state(site, job)["state"] == "done"


def test_a_script_that_asks_for_progress_is_sent_to_the_answer(site: Any, gate: Gate) -> None:
    gate.go_on.set()
    job = site.desk.jobs.start("Counting", gate.work)
    job.wait()
    polled = urllib.request.Request(
        f"{site.address.rstrip('/')}{job.address}?poll=1", headers={"HX-Request": "true"}
    )
    with urllib.request.urlopen(polled, timeout=PATIENCE) as answer:
        assert answer.headers["hx-redirect"] == job.address


def test_a_job_whose_answer_has_an_address_leads_there(site: Any) -> None:
    job = site.desk.jobs.start("Looking up", lambda progress: "/find?q=castro")
    job.wait()
    assert "Found for “castro”" in site.page(job.address)
    assert state(site, job)["answer"] == "/find?q=castro"


def test_rows_of_a_job_can_be_fetched(site: Any) -> None:
    columns = (Column("board", kinds.COUNT), Column("result", kinds.WORD))
    table = rows_table(columns, [(1, "1-0"), (2, "0-1")])
    found = PageWithRows(Page(title="Two rows"), table)
    job = site.desk.jobs.start("Rows", lambda progress: found)
    job.wait()
    assert site.page(f"{job.address}.csv").splitlines() == ["board,result", "1,1-0", "2,0-1"]
    assert state(site, job)["state"] == "done"


def test_what_is_wrong_is_said_with_its_place_and_its_remedy(site: Any) -> None:
    def work(progress: Any) -> str:
        raise LedgerError(
            "the board is missing", place="report.trf:7", remedy="write it", excerpt="001   12 …"
        )

    job = site.desk.jobs.start("Import of report.trf", work)
    job.wait()
    page = site.page(job.address)
    assert (
        "report.trf:7: the board is missing" in page
        and "→ write it" in page
        and "001   12 …" in page
    )
    assert state(site, job)["state"] == "failed"


def test_a_mistake_of_ours_ends_the_job_and_is_said(
    site: Any, caplog: pytest.LogCaptureFixture
) -> None:
    job = site.desk.jobs.start("Dividing", lambda progress: str(1 // 0))
    job.wait()
    assert "this is a mistake in rating-ledger, not yours: ZeroDivisionError" in site.page(
        job.address
    )
    assert "ZeroDivisionError" in caplog.text


def test_a_job_is_stopped_at_its_next_step(site: Any, gate: Gate) -> None:
    job = site.desk.jobs.start("Counting", gate.work, stoppable=True)
    assert gate.arrived.wait(PATIENCE)
    client = Client(site)
    assert f'action="{job.address}/stop" method="post"' in client.open(job.address).text
    stopping = client.send(f"{job.address}/stop")
    assert stopping.status == 200 and "It is being stopped" in stopping.text
    assert f'action="{job.address}/stop"' not in stopping.text
    gate.go_on.set()
    job.wait()
    assert "Stopped: Counting" in site.page(job.address)
    assert state(site, job)["state"] == "stopped"


@pytest.mark.parametrize("name", ["", "Rita"])
def test_where_people_sign_in_a_job_is_stopped_only_from_its_own_page(
    client: Any, gate: Gate, name: str
) -> None:
    """Also by somebody who only reads and has not signed in."""
    if name:
        client.sign_in(name)
    job = client.site.desk.jobs.start("Counting", gate.work, stoppable=True)
    assert gate.arrived.wait(PATIENCE)
    client.open(job.address)
    for token in ("", "wrong"):
        assert client.send(f"{job.address}/stop", token=token).status == 403
    client.open(job.address)
    assert client.send(f"{job.address}/stop").status == 200
    gate.go_on.set()
    job.wait()
    assert "Stopped: Counting" in client.open(job.address).text


def test_a_job_that_must_not_be_stopped_goes_on(site: Any, gate: Gate) -> None:
    job = site.desk.jobs.start("Counting", gate.work)
    assert gate.arrived.wait(PATIENCE)
    assert "/stop" not in site.page(job.address)
    job.stop()
    gate.go_on.set()
    job.wait()
    assert state(site, job)["state"] == "done"


def test_too_many_at_once_are_refused_with_what_is_running(site: Any) -> None:
    gates = [Gate() for _ in range(AT_ONCE)]
    jobs = [site.desk.jobs.start(f"Sweep {n}", gate.work) for n, gate in enumerate(gates)]
    try:
        with pytest.raises(Exception, match="Sweep 0; Sweep 1") as refused:
            site.desk.jobs.start("One more", gates[0].work)
        assert refused.value.status_code == 503  # type: ignore[attr-defined]
    finally:
        for gate in gates:
            gate.go_on.set()
    for job in jobs:
        job.wait()
    site.desk.jobs.start("One more", gates[0].work).wait()


def test_ids_are_long_and_different_and_an_unknown_one_is_not_found(site: Any) -> None:
    jobs = [site.desk.jobs.start("Nothing", lambda progress: "/") for _ in range(AT_ONCE)]
    for job in jobs:
        job.wait()
    assert len({job.id for job in jobs}) == AT_ONCE and all(len(job.id) >= 20 for job in jobs)
    assert site.ask("/jobs/1").status == 404 and "no longer kept" in site.ask("/jobs/1").text


def test_the_oldest_that_have_ended_are_forgotten() -> None:
    jobs = Jobs()
    first = jobs.start("First", lambda progress: "/")
    first.wait()
    for _ in range(KEPT + 1):
        jobs.start("Another", lambda progress: "/").wait()
    with pytest.raises(Exception, match="no longer kept"):
        jobs.get(first.id)


def test_the_same_question_meets_the_job_that_answers_it(gate: Gate) -> None:
    jobs = Jobs()
    job = jobs.start("Counting", gate.work, answers="/count", position=7)
    assert jobs.answering(["/count"], 7) is job
    assert jobs.answering(["/other"], 7) is None and jobs.answering(["/count"], 8) is None
    gate.go_on.set()
    job.wait()
    jobs.close()
    assert jobs.answering(["/count"], 7) is job


def test_a_desk_that_closes_stops_what_may_be_stopped(gate: Gate) -> None:
    jobs = Jobs()
    job = jobs.start("Counting", gate.work, stoppable=True)
    assert gate.arrived.wait(PATIENCE)
    job.stop()
    gate.go_on.set()
    jobs.close()
    assert job.state == "stopped"


def test_a_page_follows_a_job_by_itself(browser: Any, site: Any, gate: Gate) -> None:
    tab = browser.new_page(base_url=site.address)
    wrong: list[str] = []
    tab.on("console", lambda message: wrong.append(message.text))
    job = site.desk.jobs.start("Counting", gate.work)
    assert gate.arrived.wait(PATIENCE)
    tab.goto(job.address)
    tab.get_by_text("counting boards: 1 of 3").wait_for()
    gate.go_on.set()
    tab.get_by_text("There were three boards.").wait_for()
    assert tab.title().startswith("All counted") and wrong == []
    tab.close()


def test_without_scripts_the_page_of_a_job_asks_again(browser: Any, site: Any, gate: Gate) -> None:
    tab = browser.new_page(base_url=site.address, java_script_enabled=False)
    job = site.desk.jobs.start("Counting", gate.work)
    assert gate.arrived.wait(PATIENCE)
    tab.goto(job.address)
    gate.go_on.set()
    tab.get_by_text("There were three boards.").wait_for()
    tab.close()
