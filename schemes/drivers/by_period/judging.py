"""The first pass over a list: which of its games are rated, and for whom."""

from typing import Any

import numpy as np

from schemes.drivers.by_period.articles import (
    closing_days,
    days_verdict,
    entrants_verdict,
    game_verdict,
    late_rating,
    pair_verdict,
    ratings_from,
)  # fmt: skip
from schemes.drivers.by_period.tables import SCORED_ELSEWHERE, ListContext, Played, Workspace
from schemes.kernels.arithmetic import half_up
from schemes.kernels.articles import loop
from schemes.kernels.columns import Records
from schemes.kernels.fields import Fields
from schemes.kernels.inputs import (
    DRAW,
    Column,
)
from schemes.rating.articles import Player, beginning, rating_in_game
from schemes.rating.elsewhere import RatedElsewhere, rating_elsewhere
from schemes.rating.held_titles import titles_on
from schemes.rating.reasons import LIST_OF_END, OPPONENT_UNRATED, RATED
from schemes.rating.results import HALF, score_of


@loop
def judge(
    versions: Any, context: ListContext, order: Column, played: Played, work: Workspace
) -> int:
    """Judge every game of the list's tournaments, in order, and write down the sides that are rated; how many."""
    written: Any = np.int64(0)  # no literal, for which the loops would compile once more
    for number in order:
        event = played.events[number]
        p = versions[event.version]
        at_start = work.history[event.in_force - context.base]
        whole = first_of(
            days_verdict(p, number, played, work.on_day),
            entrants_verdict(p, number, played, at_start),
        )
        if len(work.marks.tournament) > 0:
            work.marks.tournament[number] = whole
        begun = written
        written = judge_games(p, context, number, whole, played, work, begun)
        mark_scored_elsewhere(work.judged, begun, written, work.scored, number)
    return int(written)


@loop
def first_of(one: int, other: int) -> int:
    """Of two verdicts the one that keeps out, of two such the lower code."""
    if one == RATED or RATED < other < one:
        return other
    return one


@loop
def judge_games(
    p: Fields,
    context: ListContext,
    number: int,
    whole: int,
    played: Played,
    work: Workspace,
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
            verdict = game_verdict(p, number, game, played, at_start)
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
            score = score_of(result, side == 0) // HALF
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
    p: Fields, event: Fields, played: Played, elsewhere: RatedElsewhere, player: int, number: int
) -> int:
    """The rating with which an unrated player begins, by titles and sex or from another scheme's list; 0: by games."""
    person = played.players[player]
    day = int(event.start)
    titles = titles_on(played.titles, player, day)
    who: Any = Player(0, 0, 0, int(person.born), int(person.sex), titles, 0)
    return beginning(p, who, half_up(rating_elsewhere(elsewhere, player, number), 100), day)


@loop
def on_this_list(p: Fields, context: ListContext, event: Fields, day: int) -> bool:
    """Whether a game of a long event belongs to this list: after the list before closed, before this one does.

    A game that is dated outside its event counts at the nearer end.
    """
    days = closing_days(p, event.official > 0)
    counted = min(max(day, int(event.start)), int(event.end))
    return counted <= context.day - days and (
        context.number == event.first_list or counted > context.previous_day - days
    )


@loop
def write_side(side: Fields, player: int, event: int, opponent: int, score: int, game: int) -> None:
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
