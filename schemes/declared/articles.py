"""The articles of declared regulations. Expectations are ten-thousandths, differences hundredths of a point; ratings
have `p.per_point` parts to a point.

The number of an article stands in the file: what stands here is the table of the file in which it is found.
"""

from typing import Any

from schemes.declared.parameters import Numbers
from schemes.kernels.arithmetic import (
    boundaries_kept,
    half_away_from_zero,
    half_up,
    rounded_down,
    rounded_up,
)
from schemes.kernels.articles import article, in_points, loop, shown
from schemes.kernels.fields import Fields
from schemes.kernels.inputs import FEMALE
from schemes.rating.results import LOSS, WIN, is_forfeit

TABLE, LOGISTIC, LINEAR = range(3)
HALF_AWAY, HALF_UP, HALF_EVEN, DOWN, UP, TOWARDS_ZERO = range(6)
UNKNOWN_AGE = -1


def in_words(p: Any, rating: int = 0, sex: int = 0, **_: Any) -> dict[str, str]:
    """The rating that an article is asked about, and those that the file names, as points."""
    return {
        "rating": in_points(p, rating),
        "lowest": in_points(p, p.floor_women if sex == FEMALE else p.floor),
        "least": in_points(p, p.first_least),
        "most": in_points(p, p.first_most),
    }


def apart(own_x100: int, opponent_x100: int, **_: Any) -> dict[str, str]:
    """The difference of two ratings before any limit."""
    return {"apart": shown(own_x100 - opponent_x100, "points")}


@article("expected", gives="points", shows=apart)
def difference(p: Numbers, own_x100: int, opponent_x100: int) -> int:
    """Difference {own_x100} − {opponent_x100} = {apart}, counted as."""
    if own_x100 >= p.cap_exempt_from:
        return own_x100 - opponent_x100
    return int(min(max(own_x100 - opponent_x100, -p.cap), p.cap))


@article("expected", gives="parts")
def expectation(p: Numbers, difference_x100: int) -> int:
    """Expected score at a difference of {difference_x100}."""
    if p.expected_kind == LOGISTIC:
        return boundaries_kept(p.boundaries, -difference_x100) * 10_000 // p.parts
    if p.expected_kind == LINEAR:
        higher = linear(p, abs(difference_x100))
    else:
        higher = printed(p, abs(difference_x100))
    if difference_x100 >= 0:
        return higher
    return 10_000 - higher


@loop
def expected_score(p: Numbers, own: int, opponent: int) -> int:
    """The expected score of ratings as listed, in hundredths."""
    apart_x100 = difference(p, own * 100 // p.unit, opponent * 100 // p.unit)
    return half_up(expectation(p, apart_x100), 100)


@loop
def printed(p: Numbers, difference_x100: int) -> int:
    """What a printed table promises the higher-rated player: the first row whose difference is not passed."""
    low = 0
    high = p.table_rows
    while low < high:
        middle = (low + high) // 2
        if difference_x100 <= p.table_upper[middle]:
            high = middle
        else:
            low = middle + 1
    return p.table_value[low]


@loop
def linear(p: Numbers, difference_x100: int) -> int:
    """½ and half the share of a difference in the width, at most 1."""
    share = half_up(p.parts * (p.width + min(difference_x100, p.width)), 2 * p.width)
    return share * 10_000 // p.parts


@loop
def rounded(p: Numbers, numerator: int, denominator: int) -> int:
    """A quotient as a whole number, by the rule of the file."""
    if p.rounding == HALF_AWAY:
        return half_away_from_zero(numerator, denominator)
    if p.rounding == HALF_UP:
        return half_up(numerator, denominator)
    if p.rounding == HALF_EVEN:
        return half_to_even(numerator, denominator)
    if p.rounding == UP or (p.rounding == TOWARDS_ZERO and numerator < 0):
        return rounded_up(numerator, denominator)
    return rounded_down(numerator, denominator)


@loop
def half_to_even(numerator: int, denominator: int) -> int:
    """The nearest whole number; a half goes to the even one (2.5 → 2, 3.5 → 4)."""
    nearest = half_up(numerator, denominator)
    is_half = (2 * numerator) % (2 * denominator) == denominator
    if is_half and nearest % 2 == 1:
        return nearest - 1
    return nearest


def own_numbers(p: Any, player: Any, **_: Any) -> dict[str, str]:
    """What cases of K look at."""
    return {
        "rating": in_points(p, player.rating),
        "games": shown(player.games),
        "peak": in_points(p, player.peak),
    }


@article("k", shows=own_numbers)
def k_of_player(p: Numbers, player: Fields, year: int) -> int:
    """K at {rating} with {games} games, highest {peak}: the first case that holds."""
    case = 0
    while case < p.k_cases - 1 and not case_holds(p, case, player, year):
        case += 1
    return k_in_case(p, case)


@loop
def case_holds(p: Numbers, case: int, player: Fields, year: int) -> bool:
    """Whether a case of K holds: all that it says."""
    age = year - player.born if player.born > 0 else UNKNOWN_AGE
    if not p.k_rating_from[case] <= player.rating < p.k_rating_below[case]:
        return False
    if not p.k_games_from[case] <= player.games < p.k_games_below[case]:
        return False
    if not p.k_peak_from[case] <= max(player.peak, player.rating) < p.k_peak_below[case]:
        return False
    if not p.k_age_least[case] <= age <= p.k_age_most[case]:
        return False
    return p.k_titles[case] == 0 or player.titles & p.k_titles[case] != 0


@article("k_limit")
def k_within_limit(p: Numbers, k: int, games: int, event_games: int) -> int:
    """K {k}, within the limit of K times games for {games} games."""
    if k * games <= p.k_limit:
        return k
    return p.k_limit // games


@loop
def worth_of_titles(worths: tuple[int, ...], titles: int) -> int:
    """The first rating of the highest title held; 0: no title that gives one."""
    worth, level = 0, 0
    while titles >> level > 0:
        if titles >> level & 1:
            worth = max(worth, int(worths[level]))
        level += 1
    return worth


@article("first", gives="rating")
def first_rating(p: Numbers, player: Fields, day: int) -> int:
    """First rating, by the highest title held and by sex."""
    if player.outside:
        return worth_of_titles(
            p.outside_women if player.sex == FEMALE else p.outside, player.titles
        )
    worth = grade_of(p, player, player.titles)
    if worth > 0:
        return worth
    return p.first_women if player.sex == FEMALE else p.first


@loop
def grade_of(p: Numbers, player: Fields, titles: int) -> int:
    """The first rating that titles give a player; 0: none."""
    if player.sex == FEMALE:
        return worth_of_titles(p.grade_women, titles)
    return worth_of_titles(p.grade, titles)


@loop
def is_counted(p: Numbers, result: int) -> bool:
    """Whether a game is rated: one that was played, and a forfeit if the file says so."""
    return p.forfeits == 1 or not is_forfeit(result)


@article("first", gives="rating", shows=in_words)
def lifted(
    p: Numbers, rating: int, player: Fields, levels: int, title: int, awarded_day: int
) -> int:
    """{title} of {awarded_day} lifts {rating} to its first rating, if the file says so, and never lowers it."""
    if p.lifts:
        return max(rating, grade_of(p, player, levels))
    return rating


@article("first", gives="yes")
def enough_games(p: Numbers, games: int) -> bool:
    """{games} games against rated opponents, {p.first_games} are needed."""
    return games >= p.first_games


@article("first", gives="yes", shows=in_words)
def high_enough(p: Numbers, rating: int) -> bool:
    """A first rating of {rating} against the lowest of {least}: below it gathering goes on."""
    return rating >= p.first_least


@article("first", gives="rating", shows=in_words)
def rating_by_results(p: Numbers, games: int, opponents: int, score_x100: int) -> int:
    """First rating from {score_x100} of {games}, at most {most}: mean of the opponents and what the score is worth."""
    count = games + p.added_draws
    total = opponents + p.added_draws * p.added_rating
    score = score_x100 + 50 * p.added_draws
    step = p.per_point // p.unit
    if p.first_is_linear:
        rating = step * rounded(
            p, 100 * total + worth_of_score(p, score, count), 100 * count * step
        )
    else:
        rating = step * rounded(
            p, total + count * p.per_point * printed_worth(p, half_up(score, count)), count * step
        )
    return int(min(rating, p.first_most))


@loop
def worth_of_score(p: Numbers, score_x100: int, games: int) -> int:
    """What points are worth, in hundredths: the width for each game won more than lost."""
    return p.first_width * (2 * score_x100 - 100 * games)


@article("first")
def printed_worth(p: Numbers, share_x100: int) -> int:
    """The difference for a score of {share_x100} a game, added draws included."""
    if share_x100 >= 50:
        return p.differences[share_x100 - 50]
    return -p.differences[50 - share_x100]


@loop
def bonus_of_place(p: Numbers, place: int, rating: int, k: int) -> int:
    """What a place gives: its points, and its thousandths of the rating times K."""
    if not 1 <= place <= p.bonus_places:
        return 0
    return p.bonus[place - 1] + rounded(p, rating * p.bonus_permille[place - 1] * k, 1000)


@article("k")
def k_in_case(p: Numbers, case: int) -> int:
    """K in case {case}."""
    return p.k[case]


@article("lists", gives="yes")
def is_active(p: Numbers, now: int, last_game: int, since: int) -> bool:
    """A rated game within the last lists, or not on the list for as long."""
    return now - max(last_game, since) < p.inactive_after


@article("floor", gives="rating", shows=in_words)
def kept_rating(p: Numbers, rating: int, sex: int) -> int:
    """{rating} is below {lowest}."""
    floor = p.floor_women if sex == FEMALE else p.floor
    if rating >= floor:
        return rating
    if p.falls_unrated:
        return 0
    return floor


@article("absence", gives="rating", shows=in_words)
def absence_deduction(p: Numbers, rating: int) -> int:
    """What a year without a rated game costs {rating}."""
    step = p.per_point // p.unit
    return step * rounded(p, rating * p.absence_x10000, 10_000 * step)


@article("lists", gives="yes", shows=in_words)
def is_published(p: Numbers, rating: int, sex: int) -> bool:
    """High enough to be published? {rating}."""
    return rating >= (p.published_women if sex == FEMALE else p.published_from)


@article("carried in", gives="rating")
def carried_in(p: Numbers, rating_x100: int, sex: int) -> int:
    """{rating_x100} carried in: it replaces the calculated rating."""
    step = p.per_point // p.unit
    return kept_rating(p, step * rounded(p, rating_x100 * p.unit, 100), sex)


# What is asked by period: ratings are whole points, gains ten-thousandths of a point


@loop
def closing_days(p: Numbers, is_official: bool) -> int:
    """How many days before a list a tournament must have ended to be on it."""
    return p.closing


@article("expected", gives="signed_parts")
def gain(p: Numbers, own: int, opponent: int, score_x100: int) -> int:
    """The score {score_x100} less the expected one."""
    return 100 * score_x100 - expectation(p, difference(p, 100 * own, 100 * opponent))


@article("k", gives="gain")
def change_in_event(p: Numbers, k: int, gains_x10000: int) -> int:
    """Sum {gains_x10000} times K {k}."""
    return half_away_from_zero(k * gains_x10000, 100)


@loop
def rounded_in_event(p: Numbers, change_x100: int) -> int:
    """The change of a tournament as it goes into the sum."""
    if p.rounds_tournaments:
        return 100 * rounded(p, change_x100, 100)
    return change_x100


@article("rounding", gives="change")
def rounded_change(p: Numbers, change_x100: int) -> int:
    """Sum of the changes {change_x100} in whole points."""
    return rounded(p, change_x100, 100)


@loop
def games_carried(p: Numbers, games: int, is_first: bool, on_record: bool, own_count: int) -> int:
    """The games so far of a player whose rating is carried in: as given, else as the file says, or as counted."""
    if games >= 0:
        return games
    if is_first and not on_record:
        return p.carried_games
    return own_count


@article("first", gives="yes")
def event_counts(p: Numbers, score_x100: int, is_first: bool, scored_elsewhere: bool) -> bool:
    """A first event without a point may not count."""
    return p.zero_counts == 1 or score_x100 > 0 or not is_first


@article("bonus", gives="gain")
def bonus_in_event(p: Numbers, place: int, national: bool, team: bool, rating: int, k: int) -> int:
    """Place {place}: bonus for {rating} at K {k}."""
    if team or (p.bonus_national and not national):
        return 0
    return bonus_of_place(p, place, 100 * rating, k)


# What is asked by tournament: ratings and changes are hundredths


@article("k", gives="signed")
def tournament_change(
    p: Numbers, k: int, own_x100: int, opponents_x100: int, games: int, score_x100: int
) -> int:
    """K {k} times what was scored, {score_x100}, beyond the expectation of {own_x100} in {games} games."""
    mean = half_away_from_zero(opponents_x100, games)
    expected = games * expectation(p, difference(p, own_x100, mean))
    change = k_within_limit(p, k, games, games) * (100 * score_x100 - expected)
    if p.rounds_tournaments:
        return rounded(p, change * p.unit, 10_000) * 100 // p.unit
    return rounded(p, change, 100)


@loop
def change_by_place(
    p: Numbers, tournament: Fields, place: int, own_x100: int, k: int, change_x100: int
) -> int:
    """The change and the bonus; a tournament of teams gives none, and maybe only national ones do."""
    if tournament.team or (p.bonus_national and not tournament.national):
        return change_x100
    return change_with_bonus(p, place, own_x100, k, change_x100)


@article("bonus", gives="signed")
def change_with_bonus(p: Numbers, place: int, own_x100: int, k: int, change_x100: int) -> int:
    """Place {place}: the change {change_x100}, of a champion no loss unless the file says so, and the bonus."""
    kept = change_x100 if p.champion_loses or place > 1 else max(change_x100, 0)
    return kept + place_bonus(p, place, own_x100, k)


@article("bonus", gives="signed")
def place_bonus(p: Numbers, place: int, rating_x100: int, k: int) -> int:
    """Bonus of place {place} for {rating_x100} at K {k}."""
    return bonus_of_place(p, place, rating_x100, k)


@article("rounding", gives="points")
def new_rating(p: Numbers, rating_x100: int, change_x100: int) -> int:
    """{rating_x100} with all changes of the period, {change_x100}, at the precision of the list."""
    return rounded(p, (rating_x100 + change_x100) * p.unit, 100) * 100 // p.unit


# What is asked by game: ratings are in units of the list


@article("last_rounds", gives="yes")
def in_last_rounds(p: Numbers, round_number: int, rounds: int, main_stage: bool) -> bool:
    """One of the last {p.last_rounds} rounds? {round_number} of {rounds}."""
    return round_number > rounds - p.last_rounds


@article("last_rounds")
def k_in_round(p: Numbers, k: int, peak: int, last_rounds: bool) -> int:
    """K {k} and {p.last_addition} more in the last rounds."""
    if last_rounds:
        return k + p.last_addition
    return k


@article("k_of_game")
def k_of_game(
    p: Numbers, own: int, own_k: int, opponent: int, opponent_k: int, score_x100: int
) -> int:
    """K of the game ({own}: {own_k}, {opponent}: {opponent_k})."""
    if not p.one_k:
        return own_k
    if own > opponent:
        if score_x100 == WIN:
            return own_k
        return opponent_k
    if score_x100 == LOSS:
        return opponent_k
    return own_k


@article("k_of_game")
def k_of_both_lost(p: Numbers, own: int, own_k: int, opponent: int, opponent_k: int) -> int:
    """Both lost by fouls: {own_k}, or if a game has one K that of the lower-rated, between equals the larger."""
    if not p.one_k:
        return own_k
    if own == opponent:
        return max(own_k, opponent_k)
    if own < opponent:
        return own_k
    return opponent_k


@article("expected", gives="gain")
def exact_gain(p: Numbers, k: int, own: int, opponent: int, score_x100: int) -> int:
    """K {k} times the score {score_x100} less the expected one."""
    expected = expectation(p, difference(p, own * 100 // p.unit, opponent * 100 // p.unit))
    return half_away_from_zero(k * (100 * score_x100 - expected) * p.unit, 100)


@article("rounding", gives="change")
def rounded_gain(p: Numbers, gain_x100: int) -> int:
    """{gain_x100}, rounded."""
    return rounded(p, gain_x100, 100)


@article("bonus", gives="change")
def bonus_of_rank(p: Numbers, rank: int) -> int:
    """Place {rank}."""
    return bonus_of_place(p, rank, 0, 0)


@article("bonus", gives="change")
def bonus_by_rating(p: Numbers, player: Fields, rank: int, year: int) -> int:
    """Thousandths of {player.rating}, times K."""
    k = k_of_player(p, player, year)
    return bonus_of_place(p, rank, player.rating, k) - bonus_of_place(p, rank, 0, 0)


@article("absence", gives="yes")
def is_absent(
    p: Numbers,
    since_day: int,
    january_day: int,
    december_day: int,
    took_part: bool,
    event_closed: bool,
) -> bool:
    """Rated before {january_day} (since {since_day}), took part in nothing that counts, not excused: {answer}."""
    return p.absence_x10000 > 0 and event_closed and not took_part and since_day < january_day
