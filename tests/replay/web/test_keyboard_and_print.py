"""The desk without a mouse, and on paper: the stories by keyboard alone, and pages as they are printed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.replay.web.conftest import PASSWORD

PLAYERS = "Player ID,Name,Sex,Federation,Registered\nN1,New One,F,FRA,2026-01-01\n"
MOST_TABS = 150
_FOCUSED = """() => {
  if (document.activeElement === document.body) return null;
  const here = document.activeElement;
  return (here.labels?.[0] ?? here).innerText.trim();
}"""
_IS_SEEN = """() => {
  const here = document.activeElement, style = getComputedStyle(here), box = here.getBoundingClientRect();
  return style.outlineStyle !== "none" && box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0;
}"""
LONGEST = (
    20_000  # milliseconds: a busy machine scrolls late to what is focused, and draws its ring late
)


class Keyboard:
    """Somebody who has no mouse: everything is reached with Tab, and must show that it is."""

    def __init__(self, tab: Any) -> None:
        self._tab = tab

    def to(self, text: str, key: str = "Tab") -> "Keyboard":
        """Go on to what is called so."""
        reached = []
        for _ in range(MOST_TABS):
            self._tab.keyboard.press(key)
            here = self._tab.evaluate(_FOCUSED)
            if here is None:  # past the last, and round again
                continue
            self._tab.wait_for_function(_IS_SEEN, timeout=LONGEST)  # else nobody sees where one is
            reached.append(here)
            if here.startswith(text):
                return self
        raise AssertionError(f"{text!r} is not reached by Tab, only {reached}")

    def type(self, text: str) -> "Keyboard":
        self._tab.keyboard.type(text)
        return self

    def press(self, *keys: str) -> "Keyboard":
        for key in keys:
            self._tab.keyboard.press(key)
        return self

    def enter(self, heading: str) -> "Keyboard":
        """Press Enter, and a page with this heading comes."""
        return self.press("Enter").sees(heading, level=1)

    def sees(self, heading: str, **which: Any) -> "Keyboard":
        """Wait for a heading, and until the page that it stands on is whole: only then Tab leads through all of it."""
        self._tab.get_by_role("heading", name=heading, **which).first.wait_for()
        self._tab.wait_for_load_state()
        return self


@pytest.fixture
def tab(browser: Any) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1100, "height": 800}, locale="en-US")
    context.set_default_timeout(60_000)  # rules may have to be compiled first
    yield context.new_page()
    context.close()


def test_the_officer_and_the_appeals_officer_need_no_mouse(
    tab: Any, office: Any, tmp_path: Path
) -> None:
    keys, log = Keyboard(tab), office.desk.log
    tab.on(
        "filechooser", lambda opened: None
    )  # from the start: asked just before the key, the browser may be quicker
    tab.goto(office.address)
    keys.to("To the content").press("Enter")  # past the menu
    assert tab.evaluate("document.activeElement.id") == "content"
    keys.to("Sign in", "Shift+Tab").enter("Sign in").to("To the content").press("Enter").to(
        "Name"
    ).type("Paula")
    keys.to("Password").type(PASSWORD).enter("Worklist")

    # import, with a preview
    (tmp_path / "players.csv").write_text(PLAYERS)
    keys.to("Import a report").enter("Import a report").to("Drop a file here")
    with tab.expect_file_chooser() as chooser:
        keys.press("Space")
    chooser.value.set_files(tmp_path / "players.csv")
    keys.to("Read the file").enter("players.csv: preview").to("Append to the log").enter(
        "players.csv is in the log"
    )
    assert log.event(log.head).player == "N1"

    # the workbench, up to the acceptance
    keys.to("Office").enter("Worklist").to("Appeals").enter("Appeals").to("A new appeal")
    keys.enter("Appeal").to("Tournament (name or id)").type("harbour").press("Enter")
    tab.wait_for_url("**tournament=harbour**")
    tab.get_by_role("link", name="Harbour Masters 2025").wait_for()
    tab.wait_for_load_state()
    keys.to("Harbour Masters 2025").enter("Appeal: Harbour Masters 2025")
    keys.to("Castro, Inés – Okafor, Ngozi").enter("Appeal: Harbour Masters 2025, round 4, board 1")
    keys.to("The result should be").press("ArrowDown").to("Who changes?").press("Enter")
    keys.sees("Who changes").to("Allow it").press("Space").to("Grounds").type("score sheet")
    keys.to("Reference of the decision").type("12/2026")
    keys.to("Decide and make the paper").enter("Appeal allowed")
    assert (log.event(log.head).result.value, log.event(log.head).ref) == ("1-0", "12/2026")

    # publishing
    keys.to("Office").enter("Worklist").to("Publish").enter("Publish a list")
    keys.to("Date of the list").to("Regulation", "Shift+Tab")
    keys.press(*["ArrowDown"] * office.desk.schemes.names.index("fide-standard"))
    keys.to("Date of the list").type("12012025").press("Enter")
    title = "FIDE rating regulations, standard chess, 1 Dec 2025"
    keys.sees(title).to("Publish the list of 1 Dec 2025").enter(f"{title} is published")
    assert type(log.event(log.head)).__name__ == "ListPublished"


def test_the_player_and_the_analyst_need_no_mouse(tab: Any, site: Any) -> None:
    keys = Keyboard(tab)
    tab.goto(site.address)
    keys.to("Find a player or tournament").type("castro").enter("Found").to("Castro, Inés").enter(
        "Castro, Inés"
    )
    tab.goto(f"{site.address}whatif/fide-standard/2025-11-01")
    keys.to("K of everybody else.").press("Control+a").type("24").press("Enter")
    tab.wait_for_url("**set.k.normal=24**")
    assert "set.k.normal=24" in tab.url


PRINTED = {
    "/lists/fide-standard/2025-11-01": ["Castro, Inés", "2262", "active"],
    "/players/F05": ["Castro, Inés", "Lantern Open 2025", "Petrov, Danil"],
    "/tournaments/harbour-2025": ["Petrov, Danil", "2773", "Round 7"],
    "/tournaments/river-cup-2025": ["Opp. pts", "Final table", "+25.3"],
    "/players/F05/fide-standard/2025-10-01": ["Castro, Inés"],
    "/appeal/paper?tournament=harbour-2025&round=4&board=1&result=1-0": [
        "What was asked",
        "Signatures",
        "Haddad, Karim",
    ],
}
_CUT_OFF = """() => [...document.querySelectorAll("main *, body > *")].filter(each => !each.closest(".unseen"))
  .filter(each => getComputedStyle(each).overflowX !== "visible" && each.scrollWidth > each.clientWidth + 1
    || each.getBoundingClientRect().right > innerWidth + 1)
  .map(each => each.outerHTML.slice(0, 80))"""


def test_pages_are_printed_whole_and_without_what_is_only_for_a_screen(tab: Any, site: Any) -> None:
    """On A4 with margins of 15 mm: 180 mm are 680 pixels. No menu, no form, no column cut off."""
    tab.set_viewport_size({"width": 680, "height": 1000})
    tab.emulate_media(media="print")
    for path, words in PRINTED.items():
        tab.goto(site.address.rstrip("/") + path)
        text = tab.locator("body").inner_text()
        assert all(word in text for word in words), (path, text)
        shown = [
            each
            for each in tab.locator("form, nav, input, button, .skip").all()
            if each.is_visible()
        ]
        assert not shown, (path, [each.inner_text() for each in shown])
        assert not {"Sign in", "Find", "Show", "appeal", "As known on"} & set(text.split("\n")), (
            path,
            text,
        )
        assert not tab.evaluate(_CUT_OFF), path
        assert tab.pdf(format="A4").startswith(b"%PDF")
