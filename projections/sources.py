"""Where games and players stand in the log: what recorded a game and changed it, and all that names a player."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from projections.known import row_by_row
from projections.snapshot import Snapshot
from projections.tables import TABLES, VOID

GameKey = tuple[int, int, int, int]  # tournament, stage, round, board
_KEY = ("tournament", "stage", "round", "board")
_KEYS = ", ".join(_KEY)


class GameSource(Struct):
    """The positions that say something about a game, and who was recorded as its players."""

    key: GameKey
    recorded: int
    players: tuple[int, int]
    changes: list[tuple[int, bool]]  # position, and whether it voided the game

    @property
    def is_void(self) -> bool:
        return bool(self.changes) and self.changes[-1][1]


def game_sources(snapshot: "Snapshot", tournaments: Iterable[int]) -> dict[GameKey, GameSource]:
    """Every game of some tournaments as known: its newest record, and what changed it since."""
    numbers = set(tournaments)
    sources = {source.key: source for source in _recorded(snapshot, numbers)}
    changes = snapshot.known.rows("game_changes", *_KEY, "position", "result")
    for *key, position, result in row_by_row(changes.values()):
        source = sources.get(tuple(key)) if key[0] in numbers else None
        if source is not None and position > source.recorded:
            source.changes.append((position, result == VOID))
    return sources


def _recorded(snapshot: "Snapshot", numbers: Iterable[int]) -> Iterator[GameSource]:
    """The records of games, in the order of the log."""
    where = f"tournament IN (SELECT unnest(?::INTEGER[])) AND position <= {snapshot.known.until('games')}"
    names = ", ".join((*_KEY, '"first"', '"second"', "position"))
    rows = snapshot.model.query(
        f"SELECT {names} FROM {{games}} WHERE {where} ORDER BY position", sorted(numbers)
    )
    person = snapshot.people.kept
    for *key, first, second, position in zip(
        *(column.to_pylist() for column in rows.columns), strict=True
    ):
        yield GameSource(tuple(key), position, (int(person[first]), int(person[second])), [])


def void_games(snapshot: "Snapshot", player: int) -> list[tuple[GameKey, int]]:
    """The games that a player was recorded for and that are void, each with its day."""
    return snapshot.remembered("void games", lambda: _void_games(snapshot)).get(player, [])


def _void_games(snapshot: "Snapshot") -> dict[int, list[tuple[GameKey, int]]]:
    """The void games of every player: the newest record of each was voided, and not changed again since."""
    changes = snapshot.known.rows("game_changes", *_KEY, "position", "result")
    columns = (changes[name].tolist() for name in (*_KEY, "position"))
    newest = {tuple(key): position for *key, position in zip(*columns, strict=True)}
    void = set(changes["position"][changes["result"] == VOID].tolist())
    voided = f"SELECT {_KEYS} FROM {{game_changes}} WHERE result = {VOID}"
    rows = snapshot.model.query(
        f'SELECT {_KEYS}, "first", "second", "day", position FROM {{games}} '
        f"WHERE position <= {snapshot.known.until('games')} AND ({_KEYS}) IN ({voided}) ORDER BY position"
    )
    void_of: dict[int, list[tuple[GameKey, int]]] = {}
    for *key, first, second, day, position in zip(
        *(column.to_pylist() for column in rows.columns), strict=True
    ):
        if newest.get(tuple(key), 0) > position and newest[tuple(key)] in void:
            for player in {int(snapshot.people.kept[first]), int(snapshot.people.kept[second])}:
                void_of.setdefault(player, []).append((tuple(key), day))
    return void_of


_PLAYERS = ("player", "first", "second", "kept", "duplicate")


def positions_about(snapshot: Snapshot, player: int) -> list[int]:
    """The positions of all events that name a player, or may change or withdraw one that does, in order.

    Among them may be changes of a game that was the player's only later, or earlier.
    """
    named = snapshot.model.query(" UNION ALL ".join(_naming(player)))
    positions = set(named["position"].to_pylist())
    tournaments = sorted(set(named["tournament"].drop_null().to_pylist()))
    own = f"SELECT {_KEYS} FROM {{games}} WHERE {_is(player, TABLES['games'].columns)}"
    corrected = (
        f"SELECT {_KEYS} FROM {{game_changes}} WHERE {_is(player, TABLES['game_changes'].columns)}"
    )
    changes = snapshot.model.query(
        f"SELECT position FROM {{game_changes}} WHERE ({_KEYS}) IN ({own} UNION ALL {corrected}) UNION ALL "
        "SELECT position FROM {tournament_voids} WHERE tournament IN (SELECT unnest(?::INTEGER[]))",
        tournaments,
    )
    positions.update(changes["position"].to_pylist())
    withdrawals = snapshot.known.rows("withdrawals", "position", "withdraws")
    for position, withdraws in row_by_row(withdrawals.values()):
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
