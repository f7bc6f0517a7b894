"""What people call the players and tournaments that an answer speaks of."""

from collections.abc import Iterable

from projections import Snapshot
from replay.answers import kinds
from replay.answers.shown_names import names_in_scripts, names_of
from replay.answers.table import Names, Table


def names_in(snapshot: Snapshot, *tables: Table) -> Names:
    """The names of all players and tournaments in some tables."""
    players: set[str] = set()
    tournaments: set[str] = set()
    for table in tables:
        for column in table.columns:
            if column.kind is kinds.PLAYER:
                players.update(filter(None, table.column(column.name)))
            elif column.kind is kinds.TOURNAMENT:
                tournaments.update(filter(None, table.column(column.name)))
    return named(snapshot, players, tournaments)


def named(snapshot: Snapshot, players: Iterable[str], tournaments: Iterable[str] = ()) -> Names:
    """The names of some players and tournaments."""
    wanted = sorted(set(players))
    other = names_in_scripts(snapshot)
    return Names(
        names_of(snapshot, wanted),
        {player: other[player] for player in wanted if player in other},
        {
            tournament: _tournament_name(snapshot, tournament)
            for tournament in sorted(set(tournaments))
        },
    )


def _tournament_name(snapshot: Snapshot, tournament: str) -> str:
    number = snapshot.tournaments.number(tournament)
    if number is None:
        return ""
    return snapshot.tournaments.registration(number).name
