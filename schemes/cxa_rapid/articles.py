"""The articles on ratings: ratings, changes and scores in hundredths, days as ordinals.

`p` are the numbers of the version that holds: for a tournament the one of its start, for a list the one of its date.
"""

from schemes.cxa_rapid.parameters import Numbers
from schemes.kernels import article, loop
from schemes.kernels.arithmetic import boundaries_kept, half_away_from_zero
from schemes.kernels.articles import shown
from schemes.kernels.fields import Fields
from schemes.kernels.inputs import FEMALE

OTHER_GRADE, WXF, NO_WXF = (
    5,
    6,
    9,
)  # grades 0 … 4 of art. 6, lower titles and none; grades 6 … 8 of art. 12, none


@loop
def published_minimum(p: Numbers, sex: int) -> int:
    """The lowest rating that is published."""
    return p.published_women if sex == FEMALE else p.published_men


def minimum_in_words(p: Numbers, rating_x100: int, sex: int) -> dict[str, str]:
    """The published minimum."""
    return {"minimum_x100": shown(published_minimum(p, sex), "points")}


@article("5", gives="yes", shows=minimum_in_words)
def is_published(p: Numbers, rating_x100: int, sex: int) -> bool:
    """Reaches the published minimum ({sex} {minimum_x100}): {rating_x100}."""
    return rating_x100 >= published_minimum(p, sex)


@article("6", gives="tenths")
def standard_value(p: Numbers, grade: int, sex: int) -> int:
    """标准值 of {sex} with {grade}."""
    if sex == FEMALE:
        return p.standard_women[grade]
    return p.standard_men[grade]


@article("6.1", gives="tenths")
def first_rating(p: Numbers, player: Fields, day: int) -> int:
    """标准值 of the highest title held on {day}; from outside the mainland what a WXF title gives, or nothing."""
    grade = highest(player.titles, 0, OTHER_GRADE)
    wxf = highest(player.titles, WXF, NO_WXF)
    if player.outside:
        value = foreign_value(p, wxf, player.sex)
        if p.read_foreign_cxa == 1 and grade < OTHER_GRADE:
            value = max(value, standard_value(p, grade, player.sex))
        return value
    value = standard_value(p, grade, player.sex)
    if p.read_mainland_wxf == 1:
        return max(value, foreign_value(p, wxf, player.sex))
    return value


@loop
def highest(titles: int, grade: int, none: int) -> int:
    """The highest of the grades from one on, of which a title is held; `none` if of none."""
    while grade < none and not titles & (1 << grade):
        grade += 1
    return grade


@loop
def title_day(p: Numbers, start_day: int, end_day: int) -> int:
    """The day on which a title must be held to count for a first rating (6.1)."""
    if p.read_first_title_day == 0:
        return start_day
    return end_day


@loop
def lifts_at_list(p: Numbers, awarded_day: int, begin_day: int, list_day: int) -> bool:
    """Whether a title lifts at a list, by the day of its award (6.2)."""
    if p.read_title_lift == 1:
        return awarded_day <= list_day
    if p.read_lift_on_list_day == 1:
        return begin_day < awarded_day <= list_day
    return begin_day <= awarded_day < list_day


@loop
def lifted(
    p: Numbers, rating_x100: int, player: Fields, levels: int, title: int, awarded_day: int
) -> int:
    """What a new title makes of a rating; one without a grade of its own lifts nobody (6.2)."""
    grade = highest(levels, 0, OTHER_GRADE)
    wxf = highest(levels, WXF, NO_WXF)
    if grade < OTHER_GRADE:
        return lifted_by_title(p, rating_x100, player.sex, grade, title, awarded_day)
    if wxf < NO_WXF and p.read_wxf_lift == 1:
        return lifted_by_title(p, rating_x100, player.sex, wxf, title, awarded_day)
    return rating_x100


@article("6.2", gives="tenths")
def lifted_by_title(
    p: Numbers, rating_x100: int, sex: int, grade: int, title: int, awarded_day: int
) -> int:
    """{title} of {awarded_day} lifts {rating_x100} to its 标准值, and never lowers it."""
    value = standard_value(p, grade, sex) if grade < WXF else foreign_value(p, grade, sex)
    return max(rating_x100, value)


@article("6.3", gives="tenths")
def kept_rating(p: Numbers, rating_x100: int, sex: int) -> int:
    """{rating_x100} is not below the floor of {sex}, or stays on it."""
    return max(rating_x100, p.floor_women if sex == FEMALE else p.floor_men)


@article("8.1", gives="tenths")
def carried_in(p: Numbers, rating_x100: int, sex: int) -> int:
    """{rating_x100} carried in: it replaces the calculated rating."""
    rounded = 10 * half_away_from_zero(rating_x100, 10)
    if p.read_carried_floor == 0:
        return kept_rating(p, rounded, sex)
    return rounded


@loop
def tournament_change(
    p: Numbers, k: int, own_x100: int, opponents_x100: int, games: int, score_x100: int
) -> int:
    """ΔR of a tournament: art. 8 from (2) to (5)."""
    average = average_of_opponents(opponents_x100, games)
    return change(p, k, score_x100, expected_points(games, expectation(p, average - own_x100)))


@article("8.2", gives="hundredths")
def average_of_opponents(total_x100: int, games: int) -> int:
    """Ra, the mean rating of the opponents, N = {games}."""
    return half_away_from_zero(total_x100, games)


@article("8.3", gives="parts")
def expectation(p: Numbers, difference_x100: int) -> int:
    """P for Ra − Ro = {difference_x100}."""
    return boundaries_kept(p.boundaries, difference_x100) * 10_000 // p.parts


@loop
def expected_score(p: Numbers, own: int, opponent: int) -> int:
    """P of one game in hundredths, for ratings as listed (tenths)."""
    return expectation(p, 10 * (opponent - own)) // 100


@article("8.4", gives="parts")
def expected_points(games: int, expectation_x10000: int) -> int:
    """We = N × P = {games} × {expectation_x10000}."""
    return games * expectation_x10000


@article("8.5", gives="signed")
def change(p: Numbers, k: int, score_x100: int, expected_x10000: int) -> int:
    """ΔR = K × (W − We) = {k} × ({score_x100} − {expected_x10000})."""
    return kept_decimals(p, k * (100 * score_x100 - expected_x10000), 100)


@article("8.6", gives="tenths")
def new_rating(p: Numbers, rating_x100: int, change_x100: int) -> int:
    """{rating_x100} with all changes of the period, {change_x100}, to one decimal."""
    return 10 * kept_decimals(p, rating_x100 + change_x100, 10)


@loop
def kept_decimals(p: Numbers, numerator: int, denominator: int) -> int:
    """A quotient brought to a whole number of units, by the reading chosen."""
    if p.read_decimals == 0:
        return half_away_from_zero(numerator, denominator)
    if numerator >= 0:
        return numerator // denominator
    return -(-numerator // denominator)


@loop
def k_of_player(p: Numbers, player: Fields, year: int) -> int:
    """K of a player: by the rating, and whether it was on the last list (9)."""
    return k_of(p, player.rating, player.before > 0)


@article("9")
def k_of(p: Numbers, rating_x100: int, rated_before: bool) -> int:
    """K by the rating on the last list or, at a first rating, by the 标准值: {rating_x100}."""
    if not rated_before and p.read_first_k == 1:
        return p.k_bottom
    if rating_x100 >= p.k_top_from:
        return p.k_top
    if rating_x100 >= p.k_high_from:
        return p.k_high
    if rating_x100 >= p.k_middle_from:
        return p.k_middle
    if rating_x100 >= p.k_low_from:
        return p.k_low
    return p.k_bottom


@loop
def change_by_place(
    p: Numbers, tournament: Fields, place: int, own_x100: int, k: int, change_x100: int
) -> int:
    """What a tournament changes for its champion, who does not lose (11)."""
    champions = champions_of(p, tournament.champions, tournament.team != 0)
    if place != 1 or champions == 0:
        return change_x100
    if change_x100 >= 0 or p.champion_loses:
        return with_bonus(p, own_x100, k, change_x100, champions)
    if p.read_champion_loss == 1:
        return not_below_zero(p, own_x100, k, change_x100, champions)
    return without_loss(p, own_x100, k, -change_x100, champions)


@loop
def champions_of(p: Numbers, ranked_first: int, team: bool) -> int:
    """How many individual champions a tournament has (11)."""
    if team and p.read_champion_event == 0:
        return 0
    if ranked_first > 1 and p.read_shared_champions == 2:
        return 0
    return ranked_first


@article("11", gives="signed")
def with_bonus(p: Numbers, own_x100: int, k: int, change_x100: int, champions: int) -> int:
    """Champion: the change and the bonus."""
    base = own_x100 if p.read_champion_rating == 0 else own_x100 + change_x100
    return change_x100 + champion_bonus(p, base, k, champions)


@article("11", gives="signed")
def without_loss(p: Numbers, own_x100: int, k: int, loss_x100: int, champions: int) -> int:
    """Champion: the loss of {loss_x100} counts as 0; bonus added."""
    return champion_bonus(p, own_x100, k, champions)


@article("11", gives="signed")
def not_below_zero(p: Numbers, own_x100: int, k: int, change_x100: int, champions: int) -> int:
    """Champion: change and bonus together are not below 0."""
    return max(with_bonus(p, own_x100, k, change_x100, champions), 0)


@article("11", gives="signed")
def champion_bonus(p: Numbers, rating_x100: int, k: int, champions: int) -> int:
    """The champion's bonus: Ro × 1‰ × K = {rating_x100} × {p.permille}‰ × {k}."""
    shared_by = champions if p.read_shared_champions == 1 else 1
    return kept_decimals(p, rating_x100 * p.permille * k, 1000 * shared_by)


@article("12", gives="tenths")
def foreign_value(p: Numbers, grade: int, sex: int) -> int:
    """First rating of {sex} from outside the mainland with {grade}."""
    if sex == FEMALE:
        return p.foreign_women[grade - WXF]
    return p.foreign_men[grade - WXF]


@loop
def federation_day(p: Numbers, start_day: int) -> int:
    """The day whose federation counts in a tournament: its start, or that of the registration, 0 (12)."""
    if p.read_outside == 0:
        return start_day
    return 0


@loop
def keeps_rating(p: Numbers, player: Fields) -> bool:
    """Whether a rated player's games count: those from outside would need a WXF title (12)."""
    return not player.outside or highest(player.titles, WXF, NO_WXF) < NO_WXF
