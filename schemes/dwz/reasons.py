"""Why something is not rated, or only kept."""

from schemes.kernels.scheme import Reason

RATED, FORFEIT, NO_VERSION, TOO_FAST, OPPONENT_UNRATED, KEPT, NEITHER_RATED = range(7)
REASONS = (
    Reason(RATED, "3.5.2", "rated"),
    Reason(FORFEIT, "6.1", "a forfeit changes no rating"),
    Reason(NO_VERSION, "", "the tournament started before the first version of the rules"),
    Reason(TOO_FAST, "4.2.2", "the players have less time than is asked for"),
    Reason(OPPONENT_UNRATED, "3.4.1", "the opponent has no rating and gets none"),
    Reason(KEPT, "3.4.2", "no rating yet: the game is kept for a first rating"),
    Reason(NEITHER_RATED, "3.4.2", "neither player has a rating yet"),
)
