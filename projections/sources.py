"""Where games stand in the log: the event that recorded each, and those that corrected or voided it."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from projections.tables import VOID

if TYPE_CHECKING:
    from projections.snapshot import Snapshot

GameKey = tuple[int, int, int, int]  # tournament, stage, round, board
_KEY = ("tournament", "stage", "round", "board")


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
    for *key, position, result in zip(
        *(column.tolist() for column in changes.values()), strict=True
    ):
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
    voided = f"SELECT {', '.join(_KEY)} FROM {{game_changes}} WHERE result = {VOID}"
    rows = snapshot.model.query(
        f'SELECT {", ".join(_KEY)}, "first", "second", "day", position FROM {{games}} '
        f"WHERE position <= {snapshot.known.until('games')} AND ({', '.join(_KEY)}) IN ({voided}) ORDER BY position"
    )
    void_of: dict[int, list[tuple[GameKey, int]]] = {}
    for *key, first, second, day, position in zip(
        *(column.to_pylist() for column in rows.columns), strict=True
    ):
        if newest.get(tuple(key), 0) > position and newest[tuple(key)] in void:
            for player in {int(snapshot.people.kept[first]), int(snapshot.people.kept[second])}:
                void_of.setdefault(player, []).append((tuple(key), day))
    return void_of
