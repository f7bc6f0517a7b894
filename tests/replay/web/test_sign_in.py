"""Signing in at the desk: who gets in, how a session ends, and what is refused."""

import re
import threading
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor, as_completed
from html import unescape
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from replay.web.access import IDLE, MOST_BY_ADDRESS, MOST_BY_NAME, MOST_WAITING, WINDOW, Access
from replay.web.app import DeskOptions
from replay.web.hosts import HostNames
from replay.web.office_routes import OFFICE
from tests.replay.web.conftest import CHEAP, PASSWORD, Client, running, write_office


@pytest.fixture
def browser_of(office: Any) -> Any:
    """Other browsers at the same desk."""
    return lambda: Client(office)


def cookie_of(client: Any) -> str:
    return next(each.value for each in client.jar if each.name.startswith("desk-"))


def cookie_name_of(client: Any) -> str:
    return next(each.name for each in client.jar if each.name.startswith("desk-"))


def test_two_desks_on_one_host_do_not_sign_each_other_out(
    client: Any, sample: Path, tmp_path: Path
) -> None:
    """A browser sends the cookies of a host to all of its ports."""
    office = write_office(tmp_path / "other.toml", ("Paula", "publisher"))
    with running(sample, DeskOptions(Access(office, hasher=CHEAP))) as other:
        client.sign_in("Chan Tai Man")
        elsewhere = Client(other)
        elsewhere.jar = client.jar
        elsewhere._opener = client._opener
        elsewhere.sign_in("Paula")
        assert "Paula" in elsewhere.open("/office").text
        assert "Chan Tai Man" in client.open("/office").text


def test_somebody_signs_in_and_out(client: Any) -> None:
    answer = client.sign_in("Chan Tai Man")
    assert answer.status == 200 and answer.url.endswith("/office") and "Chan Tai Man" in answer.text
    assert "Sign in" not in client.open("/").text
    name, kept = cookie_name_of(client), cookie_of(client)
    assert client.send("/sign-out").status == 200
    assert "Sign in" in client.open("/").text
    assert client.open("/office", cookie=f"{name}={kept}").url.endswith(
        "/sign-in?next=%2Foffice"
    )  # it has ended


def test_one_comes_back_to_the_page_that_was_asked_for_but_never_to_another_site(
    client: Any,
) -> None:
    assert client.open("/office/record/game?round=3").url.endswith(
        "/sign-in?next=%2Foffice%2Frecord%2Fgame%3Fround%3D3"
    )
    answer = client.send(
        "/sign-in?next=%2Foffice%2Frecord%2Fgame%3Fround%3D3", name="Paula", password=PASSWORD
    )
    assert answer.url.endswith("/office/record/game?round=3")
    for elsewhere in (
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example/",
        "javascript:alert(1)",
    ):
        client.open("/sign-in")
        path = f"/sign-in?next={urllib.parse.quote(elsewhere, safe='')}"
        assert client.send(path, name="Paula", password=PASSWORD).url == client.site.address


def test_many_who_sign_in_at_once_keep_no_page_waiting(client: Any, browser_of: Any) -> None:
    """Eighty at once, while checking a password takes as long as the test lets it: pages come, and most are told."""
    go_on = threading.Event()
    access = client.site.access
    access._hasher = SlowHasher(go_on)
    people = [browser_of() for _ in range(80)]
    for each in people:
        each.open("/sign-in")
    with ThreadPoolExecutor(80) as pool:
        tries = [
            pool.submit(each.send, "/sign-in", name="Rita", password=PASSWORD) for each in people
        ]
        try:
            refused = [each.result() for each in islice(as_completed(tries), 80 - MOST_WAITING)]
            assert client.open("/lists").status == client.open("/players/F05").status == 200
        finally:
            go_on.set()
    assert {each.status for each in refused} == {
        429
    } and "too many people are signing in" in refused[0].text
    assert sum(each.result().status == 200 for each in tries) == MOST_WAITING


class SlowHasher:
    """Checks passwords when it is told to go on."""

    def __init__(self, go_on: threading.Event) -> None:
        self._go_on = go_on

    def verify(self, hash_: str, password: str) -> bool:
        assert self._go_on.wait(60)
        return CHEAP.verify(hash_, password)


def test_a_wrong_name_and_a_wrong_password_are_told_alike(client: Any) -> None:
    wrong = client.sign_in("Paula", "not the password")
    unknown = client.sign_in("Nobody", "not the password")
    assert wrong.status == unknown.status == 403
    told = [re.findall(r'class="wrong">(.*?)<', each.text)[0] for each in (wrong, unknown)]
    assert told[0] == told[1] and "wrong" in told[0]
    assert 'value="Paula"' in wrong.text and "not the password" not in wrong.text
    assert client.open("/office").url.endswith("/sign-in?next=%2Foffice")


def test_after_too_many_tries_for_a_name_even_the_right_password_has_to_wait(
    client: Any, browser_of: Any
) -> None:
    for variant in ["Paula", "paula ", "PAULA", "Ｐaula"] * 3:
        client.sign_in(variant, "guess")
    refused = client.sign_in("Paula")
    assert (
        refused.status == 429
        and "too many wrong tries" in refused.text
        and "try again in 15 min" in refused.text
    )
    assert browser_of().sign_in("Paula").status == 429  # a new browser does not help
    assert browser_of().sign_in("Rita").status == 200  # others are not held up
    client.site.clock.now += WINDOW + 1
    assert client.sign_in("Paula").status == 200


def test_tries_with_many_names_are_counted_by_address(client: Any) -> None:
    for number in range(MOST_BY_ADDRESS):
        assert client.sign_in(f"name {number}", "guess").status == 403
    assert client.sign_in("Paula").status == 429
    client.site.clock.now += WINDOW + 1
    assert client.sign_in("Paula").status == 200


def test_signing_in_forgets_the_wrong_tries_of_a_name(client: Any) -> None:
    for _ in range(3):
        for _ in range(MOST_BY_NAME - 1):
            assert client.sign_in("Paula", "guess").status == 403
        assert client.sign_in("Paula").status == 200
        client.site.clock.now += WINDOW + 1


def test_a_session_ends_after_idle_time_and_not_while_it_is_used(client: Any) -> None:
    client.sign_in("Paula")
    for _ in range(3):
        client.site.clock.now += IDLE - 1
        assert client.open("/office").url.endswith("/office")
    client.site.clock.now += IDLE + 1
    assert "/sign-in" in client.open("/office").url


@pytest.mark.parametrize("change", ["role", "password", "remove"])
def test_a_session_ends_when_the_entry_of_the_person_changes(client: Any, change: str) -> None:
    from replay.web.office_file import read_office_file, write_people

    client.sign_in("Paula")
    assert client.open("/office").url.endswith("/office")
    people = {each.name: each for each in read_office_file(client.site.file).people}
    paula = people.pop("Paula")
    if change != "remove":
        new = {"role": "recorder"} if change == "role" else {"password": people["Rita"].password}
        people["Paula"] = type(paula)(
            **{"name": "Paula", "role": paula.role, "password": paula.password} | new
        )
    write_people(client.site.file, people.values())
    assert "/sign-in" in client.open("/office").url


def test_an_office_file_that_breaks_lets_nobody_do_anything(client: Any) -> None:
    client.sign_in("Paula")
    client.site.file.write_text("people = 3")
    assert client.open("/office").status == 400
    assert "Chan Tai Man" not in client.open("/").text


def test_a_planted_cookie_is_replaced_when_somebody_signs_in(client: Any, browser_of: Any) -> None:
    attacker = browser_of()
    attacker.open("/sign-in")
    planted = cookie_of(attacker)
    for each in attacker.jar:
        client.jar.set_cookie(each)
    client.open("/sign-in")
    assert cookie_of(client) == planted  # before the sign-in it is as good as another
    assert "Paula" in client.send("/sign-in", name="Paula", password=PASSWORD).text
    assert cookie_of(client) != planted
    assert "/sign-in" in attacker.open("/office").url


def test_whoever_signs_in_again_ends_the_session_before(client: Any, browser_of: Any) -> None:
    client.sign_in("Paula")
    before = browser_of()
    for each in client.jar:
        before.jar.set_cookie(each)
    assert before.open("/office").url.endswith("/office")
    client.sign_in("Paula")
    assert client.open("/office").url.endswith("/office")
    assert "/sign-in" in before.open("/office").url


def test_a_cookie_that_was_made_up_or_changed_is_nobody(client: Any) -> None:
    client.sign_in("Paula")
    name, kept = cookie_name_of(client), cookie_of(client)
    for forged in (
        "",
        "desk",
        kept[:-2] + ("AA" if kept[-2:] != "AA" else "BB"),
        kept.partition(".")[0],
        "x." + kept,
    ):
        request = urllib.request.Request(
            f"{client.site.address}office", headers={"cookie": f"{name}={forged}"}
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            assert "/sign-in" in answer.url


def test_the_cookie_is_for_the_server_alone_and_secure_behind_tls(client: Any) -> None:
    for headers, secure in (({}, False), ({"x-forwarded-proto": "https"}, True)):
        request = urllib.request.Request(f"{client.site.address}sign-in", headers=headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            flags = answer.headers["set-cookie"].lower()
        assert (
            "httponly" in flags
            and "samesite=lax" in flags
            and "path=/" in flags
            and "domain" not in flags
        )
        assert ("secure" in flags) is secure


def test_a_form_without_the_token_of_its_browser_is_refused(client: Any, browser_of: Any) -> None:
    other = browser_of()
    other.sign_in("Chan Tai Man")
    client.open("/sign-in")
    for token in ("", "x", other.token):
        refused = client.send("/sign-in", token=token, name="Paula", password=PASSWORD)
        assert refused.status == 403 and "open the page again" in refused.text
    client.sign_in("Paula")
    for path in ("/sign-out", "/office"):
        assert client.send(path, token=other.token).status == 403
    assert "Paula" in client.open("/office").text


def filled(path: str) -> str:
    return path.replace("{kind}", "player").replace("{upload}", "x")


@pytest.mark.parametrize("name", ["", "Rita", "Chan Tai Man", "Paula"])
def test_nobody_is_offered_what_they_may_not_do(client: Any, name: str) -> None:
    """Links and forms of the main pages that lead into the office, followed: none is refused, and Rita sees none."""
    if name:
        client.sign_in(name)
    game = "tournament=river-cup-2025&round=1&board=1&result=1/2-1/2"
    pages = [
        "/",
        "/lists",
        "/players/F05",
        "/tournaments/river-cup-2025",
        f"/appeal?{game}",
        "/published",
        "/office",
    ]
    texts = [
        client.open(path).text
        for path in pages
        if path != "/office" or name in ("Chan Tai Man", "Paula")
    ]
    found = {
        unescape(each)
        for text in texts
        for each in re.findall(r'(?:href|action)="(/office[^"]*)"', text)
    }
    assert [each for each in sorted(found) if client.open(each).status == 403] == []
    offered = {path.partition("?")[0] for path in found}
    assert ("/office/publish" in offered) == (name == "Paula")
    assert ("/office/import" in offered) == (name in ("Chan Tai Man", "Paula"))
    assert offered or name == "Rita"  # who has not signed in is told where to accept the appeal


NEEDED = {
    "/office": "recorder",
    "/office/record": "recorder",
    "/office/record/{kind}": "recorder",
    "/office/tables/{name}": "recorder",
    "/office/appeal": "recorder",
    "/office/appeal/{appeal}/paper": "recorder",
    "/office/import": "recorder",
    "/office/import/{upload}": "recorder",
    "/office/import/{upload}/people": "recorder",
    "/office/import/{upload}/preview": "recorder",
    "/office/import/{upload}/discard": "recorder",
    "/office/publish": "publisher",
    "/office/published/{position}": "publisher",
}


def test_every_address_of_the_office_is_looked_at() -> None:
    assert set(OFFICE) == set(NEEDED)


@pytest.mark.parametrize("path", NEEDED)
@pytest.mark.parametrize("name", ["", "Rita", "Chan Tai Man", "Paula"])
def test_each_role_reaches_its_own_addresses_and_no_others(
    client: Any, path: str, name: str
) -> None:
    needed = NEEDED[path]
    may = {"": (), "Rita": ("reader",), "Chan Tai Man": ("reader", "recorder")}
    allowed = needed in may.get(name, ("reader", "recorder", "publisher"))
    if name:
        client.sign_in(name)
    shown, sent = client.open(filled(path)), client.send(filled(path))
    if not name:
        assert "/sign-in?next=" in shown.url and sent.status in (401, 403)
    elif allowed:
        assert shown.status in (200, 400, 404) and sent.status in (200, 400, 404)
    else:
        assert shown.status == sent.status == 403 and f"needs the role {needed}" in shown.text
        assert "<h1>This is not allowed</h1>" in shown.text


@pytest.mark.parametrize("path", OFFICE)
def test_every_address_of_the_office_refuses_a_form_without_token(client: Any, path: str) -> None:
    client.sign_in("Paula")
    head = client.site.desk.log.head
    assert client.send(filled(path), token="").status == 403
    assert client.send(filled(path), token="wrong").status == 403
    assert client.site.desk.log.head == head


@pytest.mark.parametrize("path", ["/sign-in", "/sign-out", *OFFICE])
def test_without_an_office_file_nothing_can_be_appended(site: Any, path: str) -> None:
    visitor = Client(site)
    sent = visitor.send(filled(path), name="x")
    assert sent.status == 403 and "an office file" in sent.text
    assert "Sign in" not in visitor.open("/").text


def test_reading_can_need_a_sign_in_too(sample: Path, tmp_path: Path) -> None:
    from replay.web.access import Access

    access = Access(
        write_office(tmp_path / "office.toml", ("Rita", "reader"), settings="open = false\n")
    )
    with running(sample, DeskOptions(access)) as site:
        client = Client(site)
        for path in ("/", "/players/F05", "/log", "/sql"):
            assert "/sign-in?next=" in client.open(path).url
        assert client.open("/lists/cxa-rapid.csv").status == 401
        assert client.send("/appeal/file", text="{}").status == 401
        assert client.open("/health").text == '{"alive":true}'
        assert client.open("/assets/style.css").status == 200
        for path in (
            "/sign-in",
            "/no-such-page",
            "/lists/cxa-rapid.csv",
            "/office",
            "/language/xx",
        ):
            told = client.open(path)
            assert "cxa-rapid" not in told.text and "river-cup" not in told.text, path
            assert client.open("/sign-in").text.count("ratings.example.org") == 0
        assert client.sign_in("Rita").url == site.address
        assert (
            client.open("/players/F05").status == client.open("/lists/cxa-rapid.csv").status == 200
        )


def test_a_request_for_another_name_is_refused(site: Any, office: Any, client: Any) -> None:
    """A page elsewhere can point its own name at this machine, and its scripts would then read the ledger."""
    for name in (
        "evil.example",
        "evil.example:8000",
        "127.0.0.1.evil.example",
        "localhost.evil",
        "",
        "localhost:evil.example",
        "127.0.0.1:8311@evil.example",
        "[::1]evil.example",
        "[::1]:80@evil.example",
    ):
        answer = client.open("/", host=name)
        assert answer.status == 400 and "can allow the name" in answer.text, name
    for name in ("localhost", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST."):
        assert client.open("/", host=name).status == 200, name
    office.file.write_text('hosts = ["ratings.example.org"]\n' + office.file.read_text())
    assert client.open("/", host="ratings.example.org").status == 200


def test_names_and_addresses_that_a_desk_goes_by() -> None:
    assert HostNames("192.0.2.7").allows("192.0.2.7:8000") and not HostNames("127.0.0.1").allows(
        "192.0.2.7"
    )
    assert HostNames("0.0.0.0").allows("192.0.2.7:8000") and not HostNames("0.0.0.0").allows(
        "evil.example"
    )
    assert HostNames("::").allows("[2001:db8::1]:8000")
    assert HostNames(allowed=["Ratings.Example.org"]).allows("ratings.example.org:443")
