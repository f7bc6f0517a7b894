"""One player's row by C.07: what every round brings to every tie-break, and how the values come about."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from schemes.standings.explained import RoundShown, as_drawn
from schemes.standings.fide.codes import Code
from schemes.standings.fide.direct import encounters_x2
from schemes.standings.fide.ranking import RULES, FideTable
from schemes.standings.fide.ratings import rating_difference, score_percent
from schemes.standings.fide.roster import Roster, RoundResult, Value, Worked
from schemes.standings.fide.sonneborn_berger import koya_limit_x4
from schemes.standings.fide.unplayed import (
    adjusted_x2,
    cap_x2,
    drawn_byes,
    is_fore,
    is_met,
    opponent_x2,
    own_x2,
)
from schemes.standings.table import halves_text, number_text
from wording import enumerated, joined, say

BY_OPPONENTS = ("BH", "FB", "SB")


def columns_of(made: FideTable) -> tuple[str, ...]:
    """The tie-breaks to which rounds bring something."""
    return tuple(code.text for code in _with_terms(made))


def _with_terms(made: FideTable) -> list[Code]:
    return [code for code in made.codes if code.name not in ("DE", "TPN", "RTNG")]


def rounds_shown(made: FideTable, player: str) -> list[RoundShown]:
    """Every round of a player with what it brings to each tie-break."""
    roster = made.roster
    codes = _with_terms(made)
    worked = {code: roster.worked(RULES[code.name], player, code) for code in codes}
    shown = []
    for result in roster.results[player]:
        side = ""
        if result.opponent:
            side = say("second") if result.black else say("first")
        terms = [_term(worked[code], result.round) for code in codes]
        how = [*_how(roster, player, result, codes), *_cuts(worked, result.round)]
        shown.append(
            RoundShown(
                round=result.round,
                opponent=result.opponent,
                side=side,
                outcome=_outcome(result),
                points_x2=result.points_x2,
                brought=tuple(terms),
                how=joined("; ", how),
            )
        )
    return shown


def _term(worked: Worked, round_: int) -> Value | None:
    """What a round brings; nothing where it is cut."""
    terms = [term.value for term in worked.terms if term.round == round_ and not term.is_cut]
    if terms:
        return sum(terms)
    return None


def _outcome(result: RoundResult) -> str:
    if result.is_played:
        return (say("lost"), say("drawn"), say("won"))[result.standard_x2]
    names = {
        "forfeit win": say("won by forfeit"),
        "forfeit loss": say("lost by forfeit"),
        "bye": say("bye"),
        "half-point bye": say("half-point bye"),
        "zero-point bye": say("zero-point bye"),
    }
    return names[result.kind]


def _how(roster: Roster, player: str, result: RoundResult, codes: Sequence[Code]) -> Iterable[str]:
    """Where the opponent's score comes from; for Fore Buchholz separately, where it is another one."""
    told: dict[str, None] = {}
    for code in codes:
        if code.name in BY_OPPONENTS and opponent_x2(roster, player, result, code) is not None:
            told[_opponent(roster, player, result, code)] = None
    return told


def _opponent(roster: Roster, player: str, result: RoundResult, code: Code) -> str:
    """C.07 art. 16.3 and 16.4 in words: the opponent's score, or the dummy's."""
    fore = is_fore(roster, code)
    if is_met(roster, result, code):
        score = halves_text(adjusted_x2(roster, result.opponent, fore=fore))
        drawn = sorted(bye.round for bye in drawn_byes(roster, result.opponent, fore=fore))
        if drawn:
            return as_drawn(score, drawn)
        return say("score {score}", score=score)
    own_score = own_x2(roster, player, fore=fore)
    if not roster.is_capped or cap_x2(roster, result, fore=fore) >= own_score:
        return say("dummy with the own score {score}", score=halves_text(own_score))
    cap = halves_text(cap_x2(roster, result, fore=fore))
    if result.opponent:
        return say("dummy with {score}: not more than the opponent", score=cap)
    return say("dummy with {score}: not more than draws in all rounds", score=cap)


def _cuts(worked: dict[Code, Worked], round_: int) -> Iterable[str]:
    cut = [
        code.text
        for code, value in worked.items()
        if any(term.round == round_ and term.is_cut for term in value.terms)
    ]
    if cut:
        yield say("not in {codes}", codes=", ".join(cut))


def values_told(made: FideTable, player: str) -> list[str]:
    """Every tie-break of a player: its article, its value, and how the rounds make it."""
    return [_value_told(made, player, code) for code in made.codes]


def _value_told(made: FideTable, player: str, code: Code) -> str:
    told = {"code": code.text, "article": code.definition.article}
    if code.name == "DE":
        return say("{code} ({article}): {how}", **told, how=_encounter_told(made, player, code))
    worked = made.roster.worked(RULES[code.name], player, code)
    if worked.value is None:
        return say("{code} ({article}): dropped, somebody is unrated", **told)
    value = number_text(worked.value)
    how = _combined(made.roster, player, code, worked)
    if how:
        return say("{code} ({article}): {value}, {how}", **told, value=value, how=how)
    return say("{code} ({article}): {value}", **told, value=value)


def _encounter_told(made: FideTable, player: str, code: Code) -> str:
    """Who was level when direct encounter was asked, and what came out."""
    level = made.encounters.get((code.text, player))
    if level is None:
        return say("not asked")
    others = ", ".join(other for other in level if other != player)
    met = encounters_x2(made.roster, level, code)[player]
    points = number_text(Fraction(sum(met.values(), Fraction(0)), 2))
    row = next(row for row in made.made.rows if row.player == player)
    place = row.tie_breaks[made.codes.index(code)]
    if place is None:
        return say("{points} against {others}: decides nothing", points=points, others=others)
    return say(
        "{points} against {others}: place {place} among them",
        points=points,
        others=others,
        place=place,
    )


def _combined(roster: Roster, player: str, code: Code, worked: Worked) -> str:
    """How the terms make the value."""
    kept = [term for term in worked.terms if not term.is_cut]
    cut = [term for term in worked.terms if term.is_cut]
    match code.name:
        case "TPR" | "PTP" if kept:
            return _performance_told(roster, player, code, len(kept))
        case "KS":
            limit = number_text(Fraction(koya_limit_x4(roster, code), 4))
            return say("against opponents with at least {limit}", limit=limit)
        case "ARO" | "AOB" | "APRO" | "APPO":
            return say("the average of {number}", number=len(kept))
        case "BH" | "FB" | "SB" | "PS" if cut:
            rounds = [
                say("round {round} ({value})", round=term.round, value=number_text(term.value))
                for term in cut
            ]
            return say("without {rounds}", rounds=enumerated(rounds))
    return ""


def _performance_told(roster: Roster, player: str, code: Code, games: int) -> str:
    played = [
        result
        for result in roster.results[player]
        if result.is_played and result.opponent in roster.ratings
    ]
    score = halves_text(sum(game.standard_x2 for game in played))
    if code.name == "PTP":
        return say("the lowest rating that expects {score} of {games}", score=score, games=games)
    percent = score_percent(roster, played)
    return say(
        "{score} of {games} is {percent} %: {difference} to the average of the opponents",
        score=score,
        games=games,
        percent=percent,
        difference=f"{rating_difference(percent):+d}",
    )
