"""C.07 art. 7: tie-breaks from a player's own results."""

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate

from schemes.standings.fide.codes import Code
from schemes.standings.fide.roster import Roster, RoundResult, Term, Worked, points


def wins(roster: Roster, player: str, _: Code) -> Worked:
    """C.07 art. 7.1: rounds with the points of a win, played or not."""
    return _counted(roster, player, lambda result: result.points_x2 == roster.win_x2)


def games_won(roster: Roster, player: str, _: Code) -> Worked:
    """C.07 art. 7.2: games won over the board."""
    return _counted(roster, player, lambda result: _is_won(roster, result))


def games_with_black(roster: Roster, player: str, _: Code) -> Worked:
    """C.07 art. 7.3: games over the board with black."""
    return _counted(roster, player, lambda result: result.black and _is_game(roster, result))


def games_won_with_black(roster: Roster, player: str, _: Code) -> Worked:
    """C.07 art. 7.4: games won over the board with black."""
    return _counted(roster, player, lambda result: result.black and _is_won(roster, result))


def _counted(roster: Roster, player: str, counts: Callable[[RoundResult], bool]) -> Worked:
    """How many rounds count."""
    terms = tuple(Term(result.round, int(counts(result)), 0) for result in roster.results[player])
    return Worked(sum(term.value for term in terms), terms)


def _is_game(roster: Roster, result: RoundResult) -> bool:
    """Whether a round was played; where pairings are fixed a forfeit win counts as played, a loss does not (15.2)."""
    return result.is_played or (roster.is_fixed and result.kind == "forfeit win")


def _is_won(roster: Roster, result: RoundResult) -> bool:
    return _is_game(roster, result) and (result.standard_x2 == 2 or result.kind == "forfeit win")


def progressive_scores(roster: Roster, player: str, code: Code) -> Worked:
    """C.07 art. 7.5: the sum of the scores after each round; cuts leave out those of the first rounds (14.1.1)."""
    by_round = dict.fromkeys(range(1, roster.rounds + 1), 0)
    for result in roster.results[player]:
        by_round[result.round] += result.points_x2
    after = accumulate(by_round.values())
    terms = [
        Term(round_, points(score_x2), points(score_x2), is_cut=round_ <= code.low)
        for round_, score_x2 in zip(by_round, after, strict=True)
    ]
    return Worked(sum((term.value for term in terms if not term.is_cut), Fraction(0)), tuple(terms))


def rounds_elected(roster: Roster, player: str, _: Code) -> Worked:
    """C.07 art. 7.6: the rounds, less half-point byes, zero-point byes and forfeit losses."""
    missed = {result.round for result in roster.results[player] if result.is_voluntary}
    terms = [Term(round_, int(round_ not in missed), 0) for round_ in range(1, roster.rounds + 1)]
    return Worked(sum(term.value for term in terms), tuple(terms))


def standard_points(roster: Roster, player: str, _: Code) -> Worked:
    """C.07 art. 7.7: a point for a win and half a point for a draw, whatever the tournament gives for them.

    Without a game: a point for more than a draw gives, half a point for as much.
    """
    terms = []
    for result in roster.results[player]:
        standard = _by_points(roster, result)
        if result.is_played:
            standard = points(result.standard_x2)
        terms.append(Term(result.round, standard, standard))
    return Worked(sum((term.value for term in terms), Fraction(0)), tuple(terms))


def _by_points(roster: Roster, result: RoundResult) -> Fraction:
    if result.points_x2 == roster.draw_x2:
        return Fraction(1, 2)
    return Fraction(int(result.points_x2 > roster.draw_x2))


def pairing_number(roster: Roster, player: str, _: Code) -> Worked:
    """C.07 art. 7.8: the number in the starting list; who has none comes after all others."""
    last = 1 + max(roster.numbers.values(), default=0)
    return Worked(roster.numbers.get(player, last))
