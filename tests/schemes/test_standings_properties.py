"""What must hold in every table, whatever was played."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from schemes.standings import (
    HK_OPEN,
    Bye,
    Entry,
    Foul,
    Game,
    Standings,
    Tournament,
    ranking,
    standings,
)

RESULTS = ["1-0", "0-1", "1/2-1/2"] * 3 + ["+/-", "-/+", "-/-"]
FEWER_IS_BETTER = {"fouls", "previous_rank", "DE"}


@st.composite
def tournaments(draw: st.DrawFn, rules: str | None = None) -> Tournament:
    """Small tournaments with byes, gaps, forfeits and fouls, but no knockout."""
    players = [f"p{n}" for n in range(draw(st.integers(2, 9)))]
    rounds = draw(st.integers(1, 5))
    games, byes, fouls = [], [], []
    for round_ in range(1, rounds + 1):
        order = draw(st.permutations(players))
        pairs = draw(st.integers(0, len(order) // 2))
        for board in range(pairs):
            first, second = order[2 * board], order[2 * board + 1]
            games.append(Game(round_, board + 1, first, second, draw(st.sampled_from(RESULTS))))
        for player in order[2 * pairs :]:
            kind = draw(st.sampled_from(["bye", "half", "leave", "absent", ""]))
            byes += [Bye(round_, player, kind)] if kind else []
        for player in draw(st.lists(st.sampled_from(players), max_size=2)):
            kind = draw(st.sampled_from(["technical", "violation"]))
            fouls.append(Foul(round_, player, kind, draw(st.integers(1, 4))))
    return Tournament(
        id="T",
        rules=rules or draw(st.sampled_from(["hk-open", "wxf", "fide"])),
        rounds=rounds,
        entries=tuple(Entry(player, number) for number, player in enumerate(players, start=1)),
        games=tuple(games),
        byes=tuple(byes),
        fouls=tuple(fouls),
    )


@given(tournaments(), st.randoms(use_true_random=False))
def test_the_order_of_events_changes_nothing(tournament: Tournament, random: Random) -> None:
    """Games, byes and fouls recorded in another order give the same table and the same notes."""
    mixed = {name: list(getattr(tournament, name)) for name in ("games", "byes", "fouls")}
    for events in mixed.values():
        random.shuffle(events)
    again = replace(tournament, **{name: tuple(events) for name, events in mixed.items()})
    assert standings(again) == standings(tournament)


@given(tournaments())
def test_scores_add_up_to_the_points_given_out(tournament: Tournament) -> None:
    """A game gives out one point unless nobody came or both lost it by fouls; a bye one, a half-point bye half."""
    byes_x2 = sum({"bye": 2, "half": 1}.get(bye.kind, 0) for bye in tournament.byes)
    games_x2 = sum(
        2
        for game in tournament.games
        if game.result != "-/-" and not both_foul_out(tournament, game)
    )
    assert sum(row.score_x2 for row in standings(tournament).rows) == byes_x2 + games_x2


def both_foul_out(tournament: Tournament, game: Game) -> bool:
    """hk-open part 10, read off the events."""
    if tournament.rules != "hk-open" or "+" in game.result:
        return False
    out = []
    for player in (game.first, game.second):
        mine = [
            foul for foul in tournament.fouls if (foul.player, foul.round) == (player, game.round)
        ]
        violations = sum(foul.count for foul in mine if foul.kind == "violation")
        technical = sum(foul.count for foul in mine if foul.kind == "technical")
        out.append(violations >= 4 or technical >= 2)
    return all(out)


@given(tournaments(), st.data())
def test_decided_by_explains_every_pair_of_neighbours(
    tournament: Tournament, data: st.DataObject
) -> None:
    """Neighbours are equal in everything before the reason, and the upper one is better in the reason."""
    table = standings(tournament, data.draw(st.integers(1, tournament.rounds)))
    assert table.rows[0].decided_by == ""
    for above, below in zip(table.rows, table.rows[1:], strict=False):
        assert explained(table, above, below), (above, below)
    places = {row.player: place for place, row in enumerate(table.rows, start=1)}
    for rank, player in ranking(table):
        better = [other for other in table.rows if other.rank is not None and other.rank < rank]
        assert rank == len(better) + 1 <= places[player]


def explained(table: Standings, above: object, below: object) -> bool:
    """Whether `decided_by` of the lower row is true of the two."""
    why = below.decided_by  # type: ignore[attr-defined]
    values = [
        ("disqualified", (not above.disqualified, not below.disqualified)),  # type: ignore[attr-defined]
        ("score", (above.score_x2, below.score_x2)),  # type: ignore[attr-defined]
    ]
    pairs = zip(table.columns, above.tie_breaks, below.tie_breaks, strict=True)  # type: ignore[attr-defined]
    values += [(name, (upper, lower)) for name, upper, lower in pairs]
    for name, (upper, lower) in values:
        if name == why:
            return bool(upper < lower if name in FEWER_IS_BETTER else upper > lower)
        if upper != lower:
            return False
    return bool(why == "shared" and above.rank == below.rank)  # type: ignore[attr-defined]


@given(tournaments(rules="hk-open"))
def test_hk_opponent_points_are_those_of_the_text(tournament: Tournament) -> None:
    """Part 6 A computed once more, straight from the text, in fractions."""
    table = standings(replace(tournament, fouls=()))
    assert table.rows
    for row in table.rows:
        assert Fraction(row.tie_breaks[0] or 0, 2) == opponents_by_the_text(tournament, row.player)


def points(tournament: Tournament, player: str, round_: int) -> tuple[str, Fraction, str]:
    """What happened to a player in a round: kind, points, opponent."""
    worth = {
        "1": Fraction(1),
        "0": Fraction(0),
        "1/2": Fraction(1, 2),
        "+": Fraction(1),
        "-": Fraction(0),
    }
    for game in tournament.games:
        if game.round == round_ and player in (game.first, game.second):
            forfeit = game.result in ("+/-", "-/+", "-/-")
            sides = game.result.split("/") if forfeit else game.result.split("-")
            mine = sides[0] if player == game.first else sides[1]
            kind = "played" if not forfeit else "opponent absent" if mine == "+" else "absent"
            return kind, worth[mine], game.second if player == game.first else game.first
    for bye in tournament.byes:
        if (bye.round, bye.player) == (round_, player):
            return (
                bye.kind,
                {"bye": Fraction(1), "half": Fraction(1, 2)}.get(bye.kind, Fraction(0)),
                "",
            )
    return "nothing", Fraction(0), ""


def opponents_by_the_text(tournament: Tournament, player: str) -> Fraction:
    """Opponents played: their points, unplayed rounds at a half. Else the virtual opponent."""
    total = Fraction(0)
    for round_ in range(1, tournament.rounds + 1):
        kind, _, opponent = points(tournament, player, round_)
        before = sum(
            (points(tournament, player, earlier)[1] for earlier in range(1, round_)), Fraction(0)
        )
        rest = Fraction(tournament.rounds - round_, 2)
        if kind == "played":
            theirs = [points(tournament, opponent, one) for one in range(1, tournament.rounds + 1)]
            total += sum(
                (got if how == "played" else Fraction(1, 2) for how, got, _ in theirs), Fraction(0)
            )
        elif kind in ("bye", "opponent absent"):
            total += before + rest
        elif kind == "half":
            total += before + Fraction(1, 2) + rest
        else:
            total += before + 1 + rest
    return total


@given(tournaments(rules="hk-open"))
def test_hk_wins_are_those_of_the_text(tournament: Tournament) -> None:
    """Part 6 C with byes and walkovers, D and E with games over the board only, counted once more."""
    table = standings(replace(tournament, fouls=()))
    at = {name: table.columns.index(name) for name in ("wins", "second_wins", "second_games")}
    assert table.rows
    for row in table.rows:
        found = [points(tournament, row.player, one) for one in range(1, tournament.rounds + 1)]
        seconds = [game for game in tournament.games if game.second == row.player]
        over_the_board = [game for game in seconds if game.result in ("1-0", "0-1", "1/2-1/2")]
        assert row.tie_breaks[at["wins"]] == sum(got == 1 for _, got, _ in found)
        assert row.tie_breaks[at["second_wins"]] == sum(
            game.result == "0-1" for game in over_the_board
        )
        assert row.tie_breaks[at["second_games"]] == len(over_the_board)


FOUR = [("semifinal", 0, 3), ("semifinal", 1, 2), ("final", 0, 1), ("third", 2, 3)]
TIES = st.lists(st.sampled_from(["1-0", "0-1", "1/2-1/2", "1/2-1/2"]), min_size=1, max_size=4)


def knockout(
    rules: str, results: list[list[str]], playoffs: list[bool]
) -> tuple[Tournament, list[str]]:
    """Four players by number, every tie with its replays, recorded in one way or the other; and who ends where.

    By the text: the last game decides, hk-open's drawn third (or later) game is won by second, and of an undecided
    tie the smaller number is ahead.
    """
    players, games, board = list("ABCD"), [], 0
    placed: dict[str, list[str]] = {}
    for (stage, *sides), tie, as_playoff in zip(FOUR, results, playoffs, strict=True):
        winners, losers = placed.get("winners", []), placed.get("losers", [])
        one, two = (
            [players[at] for at in sides]
            if stage == "semifinal"
            else winners
            if stage == "final"
            else losers
        )
        for number, result in enumerate(tie, start=1):
            board += 1
            first, second = (one, two) if number % 2 else (two, one)
            later = as_playoff and number > 1
            games.append(
                Game(number - later, board, first, second, result, "playoff" if later else stage)
            )
        decided = {"1-0": first, "0-1": second}.get(tie[-1])
        if decided is None and rules == "hk-open" and len(tie) >= 3:
            decided = second
        won = decided or min(one, two)
        lost = two if won == one else one
        if stage == "semifinal":
            placed.setdefault("winners", []).append(won)
            placed.setdefault("losers", []).append(lost)
        else:
            placed[stage] = [won, lost]
    entries = tuple(Entry(player, number) for number, player in enumerate(players, start=1))
    byes = tuple(Bye(1, player, "bye") for player in players)
    made = Tournament(
        id="T", rules=rules, rounds=1, entries=entries, games=tuple(games), byes=byes, group="A"
    )
    return made, placed["final"] + placed["third"]


@given(
    st.sampled_from(["hk-open", "wxf"]), st.lists(TIES, min_size=4, max_size=4),
    st.lists(st.booleans(), min_size=4, max_size=4),
)  # fmt: skip
def test_replays_decide_a_knockout_whichever_way_they_are_recorded(
    rules: str, results: list[list[str]], playoffs: list[bool]
) -> None:
    """As further games of the stage or as playoff games: the places are those of pencil and paper."""
    tournament, expected = knockout(rules, results, playoffs)
    assert ranking(standings(tournament)) == tuple(enumerate(expected, start=1))


@given(tournaments(rules="hk-open"), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_a_knockout_gives_each_of_its_places_once(tournament: Tournament, random: Random) -> None:
    """However much of a knockout is recorded, its members hold the first ranks, one each, and nobody is lost."""
    parameters = replace(HK_OPEN, knockout_after=1)
    before = standings(replace(tournament, group="B"), 1, parameters)
    four = [row.player for row in before.rows][:4]
    stages = [("semifinal", 0, 3), ("semifinal", 1, 2), ("final", 0, 1), ("third", 2, 3)]
    games = [
        Game(1, board, four[one], four[other], random.choice(RESULTS), stage)
        for board, (stage, one, other) in enumerate(stages)
        if other < len(four) and random.random() < 0.6
    ]
    table = standings(
        replace(tournament, group="A", games=(*tournament.games, *games)), None, parameters
    )
    assert sorted(row.player for row in table.rows) == sorted(row.player for row in before.rows)
    if games or tournament.rounds > 1:
        assert {row.player for row in table.rows[: len(four)]} == set(four)
        assert [row.rank for row in table.rows[: len(four)]] == list(range(1, len(four) + 1))


@pytest.mark.parametrize("rules", ["hk-open", "wxf"])
def test_the_table_of_a_big_open_is_the_same_every_time(rules: str) -> None:
    """500 players and 11 rounds: everybody once, ranks from 1 on, and the same table from the same games."""
    random = Random(500)
    players = [f"p{n:03}" for n in range(500)]
    games = []
    for round_ in range(1, 12):
        random.shuffle(players)
        games += [
            Game(
                round_,
                board,
                players[2 * board - 2],
                players[2 * board - 1],
                random.choice(RESULTS),
            )
            for board in range(1, 251)
        ]
    tournament = Tournament(id="T", rules=rules, rounds=11, games=tuple(games))
    table = standings(tournament)
    assert sorted(row.player for row in table.rows) == sorted(players)
    assert table.rows[0].rank == 1
    assert standings(replace(tournament, games=tuple(reversed(games)))) == table
