"""What a regulation without code can say: the tables and words of its file, and which of them a unit lacks.

The description of a word is what `schemes NAME` and docs/declared.md say about it. Points are whole points, times are
seconds, a word that is left out has the value shown here.
"""

from decimal import Decimal
from typing import Annotated, Any, Literal, NamedTuple, get_type_hints

from msgspec import Meta, Struct, defstruct, structs

from schemes.kernels.fields import Fields
from wording import say

Points = Annotated[int, Meta(ge=0, le=10_000)]
Count = Annotated[int, Meta(ge=0, le=100_000)]
Factor = Annotated[int, Meta(ge=0, le=1_000)]
Day = Annotated[str, Meta(pattern="^[01][0-9]-[0-3][0-9]$")]
RoundingRule = Literal["half-away", "half-up", "half-even", "down", "up", "towards-zero"]


class Numbers(Fields):
    """The parameters in force as articles read them; these are tables."""

    boundaries: tuple[int, ...]
    bonus: tuple[int, ...]
    bonus_permille: tuple[int, ...]
    differences: tuple[int, ...]
    grade: tuple[int, ...]
    grade_women: tuple[int, ...]
    k: tuple[int, ...]
    k_age_least: tuple[int, ...]
    k_age_most: tuple[int, ...]
    k_games_below: tuple[int, ...]
    k_games_from: tuple[int, ...]
    k_peak_below: tuple[int, ...]
    k_peak_from: tuple[int, ...]
    k_rating_below: tuple[int, ...]
    k_rating_from: tuple[int, ...]
    k_titles: tuple[int, ...]
    outside: tuple[int, ...]
    outside_women: tuple[int, ...]
    table_upper: tuple[int, ...]
    table_value: tuple[int, ...]


def says(text: str) -> Meta:
    """The description of a word."""
    return Meta(description=text)


class Table(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of the file; its numbers stand in one article."""

    article: str = ""


class Named(Table, frozen=True, kw_only=True):
    """One of several tables that stand in an order, such as [k.new] and [k.normal]."""

    name: str


# What is rated


class Admission(Table, frozen=True):
    """Which tournaments are rated."""

    base_least: Annotated[Count | None, says("least base time a side, in seconds")] = None
    base_most: Annotated[Count | None, says("longest base time a side, in seconds")] = None
    increment_least: Annotated[Count | None, says("least increment a move, in seconds")] = None
    increment_most: Annotated[Count | None, says("longest increment a move, in seconds")] = None
    moves: Annotated[
        Count, says("moves that a game is taken to last, for game_least and game_most")
    ] = 60
    game_least: Annotated[
        Count | None, says("least time a side for a whole game, base and increments")
    ] = None
    game_most: Annotated[
        Count | None, says("longest time a side for a whole game, base and increments")
    ] = None
    no_clock: Annotated[
        Literal["accepted", "refused"],
        says("what becomes of a tournament without a time control on record"),
    ] = "accepted"
    registered_days: Annotated[
        Count, says("days before the start by which a tournament must be registered")
    ] = 0
    registered_months: Annotated[Count, says("the same in calendar months")] = 0
    rounds_least: Annotated[Count, says("fewest rounds")] = 0
    arbiters_least: Annotated[
        Count, says("fewest arbiters of national level; a number not on record is accepted")
    ] = 0


class Played(Table, frozen=True):
    """Which games are rated, and with which result."""

    forfeits: Annotated[
        Literal["unrated", "rated"], says("whether games won without play are rated")
    ] = "unrated"
    fouls: Annotated[
        Literal["as-recorded", "lost"],
        says("the result of a game that standings rules count as lost by fouls"),
    ] = "as-recorded"


# When lists appear


class Lists(Table, frozen=True):
    """When lists appear and who is on them."""

    days: Annotated[
        tuple[Day, ...],
        Meta(min_length=1, description="days of every year with a list, as month-day"),
    ]
    closing: Annotated[
        int, Meta(ge=1, le=365, description="days before a list by which a tournament has ended")
    ] = 1
    published_from: Annotated[Points | Decimal, says("lower ratings are not published")] = 0
    published_women: Annotated[
        Points | Decimal | None, says("the same for women, if it differs")
    ] = None
    inactive_after: Annotated[
        Count | None, says("lists without a rated game that make a player inactive")
    ] = None
    inactive_days: Annotated[
        Count | None, says("days without a rated game that make a player inactive")
    ] = None


# The change


class Expected(Table, frozen=True):
    """The score that a difference of ratings predicts."""

    kind: Annotated[
        Literal["fide-table", "table", "logistic", "linear"],
        says("FIDE's printed table, the rows below, 1/(1+10^(−d/scale)), or ½ + d/(2·width)"),
    ]
    scale: Annotated[
        int, Meta(ge=1, le=10_000, description="logistic: the 400 of Elo's formula")
    ] = 400
    width: Annotated[
        int, Meta(ge=1, le=10_000, description="linear: the difference at which a win is expected")
    ] = 400
    digits: Annotated[
        int, Meta(ge=2, le=4, description="logistic, linear: decimals, rounded to the nearest")
    ] = 2
    rows: Annotated[
        tuple[tuple[Points, Annotated[int, Meta(ge=50, le=100)]], ...],
        says("table: [up to this difference, hundredths for the higher-rated player]"),
    ] = ()
    beyond: Annotated[
        int, Meta(ge=50, le=100, description="table: hundredths beyond the last row")
    ] = 100
    cap: Annotated[Points | None, says("a larger difference counts as this")] = None
    cap_exempt_from: Annotated[
        Points | None, says("from this rating on a player's own difference is not cut")
    ] = None
    against: Annotated[
        Literal["each", "mean"],
        says("each opponent, or the mean of a tournament's opponents to hundredths"),
    ] = "each"


class Case(Named, frozen=True):
    """A case of K: it holds if all that it says holds."""

    k: Annotated[Factor, says("K in this case")]
    rating_from: Annotated[Points | None, says("rated this or more")] = None
    rating_below: Annotated[Points | None, says("rated less than this")] = None
    games_from: Annotated[Count | None, says("at least so many rated games before")] = None
    games_below: Annotated[Count | None, says("fewer rated games before")] = None
    peak_from: Annotated[Points | None, says("ever rated this or more")] = None
    peak_below: Annotated[Points | None, says("never rated this or more")] = None
    age_most: Annotated[
        Count | None, says("until the end of the year of this birthday; a year of birth is known")
    ] = None
    age_least: Annotated[
        Count | None, says("from the year of this birthday on; a year of birth is known")
    ] = None
    titles: Annotated[tuple[str, ...], says("holds one of these titles (codes)")] = ()


class KLimit(Table, frozen=True):
    """How much many games can change."""

    most: Annotated[
        Count | None, says("K times the games (of a list, of a tournament) is at most this")
    ] = None


class SharedK(Table, frozen=True):
    """Whose K a game takes."""

    rule: Annotated[
        Literal["own", "one"],
        says(
            "own: each player's; one: that of the higher-rated who wins, else that of the lower-rated, for both"
        ),
    ] = "own"


class LastRounds(Table, frozen=True):
    """A larger K at the end of a tournament."""

    rounds: Annotated[Count, says("how many last rounds")] = 0
    add: Annotated[Factor, says("what K grows by in them")] = 0


class Rounding(Table, frozen=True):
    """How a change gets its decimals."""

    rule: Annotated[RoundingRule, says("how")] = "half-away"
    place: Annotated[
        Literal["list", "tournament"],
        says(
            "once, the new rating of a list (changes keep two decimals); or the change of each tournament"
        ),
    ] = "list"


# First ratings, floors, and what comes besides


class Grade(Named, frozen=True):
    """Titles and the first rating that they give."""

    codes: Annotated[
        tuple[str, ...], Meta(min_length=1, description="titles of this grade (codes)")
    ]
    rating: Annotated[Points, says("the first rating that they give")]
    women: Annotated[Points | None, says("the same for women, if it differs")] = None


class First(Table, frozen=True):
    """The first rating of a player; [first.titles.NAME] give it by title, highest first."""

    kind: Annotated[
        Literal["fixed", "performance"],
        says("everybody begins with `rating`; or by the results against rated opponents"),
    ] = "fixed"
    rating: Annotated[
        Points, says("fixed: the rating of players without any of the titles below")
    ] = 0
    women: Annotated[Points | None, says("the same for women, if it differs")] = None
    games: Annotated[
        int, Meta(ge=1, le=1000, description="performance: fewest games against rated opponents")
    ] = 5
    added_draws: Annotated[
        Count, says("performance: draws against made-up opponents that are added")
    ] = 0
    added_rating: Annotated[Points, says("performance: the rating of these made-up opponents")] = 0
    worth: Annotated[
        Literal["fide-table", "linear"],
        says(
            "performance: what the score a game adds to the mean: FIDE's table, or ±width at 1 and 0"
        ),
    ] = "fide-table"
    width: Annotated[int, Meta(ge=1, le=10_000, description="performance, linear: see worth")] = 400
    least: Annotated[
        Points, says("performance: a lower result gives no rating, and gathering goes on")
    ] = 0
    most: Annotated[Points, says("performance: the highest first rating")] = 10_000
    lifts: Annotated[
        bool, says("whether a title awarded later lifts a lower rating to its value")
    ] = False
    titles: tuple[Grade, ...] = ()
    months: Annotated[
        int, Meta(ge=1, le=1200, description="performance: months over which games are gathered")
    ] = 24
    zero_counts: Annotated[
        bool, says("performance: whether a first event without a point counts")
    ] = True
    carried_games: Annotated[
        Count, says("games so far of a first rating carried in that does not say how many")
    ] = 0

    home: Annotated[
        tuple[str, ...],
        says(
            "federations whose players begin so; empty: all. Others need a title of first.outside"
        ),
    ] = ()
    outside: tuple[Grade, ...] = ()


class Floor(Table, frozen=True):
    """The lowest rating: no game and no deduction leads below it."""

    rating: Annotated[Points, says("the lowest rating")] = 0
    women: Annotated[Points | None, says("the same for women, if it differs")] = None

    below: Annotated[
        Literal["stays", "unrated"], says("what becomes of a player who would fall below it")
    ] = "stays"


class Bonus(Table, frozen=True):
    """What the best of a tournament get, by place."""

    points: Annotated[
        tuple[Points, ...], Meta(max_length=64, description="points for place 1, 2, 3 …")
    ] = ()
    permille: Annotated[
        tuple[Factor, ...],
        Meta(max_length=64, description="thousandths of the rating, times K, for place 1, 2, 3 …"),
    ] = ()
    events: Annotated[
        Literal["all", "national"], says("of all rated tournaments, or of those marked national")
    ] = "all"

    loses: Annotated[bool, says("whether the champion's games can cost points")] = True


class Absence(Table, frozen=True):
    """What a year of absence costs on the first list of the next one, by game on 1 January, unless it was excused."""

    percent: Annotated[Decimal, says("per cent of the rating, at most two decimals")] = Decimal(0)

    events: Annotated[
        Literal["rated", "national"],
        says("absent from all rated tournaments, or from all that are marked national"),
    ] = "rated"


class Rules(NamedTuple):
    """All tables of a file; a unit has those, and those words of them, that are not named in WHY_NOT."""

    lists: Lists
    admission: Admission
    games: Played
    expected: Expected
    k: tuple[Case, ...]
    k_limit: KLimit
    k_of_game: SharedK
    last_rounds: LastRounds
    rounding: Rounding
    first: First
    floor: Floor
    bonus: Bonus
    absence: Absence


_TOGETHER = say("the games of a tournament are rated together")
_ONE_BY_ONE = say("games are gathered one by one, until there are enough")
_ANY_DAY = say("a list can be asked for any day")
_NO_FEDERATION = say("the federation of a player is looked at by tournament only")
_STAYS_RATED = say("whoever has a rating keeps one")
_COUNTED = say("games are counted from 0 where none are given")
WHY_NOT: dict[tuple[str, str], str] = {  # (unit, table or word) → why the unit does not have it
    ("game", "k_limit"): say("each game is rated before it is known how many follow"),
    ("game", "lists.days"): _ANY_DAY,
    ("game", "lists.closing"): _ANY_DAY,
    ("tournament", "lists.closing"): say("a tournament is on the first list after its end"),
    ("game", "lists.inactive_after"): say("it has no lists to count: write lists.inactive_days"),
    ("period", "lists.inactive_days"): say("lists are counted: write lists.inactive_after"),
    ("tournament", "lists.inactive_days"): say("lists are counted: write lists.inactive_after"),
    ("period", "k_of_game"): _TOGETHER,
    ("tournament", "k_of_game"): _TOGETHER,
    ("period", "last_rounds"): _TOGETHER,
    ("tournament", "last_rounds"): _TOGETHER,
    ("game", "rounding.place"): say("the change of each game is rounded"),
    ("period", "expected.against"): say("each opponent counts with the own rating"),
    ("game", "expected.against"): say("each opponent counts with the own rating"),
    ("tournament", "first.months"): _ONE_BY_ONE,
    ("game", "first.months"): _ONE_BY_ONE,
    ("tournament", "first.zero_counts"): _ONE_BY_ONE,
    ("game", "first.zero_counts"): _ONE_BY_ONE,
    ("tournament", "first.carried_games"): _COUNTED,
    ("game", "first.carried_games"): _COUNTED,
    ("period", "first.home"): _NO_FEDERATION,
    ("game", "first.home"): _NO_FEDERATION,
    ("period", "first.outside"): _NO_FEDERATION,
    ("game", "first.outside"): _NO_FEDERATION,
    ("tournament", "floor.below"): _STAYS_RATED,
    ("game", "floor.below"): _STAYS_RATED,
    ("period", "absence.events"): say(
        "absent is a player without a rated game on the lists of a year"
    ),
    ("tournament", "absence.events"): say(
        "absent is a player without a rated game on the lists of a year"
    ),
    ("game", "bonus.loses"): say("each game is rated before the champion is known"),
    ("period", "bonus.loses"): say("the changes of all tournaments of a list are one sum"),
}


def _unit(name: str) -> type[Struct]:
    """The tables that a file of a unit can have."""
    tables: list[Any] = []
    for table, kind in get_type_hints(Rules).items():
        if (name, table) in WHY_NOT:
            continue
        if table == "k":
            tables.append((table, kind))
            continue
        kind = _with_words(kind, name, table)
        if any(field.required for field in structs.fields(kind)):
            tables.append((table, kind))
        else:
            tables.append((table, kind, kind()))
    return defstruct(name, tables, frozen=True, forbid_unknown_fields=True, kw_only=True)


def _with_words(kind: type[Struct], unit: str, table: str) -> type[Struct]:
    """A table with the words that it has in a unit."""
    hints = get_type_hints(kind, include_extras=True)
    words = [
        (field.name, hints[field.name], field.default)
        for field in structs.fields(kind)
        if field.name != "article" and (unit, f"{table}.{field.name}") not in WHY_NOT
    ]
    return defstruct(kind.__name__, words, bases=(Table,), frozen=True, kw_only=True)


UNITS = {name: _unit(name) for name in ("period", "tournament", "game")}
