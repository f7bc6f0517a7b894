"""The places of a given ranking: 1, 2, 3 …, or shared ones."""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter

from ledger.events import Places, Ranking
from wording import say


def as_ranking(players: Sequence[str], places: Sequence[int]) -> tuple[Ranking, Places | None]:
    """`ranking` and `places` of an event: shared places as lists; `places` only where the next ones follow at once."""
    by_place = groupby(zip(places, players, strict=True), itemgetter(0))
    groups = [tuple(player for _, player in group) for _, group in by_place]
    next_rank = 1
    for place, group in zip(sorted(set(places)), groups, strict=True):
        if place != next_rank:
            return tuple(players), tuple(places)
        next_rank += len(group)
    return tuple(group[0] if len(group) == 1 else group for group in groups), None


def only_shared(places: Sequence[int]) -> tuple[int, ...] | None:
    """The places, if some are shared."""
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
