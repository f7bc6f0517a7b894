"""Each page fits a telephone, and axe-core finds nothing wrong: names, roles, contrast, in light and in dark."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from replay.web.app import VIEWS
from replay.web.office_routes import OFFICE
from tests.replay.web.conftest import PASSWORD

AXE = Path(__file__).parent / "axe" / "axe-4.14.0.min.js"  # test only; its licence stands beside it
PAGES = {
    "/": "/",
    "/find": "/find?q=castro",
    "/lists": "/lists",
    "/lists/{scheme}": "/lists/malaysia",
    "/lists/{scheme}/{on}": "/lists/fide-standard/2025-11-01?set.k.top=15&known=%23168",
    "/players": "/players?federation=ESP",
    "/federations": "/federations",
    "/federations/{federation}": "/federations/CHN",
    "/players/{player}": "/players/F05",
    "/players/{player}/{scheme}/{on}": "/players/F05/fide-standard/2025-10-01",
    "/tournaments": "/tournaments",
    "/tournaments/{tournament}": "/tournaments/river-cup-2025?why=C02",
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
NO_PAGE = {
    "/groups/{series}",
    "/appeal/paper",
    "/tables/{table}",
    "/log/{position}/proof",
    "/published/{position}/proof",
}
ERRORS = ("/players/Castro", "/nowhere", "/lists/fide-standard?sex=X")
# The same kinds of page with other columns, which have to fit a telephone, too.
WIDER = (
    "/lists/cxa-rapid/2026-01-01", "/schemes/malaysia", "/players", "/log", "/published/170",
    "/appeal?tournament=harbour-2025&stage=main&round=4&board=1&result=1-0&trace=F06",
)  # fmt: skip
PHONE, SCREEN = {"width": 360, "height": 740}, {"width": 1000, "height": 800}

OFFICE_PAGES = {
    "/office": "/office",
    "/office/record": "/office/record",
    "/office/record/{kind}": "/office/record/correction",
    "/office/appeal": "/office/appeal",
    "/office/publish": "/office/publish?scheme=fide-standard&date=2025-11-01",
    "/office/published/{position}": "/office/published/170",
    "/office/import": "/office/import",
}
OF_A_FILE = {
    "/office/import/{upload}",
    "/office/import/{upload}/people",
    "/office/import/{upload}/preview",
    "/office/import/{upload}/discard",
    "/office/tables/{name}",
    "/office/appeal/{appeal}/paper",
}


def test_every_kind_of_page_has_an_example_here() -> None:
    """But for papers, data, what the demo has not, and a file that was sent."""
    assert VIEWS.keys() - PAGES.keys() == NO_PAGE
    assert OFFICE.keys() - OFFICE_PAGES.keys() == OF_A_FILE


@pytest.fixture(scope="module")
def tab(browser: Any, site: Any) -> Iterator[Any]:
    """A tab on the desk, the same for all pages: a new one costs the most."""
    tab = browser.new_page(base_url=site.address)
    tab.set_default_timeout(180_000)  # the first page of a scheme may have to compile its rules
    yield tab
    tab.close()


@pytest.fixture
def complaints(tab: Any, site: Any) -> Iterator[list[str]]:
    """What goes wrong on a page, and what it fetches elsewhere. That a page is an error page is no complaint."""
    heard: list[str] = []

    def listen(message: Any) -> None:
        if not message.text.startswith("Failed to load resource: the server responded with a sta"):
            heard.append(message.text)

    def look(request: Any) -> None:
        if not request.url.startswith(site.address):
            heard.append(request.url)

    def fail(error: Any) -> None:
        heard.append(str(error))

    def answered(response: Any) -> None:
        if response.status >= 400 and not response.request.is_navigation_request():
            heard.append(f"{response.status} {response.url}")

    listeners = {"console": listen, "request": look, "pageerror": fail, "response": answered}
    for event, listener in listeners.items():
        tab.on(event, listener)
    yield heard
    for event, listener in listeners.items():
        tab.remove_listener(event, listener)


@pytest.mark.parametrize("path", (*PAGES.values(), *ERRORS, *WIDER))
def test_a_page_fits_a_telephone_and_axe_finds_nothing(
    tab: Any, complaints: list[str], path: str
) -> None:
    tab.set_viewport_size(PHONE)
    tab.goto(path)
    assert tab.evaluate("document.documentElement.scrollWidth") <= 360
    assert tab.locator("h1").count() == 1 and tab.locator("main").count() == 1
    fields = "document.querySelectorAll('input:not([type=hidden]), select, textarea')"
    unlabelled = f"[...{fields}].filter(e => !e.labels.length)"
    assert tab.evaluate(f"{unlabelled}.length") == 0
    ids = tab.evaluate("[...document.querySelectorAll('[id]')].map(each => each.id)")
    assert len(ids) == len(set(ids))

    if path not in WIDER:
        tab.set_viewport_size(SCREEN)
        tab.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        assert violations(tab) == []
    assert complaints == []


def test_axe_finds_nothing_in_the_office(browser: Any, office: Any) -> None:
    """Signing in, every form, a form with a mistake in it, a question before something is appended, and jobs."""
    context = browser.new_context(viewport={"width": 1000, "height": 800}, base_url=office.address)
    context.set_default_timeout(180_000)
    tab, wrong, go_on = context.new_page(), list[str](), Event()
    main = tab.get_by_role("main")

    def look(what: str) -> None:
        tab.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        wrong.extend(f"{what}: {told}" for told in violations(tab))

    def send(what: str, **typed: str) -> None:
        for name, text in typed.items():
            main.locator(f"input[name={name}]").fill(text)
        with tab.expect_navigation():
            main.get_by_role("button").first.click()
        look(what)

    def work(progress: Any) -> str:
        with progress("counting boards", 3) as advance:
            advance(1)
            go_on.wait(300)
        return "/"

    tab.goto("/sign-in")
    look("/sign-in")
    send("a wrong password", name="Paula", password="wrong")
    send("the office", name="Paula", password=PASSWORD)
    for path in OFFICE_PAGES.values():
        tab.goto(path)
        look(path)
    tab.goto("/office/record/transfer")
    send("a mistake", player="nobody", federation="FRA", date="2026-01-01")
    send("a question", player="F05", federation="ESP", date="2026-03-01")
    tab.goto("/office/publish")
    look("which list")
    tab.goto(office.desk.jobs.start("Counting", work, stoppable=True).address)
    look("a job")
    go_on.set()
    context.close()
    assert wrong == []


# Rows of one kind are looked at twice: the same elements, classes and colours, with and without text. The others are
# taken out of the page meanwhile; axe would look at each, in light and in dark.
ALIKE = """() => {
  const told = ['id', 'href', 'value', 'title', 'for', 'name'];
  const shape = (one) => {
    const words = [...one.attributes].filter((word) => !told.includes(word.name));
    const named = words.map((word) => word.name + '=' + (word.name.startsWith('data-') ? '' : word.value));
    const text = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    return one.tagName + named + (text ? '.' : '') + '(' + [...one.children].map(shape) + ')';
  };
  window.taken = [];
  const seen = new Map();
  for (const one of document.querySelectorAll('tbody tr, main li')) {
    if (!one.isConnected || one.querySelector('label, input, select, [id]')) continue;
    const places = seen.get(one.parentNode) || new Map();
    const count = (places.get(shape(one)) || 0) + 1;
    seen.set(one.parentNode, places.set(shape(one), count));
    if (count > 2) {
      const place = document.createComment('');
      one.replaceWith(place);
      window.taken.push([place, one]);
    }
  }
}"""
BACK = "() => window.taken.forEach(([place, one]) => place.replaceWith(one))"


def violations(tab: Any) -> list[str]:
    """What axe-core finds in the page that is open: everything in light; in dark, what depends on colours."""
    tab.evaluate(AXE.read_text(encoding="utf-8"))
    tab.evaluate(ALIKE)
    wrong = []
    for colours, rules in (
        ("light", ""),
        ("dark", "runOnly: ['color-contrast', 'link-in-text-block'], "),
    ):
        tab.emulate_media(color_scheme=colours)
        run = f"axe.run(document, {{{rules}resultTypes: ['violations']}})"
        for each in tab.evaluate(f"{run}.then(result => result.violations)"):
            wrong += [
                f"{colours}, {each['id']}: {node['html'][:120]}" for node in each["nodes"][:2]
            ]
    tab.evaluate(BACK)
    return wrong
