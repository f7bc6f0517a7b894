"""The articles that every regulation can give, in whatever order it takes the games. Each has a default.

A regulation defines a function of the same name. Ratings are in the unit of the driver: whole points by period,
hundredths by tournament, units of the list by game. Scores are hundredths, days ordinals. Every driver's own
`articles.py` has what only its regulations are asked.

`player` is what is known of somebody: `rating`, `games` and `peak` (so far), `born` (0: unknown), `sex`, `titles` (a
mask, bit n for the title of level n). A driver's own record has these fields, and may have more.
"""

from typing import NamedTuple

from schemes.kernels.arithmetic import half_away_from_zero
from schemes.kernels.articles import article, loop
from schemes.kernels.fields import Fields
from schemes.rating.reasons import NOT_PUBLISHED, POOL_LOW, POOL_SMALL, RATED
from schemes.rating.results import is_forfeit

NONE = 0  # no rating
NO_PREDICTION = -1


class Player(NamedTuple):
    """What articles ask about a player."""

    rating: int
    games: int
    peak: int
    born: int
    sex: int
    titles: int
    # from a federation outside of the regulation's own; by tournament only, else 0. No default: compiled code has none
    outside: int


# Tournaments and games


@loop
def tournament_reason(p: Fields, paper: Fields) -> int:
    """Why a tournament is not rated, by its papers (see `papers_of`): every one is."""
    return RATED


@loop
def is_counted(p: Fields, result: int) -> bool:
    """Whether a game is rated: every game that was played."""
    return not is_forfeit(result)


@loop
def rating_in_game(p: Fields, game: Fields, rating: int, is_first: bool) -> int:
    """The rating that counts for a side in a game: the player's own. `game` has the further fields of games."""
    return rating


@loop
def k_of_player(p: Fields, player: Fields, year: int) -> int:
    """K of a player in a year: none, for a regulation without one."""
    return 0


@article("", gives="gain")
def gain(p: Fields, own: int, opponent: int, score_x100: int) -> int:
    """What a game gives a side, by period before K: nothing."""
    return 0


@loop
def expected_score(p: Fields, own: int, opponent: int) -> int:
    """The score in hundredths that two ratings, in units of the list, predict for the first; −1: none is predicted."""
    return NO_PREDICTION


# The first rating


@loop
def first_rating(p: Fields, player: Fields, day: int) -> int:
    """The rating with which a player begins who plays on a day; 0: none, or by results."""
    return NONE


@loop
def rating_from_elsewhere(p: Fields, elsewhere: int) -> int:
    """The rating with which a player begins who has one on the list of another regulation; 0: as everybody else."""
    return NONE


@loop
def enough_games(p: Fields, games: int) -> bool:
    """Whether the games gathered of a player without a rating are enough for one."""
    return True


@loop
def rating_by_results(p: Fields, games: int, opponents: int, score_x100: int) -> int:
    """The first rating from gathered games (`opponents` is the sum of ratings); 0: it takes more games."""
    return NONE


@loop
def high_enough(p: Fields, rating: int) -> bool:
    """Whether the first rating from gathered games is given: always; else gathering goes on."""
    return True


@loop
def rating_of_gathered(p: Fields, games: int, opponents: int, score_x100: int) -> tuple[int, int]:
    """The first rating that gathered games give (0: none), and why they give none."""
    if games == 0 or not enough_games(p, games):
        return NONE, POOL_SMALL
    rating = rating_by_results(p, games, opponents, score_x100)
    if rating == NONE:
        return NONE, POOL_SMALL
    if not high_enough(p, rating):
        return NONE, POOL_LOW
    return rating, RATED


@loop
def beginning(p: Fields, player: Fields, elsewhere: int, day: int) -> int:
    """The rating with which a player begins without games: from another regulation's list, else the first rating."""
    begins = rating_from_elsewhere(p, elsewhere) if elsewhere > 0 else NONE
    if begins != NONE:
        return begins
    return first_rating(p, player, day)


# What else makes a rating


@loop
def carried_in(p: Fields, rating_x100: int, sex: int) -> int:
    """A rating that is carried in, as ratings are counted: at the precision of the list."""
    return half_away_from_zero(rating_x100 * p.unit, 100) * (p.per_point // p.unit)


@loop
def carried_peak(p: Fields, peak: int, carried: int) -> int:
    """The highest rating after one was carried in: the higher of both."""
    return max(peak, carried)


@loop
def kept_rating(p: Fields, rating: int, sex: int) -> int:
    """What is left of a rating: all of it, at least a floor, or 0 if it is so low that it is none."""
    return rating


@loop
def lifted(
    p: Fields, rating: int, player: Fields, levels: int, title: int, awarded_day: int
) -> int:
    """What a title won later makes of a rating: nothing else. `levels` are those of the title, as a mask."""
    return rating


@loop
def absence_deduction(p: Fields, rating: int) -> int:
    """What a year of absence costs: nothing."""
    return 0


# The list


@loop
def is_active(p: Fields, now: int, last_game: int, since: int) -> bool:
    """Whether a player is active: always. List, last game and first appearance are numbers of lists; by game, days."""
    return True


@loop
def is_published(p: Fields, rating: int, sex: int) -> bool:
    """Whether a rating is on the published list: every one is."""
    return True


@loop
def list_verdict(p: Fields, rating: int, sex: int, federation: int) -> int:
    """Why a rated player is not on the published list; `federation` is what it is on that day: see `listing`."""
    if is_published(p, rating, sex):
        return RATED
    return NOT_PUBLISHED


@loop
def declaration_holds(p: Fields, declared: int, last_game: int) -> bool:
    """Whether inactivity that the office declared still holds: until it says otherwise."""
    return True
