"""Data of the desk are the same bytes for every reader: whoever reads Chinese gets the json and csv of all others."""

import json
from urllib.parse import urlsplit

import pytest

from tests.replay.web.conftest import Client, Site
from tests.replay.web.test_every_page_can_be_translated import PAGES

PAGES_ONLY = {"/appeal/paper"}
ADDRESSES = {
    path: [*addresses, "/find?q=Wei"] if path == "/find" else addresses
    for path, addresses in PAGES.items()
    if addresses and path not in PAGES_ONLY
}


def as_data(address: str, form: str) -> str:
    """The address of the same answer as data."""
    parts = urlsplit(address)
    path = parts.path if parts.path != "/" else "/index"
    return f"{path}.{form}?{parts.query}"


@pytest.mark.parametrize("form", ["json", "csv"])
@pytest.mark.parametrize("path", ADDRESSES)
def test_data_are_the_same_in_every_language(site: Site, path: str, form: str) -> None:
    """The browser says what its reader likes; json stays the same even where the address asks for a language."""
    browser = Client(site)
    for address in ADDRESSES[path]:
        wanted = as_data(address, form)
        english = browser.open(wanted, accept_language="en")
        if form == "json":
            assert json.loads(english.text) is not None
        said = browser.open(wanted, accept_language="zh-Hant")
        assert (said.status, said.text) == (english.status, english.text), wanted
        if form == "json":
            chosen = browser.open(f"{wanted}&language=zh-Hans")
            assert (chosen.status, chosen.text) == (english.status, english.text), wanted
