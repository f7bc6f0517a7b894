"""`draw` on the command line: lots from a seed, pairings from numbers, and the check of a recorded round."""

from pathlib import Path
from typing import Any

import pytest

from tests.builders import (
    Event,
    bye,
    closed,
    entries,
    game,
    game_corrected,
    player,
    titled,
    tournament,
)
from tests.replay.conftest import Shell

DAY = "2024-05-01"


def by_rules(name: str, rules: str = "wxf", **fields: Any) -> Event:
    """A tournament of a day, of five rounds if nothing else is said."""
    return tournament(name, "", DAY, **{"standings": rules, "rounds": 5} | fields)


def csv_file(folder: Path, *lines: str) -> str:
    file = folder / "players.csv"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(file)


IDS = ["ann", "bob", "cat", "dan", "eve"]
NUMBERS: dict[str, int | None] = {"ann": 3, "bob": 1, "cat": 4, "dan": 2, "eve": 5}


def test_close_numbers_meet_and_the_bigger_is_first_on_even_boards(shell: Shell) -> None:
    """1–2, 4–3, and of five players the last has a bye; the same from the ledger and from a file."""
    shell.tell(*player(*IDS), by_rules("cup"), *entries("cup", DAY, NUMBERS))
    expected = "board,first,second\n1,bob,dan\n2,cat,ann\n3,eve,\n"
    assert shell("draw", "--from-numbers", "cup") == (0, expected, "")
    file = csv_file(
        shell.folder, "player,number", *(f"{player},{number}" for player, number in NUMBERS.items())
    )
    assert shell("draw", "--from-numbers", file) == (0, expected, "")


def test_a_recorded_first_round_that_follows_the_rule(shell: Shell) -> None:
    """Boards, sides and the bye are as the numbers have them."""
    shell.tell(*player(*IDS), by_rules("cup"), *entries("cup", DAY, NUMBERS))
    shell.tell(
        game("cup", DAY, "1.1 bob 1-0 dan"),
        game("cup", DAY, "1.2 cat 1-0 ann"),
        bye("cup", DAY, "eve"),
    )
    assert shell("draw", "--check", "cup") == (0, "cup: the first round follows the rule\n", "")


def test_the_first_pairing_against_the_rule_is_named(shell: Shell) -> None:
    """Sides turned on board 2: the answer is no."""
    shell.tell(*player(*IDS), by_rules("cup"), *entries("cup", DAY, NUMBERS))
    shell.tell(game("cup", DAY, "1.1 bob 1-0 dan"), game("cup", DAY, "1.2 ann 1-0 cat"))
    code, out, _ = shell("draw", "--check", "cup")
    assert code == 1
    assert out.endswith(
        "does not follow the rule: board 2: cat – ann by the rule, ann – cat recorded\n"
    )


@pytest.mark.parametrize("option", ["--check", "--from-numbers", "--championship", "--youth"])
def test_hk_open_has_no_rule_for_the_first_round(shell: Shell, option: str) -> None:
    shell.tell(*player(*IDS), by_rules("open", "hk-open"), *entries("open", DAY, NUMBERS))
    code, out, said = shell("draw", option, "open")
    assert (code, out) == (2, "")
    assert "open is played by hk-open, which has no rule for the first round" in said


def test_the_same_seed_draws_the_same_and_a_new_one_is_printed(shell: Shell) -> None:
    """What was drawn once can be drawn again by anybody who has the seed."""
    shell.tell(*player(*IDS), by_rules("cup"), *entries("cup", DAY, dict.fromkeys(IDS)))
    code, drawn, said = shell("draw", "--youth", "cup", "--numbers")
    seed = said.removeprefix("seed: ").strip()
    assert (code, len(seed)) == (0, 16)
    assert shell("draw", "--youth", "cup", "--numbers", "--seed", seed) == (0, drawn, said)
    others = {shell("draw", "--youth", "cup", "--numbers", "--seed", str(n))[1] for n in range(20)}
    assert len(others) > 10  # 120 orders: twenty seeds that gave ten or fewer would be no lots


def test_the_upper_half_of_the_last_edition_draws_odd_numbers(shell: Shell) -> None:
    """Dan and Cat were first and second last time, Ann follows in list order: they are the upper three of five."""
    frame = {"series": "world", "edition": 1}
    shell.tell(*player(*IDS, "old"), by_rules("cup1", "given", **frame))
    shell.tell(closed("cup1", DAY, "dan old cat"))
    shell.tell(
        by_rules("cup2", **(frame | {"edition": 2})), *entries("cup2", DAY, dict.fromkeys(IDS))
    )
    for seed in "abcdef":
        rows = shell.rows("draw", "--championship", "cup2", "--numbers", "--seed", seed)
        assert {row["player"] for row in rows if int(row["number"]) % 2} == {"dan", "cat", "ann"}
        english = shell.rows(
            "draw",
            "--championship",
            "cup2",
            "--numbers",
            "--seed",
            seed,
            "--reading",
            "halves=even",
        )
        assert {row["player"] for row in english if not int(row["number"]) % 2} == {"dan", "cat"}
    assert (
        "cup2: last edition: cup1, 3 ranked\n"
        in shell("draw", "--championship", "cup2", "--seed", "a")[2]
    )


def test_titled_players_first_then_a_snake(shell: Shell) -> None:
    """Fourteen men into A to F and back, three women into G and H; titles as held on the first day.

    m14 became a master the day after, so he stays in list order; f3 is a grandmaster.
    """
    men, women = [f"m{n:02}" for n in range(1, 15)], ["f1", "f2", "f3"]
    awards = [
        ("m13", "wxf-gm", DAY),
        ("m12", "wxf-m", "2023-01-01"),
        ("m14", "wxf-m", "2024-05-02"),
    ]
    awards.append(("f3", "wxf-gm", "2023-01-01"))
    shell.tell(*player(*men), *player(*women, sex="F"), by_rules("rapid"))
    shell.tell(*(titled(p, d, t) for p, t, d in awards))
    shell.tell(*entries("rapid", DAY, dict.fromkeys([*men, *women])))
    rows = shell.rows("draw", "--groups", "rapid", "--seed", "x")
    assert list(rows[0]) == ["number", "group", "player"]
    assert {row["player"] for row in rows[:2]} == {"m13", "m12"}
    assert [row["player"] for row in rows[2:14]] == [*men[:11], "m14"]
    assert "".join(row["group"] for row in rows[:14]) == "ABCDEFFEDCBAAB"
    assert [(row["number"], row["group"], row["player"]) for row in rows[14:]] == [
        ("1", "G", "f3"), ("2", "H", "f1"), ("3", "H", "f2"),
    ]  # fmt: skip
    boards = shell.rows("draw", "--groups", "rapid", "--seed", "x", "--pairings")
    assert {row["group"] for row in boards} == set("ABCDEFGH")


def test_sixteen_from_eight_groups_of_the_ledger(shell: Shell) -> None:
    """Winners draw 1 to 8, runners-up 9 to 16, and every first board is a winner against a runner-up."""
    told: list[Event] = []
    for group in "ABCDEFGH":
        three = [f"{group}{place}" for place in (1, 2, 3)]
        name = f"rapid-{group}"
        told += [
            *player(*three),
            by_rules(name, series="rapid", edition=3, group=group, rounds=1),
        ]
        told += [
            game(name, DAY, f"1.1 {three[0]} 1-0 {three[2]}"),
            *entries(name, DAY, dict.fromkeys(three)),
        ]
        told += [bye(name, DAY, three[1], "half")]
    shell.tell(*told, by_rules("rapid-ko", series="rapid", edition=3, format="knockout"))
    rows = shell.rows("draw", "--knockout", "rapid-ko", "--seed", "1", "--numbers")
    assert {row["player"] for row in rows[:8]} == {f"{group}1" for group in "ABCDEFGH"}
    assert {row["player"] for row in rows[8:]} == {f"{group}2" for group in "ABCDEFGH"}
    boards = shell.rows("draw", "--knockout", "rapid-ko", "--seed", "1")
    assert len(boards) == 8
    assert all({row["first"][1], row["second"][1]} == {"1", "2"} for row in boards)


def eight_groups(level: str) -> list[Event]:
    """Eight groups of four: 1 and 2 beat 3 and 4. The letters of `level` are groups in which a bye takes a game's place
    and makes 2 and 3 level; the sides put 1 before 2 everywhere else."""
    told: list[Event] = []
    for group in "ABCDEFGH":
        one, two, three, four = [f"{group}{place}" for place in (1, 2, 3, 4)]
        name = f"rapid-{group}"
        told += [
            *player(one, two, three, four),
            by_rules(name, series="rapid", edition=3, group=group, rounds=1),
        ]
        told += entries(name, DAY, {four: 1, three: 2, two: 3, one: 4})
        told += [game(name, DAY, f"1.1 {four} 0-1 {one}")]
        if group in level:
            told += [bye(name, DAY, player, "half") for player in (two, three)]
        else:
            told += [game(name, DAY, f"1.2 {two} 1-0 {three}")]
    return [*told, by_rules("rapid-ko", series="rapid", edition=3, format="knockout")]


def test_qualifiers_by_their_numbers_alone_are_remarked_on(shell: Shell) -> None:
    """In group C two players have half a point without a game each: C3 goes on for the smaller number; elsewhere the
    points or the win as second decide."""
    shell.tell(*eight_groups(level="C"))
    code, out, said = shell("draw", "--knockout", "rapid-ko", "--seed", "1", "--numbers")
    assert code == 0
    assert "C3" in out and "C2" not in out and "B2" in out
    remark = "group C, the first two: C3, C2 are level; only the entry number puts C3 in"
    assert [line for line in said.splitlines() if "level" in line] == [f"rapid-ko: {remark}"]


def test_a_winner_by_the_number_alone_is_remarked_on(shell: Shell) -> None:
    """Winners draw 1 to 8, runners-up 9 to 16: that a tie was cut between them is said, too. The reading that lists
    level players in order of entry is asked for, and named."""
    shell.tell(
        *eight_groups(level=""),
        game_corrected("rapid-D", DAY, "D1 1-0 D4", reason="sides"),
    )  # fmt: skip
    said = shell("draw", "--knockout", "rapid-ko", "--seed", "1", "--reading", "level-order=entry")[
        2
    ]
    remark = "group D, the winner: D2, D1 are level; only the order of entry puts D2 in"
    assert [line for line in said.splitlines() if "level" in line] == [f"rapid-ko: {remark}"]


def test_a_file_with_two_of_one_rank_is_refused_for_a_knockout(shell: Shell) -> None:
    """Who goes on is for the organiser to say: the file names a place twice."""
    lines = [f"{group}{place},{group},{place}" for group in "ABCDEFGH" for place in (1, 2)]
    file = csv_file(shell.folder, "player,group,rank", *lines, "B9,B,2")
    code, _, said = shell("draw", "--knockout", file)
    assert code == 2
    assert "group B has two players at rank 2: B2 and B9" in said


def test_sixteen_from_the_stages_of_an_event(shell: Shell) -> None:
    """The groups say that they are part of the event; where two are level for the second place, that is said."""
    told = [by_rules("rapid", format="knockout")]
    for group in "ABCDEFGH":
        three = [f"{group}{place}" for place in (1, 2, 3)]
        told += [
            *player(*three),
            by_rules(f"rapid-{group}", part_of="rapid", group=group, rounds=1),
        ]
        told += [
            game(f"rapid-{group}", DAY, f"1.1 {three[0]} 1-0 {three[2]}"),
            *entries(f"rapid-{group}", DAY, dict.fromkeys(three)),
        ]
    shell.tell(*told)
    rows = shell.rows("draw", "--knockout", "rapid", "--seed", "1", "--numbers")
    assert {row["player"] for row in rows[:8]} == {f"{group}1" for group in "ABCDEFGH"}
    shell.tell(
        *player("B4", "B5", "B6", "B7"),
        game("rapid-B", DAY, "1.2 B4 1-0 B5"),
        game("rapid-B", DAY, "1.3 B6 1-0 B7"),
    )
    said = shell("draw", "--knockout", "rapid", "--seed", "1")[2]
    assert (
        "rapid: group B, the first two: " in said
        and " are level; only the entry number puts " in said
    )


def test_semifinals_of_hk_open(shell: Shell) -> None:
    """First against fourth, second against third of the table, here of one round."""
    five = ["p1", "p2", "p3", "p4", "p5"]
    kinds = {"p1": "bye", "p4": "half", "p5": "leave"}
    byes = [bye("open", DAY, player, kind) for player, kind in kinds.items()]
    shell.tell(*player(*five), by_rules("open", "hk-open", rounds=1, group="A"))
    shell.tell(
        *entries("open", DAY, " ".join(five)),
        *byes,
        game("open", DAY, "1.1 p2 1-0 p3"),
    )
    table = [row["player"] for row in shell.rows("standings", "open", "--after", "1")]
    rows = shell.rows("draw", "--semifinals", "open")
    assert [(row["first"], row["second"]) for row in rows] == [
        (table[0], table[3]),
        (table[1], table[2]),
    ]


def test_the_final_balances_the_sides(shell: Shell) -> None:
    """Ann was first in round 1 and Bob second, so Bob is first in the slow game of the final: no lots needed."""
    shell.tell(*player("ann", "bob", "cat", "dan"), by_rules("cup", rounds=2, final_after=1))
    shell.tell(game("cup", DAY, "1.1 ann 1-0 cat"), game("cup", DAY, "1.2 dan 0-1 bob"))
    code, out, said = shell("draw", "--final", "cup")
    assert (code, out) == (0, "board,first,second\n1,bob,ann\n")
    assert "ann was first more often" in said
    assert "seed" not in said


def test_the_final_says_no_more_than_is_true(shell: Shell) -> None:
    """Ann and Bob were first once each; Ann had a bye where Bob was second, so Bob is first now."""
    shell.tell(
        *player("ann", "bob", "cat", "dan"),
        by_rules("cup", rounds=3, final_after=2),
        bye("cup", DAY, "ann", round=2),
    )
    shell.tell(game("cup", DAY, "1.1 ann 1-0 cat"), game("cup", DAY, "1.2 bob 1-0 dan"))
    shell.tell(game("cup", DAY, "2.1 cat 0-1 bob"))
    code, out, said = shell("draw", "--final", "cup")
    assert (code, out) == (0, "board,first,second\n1,bob,ann\n")
    assert "first more often" not in said
    assert "bob was second more often (1 to 0) in rounds 1 to 2" in said


def test_every_round_of_a_knockout_is_drawn_from_the_one_before(shell: Shell) -> None:
    """Semifinals are recorded: the final and the game for third come next, and then nothing is left."""
    shell.tell(*player("ann", "bob", "cat", "dan"), by_rules("ko", format="knockout"))
    code, _, said = shell("draw", "--next", "ko")
    assert (code, "no game of a knockout is recorded" in said) == (2, True)
    shell.tell(
        game("ko", DAY, "1.1 ann 1-0 bob", stage="semifinal"),
        game("ko", DAY, "1.2 cat 1/2-1/2 dan", stage="semifinal"),
    )
    code, _, said = shell("draw", "--next", "ko")
    assert (code, "semifinal: cat and dan have no winner yet" in said) == (2, True)
    shell.tell(game("ko", DAY, "1.1 dan 1-0 cat", stage="playoff"))
    rows = shell.rows("draw", "--next", "ko", "--seed", "x")
    assert list(rows[0]) == ["board", "first", "second", "stage"]
    assert {(row["stage"], frozenset((row["first"], row["second"]))) for row in rows} == {
        ("final", frozenset(("ann", "dan"))), ("third", frozenset(("bob", "cat"))),
    }  # fmt: skip
    assert shell.rows("draw", "--next", "ko", "--seed", "x") == rows
    firsts = {
        shell.rows("draw", "--next", "ko", "--seed", str(seed))[0]["first"] for seed in range(9)
    }
    assert firsts == {"ann", "dan"}
    shell.tell(
        game("ko", DAY, "1.1 ann 1-0 dan", stage="final"),
        game("ko", DAY, "1.1 bob 1-0 cat", stage="third"),
    )
    code, _, said = shell("draw", "--next", "ko")
    assert (code, "all rounds of the knockout are recorded" in said) == (2, True)


@pytest.mark.parametrize("option", ["--final", "--next"])
def test_the_finals_of_hk_open_draw_who_chooses_the_side(shell: Shell, option: str) -> None:
    """Part 7: before the games for first and for third lots decide who may choose; the seed is printed."""
    shell.tell(*player("ann", "bob", "cat", "dan"), by_rules("ko", "hk-open", rounds=1, group="A"))
    shell.tell(
        game("ko", DAY, "1.1 ann 1-0 dan", stage="semifinal"),
        game("ko", DAY, "1.2 bob 0-1 cat", stage="semifinal"),
    )
    code, out, said = shell("draw", option, "ko", "--seed", "7")
    assert code == 0
    assert [set(line.split(",")[1:3]) for line in out.splitlines()[1:]] == [
        {"ann", "cat"},
        {"dan", "bob"},
    ]
    assert "seed: 7" in said
    assert "the player named first has won the lot and chooses the side (hk-open part 7)" in said


@pytest.mark.parametrize(
    ("option", "fields", "said"),
    [
        (
            "--next",
            {"final_after": 4},
            "ko has no knockout: it is played by wxf with a final of the first two",
        ),
        ("--next", {"standings": "given"}, "ko has no knockout: it is played by given"),
        ("--final", {}, "ko has no final of the first two"),
        ("--final", {"standings": "hk-open", "group": "B"}, "ko: group B has no knockout"),
        ("--semifinals", {"standings": "hk-open"}, "ko: it names no group"),
    ],
)
def test_a_draw_that_the_rules_do_not_have_is_refused(
    shell: Shell, option: str, fields: Any, said: str
) -> None:
    shell.tell(by_rules("ko", **fields))
    code, out, told = shell("draw", option, "ko")
    assert (code, out) == (2, "")
    assert said in told


def test_titles_from_high_to_low_then_entry_numbers(shell: Shell) -> None:
    """Grandmasters before masters under any seed; the untitled by entry number, not in order of entry."""
    numbers = {"m1": 9, "m2": 8, "m3": 7, "m4": 5, "m5": 3, "m6": None}
    awards = [("m1", "wxf-m"), ("m2", "wxf-gm"), ("m3", "wxf-gm")]
    shell.tell(*player(*numbers), by_rules("rapid"), *entries("rapid", DAY, numbers))
    shell.tell(*(titled(p, DAY, t) for p, t in awards))
    for seed in "abcdef":
        drawn = [row["player"] for row in shell.rows("draw", "--groups", "rapid", "--seed", seed)]
        assert (set(drawn[:2]), drawn[2:]) == ({"m2", "m3"}, ["m1", "m5", "m4", "m6"])


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["name", "ann"], "players.csv:1: columns name"),
        (["player,number", "ann,1", "ann,2"], "players.csv:3: player 'ann' stands there twice"),
        (
            ["player,number", "ann,one"],
            "players.csv:2: number 'one' is not a whole number from 1 on",
        ),
        (["player,number", "ann,1", "bob,1"], "ann and bob both have number 1"),
        (["player,number", "ann,1", "bob,"], "bob has no number"),
    ],
)
def test_a_file_of_players_that_cannot_be_drawn_from(
    shell: Shell, lines: list[str], said: str
) -> None:
    """The place, what is wrong; nothing is drawn."""
    code, out, told = shell("draw", "--from-numbers", csv_file(shell.folder, *lines))
    assert (code, out) == (2, "")
    assert said in told


def test_a_player_of_no_sex_is_in_no_group(shell: Shell) -> None:
    code, _, said = shell("draw", "--groups", csv_file(shell.folder, "player,sex", "ann,F", "bob,"))
    assert (code, "bob has no sex" in said) == (2, True)


def test_a_file_needs_no_ledger(tmp_path: Path, capsys: Any) -> None:
    """A draw from a list of players works anywhere."""
    from replay.commands.main import run
    from replay.commands.options import set_place

    set_place(str(tmp_path / "nowhere"))
    assert (
        run(["draw", "--from-numbers", csv_file(tmp_path, "player,number", "ann,2", "bob,1")]) == 0
    )
    set_place("")
    assert capsys.readouterr().out == "board,first,second\n1,bob,ann\n"


def test_one_draw_at_a_time(shell: Shell) -> None:
    code, _, said = shell("draw", "--youth", "a.csv", "--championship", "b.csv")
    assert (code, "ask for exactly one draw" in said) == (2, True)
