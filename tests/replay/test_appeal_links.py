"""Links of an appeal: each is a game that gives something else, and with what is no game they add up to the change.

A story worked out by hand, and random corrections of made-up federations, for each kind of regulation.
"""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger import open_log
from ledger.events import AnyEvent, GameRecorded
from replay.appeals import Compared, appealed, trace
from replay.appeals.links import Through
from replay.office.office import Office
from replay.simulation import Federation, simulate
from schemes import scheme
from schemes.kernels.causes import GAMES
from tests.builders import decoded, game_corrected
from tests.replay.conftest import StoryOffice

FIDE = "fide-standard"
BEGIN = {
    "fide-standard": date(2024, 3, 1),
    "cxa-rapid": date(2022, 1, 1),
    "malaysia": date(2022, 1, 1),
}


@contextmanager
def compared(
    office: StoryOffice, on: str, *events: dict[str, Any], name: str = FIDE
) -> Iterator[Compared]:
    """An appeal over a story, list by list."""
    opened = office.open()
    entries = opened.log.rehearse(decoded(*events))
    with appealed(opened, entries) as appeal:
        yield appeal.compared(name, date.fromisoformat(on), every=True)


@pytest.fixture
def strong(office: StoryOffice) -> StoryOffice:
    """April: star and carla beat anna and draw. May: weak meets star, 600 points stronger, and carla."""
    office.player("star", "anna", "carla", "weak", born=1980)
    office.carried(
        FIDE, "2024-04-01", {"star": 2600, "anna": 2000, "carla": 2000, "weak": 2000}, games=0
    )
    office.tournament("april", "2024-04-10", "2024-04-14")
    office.games("april", "2024-04-14", ["1.1 star 1-0 anna", "2.1 carla 1/2-1/2 anna"])
    office.tournament("may", "2024-05-10", "2024-05-14")
    office.games("may", "2024-05-14", ["1.1 star 1-0 weak", "2.1 carla 1/2-1/2 weak"])
    return office


def test_a_game_beyond_400_carries_nothing_though_the_opponent_moved(strong: StoryOffice) -> None:
    """Both games of April are corrected: star 2600 has 2604 (expected .92, 40 × .08 = 3.2 → 2603) or draws and loses
    40 × .42; carla draws (2000) or wins (2020).

    weak, 2000, loses to star: 2603 and 2583 are both more than 400 above, so the expected score is .08 both times.
    Through carla, 2000 or 2020: a draw gives 40 × (.50 − .50) = 0 or 40 × (.50 − .47) = 1.2.
    """
    changes = (
        game_corrected("april", "2025-06-01", "1.1 1/2-1/2"),
        game_corrected("april", "2025-06-01", "2.1 1-0"),
    )
    with compared(strong, "2024-06-01", *changes) as found:
        weak = found.appeal.player_number("weak")
        last = len(found.side_by_side.differences) - 1
        links = found.links.of(weak, last)
        told = [(found.player_id(link.opponent), link.amount) for link in links]
        row = next(row for row in found.result().rows if row["player"] == "weak")
        path = trace(found, "weak")
        steps = path.steps
    assert told == [("carla", 120)]
    assert [event.round for _, event in path.events] == [2], "the correction of star's game is none"
    assert [reason.text for reason in row["through"]] == ["opponent carla"]
    assert [(step.player, step.through.text) for step in steps] == [
        ("carla", "own game in april, round 2 board 1"),
        ("weak", "met carla in may, round 2 board 1"),
    ]


def test_of_two_opponents_who_moved_the_path_leads_through_the_one_who_brings_more(
    office: StoryOffice,
) -> None:
    """anton drew with boris, and won after all (2000, 2020); clara lost to dora, and won (1980, 2020).

    weaker draws with both in May: anton's 20 points are 40 × .03 = 1.2, clara's 40 points 40 × .06 = 2.4.
    """
    players = ("anton", "boris", "clara", "dora", "weaker")
    office.player(*players, born=1980)
    office.carried(FIDE, "2024-04-01", dict.fromkeys(players, 2000), games=0)
    office.tournament("april2", "2024-04-10", "2024-04-14")
    office.games("april2", "2024-04-14", ["1.1 anton 1/2-1/2 boris", "2.1 clara 0-1 dora"])
    office.tournament("may2", "2024-05-10", "2024-05-14")
    office.games("may2", "2024-05-14", ["1.1 anton 1/2-1/2 weaker", "2.1 clara 1/2-1/2 weaker"])
    changes = (
        game_corrected("april2", "2025-06-01", "1.1 1-0"),
        game_corrected("april2", "2025-06-01", "2.1 1-0"),
    )
    with compared(office, "2024-06-01", *changes) as found:
        path = trace(found, "weaker")
    assert [step.player for step in path.steps] == ["clara", "weaker"]


def test_the_path_to_a_first_rating_leads_through_a_game_of_an_earlier_list(
    office: StoryOffice,
) -> None:
    """newbie's five games are of May and June, the first rating is July's; carla had drawn, and won after all.

    carla, 2020 instead of 2000, is one of five opponents (and two of 1800 beside them): the average is 3 more.
    """
    rated = ("anna", "carla", "dora", "ella", "fay")
    office.player(*rated, "newbie", born=1980)
    office.carried(FIDE, "2024-04-01", dict.fromkeys(rated, 2000), games=0)
    office.tournament("april", "2024-04-10", "2024-04-14")
    office.games("april", "2024-04-14", ["1.1 carla 1/2-1/2 anna"])
    office.tournament("may", "2024-05-10", "2024-05-14")
    office.games("may", "2024-05-14", ["1.1 carla 1/2-1/2 newbie", "2.1 dora 1/2-1/2 newbie"])
    office.tournament("june", "2024-06-10", "2024-06-14")
    june = [f"{round_}.1 {met} 1/2-1/2 newbie" for round_, met in enumerate(rated[2:], 1)]
    office.games("june", "2024-06-14", june)
    with compared(office, "2024-07-01", game_corrected("april", "2025-06-01", "1.1 1-0")) as found:
        path = trace(found, "newbie")
    assert [(step.list_date, step.player, step.through.text) for step in path.steps] == [
        (date(2024, 5, 1), "carla", "own game in april, round 1 board 1"),
        (date(2024, 7, 1), "newbie", "met carla in may, round 1 board 1"),
    ]


def test_the_path_names_the_list_with_which_the_opponent_came_into_the_game(
    strong: StoryOffice,
) -> None:
    """carla moves on the lists of May and of June; weak meets her in May with the rating of May's list.

    So it is in an event of May that is reported late and stands on July's list.
    """
    strong.games("may", "2024-05-14", ["3.1 carla 1/2-1/2 anna"])
    strong.tournament("late", "2024-05-20", "2024-05-24")
    strong.games("late", "2024-05-24", ["1.1 carla 1/2-1/2 weak"])
    strong.report("late", "2024-06-15")
    with compared(strong, "2024-07-01", game_corrected("april", "2025-06-01", "2.1 1-0")) as found:
        weak = found.appeal.player_number("weak")
        dates = [date.fromordinal(stop.day).isoformat() for stop in found.side_by_side.stops]
        (june,), (july,) = (
            found.links.of(weak, dates.index(day)) for day in ("2024-06-01", "2024-07-01")
        )
        steps = trace(found, "weak").steps
    assert [dates[link.from_list] for link in (june, july)] == ["2024-05-01", "2024-05-01"]
    assert [(step.list_date, step.player) for step in steps] == [
        (date(2024, 5, 1), "carla"),
        (date(2024, 7, 1), "weak"),
    ]


def test_the_games_of_a_tournament_of_which_none_was_known_are_a_late_report(
    strong: StoryOffice,
) -> None:
    strong.tournament("cup", "2024-04-20", "2024-04-21")
    won = {"type": "GameRecorded", "tournament": "cup", "date": "2024-04-20", "round": 1, "board": 1,
           "first": "anna", "second": "carla", "result": "1-0"}  # fmt: skip
    with compared(strong, "2024-05-01", won) as found:
        row = next(row for row in found.result().rows if row["player"] == "anna")
    assert row["through"][0].code == "late-report"


def test_places_that_a_merge_leaves_and_a_void_tournament_takes(office: StoryOffice) -> None:
    """ann and anna are one: the first place stays hers. A cup that was void had no places."""
    office.player("ann", "anna", "boris")
    office.tournament("cup", "2024-05-04", "2024-05-04", standings="wxf", rounds=1)
    office.games("cup", "2024-05-04", ["1.1 ann 1-0 boris"])
    merged = {"type": "PlayersMerged", "date": "2024-06-01", "kept": "anna", "duplicate": "ann"}
    void = {"type": "TournamentVoided", "date": "2024-06-01", "tournament": "cup", "reason": "x"}
    with compared(office, "2024-06-01", merged) as found:
        assert found.appeal.ranks() == []
    with compared(office, "2024-06-01", void) as found:
        changes = [(change.player, change.before, change.after) for change in found.appeal.ranks()]
    assert changes == [("ann", 1, None), ("boris", 2, None)]


def test_the_path_leads_from_tournament_to_tournament_within_a_list(office: StoryOffice) -> None:
    """anna's win of 10 April was none: boris went into the cup of the 20th with more, where cyd met him."""
    name = "dwz"
    office.player("anna", "boris", "cyd", "dora", born=1980)
    players = dict.fromkeys(("anna", "boris", "cyd", "dora"), 1700)
    office.carried(name, "2024-03-31", players, games=30)
    office.tournament("league", "2024-04-10", "2024-04-10", name)
    office.games("league", "2024-04-10", ["1.1 anna 1-0 boris"])
    office.tournament("cup", "2024-04-20", "2024-04-20", name)
    office.games("cup", "2024-04-20", ["1.1 boris 1-0 cyd", "1.2 dora 1-0 anna"])
    lost = game_corrected("league", "2025-06-01", "1.1 0-1")
    with compared(office, "2024-04-30", lost, name=name) as found:
        path = trace(found, "cyd")
    assert [(step.player, step.through.text) for step in path.steps] == [
        ("boris", "own game in league, round 1 board 1"),
        ("cyd", "met boris in cup, round 1 board 1"),
    ]


def test_the_path_of_a_regulation_that_does_not_say_what_each_game_gives(
    office: StoryOffice,
) -> None:
    """anna's win of April was none. boris moves on May's list, and as he plays on, on June's, where cyd does."""
    name = "glicko-2"
    office.player("anna", "boris", "cyd", "dora")
    office.carried(name, "2024-03-31", dict.fromkeys(("anna", "boris", "cyd", "dora"), 1700))
    office.tournament("april", "2024-04-10", "2024-04-14", name)
    office.games("april", "2024-04-14", ["1.1 anna 1-0 boris"])
    office.tournament("may", "2024-05-10", "2024-05-14", name)
    office.games("may", "2024-05-14", ["1.1 boris 1-0 cyd", "2.1 dora 1-0 boris"])
    lost = game_corrected("april", "2025-06-01", "1.1 0-1")
    with compared(office, "2024-06-01", lost, name=name) as found:
        last = len(found.side_by_side.stops) - 1
        (link,) = found.links.of(found.appeal.player_number("cyd"), last)
        assert date.fromordinal(found.side_by_side.stops[link.from_list].day) == date(2024, 5, 1)
        steps = trace(found, "cyd").steps
    assert [(step.list_date, step.player) for step in steps] == [
        (date(2024, 5, 1), "boris"),
        (date(2024, 6, 1), "cyd"),
    ]


@cache
def made_up(name: str, seed: int) -> tuple[Office, list[AnyEvent]]:
    """A federation in memory; appeals suppose something above its log, and leave it as it is."""
    log, events = open_log(":memory:"), federation(name, seed)
    log.append(events)
    return Office(":memory:", log=log), events


def federation(name: str, seed: int) -> list[AnyEvent]:
    out = io.BytesIO()
    simulate(
        Federation(players=50, games=600, years=2, seed=seed, scheme=name, start=BEGIN[name]), out
    )
    return [msgspec.json.decode(line, type=AnyEvent) for line in out.getvalue().splitlines()]


@contextmanager
def random_appeal(name: str, data: Any) -> Iterator[Compared]:
    """One to three results of games that stand in the log, the other way round, up to a day two years on."""
    opened, events = made_up(name, data.draw(st.integers(1, 3)))
    last = {(e.tournament, e.round, e.board): e for e in events if isinstance(e, GameRecorded)}
    played = [e for e in last.values() if e.result in ("1-0", "0-1")]
    chosen = data.draw(st.lists(st.sampled_from(played), min_size=1, max_size=3, unique_by=id))
    told = []
    for each in chosen:
        line = f"{each.round}.{each.board} {'0-1' if each.result == '1-0' else '1-0'}"
        told.append(game_corrected(each.tournament, "2030-01-01", line, stage=each.stage))
    with appealed(opened, opened.log.rehearse(decoded(*told))) as appeal:
        day = date(BEGIN[name].year + 2, 12, 31)
        yield appeal.compared(name, day, every=True)


def moved_by(found: Compared, player: int, at: int) -> int:
    """How far a rating is apart after a list, in hundredths."""
    if at < 0:
        return 0
    before, after = found.side_by_side.differences[at].ratings.get(player, (0, 0))
    return (after - before) * 100 // 10**found.side_by_side.after.scheme.decimals


@pytest.mark.parametrize("name", sorted(BEGIN))
@settings(max_examples=6, deadline=None, derandomize=True)
@given(data=st.data())
def test_the_links_of_a_player_add_up_to_the_change(name: str, data: Any) -> None:
    appeal_is_explained(name, data)


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(BEGIN))
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_the_links_of_many_appeals_add_up(name: str, data: Any) -> None:
    appeal_is_explained(name, data)


def appeal_is_explained(name: str, data: Any) -> None:
    with random_appeal(name, data) as found:
        links_add_up(name, found)
        paths_lead_to_the_player(found)


def links_add_up(name: str, found: Compared) -> None:
    """Games by their amounts; rounding, first rating, bonus, floor, … by name; the rest is the own rating and K, and
    there is no such rest for somebody who never stood otherwise before."""
    ever: set[int] = set()
    for at, difference in enumerate(found.side_by_side.differences):
        for player in {*difference.ratings, *difference.causes}:
            links, beside = found.links.of(player, at), difference.causes.get(player)
            games = sum(link.amount for link in links)
            named = 0 if beside is None else int(beside.sum() - beside[GAMES])
            rest = found.links.left_over(player, at)
            change = moved_by(found, player, at) - moved_by(found, player, at - 1)
            if beside is not None:
                assert games + rest + named == change, (player, at)
            if player not in ever and not scheme(name).any_day:
                assert rest == 0, (player, at)
            for link in links:
                assert link.amount or beside is None or beside.any()
                if link.through is Through.OPPONENT and link.from_list < at:
                    assert found.side_by_side.differences[link.from_list].moved(link.opponent)
        ever |= set(difference.ratings)


def paths_lead_to_the_player(found: Compared) -> None:
    """Every path leads from an event to the player."""
    last = found.side_by_side.differences[-1] if found.side_by_side.differences else None
    for player in list(last.ratings if last else ())[:10]:
        path = trace(found, found.player_id(player))
        assert path.events and path.steps[-1].player == found.player_id(player)
