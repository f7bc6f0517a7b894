"""Spreadsheets: headers in three languages, what people and programs put into cells, and what is refused where."""

import csv
import io
import sys
import zipfile
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from ledger import LedgerError, open_log
from ledger.errors import refused
from ledger.events import (
    ByeRecorded,
    GameRecorded,
    PlayerCorrected,
    PlayerEntered,
    PlayerRegistered,
    RatingCarriedIn,
    Result,
    TimeControl,
    TitleAwarded,
    TournamentRegistered,
)
from replay.files import ReadOptions, open_file
from replay.files.tables import KINDS, LANGUAGES

_MANY = range(10_000)
RESULTS = "tournament,round,board,first,second,result,date\ncup,1,1,A,B,1-0,2026-10-01\n"


@pytest.fixture
def table(tmp_path: Path) -> Any:
    def write(text: str, name: str = "table.csv", encoding: str = "utf-8") -> Path:
        path = tmp_path / name
        path.write_bytes(text.encode(encoding))
        return path

    return write


@pytest.fixture
def workbook(tmp_path: Path) -> Any:
    def write(**sheets: list[list[Any]]) -> Path:
        path = tmp_path / "book.xlsx"
        book = xlsxwriter.Workbook(str(path), {"default_date_format": "yyyy-mm-dd"})
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            for line, row in enumerate(rows):
                sheet.write_row(line, 0, row)
        book.close()
        return path

    return write


def events(path: Path, **options: Any) -> list:
    items = list(open_file(path, ReadOptions(**options)))
    assert [item.problem for item in items if item.problem] == []
    return [item.event for item in items]


def problems(path: Path, **options: Any) -> list:
    return [item.problem for item in open_file(path, ReadOptions(**options)) if item.problem]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_encodings_and_separators(table: Any, encoding: str, mark: str) -> None:
    rows = [
        ["棋手编号", "姓名", "性别", "出生日期", "协会", "登记日期"],
        ["1001", "王天一", "男", "1989年3月27日", "CHN", "2026/1/1"],
    ]
    path = table("\r\n".join(mark.join(row) for row in rows), encoding=encoding)
    (player,) = events(path)
    assert (player.player, player.name, player.sex, player.federation) == (
        "1001",
        "王天一",
        "M",
        "CHN",
    )
    assert (player.born, player.date) == (date(1989, 3, 27), date(2026, 1, 1))


def test_a_table_is_known_by_its_heading_whatever_its_name(table: Any) -> None:
    assert len(events(table(RESULTS, "sent-by-mail.txt"))) == 1


def test_a_western_file_is_not_taken_for_chinese(table: Any) -> None:
    (player,) = events(table("id,name,sex,date\n7,Müller José,M,2026-01-01\n", encoding="cp1252"))
    assert player.name == "Müller José"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_template_header_is_read_in_every_language(
    table: Any, kind: str, language: str
) -> None:
    """The example of each column, under the header of each language, gives an event of that kind."""
    columns = KINDS[kind].columns
    text = io.StringIO()
    csv.writer(text).writerows(
        [[c.header(language) for c in columns], [c.example for c in columns]]
    )
    (event,) = events(table(text.getvalue(), f"{kind}.csv"))
    assert type(event) is KINDS[kind].event


def test_numbers_dates_and_truth_of_a_real_workbook(workbook: Any) -> None:
    """Excel keeps 7 as 7.0, a day as a number with a format, yes as TRUE; ids lose no digit."""
    path = workbook(
        比赛=[
            ["比赛编号", "比赛名称", "开始日期", "结束日期", "轮数", "计分制度", "登记日期", "已批准", "用时",
             "每日时数"],
            ["cup", "秋季杯", datetime(2026, 10, 1), datetime(2026, 10, 3), 7, "cxa-rapid、malaysia", "2026-07-01",
             True, "10+5", 6.5],
        ],
        棋手=[["ID", "Name", "Sex", "Registered"], [12345678, "A", "F", datetime(2026, 1, 1)]],
    )  # fmt: skip
    player, tournament = events(path)
    assert (type(player), player.player, player.sex) == (PlayerRegistered, "12345678", "F")
    assert (tournament.start, tournament.rounds, tournament.approved) == (
        date(2026, 10, 1),
        7,
        True,
    )
    assert tournament.rated == ("cxa-rapid", "malaysia")
    assert (tournament.time_control, tournament.hours_per_day) == (
        TimeControl(600, 5),
        Decimal("6.5"),
    )


def test_one_workbook_can_hold_a_whole_event(workbook: Any) -> None:
    """Sheets in any order: players and tournaments come before what needs them."""
    path = workbook(
        Results=[["Tournament ID", "Round", "Board", "First", "Second", "Result", "Date"],
                 ["cup", 1, 1, "A", "B", "1-0", datetime(2026, 10, 1)]],
        Byes=[["Tournament ID", "Round", "Player ID", "Kind", "Date"], ["cup", 1, "C", "轮空", datetime(2026, 10, 1)]],
        Entries=[["Tournament ID", "Player ID", "Number", "Entered"], ["cup", "A", 1, "2026-10-01"]],
        Tournaments=[["Tournament ID", "Name", "Start", "End", "Rounds", "Rated", "Registered"],
                     ["cup", "Cup", "2026-10-01", "2026-10-03", 5, "cxa-rapid", "2026-07-01"]],
        Titles=[["Player ID", "Title", "Awarded"], ["A", "fide-fm", "2026-02-01"]],
        Ratings=[["Player ID", "Scheme", "Rating", "Date"], ["A", "malaysia", 2000.5, "2026-02-01"]],
        Players=[["Player ID", "Name", "Sex", "Registered"], *([p, p, "M", "2026-01-01"] for p in "ABC")],
    )  # fmt: skip
    with open_log(":memory:") as log:
        assert log.append(open_file(path, ReadOptions(), log)).appended == 9
        assert log.append(open_file(path, ReadOptions(), log)).appended == 0
        kinds = [type(event) for _, event in log.read()]
        ratings = [event.rating for _, event in log.read() if type(event) is RatingCarriedIn]
    assert ratings == [Decimal("2000.5")]
    assert set(kinds) == {
        PlayerRegistered, TitleAwarded, RatingCarriedIn, TournamentRegistered, PlayerEntered, GameRecorded, ByeRecorded,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("said", "result"),
    [
        ("1-0", Result.FIRST_WINS), ("1 – 0", Result.FIRST_WINS), ("2-0", Result.FIRST_WINS),
        ("先胜", Result.FIRST_WINS), ("紅勝", Result.FIRST_WINS), ("0-1", Result.SECOND_WINS),
        ("黑胜", Result.SECOND_WINS), ("½-½", Result.DRAW), ("1/2-1/2", Result.DRAW), ("1-1", Result.DRAW),
        ("和棋", Result.DRAW), ("+/-", Result.SECOND_ABSENT),
        ("-/+", Result.FIRST_ABSENT), ("雙方棄權", Result.BOTH_ABSENT),
    ],
)  # fmt: skip
def test_results_as_people_write_them(table: Any, said: str, result: Result) -> None:
    (game,) = events(table(RESULTS.replace("1-0", said)))
    assert game.result == result


WRONG = {
    "'1' is not a result": ("result", "1"),
    "'3-0' is not a result": ("result", "3-0"),
    "'one' is not a whole number": ("round", "one"),
    "'1.5' is not a whole number": ("board", "1.5"),
    "'2026-13-01' is not a date": ("date", "2026-13-01"),
    "no first": ("first", ""),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_cell_is_named_by_row_and_column(table: Any, wrong: str) -> None:
    field, value = WRONG[wrong]
    header, row = (line.split(",") for line in RESULTS.strip().split("\n"))
    at = header.index(field)
    row[at] = value
    (problem,) = problems(table("\n".join(",".join(cells) for cells in (header, row))))
    assert wrong in problem.wrong
    assert problem.place.endswith(f"table.csv:2, column {at + 1}")


def test_in_a_workbook_sheet_row_and_column_are_named(workbook: Any) -> None:
    path = workbook(
        Results=[
            RESULTS.split("\n")[0].split(","),
            [],
            ["cup", 1, 1, "A", "B", datetime(2026, 1, 1), "2026-10-01"],
        ]
    )
    (problem,) = problems(path)
    assert problem.place.endswith("sheet 'Results', row 3, column F")
    assert "turned the result into a date" in problem.wrong


def test_an_unknown_header_is_refused_and_the_nearest_named(table: Any) -> None:
    (problem,) = problems(
        table(RESULTS.replace("board,", "board,referee,").replace("1,A", "1,x,A"))
    )
    assert "unknown column 'referee'" in problem.wrong and problem.place.endswith(":1, column 4")
    assert (
        problems(table(RESULTS.replace("board,", "board,#referee,").replace("1,A", "1,x,A"))) == []
    )
    (near,) = problems(table(RESULTS.replace("date", "date,stagee").replace("10-01", "10-01,main")))
    assert "did you mean 'stage'" in near.remedy


def test_a_missing_date_column_can_be_told_for_the_whole_file(table: Any) -> None:
    path = table("id,name,sex\nA,A,M\n")
    (problem,) = problems(path)
    assert "no column 'date'" in problem.wrong
    assert "under the name Registered or" in problem.remedy and "--date" in problem.remedy
    (player,) = events(path, date=date(2026, 1, 1))
    assert player.date == date(2026, 1, 1)


def test_a_heading_of_no_known_table_is_refused(table: Any) -> None:
    (problem,) = problems(table("apples,pears\n1,2\n"))
    assert "not the heading of a known table" in problem.wrong and "template" in problem.remedy


def test_nothing_of_a_table_with_one_bad_row_is_appended(table: Any) -> None:
    path = table("id,name,sex,date\nA,A,M,2026-01-01\nB,B,?,2026-01-01\nC,C,F,2026-01-01\n")
    with open_log(":memory:") as log:
        with pytest.raises(LedgerError):
            log.append(open_file(path, ReadOptions(), log))
        assert log.head == 0


def test_a_player_registered_with_the_same_data_is_not_registered_again(table: Any) -> None:
    with open_log(":memory:") as log:
        log.append(open_file(table("id,name,sex,date\nA,A,M,2020-01-01\n"), ReadOptions(), log))
        done = log.append(
            open_file(
                table("id,name,sex,date\nA,A,M,2026-01-01\nB,B,F,2026-01-01\n"), ReadOptions(), log
            )
        )
    assert (done.appended, done.duplicates) == (1, 1)


def test_a_table_with_the_corrected_data_of_a_player_says_nothing_new(table: Any) -> None:
    corrected = PlayerCorrected(date=date(2026, 2, 1), player="A", reason="misspelt", name="B")
    with open_log(":memory:") as log:
        log.append(open_file(table("id,name,sex,date\nA,A,M,2020-01-01\n"), ReadOptions(), log))
        log.append([corrected])
        for name in "AB":
            path = table(f"id,name,sex,date\nA,{name},M,2020-01-01\n")
            assert log.append(open_file(path, ReadOptions(), log)).appended == 0


def test_a_table_with_ids_is_read_without_the_read_model(table: Any) -> None:
    """In a large ledger opening it takes longer than the import; only a name needs it."""

    def too_slow() -> Any:
        raise AssertionError("nobody has to be looked up")

    games = "tournament,round,board,date,first,second,result\nT,1,1,2026-03-01,A,B,1-0\n"
    with open_log(":memory:") as log:
        log.append(
            open_file(
                table("id,name,sex,date\nA,Ann,M,2020-01-01\nB,Bob,M,2020-01-01\n"),
                ReadOptions(),
                log,
            )
        )
        event = "tournament,name,start,end,rounds,rated,date\nT,Cup,2026-03-01,2026-03-01,1,elo,2026-01-01\n"
        log.append(open_file(table(event), ReadOptions(), log))
        assert (
            log.append(open_file(table(games), ReadOptions(), log, open_snapshot=too_slow)).appended
            == 1
        )
        by_name = open_file(
            table(games.replace("1-0", "0-1").replace("A", "Ann")),
            None,
            log,
            open_snapshot=too_slow,
        )
        with pytest.raises(AssertionError, match="looked up"):
            list(by_name)


# files that mean harm, or are broken


def bomb(path: Path, rows: bytes, part: str = "xl/worksheets/sheet1.xml") -> Path:
    """A workbook as programs write it, with other rows in its sheet."""
    whole = path.with_name("whole.xlsx")
    book = xlsxwriter.Workbook(str(whole))
    book.add_worksheet("Results")
    book.close()
    with (
        zipfile.ZipFile(whole) as genuine,
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed,
    ):
        for name in genuine.namelist():
            content = genuine.read(name)
            packed.writestr(
                name, content.replace(b"<sheetData/>", rows) if name == part else content
            )
    return path


@pytest.mark.parametrize(
    "reference",
    [
        b'r="XFD1048576"',
        b"r='XFD1048576'",
        b'r = "XFD1048576"',
        b'r="xfd1048576"',
        b'r="XFD01048576"',
    ],
)
def test_a_sheet_up_to_the_last_cell_ends_nothing_but_its_own_reading(
    tmp_path: Path, reference: bytes
) -> None:
    """17,179,869,184 cells in a few bytes: the library would ask for 550 GB, and the whole process would end."""
    cells = (
        b'<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c '
        + reference
        + b"><v>1</v></c></row>"
    )
    path = bomb(tmp_path / "a.xlsx", b"<sheetData>" + cells + b"</sheetData>")
    assert path.stat().st_size < 10_000
    with pytest.raises(LedgerError, match=r"too large|cannot be read"):
        events(path)


def test_a_zip_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match=r"unpacked, 410\.0 MB; at most 400 MB"):
        events(bomb(tmp_path / "a.xlsx", b"<sheetData>" + b"0" * (410 << 20)))


def test_a_workbook_that_takes_too_long_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("replay.files.tables.workbook.SECONDS", 0.001)
    with pytest.raises(LedgerError, match="takes more than 1,024 MB of memory, 60 seconds"):
        events(bomb(tmp_path / "a.xlsx", b"<sheetData/>"))


def test_a_line_or_a_row_that_no_table_has_is_told_at_once(table: Any) -> None:
    with pytest.raises(
        LedgerError, match=r":2: a line of 10,000,001 characters; at most 1,000,000"
    ):
        events(table("id,name,sex,date\n" + "," * 10_000_000 + "\n"))
    with pytest.raises(LedgerError, match=r":1: 5,001 columns; a table has at most 1,000"):
        events(table("," * 5_000 + "\n"))


def test_a_million_empty_rows_at_the_end_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "results.xlsx"
    book = xlsxwriter.Workbook(str(path), {"constant_memory": True})
    sheet, bold = book.add_worksheet("Results"), book.add_format({"bold": True})
    for line, row in enumerate(RESULTS.strip().split("\n")):
        sheet.write_row(line, 0, row.split(","))
    for line in (500_000, 1_000_000):
        sheet.write_blank(line, 0, None, bold)
        sheet.write_string(line, 1, " ")
    book.close()
    assert len(events(path)) == 1


@pytest.mark.parametrize(
    "content", [b"PK\x03\x04 no zip", b"\xd0\xcf\x11\xe0 old", b"", b"\x00\x01\x02"]
)
def test_a_broken_file_is_a_message_with_a_place(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.xlsx"
    path.write_bytes(content)
    with pytest.raises(LedgerError) as refused:
        events(path)
    assert "a.xlsx" in refused.value.problems[0].place


def test_the_work_grows_with_the_rows_and_no_faster(tmp_path: Path) -> None:
    """Calls of functions, which a loaded machine makes no more of: ten times the rows, about ten times the calls."""

    def work(count: int) -> int:
        path, made = tmp_path / "results.csv", 0
        rows = [
            f"t{n // 500},{n // 50 % 10 + 1},{n % 50 + 1},{n % 5000},{n % 7000 + 9000},1-0,2026-01-01"
            for n in range(count)
        ]
        path.write_text("tournament,round,board,first,second,result,date\n" + "\n".join(rows))

        def note(*_: object) -> None:
            nonlocal made
            made += 1

        sys.setprofile(note)
        try:
            assert len(events(path)) == count
        finally:
            sys.setprofile(None)
        return made

    assert work(10_000) < 11 * work(1_000)


# dates


def dates_of(
    tmp_path: Path, *cells: str, name: str = "results.csv", **options: object
) -> list[str]:
    """The days that a column of dates is read as; a problem is raised."""
    rows = [f"cup,{row},1,A,B,1-0,{cell}" for row, cell in enumerate(cells, 1)]
    path = tmp_path / name
    path.write_text(
        "\n".join(["tournament,round,board,first,second,result,date", *rows]) + "\n",
        encoding="utf-8",
    )
    items = list(open_file(path, ReadOptions(**options)))  # type: ignore[arg-type]
    problems = [item.problem for item in items if item.problem]
    if problems:
        raise refused(problems)
    return [str(item.event.date) for item in items if item.event]


@pytest.mark.parametrize(
    ("cells", "days"),
    [
        (("3/4/2026", "5/13/2026", "03/04/26"), ("2026-03-04", "2026-05-13", "2026-03-04")),
        (("3/4/2026", "13/5/2026", "03/04/26"), ("2026-04-03", "2026-05-13", "2026-04-03")),
        (("26-03-04", "03-04-05", "99-03-31"), ("2026-03-04", "2003-04-05", "1999-03-31")),
        (
            ("2026-03-04", "2026年3月5日", "3 March 2026"),
            ("2026-03-04", "2026-03-05", "2026-03-03"),
        ),
        (("03.04.2026", "5/5/2026"), ("2026-04-03", "2026-05-05")),
        (("3/4/2026", "04.03.2026"), ("2026-04-03", "2026-03-04")),
    ],
)
def test_dates_of_a_column_are_read_in_one_form(
    tmp_path: Path, cells: tuple[str, ...], days: tuple[str, ...]
) -> None:
    """Any cell that can be read in one form only tells the form of all."""
    assert dates_of(tmp_path, *cells) == list(days)


def test_a_column_that_can_be_read_in_two_forms_is_refused_once_with_the_remedy(
    tmp_path: Path,
) -> None:
    with pytest.raises(LedgerError) as refused:
        dates_of(tmp_path, "2026-01-01", "3/4/2026", "5/6/2026", "2026-02-30")
    unclear, wrong = refused.value.problems
    assert unclear.place.endswith("results.csv:3, column 7")
    assert (
        unclear.wrong
        == "date: '3/4/2026' can be 2026-04-03 (dmy) or 2026-03-04 (mdy), and nothing in the column says which"
    )
    assert "--dates dmy or mdy" in unclear.remedy
    assert "'2026-02-30' is not a date" in wrong.wrong, (
        "other problems of the file are told at the same time"
    )
    assert dates_of(tmp_path, "3/4/2026", "5/6/2026", dates="dmy") == ["2026-04-03", "2026-06-05"]
    assert dates_of(tmp_path, "3/4/2026", "5/6/2026", dates="mdy") == ["2026-03-04", "2026-05-06"]


def test_a_column_in_two_forms_is_refused_where_the_second_begins(tmp_path: Path) -> None:
    with pytest.raises(
        LedgerError,
        match=r"column 7: date: '5/13/2026' is not written like the dates above it \(dmy\)",
    ):
        dates_of(tmp_path, "31/12/2025", "3/4/2026", "5/13/2026")


def test_a_form_that_was_told_must_fit(tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match="'03/04/2026' is not a date in the form ymd"):
        dates_of(tmp_path, "03/04/2026", dates="ymd")


def test_columns_of_one_table_have_forms_of_their_own(tmp_path: Path) -> None:
    """Players born as Americans write it, registered as Europeans do."""
    path = tmp_path / "players.csv"
    path.write_text(
        "id,name,sex,born,date\nA,An,M,3/4/1990,3/4/2026\nB,Bo,M,12/31/1991,31/12/2026\n"
    )
    players = [item.event for item in open_file(path)]
    assert [(str(each.born), str(each.date)) for each in players] == [
        ("1990-03-04", "2026-04-03"),
        ("1991-12-31", "2026-12-31"),
    ]


def test_a_birth_year_of_two_digits_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "players.csv"
    path.write_text("id,name,sex,born,date\nA,An,M,31/12/65,2026-01-01\n")
    (item,) = open_file(path)
    assert item.problem is not None and "two digits for the year" in item.problem.wrong


def test_unclear_dates_of_a_workbook_are_placed_by_sheet_row_and_column(tmp_path: Path) -> None:
    path = tmp_path / "results.xlsx"
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet("Results")
    for at, row in enumerate((RESULT_HEADER, ("cup", 1, 1, "A", "B", "1-0", "3/4/2026"))):
        sheet.write_row(at, 0, row)
    book.close()
    (item,) = open_file(path)
    assert item.problem is not None and item.problem.place.endswith(
        "sheet 'Results', row 2, column G"
    )


RESULT_HEADER = ("tournament", "round", "board", "first", "second", "result", "date")
