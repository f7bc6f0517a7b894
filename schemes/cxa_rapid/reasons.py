"""Why something is not rated or not published, each with its article."""

from schemes.scheme import Reason

RATED = 0
BEFORE_TRIAL, SLOW, INCREMENT, NO_TIME_CONTROL, ARBITERS, NO_ARBITERS, LATE = range(1, 8)
OUTSIDE, OPPONENT_OUTSIDE, PLAYOFF_TOGETHER, FORFEIT = range(10, 14)
BELOW_MINIMUM = 20

REASONS = (
    Reason(RATED, "8", "rated"),
    Reason(BEFORE_TRIAL, "14", "the tournament is from before the regulation came into force"),
    Reason(SLOW, "3", "the base time is too long for a rapid event"),
    Reason(INCREMENT, "3", "the increment is too long for a rapid event"),
    Reason(NO_TIME_CONTROL, "3", "no time control is given"),
    Reason(ARBITERS, "3", "too few arbiters of national level"),
    Reason(NO_ARBITERS, "3", "no number of national arbiters is given"),
    Reason(LATE, "4", "registered too late, and its lateness was not approved"),
    Reason(OUTSIDE, "12", "the player is from outside the mainland and has neither a rating nor a WXF title"),
    Reason(OPPONENT_OUTSIDE, "12", "the opponent is from outside the mainland, with neither a rating nor a WXF title"),
    Reason(PLAYOFF_TOGETHER, "7", "counts as one game with the last playoff game (or replay) of the two"),
    Reason(FORFEIT, "10", "decided without play, which this reform does not rate"),
    Reason(BELOW_MINIMUM, "5", "below the published minimum"),
)
