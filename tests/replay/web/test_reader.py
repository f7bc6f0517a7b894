"""The desk speaks the reader's language: by address, by choice, by what the browser asks for."""

import urllib.request
from http.client import HTTPConnection
from typing import Any
from urllib.parse import quote, urlsplit

import pytest


def asked(site: Any, path: str, **headers: str) -> tuple[int, str, dict[str, str]]:
    """Status, text and headers of one answer; a redirect is not followed."""
    place = urlsplit(site.address)
    connection = HTTPConnection(str(place.hostname), int(place.port or 80), timeout=60)
    try:
        connection.request(
            "GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()}
        )
        answer = connection.getresponse()
        return (
            answer.status,
            answer.read().decode(),
            {name.lower(): value for name, value in answer.getheaders()},
        )
    finally:
        connection.close()


@pytest.mark.parametrize("code", ["zh-Hans", "zh-Hant"])
def test_the_address_goes_before_the_cookie_and_the_cookie_before_the_browser(
    site: Any, code: str
) -> None:
    english, other = "en", "zh-Hant" if code == "zh-Hans" else "zh-Hans"
    assert '<html lang="en">' in asked(site, "/")[1]
    assert f'<html lang="{code}">' in asked(site, "/", Accept_Language=code)[1]
    assert (
        f'<html lang="{code}">'
        in asked(site, "/", Accept_Language=english, Cookie=f"language={code}")[1]
    )
    assert (
        f'<html lang="{code}">' in asked(site, f"/?language={code}", Cookie=f"language={other}")[1]
    )


def test_the_language_of_the_address_is_kept_by_links_and_forms(site: Any) -> None:
    text = site.page("/lists/cxa-rapid?language=zh-Hans")
    assert 'href="/log?language=zh-Hans"' in text
    assert '<input type="hidden" name="language" value="zh-Hans">' in text


def test_choosing_a_language_comes_back_to_the_page(site: Any) -> None:
    text = site.page("/find?q=%E7%8E%8B&language=en")
    back = quote("/find?q=%E7%8E%8B", safe="")
    assert f'href="/language/zh-Hant?back={back.replace("%2F", "/").replace("/", "%2F")}"' in text
    status, _, headers = asked(site, f"/language/zh-Hant?back={back}")
    assert (status, headers["location"]) == (303, "/find?q=%E7%8E%8B")
    assert (
        headers["set-cookie"].startswith("language=zh-Hant;")
        and "HttpOnly" in headers["set-cookie"]
    )


@pytest.mark.parametrize(
    "back",
    [
        "https://evil.example/",
        "//evil.example",
        "///evil.example",
        " //evil.example/x",
        "/\\evil.example",
        "x",
        "",
        "http://[",
    ],
)
def test_a_choice_of_language_leads_nowhere_else(site: Any, back: str) -> None:
    status, _, headers = asked(site, f"/language/en?back={quote(back, safe='')}")
    assert (status, headers["location"]) == (303, "/")


def test_a_language_that_does_not_exist_is_refused(site: Any) -> None:
    assert site.ask("/?language=fr").status == 400
    assert site.ask("/language/fr").status == 404


def test_data_are_the_same_in_every_language_unless_the_address_asks(site: Any) -> None:
    english = site.page("/log.csv")
    assert asked(site, "/log.csv", Accept_Language="zh-CN")[1] == english
    assert site.page("/log.csv?language=en") == english


def test_an_odd_cookie_is_no_error(site: Any) -> None:
    for cookie in (
        "language=fr",
        "language",
        'language="',
        "=;;=,",
        "language=zh-Hans; language=en",
    ):
        assert asked(site, "/", Cookie=cookie)[0] == 200
    request = urllib.request.Request(site.address, headers={"Accept-Language": "zz;q=9,,;"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        assert '<html lang="en">' in answer.read().decode()


@pytest.mark.parametrize(("code", "said"), [("zh-Hans", "更正对局"), ("zh-Hant", "更正對局")])
def test_the_log_names_the_types_of_events_in_the_readers_language(
    site: Any, code: str, said: str
) -> None:
    text = site.page(f"/log?language={code}")
    assert said in text


@pytest.mark.parametrize(("code", "said"), [("zh-Hans", "报送的名次"), ("zh-Hant", "報送的名次")])
def test_the_page_of_a_tournament_says_by_which_rules_its_table_is_made(
    site: Any, code: str, said: str
) -> None:
    text = site.page(f"/tournaments/harbour-2025?language={code}")
    assert said in text and "given, " not in text
