"""C.07 art. 8: Buchholz, Fore Buchholz and the average of the opponents' Buchholz."""

from fractions import Fraction

from msgspec.structs import replace

from schemes.standings.fide.codes import Code
from schemes.standings.fide.cuts import summed
from schemes.standings.fide.roster import Roster, Term, Worked, points
from schemes.standings.fide.unplayed import is_met, opponent_x2


def buchholz(roster: Roster, player: str, code: Code) -> Worked:
    """C.07 art. 8.1 and 8.3: the sum of the opponents' scores; by 8.3 as if the final round had been drawn."""
    terms = []
    for result in roster.results[player]:
        score_x2 = opponent_x2(roster, player, result, code)
        if score_x2 is not None:
            voluntary = result.is_voluntary and not is_met(roster, result, code)
            terms.append(Term(result.round, points(score_x2), points(score_x2), voluntary))
    return summed(terms, code)


def average_of_buchholz(roster: Roster, player: str, code: Code) -> Worked:
    """C.07 art. 8.2: the average Buchholz of the opponents met over the board."""
    of_opponents = replace(code, name="FB" if code.fore else "BH", fore=False)
    terms = []
    for result in roster.results[player]:
        if result.is_played:
            value = roster.worked(buchholz, result.opponent, of_opponents).value or Fraction(0)
            terms.append(Term(result.round, value, value))
    if not terms:
        return Worked(Fraction(0))
    total = Fraction(sum(term.value for term in terms))
    return Worked(Fraction(total, len(terms)), tuple(terms))
