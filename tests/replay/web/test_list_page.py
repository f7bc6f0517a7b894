"""A rating list as readers use it: ranks among those shown, sorted and filtered over the whole list, printed whole."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

from ledger import open_log
from tests.builders import Event, carried, decoded, player
from tests.replay.web.conftest import running

DAY = "/lists/fide-standard/2025-11-01"


def rows(text: str) -> list[list[str]]:
    """The cells of the rows that are seen on a screen."""
    found = []
    for row in re.findall(r"<tr(?: class=\"gone\")?>(<td class=\"num\">.*?)</tr>", text, re.S):
        cells = re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.S)
        found.append([unescape(re.sub(r"<[^>]+>", "", cell)).strip() for cell in cells])
    return found


def names(text: str) -> list[str]:
    return re.findall(r'<th scope="row" class="keep">.*?<a href="/players/([^"?]+)', text)


def test_a_filtered_list_ranks_those_shown_beside_the_rank_of_the_whole_list(site: Any) -> None:
    """The women of the list are first to fourth among themselves; beside it their ranks among all."""
    whole = names(site.page(DAY))
    women = site.page(f"{DAY}?sex=F")
    shown = names(women)
    assert [row[0] for row in rows(women)] == ["1", "2", "3", "4"]
    assert [int(row[1]) for row in rows(women)] == [whole.index(each) + 1 for each in shown]


def test_headings_sort_over_the_whole_list_and_say_how(site: Any) -> None:
    text = site.page(f"{DAY}?sort=-born")
    born = [int(row[4]) for row in rows(text)]
    assert born == sorted(born, reverse=True)
    assert 'aria-sort="descending"><a href="/lists/fide-standard/2025-11-01?sort=born">' in text
    called = [
        re.sub(".*?([A-Z][a-z]+, .*)", r"\1", row[2]) for row in rows(site.page(f"{DAY}?sort=name"))
    ]
    assert called == sorted(called)
    assert site.ask(f"{DAY}?sort=shoe").status == 400


def test_inactive_players_hold_no_place(site: Any) -> None:
    """A year after their last games nobody of the demo is active: all are listed, none has a rank."""
    later = rows(site.page("/lists/fide-standard/2027-01-01"))
    assert len(later) == 8 and {row[0] for row in later} == {"–"}


@pytest.fixture(scope="module")
def long_list(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A federation whose list has more rows than a page."""
    folder = tmp_path_factory.mktemp("long") / "ledger"
    with open_log(folder, create=True, origin="ratings.example.org/long") as log:
        log.append(decoded(*_federation()))
    with running(folder) as opened:
        yield opened


def _federation() -> Iterator[Event]:
    for n in range(130):
        sex = "F" if n % 2 else "M"
        yield from player(f"P{n:03}", name=f"Player, N{n:03}", sex=sex, born=1950 + n % 60)
        yield from carried("fide-standard", "2025-02-01", {f"P{n:03}": 1500 + n}, games=30)


def test_sorting_reaches_rows_of_other_pages_and_paper_has_all_of_them(long_list: Any) -> None:
    """The lowest of 130 ratings stands on page 2; sorted upwards it is the first row, and printed it is there, too."""
    path = "/lists/fide-standard/2025-06-01"
    first = long_list.page(path)
    assert len(names(first)) == 100 and names(first)[0] == "P129"
    assert names(long_list.page(f"{path}?sort=rating"))[0] == "P000"
    assert first.count('<tr class="printed">') == 30 and "Player, N000" in first
    second = long_list.page(f"{path}?page=2")
    assert len(names(second)) == 30 and second.count('<tr class="printed">') == 100
    assert len(names(long_list.page(f"{path}?rows=all"))) == 130


def test_a_name_filters_a_list(long_list: Any) -> None:
    text = long_list.page("/lists/fide-standard/2025-06-01?name=n07")
    assert names(text) == [f"P{n:03}" for n in range(79, 69, -1)]


def test_a_name_is_matched_as_everywhere_in_both_scripts_and_without_accents(site: Any) -> None:
    """The filter of a list finds whom the search finds: 王海涛 by pinyin or as 王海濤, Inés as Ines."""
    cxa = "/lists/cxa-rapid/2026-01-01"
    assert names(site.page(f"{cxa}?name=wang%20haitao")) == ["C01"]
    assert names(site.page(f"{cxa}?name=%E7%8E%8B%E6%B5%B7%E6%BF%A4")) == ["C01"]
    assert names(site.page(f"{DAY}?name=ines")) == ["F05"]


@pytest.mark.parametrize(
    ("path", "width"),
    [
        ("/lists/fide-standard/2025-06-01", 360),
        ("/lists/fide-standard/2025-06-01?sex=F&language=zh-Hans", 360),
        ("/lists/fide-standard/2025-06-01?language=zh-Hant", 768),
    ],
)
def test_headings_stay_in_sight_above_all_rows(
    browser: Any, long_list: Any, path: str, width: int
) -> None:
    """On a telephone, too: fifty rows down the heading stands at the top, over the rows, each with its whole name."""
    page = browser.new_page(base_url=long_list.address, viewport={"width": width, "height": 740})
    page.goto(path)
    page.locator("tbody tr:not(.printed)").nth(50).evaluate("row => row.scrollIntoView()")
    headings = page.locator("thead th:visible").evaluate_all(
        """all => all.map(each => {
            const box = each.getBoundingClientRect();
            const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
            return [Math.round(box.top), top !== null && top.closest("thead") !== null];
        })"""
    )
    assert len(headings) > 3 and set(map(tuple, headings)) == {(0, True)}
    name = page.locator("tbody tr:not(.printed) .keep").nth(53).bounding_box()
    assert name["x"] >= 0 and name["x"] + name["width"] < width
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()
