"""Why something is not rated or not published, each with its article."""

from schemes.kernels.scheme import Reason
from schemes.rating.reasons import (
    FORFEIT,
    NO_RATING,
    NO_VERSION,
    NOT_PUBLISHED,
    OPPONENT_UNRATED,
    RATED,
)

SLOW, INCREMENT, NO_TIME_CONTROL, ARBITERS, NO_ARBITERS, LATE = range(2, 8)
NEITHER_CAME, PLAYOFF_TOGETHER = 16, 17

REASONS = (
    Reason(RATED, "8", "rated"),
    Reason(NO_VERSION, "14", "the tournament is from before the regulation came into force"),
    Reason(SLOW, "3", "the base time is too long for a rapid event"),
    Reason(INCREMENT, "3", "the increment is too long for a rapid event"),
    Reason(NO_TIME_CONTROL, "3", "no time control is given"),
    Reason(ARBITERS, "3", "too few arbiters of national level"),
    Reason(NO_ARBITERS, "3", "no number of national arbiters is given"),
    Reason(LATE, "4", "registered too late, and its lateness was not approved"),
    Reason(
        NO_RATING,
        "12",
        "the player is from outside the mainland and has neither a rating nor a WXF title",
    ),
    Reason(
        OPPONENT_UNRATED,
        "12",
        "the opponent is from outside the mainland, with neither a rating nor a WXF title",
    ),
    Reason(
        PLAYOFF_TOGETHER,
        "7",
        "counts as one game with the last playoff game (or replay) of the two",
    ),
    Reason(FORFEIT, "10", "decided without play, which this reform does not rate"),
    Reason(NEITHER_CAME, "10", "neither player came, which this reading does not rate"),
    Reason(NOT_PUBLISHED, "5", "below the published minimum"),
)
