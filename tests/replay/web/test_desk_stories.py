"""Stories at the desk in a real browser: the appeals officer and the analyst, from start to end."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from tests.replay.web.conftest import PASSWORD

CHAN = "Chan Tai Man"  # who records
Open = Callable[..., Any]


@contextmanager
def _tab(browser: Any, address: str, wrong: list[str]) -> Iterator[Any]:
    tab = browser.new_page(base_url=address, viewport={"width": 1200, "height": 800})
    tab.set_default_timeout(120_000)  # rules may have to be compiled first
    tab.on("console", lambda message: wrong.append(message.text))
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    yield tab
    tab.close()


@pytest.fixture
def open_tab(browser: Any) -> Iterator[Open]:
    """Open a tab on a desk; at the end no tab may have complained on its console."""
    wrong: list[str] = []
    with ExitStack() as tabs:
        yield lambda site: tabs.enter_context(_tab(browser, site.address, wrong))
    assert wrong == []


def test_the_appeals_officer(office: Any, open_tab: Open) -> None:
    """Find the tournament by name, choose the game, see who changes and the path, look at the paper, accept."""
    head, page = office.desk.log.head, open_tab(office)
    page.goto("/")
    page.get_by_role("link", name="What if", exact=True).click()
    page.get_by_role("link", name="An appeal", exact=True).click()
    page.wait_for_url(
        "**/appeal"
    )  # its script has to be there: it looks for the tournament as it is typed
    page.locator("#field-tournament").press_sequentially("harbour")
    page.get_by_role("link", name="Harbour Masters 2025").click()
    page.get_by_role("link", name="Castro, Inés – Okafor, Ngozi").click()
    page.select_option("#field-result", "1-0")
    page.fill("#field-reason", "the score sheet was misread")
    page.fill("#field-ref", "decision 12/2026")
    page.get_by_role("button", name="Who changes?").click()
    rows = page.locator("section", has_text="Who changes").locator("tbody tr")
    karim = rows.filter(has_text="Haddad, Karim")
    assert "opponent Castro, Inés" in karim.inner_text()
    karim.get_by_role("link", name="path").click()
    page.wait_for_url("**trace=F06**")
    page.get_by_role("heading", name="The way to Haddad, Karim").wait_for()
    inés, karim = page.locator("#way li.hit > small").all_inner_texts()
    assert "own game in Harbour Masters 2025, round 4 board 1" in inés
    assert "Lantern Open 2025" in karim
    page.get_by_role("link", name="The decision as a paper").click()
    page.wait_for_url("**/appeal/paper?*")  # until it is loaded, its style sheet included
    page.get_by_role("heading", name="Decision on an appeal").wait_for()
    paper = page.locator("body").inner_text()
    assert "decision 12/2026" in paper and "the score sheet was misread" in paper
    assert (
        page.locator("body").evaluate("each => getComputedStyle(each).maxWidth") != "none"
    )  # its style is there
    page.go_back()
    page.get_by_role("link", name="Sign in to decide").click()
    page.fill("#field-name", CHAN)
    page.fill("#field-password", PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    assert page.locator("#decide-ref").input_value() == "decision 12/2026"
    page.get_by_label("Allow it").check()
    page.get_by_role("button", name="Decide and make the paper").click()
    page.get_by_role("heading", name="Appeal allowed").wait_for()
    assert office.desk.log.head == head + 1
    event = office.desk.log.event(head + 1)
    assert (event.by, event.ref, event.reason) == (
        CHAN,
        "decision 12/2026",
        "the score sheet was misread",
    )


def test_the_analyst(site: Any, open_tab: Open) -> None:
    """Change a parameter by its article, see movers and pictures, sweep with progress, put readings side by side."""
    page = open_tab(site)
    page.goto("/schemes/fide-standard")
    page.get_by_role("link", name="what if", exact=True).first.click()
    page.get_by_role("textbox", name="8.3.3: k.normal").fill("30")
    page.locator("#change").get_by_role("button", name="Compare").click()
    page.wait_for_url("**set.k.normal=30**")
    sentence = page.locator("#answer .sentence").inner_text()
    assert "“K of everybody else” 30 instead of 20" in sentence
    page.get_by_role("heading", name="Largest changes").wait_for()
    pictures = page.locator(".drawings img")
    for number in range(4):
        pictures.nth(number).scroll_into_view_if_needed()
        pictures.nth(number).evaluate("each => each.decode()")
    assert pictures.evaluate_all("all => all.map(each => each.naturalWidth > 100)") == [True] * 4
    page.get_by_text("Several numbers at once").click()
    page.fill("#field-sweep", "k.new=30..40:2\ncap=300,400")
    page.locator("form", has=page.locator("#field-sweep")).get_by_role("button").click()
    page.get_by_role("heading", name="Combinations, best log loss first").wait_for()
    page.wait_for_url("**/sweep?**")
    assert page.locator("tbody tr").count() == 12
    page.locator(".drawings img").evaluate("each => each.decode()")
    page.get_by_role("link", name="one change at a time").click()
    page.get_by_role("link", name="Readings compared").click()
    page.get_by_role("heading", name=re.compile("readings side by side")).wait_for()
    page.wait_for_url("**/readings*")
    page.locator("tbody a").first.click()
    page.wait_for_url("**reading.**")
    page.get_by_role("heading", name="What to change").wait_for()
    assert page.locator("#answer .sentence").count() == 1
