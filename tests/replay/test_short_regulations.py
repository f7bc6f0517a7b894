"""What a regulation of one short file can say beside its articles, through the real commands."""

import json
from typing import Any

import pytest

# A club that rates like FIDE, but for the K of its own article 3 and a column that says who is still provisional.
LIKE_FIDE = '''from schemes.fide_standard import FideStandard
from schemes.fide_standard.change import k_of_player as k_of_fide
from schemes.kernels import article
from schemes.kernels.scheme import ListColumn


class Club(FideStandard):
    name, title = "club", "Rating of our club"
    columns = (
        ListColumn("provisional", "Fewer than 30 games.", words=("", "P")),
        ListColumn("index", "Games so far, in dozens.", decimals=1),
    )

    @article("3")
    def k_of_player(p, rating, games, peak, born, year):
        """Twice the K of FIDE."""
        return 2 * k_of_fide(p, rating, games, peak, born, year)

    @article("4")
    def provisional(p, rating, games):
        """{games} games: provisional below 30."""
        return 1 if games < 30 else 0

    @article("5")
    def index(p, rating, games):
        """{games} games in dozens, to one decimal."""
        return 10 * games // 12


scheme = Club()
'''


@pytest.fixture
def office(shell: Any, installed: Any) -> Any:
    """anna, 1600 with 50 games, beats boris, 1600 with 24 games, in a tournament of the club and of FIDE."""
    installed("club", LIKE_FIDE)
    person = {"type": "PlayerRegistered", "sex": "F", "federation": "FRA", "date": "2020-01-01"}
    told: list[dict[str, Any]] = [person | {"player": name, "name": name} for name in ("anna", "boris")]
    for scheme in ("club", "fide-standard"):
        for name, games in (("anna", 50), ("boris", 24)):
            carried = {"player": name, "scheme": scheme, "rating": 1600, "games": games, "date": "2024-05-01"}
            told.append({"type": "RatingCarriedIn"} | carried)
    papers = {
        "name": "cup",
        "rounds": 1,
        "start": "2024-05-10",
        "end": "2024-05-10",
        "rated": ["club", "fide-standard"],
    }
    told.append({"type": "TournamentRegistered", "tournament": "cup", "date": "2024-04-01"} | papers)
    sides = {"round": 1, "board": 1, "first": "anna", "second": "boris", "result": "1-0"}
    told.append({"type": "GameRecorded", "tournament": "cup", "date": "2024-05-10"} | sides)
    shell.tell(*told)
    return shell


def by_player(rows: list[dict[str, str]], column: str) -> dict[str, str]:
    return {row["player"]: row[column] for row in rows}


def test_an_article_of_an_existing_regulation_is_replaced(office: Any) -> None:
    """K 20 and 40 become 40 and 80, so that half a point gives 20 and takes 40; FIDE's own list is as before."""
    club = office.rows("list", "club", "2024-06-01", "--format", "csv")
    assert by_player(club, "rating") == {"anna": "1620", "boris": "1560"}
    fide = office.rows("list", "fide-standard", "2024-06-01", "--format", "csv")
    assert by_player(fide, "rating") == {"anna": "1610", "boris": "1580"}
    code, out, _ = office("explain", "club", "boris", "2024-06-01")
    assert code == 0 and "Twice the K of FIDE  80  [3]" in out
    assert "New to the list: 24 games, fewer than 30  yes  [8.3.3]" in out


def test_further_columns_are_on_the_list_in_every_form(office: Any) -> None:
    """anna has 51 games, 4.2 dozens (51/12 = 4.25); boris 25, 2.0 dozens (25/12 = 2.08)."""
    rows = office.rows("list", "club", "2024-06-01", "--format", "csv")
    assert by_player(rows, "provisional") == {"anna": "", "boris": "P"}
    assert by_player(rows, "index") == {"anna": "4.2", "boris": "2.0"}
    assert list(rows[0])[-3:] == ["status", "provisional", "index"]
    told = json.loads(office("list", "club", "2024-06-01", "--format", "json")[1])
    assert [(row["provisional"], row["index"]) for row in told] == [("", 4.2), ("P", 2.0)]
    table = office("list", "club", "2024-06-01", "--format", "table")[1]
    assert "provisional" in table and "4.2" in table
    assert "index" not in office.rows("list", "fide-standard", "2024-06-01", "--format", "csv")[0]


def test_further_columns_are_part_of_what_is_published_and_verified(office: Any) -> None:
    """The published file has them, and verify makes it again."""
    assert office("publish", "club", "2024-06-01")[0] == 0
    file = office.folder / "ledger" / "lists" / "club-2024-06-01.csv"
    assert file.read_text().splitlines()[0].endswith("status,provisional,index")
    assert office("verify")[0] == 0


def test_a_column_without_an_article_is_refused_by_name(shell: Any, installed: Any) -> None:
    """The author is told what is missing."""
    installed("gappy", LIKE_FIDE.replace('"club"', '"gappy"').replace("def index", "def indeks"))
    code, _, err = shell("list", "gappy", "2024-06-01")
    assert code != 0 and "gappy has a column 'index', but no article of that name" in err


def test_further_columns_are_on_the_pages_of_the_site(office: Any) -> None:
    """The desk and the public site share the rows of a list."""
    assert office("publish", "club", "2024-06-01")[0] == 0
    folder = office.folder / "site"
    code, _, err = office("site", str(folder))
    assert code == 0, err
    page = (folder / "lists" / "club-2024-06-01.html").read_text()
    assert "provisional" in page and "4.2" in page
