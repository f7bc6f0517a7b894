"""The command `whatif`: its files, its report, and what it says when it is asked wrongly."""

import json
import re
from datetime import date
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from replay.answers.paper import page
from replay.commands.main import run
from replay.papers.whatif import report
from replay.whatif import WhatIf
from replay.whatif.tables import tables
from schemes.kernels.rules import reform_from_words
from tests.replay.conftest import StoryOffice

FIDE, DAY = "fide-standard", "2026-03-01"
PLOTS = ("distribution", "calibration", "movers", "inflation")
NASTY = "<script>alert(\"1\")</script> & 'x'"


@pytest.fixture
def ask(made_up: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """Run `whatif` as a user does: exit code, standard output, standard error."""

    def asked(*words: str) -> tuple[int, str, str]:
        code = run(["--ledger", str(made_up / "ledger"), "whatif", *words])
        told = capsys.readouterr()
        return code, told.out, told.err

    return asked


@pytest.fixture
def nasty(office: StoryOffice) -> WhatIf:
    """A player whose name is a program, in a reform whose name is one, too."""
    office.player("anna", "boris", born=1980)
    office.player("eve", name=NASTY)
    office.carried(FIDE, "2024-04-01", {"anna": 2000, "boris": 2100, "eve": 1900}, games=100)
    office.tournament("open", "2024-04-10", "2024-04-12")
    office.games("open", "2024-04-12", ["1.1 anna 1-0 boris", "2.1 eve 1-0 anna"])
    reform = reform_from_words(["k.normal=60"])
    named = type(reform)(NASTY, reform.changes)
    return office.open().what_if(FIDE, date(2024, 5, 1), reform=named)


def test_csv_has_one_row_for_every_player_of_either_list(ask: Any, made_up: Path) -> None:
    code, out, _ = ask(FIDE, DAY, "--set", "k.normal=40", "--format", "csv")
    header, *rows = out.splitlines()
    assert code == 0 and header == "player,before,after,change"
    for row in rows:
        _, before, after, change = row.split(",")
        assert change == (str(int(after) - int(before)) if before and after else "")


def test_the_same_question_gives_the_same_bytes(ask: Any, tmp_path: Path) -> None:
    written = []
    for name in ("a.html", "b.html"):
        assert ask(FIDE, DAY, "--set", "k.normal=40", "-o", str(tmp_path / name))[0] == 0
        written.append((tmp_path / name).read_bytes())
    assert written[0] == written[1]


@pytest.mark.parametrize(
    "words",
    [
        ("whatif", FIDE, DAY, "--set", "k.normal=40"),
        ("whatif", FIDE, DAY, "--set", "k.normal=20"),
        ("whatif", FIDE, DAY, "--sweep", "k.normal=20,40"),
        ("history", FIDE, "P000001", "--until", DAY),
    ],
)
def test_a_paper_has_its_head_in_the_language_of_its_readers(
    made_up: Path, tmp_path: Path, words: tuple[str, ...]
) -> None:
    """Title, the sentence below it, and the facts beside them; rules and schemes have their names."""
    file = tmp_path / "paper.html"
    place = ["--ledger", str(made_up / "ledger"), "--language", "zh-Hans"]
    assert run([*place, *words, "-o", str(file)]) == 0
    head = re.search(r"<header.*?</header>", file.read_text("utf-8"), re.DOTALL)
    assert head is not None
    text = re.sub(r"<[^>]*>|P\d+ [A-Z]\w+, [A-Z]\w+", " ", head[0])
    assert not re.findall(r"[A-Za-z]+ [A-Za-z]+", text), text


def test_tables_show_both_lists_the_watch_list_and_every_measure(ask: Any, made_up: Path) -> None:
    truth = str(made_up / "truth.csv")
    words = (
        "--set",
        "k.normal=40",
        "--truth",
        truth,
        "--watch",
        "P000003",
        "--format",
        "table",
        "--full",
    )
    code, out, _ = ask(FIDE, DAY, *words)
    assert code == 0
    for title in ("Overview", "The first 10 of both lists", "Watch list", "Largest changes", "By size", "By sex",
                  "Quantiles of the change", "By rating before", "By age", "By federation", "Inflation",
                  "Calibration by difference of ratings", "Calibration by the higher rating"):  # fmt: skip
        assert f"\n{title}" in out, title
    for measure in (
        "log loss",
        "Brier score",
        "inflation, points a year",
        "rank correlation with the truth",
    ):
        assert re.search(rf"^{measure} .*\d", out, re.MULTILINE), measure
    assert re.search(r"\d+ games measured in both worlds; \d+ left out", out)


def test_json_holds_the_same_numbers(ask: Any) -> None:
    _, text, _ = ask(FIDE, DAY, "--set", "k.normal=40", "--format", "json")
    found = json.loads(text)
    _, out, _ = ask(FIDE, DAY, "--set", "k.normal=40", "--format", "csv")
    rows = [line.split(",") for line in out.splitlines()[1:]]
    assert [each["player"] for each in found["players"]] == [row[0] for row in rows]
    assert found["measures"]["changed"] == sum(row[1] != row[2] for row in rows)
    assert sum(found["by_size"].values()) == found["all"]["players"]


def test_programs_get_numbers_and_the_same_bytes_in_every_language(
    ask: Any, made_up: Path, capsys: Any
) -> None:
    words = (FIDE, DAY, "--set", "k.normal=40", "--top", "3", "--format", "json")
    text = ask(*words)[1]
    for row in json.loads(text)["players"]:
        assert isinstance(row["before"], int) and isinstance(row["after"], int)
        assert row["change"] == row["after"] - row["before"]
    run(["--ledger", str(made_up / "ledger"), "--language", "zh-Hans", "whatif", *words])
    assert capsys.readouterr().out == text


@pytest.mark.parametrize("plot", PLOTS)
def test_every_plot_is_drawn_as_svg_and_png(ask: Any, tmp_path: Path, plot: str) -> None:
    for ending, begins in ((".svg", b"<svg"), (".png", b"\x89PNG")):
        out = tmp_path / f"plot{ending}"
        assert ask(FIDE, DAY, "--set", "k.normal=40", "-o", str(out), "--plot", plot)[0] == 0
        assert out.read_bytes().startswith(begins)


class Reader(HTMLParser):
    """Checks that what is opened is closed, and gathers what a page would load or run."""

    EMPTY = ("meta", "br")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.ids: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.loads += [
            value or "" for name, value in attrs if name in ("src", "href", "xlink:href")
        ]
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_report_is_one_page_that_loads_and_runs_nothing(nasty: WhatIf) -> None:
    text = page(report(nasty, tables(nasty, 5, ["eve"]), ""))
    reader = Reader()
    reader.feed(text)
    assert reader.open == []
    assert reader.seen.count("svg") == 4
    assert reader.seen.count("script") == 1, "our own, which sorts tables"
    assert [each for each in reader.loads if not each.startswith("#")] == []
    assert len(set(reader.ids)) == len(reader.ids)
    assert "url(http" not in text and "@import" not in text


def test_names_in_a_report_are_text(nasty: WhatIf) -> None:
    text = page(report(nasty, tables(nasty, 5), ""))
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert" in text


def test_a_what_if_in_which_nothing_happened_is_reported_too(office: StoryOffice) -> None:
    office.player("anna")
    answer = office.open().what_if(
        FIDE, date(2024, 5, 1), reform=reform_from_words(["k.normal=60"])
    )
    assert answer.rows() == []
    assert "0 games measured" in page(report(answer, tables(answer, 5), ""))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((FIDE, DAY), "no change was given"),
        (("fide-standrad", DAY, "--set", "k.top=1"), "did you mean 'fide-standard'"),
        ((FIDE, DAY, "--set", "k.topp=1"), "did you mean 'k.top'"),
        ((FIDE, DAY, "--set", "k.top=-1"), "it must be at least 0"),
        ((FIDE, DAY, "--reading", "x=y"), "unknown reading 'x'"),
        ((FIDE, DAY, "--version", "2024-03-02"), "did you mean '2024-03-01'"),
        ((FIDE, DAY, "--set", "k.top=1", "--watch", "P00003"), "there is no player 'P00003'"),
        ((FIDE, DAY, "--set", "k.top=1", "-o", "x.doc"), "cannot write a .doc"),
        ((FIDE, DAY, "--set", "k.top=1", "-o", "no/such/x.csv"), "its folder is not there"),
        ((FIDE, DAY, "--set", "k.top=1", "--top", "0"), "at least 1"),
        ((FIDE, DAY, "--set", "k.top=1", "--sort", "brier"), "--sort goes with a --sweep"),
        (
            (FIDE, DAY, "--set", "k.top=1", "--truth", "missing.csv", "--format", "table"),
            "cannot read the true strengths",
        ),
        ((FIDE, DAY, "--sweep", "k.top=1..2", "--sort", "brie"), "did you mean 'brier'"),
        ((FIDE, DAY, "--sweep", "k.topp=1..2"), "did you mean 'k.top'"),
        ((FIDE, DAY, "--set", "k.top=1", "--known", "#99999999"), "no position"),
    ],
)
def test_a_question_asked_wrongly_is_answered_with_what_to_do(
    ask: Any, words: tuple[str, ...], told: str
) -> None:
    code, out, message = ask(*words)
    assert (code, out) == (2, "")
    assert told in message


def test_a_file_that_is_not_one_of_strengths_is_refused_with_its_first_line(
    ask: Any, tmp_path: Path
) -> None:
    (tmp_path / "t.csv").write_text("player,strength\nP1,2\n")
    words = (FIDE, DAY, "--set", "k.top=1", "--truth", str(tmp_path / "t.csv"), "--format", "table")
    code, _, message = ask(*words)
    assert code == 2 and "t.csv:1" in message and "player,strength" in message
    (tmp_path / "t.csv").write_text("player,date,strength\nP1,2024-01-01,many\n")
    assert "not a table of true strengths" in ask(*words)[2]
