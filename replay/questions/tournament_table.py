"""The table of a tournament, of players or of teams, as rows."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction

from msgspec import Struct

from ledger.errors import LedgerError
from projections import Snapshot
from projections.groups import GroupHistory, all_series, groups_of, in_series
from projections.standings import round_so_far, tournament_of
from replay.answers import columns, kinds
from replay.answers.html import TableSection
from replay.answers.names import names_in, names_of
from replay.answers.table import Column, Table, rows_table
from replay.explain.explain import tournament_number
from replay.office.office import is_to_come, to_come
from replay.questions.tournament_rounds import halved
from schemes import standings as rules
from schemes.kernels.readings import nearest
from schemes.standings import Standings, TableRow, Tournament, number_text
from wording import joined, say, say_as

FINAL = say_as("table", "final")
TEAM_COLUMNS = (
    columns.RANK,
    Column("team", kinds.NAME),
    Column("sum", kinds.SCORE),
    Column("best", kinds.SCORE),
)
SIDES = {"first": say("first"), "second": say("second")}
ROUND_COLUMNS = (
    Column("step", kinds.RANK, heading=say("round")),
    Column("opponent", kinds.PLAYER),
    columns.NAME,
    Column("side", kinds.codes(SIDES)),
    Column("outcome", kinds.TEXT),
    Column("points", kinds.POINTS),
)
_ROUND_HEADINGS = {"value": say("brought")}
SHORT = {
    "opponent_points": say("opp. pts"),
    "second_wins": say("2nd wins"),
    "second_games": say("2nd games"),
    "met_as_second": say("met 2nd"),
    "strong_opponent_points": say("strong pts"),
    "previous_rank": say_as("standings", "rank before"),
}
"""Shorter headings of tie-breaks, so that a line of a terminal has room for them."""


class TournamentTable(Struct, frozen=True):
    """Columns, rows, and what is missing or odd."""

    tournament: str
    number: int
    rules: str
    state: str  # "final", "after round 3, teams"
    columns: Sequence[Column]
    rows: list[list[object]]
    notes: list[str]
    after: int = 0
    is_final: bool = True
    form: str = "standings/1"

    @property
    def tie_breaks(self) -> list[str]:
        """The names of the tie-breaks, in their order."""
        names = [column.name for column in self.columns]
        return names[names.index("score") + 1 : -1]

    @property
    def table(self) -> Table:
        """The rows under columns that know what they hold."""
        return rows_table(self.columns, self.rows)

    def section(self, snapshot: Snapshot, title: str, note: str = "") -> TableSection:
        """The table on a page: players by name, which lead to their pages."""
        table = self.table
        shown = tuple(column for column in self.columns if column is not columns.NAME)
        return TableSection(
            Table(shown, table.rows, title, note or self.caption), names_in(snapshot, table)
        )

    @property
    def title(self) -> str:
        return say("{tournament}, {caption}", tournament=self.tournament, caption=self.caption)

    @property
    def caption(self) -> str:
        """By which rules the table is made, and when."""
        return say("{rules}, {state}", rules=say(self.rules), state=self.state)


def tournament_table(
    snapshot: Snapshot,
    tournament: str,
    after: int | None,
    *,
    teams: bool,
    readings: Mapping[str, str],
) -> TournamentTable:
    """The table after a round, or the final one, by the tournament's own rules."""
    number = tournament_number(snapshot, tournament)
    facts = tournament_of(snapshot, number)
    return table_of(snapshot, number, facts, after, teams=teams, readings=readings)


def table_of(
    snapshot: Snapshot,
    number: int,
    facts: Tournament,
    after: int | None = None,
    *,
    teams: bool = False,
    readings: Mapping[str, str],
) -> TournamentTable:
    """The same of a tournament whose records are at hand."""
    after = after or round_so_far(snapshot, number, facts)
    table = rules.standings(facts, after, readings=dict(readings))
    void = []
    if number in snapshot.tournaments.voided:
        void.append(say("it was voided: nothing of it counts"))
    notes = [
        *void,
        *_whole(snapshot, number),
        *_to_come(snapshot, number),
        *_office(snapshot, number, facts, table),
        *table.notes,
    ]
    if teams:
        shown, rows, missing = _team_rows(facts, table, dict(readings))
        notes += missing
    else:
        shown, rows = _rows(table, names_of(snapshot, [row.player for row in table.rows]))
    state = FINAL
    if not table.final:
        state = say("after round {round}", round=table.after)
    if teams:
        state = say("{state}, teams", state=state)
    state = _with_readings(state, facts, readings)
    return TournamentTable(
        tournament=facts.id,
        number=number,
        rules=table.rules,
        state=state,
        columns=shown,
        rows=rows,
        notes=notes,
        after=table.after,
        is_final=table.final,
        form="team-standings/1" if teams else "standings/1",
    )


def _with_readings(state: str, facts: Tournament, readings: Mapping[str, str]) -> str:
    """The state of a table, and the readings if they are not those in force."""
    in_force = rules.readings_of(facts.rules, None)
    other = [f"{name}={choice}" for name, choice in readings.items() if in_force[name] != choice]
    if not other:
        return state
    return say("{state}, other readings: {readings}", state=state, readings=", ".join(other))


def _to_come(snapshot: Snapshot, number: int) -> list[str]:
    """That its last day is still to come."""
    end = date.fromordinal(int(snapshot.tournaments.table.end[number]))
    if is_to_come(end):
        return [to_come(end)]
    return []


def player_table(
    snapshot: Snapshot, tournament: str, player: str, after: int | None, readings: Mapping[str, str]
) -> TournamentTable:
    """How one row of the table came about: every round with what its opponent brought."""
    number = tournament_number(snapshot, tournament)
    facts = tournament_of(snapshot, number)
    after = after or round_so_far(snapshot, number, facts)
    shown = rules.player_shown(facts, player, after, dict(readings))
    names = names_of(snapshot, [one.opponent for one in shown.rounds if one.opponent])
    rows = []
    for one in shown.rounds:
        played = [
            one.round,
            one.opponent,
            names.get(one.opponent, ""),
            one.side,
            one.outcome,
            halved(one.points_x2),
        ]
        rows.append([*played, *map(_number, one.brought), one.how])
    brought = [
        Column(name, kinds.POINTS, heading=_ROUND_HEADINGS.get(name, ""), kept=True)
        for name in shown.columns
    ]
    every = (*ROUND_COLUMNS, *brought, Column("reason", kinds.TEXT, heading=say("how"), kept=True))
    state = FINAL
    if after is not None:
        state = say("after round {round}", round=after)
    about = [joined(": ", (player, note)) for note in shown.notes]
    return TournamentTable(
        tournament=tournament,
        number=number,
        rules=facts.rules,
        state=_with_readings(say("{state}, {player}", state=state, player=player), facts, readings),
        columns=every,
        rows=rows,
        notes=[*_to_come(snapshot, number), *about],
        form="player-standings/1",
    )


_STAGES = {
    "order_before_knockout": say("order before knockout"),
    "order_before_final": say("order before final"),
    "group_place": say("group place"),
}


def _rows(table: Standings, names: dict[str, str]) -> tuple[Sequence[Column], list[list[object]]]:
    tie_breaks = [Column(name, kinds.POINTS, short=SHORT.get(name, "")) for name in table.columns]
    decided = {name: say(name.replace("_", " ")) for name in ("score", *table.columns)} | _STAGES
    shown = [
        columns.RANK,
        columns.PLAYER,
        columns.NAME,
        Column("score", kinds.SCORE),
        *tie_breaks,
        Column("decided_by", kinds.codes(decided, spare=0)),
    ]
    rows = [_cells(table, row, names) for row in table.rows]
    return shown, rows


def _cells(table: Standings, row: TableRow, names: dict[str, str]) -> list[object]:
    shown = zip(table.columns, row.tie_breaks, strict=True)
    values = [
        _number(value / Fraction(2) if column in table.halves and value is not None else value)
        for column, value in shown
    ]
    return [
        row.rank,
        row.player,
        names.get(row.player, ""),
        halved(row.score_x2),
        *values,
        row.decided_by,
    ]


def _number(value: int | Fraction | None) -> int | Decimal | None:
    """A value: whole numbers as such, 3.5 and 9.25 exactly, an average with two decimals."""
    if value is None:
        return None
    if value.denominator == 1:
        return value.numerator
    return Decimal(number_text(value))


def _office(snapshot: Snapshot, number: int, facts: Tournament, table: Standings) -> list[str]:
    """Where the office's ranking counts instead of this table, and whether results changed after it was given."""
    from projections.rankings import stale_ranking
    from schemes.standings import official

    if facts.given is None or not table.final:
        return []
    stale = stale_ranking(snapshot, number)
    if stale is not None:
        return [
            stale.remark,
            say("that ranking counts for ratings until RankingCorrected changes it"),
        ]
    if facts.rules == "given":
        return []
    difference = official(facts)[1]
    if difference is None:
        return [
            say("the ranking given by the office counts for ratings, and agrees with the rules")
        ]
    return [
        say(
            "the ranking given by the office counts for ratings, and differs from the rules: {where}",
            where=difference,
        )
    ]


def _whole(snapshot: Snapshot, number: int) -> list[str]:
    """That a stage has no champion and no places of its own."""
    whole = snapshot.tournaments.wholes.get(number)
    if whole is None:
        return []
    name = snapshot.tournaments.id(whole)
    return [
        say(
            "a stage of {tournament}: for ratings the places of the whole event count",
            tournament=name,
        )
    ]


def _team_rows(
    facts: Tournament, table: Standings, readings: dict[str, str]
) -> tuple[Sequence[Column], list[list[object]], list[str]]:
    """wxf part IV.b: columns, rows, and who is missing. The sexes have a column only where both have teams."""
    from projections.standings import counted_standings
    from schemes.standings import teams, unranked_teams

    if facts.rules != "wxf":
        wrong = say(
            "{id} is played by {rules}, which has no team standings", id=facts.id, rules=facts.rules
        )
        raise LedgerError(wrong, remedy=say("teams are ranked by wxf part IV.b; leave --teams out"))
    if table.final and facts.given is not None:
        counted = counted_standings(facts)
    else:
        counted = table
    rows = teams(facts, counted, readings=readings)
    apart = len({row.sex for row in rows}) > 1
    shown = (*TEAM_COLUMNS, columns.SEX) if apart else TEAM_COLUMNS
    cells = [
        [row.rank, row.team, row.sum, row.best, *((row.sex,) if apart else ())] for row in rows
    ]
    if any(entry.team for entry in facts.entries):
        nobody = []
    else:
        nobody = [say("nobody was entered for a team")]
    return shown, cells, [*nobody, *unranked_teams(facts, counted)]


def series_groups(snapshot: Snapshot, series: str, readings: Mapping[str, str]) -> GroupHistory:
    """Who is in which group after each edition of a series; a series that no tournament names is refused."""
    if not in_series(snapshot, series):
        known = tuple(all_series(snapshot))
        if known:
            remedy = nearest(series, known)
        else:
            remedy = say("no tournament names a series")
        raise LedgerError(say("there is no series {series!r}", series=series), remedy=remedy)
    return groups_of(snapshot, series, readings)
