"""Which tournaments a declared regulation rates: by time control, registration, rounds and arbiters."""

from schemes.kernels.articles import loop
from schemes.kernels.fields import Fields
from schemes.kernels.scheme import Reason
from schemes.rating.reasons import RATED

TOO_SHORT, TOO_LONG, NO_CLOCK, LATE, FEW_ROUNDS, FEW_ARBITERS = range(41, 47)
TEXTS = {
    TOO_SHORT: "the time control is too short",
    TOO_LONG: "the time control is too long",
    NO_CLOCK: "no time control is given",
    LATE: "registered too late, and its lateness was not approved",
    FEW_ROUNDS: "too few rounds",
    FEW_ARBITERS: "too few arbiters of national level",
}


def reasons_of(article: str) -> tuple[Reason, ...]:
    """Why a tournament is not rated."""
    return tuple(Reason(code, article, text) for code, text in TEXTS.items())


@loop
def tournament_reason(p: Fields, paper: Fields) -> int:
    """Why a tournament is not rated: the first that keeps it out."""
    reason = clock_reason(p, int(paper.seconds), max(int(paper.increment), 0))
    if reason != RATED:
        return reason
    if paper.registered > paper.deadline and not paper.late_approved:
        return LATE
    if paper.rounds < p.rounds_least:
        return FEW_ROUNDS
    if 0 <= paper.arbiters < p.arbiters_least:
        return FEW_ARBITERS
    return RATED


@loop
def clock_reason(p: Fields, seconds: int, increment: int) -> int:
    """Why a time control keeps a tournament out; without one (−1) the file says whether it is rated."""
    if seconds < 0:
        if p.needs_clock:
            return NO_CLOCK
        return RATED
    whole = seconds + p.time_moves * increment
    if seconds < p.base_least:
        return TOO_SHORT
    if seconds > p.base_most:
        return TOO_LONG
    if increment < p.increment_least:
        return TOO_SHORT
    if increment > p.increment_most:
        return TOO_LONG
    if whole < p.game_least:
        return TOO_SHORT
    if whole > p.game_most:
        return TOO_LONG
    return RATED
