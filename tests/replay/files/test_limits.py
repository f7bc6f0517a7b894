"""Whatever refuses a file because it is too large, wide, long or deep says what the limit is and what the file has."""

import csv
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from ledger import LedgerError
from ledger.errors import refused
from replay.files import InputFile, ReadOptions

TABLE = "Player ID,Name,Sex,Registered\n"
LIST = "No;Name;FideID;Rtg\n"
REPORT = "012 Cup\n042 2025/01/01\n052 2025/01/02\n"
GAME = (
    '[Event "E"]\n[Site "S"]\n[Date "2025.01.01"]\n[Round "{round}"]\n[White "{white}"]\n[WhiteFideId "1"]\n'
    '[Black "B"]\n[BlackFideId "2"]\n[Result "1-0"]\n\n1. e4 1-0\n\n'
)
FIDE = "ID Number      Name                             Fed Sex Tit  WTit OTit  FOA SEP25 Gms K  B-day Flag\n"
LONG = "x" * 1_100_000


def text(content: str) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.write_text(content, encoding="utf-8")

    return write


def sparse(head: str, size: int) -> Callable[[Path], None]:
    """A file of so many bytes that takes no room on the disk."""

    def write(path: Path) -> None:
        with path.open("wb") as file:
            file.write(head.encode())
            file.truncate(size)

    return write


def bomb(name: str, size: int) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
            packed.writestr("[Content_Types].xml", "")
            with packed.open(name, "w") as part:
                for _ in range(size >> 20):
                    part.write(bytes(1 << 20))

    return write


MOST_IN_CELL = f"{csv.field_size_limit():,}"
ROUNDS = (
    "001    1 m    A, B                              2000 HKG     5700002            2.0    1"
    + ("  0000 - -" * 1001)
)
CASES = {
    "table.csv line": (text(f"{TABLE}P1,{LONG},M,2025-01-01\n"), ("1,100,017", "1,000,000")),
    "list.csv line of a list of players": (text(f"{LIST}1;{LONG};1;2000\n"), ("1,100,010", "1,000,000")),
    "cross.csv line of a cross-table": (
        text(f"Name,Rating,1.Rd,Pts\nAnn,2000,2w1,1\n{LONG},1900,1b0,0\n"), ("1,100,012", "1,000,000"),
    ),
    "cell.csv": (text(f"{TABLE}P1,{LONG[:200_000]},M,2025-01-01\n"), (MOST_IN_CELL, "quotation mark")),
    "open.csv quotation mark": (
        text(f'{TABLE}P1,"' + "Ann,M,2025-01-01\n" * 10_000), (MOST_IN_CELL, "quotation mark"),
    ),
    "wide.csv": (text(TABLE + "," * 1200 + "x\n"), ("1,201", "1,000")),
    "large.csv": (sparse(TABLE, 600 << 20), ("600.0 MB", "512 MB")),
    "wide.html": (text("<table>" + f"<tr>{'<td>c' * 1200}</tr>" * 2 + "</table>"), ("1,200", "1,000")),
    "deep.html": (text("<table><tr><td>" * 30), ("20",)),
    "large.html": (sparse("<html><table>", 65 << 20), ("65.0 MB", "64 MB")),
    "bomb.xlsx": (bomb("xl/a.xml", 401 << 20), ("401.0 MB", "400 MB")),
    "line.trf": (text(REPORT + "001 " + "x" * 30_000), ("30,004", "20,000")),
    "rounds.trf": (text(f"{REPORT}{ROUNDS}\n"), ("1001", "1000")),
    "large.trf": (sparse(REPORT + "### remark\n" * 400, 65 << 20), ("65.0 MB", "64 MB")),
    "name.pgn": (text(GAME.format(round="1", white=LONG[:3000])), ("3,000", "2,000")),
    "line.pgn": (text(GAME.format(round="1", white=LONG)), ("1,048,576",)),
    "rounds.pgn": (text(GAME.format(round="?", white="A") * 30_001), ("30,001", "30,000", "100,000")),
    "line.jsonl": (text(f'{{"type":"PlayerRegistered","name":"{LONG}"}}\n'), ("1,100,037", "1,000,000")),
    "deep.jsonl": (text('{"type":' + "[" * 40 + "]" * 40 + "}\n"), ("32",)),
    "standard_sep25.txt": (text(f"{FIDE}1 {LONG[:3000]}\n"), ("2,000",)),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_limit_names_itself(tmp_path: Path, case: str) -> None:
    write, said = CASES[case]
    path = tmp_path / case.partition(" ")[0]
    write(path)
    with pytest.raises(LedgerError) as refusal:
        items = list(InputFile(path).items(ReadOptions(scheme_of=("standard=elo",))))
        raise refused([item.problem for item in items if item.problem is not None])
    told = "\n".join(problem.text for problem in refusal.value.problems)
    for number in said:
        assert number in told, told
    assert refusal.value.problems[0].remedy


@pytest.mark.parametrize("heading", ["9" * 5000, "²", "١"])
def test_a_heading_of_many_digits_or_of_others_is_only_a_heading(
    tmp_path: Path, heading: str
) -> None:
    """It may be the number of a round; one that Python does not read as a number is no round."""
    path = tmp_path / "people.csv"
    path.write_text(f"Name,Fed,{heading}\nAnna Larsen,NOR,x\n", encoding="utf-8")
    with pytest.raises(LedgerError) as refusal:
        items = list(InputFile(path).items(ReadOptions()))
        raise refused([item.problem for item in items if item.problem is not None])
    assert "Anna Larsen" in refusal.value.problems[0].text or heading[:10] in str(refusal.value)
