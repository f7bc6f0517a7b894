"""C.07 art. 15 and 16: what unplayed rounds are worth, to opponents and to the player."""

from schemes.standings.fide.codes import Code
from schemes.standings.fide.roster import Roster, RoundResult


def is_fore(roster: Roster, code: Code) -> bool:
    """C.07 art. 8.3: whether the games of the final round count as drawn; before it nothing is to be foreseen."""
    return roster.is_final and (code.name == "FB" or code.fore)


def is_met(roster: Roster, result: RoundResult, code: Code) -> bool:
    """Whether a round counts as a game against its opponent, and not as unplayed.

    Forfeits do where pairings are fixed beforehand (15.2), where the tournament says so (modifier P: 6.1.1, 16.6),
    and in the final round of Fore Buchholz, where every paired game counts as drawn.
    """
    if not result.opponent:
        return False
    drawn = is_fore(roster, code) and result.round == roster.rounds
    return result.is_played or roster.is_fixed or code.forfeits or drawn


def opponent_x2(roster: Roster, player: str, result: RoundResult, code: Code) -> int | None:
    """The score that a round's opponent brings, of the dummy where nobody was met; None: the round brings nothing."""
    fore = is_fore(roster, code)
    if is_met(roster, result, code):
        return adjusted_x2(roster, result.opponent, fore=fore)
    if roster.is_fixed:
        return None
    return dummy_x2(roster, player, result, fore=fore)


def adjusted_x2(roster: Roster, player: str, *, fore: bool = False) -> int:
    """C.07 art. 16.3: a score as it counts for opponents.

    Requested byes that nothing but voluntarily unplayed rounds follow count as draws (16.2.5); all else as awarded.
    """
    return roster.adjusted_x2(player, lambda: _adjusted_x2(roster, player, fore=fore), fore=fore)


def _adjusted_x2(roster: Roster, player: str, *, fore: bool) -> int:
    adjusted = own_x2(roster, player, fore=fore)
    for result in drawn_byes(roster, player, fore=fore):
        adjusted += roster.draw_x2 - result.points_x2
    return adjusted


def drawn_byes(roster: Roster, player: str, *, fore: bool = False) -> list[RoundResult]:
    """C.07 art. 16.2.5: the requested byes at the end of a player's tournament."""
    byes: list[RoundResult] = []
    if roster.is_fixed:
        return byes
    for result in reversed(roster.results[player]):
        paired_for_the_end = fore and result.round == roster.rounds and bool(result.opponent)
        if not result.is_voluntary or paired_for_the_end:
            break
        if result.is_requested:
            byes.append(result)
    return byes


def own_x2(roster: Roster, player: str, *, fore: bool) -> int:
    """A player's score; by Fore Buchholz as if the game of the final round had been drawn."""
    score = roster.score_x2[player]
    if fore:
        paired = [
            result
            for result in roster.results[player]
            if result.round == roster.rounds and result.opponent
        ]
        score += sum(roster.draw_x2 - result.points_x2 for result in paired)
    return score


def dummy_x2(roster: Roster, player: str, result: RoundResult, *, fore: bool = False) -> int:
    """C.07 art. 16.4: the dummy has the player's own score.

    Since March 2026 it has at most the adjusted score of the opponent who was to be met (16.4.1),
    without a pairing at most what draws in all rounds give (16.4.2).
    """
    own = own_x2(roster, player, fore=fore)
    if not roster.is_capped:
        return own
    return min(own, cap_x2(roster, result, fore=fore))


def cap_x2(roster: Roster, result: RoundResult, *, fore: bool = False) -> int:
    """The most that a dummy's score can be, by the edition of March 2026."""
    if result.opponent:
        return adjusted_x2(roster, result.opponent, fore=fore)
    return roster.draw_x2 * roster.rounds
