"""What the loops look at: players, tournaments and games as records."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from schemes.kernels.columns import Records, records
from schemes.kernels.inputs import Column
from schemes.kernels.rules import Rules
from schemes.kernels.scheme import Given

if TYPE_CHECKING:
    from schemes.kernels.by_tournament.scheme import TournamentScheme

PLAYER = np.dtype(  # what the loops know and note of each player; ratings and changes in hundredths of a point
    [(name, np.int64) for name in (
        "sex", "titles", "titles_end", "federations", "federations_end",  # rows of the tables of titles and federations
        "before", "carried", "new",  # the rating on the last list (0: none), carried in, on the new list
        "own",  # the rating with which the player plays the period; 0: none
        "why",  # reason code of a player who has played and has no rating
        "champions", "games", "opponents", "score", "k", "change",  # of the tournament at hand
        "counted",  # games of the period
        "by_games", "by_rank", "by_first", "by_carrying", "by_title", "by_floor", "by_rounding",  # causes
    )],
    align=True,
)  # fmt: skip


class PersonalFacts(NamedTuple):
    """Titles and federations of players, by player."""

    titles: Records  # code, day, held: awards and revocations in the order of their days
    federations: Records  # code, day: the registration first
    levels: Column  # [version, title code]: a mask, bit n for a title of level n
    outside: Column  # [version, federation code]; the last code stands for no row at all


class Columns(NamedTuple):
    """What happened."""

    facts: PersonalFacts
    tournaments: Records  # start, end, team, version, games … games_end, champions … champions_end
    games: Records  # first, second, stage, result; those of a tournament in the order of round and board
    champions: Column  # players ranked first


class Period(NamedTuple):
    """A list: the day on which its period begins, its own day, and the version that holds on it."""

    begin: int
    day: int
    version: int


def columns_of(scheme: "TournamentScheme", given: Given) -> tuple[Columns, Records]:
    """The inputs as the loops see them, and the players as before any list."""
    games, t, rows = given.inputs.games, given.inputs.tournaments, given.inputs.rows
    champion = rows.rank == 1
    order, at = _by(rows.rank_tournament[champion], len(t))
    facts, players = _facts(scheme, given)
    tournaments = records(
        start=t.start, end=t.end, team=t.team, version=given.assignment.version, games=games.offset[:-1],
        games_end=games.offset[1:], champions=at[:-1], champions_end=at[1:],
    )  # fmt: skip
    every = records(
        first=games.first, second=games.second, stage=games.stage, result=scheme.results(given), **games.further
    )
    return Columns(facts, tournaments, every, rows.rank_player[champion][order].astype(np.int32)), players


def _facts(scheme: "TournamentScheme", given: Given) -> tuple[PersonalFacts, Records]:
    facts, rules = given.inputs.facts, given.rules
    players: Records = np.zeros(len(given.inputs.players), PLAYER).view(np.recarray)
    titles, titles_at = _by(facts.title_player, len(players))
    federations, federations_at = _by(facts.federation_player, len(players))
    players.sex = given.inputs.players.sex
    players.titles, players.titles_end = titles_at[:-1], titles_at[1:]
    players.federations, players.federations_end = federations_at[:-1], federations_at[1:]
    every = PersonalFacts(
        records(code=facts.title_code[titles], day=facts.title_day[titles], held=facts.title_held[titles]),
        records(code=facts.federation_code[federations], day=facts.federation_day[federations]),
        _by_version(rules, facts.titles, lambda p, title: _mask(scheme.levels_of_title(p, title))),
        _by_version(rules, facts.federations, lambda p, name: scheme.is_outside(p, rules.readings, name)),
    )
    return every, players


def _by(owner: Column, owners: int) -> tuple[Column, Column]:
    """The order that sorts rows by their owner, otherwise as given; and where each owner's rows begin."""
    counts = np.bincount(owner, minlength=owners) if len(owner) else np.zeros(owners, np.int64)
    return np.argsort(owner, kind="stable"), np.concatenate([[0], np.cumsum(counts)])


def _by_version(rules: Rules, names: Sequence[str], of: Callable[[Any, str], int]) -> Column:
    """What each version says about each name, and about none."""
    return np.array([[of(version.parameters, name) for name in (*names, "")] for version in rules.versions], np.int64)


def _mask(levels: Iterable[int]) -> int:
    return sum(1 << level for level in set(levels))
