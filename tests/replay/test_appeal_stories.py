"""Stories of appeals: a small log, a correction, and who changes on which list through whom.

The table of FIDE 8.1.2 as used here: difference 0–3 .50, 4–10 .51/.49, 18–25 .53/.47. Carried in with no games
counted, a player has K 40.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from ledger.append.description import numbered_line
from replay.appeals import Appeal, AppealResult, Compared, appealed, reached, trace
from replay.lists.publish import publish
from tests.builders import decoded, game_corrected
from tests.replay.conftest import StoryOffice

FIDE, CXA, MALAYSIA = "fide-standard", "cxa-rapid", "malaysia"


@contextmanager
def asked(office: StoryOffice, *events: dict[str, Any]) -> Iterator[Appeal]:
    """The events as an appeal; the log is not touched."""
    opened = office.open()
    entries = opened.log.rehearse(decoded(*events))
    with appealed(opened, entries) as appeal:
        yield appeal


def result_of(appeal: Appeal, scheme: str, on: str, *, every: bool = True) -> AppealResult:
    return appeal.compared(scheme, date.fromisoformat(on), every=every).result()


def rows(answer: AppealResult) -> list[tuple[str, str, str, str, str]]:
    """Month, player, the ratings without and with the appeal, and through whom they differ."""
    return [
        (
            f"{row['list_date']:%Y-%m}",
            row["player"],
            rating(row["before"]),
            rating(row["after"]),
            "; ".join(str(reason.text) for reason in row["through"]),
        )
        for row in answer.rows
    ]


def rating(value: object) -> str:
    return "" if value is None else str(value)


@pytest.fixture
def ripple(office: StoryOffice) -> StoryOffice:
    """April: anna – boris. May: carla – anna, drawn. June: dmitri and carla draw three games."""
    office.player("anna", "boris", "carla", "dmitri", born=1980)
    office.carried(
        FIDE, "2024-04-01", {"anna": 2000, "boris": 2000, "carla": 2000, "dmitri": 1996}, games=0
    )
    office.tournament("april", "2024-04-10", "2024-04-14")
    office.games("april", "2024-04-14", ["1.1 anna 0-1 boris"])
    office.tournament("may", "2024-05-10", "2024-05-14")
    office.games("may", "2024-05-14", ["1.1 carla 1/2-1/2 anna"])
    office.tournament("june", "2024-06-10", "2024-06-14")
    office.games("june", "2024-06-14", [f"{number}.1 dmitri 1/2-1/2 carla" for number in (1, 2, 3)])
    return office


def test_a_swapped_result_of_a_year_ago_ripples_through_three_lists(ripple: StoryOffice) -> None:
    """May: anna 40 × .50 = 20 less or more. June: carla draws with 1980 (−1.2) or with 2020 (+1.2), anna the other
    way. July: dmitri, 1996, against carla's 1999 is even (.50); against 2001 expected .49: 3 × 0.4 = 1.2 more."""
    with asked(ripple, game_corrected("april", "2025-06-01", "1.1 1-0")) as appeal:
        assert appeal.schemes() == [FIDE]
        answer = result_of(appeal, FIDE, "2024-07-31")
    assert answer.first_list == date(2024, 5, 1)
    assert rows(answer) == [
        ("2024-05", "anna", "1980", "2020", "own game april round 1 board 1"),
        ("2024-05", "boris", "2020", "1980", "own game april round 1 board 1"),
        ("2024-06", "anna", "1981", "2019", "own earlier rating"),
        ("2024-06", "boris", "2020", "1980", "own earlier rating"),
        ("2024-06", "carla", "1999", "2001", "opponent anna"),
        ("2024-07", "anna", "1981", "2019", "own earlier rating"),
        ("2024-07", "boris", "2020", "1980", "own earlier rating"),
        ("2024-07", "carla", "1999", "2000", "own earlier rating"),
        ("2024-07", "dmitri", "1996", "1997", "opponent carla"),
    ]


def test_the_trace_leads_from_the_correction_to_the_player(ripple: StoryOffice) -> None:
    with asked(ripple, game_corrected("april", "2025-06-01", "1.1 1-0")) as appeal:
        path = trace(appeal.compared(FIDE, date(2024, 7, 31)), "dmitri")
    assert [numbered_line(*entry) for entry in path.events] == [
        "#17 GameCorrected april round 1 board 1: 1-0 (score sheet)"
    ]
    assert [
        (step.list_date.month, step.player, step.before, step.after, step.through.text)
        for step in path.steps
    ] == [
        (5, "anna", 1980, 2020, "own game in april, round 1 board 1"),
        (6, "carla", 1999, 2001, "met anna in may, round 1 board 1"),
        (7, "dmitri", 1996, 1997, "met carla in june, round 1 board 1"),
    ]


def tree(
    compared: Compared, *players: str, most: int = 10, deepest: int = 4
) -> list[tuple[Any, ...]]:
    """Who is reached, through whom, how many steps away, on which list first."""
    return [
        (one.player, one.before, one.degree, one.step.list_date.month)
        for one in reached(compared, players, most, deepest)
    ]


def test_a_correction_reaches_the_players_of_the_game_then_those_who_met_them_and_so_on(
    ripple: StoryOffice,
) -> None:
    """Who is asked for brings along everybody through whom the difference came; nobody is there twice."""
    with asked(ripple, game_corrected("april", "2025-06-01", "1.1 1-0")) as appeal:
        compared = appeal.compared(FIDE, date(2024, 7, 31))
        way = [("anna", None, 1, 5), ("carla", "anna", 2, 6), ("dmitri", "carla", 3, 7)]
        assert tree(compared, "dmitri", "boris", "carla") == [*way, ("boris", None, 1, 5)]
        assert tree(compared, "boris", "dmitri", most=3) == [("boris", None, 1, 5)], "not in part"
        assert tree(compared, "boris", "dmitri", "carla", deepest=2) == [
            ("boris", None, 1, 5),
            *way[:2],
        ]
        assert tree(compared, "dmitri", deepest=2) == way, "the first one at any distance"


def test_without_more_ado_the_published_lists_and_the_current_one_are_compared(
    ripple: StoryOffice,
) -> None:
    """June was published; the cause on the current list is all that happened since."""
    publish(ripple.open(), FIDE, date(2024, 6, 1))
    with asked(ripple, game_corrected("april", "2025-06-01", "1.1 1-0")) as appeal:
        answer = result_of(appeal, FIDE, "2024-09-15", every=False)
    assert answer.compared == (date(2024, 6, 1), date(2024, 9, 1))
    by_player = {(row[0], row[1]): row[4] for row in rows(answer)}
    assert by_player["2024-06", "anna"] == "own game april round 1 board 1"
    assert by_player["2024-06", "carla"] == "opponent anna"
    assert by_player["2024-09", "anna"] == "own earlier rating"
    assert by_player["2024-09", "dmitri"] == "opponent carla"


def test_the_lists_after_accepting_are_those_the_appeal_foretold(ripple: StoryOffice) -> None:
    correction = game_corrected("april", "2025-06-01", "1.1 1-0")
    with asked(ripple, correction) as appeal:
        answer = result_of(appeal, FIDE, "2024-12-01")
    position = ripple.log.head
    ripple.tell(correction)
    for row in answer.rows:
        day, player = str(row["list_date"]), row["player"]
        assert ripple.list(FIDE, day, known=position).get(player, "") == rating(row["before"])
        assert ripple.list(FIDE, day).get(player, "") == rating(row["after"])
    named = {(str(row["list_date"]), row["player"]) for row in answer.rows}
    for month in range(5, 13):
        day = f"2024-{month:02}-01"
        before, after = ripple.list(FIDE, day, known=position), ripple.list(FIDE, day)
        assert {player for player in before | after if before.get(player) != after.get(player)} <= {
            player for listed, player in named if listed == day
        }


def test_an_appeal_leaves_the_ledger_as_it_was(ripple: StoryOffice) -> None:
    opened = ripple.open()
    before = opened.list(FIDE, date(2024, 7, 1)).csv
    entries = opened.log.rehearse(decoded(game_corrected("april", "2025-06-01", "1.1 1-0")))
    for _ in range(2):
        with appealed(opened, entries) as appeal:
            assert result_of(appeal, FIDE, "2024-07-01").rows
        assert opened.list(FIDE, date(2024, 7, 1)).csv == before


def test_a_voided_tournament_takes_all_its_games_away(ripple: StoryOffice) -> None:
    """As if it had never been: both have 2000 again."""
    voided = {
        "type": "TournamentVoided",
        "tournament": "april",
        "date": "2025-01-01",
        "reason": "made up",
    }
    with asked(ripple, voided) as appeal:
        answer = result_of(appeal, FIDE, "2024-05-01")
    assert rows(answer) == [
        ("2024-05", "anna", "1980", "2000", "own game april round 1 board 1; games 1 → 0"),
        ("2024-05", "boris", "2020", "2000", "own game april round 1 board 1; games 1 → 0"),
    ]


def test_a_late_report_of_a_whole_tournament_is_named_as_such(ripple: StoryOffice) -> None:
    """anna and dmitri draw in an event of April nobody knew of: 2000 against 1996 is .51, −0.4, that is 0."""
    report = [
        {"type": "TournamentRegistered", "tournament": "late", "name": "late", "date": "2024-01-01",
         "start": "2024-04-10", "end": "2024-04-14", "rounds": 2, "rated": [FIDE]},
        {"type": "GameRecorded", "tournament": "late", "date": "2024-04-10", "round": 1, "board": 1, "first": "anna",
         "second": "dmitri", "result": "0-1"},
    ]  # fmt: skip
    with asked(ripple, *report) as appeal:
        answer = result_of(appeal, FIDE, "2024-05-01")
    assert rows(answer) == [
        ("2024-05", "anna", "1980", "1960", "late report late round 1 board 1; games 1 → 2"),
        ("2024-05", "dmitri", "1996", "2016", "late report late round 1 board 1; games 0 → 1"),
    ]


def test_a_merged_player_leaves_the_list_and_the_games_count_for_the_other(
    ripple: StoryOffice,
) -> None:
    """boris is dmitri: he has 2000 and 1996 carried in on one list, of which the last counts; then he beats anna."""
    merge = {"type": "PlayersMerged", "kept": "boris", "duplicate": "dmitri", "date": "2025-01-01"}
    with asked(ripple, merge) as appeal:
        answer = result_of(appeal, FIDE, "2024-05-01")
    found = {(row[0], row[1]): row[2:] for row in rows(answer)}
    assert found["2024-04", "boris"] == ("2000", "1996", "merged; carried in")
    assert found["2024-04", "dmitri"] == ("1996", "", "merged; carried in; no longer on the list")
    # 40 × .51 = 20.4 against anna's 2000; anna loses 40 × .51 = 20.4
    assert found["2024-05", "boris"][:2] == ("2020", "2016")
    assert found["2024-05", "dmitri"] == ("1996", "", "merged; no longer on the list")
    assert ("2024-05", "anna") not in found


def test_other_things_of_a_row_are_told_with_no_change_of_rating(ripple: StoryOffice) -> None:
    """anna was born in 2008, not in 1980: with 30 games she would be a junior; as she is new, K stays 40."""
    born = {
        "type": "PlayerCorrected",
        "player": "anna",
        "born": 2008,
        "date": "2025-01-01",
        "reason": "passport",
    }
    with asked(ripple, born) as appeal:
        assert result_of(appeal, FIDE, "2024-07-01").rows == ()
    ripple.player("old", born=1950)
    ripple.carried(FIDE, "2024-04-01", {"old": 2000})
    with asked(ripple, born | {"player": "old"}) as appeal:
        answer = result_of(appeal, FIDE, "2024-04-01")
    assert rows(answer) == [("2024-04", "old", "2000", "2000", "k 20 → 40")]
    assert answer.rows[0]["change"] == 0


def test_a_death_takes_a_player_off_the_lists_from_its_day_on(ripple: StoryOffice) -> None:
    with asked(
        ripple, {"type": "PlayerDeceased", "player": "boris", "date": "2024-06-15"}
    ) as appeal:
        assert rows(result_of(appeal, FIDE, "2024-07-01")) == [
            ("2024-07", "boris", "2020", "", "no longer on the list")
        ]


def test_what_no_list_shows_changes_nothing(ripple: StoryOffice) -> None:
    name = {
        "type": "PlayerCorrected",
        "player": "anna",
        "name": "Anna",
        "date": "2025-01-01",
        "reason": "spelling",
    }
    with asked(ripple, name) as appeal:
        assert appeal.schemes() == [FIDE]
        answer = result_of(appeal, FIDE, "2024-07-01")
    assert answer.rows == ()
    assert answer.first_list is None


@pytest.fixture
def cup(office: StoryOffice) -> StoryOffice:
    """lin beats wu in a cup of the spring of 2023, both 2400.0; the ranking says lin won it."""
    office.player("lin", "wu", "he", federation="CHN")
    office.carried(CXA, "2022-12-01", {"lin": 2400, "wu": 2400, "he": 2400})
    papers = {"time_control": {"base": 600, "increment": 5}, "national_arbiters": 3}
    office.tournament("cup", "2023-02-10", "2023-02-12", CXA, **papers)
    office.games("cup", "2023-02-10", ["1.1 lin 1-0 wu", "2.1 wu 1-0 he"])
    office.close("cup", "2023-02-12", ["lin", "wu", "he"])
    return office


def test_an_appeal_that_changes_the_champion_moves_the_bonus(cup: StoryOffice) -> None:
    """Art. 11: 2400 × 0.001 × 15 = 36.0 go from lin to wu; games: lin +7.5, wu 0, he −7.5."""
    correction = {"type": "RankingCorrected", "tournament": "cup", "ranking": ["wu", "lin", "he"], "date": "2023-06-01",
                  "reason": "tie-break"}  # fmt: skip
    with asked(cup, correction) as appeal:
        answer, ranks = result_of(appeal, CXA, "2023-10-01"), appeal.ranks()
    assert [row[1:] for row in rows(answer)] == [
        ("lin", "2443.5", "2407.5", "champion's bonus"),
        ("wu", "2400.0", "2436.0", "champion's bonus"),
    ]
    assert [(rank.player, rank.before, rank.after) for rank in ranks] == [
        ("wu", 2, 1),
        ("lin", 1, 2),
    ]


def test_a_title_awarded_late_lifts_from_its_list_on(cup: StoryOffice) -> None:
    """he loses 7.5 of 2400; a grandmaster's standard value is 2550. Who met him did so with his rating of January."""
    award = {"type": "TitleAwarded", "player": "he", "title": "cxa-gm", "date": "2023-02-01"}
    with asked(cup, award) as appeal:
        answer = result_of(appeal, CXA, "2023-10-01")
    assert [(row[1], row[2], row[3]) for row in rows(answer)] == [("he", "2392.5", "2550.0")]
    assert rows(answer)[0][4].startswith("title lift")


def test_game_by_game_an_opponent_carries_it_on_within_a_month(office: StoryOffice) -> None:
    """malaysia: a beats b on the 1st, 40 × .50; b, 1580 or 1620, draws with c on the 2nd: 40 × .03, one point.

    c and d draw on the 9th; a difference of one point is .50 like none, so that d does not change.
    """
    office.player("a", "b", "c", "d", federation="MAS")
    office.carried(MALAYSIA, "2023-01-01", dict.fromkeys("abcd", 1600))
    office.tournament("open", "2023-03-01", "2023-03-09", MALAYSIA, rounds=9)
    office.games("open", "2023-03-01", ["1.1 a 1-0 b"])
    office.games("open", "2023-03-02", ["2.1 b 1/2-1/2 c"])
    office.games("open", "2023-03-09", ["3.1 c 1/2-1/2 d"])
    with asked(office, game_corrected("open", "2025-06-01", "1.1 0-1")) as appeal:
        compared = appeal.compared(MALAYSIA, date(2023, 3, 31))
        answer = compared.result()
        path = trace(compared, "c")
    assert [row[1:] for row in rows(answer)] == [
        ("a", "1620", "1580", "own game open round 1 board 1"),
        ("b", "1581", "1619", "own game open round 1 board 1"),
        ("c", "1599", "1601", "opponent b"),
    ]
    assert [step.player for step in path.steps] == ["b", "c"]
    assert [position for position, _ in path.events] == [13]


@pytest.mark.parametrize("month", [5, 6, 7, 8])
def test_few_players_and_a_void_game(office: StoryOffice, month: int) -> None:
    """K 40: anna lost 20 and boris won 20. As many players as other columns of a state have places: only what is said
    of players is compared."""
    office.player("anna", "boris", "carla", "dmitri", born=1980)
    office.carried(
        FIDE, "2023-01-01", {"anna": 2000, "boris": 2000, "carla": 2000, "dmitri": 1996}, games=0
    )
    office.tournament("april", "2024-04-10", "2024-04-14")
    office.games("april", "2024-04-14", ["1.1 anna 0-1 boris"])
    office.tournament("may", "2024-05-10", "2024-05-14")
    office.games("may", "2024-05-14", ["1.1 carla 1-0 dmitri"])
    void = {
        "type": "GameVoided",
        "tournament": "april",
        "round": 1,
        "board": 1,
        "date": "2025-06-01",
        "reason": "x",
    }
    with asked(office, void) as appeal:
        found = [row[:4] for row in rows(result_of(appeal, FIDE, f"2024-{month:02}-01"))]
    months = [f"2024-{each:02}" for each in range(5, month + 1)]
    assert found == [
        row
        for each in months
        for row in ((each, "anna", "1980", "2000"), (each, "boris", "2020", "2000"))
    ]


def test_a_suspension_takes_people_off_the_lists_from_its_day_on(office: StoryOffice) -> None:
    """No rating moves; on the lists from June on the players of FRA are missing, emil of GER is not touched."""
    office.player("anna", federation="FRA")
    office.player("emil", federation="GER")
    office.carried(FIDE, "2024-04-01", {"anna": 2000, "emil": 2000})
    with asked(
        office, {"type": "FederationSuspended", "federation": "FRA", "date": "2024-05-15"}
    ) as appeal:
        answer = result_of(appeal, FIDE, "2024-07-01")
    gone = [
        (month, "anna", "2000", "", "no longer on the list") for month in ("2024-06", "2024-07")
    ]
    assert (answer.first_list, rows(answer)) == (date(2024, 6, 1), gone)


def test_a_rating_that_is_ended_changes_the_player_and_later_opponents(office: StoryOffice) -> None:
    """anna's rating ends on 1 May: her win of April no longer counts for her. In May boris, who drew with her as with
    one of 2020 at K 40 (1980: expected .44, +2.4), meets somebody unrated and wins nothing."""
    office.player("anna", "boris", born=1980)
    office.carried(FIDE, "2024-04-01", {"anna": 2000, "boris": 2000}, games=0)
    office.tournament("april", "2024-04-10", "2024-04-14")
    office.games("april", "2024-04-14", ["1.1 anna 1-0 boris"])
    office.tournament("may", "2024-05-10", "2024-05-14")
    office.games("may", "2024-05-14", ["1.1 anna 1/2-1/2 boris"])
    end = {"type": "RatingEnded", "player": "anna", "scheme": FIDE, "date": "2024-05-01"}
    with asked(office, end) as appeal:
        answer = result_of(appeal, FIDE, "2024-06-01")
    found = {row[:2]: row[2:4] for row in rows(answer)}
    assert "ended" in {reason.code for reason in answer.rows[0]["through"]}
    assert found == {
        ("2024-05", "anna"): ("2020", ""),
        ("2024-06", "anna"): ("2018", ""),
        ("2024-06", "boris"): ("1982", "1980"),
    }


def test_causes_are_points_that_add_up_and_opponents_are_data(ripple: StoryOffice) -> None:
    """June: carla draws with anna's 2020 instead of 1980, 40 × (.50 − .47) against 40 × (.50 − .53): 2.4 more. Her
    rating was 1999 (1998.8) and is 2001 (2001.2), so that rounding takes 0.4 of it."""
    with asked(ripple, game_corrected("april", "2025-06-01", "1.1 1-0")) as appeal:
        answer = result_of(appeal, FIDE, "2024-06-01")
    (row,) = [row for row in answer.rows if row["player"] == "carla"]
    assert row["change"] == 2 == sum(row["causes"].values())
    assert row["causes"] == {"games": Decimal("2.4"), "rounding": Decimal("-0.4")}
    (reason,) = row["through"]
    assert (reason.code, reason.values) == (
        "opponents",
        {"players": [{"player": "anna", "points": Decimal("2.4")}]},
    )
