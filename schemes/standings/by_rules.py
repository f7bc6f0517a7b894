"""The table of a tournament by its own rules, after any round or final."""

from collections.abc import Mapping
from functools import reduce

from msgspec import Struct
from msgspec.structs import replace

from schemes.kernels.errors import rules_error
from schemes.standings import fide, given, hk_open, wxf
from schemes.standings.explained import (
    RoundShown,
    absences_told,
    fouls_told,
    hk_how,
    round_shown,
    wxf_how,
)
from schemes.standings.missing import notes_about
from schemes.standings.parameters import Parameters, parameters_of
from schemes.standings.readings import REGISTERS, readings_of
from schemes.standings.record import losses_by_fouls, make_book
from schemes.standings.stages import TableOfGroup, last_stage, players_of, with_groups
from schemes.standings.table import Standings, Tournament, ranking
from schemes.standings.tie_breaks import Brought, Contest, Register, in_order
from wording import enumerated, say

RULES = {"hk-open": hk_open.table, "wxf": wxf.table, "fide": fide.table, "given": given.table}
BROUGHT = {"hk-open": (hk_open.brought, hk_how), "wxf": (wxf.brought, wxf_how)}
"""What each round brings to the opponent points, and how that came about."""
TIE_BREAKS: dict[str, Register] = {
    "hk-open": hk_open.TIE_BREAKS,
    "wxf": wxf.TIE_BREAKS,
    "given": {},
}


def standings(
    tournament: Tournament,
    after: int | None = None,
    parameters: Parameters | None = None,
    readings: Mapping[str, str] | None = None,
) -> Standings:
    """The table after a round (final by default), by the tournament's rules, with notes of what is missing."""
    contest = contest_of(last_stage(tournament), parameters, readings)
    rounds = _rounds(tournament, after)
    made = RULES[tournament.rules](contest, rounds)
    players = [row.player for row in made.rows]
    notes = notes_about(contest, players, rounds, made.last_round)
    if tournament.stages and rounds >= tournament.rounds:
        made = with_groups(tournament, made, contest.columns, _counted(readings), contest.readings)
    return Standings(
        tournament=tournament.id,
        rules=tournament.rules,
        after=rounds,
        final=rounds >= tournament.rounds,
        columns=contest.columns,
        halves=frozenset(tie_break.name for tie_break in contest.tie_breaks if tie_break.halves),
        rows=tuple(made.rows),
        notes=(*notes, *made.notes),
    )


def _rounds(tournament: Tournament, after: int | None) -> int:
    """How many rounds a table has: those up to one of the tournament's, or all."""
    if after is None:
        return tournament.rounds
    if not 1 <= after <= tournament.rounds:
        raise rules_error(
            say("there is no round {after}", after=after),
            say("{id} has rounds 1 to {rounds}", id=tournament.id, rounds=tournament.rounds),
        )
    return after


def _counted(readings: Mapping[str, str] | None) -> TableOfGroup:
    """The table of a group that counts: the office's ranking where it gave one, else by the rules."""

    def table(group: Tournament) -> Standings:
        if group.given is not None:
            return standings(replace(group, rules="given"))
        known = {reading.name for reading in REGISTERS[group.rules]}
        return standings(
            group, readings={name: said for name, said in (readings or {}).items() if name in known}
        )

    return table


class PlayerShown(Struct, frozen=True):
    """How one player's row came about: the rounds, and what else counted.

    `columns` names what the rounds bring something to; by hk-open and wxf that is the opponent points alone.
    """

    player: str
    rounds: tuple[RoundShown, ...]
    columns: tuple[str, ...] = ("value",)
    notes: tuple[str, ...] = ()


def player_shown(
    tournament: Tournament,
    player: str,
    after: int | None = None,
    readings: Mapping[str, str] | None = None,
) -> PlayerShown:
    """One player of a table: every opponent with the points that they brought, absences and fouls."""
    contest = contest_of(last_stage(tournament), None, readings)
    rounds = _rounds(tournament, after)
    by_fide = fide.fide_table(contest, rounds) if tournament.rules == "fide" else None
    made = by_fide.made if by_fide is not None else RULES[tournament.rules](contest, rounds)
    view = made.views.get(player, made.view)
    group = next((stage for stage in tournament.stages if player in players_of(stage)), None)
    if group is not None and after is None and (view is None or not view.records.get(player)):
        return player_shown(group, player, None, readings)
    if view is None or player not in view.records:
        raise rules_error(
            say("{player} is not in the table of {id}", player=player, id=tournament.id),
            say("its standings show who is"),
        )
    out = any(row.disqualified for row in made.rows if row.player == player)
    in_knockout = 0
    if tournament.rules == "hk-open":
        in_knockout = hk_open.knockout_absences(contest, player)
    notes = [
        *absences_told(view.missed(player), in_knockout, view.parameters, out=out),
        *fouls_told(view.fouls[player]),
    ]
    if view.has_left(player, view.rounds):
        notes.append(
            say("{player} left before round {round}", player=player, round=view.left[player])
        )
    if by_fide is not None:
        notes = [*fide.values_told(by_fide, player), *notes]
        return PlayerShown(
            player,
            tuple(fide.rounds_shown(by_fide, player)),
            fide.columns_of(by_fide),
            tuple(notes),
        )
    if tournament.rules in BROUGHT:
        brought, how = BROUGHT[tournament.rules]
        shown = [round_shown(view, player, one, how(view, one)) for one in brought(view, player)]
    else:
        plain = [Brought(record.round, record, 0, 0) for record in view.records[player]]
        shown = [replace(round_shown(view, player, one, ""), brought=(None,)) for one in plain]
    return PlayerShown(player, tuple(shown), notes=tuple(notes))


def rounds_so_far(tournament: Tournament) -> int:
    """The last main round with a game; all rounds where a final is recorded or no main game is."""
    played = [game.round for game in tournament.games if game.stage == "main"]
    if not played or any(game.stage == "final" for game in tournament.games):
        return tournament.rounds
    return min(max(played), tournament.rounds)


def contest_of(
    tournament: Tournament, parameters: Parameters | None, readings: Mapping[str, str] | None
) -> Contest:
    """A tournament under its rules, numbers and readings as chosen or in force."""
    numbers = parameters or parameters_of(tournament.rules)
    chosen = readings_of(tournament.rules, readings)
    if tournament.rules == "wxf":
        numbers = wxf.effective(numbers, chosen)
    if tournament.rules == "fide":
        tie_breaks = fide.named(fide.codes_of(tournament, chosen))
    else:
        tie_breaks = in_order(TIE_BREAKS[tournament.rules], numbers.tie_breaks)
    return Contest(tournament, make_book(tournament, numbers, chosen), numbers, chosen, tie_breaks)


def official(
    tournament: Tournament,
    parameters: Parameters | None = None,
    readings: Mapping[str, str] | None = None,
) -> tuple[tuple[tuple[int, str], ...], str | None]:
    """The ranking that counts, and a warning: a given one counts, also where it differs from the computed one."""
    computed = standings(tournament, None, parameters, readings)
    if tournament.given is None or tournament.rules == "given":
        return ranking(computed), None
    counted = ranking(standings(replace(tournament, rules="given")))
    return counted, first_difference(ranking(computed), counted)


def lost_by_fouls(
    tournament: Tournament, readings: Mapping[str, str] | None = None
) -> dict[int, tuple[bool, bool]]:
    """The games that the rules count as lost by fouls, by place: whether first, whether second lost."""
    return losses_by_fouls(
        tournament, parameters_of(tournament.rules), readings_of(tournament.rules, readings)
    )


def first_difference(
    computed: tuple[tuple[int, str], ...], counted: tuple[tuple[int, str], ...]
) -> str | None:
    """The first place where a given ranking contradicts the computed one; shared ranks allow any order."""
    held: dict[int, list[str]] = {}
    for rank, player in computed:
        held.setdefault(rank, []).append(player)
    expected: dict[int, list[str]] = {}
    for rank, players in held.items():
        expected.update(dict.fromkeys(range(rank, rank + len(players)), players))
    for place, player in counted:
        if player not in expected.get(place, []):
            found = expected.get(place, [say("nobody")])
            by_rules = reduce(
                lambda one, other: say("{one} or {other}", one=one, other=other), found
            )
            sharing = [one for rank, one in counted if rank == place]
            if len(sharing) > 1:
                return say(
                    "place {place}: {players} share it as given, {other} by the rules",
                    place=place,
                    players=enumerated(sharing),
                    other=by_rules,
                )
            return say(
                "place {place}: {player} is given, {other} by the rules",
                place=place,
                player=player,
                other=by_rules,
            )
    return None


def tie_break_article(rules: str, name: str) -> str:
    """The article that a tie-break follows; empty if the rules have no such tie-break."""
    if rules == "fide":
        return fide.read_code(name).definition.article
    found = TIE_BREAKS[rules].get(name)
    if found is None:
        return ""
    return found.article
