"""Tournaments on the desk, as arbiters and journalists see them: tables, brackets, the index; in a real browser."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from ledger import open_log
from ledger.events import (
    GameCorrected,
    Result,
)
from tests.builders import (
    Event,
    bye,
    carried,
    closed,
    decoded,
    entries,
    game,
    games,
    player,
    tournament,
)
from tests.replay.web.conftest import running
from tests.replay.web.test_axe import violations

DAY = date(2026, 3, 2)
SWISS = "spring-open"
PLAYERS = [f"P{number:02}" for number in range(1, 61)]


def _people() -> Iterator[Event]:
    for number, each in enumerate(PLAYERS, 1):
        yield from player(each, name=f"Family{number:02}, Given", born=1990, federation="HKG")
        yield from carried("fide-standard", str(DAY), {each: 2400 - 10 * number}, games=30)


def _day(number: int) -> str:
    """The day of a round: one round a day."""
    return str(DAY + timedelta(number - 1))


def _registered(name: str, last: str, /, **fields: Any) -> Event:
    papers = {"place": "Hong Kong", "time_control": {"base": 5400, "increment": 30}}
    return tournament(name, "fide-standard", str(DAY), last, date=str(DAY), **papers | fields)


def _swiss() -> Iterator[Event]:
    """Sixty players, five rounds by halves: the upper half beats the lower; one in a round has a bye."""
    rules = {"standings": "fide", "tie_breaks": ["BH:C1", "BH", "SB"]}
    yield _registered(SWISS, _day(5), name="Spring Open <2026>", rounds=5, **rules)
    score = dict.fromkeys(PLAYERS, 0)
    for number, each in enumerate(PLAYERS, 1):
        yield from entries(SWISS, str(DAY), {each: number}, rating=2400 - 10 * number)
    for round_ in range(1, 6):
        day = _day(round_)
        order = sorted(PLAYERS, key=lambda player: (-score[player], player))
        absent = order[-round_]
        yield bye(SWISS, day, absent, round=round_)
        score[absent] += 2
        order.remove(absent)
        late = order.pop()  # fifty-eight play
        for board in range(len(order) // 2):
            first, second = order[2 * board], order[2 * board + 1]
            drawn = (board + round_) % 3 == 0
            score[first] += 1 if drawn else 2
            score[second] += 1 if drawn else 0
            result = "1/2-1/2" if drawn else "1-0"
            yield game(SWISS, day, f"{round_}.{board + 1} {first} {result} {second}")
        yield bye(SWISS, day, late, "leave", round=round_)
    yield closed(SWISS, _day(5))


def _round_robin() -> list[Event]:
    rules = {"format": "roundrobin", "standings": "fide", "tie_breaks": ["DE", "SB"]}
    return [
        _registered("masters", _day(3), name="Masters", rounds=3, **rules),
        *games("masters", _day(1), "1.1 P01 1-0 P04", "1.2 P02 1-0 P03"),
        *games("masters", _day(2), "2.1 P04 0-1 P03", "2.2 P01 0-1 P02"),
        *games("masters", _day(3), "3.1 P02 0-1 P04", "3.2 P03 1/2-1/2 P01"),
        closed("masters", _day(3)),
    ]


def _knockout() -> list[Event]:
    return [
        _registered("cup", _day(3), name="Cup", rounds=2, format="knockout"),
        *games("cup", _day(1), "1.1 P01 1-0 P04", "1.2 P02 1/2-1/2 P03", stage="semifinal"),
        game("cup", _day(1), "1.3 P03 1-0 P02", stage="playoff"),
        game("cup", _day(2), "2.1 P01 0-1 P03", stage="final"),
        game("cup", _day(2), "2.2 P02 1-0 P04", stage="third"),
        closed("cup", _day(3), "P03 P01 P02 P04"),
    ]


@pytest.fixture(scope="module")
def open_desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A desk over a Swiss of sixty, a round robin of four and a knockout of four."""
    folder = tmp_path_factory.mktemp("tournaments") / "ledger"
    with open_log(folder, create=True, origin="ratings.example.org/tournaments") as log:
        log.append(decoded(*_people(), *_swiss(), *_round_robin(), *_knockout()))
    with running(folder) as opened:
        yield opened


@pytest.fixture(scope="module")
def tab(browser: Any, open_desk: Any) -> Iterator[Any]:
    tab = browser.new_page(base_url=open_desk.address)
    tab.set_default_timeout(120_000)
    tab.wrong = []
    tab.on("console", lambda message: tab.wrong.append(message.text))
    tab.on("pageerror", lambda error: tab.wrong.append(str(error)))
    yield tab
    assert tab.wrong == []
    tab.close()


@pytest.fixture
def page(tab: Any) -> Any:
    tab.set_viewport_size({"width": 1280, "height": 900})
    return tab


def test_an_arbiter_finds_a_swiss_and_asks_why_somebody_is_second(page: Any) -> None:
    """From the index to the table, and below the second row what was compared with the first, and every round."""
    page.goto("/tournaments?q=spring")
    page.get_by_role("link", name="Spring Open <2026>").click()
    page.wait_for_url("**/tournaments/spring-open")  # until all of it is there
    rows = page.locator("table.cross > tbody > tr:not(.why)")
    assert rows.count() == 60
    rows.nth(1).get_by_role("link", name="why this rank").click()
    page.wait_for_url("**why=*")
    card = page.locator("tr.why")
    first = rows.nth(0).get_by_role("rowheader").get_by_role("link").inner_text()
    assert f"Why rank 2, after {first}" in card.inner_text()
    compared = card.locator("table").first.locator("tbody tr")
    *level, last = [compared.nth(at).inner_text().split("\t") for at in range(compared.count())]
    assert all(cells[1] == cells[2] and cells[3] == "equal" for cells in level)
    assert last[1] != last[2] and last[3] == "decides"
    assert card.locator("table").nth(1).locator("tbody tr").count() == 5
    card.get_by_role("link", name="Close").click()
    page.wait_for_url(re.compile(r"/tournaments/spring-open(\?[^w]*)?#table$"))
    assert page.locator("tr.why").count() == 0


def test_of_many_games_one_round_is_shown_at_a_time(page: Any) -> None:
    """Sixty players in five rounds are 145 games: the last round, and links to the others."""
    page.goto(f"/tournaments/{SWISS}")
    assert page.locator("#rounds h3").all_inner_texts() == ["Round 5 6 Mar"]
    with page.expect_navigation():
        page.locator("#rounds").get_by_role("link", name="Round 2").click()
    assert page.locator("#rounds h3").all_inner_texts() == ["Round 2 3 Mar"]
    assert page.locator("#rounds .result").count() == 29
    assert page.evaluate("document.documentElement.scrollHeight") < 5000


def test_a_round_robin_has_a_cross_table(page: Any) -> None:
    """P02 and P03 share nothing: 2 points, and 1.5; the diagonal is empty and mirrored results add up to one."""
    page.goto("/tournaments/masters")
    rows = page.locator("table.cross tbody tr")
    cells = [rows.nth(at).locator("td.mid").all_inner_texts() for at in range(4)]
    worth = {"1": 2, "½": 1, "0": 0}
    for one in range(4):
        assert cells[one][one] == ""
        for other in range(one):
            assert worth[cells[one][other].strip()] + worth[cells[other][one].strip()] == 2
    points = [sum(worth[cell.strip()] for cell in row if cell.strip()) for row in cells]
    assert points == sorted(points, reverse=True) and sum(points) == 12


def test_a_knockout_has_a_bracket(page: Any) -> None:
    page.goto("/tournaments/cup")
    stages = page.locator("#bracket .stage")
    assert stages.locator("h3").all_inner_texts() == ["Semifinal", "Final", "Third place"]
    final = stages.nth(1).locator(".won")
    assert final.inner_text().split() == ["Family03,", "Given", "1"]
    assert stages.nth(0).locator(".tie").count() == 2
    facts = page.locator("header.head").inner_text()
    assert "semifinal, final, third place" in facts and "Rounds" not in facts


@pytest.mark.parametrize("width", [360, 768, 1280])
@pytest.mark.parametrize(
    "path", ["/tournaments", f"/tournaments/{SWISS}?why=P03", "/tournaments/cup"]
)
def test_a_page_has_room_on_every_screen(page: Any, path: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(path)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_axe_finds_nothing_on_tournaments(page: Any) -> None:
    wrong = []
    for path in (
        "/tournaments",
        f"/tournaments/{SWISS}?why=P03",
        "/tournaments/cup",
        "/tournaments/masters",
    ):
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        wrong += [f"{path}: {told}" for told in violations(page)]
    page.emulate_media(color_scheme="light")
    assert wrong == []


def test_a_journalist_compares_two_lists(browser: Any, site: Any) -> None:
    """Harbour and its correction: the largest change first, the parts of every row add up to its change."""
    tab = browser.new_page(base_url=site.address, viewport={"width": 1280, "height": 900})
    tab.set_default_timeout(120_000)
    tab.goto("/compare")
    tab.get_by_role("link", name="FIDE standard", exact=True).last.click()
    tab.get_by_label("List of", exact=True).fill("2025-09-01")
    tab.get_by_label("and list of").fill("2025-10-01")
    tab.get_by_role("button", name="Compare").first.click()
    assert tab.locator("h1").inner_text() == "1 Sep 2025 → 1 Oct 2025"
    rows = tab.locator("#rows tbody tr")
    changes = []
    for at in range(rows.count()):
        change, made_of = (rows.nth(at).locator("td").nth(cell).inner_text() for cell in (3, 5))
        if change in ("new", "left"):
            continue
        parts = [Decimal(each.replace("−", "-")) for each in re.findall(r"[+−][\d.]+", made_of)]
        changes.append(Decimal(change.replace("−", "-")))
        assert sum(parts) == changes[-1]
    assert len(changes) > 3 and changes == sorted(changes, key=abs, reverse=True)
    total = tab.locator("tfoot td").last.inner_text().replace("−", "-")
    assert Decimal(total) == sum(changes)
    tab.get_by_role("link", name="Petrov, Danil").click()
    tab.wait_for_url("**/players/F04*")
    tab.close()


def test_names_are_escaped(open_desk: Any) -> None:
    page = open_desk.page(f"/tournaments/{SWISS}")
    assert "Spring Open &lt;2026&gt;" in page and "<2026>" not in page


def test_the_index_filters_and_says_what_fits(open_desk: Any) -> None:
    page = open_desk.page("/tournaments?kind=knockout")
    assert "3 tournaments since 2026. 1 fits." in page
    assert "/tournaments/cup" in page and "/tournaments/masters" not in page
    assert "/tournaments/masters" in open_desk.page("/tournaments?year=2026&rated=fide-standard")
    assert "No tournament fits" in open_desk.page("/tournaments?q=nowhere")
    assert open_desk.ask("/tournaments?year=x").status == 400
    rows = open_desk.page("/tournaments.csv?q=hong+kong").splitlines()
    assert rows[0] == "tournament,name,place,start,end,format,rounds,status,rated"
    assert len(rows) == 4, "all three were played in Hong Kong"


def test_a_result_corrected_after_the_publication_is_amber(growing: Any) -> None:
    """Published, then corrected: the pill at the top, the cell and the game are marked; a correction before was not."""
    from replay.lists.publish import publish
    from replay.office.office import Office

    assert "corrected since the list was published" not in growing.page("/tournaments/harbour-2025")
    with Office(growing.folder) as office:
        publish(office, "fide-standard", date(2025, 10, 1))
    assert 'class="mid win fixed"' not in growing.page("/tournaments/harbour-2025")
    with open_log(growing.folder) as log:
        log.append(
            [GameCorrected(tournament="harbour-2025", round=1, board=1, result=Result.DRAW,
                           reason="score sheets", date=date(2026, 1, 5))]
        )  # fmt: skip
        position = log.head
    page = growing.page("/tournaments/harbour-2025")
    assert f'class="status changed" href="/log/{position}"' in page
    assert page.count("fixed") == 2 and 'class="tag mark"' in page


MANY = [f"M{number:03}" for number in range(1, 198)]


def _open_of_197() -> Iterator[Event]:
    """Nine rounds, 98 games each: everybody plays whoever stands one more place below in every round."""
    for number, each in enumerate(MANY, 1):
        yield from player(each, name=f"Name{number:03}, Given", sex="F", federation="SGP")
        yield from carried("fide-standard", str(DAY), {each: 2300 - number}, games=30)
    rules = {"standings": "fide", "tie_breaks": ["BH", "SB"]}
    yield _registered("large", _day(9), name="Large Open", rounds=9, **rules)
    for round_ in range(1, 10):
        order = MANY[round_:] + MANY[:round_]
        for board in range(98):
            sides = f"{order[board]} 1-0 {order[-board - 1]}"
            yield game("large", _day(round_), f"{round_}.{board + 1} {sides}")
    yield closed("large", _day(9))


def _two_on_one_list() -> Iterator[Event]:
    """P01 (2390, K 20) meets P02 (2380) twice in April: a win in one event, a loss in the other."""
    day = _day(41)
    for name, result in (("won", "1-0"), ("lost", "0-1")):
        papers = {"name": f"{name.capitalize()} Match", "rounds": 1, "part_of": "cup"}
        yield _registered(name, day, start=day, **papers)
        yield game(name, day, f"P01 {result} P02")
        yield closed(name, day)


@pytest.fixture(scope="module")
def large_desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A desk over an open of 197 players, and two matches of a cup that count on one list."""
    folder = tmp_path_factory.mktemp("large") / "ledger"
    with open_log(folder, create=True, origin="ratings.example.org/large") as log:
        log.append(decoded(*_people(), *_knockout(), *_two_on_one_list(), *_open_of_197()))
    with running(folder) as opened:
        yield opened


@pytest.mark.parametrize(("width", "most"), [(1280, 7_000), (360, 12_000)])
def test_an_open_of_197_players_is_a_page(
    browser: Any, large_desk: Any, width: int, most: int
) -> None:
    """Everybody is on it, with all rounds; it is no longer than a list of as many rows."""
    tab = browser.new_page(base_url=large_desk.address, viewport={"width": width, "height": 900})
    tab.set_default_timeout(120_000)
    tab.goto("/tournaments/large")
    seen = set(tab.locator("table.cross > tbody th a").all_inner_texts())
    assert tab.evaluate("document.documentElement.scrollHeight") < most
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    while tab.locator(".pager a[rel=next]").count():
        with tab.expect_navigation():
            tab.locator(".pager a[rel=next]").first.click()
        seen |= set(tab.locator("table.cross > tbody th a").all_inner_texts())
    assert len(seen) == 197
    tab.close()


def test_the_stages_of_an_event_lead_to_each_other_by_name(large_desk: Any) -> None:
    whole = large_desk.page("/tournaments/cup")
    assert '<a href="/tournaments/won">Won Match</a>' in whole
    assert '<a href="/tournaments/lost">Lost Match</a>' in whole
    assert '<a href="/tournaments/cup">Cup</a>' in large_desk.page("/tournaments/won")


def test_two_tournaments_on_one_list_have_each_their_own_share(large_desk: Any) -> None:
    """At a difference of 10, .51 is expected: P01 with K 20 wins 20 × .49 in one, and loses 20 × .51 in the other."""
    import json

    def row(tournament: str) -> Any:
        answer = json.loads(large_desk.page(f"/tournaments/{tournament}.json"), parse_float=Decimal)
        return next(row for row in answer["rows"] if row["player"] == "P01")

    shares = {name: row(name)["own_change"] for name in ("won", "lost")}
    assert shares == {"won": Decimal("9.8"), "lost": Decimal("-10.2")}
    assert row("won")["change"] == row("lost")["change"] == 0
    assert "+9.8" in large_desk.page("/tournaments/won")
    player = json.loads(large_desk.page("/players/P01.json"), parse_float=Decimal)
    (record,) = player["records"]
    changes = {each["tournament"]: each["change"] for each in record["tournaments"]}
    assert {name: changes[name] for name in shares} == shares
