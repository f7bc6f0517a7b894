"""Chinese that a federation's secretary would write: what users quoted, in both scripts."""

from collections.abc import Callable
from pathlib import Path

import pytest

from replay.answers.language import speaking, tr
from replay.commands.main import run
from tests.builders import entries, games, jsonl, player, tournament
from tests.replay.conftest import SampleLedgers

Command = Callable[..., str]
SCRIPTS = ["zh-Hans", "zh-Hant"]


@pytest.fixture
def command(
    sample_ledgers: SampleLedgers,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Command:
    """The command line over the sample; all that it says."""
    monkeypatch.setenv("RATING_LEDGER", str(tmp_path / "ledger"))
    monkeypatch.setenv("COLUMNS", "400")
    monkeypatch.setattr("replay.commands.options._chosen", None)

    def call(*words: str | Path) -> str:
        run([str(word) for word in words])
        return "".join(capfd.readouterr())

    sample_ledgers.copy(tmp_path / "ledger")
    return call


WANG = player("W1", name="王强", born=1988, federation="CHN")


@pytest.mark.parametrize(("language", "said"), [("zh-Hans", "序号 170"), ("zh-Hant", "序號 170")])
def test_one_event_has_one_position(
    command: Command, tmp_path: Path, language: str, said: str
) -> None:
    file = tmp_path / "one.jsonl"
    file.write_bytes(jsonl(*WANG))
    rehearsal = command("--language", language, "import", file, "--dry-run")
    done = command("--language", language, "import", file)
    assert f"{said}）" in rehearsal and f"{said}）" in done
    assert "170 至" not in rehearsal + done


@pytest.mark.parametrize(
    ("language", "said"), [("zh-Hans", "防改触发器"), ("zh-Hant", "防改觸發器")]
)
def test_each_check_of_verify_has_a_chinese_name(
    command: Command, language: str, said: str
) -> None:
    """`triggers`, which keep the database from changing the log, had none."""
    rows = command("--language", language, "verify", "--format", "table").splitlines()[1:]
    names = [row.partition("  ")[0] for row in rows if "  " in row]
    assert said in names
    assert not [name for name in names if name.isascii()]


@pytest.mark.parametrize(("language", "sex"), [("zh-Hans", "男"), ("zh-Hant", "男")])
def test_namesakes_are_told_apart_in_chinese(
    command: Command, tmp_path: Path, language: str, sex: str
) -> None:
    file = tmp_path / "two.jsonl"
    file.write_bytes(jsonl(*WANG, *player("W2", name="王强", born=2001, federation="CHN")))
    command("import", file)
    said = command("--language", language, "history", "cxa-rapid", "王强")
    assert f"王强（CHN，1988 年生，{sex}）" in said and f"王强（CHN，2001 年生，{sex}）" in said


@pytest.mark.parametrize(("language", "said"), [("zh-Hans", "名称 "), ("zh-Hant", "名稱 ")])
def test_a_tournament_has_a_name_and_not_a_persons_name(
    command: Command, language: str, said: str
) -> None:
    shown = command(
        "--language", language, "log", "--tournament", "river-cup-2025", "--format", "table"
    )
    assert f"{said}River Cup Rapid 2025" in shown and "姓名 River" not in shown


@pytest.mark.parametrize(
    ("language", "rules"),
    [("zh-Hans", "harbour-2025，按给定名次，"), ("zh-Hant", "harbour-2025，按給定名次，")],
)
def test_a_table_says_by_which_rules_it_is_made(
    command: Command, language: str, rules: str
) -> None:
    assert rules in command(
        "--language", language, "standings", "harbour-2025", "--format", "table"
    )


@pytest.mark.parametrize(("language", "said"), [
    ("zh-Hans", "达到公布下限（男子 2000.1）：2556.7  是"), ("zh-Hant", "達到公佈下限（男子 2000.1）：2556.7  是"),
])  # fmt: skip
def test_the_published_minimum_is_named(command: Command, language: str, said: str) -> None:
    assert said in command("--language", language, "explain", "cxa-rapid", "C01", "2026-01-01")


@pytest.mark.parametrize(("language", "said"), [
    ("zh-Hans", "请以表名命名文件（如 players.xlsx），或用 --kind 指明"),
    ("zh-Hant", "請以表名命名檔案（如 players.xlsx），或用 --kind 指明"),
])  # fmt: skip
def test_a_template_without_a_kind_says_how_to_name_the_file(
    command: Command, tmp_path: Path, language: str, said: str
) -> None:
    assert said in command("--language", language, "template", tmp_path / "x.xlsx")


@pytest.mark.parametrize("language", SCRIPTS)
def test_words_of_the_regulation_and_of_the_office(language: str) -> None:
    """Values of titles are 标准值 (article 6), what came in late is 补录, inflation is in points a year."""
    words = {
        "zh-Hans": (
            "补录",
            "通胀（分/年）",
            "等级分办公室不再保留的等级分。",
            "本核对无法发现",
            "各只对应一人",
        ),
        "zh-Hant": (
            "補錄",
            "通脹（分/年）",
            "等級分辦公室不再保留的等級分。",
            "本核對無法發現",
            "各只對應一人",
        ),
    }[language]
    catalogue = Path("replay/answers/locale") / language / "LC_MESSAGES/messages.po"
    text = (Path(__file__).parent.parent.parent / catalogue).read_text(encoding="utf-8")
    with speaking(language):
        assert tr("late reports") == words[0]
        assert tr("inflation, points a year") == words[1]
        assert tr("A rating that the office no longer carries.") == words[2]
    assert words[3] in text and words[4] in text
    for avoided in (
        "标准分",
        "標準分",
        "主管机构",
        "主管機構",
        "最低数字",
        "最低數字",
        "视为同名",
        "視為同名",
    ):
        assert avoided not in text


@pytest.mark.parametrize(("language", "article"), [("zh-Hans", "数据表"), ("zh-Hant", "數據表")])
def test_the_table_of_the_malaysian_regulation_has_its_own_name(
    command: Command, language: str, article: str
) -> None:
    """The regulation calls it 数据表; a table of standings is something else."""
    rows = command("--language", language, "readings", "malaysia", "--format", "table").splitlines()
    assert [row.split()[1] for row in rows if " table-edge " in row] == [article, article]


@pytest.mark.parametrize("language", SCRIPTS)
def test_sentences_that_are_put_together_have_chinese_marks(
    command: Command, tmp_path: Path, language: str
) -> None:
    """Games of an explanation said `第 1 台 (#152): 胜`, remarks of a table `C, D, E`."""
    told = command("--language", language, "explain", "cxa-rapid", "C01", "2026-01-01")
    assert "台（#152）：" in told
    assert ": " not in told and "(#" not in told
    file = tmp_path / "t.jsonl"
    rows = [tournament("t", "", "2026-02-01", rounds=1, standings="hk-open")]
    rows += entries("t", "2026-02-01", "C01 C02 C03 C04")
    file.write_bytes(jsonl(*rows, *games("t", "2026-02-01", "1.1 C01 1-0 C02")))
    command("import", file)
    assert "C03、C04" in command("--language", language, "standings", "t")
