"""Citations: what the log says about games, as an officer would quote it: "#97, corrected by #168, decision 7/2025"."""

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property

from ledger import Log
from projections import Snapshot
from projections.sources import GameKey, GameSource, game_sources
from wording import Reference, joined, say


class Citations:
    """Quotes the events that speak of games in some tournaments, with their references. All quotes are wordings."""

    def __init__(self, log: Log, snapshot: Snapshot, tournaments: Collection[int]) -> None:
        self._log = log
        self._snapshot = snapshot
        self._tournaments = tournaments

    @cached_property
    def sources(self) -> dict[GameKey, GameSource]:
        """Where the log speaks of each game; looked up when somebody asks."""
        return game_sources(self._snapshot, self._tournaments)

    def of(self, key: GameKey) -> str:
        """The record of a game and what changed it since, in the order of the log."""
        return self._told(self.sources[key])

    def of_corrected(self, keys: Iterable[GameKey]) -> Iterator[str]:
        """The same for those games that were corrected."""
        return (self.of(key) for key in keys if self.sources[key].changes)

    def voided(self, player: int) -> Iterator[tuple[GameSource, str]]:
        """Games that a player was recorded for and that are void."""
        for source in self.sources.values():
            if source.is_void and player in source.players:
                yield source, self._told(source)

    def _told(self, source: GameSource) -> str:
        parts = [self._cited(source.recorded)]
        for position, void in source.changes:
            event = self._cited(position)
            if void:
                parts.append(say("voided by {event}", event=event))
            else:
                parts.append(say("corrected by {event}", event=event))
        return joined(", ", parts)

    def _cited(self, position: int) -> str:
        cited = Reference.position(position)
        if position > self._log.head:
            return say("#{position} (supposed)", position=cited)
        ref = self._log.event(position).ref
        if ref:
            return say("#{position}, {ref}", position=cited, ref=ref)
        return say("#{position}", position=cited)
