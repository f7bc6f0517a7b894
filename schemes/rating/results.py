"""Results of games as all drivers read them."""

from schemes.kernels.articles import loop
from schemes.kernels.inputs import BOTH_ABSENT, BOTH_LOST, DRAW, FIRST_WINS, SECOND_ABSENT

WIN, HALF, LOSS = 100, 50, 0


@loop
def is_forfeit(result: int) -> bool:
    """Whether a game was decided without play."""
    return DRAW < result <= BOTH_ABSENT


@loop
def score_of(result: int, is_first: bool) -> int:
    """What a side scored, in hundredths; a walkover is a win; nobody scores if both were absent, or lost by fouls."""
    if result == DRAW:
        return HALF
    if result in (BOTH_ABSENT, BOTH_LOST):
        return LOSS
    if (result in (FIRST_WINS, SECOND_ABSENT)) == is_first:
        return WIN
    return LOSS
