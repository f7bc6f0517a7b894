"""What a regulation of one short file can say beside its articles, through the real commands."""

import json
from pathlib import Path

import pytest

from tests.builders import carried, game, game_corrected, game_voided, played, player, tournament
from tests.replay.conftest import Install, Shell


@pytest.fixture(autouse=True, params=["plain", pytest.param("compiled", marks=pytest.mark.soak)])
def rules(request: pytest.FixtureRequest) -> None:
    """Every regulation of this file would be compiled for a game or two: that is done in make soak."""
    if request.param == "plain":
        request.getfixturevalue("plain_rules")


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
    def k_of_player(p, player, year):
        """Twice the K of FIDE."""
        return 2 * k_of_fide(p, player, year)

    @article("4")
    def provisional(p, player):
        """{player.games} games: provisional below 30."""
        return 1 if player.games < 30 else 0

    @article("5")
    def index(p, player):
        """{player.games} games in dozens, to one decimal."""
        return 10 * player.games // 12


scheme = Club()
'''


@pytest.fixture
def office(shell: Shell, installed: Install) -> Shell:
    """anna, 1600 with 50 games, beats boris, 1600 with 24 games, in a tournament of the club and of FIDE."""
    installed("club", LIKE_FIDE)
    games = {"anna": 50, "boris": 24}
    shell.tell(*player("anna boris"))
    for scheme in ("club", "fide-standard"):
        for name, count in games.items():
            shell.tell(*carried(scheme, "2024-05-01", {name: 1600}, games=count))
    shell.tell(
        tournament("cup", "club fide-standard", "2024-05-10"),
        game("cup", "2024-05-10", "anna 1-0 boris"),
    )
    return shell


def by_player(rows: list[dict[str, str]], column: str) -> dict[str, str]:
    return {row["player"]: row[column] for row in rows}


def test_an_article_of_an_existing_regulation_is_replaced(office: Shell) -> None:
    """K 20 and 40 become 40 and 80, so that half a point gives 20 and takes 40; FIDE's own list is as before."""
    club = office.rows("list", "club", "2024-06-01", "--format", "csv")
    assert by_player(club, "rating") == {"anna": "1620", "boris": "1560"}
    fide = office.rows("list", "fide-standard", "2024-06-01", "--format", "csv")
    assert by_player(fide, "rating") == {"anna": "1610", "boris": "1580"}
    code, out, _ = office("explain", "club", "boris", "2024-06-01")
    assert code == 0 and "Twice the K of FIDE  80  [3]" in out
    assert "Fewer than 30 games? 24  yes  [8.3.3]" in out


def test_further_columns_are_on_the_list_in_every_form(office: Shell) -> None:
    """anna has 51 games, 4.2 dozens (51/12 = 4.25); boris 25, 2.0 dozens (25/12 = 2.08)."""
    rows = office.rows("list", "club", "2024-06-01", "--format", "csv")
    assert by_player(rows, "provisional") == {"anna": "", "boris": "P"}
    assert by_player(rows, "index") == {"anna": "4.2", "boris": "2.0"}
    assert list(rows[0])[-3:] == ["status", "provisional", "index"]
    told = json.loads(office("list", "club", "2024-06-01", "--format", "json")[1])
    assert [(row["provisional"], row["index"]) for row in told] == [(None, 4.2), ("P", 2.0)]
    table = office("list", "club", "2024-06-01", "--format", "table")[1]
    assert "provisional" in table and "4.2" in table
    assert "index" not in office.rows("list", "fide-standard", "2024-06-01", "--format", "csv")[0]


def test_further_columns_are_part_of_what_is_published_and_verified(office: Shell) -> None:
    """The published file has them, and verify makes it again."""
    assert office("publish", "club", "2024-06-01")[0] == 0
    file = office.folder / "ledger" / "lists" / "club-2024-06-01.csv"
    assert file.read_text().splitlines()[0].endswith("status,provisional,index")
    assert office("verify")[0] == 0


def test_a_column_without_an_article_is_refused_by_name(shell: Shell, installed: Install) -> None:
    """The author is told what is missing."""
    installed("gappy", LIKE_FIDE.replace('"club"', '"gappy"').replace("def index", "def indeks"))
    code, _, err = shell("list", "gappy", "2024-06-01")
    assert code != 0 and "gappy has a column 'index', but no article of that name" in err


def test_a_regulation_inherits_columns_and_their_articles(shell: Shell, installed: Install) -> None:
    """A branch of the club has the club's columns without a word of its own."""
    branch = LIKE_FIDE.replace("scheme = Club()", "")
    installed(
        "branch", f'{branch}class Branch(Club):\n    name = "branch"\n\n\nscheme = Branch()\n'
    )
    code, out, err = shell("list", "branch", "2024-06-01", "--format", "csv")
    assert code == 0 and out.splitlines()[0].endswith("status,provisional,index"), err


def test_further_columns_are_on_the_pages_of_the_site(office: Shell) -> None:
    """The desk and the public site share the rows of a list."""
    assert office("publish", "club", "2024-06-01")[0] == 0
    folder = office.folder / "site"
    code, _, err = office("site", str(folder))
    assert code == 0, err
    page = (folder / "lists" / "club-2024-06-01.html").read_text()
    assert "provisional" in page and "4.2" in page


# Games with a handicap: a field that no event has by itself.
STONES = '''from schemes.kernels import article
from schemes.kernels.arithmetic import boundaries_kept, logistic_boundaries
from schemes.drivers.by_game import GameScheme


class Stones(GameScheme):
    name, title = "stones", "Rating of a club that plays with handicap"
    game_fields = {"handicap": 0}
    tables = {"boundaries": logistic_boundaries(400)}

    @article("1")
    def first_rating(p, player, day):
        """Everybody begins with 1500."""
        return 1500

    @article("2")
    def rating_in_game(p, game, rating, is_first):
        """{rating}, for the first side 100 points more for each of {game.handicap} stones."""
        return rating + 100 * game.handicap if is_first else rating

    @article("3", gives="gain")
    def exact_gain(p, k, own, opponent, score_x100):
        """20 times the score {score_x100} less the expected score of {own} against {opponent}."""
        return 20 * (score_x100 - boundaries_kept(p.boundaries, 100 * (opponent - own)))


scheme = Stones()
'''


@pytest.fixture
def stones(shell: Shell, installed: Install) -> Shell:
    """anna and boris, both new, in a cup."""
    installed("stones", STONES)
    shell.tell(*player("anna boris"), tournament("cup", "stones", "2024-05-10", "2024-05-12"))
    return shell


GAME = game("cup", "2024-05-10", "anna 1-0 boris")


def cup(office: Shell) -> dict[str, str]:
    return by_player(office.rows("list", "stones", "2024-05-31", "--format", "csv"), "rating")


def test_a_regulation_reads_a_further_field_of_games(stones: Shell) -> None:
    """Two stones are 200 points: .76 expected, a win gives 20 × .24 = 4.8, that is 5; without stones it is 10."""
    stones.tell(GAME | {"more": {"handicap": 2}})
    assert cup(stones) == {"anna": "1505", "boris": "1495"}
    out = stones("explain", "stones", "anna", "2024-05-31")[1]
    assert "1500, for the first side 100 points more for each of 2 stones  1700  [2]" in out
    stones.tell(game("cup", "2024-05-10", "2.1 anna 1/2-1/2 boris"))
    assert cup(stones) == {
        "anna": "1505",
        "boris": "1495",
    }  # .51 and .49 expected of 1505 and 1495: −0.2 and +0.2


def test_a_correction_changes_a_further_field_and_a_void_game_takes_it_back(stones: Shell) -> None:
    """As known before and after; a game that is recorded anew without the field has none."""
    stones.tell(GAME | {"more": {"handicap": 2}})
    assert cup(stones)["anna"] == "1505"
    stones.tell(game_corrected("cup", "2024-05-10", "1.1 1-0", more={"handicap": 0}))
    assert cup(stones)["anna"] == "1510"
    known = stones.rows("list", "stones", "2024-05-31", "--known", "#4", "--format", "csv")
    assert by_player(known, "rating")["anna"] == "1505"
    stones.tell(game_corrected("cup", "2024-05-10", "1.1 1/2-1/2"))
    assert cup(stones)["anna"] == "1500"  # what a correction does not say stays: no stones
    stones.tell(game_corrected("cup", "2024-05-10", "1.1 1-0", more={"handicap": 2}))
    stones.tell(game_voided("cup", "2024-05-10", "1.1"))
    stones.tell(game("cup", "2024-05-11", "anna 1-0 boris"))
    assert cup(stones)["anna"] == "1510"


def test_a_field_that_nobody_reads_is_remarked(stones: Shell) -> None:
    """A misspelt field would change nothing, and nobody would notice."""
    said = stones.imported(GAME | {"more": {"handicp": 2}})
    assert (
        "no scheme reads the field 'handicp' of games" in said
        and "did you mean 'handicap'?" in said
    )


def test_a_further_field_is_a_whole_number(stones: Shell) -> None:
    """Half a stone is refused, with the place."""
    file = stones.file(GAME | {"more": {"handicap": 0.5}}, name="half.jsonl")
    code, _, err = stones("import", file)
    assert code == 2 and "half.jsonl:1" in err and "handicap" in err


# A club that takes first ratings from FIDE's list.
EVENING = '''from schemes.kernels import article
from schemes.drivers.by_period import PeriodScheme


class Evening(PeriodScheme):
    name, title = "evening", "Rating of our club evenings"
    reads_list_of = "fide-standard"

    @article("1")
    def rating_from_elsewhere(p, elsewhere):
        """No rating here, {elsewhere} on FIDE's list: it counts."""
        return elsewhere

    @article("2", gives="gain")
    def gain(p, own, opponent, score_x100):
        """What was scored above a draw, whoever the opponent is."""
        return score_x100 - 50

    @article("3")
    def k_of_player(p, player, year):
        """K is 10."""
        return 10


scheme = Evening()
'''


EVENING_BY_GAME = '''from schemes.kernels import article
from schemes.drivers.by_game import GameScheme


class Evening(GameScheme):
    name, title = "evening", "Rating of our club evenings, game by game"
    reads_list_of = "fide-standard"

    @article("1")
    def rating_from_elsewhere(p, elsewhere):
        """No rating here, {elsewhere} on FIDE's list: it counts."""
        return elsewhere

    @article("2")
    def gain(p, own, opponent, score_x100):
        """Ten times what was scored above a draw."""
        return (score_x100 - 50) // 10


scheme = Evening()
'''
EVENING_BY_TOURNAMENT = '''from schemes.kernels import article
from schemes.drivers.by_tournament import TournamentScheme
from schemes.kernels.calendar import MONTHLY


class Evening(TournamentScheme):
    name, title = "evening", "Rating of our club evenings, by tournament"
    lists = MONTHLY
    reads_list_of = "fide-standard"

    @article("1", gives="points")
    def rating_from_elsewhere(p, elsewhere_x100):
        """No rating here, {elsewhere_x100} on FIDE's list: it counts."""
        return elsewhere_x100

    @article("2", gives="gain")
    def tournament_change(p, k, own_x100, opponents_x100, games, score_x100):
        """10 times what was scored above a draw."""
        return 10 * (score_x100 - 50 * games)


scheme = Evening()
'''


@pytest.mark.parametrize("kernel", ["period", "tournament", "game"])
def test_a_regulation_takes_first_ratings_from_the_list_of_another(
    shell: Shell, installed: Install, kernel: str
) -> None:
    """anna 1900 and boris 1700 on FIDE's list of April; half a point above a draw at K 10 is 5."""
    installed(
        "evening",
        {"period": EVENING, "tournament": EVENING_BY_TOURNAMENT, "game": EVENING_BY_GAME}[kernel],
    )
    shell.tell(
        *player("anna boris"),
        *carried("fide-standard", "2024-04-01", {"anna": 1900, "boris": 1700}),
        *played("cup", "evening", "2024-05-10", ["anna 1-0 boris"]),
    )
    rows = shell.rows("list", "evening", "2024-06-01", "--format", "csv")
    assert by_player(rows, "rating") == {"anna": "1905", "boris": "1695"}
    assert shell.rows("list", "evening", "2024-05-01", "--format", "csv") == []
    out = shell("explain", "evening", "anna", "2024-06-01")[1]
    assert "No rating here, 1900 on FIDE's list: it counts  1900  [1]" in out


@pytest.mark.parametrize("source", [LIKE_FIDE, STONES, EVENING], ids=["columns", "fields", "lists"])
def test_the_documentation_shows_these_regulations(source: str) -> None:
    """docs/schemes.md teaches them word for word."""
    page = Path(__file__).parents[2] / "docs" / "schemes.md"
    assert f"```python\n{source}```" in page.read_text(encoding="utf-8")


CUPS = '''from schemes.kernels import article
from schemes.drivers.by_tournament import TournamentScheme
from schemes.kernels.calendar import Calendar
from schemes.rating.results import score_of


class Cups(TournamentScheme):
    name, title = "cups", "Rating of a club by cups"
    lists = Calendar(((1, 1), (7, 1)))
    game_fields = {"handicap": 0}

    @article("1", gives="points")
    def first_rating(p, player, day):
        """Everybody begins with 1500."""
        return 150000

    @article("2", gives="score")
    def score(p, tournament, games, row, is_first):
        """A game with stones counts as a draw."""
        return 50 if games[row].handicap > 0 else score_of(games[row].result, is_first)

    @article("3", gives="gain")
    def tournament_change(p, k, own_x100, opponents_x100, games, score_x100):
        """10 times what was scored above a draw."""
        return 10 * (score_x100 - 50 * games)


scheme = Cups()
'''


def test_a_regulation_by_tournament_reads_further_fields_too(
    shell: Shell, installed: Install
) -> None:
    """anna beats boris twice, once with stones: 1½ of 2, half a point above two draws, 5 points."""
    installed("cups", CUPS)
    shell.tell(
        *player("anna boris"),
        tournament("cup", "cups", "2024-05-10", "2024-05-12"),
        GAME,
        GAME | {"round": 2, "more": {"handicap": 3}},
    )
    rows = shell.rows("list", "cups", "2024-07-01", "--format", "csv")
    assert by_player(rows, "rating") == {"anna": "1505", "boris": "1495"}
    assert shell("explain", "cups", "anna", "2024-07-01")[1].splitlines()[0].endswith("  1505")


STONES_BY_PERIOD = '''from schemes.kernels import article
from schemes.drivers.by_period import PeriodScheme


class Stones(PeriodScheme):
    name, title = "stones", "Rating of a club that plays with handicap, by month"
    game_fields = {"handicap": 0}

    @article("1")
    def first_rating(p, player, day):
        """Everybody begins with 1500."""
        return 1500

    @article("2")
    def rating_in_game(p, game, rating, is_first):
        """{rating}, for the first side 100 points more for each of {game.handicap} stones."""
        return rating + 100 * game.handicap if is_first else rating

    @article("3", gives="gain")
    def gain(p, own, opponent, score_x100):
        """The score {score_x100} less half a point and a tenth of a point for each 100 points of difference."""
        return score_x100 - 50 - (own - opponent) // 10

    @article("4")
    def k_of_player(p, player, year):
        """K is 10."""
        return 10


scheme = Stones()
'''


def test_a_regulation_by_period_reads_further_fields_too(shell: Shell, installed: Install) -> None:
    """anna beats boris with three stones, 1800 against 1500: half a point above a draw less .3, at K 10 two points."""
    installed("stones", STONES_BY_PERIOD)
    shell.tell(
        *player("anna boris"),
        tournament("cup", "stones", "2024-05-10", "2024-05-12"),
        GAME | {"more": {"handicap": 3}},
    )
    rows = shell.rows("list", "stones", "2024-06-01", "--format", "csv")
    assert by_player(rows, "rating") == {"anna": "1502", "boris": "1498"}
    out = shell("explain", "stones", "anna", "2024-06-01")[1]
    assert out.splitlines()[0].endswith("  1502") and "for each of 3 stones  1800  [2]" in out
