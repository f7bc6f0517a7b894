"""Pages elsewhere: none of them makes the desk read a file, and nothing is sent in the name of a visitor."""

import re
from base64 import urlsafe_b64encode
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode
from zlib import compress

import pytest

from replay.files import tables, trf
from replay.simulation.demo import APPEAL
from tests.replay.web.conftest import Client

TABLE = b"tournament,round,board,result,reason,date\nharbour-2025,4,1,1-0,score sheet,2026-01-05\n"
WORKBOOK = b"PK\x03\x04 a workbook"
REPORT = b"012 A report\n042 2025/01/01\n"
FORMS = ("/appeal/file", "/compare/cxa-rapid/file", "/whatif/fide-standard/2025-11-01/reform")
PAGES = ("/appeal", "/compare/cxa-rapid", "/whatif/fide-standard/2025-11-01")


def in_address(content: bytes) -> str:
    return urlsafe_b64encode(compress(content, 9)).decode().rstrip("=")


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which files were read by a reader of outside formats."""
    paths: list[str] = []
    for module in (tables, trf):
        real = module.read

        def read(path: Any, options: Any, real: Any = real) -> Any:
            paths.append(path.name)
            return real(path, options)

        monkeypatch.setattr(module, "read", read)
    return paths


@pytest.mark.parametrize(
    ("name", "content"),
    [("results.xlsx", WORKBOOK), ("corrections.csv", TABLE), ("report.trf", REPORT)],
)
@pytest.mark.parametrize("path", ["/appeal", "/appeal/paper", "/appeal.csv", "/office/appeal"])
def test_a_file_in_an_address_is_never_read(
    client: Any, reads: list[str], path: str, name: str, content: bytes
) -> None:
    """Whoever asks: a page elsewhere can lead every browser to an address."""
    client.sign_in("Paula")
    answer = client.open(f"{path}?{urlencode({'events': in_address(content), 'file': name})}")
    assert answer.status == 400 and "send the file at /appeal" in answer.text
    assert reads == []


def test_a_file_is_read_once_for_whoever_sends_it_and_the_link_works_for_others(
    site: Any, reads: list[str]
) -> None:
    client = Client(site)
    client.open("/appeal")
    sent = client.send("/appeal/file", ("corrections.csv", TABLE), ref="12/2026")
    assert sent.status == 200 and reads == ["corrections.csv"]
    link = sent.url.removeprefix(site.address.rstrip("/"))
    assert "the events of corrections.csv" in site.page(link)
    assert "12/2026" in site.page(link.replace("/appeal?", "/appeal/paper?"))
    assert reads == ["corrections.csv"]


def test_what_is_wrong_with_a_file_is_said_where_it_is_sent(site: Any) -> None:
    client = Client(site)
    client.open("/appeal")
    broken = client.send("/appeal/file", ("corrections.csv", TABLE.replace(b"1-0", b"7-0")))
    assert broken.status == 400 and "corrections.csv:2" in broken.text and "7-0" in broken.text


def test_the_reference_of_a_decision_is_that_of_whoever_decides_it(client: Any) -> None:
    client.sign_in("Paula")
    client.open("/appeal")
    sent = client.send("/appeal/file", ("corrections.csv", TABLE), ref="draft")
    accepting = sent.url.removeprefix(client.site.address.rstrip("/")).replace(
        "/appeal?", "/office/appeal?"
    )
    page = client.open(accepting).text
    events = re.search(r'name="events" value="([^"]*)"', page)
    assert events, page
    done = client.send(
        "/office/appeal", events=events[1], decision="allow", reason="score sheet", ref="12/2026"
    )
    assert done.status == 200, done.text
    assert client.site.desk.log.event(client.site.desk.log.head).ref == "12/2026"


@pytest.mark.parametrize(("page", "path"), list(zip(PAGES, FORMS, strict=True)))
def test_a_form_of_a_reader_is_taken_only_from_a_page_of_this_desk(
    site: Any, page: str, path: str
) -> None:
    """Also where nobody can sign in: the token fits the cookie of one browser."""
    client, other = Client(site), Client(site)
    assert client.send(path, text="{}", token="").status == 403
    first = client.open(page)
    cookie = SimpleCookie(first.headers["set-cookie"])
    ((name, told),) = cookie.items()
    assert name.startswith("desk-") and told["httponly"] and told["samesite"].lower() == "lax"
    other.open(page)
    assert other.send(path, text="{}", token=client.token).status == 403
    assert (
        "too old, or was not sent from a page of this desk" in client.send(path, token="wrong").text
    )


def test_the_cookie_stays_the_same_from_page_to_page(site: Any) -> None:
    client = Client(site)
    client.open("/appeal")
    token = client.token
    client.open("/whatif/fide-standard/2025-11-01")
    assert token and client.token == token


@pytest.mark.parametrize("where", ["cross-site", "same-site"])
@pytest.mark.parametrize(
    ("mode", "kind"), [("no-cors", "image"), ("navigate", "iframe"), ("cors", "empty")]
)
def test_a_picture_on_a_foreign_page_makes_the_desk_do_nothing(
    site: Any, where: str, mode: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*given: Any) -> None:
        raise AssertionError("the desk worked for a page elsewhere")

    monkeypatch.setattr(site.desk.questions, "answer", fail)
    headers = {"sec_fetch_site": where, "sec_fetch_mode": mode, "sec_fetch_dest": kind}
    for path in (
        f"/appeal?events={in_address(APPEAL.read_bytes())}",
        "/lists/fide-standard",
        "/sql?q=SELECT%201",
    ):
        answer = Client(site).open(path, **headers)
        assert answer.status == 403 and "another site" in answer.text
        assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("where", ["cross-site", "none", "same-origin"])
def test_a_link_in_a_letter_can_be_followed(site: Any, where: str) -> None:
    headers = {"sec_fetch_site": where, "sec_fetch_mode": "navigate", "sec_fetch_dest": "document"}
    assert (
        Client(site).open(f"/appeal?events={in_address(APPEAL.read_bytes())}", **headers).status
        == 200
    )
    assert Client(site).open("/lists/fide-standard", **headers).status == 200


def test_the_rows_of_a_list_in_an_address_are_compared_with_no_published_file(
    site: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Making published lists again takes long; only whoever sends a file may ask for it."""
    from replay.lists import sides as side

    def fail(*given: Any) -> None:
        raise AssertionError("a published list was made again")

    monkeypatch.setattr(side, "reproduce", fail)
    published = site.page("/lists/cxa-rapid/2026-01-01.csv").encode()
    answer = site.ask(f"/compare/cxa-rapid?a.rows={in_address(published)}")
    assert answer.status in (200, 400) and "went wrong" not in answer.text
