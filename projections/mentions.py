"""Where the log speaks of a player, by the read model: so that nobody has to read the whole log for it."""

from projections.snapshot import Snapshot
from projections.tables import TABLES

_PLAYERS = ("player", "first", "second", "kept", "duplicate")
_KEY = "tournament, stage, round, board"


def positions_about(snapshot: Snapshot, player: int) -> list[int]:
    """The positions of all events that name a player, or may change or withdraw one that does, in order.

    Among them may be changes of a game that was the player's only later, or earlier.
    """
    named = snapshot.model.query(" UNION ALL ".join(_naming(player)))
    positions = set(named["position"].to_pylist())
    tournaments = sorted(set(named["tournament"].drop_null().to_pylist()))
    own = f"SELECT {_KEY} FROM {{games}} WHERE {_is(player, TABLES['games'].columns)}"
    corrected = (
        f"SELECT {_KEY} FROM {{game_changes}} WHERE {_is(player, TABLES['game_changes'].columns)}"
    )
    changes = snapshot.model.query(
        f"SELECT position FROM {{game_changes}} WHERE ({_KEY}) IN ({own} UNION ALL {corrected}) UNION ALL "
        "SELECT position FROM {tournament_voids} WHERE tournament IN (SELECT unnest(?::INTEGER[]))",
        tournaments,
    )
    positions.update(changes["position"].to_pylist())
    withdrawals = snapshot.known.rows("withdrawals", "position", "withdraws")
    for position, withdraws in zip(
        *(column.tolist() for column in withdrawals.values()), strict=True
    ):
        if withdraws in positions:
            positions.add(position)
    return sorted(position for position in positions if position <= snapshot.position)


def _naming(player: int) -> list[str]:
    """A query for each table with players: the rows that name the player."""
    return [
        f"SELECT position, {'tournament' if 'tournament' in table.columns else 'NULL::INTEGER'} AS tournament "
        f"FROM {{{name}}} WHERE {condition}"
        for name, table in TABLES.items()
        if (condition := _is(player, table.columns))
    ]


def _is(player: int, columns: tuple[str, ...]) -> str:
    """The condition that a row names the player; empty for a table without players."""
    parts = [f'"{column}" = {player}' for column in _PLAYERS if column in columns]
    if "ranking" in columns:
        parts.append(f"list_contains(ranking, {player})")
    return " OR ".join(parts)
