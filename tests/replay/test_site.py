"""The public site: what was published, as files that open from a folder, and nothing else."""

import csv
import json
import re
import shutil
from datetime import date
from decimal import Decimal
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from msgspec.structs import replace

import replay
from ledger import open_log
from ledger.events import (
    GameCorrected,
    GameRecorded,
    ListPublished,
    PlayerCorrected,
    PlayerRegistered,
    RatingEnded,
    TournamentCorrected,
)
from projections.find import find_players, find_tournaments
from replay.commands.main import run
from replay.files import open_file
from replay.lists.publish import publish
from replay.office.office import Office
from replay.simulation.demo import SAMPLE
from replay.site.build import Site
from replay.site.folder import MANIFEST, TIMES, program_digest
from replay.site.lists import file_names
from replay.site.pages import Look, shell
from replay.site.players import PlayerPages
from replay.site.settings import SiteSettings

OCTOBER, NOVEMBER = date(2025, 10, 1), date(2025, 11, 1)


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the ledger of the demo, two published lists, and its site."""
    folder = tmp_path_factory.mktemp("public")
    with open_log(folder / "ledger", create=True, origin="ratings.example.org/site") as log:
        log.append(open_file(SAMPLE))
    with Office(folder / "ledger") as office:
        publish(office, "fide-standard", OCTOBER)
        publish(office, "fide-standard", NOVEMBER)
    assert run(["--ledger", str(folder / "ledger"), "site", str(folder / "site")]) == 0
    return folder


@pytest.fixture
def copy(sample: Path, tmp_path: Path) -> Path:
    """The same, to be changed."""
    return Path(shutil.copytree(sample, tmp_path / "copy"))


def written(folder: Path, capsys: Any) -> list[int]:
    """Write the site; how many files were written, unchanged, removed."""
    capsys.readouterr()
    assert run(["--ledger", str(folder / "ledger"), "site", str(folder / "site")]) == 0
    return [
        int(text)
        for text in re.findall(
            r"(\d+) (?:files? written|unchanged|removed)", capsys.readouterr().out
        )
    ]


def contents(site: Path) -> dict[str, bytes]:
    """All files of a site, without the one that says how they lie on this disk."""
    return {
        path.relative_to(site).as_posix(): path.read_bytes()
        for path in site.rglob("*")
        if path.is_file() and path.name != TIMES
    }


class Tags(HTMLParser):
    """The links and the scripts of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.inline: list[str] = []
        self._script = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name in ("href", "src", "action")]
        self.inline += [name for name, _ in attrs if name.startswith("on") or name == "style"]
        self._script = tag == "script" and ("type", "application/json") not in attrs

    def handle_data(self, data: str) -> None:
        if self._script and data.strip():
            self.inline.append(data)


def test_every_link_leads_to_a_file_of_the_site_and_no_script_is_inline(sample: Path) -> None:
    site = sample / "site"
    pages = list(site.rglob("*.html"))
    assert pages
    for page in pages:
        tags = Tags(page.read_text(encoding="utf-8"))
        assert tags.inline == [], page
        assert tags.links, page
        for link in tags.links:
            assert not re.match(r"[a-z]+:|/", link), f"{page}: {link} is not relative"
            address, _, anchor = link.partition("#")
            target = address.partition("?")[0]
            assert (anchor and not target) or (page.parent / unquote(target)).is_file(), (
                f"{page}: {link}"
            )


def test_the_files_of_a_published_list_are_those_of_the_ledger(sample: Path) -> None:
    there = {path.name: path.read_bytes() for path in (sample / "ledger" / "lists").iterdir()}
    here = {
        name.removeprefix("lists/"): content for name, content in contents(sample / "site").items()
    }
    assert len(there) == 6 and there.items() <= here.items()


def data_of(page: Path) -> Any:
    """What the script of a page shows."""
    text = page.read_text(encoding="utf-8")
    found = re.search(r'<script type="application/json" id="data">(.*)</script>', text)
    assert found is not None
    return json.loads(found[1])


def list_rows(page: Path) -> list[list[Any]]:
    """The lists on a player's page, the newest first: its name, rating, change, status, causes of the change."""
    script = (page.parents[1] / "assets/lists.js").read_text(encoding="utf-8")
    lists = json.loads(script.removeprefix("globalThis.SITE = ").removesuffix(";\n"))["lists"]
    return [
        [lists[row[0]][2], row[1], row[2], row[6], row[8]]
        for row in reversed(data_of(page)["lists"])
    ]


def test_a_player_has_the_ratings_of_the_published_lists(sample: Path) -> None:
    text = (sample / "site/players/F05.html").read_text(encoding="utf-8")
    assert "<h1>Castro, Inés</h1>" in text and "WFM" in text
    shown = {row[0]: row[1] for row in list_rows(sample / "site/players/F05.html")}
    for day in (OCTOBER, NOVEMBER):
        rows = csv.DictReader(
            (sample / f"ledger/lists/fide-standard-{day}.csv").read_text("utf-8").splitlines()
        )
        rating = next(row["rating"] for row in rows if row["player"] == "F05")
        assert shown[f"fide-standard-{day}"] == rating


def test_why_a_rating_changed_is_what_the_rules_booked(sample: Path) -> None:
    """Castro's seven games of the Lantern Open: 34 points, on the list of November and on no other."""
    page = sample / "site/players/F05.html"
    november, october = list_rows(page)
    assert november[2] == "+34" and november[4] == {"games": "+34.0"}
    assert october[4] == {}, "the list before was not published"
    lantern, harbour = data_of(page)["played"]
    assert (lantern[1], lantern[5], lantern[6]) == ("Lantern Open 2025", "+34.0", [str(NOVEMBER)])
    changes = [Decimal(game[6].replace("−", "-")) for game in lantern[7]]
    assert len(changes) == 7 and sum(changes) == 34
    assert {game[2] for game in harbour[7]} == {""}, "the list it was rated with was not published"


def test_a_change_by_what_was_corrected_on_earlier_lists_has_its_cause(
    copy: Path, capsys: Any
) -> None:
    """A game of November's list is corrected after December was published: January moves without a game."""
    with Office(copy / "ledger") as office:
        publish(office, "fide-standard", date(2025, 12, 1))
        office.log.append([a_corrected_game(office)])
    with Office(copy / "ledger") as office:
        publish(office, "fide-standard", date(2026, 1, 1))
    written(copy, capsys)
    january, december, *_ = list_rows(copy / "site/players/F05.html")
    assert january[2] not in ("", "0") and january[4] == {"earlier": f"{january[2]}.0"}
    assert int(january[1]) - int(december[1]) == int(january[2].replace("−", "-"))


def test_what_rests_on_a_list_that_was_not_published_is_not_told(tmp_path: Path) -> None:
    """Only November is published. Its games were rated with October's list: what was expected, what a game and what a
    tournament changed would tell October's ratings."""
    with open_log(tmp_path / "ledger", create=True, origin="ratings.example.org/site") as log:
        log.append(open_file(SAMPLE))
    with Office(tmp_path / "ledger") as office:
        publish(office, "fide-standard", NOVEMBER)
    assert run(["--ledger", str(tmp_path / "ledger"), "site", str(tmp_path / "site")]) == 0
    lantern, harbour = data_of(tmp_path / "site/players/F05.html")["played"]
    for tournament in (lantern, harbour):
        assert tournament[5] == "", "what it changed"
        for _, _, rating, _, _, expected, change, _ in tournament[7]:
            assert (rating, expected, change) == ("", "", "")
    for name in ("lantern-2025", "harbour-2025"):
        rows = data_of(tmp_path / f"site/tournaments/{name}.html")["rows"]
        assert [row[4] for row in rows if row[4]] == []


def test_what_rests_on_ratings_that_were_published_otherwise_is_not_told(
    copy: Path, capsys: Any
) -> None:
    """A result of October's list is corrected: December's games are rated with what October would be now.

    October was published, with other ratings: those that it would have now stand nowhere.
    """
    with open_log(copy / "ledger") as log:
        game = next(
            event
            for _, event in log.stream("tournament/harbour-2025")
            if isinstance(event, GameRecorded) and "F05" in (event.first, event.second)
        )
        other = "0-1" if game.result != "0-1" else "1-0"
        log.append(
            [
                GameCorrected(
                    tournament=game.tournament, round=game.round, board=game.board, result=other,
                    reason="score sheets", date=date(2025, 11, 10),
                )
            ]
        )  # fmt: skip
    with Office(copy / "ledger") as office:
        publish(office, "fide-standard", date(2025, 12, 1))
    written(copy, capsys)
    lantern = data_of(copy / "site/players/F05.html")["played"][0]
    assert lantern[1] == "Lantern Open 2025" and lantern[5] == ""
    assert {(game[5], game[6]) for game in lantern[7]} == {("", "")}, "of her own rating"
    met = data_of(copy / "site/players/F01.html")["people"]
    ratings = {
        (met[game[1]][0], game[2])
        for tournament in data_of(copy / "site/players/F01.html")["played"]
        for game in tournament[7]
    }
    assert all(rating == "" for player, rating in ratings if player == "F05")


def test_no_name_breaks_out_of_the_data_of_a_page() -> None:
    """The log refuses characters that cannot be seen; a page would be whole with them, too."""
    look = Look(SiteSettings(), "mark.svg", "card.png", signed=False)
    name = "</script><b>\u202e\xad"
    page = shell(look, "player", "A", "b", "<p>\u202e</p>", {"name": name}).decode()
    found = re.search(r'id="data">(.*?)</script>', page)
    assert found is not None and json.loads(found[1])["name"].startswith("</script><b>")
    assert page.count("</script>") == 4 and "\u202e" not in page and "\xad" not in page


def test_a_tournament_has_its_table_and_rounds(sample: Path) -> None:
    page = sample / "site/tournaments/harbour-2025.html"
    data = data_of(page)
    assert max(round_ for _, round_, *_ in data["rounds"]) == 7
    assert ["F05", "Castro, Inés"] in data["people"]
    assert "Castro, Inés" in re.sub("<script.*", "", page.read_text(encoding="utf-8"))


def test_the_table_has_ratings_of_published_lists(sample: Path) -> None:
    """The Lantern Open was rated with the list of October; the Harbour Masters with one that nobody published."""
    lines = (sample / f"site/lists/fide-standard-{OCTOBER}.csv").read_text(encoding="utf-8")
    published = {row["player"]: row["rating"] for row in csv.DictReader(lines.splitlines())}
    ratings = {}
    for tournament in ("lantern-2025", "harbour-2025"):
        data = data_of(sample / f"site/tournaments/{tournament}.html")
        who = [person[0] for person in data["people"]]
        ratings[tournament] = {who[row[1]]: row[5] for row in data["rows"]}
    assert ratings["lantern-2025"]["F05"] == published["F05"]
    assert set(ratings["harbour-2025"].values()) == {""}


def test_schemes_without_published_lists_leave_no_trace(sample: Path) -> None:
    """Players and tournaments that are only on lists nobody published."""
    files = {
        name: content
        for name, content in contents(sample / "site").items()
        if name not in ("assets/noble.js", MANIFEST)
    }  # those have hexadecimal numbers
    everything = b"\n".join([*files.values(), *map(str.encode, files)])
    for text in ("river-cup-2025", "merdeka-2025", "cxa-rapid", "C01", "M01"):
        assert text.encode() not in everything, text


def test_what_was_not_published_is_nowhere_in_the_site(copy: Path, capsys: Any) -> None:
    """After the last publication: a new player, a corrected result, and a list that nobody published."""
    before = contents(copy / "site")
    with open_log(copy / "ledger") as log:
        rounds = [
            event
            for _, event in log.stream("tournament/harbour-2025")
            if type(event).__name__ == "GameRecorded"
        ]
        game: Any = rounds[0]
        other = "0-1" if game.result != "0-1" else "1-0"
        log.append(
            [
                PlayerRegistered(player="ZZ99", name="Unpublished, Una", sex="F", date=date(2025, 12, 1)),
                GameCorrected(
                    tournament=game.tournament, round=game.round, board=game.board, first=game.first,
                    second=game.second, result=other, reason="unpublished reason", date=date(2025, 12, 2),
                ),
            ]
        )  # fmt: skip
    assert run(["--ledger", str(copy / "ledger"), "list", "fide-standard", "2025-12-01"]) == 0
    assert written(copy, capsys) == [0, len(before) - 1, 0]
    assert contents(copy / "site") == before
    everything = b"\n".join([*before.values(), *map(str.encode, before)])
    for text in ("ZZ99", "Unpublished, Una", "unpublished reason", "2025-12-01"):
        assert text.encode() not in everything, text


def test_a_new_list_writes_what_changed(copy: Path, capsys: Any) -> None:
    before = contents(copy / "site")
    assert written(copy, capsys) == [0, len(before) - 1, 0]
    with Office(copy / "ledger") as office:
        publish(office, "cxa-rapid", date(2026, 1, 1))
    new, same, removed = written(copy, capsys)
    after = contents(copy / "site")
    changed = {name for name in after if before.get(name) != after[name]} - {"site-manifest.json"}
    assert (new, same, removed) == (len(changed), len(after) - 1 - len(changed), 0)
    assert (
        "lists/cxa-rapid-2026-01-01.csv" in changed and "tournaments/river-cup-2025.html" in changed
    )
    assert not any(name.endswith((".csv", ".json")) for name in changed & before.keys())


def test_pages_of_earlier_lists_stay_as_they_are(copy: Path, capsys: Any) -> None:
    """A new month changes the newest list and those whom it moves; nothing else is written again."""
    before = contents(copy / "site")
    with Office(copy / "ledger") as office:
        publish(office, "fide-standard", date(2025, 12, 1))
    written(copy, capsys)
    after = contents(copy / "site")
    changed = {name for name in after if before.get(name) != after[name]}
    assert "lists/fide-standard.html" in changed
    assert not {
        name for name in changed & before.keys() if name.startswith(("players/", "tournaments/"))
    }
    assert b"1 Dec 2025" in after["lists/fide-standard.html"]
    earlier = {name for name in changed & before.keys() if name.startswith("lists/fide-standard-")}
    assert earlier == {f"lists/fide-standard-{NOVEMBER}.html"}, "it leads to the one after it"


def test_a_new_month_is_told_on_the_pages_of_those_whom_it_moves(copy: Path, capsys: Any) -> None:
    """A year after the last game players become inactive, and one whose rating has ended is on the list no more."""
    site = copy / "site"
    with Office(copy / "ledger") as office:
        office.log.append(
            [RatingEnded(player="F08", scheme="fide-standard", date=date(2026, 10, 15))]
        )
        publish(office, "fide-standard", date(2026, 11, 1))
    written(copy, capsys)
    inactive = list_rows(site / "players/F05.html")
    gone = list_rows(site / "players/F08.html")
    stems = ["fide-standard-2026-11-01", "fide-standard-2025-11-01"]
    assert [row[0] for row in inactive[:2]] == stems
    assert inactive[0][1] == inactive[1][1] and inactive[0][2:4] == ["0", "inactive"]
    assert gone[0][:4] == [stems[0], None, "", "gone"]


def test_a_revised_month_is_shown_as_a_revision_below_the_rating_in_force(
    copy: Path, capsys: Any
) -> None:
    """November is revised after December was published: December's rating is the one in force, and stands on top."""
    with Office(copy / "ledger") as office:
        publish(office, "fide-standard", date(2025, 12, 1))
    with Office(copy / "ledger") as office:
        office.log.append([a_corrected_game(office)])
        at = publish(
            office, "fide-standard", NOVEMBER, revised=True, reason="score sheets"
        ).position
    written(copy, capsys)
    rating = {}
    for file in (copy / "ledger/lists").glob("*.csv"):
        listed = {
            row["player"]: row["rating"]
            for row in csv.DictReader(file.read_text("utf-8").splitlines())
        }
        rating[file.stem.removeprefix("fide-standard-")] = listed["F05"]
    assert rating["2025-12-01"] != rating[f"2025-11-01-revised-{at}"], (
        "the revision moves the player"
    )
    text = (copy / "site/players/F05.html").read_text(encoding="utf-8")
    shown = [(row[0], row[1]) for row in list_rows(copy / "site/players/F05.html")]
    days = ("2025-12-01", f"2025-11-01-revised-{at}", "2025-11-01")
    assert shown[:3] == [(f"fide-standard-{day}", rating[day]) for day in days]
    assert f": {rating['2025-12-01']} (1 Dec 2025)" in text
    first = (copy / "site/lists/fide-standard-2025-11-01.html").read_text(encoding="utf-8")
    assert f'href="fide-standard-2025-11-01-revised-{at}.html"' in first, (
        "the first one leads to its revision"
    )
    again = (copy / f"site/lists/fide-standard-2025-11-01-revised-{at}.html").read_text(
        encoding="utf-8"
    )
    assert 'href="fide-standard-2025-11-01.html"' in again


def test_pages_of_which_nothing_changed_are_not_made_again(
    copy: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*asked: Any) -> bytes:
        raise AssertionError(asked)

    assert written(copy, capsys)[0] == 0  # the folder was copied, so all was compared once
    monkeypatch.setattr(Site, "__init__", refused)
    assert written(copy, capsys)[0] == 0


def test_pages_of_players_are_made_for_those_whom_a_month_changes(
    copy: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """December is published, and a year of birth was wrong: only her own page tells it."""
    written(copy, capsys)
    before = contents(copy / "site")
    made: set[str] = set()
    page = PlayerPages._page

    def counted(self: PlayerPages, number: int, player: str) -> bytes:
        made.add(f"players/{player}.html")
        return page(self, number, player)

    monkeypatch.setattr(PlayerPages, "_page", counted)
    with Office(copy / "ledger") as office:
        office.log.append(
            [PlayerCorrected(player="F05", born=1990, reason="passport", date=date(2025, 11, 20))]
        )
        publish(office, "fide-standard", date(2025, 12, 1))
    written(copy, capsys)
    after = contents(copy / "site")
    changed = {name for name in after if before.get(name) != after[name]}
    assert made == {name for name in changed if name.startswith("players/")}
    assert made == {"players/F05.html"}


def test_a_site_that_was_brought_up_to_date_is_the_one_that_is_made_anew(
    copy: Path, capsys: Any
) -> None:
    """A name, a tournament's name, a result and somebody's wish to be forgotten: no page is left behind."""
    day = date(2025, 12, 10)
    steps: list[list[Any]] = [
        [PlayerCorrected(player="F06", name="Haddad, Kareem", reason="passport", date=day)],
        [PlayerCorrected(player="F05", names={"zh-Hans": "卡斯特罗"}, reason="passport", date=day)],
        [TournamentCorrected(tournament="lantern-2025", name="Lantern Cup", reason="papers", date=day)],
        [],
    ]  # fmt: skip
    for month, events in enumerate(steps, 1):
        with Office(copy / "ledger") as office:
            office.log.append(events or [a_corrected_game(office)])
            publish(office, "fide-standard", date(2026, month, 1))
        assert written(copy, capsys)[0] > 0
        assert contents(copy / "site") == made_anew(copy)
    asked = ["erase", "F06", "--reason", "asked", "--ref", "letter", "--yes"]
    assert run(["--ledger", str(copy / "ledger"), *asked]) == 0
    assert written(copy, capsys)[0] > 0
    assert contents(copy / "site") == made_anew(copy)
    assert not any(b"Haddad" in each for each in contents(copy / "site").values())


def a_corrected_game(office: Office) -> GameCorrected:
    """A game that F05 did not lose is a loss of the first side now."""
    game = next(
        event
        for _, event in office.log.stream("tournament/lantern-2025")
        if isinstance(event, GameRecorded)
        and "F05" in (event.first, event.second)
        and event.result != "0-1"
    )
    return GameCorrected(
        tournament=game.tournament, round=game.round, board=game.board, result="0-1", reason="score sheets",
        date=date(2025, 12, 10),
    )  # fmt: skip


def made_anew(folder: Path) -> dict[str, bytes]:
    """The site of the same ledger, written into an empty folder."""
    fresh = folder / "fresh"
    shutil.rmtree(fresh, ignore_errors=True)
    assert run(["--ledger", str(folder / "ledger"), "site", str(fresh)]) == 0
    return contents(fresh)


def test_catalogues_that_are_compiled_on_the_way_are_no_other_program() -> None:
    """The first page in Chinese compiles a catalogue; the site must not be made again for that."""
    locale = Path(replay.__file__).parent / "answers/locale/zh-Hans/LC_MESSAGES"
    program_digest.cache_clear()
    before = program_digest()
    compiled = locale / "another.mo"
    compiled.write_bytes(b"compiled")
    try:
        program_digest.cache_clear()
        assert program_digest() == before
    finally:
        compiled.unlink()


def test_a_name_that_was_corrected_is_corrected_on_the_pages_of_tournaments(
    copy: Path, capsys: Any
) -> None:
    assert written(copy, capsys)[0] == 0
    with Office(copy / "ledger") as office:
        corrected = PlayerCorrected(
            player="F06", name="Haddad, Kareem", reason="passport", date=date(2025, 11, 20)
        )
        office.log.append([corrected])
        publish(office, "fide-standard", date(2025, 12, 1))
    written(copy, capsys)
    for page in ("players/F06.html", "tournaments/harbour-2025.html", "lists/fide-standard.html"):
        text = (copy / "site" / page).read_text(encoding="utf-8")
        assert "Haddad, Kareem" in text and "Haddad, Karim" not in text, page


def test_a_page_that_somebody_changed_is_made_again(copy: Path, capsys: Any) -> None:
    page = copy / "site" / "players" / "F05.html"
    as_written = page.read_bytes()
    page.write_bytes(as_written.replace(b"Castro", b"Castra"))
    assert written(copy, capsys)[0] == 1 and page.read_bytes() == as_written


def test_the_list_of_files_of_an_earlier_version_is_read(copy: Path, capsys: Any) -> None:
    before = contents(copy / "site")
    (copy / "site" / MANIFEST).write_text(json.dumps([name for name in before if name != MANIFEST]))
    assert written(copy, capsys) == [0, len(before) - 1, 0]


def test_files_of_an_earlier_run_go_and_those_of_others_stay(copy: Path, capsys: Any) -> None:
    """The site of another ledger in the same folder: its pages go, a notice of the host stays."""
    (copy / "site/CNAME").write_text("ratings.example.org")
    shutil.rmtree(copy / "ledger")
    with open_log(copy / "ledger", create=True) as log:
        log.append(open_file(SAMPLE))
    assert written(copy, capsys)[2] > 10
    left = contents(copy / "site")
    assert left["CNAME"] == b"ratings.example.org" and "players/F05.html" not in left
    assert b"No list has been published yet" in left["index.html"]


def test_a_file_of_somebody_else_is_not_overwritten(
    copy: Path, tmp_path: Path, capsys: Any
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/index.html").write_text("mine")
    assert run(["--ledger", str(copy / "ledger"), "site", str(tmp_path / "mine")]) == 2
    assert "not written by this command" in capsys.readouterr().err
    assert contents(tmp_path / "mine") == {"index.html": b"mine"}


@pytest.mark.parametrize("manifest", ['["../ledger/log.sqlite"]', "{", '["/etc/hostname"]'])
def test_a_manifest_that_is_none_is_refused(copy: Path, capsys: Any, manifest: str) -> None:
    (copy / "site/site-manifest.json").write_text(manifest)
    assert run(["--ledger", str(copy / "ledger"), "site", str(copy / "site")]) == 2
    assert "site-manifest.json" in capsys.readouterr().err and (copy / "ledger/log.sqlite").exists()


def test_ids_become_safe_file_names() -> None:
    names = file_names(["F05", "a/1 <b>", "../up", "x1", "X1", "陈思"])
    assert names["F05"] == "F05"
    assert len({name.casefold() for name in names.values()}) == 6
    assert all(re.fullmatch("[A-Za-z0-9_]+", name) for name in names.values())


def test_a_player_is_found_from_the_folder_without_a_server(sample: Path, browser: Any) -> None:
    """From the index by search to a player, on to a list; nothing goes wrong in the console."""
    tab, wrong = browser.new_page(viewport={"width": 360, "height": 740}), []
    tab.on("console", lambda message: wrong.append(message.text))
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.on(
        "request", lambda asked: None if asked.url.startswith("file:") else wrong.append(asked.url)
    )
    tab.goto((sample / "site/index.html").as_uri())
    tab.fill("#search", "ines CASTRO")
    tab.keyboard.press("Enter")
    tab.locator("tbody tr").first.wait_for()  # the index is a script of its own
    assert tab.locator("tbody tr").count() == 1
    tab.locator("tbody a").click()
    tab.wait_for_url("**/players/*")
    assert (
        tab.locator("h1").inner_text() == "WFM Castro, Inés"
        and tab.locator("figure svg.small").is_visible()
    )
    tab.locator("tbody a", has_text="1 Nov 2025").click()
    tab.wait_for_url("**/lists/*")  # until it is loaded, its style sheet included
    assert tab.locator("tbody tr").count() == 8
    assert tab.evaluate("document.documentElement.scrollWidth") <= 360
    tab.fill("#search", "harbour")
    tab.keyboard.press("Enter")
    tab.wait_for_url("**/find.html?*")
    tab.locator("tbody a").first.click()
    assert "Harbour" in tab.locator("h1").inner_text()
    assert wrong == []
    tab.close()


def test_long_lists_and_a_big_index_are_split_and_found(
    sample: Path, tmp_path: Path, browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three players in the page, two in a file of rows, five in one of the index: everybody is shown, and found."""
    monkeypatch.setattr("replay.site.list_pages.ROWS", 3)
    monkeypatch.setattr("replay.site.list_rows.PART", 2)
    monkeypatch.setattr("replay.site.search.FOUND_ROWS", 5)
    assert run(["--ledger", str(sample / "ledger"), "site", str(tmp_path / "site")]) == 0
    name = f"lists/fide-standard-{NOVEMBER}"
    rows = list(csv.DictReader((sample / f"ledger/{name}.csv").read_text("utf-8").splitlines()))
    tab = browser.new_page()
    tab.goto((tmp_path / f"site/{name}.html").as_uri())
    assert tab.locator("#list tbody tr").count() == 3
    tab.get_by_role("button", name="rank").click()
    tab.locator(f"#list tbody tr:nth-child({len(rows)})").wait_for()
    shown = tab.locator("#list tbody a").all_inner_texts()
    assert shown == [row["name"] for row in reversed(rows)]
    assert (tmp_path / "site/assets/search-index-2.js").exists()
    tab.goto((tmp_path / "site/find.html").as_uri() + "?q=" + rows[-1]["player"])
    assert tab.locator("tbody tr").count() == 1
    tab.close()


QUERIES = (
    "castro", "Castro, INÉS", "ines castro", "inescastro", "ｃａｓｔｒｏ", "cstro", "castor", "kastro", "F05", "f0",
    "王海涛", "王海濤", "wang haitao", "wanghaitao", "wang", "haitao wang", "hait", "wnag", "weng haitao", "2025",
    "harbour", "harbor", "OPEN lantern", "-", "''", "Ø", "ß", "zzzzzz", "cas tro", "o'", "i̇nes", "haddad karim",
)  # fmt: skip


def test_the_search_of_the_site_answers_as_the_desk_and_the_terminal_do(
    copy: Path, browser: Any, capsys: Any
) -> None:
    """Accents, width, both Chinese scripts, pinyin, one wrong letter: the same ids in the same order."""
    with Office(copy / "ledger") as office:
        publish(office, "cxa-rapid", date(2026, 1, 1))
        snapshot = office.snapshot(None)
        expected = {
            text: [
                [one.id for one in find_players(snapshot, text)],
                [one.id for one in find_tournaments(snapshot, text)],
            ]
            for text in QUERIES
        }
    written(copy, capsys)
    tab = browser.new_page()
    tab.goto((copy / "site/find.html").as_uri())
    ask = """(texts) => texts.map((text) => ["player", "tournament"].map(
      (kind) => matcher.find(INDEX.filter((row) => row[0] === kind), text).map((row) => row[1][0])))"""
    answers = dict(zip(QUERIES, tab.evaluate(ask, list(QUERIES)), strict=True))
    on_site = set(tab.evaluate("INDEX.map((row) => row[1][0])"))
    for text, kinds in expected.items():
        known = [[one for one in ids if one in on_site] for ids in kinds]
        assert answers[text] == known, text
    assert [answers[text][0] for text in ("王海濤", "wanghaitao", "cstro")] == [
        ["C01"],
        ["C01"],
        ["F05"],
    ]
    tab.close()


def test_a_published_list_that_the_log_does_not_give_is_not_shown(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A publication is on record with another root than the list has: no page may show it, and the run says which."""
    with open_log(copy / "ledger") as log:
        last = next(
            event for _, event in reversed(list(log.read())) if isinstance(event, ListPublished)
        )
        log.append([replace(last, root="sha256-tree:" + "0" * 64, position=None, recorded=None)])
        head = log.head
    capsys.readouterr()
    assert run(["--ledger", str(copy / "ledger"), "site", str(copy / "site")]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert f"the fide-standard list of 2025-11-01 (#{head}) is not reproduced from the log" in said
    assert "verify says what differs" in said
