"""The places of a given ranking: 1, 2, 3 …, or shared ones."""

from collections.abc import Sequence

from wording import say


def places_of(ranking: Sequence[object], places: Sequence[int] | None) -> Sequence[int]:
    """The place of each player of a ranking; without shared ones 1, 2, 3 …"""
    if places is None:
        return range(1, len(ranking) + 1)
    return places


def only_shared(places: Sequence[int]) -> tuple[int, ...] | None:
    """The places as an event has them: nothing where none is shared."""
    if list(places) == list(range(1, len(places) + 1)):
        return None
    return tuple(places)


def wrong_place(places: Sequence[int]) -> str | None:
    """What is wrong with places: the first is 1, and each next one is shared, the next number, or the next rank."""
    before = 0
    for number, place in enumerate(places, 1):
        shared = place == before and number > 1
        if not shared and place not in (before + 1, number):
            if number == 1:
                return say("the ranking begins with place {place}", place=place)
            return say("place {place} after place {before}", place=place, before=before)
        before = place
    return None
