"""Tournaments, rules, comparisons, the log and published lists on the desk."""

import csv
import json
import re
from datetime import date
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from ledger import open_log
from ledger.events import (
    EventWithdrawn,
    GameCorrected,
    GameRecorded,
    GameVoided,
    PlayerEntered,
    PlayersMerged,
    Ranking,
    RankingCorrected,
    Result,
    TournamentCorrected,
    TournamentRegistered,
    TournamentVoided,
)
from replay.commands.main import run
from replay.office.office import Office
from replay.questions.log_rows import LogWords, events, rows_about
from replay.web import events as events_page
from tests.replay.web.conftest import output_of


def test_the_table_of_a_tournament_is_that_of_the_command(site: Any, capsys: Any) -> None:
    assert site.page("/tournaments/river-cup-2025.csv") == output_of(
        site.folder, capsys, "standings", "river-cup-2025"
    )


def test_why_a_rank_is_round_by_round_that_of_the_command(site: Any, capsys: Any) -> None:
    """The river cup, C01: opponents with 1, 2, 2, 2.5 and 3.5 points, 11 together, which is what the table says."""
    page = site.page("/tournaments/river-cup-2025?why=C01")
    part = page.partition('id="why-C01"')[2].partition("The tie-break rules of this tournament")[0]
    table = part.rpartition("<table")[2]
    body, _, foot = table.partition("<tfoot>")
    rows = [re.findall(r"<td[^>]*>(.*?)</td>", row, re.S) for row in body.split("<tr")[2:]]
    shown = [[unescape(re.sub(r"<[^>]+>", "", cell)).strip() for cell in row] for row in rows]
    asked = ("standings", "river-cup-2025", "--player", "C01")
    command = list(csv.DictReader(output_of(site.folder, capsys, *asked).splitlines()))
    columns = ("step", "name", "side", "outcome", "points", "value", "reason")
    expected = [[row[column].replace("0.5", "½") for column in columns] for row in command]
    assert [
        [cell.replace("2½", "2.5").replace("3½", "3.5") for cell in row] for row in shown
    ] == expected
    assert 'href="/players/C06"' in table and ">11<" in foot
    assert [row["value"] for row in command] == ["1", "2", "2", "2.5", "3.5"]
    row = next(csv.DictReader(site.page("/tournaments/river-cup-2025.csv").splitlines()))
    assert (row["player"], row["opponent_points"]) == ("C01", "11")


def test_why_a_rank_is_as_of_the_round_that_was_asked_for(site: Any) -> None:
    """After round 2 C06, whom C01 met in round 1, has half a point."""
    page = site.page("/tournaments/river-cup-2025?why=C01&after=2")
    assert "Table after round 2" in page
    assert "score 0.5" in page and "score 3.5" not in page


@pytest.mark.parametrize("player", ["F01", "nobody"])
def test_round_by_round_of_somebody_who_is_not_in_the_table_is_refused(
    site: Any, player: str
) -> None:
    """A player of another tournament, and an id that nobody has: a message and a way on, no page without the answer."""
    answer = site.ask(f"/tournaments/river-cup-2025?why={player}")
    assert answer.status in (400, 404)
    assert f"{player} is not in the table of river-cup-2025" in unescape(answer.text)


def test_a_tournament_shows_rounds_and_what_is_rated_where_and_why_not(site: Any) -> None:
    text = site.words("/tournaments/harbour-2025")
    assert "Round 7" in text
    assert "FIDE standard: rated on the list of 1 Oct 2025" in text
    assert "not rated it is approved for FIDE standard" in text
    assert "the opponent was unrated" in text
    assert "Novak, Jana – Castro, Inés : corrected to ½–½" in text
    page = site.page("/tournaments/harbour-2025")
    assert 'href="/log/168"' in page and 'href="/players/F05"' in page


def test_a_tournament_says_nothing_of_regulations_that_the_ledger_does_not_use(site: Any) -> None:
    rated = [each["scheme"] for each in _data(site, "/tournaments/harbour-2025.json")["rated"]]
    assert "dwz" not in rated and "elo" not in rated
    asked = _data(site, "/tournaments/harbour-2025.json?scheme=elo")["rated"]
    assert [each["code"] for each in asked if each["scheme"] == "elo"] == ["not-rated"]


def _data(site: Any, path: str) -> Any:
    return json.loads(site.page(path))


def test_the_json_of_a_tournament_is_the_same_in_every_language(site: Any) -> None:
    path = "/tournaments/river-cup-2025.json?why=C02"
    english = site.page(path)
    assert site.page(path + "&language=zh-Hant") == english
    found = json.loads(english)
    assert found["format"] == "tournament/1" and found["why"]["neighbour"] == "C01"
    assert found["rows"][0]["points"] == 4 and found["facts"]["start"] == "2025-11-15"


def test_the_last_table_is_not_called_a_final_in_chinese(site: Any) -> None:
    """In Chinese the game for the title and the last table have different names."""
    page = site.page("/tournaments/river-cup-2025?language=zh-Hans")
    assert "最终" in page and "决赛" not in page


def test_a_tournament_as_known_then_has_the_result_as_first_recorded(site: Any) -> None:
    texts = [site.page(f"/tournaments/harbour-2025.csv{known}") for known in ("", "?known=%23167")]
    scores = [
        {row["player"]: row["score"] for row in csv.DictReader(text.splitlines())} for text in texts
    ]
    assert scores[0] != scores[1]


def test_a_regulation_has_parameters_versions_and_readings(site: Any) -> None:
    text = site.words("/schemes/cxa-rapid")
    assert "champion-loss" in text and "in force from 2021-10-15 on" in text
    rows = list(csv.DictReader(site.page("/schemes/fide-standard.csv?set.k.top=15").splitlines()))
    assert {row["value"] for row in rows if row["parameter"] == "k.top"} == {"15"}


def test_two_lists_are_compared_as_the_command_compares_them(site: Any, capsys: Any) -> None:
    asked = output_of(site.folder, capsys, "compare", "fide-standard@2025-10-01", "2025-11-01")
    assert site.page("/compare/fide-standard.csv?a=2025-10-01&b=2025-11-01") == asked
    known = output_of(
        site.folder,
        capsys,
        "compare",
        "fide-standard@2025-10-01#167",
        "fide-standard@2025-10-01#168",
    )
    path = "/compare/fide-standard.csv?a=2025-10-01&a.known=%23167&b=2025-10-01&b.known=%23168"
    assert site.page(path) == known and "corrections" in known
    assert "nothing changes" in site.words("/compare/cxa-rapid?a=2026-01-01&b=2026-01-01")


def test_the_log_is_read_from_the_newest_event_on(site: Any, capsys: Any) -> None:
    rows = list(csv.DictReader(site.page("/log.csv").splitlines()))
    every = list(csv.DictReader(output_of(site.folder, capsys, "log").splitlines()))
    older = re.search(r'rel="next" href="([^"]+)"', site.page("/log"))
    assert older is not None
    path, _, query = unescape(older[1]).partition("?")
    rows += csv.DictReader(site.page(f"{path}.csv?{query}").splitlines())
    assert rows == every[::-1]


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("player=F05", ["--player", "F05"]),
        ("tournament=river-cup-2025", ["--tournament", "river-cup-2025"]),
        ("type=TitleAwarded", ["--type", "TitleAwarded"]),
        (
            "player=F05&type=GameRecorded&until=%23100",
            ["--player", "F05", "--type", "GameRecorded", "--until", "#100"],
        ),
    ],
)
def test_the_log_is_searched_as_by_the_command(
    site: Any, capsys: Any, words: str, options: list[str]
) -> None:
    found = list(csv.DictReader(site.page(f"/log.csv?{words}").splitlines()))
    assert (
        found
        and found
        == list(csv.DictReader(output_of(site.folder, capsys, "log", *options).splitlines()))[::-1]
    )


def test_the_log_is_searched_by_words(site: Any) -> None:
    found = list(csv.DictReader(site.page("/log.csv?q=DECISION+7").splitlines()))
    assert [row["position"] for row in found] == ["168"]
    assert "No event fits" in site.page("/log?q=nothing+like+this")


def test_words_are_looked_for_in_so_many_events_and_then_the_reader_goes_on(
    site: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events_page, "CHUNK", 10)
    monkeypatch.setattr(events_page, "MOST_READ", 20)
    with open_log(site.folder) as log:
        head = log.head
    page = site.page("/log?q=nothing+like+this")
    assert f"#{head:,} down to #{head - 19:,}" in page, "twenty, no more"
    assert f"until=%23{head - 20}" in page


@pytest.mark.parametrize(
    "words", ["1-0 OCTOBER", "river 0-1", "Castro", "okafor corrected", "haitao 王", "\\"]
)
def test_words_are_found_in_whatever_order_and_case_they_stand(site: Any, words: str) -> None:
    """As if each event were read by itself."""
    with open_log(site.folder) as log:
        states = {position: log.stored(position) for position in range(1, log.head + 1)}
        plain = dict(zip(states, log.opened_states(list(states.values())), strict=True))
        wanted = LogWords(words, None)
        fitting = [
            at
            for at, state in plain.items()
            if all(word.lower() in state.decode().lower() for word in words.split())
        ]
        found = [row["position"] for row in wanted.newest(log, 0, log.head, 10_000)]
        assert found == fitting[::-1]
        assert [row["position"] for row in wanted.newest(log, 0, log.head, 2)] == fitting[::-1][:2]
        assert LogWords("", None).newest(log, 0, log.head, 3)[0]["position"] == log.head


def test_an_event_has_a_page_and_a_proof_that_holds(site: Any, tmp_path: Path, capsys: Any) -> None:
    assert "decision 7/2025" in site.words("/log/168")
    with open_log(site.folder) as log:
        assert site.page("/log/168.json").encode() == log.stored(168)
    (tmp_path / "proof.json").write_text(site.page("/log/168/proof.json"))
    assert run(["check-proof", str(tmp_path / "proof.json")]) == 0


def test_an_event_as_known_then_leads_to_its_neighbours_and_later_ones_are_not_there(
    site: Any,
) -> None:
    page = site.page("/log/150?known=%23150")
    assert 'href="/log/149?known=%23150"' in page and "/log/151" not in page
    later = site.ask("/log/151?known=%23150")
    assert later.status == 404 and "there is no position 151" in later.text


def test_a_published_list_has_its_receipt_and_can_be_verified(site: Any) -> None:
    with open_log(site.folder) as log:
        position = log.published()[0]
        event = log.event(position)
    assert f'href="/published/{position}"' in site.page("/published")
    assert event.root in site.words(f"/published/{position}")
    assert "Verified" not in site.words(f"/published/{position}")
    assert f"Verified {event.rows} rows reproduced" in site.words(
        f"/published/{position}?verify=yes"
    )
    assert json.loads(site.page(f"/published/{position}.json"))["root"] == event.root


@pytest.mark.parametrize(
    ("path", "status", "message"),
    [
        ("/tournaments/river-cup", 404, "river-cup-2025"),
        ("/schemes/fide", 404, "fide-standard"),
        ("/log/0", 404, "the log has positions 1 to"),
        ("/log/999999", 404, "the log has positions 1 to"),
        ("/log/x", 404, "there is no position x"),
        ("/log?type=GameRecord", 400, "GameRecorded"),
        ("/log?player=F0555", 400, "there is no player"),
        ("/published/1", 404, "publishes no list"),
        ("/compare/fide-standard?a=x", 400, "is not a day"),
    ],
)
def test_what_is_not_there_is_said(site: Any, path: str, status: int, message: str) -> None:
    answer = site.ask(path)
    assert answer.status == status and message in unescape(answer.text)


def test_a_series_has_the_groups_of_the_command(growing: Any, capsys: Any) -> None:
    day = date(2025, 1, 1)
    with open_log(growing.folder) as log:
        for edition, group in ((1, "A"), (1, "B"), (2, "A")):
            name = f"open-{edition}{group}"
            days = {"start": day, "end": day, "date": day}
            log.append(
                [
                    TournamentRegistered(
                        tournament=name, name=name, rounds=1, rated=(), standings="hk-open", series="open",
                        edition=edition, group=group, **days,
                    ),
                    *(PlayerEntered(tournament=name, player=each, date=day) for each in ("C01", "C02")),
                    GameRecorded(
                        tournament=name, round=1, board=1, first="C01", second="C02", result=Result("1-0"), date=day
                    ),
                ]
            )  # fmt: skip
    assert growing.page("/groups/open.csv") == output_of(growing.folder, capsys, "groups", "open")
    text = growing.page("/groups/open")
    assert 'href="/tournaments/open-2A"' in text and 'href="/players/C01"' in text
    assert 'href="/groups/open"' in growing.page("/tournaments/open-1A")
    assert 'href="/groups/open"' in growing.page("/groups") and 'href="/groups"' in growing.page(
        "/"
    )
    assert growing.ask("/groups/opn").status == 404


def test_a_ledger_without_series_says_how_one_begins_and_leads_on(site: Any) -> None:
    text = site.page("/groups").partition("<main")[2]
    assert "No tournament names a series." in text
    assert 'href="/tournaments"' in text and 'href="/tables/tournaments.csv"' in text
    assert site.ask("/tables/tournaments.csv").text.startswith("\ufeffTournament ID,")


def test_the_table_of_a_tournament_explains_its_tie_breaks(site: Any, capsys: Any) -> None:
    rows = list(csv.DictReader(site.page("/tournaments/river-cup-2025.csv?after=2").splitlines()))
    command = output_of(site.folder, capsys, "standings", "river-cup-2025", "--after", "2")
    assert rows == list(csv.DictReader(command.splitlines()))
    assert site.ask("/tournaments/river-cup-2025?after=x").status == 400


def test_fides_tie_breaks_are_explained_with_their_articles(growing: Any, capsys: Any) -> None:
    """The river cup by FIDE's rules: what each code is, and what each round brings to it."""
    with open_log(growing.folder) as log:
        log.append(
            [
                TournamentCorrected(
                    tournament="river-cup-2025", date=date(2025, 12, 1), reason="by FIDE's rules", standings="fide",
                    tie_breaks=("BH:C1", "SB"),
                )
            ]
        )  # fmt: skip
    page = growing.page("/tournaments/river-cup-2025?why=C01")
    assert "C.07 art. 8.1" in page
    assert (
        "Buchholz: the sum of the opponents&#39; scores; without the least significant value"
        in page
    )
    command = output_of(growing.folder, capsys, "standings", "river-cup-2025", "--player", "C01")
    assert command.splitlines()[0] == "step,opponent,name,side,outcome,points,BH:C1,SB,reason"
    # opponents with 1, 2, 2, 2.5 and 3.5 points, of which the 1 is cut
    assert [row["BH:C1"] for row in csv.DictReader(command.splitlines())] == [
        "",
        "2",
        "2",
        "2.5",
        "3.5",
    ]
    assert "BH:C1 (C.07 art. 8.1): 10, without round 1 (1)" in page


def test_events_about_everybody_are_those_of_the_command(growing: Any, capsys: Any) -> None:
    """Also a correction that puts another player in, a voiding, a merge and a withdrawal."""
    day = date(2025, 12, 1)
    with open_log(growing.folder) as log:
        found = [
            event
            for _, event in log.stream("tournament/harbour-2025")
            if type(event).__name__ == "GameRecorded"
        ]
        one, two = found[:2]
        log.append(
            [
                GameCorrected(
                    tournament=one.tournament, round=one.round, board=one.board, first="C01", second=one.second,
                    result=one.result, date=day, reason="mixed up",
                ),
                GameVoided(tournament=two.tournament, round=two.round, board=two.board, date=day, reason="no game"),
                TournamentVoided(tournament="river-cup-2025", date=day, reason="never held"),
                EventWithdrawn(withdraws=_first_title(log), date=day, reason="by mistake"),
                PlayersMerged(kept="M01", duplicate="M02", date=day),
            ]
        )  # fmt: skip
        people = [
            event.player for _, event in log.read() if type(event).__name__ == "PlayerRegistered"
        ]
        people = sorted(
            {*people[::4], "F05", "C01", "M01", "M02", one.first, one.second, two.first}
        )
        office = Office(growing.folder, log=log)
        for player in people:
            rows = list(events(log, (0, log.head), player).rows)
            assert rows, player
            assert (
                list(rows_about(log, office.snapshot(), player, None, LogWords("", None))) == rows
            ), player
        office.let_go()


def _first_title(log: Any) -> int:
    return next(
        position for position, event in log.read() if type(event).__name__ == "TitleAwarded"
    )


def test_a_published_rating_has_a_proof_that_holds(site: Any, tmp_path: Path, capsys: Any) -> None:
    with open_log(site.folder) as log:
        position = log.published()[0]
    rows = list(csv.DictReader(site.page("/lists/cxa-rapid/2026-01-01.csv").splitlines()))
    player = rows[0]["player"]
    proof = f"/published/{position}/proof.json?player={player}"
    assert f'href="{proof}"' in site.page(f"/players/{player}/cxa-rapid/2026-01-01")
    (tmp_path / "proof.json").write_text(site.page(proof))
    assert rows[0]["rating"] in output_of(
        tmp_path, capsys, "check-proof", str(tmp_path / "proof.json")
    )
    assert site.ask(f"/published/{position}/proof.json").status == 400
    (tmp_path / "absence.json").write_text(
        site.page(f"/published/{position}/proof.json?player=F05")
    )
    assert "F05 is not on that list" in output_of(
        tmp_path, capsys, "check-proof", str(tmp_path / "absence.json")
    )


def test_the_log_tells_events_in_words_with_names_and_old_and_new_values(site: Any) -> None:
    """The correction of round 3: who played, what it was, what it is, and why; all as links."""
    text = site.words("/log?type=GameCorrected")
    game = "Harbour Masters 2025 , round 3, board 2, Novak, Jana – Castro, Inés"
    assert f"{game} : corrected to ½–½ result: 1–0 → ½–½" in text
    page = site.page("/log/168")
    assert 'href="/tournaments/harbour-2025?round=3#rounds"' in page
    assert "<del>1–0</del>" in page and "<ins>½–½</ins>" in page
    recorded = next(
        row["position"]
        for row in csv.DictReader(site.page("/log.csv?tournament=harbour-2025").splitlines())
        if row["type"] == "GameRecorded" and row["detail"].startswith("round 3 board 2")
    )
    later = site.page(f"/log/{recorded}")
    assert "What changed it later" in later and 'href="/log/168"' in later


def test_a_corrected_registration_shows_the_value_before_every_correction(growing: Any) -> None:
    """Two corrections of one name: each shows the name that stood before it."""
    with open_log(growing.folder) as log:
        for name in ("River Trophy", "River <Cup>"):
            log.append(
                [
                    TournamentCorrected(
                        tournament="river-cup-2025", date=date(2026, 1, 5), reason="as announced", name=name
                    )
                ]
            )  # fmt: skip
        last = log.head
    assert "<del>River Cup Rapid 2025</del> → <ins>River Trophy</ins>" in growing.page("/log")
    page = growing.page(f"/log/{last}")
    assert "<del>River Trophy</del>" in page and "<ins>River &lt;Cup&gt;</ins>" in page


def test_a_corrected_ranking_names_the_players_and_who_shares_a_place(growing: Any) -> None:
    """First one order of three players, then another with the last two level."""
    orders: list[Ranking] = [("C01", "C02", "C03"), ("C02", ("C01", "C03"))]
    with open_log(growing.folder) as log:
        for order in orders:
            log.append(
                [
                    RankingCorrected(
                        tournament="river-cup-2025", date=date(2026, 1, 5), reason="decided", ranking=order
                    )
                ]
            )  # fmt: skip
        last = log.head
    one, two, three = (f'<a href="/players/C0{n}">' for n in (1, 2, 3))
    page = growing.page(f"/log/{last}")
    before, after = re.findall(r"<(?:del|ins)>(.*?)</(?:del|ins)>", page)
    assert [before.index(player) for player in (one, two, three)] == sorted(
        before.index(player) for player in (one, two, three)
    )
    assert "=<a" not in before and "C01" not in re.sub(r"<[^>]*>", "", before)
    assert after.startswith(two) and after.count("=<a") == 1 and f"={three}" in after


def test_the_log_is_filtered_by_names_and_by_the_day_of_recording(site: Any) -> None:
    by_name = site.page("/log.csv?player=Castro")
    assert by_name == site.page("/log.csv?player=F05") and len(by_name.splitlines()) > 5
    days = [row["recorded"][:10] for row in csv.DictReader(site.page("/log.csv").splitlines())]
    rows = list(csv.DictReader(site.page("/log.csv?day=2025-11-20").splitlines()))
    assert [row["position"] for row in rows] == ["168"] and days.count("2025-11-20") == 1
    assert "No event fits" in site.page("/log?day=2001-01-01")


def test_a_proof_is_for_somebody_who_exists(site: Any) -> None:
    """A name is looked up; what nobody is called gives no proof of absence."""
    with open_log(site.folder) as log:
        position = log.published()[0]
    path = f"/published/{position}/proof.json?player="
    by_id = json.loads(site.page(f"{path}C01"))
    assert json.loads(site.page(path + "%E7%8E%8B%E6%B5%B7%E6%B6%9B")) == by_id
    refused = site.ask(f"{path}nonsense")
    assert refused.status == 400 and "there is no player" in refused.text


def test_a_publication_that_differs_now_is_amber_and_leads_to_both_lists(growing: Any) -> None:
    from replay.lists.publish import publish

    with Office(growing.folder) as office:
        publish(office, "fide-standard", date(2025, 11, 1))
    with open_log(growing.folder) as log:
        position = log.published()[-1]
        known = log.event(position).at_position
    assert 'class="status changed"' not in growing.page("/published")
    with open_log(growing.folder) as log:
        log.append(
            [GameCorrected(tournament="harbour-2025", round=1, board=2, result=Result("0-1"),
                           reason="score sheets", date=date(2026, 1, 5))]
        )  # fmt: skip
    for page in (growing.page("/published"), growing.page(f"/published/{position}")):
        assert f'<a class="status changed" href="/published/{position}">differs in' in page
        assert f'href="/lists/fide-standard/2025-11-01?known=%23{known}"' in page
        assert 'href="/lists/fide-standard/2025-11-01"' in page
        assert "/compare/fide-standard?a=2025-11-01&amp;b=2025-11-01&amp;a.known=%23" in page
    assert 'href="/players/F02"' in growing.page(f"/published/{position}")


def test_a_regulation_is_read_article_by_article(site: Any) -> None:
    """In the order of the articles; a number with its sentence, its value and since when; readings with what if."""
    page = site.page("/schemes/fide-standard")
    headings = re.findall(r"<h3>Article ([\d.]+)", page)
    parts = [[int(part) for part in each.rstrip(".").split(".")] for each in headings]
    assert len(parts) > 20 and parts == sorted(parts)
    text = site.words("/schemes/fide-standard")
    assert "Days before the start of a strong tournament. registration.strong_days 30" in text
    assert "2025-10-01, in force from 2025-10-01 on in force now" in text
    changed = site.page("/schemes/fide-standard?set.registration.strong_days=25")
    assert "<strong>25</strong>" in changed
    today = date.today()
    assert f'href="/whatif/fide-standard/{today}?reading.' in page


def test_regulations_are_called_by_their_titles(site: Any) -> None:
    page = site.page("/schemes")
    assert '<a href="/schemes/cxa-rapid">Chinese Xiangqi Association, rapid ratings</a>' in page
