"""C.07 art. 9: Sonneborn-Berger and the Koya system."""

from fractions import Fraction

from schemes.standings.fide.codes import Code
from schemes.standings.fide.cuts import summed
from schemes.standings.fide.roster import Roster, Term, Worked, points
from schemes.standings.fide.unplayed import is_met, opponent_x2


def sonneborn_berger(roster: Roster, player: str, code: Code) -> Worked:
    """C.07 art. 9.1: each opponent's score times the points scored against that opponent."""
    terms = []
    for result in roster.results[player]:
        score_x2 = opponent_x2(roster, player, result, code)
        if score_x2 is not None:
            product = Fraction(score_x2 * result.points_x2, 4)
            voluntary = result.is_voluntary and not is_met(roster, result, code)
            terms.append(Term(result.round, product, points(score_x2), voluntary))
    return summed(terms, code)


def koya(roster: Roster, player: str, code: Code) -> Worked:
    """C.07 art. 9.2 and 14.5: the points against those who scored at least half of what can be scored."""
    limit_x4 = koya_limit_x4(roster, code)
    forfeits = roster.is_fixed or roster.readings["koya-forfeits"] == "counted"
    terms = []
    for result in roster.results[player]:
        if not result.opponent or not (result.is_played or forfeits):
            continue
        own = points(result.points_x2)
        below = 2 * roster.score_x2[result.opponent] < limit_x4
        terms.append(Term(result.round, own, own, is_cut=below))
    return Worked(sum((term.value for term in terms if not term.is_cut), Fraction(0)), tuple(terms))


def koya_limit_x4(roster: Roster, code: Code) -> int:
    """The limit in quarter points: half of the largest possible score, moved by the modifier.

    In a round robin of an odd number of players everybody is free once in each cycle.
    """
    games = roster.rounds
    if roster.is_fixed and len(roster.players) % 2 and games % len(roster.players) == 0:
        games -= games // len(roster.players)
    return roster.win_x2 * games + 2 * code.limit_x2
