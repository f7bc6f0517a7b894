"""The desk in a real browser: an auditor's way from the first page to a verified list, wide and narrow, by keyboard."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from replay.commands.main import run


@pytest.fixture(scope="module")
def tab(browser: Any, site: Any) -> Iterator[Any]:
    """A tab on the desk that notes what goes wrong and what it fetches elsewhere; a new one costs the most."""
    tab = browser.new_page(base_url=site.address)
    tab.set_default_timeout(120_000)  # rules may have to be compiled first
    tab.on("console", lambda message: tab.wrong.append(message.text))
    tab.on("pageerror", lambda error: tab.wrong.append(str(error)))
    tab.on(
        "request",
        lambda asked: None if asked.url.startswith(site.address) else tab.wrong.append(asked.url),
    )
    yield tab
    tab.close()


@pytest.fixture
def page(tab: Any) -> Iterator[Any]:
    """The tab, narrow and without anything of the test before."""
    tab.wrong = []
    tab.goto("about:blank")
    tab.context.clear_cookies()
    tab.set_viewport_size({"width": 360, "height": 740})
    tab.wrong.clear()
    yield tab
    assert tab.wrong == []


def test_an_auditor_verifies_a_published_list_and_takes_a_proof_home(
    page: Any, tmp_path: Any, capsys: Any
) -> None:
    """From the first page to a verified list, its proof, the list as known then, and into the log."""
    page.goto("/")
    page.get_by_role("button", name="Menu").click()
    page.locator("#menu").get_by_role("link", name="Published lists", exact=True).click()
    page.wait_for_url("**/published")
    page.locator("tbody a").first.click()
    page.get_by_role("button", name="Verify this list").click()
    page.get_by_role("heading", name="Verified").wait_for()
    page.get_by_label("Player", exact=True).fill("C01")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download proof of rating").click()
    waiting.value.save_as(tmp_path / "proof.json")
    assert run(["check-proof", str(tmp_path / "proof.json")]) == 0
    assert "player C01" in capsys.readouterr().out
    page.get_by_role("link", name=re.compile(r"^\d+ rows$")).click()
    assert "As known at #" in page.locator(".notice").inner_text()
    page.locator("tbody td a").nth(1).click()
    page.locator("details[open]").first.wait_for()
    page.locator("a", has_text=re.compile(r"^#\d+$")).first.click()
    page.wait_for_url("**/log/*")
    page.go_back()
    page.get_by_role("link", name="Back to what is known").click()
    page.locator(".notice").wait_for(state="detached")


def test_a_player_looks_for_the_own_name_and_unfolds_the_explanation(page: Any) -> None:
    """In Chinese and in Latin letters, on a telephone; every list, and each step of one rating."""
    for typed, player in (("陳思", "陈思"), ("chen si", "陈思"), ("ines castor", "Castro, Inés")):
        page.goto("/")
        page.fill("#search", typed)
        page.keyboard.press("Enter")
        page.locator("tbody a", has_text=player).click()
        page.locator("figure svg.small").first.wait_for()
    page.wait_for_load_state()
    page.locator("summary", has_text="The same as a table").click()
    page.get_by_role("link", name="1 Nov 2025", exact=True).click()
    page.wait_for_url("**/players/F05/*/2025-11-01*")
    shown = page.locator("ul.receipt li:visible").count()
    page.locator("ul.receipt details:not([open]) > summary >> visible=true").first.click()
    page.locator("ul.receipt li:visible").nth(shown).wait_for()  # one more than before
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_slider_leads_back_to_what_was_known_then(page: Any) -> None:
    page.goto("/tournaments/harbour-2025")
    page.get_by_label("Back to event").fill("150")
    page.locator("#at-position", has_text="#150").wait_for()
    page.get_by_role("button", name="Look back").click()
    assert "As known at #150." in page.locator(".notice").inner_text()


def test_a_player_is_found_and_explained_by_keyboard_alone(page: Any) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.locator("#search").focus()
    page.keyboard.type("ines castro")
    page.keyboard.press("Enter")
    page.wait_for_url("**/find?*")
    page.locator("tbody a").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/players/F05")
    page.locator("figure svg.small").first.wait_for()


def test_the_search_answers_while_somebody_types(page: Any) -> None:
    page.goto("/find")
    page.locator("#field-q").press_sequentially("castro")
    page.locator("tbody a", has_text="Castro, Inés").wait_for()
    page.locator("#field-q").press_sequentially("xyz")
    page.get_by_text("Nothing fits.").wait_for()


def test_the_box_suggests_players_and_tournaments_as_links(page: Any) -> None:
    """While somebody types, on any page; by arrow keys and Enter, without the page of all matches."""
    page.goto("/log")
    page.locator("#search").press_sequentially("castro")
    page.locator(".suggestions a", has_text="Castro, Inés").wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/players/F05")


def test_a_list_is_filtered_and_sorted(page: Any) -> None:
    """By plain links and a form, which a script is not needed for."""
    page.set_viewport_size({"width": 1200, "height": 800})
    page.goto("/lists/fide-standard/2025-11-01")
    page.locator("summary", has_text="Filter").click()
    page.select_option("#field-sex", "F")
    page.get_by_role("button", name="Filter").click()
    page.wait_for_url("**sex=F**")
    assert page.locator("tbody tr").count() == 4
    page.get_by_role("link", name="Born").click()
    page.wait_for_url("**sort=-born**")
    born = [
        int(text) for text in page.locator("tbody td.num.less:nth-child(6)").all_text_contents()
    ]
    assert len(born) == 4 and born == sorted(born, reverse=True)


def test_on_a_telephone_the_list_begins_at_once(page: Any) -> None:
    """Within the first 300 pixels, with the publication before it and every name in sight."""
    page.goto("/lists/fide-standard/2025-11-01")
    assert page.locator("thead").bounding_box()["y"] < 300
    assert page.locator(".status").bounding_box()["y"] < page.locator("thead").bounding_box()["y"]


def test_a_click_sorts_days_by_the_calendar_and_changes_by_their_sign(page: Any) -> None:
    page.goto("/appeal?tournament=harbour-2025&round=4&board=1&result=1-0&every=1")
    for name, least in (("list date", "1 Oct 2025"), ("change", "−")):
        head = page.get_by_role("columnheader", name=name)
        head.get_by_role("button").click()
        at = head.evaluate("head => head.cellIndex")
        cells = head.locator("xpath=ancestor::table").locator(f"tbody td:nth-child({at + 1})")
        assert cells.first.inner_text().startswith(least), name


def test_everything_is_there_without_scripts(browser: Any, site: Any) -> None:
    tab = browser.new_page(java_script_enabled=False, base_url=site.address)
    tab.goto("/players/F05/fide-standard/2025-10-01")
    folded = tab.locator("details:not([open]) > summary").first
    folded.click()
    tab.fill("#known", "2025-10-31")
    tab.get_by_role("button", name="Show").click()
    assert "As known on 2025-10-31." in tab.locator(".notice").inner_text()
    tab.close()


def test_light_and_dark_go_by_what_the_reader_prefers(page: Any) -> None:
    seen = []
    page.goto("/")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        colours = "(c => [c.backgroundColor, c.color])(getComputedStyle(document.body))"
        told = page.evaluate(colours)
        seen.append([sum(map(int, re.findall(r"\d+", text)[:3])) for text in told])
    page.emulate_media(color_scheme="light")
    (light_back, light_ink), (dark_back, dark_ink) = seen
    assert light_back > 600 > 200 > light_ink and dark_ink > 600 > 200 > dark_back
