"""The articles that a regulation can give, each with a default: it defines a function of the same name.

Ratings and changes are hundredths of a point, scores hundredths, days ordinals. `titles` is a mask of the levels that
the regulation gives to titles; `outside` says that the player's federation is from outside.
"""

from typing import Any

from schemes.kernels.arithmetic import half_away_from_zero
from schemes.kernels.articles import article, loop
from schemes.kernels.columns import Records
from schemes.kernels.results import is_forfeit, score_of

NOT_RATED = 0
RATED, NO_VERSION = 0, 1  # codes of reasons that every regulation has
NO_RATING, OPPONENT_WITHOUT_RATING, GATHERED, FORFEIT, NOT_PUBLISHED = 10, 11, 12, 13, 20


@loop
def tournament_reason(p: Any, paper: Any) -> int:
    """Why a tournament is not rated, by its papers: every one is."""
    return RATED


@loop
def game_reason(p: Any, tournament: Any, games: Records, row: int) -> int:
    """Why a game between players with a rating does not count: forfeits do not."""
    return FORFEIT if is_forfeit(games[row].result) else RATED


@loop
def federation_day(p: Any, start_day: int) -> int:
    """The day whose federation counts in a tournament."""
    return start_day


@loop
def title_day(p: Any, start_day: int, end_day: int) -> int:
    """The day on which titles must be held to count for a first rating."""
    return start_day


@loop
def rating_used(p: Any, rating_x100: int) -> int:
    """The rating with which a player plays a period: that of the last list."""
    return rating_x100


@loop
def first_rating(p: Any, sex: int, outside: bool, titles: int, day: int) -> int:
    """The rating a player begins with; 0: none, and the game does not count."""
    return NOT_RATED


@loop
def rating_from_elsewhere(p: Any, elsewhere_x100: int) -> int:
    """The rating a player begins with who has one on the list of another regulation; 0: as everybody else."""
    return NOT_RATED


@loop
def enough_games(p: Any, games: int) -> bool:
    """Whether the games gathered of a player without a rating are enough for one."""
    return True


@loop
def rating_by_results(p: Any, games: int, opponents_x100: int, score_x100: int) -> int:
    """The first rating from gathered games (`opponents_x100` is the sum of ratings); 0: it takes more games."""
    return NOT_RATED


@loop
def keeps_rating(p: Any, outside: bool, titles: int) -> bool:
    """Whether a player with a rating plays a tournament with it, where ratings can lapse."""
    return True


@article("", gives="score")
def score(p: Any, tournament: Any, games: Records, row: int, is_first: bool) -> int:
    """What a side scored in a game that counts."""
    return score_of(games[row].result, is_first)


@loop
def k_of(p: Any, rating_x100: int, rated_before: bool) -> int:
    """K of a player: none, for a regulation without one."""
    return 0


@loop
def k_of_record(p: Any, player: Any) -> int:
    """K of a player by all that is known of the player: by the rating, and whether it was on the last list."""
    return k_of(p, player.own, player.before != NOT_RATED)


@loop
def tournament_change(p: Any, k: int, own_x100: int, opponents_x100: int, games: int, score_x100: int) -> int:
    """What a tournament changes, from the sum of the opponents' ratings and what was scored against them."""
    return 0


@loop
def champions_of(p: Any, ranked_first: int, team: bool) -> int:
    """How many champions a tournament has that get something for it: none."""
    return 0


@loop
def champion_change(p: Any, own_x100: int, k: int, change_x100: int, champions: int) -> int:
    """What a tournament changes for a champion."""
    return change_x100


@loop
def place_of(p: Any, rank: int, team: bool, national: bool) -> int:
    """The place in a tournament that counts for a bonus; 0: none."""
    return rank


@loop
def change_by_place(p: Any, place: int, own_x100: int, k: int, change_x100: int, champions: int) -> int:
    """What a tournament changes for a ranked player: champions may get something for it."""
    return champion_change(p, own_x100, k, change_x100, champions) if champions > 0 else change_x100


@loop
def new_rating(p: Any, rating_x100: int, change_x100: int) -> int:
    """The rating after all changes, at the precision of the list."""
    return half_away_from_zero((rating_x100 + change_x100) * p.unit, 100) * 100 // p.unit  # type: ignore[no-any-return]


@loop
def lifts_at_list(p: Any, awarded_day: int, begin_day: int, list_day: int) -> bool:
    """Whether a title lifts at a list, by the day of its award: one of the list's period."""
    return begin_day <= awarded_day < list_day


@loop
def lifted(p: Any, rating_x100: int, sex: int, titles: int, title: int, awarded_day: int) -> int:
    """What a new title makes of a rating: nothing else."""
    return rating_x100


@loop
def not_below_floor(p: Any, rating_x100: int, sex: int) -> int:
    """The rating, or the floor: there is none."""
    return rating_x100


@article("carried in", gives="points")
def carried_in(p: Any, rating_x100: int, sex: int) -> int:
    """{rating_x100} carried in."""
    return new_rating(p, rating_x100, 0)


@loop
def absence_deduction(p: Any, rating_x100: int) -> int:
    """What a year without a rated game costs on the first list of the next one: nothing."""
    return 0


@loop
def is_active(p: Any, number: int, last_game: int, since: int) -> bool:
    """Whether a player is active on a list, by the lists of the last game and of the first rating: always."""
    return True


@loop
def reaches_minimum(rating_x100: int, minimum_x100: int, sex: int) -> bool:
    """Whether a rating reaches a published minimum; a line of its own in explanations, also where it says no."""
    return rating_x100 >= minimum_x100


@loop
def is_published(p: Any, rating_x100: int, sex: int) -> bool:
    """Whether a rating is on the published list."""
    return True
