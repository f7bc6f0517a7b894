"""The rating officer at the desk in a real browser: from the sign-in to the published list, without leaving it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.replay.web.conftest import PASSWORD

RESULTS = (
    "Tournament ID,Round,Board,First,Second,Result,Date\n"
    "spring-cup,1,1,F05,F01,1-0,2026-03-07\n"
    "spring-cup,1,2,F02,F03,1-0,2026-03-07\n"
)


@pytest.fixture
def tab(browser: Any, office: Any) -> Iterator[Any]:
    """A narrow tab that notes what goes wrong in the console. A refused form is noted there, too: that is no fault."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, base_url=office.address)
    context.set_default_timeout(120_000)  # rules may have to be compiled first
    opened = context.new_page()
    opened.wrong = []
    opened.on("console", lambda message: opened.wrong.append(message.text))
    opened.on("pageerror", lambda error: opened.wrong.append(str(error)))
    yield opened
    assert [each for each in opened.wrong if "status of 400" not in each] == []
    context.close()


def fits(tab: Any) -> None:
    """The page fits a telephone once its style is there, and every field has a label."""
    tab.wait_for_load_state()
    assert tab.evaluate("document.documentElement.scrollWidth") <= 360
    fields = "document.querySelectorAll('input:not([type=hidden]), select, textarea')"
    unlabelled = f"[...{fields}].filter(e => !e.labels.length)"
    assert tab.evaluate(f"{unlabelled}.length") == 0
    ids = tab.evaluate("[...document.querySelectorAll('[id]')].map(each => each.id)")
    assert len(ids) == len(set(ids))


def heading(tab: Any, name: str) -> None:
    tab.get_by_role("heading", name=name, level=1).wait_for()
    fits(tab)


def send_file(tab: Any, file: Path) -> None:
    tab.goto("/office")
    tab.get_by_role("link", name="Import a report").click()
    tab.set_input_files("#field-file", file)
    tab.get_by_role("button", name="Read the file").click()


def test_the_rating_officer(tab: Any, office: Any, tmp_path: Path) -> None:
    # signing in
    tab.goto("/")
    tab.get_by_role("button", name="Menu").click()
    tab.get_by_role("link", name="Sign in").click()
    tab.fill("#field-name", "Paula")
    tab.fill("#field-password", PASSWORD)
    tab.keyboard.press("Enter")
    heading(tab, "Worklist")

    # a tournament by form; a mistake keeps what was typed
    tab.get_by_role("link", name="Record one event").click()
    tab.get_by_role("link", name="tournament", exact=True).click()
    for field, text in {"tournament": "spring-cup", "name": "Spring Cup", "start": "2026-03-07", "end": "2026-03-07",
                        "rounds": "one", "rated": "fide-standard", "date": "2026-02-01", "time_control": "90+30",
                        }.items():  # fmt: skip
        tab.fill(f"#field-{field}", text)
    tab.get_by_role("button", name="Check").click()
    tab.locator(".problem", has_text="rounds").wait_for()
    fits(tab)
    assert tab.input_value("#field-name") == "Spring Cup"
    tab.fill("#field-rounds", "1")
    tab.get_by_role("button", name="Check").click()
    heading(tab, "Append this?")
    tab.get_by_role("button", name="Append it").click()
    tab.get_by_text("Appended at position").wait_for()

    # results with a preview: first the wrong file, then the right one
    file = tmp_path / "results.csv"
    file.write_text(RESULTS.replace("F03,1-0", "F03,one"))
    send_file(tab, file)
    heading(tab, "results.csv cannot be read yet")
    assert "results.csv:3" in tab.locator(".problem").inner_text()
    file.write_text(RESULTS)
    send_file(tab, file)
    heading(tab, "results.csv: preview")
    assert "This file adds 2 games." in tab.locator(".sentence").inner_text()
    head = office.desk.log.head
    tab.get_by_role("button", name="Append to the log").click()
    heading(tab, "results.csv is in the log")
    tab.locator(".notice", has_text=f"#{head + 1}–#{head + 2}").wait_for()

    # an error is mended by form, players named by name
    tab.goto("/office/record/correction?tournament=spring-cup")
    for field, text in {
        "round": "1",
        "board": "2",
        "reason": "score sheet",
        "ref": "letter 12/2026",
    }.items():
        tab.fill(f"#field-{field}", text)
    tab.select_option("#field-result", "1/2-1/2")
    tab.get_by_role("button", name="Check").click()
    heading(tab, "Append this?")
    assert "So far" in tab.locator("main").inner_text()
    tab.get_by_role("button", name="Append it").click()
    tab.get_by_text("Appended at position").wait_for()

    # closing the tournament
    tab.goto("/office")
    tab.get_by_role("link", name="close Spring Cup").click()
    tab.fill("#field-date", "2026-03-08")
    tab.get_by_role("button", name="Check").click()
    tab.get_by_role("button", name="Append it").click()
    tab.get_by_text("Appended at position").wait_for()

    # publishing, and the list
    tab.goto("/office")
    tab.get_by_role("navigation", name="Office").get_by_role("link", name="Publish").click()
    heading(tab, "Publish a list")
    tab.select_option("#field-scheme", "fide-standard")
    tab.fill("#field-date", "2026-04-01")
    tab.get_by_role("button", name="Show it").click()
    heading(tab, "FIDE rating regulations, standard chess, 1 Apr 2026")
    tab.get_by_role("button", name="Publish the list of 1 Apr 2026").click()
    heading(tab, "FIDE rating regulations, standard chess, 1 Apr 2026 is published")
    tab.get_by_role("link", name="See the list").click()
    tab.wait_for_url("**/lists/fide-standard/2026-04-01")
    assert "Castro" in tab.locator("tbody").inner_text()
    assert {event.by for _, event in office.desk.log.read(head)} == {"Paula"}

    # and out
    tab.get_by_role("button", name="Sign out").click()
    tab.get_by_role("button", name="Menu").click()
    tab.get_by_role("link", name="Sign in").wait_for()
