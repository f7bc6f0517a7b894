"""fide-rapid and fide-blitz: the articles of fide-standard, and where the chapter on rapid and blitz differs from them.

The chapter ("FIDE Rapid and Blitz Rating Regulations", approved on 15 December 2023, applied from 1 March 2024) was
read as a public word-for-word comparison of both chapters tells it: see the reading `text`.
"""

from datetime import date
from functools import cached_property
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from schemes.fide_standard import FideStandard
from schemes.fide_standard.admission import match_of_rated
from schemes.fide_standard.parameters import (
    EVERY_MONTH,
    NO_LIMIT,
    Lists,
    Parameters,
    Registration,
    StandardRegistration,
    Time,
)
from schemes.fide_standard.readings import READINGS
from schemes.fide_standard.reasons import (
    FIRST_CONTROL,
    HOURS,
    LATE,
    LATE_STRONG,
    REASONS,
    TOO_SHORT,
)
from schemes.kernels import Articles, article, loop
from schemes.kernels.errors import rules_error
from schemes.kernels.parameters import Cells
from schemes.kernels.readings import Reading
from schemes.kernels.rules import Version
from schemes.kernels.scheme import Reason
from schemes.rating.reasons import RATED
from wording import say

FAR_APART = 18


def _seconds(says: str) -> Meta:
    return Meta(ge=0, le=36_000, title="1.1", description=says)


def _points(says: str) -> Meta:
    return Meta(ge=0, le=4000, title="8.3.1", description=says)


class FastTime(Struct, frozen=True):
    """1: the time of a game, base time and increments together."""

    least: Annotated[int, _seconds("Fewest seconds a player.")]
    most: Annotated[int, _seconds("Most seconds a player.")]
    moves: Annotated[
        int, Meta(ge=1, le=1000, title="1.1", description="Moves that a game is taken to last.")
    ] = 60


class FastParameters(Parameters, frozen=True, kw_only=True):
    """All numbers of a version: those of fide-standard, but for what this chapter has not or has otherwise."""

    time: FastTime  # type: ignore[assignment]
    registration: Registration = Registration()  # type: ignore[assignment]
    lists: Lists = Lists(months=EVERY_MONTH)  # type: ignore[assignment]
    apart: (
        Annotated[int, _points("Games of players so far apart are not rated; none: all are.")]
        | None
    ) = None
    apart_above: Annotated[
        int, _points("They are rated if neither player is rated above this.")
    ] = 2600


_NOT_ASKED = {
    "entrants",
    "time-rating",
    "hours-missing",
    "hours-days",
    "hours-games",
    "long-parts",
    "long-length",
    "long-ratings",
    "long-outside",
}  # fmt: skip - readings of articles that are not here
_READINGS = (
    *(each for each in READINGS if each.name not in _NOT_ASKED),
    Reading("text", "0", "Where does the text come from?", {
        "comparison": "From a public comparison of the chapter with that on standard chess, word for word, of October "
                      "2026; two other public sources agree. The chapter itself was not at hand.",
    }),
    Reading("numbers", "0", "Whose numbers do articles have?", {
        "standard": "Those of fide-standard. In the chapter on rapid and blitz 5 to 10 are 4 to 9, and 8.2 is 7.2.1.",
    }),
    Reading("different-times", "1.2", "What of games in which the players have different times?", {
        "not-known": "They are not rated, but the log does not know them: they are not to be recorded.",
    }),
    Reading("rounds-a-day", "3.1", "Are 15 rounds of rapid and 30 of blitz a day checked?", {
        "not-checked": "No: the log has the days of games, not those of rounds.",
    }),
    Reading("standard-rating", "8.2", "How does a player begin who has a standard rating and none here?", {
        "as-new": "With the standard rating of the list in force at the start, for the player and the opponents, and "
                  "with no games so far: K is that of a new player.",
    }),
    Reading("relevant-list", "8.3.1", "Which ratings tell that two players are 600 points apart?", {
        "game": "Those with which the game is rated: also the standard rating of a player who has none here.",
    }),
)  # fmt: skip
_NO_REASONS = {LATE_STRONG, FIRST_CONTROL, HOURS}  # of articles that are not here
_OTHER_REASONS = (
    Reason(TOO_SHORT, "1.1", "the time is not that of these ratings"),
    Reason(
        FAR_APART,
        "8.3.1",
        "the players are too far apart, and one of them is rated too high for that",
    ),
)


def _versions(least: int, most: int) -> tuple[Version, ...]:
    """The version of March 2024, and that of December 2024, which leaves out games of players far apart."""
    march = FastParameters(time=FastTime(least=least, most=most))
    december = msgspec.structs.replace(march, apart=600)
    return Version("2024-03-01", date(2024, 3, 1), march), Version(
        "2024-12-01", date(2024, 12, 1), december
    )


class FideRapid(FideStandard):
    """FIDE's rapid ratings."""

    name, title = "fide-rapid", "FIDE rating regulations, rapid chess"
    fide_list = "rapid"
    needs_days = False
    reads_list_of = "fide-standard"
    versions = _versions(601, 3599)
    readings = _READINGS
    reasons = (
        *(each for each in REASONS if each.code not in {TOO_SHORT, *_NO_REASONS}),
        *_OTHER_REASONS,
    )

    @cached_property
    def articles(self) -> Articles:
        """The articles; compiled once for rapid and blitz, which differ in numbers only."""
        return Articles("fide-fast", self.article_functions(), self.digest)

    def check(self, parameters: Any) -> None:
        """Refuse parameters that contradict each other."""
        super().check(
            msgspec.structs.replace(parameters, time=Time(), registration=StandardRegistration())
        )
        time = parameters.time
        if time.least > time.most:
            wrong = say(
                "time.least {least} is above time.most {most}", least=time.least, most=time.most
            )
            raise rules_error(wrong, say("change both, or neither"))

    def cells(self, parameters: Any, readings: Any) -> Cells:
        """The numbers of a version as articles read them."""
        apart = NO_LIMIT if parameters.apart is None else parameters.apart
        return {**super().cells(parameters, readings), "apart": apart}

    @article("0.2")
    def registered_in_time(p: Any, days_before: int, strong: bool, late_approved: bool) -> int:  # noqa: N805
        """Registered {days_before} days before the start; exactly the day is in time, an approval lifts it."""
        if late_approved or days_before >= p.registration_days:
            return RATED
        return LATE

    @loop
    def asks_for_entrants(p: Any, event: Any) -> bool:  # noqa: N805
        """Ratings decide about a match (6.1) only."""
        return event.match > 0

    @loop
    def entrant_verdict(p: Any, event: Any, rating: int, woman: int, plays: bool) -> int:  # noqa: N805
        """What keeps a match out because of one who plays."""
        if plays or p.read_match_unrated != 0:
            return match_of_rated(rating)
        return RATED

    @article("1.1")
    def time_enough(p: Any, base: int, increment: int, higher: int) -> int:  # noqa: N805
        """{base} seconds and {p.time_moves} times {increment}: from {p.time_least} to {p.time_most} seconds."""
        if base < 0:
            if p.read_time_missing == 0:
                return RATED
            return TOO_SHORT
        if p.time_least <= base + p.time_moves * increment <= p.time_most:
            return RATED
        return TOO_SHORT

    @article("1.2")
    def first_control_long_enough(p: Any, moves: int) -> int:  # noqa: N805
        """No first control is asked for."""
        return RATED

    @article("3.1")
    def day_short_enough(p: Any, hours_x100: int) -> int:  # noqa: N805
        """Hours of play a day are not asked for."""
        return RATED

    @loop
    def asks_for_days(p: Any, event: Any) -> bool:  # noqa: N805
        """Nor do they follow from the clock."""
        return False

    @loop
    def day_verdict(p: Any, event: Any, day: int, games: int) -> int:  # noqa: N805
        """No day is too long."""
        return RATED

    @article("4.1")
    def is_long(p: Any, start_day: int, end_day: int) -> bool:  # noqa: N805
        """No event is rated month by month."""
        return False

    @article("8.2")
    def rating_from_elsewhere(p: Any, elsewhere: int) -> int:  # noqa: N805
        """No rating here, {elsewhere} on the standard list: it counts."""
        return elsewhere

    @article("8.3.1")
    def pair_verdict(p: Any, one: int, other: int) -> int:  # noqa: N805
        """{one} against {other}: {p.apart} or more apart is too far if one is above {p.apart_above}."""
        is_far = min(one, other) > 0 and abs(one - other) >= p.apart
        if is_far and max(one, other) > p.apart_above:
            return FAR_APART
        return RATED


class FideBlitz(FideRapid):
    """FIDE's blitz ratings."""

    name, title = "fide-blitz", "FIDE rating regulations, blitz chess"
    fide_list = "blitz"
    versions = _versions(181, 600)


rapid = FideRapid()
blitz = FideBlitz()
