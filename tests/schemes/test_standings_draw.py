"""Draws by lot, first rounds, snake groups, knockouts, and the sides of a final."""

from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from schemes.standings import (
    Bye,
    Entry,
    Game,
    Pairing,
    ProgrammeEntry,
    Tournament,
    championship_draw,
    championship_order,
    check_first_round,
    final_sides,
    first_round,
    knockout_draw,
    next_boards,
    next_stages,
    rapid_groups,
    semifinal_pairs,
    snake,
    standings,
    titled_numbers,
    youth_draw,
)
from schemes.standings.draw import Deviation, Numbered
from schemes.standings.lots import heads, shuffled
from wording.errors import LedgerError


def lot(seed: str, name: str, block: int) -> int:
    """One number as the documentation of the lots describes it."""
    text = f"rating-ledger lots 1\n{seed}\n{name}\n{block}"
    return int(sha256(text.encode("utf-8")).hexdigest()[:16], 16)


@given(st.text("a1 漢", max_size=5), st.text("a1 漢", max_size=5))
def test_lots_can_be_drawn_again_by_hand(seed: str, name: str) -> None:
    """Three lots follow from two SHA-256 sums, as documented, today and in twenty years."""
    drawn = ["a", "b", "c"]
    with_third, with_second = lot(seed, name, 0) % 3, lot(seed, name, 1) % 2
    drawn[2], drawn[with_third] = drawn[with_third], drawn[2]
    drawn[1], drawn[with_second] = drawn[with_second], drawn[1]
    assert shuffled(seed, name, ["a", "b", "c"]) == tuple(drawn)
    assert heads(seed, name) == (lot(seed, name, 0) % 2 == 1)


def test_every_order_of_three_comes_up_about_as_often() -> None:
    """Of 6000 drawings each of the six orders takes about a thousand (a fair draw strays 150 once in a million)."""
    counts: dict[tuple[str, ...], int] = {}
    for seed in range(6000):
        order = shuffled(str(seed), "fair", "abc")
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())


def test_the_first_round_pairs_close_numbers_with_changing_sides() -> None:
    """1–2, 4–3, 5–6, 8–7, and the ninth has a bye."""
    pairs = [(p.first, p.second) for p in first_round("123456789")]
    assert pairs == [("1", "2"), ("4", "3"), ("5", "6"), ("8", "7"), ("9", None)]
    assert first_round("") == ()


def test_championship_order_is_last_edition_then_the_list() -> None:
    """Those who did not play last time follow in list order; those who do not play now fall out."""
    assert championship_order("DXB", "ABCD") == ("D", "B", "A", "C")


@given(st.integers(0, 15), st.text("a1 漢", max_size=3), st.sampled_from(["odd", "even"]))
def test_halves_draw_odd_and_even_numbers(count: int, seed: str, upper: str) -> None:
    """The upper half draws one kind of number, the lower half the other, each number once, for every count."""
    players = [f"p{n:02}" for n in range(count)]
    draw = championship_draw(players, seed, {"halves": upper})
    assert [one.number for one in draw.numbers] == list(range(1, count + 1))
    odd = {one.player for one in draw.numbers if one.number % 2}
    assert odd == set(players[: (count + 1) // 2] if upper == "odd" else players[count // 2 :])
    assert draw.seed == seed
    assert draw == championship_draw(players, seed, {"halves": upper})


def test_another_seed_draws_other_numbers() -> None:
    """Ten seeds do not all give the same draw."""
    assert len({youth_draw("ABCDEFGH", str(seed)).numbers for seed in range(10)}) > 1


def test_titled_players_draw_the_first_numbers_and_the_rest_follow_the_list() -> None:
    """Three titled players share 1 to 3 by lot; the others keep the order of the list."""
    listed = [
        ProgrammeEntry("a"),
        ProgrammeEntry("b", "wxf-m"),
        ProgrammeEntry("c", "hk-gm"),
        ProgrammeEntry("d", "wxf-gm"),
        ProgrammeEntry("e", "wxf-im"),
    ]
    for seed in "12345":
        drawn = [one.player for one in titled_numbers(listed, seed)]
        assert sorted(drawn[:3]) == ["b", "d", "e"]
        assert drawn[3:] == ["a", "c"]
    in_order = titled_numbers(listed, "1", readings={"titled-draw": "order"})
    assert [one.player for one in in_order] == ["d", "e", "b", "a", "c"]


def test_higher_titles_draw_lower_numbers() -> None:
    """Both grandmasters have 1 and 2, the international master 3, the masters 4 and 5, by lot within a title."""
    titles = ["wxf-m", "wxf-gm", None, "wxf-im", "wxf-m", "wxf-gm", None]
    listed = [
        ProgrammeEntry(player, title, "M") for player, title in zip("ABCDEFG", titles, strict=True)
    ]
    seen = set()
    for seed in map(str, range(20)):
        drawn = "".join(one.player for one in titled_numbers(listed, seed))
        assert (set(drawn[:2]), drawn[2], set(drawn[3:5]), drawn[5:]) == (
            {"B", "F"},
            "D",
            {"A", "E"},
            "CG",
        )
        seen.add(drawn)
    assert len(seen) == 4
    mixed = {
        titled_numbers(listed, str(seed), readings={"titled-draw": "lots"})[0].player
        for seed in range(40)
    }
    assert mixed == set("ABDEF")


def test_the_snake_turns_round_at_both_ends() -> None:
    """1 to 6 go to A to F, 7 to 12 to F to A, 13 to A again."""
    placed = snake([Numbered(n, str(n)) for n in range(1, 14)], "ABCDEF")
    assert "".join(one.group for one in placed) == "ABCDEFFEDCBAA"


def test_rapid_open_draws_six_groups_of_men_and_two_of_women() -> None:
    """Everybody is in one group, groups differ by one player at most, each has its numbers and first round."""
    listed = [ProgrammeEntry(f"m{n}", "wxf-gm" if n < 4 else None, "M") for n in range(20)]
    listed += [ProgrammeEntry(f"w{n}", None, "F") for n in range(7)]
    placed, draws = rapid_groups(listed, "2025")
    assert sorted(one.player for draw in draws for one in draw.numbers) == sorted(
        line.player for line in listed
    )
    assert [len(draw.numbers) for draw in draws] == [3, 3, 3, 3, 4, 4, 3, 4]
    assert [one.group for one in placed if one.player.startswith("w")] == list("GHHGGHH")
    for draw in draws:
        assert draw.pairings == first_round([one.player for one in draw.numbers])
        assert draw.seed == "2025"
    with pytest.raises(LedgerError, match="x has no sex"):
        rapid_groups([ProgrammeEntry("x")], "1")


def test_knockout_of_sixteen_sets_winners_against_runners_up() -> None:
    """Winners hold 1 to 8, runners-up 9 to 16, and every board of the first stage has one of each."""
    winners, runners_up = [f"w{n}" for n in range(8)], [f"r{n}" for n in range(8)]
    draw = knockout_draw(winners, runners_up, "7")
    assert sorted(one.player for one in draw.numbers if one.number <= 8) == winners
    for board in draw.pairings:
        assert {board.first[0], (board.second or "")[0]} == {"w", "r"}
    assert {board.first[0] for board in draw.pairings} == {"w", "r"}
    with pytest.raises(LedgerError, match="8 winners and 8 runners-up"):
        knockout_draw(winners[:7], runners_up, "7")


def test_the_knockout_is_played_out_to_eighth_place() -> None:
    """Playing the bracket with the smaller number winning gives eight places, and the losers of the first share 9th."""
    draw = knockout_draw([f"n{n:02}" for n in range(1, 9)], [f"n{n:02}" for n in range(9, 17)], "3")
    number = {one.player: one.number for one in draw.numbers}
    waiting: dict[str, tuple[Pairing, ...]] = {"last16": draw.pairings}
    games: list[Game] = []
    while waiting:
        stage, pairings = waiting.popitem()
        boards = []
        for pairing in pairings:
            assert pairing.second is not None
            won = min(pairing.first, pairing.second, key=lambda player: number[player])
            boards.append((won, pairing.second if won == pairing.first else pairing.first))
            result = "1-0" if won == pairing.first else "0-1"
            games.append(Game(1, pairing.board, pairing.first, pairing.second, result, stage))
        waiting.update(next_stages(stage, boards, draw.seed))
    assert sorted({game.stage for game in games}) == [
        *("fifth", "final", "last16", "place5-8", "quarterfinal", "semifinal", "seventh", "third"),
    ]
    entries = tuple(Entry(one.player, one.number) for one in draw.numbers)
    table = standings(
        Tournament(id="T", rules="wxf", rounds=4, entries=entries, games=tuple(games))
    )
    assert [row.rank for row in table.rows] == [1, 2, 3, 4, 5, 6, 7, 8] + [9] * 8
    # 1 and 2 meet in the final only; 3 and 4 lose to them in the semifinals; 9 and more lost at once.
    assert [number[row.player] for row in table.rows][:4] == [1, 2, 3, 4]
    assert [number[row.player] for row in table.rows][8:] == list(range(9, 17))
    assert table.notes == ()


def first_round_of(
    games: list[tuple[int, str, str]], bye: str | None = None, kind: str = "bye", count: int = 5
) -> Tournament:
    """A tournament of numbered players and its recorded first round."""
    return Tournament(
        id="T",
        rules="wxf",
        rounds=5,
        entries=tuple(
            Entry(player, number) for number, player in enumerate("ABCDEFG"[:count], start=1)
        ),
        games=tuple(Game(1, board, first, second, "1-0") for board, first, second in games),
        byes=(Bye(1, bye, kind),) if bye else (),
    )


@pytest.mark.parametrize(
    ("games", "bye", "deviation"),
    [
        ([(1, "A", "B"), (2, "D", "C")], "E", None),
        ([(2, "D", "C"), (1, "A", "B")], "E", None),
        ([(1, "A", "B"), (2, "C", "D")], "E", Deviation(2, "D – C", "C – D")),
        ([(1, "B", "A"), (2, "C", "D")], "E", Deviation(1, "A – B", "B – A")),
        ([(1, "A", "B")], "E", Deviation(2, "D – C", "no game")),
        ([(1, "A", "B"), (2, "D", "C")], None, Deviation(3, "E: bye", "bye: none")),
        ([(1, "A", "B"), (2, "D", "C"), (3, "E", "X")], "E", Deviation(3, "no game", "E – X")),
    ],
)
def test_checking_a_first_round_names_the_first_deviation(
    games: list[tuple[int, str, str]], bye: str | None, deviation: Deviation | None
) -> None:
    """Pairs, sides, boards and the bye all have to follow from the numbers."""
    assert check_first_round(first_round_of(games, bye)) == deviation


def test_who_asked_for_a_half_point_bye_does_not_have_that_of_the_draw() -> None:
    played = first_round_of([(1, "A", "B"), (2, "D", "C")], "E", "half")
    assert check_first_round(played) == Deviation(3, "E: bye", "bye: none")


def test_a_first_round_without_numbers_cannot_be_checked() -> None:
    """A player without a number is named."""
    tournament = Tournament(id="T", rules="wxf", rounds=1, entries=(Entry("A", 1), Entry("B")))
    assert check_first_round(tournament) == Deviation(1, "a drawn number of B", "none")


def test_the_final_balances_the_sides() -> None:
    """Who was first more often in the rounds before the final takes second; later rounds do not count."""
    games = [Game(1, 1, "A", "C", "1-0"), Game(1, 2, "D", "B", "1-0"), Game(3, 1, "B", "C", "1-0")]
    games += [Game(3, 2, "B", "D", "1-0")]
    tournament = Tournament(id="T", rules="wxf", rounds=3, games=tuple(games), final_after=2)
    side = final_sides(tournament, "A", "B", "1")
    assert (side.first, side.second, side.seed) == ("B", "A", None)


def test_the_reason_of_the_sides_is_true() -> None:
    """Both were first once; A had a bye where B was second: A has the greater share of firsts and takes second."""
    games = [Game(1, 1, "A", "C", "1-0"), Game(1, 2, "B", "D", "1-0"), Game(2, 1, "C", "B", "1-0")]
    tournament = Tournament(
        id="T", rules="wxf", rounds=3, games=tuple(games), byes=(Bye(2, "A", "bye"),), final_after=2
    )
    side = final_sides(tournament, "A", "B", "1")
    assert (side.first, side.second, side.seed) == ("B", "A", None)
    assert side.reason == "B was second more often (1 to 0) in rounds 1 to 2"
    by_firsts = final_sides(tournament, "A", "B", "1", {"final-sides": "first-games"})
    assert by_firsts.seed == "1"
    assert by_firsts.reason == "equally often first in rounds 1 to 2: by lot"
    level = final_sides(replace(tournament, games=tuple(games[:2])), "A", "B", "1")
    assert level.reason == "equal balance of first and second in rounds 1 to 2: by lot"


def knockout_so_far(*lines: str, rules: str = "wxf", **fields: Any) -> Tournament:
    """Games as `stage round.board FIRST RESULT SECOND`."""
    games = []
    for line in lines:
        stage, place, first, result, second = line.split()
        round_, board = map(int, place.split("."))
        games.append(Game(round_, board, first, second, result, stage))
    return Tournament(id="T", rules=rules, rounds=4, games=tuple(games), **fields)


PAIRS = enumerate((("A", "B"), ("C", "D"), ("E", "F"), ("G", "H")), start=1)
QUARTERFINALS = [f"quarterfinal 1.{board} {first} 1-0 {second}" for board, (first, second) in PAIRS]


def pairs_of(tournament: Tournament, seed: str = "1") -> dict[str, list[set[str]]]:
    made, _ = next_boards(tournament, seed)
    return {
        stage: [{one.first, one.second or ""} for one in boards] for stage, boards in made.items()
    }


def test_winners_and_losers_of_neighbouring_boards_meet_next() -> None:
    """Winners play the semifinals, losers for places 5 to 8, and what is recorded already is not drawn again."""
    after_four = knockout_so_far(*QUARTERFINALS)
    assert pairs_of(after_four) == {
        "semifinal": [{"A", "C"}, {"E", "G"}],
        "place5-8": [{"B", "D"}, {"F", "H"}],
    }
    semifinals = ["semifinal 1.1 C 1-0 A", "semifinal 1.2 E 1/2-1/2 G", "playoff 1.1 G 0-1 E"]
    assert pairs_of(knockout_so_far(*QUARTERFINALS, *semifinals)) == {
        "place5-8": [{"B", "D"}, {"F", "H"}], "final": [{"C", "E"}], "third": [{"A", "G"}],
    }  # fmt: skip


def test_the_sides_of_every_round_are_drawn() -> None:
    """Each of the two is first under some seed, and the same seed draws the same."""
    after_four = knockout_so_far(*QUARTERFINALS)
    firsts = {next_boards(after_four, str(seed))[0]["semifinal"][0].first for seed in range(20)}
    assert firsts == {"A", "C"}
    assert next_boards(after_four, "7") == next_boards(after_four, "7")


def test_a_round_that_is_not_finished_has_no_next_one() -> None:
    with pytest.raises(LedgerError, match="quarterfinal: 3 of 4 ties are recorded"):
        next_boards(knockout_so_far(*QUARTERFINALS[:3]), "1")
    drawn = [*QUARTERFINALS[:3], "quarterfinal 1.4 G 1/2-1/2 H"]
    with pytest.raises(LedgerError, match="quarterfinal: G and H have no winner yet"):
        next_boards(knockout_so_far(*drawn), "1")
    with pytest.raises(LedgerError, match="no game of a knockout is recorded"):
        next_boards(knockout_so_far(), "1")


def test_what_can_be_drawn_is_drawn() -> None:
    """Places 5 to 8 are decided, a semifinal is not: the games for fifth and seventh come next, and a note."""
    lower = [
        "place5-8 1.1 B 1-0 D",
        "place5-8 1.2 F 1-0 H",
        "semifinal 1.1 A 1-0 C",
        "semifinal 1.2 E 1/2-1/2 G",
    ]
    made, notes = next_boards(knockout_so_far(*QUARTERFINALS, *lower), "1")
    assert sorted(made) == ["fifth", "seventh"]
    assert [note.splitlines()[0] for note in notes] == ["semifinal: E and G have no winner yet"]


def test_hk_open_draws_the_choice_of_sides_in_both_finals() -> None:
    """A beat D, B lost to C by a drawn third game: A against C for first, D against B for third."""
    ties = ["semifinal 1.1 A 1-0 D", "semifinal 1.2 B 1/2-1/2 C", "semifinal 2.2 C 1/2-1/2 B"]
    ties.append("semifinal 3.2 B 1/2-1/2 C")
    found = pairs_of(knockout_so_far(*ties, rules="hk-open", group="A"))
    assert found == {"final": [{"A", "C"}], "third": [{"D", "B"}]}
    with pytest.raises(LedgerError, match="B and C have no winner yet"):
        next_boards(knockout_so_far(*ties[:3], rules="hk-open", group="A"), "1")


def test_equal_sides_are_settled_by_lot() -> None:
    """The lot depends on the seed, not on who is named first, and the seed is kept."""
    tournament = Tournament(id="T", rules="wxf", rounds=9, final_after=8)
    sides = [final_sides(tournament, "A", "B", str(seed)) for seed in range(20)]
    assert {side.first for side in sides} == {"A", "B"}
    assert sides == [final_sides(tournament, "B", "A", str(seed)) for seed in range(20)]
    assert [side.seed for side in sides] == [str(seed) for seed in range(20)]


def test_semifinals_are_first_against_fourth_and_second_against_third() -> None:
    """hk-open part 7, from the table after the round before."""
    games = [Game(1, board, f"p{board}", f"q{board}", "1-0") for board in (1, 2)]
    entries = tuple(Entry(player, n) for n, player in enumerate(("p1", "p2", "q1", "q2"), start=1))
    table = standings(
        Tournament(id="T", rules="hk-open", rounds=1, entries=entries, games=tuple(games))
    )
    assert semifinal_pairs(table) == (("p1", "q2"), ("p2", "q1"))
    out = replace(table, rows=(*table.rows[:3], replace(table.rows[3], disqualified=True)))
    with pytest.raises(LedgerError, match="needs four players"):
        semifinal_pairs(out)
