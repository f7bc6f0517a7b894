"""Which games of a period count, with which ratings everybody plays, and the counted games by player."""

from typing import Any, NamedTuple

import numpy as np

from schemes.cxa_rapid.articles import NO_WXF, NOT_RATED, OTHER_GRADE, first_rating, is_forfeit, score
from schemes.cxa_rapid.columns import Games, People, Tournaments, World
from schemes.cxa_rapid.reasons import FORFEIT, OPPONENT_OUTSIDE, OUTSIDE, PLAYOFF_TOGETHER
from schemes.inputs import MAIN, PLAYOFF, Column, fixed
from schemes.rule import compiled, rule


class Entries(NamedTuple):
    """Counted games by player: rows at[player] … at[player + 1], in the order of the tournaments."""

    at: Column
    rows: Column  # tournament, opponent, score, champions (with how many this player shares the title; 0: no champion)


ENTRY = np.dtype([("tournament", np.int64), ("opponent", np.int64), ("score", np.int64), ("champions", np.int64)])


@rule("")
def still_held(titles: Any, row: int, last: int, day: int) -> bool:
    """Whether an award has not been revoked up to and with a day."""
    for later in range(row + 1, last):
        if titles[later].day <= day and titles[later].code == titles[row].code and titles[later].held == 0:
            return False
    return True


@rule("")
def highest_grade(people: People, version: int, player: int, day: int) -> tuple[int, int]:
    """The highest grades, of art. 6 and of art. 12, of the titles that a player holds on a day."""
    grade, wxf = OTHER_GRADE, NO_WXF
    last = people.players[player].titles_end
    for row in range(people.players[player].titles, last):
        title = people.titles[row]
        if title.held and title.day <= day and still_held(people.titles, row, last, day):
            grade = min(grade, people.grades[version, title.code].grade)
            wxf = min(wxf, people.grades[version, title.code].wxf)
    return grade, wxf


@rule("")
def is_outside(p: Any, people: People, version: int, player: int, day: int) -> bool:
    """Whether a player is from outside the mainland on a day."""
    code = people.outside.shape[1] - 1
    for row in range(people.players[player].federations, people.players[player].federations_end):
        if people.federations[row].day <= day:
            code = people.federations[row].code
        if p.read_outside == 1:
            break
    return bool(people.outside[version, code])


@rule("")
def rating_in(p: Any, people: People, version: int, own: int, player: int, start: int, title_day: int) -> int:
    """The rating with which a player plays a tournament who has `own` until then (0: none); 0: not rated."""
    outside = is_outside(p, people, version, player, start)
    grade, wxf = highest_grade(people, version, player, title_day)
    if own != NOT_RATED:
        return NOT_RATED if outside and wxf == NO_WXF and p.read_once_rated == 1 else own
    return first_rating(p, outside, grade, wxf, people.players[player].sex)


@rule("")
def same_two(games: Games, game: int, other: int) -> bool:
    """Whether two games were played by the same two, whichever side they had."""
    if games.first[other] == games.first[game]:
        return bool(games.second[other] == games.second[game])
    return bool(games.first[other] == games.second[game] and games.second[other] == games.first[game])


@rule("")
def is_playoff(p: Any, games: Games, tournament: int, game: int) -> bool:
    """Whether a game is a playoff game: of that stage, or a replay, a further game of the same two in a knockout stage.

    Games of one stage stand in the order of round and board, so an earlier row is an earlier game of the stage.
    """
    stage = games.stage[game]
    if stage in (MAIN, PLAYOFF) or p.read_replays == 1:
        return bool(stage == PLAYOFF)
    for other in range(games.at[tournament], game):
        if games.stage[other] == stage and same_two(games, game, other):
            return True
    return False


@rule("")
def is_later(games: Games, other: int, game: int) -> bool:
    """Whether a game comes after another one: by stage, then by round and board."""
    if games.stage[other] != games.stage[game]:
        return bool(games.stage[other] > games.stage[game])
    return other > game


@rule("")
def is_decisive_playoff(p: Any, games: Games, tournament: int, game: int) -> bool:
    """Whether of all playoff games of two players this is the one that counts: the last, by the reading chosen."""
    skips = p.read_playoff_forfeit == 1
    gone = skips and is_forfeit(games.result[game])
    for other in range(games.at[tournament], games.at[tournament + 1]):
        if other == game or not same_two(games, game, other) or not is_playoff(p, games, tournament, other):
            continue
        other_gone = skips and is_forfeit(games.result[other])
        if gone != other_gone:
            if gone:
                return False
        elif is_later(games, other, game):
            return False
    return True


@rule("")
def reason_of(p: Any, games: Games, tournament: int, game: int, first_value: int, second_value: int) -> int:
    """Why a game does not count, between players who play with these ratings; 0 if it does."""
    if first_value == NOT_RATED or second_value == NOT_RATED:
        return OUTSIDE
    if p.forfeits == 0 and is_forfeit(games.result[game]):
        return FORFEIT
    if p.read_playoffs == 0 and is_playoff(p, games, tournament, game):
        return 0 if is_decisive_playoff(p, games, tournament, game) else PLAYOFF_TOGETHER
    return 0


@rule("")
def admit(
    versions: Any, people: People, tournaments: Tournaments, games: Games, own: Column, chosen: Column, codes: Column,
    why: Column, at: Column,
) -> None:  # fmt: skip
    """All games of the list's tournaments in their order: a reason for each side and, for who plays a first counted
    game, the first rating in `own`. In `at`, all 0 before: where each player's counted games will begin, and end."""
    for tournament in chosen:
        row = tournaments.rows[tournament]
        p = versions[row.version]
        day = row.start if p.read_first_title_day == 0 else row.end
        for game in range(games.at[tournament], games.at[tournament + 1]):
            first, second = games.first[game], games.second[game]
            first_value, second_value = own[first], own[second]
            if first_value == NOT_RATED or p.read_once_rated != 0:
                first_value = rating_in(p, people, row.version, first_value, first, row.start, day)
            if second_value == NOT_RATED or p.read_once_rated != 0:
                second_value = rating_in(p, people, row.version, second_value, second, row.start, day)
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


@rule("")
def champions_of(p: Any, ranked_first: int, team: int) -> int:
    """How many individual champions a tournament has."""
    if team and p.read_champion_event == 0:
        return 0
    return 0 if ranked_first > 1 and p.read_shared_champions == 2 else ranked_first


@rule("")
def gather(
    versions: Any, games: Games, tournaments: Tournaments, chosen: Column, codes: Column, free: Column,
    champions: Column, entries: Column,
) -> None:  # fmt: skip
    """The counted games by player, in the order of the tournaments; `free` is where each player's begin, and is moved
    on. In `champions`, 0 for everybody before and after, stands of how many champions of a tournament one is."""
    for tournament in chosen:
        here = tournaments.rows[tournament]
        p = versions[here.version]
        for row in range(here.champions, here.champions_end):
            champions[tournaments.champions[row]] = champions_of(p, here.champions_end - here.champions, here.team)
        for game in range(games.at[tournament], games.at[tournament + 1]):
            if codes[0, game] != 0:
                continue
            playoff = is_playoff(p, games, tournament, game)
            for side in range(2):
                player = games.first[game] if side == 0 else games.second[game]
                entry = entries[free[player]]
                free[player] += 1
                entry.tournament = tournament
                entry.opponent = games.second[game] if side == 0 else games.first[game]
                entry.score = score(games.result[game], playoff, side == 0)
                entry.champions = champions[player]
        for row in range(here.champions, here.champions_end):
            champions[tournaments.champions[row]] = 0


def counted(
    versions: Any, world: World, chosen: Column, rating: Column, codes: Column, why: Column
) -> tuple[Column, Entries]:
    """The ratings with which everybody plays a period, and the games that count in it, by player."""
    own = rating.astype(np.int64) * 10
    order = fixed(chosen, np.int64)
    at, champions = np.zeros(len(own) + 1, np.int64), np.zeros(len(own), np.int64)
    compiled(admit)(versions, world.people, world.tournaments, world.games, own, order, codes, why, at)
    rows = np.zeros(at[-1], ENTRY).view(np.recarray)
    compiled(gather)(versions, world.games, world.tournaments, order, codes, at[:-1].copy(), champions, rows)
    return own, Entries(at, rows)
