"""C.07 art. 10: tie-breaks from ratings; a player's rating is the one with which the player was entered."""

from bisect import bisect_left

from schemes.kernels.arithmetic import half_up, rounded_down
from schemes.standings.fide.codes import Code
from schemes.standings.fide.cuts import cut
from schemes.standings.fide.roster import Roster, RoundResult, Rule, Term, Worked

BEYOND_THE_TABLE = 800  # B.02 art. 8.1.1: the difference of nothing or everything
DROPPED = Worked(None)


def is_dropped(roster: Roster) -> bool:
    """C.07 art. 10: these tie-breaks are dropped where somebody is unrated."""
    unrated = any(player not in roster.ratings for player in roster.players)
    return unrated and roster.readings["unrated"] == "dropped"


def average_rating(roster: Roster, player: str, code: Code) -> Worked:
    """C.07 art. 10.1: the average rating of the opponents met over the board, a half rounded up."""
    if is_dropped(roster):
        return DROPPED
    met = _rated_games(roster, player)
    terms = cut(
        [
            Term(game.round, roster.ratings[game.opponent], roster.ratings[game.opponent])
            for game in met
        ],
        code,
    )
    return Worked(_average([int(term.value) for term in terms if not term.is_cut]), terms)


def performance(roster: Roster, player: str, _: Code) -> Worked:
    """C.07 art. 10.2: the average rating of the opponents and the difference that B.02 art. 8.1.1 has for the score."""
    if is_dropped(roster):
        return DROPPED
    games = _rated_games(roster, player)
    if not games:
        return Worked(0)
    ratings = [roster.ratings[game.opponent] for game in games]
    terms = tuple(
        Term(game.round, rating, rating) for game, rating in zip(games, ratings, strict=True)
    )
    return Worked(_average(ratings) + rating_difference(score_percent(roster, games)), terms)


def score_percent(roster: Roster, games: list[RoundResult]) -> int:
    """The share of the points over the board in hundredths, as the table of B.02 art. 8.1.1 has them."""
    share = (50 * sum(game.standard_x2 for game in games), len(games))
    if roster.readings["performance-share"] == "rounded-down":
        return rounded_down(*share)
    return half_up(*share)


def rating_difference(percent: int) -> int:
    """B.02 art. 8.1.1: the difference dp for a share of the points."""
    from schemes.fide_standard.tables import DIFFERENCES  # loads the whole regulation

    if percent >= 50:
        return DIFFERENCES[percent - 50]
    return -DIFFERENCES[50 - percent]


def perfect_performance(roster: Roster, player: str, _: Code) -> Worked:
    """C.07 art. 10.3: the lowest rating that expects at least the score by B.02 art. 8.1.2, without its limit of 400.

    Without a point it is the lowest rating of an opponent less 800.
    """
    if is_dropped(roster):
        return DROPPED
    games = _rated_games(roster, player)
    if not games:
        return Worked(0)
    ratings = [roster.ratings[game.opponent] for game in games]
    terms = tuple(
        Term(game.round, rating, rating) for game, rating in zip(games, ratings, strict=True)
    )
    score_x100 = 50 * sum(game.standard_x2 for game in games)
    if score_x100 == 0:
        return Worked(min(ratings) - BEYOND_THE_TABLE, terms)
    low = min(ratings) - BEYOND_THE_TABLE  # expects nothing
    high = max(ratings) + BEYOND_THE_TABLE  # expects everything
    while high - low > 1:
        middle = (low + high) // 2
        if sum(expected_x100(middle - rating) for rating in ratings) >= score_x100:
            high = middle
        else:
            low = middle
    return Worked(high, terms)


def expected_x100(difference: int) -> int:
    """B.02 art. 8.1.2 over its full scale: the share expected, in hundredths, by a player higher by this difference."""
    from schemes.fide_standard.tables import LARGEST

    if difference < 0:
        return 100 - expected_x100(-difference)
    return 50 + bisect_left(LARGEST, difference)


def average_performance(roster: Roster, player: str, code: Code) -> Worked:
    """C.07 art. 10.4: the average of the performances of the opponents met over the board, a half rounded up."""
    return _average_of(roster, player, performance, Code("TPR"))


def average_perfect_performance(roster: Roster, player: str, code: Code) -> Worked:
    """C.07 art. 10.5: the same of their perfect performances."""
    return _average_of(roster, player, perfect_performance, Code("PTP"))


def own_rating(roster: Roster, player: str, _: Code) -> Worked:
    """C.07 art. 10.6: the player's own rating."""
    if is_dropped(roster):
        return DROPPED
    return Worked(roster.ratings.get(player, 0))


def _average_of(roster: Roster, player: str, rule: Rule, code: Code) -> Worked:
    if is_dropped(roster):
        return DROPPED
    terms = []
    for game in roster.results[player]:
        if game.is_played:
            value = roster.worked(rule, game.opponent, code).value or 0
            terms.append(Term(game.round, value, value))
    return Worked(_average([int(term.value) for term in terms]), tuple(terms))


def _rated_games(roster: Roster, player: str) -> list[RoundResult]:
    """Games over the board against rated opponents; a forfeit is none here, whatever the pairings (15.2)."""
    return [
        result
        for result in roster.results[player]
        if result.is_played and result.opponent in roster.ratings
    ]


def _average(values: list[int]) -> int:
    if values:
        return half_up(sum(values), len(values))
    return 0
