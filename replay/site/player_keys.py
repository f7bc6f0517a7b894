"""What the page of each player follows from, as a digest that costs much less than the page.

The games of everybody are rows of bytes by player: what a page says of each game, and digests of the tournament and of
the opponent as pages name them. One digest over a player's rows stands for all of them.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from replay.answers.language import tr
from replay.answers.speech import day_in_words
from replay.site.games import RatedGames
from replay.site.lists import PlayerNews
from schemes.kernels.inputs import Column

if TYPE_CHECKING:
    from replay.site.build import Site

SIZE = 16  # bytes of a digest
_encode = msgspec.json.Encoder().encode


class PlayerKeys:
    """The digests of all players of a site, in the language that is spoken."""

    def __init__(self, site: "Site") -> None:
        self._site = site
        self._games = [_GamesOfPlayers(site, games) for games in site.rated]
        self._lists = [
            [one.stem, tr(one.scheme.title), day_in_words(one.day)] for one in site.lists
        ]
        self._start = blake2b(site.key().encode(), digest_size=SIZE)

    def key(self, player: str, entries: Sequence[PlayerNews]) -> str:
        """A digest of what lists say of a player, of the causes of each change, and of the games."""
        site = self._site
        said = [(one.at, self._lists[one.at], one, site.causes(one.at, player)) for one in entries]
        found = self._start.copy()
        found.update(_encode((site.person(player, entries[-1].row.name), said)))
        for games in self._games:
            found.update(games.rows(player))
        return found.hexdigest()


class _GamesOfPlayers:
    """What pages of players say of the games of a regulation, as bytes."""

    def __init__(self, site: "Site", games: RatedGames) -> None:
        self._games = games
        sides = games.sides
        seen = sides.games
        self._starts = np.searchsorted(seen.player, np.arange(len(games.numbers) + 1)).tolist()
        numbers = np.column_stack(
            (
                games.days[seen.at], seen.round, seen.is_first, seen.result, seen.reason,
                sides.rating, sides.expected, sides.change, sides.tournament_change,
            )
        ).astype(np.int64)  # fmt: skip
        said = (
            _tournaments(site, games)[seen.tournament],
            _people(site, games)[seen.opponent],
            numbers.view(np.uint8),
        )
        rows = np.hstack(said)
        self._width = rows.shape[1]
        self._rows = memoryview(rows.tobytes())

    def rows(self, player: str) -> bytes:
        """The rows of a player, after the name of the regulation."""
        number = self._games.numbers.get(player)
        start = end = 0
        if number is not None:
            start, end = self._starts[number : number + 2]
        here = self._rows[start * self._width : end * self._width]
        return b"%s\n%d\n%s" % (self._games.scheme.name.encode(), end - start, here)


def _tournaments(site: "Site", games: RatedGames) -> Column:
    """Digests of tournaments, by their numbers; nothing for those without rated games."""
    found = np.zeros((len(games.snapshot.tournaments.ids), SIZE), np.uint8)
    for number, tournament in zip(games.tournament_numbers, games.tournaments, strict=True):
        event = site.registration(tournament)
        is_told_here = site.tournaments[tournament] is games
        known = site.person_of_tournament(tournament)
        found[number] = _digest((known, event.name, event.start, event.end, is_told_here))
    return found


def _people(site: "Site", games: RatedGames) -> Column:
    """Digests of the people of a regulation as pages name them, by their numbers."""
    called = games.names.players
    digests = [_digest(site.person(one, called[one])).tobytes() for one in games.numbers]
    return np.frombuffer(b"".join(digests), np.uint8).reshape(-1, SIZE)


def _digest(value: object) -> Column:
    return np.frombuffer(blake2b(_encode(value), digest_size=SIZE).digest(), np.uint8)
