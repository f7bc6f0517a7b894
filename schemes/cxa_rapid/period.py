"""Each player's way through a period to the new list.

The loops here run compiled in a replay; `rate_player` is also run step by step when a rating is explained.
"""

from typing import Any, NamedTuple

from schemes.cxa_rapid.admission import Entries, still_held
from schemes.cxa_rapid.articles import (
    NO_WXF,
    NOT_RATED,
    OTHER_GRADE,
    average_of_opponents,
    carried_in,
    champion_change,
    change,
    expectation,
    expected_score,
    foreign_value,
    k_of,
    lifted,
    new_rating,
    not_below_floor,
    standard_value,
)  # fmt: skip
from schemes.cxa_rapid.columns import People
from schemes.inputs import RATING_ENDED, Column
from schemes.rule import rule

NOT_CARRIED = -2


class Span(NamedTuple):
    """A list: the day on which its period begins, its own day, and the version that holds on it."""

    begin: int
    day: int
    version: int


@rule("")
def change_against(p: Any, own: int, k: int, opponents: int, games: int, scored: int) -> int:
    """The change from some games, given the sum of the opponents' ratings and what was scored against them."""
    average = average_of_opponents(opponents, games)
    expected = expected_score(games, expectation(p, average - own))
    return change(p, k, scored, expected)


@rule("")
def games_change(p: Any, player: int, k: int, own: Column, entries: Column, begin: int, end: int) -> int:
    """The change from the games of one tournament: rows begin … end of a player's games."""
    total, opponents, scored = 0, 0, 0
    for row in range(begin, end):
        opponents += own[entries[row].opponent]
        scored += entries[row].score
        if p.read_calculation == 1 or row == end - 1:
            games = 1 if p.read_calculation == 1 else end - begin
            total += change_against(p, own[player], k, opponents, games, scored)
            opponents, scored = 0, 0
    return total


@rule("")
def tournament_change(p: Any, player: int, k: int, own: Column, entries: Column, begin: int, end: int) -> int:
    """The change from one tournament: that of its games, and what it brings its champion."""
    total = games_change(p, player, k, own, entries, begin, end)
    if entries[begin].champions > 0:
        return champion_change(p, own[player], k, total, entries[begin].champions)
    return total


@rule("")
def title_lift(p: Any, people: People, span: Span, player: int, rating: int) -> int:
    """The rating lifted by each title that lifts at this list; one without a grade of its own lifts nobody."""
    begin, end = (span.begin, span.day) if p.read_lift_on_list_day == 0 else (span.begin + 1, span.day + 1)
    sex, last = people.players[player].sex, people.players[player].titles_end
    for row in range(people.players[player].titles, last):
        title = people.titles[row]
        awarded = begin <= title.day < end if p.read_title_lift == 0 else title.day <= span.day
        held = p.read_lift_revoked == 1 or still_held(people.titles, row, last, span.day)
        if title.held and awarded and held:
            grades = people.grades[span.version, title.code]
            if grades.grade < OTHER_GRADE:
                rating = lifted(rating, standard_value(p, grades.grade, sex), title.code, title.day)
            elif grades.wxf < NO_WXF and p.read_wxf_lift == 1:
                rating = lifted(rating, foreign_value(p, grades.wxf, sex), title.code, title.day)
    return rating


@rule("")
def period_change(versions: Any, tournaments: Column, player: int, before: int, own: Column, entries: Entries) -> int:
    """The sum of a player's changes, tournament by tournament."""
    total = 0
    row, end = entries.at[player], entries.at[player + 1]
    while row < end:
        begin, tournament = row, entries.rows[row].tournament
        while row < end and entries.rows[row].tournament == tournament:
            row += 1
        p = versions[tournaments[tournament].version]
        k = k_of(p, own[player], before != NOT_RATED)
        total += tournament_change(p, player, k, own, entries.rows, begin, row)
    return total


@rule("")
def rate_player(
    versions: Any, people: People, tournaments: Column, span: Span, player: int, before: int, own: Column,
    entries: Entries, carried: int,
) -> int:  # fmt: skip
    """A player's rating on the new list, from the rating before (0: none); `own` are the ratings all played with.

    Sum of the changes, one-decimal rounding, titles, floor; or what is carried in instead; none if the rating ended.
    """
    p = versions[span.version]
    if carried == RATING_ENDED:
        return NOT_RATED
    sex = people.players[player].sex
    total = period_change(versions, tournaments, player, before, own, entries)
    rating = own[player]
    if carried == NOT_CARRIED:
        if p.read_lift_compared_with == 1:
            rating = title_lift(p, people, span, player, rating)
        rating = new_rating(p, rating, total)
    else:
        rating = carried_in(p, carried, sex)
    lifts = p.read_lift_compared_with == 0 if carried == NOT_CARRIED else p.read_carried_lift == 1
    if lifts:
        rating = title_lift(p, people, span, player, rating)
    return rating if carried != NOT_CARRIED else not_below_floor(p, rating, sex)


@rule("")
def rate_all(
    versions: Any, people: People, tournaments: Column, span: Span, own: Column, entries: Entries, carried: Column,
    rating: Column, games: Column, why: Column,
) -> None:  # fmt: skip
    """One list: rating (tenths), games and reasons of all players are brought from the last list to this one."""
    for player in range(len(rating)):
        if own[player] == NOT_RATED and carried[player] == NOT_CARRIED:
            continue
        before = rating[player] * 10
        new = rate_player(versions, people, tournaments, span, player, before, own, entries, carried[player])
        rating[player] = new // 10
        games[player] = entries.at[player + 1] - entries.at[player] if new != NOT_RATED else 0
        why[player] = 0
