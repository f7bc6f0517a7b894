"""Stories of standings, told to the command line as an office would, and what they do to the ratings."""

import sys
from typing import Any

import pytest

from tests.builders import (
    Event,
    bye,
    carried,
    closed,
    entries,
    event,
    foul,
    game,
    game_corrected,
    game_voided,
    games,
    jsonl,
    merged,
    player,
    player_corrected,
    ranking_corrected,
    titled,
    tournament,
    tournament_corrected,
    withdrawn,
)
from tests.replay.conftest import Shell

DAY, END = "2022-05-01", "2022-05-09"


def by_rules(name: str, rules: str, rounds: int, **fields: Any) -> Event:
    """A tournament whose table is made by these rules."""
    return tournament(name, "", DAY, END, standings=rules, rounds=rounds, **fields)


def flat(text: str) -> str:
    """A text on one line, as it was before the terminal broke it."""
    return " ".join(text.replace("│", " ").split())


def ranks(shell: Shell, *words: str) -> list[tuple[str, str]]:
    return [(row["rank"], row["player"]) for row in shell.rows("standings", *words)]


def ratings(shell: Shell, *words: str) -> dict[str, str]:
    return {row["player"]: row["rating"] for row in shell.rows("list", *words)}


# the championship whose champion changes

CUP = [
    "1.1 ann 1-0 dan", "1.2 bob 1-0 cat",
    "2.1 cat 0-1 ann", "2.2 dan 0-1 bob",
    "3.1 bob 0-1 ann", "3.2 cat 1/2-1/2 dan",
]  # fmt: skip


def championship(shell: Shell, ranking: str = "") -> int:
    """Ann beats everybody, Bob everybody else; the position of the log after the close."""
    shell.tell(
        *player("ann bob cat dan"),
        *carried("cxa-rapid", "2022-01-01", {"ann": 2450, "bob": 2450, "cat": 2350, "dan": 2350}),
        by_rules("cup", "wxf", 3, rated=["cxa-rapid"]),
        *entries("cup", DAY, "ann bob cat dan"),
        *games("cup", DAY, *CUP),
        closed("cup", END, ranking),
    )
    return len(shell.rows("log"))


# Art. 8, K 15 for all four (art. 9). Opponents of ann (bob 2450, cat and dan 2350): Ra 2383.33, P 0.59, We 1.77.
# Opponents of cat (ann and bob 2450, dan 2350): Ra 2416.67, P 0.41, We 1.23.
# Three wins: 15 × (3 − 1.77) = 18.45. Two wins: 15 × (2 − 1.77) = 3.45. Half a point: 15 × (0.5 − 1.23) = −10.95.
# Art. 11: the champion gets 2450 × 0.001 × 15 = 36.75 on top.
BEFORE = {
    "ann": "2505.2",
    "bob": "2453.5",
    "cat": "2339.1",
    "dan": "2339.1",
}  # 2505.20, 2453.45, 2339.05 twice
AFTER = {"ann": "2453.5", "bob": "2505.2", "cat": "2339.1", "dan": "2339.1"}


def test_an_appeal_changes_the_champion_and_so_the_list(shell: Shell) -> None:
    """One corrected game makes Bob champion: he has the win and art. 11's bonus, Ann neither; the past stays."""
    at = championship(shell)
    assert ranks(shell, "cup")[:2] == [("1", "ann"), ("2", "bob")]
    assert ratings(shell, "cxa-rapid", "2022-10-01") == BEFORE
    shell.tell(game_corrected("cup", "2022-06-01", "3.1 bob 1-0 ann"))
    assert ranks(shell, "cup")[:2] == [("1", "bob"), ("2", "ann")]
    assert ratings(shell, "cxa-rapid", "2022-10-01") == AFTER
    assert ranks(shell, "cup", "--known", f"#{at}")[:2] == [("1", "ann"), ("2", "bob")]
    assert ratings(shell, "cxa-rapid", "2022-10-01", "--known", f"#{at}") == BEFORE


def test_a_given_ranking_counts_until_it_is_corrected(shell: Shell) -> None:
    """The office crowned Ann: she keeps the bonus after Bob won the appeal, until RankingCorrected says otherwise.

    Ann 2450 + 3.45 + 36.75 = 2490.20; Bob 2450 + 18.45 = 2468.45.
    """
    championship(shell, "ann bob cat dan")
    shell.tell(game_corrected("cup", "2022-06-01", "3.1 bob 1-0 ann"))
    assert ratings(shell, "cxa-rapid", "2022-10-01") == BEFORE | {"ann": "2490.2", "bob": "2468.5"}
    _, _, said = shell("standings", "cup")
    assert "place 1: ann is given, bob by the rules" in said
    shell.tell(ranking_corrected("cup", "2022-06-02", "bob ann cat dan", reason="appeal 7"))
    assert ratings(shell, "cxa-rapid", "2022-10-01") == AFTER


def test_a_given_ranking_may_share_places(shell: Shell) -> None:
    """The office has Ann and Bob first together: both are champions (reading `each`), and `shared-champions=none`
    has none. The table, the log and the view show the shared place, and the next one is 3."""
    championship(shell, "ann bob cat dan")
    alone = ratings(shell, "cxa-rapid", "2022-10-01")
    none = ratings(shell, "cxa-rapid", "2022-10-01", "--reading", "shared-champions=none")
    assert alone == none  # one champion is nobody's shared place
    shell.tell(ranking_corrected("cup", "2022-06-02", "ann=bob cat dan"))
    both = ratings(shell, "cxa-rapid", "2022-10-01")
    assert both["ann"] == alone["ann"] and float(both["bob"]) > float(alone["bob"])
    nobody = ratings(shell, "cxa-rapid", "2022-10-01", "--reading", "shared-champions=none")
    assert float(nobody["ann"]) < float(alone["ann"]) and nobody["bob"] == alone["bob"]
    assert "ranking ann =bob cat dan" in shell("log", "--type", "RankingCorrected")[1]
    rows = shell.rows(
        "sql",
        "SELECT player, counted FROM standings WHERE counted IS NOT NULL ORDER BY counted, player",
    )
    assert [(row["player"], row["counted"]) for row in rows] == [
        ("ann", "1"),
        ("bob", "1"),
        ("cat", "3"),
        ("dan", "4"),
    ]


def test_who_leaves_a_tournament_is_not_absent_from_it(shell: Shell) -> None:
    """hk-open part 1: two absences disqualify; leaving is announced. Dan leaves before round 2 of three and is paired
    twice all the same. The table keeps him with 1 point; by the reading `left=absent` he would be disqualified."""
    pairings = ("2.1 dan -/+ ann", "2.2 bob 1-0 cat", "3.1 dan -/+ bob", "3.2 ann 1-0 cat")
    shell.tell(
        *player("ann bob cat dan"),
        by_rules("cup", "hk-open", 3),
        *entries("cup", DAY, "ann bob cat dan"),
        *games("cup", DAY, "1.1 ann 1-0 bob", "1.2 dan 1-0 cat"),
        event("PlayerWithdrew", DAY, tournament="cup", player="dan", after_round=1, reason="ill"),
        *games("cup", DAY, *pairings),
    )
    assert {player: rank for rank, player in ranks(shell, "cup")}["dan"] == "3"
    _, _, said = shell("standings", "cup")
    assert "dan left before round 2" in said
    assert {player: rank for rank, player in ranks(shell, "cup", "--reading", "left=absent")}[
        "dan"
    ] == ""
    assert "dan left before round 2 (ill)" in shell("log", "--type", "PlayerWithdrew")[1]
    at = shell.rows("log", "--type", "PlayerWithdrew")[0]["position"]
    shell.tell(withdrawn(int(at), DAY, "it was somebody else"))
    assert {player: rank for rank, player in ranks(shell, "cup")}["dan"] == ""


def test_rounds_after_leaving_are_explained_by_it(shell: Shell) -> None:
    """Without the event the table asks for the missing rounds; with it a played game is refused."""
    shell.tell(
        *player("ann bob cat"),
        by_rules("cup", "hk-open", 3),
        *entries("cup", DAY, "ann bob cat"),
        *games("cup", DAY, "1.1 ann 1-0 bob", "2.1 ann 1-0 cat"),
    )
    assert "round 2: nothing is recorded for bob" in shell("standings", "cup", "--after", "2")[2]
    shell.tell(event("PlayerWithdrew", DAY, tournament="cup", player="bob", round=2))
    said = shell("standings", "cup", "--after", "2")[2]
    assert "bob left before round 2" in said and "for bob" not in said
    file = shell.folder / "late.jsonl"
    file.write_bytes(jsonl(game("cup", DAY, "3.1 bob 1-0 cat")))
    code, _, said = shell("import", str(file))
    assert code == 2 and "'bob' left before round 2" in said


@pytest.mark.parametrize(
    ("ranking", "places", "dan"),
    [
        ("ann bob=cat dan", {}, ("2015", "4")),
        ("ann bob cat dan", {"places": [1, 2, 2, 4]}, ("2015", "4")),  # so in older logs
        ("ann bob cat dan", {"places": [1, 2, 2, 3]}, ("2020", "3")),
    ],
)
def test_a_shared_place_gives_each_its_bonus(
    shell: Shell, ranking: str, places: dict[str, Any], dan: tuple[str, str]
) -> None:
    """malaysia, Bonus: 30, 25, 20, 15. Two seconds get 25 each; the next is fourth: 15, or third: 20."""
    ids = "ann bob cat dan"
    shell.tell(
        *player(ids, federation="MAS"),
        *carried("malaysia", "2021-01-01", dict.fromkeys(ids.split(), 2000)),
        by_rules("king", "given", 1, rated=["malaysia"], national="king"),
        *games("king", DAY, "1.1 ann 1/2-1/2 bob", "1.2 cat 1/2-1/2 dan"),
        closed("king", END, ranking, **places),
    )
    assert ratings(shell, "malaysia", "2022-05-09") == {
        "ann": "2030",
        "bob": "2025",
        "cat": "2025",
        "dan": dan[0],
    }
    assert ranks(shell, "king") == [("1", "ann"), ("2", "bob"), ("2", "cat"), (dan[1], "dan")]
    assert [row["decided_by"] for row in shell.rows("standings", "king")] == [
        "",
        "given",
        "shared",
        "given",
    ]


STALE = "cup: the ranking given in #{ranking} is older than #{change} and does not fit the results any more: "


def test_a_ranking_older_than_a_correction_is_named_wherever_it_counts(shell: Shell) -> None:
    """Ann keeps the bonus of a ranking that was given before Bob won his appeal: appeal, import, standings and explain
    say so, each with the ranking's event and the correction's."""
    at = championship(shell, "ann bob cat dan")
    stale = STALE.format(ranking=at, change=at + 1) + "place 1: ann is given, bob by the rules"
    _, _, said = shell("standings", "cup")
    assert "does not fit" not in said
    claim = shell.folder / "claim.jsonl"
    claim.write_bytes(jsonl(game_corrected("cup", "2022-06-01", "3.1 bob 1-0 ann")))
    code, out, said = shell("appeal", str(claim), "--date", "2022-10-01", "--format", "table")
    assert code == 0, out
    assert stale in flat(said)
    _, out, said = shell("appeal", str(claim), "--date", "2022-10-01", "--format", "csv")
    assert stale in flat(said)
    assert "does not fit" not in out
    assert (
        shell(
            "appeal", str(claim), "--date", "2022-10-01", "-o", str(shell.folder / "decision.html")
        )[0]
        == 0
    )
    assert stale in flat((shell.folder / "decision.html").read_text("utf-8"))
    _, _, said = shell("import", "--dry-run", str(claim))
    assert stale in flat(said)
    assert stale in flat(shell.imported(game_corrected("cup", "2022-06-01", "3.1 bob 1-0 ann")))
    _, _, said = shell("standings", "cup")
    assert stale in flat(said)
    _, _, said = shell("standings", "cup", "--known", f"#{at}")
    assert "does not fit" not in said
    assert stale in flat(shell("explain", "cxa-rapid", "ann", "2022-10-01")[1])
    assert "does not fit" not in shell("explain", "cxa-rapid", "cat", "2022-10-01")[1]
    decided = ranking_corrected("cup", "2022-06-02", "bob ann cat dan", reason="appeal 7")
    assert "does not fit" not in shell.imported(decided)
    assert "does not fit" not in shell("explain", "cxa-rapid", "bob", "2022-10-01")[1]


def test_a_correction_that_changes_no_place_leaves_the_ranking_fresh(shell: Shell) -> None:
    """The office gave Cat the second place against the rules. Bob draws with Ann and stays second by the rules: the
    ranking differs from them as it did when it was given, and is not called old."""
    championship(shell, "ann cat bob dan")
    assert "does not fit" not in shell.imported(
        game_corrected("cup", "2022-06-01", "3.1 bob 1/2-1/2 ann")
    )
    said = shell("standings", "cup")[2]
    assert "does not fit" not in said
    assert "place 2: cat is given, bob by the rules" in said


def test_a_ranking_without_rules_is_measured_by_points(shell: Shell) -> None:
    """malaysia, standings as given: kit won the national event with 2 points before lee with 1. Lee's protest against
    the game between them is upheld: lee 2, kit 1, and the bonus of the first place stays with kit."""
    shell.tell(
        *player("kit lee may", federation="MAS"),
        *carried("malaysia", "2022-01-01", {"kit": 1600, "lee": 1600, "may": 1600}),
        by_rules("cup", "given", 3, rated=["malaysia"], national="king"),
        *games("cup", DAY, "1.1 kit 1-0 lee", "2.1 lee 1-0 may", "3.1 may 0-1 kit"),
        closed("cup", END, "kit lee may"),
    )
    at = len(shell.rows("log"))
    said = flat(shell.imported(game_corrected("cup", "2022-06-01", "1.1 kit 0-1 lee")))
    stale = (
        STALE.format(ranking=at, change=at + 1)
        + "points: 1 for kit at place 1, 2 for lee at place 2"
    )
    assert stale in said
    assert stale in flat(shell("standings", "cup")[2])
    assert stale in flat(shell("explain", "malaysia", "kit", "2022-06-30")[1])


def test_a_shared_place_is_old_once_the_points_part(shell: Shell) -> None:
    """kit and lee drew and share the first place with 1.5 points; then kit has won: 2 and 1."""
    shell.tell(
        *player("kit lee may"),
        by_rules("cup", "given", 3),
        *games("cup", DAY, "1.1 kit 1/2-1/2 lee", "2.1 lee 1-0 may", "3.1 may 0-1 kit"),
        closed("cup", END, "kit=lee may"),
    )
    said = flat(shell.imported(game_corrected("cup", "2022-06-01", "1.1 kit 1-0 lee")))
    assert "points: 2 for kit at place 1, 1 for lee at place 1" in said


def test_a_voided_and_an_added_result_make_a_ranking_old(shell: Shell) -> None:
    """Ann's win against Bob is voided, then recorded again as a draw and as Bob's win: each event that changed a result
    since the ranking is counted."""
    at = championship(shell, "ann bob cat dan")
    shell.tell(game_voided("cup", "2022-06-01", "3.1"))
    said = flat(shell.imported(*games("cup", DAY, "3.3 bob 1-0 ann")))
    assert (
        f"cup: the ranking given in #{at} is older than #{at + 1} and #{at + 2} and does not fit"
        in said
    )


def test_a_ranking_corrected_to_nothing_is_that_of_the_rules_again(shell: Shell) -> None:
    """An office that takes its decision back need not write the table out."""
    championship(shell, "dan cat bob ann")
    shell.tell(ranking_corrected("cup", DAY, "", reason="not ours to decide"))
    assert ratings(shell, "cxa-rapid", "2022-10-01") == BEFORE


def test_a_ranking_against_the_rules_is_accepted_with_a_warning(shell: Shell) -> None:
    """Import says where the given ranking and the rules part, at the line that gave it."""
    first = [
        *player("ann bob cat dan"),
        by_rules("cup", "wxf", 3),
        *entries("cup", DAY, "ann bob cat dan"),
    ]
    said = shell.imported(*first, *games("cup", DAY, *CUP), closed("cup", END, "ann cat bob dan"))
    assert f"events1.jsonl:{len(first) + 7}: the ranking of cup is not that of its rules" in said
    assert "place 2: cat is given, bob by the rules" in said


def test_a_ranking_that_agrees_or_stands_alone_brings_no_warning(shell: Shell) -> None:
    """No warning where the rules say the same, and none where the office is the only one to rank."""
    said = shell.imported(
        *player("ann bob cat dan"),
        by_rules("cup", "wxf", 3), *games("cup", DAY, *CUP), closed("cup", END, "ann bob dan cat"),
        by_rules("own", "given", 3), *games("own", DAY, *CUP), closed("own", END, "dan cat bob ann"),
    )  # fmt: skip
    assert "the ranking of" not in said


def test_a_warning_comes_also_when_the_tournament_was_registered_long_ago(shell: Shell) -> None:
    """The closing comes in a file of its own; the rules stand in an older one."""
    shell.tell(*player("ann bob cat dan"), by_rules("cup", "given", 3), *games("cup", DAY, *CUP))
    shell.tell(tournament_corrected("cup", DAY, reason="typing", standings="wxf"))
    assert "place 1: dan is given, ann by the rules" in shell.imported(
        closed("cup", END, "dan cat bob ann")
    )


# a malaysian national event


def test_eighth_and_ninth_swap_and_the_bonus_of_four_goes_with_them(shell: Shell) -> None:
    """Byes order the others and change no rating; one game between 2000 and 2000 decides who is eighth.

    K 25 of the winner, expected .50: 12.5, rounded to 13. Winner 2013, loser 1987. Bonus by rank:
    30, 25, 20, 15, 10, 8, 6, and 4 for the eighth: 2017. The ninth gets nothing.
    """
    ids = "p1 p2 p3 p4 p5 p6 p7 p8 p9 p10"
    points_x2 = {"p1": 12, "p2": 10, "p3": 8, "p4": 7, "p5": 6, "p6": 5, "p7": 4}
    byes = [
        bye("king", DAY, p, kind, round=round_)
        for p, x2 in points_x2.items()
        for round_, kind in enumerate(["bye"] * (x2 // 2) + ["half"] * (x2 % 2), 1)
    ]
    shell.tell(
        *player(ids, federation="MAS"),
        *carried("malaysia", "2022-01-01", dict.fromkeys(ids.split(), 2000)),
        by_rules("king", "wxf", 6, rated=["malaysia"], national="king"),
        *entries("king", DAY, ids), *byes, *games("king", DAY, "1.1 p8 1-0 p9"), closed("king", END),
    )  # fmt: skip
    others = {
        "p1": "2030",
        "p2": "2025",
        "p3": "2020",
        "p4": "2015",
        "p5": "2010",
        "p6": "2008",
        "p7": "2006",
    }
    others |= {"p10": "2000"}
    assert ranks(shell, "king")[7:] == [("8", "p8"), ("9", "p9"), ("10", "p10")]
    assert ratings(shell, "malaysia", "2022-12-31") == others | {"p8": "2017", "p9": "1987"}
    shell.tell(game_corrected("king", "2022-06-01", "1.1 p8 0-1 p9"))
    assert ranks(shell, "king")[7:] == [("8", "p9"), ("9", "p8"), ("10", "p10")]
    assert ratings(shell, "malaysia", "2022-12-31") == others | {"p8": "1987", "p9": "2017"}


# groups


def edition(number: int, group: str, ranking: str, **fields: Any) -> list[Event]:
    name, year = f"{group}{number}", 2015 + number
    frame = {
        "start": f"{year}-06-01",
        "end": f"{year}-06-30",
        "series": "hk",
        "edition": number,
        "group": group,
    }
    return [by_rules(name, "given", 9, **frame, **fields), closed(name, f"{year}-06-30", ranking)]


THREE_EDITIONS = [
    *player("ann bob cat dan eve fay gus ida jon", federation="HKG"),
    titled("dan", "2010-01-01", "hk-m"),
    *edition(1, "A", "ann bob cat dan eve"), *edition(1, "B", "fay gus"),
    *edition(2, "A", "ann bob fay ida jon"), *edition(2, "B", "eve gus"),
    *edition(3, "A", "fay ann eve ida"), *edition(3, "B", "gus jon"),
]  # fmt: skip


def members(shell: Shell, after: int, *words: str) -> dict[str, str]:
    rows = shell.rows("groups", "hk", *words)
    return {row["player"]: row["group"] for row in rows if row["edition"] == str(after)}


def test_three_editions_with_absences_and_titles(shell: Shell) -> None:
    """The last of five goes down, the best of B goes up on trial, two absences lose A unless a title protects.

    1: Eve is last of five in A. Fay is first of two in B. 2: Jon is last of five; Fay stays and is A now; Eve comes
    first in B; Cat and Dan are absent. 3: four play, nobody goes down; Eve is A; Cat and Dan are absent again, and
    Dan is a master of Hong Kong; Bob is absent once.
    """
    shell.tell(*THREE_EDITIONS)
    trial = "provisional A"
    first = {"ann": "A", "bob": "A", "cat": "A", "dan": "A", "eve": "B", "fay": trial, "gus": "B"}
    assert members(shell, 1) == first
    assert members(shell, 2) == first | {"eve": trial, "fay": "A", "ida": "A", "jon": "B"}
    assert members(shell, 3) == {
        "ann": "A", "bob": "A", "cat": "B", "dan": "A", "eve": "A", "fay": "A", "gus": trial, "ida": "A", "jon": "B",
    }  # fmt: skip
    why = {
        row["player"]: row["reason"]
        for row in shell.rows("groups", "hk", "--why")
        if row["edition"] == "3"
    }
    assert why["cat"] == "missed A (2 in a row): lost A"
    assert why["dan"] == "missed A (2 in a row), protected by hk-m"


def test_a_title_revoked_before_the_edition_ends_protects_no_more(shell: Shell) -> None:
    """Dan's title is gone on the last day of edition 3; a withdrawn revocation gives it back."""
    revoked = event("TitleRevoked", "2018-06-30", player="dan", title="hk-m")
    shell.tell(*THREE_EDITIONS, revoked)
    assert members(shell, 3)["dan"] == "B"
    at = len(shell.rows("log"))
    shell.tell(withdrawn(at, "2018-07-01", "wrong person"))
    assert members(shell, 3)["dan"] == "A"


def test_a_void_edition_is_no_absence(shell: Shell) -> None:
    """With edition 2 of A voided, Cat has missed one edition only."""
    shell.tell(
        *THREE_EDITIONS,
        event("TournamentVoided", "2018-07-01", tournament="A2", reason="fraud"),
    )
    assert members(shell, 3)["cat"] == "A"


def test_groups_go_by_the_rules_where_no_ranking_is_given(shell: Shell) -> None:
    """Eleven players of B in a table by hk-open: a tenth, rounded up, is two; the two winners with the best games.

    p01 and p03 win twice. p02 beats one and loses to p01, everybody else scores less.
    """
    ids = [f"p{number:02}" for number in range(1, 12)]
    frame = {"series": "hk", "edition": 1, "group": "B", "start": DAY, "end": DAY}
    lines = [
        "1.1 p01 1-0 p02",
        "1.2 p03 1-0 p04",
        "1.3 p05 1-0 p06",
        "2.1 p01 1-0 p05",
        "2.2 p03 1-0 p07",
    ]
    shell.tell(
        *player(*ids), by_rules("B1", "hk-open", 2, **frame), *entries("B1", DAY, " ".join(ids)),
        *games("B1", DAY, *lines), closed("B1", END),
    )  # fmt: skip
    found = members(shell, 1)
    assert {player for player, group in found.items() if group == "provisional A"} == {"p01", "p03"}
    assert len(found) == 11


def test_a_disqualified_player_has_no_place_in_the_groups(shell: Shell) -> None:
    """Ten play B by hk-open; p01 wins twice and stays away twice: disqualified. Of the nine others one goes up, p02.

    Where the office ranks all but p01 the same holds; where it ranks p01 first, p01 goes up.
    """
    ids = [f"p{number:02}" for number in range(1, 11)]
    frame = {"series": "hk", "edition": 1, "group": "B", "start": DAY, "end": DAY}
    lines = [
        "1.1 p01 1-0 p03",
        "2.1 p01 1-0 p04",
        "3.1 p01 -/+ p02",
        "4.1 p05 +/- p01",
        "1.2 p02 1-0 p05",
    ]
    shell.tell(
        *player(*ids), by_rules("B1", "hk-open", 4, **frame), *entries("B1", DAY, " ".join(ids)),
        *games("B1", DAY, *lines), closed("B1", END),
    )  # fmt: skip
    assert {player for player, group in members(shell, 1).items() if group != "B"} == {"p02"}
    shell.tell(ranking_corrected("B1", DAY, " ".join(ids[1:])))
    assert {player for player, group in members(shell, 1).items() if group != "B"} == {"p02"}
    shell.tell(ranking_corrected("B1", DAY, " ".join(ids)))
    assert {player for player, group in members(shell, 1).items() if group != "B"} == {"p01"}


def test_a_women_s_group_is_a_group_of_its_own(shell: Shell) -> None:
    """It has a table by hk-open, no knockout, and no part in promotion and relegation."""
    frame = {"series": "hk", "edition": 1, "group": "women", "start": DAY, "end": DAY}
    shell.tell(
        *player("eve fay", sex="F"), by_rules("W1", "hk-open", 9, **frame), *entries("W1", DAY, "eve fay"),
        *games("W1", DAY, "1.1 fay 1-0 eve"), closed("W1", END), *player("ann bob"), *edition(1, "A", "ann bob"),
    )  # fmt: skip
    assert [player for _, player in ranks(shell, "W1")] == ["fay", "eve"]
    assert members(shell, 1) == {"ann": "A", "bob": "A"}
    _, _, said = shell("groups", "hk")
    assert "W1: group women is no part of promotion and relegation" in said
    code, _, said = shell("draw", "--semifinals", "W1")
    assert (code, "group women has no knockout" in said) == (2, True)


def test_absence_by_federation(shell: Shell) -> None:
    """Cat of Hong Kong loses A by two absences by either reading; from Macau only by the one in force."""
    shell.tell(*THREE_EDITIONS)
    assert members(shell, 3, "--reading", "absence-whom=hong-kong")["cat"] == "B"
    shell.tell(event("PlayerTransferred", "2018-01-01", player="cat", federation="MAC"))
    assert members(shell, 3)["cat"] == "B"
    assert members(shell, 3, "--reading", "absence-whom=hong-kong")["cat"] == "A"


def test_a_series_nobody_knows_is_refused_with_those_there_are(shell: Shell) -> None:
    shell.tell(*THREE_EDITIONS)
    code, _, said = shell("groups", "hl")
    assert (code, "known: hk" in said) == (2, True)


# tables


def test_columns_are_those_of_the_rules(shell: Shell) -> None:
    """The csv columns that scripts rely on, for both regulations and for given rankings."""
    shell.tell(*player("ann bob"))
    for rules, columns in (
        ("hk-open", "opponent_points,direct,wins,second_wins,second_games,met_as_second,fouls,"),
        (
            "wxf",
            "opponent_points,direct,wins,second_wins,second_games,strong_opponent_points,fouls,previous_rank,",
        ),
        ("given", ""),
    ):
        shell.tell(by_rules(rules, rules, 1), *games(rules, DAY, "1.1 ann 1/2-1/2 bob"))
        _, out, _ = shell("standings", rules)
        assert out.splitlines()[0] == f"rank,player,name,score,{columns}decided_by"


def test_a_table_after_a_round_knows_nothing_of_later_ones(shell: Shell) -> None:
    """After round 1 the two winners lead; level to the end, they are listed by number. Halves read as 0.5."""
    championship(shell)
    found = shell.rows("standings", "cup", "--after", "1")
    assert [(r["rank"], r["player"], r["score"]) for r in found] == [
        ("1", "ann", "1"), ("1", "bob", "1"), ("3", "cat", "0"), ("3", "dan", "0"),
    ]  # fmt: skip
    assert [r["score"] for r in shell.rows("standings", "cup")] == ["3", "2", "0.5", "0.5"]
    code, _, said = shell("standings", "cup", "--after", "4")
    assert (code, "cup has rounds 1 to 3" in said) == (2, True)


def test_two_ids_of_one_person_are_one_row(shell: Shell) -> None:
    """Ann was registered twice and played a round under each id: one row, both games, the number of her entry."""
    shell.tell(
        *player("ann", name="Ann"), *player("anna", name="Anna"), *player("bob", name="Bob"),
        *player("cat", name="Cat"), by_rules("open", "wxf", 2),
        *entries("open", DAY, "bob cat anna"), *entries("open", DAY, "ann", number=None),
        *games("open", DAY, "1.1 anna 1-0 bob", "2.1 cat 0-1 ann", "2.2 bob 1-0 anna"),
    )  # fmt: skip
    assert len(shell.rows("standings", "open")) == 4
    shell.tell(game_voided("open", DAY, "2.2", reason="not her"))
    shell.tell(merged("ann", "anna", DAY))
    found = shell.rows("standings", "open")
    assert [(r["player"], r["name"], r["score"], r["wins"]) for r in found] == [
        ("ann", "Ann", "2", "2"), ("bob", "Bob", "0", "0"), ("cat", "Cat", "0", "0"),
    ]  # fmt: skip


def test_what_is_missing_is_said_and_the_table_still_printed(shell: Shell) -> None:
    """Somebody who never entered, a round without a record, a knockout without its final: notes, no guesses."""
    ids = "ann bob cat dan eve"
    shell.tell(
        *player(f"{ids} zoe"), by_rules("open", "hk-open", 1, group="A"), *entries("open", DAY, ids),
        *games("open", DAY, "1.1 ann 1-0 bob", "1.2 cat 1-0 zoe"),
        *games("open", DAY, "1.1 ann 1-0 bob", "1.2 cat 1-0 dan", stage="semifinal"),
    )  # fmt: skip
    code, out, said = shell("standings", "open")
    assert code == 0
    assert len(out.splitlines()) == 7
    assert "open: zoe has results but has not been entered\n" in said
    assert "open: round 1: nothing is recorded for dan, eve\n" in said
    assert "open: final: no decision is recorded for ann, cat, the order before it stands\n" in said


def test_a_tie_that_ends_in_an_early_draw_is_undecided(shell: Shell) -> None:
    """Part 7 has two more games after a first draw; only a drawn third game is a win for second."""
    shell.tell(
        *player("ann bob cat dan"), by_rules("open", "hk-open", 1, group="A"), *entries("open", DAY, "ann bob cat dan"),
        *games("open", DAY, "1.1 ann 1-0 dan", "1.2 bob 1-0 cat"),
        *games("open", DAY, "1.1 ann 1-0 dan", "1.2 bob 1-0 cat", stage="semifinal"),
        *games("open", DAY, "2.1 ann 1/2-1/2 bob", stage="final"),
        *games("open", DAY, "2.2 cat 1-0 dan", stage="third"),
    )  # fmt: skip
    _, _, said = shell("standings", "open")
    assert [player for _, player in ranks(shell, "open")] == ["ann", "bob", "cat", "dan"]
    assert "final: no decision is recorded for ann, bob, the order before it stands" in said
    decided = ranks(shell, "open", "--reading", "drawn-last-game=always")
    assert [player for _, player in decided] == ["bob", "ann", "cat", "dan"]
    shell.tell(*games("open", DAY, "1.1 bob 1/2-1/2 ann", "2.1 ann 1/2-1/2 bob", stage="playoff"))
    assert [player for _, player in ranks(shell, "open")] == ["bob", "ann", "cat", "dan"]


def test_fouls_and_their_withdrawal(shell: Shell) -> None:
    """Two technical fouls lose the game by hk-open part 10; withdrawn, the result stands again."""
    shell.tell(
        *player("ann bob"), by_rules("open", "hk-open", 1), *games("open", DAY, "1.1 ann 1-0 bob"),
        foul("open", DAY, "ann", count=2),
    )  # fmt: skip
    assert ranks(shell, "open") == [("1", "bob"), ("2", "ann")]
    at = len(shell.rows("log"))
    shell.tell(withdrawn(at, DAY, "wrong board"))
    assert ranks(shell, "open") == [("1", "ann"), ("2", "bob")]


def test_a_foul_on_a_board_belongs_to_that_game_of_a_tie(shell: Shell) -> None:
    """The tie has two games in one round: two technical fouls in the second lose that one, and no other."""
    tie = games("open", DAY, "1.1 ann 1-0 bob", "1.2 bob 1/2-1/2 ann", stage="semifinal")
    shell.tell(*player("ann bob cat"), by_rules("open", "hk-open", 1), *tie)
    turned = "was recorded 1/2-1/2 and counts 1-0: fouls of ann"
    shell.tell(foul("open", DAY, "ann", stage="semifinal", count=2))
    _, _, said = shell("standings", "open")
    assert turned not in flat(said) and "it decides none" in flat(said)
    shell.tell(foul("open", DAY, "ann", stage="semifinal", count=2, board=2))
    _, _, said = shell("standings", "open")
    assert turned in flat(said)
    assert flat(said).count("fouls of ann") == 1, "the first game stands"
    of_others = foul("open", DAY, "cat", stage="semifinal", board=2)
    code, _, wrong = shell("import", shell.file(of_others))
    assert code == 2 and "'cat' does not play on board 2 of round 1" in wrong


def test_teams_by_the_two_best_ranks(shell: Shell) -> None:
    """Ranks 1 and 4 against 2 and 3: equal sums, the better best rank is ahead; a team of one is not ranked."""
    teams = {"ann": "north", "bob": "south", "cat": "south", "dan": "north", "eve": "west"}
    lines = [
        "1.1 ann 1-0 eve", "1.2 bob 1-0 dan", "2.1 ann 1-0 dan", "2.2 bob 1-0 cat",
        "3.1 ann 1-0 bob", "3.2 cat 1-0 eve", "4.1 cat 1/2-1/2 dan",
    ]  # fmt: skip
    enter = [entries("cup", DAY, player, team=team)[0] for player, team in teams.items()]
    shell.tell(*player(*teams), by_rules("cup", "wxf", 4), *enter, *games("cup", DAY, *lines))
    assert [player for _, player in ranks(shell, "cup")] == ["ann", "bob", "cat", "dan", "eve"]
    code, out, said = shell("standings", "cup", "--teams")
    assert (code, out) == (0, "rank,team,sum,best\n1,north,5,1\n2,south,5,2\n")
    assert "cup: team west (M) is not ranked: 1 of 2 players\n" in said


def test_only_wxf_ranks_teams(shell: Shell) -> None:
    shell.tell(
        *player("ann bob"), by_rules("open", "hk-open", 1), *games("open", DAY, "1.1 ann 1-0 bob")
    )
    code, _, said = shell("standings", "open", "--teams")
    assert (code, "open is played by hk-open, which has no team standings" in said) == (2, True)


def test_an_unknown_tournament_is_refused_with_the_nearest(shell: Shell) -> None:
    championship(shell)
    code, out, said = shell("standings", "cap")
    assert (code, out) == (2, "")
    assert "there is no tournament 'cap'" in said
    assert "nearest: cup" in said


def test_a_tournament_not_yet_known_is_unknown(shell: Shell) -> None:
    """As known before its registration there is no such tournament."""
    championship(shell)
    code, _, said = shell("standings", "cup", "--known", "#4")
    assert (code, "there is no tournament 'cup'" in said) == (2, True)


def test_the_view_for_sql_has_the_rank_by_the_rules_and_the_one_that_counts(shell: Shell) -> None:
    """An auditor finds with one query where the office decided otherwise; of the last two Dan was second more often."""
    championship(shell, "bob ann dan cat")
    query = "SELECT player, rank, counted, score FROM standings WHERE rank <> counted ORDER BY rank"
    assert [tuple(row.values()) for row in shell.rows("sql", query)] == [
        ("ann", "1", "2", "3.0"),
        ("bob", "2", "1", "2.0"),
    ]


def test_the_order_in_which_a_round_was_recorded_changes_nothing(shell: Shell) -> None:
    """The same games, last board first: the same bytes."""
    shell.tell(*player("ann bob cat dan"))
    for name, lines in (("cup", CUP), ("puc", [*reversed(CUP)])):
        shell.tell(
            by_rules(name, "wxf", 3),
            *entries(name, DAY, "ann bob cat dan"),
            *games(name, DAY, *lines),
            closed(name, END),
        )
    assert shell("standings", "cup") == shell("standings", "puc")


def test_a_row_explains_itself_round_by_round(shell: Shell) -> None:
    """hk-open, four rounds. Ann beat Bob, had a bye, was on leave, and lost to Cat, who was absent in rounds 1 and 2.

    Bob scored nothing in his one game and has three rounds without one: worth 0 + 3 x 0.5 = 1.5. The bye with 1 point
    before it: 1 + 2 x 0.5 = 2. The leave with 2 points: 2 + 1 + 1 x 0.5 = 3.5. Cat won one game and has three
    rounds without one: 1 + 1.5 = 2.5. Together 9.5.
    """
    shell.tell(
        *player("ann bob cat"),
        by_rules("cup", "hk-open", 4),
        *entries("cup", DAY, "ann bob cat"),
        *games("cup", DAY, "1.1 ann 1-0 bob", "4.1 cat 1-0 ann"),
        bye("cup", DAY, "ann", round=2),
        bye("cup", DAY, "ann", "leave", round=3),
        bye("cup", DAY, "cat", "absent", round=1),
        bye("cup", DAY, "cat", "absent", round=2),
        foul("cup", DAY, "ann"),
    )  # fmt: skip
    rows = shell.rows("standings", "cup", "--player", "ann")
    assert [
        (row["step"], row["opponent"], row["outcome"], row["points"], row["value"]) for row in rows
    ] == [
        ("1", "bob", "won", "1", "1.5"),
        ("2", "", "bye", "1", "2"),
        ("3", "", "leave", "0", "3.5"),
        ("4", "cat", "lost", "0", "2.5"),
    ]
    assert rows[0]["reason"] == "score 0; as drawn: rounds 2, 3, 4"
    assert rows[2]["reason"] == "virtual: 2 before, 1 in it, 1 × 0.5 after"
    table = {row["player"]: row for row in shell.rows("standings", "cup")}
    assert table["ann"]["opponent_points"] == "9.5"
    _, _, said = shell("standings", "cup", "--player", "cat")
    assert "absent in rounds 1, 2: 2 absences disqualify" in said
    _, _, said = shell("standings", "cup", "--player", "ann")
    assert "round 1: 1 × technical" in said


def test_how_an_opponent_of_the_knockout_counts_is_said_as_the_reading_has_it(shell: Shell) -> None:
    """hk-open, nine rounds. Eve met only Ann, who has 7 points after round 7, wins the semifinal and draws the final.

    Half a point for each of rounds 8 and 9: 7 + 1 = 8. Nothing: 7. By results: 7 + 1 + 0.5 = 8.5.
    """
    others = ["bob", "cat", "dan", "eve", "bob", "cat", "dan"]
    rounds = enumerate(others, 1)
    shell.tell(
        *player("ann bob cat dan eve"),
        by_rules("cup", "hk-open", 9, group="A"),
        *entries("cup", DAY, "ann bob cat dan eve"),
        *games("cup", DAY, *(f"{round_}.1 ann 1-0 {other}" for round_, other in rounds)),
        *games("cup", DAY, "8.1 ann 1-0 dan", "8.2 bob 1-0 cat", stage="semifinal"),
        *games("cup", DAY, "9.1 ann 1/2-1/2 bob", stage="final"),
    )
    told = {
        "half": ("8", "score 7; as drawn: rounds 8, 9"),
        "nothing": ("7", "score 7; the knockout instead of later rounds: 0"),
        "results": ("8.5", "score 7; the knockout instead of later rounds: 1.5"),
    }
    for choice, expected in told.items():
        asked = ("standings", "cup", "--player", "eve", "--reading", f"knockout-worth={choice}")
        rows = [row for row in shell.rows(*asked) if row["opponent"] == "ann"]
        assert [(row["value"], row["reason"]) for row in rows] == [expected]


def test_the_absences_that_disqualify_are_told_as_the_reading_counts_them(shell: Shell) -> None:
    """hk-open, nine rounds. Bob forfeits semifinal and third place; eve is absent once, once on leave."""
    shell.tell(
        *player("ann bob cat dan eve"),
        by_rules("cup", "hk-open", 9, group="A"),
        *entries("cup", DAY, "ann bob cat dan eve"),
        *games(
            "cup", DAY, "1.1 ann 1-0 eve", "1.2 bob 1-0 cat", "2.1 dan 1-0 eve", "3.1 cat 1-0 eve"
        ),
        bye("cup", DAY, "eve", "absent", round=4),
        bye("cup", DAY, "eve", "leave", round=5),
        *games("cup", DAY, "8.1 ann 1-0 dan", "8.2 bob -/+ cat", stage="semifinal"),
        *games("cup", DAY, "9.1 ann 1-0 cat", stage="final"),
        *games("cup", DAY, "9.2 bob -/+ dan", stage="third"),
        closed("cup", END),
    )
    asked = ("standings", "cup", "--player")
    _, _, said = shell(*asked, "bob", "--reading", "absences=with-knockout")
    assert "absent from 2 games of the knockout: 2 absences disqualify" in said
    _, _, said = shell(*asked, "eve", "--reading", "absences=with-leave")
    assert "absent in rounds 4, 5: 2 absences disqualify" in said
    _, _, said = shell(*asked, "eve")
    assert "absent in round 4" in said and "disqualify" not in said


def test_what_decided_a_rank_is_said_in_words_and_data_have_the_code(shell: Shell) -> None:
    """wxf, a final that was drawn: the order before it stands, and nobody reads an underscore."""
    shell.tell(
        *player("ann bob"),
        by_rules("cup", "wxf", 2, final_after=1),
        *entries("cup", DAY, "ann bob"),
        *games("cup", DAY, "1.1 ann 1-0 bob"),
        *games("cup", DAY, "2.1 bob 1/2-1/2 ann", stage="final"),
    )
    _, shown, _ = shell("standings", "cup", "--format", "table")
    assert "order before final" in shown and "order_before" not in shown
    assert [row["decided_by"] for row in shell.rows("standings", "cup")] == [
        "",
        "order_before_final",
    ]
    _, shown, _ = shell(
        "standings", "cup", "--player", "ann", "--format", "table", "--language", "zh-Hans"
    )
    assert "，ann" in shown


def test_why_somebody_is_not_listed_stays_on_80_columns(shell: Shell, monkeypatch: Any) -> None:
    """`list --all` is asked for its reasons: another column goes where there is no room."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    shell.tell(
        *player("ann bob", name="A Name That Takes Some Room", federation="CHN"),
        by_rules("cup", "given", 1, rated=["cxa-rapid"]),
        *games("cup", DAY, "1.1 ann 1-0 bob"),
    )
    _, shown, _ = shell("list", "cxa-rapid", "2022-10-01", "--all", "--format", "table")
    assert "5: below the" in shown


def test_what_a_round_brought_and_how_stay_on_80_columns(shell: Shell, monkeypatch: Any) -> None:
    """Long names leave out something else: what the question is about stays."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    names = {"ann": "Au Yeung Chun Man", "bob": "Bartholomew Featherstonehaugh"}
    shell.tell(
        *player("ann bob"), by_rules("cup", "hk-open", 2), *games("cup", DAY, "1.1 ann 1-0 bob")
    )
    shell.tell(
        *(player_corrected(player, DAY, name=name, reason="in full")
          for player, name in names.items()),
        foul("cup", DAY, "ann", count=2),
    )  # fmt: skip
    _, out, _ = shell("standings", "cup", "--player", "bob", "--after", "2", "--format", "table")
    assert {"brought", "how"} <= set(out.splitlines()[1].split())
    assert max(map(len, out.splitlines())) <= 80


def test_a_round_that_is_not_there_has_no_player_table_either(shell: Shell) -> None:
    shell.tell(*player("ann bob"), by_rules("cup", "wxf", 1), *games("cup", DAY, "1.1 ann 1-0 bob"))
    code, out, said = shell("standings", "cup", "--player", "ann", "--after", "99")
    assert (code, out) == (2, "")
    assert "there is no round 99" in said
    assert "cup has rounds 1 to 1" in said


def test_a_player_who_is_not_in_the_table_cannot_be_explained(shell: Shell) -> None:
    shell.tell(
        *player("ann bob eve"), by_rules("cup", "wxf", 1), *games("cup", DAY, "1.1 ann 1-0 bob")
    )
    code, _, said = shell("standings", "cup", "--player", "eve")
    assert code == 2
    assert "eve is not in the table of cup" in said
    code, _, said = shell("standings", "cup", "--player", "ann", "--teams")
    assert code == 2
    assert "leave one of them out" in said


def test_during_play_the_table_is_that_after_the_last_round_with_results(shell: Shell) -> None:
    """Nine rounds, two of them played: ann's opponents were bob (0) and cat (1), and no round to come counts."""
    shell.tell(
        *player("ann bob cat dan"),
        by_rules("cup", "hk-open", 9),
        *games(
            "cup",
            DAY,
            "1.1 ann 1-0 bob",
            "1.2 cat 1-0 dan",
            "2.1 ann 1-0 cat",
            "2.2 bob 1/2-1/2 dan",
        ),
    )
    _, shown, said = shell("standings", "cup", "--format", "table")
    assert "after round 2" in shown
    assert "nothing is recorded" not in said
    assert shell.rows("standings", "cup")[0]["opponent_points"] == "1.5"
    shell.tell(closed("cup", END))
    _, shown, _ = shell("standings", "cup", "--format", "table")
    assert "final" in shown


def test_a_result_that_fouls_turned_is_remarked_on(shell: Shell) -> None:
    shell.tell(
        *player("ann bob"),
        by_rules("cup", "hk-open", 1),
        *games("cup", DAY, "1.1 ann 1-0 bob"),
        foul("cup", DAY, "ann", count=2),
    )  # fmt: skip
    _, _, said = shell("standings", "cup")
    assert "main round 1: ann – bob was recorded 1-0 and counts 0-1: fouls of ann" in said


def test_groups_say_where_only_the_entry_number_decided_a_cut(shell: Shell) -> None:
    """One round. Of eleven in B a tenth, rounded up, is two: five have won as first against somebody without a point
    and are level, and the entry number lets p01 and p02 up. Of ten in A a fifth is two: the five losers are level, and
    q09 and q10 go down for their numbers."""
    b, a = (
        [f"p{number:02}" for number in range(1, 12)],
        [f"q{number:02}" for number in range(1, 11)],
    )
    frame = {"series": "hk", "edition": 1, "start": DAY, "end": DAY}
    shell.tell(
        *player(*b, *a),
        by_rules("B1", "hk-open", 1, **frame, group="B"), *entries("B1", DAY, " ".join(b)),
        *games("B1", DAY, *(f"1.{n} p{n:02} 1-0 p{n + 5:02}" for n in range(1, 6))), closed("B1", END),
        by_rules("A1", "hk-open", 1, **frame, group="A"), *entries("A1", DAY, " ".join(a)),
        *games("A1", DAY, *(f"1.{n} q{n:02} 1-0 q{n + 5:02}" for n in range(1, 6))), closed("A1", END),
    )  # fmt: skip
    code, out, said = shell("groups", "hk")
    assert code == 0
    assert "p01,provisional A" in out and "p03,B" in out and "q08,A" in out and "q09,B" in out
    level = "p01, p02, p03, p04, p05 are level; only the entry number puts p01, p02 in"
    assert f"hk: edition 1, the best 2 of 11 in B: {level}\n" in said
    level = "q06, q07, q08, q09, q10 are level; only the entry number puts q09, q10 in"
    assert f"hk: edition 1, the last 2 of 10 in A: {level}\n" in said
    assert (
        "only the order of entry puts" in shell("groups", "hk", "--reading", "level-order=entry")[2]
    )


def test_groups_say_nothing_of_a_cut_between_different_scores(shell: Shell) -> None:
    """A ranking given by the office has no level players, and a cut between 1 and 0 points is no question."""
    shell.tell(*THREE_EDITIONS)
    assert "level" not in shell("groups", "hk")[2]


def test_rounds_to_come_are_no_leave_in_the_groups_of_an_open_edition(shell: Shell) -> None:
    """wxf, two of four rounds played, 21 entered: a tenth, rounded up, is three: pat (2 points), rob (1, his opponents
    have 3), and one of xia and yan (1 point, opponents with 2, one win as first).

    Strong opponents have half of the rounds: one point of two rounds. xia met pat (2) and quo (0), yan met rob and sue
    (1 each): 2 for both, so that yan's smaller number counts. Were rounds 3 and 4 leave, only pat would be strong.
    """
    others = " ".join(f"n{number:02}" for number in range(1, 16))
    everybody = f"yan xia pat quo rob sue {others}"
    frame = {"series": "hk", "edition": 1, "group": "B", "start": DAY, "end": DAY}
    lines = ["1.1 xia 0-1 pat", "1.2 yan 0-1 rob", "1.3 sue 1-0 quo", "2.1 xia 1-0 quo", "2.2 yan 1-0 sue",
             "2.3 pat 1-0 rob"]  # fmt: skip
    shell.tell(
        *player(everybody),
        by_rules("B1", "wxf", 4, **frame),
        *entries("B1", DAY, everybody),
        *games("B1", DAY, *lines),
    )
    best = {player for player, group in members(shell, 1).items() if group == "provisional A"}
    assert best == {"pat", "rob", "yan"}
    said = shell("groups", "hk")[2]
    assert (
        "hk: edition 1, the best 3 of 21 in B: yan, xia are level; only the entry number puts yan in\n"
        in said
    )
