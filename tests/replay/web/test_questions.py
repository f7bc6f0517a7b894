"""SQL, what-if and appeals on the desk: the answers of the commands, and nothing is written."""

import csv
import json
import re
from datetime import date
from html import unescape
from typing import Any
from urllib.parse import quote

import pytest

from ledger import open_log
from replay.simulation.demo import APPEAL
from tests.replay.web.conftest import output_of


def test_a_query_gives_what_the_command_gives(site: Any, capsys: Any) -> None:
    query = "SELECT federation, count(*) AS n FROM players GROUP BY 1 ORDER BY 1"
    assert site.page(f"/sql.csv?q={quote(query)}") == output_of(site.folder, capsys, "sql", query)
    assert "22 rows" in site.words(f"/sql?q={quote('SELECT * FROM players')}")
    assert "8 rows" in site.words(f"/sql?q={quote('SELECT * FROM players')}&known=%238")


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("DELETE FROM players", "exactly one SELECT"),
        ("SELECT * FROM read_csv('/etc/passwd')", "no table function"),
        ("SELECT * FROM secrets", "there is no view secrets"),
    ],
)
def test_the_console_reads_the_views_and_nothing_else(site: Any, query: str, message: str) -> None:
    answer = site.ask(f"/sql?q={quote(query)}")
    assert answer.status == 400 and message in unescape(answer.text)


def test_more_rows_than_a_page_or_a_file_of_the_desk_holds(site: Any) -> None:
    text = site.words(f"/sql?q={quote('SELECT * FROM range(100000000)')}")
    assert "More than 100,000 rows" in text and "the first 500" in text
    refused = site.ask(f"/sql.csv?q={quote('SELECT * FROM range(100000000)')}")
    assert refused.status == 400 and "more than 100000 rows" in refused.text


def test_a_what_if_gives_what_the_command_gives(site: Any, capsys: Any) -> None:
    asked = output_of(
        site.folder, capsys, "whatif", "fide-standard", "2025-11-01", "--set", "k.top=15"
    )
    assert site.page("/whatif/fide-standard/2025-11-01.csv?set.k.top=15") == asked
    text = site.words("/whatif/fide-standard/2025-11-01?set.k.top=15")
    assert "Largest changes" in text and "15 instead of 10, " in text
    assert (
        json.loads(site.page("/whatif/fide-standard/2025-11-01.json?set.k.top=15"))["change"]
        == "k.top=15"
    )
    assert "Largest changes" not in site.words("/whatif/fide-standard/2025-11-01")


def test_the_form_of_a_what_if_sends_only_what_was_filled_in(site: Any) -> None:
    text = site.page(
        "/whatif/fide-standard/2025-11-01?set.k.top=15&set.k.normal=&version=&reading.x="
    )
    assert "15 instead of 10, " in unescape(text)
    assert re.search(r'name="set\.k\.top" value="15"', text)


def test_an_appeal_gives_what_the_command_gives_and_appends_nothing(site: Any, capsys: Any) -> None:
    event = json.loads(APPEAL.read_text().splitlines()[0])
    assert event["type"] == "GameCorrected"
    with open_log(site.folder) as log:
        head = log.head
    place = (
        f"tournament={event['tournament']}&stage=main&round={event['round']}&board={event['board']}"
    )
    assert f'href="/appeal?tournament={event["tournament"]}' in unescape(
        site.page(f"/appeal?{place[: place.index('&')]}")
    )
    found = site.page(f"/appeal.csv?{place}&result={quote(event['result'])}")
    asked = output_of(site.folder, capsys, "appeal", str(APPEAL))
    columns = ("list_date", "player", "before", "after", "change")
    rows = [
        [tuple(row[name] for name in columns) for row in csv.DictReader(each.splitlines())]
        for each in (found, asked)
    ]
    assert rows[0] == rows[1] != []
    with open_log(site.folder) as log:
        assert log.head == head


def test_an_appeal_that_voids_a_game_shows_the_standings(site: Any) -> None:
    text = site.words("/appeal?tournament=river-cup-2025&round=5&board=1&result=void")
    assert "Who changes" in text and "place before" in text


@pytest.mark.parametrize(
    ("path", "status", "message"),
    [
        ("/appeal?tournament=nowhere&round=1&board=1", 404, "there is no tournament"),
        ("/appeal?tournament=river-cup-2025&round=1&board=1&result=2-0", 400, "is no result"),
        ("/appeal?known=%235", 400, "all that is known now"),
        ("/whatif/fide-standard/2025-11-01?set.k.top=many", 400, "k.top"),
        ("/whatif/fide-standard/2025-11-01?from=2025-01-01", 400, "--set"),
    ],
)
def test_what_cannot_be_answered_is_said(site: Any, path: str, status: int, message: str) -> None:
    answer = site.ask(path)
    assert answer.status == status and message in unescape(answer.text)


@pytest.mark.parametrize(
    "path",
    [
        "/lists/fide-standard/DAY",
        "/players/F05/fide-standard/DAY",
        "/compare/fide-standard?a=2025-10-01&b=DAY",
        "/whatif/fide-standard/DAY?set.k.normal=30",
        "/appeal?date=DAY",
    ],
)
def test_a_page_about_a_day_to_come_says_so(site: Any, path: str) -> None:
    later = date(date.today().year + 1, 1, 1)
    assert f"1 Jan {later.year} is still to come" in site.page(path.replace("DAY", str(later)))
    assert "still to come" not in site.page(path.replace("DAY", "2025-12-01"))


@pytest.mark.parametrize("path", ["/lists/fide-standard/DAY", "/players/F05/fide-standard/DAY"])
def test_a_page_about_a_day_before_the_first_version_says_so(site: Any, path: str) -> None:
    assert "1 Feb 2024 is before the first version of fide-standard" in site.page(
        path.replace("DAY", "2024-02-01")
    )
    assert "is before the first version of" not in site.page(path.replace("DAY", "2025-12-01"))
