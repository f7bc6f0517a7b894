"""A period: which games count, gathered by player, and each player's way to the new list.

The loops here run compiled in a replay; `rate_player` is also run step by step when a rating is explained.
"""

from typing import Any, NamedTuple

import numpy as np

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
    first_rating,
    is_forfeit,
    k_of,
    lifted,
    new_rating,
    not_below_floor,
    score,
    standard_value,
)  # fmt: skip
from schemes.cxa_rapid.columns import Federations, Games, People, Titles, Tournaments, World, fixed
from schemes.cxa_rapid.reasons import FORFEIT, OPPONENT_OUTSIDE, OUTSIDE, PLAYOFF_TOGETHER
from schemes.inputs import PLAYOFF, Column
from schemes.rule import compiled, rule

NOT_CARRIED = -1


class Span(NamedTuple):
    """A list: the day on which its period begins, its own day, and the version that holds on it."""

    begin: int
    day: int
    version: int


class Entries(NamedTuple):
    """Counted games by player: rows at[player] … at[player + 1], in the order of the tournaments."""

    at: Column
    tournament: Column
    opponent: Column
    score: Column
    champions: Column  # how many share the championship with this player; 0: not a champion


@rule("")
def still_held(titles: Titles, row: int, last: int, day: int) -> bool:
    """Whether an award has not been revoked up to and with a day."""
    for later in range(row + 1, last):
        if titles.day[later] <= day and titles.code[later] == titles.code[row] and not titles.held[later]:
            return False
    return True


@rule("")
def highest_grade(titles: Titles, grades: Column, version: int, none: int, player: int, day: int) -> int:
    """The highest grade of the titles that a player holds on a day."""
    best = none
    last = titles.at[player + 1]
    for row in range(titles.at[player], last):
        if titles.held[row] and titles.day[row] <= day:
            grade = grades[version, titles.code[row]]
            if grade < best and still_held(titles, row, last, day):
                best = grade
    return best


@rule("")
def is_outside(federations: Federations, p: Any, version: int, player: int, day: int) -> bool:
    """Whether a player is from outside the mainland on a day."""
    code = federations.outside.shape[1] - 1
    for row in range(federations.at[player], federations.at[player + 1]):
        if federations.day[row] <= day:
            code = federations.code[row]
        if p.read_outside == 1:
            break
    return federations.outside[version, code] != 0  # type: ignore[no-any-return]


@rule("")
def rating_in(p: Any, people: People, version: int, own: int, player: int, start: int, title_day: int) -> int:
    """The rating with which a player plays a tournament, who has `own` until then; 0: not rated."""
    if own != NOT_RATED and p.read_once_rated == 0:
        return own
    outside = is_outside(people.federations, p, version, player, start)
    wxf = highest_grade(people.titles, people.titles.wxf_grade, version, NO_WXF, player, title_day)
    if own != NOT_RATED:
        return NOT_RATED if outside and wxf == NO_WXF else own
    grade = highest_grade(people.titles, people.titles.grade, version, OTHER_GRADE, player, title_day)
    return first_rating(p, outside, grade, wxf, people.sex[player])


@rule("")
def is_decisive_playoff(p: Any, games: Games, tournament: int, game: int) -> bool:
    """Whether of all playoff games of two players this is the one that counts: the last, by the reading chosen."""
    begin, last = games.at[tournament], games.at[tournament + 1]
    skips = p.read_playoff_forfeit == 1
    gone = skips and is_forfeit(games.result[game])
    for other in range(game + 1, last):
        if same_pair(games, game, other) and (gone or not (skips and is_forfeit(games.result[other]))):
            return False
    if gone:
        for other in range(begin, game):
            if same_pair(games, game, other) and not is_forfeit(games.result[other]):
                return False
    return True


@rule("")
def same_pair(games: Games, game: int, other: int) -> bool:
    """Whether another game is a playoff game of the same two players."""
    if games.stage[other] != PLAYOFF:
        return False
    first, second = games.first[game], games.second[game]
    one, two = games.first[other], games.second[other]
    return (one == first and two == second) or (one == second and two == first)


@rule("")
def reason_of(p: Any, games: Games, tournament: int, game: int, first_value: int, second_value: int) -> int:
    """Why a game does not count, between players who play with these ratings; 0 if it does."""
    if first_value == NOT_RATED or second_value == NOT_RATED:
        return OUTSIDE
    if p.forfeits == 0 and is_forfeit(games.result[game]):
        return FORFEIT
    if games.stage[game] == PLAYOFF and p.read_playoffs == 0 and not is_decisive_playoff(p, games, tournament, game):
        return PLAYOFF_TOGETHER
    return 0


@rule("")
def admit(
    versions: Any, people: People, tournaments: Tournaments, games: Games, own: Column, chosen: Column, codes: Column,
    why: Column,
) -> Column:  # fmt: skip
    """All games of the list's tournaments in their order: a reason for each side and, for who plays a first counted
    game, the first rating in `own`. Returned: where each player's counted games will begin."""
    at = np.zeros(len(own) + 1, np.int64)
    for tournament in chosen:
        version = tournaments.version[tournament]
        p = versions[version]
        start = tournaments.start[tournament]
        day = start if p.read_first_title_day == 0 else tournaments.end[tournament]
        for game in range(games.at[tournament], games.at[tournament + 1]):
            first, second = np.int64(games.first[game]), np.int64(games.second[game])
            first_value = rating_in(p, people, version, own[first], first, start, day)
            second_value = rating_in(p, people, version, own[second], second, start, day)
            reason = reason_of(p, games, tournament, game, first_value, second_value)
            codes[0, game] = OPPONENT_OUTSIDE if reason == OUTSIDE and first_value != NOT_RATED else reason
            codes[1, game] = OPPONENT_OUTSIDE if reason == OUTSIDE and second_value != NOT_RATED else reason
            if reason == 0:
                own[first], own[second] = first_value, second_value
                at[first + 1] += 1
                at[second + 1] += 1
            else:
                why[first], why[second] = codes[0, game], codes[1, game]
    for player in range(len(own)):
        at[player + 1] += at[player]
    return at


@rule("")
def champions_of(p: Any, tournaments: Tournaments, tournament: int) -> int:
    """How many individual champions a tournament has."""
    if tournaments.team[tournament] and p.read_champion_event == 0:
        return 0
    ranked_first = tournaments.champion_at[tournament + 1] - tournaments.champion_at[tournament]
    return 0 if ranked_first > 1 and p.read_shared_champions == 2 else ranked_first


@rule("")
def gather(
    versions: Any, games: Games, tournaments: Tournaments, chosen: Column, codes: Column, at: Column
) -> tuple[Column, Column, Column, Column]:
    """The counted games by player, in the order of the tournaments: the columns of Entries."""
    free = at[:-1].copy()
    champions = np.zeros(len(free), np.int64)
    where, opponents = np.zeros(at[-1], np.int64), np.zeros(at[-1], np.int64)
    scores, crowns = np.zeros(at[-1], np.int64), np.zeros(at[-1], np.int64)
    for tournament in chosen:
        p = versions[tournaments.version[tournament]]
        crowned = tournaments.champion[tournaments.champion_at[tournament] : tournaments.champion_at[tournament + 1]]
        champions[crowned] = champions_of(p, tournaments, tournament)
        for game in range(games.at[tournament], games.at[tournament + 1]):
            if codes[0, game] != 0:
                continue
            for side in range(2):
                first = side == 0
                player = games.first[game] if first else games.second[game]
                row = free[player]
                free[player] += 1
                where[row] = tournament
                opponents[row] = games.second[game] if first else games.first[game]
                scores[row] = score(p, games.result[game], games.stage[game], first)
                crowns[row] = champions[player]
        champions[crowned] = 0
    return where, opponents, scores, crowns


@rule("")
def change_against(p: Any, own: int, k: int, opponents: int, games: int, scored: int) -> int:
    """The change from some games, given the sum of the opponents' ratings and what was scored against them."""
    average = average_of_opponents(opponents, games)
    expected = expected_score(games, expectation(p, average - own))
    return change(p, k, scored, expected)


@rule("")
def tournament_change(p: Any, player: int, k: int, own: Column, entries: Entries, begin: int, end: int) -> int:
    """The change from one tournament: rows begin … end of a player's games."""
    total, opponents, scored = 0, 0, 0
    for row in range(begin, end):
        if p.read_calculation == 1:
            total += change_against(p, own[player], k, own[entries.opponent[row]], 1, entries.score[row])
        opponents += own[entries.opponent[row]]
        scored += entries.score[row]
    if p.read_calculation == 0:
        total = change_against(p, own[player], k, opponents, end - begin, scored)
    if entries.champions[begin] > 0:
        return champion_change(p, own[player], k, total, entries.champions[begin])
    return total


@rule("")
def title_lift(p: Any, titles: Titles, span: Span, player: int, sex: int, rating: int) -> int:
    """The rating lifted by each title that lifts at this list."""
    begin, end = (span.begin, span.day) if p.read_lift_on_list_day == 0 else (span.begin + 1, span.day + 1)
    last = titles.at[player + 1]
    for row in range(titles.at[player], last):
        when = titles.day[row]
        awarded = begin <= when < end if p.read_title_lift == 0 else when <= span.day
        held = p.read_lift_revoked == 1 or still_held(titles, row, last, span.day)
        if titles.held[row] and awarded and held:
            grade = titles.grade[span.version, titles.code[row]]
            wxf = titles.wxf_grade[span.version, titles.code[row]]
            if wxf == NO_WXF:
                rating = lifted(rating, standard_value(p, grade, sex))
            elif p.read_wxf_lift == 1:
                rating = lifted(rating, foreign_value_of(p, wxf, sex))
    return rating


@rule("")
def foreign_value_of(p: Any, wxf: int, sex: int) -> int:
    return first_rating(p, True, OTHER_GRADE, wxf, sex)


@rule("")
def rate_player(
    versions: Any, people: People, version: Column, span: Span, player: int, before: int, own: Column, entries: Entries,
    carried: int,
) -> int:  # fmt: skip
    """A player's rating on the new list, from the rating before (0: none); `own` are the ratings all played with."""
    p = versions[span.version]
    sex = people.sex[player]
    if own[player] == NOT_RATED and carried == NOT_CARRIED:
        return NOT_RATED
    total = 0
    row, end = entries.at[player], entries.at[player + 1]
    while row < end:
        tournament = entries.tournament[row]
        begin = row
        while row < end and entries.tournament[row] == tournament:
            row += 1
        then = versions[version[tournament]]
        k = k_of(then, own[player], before != NOT_RATED)
        total += tournament_change(then, player, k, own, entries, begin, row)
    if carried != NOT_CARRIED:
        rating = carried_in(p, carried, sex)
        return title_lift(p, people.titles, span, player, sex, rating) if p.read_carried_lift == 1 else rating
    return rating_on_list(p, people.titles, span, player, sex, own[player], total)


@rule("")
def rating_on_list(p: Any, titles: Titles, span: Span, player: int, sex: int, before: int, total: int) -> int:
    """Sum of the changes, one-decimal rounding, titles, floor."""
    if p.read_lift_compared_with == 1:
        before = title_lift(p, titles, span, player, sex, before)
    rating = new_rating(p, before, total)
    if p.read_lift_compared_with == 0:
        rating = title_lift(p, titles, span, player, sex, rating)
    return not_below_floor(p, rating, sex)


@rule("")
def rate_all(
    versions: Any, people: People, version: Column, span: Span, own: Column, entries: Entries, carried: Column,
    rating: Column, games: Column, why: Column,
) -> None:  # fmt: skip
    """One list: rating (tenths), games and reasons of all players are brought from the last list to this one."""
    for player in range(len(rating)):
        if own[player] == NOT_RATED and carried[player] == NOT_CARRIED:
            continue
        before = rating[player] * 10
        new = rate_player(versions, people, version, span, player, before, own, entries, carried[player])
        rating[player] = new // 10
        games[player] = entries.at[player + 1] - entries.at[player]
        why[player] = 0


def counted(
    versions: Any, world: World, chosen: Column, rating: Column, codes: Column, why: Column
) -> tuple[Column, Entries]:
    """The ratings with which everybody plays a period, and the games that count in it, by player."""
    own = rating.astype(np.int64) * 10
    order = fixed(chosen, np.int64)
    at = compiled(admit)(versions, world.people, world.tournaments, world.games, own, order, codes, why)
    columns = compiled(gather)(versions, world.games, world.tournaments, order, codes, at)
    return own, Entries(at, *columns)
