"""A tournament as data: ratings when it began, what its list made of them, performances, rounds and the bracket."""

from decimal import Decimal
from typing import Any

import pytest

from ledger import open_log
from replay.files import open_file
from replay.questions.questions import Questions
from replay.questions.tournament import TournamentWords
from replay.questions.tournament_document import why_this_rank
from replay.simulation.demo import SAMPLE
from tests.replay.conftest import StoryOffice


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The ledger of the demo."""
    folder = tmp_path_factory.mktemp("tournament") / "ledger"
    with open_log(folder, create=True) as log:
        log.append(open_file(SAMPLE))
    with Questions(folder) as office:
        yield office


@pytest.mark.parametrize(
    ("tournament", "scheme", "before", "after"),
    [
        ("harbour-2025", "fide-standard", "2025-09-01", "2025-10-01"),
        ("river-cup-2025", "cxa-rapid", "2025-10-01", "2026-01-01"),
    ],
)
def test_ratings_and_changes_are_those_of_the_lists(
    demo: Any, tournament: str, scheme: str, before: str, after: str
) -> None:
    """The list in force when it began, and the list on which it counts; a first rating is no change."""
    answer = demo.tournament(tournament)
    lists = [
        dict(zip(table["player"].to_pylist(), table["rating"].to_pylist(), strict=True))
        for table in (demo.list(scheme, day).table for day in (before, after))
    ]
    assert str(answer.ratings.list_date) == after and answer.ratings.scheme == scheme
    for row in answer.rows:
        assert row.rating == lists[0].get(row.player)
        if row.rating is None:
            assert row.first_rating == lists[1].get(row.player)
        elif row.change is not None:
            assert row.change == lists[1][row.player] - lists[0][row.player]
    assert any(row.change for row in answer.rows)


def test_a_performance_is_the_average_of_the_opponents_and_the_difference_for_the_score(
    demo: Any,
) -> None:
    """Okafor met six rated players, 2314.5 on average, which is 2315, and scored 4.5: 75 % are 193 points more."""
    row = next(row for row in demo.tournament("harbour-2025").rows if row.player == "F01")
    assert [one.outcome for one in row.results].count("draw") == 3
    assert row.performance == 2315 + 193


def test_a_corrected_game_names_the_event_that_corrected_it(demo: Any) -> None:
    answer = demo.tournament("harbour-2025")
    changed = [game for one in answer.rounds for game in one.games if game.changes]
    assert [(game.round, game.board, game.result, game.changes) for game in changed] == [
        (3, 2, "1/2-1/2", (168,))
    ]
    assert not any(
        game.changes
        for one in demo.tournament("harbour-2025", known="#167").rounds
        for game in one.games
    )


def test_every_regulation_says_whether_it_rates_the_tournament(demo: Any) -> None:
    rated = demo.tournament("harbour-2025").rated
    assert {name: rating.code for name, rating in rated.items()} == {
        "fide-standard": "rated",
        "cxa-rapid": "not-rated",
        "malaysia": "not-rated",
    }
    assert [str(day) for day in rated["fide-standard"].lists] == ["2025-10-01"]


def test_why_a_rank_compares_with_the_row_above_and_adds_up_what_rounds_brought(demo: Any) -> None:
    """River cup: every tie-break up to the one that decided, and the opponents' points of the table."""
    answer = demo.tournament("river-cup-2025")
    for above, row in zip(answer.rows, answer.rows[1:], strict=False):
        why = why_this_rank(demo.snapshot(), answer, row.player, TournamentWords())
        assert why.neighbour == above.player and why.decided_by == row.decided_by
        *level, last = why.compared
        assert all(one.own == one.other for one in level)
        assert last.code == row.decided_by and last.own != last.other
        brought = why.rounds.table.column("value")
        assert sum(map(Decimal, brought)) == row.tie_breaks["opponent_points"]


def test_two_events_on_one_list_are_told(office: StoryOffice) -> None:
    """A plays in two opens of May, B in one: the list of June has both, so A's change is that of both."""
    office.player("A", "B", "C", "D", federation="HKG")
    office.carried("fide-standard", "2024-12-31", dict.fromkeys("ABCD", 2000))
    for name, games in (("one", ["1.1 A 1-0 B"]), ("two", ["1.1 A 1-0 C"])):
        office.tournament(
            name, "2025-05-02", "2025-05-09", time_control={"base": 5400, "increment": 30}
        )
        office.games(name, "2025-05-03", games)
    rows = {row.player: row for row in office.open().tournament("one").rows}
    assert (rows["A"].other_events, rows["B"].other_events) == (1, 0)
    assert rows["A"].change == 20 and rows["B"].change == -10


KNOCKOUT = (
    ("semifinal", ["1.1 A 1-0 D", "1.2 B 1/2-1/2 C"]),
    ("playoff", ["2.1 C 1-0 B"]),
    ("final", ["3.1 A 0-1 C"]),
    ("third", ["3.2 B 1-0 D"]),
)


def test_a_knockout_has_a_bracket_with_who_went_on(office: StoryOffice) -> None:
    """A beats D, C beats B after a drawn game, C wins the final."""
    office.player("A", "B", "C", "D")
    office.tournament("cup", "2025-05-02", "2025-05-09", format="knockout", rounds=3)
    for stage, games in KNOCKOUT:
        office.games("cup", "2025-05-03", games, stage=stage)
    bracket = office.open().tournament("cup").bracket
    assert [one.stage for one in bracket] == ["semifinal", "final", "third"]
    winners = {one.stage: [tie.winner for tie in one.ties] for one in bracket}
    assert winners == {"semifinal": ["A", "C"], "final": ["C"], "third": ["B"]}
    second = bracket[0].ties[1]
    assert second.points == (Decimal("0.5"), Decimal("1.5")) and len(second.games) == 2


def test_a_knockout_of_main_rounds_has_one_too(office: StoryOffice) -> None:
    """Two games for each pair: rounds 1 and 2 are one stage, round 3 is the final."""
    office.player("A", "B", "C", "D")
    office.tournament("cup", "2025-05-02", "2025-05-09", format="knockout", rounds=3)
    rounds = ["1.1 A 1-0 D", "1.2 B 1-0 C", "2.1 D 1/2-1/2 A", "2.2 C 0-1 B", "3.1 B 1-0 A"]
    office.games("cup", "2025-05-03", rounds)
    bracket = office.open().tournament("cup").bracket
    assert [(one.round, [tie.winner for tie in one.ties]) for one in bracket] == [
        (1, ["B", "A"]),
        (2, ["B"]),
    ]
