"""A refused registration is told once; what only follows from it is counted, whatever file it comes from."""

from datetime import date
from pathlib import Path

import pytest

from ledger import LedgerError, open_log
from replay.files import ReadOptions, open_file
from replay.files.decisions import read_decisions

HEAD = "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA NOV26 Gms K  B-day Flag\n"  # noqa: E501
ROW = "{:<15}{:<61}HKG M   IM                           2350  3   10 1990\n"
LIST = HEAD + ROW.format(100, "=Chan, Alpha") + ROW.format(200, "Lee, Beta")
XML = (
    '<?xml version="1.0"?><playerslist><player><fideid>100</fideid><name>=Chan</name><country>HKG</country>'
    "<sex>M</sex><title>IM</title><rating>2350</rating><k>10</k><birthday>1990</birthday></player></playerslist>"
)
REPORT = (
    "012 One\n042 2024/03/01\n052 2024/03/01\n062 2\n092 Individual: Swiss-System\n"
    + f"001 {1:4} m GM {'=Chan, Alpha':33} {'':4} HKG {100:>11} 1990/00/00  1.0    1     2 w 1\n"
    + f"001 {2:4} w    {'Lee, Beta':33} {'':4} MAS {200:>11} 1991/00/00  0.0    2     1 b 0\n"
)
ARCHIVE = (
    '[Event "Cup"]\n[Site "Ipoh"]\n[Date "2024.03.05"]\n[Round "1"]\n[White "=Chan, Alpha"]\n[Black "Lee, Beta"]\n'
    '[WhiteFideId "100"]\n[BlackFideId "200"]\n[WhiteElo "2400"]\n[Result "1-0"]\n\n1. e4 1-0\n'
)
FILES = {"standard_list.txt": LIST, "standard_list.xml": XML, "cup.trf": REPORT, "cup.pgn": ARCHIVE}


@pytest.mark.parametrize("name", FILES)
def test_one_refused_player_is_one_problem_and_a_count(name: str, tmp_path: Path) -> None:
    """The title, the rating, the entry and the games of the player are not told as if somebody had forgotten them."""
    path = tmp_path / name
    path.write_text(FILES[name], encoding="utf-8")
    options = ReadOptions(
        scheme_of=("standard=fide-standard",),
        ratings_as="fide-standard",
        list_date=date(2026, 11, 1),
    )
    with open_log(":memory:") as log:
        with pytest.raises(LedgerError) as refused:
            log.append(open_file(path, options, log))
        assert log.head == 0
    first, *rest = refused.value.problems
    assert "=Chan" in first.wrong + first.excerpt and "begin" in first.wrong
    assert "unknown player" not in str(refused.value)
    assert len(rest) <= 1  # the count; an archive tells a broken game as one problem
    assert all("cannot be taken because of this" in problem.wrong for problem in rest)


@pytest.mark.parametrize("text", ["name,player\rA,P1\r\nB\r,P2\n", 'name,player\n"A\rB",P1\n'])
def test_a_decision_file_may_have_the_line_ends_of_any_system(tmp_path: Path, text: str) -> None:
    path = tmp_path / "who.csv"
    path.write_bytes(text.encode())
    assert read_decisions(path).by_person


def test_a_decision_file_that_is_no_csv_is_told(tmp_path: Path) -> None:
    path = tmp_path / "who.csv"
    path.write_text("name,player\n" + "A" * 200_000 + ",P1\n", encoding="utf-8")
    with pytest.raises(LedgerError, match=r"who\.csv"):
        read_decisions(path)
