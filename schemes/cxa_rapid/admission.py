"""The articles on what is rated: which tournaments (3, 4), which of their games, and what was scored (7, 10)."""

from schemes.cxa_rapid.reasons import (
    ARBITERS,
    INCREMENT,
    LATE,
    NEITHER_CAME,
    NO_ARBITERS,
    NO_TIME_CONTROL,
    PLAYOFF_TOGETHER,
    SLOW,
)
from schemes.kernels import article, loop
from schemes.kernels.columns import Records
from schemes.kernels.fields import Fields
from schemes.kernels.inputs import BOTH_ABSENT, DRAW, MAIN, PLAYOFF
from schemes.rating.reasons import FORFEIT, RATED
from schemes.rating.results import LOSS, WIN, is_forfeit, score_of


@article("3", gives="yes")
def time_control_fits(p: Fields, base: int, increment: int) -> bool:
    """Base time and increment, in seconds, must both be short enough; none given (−1) is a matter of reading."""
    if base < 0:
        return p.read_time_control_absent == 0
    return base <= p.seconds and increment <= p.increment


@article("3", gives="yes")
def arbiters_suffice(p: Fields, arbiters: int) -> bool:
    """There must be enough arbiters of national level; none given (−1) is a matter of reading."""
    if arbiters < 0:
        return p.read_arbiters_absent == 0
    return arbiters >= p.arbiters


@article("4", gives="yes")
def registered_in_time(
    p: Fields, registered_day: int, deadline_day: int, late_approved: int
) -> bool:
    """The tournament must be registered by the deadline, unless its lateness was approved."""
    if late_approved and p.read_late_approval == 0:
        return True
    return registered_day <= deadline_day


@loop
def tournament_reason(p: Fields, paper: Fields) -> int:
    """Why a tournament is not rated (arts. 3 and 4); 0 if it is."""
    if not time_control_fits(p, paper.seconds, paper.increment):
        if paper.seconds < 0:
            return NO_TIME_CONTROL
        if paper.seconds > p.seconds:
            return SLOW
        return INCREMENT
    if not arbiters_suffice(p, paper.arbiters):
        if paper.arbiters < 0:
            return NO_ARBITERS
        return ARBITERS
    if not registered_in_time(p, paper.registered, paper.deadline, paper.late_approved):
        return LATE
    return RATED


@article("7", gives="yes")
def is_playoff(p: Fields, tournament: Fields, games: Records, row: int) -> bool:
    """A playoff game: all of the two count as one game, and a draw is won by the second player.

    Of that stage, or a replay: a further game of the same two in a knockout stage. Games of one stage stand in the
    order of round and board, so an earlier row is an earlier game of the stage.
    """
    stage = games[row].stage
    if stage in (MAIN, PLAYOFF) or p.read_replays == 1:
        return stage == PLAYOFF
    for other in range(tournament.games, row):
        if games[other].stage == stage and same_two(games[row], games[other]):
            return True
    return False


@loop
def same_two(game: Fields, other: Fields) -> bool:
    """Whether two games were played by the same two, whichever side they had."""
    if game.first == other.first:
        return game.second == other.second
    return game.first == other.second and game.second == other.first


@loop
def is_decisive_playoff(p: Fields, tournament: Fields, games: Records, row: int) -> bool:
    """Whether of all playoff games of two players this is the one that counts: the last, by the reading chosen (7)."""
    own = passed_over(p, games[row].result)
    for other in range(tournament.games, tournament.games_end):
        if (
            other == row
            or not same_two(games[row], games[other])
            or not is_playoff(p, tournament, games, other)
        ):
            continue
        others = passed_over(p, games[other].result)
        if others < own:
            return False
        if others == own and (games[other].stage, other) > (games[row].stage, row):
            return False
    return True


@loop
def passed_over(p: Fields, result: int) -> int:
    """Whether a playoff game is passed over where another one decides: 0 no; 1, before that 2, only if none is left."""
    if result == BOTH_ABSENT and p.read_double_forfeit == 1:
        return 2
    if p.read_playoff_forfeit == 1 and is_forfeit(result):
        return 1
    return 0


@article("7", gives="score")
def score(p: Fields, tournament: Fields, games: Records, row: int, is_first: bool) -> int:
    """What a side scored; forfeits score as they stand (art. 10)."""
    if is_playoff(p, tournament, games, row) and games[row].result == DRAW:
        if is_first:
            return LOSS
        return WIN
    return score_of(games[row].result, is_first)


@loop
def game_reason(p: Fields, tournament: Fields, games: Records, row: int) -> int:
    """Why a game between rated players does not count (arts. 7 and 10); 0 if it does."""
    if p.forfeits == 0 and is_forfeit(games[row].result):
        return FORFEIT
    if p.read_double_forfeit == 1 and games[row].result == BOTH_ABSENT:
        return NEITHER_CAME
    if p.read_playoffs == 0 and is_playoff(p, tournament, games, row):
        if is_decisive_playoff(p, tournament, games, row):
            return RATED
        return PLAYOFF_TOGETHER
    return RATED
