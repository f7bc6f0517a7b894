"""Papers: what the office prints, signs and files. Each says what its csv says, and from what it was made."""

import csv
import hashlib
import io
import json
import re
import shlex
from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from ledger import open_log
from replay.commands.main import run
from replay.simulation.demo import APPEAL, SAMPLE
from tests.builders import (
    Event,
    carried,
    game,
    game_corrected,
    jsonl,
    player,
    player_corrected,
    tournament,
)
from tests.replay.conftest import Shell

CHINESE = {"M01": "钟伟汉", "M03": "陈秀玲"}
NASTY = "<script>alert(1)</script> & 'x'"
Rows = list[dict[str, str]]


def events() -> list[Event]:
    """Chinese names for two Malaysian players, and a player whose name is a program."""
    named = [
        player_corrected(player, "2026-01-05", names={"zh-Hans": name})
        for player, name in CHINESE.items()
    ]
    return [*named, player_corrected("F07", "2026-01-05", name=NASTY)]


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("papers")
    (folder / "more.jsonl").write_bytes(jsonl(*events()))
    for words in (["init"], ["import", str(SAMPLE)], ["import", str(folder / "more.jsonl")],
                  ["publish", "malaysia", "2025-12-31"]):  # fmt: skip
        assert run(["--ledger", str(folder / "ledger"), *words]) == 0
    return folder / "ledger"


def as_data(said: str) -> str:
    """A cell as the data have it: people see 1 Sep 2025, and a minus as wide as a digit."""
    if re.fullmatch(r"\d+ [A-Z][a-z]{2} \d{4}", said):
        return str(datetime.strptime(said, "%d %b %Y").date())
    if re.fullmatch(r"(([a-z ]+ )?[+−][\d.]+(; )?)+", said):
        return said.replace("−", "-")
    return said


class Page(HTMLParser):
    """Reads a page: its tables as rows, its facts, its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: list[Rows] = []
        self.facts: dict[str, str] = {}
        self.text = self._name = ""
        self._heads: list[str] = []
        self._cells: list[str] = []
        self._span = 1
        self._open: list[int] = []
        self._into: list[str] | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag == "thead":
            self._heads = []
            self.tables.append([])
        if tag == "tr":
            self._cells = []
        if tag in ("th", "td", "dt", "dd"):
            self._into = []
            self._span = int(dict(attrs).get("colspan", 1))

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._into is not None:
            self._into.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("th", "td", "dt", "dd") and self._into is not None:
            said, self._into = "".join(self._into), None
            if tag == "dt":
                self._name = said
            elif tag == "dd":
                self.facts[self._name] = said
            elif tag == "td":
                self._cells.append(as_data(said))
            elif self._span > 1:  # a heading over several columns, whose own stand in the next row
                self._heads += [f"? {said}"] * self._span
            elif self._open:
                at = self._open.pop(0)
                self._heads[at] = self._heads[at].replace("?", said, 1)
            else:
                self._heads.append(said)
        if tag == "tr" and self._cells:
            self.tables[-1].append(dict(zip(self._heads, self._cells, strict=True)))
        elif tag == "tr":  # the headings of the next row stand below those that are open
            self._open = [at for at, head in enumerate(self._heads) if head.startswith("? ")]


Ask = Callable[..., str]


@pytest.fixture
def ask(ledger: Path, capsys: Any) -> Ask:
    """Run a command that must succeed; its standard output."""

    def asked(*words: str | Path) -> str:
        capsys.readouterr()
        code = run(["--ledger", str(ledger), *map(str, words)])
        told = capsys.readouterr()
        assert code == 0, told.err
        return str(told.out)

    return asked


@pytest.fixture
def paper(ask: Ask, tmp_path: Path) -> Callable[..., Page]:
    """The paper that a command writes."""

    def written(*words: str | Path) -> Page:
        assert ask(*words, "-o", tmp_path / "paper.html") == ""
        return Page((tmp_path / "paper.html").read_text())

    return written


def rows_of(text: str) -> Rows:
    return list(csv.DictReader(io.StringIO(text)))


def digest(text: str) -> str:
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def test_a_list_on_paper_has_the_change_since_the_list_before(ask: Ask, paper: Any) -> None:
    """The office hangs up the list of January: every row of its csv, and how far each player has come since October."""
    now, before = (
        ask("list", "cxa-rapid", day, "--format", "csv") for day in ("2026-01-01", "2025-10-01")
    )
    earlier = {row["player"]: float(row["rating"]) for row in rows_of(before)}
    page = paper("list", "cxa-rapid", "2026-01-01")
    assert len(page.tables) == 1 and len(page.tables[0]) == len(rows_of(now)) > 4
    moved = 0
    for shown, row in zip(page.tables[0], rows_of(now), strict=True):
        assert [shown[name] for name in ("rank", "player", "name", "rating", "K")] == [
            row[name] for name in ("rank", "player", "name", "rating", "k")
        ]
        was = earlier.get(row["player"])
        assert (
            shown["change"] == ""
            if was is None
            else float(shown["change"]) == pytest.approx(float(row["rating"]) - was)
        )
        moved += was is not None and shown["change"].startswith(("+", "-"))
    assert (
        moved
        and "games: rated games on this list; change: since the list of 2025-10-01" in page.text
    )
    assert page.facts["digest of the list's csv"] == digest(now)


def test_names_stand_in_chinese_where_there_are_any(paper: Any) -> None:
    """The Malaysian list for the clubs: two players have registered their names in characters."""
    page = paper("list", "malaysia", "2026-01-10")
    names = {row["player"]: row["Chinese name"] for row in page.tables[0]}
    assert {player: name for player, name in names.items() if name} == CHINESE
    assert (
        "games: all rated games so far; change: since the list of 2025-12-31, the last one published before"
        in page.text
    )


def test_where_there_is_a_list_for_any_day_the_paper_says_what_changes_are_counted_from(
    paper: Any,
) -> None:
    """Nothing was published before 10 December: there is no list before, and the first of the month is no such list."""
    page = paper("list", "malaysia", "2025-12-10")
    told = "change: since 2025-12-01, the first of a month; there is a list for any day, and none was published before"
    assert told in page.text


WOMEN = {"F01", "F03", "F05", "F07"}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("--sex", "F"), WOMEN),
        (("--federation", "fra,ESP"), {"F03", "F05"}),
        (("--age", "..18"), {"F05", "F08"}),
        (("--age", "41.."), {"F02", "F04"}),
        (("--age", "16"), {"F05"}),
        (("--age", "14..16", "--sex", "F"), {"F05"}),
    ],
)  # fmt: skip
def test_a_part_of_the_list(
    ask: Ask, paper: Any, tmp_path: Path, options: Any, expected: set[str]
) -> None:
    """A federation asks for its own players, a school for its juniors: the same rows in every form."""
    asked = ("list", "fide-standard", "2025-12-01", *options)
    whole = {
        row["player"]: row
        for row in rows_of(ask("list", "fide-standard", "2025-12-01", "--format", "csv"))
    }
    rows = rows_of(ask(*asked, "--format", "csv"))
    assert {row["player"] for row in rows} == expected
    assert all(whole[row["player"]] == row for row in rows), "ranks stay those of the whole list"
    assert {row["player"] for row in json.loads(ask(*asked, "--format", "json"))} == expected
    table = ask(*asked, "--format", "table")
    assert all((player in table) == (player in expected) for player in whole)
    page = paper(*asked)
    assert {row["player"] for row in page.tables[0]} == expected
    assert page.facts["players"].startswith(f"{len(expected)} of 8") and page.facts["rows"] == "8"
    ask(*asked, "-o", tmp_path / "part.parquet")
    import pyarrow.parquet as pq

    part = pq.read_table(tmp_path / "part.parquet")
    assert set(part["player"].to_pylist()) == expected
    assert json.loads(part.schema.metadata[b"rating-ledger receipt"])["rows"] == 8, (
        "the receipt is of the whole list"
    )


def test_nobody_fits(ask: Ask, ledger: Path, capsys: Any) -> None:
    assert (
        run(["--ledger", str(ledger), "list", "fide-standard", "2025-12-01", "--federation", "XYZ"])
        == 0
    )
    assert "is of federation XYZ" in capsys.readouterr().err


def test_the_decision_is_a_paper_for_the_parties(ask: Ask, paper: Any, ledger: Path) -> None:
    """Round 4 of the River Cup was read the wrong way round. 陈思 and 王海涛 get the decision to sign."""
    with open_log(ledger) as log:
        head = log.head
    words = ("appeal", APPEAL, "--date", "2026-06-01")
    page = paper(*words, "--ref", "decision 7/2026")
    rows = rows_of(ask(*words, "--format", "csv"))
    claim, games, changes, standings, *explained = page.tables
    assert (
        claim[0]["event"] == "game corrected" and "the wrong way round" in claim[0]["what it says"]
    )
    assert (games[0]["as recorded"], games[0]["as claimed"]) == (
        "陈思 (C03) 0-1 王海涛 (C01)",
        "陈思 (C03) 1-0 王海涛 (C01)",
    )
    days = {"2026-01-01": "1 Jan 2026", "2026-04-01": "1 Apr 2026"}
    by_player = {row["player"].split()[-1]: row for row in changes}
    assert rows and by_player.keys() == {row["player"] for row in rows}
    for row in rows:
        shown = by_player[row["player"]]
        for name in ("before", "after", "change"):
            assert shown[f"{name} {days[row['list_date']]}"].removeprefix("+") == row[name]
    assert {row["player"]: (row["place before"], row["place after"]) for row in standings}[
        "刘明远 C02"
    ] == ("2", "1")
    assert "decision 7/2026" in page.text and "received: 陈思 (C03)" in page.text
    assert page.facts["parties"] == "陈思 (C03), 王海涛 (C01)"
    assert "River Cup Rapid 2025, round 4, board 1: the result is 1-0 instead of 0-1." in page.text
    articles = re.search(r"worked out by articles ([\d., ]+);", page.text)
    assert articles is not None and {"8.5", "9", "11"} <= set(articles[1].split(", "))
    assert len(explained) == 2, "both parties, before and after in one table"
    steps = {line["step"]: line for line in explained[0]}
    assert (steps["ΔR = K × (W − We) = 20 × (2.5 − 2.50)"]["before"]) == "+0.00"
    assert (steps["ΔR = K × (W − We) = 20 × (3.5 − 2.50)"]["after"]) == "+20.00", "a point more"
    last = explained[0][-1]
    chen = next(row for row in rows if row["player"] == "C03")
    assert (last["before"], last["after"]) == (chen["before"], chen["after"])
    assert page.facts["digest of the answer's csv"] == digest(ask(*words, "--format", "csv"))
    with open_log(ledger) as log:
        assert log.head == head and "Nothing has been appended" in page.text


def test_through_whom_is_told_by_name(shell: Shell, tmp_path: Path) -> None:
    """Anna's result of January is corrected; Boris met her in February, and is told so."""
    papers = {"rounds": 1, "time_control": {"base": 7200, "increment": 30}}
    shell.tell(
        *player("P1", name="Anna", names={"zh": "安娜"}, born=2010),
        *player("P2", name="Boris", names={"zh": "鲍里斯"}, born=2010),
        *player("P3", name="Clara", names={"zh": "克拉拉"}, born=2010),
        *carried("fide-standard", "2024-01-01", {"P1": 2000, "P2": 2001, "P3": 2002}, games=50),
        tournament("jan", "fide-standard", "2024-03-10", name="JAN", **papers),
        tournament("feb", "fide-standard", "2024-04-10", name="FEB", **papers),
        game("jan", "2024-03-10", "P1 1-0 P3"),
        game("feb", "2024-04-10", "P2 1-0 P1"),
    )
    claim = shell.file(game_corrected("jan", "2024-05-20", "1.1 0-1", reason="protest"))
    words = ("appeal", claim, "--date", "2024-05-01", "--every-list")
    code, out, err = shell(*words, "-o", str(tmp_path / "d.html"))
    assert (code, out) == (0, ""), err
    page = Page((tmp_path / "d.html").read_text())
    assert page.tables[1][0]["as recorded"] == "Anna 安娜 (P1) 1-0 Clara 克拉拉 (P3)"
    causes = {row["cause"] for row in page.tables[2] if row["player"] == "Boris 鲍里斯 P2"}
    assert any("opponent Anna 安娜" in each for each in causes), causes


def test_an_accepted_decision_says_so(shell: Shell, tmp_path: Path) -> None:
    shell("import", str(SAMPLE))
    words = (
        "appeal",
        str(APPEAL),
        "--accept",
        "--ref",
        "decision 7/2026",
        "-o",
        str(tmp_path / "d.html"),
    )
    code, _, err = shell(*words)
    page = Page((tmp_path / "d.html").read_text())
    assert (
        code == 0
        and "accepted" in err
        and "are appended to the log with this decision" in page.text
    )
    assert "decision 7/2026" in page.tables[0][0]["what it says"]


def test_nothing_of_what_is_only_supposed_is_stored(shell: Shell, tmp_path: Path) -> None:
    """Two decisions about one game: the second leaves no state behind that the first did not."""
    shell("import", str(SAMPLE))
    claim = json.loads(APPEAL.read_text())
    kept = []
    for result in ("1-0", "1/2-1/2"):
        (tmp_path / "claim.jsonl").write_text(json.dumps(claim | {"result": result}))
        code, _, err = shell(
            "appeal", str(tmp_path / "claim.jsonl"), "-o", str(tmp_path / "d.html")
        )
        assert code == 0, err
        kept.append({path.name for path in (shell.folder / "ledger" / "states").glob("*.state")})
    assert kept[0] and kept[0] == kept[1]


def test_an_explanation_on_paper_has_every_step_and_article(ask: Ask, paper: Any) -> None:
    words = ("explain", "cxa-rapid", "C01", "2026-01-01")
    page = paper(*words)
    steps = [json.loads(ask(*words, "--format", "json"), parse_float=Decimal)]
    while steps:
        step = steps.pop()
        steps += step.get("below", [])
        assert step["text"] in page.text and step.get("article", "") in page.text
        if isinstance(step.get("value"), str):
            assert step["value"] in page.text
        elif "value" in step:
            assert str(abs(step["value"])).removeprefix("0.") in page.text
    assert page.facts["list of"] == "2026-01-01" and "#" in page.facts["known"]


def unsigned(value: str) -> str:
    """A number without the + that people see before a gain."""
    return re.sub(r"^\+(?=[0-9.]+$)", "", value)


SAME_ROWS = {
    "standings river-cup-2025": 0,
    "history fide-standard F07 --moved": 0,
    "compare fide-standard@2025-01-01 2025-12-01": -1,
    "compare fide-standard@2025-01-01 2025-12-01 --by-cause": -1,
    "whatif fide-standard 2025-12-01 --sweep k.normal=10,20,40": 0,
}


@pytest.mark.parametrize("words", SAME_ROWS)
def test_the_rows_on_paper_are_those_of_the_csv(ask: Ask, paper: Any, words: str) -> None:
    page, text = paper(*words.split()), ask(*words.split(), "--format", "csv")
    rows = rows_of(text)
    assert rows
    for shown, row in zip(page.tables[SAME_ROWS[words]], rows, strict=True):
        if shown.get("player", "").endswith(
            f" {row.get('player')}"
        ):  # by name, with the id beside it
            shown["player"] = row["player"]
        if shown.get("change", "").startswith("+"):  # people see the sign
            shown["change"] = shown["change"].removeprefix("+")
        plain = {name.replace("_", " "): value.replace("_", " ") for name, value in row.items()}
        assert (
            plain.items()
            <= {name: unsigned(value).replace("_", " ") for name, value in shown.items()}.items()
        )
    assert page.facts["digest of the answer's csv"] == digest(text)


def test_two_files_are_compared_on_paper_without_a_ledger(
    ask: Ask, tmp_path: Path, capsys: Any
) -> None:
    for name, day in (("a.csv", "2025-10-01"), ("b.csv", "2026-01-01")):
        ask("list", "cxa-rapid", day, "-o", tmp_path / name)
    out = tmp_path / "c.html"
    words = [
        "--ledger",
        str(tmp_path / "none"),
        "compare",
        str(tmp_path / "a.csv"),
        str(tmp_path / "b.csv"),
    ]
    assert run([*words, "-o", str(out)]) == 0, capsys.readouterr().err
    capsys.readouterr()
    assert run([*words, "--format", "csv"]) == 0
    shown = [[unsigned(value) for value in row.values()] for row in Page(out.read_text()).tables[0]]
    assert shown == [list(row.values()) for row in rows_of(capsys.readouterr().out)] and shown


PAPERS = ("list fide-standard 2025-12-01", "explain fide-standard F07 2025-10-01", *SAME_ROWS,
          f"appeal {APPEAL} --date 2026-06-01", "whatif fide-standard 2025-12-01 --set k.top=15",
          "whatif malaysia 2026-01-01 --sweep k.top=10,20")  # fmt: skip


@pytest.mark.parametrize("words", PAPERS[:-1])
def test_a_paper_needs_nothing_else_and_is_always_the_same(
    ask: Ask, tmp_path: Path, words: str
) -> None:
    """One file: nothing is fetched, names cannot run, and the same question gives the same bytes."""
    for name in ("a.html", "b.html"):
        ask(*words.split(), "-o", tmp_path / name)
    text = (tmp_path / "a.html").read_text()
    assert text == (tmp_path / "b.html").read_text()
    assert not re.search(r"""(src|href)=["']?(?!#)|@import|url\((?!#)""", text)
    assert "<script>alert" not in text and text.count("<script") == 1
    assert re.match(r"rating-ledger/\S+ \d+ \S+=", Page(text).facts["checkpoint"])


def test_nasty_names_are_on_the_list_and_harmless(paper: Any) -> None:
    """Or the test above would prove nothing."""
    assert NASTY in {row["name"] for row in paper("list", "fide-standard", "2025-12-01").tables[0]}


def test_a_sweep_has_a_picture(ask: Ask, tmp_path: Path) -> None:
    """The measure against the value: every combination is a point, in svg, png and on paper."""
    words = (
        "whatif",
        "fide-standard",
        "2025-12-01",
        "--sweep",
        "k.normal=10,20,40",
        "--sweep",
        "cap=300,none",
    )
    rows = rows_of(ask(*words, "--format", "csv"))
    for name in ("s.svg", "s.png", "s.html"):
        ask(*words, "-o", tmp_path / name)
    drawn = (tmp_path / "s.svg").read_text()
    points = re.findall(
        r'aria-label="k\.normal: ([\d.]+); log loss: ([\d.]+); with: cap=(\w+)"', drawn
    )
    assert {(float(k), cap) for k, _, cap in points} == {
        (float(row["k.normal"]), row["cap"]) for row in rows
    }
    assert len(set(points)) == 6 and "log loss against k.normal" in drawn
    assert (tmp_path / "s.png").read_bytes().startswith(b"\x89PNG")
    assert "log loss against k.normal" in (tmp_path / "s.html").read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (f"appeal {APPEAL} --ref x", "--ref goes with --accept, or with a paper"),
        (f"appeal {APPEAL} --by x -o d.html", "--by goes with --accept"),
        (f"appeal {APPEAL} --trace C02 -o d.html", "--trace goes with a table or rows"),
        ("list fide-standard --format csv -o l.html", "--format csv, but its ending is .html"),
        ("list fide-standard --age old", "'old' is no age"),
        ("list fide-standard --age 20..10", "write 10..20"),
        ("list fide-standard --receipt --sex F", "leave out --sex"),
        ("sql 'SELECT 1' -o l.doc", "cannot write a .doc"),
    ],
)
def test_what_cannot_be_asked(ledger: Path, capsys: Any, words: str, said: str) -> None:
    assert run(["--ledger", str(ledger), *shlex.split(words)]) == 2
    assert said in capsys.readouterr().err
