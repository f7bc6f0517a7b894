"""Why a driver leaves something out. A regulation has the same codes with its own articles, and more of its own.

Codes 2 to 9 and from 30 on are for regulations, and so are 16 to 19 and 25, 26.
"""

from collections.abc import Mapping
from types import MappingProxyType

from schemes.kernels.scheme import Reason

RATED, NO_VERSION = 0, 1
NO_RATING, OPPONENT_UNRATED, GATHERED, FORFEIT, LEFT_OUT, LIST_OF_END = range(10, 16)
NOT_PUBLISHED, POOL_SMALL, POOL_LOW, NO_NEW_GAME, FALLEN, ENDED = 20, 21, 22, 23, 24, 27

_TEXTS = {
    RATED: "rated",
    NO_VERSION: "the tournament started before the first version of the rules",
    NO_RATING: "the player has no rating",
    OPPONENT_UNRATED: "the opponent has no rating",
    GATHERED: "gathered for a first rating",
    FORFEIT: "a forfeit changes no rating",
    LEFT_OUT: "an event that does not count for a first rating",
    LIST_OF_END: "the player's rating ended on this list",
    NOT_PUBLISHED: "below the published minimum",
    POOL_SMALL: "unrated: not yet enough games against rated opponents",
    POOL_LOW: "unrated: the games so far give less than the lowest rating",
    NO_NEW_GAME: "unrated: no new game against a rated opponent on this list",
    FALLEN: "unrated: fell below the lowest rating",
    ENDED: "unrated: the office's list no longer carries the player",
}


def reasons_of(*codes: int, said: Mapping[int, str] = MappingProxyType({})) -> tuple[Reason, ...]:
    """The reasons of a driver that no article gives; `said` has other words for some of them."""
    texts = {**_TEXTS, **said}
    return tuple(Reason(code, "", texts[code]) for code in codes)
