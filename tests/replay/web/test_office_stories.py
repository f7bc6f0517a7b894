"""The officer's day in a real browser: an import of 184 players with nine decisions, and a newcomer's first steps."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from ledger import open_log
from replay.lists.publish import publish
from replay.office.office import Office
from replay.web.access import Access
from replay.web.app import DeskOptions
from tests.replay.web import straits
from tests.replay.web.conftest import CHEAP, PASSWORD, PEOPLE, Clock, Site, running, write_office
from tests.replay.web.test_axe import violations
from tests.replay.web.test_imports import TO_CHOOSE

MOST_CLICKS = 14
PLAYERS = "Player ID,Name,Sex,Federation,Registered\nN1,New One,F,FRA,2026-01-01\n"


@pytest.fixture(scope="module")
def federation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A desk of a federation of 500 with a published list, where Paula publishes."""
    folder = tmp_path_factory.mktemp("straits")
    straits.made(folder / "ledger")
    with Office(folder / "ledger") as office:
        publish(office, "fide-standard", date(2026, 5, 1))
    yield from _desk(folder)


@pytest.fixture(scope="module")
def newcomer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A desk over an empty ledger."""
    folder = tmp_path_factory.mktemp("empty")
    open_log(folder / "ledger", create=True, origin="ratings.example.org/new").close()
    yield from _desk(folder)


def _desk(folder: Path) -> Iterator[Site]:
    access = Access(write_office(folder / "office.toml", *PEOPLE), Clock(), CHEAP)
    with running(folder / "ledger", DeskOptions(access)) as site:
        yield site


class Officer:
    """Somebody with a browser who counts the clicks, and whom nothing may go wrong in the console."""

    def __init__(self, browser: Any, site: Site, width: int) -> None:
        self.context = browser.new_context(
            viewport={"width": width, "height": 800}, base_url=site.address
        )
        self.context.set_default_timeout(60_000)
        self.tab = self.context.new_page()
        self.width = width
        self.clicks = 0
        self.wrong: list[str] = []
        self.tab.on("console", lambda message: self.wrong.append(message.text))
        self.tab.on("pageerror", lambda error: self.wrong.append(str(error)))

    def sign_in(self) -> None:
        self.tab.goto("/sign-in")
        self.tab.fill("#field-name", "Paula")
        self.tab.fill("#field-password", PASSWORD)
        self.tab.keyboard.press("Enter")
        self.tab.wait_for_url("**/office")

    def click(self, what: Any) -> None:
        self.clicks += 1
        what.click()

    def sees(self, heading: str) -> None:
        """A page with this heading, which fits the window, and with which axe finds nothing wrong."""
        self.tab.get_by_role("heading", name=heading, level=1).wait_for()
        self.tab.wait_for_load_state()
        assert self.tab.evaluate("document.documentElement.scrollWidth") <= self.width
        assert violations(self.tab) == [], heading

    def leaves(self) -> None:
        assert self.wrong == []
        self.context.close()


def test_184_players_with_nine_decisions_in_under_fifteen_clicks(
    browser: Any, federation: Site, tmp_path: Path
) -> None:
    """She decides seven names, closes the browser, goes on the next day on a telephone, appends and publishes."""
    file = tmp_path / "spring.trf"
    file.write_text(straits.report())
    paula = Officer(browser, federation, 1280)
    paula.sign_in()
    tab = paula.tab
    paula.click(tab.get_by_role("link", name="Import a report"))
    paula.sees("Import a report")
    tab.set_input_files("#field-file", file)
    paula.clicks += 1  # the file
    paula.click(tab.get_by_role("button", name="Read the file"))
    paula.sees("Spring Open 2026: who is who")
    assert tab.locator(".who input:checked").count() == 0, "nothing is preselected"
    for number, player in TO_CHOOSE.items():
        paula.click(tab.locator(f"#n{number} input[value={player}]"))
    assert tab.locator(".actions b").inner_text() == "2 left", "each decision is counted at once"
    assert tab.get_by_role("link", name="Next undecided").get_attribute("href") == "#n183"
    paula.click(tab.get_by_role("button", name="Save for later"))
    paula.sees("Worklist")
    assert "2 names to decide" in tab.locator("main").inner_text()
    clicks = paula.clicks
    paula.leaves()

    paula = Officer(browser, federation, 360)
    paula.sign_in()
    tab = paula.tab
    before = federation.desk.log.head
    tab.get_by_role("link", name="Continue").click()
    paula.sees("Spring Open 2026: who is who")
    paula.click(tab.get_by_label("Register these 2 as new players"))
    tab.get_by_text("Everybody is decided.").wait_for()
    paula.click(tab.get_by_role("button", name="Go on to the preview"))
    paula.sees("Spring Open 2026: preview")
    assert "368 games, 2 new players" in tab.locator(".sentence").inner_text()
    paula.click(tab.get_by_role("button", name="Append to the log"))
    paula.sees("Spring Open 2026 is in the log")
    assert clicks + paula.clicks <= MOST_CLICKS, "nine decisions among them"
    tab.go_back()
    tab.get_by_role("heading", name="Spring Open 2026 is in the log").wait_for()
    assert "Nothing is stored yet" not in tab.locator("main").inner_text()
    events = [event for _, event in federation.desk.log.read(before)]
    assert {event.by for event in events} == {"Paula"}
    new = [str(event.name) for event in events if type(event).__name__ == "PlayerRegistered"]
    assert sorted(new) == ["Newcomer, Also", "Unheard, Of"]

    tab.goto("/office/publish?scheme=fide-standard&date=2026-06-01")
    paula.sees("FIDE rating regulations, standard chess, 1 Jun 2026")
    assert "Most gained" in tab.locator("main").inner_text()
    tab.get_by_role("button", name="Publish the list of 1 Jun 2026").click()
    paula.sees("FIDE rating regulations, standard chess, 1 Jun 2026 is published")
    assert federation.desk.log.event(federation.desk.log.head).list_date == date(2026, 6, 1)  # type: ignore[union-attr]
    paula.leaves()


def test_a_newcomer_with_an_empty_ledger_is_led_to_the_first_players(
    browser: Any, newcomer: Site, tmp_path: Path
) -> None:
    """The first page of the office says what to do, has the table to fill in, and says what comes next."""
    chan = Officer(browser, newcomer, 768)
    chan.sign_in()
    tab = chan.tab
    chan.sees("Welcome. Your first list is four steps away")
    assert "--" not in tab.locator("main").inner_text(), "pages, not options of a command"
    with tab.expect_download() as download:
        tab.get_by_role("link", name="Take the empty table of players").click()
    assert "Name" in download.value.path().read_text(encoding="utf-8-sig")
    file = tmp_path / "players.csv"
    file.write_text(PLAYERS)
    tab.get_by_role("link", name="Import players").click()
    tab.set_input_files("#field-file", file)
    tab.get_by_role("button", name="Read the file").click()
    chan.sees("players.csv: preview")
    tab.get_by_role("button", name="Append to the log").click()
    chan.sees("players.csv is in the log")
    tab.goto("/office")
    chan.sees("Welcome. Your first list is four steps away")
    assert "1 player is here." in tab.locator("main").inner_text()
    tab.get_by_role("link", name="Import a report").wait_for()
    chan.leaves()


def test_the_analyst_mends_a_query_without_typing_it_again(browser: Any, federation: Site) -> None:
    analyst = Officer(browser, federation, 1280)
    tab = analyst.tab
    tab.goto("/sql")
    analyst.sees("Ask in SQL")
    query = "SELECT nmae\nFROM players\nLIMIT 3"
    tab.fill("#field-q", query)
    tab.get_by_role("button", name="Run").click()
    tab.get_by_role("alert").wait_for()
    assert tab.input_value("#field-q") == query and "nmae" in tab.get_by_role("alert").inner_text()
    tab.fill("#field-q", query.replace("nmae", "name"))
    tab.get_by_role("button", name="Run").click()
    tab.get_by_role("heading", name="3 rows").wait_for()
    tab.get_by_role("link", name="Players by federation").click()
    tab.locator("#answer", has_text="SGP").wait_for()
    analyst.wrong = [text for text in analyst.wrong if "status of 400" not in text]
    analyst.leaves()


def test_the_appeals_officer_decides_on_the_page_that_shows_who_changes(
    browser: Any, federation: Site
) -> None:
    """The game as recorded and as claimed, whom that reaches as a picture, and the decision below."""
    officer = Officer(browser, federation, 1280)
    officer.sign_in()
    tab = officer.tab
    tab.goto("/appeal?tournament=lantern-2026&stage=main&round=1&board=1")
    officer.sees("Appeal: Lantern Open 2026, round 1, board 1")
    tab.select_option("#field-result", "0-1")
    tab.get_by_role("button", name="Who changes?").click()
    tab.locator(".turned .new", has_text="0–1").wait_for()
    officer.sees("Appeal: Lantern Open 2026, round 1, board 1")
    picture = tab.get_by_role("group", name="Whom it reaches, and through whom")
    picture.get_by_role("link", name="Chen, Bruno").wait_for()
    before = federation.desk.log.head
    tab.fill("#decide-reason", "score sheet")
    tab.fill("#decide-ref", "decision 4/2026")
    tab.get_by_role("button", name="Keep it on the worklist").click()
    tab.get_by_text("kept by Paula").wait_for()
    tab.goto("/office")
    officer.sees("Worklist")
    assert "1 appeal is open" in tab.locator("main").inner_text()
    tab.get_by_role("link", name="Continue").click()
    officer.sees("Appeal: Lantern Open 2026, round 1, board 1")
    tab.get_by_label("Allow it").check()
    tab.get_by_role("button", name="Decide and make the paper").click()
    officer.sees("Appeal allowed")
    event: Any = federation.desk.log.event(before + 1)
    assert (event.reason, event.ref, event.by) == ("score sheet", "decision 4/2026", "Paula")
    tab.goto("/office")
    officer.sees("Worklist")
    shown = tab.locator("main").inner_text()
    assert "A published list that would be different today" in shown and "Chen, Bruno" in shown
    assert "own game in Lantern Open 2026, round 1 board 1" in shown, "through what"
    assert "corrected to 0–1" in shown and "decision 4/2026" in shown
    officer.leaves()
