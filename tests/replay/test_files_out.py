"""What goes out: workbooks, FIDE's fixed-width form, templates, reports of tournaments in the log."""

import json
import re
import zipfile
from datetime import date
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from python_calamine import CalamineWorkbook

from ledger import LedgerError, open_log
from ledger.events import GameCorrected, PlayerRegistered, RatingCarriedIn, Result, TitleAwarded
from replay.answers import columns
from replay.answers.answer import Answer, Fact
from replay.answers.table import rows_table
from replay.answers.workbook import write_workbook
from replay.commands.main import run
from replay.files import ReadOptions, open_file
from replay.files.decisions import Decisions, read_decisions, write_decisions
from replay.files.fide.form import ListedTitles, fide_text
from replay.files.known import KnownLedger
from replay.files.players import Stranger
from replay.files.tables import KINDS, LANGUAGES
from tests.builders import carried, event, game, player, titled, tournament
from tests.replay.conftest import Shell

pytestmark = pytest.mark.usefixtures("queries_here")

FIDE = "fide-standard"
COLUMNS = (
    "rank",
    "player",
    "name",
    "title",
    "federation",
    "sex",
    "born",
    "rating",
    "games",
    "k",
    "status",
)
ROWS = [
    (1, "1503014", "Chan, Alpha", "GM", "HKG", "M", 1990, "2743", 9, 10, "active"),
    (2, "=1+1", "Lee, Beta", "WGM", "MAS", "F", None, "2000.1", 0, 20, "inactive"),
]
TABLE = rows_table(
    (
        columns.RANK, columns.PLAYER, columns.NAME, columns.TITLE, columns.FEDERATION, columns.SEX, columns.BORN,
        columns.RATING, columns.GAMES, columns.K, columns.STATUS,
    ),
    [(*row[:7], Decimal(row[7]), *row[8:]) for row in ROWS],
)  # fmt: skip
REPORT = (
    "012 Cup\n042 2024/03/01\n052 2024/03/01\n092 Individual: Swiss-System\n"
    + "132".ljust(91)
    + "24/03/01\n"
    + f"001 {1:4} m GM {'Chan, Alpha':33} {'':4} HKG {77:>11} 1990/00/00  1.0    1     2 w 1\n"
    + f"001 {2:4} w    {'Lee, Beta':33} {'':4} MAS {88:>11} 1991/00/00  0.0    2     1 b 0\n"
)


def test_numbers_are_numbers_and_ids_stay_text(tmp_path: Path) -> None:
    out = tmp_path / "list.xlsx"
    receipt = [Fact("scheme", "scheme", "fide-standard"), Fact("rows", "rows", 2)]
    write_workbook(out, Answer("list/1", table=TABLE, receipt=receipt))
    book = CalamineWorkbook.from_path(str(out))
    assert book.sheet_names == ["List", "Receipt"]
    header, first, second = book.get_sheet_by_name("List").to_python()
    assert header == list(COLUMNS)
    assert (first[0], first[1], first[7]) == (1.0, "1503014", 2743.0)
    assert (second[1], second[7], second[6]) == ("=1+1", 2000.1, ""), "no formula is made of a name"
    assert book.get_sheet_by_name("Receipt").to_python() == [
        ["field", "value"],
        ["scheme", "fide-standard"],
        ["rows", 2.0],
    ]


def test_a_list_in_a_workbook_says_at_the_column_which_games_are_counted(
    shell: Shell, tmp_path: Path
) -> None:
    for scheme, said in (
        ("fide-standard", "rated games on this list"),
        ("malaysia", "all rated games so far"),
    ):
        out = tmp_path / f"{scheme}.xlsx"
        assert shell("list", scheme, "2024-12-01", "-o", str(out))[0] == 0
        with zipfile.ZipFile(out) as packed:
            comments = packed.read("xl/comments1.xml").decode()
        assert re.findall(r'<comment ref="(\w+)"', comments) == ["I1"], "the heading of games"
        assert f">{said}</t>" in comments


def test_the_header_is_frozen_and_the_bytes_are_the_same_every_time(tmp_path: Path) -> None:
    for name in ("a.xlsx", "b.xlsx"):
        write_workbook(tmp_path / name, Answer("list/1", table=TABLE))
    assert (tmp_path / "a.xlsx").read_bytes() == (tmp_path / "b.xlsx").read_bytes()
    with zipfile.ZipFile(tmp_path / "a.xlsx") as packed:
        assert b'state="frozen"' in packed.read("xl/worksheets/sheet1.xml")


def test_a_workbook_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match="cannot be written"):
        write_workbook(tmp_path / "no such folder" / "a.xlsx", Answer("list/1", table=TABLE))


def test_fides_form_is_read_back_as_fides_own_list(tmp_path: Path) -> None:
    rows = [ROWS[0], (2, "88", *ROWS[1][2:6], 1985, "2000", *ROWS[1][8:])]
    path = tmp_path / "standard_rating_list.txt"
    path.write_text(
        fide_text(
            COLUMNS,
            rows,
            date(2026, 11, 1),
            {"1503014": ListedTitles("GM"), "88": ListedTitles("", "WGM")},
        )
    )
    found = [item.event for item in open_file(path, ReadOptions(scheme_of=(f"standard={FIDE}",)))]
    people = [
        (e.player, e.name, e.sex, e.federation, e.born)
        for e in found
        if isinstance(e, PlayerRegistered)
    ]
    assert people == [
        ("1503014", "Chan, Alpha", "M", "HKG", 1990),
        ("88", "Lee, Beta", "F", "MAS", 1985),
    ]
    ratings = [(e.player, e.rating, e.date) for e in found if isinstance(e, RatingCarriedIn)]
    assert ratings == [
        ("1503014", Decimal(2743), date(2026, 11, 1)),
        ("88", Decimal(2000), date(2026, 11, 1)),
    ]
    assert [(e.player, e.title) for e in found if isinstance(e, TitleAwarded)] == [
        ("1503014", "fide-gm"),
        ("88", "fide-wgm"),
    ]


def test_an_id_too_long_for_fides_form_is_refused_and_not_cut() -> None:
    with pytest.raises(LedgerError, match="longer than FIDE's column"):
        fide_text(("player", "name", "rating"), [("x" * 15, "A", "1500")], date(2026, 11, 1), {})


def test_of_two_titles_the_list_shows_the_higher_and_fides_form_both(
    tmp_path: Path, shell: Shell
) -> None:
    """FIDE's order is GM, IM, WGM, FM, WIM, CM, WFM, WCM; its list has a column for women's titles. Revoked: none."""
    titles = {
        "1": ["fide-fm", "fide-wgm"],
        "2": ["fide-wim"],
        "3": ["fide-im", "fide-wgm"],
        "4": ["fide-cm"],
        "5": [],
        "6": ["fide-agm", "fide-fa", "fide-ft"],
        "7": ["fide-lsi", "fide-na", "fide-ni", "fide-si"],
    }
    for each, codes in titles.items():
        shell.tell(
            *player(each, sex="F"),
            *(titled(each, "2020-02-01", code) for code in codes),
            *carried(FIDE, "2024-05-01", {each: 2400}),
        )
    shell.tell(event("TitleRevoked", "2024-04-01", player="4", title="fide-cm"))
    shown = {
        row["player"]: row["title"]
        for row in shell.rows("list", FIDE, "2024-05-01", "--format", "csv")
    }
    assert shown == {"1": "WGM", "2": "WIM", "3": "IM", "4": "", "5": "", "6": "", "7": ""}
    out = tmp_path / "standard_rating_list.txt"
    assert shell("list", FIDE, "2024-05-01", "-o", str(out))[0] == 0
    lines = out.read_text().splitlines()
    columns = [lines[0].index(name) for name in ("Tit ", "WTit", "OTit", "FOA", "MAY24")]
    found = {
        line.split()[0]: [line[at:end].strip() for at, end in pairwise(columns)]
        for line in lines[1:]
    }
    assert found == {
        "1": ["FM", "WGM", "", ""],
        "2": ["WIM", "WIM", "", ""],
        "3": ["IM", "WGM", "", ""],
        "4": ["", "", "", ""],
        "5": ["", "", "", ""],
        "6": ["", "", "FT,FA", "AGM"],
        "7": ["", "", "SI,NI,LSI,NA", ""],
    }
    back = [item.event for item in open_file(out, ReadOptions(scheme_of=(f"standard={FIDE}",)))]
    awarded = {(event.player, event.title) for event in back if isinstance(event, TitleAwarded)}
    assert awarded == {
        (player, code) for player, codes in titles.items() for code in codes if player != "4"
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ending", [".xlsx", ".csv"])
def test_every_template_is_recognised_when_it_comes_back_empty(
    tmp_path: Path, kind: str, language: str, ending: str
) -> None:
    """A template as it was written has no rows, and no problem either."""
    path = tmp_path / f"{kind}{ending}"
    assert run(["template", str(path), "--language", language]) == 0
    assert list(open_file(path, ReadOptions())) == []


def test_the_office_workbook_has_every_table_and_drop_downs(tmp_path: Path) -> None:
    """Words that are counted can be chosen in the sheet; the empty workbook comes back without a problem."""
    path = tmp_path / "office.xlsx"
    assert run(["template", str(path)]) == 0
    assert list(open_file(path, ReadOptions())) == []
    with zipfile.ZipFile(path) as packed:
        names = re.findall(r'<sheet name="([^"]+)"', packed.read("xl/workbook.xml").decode())
        assert names == [*(kind.title[0] for kind in KINDS.values()), "Help", "Choices"]
        results = packed.read(f"xl/worksheets/sheet{1 + list(KINDS).index('results')}.xml").decode()
        words = packed.read("xl/sharedStrings.xml").decode()
    assert re.findall(r'<dataValidation type="list"[^>]* sqref="([A-Z])2:', results) == [
        "F",
        "H",
    ]  # result, stage
    assert all(
        f">{word}<" in words
        for word in ("1/2-1/2", "-/+", "fide-wgm", "semifinal", "technical", "cxa-rapid")
    )


def test_all_tables_do_not_fit_into_one_csv(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["template", str(tmp_path / "office.csv")]) == 2
    assert "cannot write all tables to one .csv\n    → use .xlsx\n" in capsys.readouterr().err


def test_a_template_overwrites_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "players.csv"
    path.write_text("mine")
    assert run(["template", str(path)]) == 2
    assert path.read_text() == "mine" and "is there already" in capsys.readouterr().err


def test_a_name_without_a_kind_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["template", str(tmp_path / "x.xlsx")]) == 2
    assert "office (all of them) or one of: players" in capsys.readouterr().err


@pytest.fixture
def ledger(tmp_path: Path) -> list[str]:
    place = ["--ledger", str(tmp_path / "ledger")]
    (tmp_path / "cup.trf").write_text(REPORT)
    assert run([*place, "init"]) == 0
    assert run([*place, "import", str(tmp_path / "cup.trf")]) == 0
    return place


@pytest.mark.parametrize("version", ["16", "26"])
def test_an_exported_report_says_nothing_new_to_its_own_ledger(
    ledger: Any, tmp_path: Path, version: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.trf"
    assert (
        run(
            [*ledger, "export", "--trf", "cup-2024-03-01", "--trf-version", version, "-o", str(out)]
        )
        == 0
    )
    assert ("142 1" in out.read_text()) == (version == "26")
    assert run([*ledger, "import", str(out)]) == 0
    assert "nothing appended" in capsys.readouterr().out


def test_an_exported_report_carries_the_event_to_another_ledger(
    ledger: Any, tmp_path: Path
) -> None:
    out = tmp_path / "out.trf"
    with open_log(tmp_path / "ledger") as log:
        log.append(
            [
                GameCorrected(
                    date=date(2024, 4, 1),
                    tournament="cup-2024-03-01",
                    round=1,
                    board=1,
                    result=Result.DRAW,
                    reason="appeal",
                )
            ]
        )
        before = [(type(event), event.date) for _, event in log.read()]
    assert run([*ledger, "export", "--trf", "cup-2024-03-01", "-o", str(out)]) == 0
    with open_log(":memory:") as other:
        other.append(open_file(out, ReadOptions(), other))
        after = [(type(event), event.date) for _, event in other.read()]
    assert sorted(map(str, after)) == sorted(map(str, before))


def test_an_unknown_tournament_is_refused(ledger: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*ledger, "export", "--trf", "nothing"]) == 2
    assert "there is no tournament 'nothing'" in capsys.readouterr().err


PLACE = '=HYPERLINK("http://x.example","click")'
CUP = tournament(
    "T", "fide-standard", "2024-02-05", date="2024-01-01", name="Cup", rounds=1, place=PLACE
)
AS_TABLE = (
    "SELECT tournament, name, place, strftime(start, '%Y-%m-%d') AS start, strftime(\"end\", '%Y-%m-%d') AS \"end\", "
    "rounds, 'fide-standard' AS rated, '2024-01-01' AS date FROM tournaments"
)


def test_free_text_is_no_formula_in_csv_and_itself_again_when_read_back(
    shell: Shell, tmp_path: Path
) -> None:
    """An apostrophe on the way out, none on the way in; json, parquet and xlsx have the text itself."""
    shell.tell(CUP)
    for ending in ("csv", "json", "xlsx", "parquet"):
        assert shell("sql", AS_TABLE, "-o", str(tmp_path / f"tournaments.{ending}"))[0] == 0
    assert "'=HYPERLINK" in (tmp_path / "tournaments.csv").read_text()
    assert json.loads((tmp_path / "tournaments.json").read_text())[0]["place"] == PLACE
    assert pq.read_table(tmp_path / "tournaments.parquet")["place"].to_pylist() == [PLACE]
    sheet = CalamineWorkbook.from_path(str(tmp_path / "tournaments.xlsx")).get_sheet_by_index(0)
    assert sheet.to_python()[1][2] == PLACE
    with zipfile.ZipFile(tmp_path / "tournaments.xlsx") as packed:
        assert b"<f>" not in packed.read("xl/worksheets/sheet1.xml"), "no formula"
        assert b'quotePrefix="1"' in packed.read("xl/styles.xml"), (
            "nor does it become one when the cell is edited"
        )
    for ending in ("csv", "xlsx"):
        with open_log(":memory:") as other:
            other.append(open_file(tmp_path / f"tournaments.{ending}", ReadOptions(), other))
            assert [event.place for _, event in other.read()] == [PLACE]


def test_numbers_and_forfeits_are_left_alone(shell: Shell) -> None:
    shell.tell(
        *player("A B"),
        CUP,
        game("T", "2024-02-05", "A +/- B"),
    )
    assert shell("sql", "SELECT result, -3 AS change, '-3' AS said, '+3.5' AS more FROM games")[
        1
    ] == ("result,change,said,more\n+/-,-3,-3,+3.5\n")


def test_the_csv_of_a_list_has_its_canonical_bytes_whatever_older_names_begin_with(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr("ledger.append.append.refuse_unsafe_text", lambda event, body: None)
        shell.tell(
            *player("P", name="=1+1"),
            *carried("fide-standard", "2024-01-01", {"P": 2000}),
        )
    assert shell("publish", "fide-standard", "2024-03-01")[0] == 0
    listed = shell("list", "fide-standard", "2024-03-01")[1]
    assert ",P,=1+1," in listed
    assert (
        listed.encode() == (shell.folder / "ledger/lists/fide-standard-2024-03-01.csv").read_bytes()
    )


def test_a_name_in_the_file_of_decisions_is_no_formula_either(tmp_path: Path) -> None:
    stranger = Stranger(1, "=cmd|'/c calc'!A1", "HKG", 1990)
    assert write_decisions(tmp_path / "map.csv", [stranger], KnownLedger(), Decisions()) == 1
    assert "'=cmd" in (tmp_path / "map.csv").read_text()
    decided = read_decisions(tmp_path / "map.csv").of(stranger)
    assert decided is not None and decided.action == "new"
