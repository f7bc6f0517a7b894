"""The appeals workbench: every way to say what should have been gives what the command gives, and appends nothing."""

import csv
import re
from datetime import date
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from ledger import open_log
from ledger.events import RankingCorrected
from replay.simulation.demo import APPEAL, SAMPLE
from replay.web import appeal_reach
from tests.builders import Event, game_corrected, game_voided, jsonl
from tests.replay.web.conftest import Client, output_of, words_of

GAME = "/appeal?tournament=harbour-2025&stage=main&round=4&board=1"  # F05 1/2-1/2 F01
TODAY = str(date.today())
WON = game_corrected("harbour-2025", TODAY, "4.1 1-0", reason="why")


def rows(text: str, *without: str) -> list[dict[str, str]]:
    return [
        {k: v for k, v in row.items() if k not in without}
        for row in csv.DictReader(text.splitlines())
    ]


def file_with(folder: Path, claim: Event) -> str:
    file = folder / "appeal.jsonl"
    file.write_bytes(jsonl(claim))
    return str(file)


def sent(site: Any, *, file: tuple[str, bytes] | None = None, **fields: str) -> Any:
    """Send the form with a file or a text; the address that it leads to, or the error."""
    client = Client(site)
    client.open("/appeal")
    answer = client.send("/appeal/file", file, **fields)
    if answer.status != 200:
        return answer.status, unescape(answer.text)
    return answer.url.removeprefix(site.address.rstrip("/"))


def test_a_tournament_is_found_by_a_part_of_its_name(site: Any) -> None:
    assert 'href="/appeal?tournament=river-cup-2025"' in site.page("/appeal?tournament=river")
    assert "Nothing fits." in site.words("/appeal?tournament=zzzz")
    chosen = site.page("/appeal?tournament=river-cup-2025")
    assert "Appeal: River Cup Rapid 2025" in chosen
    assert (
        'href="/appeal?tournament=river-cup-2025&amp;stage=main&amp;round=4&amp;board=1"' in chosen
    )


def test_a_game_that_is_not_there_is_said(site: Any) -> None:
    answer = site.ask("/appeal?tournament=harbour-2025&round=77&board=1")
    assert answer.status == 404 and "there is no game in harbour-2025 at main 77 1" in answer.text


def test_before_anything_is_changed_there_is_a_question_and_no_answer(site: Any) -> None:
    text = site.words(GAME)
    assert "in the log Castro, Inés ½–½ Okafor, Ngozi" in text
    assert "Who changes " not in text.replace("Who changes?", "") and "as a paper" not in text
    assert site.ask(GAME.replace("/appeal?", "/appeal/paper?")).status == 404


@pytest.mark.parametrize(
    ("words", "claim"),
    [
        ("result=1-0", WON),
        ("colours=swapped&result=1-0", WON | {"first": "F01", "second": "F05"}),
        ("first=Chong%20Wei%20Han&result=0-1", WON | {"result": "0-1", "first": "M01"}),
        ("result=void", game_voided("harbour-2025", TODAY, "4.1")),
    ],
)
def test_whatever_should_have_been_gives_what_the_command_gives(
    site: Any, capsys: Any, tmp_path: Path, words: str, claim: Event
) -> None:
    asked = output_of(site.folder, capsys, "appeal", file_with(tmp_path, claim))
    found = site.page(f"{GAME}&{words}".replace("/appeal?", "/appeal.csv?"))
    assert rows(found) == rows(asked) != []


def test_where_colours_are_swapped_the_points_stay_with_the_players(
    site: Any, capsys: Any, tmp_path: Path
) -> None:
    decided = "tournament=river-cup-2025&round=1&board=1"  # 1-0
    claim = game_corrected("river-cup-2025", TODAY, "1.1 C06 0-1 C01")
    asked = output_of(site.folder, capsys, "appeal", file_with(tmp_path, claim))
    assert rows(site.page(f"/appeal.csv?{decided}&colours=swapped")) == rows(asked)
    listed = csv.DictReader(site.page("/players.csv").splitlines())
    names = {row["player"]: row["name"] for row in listed}
    page = site.words(f"/appeal?{decided}&colours=swapped")
    assert f"the claim {names['C06']} 0–1 {names['C01']}" in page


def test_a_name_that_fits_several_players_is_refused_with_the_candidates(site: Any) -> None:
    answer = site.ask(f"{GAME}&first=F0")
    assert answer.status == 400 and "there is no player" in unescape(answer.text)


def test_the_path_leads_from_the_corrected_game_to_the_player(
    site: Any, capsys: Any, tmp_path: Path
) -> None:
    """F06 did not play the corrected game, but met one of its players on the next list."""
    asked = output_of(site.folder, capsys, "appeal", file_with(tmp_path, WON), "--trace", "F06")
    found = site.page(f"{GAME}&result=1-0&reason=why&trace=F06".replace("/appeal?", "/appeal.csv?"))
    assert rows(found) == rows(asked)
    steps = [row["through"] for row in rows(found) if row["player"]]
    assert steps[0] == "own game in harbour-2025, round 4 board 1"
    assert re.fullmatch(r"met F0[15] in lantern-2025, round \d board \d", steps[1])
    page = site.page(f"{GAME}&result=1-0&trace=F06")
    assert "The way to Haddad, Karim" in page
    assert "own game in Harbour Masters 2025, round 4 board 1" in page


def test_a_player_whom_the_correction_does_not_reach_has_no_way(site: Any) -> None:
    page = site.page(f"{GAME}&result=1-0&trace=C01")
    assert "The rating of 王海涛 does not change." in page
    assert "The way to" not in unescape(re.sub(r"<form.*?</form>", "", page, flags=re.S))


def test_the_path_to_a_player_of_the_corrected_game_is_that_game(site: Any) -> None:
    found = rows(site.page(f"{GAME}&result=1-0&trace=F05".replace("/appeal?", "/appeal.csv?")))
    assert [row["player"] for row in found if row["player"]] == ["F05", "F05"]


def test_the_rows_of_a_page_lead_to_their_paths(site: Any) -> None:
    page = unescape(site.page(f"{GAME}&result=1-0"))
    assert 'round=4&board=1&result=1-0&trace=F06#way">path</a>' in page


def reach(page: str) -> tuple[list[str], list[str]]:
    """Whom a correction reaches: the boxes of the picture, and the lines of the nested list."""
    figure = re.search(r"<figure.*?</figure>", page, re.S)
    assert figure
    picture, below = figure[0].split("</svg>")
    boxes = re.findall(r'<a href="/players/.*?</a>', picture, re.S)
    lines = re.findall(r"<li[^>]*>(.*?)(?=<ul|<li|</li>)", below, re.S)
    return list(map(words_of, boxes)), list(map(words_of, lines))


def test_everybody_whom_a_correction_reaches_is_drawn_and_listed_with_the_way_there(
    site: Any, capsys: Any, tmp_path: Path
) -> None:
    """F05 and F01 played the game; the others met one of them in the Lantern Open, a list later."""
    asked = output_of(site.folder, capsys, "appeal", file_with(tmp_path, WON))
    listed = csv.DictReader(site.page("/players.csv").splitlines())
    names = {row["player"]: row["name"] for row in listed}
    boxes, lines = reach(site.page(f"{GAME}&result=1-0"))
    wanted = {names[row["player"]] for row in rows(asked)}
    for box, line in zip(boxes, lines, strict=True):
        name = next(name for name in wanted if box.startswith(name))
        wanted.remove(name)
        assert line.startswith(name) and box.removeprefix(name).rsplit(" ", 1)[0] in line
    assert not wanted, "everybody is there once"
    own = [line for line in lines if "own game in Harbour Masters 2025, round 4 board 1" in line]
    assert [line.partition(" 1 Oct")[0] for line in own] == [names["F05"], names["F01"]]
    others = [line for line in lines if line not in own]
    assert others
    assert all(
        re.search(r"met .* in Lantern Open 2025, round \d board \d", line) for line in others
    )


def test_the_way_to_a_player_is_marked_in_the_picture_and_in_the_list(site: Any) -> None:
    page = site.page(f"{GAME}&result=1-0&trace=F06")
    assert "<h2>The way to Haddad, Karim</h2>" in page
    marked = re.findall(r'<li class="hit"><a href="/players/(\w+)"', page)
    assert marked[-1] == "F06" and len(marked) == 2 and marked[0] in {"F01", "F05"}


def test_of_many_players_the_largest_changes_are_drawn_and_the_others_counted(
    site: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(appeal_reach, "MOST", 3)
    boxes, _ = reach(everybody := site.page(f"{GAME}&result=1-0"))
    changes = csv.DictReader(site.page(f"{GAME}&result=1-0".replace("?", ".csv?", 1)).splitlines())
    moved = {row["player"] for row in changes if row["change"] not in ("", "0")}
    assert len(boxes) == 3 and "Castro, Inés" in boxes[0]
    assert f"{len(moved) - 3} more ratings change and are not drawn" in everybody


def test_the_decision_paper_says_what_the_command_writes(
    site: Any, capsys: Any, tmp_path: Path
) -> None:
    out = tmp_path / "decision.html"
    output_of(
        site.folder,
        capsys,
        "appeal",
        file_with(tmp_path, WON),
        "--ref",
        "12/2026",
        "-o",
        str(out),
    )
    page = site.page(
        f"{GAME}&result=1-0&reason=why&ref=12/2026".replace("/appeal?", "/appeal/paper?")
    )

    def text(of: str) -> str:
        body = re.search(r"<body.*?</footer>", of, re.S)
        assert body is not None
        return " ".join(re.sub(r"<[^>]+>", " ", body[0]).split())

    assert text(page) == text(out.read_text()) and "12/2026" in page
    assert (
        "<style" not in page and "<script>" not in page
    )  # the policy of the desk allows none inside a page


def test_pasted_events_are_an_appeal_with_an_address_of_its_own(site: Any, capsys: Any) -> None:
    with open_log(site.folder) as log:
        head = log.head
    address = sent(site, text=APPEAL.read_text(), ref="12/2026")
    assert address.startswith("/appeal?events=") and address.endswith("&ref=12%2F2026")
    assert "Appeal: the events of the pasted text" in site.words(address)
    assert "[12/2026]" in site.words(address.replace("/appeal?", "/appeal/paper?"))
    asked = output_of(site.folder, capsys, "appeal", str(APPEAL))
    assert rows(site.page(address.replace("/appeal?", "/appeal.csv?"))) == rows(asked) != []
    with open_log(site.folder) as log:
        assert log.head == head


def test_a_file_in_another_format_is_understood_and_its_problems_are_said(site: Any) -> None:
    table = (
        "tournament,round,board,result,reason,date\nharbour-2025,4,1,1-0,score sheet,2026-01-05\n"
    )
    address = sent(site, file=("corrections.csv", table.encode()))
    assert "Appeal: the events of corrections.csv" in site.words(address)
    by_form = site.page(f"{GAME}&result=1-0".replace("/appeal?", "/appeal.csv?"))
    assert site.page(address.replace("/appeal?", "/appeal.csv?")) == by_form
    broken = sent(site, file=("appeal.jsonl", b'{"type":"GameCorrected","tournament":"nowhere"}\n'))
    assert broken[0] == 400 and "appeal.jsonl:1" in broken[1]


@pytest.mark.parametrize(
    ("text", "status", "message"),
    [("   ", 400, "neither a text nor a file was sent"), ("{}", 400, "the pasted text:1")],
)
def test_what_cannot_be_read_is_said(site: Any, text: str, status: int, message: str) -> None:
    code, page = sent(site, text=text)
    assert code == status and message in page


def test_an_address_that_was_cut_off_is_said(site: Any) -> None:
    address = sent(site, text=APPEAL.read_text())
    answer = site.ask(address[:-20])
    assert answer.status == 400 and "this address was cut off" in answer.text


def test_a_file_that_unpacks_to_more_than_the_limit_is_refused(site: Any) -> None:
    from base64 import urlsafe_b64encode
    from zlib import compress

    from replay.web.claims import PLAIN

    bomb = urlsafe_b64encode(compress(b"{" * (PLAIN + 1), 9)).decode().rstrip("=")
    answer = site.ask(f"/appeal?events={bomb}")
    assert answer.status == 400 and "this address was cut off" in answer.text


def test_an_appeal_that_is_in_the_log_already_changes_nothing(site: Any) -> None:
    address = sent(site, text=SAMPLE.read_text().splitlines()[0])
    assert "Every event of it is in the log already: nothing changes." in site.words(address)
    paper = site.words(address.replace("/appeal?", "/appeal/paper?"))
    assert (
        "stand in the log" in paper and "#1 " in paper and "Nothing has been appended" not in paper
    )


def test_an_appeal_offers_no_earlier_knowledge_which_it_would_refuse(site: Any) -> None:
    for path in (
        "/appeal",
        "/appeal?tournament=river",
        "/appeal?tournament=harbour-2025",
        f"{GAME}&result=1-0",
    ):
        assert 'name="known"' not in site.page(path) and 'name="at"' not in site.page(path)


def test_a_title_by_its_name_is_that_title_in_an_appeal(site: Any) -> None:
    """The sample has ratings by cxa-rapid, and no other regulation in use has a 象棋特级大师."""
    award = '{"type":"TitleAwarded","player":"%s","title":"%s","date":"2025-01-01"}'
    named = sent(site, text=award % ("C05", "象棋特级大师"))
    by_code = sent(site, text=award % ("C05", "cxa-gm"))
    changes = rows(site.page(named.replace("/appeal?", "/appeal.csv?")))
    assert changes == rows(site.page(by_code.replace("/appeal?", "/appeal.csv?"))) != []
    unknown = sent(site, text=award % ("C05", "cxa-gmm"))
    assert (
        unknown[0] == 400
        and "the title 'cxa-gmm'" in unescape(unknown[1])
        and "cxa-gm?" in unknown[1]
    )


def test_a_ranking_that_the_appeal_leaves_behind_is_named(growing: Any) -> None:
    """The office has ranked the river cup as its rules do; without the win of round 4 C01 is not its champion."""
    given = ("C01", "C02", "C03", "C05", "C04", "C06")
    with open_log(growing.folder) as log:
        log.append(
            [
                RankingCorrected(
                    date=date(2025, 6, 1),
                    tournament="river-cup-2025",
                    ranking=given,
                    reason="signed",
                )
            ]
        )
        at = log.head
    game = "/appeal?tournament=river-cup-2025&stage=main&round=4&board=1"  # C03 0-1 C01
    text = growing.words(f"{game}&result=1-0&reason=why")
    assert "Rankings given before" in text
    assert (
        f"River Cup Rapid 2025: the ranking given in #{at} is older than #{at + 1} and does not fit the results"
        in text
    )
    assert "Rankings given before" not in growing.words(GAME + "&result=1-0&reason=why")
