"""The first pass over a list: which of its games are rated, and for whom. Loops over the rules of articles 0 to 6."""

from typing import Any

from schemes.fide_standard.admission import (
    day_of_game,
    is_strong,
    match_of_rated,
    match_open,
    points_x2,
    registered_in_time,
    time_enough,
    was_played,
)  # fmt: skip
from schemes.fide_standard.columns import RATING, SCORED_ELSEWHERE, At, Boards, Entrants, Marks
from schemes.fide_standard.listing import closing_days
from schemes.fide_standard.reasons import LIST_OF_END, OPPONENT_UNRATED, RATED, ZERO_FIRST
from schemes.inputs import MAIN, Column
from schemes.rule import rule


@rule("8.3.1")
def ratings_row(p: Any, at: At, in_force: int) -> int:
    """The row of the history that gives the ratings with which games of a tournament are rated."""
    return in_force - at.base if p.read_ratings_from == 0 else at.number - 1 - at.base


@rule("")
def on_this_list(p: Any, at: At, event: Any, day: int) -> bool:
    """Whether a game of a long event belongs to this list: after the list before closed, before this one does."""
    days = closing_days(p, int(event.official))
    counted = day_of_game(day, int(event.start), int(event.end))
    return counted <= at.day - days and (at.number == event.first_list or counted > at.previous_day - days)


@rule("")
def strong_entrant(p: Any, number: int, boards: Boards, entrants: Entrants, people: Any, ratings: Column) -> int:
    """1 if somebody entered, or with a game, makes a tournament strong."""
    if p.read_entrants == 0:
        for i in range(entrants.offset[number], entrants.offset[number + 1]):
            player = entrants.player[i]
            if is_strong(p, int(ratings[RATING, player]), int(people[player].woman)) > 0:
                return 1
    for i in range(boards.offset[number], boards.offset[number + 1]):
        for player in (boards.first[i], boards.second[i]):
            if is_strong(p, int(ratings[RATING, player]), int(people[player].woman)) > 0:
                return 1
    return 0


@rule("")
def judge_event(
    p: Any, event: Any, number: int, boards: Boards, entrants: Entrants, people: Any, ratings: Column
) -> int:
    """What of a whole tournament depends on ratings: registered in time, no unrated player in a match."""
    before, approved = int(event.start) - int(event.registered), int(event.late_approved)
    if registered_in_time(p, before, 1, approved) != RATED:
        strong = strong_entrant(p, number, boards, entrants, people, ratings)
        verdict = registered_in_time(p, before, strong, approved)
        if verdict != RATED:
            return verdict
    if event.match > 0:
        for i in range(boards.offset[number], boards.offset[number + 1]):
            verdict = match_of_rated(min(int(ratings[RATING, boards.first[i]]), int(ratings[RATING, boards.second[i]])))
            if verdict != RATED:
                return verdict
    return RATED


@rule("")
def points_before(boards: Boards, number: int, game: int) -> int:
    """The half points that the better of two had in a match before a game."""
    one, other = boards.first[game], boards.second[game]
    ones, others = 0, 0
    for i in range(boards.offset[number], game):
        if boards.stage[i] == MAIN:
            result = int(boards.result[i])
            if boards.first[i] == one and boards.second[i] == other:
                ones += points_x2(result, 0)
                others += points_x2(result, 1)
            elif boards.first[i] == other and boards.second[i] == one:
                ones += points_x2(result, 1)
                others += points_x2(result, 0)
    return max(ones, others)


@rule("")
def judge_game(p: Any, event: Any, result: int, points: int, higher: int) -> int:
    """Whether a game of a rated tournament is rated: played, not dead, with time enough for the higher rating."""
    verdict = was_played(result)
    if verdict == RATED:
        verdict = match_open(p, points, int(event.rounds), int(event.rate_all))
    if verdict == RATED:
        verdict = time_enough(p, int(event.seconds), int(event.increment), higher)
    return verdict


@rule("")
def write_side(side: Any, player: int, event: int, opponent: int, score: int, game: int) -> None:
    """One rated side of a game."""
    side.player = player
    side.event = event
    side.opponent = opponent
    side.score = score
    side.counts = 1
    side.game = game


@rule("")
def mark_game(marks: Marks, at: At, game: int, verdict: int, first: int, second: int) -> None:
    """The verdict on a game for both sides: one that is rated is so only against a rated opponent."""
    marks.list_number[game] = at.number
    marks.first[game] = verdict if verdict != RATED or second > 0 else OPPONENT_UNRATED
    marks.second[game] = verdict if verdict != RATED or first > 0 else OPPONENT_UNRATED


@rule("")
def judge(
    versions: Any, at: At, order: Column, events: Any, boards: Boards, entrants: Entrants, people: Any,
    history: Column, sides: Any, marks: Marks,
) -> int:  # fmt: skip
    """Judge every game of the list's tournaments, in order, and write down the sides that are rated; how many."""
    written = 0
    wanted = len(marks.first) > 0
    for number in order:
        event = events[number]
        p = versions[event.version]
        at_start = history[event.in_force - at.base]
        ratings = history[ratings_row(p, at, int(event.in_force))]
        whole = judge_event(p, event, number, boards, entrants, people, at_start)
        begun = written
        if wanted:
            marks.tournament[number] = whole
        for game in range(boards.offset[number], boards.offset[number + 1]):
            if event.long > 0 and not on_this_list(p, at, event, int(boards.day[game])):
                continue
            first, second = int(ratings[RATING, boards.first[game]]), int(ratings[RATING, boards.second[game]])
            result = int(boards.result[game])
            verdict = whole
            if verdict == RATED:
                points = 0
                if event.match > 0 and boards.stage[game] == MAIN:
                    points = points_before(boards, number, game)
                higher = max(int(at_start[RATING, boards.first[game]]), int(at_start[RATING, boards.second[game]]))
                verdict = judge_game(p, event, result, points, higher)
            if wanted:
                mark_game(marks, at, game, verdict, first, second)
            if verdict == RATED:
                points = points_x2(result, 0)
                if second > 0:
                    write_side(sides[written], boards.first[game], number, second, points, 2 * game)
                    written += 1
                if first > 0:
                    write_side(sides[written], boards.second[game], number, first, 2 - points, 2 * game + 1)
                    written += 1
        if p.read_zero_games != 0:
            mark_scored_elsewhere(p, at, event, number, boards, history, sides, begun, written)
    return written


@rule("8.2.1")
def mark_scored_elsewhere(
    p: Any, at: At, event: Any, number: int, boards: Boards, history: Column, sides: Any, begin: int, end: int
) -> None:
    """Mark the sides begin … end − 1 of unrated players who scored in any game of the event that this list rates."""
    for i in range(begin, end):
        player = sides[i].player
        if history[at.number - 1 - at.base, RATING, player] == 0 and scored(p, at, event, number, boards, player):
            sides[i].counts = SCORED_ELSEWHERE


@rule("")
def scored(p: Any, at: At, event: Any, number: int, boards: Boards, player: int) -> bool:
    """Whether a player has points in the games of an event that were played, on this list if the event is long."""
    for game in range(boards.offset[number], boards.offset[number + 1]):
        result = int(boards.result[game])
        if was_played(result) == RATED and (event.long == 0 or on_this_list(p, at, event, int(boards.day[game]))):
            if boards.first[game] == player and points_x2(result, 0) > 0:
                return True
            if boards.second[game] == player and points_x2(result, 1) > 0:
                return True
    return False


@rule("7.1")
def leave_out_ended(judged: Any, written: int, ended: Column, marks: Marks) -> int:
    """Take out the sides of players (a mask) whose rating ends on this list, and mark them; how many sides are left."""
    kept = 0
    for i in range(written):
        if ended[judged[i].player]:
            if len(marks.first) > 0:
                side = marks.first if judged[i].game % 2 == 0 else marks.second
                side[judged[i].game // 2] = LIST_OF_END
        else:
            judged[kept] = judged[i]
            kept += 1
    return kept


@rule("")
def gather(judged: Any, written: int, sides: Any, place: Column, touched: Column) -> int:
    """Sort the judged sides by player, each player's in order; how many players. Player i's end at place[i]."""
    for i in range(written):
        place[judged[i].player] += 1
    players, begin = 0, 0
    for player in range(len(place)):
        count = place[player]
        if count > 0:
            touched[players] = player
            players += 1
            place[player] = begin
            begin += count
    for i in range(written):
        player = judged[i].player
        sides[place[player]] = judged[i]
        place[player] += 1
    return players


@rule("")
def mark_zero_events(sides: Any, written: int, marks: Marks) -> None:
    """Sides that were left out of a pool, once players are rated."""
    for i in range(written):
        if sides[i].counts == 0:
            if sides[i].game % 2 == 0:
                marks.first[sides[i].game // 2] = ZERO_FIRST
            else:
                marks.second[sides[i].game // 2] = ZERO_FIRST
