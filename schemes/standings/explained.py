"""One player's table explained: every round, what its opponent brought, virtual opponents, absences and fouls."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec import Struct

from schemes.standings.parameters import Parameters
from schemes.standings.record import Record
from schemes.standings.table import halves_text
from schemes.standings.tie_breaks import Brought, View, worth_x2
from wording import enumerated, say, say_n


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
    played = {record.round for record in view.records[opponent] if record.kind == "played"}
    unplayed = [round_ for round_ in range(1, view.rounds + 1) if round_ not in played]
    if view.readings.get("knockout-worth") == "half":
        return _score(view, opponent, unplayed)
    last = view.last_round.get(opponent, view.rounds)
    how = _score(view, opponent, [round_ for round_ in unplayed if round_ <= last])
    if last == view.rounds:
        return how
    before_x2 = worth_x2(view.records[opponent], last, view.parameters)
    return say(
        "{how}; the knockout instead of later rounds: {points}",
        how=how,
        points=halves_text(view.worth_x2[opponent] - before_x2),
    )


def _score(view: View, player: str, drawn: Sequence[int]) -> str:
    score = halves_text(view.score_x2[player])
    if not drawn:
        return say("score {score}", score=score)
    return as_drawn(score, drawn)


def as_drawn(score: str, rounds: Sequence[int]) -> str:
    """A score, and the rounds without a game that count as draws for those who met the player."""
    return say_n(
        "score {score}; as drawn: round {rounds}",
        "score {score}; as drawn: rounds {rounds}",
        len(rounds),
        score=score,
        rounds=enumerated(map(str, rounds)),
    )


def wxf_how(view: View, one: Brought) -> str:
    """wxf parts II.c and IV.a 1 in words: the opponent's score, or what stands in for it."""
    record = one.record
    if record is not None and record.opponent:
        return say("score {score}", score=halves_text(view.score_x2[record.opponent]))
    if one.x2:
        return say("the lowest score above zero")
    return say("nothing")


def absences_told(
    missed: Sequence[Record], in_knockout: int, parameters: Parameters, *, out: bool
) -> list[str]:
    """hk-open part 1: the absences of a player, and that they disqualify."""
    told = []
    if missed:
        rounds = enumerated(str(record.round) for record in missed)
        told.append(
            say_n(
                "absent in round {rounds}",
                "absent in rounds {rounds}",
                len(missed),
                rounds=rounds,
            )
        )
    if in_knockout:
        told.append(
            say_n(
                "absent from {number} game of the knockout",
                "absent from {number} games of the knockout",
                in_knockout,
            )
        )
    if out and told:
        limit = parameters.disqualifying_absences
        told[-1] = say("{absent}: {limit} absences disqualify", absent=told[-1], limit=limit)
    return told


def fouls_told(fouls: Iterable[tuple[int, str, int]]) -> list[str]:
    """The fouls of a player, round by round."""
    return [
        say("round {round}: {count} × {kind}", round=round_, count=count, kind=say(kind))
        for round_, kind, count in fouls
    ]
