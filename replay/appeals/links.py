"""Through whom a rating changed: for each player on a list, the games that carry a difference to it."""

from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from projections.sources import GameKey
from replay.appeals.parts import GamePart
from replay.world.games import GameChange, GamesByList, ListedGame, changes
from schemes.kernels.causes import FIRST, GAMES, ROUNDING
from schemes.kernels.inputs import Column

if TYPE_CHECKING:
    from replay.appeals.side_by_side import ListStep, SideBySide


class Through(IntEnum):
    """What carries a difference: the own game, one of a tournament that came in late, an opponent, a verdict."""

    OWN = 0
    LATE = 1
    OPPONENT = 2
    VERDICT = 3


class Link(Struct, frozen=True):
    """One game that carries a difference; `from_list` is the place of the list on which the opponent had changed.

    `amount` is how much more the game gives, in hundredths: the amounts of a player and what stands beside them (K and
    the own rating, rounding, a first rating …) add up to the change.
    """

    through: Through
    key: GameKey
    opponent: int
    from_list: int = -1
    rated: bool = True  # for a verdict: whether it is rated now
    amount: int = 0


class Links:
    """Who met whom on which list, as far as it carries differences."""

    def __init__(self, compared: "SideBySide", touched: Column, merged: frozenset[int]) -> None:
        self._compared = compared
        self._touched = touched
        self._merged = merged
        self._any_day = compared.after.scheme.any_day
        self._found: dict[int, dict[int, list[Link]]] = {}

    @cached_property
    def _games(self) -> tuple[GamesByList, GamesByList]:
        worlds = (self._compared.before, self._compared.after)
        before, after = (
            GamesByList(world, walk, self._compared.stops)
            for world, walk in zip(worlds, self._compared.walks, strict=True)
        )
        return before, after

    @cached_property
    def changes(self) -> dict[GameKey, GameChange]:
        """The games that are not the same in both worlds."""
        return changes(*self._games, self._touched)

    @cached_property
    def _late(self) -> frozenset[int]:
        """Tournaments of which no game was known before."""
        here = {key[0] for key in self.changes}
        before = self._compared.before.snapshot
        numbers = np.array([t for t in here if t < len(before.tournaments)], np.int64)
        counts = np.diff(before.games.of(numbers).offset)
        return frozenset(t for t in here if t >= len(counts) or counts[t] == 0)

    def of(self, player: int, at: int) -> list[Link]:
        """The links of a player on a list."""
        if at not in self._found:
            self._found[at] = self._links(at)
        return self._found[at].get(player, [])

    def _links(self, at: int) -> dict[int, list[Link]]:
        difference = self._compared.differences[at]
        if difference.parts is not None:
            return {
                player: list(self._of_parts(player, at, parts))
                for player, parts in difference.parts.items()
            }
        players = self._interesting(at, difference)
        links_of: dict[int, dict[tuple[Through, GameKey], Link]] = {}
        if self._any_day:
            walk = self._any_day_links
        else:
            walk = self._list_links
        for player, link in walk(at, players):
            links_of.setdefault(player, {}).setdefault((link.through, link.key), link)
        return {player: [links[key] for key in sorted(links)] for player, links in links_of.items()}

    def left_over(self, player: int, at: int) -> int:
        """What of the change through games no game by itself brings: it comes from the own rating and K."""
        part = self._compared.differences[at].causes.get(player)
        if part is None:
            return 0
        return int(part[GAMES]) - sum(link.amount for link in self.of(player, at))

    def _of_parts(self, player: int, at: int, parts: list[GamePart]) -> Iterator[Link]:
        """What carries the part of each game; the greatest first."""
        for part in sorted(parts, key=lambda part: (-abs(part.amount), part.key)):
            change = self.changes.get(part.key)
            if change is not None and (
                player in self._merged or not _same_but_for(self._merged, change)
            ):
                if part.key[0] in self._late:
                    through = Through.LATE
                else:
                    through = Through.OWN
                yield Link(through, part.key, part.opponent, amount=part.amount)
            elif change is not None or part.before == part.after:
                since = self._moved_on(part.opponent, part.key, at)
                yield Link(Through.OPPONENT, part.key, part.opponent, since, amount=part.amount)
            else:
                yield Link(
                    Through.VERDICT, part.key, part.opponent, rated=part.after, amount=part.amount
                )

    def _moved_on(self, opponent: int, key: GameKey, at: int) -> int:
        """The place of the list with which an opponent's other rating came into a game."""
        differences = self._compared.differences
        used = at - 1
        if not self._any_day:
            used = min(self._games[1].used(key), at - 1)
        if used >= 0 and differences[used].moved(opponent):
            return used
        return at  # on this very list: a first rating, or a game before this one

    def _interesting(self, at: int, difference: "ListStep") -> Column:
        """A mask of those whose games matter: whose rating this list changed in another way than before."""
        mask = np.zeros(self._compared.players, np.bool_)
        for player, row in difference.causes.items():
            mask[player] = bool(row[GAMES] or row[ROUNDING] or row[FIRST])
        if self._any_day:
            mask[difference.player] = True
            if at > 0:
                mask[self._compared.differences[at - 1].player] = True
        return mask

    def _list_links(self, at: int, players: Column) -> Iterator[tuple[int, Link]]:
        """A list made from ratings of earlier lists: what counts is the rating that a game was rated with."""
        before, after = self._games
        for own, other in ((after, before), (before, after)):
            for game in own.of(at, players):
                for player in (game.first, game.second):
                    if players[player] and game.rated_for(player):
                        yield from (
                            (player, link) for link in self._link(at, game, player, own, other)
                        )

    def _link(
        self, at: int, game: ListedGame, player: int, own: GamesByList, other: GamesByList
    ) -> Iterator[Link]:
        """What a game of one world carries to a player, if it carries anything."""
        differences = self._compared.differences
        opponent = game.opponent(player)
        if game.key in self.changes:
            yield self._own(game, player, at)
        elif (used := own.used(game.key)) >= 0 and differences[used].moved(opponent):
            yield Link(Through.OPPONENT, game.key, opponent, used)
        elif _first_differs(differences[at], opponent):
            yield Link(Through.OPPONENT, game.key, opponent, at)
        elif not other.is_rated(game.key, player):
            yield Link(Through.VERDICT, game.key, opponent, rated=own is self._games[1])

    def _own(self, game: ListedGame, player: int, at: int) -> Link:
        """A game that is not the same in both worlds; against somebody merged it is the opponent who is another."""
        opponent = game.opponent(player)
        change = self.changes[game.key]
        if player not in self._merged and _same_but_for(self._merged, change):
            return Link(Through.OPPONENT, game.key, opponent, at)
        return Link(Through.LATE if game.key[0] in self._late else Through.OWN, game.key, opponent)

    def _any_day_links(self, at: int, players: Column) -> Iterator[tuple[int, Link]]:
        """Game after game: who has changed by then changes the opponents."""
        earlier = None
        if at > 0:
            earlier = self._compared.differences[at - 1]
        difference = self._compared.differences[at]
        since = dict.fromkeys(earlier.player.tolist() if earlier else (), at - 1)
        for player, row in difference.causes.items():
            if any(
                part for cause, part in enumerate(row.tolist()) if cause not in (GAMES, ROUNDING)
            ):
                since.setdefault(player, at)
        for game in self._in_order(at, players):
            had = [since.get(game.first), since.get(game.second)]
            for player in (game.first, game.second):
                opponent = game.opponent(player)
                theirs = had[1 - game.side(player)]
                if not game.rated_for(player) or not players[player]:
                    continue
                if game.key in self.changes:
                    yield player, self._own(game, player, at)
                elif theirs is not None:
                    yield player, Link(Through.OPPONENT, game.key, opponent, theirs)
                else:
                    continue
                since.setdefault(player, at)

    def _in_order(self, at: int, players: Column) -> Iterable[ListedGame]:
        """The games of both worlds in order of play, those that both have once."""
        before, after = self._games
        games = list(after.of(at, players))
        there = {game.key for game in games}
        gone = [game for game in before.of(at, players) if game.key not in there]
        return [*gone, *games]  # a game that is gone is a change by itself, whenever it was


def _same_but_for(merged: frozenset[int], change: GameChange) -> bool:
    """Whether only merged ids make a game another."""
    one = change.before
    other = change.after
    if one is None or other is None or (one.result, one.at) != (other.result, other.at):
        return False
    pairs = ((one.first, other.first), (one.second, other.second))
    return all(a == b or {a, b} <= merged for a, b in pairs)


def _first_differs(difference: "ListStep", player: int) -> bool:
    """Whether somebody's first rating on this very list is another."""
    row = difference.causes.get(player)
    return row is not None and bool(row[FIRST])
