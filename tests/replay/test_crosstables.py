"""Cross-tables as chess-results, Swiss-Manager, Vega and spreadsheets print them become the same events as a report."""

import json
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from replay.files.crosstables.square import berger

FILES = Path(__file__).resolve().parents[1] / "files"
DAY = ("--start", "2025-02-01")
NAMED = ("--event-name", "Cup", *DAY)
# three rounds of four players, the second round with two byes
GAMES = {
    ("1", "4", "0-1", "1"),
    ("1", "2", "1-0", "3"),
    ("2", "1", "1-0", "2"),
    ("3", "3", "1/2-1/2", "1"),
    ("3", "2", "1-0", "4"),
}


def took(shell: Any, name: str, text: str, *words: str) -> tuple[str, str]:
    """Write a file, let every player be new, import it: what was answered and what was said."""
    path = shell.folder / name
    if text:
        path.write_text(text, encoding="utf-8")
    form = str(shell.folder / "players.csv")
    assert shell("import", str(path), *words, "--write-players", form)[0] == 2
    code, out, said = shell("import", str(path), *words, "--players", form)
    assert code == 0, said
    return out, said


def games(shell: Any) -> set[tuple[str, str, str, str]]:
    """Round, first, result, second; players by the last sign of their names."""
    query = "select round, p.name as first, result, q.name as second from games g "
    query += "join players p on g.first = p.player join players q on g.second = q.player"
    rows = shell.rows("sql", query, "--format", "csv")
    return {(row["round"], row["first"][-1], row["result"], row["second"][-1]) for row in rows}


WRITTEN = {
    "chess-results": (
        "Rk.,,Name,Rtg,FED,1.Rd,2.Rd,3.Rd,Pts.",
        "1,FM,Ann1,2020,HKG,  4b1,  2w1,  3b½,2.5",
        "2,,Ben2,1971,HKG,  3w1,  1b0,  4w1,2",
        "3,,Cho3,1904,SGP,  2b0,   -½,  1w½,1",
        "4,,Dan4,1926,MAS,  1w0,   -1,  2b0,1",
    ),
    "swiss-manager, German": (
        "Nr.;Name;Elo;Land;1.Rd;2.Rd;3.Rd;Pkte",
        "1;Ann1;2020;HKG;4s1;2w1;3s½;2,5",
        "2;Ben2;1971;HKG;3w1;1s0;4w1;2",
        "3;Cho3;1904;SGP;2s0;½;1w½;1",
        "4;Dan4;1926;MAS;1w0;spielfrei;2s0;1",
    ),
    "vega": (
        "Pos|NAME|Rtg|Fed|R1|R2|R3|Pts",
        "1|Ann1|2020|HKG|+B4|+W2|=B3|2.5",
        "2|Ben2|1971|HKG|+W3|-B1|+W4|2",
        "3|Cho3|1904|SGP|-B2|=BYE|=W1|1",
        "4|Dan4|1926|MAS|-W1|+BYE|-B2|1",
    ),
    "a spreadsheet with tabs": (
        "No\tPlayer\tRating\tRound 1\tRound 2\tRound 3\tPoints",
        "1\tAnn1\t2020\t4 b 1\t2 w 1\t3 b 1/2\t2.5",
        "2\tBen2\t1971\t3 w 1\t1 b 0\t4 w 1\t2",
        "3\tCho3\t1904\t2 b 0\thalf\t1 w 1/2\t1",
        "4\tDan4\t1926\t1 w 0\tbye\t2 b 0\t1",
    ),
    "chess-results, Spanish: blancas and negras": (
        "Rk.;;Nombre;Elo;FED;Rd.1;Rd.2;Rd.3;Pts.",
        "1;FM;Ann1;2020;HKG;4n1;2b1;3n½;2,5",
        "2;;Ben2;1971;HKG;3b1;1n0;4b1;2",
        "3;;Cho3;1904;SGP;2n0;-½;1b½;1",
        "4;;Dan4;1926;MAS;1b0;-1;2n0;1",
    ),
    "chess-results, Portuguese: brancas and pretas": (
        "Rk.;Nome;Elo;FED;Rd.1;Rd.2;Rd.3;Pts.",
        "1;Ann1;2020;HKG;4p1;2b1;3p½;2,5",
        "2;Ben2;1971;HKG;3b1;1p0;4b1;2",
        "3;Cho3;1904;SGP;2p0;-½;1b½;1",
        "4;Dan4;1926;MAS;1b0;-1;2p0;1",
    ),
    "French: blancs and noirs": (
        "Cl.;Nom;Elo;Fede;R1;R2;R3;Pts",
        "1;Ann1;2020;HKG;+N4;+B2;=N3;2½",
        "2;Ben2;1971;HKG;+B3;-N1;+B4;2",
        "3;Cho3;1904;SGP;-N2;=BYE;=B1;1",
        "4;Dan4;1926;MAS;-B1;+BYE;-N2;1",
    ),
    "Chinese, two points for a win": (
        "名次,姓名,单位,第一轮,第二轮,第三轮,积分",
        "1,Ann1,江苏,4黑2,2红2,3黑1,5",
        "2,Ben2,浙江,3红2,1黑0,4红2,4",
        "3,Cho3,上海,2黑0,半分,1红1,2",
        "4,Dan4,安徽,1红0,轮空,2黑0,2",
    ),
}  # fmt: skip


@pytest.mark.parametrize("lines", WRITTEN.values(), ids=WRITTEN.keys())
def test_the_same_table_in_five_hands(shell: Any, lines: tuple[str, ...]) -> None:
    """Five programs write one tournament; the games are the same, and all points add up."""
    text = "\n".join(("Harbour Open", "", *lines, "", "Annotation: none"))
    _, said = took(shell, "table.txt", text, *DAY)
    assert games(shell) == GAMES
    assert "his results give" not in said
    (row,) = shell.rows("sql", "select name from tournaments", "--format", "csv")
    assert row["name"] == "Harbour Open"
    byes = shell("log", "--type", "ByeRecorded", "--format", "csv")[1]
    assert byes.count("ByeRecorded") == 2


def chess_results_page(headings: tuple[str, str], columns: str, *rows: str) -> str:
    """A page as chess-results has it: name and kind of the list above, the whole table in one line."""
    head = "".join(f"<th>{each}</th>" for each in columns.split(","))
    body = "".join(
        '<tr class="CRng2">'
        + "".join(f'<td class="CRc">{cell}</td>' for cell in row.split(","))
        + "</tr>"
        for row in rows
    )
    above = " ".join(f"<h2>{each}</h2>" for each in headings)
    table = f'<table class="CRs1" border="0"><tr class="CRng1b">{head}</tr>{body}</table>'
    return f'<html lang="es"><body>{above}<div>{table}</div></body></html>'


IN_ONE_LINE = {
    "English": ("Name,Rtg,FED", "Pts.,TB1", "Cross Table at ranking after 3 Rounds"),
    "German": ("Name,Elo,Land", "Pkt.,Wtg1", "Kreuztabelle nach 3 Runden"),
    "Spanish": ("Nombre,Elo,FED", "&nbsp;Des 1&nbsp;,&nbsp;Des 2&nbsp;", "Cuadro cruzado"),
}


@pytest.mark.parametrize("words", IN_ONE_LINE.values(), ids=IN_ONE_LINE.keys())
def test_a_page_of_chess_results_is_one_line(shell: Any, words: tuple[str, str, str]) -> None:
    people, points, kind = words
    rows = [f"{row},4" for row in WRITTEN["chess-results"][1:]]
    columns = f"Rk.,,{people},1.Rd,2.Rd,3.Rd,{points}"
    page = chess_results_page(("Harbour Open", kind), columns, *rows)
    assert "\n" not in page
    _, said = took(shell, "page.html", page, *DAY)
    assert games(shell) == GAMES
    assert "his results give" not in said
    (row,) = shell.rows("sql", "select name from tournaments", "--format", "csv")
    assert row["name"] == "Harbour Open"


def test_points_of_a_page_in_one_line_are_told_by_the_row(shell: Any) -> None:
    """A line says nothing where all rows stand in one: then the place is the row, the heading counted."""
    rows = [
        *WRITTEN["chess-results"][1:2],
        "2,,Ben2,1971,HKG,  3w1,  1b0,  4w1,3",
        *WRITTEN["chess-results"][3:],
    ]
    columns = WRITTEN["chess-results"][0]
    _, said = took(shell, "page.html", chess_results_page(("Open", "x"), columns, *rows), *DAY)
    assert (
        "page.html:5" in said and "number 2 has 3.0 points" in said
    )  # two headings of the page, one of the table


def test_a_page_that_vega_made_is_read(shell: Any) -> None:
    """Its cells are laid out by classes, as on real pages: colours, forfeits, byes without an end, sexes, flags."""
    _, said = took(shell, "vega.html", (FILES / "vega.html").read_text())
    assert "his results give" not in said and "cannot be read" not in said
    assert shell.rows("sql", 'select name, start, "end" from tournaments', "--format", "csv") == [
        {"name": "2025 Harbour April Rapid", "start": "2025-04-15", "end": "2025-04-16"}
    ]
    exported = shell("export", "--open")[1]
    assert exported.count('"result":"1-0"') == 2 and exported.count('"result":"0-1"') == 1
    assert '"result":"+/-"' in exported and exported.count('"kind":"half"') == 1
    assert '"name":"Tan,Amy","sex":"F"' in exported and '"title":"fide-cm"' in exported
    assert '"rating":2120' in exported and '"federation":"VIC"' in exported


def test_names_ratings_federations_and_titles_are_taken(shell: Any) -> None:
    _, said = took(shell, "table.csv", "\n".join(WRITTEN["chess-results"]), *NAMED)
    assert "approved for no scheme" in said
    exported = shell("export", "--open")[1]
    assert '"rating":2020' in exported and '"federation":"SGP"' in exported
    assert '"title":"fide-fm"' in exported


def test_points_that_do_not_add_up_are_told(shell: Any) -> None:
    text = "\n".join(WRITTEN["chess-results"]).replace("4w1,2", "4w1,3")
    _, said = took(shell, "table.csv", text, *NAMED)
    assert "table.csv:3" in said and "number 2 has 3.0 points, his results give 2.0" in said


def test_opponents_may_go_by_rank_or_by_starting_number(shell: Any) -> None:
    """The file has both; rounds name ranks, the entries keep the starting numbers, and a forfeit is one."""
    code, _, said = shell("import", str(FILES / "crosstable.csv"), *DAY, "--rated", "fide-standard")
    assert code == 0, said
    rows = shell.rows("sql", "select round, first, result, second from games", "--format", "csv")
    told = {(row["round"], row["first"], row["result"], row["second"]) for row in rows}
    assert ("1", "5700003", "0-1", "5700002") in told
    assert ("3", "5700001", "+/-", "5700003") in told
    exported = shell("export", "--open")[1]
    assert '"player":"5700002","number":2' in exported.replace(" ", "")


def test_a_square_has_the_rounds_of_the_berger_table(shell: Any) -> None:
    """Three players: in the first round 2 plays 3 and 1 is free. It is told, and noted with every game."""
    code, _, said = shell("import", str(FILES / "round-robin.html"), *DAY)
    assert code == 0, said
    assert "Berger" in said
    (cup,) = shell.rows("sql", "select name from tournaments", "--format", "csv")
    assert cup["name"] == "Club Championship 2025", "the heading, not the title of the club's site"
    rows = shell.rows("sql", "select round, first, result, second from games", "--format", "csv")
    assert {(row["round"], row["first"][-1], row["result"], row["second"][-1]) for row in rows} == {
        ("1", "2", "1-0", "3"),
        ("2", "1", "1-0", "2"),
        ("3", "3", "1/2-1/2", "1"),
    }
    assert "Berger" in shell("export", "--open")[1]


def test_a_square_may_have_several_games_of_each_pair(shell: Any) -> None:
    """`1½` is a win and a draw, and no draw against number 1: nobody plays himself on the diagonal."""
    path = shell.folder / "double.csv"
    rows = ("1,Ann,5700001,X,1½,11", "2,Ben,5700002,0½,X,½1", "3,Cho,5700003,00,½0,X")
    path.write_text("\n".join(("No,Name,FIDE ID,1,2,3", *rows)), encoding="utf-8")
    code, _, said = shell("import", str(path), *NAMED)
    assert code == 0, said
    query = "select result, count(*) as n from games group by result order by result"
    counted = {row["result"]: row["n"] for row in shell.rows("sql", query, "--format", "csv")}
    assert sum(map(int, counted.values())) == 6 and counted["1/2-1/2"] == "2"


def test_the_berger_table_of_six_is_that_of_the_handbook() -> None:
    """FIDE's Handbook C.05, annex 1: the pairings of six players, white named first."""
    table = "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1"
    for number, pairs in enumerate(table.split("|"), 1):
        for white, black in (map(int, pair.split("-")) for pair in pairs.split()):
            assert berger(white, black, 6) == (number, True)
            assert berger(black, white, 6) == (number, False)


def test_a_square_corrects_games_of_known_rounds(shell: Any) -> None:
    """The ledger knows the rounds: a square says only results, so only the results are compared."""
    report = "No,Name,FIDE ID,R1,R2,R3\n1,Lee,5700001,3b½,2w1,\n2,Chan,5700002,,1b0,3b1\n3,Ooi,5700003,1w½,,2w0\n"
    path = shell.folder / "rounds.csv"
    path.write_text(report, encoding="utf-8")
    cup = ("--event-name", "Cup", *DAY, "--tournament", "cup")
    assert shell("import", str(path), *cup)[0] == 0
    square = shell.folder / "square.csv"
    square.write_text(
        "No,Name,FIDE ID,1,2,3\n1,Lee,5700001,*,1,1\n2,Chan,5700002,0,*,1\n3,Ooi,5700003,0,0,*\n",
        encoding="utf-8",
    )
    code, out, said = shell("import", str(square), *cup, "--as-corrections", "--reason", "letter")
    assert code == 0, said
    assert out.count("game corrected") == 1 and "voided" not in out
    rows = shell.rows("sql", "select round, first, result from games", "--format", "csv")
    assert ("1", "5700003", "0-1") in {(row["round"], row["first"], row["result"]) for row in rows}


def test_pairs_beside_a_table_are_its_games_and_others_are_told(shell: Any) -> None:
    """A workbook has the table and the rounds as they were paired; a playoff stands on a sheet of its own."""
    path = shell.folder / "open.xlsx"
    book = xlsxwriter.Workbook(str(path))
    pairing = ("Board", "White", "Result", "Black")
    for name, rows in (
        (
            "Table",
            (
                ("No.", "Name", "FideID", "1.Rd"),
                (1, "Ann", 5700001, "2w1"),
                (2, "Ben", 5700002, "1b0"),
            ),
        ),
        ("Round 1", (pairing, (1, "Ann", "1-0", "Ben"))),
        ("Playoff", (pairing, (1, "Ben", "1-0", "Ann"), (1, "Ann", "½-½", "Ben"))),
    ):
        sheet = book.add_worksheet(name)
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, row)
    book.close()
    code, _, said = shell("import", str(path), *NAMED)
    assert code == 0, said
    assert (
        "sheet 'Playoff', row 1: 2 games of this list of pairs are in no table of the file" in said
    )
    assert "Round 1" not in said
    assert len(games(shell)) == 1


def test_a_knockout_is_played_game_by_game(shell: Any) -> None:
    """Semifinals of up to three games, then the final: one round for each game."""
    took(shell, "knockout.csv", (FILES / "knockout.csv").read_text(encoding="utf-8"), *NAMED)
    rows = shell.rows(
        "sql", "select round, count(*) as n from games group by round", "--format", "csv"
    )
    assert {row["round"]: row["n"] for row in rows} == {
        "1": "2", "2": "2", "3": "1", "4": "1", "5": "1", "6": "1",
    }  # fmt: skip


def test_games_of_a_match_may_be_written_from_both_sides(shell: Any) -> None:
    """`0-1` and `0` say the same of the player named first."""
    short = (FILES / "knockout.csv").read_text(encoding="utf-8")
    heading, *rows = short.splitlines()
    both = {"1": "1-0", "0": "0-1", "½": "½-½"}
    written = [";".join(both.get(cell, cell) for cell in row.split(";")) for row in rows]
    took(shell, "knockout.csv", "\n".join((heading, *written)), *NAMED)
    rows = shell.rows("sql", "select result from games order by result", "--format", "csv")
    assert [row["result"] for row in rows] == ["0-1"] + ["1-0"] * 3 + ["1/2-1/2"] * 4


def test_the_heading_may_be_printed_again_for_each_round(shell: Any) -> None:
    """All rounds of a tournament below each other, as a page of pairings has them: four players, not six."""
    path = shell.folder / "rounds.csv"
    heading = "Board,White,,Black,Result"
    first = ("Round 1", heading, "1,Ann,-,Ben,1-0", "2,Cho,-,Dan,½-½", "")
    second = ("Round 2", heading, "1,Ann,-,Cho,0-1", "2,Ben,-,Dan,+ -")
    took(shell, path.name, "\n".join((*first, *second)), *NAMED)
    rounds = [row[0] for row in games(shell)]
    assert rounds.count("1") == 2 and rounds.count("2") == 2
    assert len(shell.rows("sql", "select name from players", "--format", "csv")) == 4


def test_a_sum_of_several_games_is_refused_with_the_way_out(shell: Any) -> None:
    path = shell.folder / "match.csv"
    path.write_text("Round,White,Result,Black\n1,Ann,1½-½,Ben\n", encoding="utf-8")
    code, _, said = shell("import", str(path), *NAMED)
    assert code == 2
    assert "match.csv:2" in said and "G1, G2" in said


def test_a_workbook_with_rounds_on_one_sheet_and_people_on_another(shell: Any) -> None:
    """FIDE numbers stand on the starting list, results on the cross-table; the sheet of prizes is passed over."""
    path = shell.folder / "open.xlsx"
    book = xlsxwriter.Workbook(str(path))
    prizes = book.add_worksheet("Prizes")
    prizes.write_row(0, 0, ("First prize", 100))
    people = book.add_worksheet("Starting list")
    people.write_row(0, 0, ("No.", "Name", "FideID", "Sex"))
    people.write_row(1, 0, (1, "Ann", 5700001, "F"))
    people.write_row(2, 0, (2, "Ben", 5700002, ""))
    table = book.add_worksheet("Harbour Open")
    table.write_row(3, 1, ("Harbour",))
    table.write_row(4, 1, ("No.", "Name", "1.Rd"))
    table.write_row(5, 1, (1, "Ann", "2w1"))
    table.write_row(6, 1, (2, "Ben", "1b0"))
    book.close()
    code, _, said = shell("import", str(path), *DAY)
    assert code == 0, said
    (row,) = shell.rows("sql", "select first, result, second from games", "--format", "csv")
    assert (row["first"], row["result"], row["second"]) == ("5700001", "1-0", "5700002")
    (ann, _) = shell.rows("sql", "select sex, name from players order by name", "--format", "csv")
    assert ann["sex"] == "F"


def test_all_problems_of_a_table_at_once_with_their_places(shell: Any) -> None:
    path = shell.folder / "table.csv"
    path.write_text(
        "No,Name,FIDE ID,R1,R2\n1,Ann,5700001,2w1,2x?\n2,Ben,5700002,3b0,foo\n", encoding="utf-8"
    )
    code, _, said = shell("import", str(path))
    assert code == 2
    for part in ("--event-name", "--start", "'2x?'", "'foo'", "table.csv:2", "table.csv:3"):
        assert part in said, part
    assert "number 2 meets number 3, who is not in the file" in said
    path.write_text("No,Name,FIDE ID,R1\n1,Ann,5700001,2w1\n2,Ben,5700002,3b0\n", encoding="utf-8")
    code, _, said = shell("import", str(path), *NAMED)
    assert code == 2 and "number 1 meets number 2, whose line says number 3" in said
    code, _, said = shell("import", str(path))
    assert "no start date" in said and "whose line says number 3" in said


def test_a_page_is_not_named_by_the_program_that_wrote_it(shell: Any) -> None:
    page = (FILES / "round-robin.html").read_text(encoding="utf-8")
    path = shell.folder / "page.html"
    title = "<html><head><title>Swiss-Manager</title></head><body><h2>Club Championship</h2>"
    path.write_text(title + page[page.index("<table") :], encoding="utf-8")
    code, _, said = shell("import", str(path), *DAY)
    assert code == 0, said
    (row,) = shell.rows("sql", "select name from tournaments", "--format", "csv")
    assert row["name"] == "Club Championship"


def test_more_problems_of_a_sheet_are_told_by_their_rows(shell: Any) -> None:
    path = shell.folder / "open.xlsx"
    book = xlsxwriter.Workbook(str(path))
    sheet = book.add_worksheet("Open")
    sheet.write_row(0, 0, ("No.", "Name", "1.Rd"))
    for number, name in enumerate(("Ann", "Ben", "Cho", "Dan"), 1):
        sheet.write_row(number, 0, (number, name, "+"))
    book.close()
    code, _, said = shell("import", str(path), *NAMED)
    assert code == 2
    assert "and 3 more like it: 3 'Ben', 4 'Cho', 5 'Dan'" in said


UNREADABLE = {
    "rounds": (
        "No,Name,FIDE ID,R1,R2",
        "1,Ann,5700001,2w1,3x?",
        "2,Ben,5700002,1b0,4w1",
        "3,Cho,5700003,4w1,1b0",
        "4,Dan,5700004,3b1,2b0",
    ),
    "square": (
        "No,Name,FIDE ID,1,2,3,4",
        "1,Ann,5700001,*,1,what,0",
        "2,Ben,5700002,0,*,1,1",
        "3,Cho,5700003,1,1,*,1",
        "4,Dan,5700004,1,0,0,*",
    ),
}


@pytest.mark.parametrize("form", UNREADABLE)
def test_a_cell_that_cannot_be_read_hides_no_contradiction_and_makes_none(
    shell: Any, form: str
) -> None:
    """Two players both won their game. The other half of the unreadable cell is not blamed for it."""
    path = shell.folder / "table.csv"
    path.write_text("\n".join(UNREADABLE[form]), encoding="utf-8")
    code, _, said = shell("import", str(path), *NAMED)
    assert code == 2 and "cannot be read" in said
    assert said.count("the two halves do not agree on the result") == 1
    assert "whose line says" not in said


def test_who_has_no_number_is_told_with_everything_else(shell: Any) -> None:
    path = shell.folder / "table.csv"
    path.write_text("No,Name,FIDE ID,R1\n1,Ann,5700001,2w1\n2,Ben,,1b0\n", encoding="utf-8")
    code, _, said = shell("import", str(path))
    assert code == 2
    for part in ("no tournament name", "no start date", "'Ben'", "has no FIDE number"):
        assert part in said, part


def test_a_page_of_tables_in_tables_is_refused_not_followed(shell: Any) -> None:
    path = shell.folder / "deep.html"
    path.write_text("<html>" + "<table><tr><td>" * 50, encoding="utf-8")
    code, _, said = shell("import", str(path))
    assert code == 2 and "tables inside each other" in said


def test_the_text_that_vega_writes_is_read(shell: Any) -> None:
    """Columns by place, a bar before the rounds: byes, forfeits and rounds not played are told apart."""
    files = Path(__file__).resolve().parents[1] / "files"
    code, _, said = shell(
        "import", str(files / "vega-crosstable.txt"), "--dates", "dmy",
        "--players", str(files / "vega-crosstable-players.csv"),
    )  # fmt: skip
    assert code == 0, said
    events = [json.loads(line) for line in shell("export", "--open")[1].splitlines()]
    tournament = next(event for event in events if event["type"] == "TournamentRegistered")
    assert (tournament["name"], tournament["start"], tournament["end"]) == (
        "Harbour Cup 2026", "2026-09-05", "2026-09-07",
    )  # fmt: skip
    results = sorted((e["round"], e["result"]) for e in events if e["type"] == "GameRecorded")
    assert results == [(1, "+/-"), (1, "1-0"), (2, "1/2-1/2"), (3, "1-0")]
    byes = sorted((e["round"], e["kind"]) for e in events if e["type"] == "ByeRecorded")
    assert byes == [(2, "absent"), (2, "bye"), (3, "absent"), (3, "half")]
    assert "Gallo, Ada" in {event.get("name") for event in events}


def with_tie_breaks(*rows: str) -> str:
    return "\n".join(("Stage;Player 1;Player 2;G1;G2;TB1;TB2;Armageddon", *rows))


def test_tie_break_games_of_a_knockout_are_games(shell: Any) -> None:
    """Columns TB1, TB2 with results are games after the others; a column nobody knows is told, not lost."""
    text = with_tie_breaks("Final;Ann;Ben;½;½;½;½;1", "Third;Cho;Dan;1;1;;;")
    _, said = took(shell, "knockout.csv", text, *NAMED)
    rows = shell.rows("sql", "select round from games order by round", "--format", "csv")
    assert len(rows) == 6
    assert "TB1, TB2: read as games" in said
    assert "column 'Armageddon' looks like results, and is not read" in said


def test_tie_break_scores_are_no_games(shell: Any) -> None:
    text = "Board,White,Result,Black,TB1\n1,Ann,1-0,Ben,12.5\n2,Cho,½-½,Dan,11\n"
    _, said = took(shell, "round 1.csv", text, *NAMED)
    assert len(games(shell)) == 2
    assert "TB1" not in said


def test_tie_break_games_may_stand_beside_a_result(shell: Any) -> None:
    text = "Round,White,Result,Black,TB1\nFinal,Ann,½-½,Ben,0-1\n"
    took(shell, "final.csv", text, *NAMED)
    assert {row[2] for row in games(shell)} == {"1/2-1/2", "0-1"}


def test_a_round_that_stands_twice_is_told(shell: Any) -> None:
    text = "No,Name,R1,R2,R2\n1,Ann,2w1,2b1,2w½\n2,Ben,1b0,1w0,1b½\n"
    _, said = took(shell, "table.csv", text, *NAMED)
    assert ": column 'R2' looks like results, and is not read\n    → call it Rd 1" in said


def test_two_tables_of_the_same_players_are_two_tournaments(shell: Any) -> None:
    """Rapid and blitz of one weekend; a table with fewer rounds of one of them is no third."""
    path = shell.folder / "weekend.xlsx"
    book = xlsxwriter.Workbook(str(path))
    heading = ("No.", "Name", "FideID", "1.Rd", "2.Rd")
    ann = (1, "Ann", 5700001)
    ben = (2, "Ben", 5700002)
    for name, first, second in (
        ("Rapid", ("2w1", "2b½"), ("1b0", "1w½")),
        ("Blitz", ("2b0", "2w0"), ("1w1", "1b1")),
        ("Blitz after round 1", ("2b0", ""), ("1w1", "")),
    ):
        sheet = book.add_worksheet(name)
        for number, row in enumerate((heading, (*ann, *first), (*ben, *second))):
            sheet.write_row(number, 0, row)
    book.close()
    code, _, said = shell("import", str(path), *NAMED)
    assert code == 0, said
    rows = shell.rows("sql", "select name from tournaments order by name", "--format", "csv")
    assert [row["name"] for row in rows] == ["Cup Blitz", "Cup Rapid"]


def test_results_of_a_row_without_a_number_or_name_are_told(shell: Any) -> None:
    path = shell.folder / "table.csv"
    text = "No,Name,FIDE ID,R1\n1,Ann,5700001,2w1\n2,Ben,5700002,1b0\n,Cho,5700003,bye\n"
    path.write_text(text, encoding="utf-8")
    code, _, said = shell("import", str(path), *NAMED)
    assert code == 2 and "table.csv:4" in said and "results without a number" in said
    path.write_text("Round,White,Result,Black\n1,Ann,1-0,\n1,Cho,1-0,Dan\n", encoding="utf-8")
    code, _, said = shell("import", str(path), *NAMED)
    assert code == 2 and "table.csv:2" in said and "without a second name" in said


CHINESE_TITLES = {
    "2025年江南杯象棋公开赛成绩表": "2025年江南杯象棋公开赛",
    "江南杯赛第三轮对阵表": "江南杯赛",
    "江南杯赛总排名": "江南杯赛",
}


@pytest.mark.parametrize("title", CHINESE_TITLES)
def test_a_title_above_a_chinese_table_is_the_name(shell: Any, title: str) -> None:
    text = f"{title}\n名次,姓名,单位,第一轮\n1,王强,江苏,2红2\n2,李明,浙江,1黑0\n"
    took(shell, "成绩.csv", text, *DAY)
    (row,) = shell.rows("sql", "select name from tournaments", "--format", "csv")
    assert row["name"] == CHINESE_TITLES[title]


@pytest.mark.parametrize("draw", ["½:½", "0.5:0.5", "0,5-0,5", "½ - ½"])
def test_a_draw_in_a_list_of_pairs(shell: Any, draw: str) -> None:
    rows = ("Round;White;Result;Black", f"1;Ann1;{draw};Ben2", "1;Cho3;1:0;Dan4")
    took(shell, "pairs.csv", "\n".join(rows), *NAMED)
    assert games(shell) == {("1", "1", "1/2-1/2", "2"), ("1", "3", "1-0", "4")}


def test_one_form_asks_about_the_players_of_all_tables_of_a_workbook(shell: Any) -> None:
    """Two tournaments on two sheets: after one form everybody is decided."""
    path = shell.folder / "weekend.xlsx"
    book = xlsxwriter.Workbook(str(path))
    for sheet, first, second in (("Open A", "Ann1", "Ben2"), ("Open B", "Cho3", "Dan4")):
        page = book.add_worksheet(sheet)
        page.write_row(0, 0, ("No", "Name", "Rtg", "1.Rd", "Pts"))
        page.write_row(1, 0, (1, first, 2000, "2w1", 1))
        page.write_row(2, 0, (2, second, 1900, "1b0", 0))
    book.close()
    took(shell, "weekend.xlsx", "", *NAMED)
    assert games(shell) == {("1", "1", "1-0", "2"), ("1", "3", "1-0", "4")}


def test_what_a_sheet_of_several_lacks_names_the_sheet(shell: Any) -> None:
    """Both tables are without days: two problems that say the same would be read as one."""
    path = shell.folder / "weekend.xlsx"
    book = xlsxwriter.Workbook(str(path))
    for sheet in ("Open A", "Open B"):
        page = book.add_worksheet(sheet)
        page.write_row(0, 0, ("No", "Name", "FideID", "1.Rd"))
        page.write_row(1, 0, (1, "Ann", "1" if sheet == "Open A" else "3", "2w1"))
        page.write_row(2, 0, (2, "Ben" if sheet == "Open A" else "Cho", "2", "1b0"))
    book.close()
    code, _, said = shell("import", str(path))
    assert code == 2
    assert "sheet 'Open A': no start date" in said and "sheet 'Open B': no start date" in said
