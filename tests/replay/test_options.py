"""An option does what it says or is refused: none is passed over in silence."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from replay.commands.main import run
from replay.commands.options import set_place
from replay.files.options import TAKEN_BY, FileOptions
from replay.simulation.demo import APPEAL, SAMPLE
from tests.replay.conftest import Shell

EXPLAIN = ("explain", "fide-standard", "F05", "2025-10-01")
WHATIF = ("whatif", "fide-standard", "2025-11-01", "--set", "k.top=15")


@pytest.mark.parametrize(
    "words, columns",
    [
        (("log",), "position recorded date type subject detail"),
        (("list", "fide-standard"), "rank player name title federation sex born rating games k status"),
        (("standings", "harbour-2025"), "rank player name score decided_by"),
        (
            ("standings", "river-cup-2025"),
            "rank player name score opponent_points direct wins second_wins second_games strong_opponent_points fouls "
            "previous_rank decided_by",
        ),
        (("standings", "river-cup-2025", "--player", "C01"), "step opponent value reason"),
        (("appeal", str(APPEAL)), "list_date player before after change cause"),
        (WHATIF, "player before after change"),
        (("compare", "2025-10-01", "2025-11-01", "--scheme", "fide-standard"), "player before after change cause"),
        (("find", "novak"), "kind id name detail"),
        (("history", "fide-standard", "F05"), "list_date rating change games k status causes"),
        (("published",), "position scheme list_date recorded rows changed"),
    ],
)  # fmt: skip
def test_the_columns_that_users_script_against_are_there_in_their_order(
    sample_shell: Shell, words: tuple[str, ...], columns: str
) -> None:
    """Others may stand between them and behind."""
    header = sample_shell(*words, "--format", "csv")[1].splitlines()[0].split(",")
    assert [name for name in header if name in columns.split()] == columns.split()


@pytest.mark.parametrize(
    "words, says",
    [
        # the form of an answer
        ((*EXPLAIN, "-o", "x.csv"), "x.csv: cannot write a .csv"),
        ((*EXPLAIN, "-o", "x.xlsx"), "use .txt, .json"),
        ((*EXPLAIN, "-o", "no/such/x.txt"), "its folder is not there"),
        ((*EXPLAIN, "--format", "csv"), "an explanation is a tree, not rows"),
        ((*EXPLAIN, "--format", "json", "-o", "x.txt"), "--format json, but its ending is .txt"),
        (("list", "fide-standard", "2025-10-01", "-o", "x.parquet", "--format", "csv"), "but its ending is .parquet"),
        (("list", "fide-standard", "2025-10-01", "-o", "x.csv", "--format", "table"), "a file has no table form"),
        (("log", "-o", "x.json", "--format", "csv"), "but its ending is .json"),
        (("log", "-o", "x"), "cannot write a file without ending"),
        (("list", "fide-standard", "2025-10-01", "--receipt", "--top", "3"), "a receipt is of the whole list"),
        (("list", "fide-standard", "2025-10-01", "--receipt", "--format", "csv"), "a receipt is written as json"),
        (("list", "fide-standard", "2025-10-01", "--receipt", "-o", "x.csv"), "cannot write a .csv"),
        # days and numbers
        (("list", "fide-standard", "2025-13-01"), "DATE: '2025-13-01' is not a day"),
        (("list", "fide-standard", "yesterday"), "write a day as 2025-11-30"),
        (("standings", "river-cup-2025", "--after", "two"), "--after: 'two' is not a whole number"),
        # the rules
        (("list", "fide-standard", "2025-10-01", "--from", "2024-03-01"), "--from goes with --set"),
        ((*EXPLAIN, "--reading", "x=y", "--from", "2024-03-01"), "--from goes with --set"),
        # what-ifs
        ((*WHATIF, "--plot", "movers"), "--plot goes with an .svg or .png file"),
        ((*WHATIF, "-o", "x.html", "--plot", "movers"), "--plot goes with an .svg or .png file"),
        ((*WHATIF, "-o", "x.svg", "--top", "3"), "--top goes with a table"),
        ((*WHATIF, "-o", "x.png", "--watch", "F05"), "--watch goes with a table"),
        ((*WHATIF, "-o", "x.csv", "--truth", "t.csv"), "--truth goes with a table, .html or json"),
        ((*WHATIF, "--processes", "2"), "--processes goes with a --sweep"),
        ((*WHATIF, "--sort", "brier"), "--sort goes with a --sweep"),
        ((*WHATIF[:3], "--sweep", "k.top=5..6", "--top", "3"), "--top goes with a single what-if"),
        ((*WHATIF[:3], "--sweep", "k.top=5..6", "--watch", "F05"), "--watch goes with a single what-if"),
        ((*WHATIF[:3], "--sweep", "k.top=5..6", "--plot", "movers"), "--plot goes with a single what-if"),
        # comparisons and appeals
        (("compare", "fide-standard@2025-10-01", "cxa-rapid@2025-10-01", "--by-cause"), "--by-cause goes with"),
        (("compare", "fide-standard@2025-10-01", "fide-standard@2025-11-01", "--scheme", "malaysia"),
         "--scheme malaysia, but both sides name theirs"),
        (("compare", "fide-standard@2025-10-01", "2025-11-01", "--date", "2026-01-01"),
         "--date 2026-01-01, but both sides name theirs"),
        (("appeal", str(APPEAL), "--ref", "A 1"), "goes with --accept"),
        # draws
        (("draw", "--from-numbers", "river-cup-2025", "--seed", "1"), "--seed goes with --championship"),
        (("draw", "--semifinals", "river-cup-2025", "--numbers"), "--numbers goes with --championship"),
        (("draw", "--youth", "river-cup-2025", "--pairings"), "--pairings goes with --groups"),
        (("draw", "--youth", "river-cup-2025", "--reading", "halves=even"), "--reading goes with --championship"),
        (("draw", "--groups", "river-cup-2025", "--numbers", "--pairings"), "numbers or pairings?"),
        (("draw", "--youth", "players.csv", "--known", "#3"), "--known goes with a tournament of the ledger"),
        (("draw", "--check", "river-cup-2025", "-o", "x.csv"), "-o goes with a draw"),
        (("draw", "--check", "river-cup-2025", "--seed", "1"), "--seed goes with --championship"),
        # files
        (("export", "--trf-version", "26"), "--trf-version goes with a report (--trf)"),
        (("export", "--corrected"), "--corrected goes with a report (--trf)"),
        (("simulate", "--format", "json"), "--format goes with -o FILE"),
        (("init", "--origin", "example.org/other"), "is a ledger already and is named"),
        (("--ledger", "", "log"), "--ledger names no place"),
        (("log", "--ledger"), "--ledger names no place"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_refused_and_nothing_is_written(
    sample_shell: Shell, words: Any, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.rglob("x*"))
    code, out, err = sample_shell(*words)
    assert (code, out) == (2, "") and says in err
    assert sorted(tmp_path.rglob("x*")) == before


@pytest.mark.parametrize(
    "option, where",
    [
        ("--tournament=T", "a cross-table, an archive or a report"),
        ("--rated=fide-standard", "a cross-table, an archive or a report"),
        ("--received=2025-01-01", "a cross-table or a report"),
        (
            "--write-players=map.csv",
            "a cross-table, an archive, a list of players, a table or a report",
        ),
        ("--date=2025-01-01", "a list of players or a table"),
        ("--encoding=latin-1", "a cross-table, an archive, a list of players, a table or a report"),
        ("--list-date=2025-01-01", "a rating list"),
        ("--federation=FRA", "a rating list"),
        ("--min-rating=0", "a rating list"),
        ("--complete", "a rating list"),
    ],
)
def test_an_option_that_no_file_takes_is_refused_before_anything_is_appended(
    shell: Shell, option: str, where: str
) -> None:
    code, _, err = shell("import", str(SAMPLE), option)
    assert (
        code == 2
        and f"{option.partition('=')[0]} goes with {where}, and there is only JSON Lines" in err
    )
    assert shell("log")[1].count("\n") == 1, "nothing was appended"


def test_every_option_of_a_reader_says_which_formats_take_it() -> None:
    """Whoever adds one has to, or it would be passed over in silence."""
    assert {field.name for field in fields(FileOptions)} == set(TAKEN_BY)


def test_an_option_that_one_of_the_files_takes_is_taken(shell: Shell, tmp_path: Path) -> None:
    table = tmp_path / "titles.csv"
    table.write_text("player,title\nF01,fide-fm\n")
    assert shell("import", str(SAMPLE), str(table), "--date", "2026-06-01")[0] == 0
    assert shell.rows("log", "--type", "TitleAwarded")[-1]["date"] == "2026-06-01"


def test_an_explanation_is_written_to_the_file(sample_shell: Shell, tmp_path: Path) -> None:
    """As the tree that is shown, or as json."""
    code, shown, _ = sample_shell(*EXPLAIN)
    assert sample_shell(*EXPLAIN, "-o", str(tmp_path / "e.txt")) == (0, "", "")
    assert code == 0 and (tmp_path / "e.txt").read_text() == shown
    assert sample_shell(*EXPLAIN, "-o", str(tmp_path / "e.json")) == (0, "", "")
    assert json.loads((tmp_path / "e.json").read_text()) == json.loads(
        sample_shell(*EXPLAIN, "--format", "json")[1]
    )
    assert sample_shell(*EXPLAIN, "-o", str(tmp_path / "e.dat"), "--format", "json")[0] == 0
    assert (tmp_path / "e.dat").read_text() == (tmp_path / "e.json").read_text()
    words = (
        "explain",
        "fide-standard",
        "--tournament",
        "harbour-2025",
        "-o",
        str(tmp_path / "t.txt"),
    )
    assert sample_shell(*words)[0] == 0 and "harbour-2025" in (tmp_path / "t.txt").read_text()


def test_a_receipt_is_written_to_the_file(sample_shell: Shell, tmp_path: Path) -> None:
    shown = sample_shell("list", "fide-standard", "2025-10-01", "--receipt")[1]
    assert sample_shell(
        "list", "fide-standard", "2025-10-01", "--receipt", "-o", str(tmp_path / "r.json")
    )[:2] == (0, "")
    assert (tmp_path / "r.json").read_text() == shown and "digest" in shown


def test_top_and_watch_of_a_whatif_hold_for_rows_too(sample_shell: Shell) -> None:
    every = sample_shell.rows(*WHATIF)
    assert len(every) > 3
    assert sample_shell.rows(*WHATIF, "--top", "2") == every[:2]
    last = every[-1]["player"]
    assert sample_shell.rows(*WHATIF, "--top", "2", "--watch", last) == [*every[:2], every[-1]]
    found = json.loads(sample_shell(*WHATIF, "--top", "2", "--format", "json")[1])
    assert [row["player"] for row in found["players"]] == [row["player"] for row in every[:2]]


def test_an_appeal_is_not_accepted_when_its_file_cannot_be_written(
    sample_shell: Shell, tmp_path: Path
) -> None:
    before = sample_shell("log")[1]
    code, _, err = sample_shell(
        "appeal", str(APPEAL), "--accept", "-o", str(tmp_path / "no" / "x.csv")
    )
    assert code == 2 and "its folder is not there" in err
    assert sample_shell("appeal", str(APPEAL), "--accept", "-o", str(tmp_path / "x.doc"))[0] == 2
    assert sample_shell("log")[1] == before


def test_a_file_that_is_there_stays_until_the_new_one_is_whole(
    sample_shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk half-way leaves the old file, and no half of a new one."""
    out = tmp_path / "log.csv"
    out.write_text("mine")

    def full(*_: Any) -> Any:
        yield "position,"
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("replay.answers.output.csv_of", full)
    code, _, err = sample_shell("log", "-o", str(out))
    assert code == 2 and "log.csv: cannot be written: No space left on device" in err
    assert out.read_text() == "mine" and [path.name for path in tmp_path.glob("log*")] == [
        "log.csv"
    ]


def test_a_device_is_written_as_it_stands(sample_shell: Shell) -> None:
    """`-o /dev/null` throws the rows away; the device is not replaced by a file."""
    assert sample_shell("log", "-o", "/dev/null", "--format", "csv")[0] == 0
    assert Path("/dev/null").is_char_device()
    assert sample_shell("export", "-o", "/dev/null")[0] == 0 and Path("/dev/null").is_char_device()


def test_an_empty_name_for_a_ledger_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["--ledger", str(tmp_path / "l"), "init", "--origin", ""]) == 2
    set_place("")
    assert "cannot name a ledger" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (("erase", "F03", "--ref", "letter 7"), "--reason is missing"),
        (("erase", "F03"), "--reason, --ref are missing"),
        (("erase",), "PLAYER, --reason, --ref are missing"),
        (("erase", "F03", "--reason", "asked for it"), "--ref is missing"),
        (("record", "void", "harbour-2025", "1", "1"), "--reason is missing"),
        (("record", "correction", "harbour-2025", "1", "1", "1-0"), "--reason is missing"),
        (("record", "withdrawal", "#8"), "--reason is missing"),
        (("keys", "revoke", "abc"), "--reason is missing"),
        (("record", "correction", "harbour-2025", "1", "1"), "RESULT, --reason are missing"),
        (("record", "void", "harbour-2025", "1", "1", "--reason"), "--reason needs a value"),
        (
            ("record", "void", "harbour-2025", "1", "1", "--reason", "--ref", "7"),
            "--reason needs a value",
        ),
    ],
)
def test_what_is_missing_is_named(words: tuple[str, ...], wrong: str, capsys: Any) -> None:
    assert run(list(words)) == 2
    said = capsys.readouterr().err
    assert wrong in said and "requires an argument" not in said


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (("list", "elo", "2024-01-01", "x"), "one word too many: x"),
        (("list", "elo", "2024-01-01", "x", "y"), "2 words too many: x, y"),
        (("list", "elo", "--formt", "csv"), "there is no option --formt; did you mean --format?"),
        (("--language", "zh-Hans", "list", "elo", "2024-01-01", "x", "y"), "多出 2 个词：x、y"),
        (("--language", "zh-Hans", "list", "elo", "--xyzzy"), "没有选项 --xyzzy"),
    ],
)
def test_what_a_command_does_not_have_is_named(
    words: tuple[str, ...], wrong: str, capsys: Any
) -> None:
    assert run(list(words)) == 2
    assert wrong in capsys.readouterr().err


def test_an_unknown_title_is_answered_with_a_few_titles_and_where_the_others_are(
    sample_shell: Any, capsys: Any
) -> None:
    """The demo has regulations with many more titles than ten; none of them is near."""
    code, _, said = sample_shell("record", "title", "F01", "XYZQ", "--date", "2026-01-01", "--yes")
    assert code == 2 and "no scheme knows the title 'XYZQ'" in said
    named = said.partition("known are, for example: ")[2].partition(";")[0].split(", ")
    assert len(named) == 10 and "rating-ledger help schemes" in said
