"""The rows of a list: whoever lives and has something to show, with what the articles say of each."""

from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

import numpy as np

from schemes.kernels.articles import loop
from schemes.kernels.columns import Records, declared_active
from schemes.kernels.inputs import Column
from schemes.kernels.regulation import Regulation
from schemes.kernels.scheme import Given, Listed, Stop
from schemes.rating.articles import is_active, is_published, k_of_player
from schemes.rating.reasons import NOT_PUBLISHED, RATED


class ListedPlayers(NamedTuple):
    """Players with something to show: numbers, records as articles read them, and what stands in the row."""

    player: Column
    records: Records
    rating: Column  # in units of the list
    games: Column  # of the column `games`
    so_far: Column  # games so far, of which further columns ask
    why: Column  # reason code of a player without a rating; RATED of all others


def living(given: Given, has_row: Column, day: int) -> Column:
    """The numbers of those who live on a day, out of a mask by player."""
    known = min(len(given.inputs.players), len(has_row))
    alive = np.asarray(given.inputs.players.deceased[:known]) > day
    return np.flatnonzero(has_row[:known] & alive)


def listed(scheme: Regulation, given: Given, stop: Stop, now: int, shown: ListedPlayers) -> Listed:
    """The rows of a list. `now` is its number, or its day where activity is a matter of days."""
    day = date.fromordinal(stop.day)
    version = max(given.rules.index(day), 0)
    rated = shown.why == RATED
    k = np.zeros(len(rated), np.int64)
    published, active = np.zeros((2, len(rated)), np.bool_)
    work = scheme.at_work(given.rules, len(rated))
    shows = k[rated], published[rated], active[rated]
    work.loop(show)(work.versions[version], now, day.year, shown.records[rated], *shows)
    k[rated], published[rated], active[rated] = shows

    published_or_not = np.where(published, RATED, NOT_PUBLISHED)
    reason = np.where(rated, published_or_not, shown.why).astype(np.int16)
    active &= declared_active(given, stop.day)[shown.player]
    further = scheme.further_columns(given.rules, version, shown.rating, shown.so_far)
    return Listed(shown.player, shown.rating, shown.games, k, active, published, reason, further)


def listed_without_k(
    given: Given,
    stop: Stop,
    player: Column,
    rating: Column,
    games: Column,
    further: Mapping[str, Column],
) -> Listed:
    """The rows of a regulation that has no K and publishes every rating."""
    nothing = np.zeros(len(player), np.int16)
    active = declared_active(given, stop.day)[player]
    return Listed(player, rating, games, nothing, active, nothing == 0, nothing, further)


@loop
def show(
    p: Any,
    now: int,
    year: int,
    players: Records,
    k: Column,
    published: Column,
    active: Column,
) -> None:
    """K of players with a rating for a tournament that starts on the list date, and what else a row says."""
    for row in range(len(players)):
        player = players[row]
        k[row] = k_of_player(p, player, year)
        published[row] = is_published(p, player.rating, player.sex)
        active[row] = is_active(p, now, player.last_game, player.since)
