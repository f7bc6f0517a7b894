"""fide-rapid and fide-blitz: the articles of fide-standard, but for time, a day's play and a first rating.

The text of 2024 for rapid and blitz was not at hand. What is known of it from public sources, and what is only taken
over from fide-standard, is said in the readings.
"""

from datetime import date
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from schemes.fide_standard import FideStandard
from schemes.fide_standard.first_rating import event_counts as event_counts_in_standard
from schemes.fide_standard.parameters import Parameters, Time
from schemes.fide_standard.readings import READINGS
from schemes.fide_standard.reasons import REASONS, TOO_SHORT
from schemes.kernels import article
from schemes.kernels.by_period.reasons import RATED
from schemes.kernels.errors import SchemeError
from schemes.kernels.readings import Reading
from schemes.kernels.rules import Version
from schemes.kernels.scheme import Reason


def _seconds(says: str) -> Meta:
    return Meta(ge=0, le=36_000, title="1.1", description=says)


class FastTime(Struct, frozen=True):
    """1: the time of a game, base time and increments together."""

    least: Annotated[int, _seconds("Fewest seconds a player.")]
    most: Annotated[int, _seconds("Most seconds a player.")]
    moves: Annotated[int, Meta(ge=1, le=1000, title="1.1", description="Moves that a game is taken to last.")] = 60


class FastParameters(Parameters, frozen=True, kw_only=True):
    """All numbers of a version: those of fide-standard, with other limits of time."""

    time: FastTime  # type: ignore[assignment]


_NOT_ASKED = {"time-rating", "hours-missing"}  # readings of articles that are not here
_SHARED = tuple(each for each in READINGS if each.name not in _NOT_ASKED)
_OWN = (
    Reading("text", "0", "Where does the text come from?", {
        "standard": "The text of 2024 for rapid and blitz was not at hand: every article that public sources do not "
                    "tell apart is that of fide-standard of 2024-03-01.",
    }),
    Reading("k-as-standard", "8.3.3", "Which K is there?", {
        "standard": "40, 20 and 10 as in fide-standard: so announced for rapid and blitz from October 2022 on.",
    }),
    Reading("first-score", "8.2.1", "How many points must a first event give?", {
        "half": "Half a point, as in fide-standard.",
        "one": "A whole point, as told of the rules of 2021.",
    }),
    Reading("standard-rating", "8.2", "What of a player who has a standard rating and none here?", {
        "begins": "The standard rating of the list in force at the start counts, for the player and the opponents, and "
                  "the player begins with it: so announced when these lists began in 2012, and told of their practice.",
        "unrated": "The player is unrated.",
    }),
    Reading("cap-2650", "8.3.1", "Does the change of October 2025 for players of 2650 hold here?", {
        "no": "It is known of standard chess only; --set cap_exempt_from=2650 --from 2025-10-01 lets it hold.",
    }),
    Reading("cap-400", "8.3.1", "Are differences cut at 400?", {
        "standard": "Yes, as in fide-standard; of the rules of 2021 it is told that they were not: --set cap=none.",
    }),
    Reading("games-a-day", "3.1", "How many games may there be a day?", {
        "not-checked": "15 rapid and 30 blitz games are told of the rules of 2021; not checked, nor are hours.",
    }),
)  # fmt: skip


class FideRapid(FideStandard):
    """FIDE's rapid ratings."""

    name, title = "fide-rapid", "FIDE rating regulations, rapid chess"
    fide_list = "rapid"
    reads_list_of = "fide-standard"
    versions = (
        Version("2024-03-01", date(2024, 3, 1), FastParameters(time=FastTime(least=601, most=3599))),
    )  # fmt: skip
    readings = (*_SHARED, *_OWN)
    reasons = tuple(
        Reason(TOO_SHORT, "1.1", "the time is not that of these ratings") if each.code == TOO_SHORT else each
        for each in REASONS
    )

    def check(self, parameters: Any) -> None:
        """Refuse parameters that contradict each other."""
        super().check(msgspec.structs.replace(parameters, time=Time()))
        time = parameters.time
        if time.least > time.most:
            raise SchemeError(f"time.least {time.least} is above time.most {time.most}", "change both, or neither")

    @article("1.1")
    def time_enough(p: Any, base: int, increment: int, higher: int) -> int:  # noqa: N805
        """{base} seconds and {p.time_moves} times {increment}: from {p.time_least} to {p.time_most} seconds."""
        if base < 0:
            return RATED if p.read_time_missing == 0 else TOO_SHORT
        return RATED if p.time_least <= base + p.time_moves * increment <= p.time_most else TOO_SHORT

    @article("1.2")
    def first_control_long_enough(p: Any, moves: int) -> int:  # noqa: N805
        """No first control is asked for."""
        return RATED

    @article("3.1")
    def day_short_enough(p: Any, hours_x100: int) -> int:  # noqa: N805
        """Hours of play a day are not asked for."""
        return RATED

    @article("8.2.1", gives="yes")
    def event_counts(p: Any, score_x100: int, is_first: bool, scored_elsewhere: bool) -> bool:  # noqa: N805
        """A first event without enough points is left out."""
        enough = score_x100 >= 100 or p.read_first_score == 0
        return event_counts_in_standard(p, score_x100 if enough else 0, is_first, scored_elsewhere)

    @article("8.2")
    def rating_from_elsewhere(p: Any, elsewhere: int) -> int:  # noqa: N805
        """No rating here, {elsewhere} on the standard list: it counts."""
        return elsewhere if p.read_standard_rating == 0 else 0


class FideBlitz(FideRapid):
    """FIDE's blitz ratings."""

    name, title = "fide-blitz", "FIDE rating regulations, blitz chess"
    fide_list = "blitz"
    versions = (
        Version("2024-03-01", date(2024, 3, 1), FastParameters(time=FastTime(least=300, most=600))),
    )  # fmt: skip
    readings = (*_SHARED, *_OWN, Reading("least-time", "1.1", "What is the least time of a blitz game?", {
        "five": "Five minutes, as announced in 2011: 3 minutes and 2 seconds a move are enough. Elsewhere more than "
                "three minutes are told: --set time.least=181.",
    }))  # fmt: skip


rapid, blitz = FideRapid(), FideBlitz()
