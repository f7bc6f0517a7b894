"""What results are worth in a tournament that gives other points than 1, ½, 0."""

from collections.abc import Sequence

from schemes.standings.parameters import Parameters
from schemes.standings.record import Record
from schemes.standings.table import OutcomePoints


def awarded_x2(
    record: Record, player: str, awards: Sequence[OutcomePoints], parameters: Parameters
) -> int:
    """What one round is worth: by the last award that fits, else by the rules."""
    outcome = outcome_of(record, parameters.win_x2)
    found = record.points_x2
    for award in awards:
        if (
            award.outcome == outcome
            and award.round in (None, record.round)
            and _is_for(award, player)
        ):
            found = award.points_x2
    return found


def extra_x2(awards: Sequence[OutcomePoints], player: str, rounds: int) -> int:
    """What is added to a player's score up to a round."""
    return sum(
        award.points_x2
        for award in awards
        if award.outcome == "extra" and (award.round or 0) <= rounds and _is_for(award, player)
    )


def worth_of(awards: Sequence[OutcomePoints], parameters: Parameters) -> dict[str, int]:
    """Half points for a win and for a draw, as they are for everybody in every round."""
    worth = {"win": parameters.win_x2, "draw": parameters.draw_x2}
    for award in awards:
        if award.outcome in worth and award.round is None and award.players is None:
            worth[award.outcome] = award.points_x2
    return worth


def outcome_of(record: Record, win_x2: int) -> str:
    """The outcome that awards go by: `win`, `draw`, `loss`, and of an unplayed round its kind."""
    if record.kind != "played":
        return record.kind
    if record.points_x2 == win_x2:
        return "win"
    if record.points_x2:
        return "draw"
    return "loss"


def _is_for(award: OutcomePoints, player: str) -> bool:
    return award.players is None or player in award.players
