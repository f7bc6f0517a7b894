"""A table never shows a wrong number: at 80 and 120 columns everything that is shown at all is shown whole.

Commands are asked at two widths; a property looks at any table at any width.
"""

import csv
import re
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from replay.answers import columns, kinds
from replay.answers.table import Column, rows_table
from replay.answers.text import folded, table_text
from replay.simulation.demo import APPEAL, SAMPLE
from tests.builders import Event, entries, game, jsonl, player, tournament

pytestmark = pytest.mark.usefixtures("queries_here")

WIDTHS = (80, 120)
LEFT_OUT = "not shown (terminal too narrow):"
CHINESE = ["欧阳震华", "上官婉儿", "诸葛孔明", "东方既白"]
NAMED = ("tournaments", "subject", "detail")  # people read names in them, programs ids


def series() -> list[Event]:
    """Two editions of a series, played by people with long ids and Chinese names, some of them very long."""
    day, ids = "2025-05-01", [f"HKG-2025-{number:07d}" for number in range(4)]
    note = "第一局超时判负，双方签字"
    frame = {
        "name": "香港公开赛",
        "standings": "hk-open",
        "series": "hk-open",
        "group": "A",
        "rounds": 1,
    }
    told = []
    for each, name in zip(ids, CHINESE, strict=True):
        told += player(each, name=name * 4, federation="HKG")
    for edition in (1, 2):
        cup = f"香港公开赛-{edition}"
        told.append(tournament(cup, "", day, edition=edition, **frame))
        told.append(game(cup, day, f"1.1 {ids[0]} 1-0 {ids[1]}", note=note))
        told.append(game(cup, day, f"1.2 {ids[2]} 1-0 {ids[3]}", note=note))
    youth = tournament("青年赛-2025", "", day, name="青年赛", rounds=5, standings="wxf")
    return [*told, youth, *entries("青年赛-2025", day, " ".join(ids))]


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's ledger, a published list, and the series."""
    from replay.commands.main import run

    folder = tmp_path_factory.mktemp("narrow")
    (folder / "series.jsonl").write_bytes(jsonl(*series()))
    for words in (["init"], ["import", str(SAMPLE)], ["import", str(folder / "series.jsonl")],
                  ["publish", "cxa-rapid", "2026-01-01"]):  # fmt: skip
        assert run(["--ledger", str(folder / "ledger"), *words]) == 0
    return folder / "ledger"


class Terminal:
    """Runs commands as on a terminal of some width, or into a pipe."""

    def __init__(self, ledger: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ledger, self._capsys, self._monkeypatch = ledger, capsys, monkeypatch

    def __call__(self, words: Sequence[str], width: int | None = None) -> str:
        from replay.commands.main import run

        self._capsys.readouterr()
        with self._monkeypatch.context() as patch:
            if width is not None:
                patch.setenv("COLUMNS", str(width))
                patch.setattr("sys.stdout.isatty", lambda: True, raising=False)
            code = run(["--ledger", str(self.ledger), *words])
        told = self._capsys.readouterr()
        assert code == 0, told.err
        return str(told.out)


@pytest.fixture
def terminal(ledger: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    return Terminal(ledger, capsys, monkeypatch)


def words_of(text: str) -> "Counter[str]":
    """Words, Chinese characters one by one; numbers without the + that people see before a gain."""
    words = re.findall(r"[\u2e80-\u9fff]|[^\s\u2e80-\u9fff]+", text.replace("_", " "))
    return Counter(word.removeprefix("+") for word in words)


def numbers_of(text: str) -> set[str]:
    return set(re.findall(r"[\w.:+-]*\d[\w.:-]*", text))


def left_out(text: str) -> list[str]:
    named = re.search(rf"{re.escape(LEFT_OUT)}([^;]*); -o", " ".join(text.split()))
    return [name.strip().replace(" ", "_") for name in named[1].split(",")] if named else []


ROWS = {  # whose table has the rows of its csv
    "log": "log --until #60",
    "log of a series": "log --tournament 香港公开赛-1",
    "list": "list fide-standard 2025-12-01",
    "list in Chinese": "list cxa-rapid 2026-10-01",
    "list of all": "list cxa-rapid 2026-10-01 --all",
    "find": "find 2025",
    "history": "history fide-standard F05 --until 2025-12-01",
    "history in Chinese": "history cxa-rapid 王海涛",
    "standings": "standings river-cup-2025",
    "standings of a series": "standings 香港公开赛-1",
    "groups": "groups hk-open --why",
    "draw": "draw --youth 青年赛-2025 --seed 1",
    "compare": "compare fide-standard@2025-01-01 2025-12-01",
    "compare by cause": "compare fide-standard@2025-01-01 2025-12-01 --by-cause",
    "appeal": f"appeal {APPEAL} --date 2026-06-01",
    "trace": f"appeal {APPEAL} --date 2026-06-01 --trace C02",
    "sweep": "whatif fide-standard 2025-12-01 --sweep k.normal=10,20,40",
    "sweep of two": "whatif fide-standard 2025-12-01 --sweep k.normal=10,20 --sweep cap=300,400 --sort inflation",
    "sql": "sql 'SELECT * FROM games ORDER BY ALL LIMIT 20'",
    "sql with wide numbers": "sql 'SELECT 81305300000000 + range AS a, player, name, name AS b FROM players, range(2)'",
    "schemes": "schemes",
    "readings": "readings cxa-rapid",
    "verify": "verify",
}


def split(words: str) -> list[str]:
    import shlex

    return shlex.split(words)


def check(shown: str, wide: str, width: int) -> None:
    """No number is cut, and no line of a table is broken by the terminal."""
    assert numbers_of(shown) <= numbers_of(wide)
    tables = [
        line for line in shown.splitlines() if re.search(r"\S {2,}\S", line) or LEFT_OUT in line
    ]
    assert tables and all(cell_len(line) <= width for line in tables)


@pytest.mark.parametrize("name", ROWS)
def test_every_cell_of_the_csv_is_shown_whole_or_its_column_is_named(
    terminal: Terminal, name: str
) -> None:
    words = split(ROWS[name])
    wide = terminal([*words, "--format", "table"])
    rows = list(csv.DictReader(terminal([*words, "--format", "csv"]).splitlines()))
    assert rows
    for width in WIDTHS:
        shown = terminal(words, width)
        check(shown, wide, width)
        missing = [name.replace(" ", "_") for name in left_out(shown)]
        assert set(missing) < set(rows[0])
        kept = [
            value
            for row in rows
            for column, value in row.items()
            if column not in {*missing, "recorded", *NAMED}  # people read their names
        ]
        unsigned = words_of(shown.replace("+", ""))  # people see the sign of a change
        assert not words_of(" ".join(kept)) - (words_of(shown) | unsigned)


@pytest.mark.parametrize(
    "words", ["whatif fide-standard 2025-12-01 --set k.top=15", "schemes cxa-rapid"]
)
def test_several_tables_and_shortened_values(terminal: Terminal, words: str) -> None:
    wide = terminal([*split(words), "--format", "table"])
    for width in WIDTHS:
        check(terminal(split(words), width), wide, width)


def test_a_pipe_has_everything_on_one_line_each(terminal: Terminal) -> None:
    words = split(ROWS["compare by cause"])
    rows = terminal([*words, "--format", "csv"]).splitlines()
    table = terminal([*words, "--format", "table"])
    title, *lines = table.split("\n\n")[-1].splitlines()
    assert LEFT_OUT not in table and title == "Player by player" and len(lines) == len(rows)


def test_the_summary_of_a_simulation_fits(tmp_path: Path, terminal: Terminal) -> None:
    words = [
        "simulate",
        "--players",
        "30",
        "--games",
        "100",
        "--years",
        "1",
        "-o",
        str(tmp_path / "made.jsonl"),
    ]
    whole = numbers_of(terminal([*words, "--format", "table"]))
    for width in WIDTHS:
        assert numbers_of(terminal(words, width)) == whole


def test_columns_without_content_go_first_then_those_that_can_best_be_spared() -> None:
    shown = (
        columns.PLAYER,
        columns.RATING,
        Column("floor", kinds.PART),
        columns.GAMES,
        Column("rounding", kinds.PART),
        Column("bonus", kinds.PART),
    )
    table = rows_table(shown, [("P1", Decimal("2655.25"), 0, 1234567, 7654321, None)])
    text = "\n".join(table_text(table, width=26))
    assert left_out(text) == ["floor", "rounding", "bonus"]
    assert "1234567" in text and "2655.25" in text and "7654321" not in text


def test_columns_that_do_not_fit_make_records() -> None:
    shown = (columns.PLAYER, columns.NAME, columns.RATING)
    table = rows_table(shown, [("1503014", "Carlsen, Magnus", 2839)] * 2)
    record = ["player  1503014", "name    Carlsen,", "        Magnus", "rating  2839"]
    assert table_text(table, width=20) == [*record, "", *record]


def test_texts_are_folded_between_words_and_chinese_characters_but_not_inside_an_id() -> None:
    assert folded("decision 12/2026 of the council", 10) == [
        "decision",
        "12/2026 of",
        "the",
        "council",
    ]
    assert folded("中国象棋协会", 8) == ["中国象棋", "协会"]
    assert folded("全国赛2025", 4) == ["全国赛2025"]


CELLS = (
    st.text("0123456789", max_size=9)
    | st.text("abc 的是", max_size=40)
    | st.text("12 象棋-x.", max_size=12)
    | st.none()
)
COLUMNS = (
    columns.PLAYER,
    columns.NAME,
    columns.RATING,
    columns.GAMES,
    Column("truth_error", kinds.NUMBER),
    Column("note", kinds.TEXT),
    Column("k", kinds.WORD),
    Column("floor", kinds.PART),
    Column("says", kinds.TEXT, kept=True),
)
TABLES = st.integers(1, 9).flatmap(
    lambda count: st.tuples(
        st.permutations(COLUMNS).map(lambda columns: columns[:count]),
        st.lists(st.lists(CELLS, min_size=count, max_size=count), min_size=1, max_size=5),
    )
)


@given(TABLES, st.integers(70, 120))
def test_any_table_at_any_width(
    table: tuple[list[Column], list[list[str | None]]], width: int
) -> None:
    shown, rows = table
    lines = table_text(rows_table(shown, rows), width=width)
    text = "\n".join(lines)
    assert all(cell_len(line) <= width for line in lines)
    gone = set(left_out(text))
    kept = [
        cell or ""
        for row in rows
        for column, cell in zip(shown, row, strict=True)
        if column.name not in gone
    ]
    assert not words_of(" ".join(kept)) - words_of(text)
