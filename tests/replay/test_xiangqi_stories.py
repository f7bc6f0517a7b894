"""Stories of cxa-rapid and malaysia through the real command line, each answer worked out from the regulations.

Lists are asked for before and after something new is known, over the same ledger: what was stored must not outlive it.
With equal ratings P is 0.50; 2400.0 has K 15 in cxa-rapid, so a win is worth 7.50 and a championship 36.00.
"""

import json
from typing import Any

import pytest

from tests.builders import (
    carried,
    closed,
    event,
    game,
    game_corrected,
    merged,
    player,
    player_corrected,
    titled,
    tournament,
    tournament_corrected,
)
from tests.replay.conftest import Shell

CXA, MALAYSIA = "cxa-rapid", "malaysia"


def ratings(shell: Shell, scheme: str, on: str, *words: str) -> dict[str, str]:
    return {
        row["player"]: row["rating"]
        for row in shell.rows("list", scheme, on, "--all", "--format", "csv", *words)
    }


def output_of(shell: Shell, *words: str) -> str:
    code, out, said = shell("explain", *words)
    assert code == 0, said
    return str(out)


@pytest.fixture
def rapid(shell: Shell) -> Shell:
    """Four players, two of them with 2400.0 on the list of 1 October 2022."""
    shell.tell(
        *player("an", "bo", "chen", "deng", federation="CHN"),
        *carried(CXA, "2022-10-01", {"an": 2400, "bo": 2400}),
    )
    return shell


# what was stored must not outlive a correction


def test_a_carried_in_rating_has_the_floor_of_the_sex_as_corrected(shell: Shell) -> None:
    """1850 is below the floor of men, and a woman's rating."""
    shell.tell(*player("an", federation="CHN"), *carried(CXA, "2022-10-01", {"an": 1850}))
    assert ratings(shell, CXA, "2023-01-01") == {"an": "2000.0"}
    shell.tell(player_corrected("an", "2025-01-01", sex="F"))
    assert ratings(shell, CXA, "2023-01-01") == {"an": "1850.0"}


def test_a_title_lifts_to_the_value_of_the_sex_as_corrected(rapid: Shell) -> None:
    """A national master: 2450.0 for a man, 2250.0 for a woman, who keeps her 2400.0."""
    rapid.tell(titled("an", "2023-05-01", "cxa-m"))
    assert ratings(rapid, CXA, "2023-10-01")["an"] == "2450.0"
    rapid.tell(player_corrected("an", "2025-01-01", sex="F"))
    assert ratings(rapid, CXA, "2023-10-01")["an"] == "2400.0"


def test_a_champion_under_another_id_is_champion_once_both_are_one(rapid: Shell) -> None:
    """chen has no game in the event, only the first place: it is an's, who gets 36.00 beside 7.50."""
    rapid.tell(tournament("cup", CXA, "2023-02-01"), game("cup", "2023-02-01", "an 1-0 bo"))
    rapid.tell(closed("cup", "2023-02-01", "chen bo an"))
    assert ratings(rapid, CXA, "2023-10-01") == {"an": "2407.5", "bo": "2392.5"}
    rapid.tell(merged("an", "chen", "2025-01-01"))
    assert ratings(rapid, CXA, "2023-10-01") == {"an": "2443.5", "bo": "2392.5"}


def test_a_merged_player_of_a_corrected_game_counts_for_the_one_kept(rapid: Shell) -> None:
    """The game was deng's, says a correction; then deng turns out to be an."""
    rapid.tell(tournament("cup", CXA, "2023-02-01"), game("cup", "2023-02-01", "chen 1-0 bo"))
    rapid.tell(
        game("cup", "2024-02-01", "deng 1-0 bo", type="GameCorrected", reason="wrong player")
    )
    assert ratings(rapid, CXA, "2023-10-01")["an"] == "2400.0"
    rapid.tell(merged("an", "deng", "2025-01-01"))
    assert ratings(rapid, CXA, "2023-10-01") == {"an": "2407.5", "bo": "2392.5"}


def test_merging_the_kept_one_of_two_takes_the_games_of_both_along(rapid: Shell) -> None:
    """deng is chen, and later chen is an: the game of deng is an's."""
    rapid.tell(tournament("cup", CXA, "2023-02-01"), game("cup", "2023-02-01", "deng 1-0 bo"))
    rapid.tell(merged("chen", "deng", "2025-01-01"))
    assert ratings(rapid, CXA, "2023-10-01")["an"] == "2400.0"
    rapid.tell(merged("an", "chen", "2025-01-01"))
    assert ratings(rapid, CXA, "2023-10-01") == {"an": "2407.5", "bo": "2392.5"}


def test_a_bye_under_another_id_is_taking_part_once_both_are_one(shell: Shell) -> None:
    """an loses 3 % of 2100 for 2023, until the bye of chen is known to be an's."""
    bye = event("ByeRecorded", "2023-02-01", tournament="king", round=1, player="chen")
    shell.tell(
        *player("an", "bo", "chen", "deng", federation="CHN"),
        *carried(MALAYSIA, "2022-06-01", {"an": 2100}),
    )
    shell.tell(
        tournament("king", MALAYSIA, "2023-02-01", national="king"),
        game("king", "2023-02-01", "bo 1-0 deng"),
    )
    shell.tell(bye | {"kind": "bye"})
    assert ratings(shell, MALAYSIA, "2024-03-01")["an"] == "2037"
    shell.tell(merged("an", "chen", "2025-01-01"))
    assert ratings(shell, MALAYSIA, "2024-03-01")["an"] == "2100"


def test_every_correction_of_a_player_is_known_from_its_own_position_on(rapid: Shell) -> None:
    """From the mainland, then corrected to elsewhere, then back: without a title, chen's game counts, does not, counts.

    2000.0 beats 2400.0: P 0.09, K 25, +22.75, that is 2022.8.
    """
    rapid.tell(tournament("cup", CXA, "2023-02-01"), game("cup", "2023-02-01", "chen 1-0 an"))
    rapid.tell(
        player_corrected("chen", "2025-01-01", federation="VIE"),
        player_corrected("chen", "2025-01-01", federation="CHN"),
    )
    found = [
        ratings(rapid, CXA, "2023-10-01", "--known", f"#{position}")["chen"]
        for position in (8, 9, 10)
    ]
    assert found == ["2022.8", "", "2022.8"]


# a tournament that was never closed has no ranking


def test_a_tournament_never_closed_has_no_champion(rapid: Shell) -> None:
    """Its own rules rank it once it is closed: until then an has 7.50, then 36.00 more."""
    rapid.tell(
        tournament("cup", CXA, "2023-02-01", standings="wxf"),
        game("cup", "2023-02-01", "an 1-0 bo"),
    )
    assert ratings(rapid, CXA, "2023-10-01") == {"an": "2407.5", "bo": "2392.5"}
    rapid.tell(closed("cup", "2023-02-03"))
    assert ratings(rapid, CXA, "2023-10-01") == {"an": "2443.5", "bo": "2392.5"}


def test_a_national_event_never_closed_gives_no_bonus(shell: Shell) -> None:
    """2100 beats 2100: K 10, 2105. Closed on 5 March: 30 for the first, 25 for the second, from that day on."""
    shell.tell(
        *player("an", "bo", federation="CHN"),
        *carried(MALAYSIA, "2022-06-01", {"an": 2100, "bo": 2100}),
    )
    shell.tell(tournament("king", MALAYSIA, "2023-03-01", national="king", standings="wxf"))
    shell.tell(game("king", "2023-03-01", "an 1-0 bo"))
    assert ratings(shell, MALAYSIA, "2023-03-09") == {"an": "2105", "bo": "2095"}
    shell.tell(closed("king", "2023-03-05"))
    assert ratings(shell, MALAYSIA, "2023-03-04") == {"an": "2105", "bo": "2095"}
    assert ratings(shell, MALAYSIA, "2023-03-09") == {"an": "2135", "bo": "2120"}


# a disqualified player has no place


def test_a_disqualified_player_has_no_place_and_no_bonus(shell: Shell) -> None:
    """hk-open part 1: bo stays away twice and is out. 2100 beats 2100 in the first of nine rounds: K 10, 5 points.

    Forfeits change no rating here. Points: an 2, chen 1, bo 0. The bonus is 30 for an, 25 for chen; the third place
    is worth 20, and nobody has it.
    """
    shell.tell(
        *player("an", "bo", "chen", federation="CHN"),
        *carried(MALAYSIA, "2022-06-01", {"an": 2100, "bo": 2100, "chen": 2100}),
    )
    shell.tell(tournament("king", MALAYSIA, "2023-03-01", national="king", standings="hk-open"))
    shell.tell(
        game("king", "2023-03-01", "an 1-0 bo"), game("king", "2023-03-01", "chen +/- bo", round=2)
    )
    shell.tell(game("king", "2023-03-01", "an +/- bo", round=3), closed("king", "2023-03-05"))
    places = [
        (row["player"], row["rank"], row["decided_by"]) for row in shell.rows("standings", "king")
    ]
    assert places == [("an", "1", ""), ("chen", "2", "score"), ("bo", "", "disqualified")]
    assert ratings(shell, MALAYSIA, "2023-03-09") == {"an": "2135", "chen": "2125", "bo": "2095"}


def test_a_disqualified_player_is_no_champion_even_alone(rapid: Shell) -> None:
    """Both stay away twice: nobody has a place, so nobody is champion. Two games lost by both: 15 × (0 − 2 × 0.50)."""
    rapid.tell(tournament("cup", CXA, "2023-02-01", standings="hk-open"))
    rapid.tell(
        *(game("cup", "2023-02-01", "an -/- bo", round=round_) for round_ in (1, 2)),
        closed("cup", "2023-02-03"),
    )
    assert ratings(rapid, CXA, "2023-10-01") == {"an": "2385.0", "bo": "2385.0"}


# explanations speak of their own list


def test_an_explanation_leaves_out_tournaments_of_other_lists(rapid: Shell) -> None:
    """autumn is on the list of January; it was registered between two events of the list of October."""
    days = {"spring": "2023-02-01", "autumn": "2023-11-01", "summer": "2023-06-01"}
    for name, on in days.items():
        rapid.tell(tournament(name, CXA, on), game(name, on, "an 1-0 bo"))
    october, january = (output_of(rapid, CXA, "an", on) for on in ("2023-10-01", "2024-01-01"))
    assert [name for name in days if name in october] == ["spring", "summer"]
    assert [name for name in days if name in january] == ["autumn"]


def test_an_explanation_names_the_tournaments_of_its_period_that_are_not_rated(
    rapid: Shell,
) -> None:
    """Too slow, in the period of October; it stands alone in the log, before and after nothing else counts."""
    slow = {"base": 3600, "increment": 0}
    rapid.tell(
        tournament("slow", CXA, "2023-02-01", time_control=slow),
        game("slow", "2023-02-01", "an 1-0 bo"),
    )
    assert "slow: not rated, the base time is too long" in output_of(rapid, CXA, "an", "2023-10-01")
    assert "slow" not in output_of(rapid, CXA, "an", "2023-01-01")
    assert "slow" not in output_of(rapid, CXA, "an", "2024-01-01")


def test_an_explanation_is_silent_about_titles_that_lift_nobody(rapid: Shell) -> None:
    """Titles of other schemes and of the lowest grade have no standard value above the floor."""
    award = event("TitleAwarded", "2023-05-01", player="an")
    rapid.tell(*(award | {"title": title} for title in ("my-gm", "cxa-2", "wxf-gm", "cxa-1")))
    october = output_of(rapid, CXA, "an", "2023-10-01")
    assert [title for title in ("my-gm", "cxa-2", "wxf-gm", "cxa-1") if title in october] == [
        "cxa-1"
    ]


@pytest.mark.parametrize("scheme", [CXA, MALAYSIA])
def test_an_explanation_writes_minus_signs(shell: Shell, scheme: str) -> None:
    """A loss is −, never a hyphen before a number."""
    import re

    shell.tell(
        *player("an", "bo", federation="CHN"),
        *carried(scheme, "2022-10-01", {"an": 2400, "bo": 2400}),
    )
    shell.tell(tournament("cup", scheme, "2023-02-01"), game("cup", "2023-02-01", "an 0-1 bo"))
    loss = output_of(shell, scheme, "an", "2023-10-01")
    assert not re.findall(r"(?<![\d/])-\d", loss)
    assert "−7.50" in loss if scheme == CXA else "−5" in loss


# An event in stages


def stages_of(scheme: str, **fields: Any) -> list[dict[str, Any]]:
    """Two groups of three and a final: Ann and Cat win their groups, Ann beats Cat."""
    day = "2024-05-01"
    told = [tournament("open", scheme, day, rounds=1, standings="wxf", **fields)]
    for group, (one, two, three) in {
        "a": ("ann", "bob", "bea"),
        "b": ("cat", "dan", "dot"),
    }.items():
        name = f"open-{group}"
        told.append(
            tournament(
                name, scheme, day, rounds=3, standings="wxf", part_of="open", group=group, **fields
            )
        )
        told += [
            game(name, day, f"{one} 1-0 {two}"),
            game(name, day, f"{one} 1-0 {three}", round=2),
            game(name, day, f"{two} 1-0 {three}", round=3),
        ]
    told.append(game("open", day, "ann 1-0 cat", stage="final"))
    return told


ALL_CLOSED = [closed(each, "2024-05-01") for each in ("open", "open-a", "open-b")]
SIX = ("ann", "bob", "bea", "cat", "dan", "dot")


def test_only_the_whole_event_has_a_champion(shell: Shell) -> None:
    """Ann: two wins in the group, +15.00; the final +7.50, champion +36.00. Cat: +15.00 and −7.50, and no bonus."""
    shell.tell(
        *player(*SIX, federation="CHN"), *carried(CXA, "2023-12-01", dict.fromkeys(SIX, 2400))
    )
    shell.tell(*stages_of(CXA), *ALL_CLOSED)
    rows = {
        row["player"]: row["rating"]
        for row in shell.rows("list", CXA, "2024-10-01", "--format", "csv")
    }
    assert (rows["ann"], rows["cat"]) == ("2458.5", "2407.5")
    no_stage = tournament_corrected(
        "open-b", "2024-06-01", part_of=None, reason="an event of its own"
    )
    shell.tell(no_stage)
    rows = {
        row["player"]: row["rating"]
        for row in shell.rows("list", CXA, "2024-10-01", "--format", "csv")
    }
    assert (rows["ann"], rows["cat"]) == ("2458.5", "2443.5"), (
        "cat is champion of an event of its own"
    )


def test_only_the_places_of_the_whole_event_give_a_bonus(shell: Shell) -> None:
    """The finalists have places 1 and 2: 30 and 25. The others share places 3 and 5 by their groups: 20 and 10."""
    shell.tell(
        *player(*SIX, federation="MAS"),
        *carried(MALAYSIA, "2023-12-01", dict.fromkeys(SIX, 2200)),
    )
    shell.tell(
        *stages_of(MALAYSIA, national="king"),
        *ALL_CLOSED,
    )
    told = shell.rows(
        "compare", f"{MALAYSIA}@2024-04-30", "2024-05-01", "--by-cause", "--format", "csv"
    )
    bonus = {row["player"]: row["bonuses"] for row in told}
    assert bonus == {"ann": "30", "cat": "25", "bob": "20", "dan": "20", "bea": "10", "dot": "10"}


def test_the_table_of_the_whole_event(shell: Shell) -> None:
    """The final first, then the seconds of the groups, then the thirds; each with the points of the group."""
    shell.tell(*player(*SIX, federation="CHN"), *stages_of(CXA))
    shown = [
        (row["rank"], row["player"], row["score"], row["decided_by"])
        for row in shell.rows("standings", "open")
    ]
    assert shown == [
        ("1", "ann", "2", ""), ("2", "cat", "2", "knockout"),
        ("3", "bob", "1", "group_place"), ("3", "dan", "1", "shared"),
        ("5", "bea", "0", "group_place"), ("5", "dot", "0", "shared"),
    ]  # fmt: skip
    none = shell.rows("standings", "open", "--reading", "group-places=none")
    assert [row["rank"] for row in none] == ["1", "2", "", "", "", ""]
    assert (
        "open-a: a stage of open: for ratings the places of the whole event count"
        in shell("standings", "open-a")[2]
    )
    mine = shell.rows("standings", "open", "--player", "bea")
    assert [(row["step"], row["opponent"]) for row in mine] == [("2", "ann"), ("3", "bob")]


def test_of_the_same_place_the_higher_score_is_ahead_by_a_reading(shell: Shell) -> None:
    """Dan and Dot draw: Bob, second of his group with a point, is ahead of the second of the other, with half a one."""
    drawn = game_corrected("open-b", "2024-05-02", "3.1 1/2-1/2")
    shell.tell(*player(*SIX, federation="CHN"), *stages_of(CXA), drawn)
    rows = shell.rows("standings", "open", "--reading", "group-places=by-score")
    placed = [(row["rank"], row["player"], row["score"], row["decided_by"]) for row in rows[2:]]
    assert placed[0] == ("3", "bob", "1", "group_place")
    assert sorted(row[2] for row in placed[1:]) == ["0", "0.5", "0.5"]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"part_of": "nowhere"}, "unknown tournament 'nowhere'"),
        ({"part_of": "open"}, "tournament 'open' would be a stage of itself"),
        ({"part_of": "open-a"}, "tournament 'open' would be a stage of itself"),
    ],
)
def test_a_stage_of_nothing_or_of_itself_is_refused(
    shell: Shell, fields: dict[str, str], told: str
) -> None:
    shell.tell(*player(*SIX, federation="CHN"), *stages_of(CXA))
    correction = tournament_corrected("open", "2024-06-01", reason="wrong")
    file = shell.folder / "wrong.jsonl"
    file.write_text(json.dumps(correction | fields))
    code, _, said = shell("import", str(file))
    assert code == 2 and told in said
