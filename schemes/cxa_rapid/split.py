"""The changes of a list by cause, for who asks: the same rules once more, looked at between their steps."""

from typing import Any

from schemes.causes import BONUS, CARRIED, FIRST, FLOOR, GAMES, ROUNDING, TITLE
from schemes.cxa_rapid.admission import Entries
from schemes.cxa_rapid.articles import NOT_RATED, k_of, new_rating, not_below_floor
from schemes.cxa_rapid.columns import People
from schemes.cxa_rapid.period import NOT_CARRIED, Span, games_change, period_change, rate_player, title_lift
from schemes.inputs import Column
from schemes.rule import rule


@rule("")
def change_without_titles(
    versions: Any, tournaments: Column, player: int, before: int, own: Column, entries: Entries
) -> int:
    """The sum of a player's changes by games alone: as if no tournament had a champion."""
    total = 0
    row, end = entries.at[player], entries.at[player + 1]
    while row < end:
        begin, tournament = row, entries.rows[row].tournament
        while row < end and entries.rows[row].tournament == tournament:
            row += 1
        p = versions[tournaments[tournament].version]
        total += games_change(p, player, k_of(p, own[player], before != NOT_RATED), own, entries.rows, begin, row)
    return total


@rule("")
def split_player(
    versions: Any, people: People, tournaments: Column, span: Span, player: int, before: int, own: Column,
    entries: Entries, row: Column,
) -> None:  # fmt: skip
    """Book the steps of one player: first rating, games, bonus, rounding, titles, floor."""
    p = versions[span.version]
    total = period_change(versions, tournaments, player, before, own, entries)
    games = change_without_titles(versions, tournaments, player, before, own, entries)
    rating = own[player]
    row[FIRST] += rating - before
    row[GAMES] += games
    row[BONUS] += total - games
    if p.read_lift_compared_with == 1:
        lifted = title_lift(p, people, span, player, rating)
        row[TITLE] += lifted - rating
        rating = lifted
    rounded = new_rating(p, rating, total)
    row[ROUNDING] += rounded - rating - total
    rating = rounded
    if p.read_lift_compared_with == 0:
        lifted = title_lift(p, people, span, player, rating)
        row[TITLE] += lifted - rating
        rating = lifted
    floored = not_below_floor(p, rating, people.players[player].sex)
    row[FLOOR] += floored - rating
    row[ROUNDING] += floored // 10 * 10 - floored


@rule("")
def split_all(
    versions: Any, people: People, tournaments: Column, span: Span, own: Column, entries: Entries, carried: Column,
    rating: Column, causes: Column,
) -> None:  # fmt: skip
    """One list: book what it will do to everybody, from the ratings before it."""
    for player in range(len(rating)):
        before = rating[player] * 10
        if carried[player] != NOT_CARRIED:
            new = rate_player(versions, people, tournaments, span, player, before, own, entries, carried[player])
            causes[player, CARRIED] += new // 10 * 10 - before
        elif own[player] != NOT_RATED:
            split_player(versions, people, tournaments, span, player, before, own, entries, causes[player])
