"""Given rankings, differences to them, teams, listing order, and what a table says about missing data."""

import pytest
from msgspec.structs import replace

from schemes.standings import (
    HK_OPEN,
    Bye,
    Entry,
    Foul,
    Game,
    OutcomePoints,
    Tournament,
    cells,
    halves_text,
    hk_open,
    official,
    ranking,
    standings,
    teams,
    unranked_teams,
)
from schemes.standings.by_rules import TIE_BREAKS
from schemes.standings.tie_breaks import View, own
from wording.errors import LedgerError


def small(**fields: object) -> Tournament:
    """A beats B, C beats D, in one round."""
    games = (Game(1, 1, "A", "B", "1-0"), Game(1, 2, "C", "D", "1/2-1/2"))
    made = Tournament(id="T", rules="wxf", rounds=1, games=games)
    return replace(made, **fields)


def scores(tournament: Tournament, after: int | None = None) -> dict[str, str]:
    return {row.player: halves_text(row.score_x2) for row in standings(tournament, after).rows}


ROUNDS = Tournament(
    id="T", rules="given", rounds=2,
    games=(Game(1, 1, "A", "B", "1-0"), Game(1, 2, "C", "D", "1/2-1/2"), Game(2, 1, "A", "D", "+/-")),
    byes=(Bye(2, "B", "half"), Bye(2, "C", "bye")),
)  # fmt: skip


def test_points_are_one_a_half_and_none_unless_the_tournament_says_otherwise() -> None:
    assert scores(ROUNDS) == {"A": "2", "B": "0.5", "C": "1.5", "D": "0.5"}


def test_a_tournament_may_have_points_of_its_own() -> None:
    """Three for a win, one for a draw: byes and walkovers keep their worth unless they are named too."""
    awards = (OutcomePoints("win", 6), OutcomePoints("draw", 2))
    assert scores(replace(ROUNDS, awards=awards)) == {"A": "4", "B": "0.5", "C": "2", "D": "1"}
    more = (
        *awards,
        OutcomePoints("walkover", 6),
        OutcomePoints("absent", -1),
        OutcomePoints("bye", 4),
        OutcomePoints("half", 2),
        OutcomePoints("loss", 1),
    )
    assert scores(replace(ROUNDS, awards=more)) == {"A": "6", "B": "1.5", "C": "3", "D": "0.5"}


def test_awards_of_a_round_and_of_players_go_before_those_of_all() -> None:
    """The last award that fits counts."""
    awards = (
        OutcomePoints("win", 6),
        OutcomePoints("bye", 8),
        OutcomePoints("bye", 0, 2, ("C",)),
        OutcomePoints("bye", 9, 1),
        OutcomePoints("draw", 4, None, ("D",)),
    )
    assert scores(replace(ROUNDS, awards=awards)) == {"A": "4", "B": "0.5", "C": "0.5", "D": "2"}


def test_a_penalty_counts_from_its_round_on() -> None:
    awards = (OutcomePoints("extra", -3, 2, ("B",)), OutcomePoints("extra", 1, None, ("A", "D")))
    assert scores(replace(ROUNDS, awards=awards), 1) == {"A": "1.5", "B": "0", "C": "0.5", "D": "1"}
    assert scores(replace(ROUNDS, awards=awards)) == {"A": "2.5", "B": "-1", "C": "1.5", "D": "1"}


def test_a_given_ranking_is_taken_as_it_stands() -> None:
    """The ranked in their order with their points; the others follow without a rank."""
    table = standings(small(rules="given", given=("D", "A")))
    assert [(row.rank, row.player, row.score_x2) for row in table.rows] == [
        (1, "D", 1),
        (2, "A", 2),
        (None, "C", 1),
        (None, "B", 0),
    ]
    assert ranking(table) == ((1, "D"), (2, "A"))


def test_twice_in_a_given_ranking_is_the_better_place_and_nobody_moves_up() -> None:
    """Two merged ids leave a hole where the second stood."""
    assert ranking(standings(small(rules="given", given=("A", "B", "A", "C")))) == (
        (1, "A"),
        (2, "B"),
        (4, "C"),
    )


def test_no_given_ranking_ranks_nobody() -> None:
    """Nothing is guessed: points only, and a note."""
    table = standings(small(rules="given"))
    assert ranking(table) == ()
    assert table.notes == ("no ranking has been given",)


def test_the_computed_ranking_counts_where_none_is_given() -> None:
    """A tournament with rules of its own needs no ranking in its closing."""
    assert official(small()) == (((1, "A"), (2, "D"), (3, "C"), (4, "B")), None)


def test_a_given_ranking_that_differs_counts_and_is_warned_about() -> None:
    """An office may decide otherwise; the first difference is shown."""
    counted, warning = official(small(given=("A", "C", "D", "B")))
    assert counted == ((1, "A"), (2, "C"), (3, "D"), (4, "B"))
    assert warning == "place 2: C is given, D by the rules"


def test_a_shared_place_is_told_with_all_who_share_it() -> None:
    """The rules have A, D, C, B; the office puts D and C second together, so that only C is not where it stands."""
    _, warning = official(small(given=("A", "D", "C", "B"), places=(1, 2, 2, 4)))
    assert warning == "place 2: D, C share it as given, D by the rules"


def test_any_order_of_shared_ranks_agrees() -> None:
    """Two who share a rank may be given in either order."""
    games = (Game(1, 1, "A", "B", "1-0"), Game(1, 2, "C", "D", "1-0"))
    for given in (("A", "C", "B", "D"), ("C", "A", "D", "B")):
        assert official(small(games=games, given=given))[1] is None
    assert (
        official(small(games=games, given=("A", "B")))[1]
        == "place 2: B is given, A or C by the rules"
    )


def test_players_without_a_number_come_after_in_order_of_entry() -> None:
    """Level players are listed by number, then order of entry, then those never entered."""
    entries = (Entry("Z"), Entry("Y"), Entry("X", 7), Entry("W", 2))
    table = standings(
        Tournament(id="T", rules="hk-open", rounds=1, entries=entries, byes=(Bye(1, "V", "leave"),))
    )
    assert [row.player for row in table.rows] == ["W", "X", "Z", "Y", "V"]
    assert {row.rank for row in table.rows} == {1}


def test_everyone_entered_is_in_the_table() -> None:
    """Nobody has played: everybody shares the first place and the note says why."""
    table = standings(Tournament(id="T", rules="wxf", rounds=1, entries=(Entry("A"), Entry("B"))))
    assert ranking(table) == ((1, "A"), (1, "B"))
    assert table.notes == ("round 1: nothing is recorded",)


def test_a_foul_without_a_game_is_noted_and_still_counts_in_the_last_tie_break() -> None:
    """A technical foul in a round without a game: the player is behind on fouls."""
    games = tuple(
        Game(r, b, *pair, "1-0")
        for r, b, pair in [(1, 1, "AC"), (1, 2, "BD"), (2, 1, "AD"), (2, 2, "BC")]
    )
    byes = tuple(Bye(3, player, "leave") for player in "ABCD")
    tournament = Tournament(
        id="T",
        rules="hk-open",
        rounds=3,
        games=games,
        byes=byes,
        fouls=(Foul(3, "A", "technical"),),
    )
    table = standings(tournament)
    assert [(row.player, row.decided_by) for row in table.rows[:2]] == [("B", ""), ("A", "fouls")]
    assert table.notes == ("foul of A in main round 3: the player has no such game",)


def test_a_main_game_of_somebody_in_the_knockout_is_noted_and_not_counted() -> None:
    """The four leave the main rounds: a later one of theirs is odd, and said so."""
    games = (Game(1, 1, "A", "B", "1-0"), Game(1, 2, "C", "D", "1-0"), Game(2, 1, "A", "E", "1-0"))
    tournament = Tournament(
        id="T", rules="hk-open", rounds=2, group="A", games=games, byes=(Bye(1, "E", "leave"),)
    )
    table = standings(tournament, None, replace(HK_OPEN, knockout_after=1))
    assert {row.player: row.score_x2 for row in table.rows}["A"] == 2
    assert "round 2 of A is not counted: in the knockout or final by then" in table.notes


@pytest.mark.parametrize("after", [7, 8, 9])
def test_the_disqualified_do_not_fill_the_knockout(after: int) -> None:
    """hk-open parts 1 and 7: whoever stayed away twice is out, and no place of the four is filled with him.

    A beats B in rounds 1 to 7 while C has byes: A and C 7 points, B 0. After round 7 the virtual opponents bring C
    0 + 1 + ... + 6 = 21 and (6 + 5 + ... + 0) x 1/2 = 10.5; A has 7 x 0. So C, A, B. D and E miss rounds 1 and 2
    and have nothing else: disqualified, without a place. Only three are left for the knockout.
    """
    games = tuple(Game(round_, 1, "A", "B", "1-0") for round_ in range(1, 8))
    byes = tuple(Bye(round_, "C", "bye") for round_ in range(1, 8))
    away = tuple(Bye(round_, player, "absent") for round_ in (1, 2) for player in "DE")
    entries = tuple(Entry(player, number) for number, player in enumerate("ABCDE", start=1))
    tournament = Tournament(
        id="T", rules="hk-open", rounds=9, group="A", entries=entries, games=games, byes=byes + away
    )
    table = standings(tournament, after)
    assert ranking(table) == ((1, "C"), (2, "A"), (3, "B"))
    assert [row.player for row in table.rows if row.disqualified] == ["D", "E"]
    # B beats A in the only recorded semifinal: C goes to the final as the better placed, A is third.
    played = replace(tournament, games=(*games, Game(8, 1, "A", "B", "0-1", "semifinal")))
    assert ranking(standings(played)) == ((1, "C"), (2, "B"), (3, "A"))


def test_group_b_has_no_knockout() -> None:
    """Knockout games outside group A are noted and change nothing."""
    games = (Game(1, 1, "A", "B", "1-0"), Game(1, 1, "B", "A", "1-0", "final"))
    table = standings(Tournament(id="T", rules="hk-open", rounds=1, group="B", games=games))
    assert ranking(table) == ((1, "A"), (2, "B"))
    assert table.notes == ("knockout games are not counted: group B has no knockout",)


def test_a_round_that_does_not_exist_is_refused() -> None:
    """The message names the round and the rounds there are."""
    with pytest.raises(LedgerError, match=r"there is no round 2\n.*T has rounds 1 to 1"):
        standings(small(), after=2)


def test_unknown_rules_and_tie_breaks_are_refused_with_the_nearest_name() -> None:
    """A slip of the pen is answered with the name that was meant."""
    with pytest.raises(LedgerError, match="did you mean 'hk-open'"):
        standings(small(rules="hk-opne"))
    with pytest.raises(LedgerError, match="did you mean 'wins'"):
        standings(small(rules="hk-open"), None, replace(HK_OPEN, tie_breaks=("win",)))


def test_halves_are_written_with_a_point() -> None:
    """3.5, not 7/2; whole points without a fraction; nothing where a tie-break was not applied."""
    assert [halves_text(points_x2) for points_x2 in (0, 1, 2, 7)] == ["0", "0.5", "1", "3.5"]
    table = standings(small(rules="hk-open"))
    assert list(cells(table, table.rows[0])) == [
        *(
            "rank",
            "player",
            "score",
            "opponent_points",
            "direct",
            "wins",
            "second_wins",
            "second_games",
        ),
        *("met_as_second", "fouls", "decided_by"),
    ]
    assert cells(table, table.rows[0])["direct"] == ""


def test_a_new_tie_break_is_one_function_and_its_name_in_the_parameters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Draws as a tie-break of its own: entered in the register, put first in the order, it decides and has a column."""
    register = dict(hk_open.TIE_BREAKS)

    @own(register, "made up", fewer=True)
    def draws(view: View, player: str) -> int:
        return sum(
            record.kind == "played" and record.points_x2 == 1 for record in view.records[player]
        )

    monkeypatch.setitem(TIE_BREAKS, "hk-open", register)
    games = (
        Game(1, 1, "A", "B", "1/2-1/2"),
        Game(2, 1, "A", "B", "1/2-1/2"),
        Game(1, 2, "C", "D", "1-0"),
    )
    tournament = small(rules="hk-open", rounds=2, games=(*games, Game(2, 2, "D", "C", "1-0")))
    table = standings(tournament, None, replace(HK_OPEN, tie_breaks=("draws", "direct")))
    assert table.columns == ("draws", "direct")
    assert [(row.player, row.tie_breaks[0], row.decided_by) for row in table.rows] == [
        ("C", 0, ""),
        ("D", 0, "shared"),
        ("A", 2, "draws"),
        ("B", 2, "shared"),
    ]


def test_games_of_a_stage_the_rules_do_not_know_are_noted() -> None:
    """A playoff without a final, and a game for third beside a final, change nothing and are named."""
    playoff = Game(1, 1, "B", "A", "1-0", "playoff")
    table = standings(small(games=(*small().games, playoff)))
    assert ranking(table) == ranking(standings(small()))
    assert table.notes == ("playoff games of A and B are not counted: the two have no tie",)
    final = (Game(1, 1, "A", "B", "1-0", "final"), Game(1, 1, "C", "D", "1-0", "third"))
    table = standings(small(games=(*small().games, *final), final_after=1))
    assert table.notes == (
        "games of stage third are not counted: the rules have no place for it here",
        "final: B played in it, but the first 2 after round 1 are A, D",
    )


def knockout_of(*games: Game) -> tuple[str, ...]:
    """The notes of a knockout after a round in which A, B, C, D won."""
    first = [
        Game(1, board, one, other, "1-0")
        for board, (one, other) in enumerate(zip("ABCD", "EFGH", strict=True), start=1)
    ]
    entries = tuple(Entry(player, number) for number, player in enumerate("ABCDEFGH", start=1))
    tournament = Tournament(
        id="T", rules="hk-open", rounds=1, group="A", entries=entries, games=(*first, *games)
    )
    return standings(tournament, None, replace(HK_OPEN, knockout_after=1)).notes


def test_a_knockout_that_is_not_that_of_part_7_is_remarked_on() -> None:
    """By part 7 A meets D and B meets C; the winners meet in the final. Nothing is refused, all of it is said."""
    as_it_should = (
        Game(1, 1, "A", "D", "1-0", "semifinal"),
        Game(1, 2, "B", "C", "1-0", "semifinal"),
        Game(1, 1, "A", "B", "1-0", "final"),
        Game(1, 1, "C", "D", "1-0", "third"),
    )
    assert knockout_of(*as_it_should) == ()
    crossed = (
        Game(1, 1, "A", "C", "1-0", "semifinal"),
        Game(1, 2, "B", "D", "1-0", "semifinal"),
        Game(1, 1, "A", "B", "1-0", "final"),
        Game(1, 1, "C", "D", "1-0", "third"),
    )
    told = "semifinal: {pair} met; by part 7 A meets D, and B meets C"
    assert knockout_of(*crossed) == (told.format(pair="A and C"), told.format(pair="B and D"))
    loser_in_the_final = (
        *as_it_should[:2],
        Game(1, 1, "D", "B", "1-0", "final"),
        Game(1, 1, "C", "A", "1-0", "third"),
    )
    assert knockout_of(*loser_in_the_final) == (
        "final: D is in it, but lost the semifinal to A",
        "third: A is in it, but won the semifinal against D",
    )
    stranger = (Game(1, 1, "A", "E", "1-0", "semifinal"), *as_it_should[1:])
    assert "knockout: E played in it, but the first 4 after round 1 are A, B, C, D" in knockout_of(
        *stranger
    )


def test_a_cut_through_level_players_is_remarked_on() -> None:
    """wxf: A, B and C won round 1 against players of 0: the entry number, or the order of entry, puts two in."""
    games = tuple(
        Game(1, board, one, other, "1-0")
        for board, (one, other) in enumerate(zip("ABC", "DEF", strict=True), start=1)
    )
    entries = tuple(
        Entry(player, number) for player, number in zip("CABDEF", (3, 1, 2, 4, 5, 6), strict=True)
    )
    tournament = Tournament(
        id="T", rules="wxf", rounds=2, final_after=1, entries=entries, games=games
    )
    by_number = standings(tournament, 1)
    assert by_number.notes == (
        "the first 2 after round 1: A, B, C are level; only the entry number puts A, B in",
    )
    by_entry = standings(tournament, 1, readings={"level-order": "entry"})
    assert by_entry.notes == (
        "the first 2 after round 1: C, A, B are level; only the order of entry puts C, A in",
    )


def team_event(*lines: tuple[str, str, str]) -> Tournament:
    """Players in the order they finish: the first wins nine points, the next eight, and so on."""
    entries = tuple(Entry(player, None, team or None, sex) for player, team, sex in lines)
    count = len(lines)
    byes = [
        Bye(r, line[0], "bye" if r <= count - at else "leave")
        for at, line in enumerate(lines)
        for r in range(1, count + 1)
    ]
    return Tournament(id="T", rules="wxf", rounds=count, entries=entries, byes=tuple(byes))


def test_teams_are_ranked_by_the_sum_of_their_two_best() -> None:
    """X: 1 + 6 of 1, 6, 7; Y: 2 + 5; Z: 3 + 4. All 7: the better best rank decides."""
    names = zip("abcdefg", "XYZZYXX", strict=True)
    tournament = team_event(*((player, team, "M") for player, team in names))
    rows = teams(tournament, standings(tournament))
    assert [(row.rank, row.team, row.sum, row.best, row.decided_by) for row in rows] == [
        (1, "X", 7, 1, ""),
        (2, "Y", 7, 2, "best"),
        (3, "Z", 7, 3, "best"),
    ]
    assert rows[0].players == ("a", "f")


def test_a_team_with_one_player_is_not_ranked_and_sexes_are_apart() -> None:
    """X has a man and a woman: neither team of X is complete; players without a team count for nobody."""
    tournament = team_event(
        ("a", "X", "M"), ("b", "X", "F"), ("c", "", "M"), ("d", "Y", "M"), ("e", "Y", "M")
    )
    table = standings(tournament)
    assert [
        (row.rank, row.team, row.sum, row.best, row.sex) for row in teams(tournament, table)
    ] == [(1, "Y", 7, 3, "M")]
    assert unranked_teams(tournament, table) == (
        "team X (F) is not ranked: 1 of 2 players",
        "team X (M) is not ranked: 1 of 2 players",
    )


def test_men_and_women_of_one_table_do_not_displace_each_other() -> None:
    """a F, b M, c F, d M, e F, f M, g M: among men b 1, d 2, f 3, g 4; among women a 1, c 2, e 3.

    The men of X have 1 + 4, those of Y 2 + 3: level, and X has the better best rank. The women of X have 1 + 3; Y has
    one woman only.
    """
    lines = zip("abcdefg", "XXYYXYX", "FMFMFMM", strict=True)
    tournament = team_event(*lines)
    table = standings(tournament)
    found = [
        (row.sex, row.rank, row.team, row.sum, row.best, row.players)
        for row in teams(tournament, table)
    ]
    assert found == [
        ("F", 1, "X", 4, 1, ("a", "e")),
        ("M", 1, "X", 5, 1, ("b", "g")),
        ("M", 2, "Y", 5, 2, ("d", "f")),
    ]
    by_table = [
        (row.sex, row.team, row.sum)
        for row in teams(tournament, table, readings={"team-ranks": "table"})
    ]
    assert by_table == [("F", "X", 6), ("M", "X", 9), ("M", "Y", 10)]


def test_a_man_who_was_not_entered_holds_a_rank_among_men() -> None:
    """x played without having been entered and was first: the others are second to fifth among men."""
    tournament = team_event(("a", "X", "M"), ("b", "Y", "F"), ("c", "X", "M"))
    byes = tuple(Bye(number, "x", "bye") for number in (1, 2, 3, 4))
    with_guest = replace(tournament, rounds=4, byes=(*tournament.byes, *byes), sexes={"x": "M"})
    assert [(row.team, row.sum, row.best) for row in teams(with_guest, standings(with_guest))] == [
        ("X", 5, 2)
    ]


def test_teams_level_in_sum_and_best_share_the_rank_by_name() -> None:
    """Shared individual ranks can leave two teams equal."""
    entries = tuple(
        Entry(p, n, team, "M")
        for n, (p, team) in enumerate(zip("ABCD", "YXYX", strict=True), start=1)
    )
    games = (Game(1, 1, "A", "C", "1-0"), Game(1, 2, "B", "D", "1-0"))
    tournament = Tournament(id="T", rules="wxf", rounds=1, entries=entries, games=games)
    rows = teams(tournament, standings(tournament))
    assert [(row.rank, row.team, row.sum, row.best, row.decided_by) for row in rows] == [
        (1, "X", 4, 1, ""),
        (1, "Y", 4, 1, "shared"),
    ]


def test_nobody_and_nothing_is_an_empty_table() -> None:
    """A tournament that was only registered has a table without rows under every rule."""
    for rules in ("hk-open", "wxf", "given"):
        for group, final_after in (("A", None), (None, 8)):
            tournament = Tournament(
                id="T", rules=rules, rounds=9, group=group, final_after=final_after
            )
            assert standings(tournament).rows == ()
            assert official(tournament) == ((), None)


def test_a_result_against_oneself_drops_out() -> None:
    """Two merged ids that played each other leave no game."""
    table = standings(small(games=(Game(1, 1, "A", "A", "1-0"), Game(1, 2, "B", "C", "1-0"))))
    assert ranking(table) == ((1, "B"), (2, "C"))


def test_two_games_of_a_merged_player_in_one_round_both_count() -> None:
    """Merging two ids can leave two games in a round: both bring points and both opponents count."""
    games = (Game(1, 1, "A", "B", "1-0"), Game(1, 2, "C", "A", "0-1"))
    for rules in ("hk-open", "wxf"):
        row = standings(small(rules=rules, games=games)).rows[0]
        assert (row.player, row.score_x2, row.tie_breaks[2]) == ("A", 4, 2)
