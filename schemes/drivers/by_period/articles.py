"""What only a regulation that rates by period is asked, each with a default; `schemes.rating` has the rest.

Articles are functions of whole numbers; `p` holds the parameters and readings in force. Ratings are points (0:
unrated), scores and changes hundredths. A verdict is the code of a reason, 0 for rated.
"""

from typing import Any

from schemes.kernels.arithmetic import half_away_from_zero, half_up
from schemes.kernels.articles import article, loop
from schemes.kernels.fields import Fields
from schemes.rating.articles import gain, is_counted, kept_rating
from schemes.rating.reasons import FORFEIT, RATED

# On which list a tournament is rated


@loop
def closing_days(p: Fields, is_official: bool) -> int:
    """How many days before a list an event must have ended to be on it."""
    return 1


@loop
def day_of_report(p: Fields, report_day: int, closed_day: int, end_day: int) -> int:
    """The day on which the report was received (−1: none is on record)."""
    if report_day >= 0:
        return report_day
    return closed_day


@loop
def report_days(p: Fields, closing: int) -> int:
    """How many days before a list a report must have been received: one, where events close `closing` days before."""
    return 1


@loop
def list_of_event(
    p: Fields, closing_list: int, report_list: int, list_at_end: int, days_left: int
) -> int:
    """The list of an event: the first that closes on or after its end and that comes after its report."""
    return max(closing_list, report_list)


@loop
def is_long(p: Fields, start_day: int, end_day: int) -> bool:
    """Whether the games of an event are rated each on the list of its own date: never."""
    return False


# Which games are rated


@loop
def days_verdict(p: Fields, number: int, played: Any, on_day: Any) -> int:
    """What keeps a tournament out because of the days on which it was played: nothing.

    `on_day` has a row for each player, in which numbers of the tournament may be put down.
    """
    return RATED


@loop
def entrants_verdict(p: Fields, number: int, played: Any, ratings: Any) -> int:
    """What keeps a tournament out because of those who take part, by the ratings at its start: nothing."""
    return RATED


@loop
def game_verdict(p: Fields, number: int, game: int, played: Any, ratings: Any) -> int:
    """Whether a game of a tournament is rated, by the ratings at its start: every game that `is_counted`."""
    if is_counted(p, int(played.result[game])):
        return RATED
    return FORFEIT


@loop
def late_rating(p: Fields, list_before: int) -> int:
    """The rating that counts for the opponents of one who became rated after the tournament's start: none."""
    return 0


@loop
def pair_verdict(p: Fields, one: int, other: int) -> int:
    """Whether games of two players with these ratings (0: unrated) are rated: always."""
    return RATED


@loop
def ratings_from(p: Fields, list_at_start: int, list_before: int) -> int:
    """The list that gives the ratings with which a tournament is rated: that at its start."""
    return list_at_start


# The change of a rated player


@loop
def k_from(p: Fields, list_at_start: int, list_before: int) -> int:
    """The list that gives K: that at the tournament's start."""
    return list_at_start


@loop
def k_year(p: Fields, year_of_start: int, year_of_list: int) -> int:
    """The year for which K is asked."""
    return year_of_start


@loop
def k_within_limit(p: Fields, k: int, games: int, event_games: int) -> int:
    """K of a player with so many games on the list, so many of them in the event: the same for all."""
    return k


@loop
def bonus_in_event(p: Fields, place: int, national: bool, team: bool, rating: int, k: int) -> int:
    """What a place in a tournament gives, in hundredths: nothing. It is asked where `p.gives_bonus` is set."""
    return 0


@article("", gives="gain")
def change_in_event(p: Fields, k: int, gains_x100: int) -> int:
    """The sum of the gains times K."""
    return k * gains_x100


@loop
def rounded_in_event(p: Fields, change_x100: int) -> int:
    """The change of an event as it goes into the sum: not rounded."""
    return change_x100


@article("", gives="change")
def rounded_change(p: Fields, change_x100: int) -> int:
    """Sum of the changes {change_x100}, rounded half away from zero."""
    return half_away_from_zero(change_x100, 100)


@loop
def peak_after_fall(p: Fields, peak: int) -> int:
    """The highest rating of a player who has become unrated: it is kept."""
    return peak


# The first rating of an unrated player


@article("", gives="yes")
def event_counts(p: Fields, score_x100: int, is_first: bool, scored_elsewhere: bool) -> bool:
    """Whether the games of an event are pooled."""
    return True


@loop
def pooled_on(p: Fields, list_day: int, end_day: int) -> int:
    """The day for which an event is pooled."""
    return list_day


@loop
def games_with_first_rating(p: Fields, pooled: int) -> int:
    """The games on record of a player who has just got a first rating."""
    return pooled


@loop
def games_on_first_list(p: Fields, added: int, pooled: int) -> int:
    """The games that the list of a first rating shows."""
    return added


# Absence, ratings carried in, and the list


@loop
def carried_in(p: Fields, rating_x100: int, sex: int) -> int:
    """A carried-in rating in whole points, 0 if it is none."""
    return kept_rating(p, half_up(rating_x100, 100), sex)


@loop
def games_carried(p: Fields, games: int, is_first: bool, on_record: bool, own_count: int) -> int:
    """The games of a player whose rating is carried in: those given, else the log's own count."""
    if games >= 0:
        return games
    return own_count


@loop
def appears_anew(p: Fields) -> bool:
    """Whether a rating that is carried in for a rated player counts as a new appearance on the list."""
    return False


@loop
def declaration_holds(p: Fields, declared: int, last_game: int) -> bool:
    """Whether inactivity declared when list `declared` was in force still holds: until a later list has a game."""
    return last_game <= declared


@loop
def expected_score(p: Fields, own: int, opponent: int) -> int:
    """The score in hundredths that the ratings of two players predict: what a win gives less than a whole point."""
    return 100 - gain(p, own, opponent, 100)
