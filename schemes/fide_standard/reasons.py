"""Why a tournament, a game, a player's side of a game or a player is left out: one code per article and case."""

from schemes.kernels.scheme import Reason
from schemes.rating.reasons import (
    ENDED,
    FALLEN,
    FORFEIT,
    LEFT_OUT,
    LIST_OF_END,
    NO_NEW_GAME,
    NO_VERSION,
    NOT_PUBLISHED,
    OPPONENT_UNRATED,
    POOL_LOW,
    POOL_SMALL,
    RATED,
)  # fmt: skip

HYBRID, LATE, LATE_STRONG, FIRST_CONTROL, HOURS, REPORT, MATCH_UNRATED = range(2, 9)
DEAD, TOO_SHORT = 16, 17
NO_FEDERATION, SUSPENDED = 25, 26

REASONS = (
    Reason(RATED, "", "rated"),
    Reason(NO_VERSION, "0.1", "it starts before the first version of the regulations is in force"),
    Reason(HYBRID, "0.2", "a hybrid tournament that was not approved"),
    Reason(LATE, "0.2.2", "registered too late before its start, without approval"),
    Reason(
        LATE_STRONG,
        "0.2.1",
        "registered too late for a tournament with so strong a player, without approval",
    ),
    Reason(FIRST_CONTROL, "1.2", "its first time control has too few moves"),
    Reason(HOURS, "3.1", "too many hours of play a day"),
    Reason(REPORT, "9.1", "its report came too late for the last list on which it could be rated"),
    Reason(MATCH_UNRATED, "6.1", "a match with an unrated player"),
    Reason(FORFEIT, "5.1", "not played"),
    Reason(DEAD, "6.2", "played after the match was won"),
    Reason(TOO_SHORT, "1.1", "too little time for players of these ratings"),
    Reason(OPPONENT_UNRATED, "8.3.1", "the opponent was unrated at the start of the tournament"),
    Reason(LEFT_OUT, "8.2.1", "no point scored in the first event"),
    Reason(LIST_OF_END, "7.1", "the player's rating ended on this list"),
    Reason(NOT_PUBLISHED, "7.1.2", "rated below the published minimum"),
    Reason(POOL_SMALL, "7.1.4", "unrated: not yet enough games against rated opponents"),
    Reason(POOL_LOW, "7.1.4", "unrated: the games so far give less than the lowest rating"),
    Reason(NO_NEW_GAME, "7.1.4", "unrated: no new game against a rated opponent on this list"),
    Reason(FALLEN, "7.2.1", "unrated: fell below the lowest rating"),
    Reason(NO_FEDERATION, "10.1", "not registered with a member federation"),
    Reason(SUSPENDED, "10.1", "the player's federation is suspended"),
    Reason(ENDED, "7.1", "unrated: the office's list no longer carries the player"),
)
