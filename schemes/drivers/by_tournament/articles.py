"""What only a regulation that rates by tournament is asked, each with a default; `schemes.rating` has the rest.

Ratings and changes are hundredths of a point, scores hundredths, days ordinals. `titles` is a mask of the levels that
the regulation gives to titles; `outside` says that the player's federation is from outside.
"""

from schemes.kernels.arithmetic import half_away_from_zero
from schemes.kernels.articles import article, loop
from schemes.kernels.columns import Records
from schemes.kernels.fields import Fields
from schemes.rating.articles import NO_PREDICTION, expected_score, is_counted
from schemes.rating.reasons import FORFEIT, RATED
from schemes.rating.results import score_of

NOT_RATED = 0


@loop
def game_reason(p: Fields, tournament: Fields, games: Records, row: int) -> int:
    """Why a game between players with a rating does not count: forfeits do not."""
    if is_counted(p, games[row].result):
        return RATED
    return FORFEIT


@loop
def federation_day(p: Fields, start_day: int) -> int:
    """The day whose federation counts in a tournament."""
    return start_day


@loop
def title_day(p: Fields, start_day: int, end_day: int) -> int:
    """The day on which titles must be held to count for a first rating."""
    return start_day


@loop
def keeps_rating(p: Fields, player: Fields) -> bool:
    """Whether a player with a rating plays a tournament with it, where ratings can lapse."""
    return True


@article("", gives="score")
def score(p: Fields, tournament: Fields, games: Records, row: int, is_first: bool) -> int:
    """What a side scored in a game that counts."""
    return score_of(games[row].result, is_first)


@loop
def tournament_change(
    p: Fields, k: int, own_x100: int, opponents_x100: int, games: int, score_x100: int
) -> int:
    """What a tournament changes, from the sum of the opponents' ratings and what was scored against them."""
    return 0


@loop
def note_game(p: Fields, player: Fields, opponent: Fields, score_x100: int) -> None:
    """What a game that counts adds to the regulation's own numbers of a player: nothing."""


@loop
def expected_in_game(p: Fields, player: Fields, opponent: Fields) -> int:
    """What was expected of a player in a game that is calculated by itself, in hundredths; −1: nothing."""
    if p.is_game_by_game:
        return expected_score(p, player.rating * p.unit // 100, opponent.rating * p.unit // 100)
    return NO_PREDICTION


@loop
def change_of_period(p: Fields, player: Fields) -> int:
    """What the games of a period change together; asked of those without a game, too: what tournaments changed."""
    return player.by_games


@loop
def change_by_place(
    p: Fields, tournament: Fields, place: int, own_x100: int, k: int, change_x100: int
) -> int:
    """What a tournament changes for a ranked player (`tournament.champions` share the first place): the same."""
    return change_x100


@loop
def new_rating(p: Fields, rating_x100: int, change_x100: int) -> int:
    """The rating after all changes, at the precision of the list."""
    return half_away_from_zero((rating_x100 + change_x100) * p.unit, 100) * 100 // p.unit


@loop
def lifts_at_list(p: Fields, awarded_day: int, begin_day: int, list_day: int) -> bool:
    """Whether a title lifts at a list, by the day of its award: one of the list's period."""
    return begin_day <= awarded_day < list_day


@article("carried in", gives="points")
def carried_in(p: Fields, rating_x100: int, sex: int) -> int:
    """{rating_x100} carried in."""
    return new_rating(p, rating_x100, 0)
