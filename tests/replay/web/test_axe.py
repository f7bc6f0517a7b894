"""axe-core finds nothing wrong with any kind of page: names, roles, contrast, headings, in light and in dark."""

from pathlib import Path
from threading import Event
from typing import Any

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


OFFICE_PAGES = {
    "/office": "/office",
    "/office/record": "/office/record",
    "/office/record/{kind}": "/office/record/correction",
    "/office/appeal": "/office/appeal?tournament=river-cup-2025&round=1&board=1&result=1%2F2-1%2F2",
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
}


def test_every_kind_of_page_has_an_example_here() -> None:
    """But for papers, data, what the demo has not, and a file that was sent."""
    assert VIEWS.keys() - PAGES.keys() == NO_PAGE
    assert OFFICE.keys() - OFFICE_PAGES.keys() == OF_A_FILE


def test_axe_finds_nothing(browser: Any, site: Any) -> None:
    tab = browser.new_page(viewport={"width": 1000, "height": 800}, base_url=site.address)
    tab.set_default_timeout(180_000)  # the first page of a scheme may have to compile its rules
    wrong = []
    for path in (*PAGES.values(), *ERRORS):
        tab.goto(path)
        tab.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        wrong += [f"{path}: {told}" for told in violations(tab)]
    tab.close()
    assert wrong == []


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


def violations(tab: Any) -> list[str]:
    """What axe-core finds in the page that is open: everything in light; in dark, what depends on colours."""
    tab.evaluate(AXE.read_text(encoding="utf-8"))
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
    return wrong
