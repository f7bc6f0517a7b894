"""What explanations say is so: what moved a rating, why a tournament is on a list, through whom points came."""

from datetime import date

import pytest

from replay.difference.by_cause import difference_by_cause, summary
from replay.explain.explain import explain_player
from replay.lists.sides import sides
from replay.whatif.schemes_compared import predict
from replay.which import ListWords
from schemes import Node
from tests.builders import JUNIOR_WON, titled
from tests.replay.conftest import Shell, StoryOffice

FIDE, CXA, MALAYSIA = "fide-standard", "cxa-rapid", "malaysia"


def texts(node: Node) -> str:
    return "\n".join([node.text, *map(texts, node.below)])


def explained(office: StoryOffice, scheme: str, player: str, on: str) -> str:
    opened = office.open()
    return texts(
        explain_player(
            opened, opened.world(ListWords(scheme).resolved(opened)), player, date.fromisoformat(on)
        )
    )


def moved(office: StoryOffice, scheme: str, player: str, *days: str) -> bool:
    return len({office.list(scheme, day)[player] for day in days}) > 1


def test_a_rating_that_is_carried_in_moves_this_list(office: StoryOffice) -> None:
    office.player("anna")
    office.carried(FIDE, "2024-04-01", {"anna": 2000})
    office.carried(FIDE, "2024-06-01", {"anna": 2100})
    assert "last moved" not in explained(office, FIDE, "anna", "2024-06-01")
    assert "the rating last moved on 2024-06-01" in explained(office, FIDE, "anna", "2024-07-01")


def test_a_title_that_lifts_moves_this_list(office: StoryOffice) -> None:
    office.player("he", federation="CHN")
    office.carried(CXA, "2022-12-01", {"he": 2400})
    office.tell(titled("he", "2023-03-01", "cxa-gm"))
    assert moved(office, CXA, "he", "2023-01-01", "2023-10-01")
    assert "last moved" not in explained(office, CXA, "he", "2023-10-01")


def test_a_deduction_for_absence_moves_this_list(office: StoryOffice) -> None:
    office.player("ann", "bob", "cat", federation="MAS")
    office.carried(MALAYSIA, "2023-01-01", {"ann": 2000, "bob": 2000, "cat": 2000})
    office.tournament("king", "2024-03-01", "2024-03-02", MALAYSIA, national="king")
    office.games("king", "2024-03-01", ["1.1 bob 1-0 cat"])
    office.close("king", "2024-03-02", ["bob", "cat"])
    assert moved(office, MALAYSIA, "ann", "2024-12-31", "2025-01-01")
    assert "last moved" not in explained(office, MALAYSIA, "ann", "2025-01-01")


def test_a_bonus_that_comes_after_the_games_moves_this_list(office: StoryOffice) -> None:
    """The games were played in December; the tournament was closed, with its ranking, in January."""
    office.player("ann", "bob", federation="MAS")
    office.carried(MALAYSIA, "2023-01-01", {"ann": 1500, "bob": 1500})
    office.tournament("king", "2024-12-28", "2024-12-30", MALAYSIA, national="king")
    office.games("king", "2024-12-28", ["1.1 ann 1-0 bob"])
    office.close("king", "2025-01-10", ["ann", "bob"])
    assert moved(office, MALAYSIA, "ann", "2024-12-31", "2025-01-31")
    assert "last moved" not in explained(office, MALAYSIA, "ann", "2025-01-31")


def test_a_tournament_says_why_it_is_on_its_list_with_the_article(office: StoryOffice) -> None:
    office.player("anna", "boris")
    office.carried(FIDE, "2024-04-01", {"anna": 2000, "boris": 2000})
    office.tournament("open", "2024-04-10", "2024-04-14")
    office.games("open", "2024-04-14", ["1.1 anna 1-0 boris"])
    told = office.explain_tournament(FIDE, "open", "2024-12-01")
    assert (told.text, told.value) == ("open is rated by fide-standard", "rated")
    on_list = told.below[0]
    assert on_list.text == "on the list of 2024-05-01"
    assert "7.1.3" in [each.article for each in on_list.below]


def test_a_tournament_whose_games_are_all_unrated_is_not_headed_as_rated(
    office: StoryOffice,
) -> None:
    office.player("anna", "boris")
    office.tournament("open", "2024-04-10", "2024-04-14")
    office.games("open", "2024-04-14", ["1.1 anna 1-0 boris"])
    told = office.explain_tournament(FIDE, "open", "2024-12-01")
    assert (told.text, told.value) == ("open has no game that fide-standard rates", "no rated game")
    assert "0 games rated for both players" in [each.text for each in told.below]


def test_whoever_comes_onto_the_list_is_counted_and_not_added_up(office: StoryOffice) -> None:
    """anna wins 10 from boris; carla is carried in with 1800, which is no gain of 1800."""
    office.player("anna", "boris", "carla")
    office.carried(FIDE, "2024-04-01", {"anna": 2000, "boris": 2000})
    office.tournament("april", "2024-04-10", "2024-04-14")
    office.games("april", "2024-04-14", ["1.1 anna 1-0 boris"])
    office.carried(FIDE, "2024-05-01", {"carla": 1800})
    opened = office.open()
    one, other = sides(opened, (f"{FIDE}@2024-04-01", f"{FIDE}@2024-05-01"), None, None)
    assert list(summary(difference_by_cause(opened, one, other)).cells()) == [  # type: ignore[arg-type]
        ["games", 2, 1, 1, 0],
        ["all", 2, 1, 1, 0],
        ["now-listed", 1, None, None, None],
    ]


def test_predict_without_games_names_the_scheme_that_rates_nobody(office: StoryOffice) -> None:
    """Before the only game there is nobody with a rating of malaysia."""
    office.player("anna", "boris")
    office.carried(FIDE, "2024-04-01", {"anna": 2000, "boris": 2000})
    office.tournament("april", "2024-04-10", "2024-04-14")
    office.games("april", "2024-04-14", ["1.1 anna 1-0 boris"])
    opened = office.open()
    answer = predict(opened, (FIDE, MALAYSIA), date(2024, 12, 1), office.log.head, None)
    assert [(row["scheme"], row["games"]) for row in answer.rows] == [(FIDE, 0), (MALAYSIA, 0)]
    (note,) = answer.remarks
    assert note.text == "nothing to compare: malaysia had no ratings of both players for any game"


@pytest.mark.parametrize("player", ["F06", "F07", "F08"])
def test_points_come_through_a_game_that_gives_something_else(
    sample_shell: Shell, player: str
) -> None:
    """They met F01, whose rating changes, too, with a difference beyond 400: that game gives what it gave before."""
    rows = sample_shell.rows(
        "appeal",
        sample_shell.file(JUNIOR_WON),
        "--date",
        "2025-12-01",
        "--scheme",
        FIDE,
        "--trace",
        player,
    )
    met = [
        row["through"]
        for row in rows
        if row["player"] == player and row["through"].startswith("met ")
    ]
    assert met and all(through.startswith("met F05 in lantern-2025") for through in met), rows


def test_the_decision_explains_the_list_on_which_the_disputed_game_is_rated(
    sample_shell: Shell,
) -> None:
    """Both parties, before and after, on the list of October, though lists up to December are compared."""
    paper = sample_shell.folder / "decision.html"
    code, _, said = sample_shell(
        "appeal", sample_shell.file(JUNIOR_WON), "--date", "2025-12-01", "-o", str(paper)
    )
    assert code == 0, said
    text = paper.read_text()
    assert text.count("on list 1 Oct 2025") == 2, "each with the rating before and after"
    assert "on list 1 Dec 2025" not in text and "on list 1 Nov 2025" not in text


def test_the_k_of_both_players_stands_with_their_names(office: StoryOffice) -> None:
    """elo has one K for everybody: two lines that say the same tell nobody whose they are."""
    office.player("anna", "boris")
    office.tournament("cup", "2024-04-10", "2024-04-14", "elo")
    office.games("cup", "2024-04-14", ["1.1 anna 1-0 boris"])
    for player, other in (("anna", "boris"), ("boris", "anna")):
        lines = explained(office, "elo", player, "2024-05-01").splitlines()
        assert [line for line in lines if line.startswith("K of everybody (")] == [
            f"K of everybody ({player} {player})",
            f"K of everybody ({other} {other})",
        ]
