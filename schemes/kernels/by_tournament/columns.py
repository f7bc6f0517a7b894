"""What the loops look at: people, tournaments and games as records."""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from schemes.inputs import Column, Facts
from schemes.kernels.columns import Records, records
from schemes.rules import Rules
from schemes.scheme import Given

if TYPE_CHECKING:
    from schemes.kernels.by_tournament.scheme import TournamentScheme

# What the loops write on, of each player; ratings and changes in hundredths of a point.
WORK = np.dtype(
    [(name, np.int64) for name in (
        "before", "carried", "new",  # the rating on the last list (0: none), carried in, on the new list
        "own",  # the rating with which the player plays the period; 0: none
        "why",  # reason code of a player who has played and has no rating
        "champions", "games", "opponents", "score", "k", "change",  # of the tournament at hand
        "counted",  # games of the period
        "by_games", "by_rank", "by_first", "by_carrying", "by_title", "by_floor", "by_rounding",  # causes
    )],
    align=True,
)  # fmt: skip


class People(NamedTuple):
    """What is known of players."""

    players: Records  # sex, titles … titles_end and federations … federations_end: rows of the next two
    titles: Records  # code, day, held: awards and revocations in the order of their days
    federations: Records  # code, day: the registration first
    levels: Column  # [version, title code]: a mask, bit n for a title of level n
    outside: Column  # [version, federation code]; the last code stands for no row at all


class Played(NamedTuple):
    """People, tournaments and games."""

    people: People
    tournaments: Records  # start, end, team, version, games … games_end, champions … champions_end
    games: Records  # first, second, stage, result; those of a tournament in the order of round and board
    champions: Column  # players ranked first


class Period(NamedTuple):
    """A list: the day on which its period begins, its own day, and the version that holds on it."""

    begin: int
    day: int
    version: int


def played(scheme: "TournamentScheme", given: Given) -> Played:
    """The inputs as the loops see them."""
    games, t, rows = given.inputs.games, given.inputs.tournaments, given.inputs.rows
    champion = rows.rank == 1
    order, at = _by(rows.rank_tournament[champion], len(t))
    return Played(
        _people(scheme, given),
        records(
            start=t.start, end=t.end, team=t.team, version=given.assignment.version, games=games.offset[:-1],
            games_end=games.offset[1:], champions=at[:-1], champions_end=at[1:],
        ),
        records(first=games.first, second=games.second, stage=games.stage, result=scheme.results(given)),
        rows.rank_player[champion][order].astype(np.int32),
    )  # fmt: skip


def _people(scheme: "TournamentScheme", given: Given) -> People:
    facts, players = given.inputs.facts, given.inputs.players
    titles, titles_at = _by(facts.title_player, len(players))
    federations, federations_at = _by(facts.federation_player, len(players))
    return People(
        records(
            sex=players.sex, titles=titles_at[:-1], titles_end=titles_at[1:], federations=federations_at[:-1],
            federations_end=federations_at[1:],
        ),
        records(code=facts.title_code[titles], day=facts.title_day[titles], held=facts.title_held[titles]),
        records(code=facts.federation_code[federations], day=facts.federation_day[federations]),
        _levels(scheme, facts, given.rules),
        _outside(scheme, facts, given.rules),
    )  # fmt: skip


def _by(owner: Column, owners: int) -> tuple[Column, Column]:
    """The order that sorts rows by their owner, otherwise as given; and where each owner's rows begin."""
    counts = np.bincount(owner, minlength=owners) if len(owner) else np.zeros(owners, np.int64)
    return np.argsort(owner, kind="stable"), np.concatenate([[0], np.cumsum(counts)])


def _levels(scheme: "TournamentScheme", facts: Facts, rules: Rules) -> Column:
    def mask(parameters: Any, title: str) -> int:
        return sum(1 << level for level in set(scheme.levels_of_title(parameters, title)))

    every = [[mask(version.parameters, title) for title in (*facts.titles, "")] for version in rules.versions]
    return np.array(every, np.int64)


def _outside(scheme: "TournamentScheme", facts: Facts, rules: Rules) -> Column:
    names = (*facts.federations, "")
    return np.array(
        [[scheme.is_outside(v.parameters, rules.readings, name) for name in names] for v in rules.versions], np.int64
    )
