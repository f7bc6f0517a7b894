"""The rows of a list: whoever lives and has something to show, with what the articles say of each."""

from datetime import date
from typing import NamedTuple

import numpy as np

from schemes.kernels.articles import loop
from schemes.kernels.columns import Records
from schemes.kernels.fields import Fields
from schemes.kernels.inputs import Column, Facts, known_by, made_once
from schemes.kernels.regulation import Regulation
from schemes.kernels.scheme import Given, Listed, Stop
from schemes.rating.articles import declaration_holds, is_active, k_of_player, list_verdict
from schemes.rating.reasons import RATED

NOTHING = -1  # in place of a reason: a player who has nothing to show
NO_MEMBER, MEMBER, SUSPENDED_MEMBER = range(3)  # what a player's federation is on the list date


class RatedRows(NamedTuple):
    """What the articles look at beside a player's record, and what they say; one row for each player with a rating."""

    federation: Column
    declared: Column  # the list in force, or the day, on which the player was declared inactive; −1: active
    k: Column
    reason: Column
    active: Column


def listed(
    scheme: Regulation, given: Given, stop: Stop, records: Records, games: Column, why: Column
) -> Listed:
    """The rows of a list, of everybody who lives and has something to show.

    All are given by player: the records as articles read them, what stands in the column `games`, and why somebody has
    no rating (RATED of all others, NOTHING of those who have no row).
    """
    day = date.fromordinal(stop.day)
    version = max(given.rules.index(day), 0)
    player = _living(given, why != NOTHING, stop.day)
    people = records[player]
    reason = why[player].astype(np.int16)
    now = stop.day
    declared = declared_inactive(given, stop.day)
    if not scheme.any_day:
        now = stop.number
        numbers = scheme.calendar(given.rules).numbers(declared)
        declared = np.where(declared < 0, -1, numbers)
    rated = reason == RATED
    k = np.zeros(len(rated), np.int64)
    active = np.zeros(len(rated), np.bool_)
    rows = RatedRows(
        _federations(given, stop.day)[player[rated]],
        declared[player[rated]],
        k[rated],
        reason[rated],
        active[rated],
    )
    work = scheme.at_work(given.rules, len(rated))
    work.loop(show)(work.versions[version], now, day.year, people[rated], rows)
    k[rated], reason[rated], active[rated] = rows.k, rows.reason, rows.active

    rating = np.asarray(people.rating, np.int64) // (scheme.per_point // 10**scheme.decimals)
    further = scheme.further_columns(given.rules, version, people)
    return Listed(
        player, rating, games[player].astype(np.int64), k, active, reason == RATED, reason, further
    )


def _living(given: Given, has_row: Column, day: int) -> Column:
    """The numbers of those who live on a day, out of a mask by player."""
    count = min(len(given.inputs.players), len(has_row))
    alive = np.asarray(given.inputs.players.deceased[:count]) > day
    return np.flatnonzero(has_row[:count] & alive)


@loop
def show(p: Fields, now: int, year: int, players: Records, rows: RatedRows) -> None:
    """K of players with a rating for a tournament that starts on the list date, and what else a row says."""
    for row in range(len(players)):
        player = players[row]
        last_game = int(player.last_game)
        declared = int(rows.declared[row])
        rows.k[row] = k_of_player(p, player, year)
        rows.reason[row] = list_verdict(
            p, int(player.rating), int(player.sex), int(rows.federation[row])
        )
        rows.active[row] = is_active(p, now, last_game, int(player.since)) and (
            declared < 0 or not declaration_holds(p, declared, last_game)
        )


# What facts say on a day; they are in the order of their days, so that the last one holds


def declared_inactive(given: Given, day: int) -> Column:
    """The day on which each player was declared inactive; −1 for those who are active on a day."""
    facts = given.inputs.facts
    rows = known_by(facts.declared_day, day)
    declared = np.full(len(given.inputs.players), -1, np.int64)
    declared[facts.declared_player[rows]] = np.where(
        facts.declared_active[rows], -1, facts.declared_day[rows]
    )
    return declared


def excused_from(given: Given, year: int) -> Column:
    """Which players are excused from a year."""
    facts = given.inputs.facts
    excused = np.zeros(len(given.inputs.players), np.int8)
    excused[facts.excused_player[facts.excused_year == year]] = 1
    return excused


def _federations(given: Given, day: int) -> Column:
    """What the federation of each player is on a day."""
    facts = given.inputs.facts
    code = _registered(facts, len(given.inputs.players)).copy()
    moved = slice(known_by(facts.federation_day, 0).stop, known_by(facts.federation_day, day).stop)
    code[facts.federation_player[moved]] = facts.federation_code[moved]
    # by code; the last row is for players without a federation
    member = np.array([NO_MEMBER if name == "" else MEMBER for name in (*facts.federations, "")])
    rows = known_by(facts.suspension_day, day)
    for number, begins in zip(
        facts.suspension_code[rows].tolist(), facts.suspension_begins[rows].tolist(), strict=True
    ):
        member[number] = SUSPENDED_MEMBER if begins else MEMBER
    return member[code]


@made_once
def _registered(facts: Facts, players: int) -> Column:
    """The code of each player's federation at registration; −1 for none."""
    federation = np.full(players, -1, np.int16)
    rows = known_by(facts.federation_day, 0)
    federation[facts.federation_player[rows]] = facts.federation_code[rows]
    return federation
