"""An event in stages: the table of the whole, the last stage first, then those who stayed in the groups before it."""

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from schemes.standings.rows import Made, rank_after
from schemes.standings.table import Standings, TableRow, Tournament, players_in
from wording import say

TableOfGroup = Callable[[Tournament], Standings]


def last_stage(tournament: Tournament) -> Tournament:
    """The whole event without the entries of those who have played in a group only."""
    if not tournament.stages:
        return tournament
    played = players_in(tournament.games) | {bye.player for bye in tournament.byes}
    only_in_groups = set().union(*map(players_of, tournament.stages)) - played
    return replace(
        tournament, entries=tuple(e for e in tournament.entries if e.player not in only_in_groups)
    )


def players_of(tournament: Tournament) -> set[str]:
    """Everybody who is entered or has played, in any stage."""
    found = {entry.player for entry in tournament.entries} | {bye.player for bye in tournament.byes}
    return found.union(players_in(tournament.games), *map(players_of, tournament.stages))


def with_groups(
    tournament: Tournament,
    made: Made,
    columns: Sequence[str],
    table: TableOfGroup,
    readings: Mapping[str, str],
) -> Made:
    """The rows of the whole event. Who has no main round in the last stage shows the points of the group."""
    of_groups = [row for stage in tournament.stages for row in _group_rows(table(stage), columns)]
    points = {row.player: row for row in of_groups}
    has_main_rounds = any(game.stage == "main" for game in tournament.games)
    if has_main_rounds:
        first = made.rows
    else:
        first = [_with_points(row, points.get(row.player)) for row in made.rows]
    placed = {row.player for row in first}
    rest = [row for row in of_groups if row.player not in placed]
    notes = [*made.notes]
    if not tournament.games:
        notes.append(
            say("no game of the last stage is recorded: the places are those of the groups")
        )
    return replace(made, rows=first + _rows_of_groups(rest, first, readings), notes=notes)


def _group_rows(table: Standings, columns: Sequence[str]) -> list[TableRow]:
    """The rows of a group; tie-breaks only if they are those of the whole event."""
    if table.columns == tuple(columns):
        return list(table.rows)
    return [replace(row, tie_breaks=(None,) * len(columns)) for row in table.rows]


def _with_points(row: TableRow, in_group: TableRow | None) -> TableRow:
    if in_group is None:
        return row
    return replace(row, score_x2=in_group.score_x2, tie_breaks=in_group.tie_breaks)


def _rows_of_groups(
    rest: Sequence[TableRow], first: Sequence[TableRow], readings: Mapping[str, str]
) -> list[TableRow]:
    """Those who did not reach the last stage, by their place in the group; the same place is a shared rank."""
    choice = readings.get("group-places", "none")  # only wxf has stages, and the question
    ranked = [row for row in rest if row.rank is not None]
    ranked.sort(key=lambda row: (row.rank, -row.score_x2 if choice == "by-score" else 0))
    without = [replace(row, rank=None) for row in rest if row.rank is None]
    if choice == "none":
        return [replace(row, rank=None, decided_by="unranked") for row in ranked] + without
    rows: list[TableRow] = []
    for at, row in enumerate(ranked):
        rank: int | None = rank_after([*first, *rows], readings)
        decided = "group_place" if first or rows else ""
        above = ranked[at - 1]
        if at and row.rank == above.rank:
            decided = "score"
            if choice == "shared" or row.score_x2 == above.score_x2:
                decided = "shared"
                rank = rows[-1].rank
        rows.append(replace(row, rank=rank, decided_by=decided))
    return rows + without
