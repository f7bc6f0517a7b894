"""An error of the desk is about pages, and leads on: to the search, and to every task."""

import re
from typing import Any

import pytest

from tests.replay.web.conftest import Client

OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
COMMAND = re.compile(r"rating-ledger (?!help)[a-z]+")
WRONG = (
    "/nowhere", "/players/nobody", "/tournaments/nothing", "/federations/XXX", "/jobs/1", "/groups/opn",
    "/?known=yesterday", "/?known=%239999999", "/?version=2024", "/?language=fr", "/players?page=0", "/log/999999",
    "/log?player=nobody", "/lists/broken", "/lists/fide-standard/soon", "/lists/fide-standard?sort=shoe",
    "/lists/fide-standard?age=old", "/lists/fide-standard?set.k.topp=3",
    "/lists/fide-standard?reading.month-end=x", "/lists/fide-standard?from=tomorrow",
    "/players/F05?rate-as=maybe", "/tournaments?year=x", "/tournaments/lantern-2025?after=x",
    "/tournaments/lantern-2025?why=nobody", "/compare/fide-standard?a=soon&b=2025-11-01",
    "/compare/fide-standard?a.rows=xx", "/compare/fide-standard?b.scheme=chess", "/published/1",
    "/published/170/proof?player=zzzz", "/sql?q=DROP%20TABLE%20players", "/sql?q=SELECT%20*%20FROM%20nowhere",
    "/appeal?events=xx", "/appeal?tournament=lantern-2025&round=77&board=1", "/appeal/paper",
    "/whatif/fide-standard/2025-11-01?set.k.normal=x", "/whatif/fide-standard/2025-11-01?reform=%5B",
    "/whatif/fide-standard/2025-11-01?set.k.top=15&watch=nobody",
    "/whatif/fide-standard/2025-11-01/sweep?sweep=k.top", "/whatif/fide-standard/2025-11-01/sweep?sweep=k.top=9..1",
    "/whatif/fide-standard/2025-11-01/sweep?sweep=k.top=1,1",
)  # fmt: skip


@pytest.mark.parametrize("path", WRONG)
def test_an_error_is_about_pages_and_leads_on(site: Any, path: str) -> None:
    answer = site.ask(path)
    assert answer.status in (400, 403, 404)
    said = re.sub(r"<[^>]+>", " ", answer.text)
    assert not OPTION.search(said) and not COMMAND.search(said)
    assert 'href="/tournaments' in answer.text and 'role="search"' in answer.text


@pytest.mark.parametrize("kind", ["players", "tournaments"])
def test_where_nothing_is_like_it_all_others_are_a_step_away(site: Any, kind: str) -> None:
    answer = site.ask(f"/{kind}/qqqqqqqqqqqqqq")
    main = answer.text.partition("<main")[2].partition("</main>")[0]
    assert answer.status == 404 and f'href="/{kind}"' in main


@pytest.mark.parametrize("text", ["012 Cup\n001    1 xx", "round,board\n1,1\n", "not a file"])
def test_a_file_that_cannot_be_read_is_refused_in_words_of_pages(site: Any, text: str) -> None:
    client = Client(site)
    client.open("/appeal")
    answer = client.send("/appeal/file", text=text)
    said = re.sub(r"<[^>]+>", " ", answer.text)
    assert answer.status == 400 and not OPTION.search(said) and not COMMAND.search(said)


def test_a_rating_without_games_leads_to_the_list_that_moved_it(site: Any) -> None:
    page = site.page("/players/F05/fide-standard/2026-03-01")
    assert 'It last moved on the list of <a href="/players/F05/fide-standard/2025-11-01">' in page
    assert not COMMAND.search(site.words("/players/F05/fide-standard/2026-03-01"))
