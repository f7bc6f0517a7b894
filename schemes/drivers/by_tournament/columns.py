"""What the loops look at: players, tournaments and games as records."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from schemes.kernels.calendar import years
from schemes.kernels.causes import Effects
from schemes.kernels.columns import Records, by_owner, records
from schemes.kernels.inputs import Column, fixed
from schemes.kernels.rules import Rules
from schemes.kernels.scheme import Given
from schemes.rating.elsewhere import RatedElsewhere, elsewhere_of
from schemes.rating.held_titles import HeldTitles, held_on, held_titles_of
from schemes.rating.players import GATHERINGS, nobody_played, players_of

if TYPE_CHECKING:
    from schemes.drivers.by_tournament.scheme import TournamentScheme

# What the record of a player says, too, ratings and changes in hundredths of a point. `rating` is that with which the
# period is played, `last_game` and `since` are numbers of lists.
KEPT = {
    "counted": 0,  # games of the period
    "why": 0,  # reason code of a player who has played and has no rating
    "one_back": 0, "two_back": 0, "three_back": 0,  # the ratings on the three lists before the last one
    **GATHERINGS,
}  # fmt: skip
WORKING = (
    "number",
    "kept",  # one more than `rating` while a tournament is played with an earlier rating, else 0
    "before", "carried", "new",  # the rating on the last list (0: none), carried in, on the new list
    "excused",  # from the deduction for an absent year
    "place", "met", "opponents", "score", "k", "change",  # of the tournament at hand
    "by_games", "by_rank",  # changes of the period
)  # fmt: skip


class Federations(NamedTuple):
    """The federations of player p from offset[p] to offset[p + 1], that of the registration first."""

    offset: Column
    day: Column
    code: Column


class PersonalFacts(NamedTuple):
    """Titles and federations of players, by player."""

    titles: HeldTitles  # title n of `titles_of` is level n here
    federations: Federations
    levels: Column  # [version, title]: a mask, bit n for level n of the regulation
    outside: Column  # [version, federation code]; the last code stands for no row at all
    elsewhere: RatedElsewhere


class Columns(NamedTuple):
    """What happened."""

    facts: PersonalFacts
    tournaments: Records  # what is known of each, with games … games_end and ranked … ranked_end
    games: Records  # first, second, stage, result; those of a tournament in the order of round and board
    ranked: Records  # player, rank


class Period(NamedTuple):
    """A list: the day on which its period begins, its own day, and the version that holds on it."""

    begin: int
    day: int
    version: int
    a_year_ago: int  # of the first list of a year: the number of the list a year before; else −1


class Marks(NamedTuple):
    """What is written down of games: why each does not count, for its first and for its second player; its effects."""

    first: Column
    second: Column
    effects: Column  # by side: see `Effects`; no rows if nobody asks


def unmarked(given: Given) -> Marks:
    """Room for the reasons of all games."""
    games = len(given.inputs.games)
    return Marks(np.full(games, -1, np.int16), np.full(games, -1, np.int16), Effects.table_of(None))


def columns_of(scheme: "TournamentScheme", given: Given) -> tuple[Columns, Records]:
    """The inputs as the loops see them, and the players as before any list."""
    games = given.inputs.games
    t = given.inputs.tournaments
    rows = given.inputs.rows
    order, at = by_owner(rows.rank_tournament, len(t))
    facts, players = _facts(scheme, given)
    calendar = scheme.calendar(given.rules)
    back = calendar.numbers(np.asarray(t.end)) - calendar.numbers(
        np.asarray(t.start)
    )  # lists between start and end
    champions = np.bincount(rows.rank_tournament[rows.rank == 1], minlength=len(t))
    tournaments = records(
        start=t.start, end=t.end, back=np.clip(back, 0, 3), year=years(t.start), team=t.team, national=t.national > 0,
        version=given.assignment.version, games=games.offset[:-1], games_end=games.offset[1:], ranked=at[:-1],
        ranked_end=at[1:], champions=champions,
    )  # fmt: skip
    every = records(
        first=games.first,
        second=games.second,
        stage=games.stage,
        result=scheme.results(given),
        **games.further,
    )
    ranked = records(player=rows.rank_player[order], rank=rows.rank[order])
    return Columns(facts, tournaments, every, ranked), players


def _facts(scheme: "TournamentScheme", given: Given) -> tuple[PersonalFacts, Records]:
    facts = given.inputs.facts
    rules = given.rules
    nobody = nobody_played(scheme, len(given.inputs.players))
    players = players_of(scheme, nobody, given.inputs.players)
    players.number = np.arange(len(players))
    order, offset = by_owner(facts.federation_player, len(players))
    federations = Federations(
        offset,
        fixed(facts.federation_day[order], np.int64),
        fixed(facts.federation_code[order], np.int64),
    )
    titles = titles_of(scheme, given)
    every = PersonalFacts(
        held_titles_of(facts, len(players), titles),
        federations,
        _by_version(rules, titles, lambda p, title: _mask(scheme.levels_of_title(p, title))),
        _by_version(
            rules, facts.federations, lambda p, name: scheme.is_outside(p, rules.readings, name)
        ),
        elsewhere_of(facts, len(players)),
    )
    return every, players


def titles_of(scheme: "TournamentScheme", given: Given) -> tuple[str, ...]:
    """The titles on record that mean something in a version of the rules."""
    versions = given.rules.versions
    return tuple(
        title
        for title in given.inputs.facts.titles
        if any(_mask(scheme.levels_of_title(version.parameters, title)) for version in versions)
    )


def levels_on(scheme: "TournamentScheme", given: Given, day: int, parameters: Any) -> Column:
    """The levels of the titles that each player holds on a day, as a mask."""
    titles = titles_of(scheme, given)
    players = len(given.inputs.players)
    held = held_on(held_titles_of(given.inputs.facts, players, titles), day)
    levels = np.zeros(players, np.int64)
    for number, title in enumerate(titles):
        levels |= (held >> number & 1) * _mask(scheme.levels_of_title(parameters, title))
    return levels


def _by_version(rules: Rules, names: Sequence[str], of: Callable[[Any, str], int]) -> Column:
    """What each version says about each name, and about none."""
    return np.array(
        [[of(version.parameters, name) for name in (*names, "")] for version in rules.versions],
        np.int64,
    )


def _mask(levels: Iterable[int]) -> int:
    return sum(1 << level for level in set(levels))
