"""What the rules of a period look at, as records of fixed types, so that each rule is compiled once."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from schemes.cxa_rapid.articles import NO_WXF, OTHER_GRADE
from schemes.cxa_rapid.parameters import Parameters, foreign_grades, grades
from schemes.inputs import Column, Facts, Inputs, fixed, recorded_results
from schemes.rules import Rules


class People(NamedTuple):
    """What the rules need of players."""

    players: Column  # sex, titles … titles_end and federations … federations_end: rows of the next two
    titles: Column  # code, day, held: awards and revocations in the order of their days
    federations: Column  # code, day: the registration first
    grades: Column  # [version, title code]: grade of art. 6, wxf of art. 12
    outside: Column  # [version, federation code]; the last code stands for no row at all


class Games(NamedTuple):
    """Games by tournament: rows at[tournament] … at[tournament + 1], in the order of round and board."""

    at: Column
    stage: Column
    first: Column
    second: Column
    result: Column


class Tournaments(NamedTuple):
    """What the rules need of tournaments."""

    rows: Column  # start, end, team, version, champions … champions_end: rows of the next
    champions: Column


class World(NamedTuple):
    """All of it."""

    people: People
    tournaments: Tournaments
    games: Games


def records(**columns: Any) -> Column:
    """Columns as whole-number records, which a compiled rule takes as one thing."""
    shape = np.shape(next(iter(columns.values())))
    rows = np.zeros(shape, [(name, np.int64) for name in columns]).view(np.recarray)
    for name, column in columns.items():
        rows[name] = column
    rows.flags.writeable = False
    return rows


def world(inputs: Inputs, rules: Rules, version: Column) -> World:
    """The inputs as the rules see them."""
    games = inputs.games
    result = games.result if rules.readings["fouls"] == "lost" else recorded_results(inputs)
    return World(
        _people(inputs, rules),
        _tournaments(inputs, version),
        Games(
            fixed(games.offset, np.int64), fixed(games.stage, np.int8), fixed(games.first, np.int32),
            fixed(games.second, np.int32), fixed(result, np.int8),
        ),
    )  # fmt: skip


def _people(inputs: Inputs, rules: Rules) -> People:
    facts, players = inputs.facts, len(inputs.players)
    titles, titles_at = _by(facts.title_player, players)
    federations, federations_at = _by(facts.federation_player, players)
    return People(
        records(
            sex=inputs.players.sex,
            titles=titles_at[:-1],
            titles_end=titles_at[1:],
            federations=federations_at[:-1],
            federations_end=federations_at[1:],
        ),
        records(code=facts.title_code[titles], day=facts.title_day[titles], held=facts.title_held[titles]),
        records(code=facts.federation_code[federations], day=facts.federation_day[federations]),
        _grades(facts, rules),
        _outside(facts, rules),
    )


def _by(owner: Column, owners: int) -> tuple[Column, Column]:
    """The order that sorts rows by their owner, otherwise as given; and where each owner's rows begin."""
    counts = np.bincount(owner, minlength=owners) if len(owner) else np.zeros(owners, np.int64)
    return np.argsort(owner, kind="stable"), np.concatenate([[0], np.cumsum(counts)])


def _grades(facts: Facts, rules: Rules) -> Column:
    versions = [version.parameters for version in rules.versions]
    return records(
        grade=[_codes(facts.titles, _places(grades(p)), OTHER_GRADE) for p in versions],
        wxf=[_codes(facts.titles, _places(foreign_grades(p)), NO_WXF) for p in versions],
    )


def _places(given: Sequence[Any]) -> dict[str, int]:
    """Title code → place of its grade; a code named twice counts for the higher one."""
    return {title: place for place, grade in reversed(list(enumerate(given))) for title in grade.titles}


def _codes(titles: Sequence[str], places: Mapping[str, int], otherwise: int) -> list[int]:
    return [*(places.get(title, otherwise) for title in titles), otherwise]


def _outside(facts: Facts, rules: Rules) -> Column:
    nowhere = int(rules.readings["no-federation"] == "outside")

    def codes(p: Parameters) -> list[int]:
        return [nowhere if not name else int(name not in p.mainland) for name in (*facts.federations, "")]

    return fixed([codes(version.parameters) for version in rules.versions], np.int64)


def _tournaments(inputs: Inputs, version: Column) -> Tournaments:
    given, rows = inputs.tournaments, inputs.rows
    champion = rows.rank == 1
    order, at = _by(rows.rank_tournament[champion], len(given))
    return Tournaments(
        records(
            start=given.start, end=given.end, team=given.team, version=version, champions=at[:-1], champions_end=at[1:]
        ),
        fixed(rows.rank_player[champion][order], np.int64),
    )
