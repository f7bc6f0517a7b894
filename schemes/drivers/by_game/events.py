"""What acts on ratings, as records in the order of days, and one block for each day and kind of event."""

from datetime import date
from typing import NamedTuple

import numpy as np

from schemes.kernels.calendar import EPOCH, years
from schemes.kernels.columns import Records, is_rated, records, version_on
from schemes.kernels.inputs import MAIN, Column, Inputs, Tournaments
from schemes.kernels.order import games_in_order
from schemes.kernels.rules import Rules
from schemes.kernels.scheme import Given
from schemes.rating.elsewhere import RatedElsewhere

ABSENCE, CARRIED, REVOKED, AWARDED, GAMES, BONUSES, PRESENCE, EXCUSES = range(8)
# In which order the kinds of one day act, unless a regulation says otherwise.
ORDER_OF_DAY = {
    EXCUSES: 0,
    ABSENCE: 1,
    CARRIED: 2,
    REVOKED: 3,
    GAMES: 5,
    BONUSES: 6,
    AWARDED: 8,
    PRESENCE: 10,
}


class Events(NamedTuple):
    """Everything that acts on ratings, each kind sorted by day and, inside a day, by the order in which it acts."""

    tournaments: Records  # version, rounds, national
    games: Records  # day, tournament, first, second, row, round_number, main, result, year
    carried: Records  # day, player, rating_x100, games, peak_x100
    titles: Records  # day, player, level, held
    bonuses: Records  # day, tournament, player, rank, year
    presences: Records  # day, player (−1: the event itself), year
    excuses: Records  # day, player, year
    elsewhere: RatedElsewhere


NO_ONE = records(day=(), player=(), year=())


def games_of(given: Given, result: Column, acting_days: Column | None) -> Records:
    """The games of rated tournaments in the order of play, with the results that count.

    With a day for each tournament all of its games act together, on that day.
    """
    games = given.inputs.games
    tournaments = given.inputs.tournaments
    rows, tournament = games_in_order(games, tournaments)
    rated = is_rated(given.assignment)[tournament]
    rows = rows[rated]
    tournament = tournament[rated]
    day = games.day[rows]
    if acting_days is not None:
        day = acting_days[tournament]
        order = np.lexsort((np.asarray(tournaments.order)[tournament], day))
        rows = rows[order]
        tournament = tournament[order]
        day = day[order]
    return records(
        day=day, tournament=tournament, first=games.first[rows], second=games.second[rows], row=rows,
        round_number=games.round[rows],  # a record has a method `round`
        main=games.stage[rows] == MAIN, result=result[rows], year=years(day),
        **{name: column[rows] for name, column in games.further.items()},
    )  # fmt: skip


def carried_of(inputs: Inputs) -> Records:
    """Ratings carried in, and ended."""
    f = inputs.facts
    return records(
        day=f.carried_day, player=f.carried_player, rating_x100=f.carried_rating_x100, games=f.carried_games,
        peak_x100=f.carried_peak_x100,
    )  # fmt: skip


def bonuses_of(inputs: Inputs, gives: Column) -> Records:
    """The rankings of the tournaments that give a bonus, on their closing days."""
    rows = inputs.rows
    tournaments = inputs.tournaments
    tournament = np.asarray(rows.rank_tournament, np.int64)
    rank = np.asarray(rows.rank)
    day = closing_days(tournaments)[tournament]
    every = records(
        day=day, tournament=tournament, player=rows.rank_player, rank=rank, year=years(day)
    )
    order = np.lexsort((rank, np.asarray(tournaments.order)[tournament], day))
    return every[order[gives[tournament[order]]]]


def closing_days(tournaments: Tournaments) -> Column:
    """The day each tournament was closed; one that never was counts as closed on its last day."""
    closed = np.asarray(tournaments.closed, np.int64)
    return np.where(closed > 0, closed, tournaments.end)


def blocks(
    events: Events, order: dict[int, int], rules: Rules, players: int, until: int
) -> Records:
    """The days up to one, cut into blocks of one day and kind, in the order in which they act.

    Every 1 January after the first day is a block of absence; `year` is the year before, `january` its first day.
    """
    kinds = (
        (EXCUSES, events.excuses), (GAMES, events.games), (CARRIED, events.carried), (REVOKED, events.titles),
        (AWARDED, events.titles), (BONUSES, events.bonuses), (PRESENCE, events.presences),
    )  # fmt: skip
    rows = [row for kind, each in kinds for row in _runs(kind, order.get(kind, -1), each.day)]
    first_day = min((row[0] for row in rows), default=until)
    rows += [(day, order[ABSENCE], ABSENCE, 0, players) for day in _new_years(first_day, until)]
    table = np.array(sorted(row for row in rows if row[0] <= until), dtype=np.int64).reshape(-1, 5)
    day, _, kind, begin, end = np.ascontiguousarray(table.T)
    year = years(day) - 1
    return records(
        day=day,
        kind=kind,
        begin=begin,
        end=end,
        version=version_on(day, rules),
        year=year,
        january=first_days(year),
    )


def _runs(kind: int, phase: int, days: Column) -> list[tuple[int, int, int, int, int]]:
    """One (day, phase, kind, begin, end) for every day that occurs."""
    if not len(days):
        return []
    begins = np.concatenate([[0], np.flatnonzero(np.diff(days)) + 1])
    ends = np.concatenate([begins[1:], [len(days)]])
    return [
        (int(days[begin]), phase, kind, int(begin), int(end))
        for begin, end in zip(begins, ends, strict=True)
    ]


def _new_years(first_day: int, until: int) -> list[int]:
    """Every 1 January after a day, up to another."""
    first = date.fromordinal(first_day).year + 1
    last = date.fromordinal(until).year
    return [date(year, 1, 1).toordinal() for year in range(first, last + 1)]


def first_days(of_years: Column) -> Column:
    """1 January of years."""
    januaries = (
        (np.asarray(of_years, np.int64) - 1970).astype("datetime64[Y]").astype("datetime64[D]")
    )
    return januaries.astype(np.int64) + EPOCH
