"""Why something is not rated, or a player not on the list."""

from schemes.kernels.scheme import Reason
from schemes.rating.reasons import FORFEIT, GATHERED, NO_VERSION, RATED

DECEASED = 2

REASONS = (
    Reason(RATED, "Basis", "rated"),
    Reason(FORFEIT, "Silent", "a forfeit changes no rating"),
    Reason(NO_VERSION, "Basis", "the tournament started before the first version of the rules"),
    Reason(GATHERED, "Start", "no rating yet: it begins with a first game over the board"),
    Reason(DECEASED, "Silent", "a player who died is on no list from that day on"),
)
