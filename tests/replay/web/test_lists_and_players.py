"""Lists and players on the desk: the same answers as the commands give."""

import csv
import json
import re
import subprocess
import sys
from datetime import date
from decimal import Decimal
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from ledger import open_log
from ledger.events import GameVoided, PlayerRegistered, RatingCarriedIn
from replay.commands.main import run
from replay.which import ListWords
from tests.replay.web.conftest import words_of

SCHEMES = ("fide-standard", "cxa-rapid", "malaysia")


def command(folder: Path, *words: str) -> bytes:
    """What a command writes to a pipe, byte for byte."""
    arguments = ["rating-ledger", "--ledger", str(folder), *words]
    code = f"import sys; from replay.commands.main import main; sys.argv = {arguments!r}"
    return subprocess.run(
        [sys.executable, "-c", f"{code}; main()"], capture_output=True, check=True
    ).stdout


@pytest.mark.parametrize("name", SCHEMES)
def test_the_csv_of_a_list_is_byte_for_byte_that_of_the_command(site: Any, name: str) -> None:
    told = command(site.folder, "list", name, "2026-01-01", "--format", "csv")
    assert site.ask(f"/lists/{name}/2026-01-01.csv").text.encode() == told


def test_the_json_of_a_list_is_that_of_the_command(site: Any) -> None:
    told = command(site.folder, "list", "cxa-rapid", "2026-01-01", "--format", "json")
    assert site.ask("/lists/cxa-rapid/2026-01-01.json").text.encode() == told


def test_a_list_as_known_then_and_under_another_reading_is_that_of_the_command(site: Any) -> None:
    told = command(
        site.folder,
        "list",
        "fide-standard",
        "2025-10-01",
        "--known",
        "2025-10-31",
        "--set",
        "k.top=30",
    )
    asked = "/lists/fide-standard/2025-10-01.csv?known=2025-10-31&set.k.top=30"
    assert site.ask(asked).text.encode() == told
    assert site.page("/lists/fide-standard/2025-10-01.csv").encode() != told


@pytest.mark.parametrize(
    "words",
    [("federation", "ESP"), ("sex", "F"), ("age", "..20"), ("title", "GM"), ("status", "active")],
)
def test_a_list_is_filtered_as_the_command_filters_it(site: Any, words: tuple[str, str]) -> None:
    told = command(site.folder, "list", "fide-standard", "2025-11-01", f"--{words[0]}", words[1])
    found = site.page(f"/lists/fide-standard/2025-11-01.csv?{words[0]}={words[1]}")
    assert found.encode() == told
    assert 1 <= len(found.splitlines()) - 1 < 8 or words[0] == "status"


def test_title_and_status_keep_the_rows_that_have_them(site: Any) -> None:
    rows = list(
        csv.DictReader(
            site.page(
                "/lists/fide-standard/2026-11-01.csv?status=inactive&title=gm,im"
            ).splitlines()
        )
    )
    assert (
        rows
        and {row["status"] for row in rows} == {"inactive"}
        and {row["title"] for row in rows} <= {"GM", "IM"}
    )


def test_the_page_shows_the_change_since_the_list_before_and_leads_to_explanations(
    site: Any,
) -> None:
    text = site.page("/lists/cxa-rapid/2026-01-01")
    rows = {
        row["player"]: row
        for row in csv.DictReader(site.page("/lists/cxa-rapid/2026-01-01.csv").splitlines())
    }
    earlier = {
        row["player"]: row
        for row in csv.DictReader(site.page("/lists/cxa-rapid/2025-10-01.csv").splitlines())
    }
    tenths = [int(side["C01"]["rating"].replace(".", "")) for side in (earlier, rows)]
    change = tenths[1] - tenths[0]
    assert change > 0 and f"+{change // 10}.{change % 10}" in words_of(text)
    assert 'href="/players/C01/cxa-rapid/2026-01-01"' in text and 'href="/players/C01"' in text
    assert 'href="/compare/cxa-rapid?a=2025-10-01&amp;b=2026-01-01"' in text


def test_links_of_a_list_keep_its_rules_and_lead_back(site: Any) -> None:
    text = unescape(site.page("/lists/fide-standard/2025-11-01?set.k.top=30"))
    assert "Other rules of FIDE standard: set.k.top = 30." in text
    assert 'href="/players/F05/fide-standard/2025-11-01?set.k.top=30"' in text
    assert 'href="/players/F05?scheme=fide-standard&set.k.top=30"' in text
    assert 'href="/lists/cxa-rapid?scheme=fide-standard&set.k.top=30"' in text
    assert 'href="/lists/fide-standard/2025-11-01">Back to what is known' in text


def test_a_long_list_is_turned_page_by_page(growing: Any) -> None:
    with open_log(growing.folder) as log:
        day, many = date(2025, 1, 1), [f"Q{number:03}" for number in range(150)]
        log.append(
            [
                PlayerRegistered(
                    player=each, name=f"Many {each}", sex="M", federation="FRA", date=day
                )
                for each in many
            ]
        )
        given = {"scheme": "fide-standard", "rating": Decimal(1500), "games": 15}
        log.append([RatingCarriedIn(player=each, date=day, **given) for each in many])
    whole = list(csv.DictReader(growing.page("/lists/fide-standard/2025-12-01.csv").splitlines()))
    pages = [growing.page(f"/lists/fide-standard/2025-12-01?page={number}") for number in (1, 2)]
    shown = [re.findall(r'href="/players/([^/"?]+)"', text) for text in pages]
    assert shown[0] + shown[1] == [row["player"] for row in whole] and len(shown[0]) == 100
    assert 'rel="next"' in pages[0] and 'rel="next"' not in pages[1] and "page 2 of 2" in pages[1]


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/lists/fide", 404, "fide-standard"),
        ("/lists/fide-standard/2025-13-01", 400, "is not a day"),
        ("/lists/fide-standard/1066-10-14", 400, "out of reach"),
        ("/lists/fide-standard?sex=X", 400, "use M or F"),
        ("/lists/fide-standard?age=old", 400, "13..18"),
        ("/lists/fide-standard?page=0", 400, "use 1 or more"),
        ("/lists/fide-standard?set.k.tip=3", 400, "k.top"),
        ("/lists/fide-standard?version=1999", 400, "has no version"),
        ("/players/F05?scheme=fide-standart&version=1", 400, "fide-standard"),
        ("/players/Castro", 404, '<a href="/players/F05">Castro, Inés</a>'),
        (
            "/players/Castro/fide-standard/2025-11-01",
            404,
            '<a href="/players/F05/fide-standard/2025-11-01">Castro, Inés</a>',
        ),
    ],
)
def test_what_is_wrong_is_said_with_a_remedy(site: Any, path: str, status: int, said: str) -> None:
    answer = site.ask(path)
    assert answer.status == status and said in unescape(answer.text)


@pytest.mark.parametrize(
    "path", ["/", "/players/F05", "/lists/cxa-rapid", "/nowhere", "/whatif/cxa-rapid/2026-01-01"]
)
def test_a_day_that_is_none_is_refused_on_a_page(site: Any, path: str) -> None:
    """The page that says so has links of its own, which keep the words of the address."""
    answer = site.ask(f"{path}?scheme=cxa-rapid&from=tomorrow&known=%23100")
    assert (
        answer.status in (400, 404)
        and "<h1>" in answer.text
        and "Internal Server Error" not in answer.text
    )


def test_a_player_has_titles_ratings_and_a_plot(site: Any) -> None:
    text = site.page("/players/F05")
    told = words_of(text)
    assert "Castro, Inés" in told and "<svg" in text
    assert "title awarded: Woman FIDE Master" in told and "fide-wfm" not in told
    assert 'href="/players/F05/fide-standard/2025-10-01"' in text and 'href="/log/168"' not in told
    lists = list(csv.DictReader(site.page("/players/F05.csv").splitlines()))
    history = command(site.folder, "history", "fide-standard", "F05").decode()
    assert [{name: row[name] for name in row if name != "scheme"} for row in lists] == list(
        csv.DictReader(history.splitlines())
    )


def test_an_explanation_unfolds_and_leads_to_the_events(site: Any) -> None:
    text = site.page("/players/F05/fide-standard/2025-10-01")
    assert (
        "<details" in text
        and 'href="/log/168"' in text
        and '<cite class="article">8.3.2</cite>' in text
    )
    told = command(site.folder, "explain", "fide-standard", "F05", "2025-10-01", "--format", "json")
    assert json.loads(site.page("/players/F05/fide-standard/2025-10-01.json")) == json.loads(told)


def test_an_id_with_a_slash_and_a_name_with_tags_do_no_harm(growing: Any) -> None:
    with open_log(growing.folder) as log:
        log.append(
            [PlayerRegistered(player="A/1 <b>", name="<i>Odd</i>", sex="F", date=date(2025, 1, 1))]
        )
    found = growing.page("/find?q=odd")
    href = re.search(r'href="(/players/[^"]+)"', found)
    assert href is not None and href[1] == "/players/A%2F1%20%3Cb%3E"
    text = growing.page(href[1])
    assert "<i>Odd" not in text and "&lt;i&gt;Odd&lt;/i&gt;" in text


def test_an_option_of_list_that_fits_nobody_says_so(sample: Path, capsys: Any) -> None:
    assert (
        run(["--ledger", str(sample), "list", "fide-standard", "2025-11-01", "--title", "XM"]) == 0
    )
    assert "is of title XM" in capsys.readouterr().err


def test_an_empty_list_says_why_nobody_is_on_it(site: Any) -> None:
    text = words_of(site.page("/lists/cxa-rapid/2025-10-01?known=%2330"))
    assert (
        "Nobody is on this page of the list. no tournament is approved for cxa-rapid by then"
        in text
    )


def test_the_index_of_lists_has_the_newest_and_the_published_ones(site: Any) -> None:
    text = site.page("/lists")
    assert 'href="/lists/cxa-rapid/2026-01-01"' in text and 'href="/lists/malaysia/' in text
    rows = list(csv.DictReader(site.page("/lists.csv").splitlines()))
    assert [row["list_date"] for row in rows if row["state"]] == ["2026-01-01"]
    sent = site.page("/lists?scheme=fide-standard&on=2025-11-15")
    assert "list of 2025-11-01" in sent


def test_only_lists_by_the_calendar_have_a_list_before(site: Any) -> None:
    """Malaysia has a list for any day: its page says from which day the changes are counted."""
    malaysia = words_of(site.page("/lists/malaysia/2025-12-10"))
    assert "← 1 Dec 2025" in malaysia and "→" not in malaysia
    assert "change: since 2025-12-01, the first of a month" in malaysia
    chess = words_of(site.page("/lists/fide-standard/2025-11-01"))
    assert "← 1 Oct 2025 1 Dec 2025 →" in chess and "since the list of 2025-10-01" in chess


def test_an_unknown_id_offers_those_that_may_be_meant(site: Any) -> None:
    answer = site.ask("/players/Castro/fide-standard/2025-11-01")
    assert answer.status == 404 and 'href="/players/F05/fide-standard/2025-11-01"' in answer.text
    assert (
        'href="/tournaments/harbour-2025?known=%23160"'
        in site.ask("/tournaments/harbour?known=%23160").text
    )
    assert site.ask("/players/Castro.json").status == 404


def test_the_slider_stands_at_what_is_known_and_leads_back(site: Any) -> None:
    text = site.page("/players/F05?known=%23150")
    assert re.search(r'type="range" min="1" max="\d+" value="150"', text)
    assert words_of(site.page("/players/F05?at=150")) == words_of(text)
    assert site.page("/lists/fide-standard/2025-10-01.csv?at=150") == site.page(
        "/lists/fide-standard/2025-10-01.csv?known=%23150"
    )


def test_games_of_other_schemes_count_where_that_is_asked_for(site: Any) -> None:
    path = "/lists/malaysia/2025-12-01.csv?rate-as=yes"
    assert site.page(path).encode() == command(
        site.folder, "list", "malaysia", "2025-12-01", "--rate-as"
    )
    assert site.page(path) != site.page("/lists/malaysia/2025-12-01.csv")
    text = site.page("/lists/malaysia/2025-12-01?rate-as=yes")
    assert "With the games of other schemes" in text and 'href="/players/M01?rate-as=yes"' in text
    assert site.ask("/players/F05?rate-as=maybe").status == 400


def test_every_list_of_a_player_can_be_shown(site: Any) -> None:
    """In a table that is folded, below the plot; the address of the unfolded one can be sent."""
    folded, open_ = (site.page(f"/players/F05{query}") for query in ("", "?lists=all"))
    assert '<details class="fold" open>' in open_ and '<details class="fold" open>' not in folded
    assert folded.count('<th scope="row" class="nowrap"><a href="/players/F05/fide') == 15
    assert 'href="/tournaments/harbour-2025"' in site.page("/players/F05")


def test_a_voided_game_is_told_on_the_page_of_its_player(growing: Any) -> None:
    with open_log(growing.folder) as log:
        found = [
            event
            for _, event in log.stream("tournament/harbour-2025")
            if type(event).__name__ == "GameRecorded"
        ]
        game: Any = next(event for event in found if "F05" in (event.first, event.second))
        place = {"tournament": game.tournament, "round": game.round, "board": game.board}
        log.append(
            [
                GameVoided(
                    **place, date=date(2025, 12, 1), reason="never played", ref="decision 9/2025"
                )
            ]
        )
        head = log.head
    assert "9/2025" not in words_of(growing.page(f"/players/F05?known=%23{head - 1}"))
    text = growing.page("/players/F05")
    assert "never played" in words_of(text) and "decision 9/2025" in words_of(text)
    assert f'href="/log/{head}"' in text


def test_an_open_desk_forgets_whoever_is_erased(growing: Any) -> None:
    """The page of the player says so, and no page has the name, without a restart of the desk."""
    before = growing.page("/players/C01")
    name = re.search("<h1[^>]*><span[^>]*>([^<]+)</span>", before)
    assert name
    assert (
        run(
            [
                "--ledger",
                str(growing.folder),
                "erase",
                "C01",
                "--reason",
                "asked for it",
                "--ref",
                "letter 7",
                "--yes",
            ]
        )
        == 0
    )
    after = growing.page("/players/C01")
    assert (
        "C01 (erased)" in after
        and "The name and other private data of this person were erased." in after
    )
    assert "asked for it" in after
    for path in (
        "/players/C01",
        "/lists/cxa-rapid/2026-01-01",
        "/log",
        "/tournaments/river-cup-2025",
        "/find?q=C01",
    ):
        assert name[1] not in growing.page(path)


def test_an_answer_that_the_desk_keeps_is_forgotten_with_whoever_is_erased(growing: Any) -> None:
    """What-ifs are kept between requests; as known before the erasure, the question is the same after it."""
    with open_log(growing.folder) as log:
        asked = f"/whatif/fide-standard/2025-11-01?set.k.new=10&known=%23{log.head}"
    assert "Castro" in growing.page(asked)
    assert (
        run(
            [
                "--ledger",
                str(growing.folder),
                "erase",
                "F05",
                "--reason",
                "asked for it",
                "--ref",
                "letter 7",
                "--yes",
            ]
        )
        == 0
    )
    assert "Castro" not in growing.page(asked)


def test_a_request_that_began_before_an_erasure_leaves_no_name_behind(growing: Any) -> None:
    """It answers from what was known when it began, and stores lists; nothing of that may stay in a file."""
    growing.page("/lists/fide-standard/2025-11-01")
    erase = [
        "--ledger",
        str(growing.folder),
        "erase",
        "F05",
        "--reason",
        "asked for it",
        "--ref",
        "letter 7",
        "--yes",
    ]
    with growing.desk.office() as before:
        assert run(erase) == 0
        which = ListWords.parse("fide-standard@2025-10-01").resolved(before)
        assert "Castro" in before.list(which).csv.decode()
    files = [path for path in growing.folder.rglob("*") if path.is_file()]
    assert [path.name for path in files if b"Castro" in path.read_bytes()] == []


class BeingRead:
    """A lock that another request holds; whoever waits for it gets it in the end."""

    def acquire(self, *, blocking: bool) -> bool:
        return blocking

    def release(self) -> None: ...


def test_while_the_log_is_being_read_nobody_is_shown_who_was_erased(growing: Any) -> None:
    """Other news may come a little later; for an erasure a request waits until it was read."""
    erase = [
        "--ledger",
        str(growing.folder),
        "erase",
        "F05",
        "--reason",
        "asked for it",
        "--ref",
        "letter 7",
        "--yes",
    ]
    assert "Castro" in growing.page("/players/F05")
    growing.desk._reading = BeingRead()
    with open_log(growing.folder) as log:
        log.append(
            [
                GameVoided(
                    tournament="harbour-2025",
                    round=1,
                    board=1,
                    date=date(2025, 12, 1),
                    reason="never played",
                )
            ]
        )
    assert "Castro" in growing.page("/players/F05")
    assert run(erase) == 0
    assert "Castro" not in growing.page("/players/F05")


def test_an_explanation_begins_with_a_sentence_and_calls_everybody_by_name(site: Any) -> None:
    """Castro's 2262 of November: 34 more than in October, all of it won at the Lantern Open."""
    text = site.page("/players/F05/fide-standard/2025-11-01")
    told = words_of(text)
    assert (
        "Castro, Inés has 2262, 34 more than on the list of 1 Oct 2025, "
        "because of Lantern Open 2025 (+34)." in told
    )
    assert '<a href="/tournaments/lantern-2025">Lantern Open 2025</a>' in text
    assert '<a href="/players/F04">Petrov, Danil</a>' in text
    assert "lantern-2025," not in told and "F04 Petrov" not in told


def test_a_step_of_an_explanation_is_amber_if_it_was_corrected_after_the_publication(
    growing: Any,
) -> None:
    """Round 3 was corrected before October was published: not amber. A correction after it is, and it is said why."""
    from datetime import date

    from ledger import open_log
    from ledger.events import GameCorrected, Result
    from replay.lists.publish import publish
    from replay.office.office import Office

    path = "/players/F05/fide-standard/2025-10-01"
    with Office(growing.folder) as office:
        publish(office, "fide-standard", date(2025, 10, 1))
    assert 'class="fixed"' not in growing.page(path)
    with open_log(growing.folder) as log:
        log.append(
            [GameCorrected(tournament="harbour-2025", round=4, board=1, result=Result.FIRST_WINS,
                           reason="score sheet", date=date(2026, 1, 5))]
        )  # fmt: skip
    page = growing.page(path)
    assert 'class="fixed"' in page and "Amber: corrected after this list was published." in page
