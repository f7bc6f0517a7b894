"""Papers in a real browser: sorted by a click on a heading, without a network, printed on A4."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from replay.commands.main import run
from replay.simulation.demo import APPEAL, SAMPLE


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A list, a decision and a sweep on paper."""
    folder = tmp_path_factory.mktemp("printed")
    for words in (["init"], ["import", str(SAMPLE)],
                  ["list", "cxa-rapid", "2026-01-01", "-o", str(folder / "list.html")],
                  ["appeal", str(APPEAL), "--date", "2026-06-01", "-o", str(folder / "decision.html")],
                  ["whatif", "fide-standard", "2025-12-01", "--sweep", "k.normal=10,20",
                   "-o", str(folder / "sweep.html")]):  # fmt: skip
        assert run(["--ledger", str(folder / "ledger"), *words]) == 0
    return folder


@pytest.fixture(scope="module")
def tab(browser: Any) -> Iterator[Any]:
    """A tab that notes what goes wrong and what it fetches; a new one costs the most."""
    tab = browser.new_page()
    tab.on("console", lambda message: tab.wrong.append(message.text))
    tab.on("pageerror", lambda error: tab.wrong.append(str(error)))
    tab.on(
        "request",
        lambda request: None if request.url.startswith("file:") else tab.wrong.append(request.url),
    )
    yield tab
    tab.close()


@pytest.fixture
def page(tab: Any) -> Iterator[Any]:
    """The tab as on a telephone, whatever the test before left."""
    tab.wrong = []
    tab.goto("about:blank")
    tab.emulate_media(media="screen")
    tab.set_viewport_size({"width": 360, "height": 800})
    tab.wrong.clear()
    yield tab
    assert tab.wrong == []


def column(page: Any, name: str) -> list[str]:
    heads = page.locator("thead th").all_text_contents()
    at = [head.strip() for head in heads].index(name) + 1
    return [text.strip() for text in page.locator(f"tbody td:nth-child({at})").all_text_contents()]


def test_a_click_on_a_heading_sorts(papers: Path, page: Any) -> None:
    """Numbers by value, players without a change stay last, a second click turns the order round."""
    page.goto((papers / "list.html").as_uri())
    ratings = [float(text) for text in column(page, "rating")]
    page.get_by_role("button", name="rating").click()
    assert [float(text) for text in column(page, "rating")] == sorted(ratings)
    page.get_by_role("button", name="rating").click()
    assert [float(text) for text in column(page, "rating")] == sorted(ratings, reverse=True)
    page.get_by_role("button", name="change").press("Enter")
    changes = column(page, "change")
    known = [float(text.replace("−", "-")) for text in changes if text]
    assert (
        known == sorted(known) and "" in changes and all(not text for text in changes[len(known) :])
    )
    assert page.locator("th[aria-sort]").all_text_contents() == ["change"]


@pytest.mark.parametrize("name", ["list", "decision", "sweep"])
def test_a_paper_fits_a_telephone_and_a4(papers: Path, page: Any, name: str) -> None:
    page.goto((papers / f"{name}.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 360, (
        "only wide tables scroll, in themselves"
    )
    page.emulate_media(media="print")
    heads = page.locator("thead").evaluate_all(
        "all => all.map(head => getComputedStyle(head).display)"
    )
    assert set(heads) == {"table-header-group"}, "headings are repeated on each page"
    controls = page.locator("thead button, thead input, thead a").count()
    assert controls == 0, "Chromium leaves the heading out of the next page if it holds one"
    printed = page.pdf(prefer_css_page_size=True)
    sizes = {
        tuple(map(round, map(float, box)))
        for box in re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", printed)
    }
    assert sizes == ({(842, 595)} if name == "sweep" else {(595, 842)})


def test_the_decision_shows_its_chinese_names(papers: Path, page: Any) -> None:
    page.goto((papers / "decision.html").as_uri())
    assert page.get_by_text("received: 陈思 (C03)").is_visible()
    assert page.locator(".lines .rule").count() == 4
