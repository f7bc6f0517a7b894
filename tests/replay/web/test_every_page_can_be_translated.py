"""Whatever a page says goes through the catalogue: names, ids and data apart."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from replay.answers.language import LANGUAGES
from replay.commands.main import run
from replay.commands.options import set_place
from replay.files.tables import KINDS
from replay.web.app import VIEWS
from tests.replay.other_letters import data_of, left_over, typed, words_in

CLAIM = "tournament=river-cup-2025&stage=main&round=4&board=1&result=0-1"
PAGES = {
    "/": ["/", "/?known=%23150"],
    "/find": ["/find", "/find?q=castro", "/find?q=zzzz"],
    "/lists": ["/lists"],
    "/lists/{scheme}": ["/lists/cxa-rapid", "/lists/malaysia?page=9"],
    "/lists/{scheme}/{on}": [
        "/lists/fide-standard/2025-12-01?known=%23100",
        "/lists/cxa-rapid/2026-01-01",
    ],
    "/players": ["/players", "/players?q=nowhere"],
    "/federations": ["/federations"],
    "/federations/{federation}": ["/federations/CHN", "/federations/MAS"],
    "/players/{player}": ["/players/C01", "/players/F05"],
    "/players/{player}/{scheme}/{on}": [
        "/players/C03/cxa-rapid/2026-01-01",
        "/players/F05/fide-standard/2025-10-01",
        "/players/M01/malaysia/2026-01-01",
    ],
    "/tournaments": ["/tournaments", "/tournaments?q=nowhere"],
    "/tournaments/{tournament}": [
        "/tournaments/river-cup-2025?why=C02",
        "/tournaments/harbour-2025",
    ],
    "/groups": ["/groups"],
    "/schemes": ["/schemes"],
    "/schemes/{scheme}": ["/schemes/cxa-rapid", "/schemes/fide-standard", "/schemes/malaysia"],
    "/compare/{scheme}": ["/compare/fide-standard?a=2025-09-01&b=2025-12-01", "/compare/cxa-rapid"],
    "/compare": ["/compare"],
    "/appeal": ["/appeal", "/appeal?tournament=river-cup-2025"],
    "/log": ["/log", "/log?q=zzzz"],
    "/log/{position}": ["/log/170"],
    "/published": ["/published"],
    "/published/{position}": ["/published/170", "/published/170?verify=yes"],
    "/sql": [  # what DuckDB says of a wrong query is quoted as it is
        "/sql",
        "/sql?q=SELECT+player+FROM+players+LIMIT+1",
    ],
    "/appeal/paper": [f"/appeal/paper?{CLAIM}"],
    "/groups/{series}": [],  # the sample has no series: the test of groups has one
}
DATA = {
    "/tables/{table}",
    "/log/{position}/proof",
    "/published/{position}/proof",
}  # files for check-proof
AS_STORED = {
    "/log/{position}",
    "/sql",
}  # events with the names of their fields, views with those of their columns
SPOKEN = ("placeholder", "aria-label", "title", "alt")


class Reader(HTMLParser):
    """The texts of a page that a reader sees or hears, and what stands in fields."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._unread = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unread += tag in ("script", "style", "pre", "code", "textarea")
        self.texts += [value for name, value in attrs if name in SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        self._unread -= tag in ("script", "style", "pre", "code", "textarea")

    def handle_data(self, data: str) -> None:
        if not self._unread and data.strip():
            self.texts.append(" ".join(data.split()))


@pytest.fixture(scope="module")
def known(sample: Path) -> set[str]:
    """What the ledger calls things, what is typed at the desk, and what this test typed."""
    return data_of(sample) | {"castro", "zzzz"}


def found_in(text: str, known: set[str]) -> list[str]:
    """The texts of a page in which English is left over; ids alone in a cell or a field are data."""
    reader = Reader()
    reader.feed(text)
    return [each for each in reader.texts if left_over(each, known)]


@pytest.mark.parametrize("path", [path for path in PAGES if PAGES[path]])
def test_no_english_is_left_over(site: Any, known: set[str], path: str, other_letters: str) -> None:
    if path in AS_STORED:
        known = known | typed()
    for address in PAGES[path]:
        joined = "&" if "?" in address else "?"
        assert not found_in(site.ask(f"{address}{joined}language={other_letters}").text, known), (
            address
        )


def test_no_english_is_left_over_in_a_what_if_and_its_pictures(
    site: Any, known: set[str], other_letters: str
) -> None:
    """A picture is svg; what it says stands in its texts."""
    asked = f"set.k.top=15&language={other_letters}"
    assert not found_in(site.page(f"/whatif/fide-standard/2025-11-01?{asked}"), known)
    for plot in ("distribution", "calibration", "movers", "inflation"):
        picture = site.page(f"/whatif/fide-standard/2025-11-01.svg?{asked}&plot={plot}")
        texts = re.findall(r"<text[^>]*>([^<]*)</text>", picture)
        assert texts and not [each for each in texts if left_over(each, known)], plot


def test_no_english_is_left_over_in_the_office(
    client: Any, known: set[str], other_letters: str
) -> None:
    """What can be chosen in a form are words of the events, as files have them."""
    programs = {"Swiss", "Manager", "Chess", "JavaFo", "Vega", "TRF", "PGN", "xml", "zip"}
    words = known | typed() | programs | {"Chan", "Tai", "Man", "latin", "ymd", "dmy", "mdy"}
    client.sign_in("Chan Tai Man")
    forms = [f"/office/record/{kind.command}" for kind in KINDS.values()]
    for path in ("/office", "/office/import", *forms):
        assert not found_in(client.open(f"{path}?language={other_letters}").text, words), path


WRONG = [
    "/lists/cxa-rapit", "/lists/fide-standard/2025-13-01", "/lists/fide-standard?page=x", "/log/99999", "/published/1",
    "/lists/fide-standard?known=yesterday", "/lists/fide-standard?set.k.topp=1", "/lists/fide-standard?reading.x=y",
    "/lists/fide-standard?rate-as=perhaps", "/tournaments/river-cup-2025?after=99", "/groups/none",
    "/players/zzzz.json", "/tournaments/zzzz.csv", "/compare/fide-standard?a=x",
    "/whatif/fide-standard/2025-11-01?set.k.top=-1",
    "/appeal?tournament=river-cup-2025&stage=main&round=4&board=1&result=9-0", "/language/klingon", "/nothing",
    "/published/170/proof.json", "/log/1/proof", "/jobs/none", "/schemes.xyz", "/assets/none.js",
]  # fmt: skip


@pytest.mark.parametrize("address", WRONG)
def test_no_english_is_left_over_on_an_error_page(
    site: Any, known: set[str], address: str, other_letters: str
) -> None:
    """What was asked for is data."""
    answer = site.ask(f"{address}{'&' if '?' in address else '?'}language={other_letters}")
    assert answer.status >= 400
    reader, words = Reader(), known | words_in(address) | {"plot", "yes", "json", "en", "void"}
    reader.feed(answer.text)
    assert reader.texts and not [each for each in reader.texts if left_over(each, words)]


def test_no_english_is_left_over_where_the_office_refuses(
    client: Any, known: set[str], other_letters: str
) -> None:
    """A form that was filled in wrongly, and the preview of a file that is refused."""
    words = known | typed() | {"Chan", "Tai", "Man", "dmy", "mdy"}
    client.sign_in("Chan Tai Man")
    client.open(f"/office?language={other_letters}")
    game = {
        "tournament": "river-cup-2025",
        "round": "x",
        "board": "1",
        "first": "zzzz",
        "second": "F05",
        "result": "9-0",
    }
    pages = [
        client.send(f"/office/record/game?language={other_letters}", date="1/2/03", **game),
        client.send(
            f"/office/record/player?language={other_letters}", player="F05", name="=x", sex="Q"
        ),
        client.send(
            f"/office/record/withdrawal?language={other_letters}", withdraws="99999", reason="x"
        ),
        client.send(
            f"/office/publish?language={other_letters}", scheme="cxa-rapid", date="2026-01-02"
        ),
    ]
    for content in (
        b"player,nmae\nP1,Chan\n",
        b"[]\n",
        b"player,name,sex,date\nF05,Other,M,1/2/03\n",
    ):
        name = "players.csv" if content[:1] == b"p" else "events.jsonl"
        sent = client.send(f"/office/import?language={other_letters}", (name, content))
        path = "/" + sent.url.removeprefix(client.site.address)
        pages.append(client.open(f"{path}{'&' if '?' in path else '?'}language={other_letters}"))
    for page in pages:
        reader = Reader()
        reader.feed(page.text)
        assert 'role="alert"' in page.text
        assert not [each for each in reader.texts if left_over(each, words)]


def test_no_english_is_left_over_on_the_public_site(
    sample: Path, known: set[str], tmp_path: Path, other_letters: str
) -> None:
    assert (
        run(["--ledger", str(sample), "site", str(tmp_path / "site"), "--language", other_letters])
        == 0
    )
    set_place("")
    others = [tmp_path / "site" / other for other in LANGUAGES]
    pages = [
        page
        for page in sorted((tmp_path / "site").rglob("*.html"))
        if not any(page.is_relative_to(other) for other in others)
    ]
    assert len(pages) > 5
    for page in pages:
        assert not found_in(page.read_text(), known), page.name
    sentences = re.findall(
        r'data-(?:found|many)="([^"]*)"', (tmp_path / "site" / "find.html").read_text()
    )
    assert len(sentences) == 2
    assert not [each for each in sentences if left_over(re.sub(r"{\w+}", "", each), known)]
    kinds = re.findall('name="kinds" content="([^"]*)"', (tmp_path / "site/find.html").read_text())
    assert kinds and not [word for word in kinds[0].split("|") if left_over(word, known)]
    words = (tmp_path / "site/check-words.js").read_text()
    said = json.loads(words.removeprefix("globalThis.WORDS = ").removesuffix(";\n"))
    sentences = [*said["unreadable"].values(), *said["page"].values()]
    sentences += [text for both in said["steps"].values() for text in both]
    plain = [re.sub(r"{\w+}", "", text) for text in sentences]
    assert not [
        text
        for text in plain
        if left_over(text, known | {"csv", "player", "old", "name", "hash", "base64"})
    ]


def test_no_digest_and_no_key_is_taken_for_english() -> None:
    """They are other ones in each ledger, and any letters can stand in them."""
    for number in range(2_000):
        digest = sha256(str(number).encode()).digest()
        coded = b64encode(b"\x01" + digest).decode()
        for text in (
            coded,
            f"sha256:{digest.hex()}",
            f"ratings.example.org/desk+{digest[:4].hex()}+{coded}",
        ):
            assert not left_over(f"检查点 {text} 号", set()), text


def test_pages_of_every_address_are_looked_at() -> None:
    """Whoever adds an address adds a page of it."""
    of_kept_appeals = {"/players/{player}", "/appeal"}  # they rest on more than the log
    assert set(VIEWS) | of_kept_appeals == set(PAGES) | DATA
