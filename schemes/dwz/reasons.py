"""Why something is not rated, or only kept."""

from schemes.kernels.scheme import Reason
from schemes.rating.reasons import FORFEIT, GATHERED, NO_RATING, NO_VERSION, OPPONENT_UNRATED, RATED

TOO_FAST = 2
REASONS = (
    Reason(RATED, "3.5.2", "rated"),
    Reason(FORFEIT, "6.1", "a forfeit changes no rating"),
    Reason(NO_VERSION, "", "the tournament started before the first version of the rules"),
    Reason(TOO_FAST, "4.2.2", "the players have less time than is asked for"),
    Reason(OPPONENT_UNRATED, "3.4.1", "the opponent has no rating and gets none"),
    Reason(GATHERED, "3.4.2", "no rating yet: the game is kept for a first rating"),
    Reason(NO_RATING, "3.4.2", "neither player has a rating yet"),
)
