"""The first pass over a list: which of its games are rated, and for whom."""

from typing import Any

import numpy as np

from schemes.drivers.by_period.articles import (
    asks_for_days,
    asks_for_entrants,
    closing_days,
    counts_for_match,
    day_verdict,
    entrant_verdict,
    game_verdict,
    has_series,
    late_rating,
    pair_verdict,
    ratings_from,
    series_verdict,
)  # fmt: skip
from schemes.drivers.by_period.tables import SCORED_ELSEWHERE, Judging, ListContext, Played
from schemes.kernels.arithmetic import half_up
from schemes.kernels.articles import loop
from schemes.kernels.columns import Records
from schemes.kernels.inputs import (
    BOTH_ABSENT,
    DRAW,
    FEMALE,
    FIRST_WINS,
    MAIN,
    PLAYOFF,
    SECOND_ABSENT,
    Column,
)
from schemes.rating.articles import Player, beginning, rating_in_game
from schemes.rating.elsewhere import RatedElsewhere, rating_elsewhere
from schemes.rating.held_titles import titles_on
from schemes.rating.reasons import LIST_OF_END, OPPONENT_UNRATED, RATED


@loop
def judge(versions: Any, context: ListContext, order: Column, played: Played, work: Judging) -> int:
    """Judge every game of the list's tournaments, in order, and write down the sides that are rated; how many."""
    written: Any = np.int64(0)  # no literal, for which the loops would compile once more
    for number in order:
        event = played.events[number]
        p = versions[event.version]
        by_days = judge_days(p, number, played, work.on_day)
        whole = judge_event(p, number, by_days, played, work.history[event.in_force - context.base])
        if len(work.marks.tournament) > 0:
            work.marks.tournament[number] = whole
        begun = written
        written = judge_games(p, context, number, whole, played, work, begun)
        mark_scored_elsewhere(work.judged, begun, written, work.scored, number)
    return int(written)


@loop
def judge_days(p: Any, number: int, played: Played, on_day: Records) -> int:
    """What of a whole tournament depends on the days on which it was played."""
    event = played.events[number]
    if not asks_for_days(p, event):
        return RATED
    day, games = busiest_day(number, played, on_day)
    if games > 0:
        return day_verdict(p, event, day, games)
    return RATED


@loop
def busiest_day(number: int, played: Played, on_day: Records) -> tuple[int, int]:
    """The day on which one player played the most games, and how many; no games if the days are not known.

    They are known if none is outside of the tournament, if the tournament lasts one day or its games stand on several,
    and if nobody's days go back from game to game: a report without the days of rounds has games on one day, often its
    first. Play-offs are left out, because they have a clock of their own. The games of one player follow each other,
    while rounds of others may run beside them: so these hours were certainly played.
    """
    event = played.events[number]
    begin = played.offset[number]
    end = played.offset[number + 1]
    first_day = int(event.end) + 1
    last_day = 0
    last_stage = MAIN
    for game in range(begin, end):
        if played.stage[game] != PLAYOFF:
            first_day = min(first_day, int(played.day[game]))
            last_day = max(last_day, int(played.day[game]))
            last_stage = max(last_stage, int(played.stage[game]))
    if first_day < event.start or last_day > event.end:
        return 0, 0
    if first_day == last_day and event.start < event.end:
        return 0, 0

    busiest = 0
    most = 0
    for stage in range(last_stage + 1):  # each stage counts its rounds anew
        for game in range(begin, end):
            if played.stage[game] != stage or played.result[game] > DRAW:
                continue
            day = int(played.day[game])
            for side in range(2):
                own = on_day[played.first[game] if side == 0 else played.second[game]]
                if own.event == number + 1 and day < own.day:
                    return 0, 0
                if own.event != number + 1 or day > own.day:
                    own.event = number + 1
                    own.day = day
                    own.games = 0
                own.games += 1
                if own.games > most:
                    busiest = day
                    most = int(own.games)
    return busiest, most


@loop
def judge_event(p: Any, number: int, by_days: int, played: Played, ratings: Records) -> int:
    """What of a whole tournament depends on its days and on those who take part: of several reasons the lowest code."""
    event = played.events[number]
    verdict = by_days
    if not asks_for_entrants(p, event):
        return verdict
    entrants = played.entrant_offset[number]
    game = played.offset[number]
    entered = played.entrant_offset[number + 1] - entrants
    games = played.offset[number + 1] - game
    for i in range(entered + 2 * games):
        at = i - entered
        plays = i >= entered
        if plays:
            player = played.first[game + at // 2] if at % 2 == 0 else played.second[game + at // 2]
        else:
            player = played.entrant[entrants + i]
        found = entrant_verdict(
            p, event, int(ratings[player].rating), int(played.people[player].sex == FEMALE), plays
        )
        if found != RATED and (verdict == RATED or found < verdict):
            verdict = found
    return verdict


@loop
def judge_games(
    p: Any,
    context: ListContext,
    number: int,
    whole: int,
    played: Played,
    work: Judging,
    written: int,
) -> int:
    """Judge the games of a tournament that belong to the list; how many sides are written by then."""
    event = played.events[number]
    marks = work.marks
    judged = work.judged
    ends = work.ends
    firsts = played.first
    seconds = played.second
    results = played.result
    at_start = work.history[event.in_force - context.base]
    list_before = work.history[context.number - 1 - context.base]
    number_of_ratings = ratings_from(p, int(event.in_force), context.number - 1)
    ratings = work.history[number_of_ratings - context.base]
    for game in range(played.offset[number], played.offset[number + 1]):
        if event.long > 0 and not on_this_list(p, context, event, int(played.day[game])):
            continue
        first = firsts[game]
        second = seconds[game]
        result = int(results[game])
        verdict = whole
        if verdict == RATED:
            in_match = event.match > 0 and played.stage[game] == MAIN
            points = points_before(p, played, number, game)[0] if in_match else 0
            higher = max(int(at_start[first].rating), int(at_start[second].rating))
            verdict = game_verdict(p, event, result, points, higher)
        if verdict == RATED and has_series(p, event):
            points, count = points_before(p, played, number, game)
            lower = min(int(at_start[first].rating), int(at_start[second].rating))
            verdict = series_verdict(p, event, points, count, lower)
        one = int(ratings[first].rating)
        other = int(ratings[second].rating)
        if one == 0:
            one = begins_with(p, event, played, work.elsewhere, first, number_of_ratings)
        if other == 0:
            other = begins_with(p, event, played, work.elsewhere, second, number_of_ratings)
        if one == 0:
            one = late_rating(p, int(list_before[first].rating))
        if other == 0:
            other = late_rating(p, int(list_before[second].rating))
        if verdict == RATED:
            verdict = pair_verdict(p, one, other)
        for side in range(2):
            player, opponent = (first, other) if side == 0 else (second, one)
            score = points_x2(result, side)
            why = verdict if verdict != RATED or opponent > 0 else OPPONENT_UNRATED
            why = LIST_OF_END if why == RATED and ends[player] > 0 else why
            if why == RATED:
                opponent = rating_in_game(p, played.further[game], opponent, side == 1)
                write_side(judged[written], player, number, opponent, score, 2 * game + side)
                written += 1
            elif score > 0 and result <= DRAW:
                work.scored[player] = number + 1
            if len(marks.first) > 0:
                (marks.first if side == 0 else marks.second)[game] = why
                marks.list_number[game] = context.number
    return written


@loop
def begins_with(
    p: Any, event: Any, played: Played, elsewhere: RatedElsewhere, player: int, number: int
) -> int:
    """The rating with which an unrated player begins, by titles and sex or from another scheme's list; 0: by games."""
    person = played.people[player]
    day = int(event.start)
    titles = titles_on(played.titles, player, day)
    who = Player(0, 0, 0, int(person.born), int(person.sex), titles, 0)
    return beginning(p, who, half_up(rating_elsewhere(elsewhere, player, number), 100), day)


@loop
def on_this_list(p: Any, context: ListContext, event: Any, day: int) -> bool:
    """Whether a game of a long event belongs to this list: after the list before closed, before this one does.

    A game that is dated outside its event counts at the nearer end.
    """
    days = closing_days(p, event.official > 0)
    counted = min(max(day, int(event.start)), int(event.end))
    return counted <= context.day - days and (
        context.number == event.first_list or counted > context.previous_day - days
    )


@loop
def points_before(p: Any, played: Played, number: int, game: int) -> tuple[int, int]:
    """The half points that the better of two had before a game in games of its stage, and how many games these are."""
    one = played.first[game]
    other = played.second[game]
    ones, others, count = 0, 0, 0
    for i in range(played.offset[number], played.offset[number + 1]):
        here = (played.first[i] == one and played.second[i] == other) or (
            played.first[i] == other and played.second[i] == one
        )
        if not here or played.stage[i] != played.stage[game]:
            continue
        count += 1
        if i < game and counts_for_match(p, int(played.result[i])):
            side = 0 if played.first[i] == one else 1
            ones += points_x2(int(played.result[i]), side)
            others += points_x2(int(played.result[i]), 1 - side)
    return max(ones, others), count


@loop
def points_x2(result: int, side: int) -> int:
    """What a result gives the first (0) or second (1) side in half points; a forfeit gives its winner the point.

    Nobody scores if both were absent, or lost by fouls: the last of the results.
    """
    if result == DRAW:
        return 1
    if result >= BOTH_ABSENT:
        return 0
    if (result in (FIRST_WINS, SECOND_ABSENT)) == (side == 0):
        return 2
    return 0


@loop
def write_side(side: Any, player: int, event: int, opponent: int, score: int, game: int) -> None:
    """One rated side of a game."""
    side.player = player
    side.event = event
    side.opponent = opponent
    side.score = score
    side.counts = 1
    side.game = game


@loop
def mark_scored_elsewhere(
    judged: Records, begin: int, end: int, scored: Column, number: int
) -> None:
    """Mark the sides of players who scored in games of the tournament that are not rated."""
    for i in range(begin, end):
        if scored[judged[i].player] == number + 1:
            judged[i].counts = SCORED_ELSEWHERE


@loop
def gather(judged: Records, written: int, sides: Records, place: Column, touched: Column) -> int:
    """Sort the judged sides by player, each player's in order; how many players. A player's sides end at `place`."""
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
