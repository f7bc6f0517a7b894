"""Stories of visitors of a federation's site, in a real browser that opened it from a folder, without a server."""

import csv
import json
import shutil
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from ledger import Checkpoint, open_log
from ledger.events import (
    GameRecorded,
    KeyAnnounced,
    PlayerCorrected,
    ReportReceived,
    TimeControl,
    TournamentClosed,
    TournamentRegistered,
)
from ledger.tree.note import LOG, WITNESS, SigningKey
from replay.answers.language import speaking
from replay.answers.speech import days_in_words
from replay.commands.main import run
from replay.files import open_file
from replay.lists.publish import publish
from replay.office.office import Office
from replay.simulation.demo import SAMPLE
from replay.site.folder import TIMES
from tests.replay.web.test_axe import violations

ORIGIN = "ratings.example.org/stories"
OCTOBER = date(2025, 10, 1)
NOVEMBER = date(2025, 11, 1)
KEY = SigningKey.new(ORIGIN, LOG)
STRANGER = SigningKey.new(ORIGIN, LOG)
WITNESSES = tuple(SigningKey.new(f"witness-{n}.example", WITNESS) for n in (1, 2))
COSIGNED = 1_762_500_000  # in November 2025
SETTINGS = f"""
name = "Harbour Chess Federation"
contact = "ratings@example.org"
address = "https://ratings.example.org/"
colour = "#225588"
[names]
zh-Hans = "海港棋协"
[[witnesses]]
name = "Lisbon Chess Archive"
key = "{WITNESSES[0].public.text}"
address = "https://witness.example/"
[[witnesses]]
name = "Harbour University"
key = "{WITNESSES[1].public.text}"
"""
PAGES = (
    "index.html", "publications.html", "verify.html", "find.html?q=castro", "lists/fide-standard.html",
    "players/F05.html", "tournaments/index.html", "tournaments/harbour-2025.html", "federations/index.html",
    "federations/ESP.html",
)  # fmt: skip


class Federation:
    """A ledger with a key and witnesses, its site, and the checkpoint that a journalist kept a month ago."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.place = folder / "ledger"
        self.site = folder / "site"
        self.settings = folder / "site.toml"

    def begin(self) -> None:
        self.settings.write_text(SETTINGS, encoding="utf-8")
        with open_log(self.place, create=True, origin=ORIGIN) as log:
            log.append(open_file(SAMPLE))
            log.append([KeyAnnounced(date=date(2026, 1, 2), key=KEY.public.text)])

    def publish(self, on: date) -> None:
        with Office(self.place) as office:
            publish(office, "fide-standard", on, key=KEY)

    def write(self) -> None:
        """The site up to the newest event, cosigned by the first of two witnesses."""
        with open_log(self.place) as log:
            checkpoint = log.checkpoint().signed(KEY).signed(WITNESSES[0], COSIGNED)
        signed = self.folder / "cosigned.txt"
        signed.write_text(checkpoint.text, encoding="utf-8")
        words = ["--settings", str(self.settings), "--checkpoint", str(signed)]
        assert run(["--ledger", str(self.place), "site", str(self.site), *words]) == 0

    def text(self, name: str) -> str:
        return (self.site / name).read_text(encoding="utf-8")

    @property
    def everything(self) -> str:
        every = sorted(self.site.rglob("*"))
        files = [path for path in every if path.is_file() and path.name != TIMES]
        return "\n".join(path.read_bytes().decode("utf-8", "replace") for path in files)


@pytest.fixture(scope="module")
def federation(tmp_path_factory: pytest.TempPathFactory) -> Federation:
    made = Federation(tmp_path_factory.mktemp("federation"))
    made.begin()
    made.publish(OCTOBER)
    made.write()
    shutil.copy(made.site / "checkpoint.txt", made.folder / "kept.txt")
    made.publish(NOVEMBER)
    made.write()
    return made


@pytest.fixture
def copy(federation: Federation, tmp_path: Path) -> Federation:
    return Federation(Path(shutil.copytree(federation.folder, tmp_path / "copy")))


class Visitor:
    """A visitor with a phone, who hears every complaint of the browser."""

    def __init__(self, browser: Any, federation: Federation) -> None:
        self._context = browser.new_context(viewport={"width": 360, "height": 740})
        self.tab = self._context.new_page()
        self.wrong: list[str] = []
        self._site = federation.site
        self.tab.on("console", lambda message: self.wrong.append(message.text))
        self.tab.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.tab.on("request", self._asked)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith(("file:", "blob:")):
            self.wrong.append(request.url)

    def open(self, name: str) -> None:
        self.tab.goto(f"{self._site.as_uri()}/{name}")

    def give(self, *files: Path) -> None:
        self.tab.set_input_files("#file", [str(file) for file in files])
        self.tab.locator("#steps li").first.wait_for()

    @property
    def verdict(self) -> str:
        return str(self.tab.locator("#verdict").inner_text())

    def states(self) -> list[str]:
        return [str(one.get_attribute("class")) for one in self.tab.locator("#steps li").all()]

    def trusts(self, key: SigningKey) -> None:
        self.tab.fill("#key", key.public.text)
        self.tab.locator("#steps li").first.wait_for()

    def close(self) -> None:
        self._context.close()


@pytest.fixture
def visitor(browser: Any, federation: Federation) -> Iterator[Visitor]:
    made = Visitor(browser, federation)
    yield made
    made.close()
    assert made.wrong == []


def until(visitor: Visitor, text: str) -> None:
    """Wait until the verdict says something."""
    visitor.tab.locator("#verdict", has_text=text).wait_for()


def test_a_player_on_a_phone_finds_herself_sees_why_the_rating_moved_and_checks_it(
    federation: Federation, visitor: Visitor, tmp_path: Path
) -> None:
    """From the first page by search to her page, to the tournament behind a change, and to a green answer."""
    tab = visitor.tab
    visitor.open("index.html")
    assert "Harbour Chess Federation" in tab.locator("h1").inner_text()
    tab.fill("#search", "ines CASTRO")
    tab.keyboard.press("Enter")
    tab.locator("#hits a").click()
    rating = tab.locator(".ratings .big").inner_text().split()[0]
    tab.locator(".lists .since a").first.click()
    assert tab.locator("details:target").count() == 1
    tab.get_by_role("link", name="Check this rating").click()
    until(visitor, "Who made it is not checked yet")
    assert visitor.states() == ["good", "good", "good", "good", "not", "not"]
    visitor.trusts(KEY)
    until(visitor, "Everything holds")
    assert (
        f"F05 has {rating} on the FIDE rating regulations, standard chess list" in visitor.verdict
    )
    assert visitor.states()[:5] == ["good"] * 5
    with tab.expect_download() as saved:
        tab.get_by_role("button", name="Save this proof").click()
    file = tmp_path / "proof.json"
    saved.value.save_as(file)
    assert run(["check-proof", str(file), "--key", KEY.public.text]) == 0
    assert tab.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_rating_that_did_not_change_is_checked_on_the_newest_list(
    browser: Any, copy: Federation
) -> None:
    """It is in force today: a proof of an older list would not show that."""
    copy.publish(date(2026, 2, 1))
    copy.publish(date(2026, 3, 1))
    copy.write()
    visitor = Visitor(browser, copy)
    visitor.open("players/F05.html")
    assert visitor.tab.locator(".lists tbody tr").first.get_attribute("class") == "soft"
    shown = visitor.tab.locator(".ratings li").first
    assert "on the list of 1 Mar 2026, the same since 1 Nov 2025" in shown.inner_text()
    newest = csv.DictReader(copy.text("lists/fide-standard-2026-03-01.csv").splitlines())
    rank = next(row["rank"] for row in newest if row["player"] == "F05")
    shown.locator("dd", has_text=f"{rank} (list of 1 Mar 2026)").wait_for()
    visitor.tab.get_by_role("link", name="Check this rating").click()
    visitor.trusts(KEY)
    until(visitor, "Everything holds")
    assert "list of 1 March 2026" in visitor.verdict
    visitor.close()


def test_a_knockout_has_no_points_beside_its_bracket(browser: Any, copy: Federation) -> None:
    """Stages decide there; a column of noughts would look as if nobody had won."""
    day = date(2025, 12, 6)
    about = {"tournament": "cup-2025", "date": day}
    with open_log(copy.place) as log:
        log.append(
            [
                TournamentRegistered(
                    tournament="cup-2025", date=NOVEMBER, name="Harbour Cup", start=day, end=day,
                    rounds=1, format="knockout", rated=("fide-standard",),
                    time_control=TimeControl(base=5400, increment=30),
                ),
                GameRecorded(**about, stage="final", round=1, board=1, first="F05", second="F06", result="1-0"),
                TournamentClosed(**about),
                ReportReceived(**about),
            ]
        )  # fmt: skip
    copy.publish(date(2026, 1, 1))
    copy.write()
    visitor = Visitor(browser, copy)
    visitor.open("tournaments/cup-2025.html")
    assert "Castro, Inés" in visitor.tab.locator("#bracket .won").inner_text()
    headings = visitor.tab.locator("#table thead th").all_text_contents()
    assert "Player" in headings and "Points" not in headings
    visitor.close()


def test_an_earlier_list_shows_and_proves_what_it_said_then(browser: Any, copy: Federation) -> None:
    """A name and a year of birth are corrected: the list before has the old ones, and its proofs lead to its root."""
    said = {"name": "Haddad, Kareem", "born": 1971}
    with Office(copy.place) as office:
        office.log.append(
            [PlayerCorrected(player="F06", reason="passport", date=date(2026, 1, 5), **said)]
        )
    copy.publish(date(2026, 2, 1))
    copy.write()
    visitor = Visitor(browser, copy)
    for day, name, born in (
        ("2025-11-01", "Haddad, Karim", "2001"),
        ("2026-02-01", said["name"], "1971"),
    ):
        visitor.open(f"lists/fide-standard-{day}.html")
        visitor.tab.fill("#filters [name=name]", "F06")
        row = visitor.tab.locator("#list tbody tr", has_text=str(name))
        row.wait_for()
        assert row.locator("td").nth(2).inner_text() == born
        visitor.open(f"verify.html#list=fide-standard-{day}&player=F06")
        visitor.tab.reload()
        visitor.trusts(KEY)
        until(visitor, "Everything holds")
    assert visitor.wrong == []
    visitor.close()


def test_a_key_is_remembered_and_another_one_on_the_site_is_noticed(
    federation: Federation, visitor: Visitor
) -> None:
    """The key comes from the visitor's side; whoever changes the site cannot change what the browser remembers."""
    tab = visitor.tab
    visitor.open("verify.html#list=fide-standard-2025-11-01&player=F05")
    tab.get_by_role("button", name="Use the key that this site shows").click()
    until(visitor, "compare it with a second source")
    visitor.trusts(STRANGER)
    until(visitor, "Do not rely on this file")
    assert "another key than the one that you use" in tab.locator("#key-state").inner_text()
    visitor.trusts(KEY)
    tab.get_by_role("button", name="Remember in this browser").click()
    visitor.open("verify.html")
    assert tab.input_value("#key") == KEY.public.text
    assert "is remembered in this browser" in tab.locator("#key-state").inner_text()


def test_an_altered_proof_is_red_and_says_where(
    federation: Federation, visitor: Visitor, tmp_path: Path
) -> None:
    proof = tmp_path / "proof.json"
    words = ["--scheme", "fide-standard", "--date", str(OCTOBER), "--player", "F05"]
    assert run(["--ledger", str(federation.place), "prove", *words, "-o", str(proof)]) == 0
    document = json.loads(proof.read_text(encoding="utf-8"))
    row = document["listed"][0]["row"]
    document["listed"][0]["row"] = row.replace('"rating":"2', '"rating":"3')
    assert document["listed"][0]["row"] != row
    bent = tmp_path / "bent.json"
    bent.write_text(json.dumps(document), encoding="utf-8")
    visitor.open("verify.html")
    visitor.give(bent)
    until(visitor, "Do not rely on this file")
    assert visitor.states() == ["good", "bad", "not"]
    assert "The row is not in the list" in visitor.tab.locator("#steps .bad").inner_text()
    (tmp_path / "noise.json").write_bytes(b'{"format": \xff')
    visitor.give(tmp_path / "noise.json")
    visitor.tab.locator("#steps", has_text="It is not UTF-8 text").wait_for()


def test_somebody_who_is_not_on_the_list(federation: Federation, visitor: Visitor) -> None:
    visitor.open("verify.html")
    visitor.tab.fill("#key", KEY.public.text)
    visitor.tab.select_option("#list", "fide-standard-2025-11-01")
    visitor.tab.fill("#player", "F05x")
    visitor.tab.get_by_role("button", name="Check", exact=True).click()
    until(visitor, "F05x is not on the FIDE rating regulations, standard chess list")
    assert visitor.states()[:5] == ["good"] * 5


def test_a_journalist_compares_two_checkpoints(
    federation: Federation, visitor: Visitor, tmp_path: Path
) -> None:
    """The one of a month ago is continued; one that was never of this log is not, and that is evidence."""
    visitor.open("verify.html")
    visitor.tab.fill("#key", KEY.public.text)
    visitor.give(federation.folder / "kept.txt")
    until(visitor, "Everything holds")
    assert "The log only grew" in visitor.tab.locator("#steps").inner_text()
    kept = Checkpoint.parse((federation.folder / "kept.txt").read_text(encoding="utf-8"))
    forged = Checkpoint(kept.origin, kept.size, bytes(32)).signed(KEY)
    (tmp_path / "other.txt").write_text(forged.text, encoding="utf-8")
    visitor.give(tmp_path / "other.txt")
    until(visitor, "Do not rely on this file")
    assert "keep both checkpoints" in visitor.tab.locator("#steps .bad").inner_text().lower()


def test_the_whole_list_and_an_opening_are_checked(
    federation: Federation, visitor: Visitor, tmp_path: Path
) -> None:
    """A csv file that somebody kept is the published list; an opening shows the name that is sealed in a row."""
    kept = federation.place / "lists" / f"fide-standard-{NOVEMBER}.csv"
    visitor.open(f"verify.html#list=fide-standard-{NOVEMBER}")
    visitor.tab.fill("#key", KEY.public.text)
    visitor.give(kept)
    until(visitor, "The whole list is the published one")
    bent = tmp_path / "bent.csv"
    bent.write_text(kept.read_text(encoding="utf-8").replace(",active", ",inactive", 1), "utf-8")
    visitor.give(bent)
    until(visitor, "Do not rely on this file")
    assert "your file has “inactive”" in visitor.tab.locator("#steps .bad").inner_text()
    opening = tmp_path / "opening.json"
    assert run(["--ledger", str(federation.place), "disclose", "F05", "-o", str(opening)]) == 0
    visitor.open(f"verify.html#list=fide-standard-{NOVEMBER}&player=F05")
    visitor.tab.locator("#steps li").first.wait_for()
    visitor.give(opening)
    visitor.tab.locator("#steps", has_text="F05 is Castro, Inés").wait_for()


def test_the_answer_names_every_file_that_it_is_about(
    federation: Federation, visitor: Visitor, tmp_path: Path
) -> None:
    """A checkpoint that is dropped after a damaged proof is not called damaged: both files are named."""
    bent = tmp_path / "bent.json"
    bent.write_text('{"format": "rating-ledger-proof/2"}', encoding="utf-8")
    visitor.open("verify.html")
    visitor.give(bent)
    visitor.give(federation.folder / "kept.txt")
    until(visitor, "Do not rely on this file")
    files = visitor.tab.locator("#files").inner_text()
    assert "bent.json" in files and "kept.txt" in files


def test_an_opening_is_asked_about_its_own_proof_only(
    federation: Federation, visitor: Visitor, tmp_path: Path
) -> None:
    """Whoever goes on to somebody else's rating is not told that a good proof is damaged."""
    opening = tmp_path / "opening.json"
    assert run(["--ledger", str(federation.place), "disclose", "F05", "-o", str(opening)]) == 0
    visitor.open(f"verify.html#list=fide-standard-{NOVEMBER}&player=F05")
    visitor.trusts(KEY)
    visitor.give(opening)
    until(visitor, "Castro, Inés (F05)")
    visitor.tab.fill("#player", "F06")
    visitor.tab.get_by_role("button", name="Check", exact=True).click()
    until(visitor, "F06 has")
    assert "Everything holds" in visitor.verdict


def test_witnesses_are_shown_and_counted(federation: Federation, visitor: Visitor) -> None:
    """One of two cosigned, long ago: the first page warns, and a quorum of two is not reached."""
    visitor.open("index.html")
    shown = visitor.tab.locator("#cosigned").inner_text()
    assert "Lisbon Chess Archive: cosigned on 7 Nov 2025" in shown and "University" not in shown
    assert "No witness has cosigned the log for more than 40 days" in shown
    visitor.open(f"verify.html#list=fide-standard-{NOVEMBER}&player=F05")
    visitor.trusts(KEY)
    until(visitor, "Everything holds")
    assert "Lisbon Chess Archive" in visitor.tab.locator("#steps").inner_text()
    visitor.tab.locator("summary", has_text="Witnesses").click()
    visitor.tab.fill("#quorum", "2")
    visitor.tab.locator("#steps .bad", has_text="Too few witnesses").wait_for()


@pytest.mark.parametrize(
    ("code", "name", "check"),
    [("zh-Hans", "海港棋协", "全部成立"), ("zh-Hant", "Harbour Chess Federation", "全部成立")],
)
def test_the_same_pages_in_another_language(
    federation: Federation, visitor: Visitor, code: str, name: str, check: str
) -> None:
    """A visitor switches on the page of a player, and checks the rating in that language."""
    visitor.open("players/F05.html")
    visitor.tab.locator(f'.languages a[lang="{code}"]').click()
    visitor.tab.wait_for_url(f"**/players/F05.html?lang={code}")
    visitor.tab.locator("body[data-shown]").wait_for()
    assert visitor.tab.evaluate("document.documentElement.lang") == code
    assert name in visitor.tab.locator(".brand").inner_text()
    visitor.tab.locator(".ratings .button").click()
    visitor.trusts(KEY)
    until(visitor, check)


DAYS = [
    ("2025-09-08", "2025-09-08"),
    ("2025-09-08", "2025-09-14"),
    ("2025-09-28", "2025-10-04"),
    ("2025-12-28", "2026-01-03"),
]


@pytest.mark.parametrize("code", ["en", "zh-Hans", "zh-Hant"])
def test_scripts_say_days_as_the_program_does(visitor: Visitor, code: str) -> None:
    visitor.open(f"players/F05.html?lang={code}")
    visitor.tab.locator(f'body[data-shown="{code}"]').wait_for()
    said = visitor.tab.evaluate("(days) => days.map((pair) => site.daysText(...pair))", DAYS)
    with speaking(code):
        assert said == [days_in_words(*map(date.fromisoformat, pair)) for pair in DAYS]


def test_somebody_sees_why_the_rating_changed(visitor: Visitor) -> None:
    """The list of November leads to the tournament behind the change, whose games open; each has its share."""
    visitor.open("players/F05.html")
    row = visitor.tab.locator(f'tr[data-list="fide-standard-{NOVEMBER}"]')
    assert "from: Lantern Open 2025 +34.0" in row.inner_text()
    harbour = visitor.tab.locator("details", has_text="Harbour Masters")
    assert harbour.get_attribute("open") is None
    row.get_by_role("link", name="Lantern Open 2025").click()
    games = visitor.tab.locator("details[open] tbody tr")
    assert games.count() == 7 and "Petrov, Danil" in games.first.inner_text()


def test_without_scripts_a_page_has_name_and_ratings(browser: Any, federation: Federation) -> None:
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(f"{federation.site.as_uri()}/players/F05.html")
    shown = tab.locator("main").inner_text()
    assert "Castro, Inés" in shown and "2262 (1 Nov 2025)" in shown and "shown by a script" in shown
    tab.get_by_role("link", name="All published lists").click()
    assert tab.locator("main tbody tr").count() == 2
    tab.goto(f"{federation.site.as_uri()}/lists/fide-standard.html")
    assert tab.locator("#list tbody tr").count() == 8
    context.close()


def test_a_list_is_filtered_and_sorted_without_a_server(visitor: Visitor) -> None:
    visitor.open("lists/fide-standard.html")
    tab = visitor.tab
    every = tab.locator("#list tbody tr").count()
    tab.get_by_role("button", name="rating").click()
    tab.locator("#list th[aria-sort]").wait_for()
    ratings = [int(text) for text in tab.locator("#list tbody td:nth-child(5)").all_inner_texts()]
    assert len(ratings) == every and ratings == sorted(ratings, reverse=True)
    tab.get_by_role("button", name="rating").click()
    first = "document.querySelector('#list tbody td:nth-child(5)').textContent"
    tab.wait_for_function(f"{first} == '{min(ratings)}'")
    tab.fill("#filters [name=name]", "castro")
    tab.locator("#filtered", has_text="1 player").wait_for()
    assert tab.locator("#list tbody tr").all_inner_texts()[0].count("Castro, Inés") == 1


def test_axe_finds_nothing_on_the_site(browser: Any, federation: Federation) -> None:
    """Every kind of page, and the check in another language."""
    tab = browser.new_page(viewport={"width": 1000, "height": 800})
    wrong = []
    for name in (*PAGES, "zh-Hans/verify.html"):
        tab.goto(f"{federation.site.as_uri()}/{name}")
        tab.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        wrong += [f"{name}: {told}" for told in violations(tab)]
    tab.close()
    assert wrong == []


def test_the_feed_the_map_and_the_cards_lead_to_the_address(federation: Federation) -> None:
    feed = ElementTree.fromstring(federation.text("publications.atom"))
    links = [link.get("href") for link in feed.iter("{http://www.w3.org/2005/Atom}link")]
    assert f"https://ratings.example.org/lists/fide-standard-{NOVEMBER}.html" in links
    site_map = federation.text("sitemap-1.xml")
    assert "<loc>https://ratings.example.org/players/F05.html</loc>" in site_map
    assert 'property="og:title" content="Castro, Inés"' in federation.text("players/F05.html")
    assert "Sitemap: https://ratings.example.org/sitemap.xml" in federation.text("robots.txt")


def test_an_erased_person_vanishes_from_pages_search_feeds_and_cards(copy: Federation) -> None:
    assert "Castro" in copy.everything
    words = ["erase", "F05", "--reason", "asked", "--ref", "letter 7", "--yes"]
    assert run(["--ledger", str(copy.place), *words]) == 0
    copy.write()
    assert "Castro" not in copy.everything
    assert "F05" in copy.text("lists/fide-standard.html")


def test_the_same_ledger_gives_the_same_bytes(copy: Federation) -> None:
    """In another folder, at another time; only the note on how files lie on a disk differs."""
    first = copy.everything
    copy.site = copy.folder / "another"
    copy.write()
    assert copy.everything == first


def test_settings_are_written_with_comments_and_read_back(copy: Federation) -> None:
    file = copy.folder / "new.toml"
    assert run(["site", "new", str(file)]) == 0
    copy.settings = file
    copy.write()
    assert "Straits Chess &amp; Xiangqi Federation" in copy.text("index.html")
    assert "海峡国际象棋与象棋协会" in copy.text("zh-Hans/index.html")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('languages = ["en", "fr"]', "'fr' is no language"),
        ('colour = "red; } body { display: none"', "is no colour"),
        ('address = "javascript:alert(1)"', "must begin with https://"),
        ('logo = "../secret.svg"', "is no picture beside this file"),
        ('name = "A" "B"', "not the settings of a site"),
        ("nane = 'x'", "not the settings of a site"),
    ],
)
def test_settings_that_are_wrong_are_refused(
    copy: Federation, capsys: pytest.CaptureFixture[str], line: str, said: str
) -> None:
    copy.settings.write_text(f"{line}\n", encoding="utf-8")
    words = ["site", str(copy.site), "--settings", str(copy.settings)]
    assert run(["--ledger", str(copy.place), *words]) == 2
    told = capsys.readouterr().err
    assert said in told and "site new" in told
