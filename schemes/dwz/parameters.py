"""The numbers of the Wertungsordnung, each with its article."""

from datetime import date
from typing import Annotated

from msgspec import Meta, Struct

from schemes.kernels.errors import contradicting, rules_error
from schemes.kernels.fields import Fields
from schemes.kernels.rules import Version
from wording import say

INDEXES = 11  # K is given for the indexes 1 to 10, and for all above


Ks = tuple[Annotated[int, Meta(ge=0, le=1000)], ...]


class Numbers(Fields):
    """The parameters in force as articles read them; these are tables."""

    boundaries: tuple[int, ...]
    brakes: tuple[int, ...]
    k_adult: tuple[int, ...]
    k_strong: tuple[int, ...]
    k_young: tuple[int, ...]
    shares: tuple[int, ...]


def _number(article: str, says: str, least: int | None = None, most: int | None = None) -> Meta:
    return Meta(title=article, description=says, ge=least, le=most)


class DwzParameters(Struct, frozen=True):
    """All numbers of a version."""

    time_least: Annotated[
        int, _number("4.2.2", "Fewest seconds a player has for a game.", 0, 36_000)
    ] = 5400
    time_moves: Annotated[int, _number("4.2.2", "Moves that a game is taken to last.", 1, 1000)] = (
        60
    )
    index_from_elsewhere: Annotated[
        int, _number("2.2.4", "Index of a rating from elsewhere.", 1, 1000)
    ] = 6
    index_counted: Annotated[
        int, _number("Anh. 1.2", "Index that counts of a rating from elsewhere.", 1, 1000)
    ] = 1
    least_rating: Annotated[int, _number("2.2.1", "No rating is below this.", 1, 3000)] = 1

    first_games: Annotated[
        int, _number("3.4.1", "Games against rated opponents for a first rating.", 1, 100)
    ] = 5
    low_below: Annotated[int, _number("3.4.4", "First ratings below this are lifted.", 0, 3000)] = (
        800
    )
    low_base: Annotated[
        int, _number("3.4.4", "What a low first rating is at least lifted to.", 0, 3000)
    ] = 700
    low_parts: Annotated[
        int, _number("3.4.4", "A part of a low first rating is added: one of so many.", 1, 100)
    ] = 8
    lift_below: Annotated[
        int, _number("3.4.4", "First ratings below this are lifted by a share.", 1, 3000)
    ] = 2000
    lift_bend: Annotated[
        int, _number("3.4.4", "First ratings below this are lifted to more than it.", 1, 3000)
    ] = 1100
    lift_x100: Annotated[
        int, _number("3.4.4", "The share of the way up, in hundredths.", 0, 100)
    ] = 0
    adds_draw: Annotated[int, _number("3.6.2", "1: a draw is added to a full score.", 0, 1)] = 0
    kept_months: Annotated[
        int, _number("4.1.1", "Months for which games of unrated players are kept.", 0, 1200)
    ] = 24

    points: Annotated[
        int, _number("3.5.2", "Points for a score above expectation, to be shared.", 0, 10_000)
    ] = 800
    youth_until: Annotated[
        int, _number("Anh. 1.2", "Age up to which a player is a youth.", 0, 200)
    ] = 20
    junior_until: Annotated[
        int, _number("Anh. 1.2", "Age up to which a player is a junior.", 0, 200)
    ] = 25
    youth: Annotated[int, _number("Anh. 1.2", "J of a youth.", 0, 1000)] = 5
    junior: Annotated[int, _number("Anh. 1.2", "J of a junior.", 0, 1000)] = 10
    adult: Annotated[int, _number("Anh. 1.2", "J of everybody else.", 0, 1000)] = 15
    faster_below: Annotated[
        int, _number("Anh. 1.2", "Youths below this rating rise faster.", 1, 3000)
    ] = 2000
    faster_least_x100: Annotated[
        int, _number("Anh. 1.2", "Least factor of a youth, in hundredths.", 1, 100)
    ] = 50
    brake_below: Annotated[
        int, _number("Anh. 1.2", "Ratings below this fall more slowly.", 0, 3000)
    ] = 1300
    brake_scale: Annotated[
        int, _number("Anh. 1.2", "Points by which the brake grows e times.", 1, 3000)
    ] = 150
    least: Annotated[int, _number("Anh. 1.2", "Least E.", 1, 1000)] = 5
    most: Annotated[int, _number("Anh. 1.2", "Greatest E without a brake.", 1, 1000)] = 30
    most_braked: Annotated[int, _number("Anh. 1.2", "Greatest E with a brake.", 1, 1000)] = 150
    by_index: Annotated[
        int, _number("Anh. 1.2", "Greatest E by index: so much for each.", 1, 1000)
    ] = 5
    new_until: Annotated[
        int, _number("Anh. 1.2", "Index up to which the limit by index holds.", 0, 1000)
    ] = 5

    by_factor: Annotated[int, _number("3.5.1", "1: K by index instead of E.", 0, 1)] = 0
    k_young: Annotated[Ks, _number("3.5.1", "K of youths and juniors by index.")] = ()
    k_adult: Annotated[Ks, _number("3.5.1", "K of adults by index.")] = ()
    k_strong: Annotated[Ks, _number("3.5.1", "K of strong players by index.")] = ()
    strong_young: Annotated[
        int, _number("3.5.1", "A youth or junior is strong from this rating on.", 1, 4000)
    ] = 2200
    strong_adult: Annotated[
        int, _number("3.5.1", "An adult is strong from this rating on.", 1, 4000)
    ] = 2000
    k_most: Annotated[int, _number("3.5.1", "Greatest K.", 1, 1000)] = 80
    k_more_below: Annotated[
        int, _number("3.5.1", "K grows or shrinks below this rating.", 0, 3000)
    ] = 1600
    k_more: Annotated[int, _number("3.5.1", "Added to K at or above expectation.", 0, 1000)] = 4
    k_youth_below: Annotated[
        int, _number("3.5.1", "K of youths grows below this rating.", 0, 3000)
    ] = 2000
    k_youth_parts: Annotated[int, _number("3.5.1", "Points below that add 1 to K.", 1, 3000)] = 30
    k_brake_shift: Annotated[
        int, _number("3.5.1", "Points by which the brake of K is moved.", 0, 3000)
    ] = 800

    performance_games: Annotated[
        int, _number("3.6.1", "Games against rated opponents for a performance.", 1, 100)
    ] = 5
    extreme: Annotated[
        int, _number("3.6.2", "Points from the opponents for a full or empty score.", 1, 1599)
    ] = 677
    exceptional: Annotated[
        int, _number("3.6.3", "Points above the rating that are exceptional.", 0, 3000)
    ] = 300


def check(p: DwzParameters) -> None:
    """Refuse a K that is not said of every index, and limits that are the wrong way round."""
    for name in ("k_young", "k_adult", "k_strong"):
        given = len(getattr(p, name))
        if given != INDEXES and (given or p.by_factor):
            wrong = say(
                "{name} has {given} numbers, not {indexes}", name=name, given=given, indexes=INDEXES
            )
            raise rules_error(wrong, say("give K of the indexes 1 to 10, and above"))
    for low, high in (
        ("least", "most"),
        ("youth_until", "junior_until"),
        ("lift_bend", "lift_below"),
    ):
        if getattr(p, low) > getattr(p, high):
            values = {"low": low, "least": getattr(p, low), "high": high, "most": getattr(p, high)}
            wrong = contradicting([say("{low} {least} is above {high} {most}", **values)])
            raise rules_error(wrong, say("change both, or neither"))


BY_FACTOR = DwzParameters(
    least_rating=1100, low_below=0, lift_x100=8, adds_draw=1, index_counted=6, by_factor=1,
    k_young=(60, 60, 48, 46, 44, 42, 40, 38, 36, 34, 32),
    k_adult=(60, 60, 44, 42, 40, 38, 36, 34, 32, 30, 28),
    k_strong=(60, 60, 41, 39, 37, 35, 33, 31, 29, 27, 25),
)  # fmt: skip
VERSIONS = (
    Version("2016-08-01", date(2016, 8, 1), DwzParameters()),
    Version("2026-08-01", date(2026, 8, 1), BY_FACTOR),
)
