"""axe-core finds nothing wrong with any kind of page: names, roles, contrast, headings, in light and in dark."""

from pathlib import Path
from typing import Any

import pytest

from replay.web.app import VIEWS

AXE = Path(__file__).parent / "axe" / "axe-4.14.0.min.js"  # test only; its licence stands beside it
PAGES = {
    "/": "/",
    "/find": "/find?q=castro",
    "/lists": "/lists",
    "/lists/{scheme}": "/lists/malaysia",
    "/lists/{scheme}/{on}": "/lists/fide-standard/2025-11-01?set.k.top=15&known=%23168",
    "/players/{player}": "/players/F05",
    "/players/{player}/{scheme}/{on}": "/players/F05/fide-standard/2025-10-01",
    "/tournaments/{tournament}": "/tournaments/river-cup-2025",
    "/groups": "/groups",
    "/schemes": "/schemes",
    "/schemes/{scheme}": "/schemes/cxa-rapid",
    "/compare": "/compare",
    "/compare/{scheme}": "/compare/cxa-rapid?a=2025-10-01&b=2026-01-01",
    "/whatif/{scheme}": "/whatif/malaysia",
    "/whatif/{scheme}/{on}": "/whatif/fide-standard/2025-11-01?set.k.top=15",
    "/appeal": "/appeal?tournament=river-cup-2025",
    "/sql": "/sql?q=SELECT+player+FROM+players",
    "/log": "/log?q=decision",
    "/log/{position}": "/log/168",
    "/published": "/published",
    "/published/{position}": "/published/170?verify=yes",
}
NO_PAGE = {"/groups/{series}", "/appeal/paper", "/log/{position}/proof", "/published/{position}/proof"}
ERRORS = ("/players/Castro", "/nowhere", "/lists/fide-standard?sex=X")


def test_every_kind_of_page_has_an_example_here() -> None:
    """But for papers, data, and what the demo has not."""
    assert VIEWS.keys() - PAGES.keys() == NO_PAGE


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_axe_finds_nothing(browser: Any, site: Any, colours: str) -> None:
    tab = browser.new_page(viewport={"width": 1000, "height": 800}, base_url=site.address, color_scheme=colours)
    tab.set_default_timeout(180_000)  # the first page of a scheme may have to compile its rules
    wrong = []
    for path in (*PAGES.values(), *ERRORS):
        tab.goto(path)
        tab.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        wrong += [f"{path}: {told}" for told in violations(tab)]
    tab.close()
    assert wrong == []


def violations(tab: Any) -> list[str]:
    """What axe-core finds in the page that is open."""
    tab.evaluate(AXE.read_text(encoding="utf-8"))
    found = tab.evaluate("axe.run(document, {resultTypes: ['violations']}).then(result => result.violations)")
    return [f"{each['id']}: {node['html'][:120]}" for each in found for node in each["nodes"][:2]]
