"""What depends on the days of a tournament (3.1), on those who take part (0.2.1, 6.1) and on earlier games (6.2)."""

from schemes.drivers.by_period.tables import Played
from schemes.fide_standard.admission import (
    games_short_enough,
    is_strong,
    match_of_rated,
    match_open,
    registered_in_time,
    time_enough,
    was_played,
)
from schemes.kernels import loop
from schemes.kernels.columns import Records
from schemes.kernels.fields import Fields
from schemes.kernels.inputs import DRAW, FEMALE, MAIN, PLAYOFF
from schemes.rating.reasons import RATED
from schemes.rating.results import HALF, score_of


@loop
def days_verdict(p: Fields, number: int, played: Played, on_day: Records) -> int:
    """What of a whole tournament depends on the days on which it was played."""
    event = played.events[number]
    if not asks_for_days(p, event):
        return RATED
    day, games = busiest_day(number, played, on_day)
    if games > 0:
        return day_verdict(p, event, day, games)
    return RATED


@loop
def asks_for_days(p: Fields, event: Fields) -> bool:
    """Hours of play a day follow from the clock where they are not stated (3.1)."""
    return p.read_hours_missing == 0 and event.hours_x100 < 0 and event.seconds >= 0


@loop
def day_verdict(p: Fields, event: Fields, day: int, games: int) -> int:
    """What keeps a tournament out because one player played so many games on a day."""
    return games_short_enough(p, day, games, int(event.seconds), int(event.increment))


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
def entrants_verdict(p: Fields, number: int, played: Played, ratings: Records) -> int:
    """What of a whole tournament depends on those who take part: of several reasons the lowest code."""
    event = played.events[number]
    verdict = RATED
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
            p, event, int(ratings[player].rating), int(played.players[player].sex == FEMALE), plays
        )
        if found != RATED and (verdict == RATED or found < verdict):
            verdict = found
    return verdict


@loop
def asks_for_entrants(p: Fields, event: Fields) -> bool:
    """Ratings decide about a match (6.1), and about a tournament too late for strong players (0.2.1)."""
    days_before = int(event.start) - int(event.registered)
    return (
        event.match > 0
        or registered_in_time(p, days_before, True, event.late_approved > 0) != RATED
    )


@loop
def entrant_verdict(p: Fields, event: Fields, rating: int, woman: int, plays: bool) -> int:
    """What keeps a tournament out because of one who is entered or plays."""
    verdict = RATED
    if plays or p.read_entrants == 0:
        days_before = int(event.start) - int(event.registered)
        verdict = registered_in_time(
            p, days_before, is_strong(p, rating, woman), event.late_approved > 0
        )
    if verdict == RATED and event.match > 0 and (plays or p.read_match_unrated != 0):
        verdict = match_of_rated(rating)
    return verdict


@loop
def game_verdict(p: Fields, number: int, game: int, played: Played, ratings: Records) -> int:
    """Whether a game of a rated tournament is rated: played, not dead, with time enough for the higher rating."""
    event = played.events[number]
    one = int(ratings[played.first[game]].rating)
    other = int(ratings[played.second[game]].rating)
    verdict = was_played(int(played.result[game]))
    if verdict == RATED and event.match > 0 and played.stage[game] == MAIN:
        points, _ = points_before(p, played, number, game)
        verdict = match_open(p, points, int(event.rounds), int(event.rate_all))
    if verdict == RATED:
        verdict = time_enough(p, int(event.seconds), int(event.increment), max(one, other))
    if verdict == RATED and has_series(p, event):
        points, games = points_before(p, played, number, game)
        verdict = series_verdict(p, event, points, games, min(one, other))
    return verdict


@loop
def has_series(p: Fields, event: Fields) -> bool:
    """Whether each series of games between two players of an event is a match (6)."""
    return event.series > 0 and p.read_match_what != 0


@loop
def series_verdict(p: Fields, event: Fields, points_x2: int, games: int, lower: int) -> int:
    """What of article 6 keeps a game of a series out: an unrated player, or that the series was won before."""
    verdict = match_of_rated(lower)
    if verdict != RATED:
        return verdict
    return match_open(p, points_x2, games, int(event.rate_all))


@loop
def counts_for_match(p: Fields, result: int) -> bool:
    """Whether a game counts towards winning a match (6.2)."""
    return result <= DRAW or p.read_match_won == 0


@loop
def points_before(p: Fields, played: Played, number: int, game: int) -> tuple[int, int]:
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
            is_first = played.first[i] == one
            ones += score_of(int(played.result[i]), is_first) // HALF
            others += score_of(int(played.result[i]), not is_first) // HALF
    return max(ones, others), count
