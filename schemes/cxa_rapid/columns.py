"""What the rules of a period look at, as named columns of fixed types, so that each rule is compiled once."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from schemes.cxa_rapid.articles import NO_WXF, OTHER_GRADE
from schemes.cxa_rapid.parameters import Parameters, foreign_grades, grades
from schemes.inputs import Column, Facts, Inputs, Rows
from schemes.rules import Rules


class Titles(NamedTuple):
    """Awards and revocations by player: rows at[player] … at[player + 1], in the order of their days."""

    at: Column
    code: Column
    day: Column
    held: Column
    grade: Column  # [version, code], of art. 6
    wxf_grade: Column  # [version, code], of art. 12


class Federations(NamedTuple):
    """Federations by player, the registration first."""

    at: Column
    code: Column
    day: Column
    outside: Column  # [version, code]; the last code stands for no row at all


class Games(NamedTuple):
    """Games by tournament: rows at[tournament] … at[tournament + 1], in the order of round and board."""

    at: Column
    stage: Column
    first: Column
    second: Column
    result: Column


class Tournaments(NamedTuple):
    """What the rules of a period need of each tournament."""

    start: Column
    end: Column
    team: Column
    version: Column
    champion_at: Column  # champions of tournament t: rows champion_at[t] … champion_at[t + 1]
    champion: Column


class People(NamedTuple):
    """What the rules need of each player."""

    sex: Column
    titles: Titles
    federations: Federations


class World(NamedTuple):
    """All of it."""

    people: People
    games: Games
    tournaments: Tournaments


def fixed(column: Any, dtype: Any) -> Column:
    """A column of one type, contiguous and read-only, whatever it came as."""
    view: Column = np.ascontiguousarray(column, dtype).view()
    view.flags.writeable = False
    return view


def world(inputs: Inputs, rules: Rules, version: Column) -> World:
    """The inputs as the rules see them."""
    return World(
        People(
            fixed(inputs.players.sex, np.int64),
            _titles(inputs.facts, rules, len(inputs.players)),
            _federations(inputs.facts, rules, len(inputs.players)),
        ),
        Games(
            fixed(inputs.games.offset, np.int64),
            fixed(inputs.games.stage, np.int8),
            fixed(inputs.games.first, np.int32),
            fixed(inputs.games.second, np.int32),
            fixed(inputs.games.result, np.int8),
        ),
        _tournaments(inputs, version),
    )


def _by(owner: Column, owners: int, *columns: tuple[Column, Any]) -> tuple[Column, ...]:
    """Rows sorted by their owner, otherwise in the order given; first where each owner's rows begin."""
    order = np.argsort(owner, kind="stable")
    counts = np.bincount(owner, minlength=owners) if len(owner) else np.zeros(owners, np.int64)
    at = np.concatenate([[0], np.cumsum(counts)])
    return (fixed(at, np.int64), *(fixed(column[order], dtype) for column, dtype in columns))


def _titles(facts: Facts, rules: Rules, players: int) -> Titles:
    at, code, day, held = _by(
        facts.title_player, players,
        (facts.title_code, np.int64), (facts.title_day, np.int64), (facts.title_held, np.int64),
    )  # fmt: skip
    versions = [version.parameters for version in rules.versions]
    return Titles(
        at, code, day, held,
        _table([_codes(facts.titles, _places(grades(p)), OTHER_GRADE) for p in versions]),
        _table([_codes(facts.titles, _places(foreign_grades(p)), NO_WXF) for p in versions]),
    )  # fmt: skip


def _federations(facts: Facts, rules: Rules, players: int) -> Federations:
    at, code, day = _by(
        facts.federation_player, players, (facts.federation_code, np.int64), (facts.federation_day, np.int64)
    )
    nowhere = int(rules.readings["no-federation"] == "outside")

    def outside(p: Parameters) -> list[int]:
        return [nowhere if not name else int(name not in p.mainland) for name in (*facts.federations, "")]

    return Federations(at, code, day, _table([outside(version.parameters) for version in rules.versions]))


def _tournaments(inputs: Inputs, version: Column) -> Tournaments:
    at, champion = _champions(inputs.rows, len(inputs.tournaments))
    given = inputs.tournaments
    return Tournaments(
        fixed(given.start, np.int64), fixed(given.end, np.int64), fixed(given.team, np.int64),
        fixed(version, np.int64), at, champion,
    )  # fmt: skip


def _champions(rows: Rows, tournaments: int) -> tuple[Column, Column]:
    first = rows.rank == 1
    at, champion = _by(rows.rank_tournament[first], tournaments, (rows.rank_player[first], np.int64))
    return at, champion


def _places(grades_given: Sequence[Any]) -> dict[str, int]:
    """Title code → place of its grade; a code named twice counts for the higher one."""
    return {title: place for place, grade in reversed(list(enumerate(grades_given))) for title in grade.titles}


def _codes(titles: Sequence[str], places: Mapping[str, int], otherwise: int) -> list[int]:
    return [*(places.get(title, otherwise) for title in titles), otherwise]


def _table(rows: Sequence[Sequence[int]]) -> Column:
    return fixed(np.array(rows), np.int64)
