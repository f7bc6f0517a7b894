"""One player's table explained: every round, what its opponent brought, virtual opponents, absences and fouls."""

from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct

from schemes.standings.parameters import Parameters
from schemes.standings.record import Record
from schemes.standings.table import halves_text
from schemes.standings.tie_breaks import Brought, View
from wording import say


class RoundShown(Struct, frozen=True):
    """One round of a player. `brought`: what it brings to the tie-breaks, and `how` that came about."""

    round: int
    opponent: str
    side: str  # "first", "second", or nothing without a pairing
    outcome: str  # "won", "drawn", "lost", and of other rounds what kind they were
    points_x2: int
    brought: tuple[int | Fraction | None, ...]
    how: str


def round_shown(view: View, player: str, one: Brought, how: str) -> RoundShown:
    """A round as people read it."""
    record = one.record
    if record is None:
        outcome = say("had left") if view.has_left(player, one.round) else say("no record")
        return RoundShown(one.round, "", "", outcome, 0, (Fraction(one.x2, 2),), how)
    side = ""
    if record.opponent:
        side = say("second") if record.second else say("first")
    return RoundShown(
        round=one.round,
        opponent=record.opponent,
        side=side,
        outcome=_outcome(view, record),
        points_x2=record.points_x2,
        brought=(Fraction(one.x2, 2),),
        how=how,
    )


def _outcome(view: View, record: Record) -> str:
    names = {
        "walkover": say("opponent absent"),
        "absent": say("absent"),
        "bye": say("bye"),
        "half": say("half-point bye"),
        "leave": say("leave"),
    }
    if record.kind != "played":
        return names[record.kind]
    drawn = 0 < record.points_x2 < view.parameters.win_x2
    outcome = say("drawn") if drawn else say("won") if record.points_x2 else say("lost")
    if record.by_fouls:
        return say("{outcome} by fouls", outcome=outcome)
    return outcome


def hk_how(view: View, one: Brought) -> str:
    """hk-open part 6 A in words: the real opponent, unplayed rounds as draws, or the virtual one."""
    record = one.record
    if record is not None and record.kind == "played":
        return _real_opponent(view, record.opponent)
    kind = "leave" if record is None else record.kind
    if not one.x2 and kind in ("leave", "absent"):
        return say("nothing, by the reading chosen")
    rest = view.rounds - one.round
    against_x2 = one.x2 - one.before_x2 - rest * view.parameters.virtual_rest_x2
    return say(
        "virtual: {before} before, {against} in it, {rest} × {each} after",
        before=halves_text(one.before_x2),
        against=halves_text(against_x2),
        rest=rest,
        each=halves_text(view.parameters.virtual_rest_x2),
    )


def _real_opponent(view: View, opponent: str) -> str:
    score_x2 = view.score_x2[opponent]
    played = {record.round for record in view.records[opponent] if record.kind == "played"}
    unplayed = [str(round_) for round_ in range(1, view.rounds + 1) if round_ not in played]
    if not unplayed:
        return say("score {score}", score=halves_text(score_x2))
    return say(
        "score {score}; as drawn: round {rounds}",
        score=halves_text(score_x2),
        rounds=", ".join(unplayed),
    )


def wxf_how(view: View, one: Brought) -> str:
    """wxf parts II.c and IV.a 1 in words: the opponent's score, or what stands in for it."""
    record = one.record
    if record is not None and record.opponent:
        return say("score {score}", score=halves_text(view.score_x2[record.opponent]))
    if one.x2:
        return say("the lowest score above zero")
    return say("nothing")


def absences_told(records: Iterable[Record], parameters: Parameters, *, out: bool) -> list[str]:
    """hk-open part 1: the absences of a player, and that they disqualify."""
    missed = [str(record.round) for record in records if record.kind == "absent"]
    if not missed:
        return []
    rounds = ", ".join(missed)
    if out:
        return [
            say(
                "absent in round {rounds}: {limit} absences disqualify",
                rounds=rounds,
                limit=parameters.disqualifying_absences,
            )
        ]
    return [say("absent in round {rounds}", rounds=rounds)]


def fouls_told(fouls: Iterable[tuple[int, str, int]]) -> list[str]:
    """The fouls of a player, round by round."""
    return [
        say("round {round}: {count} × {kind}", round=round_, count=count, kind=say(kind))
        for round_, kind, count in fouls
    ]
