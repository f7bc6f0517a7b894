"""Articles 8.1.2 and 8.3: the change of a rated player. Expectations, scores and changes are hundredths."""

from typing import Any

from schemes.fide_standard.parameters import Numbers
from schemes.kernels import article, loop
from schemes.kernels.arithmetic import half_away_from_zero
from schemes.kernels.articles import shown
from schemes.kernels.fields import Fields

ESTABLISHED = 30  # games of a player whose opening balance does not say how many


@article("8.1.2", gives="share")
def expected(p: Numbers, difference_of_ratings: int) -> int:
    """Expected score at a difference of {difference_of_ratings}."""
    higher = int(p.expected[min(abs(difference_of_ratings), p.expected_last)])
    if difference_of_ratings >= 0:
        return higher
    return 100 - higher


def apart(own: int, opponent: int, **_: Any) -> dict[str, str]:
    """The difference of two ratings before any limit."""
    return {"apart": shown(own - opponent)}


@article("8.3.1", shows=apart)
def difference(p: Numbers, own: int, opponent: int) -> int:
    """Difference {own} − {opponent} = {apart}, counted as."""
    if own >= p.cap_exempt_from:
        return own - opponent
    return int(min(max(own - opponent, -p.cap), p.cap))


@loop
def ratings_from(p: Numbers, list_at_start: int, list_before: int) -> int:
    """The list that gives both players' ratings (8.3.1)."""
    if p.read_ratings_from == 0:
        return list_at_start
    return list_before


@article("8.3.2", gives="gain")
def gain(p: Numbers, own: int, opponent: int, score_x100: int) -> int:
    """The score {score_x100} less the expected one."""
    return score_x100 - expected(p, difference(p, own, opponent))


@article("8.3.2", gives="gain")
def change_in_event(p: Numbers, k: int, gains_x100: int) -> int:
    """Sum {gains_x100} times K {k}."""
    return k * gains_x100


@article("8.3.3")
def k_of_player(p: Numbers, player: Fields, year: int) -> int:
    """K by the first case that holds."""
    if p.read_k_order != 0 and was_at_top(p, player.peak):
        return p.k_top
    if is_new(p, player.games):
        return p.k_new
    if was_at_top(p, player.peak):
        return p.k_top
    limited = player.peak if p.read_junior_limit == 0 else player.rating
    if is_young(p, player.born, year) and is_below_limit(p, limited):
        return p.k_junior
    return p.k_normal


@article("8.3.3", gives="yes")
def is_new(p: Numbers, games: int) -> bool:
    """Fewer than {p.k_new_games} games? {games}."""
    return games < p.k_new_games


@article("8.3.3", gives="yes")
def was_at_top(p: Numbers, highest: int) -> bool:
    """Highest published rating {p.k_top_from} or more? {highest}."""
    return highest >= p.k_top_from


@article("8.3.3", gives="yes")
def is_young(p: Numbers, born: int, year: int) -> bool:
    """A junior in {year}? Born {born}."""
    return born > 0 and year <= born + p.k_junior_age


@article("8.3.3", gives="yes")
def is_below_limit(p: Numbers, highest: int) -> bool:
    """A junior's rating below {p.k_junior_below}? {highest}."""
    return highest < p.k_junior_below


@loop
def k_from(p: Numbers, list_at_start: int, list_before: int) -> int:
    """The list that gives K (8.3.3)."""
    if p.read_k_from == 0:
        return list_at_start
    return list_before


@loop
def k_year(p: Numbers, year_of_start: int, year_of_list: int) -> int:
    """The year in which a junior must be a junior (8.3.3)."""
    if p.read_k_year == 0:
        return year_of_start
    return year_of_list


@article("8.3.3")
def k_within_limit(p: Numbers, k: int, games: int, event_games: int) -> int:
    """K {k}; K times {games} games must not exceed {p.k_limit}."""
    count = games if p.read_limit_games == 0 else event_games
    if k * count <= p.k_limit:
        return k
    return p.k_limit // count


@article("8.3.3")
def games_carried(p: Fields, games: int, is_first: bool, on_record: bool, own_count: int) -> int:
    """Games so far: those given, else the log's own count of {own_count}, unless the player counts as established."""
    if games >= 0:
        return games
    if is_established(is_first, on_record):
        return ESTABLISHED
    return own_count


@article("8.3.3", gives="yes")
def is_established(is_first: bool, on_record: bool) -> bool:
    """Established: a first rating carried in, with no rated game on record."""
    return is_first and not on_record


@article("8.3.4", gives="change")
def rounded_change(p: Numbers, change_x100: int) -> int:
    """Sum of the changes {change_x100}, rounded half away from zero."""
    return half_away_from_zero(change_x100, 100)


@loop
def rounded_in_event(p: Numbers, change_x100: int) -> int:
    """The change of an event: rounded by a reading of 8.3.4 only."""
    if p.read_rounding == 0:
        return change_x100
    return 100 * rounded_change(p, change_x100)
