"""Points in reports out of the ledger: lines 162 and 299, and everybody's score."""

from collections.abc import Iterator
from decimal import Decimal

from ledger.events import Award, Outcome
from ledger.formats.trf.crosstable import Crosstable
from ledger.formats.trf.games import OUTCOMES

_WORTH: dict[Outcome, Decimal] = {
    "win": Decimal(1), "draw": Decimal("0.5"), "loss": Decimal(0), "walkover": Decimal(1), "absent": Decimal(0),
    "bye": Decimal(1), "half": Decimal("0.5"), "leave": Decimal(0),
}  # fmt: skip
# line 162: a letter and the outcome it stands for; others are worth the same unless a line 299 says otherwise
_LETTERS: tuple[tuple[str, Outcome], ...] = (("W", "win"), ("D", "draw"), ("L", "loss"), ("A", "leave"), ("P", "bye"))
_SHARED: dict[Outcome, Outcome] = {"walkover": "win", "bye": "win", "half": "draw", "absent": "leave"}
_TYPES: dict[Outcome, str] = {
    "win": "W", "draw": "D", "loss": "L", "walkover": "+", "absent": "-", "bye": "F", "half": "H", "leave": "Z",
    "extra": " ",
}  # fmt: skip


def points_lines(table: Crosstable) -> Iterator[str]:
    """Lines 162 and 299, if results are worth anything else than 1, ½, 0."""
    awards = table.registered.points or ()
    last_of_all = {award.outcome: at for at, award in enumerate(awards) if _is_of_all(award)}
    worth = _WORTH | {outcome: awards[at].points for outcome, at in last_of_all.items()}
    if worth != _WORTH:
        shown = [pair for pair in _LETTERS if pair[1] != "bye" or worth["bye"] != worth["win"]]
        yield "162  " + "    ".join(f"{letter}{points_text(worth[outcome]):>4}" for letter, outcome in shown)
    if table.registered.event == "team":
        return  # lines 299 would have the numbers of teams
    for outcome, like in _SHARED.items():
        if worth[outcome] != worth[like]:
            yield _abnormal(table, Award(outcome, worth[outcome]))
    for at, award in enumerate(awards):
        absent = award.players is not None and table.numbers.keys().isdisjoint(award.players)
        if not _is_of_all(award) and at > last_of_all.get(award.outcome, -1) and not absent:
            yield _abnormal(table, award)


def _is_of_all(award: Award) -> bool:
    return award.round is None and award.players is None and award.outcome != "extra"


def _abnormal(table: Crosstable, award: Award) -> str:
    numbers = " ".join(f"{table.numbers[player]:4}" for player in award.players or () if player in table.numbers)
    return f"299 {_TYPES[award.outcome]}{'':8}{points_text(award.points):>4}  {award.round or '':>3} {numbers}"


def scores(table: Crosstable) -> dict[str, Decimal]:
    """Player → points, by the tournament's own awards where it has any."""
    awards = table.registered.points or ()
    totals: dict[str, Decimal] = {}
    for player, round_, outcome in _outcomes(table):
        fitting = (
            award.points
            for award in reversed(awards)
            if award.outcome == outcome
            and award.round in (None, round_)
            and (award.players is None or player in award.players)
        )
        totals[player] = totals.get(player, Decimal(0)) + next(fitting, _WORTH[outcome])
    for award in awards:
        if award.outcome == "extra":
            for player in award.players or table.numbers:
                totals[player] = totals.get(player, Decimal(0)) + award.points
    return totals


def _outcomes(table: Crosstable) -> Iterator[tuple[str, int, Outcome]]:
    for round_, games in table.games.items():
        for game in games:
            yield from zip((game.first, game.second), (round_, round_), OUTCOMES[game.result], strict=True)
    for round_, byes in table.byes.items():
        yield from ((bye.player, round_, bye.kind) for bye in byes)


def points_text(points: Decimal) -> str:
    """With a decimal, as 11.5, where four columns hold it."""
    text = f"{points:.1f}"
    return text if len(text) <= 4 else f"{points:.0f}"
