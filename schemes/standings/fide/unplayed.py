"""C.07 art. 15 and 16: what unplayed rounds are worth, to opponents and to the player."""

from schemes.standings.fide.codes import Code
from schemes.standings.fide.field import Field, Result


def is_fore(field: Field, code: Code) -> bool:
    """C.07 art. 8.3: whether the games of the final round count as drawn; before it nothing is to be foreseen."""
    return field.is_final and (code.name == "FB" or code.fore)


def is_met(field: Field, result: Result, code: Code) -> bool:
    """Whether a round counts as a game against its opponent, and not as unplayed.

    Forfeits do where pairings are fixed beforehand (15.2), where the tournament says so (modifier P: 6.1.1, 16.6),
    and in the final round of Fore Buchholz, where every paired game counts as drawn.
    """
    if not result.opponent:
        return False
    drawn = is_fore(field, code) and result.round == field.rounds
    return result.is_played or field.is_fixed or code.forfeits or drawn


def opponent_x2(field: Field, player: str, result: Result, code: Code) -> int | None:
    """The score that a round's opponent brings, of the dummy where nobody was met; None: the round brings nothing."""
    fore = is_fore(field, code)
    if is_met(field, result, code):
        return adjusted_x2(field, result.opponent, fore=fore)
    if field.is_fixed:
        return None
    return dummy_x2(field, player, result, fore=fore)


def adjusted_x2(field: Field, player: str, *, fore: bool = False) -> int:
    """C.07 art. 16.3: a score as it counts for opponents.

    Requested byes that nothing but voluntarily unplayed rounds follow count as draws (16.2.5); all else as awarded.
    """
    return field.adjusted_x2(player, lambda: _adjusted_x2(field, player, fore=fore), fore=fore)


def _adjusted_x2(field: Field, player: str, *, fore: bool) -> int:
    adjusted = own_x2(field, player, fore=fore)
    for result in drawn_byes(field, player, fore=fore):
        adjusted += field.draw_x2 - result.points_x2
    return adjusted


def drawn_byes(field: Field, player: str, *, fore: bool = False) -> list[Result]:
    """C.07 art. 16.2.5: the requested byes at the end of a player's tournament."""
    byes: list[Result] = []
    if field.is_fixed:
        return byes
    for result in reversed(field.results[player]):
        paired_for_the_end = fore and result.round == field.rounds and bool(result.opponent)
        if not result.is_voluntary or paired_for_the_end:
            break
        if result.is_requested:
            byes.append(result)
    return byes


def own_x2(field: Field, player: str, *, fore: bool) -> int:
    """A player's score; by Fore Buchholz as if the game of the final round had been drawn."""
    score = field.score_x2[player]
    if fore:
        paired = [result for result in field.results[player] if result.round == field.rounds and result.opponent]
        score += sum(field.draw_x2 - result.points_x2 for result in paired)
    return score


def dummy_x2(field: Field, player: str, result: Result, *, fore: bool = False) -> int:
    """C.07 art. 16.4: the dummy has the player's own score.

    Since March 2026 it has at most the adjusted score of the opponent who was to be met (16.4.1),
    without a pairing at most what draws in all rounds give (16.4.2).
    """
    own = own_x2(field, player, fore=fore)
    if not field.is_capped:
        return own
    return min(own, cap_x2(field, result, fore=fore))


def cap_x2(field: Field, result: Result, *, fore: bool = False) -> int:
    """The most that a dummy's score can be, by the edition of March 2026."""
    if result.opponent:
        return adjusted_x2(field, result.opponent, fore=fore)
    return field.draw_x2 * field.rounds
