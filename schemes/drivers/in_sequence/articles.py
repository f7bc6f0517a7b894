"""What only a regulation that rates tournament after tournament is asked; `schemes.rating` has the rest.

Ratings are whole points, scores hundredths, expected scores have eight decimals. `events` and `sheets` are what the
driver's loops work on: see `loops`.
"""

from typing import Any

from schemes.kernels.articles import loop
from schemes.kernels.fields import Fields
from schemes.kernels.fixed_point import ONE
from schemes.rating.articles import expected_score


@loop
def expectation(p: Fields, own: int, opponent: int) -> int:
    """The score expected against an opponent, with eight decimals: what `expected_score` says in hundredths."""
    return expected_score(p, own, opponent) * (ONE // 100)


@loop
def value_players(p: Fields, events: Any, sheets: Any, tournament: Fields) -> None:
    """Decide with which numbers the players of a tournament count: with their ratings, and others do not count.

    A regulation gives those without a rating a stage and a value here, which is their first rating.
    """


@loop
def rating_of_value(p: Fields, found: int) -> int:
    """The first rating of a player whose results are those of a number that was found: that number."""
    return found


@loop
def next_rating(p: Fields, card: Fields, year: int) -> int:
    """The rating of a player after a tournament, from the sums of games, scores and expected scores: as before."""
    return int(card.rating)


@loop
def note_rated(p: Fields, card: Fields) -> None:
    """What a rating that was just given changes in the regulation's own numbers of a player: nothing."""


@loop
def note_carried(p: Fields, card: Fields, before: int) -> None:
    """The same of a rating that is carried in, or ended (0), in place of another one: nothing."""
