"""The table of a tournament by C.07: the tie-breaks in the order in which the tournament names them (art. 4.2)."""

from collections.abc import Mapping, Sequence
from datetime import date

from msgspec import Struct
from msgspec.structs import replace

from schemes.standings.fide import buchholz, own_results, ratings, sonneborn_berger
from schemes.standings.fide.codes import PLAYERS, Code, read_codes, readable
from schemes.standings.fide.direct import Level, direct_encounter
from schemes.standings.fide.roster import Roster, Rule, Value
from schemes.standings.rows import Made, make_rows
from schemes.standings.table import Tournament
from schemes.standings.tie_breaks import Contest, TieBreak, View, make_view
from wording import say

RULES: dict[str, Rule] = {
    "WIN": own_results.wins,
    "WON": own_results.games_won,
    "BPG": own_results.games_with_black,
    "BWG": own_results.games_won_with_black,
    "PS": own_results.progressive_scores,
    "REP": own_results.rounds_elected,
    "STD": own_results.standard_points,
    "TPN": own_results.pairing_number,
    "BH": buchholz.buchholz,
    "FB": buchholz.buchholz,
    "AOB": buchholz.average_of_buchholz,
    "SB": sonneborn_berger.sonneborn_berger,
    "KS": sonneborn_berger.koya,
    "ARO": ratings.average_rating,
    "TPR": ratings.performance,
    "PTP": ratings.perfect_performance,
    "APRO": ratings.average_performance,
    "APPO": ratings.average_perfect_performance,
    "RTNG": ratings.own_rating,
}
FROM_RATINGS = frozenset(("ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"))

# C.02 art. 13.16, as FIDE recommended until 2020; since then C.07 leaves the choice to the organiser
RECOMMENDED_SWISS = ("DE", "WIN", "BPG", "BH:C1", "BH", "SB")
RECOMMENDED_FIXED = ("DE", "WIN", "SB", "KS")
CAPPED_SINCE = date(2026, 3, 1)


def codes_of(tournament: Tournament, readings: Mapping[str, str]) -> tuple[Code, ...]:
    """The tie-breaks that the tournament names; without any, those that FIDE recommended."""
    if tournament.tie_breaks:
        return readable(tournament.tie_breaks)[0]
    if readings["unnamed"] == "none":
        return ()
    return read_codes(RECOMMENDED_SWISS if tournament.format == "swiss" else RECOMMENDED_FIXED)


def named(codes: Sequence[Code]) -> tuple[TieBreak, ...]:
    """The tie-breaks by name and article, not yet of any table."""
    return tuple(
        TieBreak(name=code.text, article=code.definition.article, halves=False, fewer=code.fewer)
        for code in codes
    )


def is_capped(tournament: Tournament, readings: Mapping[str, str]) -> bool:
    """Whether the edition of March 2026 applies; a tournament without a day is taken for a new one."""
    if readings["edition"] != "by-start":
        return readings["edition"] == "2026"
    return tournament.start is None or tournament.start >= CAPPED_SINCE


class FideTable(Struct, frozen=True):
    """A table, what it was worked out from, and who was level with whom when direct encounter was asked."""

    made: Made
    roster: Roster
    codes: tuple[Code, ...]
    encounters: dict[tuple[str, str], Level]  # code and player → the level players


def table(contest: Contest, rounds: int) -> Made:
    """The rows after a round."""
    return fide_table(contest, rounds).made


def fide_table(contest: Contest, rounds: int) -> FideTable:
    """The table after a round with everything that explains it."""
    tournament = contest.tournament
    view = make_view(contest, rounds)
    roster = Roster(contest, view, capped=is_capped(tournament, contest.readings))
    view = replace(view, score_x2=roster.score_x2)
    codes = codes_of(tournament, contest.readings)
    encounters: dict[tuple[str, str], Level] = {}
    tie_breaks = [
        _bound(tie_break, code, roster, encounters)
        for tie_break, code in zip(named(codes), codes, strict=True)
    ]
    rows = make_rows(view, view.players, tie_breaks)
    return FideTable(
        Made(rows, _notes(roster, codes, tournament), view=view), roster, codes, encounters
    )


def _bound(
    tie_break: TieBreak, code: Code, roster: Roster, encounters: dict[tuple[str, str], Level]
) -> TieBreak:
    """A tie-break as it is worked out in one table."""
    if code.name == "DE":

        def among(_: View, level: Level) -> Mapping[str, Value] | None:
            encounters.update({(code.text, player): level for player in level})
            return direct_encounter(roster, level, code)

        return replace(tie_break, among=among)

    def own(_: View, player: str) -> Value | None:
        return roster.worked(RULES[code.name], player, code).value

    return replace(tie_break, own=own)


def _notes(roster: Roster, codes: Sequence[Code], tournament: Tournament) -> list[str]:
    """What was not applied as named, and why."""
    notes = []
    from_ratings = [code.text for code in codes if code.name in FROM_RATINGS]
    if from_ratings and ratings.is_dropped(roster):
        unrated = sorted(player for player in roster.players if player not in roster.ratings)
        notes.append(
            say(
                "{codes} not applied: {player} was entered without a rating (C.07 art. 10)",
                codes=", ".join(from_ratings),
                player=unrated[0],
            )
        )
    for refused in readable(tournament.tie_breaks)[1]:
        notes.append(say("not applied: {wrong}", wrong=refused.wrong))
    by_opponents = [
        code.text for code in codes if PLAYERS[code.name].article.startswith("C.07 art. 8")
    ]
    if by_opponents and tournament.format == "roundrobin":
        notes.append(
            say("{codes} is not for round robins (C.07 art. 8)", codes=", ".join(by_opponents))
        )
    return notes
