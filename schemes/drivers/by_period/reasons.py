"""Why the driver leaves something out. A regulation has the same codes with its own articles, and more of its own."""

from schemes.kernels.scheme import Reason

RATED, NO_VERSION = 0, 1
FORFEIT, OPPONENT_UNRATED, LEFT_OUT, LIST_OF_END = 10, 13, 14, 15
NOT_PUBLISHED, POOL_SMALL, POOL_LOW, NO_NEW_GAME, FALLEN, ENDED = 20, 21, 22, 23, 24, 27

REASONS = (
    Reason(RATED, "", "rated"),
    Reason(NO_VERSION, "", "it starts before the first version of the rules is in force"),
    Reason(FORFEIT, "", "not played"),
    Reason(OPPONENT_UNRATED, "", "the opponent had no rating"),
    Reason(LEFT_OUT, "", "an event that does not count for a first rating"),
    Reason(LIST_OF_END, "", "the player's rating ended on this list"),
    Reason(NOT_PUBLISHED, "", "below the published minimum"),
    Reason(POOL_SMALL, "", "unrated: not yet enough games against rated opponents"),
    Reason(POOL_LOW, "", "unrated: the games so far give less than the lowest rating"),
    Reason(NO_NEW_GAME, "", "unrated: no new game against a rated opponent on this list"),
    Reason(FALLEN, "", "unrated: fell below the lowest rating"),
    Reason(ENDED, "", "unrated: the office's list no longer carries the player"),
)
