"""A player's page: what somebody asks who looks for the own name, as data and for people."""

import json
import re
import shutil
from datetime import date
from decimal import Decimal
from html import unescape
from pathlib import Path
from typing import Any

from ledger import open_log
from ledger.events import PlayerCorrected, PlayerRegistered, RatingCarriedIn, TitleAwarded
from tests.replay.web.conftest import running


def player(site: Any, path: str = "/players/F05.json") -> Any:
    return json.loads(site.page(path), parse_float=Decimal)


def test_what_games_changed_adds_up_to_the_change_of_the_list(site: Any) -> None:
    """Castro's Lantern Open: seven rated games, each with what was expected; together the 34 points of the list."""
    (record,) = player(site)["records"]
    lantern, harbour = record["tournaments"]
    assert lantern["name"] == "Lantern Open 2025" and lantern["list_date"] == "2025-11-01"
    assert sum(game["change"] for game in lantern["games"]) == lantern["change"] == 34
    first = lantern["games"][0]
    assert (first["opponent_name"], first["opponent_title"]) == ("Petrov, Danil", "IM")
    assert (first["score"], first["expected"]) == (Decimal("0.5"), Decimal("0.22"))
    assert first["change"] == 40 * (first["score"] - first["expected"])
    unrated = [game for game in harbour["games"] if not game["is_rated"]]
    assert [game["opponent_name"] for game in unrated] == ["Silva, Tomás"]
    assert "unrated" in unrated[0]["why_not"] and unrated[0]["change"] is None
    assert [game["corrected"] for game in harbour["games"] if game["corrected"]] == [168]


def test_titles_and_names_of_a_player_are_said_in_words(sample: Path, tmp_path: Path) -> None:
    shutil.copytree(sample, tmp_path / "copy")
    day = date(2025, 1, 10)
    liu = PlayerRegistered(
        player="Z1", name="Liu Jiawen", sex="F", date=day, names={"zh-Hans": "刘佳雯"}
    )
    hers = PlayerCorrected(player="Z1", reason="both", date=day, names={"zh-Hant": "劉佳雯"})
    title = TitleAwarded(player="Z1", title="my-national", date=day)
    with open_log(tmp_path / "copy") as log:
        log.append([liu, hers, title])
    with running(tmp_path / "copy") as site:
        page = unescape(site.page("/players/Z1"))
        assert "itle awarded: National Player" in page and "my-national" not in page
        assert "Liu Jiawen, F, in simplified characters: 刘佳雯" in page
        assert "in traditional characters: 劉佳雯" in page
        assert "国手" in site.page("/players/Z1?language=zh-Hans")


def test_a_peak_from_before_the_ledger_stands_beside_that_of_the_lists(
    sample: Path, tmp_path: Path
) -> None:
    """K depends on it: who wonders about K 10 at 2351 must see the 2404."""
    shutil.copytree(sample, tmp_path / "copy")
    with open_log(tmp_path / "copy") as log:
        day = date(2025, 1, 10)
        log.append(
            [
                PlayerRegistered(player="Z1", name="Ng, Jia", sex="M", federation="MAS", date=day),
                RatingCarriedIn(
                    player="Z1",
                    scheme="fide-standard",
                    rating=Decimal(2351),
                    games=60,
                    peak=Decimal(2404),
                    date=day,
                ),
            ]
        )
    with running(tmp_path / "copy") as site:
        (record,) = player(site, "/players/Z1.json")["records"]
        assert (record["peak"]["rating"], record["carried_peak"]) == (2351, 2404)
        assert "2404 carried in" in " ".join(site.page("/players/Z1").split())
        (castro,) = player(site)["records"]
        assert castro["carried_peak"] is None


def test_scores_by_side_and_meetings_count_the_same_games(site: Any) -> None:
    (record,) = player(site)["records"]
    games = [game for each in record["tournaments"] for game in each["games"]]
    assert sum(side["games"] for side in record["by_side"]) == len(games) == 14
    assert sum(side["score"] for side in record["by_side"]) == sum(g["score"] for g in games)
    okafor = next(each for each in record["opponents"] if each["opponent"] == "F01")
    assert (okafor["games"], okafor["won"], okafor["drawn"], okafor["lost"]) == (2, 0, 1, 1)


def test_a_performance_is_the_average_of_the_opponents_for_half_the_points(site: Any) -> None:
    """Castro's 3½ of 7 at the Lantern Open: the mean of 2445, 2638, 1990, 2736, 2508, 2123 and 2106 is 2363.7."""
    lantern, _ = player(site)["records"][0]["tournaments"]
    assert sorted(game["opponent_rating"] for game in lantern["games"]) == [
        1990, 2106, 2123, 2445, 2508, 2638, 2736,
    ]  # fmt: skip
    assert (lantern["score"], lantern["performance"]) == (Decimal("3.5"), 2364)
    assert "performance 2364" in site.page("/players/F05")


def test_what_was_expected_with_each_side_is_the_sum_of_its_rated_games(site: Any) -> None:
    (record,) = player(site)["records"]
    games = [game for each in record["tournaments"] for game in each["games"]]
    for side in record["by_side"]:
        rated = [
            game for game in games if game["is_rated"] and game["is_first"] == side["is_first"]
        ]
        assert side["expected"] == sum(game["expected"] for game in rated) > 0
        assert side["expected_games"] == len(rated)
        assert side["expected_score"] == sum(game["score"] for game in rated)


def test_a_rank_is_among_active_players_and_the_peak_is_the_highest_list(site: Any) -> None:
    """On the published list of the CXA everybody is active: 王海涛 leads all six."""
    record = player(site, "/players/C01.json?known=%23170")["records"][0]
    ratings = [each["rating"] for each in record["lists"] if each["rating"] is not None]
    assert record["peak"]["rating"] == max(ratings)
    assert record["ranks"]["all"] == {"place": 1, "among": 6}


def test_a_list_says_what_was_published_beside_what_is_known_now(growing: Any) -> None:
    """The list of January was published; a correction afterwards changes it, and both ratings stand side by side."""
    from ledger import open_log
    from ledger.events import GameCorrected, Result

    before = _january(growing)
    assert before["was_published"] and before["published"] == before["rating"]
    with open_log(growing.folder) as log:
        game = next(
            event
            for _, event in log.read(0)
            if type(event).__name__ == "GameRecorded"
            and "C01" in (event.first, event.second)
            and event.tournament == "river-cup-2025"
        )
        correction = GameCorrected(
            tournament=game.tournament, round=game.round, board=game.board,
            result=Result("0-1" if game.result.value == "1-0" else "1-0"),
            date=game.date, reason="score sheet", ref="9/2026",
        )  # fmt: skip
        log.append([correction])
    after = _january(growing)
    assert after["published"] == before["rating"] != after["rating"]
    page = unescape(growing.page("/players/C01"))
    assert f'<span class="tag mark">{before["rating"]}</span>' in page and "9/2026" in page
    status = re.search(r"largest change [^<]*", growing.page("/lists/cxa-rapid/2026-01-01"))
    assert status and not re.search(r"\(C\d+\)", status[0]), "people are named"


def _january(site: Any) -> Any:
    lists = player(site, "/players/C01.json")["records"][0]["lists"]
    return next(each for each in lists if each["list_date"] == "2026-01-01")


def test_data_are_the_same_bytes_in_every_language(site: Any) -> None:
    english = site.page("/players/C01.json")
    assert site.page("/players/C01.json?language=zh-Hans") == english
    assert "王海涛" in english


def test_the_page_leads_to_tournaments_opponents_explanations_and_events_by_name(site: Any) -> None:
    text = site.page("/players/F05")
    for href in (
        "/tournaments/lantern-2025", "/players/F04", "/players/F05/fide-standard/2025-11-01",
        "/log/168", "/federations/ESP", "/lists/fide-standard/",
    ):  # fmt: skip
        assert f'href="{href}' in text, href
    assert "Lantern Open 2025" in text and "Petrov, Danil" in text and "½" in text


def test_a_proof_of_a_rating_is_for_a_player_who_exists(site: Any) -> None:
    """A name means the player who has it; nonsense is refused, and is no proof that somebody is absent."""
    path = "/published/170/proof.json?player="
    by_name = json.loads(site.page(path + "%E7%8E%8B%E6%B5%B7%E6%B6%9B"))
    assert by_name["player"] == "C01"
    refused = site.ask(path + "zzzz")
    assert refused.status == 400 and "there is no player 'zzzz'" in refused.text


def test_where_single_games_have_no_change_the_page_says_what_has_one(site: Any) -> None:
    """The CXA rates tournaments as wholes; in Malaysia each game moves the rating, and every rated one says by what."""
    text = " ".join(unescape(site.page("/players/C01")).split())
    assert "A tournament is rated as a whole: its change stands beside its name" in text
    assert (
        '<th scope="col" class="num">Change</th></tr></thead> <tbody> <tr class="group">'
        not in text
    )
    record = player(site, "/players/C01.json")["records"][0]
    for tournament in record["tournaments"]:
        assert tournament["rated_by"] == "tournament" and tournament["change"] is not None
        assert {game["change"] for game in tournament["games"]} == {None}
    text = unescape(site.page("/players/M01"))
    assert "Each game is rated with the ratings just before it" in text
    record = player(site, "/players/M01.json")["records"][0]
    rated = [game for one in record["tournaments"] for game in one["games"] if game["is_rated"]]
    assert rated and all(isinstance(game["change"], int | Decimal) for game in rated)
    assert all(game["expected"] is not None for game in rated)
