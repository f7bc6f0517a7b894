"""`python -m pictures` (`make pictures`) takes the pictures of docs/pictures: pages of the desk on the demo ledger."""

import shutil
import sys
import tempfile
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from replay.commands.main import run
from replay.simulation.demo.federation import make_federation
from replay.web.access import Access
from replay.web.app import DeskOptions
from replay.web.office_file import Person, hashed, write_people
from tests.bench.pages import running

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
WIDE, NARROW = (1280, 800), (360, 720)
NAME, PASSWORD = "Chan Tai Man", "correct horse battery"
Pictures = dict[str, tuple[str, tuple[int, int], str]]  # name → page, size, colours
APPEAL = "/appeal?tournament=klang-invitational-2026&round=2&board=1&result=1-0"
EXPLAINED = "/players/F1035/fide-standard/2026-10-01"
WHAT_IF = "/whatif/fide-standard/2026-10-01?set.k.normal=24"
CHINESE = "language=zh-Hans"
DESK: Pictures = {
    "home": ("/", WIDE, "light"),
    "list": ("/lists/fide-standard/2026-10-01", WIDE, "light"),
    "player": ("/players/M1009", WIDE, "light"),
    "player-telephone": ("/players/M1009", NARROW, "dark"),
    "explanation": (EXPLAINED, WIDE, "light"),
    "tournament": ("/tournaments/klang-invitational-2026", WIDE, "light"),
    "knockout": ("/tournaments/straits-cup-2026", WIDE, "light"),
    "as-known-then": ("/lists/fide-standard/2026-07-01?known=%235785", WIDE, "light"),
    "published": ("/published/5786?verify=yes", WIDE, "light"),
    "log": ("/log", WIDE, "dark"),
    "compare": ("/compare/fide-standard?a=2026-09-01&b=2026-10-01", WIDE, "light"),
    "appeal": (APPEAL, (1280, 1100), "light"),
    "decision": (APPEAL.replace("/appeal", "/appeal/paper"), WIDE, "light"),
    "what-if": (WHAT_IF, (1280, 1500), "light"),
    "readings": ("/whatif/malaysia/2026-07-01/readings", (1280, 720), "light"),
    "sign-in": ("/sign-in", (1280, 480), "light"),
    "chinese": (f"/lists/malaysia/2026-07-01?{CHINESE}", WIDE, "light"),
    "chinese-player": ("/players/M1009?language=zh-Hant", WIDE, "dark"),
    "chinese-explanation": (f"{EXPLAINED}?{CHINESE}", WIDE, "light"),
    "chinese-appeal": (f"{APPEAL}&{CHINESE}", (1280, 1100), "light"),
    "chinese-what-if": (f"{WHAT_IF}&{CHINESE}", (1280, 1500), "light"),
}
SITE: Pictures = {
    "site": ("index.html", WIDE, "light"),
    "site-list": ("lists/fide-standard.html", WIDE, "light"),
    "site-player": ("players/M1009.html", NARROW, "dark"),
    "site-player-wide": ("players/M1009.html", (1280, 1100), "light"),
    "site-tournament": ("tournaments/klang-invitational-2026.html?lang=zh-Hans", WIDE, "light"),
    "site-check": ("verify.html#list=fide-standard-2026-10-01&player=M1009", (1280, 1100), "light"),
    "site-search": ("find.html?q=wang", (1280, 480), "light"),
}
ENTRIES = """Tournament ID,Player,Date
penang-monsoon-open-2026,Siti Hajar Ismail,2026-11-10
penang-monsoon-open-2026,刘家成,2026-11-10
penang-monsoon-open-2026,F1035,2026-11-10
""".encode()


def main() -> int:
    """Take them all."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        sys.stderr.write("chromium is not installed: no pictures are taken\n")
        return 2
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as started:
        browser = started.chromium.launch(executable_path=path, args=["--no-sandbox"])
        place = ledger(Path(folder))
        with running(place, office(Path(folder))) as address:
            of_pages(browser, address, DESK)
            of_the_office(browser, address)
        run(["--ledger", str(place), "site", f"{folder}/site"])
        of_pages(browser, f"file://{folder}/site", SITE)
        browser.close()
    return 0


def of_pages(browser: Browser, address: str, pictures: Pictures) -> None:
    """A picture of each page, as one sees it first."""
    for name, (page, size, colours) in pictures.items():
        with opened(browser, size, colours) as tab:
            tab.goto(f"{address}/{page.lstrip('/')}")
            tab.locator("progress").wait_for(state="detached")  # long work is done
            tab.wait_for_load_state("networkidle")  # plots are drawn
            keep(tab, name)


def of_the_office(browser: Browser, address: str) -> None:
    """What is seen by somebody who is signed in: the office, and the preview of an import."""
    with opened(browser, WIDE, "light") as tab:
        tab.goto(f"{address}/sign-in")
        tab.locator("#field-name").fill(NAME)
        tab.locator("#field-password").fill(PASSWORD)
        tab.locator("main button").click()
        tab.wait_for_url("**/office")
        keep(tab, "office")
        file = {"name": "entries.csv", "mimeType": "text/csv", "buffer": ENTRIES}
        tab.get_by_role("link", name="Import a report").click()
        tab.set_input_files("#field-file", file)
        tab.get_by_role("button", name="Read the file").click()
        tab.get_by_role("heading", name="entries.csv", level=1).wait_for()
        tab.locator("progress").wait_for(state="detached")
        tab.wait_for_load_state("networkidle")
        tab.set_viewport_size({"width": 1280, "height": 1000})
        keep(tab, "import")


@contextmanager
def opened(browser: Browser, size: tuple[int, int], colours: str) -> Iterator[Page]:
    tab = browser.new_page(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if colours == "dark" else "light",
    )
    tab.set_default_timeout(180_000)  # the first page of a scheme may have to compile its rules
    yield tab
    tab.close()


def keep(tab: Page, name: str) -> None:
    """WebP, which has a third of the bytes of PNG."""
    asked = {"format": "webp", "quality": 55}
    found = tab.context.new_cdp_session(tab).send("Page.captureScreenshot", asked)
    (FOLDER / f"{name}.webp").write_bytes(b64decode(found["data"]))


def ledger(folder: Path) -> Path:
    """The federation of the demo."""
    place = folder / "federation"
    make_federation(place)
    return place


def office(folder: Path) -> DeskOptions:
    """Somebody who may sign in."""
    file = folder / "office.toml"
    write_people(file, [Person(NAME, "publisher", hashed(PASSWORD))])
    return DeskOptions(Access(file), name="Straits Chess & Xiangqi Federation")


if __name__ == "__main__":
    sys.exit(main())
