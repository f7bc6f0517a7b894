"""The readings register of the standings regulations: every alternative can be chosen and does something."""

from collections.abc import Callable
from datetime import date
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schemes.kernels.errors import SchemeError
from schemes.standings import (
    HK_OPEN,
    REGISTERS,
    Bye,
    Edition,
    Entry,
    Foul,
    Game,
    GroupTable,
    ProgrammeEntry,
    TitleSpan,
    Tournament,
    championship_draw,
    final_sides,
    groups,
    knockout_draw,
    standings,
    teams,
    titled_numbers,
)

PLAYERS = "ABCDEFGHIJ"
RESULTS = ["1-0", "0-1", "1/2-1/2"] * 2 + ["+/-", "-/+", "-/-"]
ALTERNATIVES = [
    (rules, reading.name, choice)
    for rules, register in REGISTERS.items()
    if rules != "given"
    for reading in register
    for choice in reading.alternatives
]


def made_up(rules: str, seed: int) -> Tournament:
    """A tournament with something of everything, knockout or final included in every second."""
    random = Random(seed)
    games, byes, fouls = [], [], []
    players = list(PLAYERS[: random.choice([4, 7, 10])])
    for round_ in range(1, 4):
        random.shuffle(players)
        pairs = random.randint(1, len(players) // 2)
        for board in range(1, pairs + 1):
            result = random.choice(RESULTS)
            games.append(Game(round_, board, players[2 * board - 2], players[2 * board - 1], result))
        for player in players[2 * pairs :]:
            kind = random.choice(["bye", "half", "leave", "absent", None])
            byes += [Bye(round_, player, kind)] if kind else []
        culprit = random.choice(players)
        fouls.append(Foul(round_, culprit, "violation", random.randint(1, 4)))
        fouls.append(Foul(round_, culprit, "technical", random.randint(1, 2)))
    for stage, times in (("final", 2), ("playoff", 2)) if seed % 2 else ():
        for round_ in range(1, times + 1):
            games.append(Game(round_, 1, players[0], players[1], random.choice(RESULTS), stage))
    return Tournament(
        id="T",
        rules=rules,
        rounds=3,
        entries=tuple(Entry(player, 11 - n) for n, player in enumerate(PLAYERS[: len(players)])),
        games=tuple(games),
        byes=tuple(byes),
        fouls=tuple(fouls),
        group="A",
        final_after=2 if seed % 2 else None,
    )


def level_teams(readings: dict[str, str]) -> Any:
    """Two teams that share sum and best rank."""
    entries = tuple(Entry(p, n, team, "M") for n, (p, team) in enumerate(zip("ABCD", "XYXY", strict=True), start=1))
    games = (Game(1, 1, "A", "C", "1-0"), Game(1, 2, "B", "D", "1-0"))
    tournament = Tournament(id="T", rules="wxf", rounds=1, entries=entries, games=games)
    return teams(tournament, standings(tournament), readings=readings)


def mixed_teams(readings: dict[str, str]) -> Any:
    """Men and women in one table: a woman stands between the two men of a team."""
    entries = tuple(Entry(p, n, "X", sex) for n, (p, sex) in enumerate(zip("ABC", "MFM", strict=True), start=1))
    games = (Game(1, 1, "A", "C", "1-0"),)
    tournament = Tournament(id="T", rules="wxf", rounds=1, entries=entries, games=games, byes=(Bye(1, "B", "half"),))
    return teams(tournament, standings(tournament), readings=readings)


def group_history(readings: dict[str, str]) -> Any:
    """Editions in which every open question of part 8 comes up."""
    a = [
        GroupTable(("a", "b", "c", "d", "e"), date(2001, 1, 1)),
        GroupTable(("b", "e", "c", "x", "y"), date(2002, 1, 1)),
        GroupTable(("b", "c", "x", "z", "q"), date(2003, 1, 1), disqualified=("e",)),
        GroupTable(("q", "b"), date(2004, 1, 1), closed=False),
        GroupTable(("q", "b"), date(2005, 1, 1)),
    ]
    b = GroupTable(("b", *(f"n{n}" for n in range(14))), date(2001, 1, 1))
    titles = (TitleSpan("a", "hk-m", date(2000, 1, 1), date(2002, 6, 1)),)
    none = GroupTable((), date(2003, 1, 1))
    editions = [Edition(number, table, b if number < 3 else none) for number, table in enumerate(a, start=1)]
    return groups(editions, titles, readings=readings)


def drawn(readings: dict[str, str]) -> Any:
    """All draws of one event, and the sides of a final after a bye."""
    titles = ["wxf-m", "wxf-gm", None, "wxf-im", "wxf-m", "wxf-gm", None]
    listed = [ProgrammeEntry(player, title, "M") for player, title in zip("ABCDEFG", titles, strict=True)]
    games = (Game(1, 1, "A", "C", "1-0"), Game(1, 2, "B", "D", "1-0"), Game(2, 1, "C", "B", "1-0"))
    tournament = Tournament(id="T", rules="wxf", rounds=3, games=games, final_after=2)
    return (
        championship_draw("ABCDEFG", "1", readings),
        *(titled_numbers(listed, seed, readings=readings) for seed in "678"),
        knockout_draw("ABCDEFGH", "IJKLMNOP", "1", readings),
        final_sides(tournament, "A", "B", "4", readings),
    )


def three_who_met(readings: dict[str, str]) -> Any:
    """A beat B, drew with C; B beat C: level after C's half-point bye, and only the own game is asked."""
    pairs = [("A", "1-0", "B"), ("C", "1/2-1/2", "A"), ("B", "1-0", "C"), ("A", "1-0", "D"), ("B", "1-0", "E")]
    games = [Game(round_, 1, first, second, result) for round_, (first, result, second) in enumerate(pairs, start=1)]
    byes = (Bye(1, "C", "bye"), Bye(4, "C", "half"), Bye(5, "C", "half"), Bye(2, "B", "half"))
    tournament = Tournament(id="T", rules="hk-open", rounds=5, games=tuple(games), byes=byes)
    return standings(tournament, None, replace(HK_OPEN, tie_breaks=("direct",)), readings)


def short_knockout(readings: dict[str, str]) -> Any:
    """Four leave after one of two rounds; the final is drawn once, and A, the better placed, was first in it."""
    games = [
        Game(1, board, first, second, "1-0")
        for board, (first, second) in enumerate((("A", "F"), ("B", "E"), ("C", "D")), start=1)
    ]
    games += [Game(2, 1, "E", "F", "1-0"), Game(1, 1, "A", "D", "1-0", "semifinal")]
    games += [Game(1, 2, "B", "C", "1-0", "semifinal"), Game(1, 1, "A", "B", "1/2-1/2", "final")]
    entries = tuple(Entry(player, number) for number, player in enumerate("ABCDEF", start=1))
    tournament = Tournament(id="T", rules="hk-open", rounds=2, entries=entries, games=tuple(games), group="A")
    return standings(tournament, None, replace(HK_OPEN, knockout_after=1), readings)


def tables(rules: str) -> list[Callable[[dict[str, str]], Any]]:
    """Everything a reading may change."""
    return [
        *((lambda chosen, seed=seed: standings(made_up(rules, seed), None, None, chosen)) for seed in range(400)),
        *((lambda chosen, seed=seed: standings(made_up(rules, seed), 2, None, chosen)) for seed in range(20)),
        *([level_teams, mixed_teams, drawn] if rules == "wxf" else [group_history, three_who_met, short_knockout]),
    ]


@pytest.mark.parametrize(("rules", "name", "choice"), ALTERNATIVES)
def test_every_alternative_changes_something(rules: str, name: str, choice: str) -> None:
    """No reading is in the register for show."""
    assert any(made({name: choice}) != made({}) for made in reversed(tables(rules)))


@pytest.mark.parametrize("rules", REGISTERS)
def test_every_reading_says_where_and_what(rules: str) -> None:
    """Names are unique in a register, and every entry has an article, a question and explained choices."""
    register = REGISTERS[rules]
    assert len({reading.name for reading in register}) == len(register)
    for reading in register:
        assert reading.article
        assert reading.question.endswith("?")
        assert len(reading.choices) > 1
        assert all(reading.choices.values())


def test_an_unknown_reading_is_refused_with_the_nearest_name() -> None:
    """A slip of the pen is answered with the name that was meant."""
    with pytest.raises(SchemeError, match="own-game"):
        standings(made_up("wxf", 1), None, None, {"own-gme": "all-met"})
