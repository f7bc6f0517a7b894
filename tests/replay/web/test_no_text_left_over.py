"""No English is left over on a page in another language: names, ids and data apart."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ledger import EVENT_TYPES, open_log
from ledger.formats.tables import KINDS
from projections.views import COLUMNS as VIEW_COLUMNS
from replay.web.app import VIEWS
from schemes import scheme, scheme_names
from schemes.kernels.parameters import parameters
from schemes.standings import REGISTERS

PAGES = {
    "/": ["/", "/?known=%23150"],
    "/find": ["/find", "/find?q=castro", "/find?q=zzzz"],
    "/lists": ["/lists"],
    "/lists/{scheme}": ["/lists/cxa-rapid", "/lists/malaysia?page=9"],
    "/lists/{scheme}/{on}": ["/lists/fide-standard/2025-12-01?known=%23100", "/lists/cxa-rapid/2026-01-01"],
    "/players/{player}": ["/players/C01", "/players/F05"],
    "/players/{player}/{scheme}/{on}": [
        "/players/C03/cxa-rapid/2026-01-01",
        "/players/F05/fide-standard/2025-10-01",
        "/players/M01/malaysia/2026-01-01",
    ],
    "/tournaments/{tournament}": ["/tournaments/river-cup-2025", "/tournaments/harbour-2025"],
    "/groups": ["/groups"],
    "/schemes": ["/schemes"],
    "/schemes/{scheme}": ["/schemes/cxa-rapid", "/schemes/fide-standard", "/schemes/malaysia"],
    "/compare/{scheme}": ["/compare/fide-standard?a=2025-09-01&b=2025-12-01", "/compare/cxa-rapid"],
    "/compare": ["/compare"],
    "/appeal": ["/appeal", "/appeal?tournament=river-cup-2025"],
    "/log": ["/log", "/log?q=zzzz"],
    "/log/{position}": ["/log/170"],
    "/published": ["/published"],
    "/published/{position}": ["/published/170"],
}
NOT_PAGES = {"/log/{position}/proof", "/published/{position}/proof"}
WORD = re.compile(r"[A-Za-z][A-Za-z]+")
SPOKEN = ("placeholder", "aria-label", "title", "alt")
DATA = {
    "Rating",
    "Ledger",
    "English",
    "SQL",
    "SELECT",
    "JSON",
    "Lines",
    "TOML",
    "BONUS",
    "csv",
    "json",
    "none",
    "True",
    "False",
    "GM",
    "IM",
    "FM",
    "CM",
    "WGM",
    "WIM",
    "WFM",
    "WCM",
    "Ra",
    "Ro",
    "We",
    "rating",
    "ledger",
    "explain",
    "castro",
    "zzzz",
    "approved",
}
IDENTIFIER = re.compile(r"[A-Za-z0-9+/]{40,}=?|[\w]+(?:[-._/=][\w]+)+|sha256:\w+")  # ids, digests, parameters, readings
# Known to be English still: what the log says of an event in the words of its fields, causes in a history, remarks of
# standings rules, and the names that a regulation has for its own parts.
ENGLISH = re.compile(
    r"\b(name .*start |wxf part|hk-open part|(games|bonus\w*|rounding|first|carried|title|absence|floor) [+-]\d)"
    r"|\(\d+ games,|, \d+ games$"
    r"|^(to|unranked|no ranking has been given|K note|Table|Start|Bonus|Silent|Basis|Absence|rated|games|list|lists)$"
)


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


def words_in(value: Any) -> set[str]:
    """Every word of some data."""
    if isinstance(value, dict):
        return {word for pair in value.items() for word in words_in(pair)}
    if isinstance(value, list | tuple | set):
        return {word for each in value for word in words_in(each)}
    return set(WORD.findall(str(value)))


@pytest.fixture(scope="module")
def data_words(sample: Path) -> set[str]:
    """What the ledger and the rules call things: names, ids, types of events, parameters, columns of views."""
    with open_log(sample) as log:
        told = [msgspec.to_builtins(event) for _, event in log.read(0, log.head)]
        found = DATA | words_in(told) | words_in(log.origin)
    found |= words_in([EVENT_TYPES, scheme_names(), list(REGISTERS), list(VIEW_COLUMNS)])
    found |= words_in([schema.names for schema in VIEW_COLUMNS.values()])
    for chosen in map(scheme, scheme_names()):
        found |= words_in([[one.name, list(one.choices)] for one in chosen.readings])
        found |= words_in([one.name for version in chosen.versions for one in parameters(version.parameters)])
    return found


def left_over(text: str, known: set[str]) -> list[str]:
    reader = Reader()
    reader.feed(text)
    return [
        each
        for each in reader.texts
        if not ENGLISH.search(each) and set(WORD.findall(IDENTIFIER.sub("", each))) - (known - COMMON)
    ]


COMMON = {"to", "on", "of", "the", "and", "for", "born", "rated", "list", "lists", "games", "with", "by", "is", "known"}


@pytest.mark.parametrize("code", ["zh-Hans", "zh-Hant"])
@pytest.mark.parametrize("path", PAGES)
def test_no_english_is_left_over(site: Any, data_words: set[str], path: str, code: str) -> None:
    for address in PAGES[path]:
        joined = "&" if "?" in address else "?"
        assert not left_over(site.page(f"{address}{joined}language={code}"), data_words), address


@pytest.mark.parametrize("code", ["zh-Hans", "zh-Hant"])
def test_no_english_is_left_over_in_a_what_if(site: Any, data_words: set[str], code: str) -> None:
    """But for how far players go up or down, and the measures that a sweep sorts by: words of the data."""
    known = data_words | {"up", "down", "or", "more", "unchanged", "all", "changed", "brier", "inflation"}
    page = site.page(f"/whatif/fide-standard/2025-11-01?set.k.top=15&language={code}")
    assert not left_over(page, known)


@pytest.mark.parametrize("code", ["zh-Hans", "zh-Hant"])
def test_no_english_is_left_over_in_the_office(client: Any, data_words: set[str], code: str) -> None:
    """What can be chosen in a form are words of the events, and stays as it is."""
    known = data_words | words_in([[column.choices for column in kind.columns] for kind in KINDS.values()])
    known |= {"PGN", "TRF", "xlsx", "latin", "ymd", "dmy", "mdy", "Chan", "Tai", "Man", "HKG", "fm", "given", "swiss"}
    client.sign_in("Chan Tai Man")
    forms = [f"/office/record/{kind.command}" for kind in KINDS.values()]
    for path in ("/office", "/office/import", *forms):
        found = left_over(client.open(f"{path}?language={code}").text, known)
        assert not found, path


def test_pages_of_every_address_are_looked_at() -> None:
    """Whoever adds an address adds a page of it. Proofs and /sql are data; groups and papers need more."""
    assert set(VIEWS) - set(PAGES) <= {*NOT_PAGES, "/groups/{series}", "/appeal/paper", "/sql"}
