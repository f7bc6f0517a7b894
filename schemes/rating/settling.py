"""What changes a rating, in whatever order a regulation takes the games: booked under its cause, and games gathered.

Ratings have `p.per_point` parts to a point, each worth `p.worth` hundredths; causes are booked in hundredths.
"""

from schemes.kernels.articles import loop
from schemes.kernels.causes import BONUS, FLOOR, GAMES, ROUNDING
from schemes.kernels.fields import Fields
from schemes.kernels.inputs import RATING_ENDED, Column
from schemes.rating.articles import carried_in, carried_peak, kept_rating, rating_of_gathered


@loop
def note(p: Fields, causes: Column, player: int, why: int, change: int) -> None:
    """Book a change of a player's rating under a cause; in a table of one row, which nobody reads, all share it."""
    causes[min(player, len(causes) - 1), why] += p.worth * change


@loop
def settled(p: Fields, rating: int, sex: int, gains: tuple[int, int, int], causes: Column) -> int:
    """The rating after games, or what is left of it at a floor, booked in a row of causes.

    `gains` are those of games and of places in hundredths, and both together as they are added.
    """
    exact, bonus, change = gains
    kept = kept_rating(p, rating + change, sex)
    causes[GAMES] += exact
    causes[BONUS] += bonus
    causes[ROUNDING] += p.worth * change - exact - bonus
    causes[FLOOR] += p.worth * (kept - rating - change)
    return kept


@loop
def note_peak(p: Fields, player: Fields) -> None:
    """Remember the highest rating, also if it was not reached by a game."""
    if p.peak_counts_always:
        player.peak = max(player.peak, player.rating)


@loop
def carry_in(p: Fields, fact: Fields, player: Fields) -> None:
    """An opening balance or an office's base correction: it replaces the rating, and the counts it gives.

    A rating that ended leaves the player without one; the highest rating is kept.
    """
    if fact.rating_x100 == RATING_ENDED:
        player.rating, player.since, player.games = 0, 0, 0
        return
    player.rating = carried_in(p, fact.rating_x100, player.sex)
    if player.since == 0:
        player.since = fact.day
    if fact.games >= 0:
        player.games = fact.games
    if fact.peak_x100 >= 0:
        player.peak = carried_peak(p, player.peak, carried_in(p, fact.peak_x100, player.sex))
    note_peak(p, player)


@loop
def gather(player: Fields, opponent: int, score_x100: int) -> None:
    """Keep a game of a player without a rating against a rated opponent for the first rating."""
    player.gathered += 1
    player.gathered_opponents += opponent
    player.gathered_score += score_x100


@loop
def rating_gathered(p: Fields, player: Fields) -> int:
    """The first rating that the games gathered of a player give; 0: none."""
    rating, _ = rating_of_gathered(
        p, player.gathered, player.gathered_opponents, player.gathered_score
    )
    return rating
