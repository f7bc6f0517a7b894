"""Which tournaments a declared regulation rates: by time control, registration, rounds and arbiters."""

from collections.abc import Iterator

import numpy as np

from schemes.declared.parameters import Admission
from schemes.kernels.calendar import days_months_before
from schemes.kernels.inputs import Column, Tournaments
from schemes.kernels.rules import Rules
from schemes.kernels.scheme import Reason

ADMITTED, TOO_SHORT, TOO_LONG, NO_CLOCK, LATE, FEW_ROUNDS, FEW_ARBITERS = 0, 41, 42, 43, 44, 45, 46
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


def refused(tournaments: Tournaments, rules: Rules, version: Column) -> Column:
    """The reason why each tournament is not rated by the version that holds for it; 0 if it is."""
    reason = np.zeros(len(tournaments), np.int16)
    for index, each in enumerate(rules.versions):
        for code, out in _tests(tournaments, each.parameters.admission):
            reason[(version == index) & out & (reason == ADMITTED)] = code
    return reason


def _tests(t: Tournaments, asked: Admission) -> Iterator[tuple[int, Column]]:
    """For each reason the tournaments that it keeps out; the first that does holds."""
    base = np.asarray(t.base, np.int64)
    increment = np.maximum(np.asarray(t.increment, np.int64), 0)
    whole = base + asked.moves * increment
    clock = base >= 0
    if asked.no_clock == "refused":
        yield NO_CLOCK, ~clock
    for time, least, most in (
        (base, asked.base_least, asked.base_most),
        (increment, asked.increment_least, asked.increment_most),
        (whole, asked.game_least, asked.game_most),
    ):
        if least is not None:
            yield TOO_SHORT, clock & (time < least)
        if most is not None:
            yield TOO_LONG, clock & (time > most)
    deadline = np.asarray(t.start, np.int64) - asked.registered_days
    if asked.registered_months:
        deadline = np.minimum(
            deadline, days_months_before(np.asarray(t.start, np.int64), asked.registered_months)
        )
    if asked.registered_days or asked.registered_months:
        yield LATE, (np.asarray(t.registered) > deadline) & ~np.asarray(t.late_approved)
    yield FEW_ROUNDS, np.asarray(t.rounds) < asked.rounds_least
    arbiters = np.asarray(t.arbiters)
    yield FEW_ARBITERS, (arbiters >= 0) & (arbiters < asked.arbiters_least)
