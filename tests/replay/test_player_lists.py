"""Lists of players as federations and clubs keep them: any sheet with names, and FIDE's list as csv."""

import zipfile
from pathlib import Path
from typing import Any

import pytest

from replay.files.tables.workbook import sheets_of
from tests.replay.conftest import Shell

FILES = Path(__file__).resolve().parents[1] / "files"
MEMBERS = str(FILES / "members.csv")
DAY = ("--date", "2025-01-01")


def people(shell: Shell) -> dict[str, dict[str, str]]:
    query = "select player, name, sex, born, federation from players"
    return {row["player"]: row for row in shell.rows("sql", query, "--format", "csv")}


def test_all_unknown_columns_are_named_at_once_and_nothing_is_appended(shell: Shell) -> None:
    code, _, said = shell("import", MEMBERS)
    assert code == 2
    assert "'Mobile', 'Club'" in said and "--ignore-unknown" in said
    assert "--date" in said and "nothing was appended: 2 problems" in said


def test_what_was_recognised_is_shown_and_no_telephone_number_is_kept(shell: Shell) -> None:
    """The heading stands in the fourth line, names in two columns; titles above it are passed over."""
    code, out, said = shell("import", MEMBERS, *DAY, "--ignore-unknown")
    assert code == 0, said
    assert "Member No. = id, Surname = last_name, First name = first_name" in said
    assert "passed over: 'Mobile', 'Club'" in said
    known = people(shell)
    assert known["M-101"]["name"] == "Ng, Eva" and known["M-101"]["sex"] == "F"
    assert known["M-103"]["federation"] == "MAC" and known["M-103"]["born"].startswith("2003")
    exported = shell("export", "--open")[1]
    assert "555" not in exported and "Kowloon" not in exported
    assert "3 events appended" in out


def test_a_profile_is_written_and_read_next_month(shell: Shell) -> None:
    """DWZ becomes the rating that is carried in; next month only what changed is new, without any question."""
    profile = shell.folder / "club.toml"
    words = (*DAY, "--profile", str(profile), "--ratings-as", "elo")
    code, _, said = shell("import", MEMBERS, *words, "--ignore-unknown")
    assert code == 0, said
    assert '"DWZ" = "national_rating"' in profile.read_text(encoding="utf-8")
    later = shell.folder / "february.csv"
    text = Path(MEMBERS).read_text(encoding="utf-8")
    later.write_text(text.replace(",1540,", ",1561,"), encoding="utf-8")
    words = ("--date", "2025-02-01", *words[2:])
    code, out, said = shell("import", str(later), *words)
    assert code == 0, said
    assert "1 event appended" in out
    code, out, _ = shell("import", str(later), *words)
    assert code == 0 and "nothing appended" in out


def test_a_profile_with_a_field_that_does_not_exist_is_refused(shell: Shell) -> None:
    profile = shell.folder / "club.toml"
    profile.write_text('[columns]\n"Club" = "shoe size"\n', encoding="utf-8")
    code, _, said = shell("import", MEMBERS, *DAY, "--profile", str(profile))
    assert code == 2 and "shoe size" in said and "federation" in said


def test_players_without_an_id_are_decided_in_the_form(shell: Shell) -> None:
    path = shell.folder / "juniors.csv"
    path.write_text("姓名;性别;出生;协会\n王强;男;2010;CHN\n李明;女;2011;CHN\n", encoding="utf-8")
    form = str(shell.folder / "form.csv")
    code, _, said = shell("import", str(path), *DAY)
    assert code == 2 and "--write-players" in said
    assert shell("import", str(path), *DAY, "--write-players", form)[0] == 2
    code, _, said = shell("import", str(path), *DAY, "--players", form)
    assert code == 0, said
    assert {(row["name"], row["sex"]) for row in people(shell).values()} == {
        ("王强", "M"),
        ("李明", "F"),
    }


def test_codes_are_recognised_by_what_stands_in_the_column(shell: Shell) -> None:
    """Titles and federations need no heading; a column of numbers nobody named is never taken."""
    path = shell.folder / "list.csv"
    path.write_text(
        "ID,,Name,,\n1,GM,Ann,HKG,55501234\n2,,Ben,MAC,55505678\n3,WIM,Cho,SGP,55509999\n",
        encoding="utf-8",
    )
    code, _, said = shell("import", str(path), *DAY)
    assert code == 0, said
    assert people(shell)["3"]["federation"] == "SGP" and people(shell)["3"]["sex"] == "F"
    exported = shell("export", "--open")[1]
    assert "fide-gm" in exported and "5550" not in exported


def test_the_same_id_twice_is_refused_with_both_places(shell: Shell) -> None:
    path = shell.folder / "list.csv"
    path.write_text("ID,Name,Fed\n1,Ann,HKG\n1,Ben,HKG\n", encoding="utf-8")
    code, _, said = shell("import", str(path), *DAY)
    assert code == 2 and "list.csv:3" in said and "list.csv:2" in said


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_fides_list_as_csv_is_its_list(shell: Shell, separator: str) -> None:
    """Ratings of three kinds, K, titles and the flag, as from FIDE's own file."""
    path = shell.folder / "fide.csv"
    lines = (FILES / "fide-list.csv").read_text(encoding="utf-8").replace('"Ma, Hao"', "Ma Hao")
    lines = lines.replace('"Lam, Ida"', "Lam Ida").replace(",", separator)
    path.write_text(lines, encoding="utf-8")
    code, _, said = shell("import", str(path), "--list-date", "2025-01-01")
    assert code == 0, said
    rows = {
        row["player"]: row
        for row in shell.rows("list", "fide-standard", "2025-01-01", "--format", "csv")
    }
    assert rows["5700011"]["rating"] == "2310" and rows["5700011"]["k"] == "20"
    assert rows["5700012"]["status"] == "inactive" and rows["5700012"]["title"] == "WFM"
    (blitz,) = shell.rows("list", "fide-blitz", "2025-01-01", "--all", "--format", "csv")
    assert blitz["rating"] == "1950"


def test_an_old_list_is_carried_in_as_it_is(shell: Shell) -> None:
    """In 2012 K was 10, 15 or 30. No rule of today judges it, and the rating is taken."""
    path = shell.folder / "standard_jul12frl.txt"
    heading = f"{'ID number':10}{'Name':34}{'Titl':5}{'Fed':5}{'Jul12':6}{'Games':6}{'Born':6}Flag"
    row = f"{'5700021':10}{'Ma, Hao':34}{'FM':5}{'CHN':5}{'2210':6}{'7':6}{'1988':6}"
    path.write_text(f"{heading}\n{row}\n", encoding="utf-8")
    code, _, said = shell("import", str(path))
    assert code == 0, said
    assert "8.3.3" not in said
    with_k = shell.folder / "standard_aug12frl.txt"
    heading = heading.replace("Jul12", "Aug12").replace("Born  ", "K  Born")
    row = row.replace("2210", "2216").replace("1988  ", "15 1988")
    with_k.write_text(f"{heading}\n{row}\n", encoding="utf-8")
    code, _, said = shell("import", str(with_k))
    assert code == 0, said
    assert "8.3.3" not in said
    (found,) = shell.rows("log", "--type", "RatingCarriedIn", "--format", "csv")[-1:]
    assert "2216" in found["detail"] and found["date"] == "2012-08-01"


def test_a_workbook_is_opened_once(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is recognised and read from the same sheets: opening one starts a process."""
    book = shell.folder / "players.xlsx"
    assert shell("template", str(book))[0] == 0
    opened: list[Path] = []

    def counted(path: Path) -> Any:
        opened.append(path)
        return sheets_of(path)

    monkeypatch.setattr("replay.files.tables.sheets.sheets_of", counted)
    shell("import", str(book), "--date", "2025-01-01", "--ignore-unknown")
    assert opened == [book]


def test_the_list_of_the_german_federation_needs_no_profile(shell: Shell) -> None:
    path = shell.folder / "dwz.csv"
    path.write_text(
        "VKZ;Mglnr;Spielername;Geschlecht;Geburtsjahr;DWZ;FIDE-Elo;FIDE-Titel;FIDE-ID;FIDE-Land\n"
        "C0310;123;Müller,Jörg;M;1979;1843;1911;FM;4601234;GER\n",
        encoding="cp1252",
    )
    code, out, said = shell("import", str(path), *DAY, "--ignore-unknown", "--ratings-as", "elo")
    assert code == 0, said
    assert people(shell)["4601234"] == {
        "player": "4601234", "name": "Müller,Jörg", "sex": "M", "born": "1979", "federation": "GER",
    }  # fmt: skip
    assert "3 events appended" in out, "a registration, a title, a rating"
    assert "two columns of ratings: 'FIDE-Elo' is carried in, and 'DWZ' where it is empty" in said


def test_a_year_of_birth_has_several_headings_in_chinese(shell: Shell) -> None:
    path = shell.folder / "members.csv"
    path.write_text("姓名,性别,出生年份,会员号\n陈大文,男,1990,H001\n", encoding="utf-8")
    code, _, said = shell("import", str(path), *DAY)
    assert code == 0, said
    assert people(shell)["H001"]["born"] == "1990"


def test_ratings_that_are_asked_for_are_taken_or_told(shell: Shell) -> None:
    """A thousand may have its comma, the heading its brackets; what is no number is counted."""
    path = shell.folder / "members.csv"
    rows = 'ID,Name,Rating (club)\nM1,Ann,"1,430"\nM2,Ben,1500*\nM3,Cho,\nM4,Dan,unrated\n'
    path.write_text(rows, encoding="utf-8")
    code, _, said = shell("import", str(path), *DAY, "--ratings-as", "elo")
    assert code == 0, said
    assert "2 ratings that are no numbers: left out; first: M2, 1500*" in said
    rated = {row["player"]: row["rating"] for row in shell.rows("list", "elo", "--format", "csv")}
    assert rated == {"M1": "1430.00"}


def test_a_list_without_ratings_says_so_when_they_are_asked_for(shell: Shell) -> None:
    path = shell.folder / "members.csv"
    path.write_text("ID,Name,Born\nM1,Ann,1990\n", encoding="utf-8")
    code, _, said = shell("import", str(path), *DAY, "--ratings-as", "elo")
    assert code == 0 and "no column of ratings: none is carried in" in said


def test_a_form_for_nobody_says_that_everybody_is_decided(shell: Shell) -> None:
    form = str(shell.folder / "map.csv")
    words = (*DAY, "--ignore-unknown", "--write-players", form)
    code, _, said = shell("import", MEMBERS, *words)
    assert code == 2
    assert "everybody has a number or a decision" in said and "without --write-players" in said


@pytest.mark.parametrize(
    ("heading", "row", "name"),
    [
        ("Nº;Apellidos;Nombre;Fecha de nacimiento;FIDE ID", "1;García López;Ana;12/03/1999;2200", "García López, Ana"),
        ("Nom;Prénom;Date de naissance;FIDE ID", "Dupont;Anne;12/03/1999;2200", "Dupont, Anne"),
        ("Cognome;Nome;Data di nascita;FIDE ID", "Rossi;Anna;12/03/1999;2200", "Rossi, Anna"),
        ("Nazwisko;Imię;Born;FIDE ID", "Nowak;Anna;1999;2200", "Nowak, Anna"),
        ("Surname;Name;Born;FIDE ID", "Li;Lina;1999;2200", "Li, Lina"),
        ("Name;Vorname;Geburtsdatum;FIDE ID", "Weiß;Anna;12.03.1999;2200", "Weiß, Anna"),
        ("Name;Vorname;Born;FIDE ID", "Weiß, Anna;Anna;1999;2200", "Weiß, Anna"),
        ("Nombre;Apellidos;Born;FIDE ID", "Ana García;García;1999;2200", "Ana García"),
    ],
)  # fmt: skip
def test_no_half_of_a_name_in_two_columns_is_lost(
    shell: Shell, heading: str, row: str, name: str
) -> None:
    """`Nombre` is the whole name where it stands alone, the first name beside `Apellidos`."""
    path = shell.folder / "members.csv"
    path.write_text(f"{heading}\n{row}\n", encoding="utf-8")
    code, _, said = shell("import", str(path), *DAY)
    assert code == 0, said
    assert people(shell)["2200"]["name"] == name
    assert people(shell)["2200"]["born"].startswith("1999")


def test_a_row_that_goes_beyond_its_heading_is_refused(shell: Shell) -> None:
    """A comma without quotation marks: surname in one column, first name in the next, and so on."""
    path = shell.folder / "members.csv"
    path.write_text("Name,Fed,Born,FIDE ID\nLi, Lina,CHN,1999,2200\n", encoding="utf-8")
    code, _, said = shell("import", str(path), *DAY)
    assert code == 2
    assert "members.csv:2: the row has 5 cells, the heading has 4" in said
    assert "a comma within a cell stands between quotation marks" in said
    path.write_text('Name,Fed,Born,FIDE ID\n"Li, Lina",CHN,1999,2200,,\n', encoding="utf-8")
    assert shell("import", str(path), *DAY)[0] == 0, "empty cells at the end are no cells"


@pytest.mark.parametrize(
    ("name", "content", "remedy"),
    [
        ("old.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0", "save it as .xlsx, without a password"),
        ("cup.tunx", b"\xff\x89D\x01Swiss-Manager\0\0", "let that program write a report (TRF)"),
        ("report.pdf", b"%PDF-1.5\n", "ask for the report (TRF) or the sheet"),
        ("wall.txt", b"---\n Pair | Player Name |Total|Round|\n Num  | USCF ID / Rtg (Pre->Post) | Pts |  1  |\n",
         "this is a wallchart of US Chess: copy it into a spreadsheet"),
        ("list.ods", {"mimetype": "application/vnd.oasis.opendocument.spreadsheet"}, "save it as .xlsx or .csv"),
        ("report.docx", {"[Content_Types].xml": "", "word/document.xml": ""}, "ask for the report (TRF) or the sheet"),
        ("two.zip", {"a.trf": "012 A", "b.trf": "012 B"}, "unpack it and import the files one by one"),
    ],
)  # fmt: skip
def test_a_file_of_another_program_is_refused_with_what_to_do(
    shell: Shell, name: str, content: bytes | dict[str, str], remedy: str
) -> None:
    path = shell.folder / name
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        with zipfile.ZipFile(path, "w") as packed:
            for member, text in content.items():
                packed.writestr(member, text)
    code, _, said = shell("import", str(path))
    assert code == 2 and "not a file that can be imported" in said
    assert remedy in said and "\ufffd" not in said


def test_a_club_is_no_federation(shell: Shell) -> None:
    """The codes of clubs have three letters, too: the heading says what they are."""
    path = shell.folder / "club.csv"
    path.write_text("Name;FIDE ID;Club;Land\nAnn;1;HCC;HKG\nBen;2;TWC;HKG\n", encoding="utf-8")
    code, _, said = shell("import", str(path), *DAY, "--ignore-unknown")
    assert code == 0 and "Club = federation" not in said and "'Club'" in said
    assert {row["federation"] for row in people(shell).values()} == {"HKG"}


def test_a_birth_that_cannot_be_is_told(shell: Shell) -> None:
    """No date, and a year that is to come: both are left out, and the first of them is named."""
    path = shell.folder / "born.csv"
    path.write_text(
        "Name,FIDE ID,Born\nAnn,1,spring 99\nBen,2,3000\nCho,3,1990\n", encoding="utf-8"
    )
    code, _, said = shell("import", str(path), *DAY)
    assert code == 0, said
    assert "2 births that cannot be: left out; first: 1, spring 99" in said
    assert [row["born"][:4] for row in people(shell).values()] == ["", "", "1990"]


def test_a_form_that_cannot_be_written_yet_says_why(shell: Shell) -> None:
    """Columns that nobody understands come first: a form for nobody would say that everybody is decided."""
    path = shell.folder / "list.csv"
    path.write_text("Name,Born,Phone\nAnn,1990,555\n", encoding="utf-8")
    form = shell.folder / "who.csv"
    code, _, said = shell("import", str(path), *DAY, "--write-players", str(form))
    assert code == 2 and "'Phone'" in said and "--ignore-unknown" in said
    assert not form.exists()


def test_a_birth_that_cannot_be_read_is_told_in_a_cross_table(shell: Shell) -> None:
    path = shell.folder / "table.csv"
    path.write_text(
        "No,Name,FideID,Born,1.Rd\n1,Ann,1,spring 99,2w1\n2,Ben,2,1990,1b0\n", encoding="utf-8"
    )
    code, _, said = shell("import", str(path), "--start", "2025-01-01", "--event-name", "Cup")
    assert code == 0 and "birth date 'spring 99' is not a date, left out" in said
