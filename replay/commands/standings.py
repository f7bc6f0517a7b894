"""The commands about places: standings, groups."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from cyclopts import Parameter

from ledger.errors import LedgerError
from ledger.text import visible
from projections import Snapshot
from replay.commands.options import open_office
from replay.output import Output
from replay.terminal import remark
from schemes.standings import Standings, TableRow, Tournament

TEAM_COLUMNS = ("rank", "team", "sum", "best")


def standings(
    tournament: str,
    /,
    *,
    after: int | None = None,
    teams: Annotated[bool, Parameter(negative="")] = False,
    known: str | None = None,
    reading: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    output: Output = Output(),
) -> None:
    """The table of a tournament by its own rules, with every tie-break and what decided each rank.

    Parameters
    ----------
    tournament
        The tournament: an id, or a name that only one has.
    after
        The table after this round (default: the final one).
    teams
        The team table instead (wxf).
    known
        As known then: a date, a time or #POSITION.
    reading
        Choose another reading: name=choice (`rating-ledger readings wxf` lists them).
    """
    from projections.standings import tournament_of
    from replay.explain import tournament_number
    from replay.named import tournament_named
    from schemes import standings as rules

    with open_office() as office:
        snapshot = office.snapshot(known)
        tournament = tournament_named(snapshot, tournament)
        number = tournament_number(snapshot, tournament)
        facts = tournament_of(snapshot, number)
        table = rules.standings(facts, after, readings=chosen_readings(reading))
        names = names_of(snapshot, [row.player for row in table.rows])
        void = ["it was voided: nothing of it counts"] if number in snapshot.tournaments.voided else []
        notes = [*void, *_office(facts, table), *table.notes]
        if teams:
            columns, rows, missing = _team_rows(facts, table, chosen_readings(reading))
            notes += missing
        else:
            columns, rows = _rows(table, names, for_people=output.is_table)
        title = ("final" if table.final else f"after round {table.after}") + (", teams" if teams else "")
        if output.is_paper:
            from replay.paper import Table, write_paper
            from replay.paper.answers import standings_paper

            shown = Table(f"Table, {title}", columns, rows)
            receipt = chosen_readings(reading), office.checkpoint(snapshot.position)
            write_paper(output.file, standings_paper(snapshot, number, shown, notes, *receipt))
        else:
            output.rows(columns, rows, f"{tournament}, {table.rules}, {title}")
    say(tournament, notes)


def chosen_readings(words: Sequence[str]) -> dict[str, str]:
    """`--reading` name=choice, several of them."""
    from schemes.kernels.rules import reform_from_words

    return dict(reform_from_words((), tuple(words)).readings)


def names_of(snapshot: Snapshot, players: Sequence[str]) -> dict[str, str]:
    """Names of some players by id."""
    numbers = {player: snapshot.people.number(player) for player in players}
    return {player: snapshot.people.names[number].as_py() for player, number in numbers.items() if number is not None}


def say(about: str, notes: Iterable[str]) -> None:
    """What is missing or odd, to standard error."""
    for note in notes:
        remark(f"{about}: {visible(note)}\n")


def _rows(table: Standings, names: dict[str, str], *, for_people: bool) -> tuple[Sequence[str], list[list[Any]]]:
    columns = ["rank", "player", "name", "score", *table.columns, "decided_by"]
    rows = [_cells(table, row, names) for row in table.rows]
    if for_people:
        rows = [[*row[:-1], row[-1].replace("_", " ")] for row in rows]
    return columns, rows


def _cells(table: Standings, row: TableRow, names: dict[str, str]) -> list[Any]:
    shown = zip(table.columns, row.tie_breaks, strict=True)
    values = [_halved(value) if column in table.halves else value for column, value in shown]
    return [row.rank, row.player, names.get(row.player, ""), _halved(row.score_x2), *values, row.decided_by]


def _halved(points_x2: int | None) -> int | float | None:
    """Half points for people: whole numbers as such, halves as 3.5, which is exact."""
    if points_x2 is None or points_x2 % 2:
        return None if points_x2 is None else points_x2 / 2
    return points_x2 // 2


def _office(facts: Tournament, table: Standings) -> list[str]:
    """Where the office's ranking counts instead of this table."""
    from schemes.standings import official

    if facts.rules == "given" or facts.given is None or not table.final:
        return []
    difference = official(facts)[1]
    said = f"and differs from the rules: {difference}" if difference else "and agrees with the rules"
    return [f"the ranking given by the office counts for ratings, {said}"]


def _team_rows(
    facts: Tournament, table: Standings, readings: dict[str, str]
) -> tuple[Sequence[str], list[list[Any]], list[str]]:
    """wxf part IV.b: columns, rows, and who is missing. The sexes have a column only where both have teams."""
    from projections.standings import counted_standings
    from schemes.standings import teams, unranked_teams

    if facts.rules != "wxf":
        wrong = f"{facts.id} is played by {facts.rules}, which has no team standings"
        raise LedgerError(wrong, remedy="teams are ranked by wxf part IV.b; leave --teams out")
    counted = counted_standings(facts) if table.final and facts.given is not None else table
    rows = teams(facts, counted, readings=readings)
    apart = len({row.sex for row in rows}) > 1
    columns = (*TEAM_COLUMNS, "sex") if apart else TEAM_COLUMNS
    cells = [[row.rank, row.team, row.sum, row.best, *((row.sex,) if apart else ())] for row in rows]
    nobody = [] if any(entry.team for entry in facts.entries) else ["nobody was entered for a team"]
    return columns, cells, [*nobody, *unranked_teams(facts, counted)]


def groups(
    series: str,
    /,
    *,
    why: Annotated[bool, Parameter(negative="")] = False,
    known: str | None = None,
    reading: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    output: Output = Output(),
) -> None:
    """Who is A, provisional A or B after each edition of a series (hk-open part 8).

    Parameters
    ----------
    series
        The series that the editions' tournaments name.
    why
        One more column: the reason.
    known
        As known then: a date, a time or #POSITION.
    reading
        Choose another reading of hk-open: name=choice.
    """
    from projections.groups import all_series, groups_of, in_series

    with open_office() as office:
        snapshot = office.snapshot(known)
        if not in_series(snapshot, series):
            raise LedgerError(f"there is no series {series!r}", remedy=_nearest(series, all_series(snapshot)))
        history = groups_of(snapshot, series, chosen_readings(reading))
    columns = ("edition", "player", "group", *(("reason",) if why else ()))
    rows = ((m.edition, m.player, m.group, *((m.reason,) if why else ())) for m in history.members)
    output.rows(columns, rows, f"groups of {series}")
    say(series, history.notes)


def _nearest(word: str, known: list[str]) -> str:
    from schemes.kernels.readings import nearest

    return nearest(word, tuple(known)) if known else "no tournament names a series"
