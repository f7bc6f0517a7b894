"""Articles 0 to 6 and 9: which tournaments and games are rated. A verdict is the code of a reason, 0 for rated."""

from typing import Any

from schemes.fide_standard.reasons import (
    DEAD,
    FIRST_CONTROL,
    HOURS,
    HYBRID,
    LATE,
    LATE_STRONG,
    MATCH_UNRATED,
    REPORT,
    TOO_SHORT,
)  # fmt: skip
from schemes.kernels import article, loop
from schemes.kernels.fields import Fields
from schemes.kernels.inputs import DRAW
from schemes.rating.reasons import FORFEIT, RATED


@loop
def tournament_reason(p: Fields, paper: Fields) -> int:
    """The first article that keeps a tournament out, as far as papers tell."""
    verdict = hybrid_approved(int(paper.hybrid), int(paper.approved))
    if verdict == RATED:
        verdict = registered_in_time(
            p, int(paper.start) - int(paper.registered), False, paper.late_approved > 0
        )
    if verdict == RATED:
        verdict = first_control_long_enough(p, int(paper.moves))
    if verdict == RATED:
        verdict = day_short_enough(p, int(paper.hours_x100))
    if verdict == RATED:
        list_before = int(paper.closing_list) - 1
        if p.read_third_list == 0:
            list_before = int(paper.list_at_end)
        verdict = reported_in_time(p, int(paper.number), list_before)
    return verdict


@loop
def late_rating(p: Fields, list_before: int) -> int:
    """The rating that counts for the opponents of one who was unrated at the start (8.2.4)."""
    if p.read_late_rated != 0:
        return list_before
    return 0


@article("0.2")
def hybrid_approved(hybrid: int, approved: int) -> int:
    """A hybrid tournament needs its own approval."""
    if hybrid > 0 and approved == 0:
        return HYBRID
    return RATED


@article("0.2.1")
def is_strong(p: Fields, rating: int, woman: int) -> bool:
    """A player of {rating} makes a tournament one that must be registered early."""
    if rating > p.registration_strong_above:
        return True
    return woman > 0 and rating > p.registration_strong_woman_above


@article("0.2")
def registered_in_time(p: Fields, days_before: int, strong: bool, late_approved: bool) -> int:
    """Registered {days_before} days before the start; exactly the day is in time, an approval lifts it."""
    if late_approved:
        return RATED
    if days_before < p.registration_days:
        return LATE
    if strong and days_before < p.registration_strong_days:
        return LATE_STRONG
    return RATED


@article("1.1")
def time_enough(p: Fields, base: int, increment: int, higher: int) -> int:
    """The seconds for a whole game against the minutes that the higher rating asks for; base −1: not given."""
    if base < 0:
        if p.read_time_missing == 0:
            return RATED
        return TOO_SHORT
    minutes = p.time_minutes
    if higher >= p.time_top_from:
        minutes = p.time_top_minutes
    elif higher >= p.time_middle_from:
        minutes = p.time_middle_minutes
    if base + p.time_moves * increment >= 60 * minutes:
        return RATED
    return TOO_SHORT


@article("1.2")
def first_control_long_enough(p: Fields, moves: int) -> int:
    """A first control that counts {moves} moves (0: it counts none) must count enough of them."""
    if 0 < moves < p.time_first_control:
        return FIRST_CONTROL
    return RATED


@article("3.1")
def day_short_enough(p: Fields, hours_x100: int) -> int:
    """The hours of play a day (−1: not given) may not be too many."""
    if hours_x100 > 100 * p.time_hours_a_day:
        return HOURS
    return RATED


def _time_of_day(p: Any, games: int, base: int, increment: int, **_: Any) -> dict[str, str]:
    """The time of a game and of all of them, for the sentence."""
    game = 2 * (base + p.time_moves * increment)
    total = _clock(games * game)
    return {
        "game": _clock(game),
        "sum": total,
        "moves": str(p.time_moves),
        "most": str(p.time_hours_a_day),
    }


def _clock(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    return f"{minutes // 60}:{minutes % 60:02d}" + (f":{rest:02d}" if rest else "")


@article("3.1", shows=_time_of_day)
def games_short_enough(p: Fields, day: int, games: int, base: int, increment: int) -> int:
    """{day}: {games} games of one player, {game} hours each at {moves} moves, are {sum} hours; at most {most}."""
    seconds = 2 * games * (base + p.time_moves * increment)
    if seconds > 3600 * p.time_hours_a_day:
        return HOURS
    return RATED


@article("4.1")
def is_long(p: Fields, start_day: int, end_day: int) -> bool:
    """An event from {start_day} to {end_day} is so long that it is rated month by month."""
    if p.read_long_parts != 0:
        return False
    days = end_day - start_day + (1 if p.read_long_length == 0 else 0)
    return days > p.lists_long_days


@article("5.1")
def was_played(result: int) -> int:
    """A game that one or both did not play is not rated."""
    if result <= DRAW:
        return RATED
    return FORFEIT


@article("6.1")
def match_of_rated(rating: int) -> int:
    """A match needs rated players."""
    if rating > 0:
        return RATED
    return MATCH_UNRATED


@article("6.2")
def match_open(p: Fields, points_x2: int, rounds: int, rate_all: int) -> int:
    """Once the better of two has more than half of a match's points, what follows is not rated, unless asked for."""
    if rate_all > 0:
        return RATED
    if 50 * points_x2 > p.match_percent * rounds:
        return DEAD
    return RATED


@article("9.1")
def reported_in_time(p: Fields, list_number: int, list_before: int) -> int:
    """The list an event would go on may not be later than the third of those after its end."""
    if list_number > list_before + p.lists_latest:
        return REPORT
    return RATED
