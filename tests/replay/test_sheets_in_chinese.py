"""Workbooks for Chinese readers: what can be chosen, what a column means, and what stands in the cells."""

import re
from pathlib import Path

import pytest
from python_calamine import CalamineWorkbook

from replay.answers.language import speaking
from replay.commands.main import run
from replay.files.tables import KINDS, TableColumn
from replay.files.templates import words_of
from tests.replay.conftest import SampleLedgers

CHINESE = ("zh-Hans", "zh-Hant")
CHOSEN = [column for kind in KINDS.values() for column in kind.columns if column.choices]
HAN = re.compile(r"[\u4e00-\u9fff]")


@pytest.fixture
def ledger(
    sample_ledgers: SampleLedgers, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> list[str]:
    place = sample_ledgers.copy(tmp_path / "ledger")
    capfd.readouterr()
    return ["--ledger", str(place)]


@pytest.mark.parametrize("language", CHINESE)
@pytest.mark.parametrize("column", CHOSEN, ids=lambda column: column.field)
def test_every_word_of_a_drop_down_is_chinese_and_read_as_what_it_stands_for(
    column: TableColumn, language: str
) -> None:
    with speaking(language):
        words = words_of(column)
    assert [column.read(word) for word in words] == [column.read(word) for word in column.choices]
    named = {"hk-open", "wxf", "fide"}  # rules are called by their ids
    assert [word for word in words if not HAN.search(word) and word not in named] == []


@pytest.mark.parametrize("language", CHINESE)
def test_the_help_of_a_workbook_is_in_chinese(tmp_path: Path, language: str) -> None:
    """The column of meanings: no sentence of it is English, and words of drop-downs are those of the sheet."""
    path = tmp_path / "office.xlsx"
    assert run(["template", str(path), "--language", language]) == 0
    book = CalamineWorkbook.from_path(str(path))
    header, *rows = book.get_sheet_by_name("说明" if language == "zh-Hans" else "說明").to_python()
    assert "field" not in header
    meanings = [str(row[5]) for row in rows]
    assert len(meanings) > 100
    english = r"[a-z]{3,} [a-z]{2,}"
    assert [said for said in meanings if not HAN.search(said) or re.search(english, said)] == []
    result = next(said for row, said in zip(rows, meanings, strict=True) if row[2] == "result")
    assert result.endswith("先胜、先负、和棋、后手弃权、先手弃权、双方弃权" if language == "zh-Hans" else
                           "先勝、先負、和棋、後手棄權、先手棄權、雙方棄權")  # fmt: skip
    words = {str(cell) for row in book.get_sheet_by_name("Choices").to_python() for cell in row}
    assert ("国家大师" if language == "zh-Hans" else "國家大師") in words
    assert "cxa-gm" in words, (
        "特级大师 may be a title of CXA or of Malaysia, so the codes are offered"
    )


@pytest.mark.parametrize(("language", "status", "sex", "title"), [
    ("zh-Hans", "活跃", "男", "国家大师"), ("zh-Hant", "活躍", "男", "國家大師"),
])  # fmt: skip
def test_the_cells_of_a_chinese_list_are_chinese(
    ledger: list[str], tmp_path: Path, language: str, status: str, sex: str, title: str
) -> None:
    """Statuses, sexes and titles as on the terminal, in the language of the headings."""
    out = tmp_path / "list.xlsx"
    assert (
        run([*ledger, "--language", language, "list", "cxa-rapid", "2026-01-01", "-o", str(out)])
        == 0
    )
    cells = [
        str(cell)
        for row in CalamineWorkbook.from_path(str(out)).get_sheet_by_index(0).to_python()
        for cell in row
    ]
    assert {status, sex, title} <= set(cells) and "active" not in cells


@pytest.mark.parametrize("language", CHINESE)
def test_all_readings_are_in_chinese(ledger: list[str], language: str, tmp_path: Path) -> None:
    """Every question and every answer of every regulation, in the workbook of a reader who asked for Chinese."""
    file = tmp_path / "readings.xlsx"
    assert run([*ledger, "--language", language, "readings", "-o", str(file)]) == 0
    header, *rows = CalamineWorkbook.from_path(str(file)).get_sheet_by_index(0).to_python()
    assert len(header) == 7 and len(rows) > 200
    for *_, says, question in rows:
        assert HAN.search(question), question
        assert HAN.search(says) or not re.search("[a-z]{2}", says), says


def test_readings_for_programs_stay_english(
    ledger: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    assert run([*ledger, "readings", "hk-open"]) == 0
    said = capfd.readouterr().out
    assert "in force" in said and "现行" not in said


@pytest.mark.parametrize("language", CHINESE)
def test_the_receipt_of_a_chinese_list_is_chinese(
    ledger: list[str], tmp_path: Path, language: str
) -> None:
    """What its rows are called, and why these versions hold; codes, digests and names are what they are."""
    path = tmp_path / "list.xlsx"
    words = ["list", "fide-standard", "2025-10-01", "--language", language, "-o", str(path)]
    assert run([*ledger, *words]) == 0
    book = CalamineWorkbook.from_path(str(path))
    header, *rows = book.get_sheet_by_name(book.sheet_names[1]).to_python()
    assert [label for label, *_ in (header, *rows) if not HAN.search(str(label))] == []
    values = [str(value) for _, value in rows if not str(value).startswith("{")]
    assert [value for value in values if re.search(r"[a-z]{3,} [a-z]{2,}", value)] == []
