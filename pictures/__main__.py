"""`python -m pictures` (`make pictures`) takes the pictures of docs/pictures: pages of the desk on the demo ledger."""

import shutil
import sys
import tempfile
from datetime import date
from pathlib import Path

from playwright.sync_api import sync_playwright

from bench.pages import running
from ledger import open_log
from ledger.formats import open_file
from replay.demo import SAMPLE
from replay.office import Office
from replay.publish import publish

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
WIDE, NARROW = (1000, 720), (360, 720)
PICTURES = {
    "home": ("/", WIDE, "light"),
    "list": ("/lists/fide-standard/2025-11-01", WIDE, "light"),
    "player": ("/players/F05", WIDE, "light"),
    "player-telephone": ("/players/F05", NARROW, "dark"),
    "explanation": ("/players/F05/fide-standard/2025-10-01", WIDE, "light"),
    "tournament": ("/tournaments/river-cup-2025", WIDE, "light"),
    "as-known-then": ("/lists/fide-standard/2025-10-01?known=%23167", WIDE, "light"),
    "published": ("/published/170?verify=yes", WIDE, "light"),
    "log": ("/log", WIDE, "dark"),
    "compare": ("/compare/fide-standard?a=2025-10-01&b=2025-11-01", WIDE, "light"),
    "appeal": ("/appeal?tournament=harbour-2025&round=1&board=1&result=1%2F2-1%2F2", WIDE, "light"),
    "chinese": ("/lists/cxa-rapid/2026-01-01?language=zh-Hans", WIDE, "light"),
}


def main() -> int:
    """Take them all."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        sys.stderr.write("chromium is not installed: no pictures are taken\n")
        return 2
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running(ledger(Path(folder))) as address,
        sync_playwright() as started,
    ):
        browser = started.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, (page, (width, height), colours) in PICTURES.items():
            tab = browser.new_page(
                viewport={"width": width, "height": height},
                color_scheme="dark" if colours == "dark" else "light",
                base_url=address,
            )
            tab.set_default_timeout(180_000)  # the first page of a scheme may have to compile its rules
            tab.goto(page)
            tab.screenshot(path=FOLDER / f"{name}.png")
            tab.close()
        browser.close()
    return 0


def ledger(folder: Path) -> Path:
    """The demo, with one published list."""
    place = folder / "demo"
    with open_log(place, create=True, origin="ratings.example.org/demo") as log:
        log.append(open_file(SAMPLE))
    with Office(place) as office:
        publish(office, "cxa-rapid", date(2026, 1, 1))
    return place


if __name__ == "__main__":
    sys.exit(main())
