"""What the standings are made from: the log as known at a position, corrected, merged, with what was withdrawn gone."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import msgspec
import pytest

from ledger import Log, open_log
from ledger.events import AnyEvent
from projections import Snapshot, open_model, views
from projections.groups import groups_of
from projections.standings import (
    computed_rankings,
    counted_standings,
    tournament_of,
)
from schemes.kernels.inputs import NEVER
from schemes.standings import Bye, Entry, Foul, Game, ranking, standings

DAY = "2024-05-01"
_events = msgspec.json.Decoder(AnyEvent)


class Told:
    """A log in memory that is told events and asked for what is known."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.models: list[Any] = []

    def __call__(self, type_: str, /, **fields: Any) -> int:
        event = {"type": type_, "date": DAY} | fields
        self.log.append([_events.decode(msgspec.json.encode(event))])
        return self.log.head

    def game(
        self,
        tournament: str,
        round_: int,
        board: int,
        first: str,
        result: str,
        second: str,
        **more: Any,
    ) -> int:
        place = {"tournament": tournament, "round": round_, "board": board}
        return self("GameRecorded", **place, first=first, second=second, result=result, **more)

    def known(self, position: int | None = None) -> Snapshot:
        self.models.append(open_model(self.log, None))
        return Snapshot(self.models[-1], position)


@pytest.fixture
def told() -> Iterator[Told]:
    """Four players and a tournament of two rounds, number 0, in which Ann and Cat have won."""
    with open_log(":memory:") as log:
        made = Told(log)
        for player in ("ann", "bob", "cat", "dan"):
            made(
                "PlayerRegistered",
                player=player,
                name=player.title(),
                sex="F" if player == "ann" else "M",
            )
        frame = {"start": DAY, "end": DAY, "rounds": 2, "rated": [], "standings": "wxf"}
        made("TournamentRegistered", tournament="cup", name="Cup", **frame)
        made.game("cup", 1, 1, "ann", "1-0", "bob")
        made.game("cup", 1, 2, "cat", "1-0", "dan")
        yield made
        for model in made.models:
            model.close()


def test_everything_recorded_reaches_the_rules(told: Told) -> None:
    """Entries with number, team and sex; games with stage; byes; fouls; group, final and ranking."""
    correction = {"group": "A", "final_after": 1, "rounds": 3, "standings": "hk-open"}
    told("TournamentCorrected", tournament="cup", reason="typing", **correction)
    told("PlayerEntered", tournament="cup", player="ann", number=7, team="north")
    told("PlayerEntered", tournament="cup", player="bob")
    told.game("cup", 2, 1, "bob", "-/+", "ann", stage="final")
    told("ByeRecorded", tournament="cup", round=2, player="cat", kind="leave")
    told("FoulRecorded", tournament="cup", round=1, player="dan", kind="violation", count=3)
    told("TournamentClosed", tournament="cup", ranking=["bob", "ann"])
    found = tournament_of(told.known(), 0)
    assert (found.id, found.rules, found.rounds, found.group, found.final_after) == (
        "cup",
        "hk-open",
        3,
        "A",
        1,
    )
    assert found.entries == (Entry("ann", 7, "north", "F"), Entry("bob", None, None, "M"))
    assert found.games == (
        Game(1, 1, "ann", "bob", "1-0"),
        Game(1, 2, "cat", "dan", "1-0"),
        Game(2, 1, "bob", "ann", "-/+", "final"),
    )
    assert found.byes == (Bye(2, "cat", "leave"),)
    assert found.fouls == (Foul(1, "dan", "violation", 3),)
    assert found.given == ("bob", "ann")


def test_corrections_and_voidings_hold_from_when_they_were_known(told: Told) -> None:
    """Players and result of a corrected game are the new ones; a void game is gone; before, all was as recorded."""
    before = told.log.head
    told(
        "GameCorrected",
        tournament="cup",
        round=1,
        board=1,
        result="0-1",
        first="bob",
        second="ann",
        reason="sides",
    )
    told("GameVoided", tournament="cup", round=1, board=2, reason="never played")
    assert tournament_of(told.known(), 0).games == (Game(1, 1, "bob", "ann", "0-1"),)
    assert tournament_of(told.known(before), 0).games[0] == Game(1, 1, "ann", "bob", "1-0")
    assert len(tournament_of(told.known(before), 0).games) == 2


def test_what_was_withdrawn_is_gone(told: Told) -> None:
    """An entry, a bye and a foul entered by mistake leave no trace, but stood until they were withdrawn."""
    told("PlayerEntered", tournament="cup", player="dan", number=1)
    told("ByeRecorded", tournament="cup", round=2, player="dan", kind="bye")
    last = told("FoulRecorded", tournament="cup", round=1, player="dan", kind="technical")
    for position in range(last - 2, last + 1):
        told("EventWithdrawn", withdraws=position, reason="mistake")
    found, before = tournament_of(told.known(), 0), tournament_of(told.known(last), 0)
    assert (found.entries, found.byes, found.fouls) == ((), (), ())
    assert [len(each) for each in (before.entries, before.byes, before.fouls)] == [1, 1, 1]


def test_a_merged_player_is_one_everywhere(told: Told) -> None:
    """Entries give number and team where the first lacks them; a ranking that names both ids keeps the better place."""
    told("PlayerRegistered", player="anna", name="Anna", sex="F")
    told("PlayerEntered", tournament="cup", player="anna", team="north")
    told("PlayerEntered", tournament="cup", player="ann", number=4, team="south")
    told("ByeRecorded", tournament="cup", round=2, player="anna", kind="bye")
    told("TournamentClosed", tournament="cup", ranking=["cat", "anna", "bob", "ann", "dan"])
    told("PlayersMerged", kept="ann", duplicate="anna")
    found = tournament_of(told.known(), 0)
    assert found.entries == (Entry("ann", 4, "north", "F"),)
    assert found.byes == (Bye(2, "ann", "bye"),)
    assert ranking(counted_standings(found)) == ((1, "cat"), (2, "ann"), (3, "bob"), (5, "dan"))


def test_of_two_entries_of_one_person_the_first_rating_counts(told: Told) -> None:
    told("PlayerRegistered", player="anna", name="Anna", sex="F")
    told("PlayerEntered", tournament="cup", player="anna", rating=1900)
    told("PlayerEntered", tournament="cup", player="ann", number=4, rating=2000)
    told("PlayersMerged", kept="ann", duplicate="anna")
    assert tournament_of(told.known(), 0).entries == (Entry("ann", 4, None, "F", 1900),)


def test_whoever_died_under_another_id_has_died(told: Told) -> None:
    told("PlayerRegistered", player="anna", name="Anna", sex="F")
    told("PlayerDeceased", player="anna")
    told("PlayersMerged", kept="ann", duplicate="anna")
    deceased = told.known().people.table.deceased
    assert deceased[0] == date.fromisoformat(DAY).toordinal()
    assert deceased[1] == NEVER, "bob is alive"


def test_many_rankings_in_one_go_are_those_one_by_one(told: Told) -> None:
    """Tournaments between those asked for change nothing; empty ones rank nobody."""
    frame = {"start": DAY, "end": DAY, "rounds": 1, "rated": []}
    for number, rules in enumerate(("hk-open", "given", "wxf", "hk-open"), 1):
        told("TournamentRegistered", tournament=f"t{number}", name="t", standings=rules, **frame)
    told.game("t1", 1, 1, "dan", "0-1", "cat")
    told.game("t2", 1, 1, "ann", "1-0", "dan")
    told.game("t3", 1, 1, "bob", "1-0", "dan")
    known = told.known()
    found = computed_rankings(known, [0, 1, 3, 4])
    assert found == {number: computed_rankings(known, [number])[number] for number in (0, 1, 3, 4)}
    assert found[1] == [(1, 2), (2, 3)]  # cat is player 2, dan player 3
    assert found[3] == [(1, 1), (2, 3)]
    assert found[4] == []


def test_the_computed_ranking_does_not_listen_to_the_given_one(told: Told) -> None:
    """What the rules say stays known beside what the office decided."""
    told("TournamentClosed", tournament="cup", ranking=["dan", "cat", "bob", "ann"])
    known = told.known()
    assert [player for _, player in computed_rankings(known, [0])[0]][:2] == [0, 2]
    assert ranking(counted_standings(tournament_of(known, 0)))[0] == (1, "dan")


def test_all_tables_for_sql_leave_out_the_void_and_the_unranked(told: Told) -> None:
    """Given rankings are in it, tournaments without rules or ranking are not, and a void one is not either."""
    frame = {"start": DAY, "end": DAY, "rounds": 1, "rated": []}
    for name in ("office", "club", "gone"):
        told("TournamentRegistered", tournament=name, name=name, **frame)
        told.game(name, 1, 1, "ann", "1/2-1/2", "bob")
    told("TournamentClosed", tournament="office", ranking=["bob", "ann"])
    told("TournamentClosed", tournament="gone", ranking=["bob", "ann"])
    told("TournamentVoided", tournament="gone", reason="fraud")
    rows = views.standings(told.known()).to_pylist()
    assert {row["tournament"] for row in rows} == {"cup", "office"}
    office = [
        (r["rank"], r["player"], str(r["score"]), r["counted"])
        for r in rows
        if r["tournament"] == "office"
    ]
    assert office == [(1, "bob", "0.5", 1), (2, "ann", "0.5", 2)]


def test_an_empty_ledger_has_an_empty_table() -> None:
    with open_log(":memory:") as log:
        model = open_model(log, None)
        assert views.standings(Snapshot(model)).num_rows == 0
        model.close()


def test_a_table_after_a_round_by_another_reading(told: Told) -> None:
    """Readings reach the rules: two winners share a rank, and the losers follow with or without a gap."""
    known = told.known()
    cup = tournament_of(known, 0)
    assert [row.rank for row in standings(cup, 1).rows] == [1, 1, 3, 3]
    assert [row.rank for row in standings(cup, 1, readings={"shared-ranks": "no-gaps"}).rows] == [
        1,
        1,
        2,
        2,
    ]


def test_groups_say_what_they_leave_out(told: Told) -> None:
    """No edition, another group, a second event for the same place, no ranking yet: each is named."""
    frame = {"start": DAY, "end": DAY, "rounds": 1, "rated": [], "series": "it's"}
    kinds = {
        "a1": {"edition": 1, "group": "A"},
        "a2": {"edition": 1, "group": "A"},
        "b": {"group": "B"},
    }
    kinds |= {"c": {"edition": 1, "group": "women"}, "b1": {"edition": 1, "group": "B"}}
    for name, more in kinds.items():
        told("TournamentRegistered", tournament=name, name=name, **frame, **more)
    told("TournamentClosed", tournament="a1", ranking=["ann", "bob"])
    found = groups_of(told.known(), "it's")
    assert [(each.player, each.group) for each in found.members] == [("ann", "A"), ("bob", "A")]
    assert found.notes == (
        "a2 is left out: a1 is edition 1 of group A",
        "b is left out: it has no edition",
        "c: group women is no part of promotion and relegation, which are between A and B",
        "b1 is left out: no ranking has been given",
    )


def test_a_series_named_by_a_correction_is_found(told: Told) -> None:
    """The registration forgot series, edition and group; the table by the rules counts all the same.

    A tenth of four is one place, and Ann and Cat each have a win against somebody with nothing: that is said, too.
    """
    told(
        "TournamentCorrected",
        tournament="cup",
        reason="forgotten",
        series="hk",
        edition=4,
        group="B",
    )
    found = groups_of(told.known(), "hk")
    assert {each.player: each.group for each in found.members}["ann"] == "provisional A"
    assert found.notes == (
        "cup is not closed: its table counts as it stands, absences do not",
        "edition 4, the best 1 of 4 in B: ann, cat are level; only the entry number puts ann in",
    )


def test_points_of_a_tournament_reach_its_table_and_follow_a_merged_player(told: Told) -> None:
    """Three for a win; Bob, who turns out to be Dan, has lost a point for coming late."""
    points = [
        {"outcome": "win", "points": 3},
        {"outcome": "extra", "points": -1, "players": ["bob"]},
    ]
    frame = {"start": DAY, "end": DAY, "rounds": 2, "rated": [], "points": points}
    told("TournamentRegistered", tournament="late", name="Late", **frame)
    told.game("late", 1, 1, "ann", "1-0", "bob")
    told.game("late", 2, 1, "dan", "1/2-1/2", "ann")
    before = told("TournamentClosed", tournament="late", ranking=["ann", "bob"])
    told("PlayersMerged", kept="dan", duplicate="bob")

    def scores(position: int | None = None) -> dict[str, int]:
        return {
            row.player: row.score_x2
            for row in standings(tournament_of(told.known(position), 1)).rows
        }

    assert scores(before) == {"ann": 7, "bob": -2, "dan": 1}
    assert scores() == {"ann": 7, "dan": -1}


def test_points_can_be_corrected(told: Told) -> None:
    frame = {
        "start": DAY,
        "end": DAY,
        "rounds": 1,
        "rated": [],
        "points": [{"outcome": "draw", "points": 0}],
    }
    told("TournamentRegistered", tournament="late", name="Late", **frame)
    told.game("late", 1, 1, "ann", "1/2-1/2", "bob")
    told("TournamentCorrected", tournament="late", reason="a draw is a draw", points=None)
    assert {row.score_x2 for row in standings(tournament_of(told.known(), 1)).rows} == {1}
