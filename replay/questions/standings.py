"""The table of a tournament, and the groups of a series, as answers."""

from collections.abc import Mapping

from projections import Snapshot
from replay.answers import columns
from replay.answers.answer import Answer, notes_on, rows_answer
from replay.questions.tournament_table import (
    TournamentTable,
    player_table,
    series_groups,
    tournament_table,
)
from wording import say


def table_of(
    snapshot: Snapshot,
    tournament: str,
    *,
    after: int | None = None,
    teams: bool = False,
    player: str | None = None,
    readings: Mapping[str, str] | None = None,
) -> TournamentTable:
    """The table of a tournament by its own rules; with a player, how one row of it came about."""
    chosen = dict(readings or {})
    if player is not None:
        return player_table(snapshot, tournament, player, after, chosen)
    return tournament_table(snapshot, tournament, after, teams=teams, readings=chosen)


def standings(table: TournamentTable) -> Answer:
    """A table of a tournament as an answer."""
    remarks = notes_on(table.tournament, table.notes)
    return rows_answer(table.form, table.title, table.columns, table.rows, remarks=remarks)


def groups(
    snapshot: Snapshot,
    series: str,
    *,
    why: bool = True,
    readings: Mapping[str, str] | None = None,
) -> Answer:
    """Who is A, provisional A or B after each edition of a series, and why."""
    history = series_groups(snapshot, series, readings or {})
    shown = columns.GROUPS if why else columns.GROUPS[:-1]
    rows = [
        (member.edition, member.player, member.group, member.reason)[: len(shown)]
        for member in history.members
    ]
    title = say("groups of {series}", series=series)
    remarks = notes_on(series, history.notes)
    return rows_answer("groups/1", title, shown, rows, remarks=remarks)
