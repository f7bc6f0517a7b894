"""Mutilated files: a report, a table, a workbook, a list is read whole, or refused with a place."""

import io
import random
import zipfile
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
import xlsxwriter

from ledger import LedgerError, open_log
from replay.files import ReadOptions, open_file

REPORT = """012 Harbour Open
042 2024/03/01
052 2024/03/03
062 4
082 2
092 Individual: Swiss-System
122 90'+30"
132{gap}24/03/01  24/03/02
102 IA Chief Arbiter
162  W 3.0    D 1.0
299          -1.0   1    4
### ledger boards 1 2=1 1=3
001    1 m IM Grünberg, A                       2400 HKG     6000001 1990/00/00  6.0    1     2 w 1     3 b 1
001    2 w    Player, B                         2300 HKG     6000002 1991/05/06  0.5    4     1 b 0  0000 - H
001    3 m    Player, C                         2200 MAS     6000003 1992/00/00  1.0    2     4 w 1     1 w 0
001    4      Player, D                              CHN     6000004             0.0    3     3 b 0  0000 - Z
013 Lions                              1    2
240 H   2    2
FRA    1 m  A Nom                               2450
XXR 2
### ledger event {{"type":"ReportReceived","date":"2024-03-09","tournament":"{id}"}}
""".format(gap=" " * 88, id="harbour-open-2024-03-01")
TABLE = """比赛编号,轮次,台次,先手,后手,结果,日期
cup,1,1,A,B,1-0,2026-10-01
cup,1,2,C,"D,x",和棋,2026-10-01
"""
PLAYERS = """id,name,sex,born,date
A,王天一,M,1989,2026-01-01
B,Müller,F,1990-03-02,2026-01-01
"""
LIST = """ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA NOV26 Gms K  B-day Flag
100            Chan, Alpha                                                  HKG M   IM                           2350  3   10 1990
200            Lee, Beta                                                    MAS F   WGM  WGM                     1500  0   40 1985  wi
"""  # noqa: E501
ARCHIVE = "".join(
    f"""[Event "Cup"]
[Site "Zürich SUI"]
[Date "2019.05.{day}"]
[Round "{round_}"]
[White "Grünberg, A"]
[Black "Player, B"]
[Result "{result}"]
[WhiteElo "2400"]
[EventDate "2019.05.01"]
[TimeControl "40/7200:3600"]
[WhiteFideId "100"]
[BlackFideId "{black}"]

1. e4 {{[%clk 1:00:00] a comment}} e5 2. Nf3 $1 (2. f4) {result}

"""
    for day, round_, result, black in (
        ("01", "1.1", "1-0", 7),
        ("??", "?", "1/2-1/2", 8),
        ("03", "3", "*", 7),
    )
)
XML = """<?xml version="1.0"?><playerslist><player><fideid>100</fideid><name>Chan</name><country>HKG</country>
<sex>M</sex><rating>2350</rating><k>10</k><birthday>1990</birthday></player></playerslist>"""


def workbook() -> bytes:
    kept = io.BytesIO()
    book = xlsxwriter.Workbook(kept, {"in_memory": True})
    sheet = book.add_worksheet("Players")
    for line, row in enumerate(PLAYERS.strip().split("\n")):
        sheet.write_row(line, 0, row.split(","))
    book.close()
    return kept.getvalue()


def zipped() -> bytes:
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("standard_list.txt", LIST)
    return kept.getvalue()


SAMPLES = {
    "report.trf": REPORT.encode(),
    "latin.trf": REPORT.encode("latin-1"),
    "archive.pgn": ARCHIVE.encode(),
    "old.pgn": ARCHIVE.encode("latin-1"),
    "results.csv": TABLE.encode("gb18030"),
    "players.csv": PLAYERS.encode("utf-8-sig"),
    "players.xlsx": workbook(),
    "standard_list.txt": LIST.encode(),
    "standard_list.xml": XML.encode(),
    "standard_list.zip": zipped(),
}
ALPHABET = b"01=+-WDLHFUZwb 0000#,;\"'\r\n\t/.\x00\xff\xc3\xe9aA9{}<>&"


def _flip(raw: bytearray, dice: random.Random) -> None:
    raw[dice.randrange(len(raw))] = dice.choice(ALPHABET)


def _insert(raw: bytearray, dice: random.Random) -> None:
    at = dice.randrange(len(raw))
    raw[at:at] = bytes(dice.choice(ALPHABET) for _ in range(dice.randrange(1, 12)))


def _cut(raw: bytearray, dice: random.Random) -> None:
    at = dice.randrange(len(raw))
    del raw[at : at + dice.randrange(1, 12)]


def _truncate(raw: bytearray, dice: random.Random) -> None:
    del raw[dice.randrange(len(raw)) :]


def _swap_lines(raw: bytearray, dice: random.Random) -> None:
    lines = raw.split(b"\n")
    one, two = dice.randrange(len(lines)), dice.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]
    raw[:] = b"\n".join(lines)


def _double_line(raw: bytearray, dice: random.Random) -> None:
    lines = raw.split(b"\n")
    lines.insert(dice.randrange(len(lines)), dice.choice(lines))
    raw[:] = b"\n".join(lines)


MUTATIONS: tuple[Callable[[bytearray, random.Random], None], ...] = (
    _flip, _flip, _insert, _cut, _truncate, _swap_lines, _double_line,
)  # fmt: skip


def mutilated(original: bytes, dice: random.Random) -> bytes:
    raw = bytearray(original)
    for _ in range(dice.choice((1, 1, 1, 2, 5, 20))):
        if raw:
            dice.choice(MUTATIONS)(raw, dice)
    return bytes(raw)


def mutilated_inside(original: bytes, dice: random.Random) -> bytes:
    """A workbook whose zip is sound and one of whose parts is not."""
    kept = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(original)) as packed,
        zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as anew,
    ):
        chosen = dice.choice([name for name in packed.namelist() if name.startswith("xl/")])
        for name in packed.namelist():
            raw = packed.read(name)
            anew.writestr(name, mutilated(raw, dice) if name == chosen else raw)
    return kept.getvalue()


def check(path: Path, raw: bytes) -> bool:
    """Import it into an empty ledger: appended, or refused with a place and nothing appended. True if appended."""
    path.write_bytes(raw)
    options = ReadOptions(
        list_kind="standard", list_date=date(2026, 11, 1), scheme_of=("standard=fide-standard",)
    )
    with open_log(":memory:") as log:
        try:
            log.append(open_file(path, options, log))
        except LedgerError as refused:
            assert log.head == 0
            assert refused.problems
            assert all(
                path.name in problem.place and problem.wrong for problem in refused.problems
            ), refused.problems
            return False
        assert log.head > 0
        return True


def campaign(folder: Path, count: int, seed: int) -> None:
    dice = random.Random(seed)
    for number in range(count):
        name = dice.choice(list(SAMPLES))
        inside = name.endswith(".xlsx") and dice.random() < 0.7
        raw = (mutilated_inside if inside else mutilated)(SAMPLES[name], dice)
        try:
            check(folder / name, raw)
        except Exception as error:
            kept = folder / f"failed-{number}-{name}"
            kept.write_bytes(raw)
            raise AssertionError(f"seed {seed}, file {number} ({kept}): {error!r}") from error


@pytest.mark.parametrize("name", [name for name in SAMPLES if name != "results.csv"])
def test_the_samples_themselves_are_appended(name: str, tmp_path: Path) -> None:
    """Else the mutilated ones would show nothing."""
    assert check(tmp_path / name, SAMPLES[name])


def test_some_mutilated_files(tmp_path: Path) -> None:
    campaign(tmp_path, 150, seed=7)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
def test_ten_thousand_mutilated_files(tmp_path: Path, seed: int) -> None:
    campaign(tmp_path, 1000, seed=1000 + seed)
