"""What the page of each player follows from, as a digest that costs much less than the page.

What lists say that is new of everybody, and the games of everybody, are rows of bytes by player: numbers as they are,
and digests of texts, of the tournament and of the opponent as pages name them. One digest over a player's rows stands
for all of them.
"""

from collections.abc import Iterable
from hashlib import blake2b
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from replay.answers.language import tr
from replay.answers.speech import day_in_words
from replay.site.games import RatedGames
from replay.site.lists import PublishedList
from schemes.kernels.inputs import Column

if TYPE_CHECKING:
    from replay.site.build import Site

SIZE = 16  # bytes of a digest
_encode = msgspec.json.Encoder().encode


class PlayerKeys:
    """The digests of all players of a site, in the language that is spoken."""

    def __init__(self, site: "Site") -> None:
        self._site = site
        self._rows = _NewsOfPlayers(site)
        self._games = [_GamesOfPlayers(site, games) for games in site.rated]
        self._causes = _causes(site.rated)
        self._start = blake2b(site.key().encode(), digest_size=SIZE)

    def key(self, number: int, player: str) -> str:
        """A digest of what lists say of a player, of the causes of each change, and of the games."""
        found = self._start.copy()
        found.update(self._rows.of(number))
        for cause in self._causes.get(player, ()):
            found.update(cause)
        for games in self._games:
            found.update(games.rows(player))
        return found.hexdigest()


class _NewsOfPlayers:
    """What lists say that is new of each player, as bytes."""

    def __init__(self, site: "Site") -> None:
        news = site.news
        self._starts = news.starts.tolist()
        self._people = _people(site, site.everybody, news.newest("name"))
        numbers = np.column_stack((news.at, news.source, news.change)).view(np.uint8)
        lists = np.zeros((len(news.at), SIZE), np.uint8)
        width = 0
        rows = [_list_rows(one) for one in site.lists]
        for one, columns in zip(site.lists, rows, strict=True):
            said = (one.stem, tr(one.scheme.title), day_in_words(one.day))
            lists[news.at == one.place] = _digest(said)
            width = max(width, columns.shape[1])
        told = np.zeros((len(news.at), width), np.uint8)
        for one, columns in zip(site.lists, rows, strict=True):
            here = news.source == one.place
            told[here, : columns.shape[1]] = columns[news.row[here]]
        whole = np.hstack((lists, numbers, told))
        self._width = whole.shape[1]
        self._bytes = memoryview(whole.tobytes())

    def of(self, number: int) -> bytes:
        """The rows of a player, after the name."""
        start, end = self._starts[number : number + 2]
        here = self._bytes[start * self._width : end * self._width]
        return b"%s%d\n%s" % (self._people[number * SIZE : (number + 1) * SIZE], end - start, here)


def _list_rows(listed: PublishedList) -> Column:
    """The rows of a list without who it is, as bytes: whole numbers, and digests of texts."""
    table = listed.made.table
    columns = [table[name] for name in table.column_names if name not in ("player", "name")]
    return np.hstack([_column_bytes(column) for column in columns])


def _column_bytes(column: pa.ChunkedArray) -> Column:
    """A column as rows of bytes."""
    if pa.types.is_integer(column.type):
        numbers = pc.fill_null(column, -1).to_numpy().astype(np.int64)
        return np.asarray(numbers.reshape(-1, 1).view(np.uint8))
    texts = column.cast(pa.string()).combine_chunks().dictionary_encode(null_encoding="encode")
    digests = np.stack([_digest(text) for text in [*texts.dictionary.to_pylist(), ""]])
    return np.asarray(digests[texts.indices.to_numpy()])


def _causes(rated: Iterable[RatedGames]) -> dict[str, list[bytes]]:
    """Why ratings of each player changed, where that is known."""
    found: dict[str, list[bytes]] = {}
    for games in rated:
        for player, at, causes in games.all_causes():
            found.setdefault(player, []).append(_encode((at, causes)))
    return found


class _GamesOfPlayers:
    """What pages of players say of the games of a regulation, as bytes."""

    def __init__(self, site: "Site", games: RatedGames) -> None:
        self._games = games
        sides = games.sides
        seen = sides.games
        people = games.snapshot.people
        numbers = np.column_stack(
            (
                games.days[seen.at], seen.round, seen.is_first, seen.result, seen.reason,
                sides.rating, sides.expected, sides.change, sides.tournament_change,
            )
        ).astype(np.int64)  # fmt: skip
        said = (
            _tournaments(site, games)[seen.tournament],
            np.frombuffer(_people(site, people.ids, people.names), np.uint8).reshape(-1, SIZE)[
                seen.opponent
            ],
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
            start, end = self._games.begins[number : number + 2]
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


def _people(site: "Site", ids: pa.Array, names: pa.Array) -> bytes:
    """Digests of people as pages name them, one after the other."""
    said = pc.binary_join_element_wise(ids, names, "\n").cast(pa.binary()).to_pylist()
    plain = pc.is_in(ids, value_set=site.everybody)
    odd = pc.or_(pc.invert(plain), pc.is_in(ids, value_set=pa.array(site.unusual, pa.string())))
    for place in np.flatnonzero(odd.to_numpy(zero_copy_only=False)).tolist():
        said[place] = _encode(site.person(ids[place].as_py(), names[place].as_py()))
    return b"".join([blake2b(text, digest_size=SIZE).digest() for text in said])


def _digest(value: object) -> Column:
    return np.frombuffer(blake2b(_encode(value), digest_size=SIZE).digest(), np.uint8)
