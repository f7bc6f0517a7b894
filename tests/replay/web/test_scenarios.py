"""What-ifs, sweeps, readings and comparisons on the desk: the answers of the commands, with pictures and progress."""

import csv
import json
import re
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from replay.web.jobs import JobState
from replay.web.sweeps import MOST
from replay.whatif.plots import PLOTS
from schemes import scheme, scheme_names
from schemes.kernels.parameters import changed, parameters
from tests.replay.web.conftest import Client, output_of
from tests.replay.web.test_appeals import rows

HERE = "/whatif/fide-standard/2025-11-01"


def whole(site: Any, path: str) -> str:
    """A page whose answer a job works out: wait for the job, then the answer."""
    for job in list(site.desk.jobs._jobs.values()):
        job.wait()
    site.page(path)
    for job in list(site.desk.jobs._jobs.values()):
        job.wait()
    return str(site.page(path))


def posted(site: Any, path: str, **fields: str) -> str:
    """Send a form without a file; the address that it leads to."""
    client = Client(site)
    client.open(HERE)
    return client.send(path, **fields).url.removeprefix(site.address.rstrip("/"))


# What if


def test_a_what_if_has_every_table_of_the_report(site: Any, capsys: Any) -> None:
    printed = output_of(
        site.folder,
        capsys,
        "whatif",
        "fide-standard",
        "2025-11-01",
        "--set",
        "k.top=15",
        "--full",
        "--format",
        "table",
    )
    titles = [line.strip() for line in printed.split("\n\n")[1:]]
    page = site.words(f"{HERE}?set.k.top=15")
    for title in (
        "Overview",
        "Largest changes",
        "By size",
        "Quantiles of the change",
        "By sex",
        "Inflation",
    ):
        assert any(each.startswith(title) for each in titles) and title in page
    assert "Calibration by difference of ratings" in page and "Log loss and Brier score" in page


@pytest.mark.parametrize("name", scheme_names())
def test_a_value_is_shown_as_it_can_be_typed(site: Any, name: str) -> None:
    """Lists of titles and yes or no were shown as Python writes them, which is refused where it is typed."""
    for each in csv.DictReader(site.page(f"/schemes/{name}.csv").splitlines()):
        version = next(one for one in scheme(name).versions if one.name == each["version"])
        assert changed(version.parameters, each["parameter"], each["value"]) == version.parameters
    page = unescape(site.page("/whatif/cxa-rapid/2026-01-01"))
    assert 'placeholder="true"' in page and 'placeholder="[[1, 1], [10, 1]]"' in page


def test_the_fields_are_in_the_order_of_the_articles(site: Any) -> None:
    page = unescape(site.page(HERE))
    shown = re.findall(r"<small[^>]*>([\d.]+): ([a-z_.]+)</small></label>", page)
    articles = [tuple(map(int, article.split("."))) for article, _ in shown]
    known = [
        each
        for each in parameters(scheme("fide-standard").versions[-1].parameters)
        if len(str(each.value)) <= 40
    ]
    k = [name for _, name in shown if name.startswith("k.")]
    assert [name for _, name in shown][: len(k)] == k, "those of K stand first, unfolded"
    assert len(articles) == len(known) and articles[len(k) :] == sorted(articles[len(k) :])


@pytest.mark.parametrize("name", ["distribution", "calibration", "movers", "inflation"])
def test_every_picture_has_an_address_and_the_page_shows_it(site: Any, name: str) -> None:
    page = unescape(site.page(f"{HERE}?set.k.top=15"))
    found = re.search(rf'<img loading="lazy" src="([^"]+plot={name})" alt="[^"]+">', page)
    assert found and found[1].startswith(f"{HERE}.svg?set.k.top=15")
    drawn = site.ask(found[1])
    assert drawn.headers["content-type"] == "image/svg+xml" and drawn.text.startswith("<svg")
    assert "style=" not in drawn.text  # the policy of the desk allows none


def test_all_pictures_of_a_page_come_however_long_they_take(site: Any) -> None:
    """A browser asks for all four at once; the first to be drawn after a start takes seconds."""
    pictures = [f"{HERE}.svg?set.k.top=13&plot={name}" for name in PLOTS]
    patience, site.desk.questions.patience = site.desk.questions.patience, 0.0
    try:
        with ThreadPoolExecutor() as browser:
            answers = list(browser.map(site.ask, pictures))
    finally:
        site.desk.questions.patience = patience
    assert [answer.status for answer in answers] == [200] * len(PLOTS)


def test_a_picture_of_nothing_is_not_found(site: Any) -> None:
    assert site.ask(f"{HERE}.svg?plot=movers").status == 404
    assert site.ask(f"{HERE}.svg?set.k.top=15&plot=cake").status == 404
    assert site.ask("/lists/fide-standard/2025-11-01.svg").status == 400  # a day ends before .svg


def test_a_page_and_its_pictures_rest_on_one_replay(
    site: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from replay.whatif.scenarios import Scenarios

    asked: list[object] = []
    ask = Scenarios.ask

    def noted(self: Scenarios, *words: Any) -> Any:
        asked.append(words)
        return ask(self, *words)

    monkeypatch.setattr(Scenarios, "ask", noted)
    site.page(f"{HERE}?set.k.top=17")
    site.page(f"{HERE}.svg?set.k.top=17&plot=movers")
    site.page(f"{HERE}.svg?set.k.top=17&plot=distribution")
    assert len(asked) == 1


def test_the_question_shows_what_is_in_force_with_its_sentence_and_the_answer_begins_with_one(
    site: Any,
) -> None:
    page = unescape(site.page(HERE))
    assert "K of everybody else.<small" in page and '<span class="now">20</span>' in page
    site.ask(f"{HERE}?compare=1&set.k.normal=30&set.k.top=&version=")  # as the form sends it
    answered = site.words(f"{HERE}?set.k.normal=30")
    assert "With “K of everybody else” 30 instead of 20, " in answered
    assert "ratings would be different, none by more than" in answered
    moved = [int(row["change"]) for row in rows(site.page(f"{HERE}.csv?set.k.normal=30"))]
    assert f"none by more than {max(map(abs, moved))} points" in answered
    first = re.findall(
        r"chg (?:up|down)\">([+-]\d+)<", unescape(site.page(f"{HERE}?set.k.normal=30"))
    )
    shown = [abs(int(each)) for each in first[: sum(change != 0 for change in moved)]]
    assert shown == sorted(shown, reverse=True) and len(shown) > 1


def test_what_was_left_empty_is_not_in_the_address(site: Any) -> None:
    client = Client(site)
    found = client.open(f"{HERE}?compare=1&set.k.normal=30&set.k.top=&version=")
    assert found.url.endswith(f"{HERE}?set.k.normal=30")


def test_many_values_of_one_number_are_a_sweep(site: Any) -> None:
    client = Client(site)
    found = client.open(f"{HERE}?parameter=k.normal&low=10&high=30&step=10")
    assert "/jobs/" in found.url or found.url.endswith("/sweep?sweep=k.normal%3D10..30%3A10")
    page = unescape(whole(site, f"{HERE}/sweep?sweep=k.normal=10..30:10"))
    assert "3 of 3 were tried." in page


def test_players_are_watched_by_name(site: Any) -> None:
    assert "Watch list" in site.words(f"{HERE}?set.k.top=15&watch=F05,Haddad")
    answer = site.ask(f"{HERE}?set.k.top=15&watch=nobody")
    assert answer.status == 400 and "there is no player" in unescape(answer.text)


def test_the_games_of_other_schemes_are_rated_as_the_command_does(site: Any, capsys: Any) -> None:
    here, change = "/whatif/malaysia/2026-01-01", "set.k.high=30"
    words = ("whatif", "malaysia", "2026-01-01", "--set", "k.high=30", "--rate-as")
    found = site.page(f"{here}.csv?{change}&rate-as=yes")
    assert found == output_of(site.folder, capsys, *words) != site.page(f"{here}.csv?{change}")
    assert "With the games of other schemes" in site.words(f"{here}?{change}&rate-as=yes")


REFORM = 'name = "softer"\n[set]\n"k.top" = 15\n"k.normal" = 25\n'


def test_a_reform_file_goes_into_the_address_and_gives_what_the_command_gives(
    site: Any, capsys: Any, tmp_path: Path
) -> None:
    (tmp_path / "softer.toml").write_text(REFORM)
    address = posted(site, f"{HERE}/reform", reform=REFORM)
    assert address == f"{HERE}?reform={urllib.parse.quote(REFORM.strip(), safe='')}"
    asked = output_of(
        site.folder,
        capsys,
        "whatif",
        "fide-standard",
        "2025-11-01",
        "--reform",
        str(tmp_path / "softer.toml"),
    )
    assert rows(site.page(address.replace("?", ".csv?"))) == rows(asked) != []
    page = site.words(address)
    assert "With softer, " in page and "ratings would be different" in page


def test_a_reform_holds_on_every_page(site: Any, capsys: Any, tmp_path: Path) -> None:
    (tmp_path / "softer.toml").write_text(REFORM)
    asked = output_of(
        site.folder,
        capsys,
        "list",
        "fide-standard",
        "2025-11-01",
        "--reform",
        str(tmp_path / "softer.toml"),
    )
    text = urllib.parse.quote(REFORM)
    assert site.page(f"/lists/fide-standard/2025-11-01.csv?reform={text}") == asked
    assert f"reform={urllib.parse.quote(REFORM.strip(), safe='')}" in site.page(
        f"{HERE}?reform={text}"
    )


def test_a_reform_that_is_wrong_is_said(site: Any) -> None:
    wrong = urllib.parse.quote("[set]\nk.topp = 15")
    answer = site.ask(f"{HERE}?reform={wrong}")
    assert answer.status == 400 and "k.topp" in unescape(answer.text)


# Sweeps and readings


def test_a_sweep_gives_what_the_command_gives(site: Any, capsys: Any) -> None:
    address = f"{HERE}/sweep?sweep=k.normal=10..30:10&sort=brier"
    page = unescape(whole(site, address))
    assert "3 of 3 were tried." in page and "Combinations, best brier first" in page
    assert f'href="{HERE}?set.k.normal=30"' in page
    words = (
        "whatif",
        "fide-standard",
        "2025-11-01",
        "--sweep",
        "k.normal=10..30:10",
        "--sort",
        "brier",
    )
    asked = output_of(site.folder, capsys, *words)
    assert site.page(address.replace("/sweep?", "/sweep.csv?")) == asked
    assert len(json.loads(site.page(address.replace("/sweep?", "/sweep.json?")))) == 3
    assert site.page(address.replace("/sweep?", "/sweep.svg?")).startswith("<svg")


def test_a_sweep_that_somebody_tried_in_english_is_shown_in_chinese_to_a_chinese_reader(
    site: Any,
) -> None:
    address = f"{HERE}/sweep?sweep=k.normal=10..30:10"
    assert "3 of 3 were tried." in whole(site, address)
    reader = Client(site)
    reader.open(address, Accept_Language="zh-Hans")
    for job in list(site.desk.jobs._jobs.values()):
        job.wait()
    page = reader.open(address, Accept_Language="zh-Hans").text
    assert '<html lang="zh-Hans"' in page and "were tried" not in page


def test_picture_and_data_of_a_chinese_sweep_are_there_without_a_second_sweep(site: Any) -> None:
    """A browser asks for the picture with the language of the page; data are the same for every reader."""
    address = f"{HERE}/sweep?sweep=k.normal=12..30:6"
    reader = Client(site)
    whole(site, f"{address}&language=zh-Hans")
    before = len(site.desk.jobs._jobs)
    picture = reader.open(address.replace("/sweep?", "/sweep.svg?"), Accept_Language="zh-Hans").text
    assert picture.startswith("<svg") and "对数损失" in picture
    assert site.page(address.replace("/sweep?", "/sweep.csv?")).startswith("k.normal,changed,")
    assert len(site.desk.jobs._jobs) == before


def test_a_sweep_that_was_stopped_has_a_picture_and_does_not_begin_again(site: Any) -> None:
    address = f"{HERE}/sweep?sweep=k.normal=13..29:4"
    whole(site, address)
    job = list(site.desk.jobs._jobs.values())[-1]
    job.state = JobState.STOPPED
    before = len(site.desk.jobs._jobs)
    assert site.page(address.replace("/sweep?", "/sweep.svg?")).startswith("<svg")
    assert len(site.desk.jobs._jobs) == before


def test_two_lines_of_a_sweep_give_all_combinations_over_the_other_changes(
    site: Any, capsys: Any
) -> None:
    lines = urllib.parse.quote("k.normal=10,20\r\ncap=300,400")
    whole(site, f"{HERE}/sweep?sweep={lines}&set.k.top=15")
    words = (
        "whatif",
        "fide-standard",
        "2025-11-01",
        "--set",
        "k.top=15",
        "--sweep",
        "k.normal=10,20",
        "--sweep",
    )
    asked = output_of(site.folder, capsys, *words, "cap=300,400")
    assert site.page(f"{HERE}/sweep.csv?sweep={lines}&set.k.top=15") == asked
    assert len(asked.splitlines()) == 5


def test_a_sweep_is_asked_once_and_answered_for_all(site: Any) -> None:
    address = f"{HERE}/sweep?sweep=k.junior=30,40"
    whole(site, address)
    before = len(site.desk.jobs._jobs)
    assert "2 of 2 were tried." in site.page(address)
    assert len(site.desk.jobs._jobs) == before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("sweep=k.normal", "is not name=values"),
        ("sweep=k.norml=10,20", "k.norml"),
        ("sweep=k.normal=10,20&sort=luck", "unknown measure"),
        (f"sweep=k.normal=1..{MOST + 1}", "too many for the desk"),
        ("", "is not name=values"),
    ],
)
def test_a_sweep_that_cannot_be_is_refused_before_anything_runs(
    site: Any, words: str, message: str
) -> None:
    before = len(site.desk.jobs._jobs)
    answer = site.ask(f"{HERE}/sweep?{words}")
    assert answer.status == 400 and message in unescape(answer.text)
    assert len(site.desk.jobs._jobs) == before


@pytest.mark.usefixtures("plain_rules")  # else compiled anew for every table of expectations
def test_every_alternative_of_every_reading_stands_in_one_table(site: Any, capsys: Any) -> None:
    chosen = scheme("cxa-rapid")
    here = "/whatif/cxa-rapid/2026-01-01"
    page = unescape(whole(site, f"{here}/readings"))
    in_chinese = unescape(whole(site, f"{here}/readings?language=zh-Hans"))
    for reading in chosen.readings:
        if reading.alternatives:
            assert reading.question in page and reading.question not in in_chinese
    found = rows(site.page(f"{here}/readings.csv"))
    every = [
        (reading.name, choice) for reading in chosen.readings for choice in reading.alternatives
    ]
    assert [(row["reading"], row["choice"]) for row in found] == every
    name, choice = next((row["reading"], row["choice"]) for row in found if row["changed"] != "0")
    words = (
        "whatif",
        "cxa-rapid",
        "2026-01-01",
        "--reading",
        f"{name}={choice}",
        "--format",
        "json",
    )
    asked = json.loads(output_of(site.folder, capsys, *words))
    measured = next(row for row in found if (row["reading"], row["choice"]) == (name, choice))
    assert int(measured["changed"]) == asked["measures"]["changed"]
    assert f'href="{here}?reading.{name}={choice}"' in page


# Compare


def test_a_comparison_by_cause_gives_what_the_command_gives(site: Any, capsys: Any) -> None:
    asked = output_of(
        site.folder, capsys, "compare", "cxa-rapid@2025-10-01", "2026-01-01", "--by-cause"
    )
    assert site.page("/compare/cxa-rapid.csv?a=2025-10-01&b=2026-01-01&by-cause=1") == asked
    every = output_of(site.folder, capsys, "compare", "cxa-rapid@2025-10-01", "2026-01-01", "--all")
    assert site.page("/compare/cxa-rapid.csv?a=2025-10-01&b=2026-01-01&all=1") == every


@pytest.mark.parametrize(
    ("words", "one", "other"),
    [
        ("a=2025-11-01&b=2025-11-01&b.set.k.normal=24", "fide-standard@2025-11-01", "+set:k.normal=24"),
        ("a=2025-11-01&b=2025-11-01&b.set=k.normal%3D24;%20cap%3D300", "fide-standard@2025-11-01",
         "+set:k.normal=24+set:cap=300"),
        ("a=2025-11-01&b=2025-11-01&a.known=%23120", "fide-standard@2025-11-01#120", "2025-11-01"),
        ("a=2026-01-01&b=2026-01-01&b.rate-as=yes", "malaysia@2026-01-01", "+rate-as"),
        ("a=2026-01-01&b=2026-01-01&b.scheme=cxa-rapid", "fide-standard@2026-01-01", "cxa-rapid@2026-01-01"),
    ],
)  # fmt: skip
def test_each_side_has_rules_knowledge_and_a_scheme_of_its_own(
    site: Any, capsys: Any, words: str, one: str, other: str
) -> None:
    asked = output_of(site.folder, capsys, "compare", one, other)
    name = one.partition("@")[0]
    assert site.page(f"/compare/{name}.csv?{words}") == asked
    assert len(list(csv.reader(asked.splitlines()))) > 1
    assert "Player by player" in site.words(f"/compare/{name}?{words}")


def test_two_schemes_have_no_causes_and_the_page_says_why(site: Any) -> None:
    text = site.words("/compare/fide-standard?b.scheme=cxa-rapid&by-cause=1")
    assert "no causes: fide-standard and cxa-rapid are two regulations" in text


def test_a_side_with_rules_that_do_not_exist_is_refused(site: Any) -> None:
    answer = site.ask("/compare/fide-standard?a=2025-11-01&b=2025-11-01&b.set=k.norml%3D24")
    assert answer.status == 400 and "k.norml" in unescape(answer.text)
    answer = site.ask("/compare/fide-standard?b.scheme=chess")
    assert answer.status == 400 and "chess" in unescape(answer.text)


def test_the_comparisons_begin_with_the_choice_of_a_scheme(site: Any) -> None:
    assert 'href="/compare/malaysia"' in site.page("/compare")


def test_a_page_by_cause_leaves_out_the_causes_without_a_part(site: Any) -> None:
    words = "a=2025-10-01&b=2025-11-01&by-cause=1"
    page = site.page(f"/compare/fide-standard?{words}")
    assert "</svg>Games</th>" in page and "Inactivity</th>" not in page
    assert "inactivity" in site.page(f"/compare/fide-standard.csv?{words}").splitlines()[0]


def sent(site: Any, name: str, content: bytes, side: str = "a", query: str = "") -> Any:
    client = Client(site)
    client.open("/compare/cxa-rapid")
    return client.send(f"/compare/cxa-rapid/file{query}", (name, content), side=side)


def test_a_file_is_a_side_of_a_comparison_as_it_is_for_the_command(
    site: Any, capsys: Any, tmp_path: Path
) -> None:
    """The file has one player of the list, with another rating; the address keeps it for csv, too."""
    listed = site.page("/lists/cxa-rapid/2026-01-01.csv").splitlines()
    place = listed[0].split(",").index("rating")
    cells = next(csv.reader([listed[1]]))
    changed = b"player,rating\n" + f"{cells[1]},{float(cells[place]) + 7.5}\n".encode()
    (tmp_path / "theirs.csv").write_bytes(changed)
    answer = sent(site, "theirs.csv", changed, "b", "?a=2026-01-01")
    text = unescape(answer.text)
    assert (
        answer.status == 200 and "theirs.csv is a file that this ledger has not published" in text
    )
    assert "without theirs.csv" in text and f"{float(cells[place]) + 7.5}" in text
    path = answer.url.removeprefix(site.address.rstrip("/")).replace(
        "/compare/cxa-rapid?", "/compare/cxa-rapid.csv?"
    )
    ours = output_of(
        site.folder, capsys, "compare", "cxa-rapid@2026-01-01", str(tmp_path / "theirs.csv")
    )
    assert site.page(path) == ours


def test_a_file_that_this_ledger_published_is_known_as_its_list(site: Any) -> None:
    published = site.page("/lists/cxa-rapid/2026-01-01.csv").encode()
    answer = sent(site, "list.csv", published, "b", "?a=2025-10-01&b.set.k.normal=24")
    assert "b=2026-01-01" in answer.url and "b.rows" not in answer.url and "b.set" not in answer.url
    assert "By cause" in unescape(answer.text)


@pytest.mark.parametrize(
    ("content", "status", "wrong"),
    [
        (b"", 400, "no file was sent"),
        (b"name,points\nA,1\n", 400, "no columns player and rating"),
        (b"player,rating\nA,1\nB,many\n", 400, "list.csv:3"),
        (b"\xff\xfe\x00", 400, "no columns player and rating"),
        (b"player,rating\n" + b"".join(b"%dx%d,%d\n" % (i * 7919 % 10007, i, i * 31 % 997) for i in range(20_000)),
         400, "too many for an address"),
        (b"x" * 5_000_001, 413, "send a shorter list"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_compared_is_refused_with_a_remedy(
    site: Any, content: bytes, status: int, wrong: str
) -> None:
    answer = sent(site, "list.csv", content)
    assert answer.status == status and wrong in unescape(answer.text)
