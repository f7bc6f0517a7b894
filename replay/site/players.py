"""A player on the public site: a page with the answer in it, and the rest as data, which `player.js` shows.

The data stand there once for all languages: the lists on which something changed for the player (a script adds those in
between), why, and the games by tournament. A new month so changes the pages of those whom it moves, and no others.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from replay.answers.columns import CHANGE
from replay.answers.html import sign_of
from replay.answers.language import tr
from replay.answers.names import page_title
from replay.answers.speech import day_in_words
from replay.site.folder import Known, Make
from replay.site.games import PlayedTournament, RatedGames
from replay.site.lists import PlayerRow
from replay.site.news import PlayerNews
from replay.site.pages import shell
from replay.site.player_keys import PlayerKeys
from schemes import Scheme
from wording import say

if TYPE_CHECKING:
    from replay.site.build import Site

GONE = say("not on this list")


class People:
    """The people of a page, each once: id, name, page (0 for none, 1 for the one by the id), names in Chinese."""

    def __init__(self, site: "Site") -> None:
        self._site = site
        self._places: dict[str, int] = {}
        self.rows: list[Sequence[Any]] = []

    def place(self, player: str, name: str) -> int:
        """The place of somebody in the rows."""
        if player not in self._places:
            self._places[player] = len(self.rows)
            self.rows.append(self._site.person(player, name))
        return self._places[player]


class PlayerPages:
    """The pages of all players."""

    def __init__(self, site: "Site") -> None:
        self._site = site
        self._lists = [(tr(one.scheme.title), day_in_words(one.day)) for one in site.lists]

    def files(self) -> Iterator[tuple[str, Make]]:
        """By id."""
        keys = PlayerKeys(self._site)
        for number, player in enumerate(self._site.player_files):
            make = partial(self._page, number, player)
            yield self._site.page("players", player), Known(make, keys.key(number, player))

    def _page(self, number: int, player: str) -> bytes:
        entries = self._site.news.of(number)
        newest = entries[-1].row
        name = page_title(player, newest.name)
        data = self._data(player, name, newest, entries)
        card = ", ".join(self._ratings(entries))
        main = (
            f'<div class="head"><h1>{escape(name)}</h1><p class="lead">{escape(about(newest))}</p></div>\n'
            f"<p>{escape(card)}</p>\n"
        )
        title = Markup.escape(name)
        return shell(self._site.look, "player", title, str(escape(card)), main, data)

    def _ratings(self, entries: Sequence[PlayerNews]) -> Iterator[str]:
        """The ratings in force, each in words."""
        newest = {self._site.lists[entry.at].name: entry for entry in entries}
        for entry in newest.values():
            title, day = self._lists[entry.at]
            yield f"{title}: {entry.row.rating or tr(GONE)} ({day})"

    def _data(
        self, player: str, name: str, row: PlayerRow, entries: Sequence[PlayerNews]
    ) -> dict[str, Any]:
        people = People(self._site)
        played = [
            self._played(games, one, people)
            for games in self._site.rated
            for one in games.of(player)
            if self._site.tournaments[one.tournament] is games
        ]
        played.sort(key=lambda one: one[2], reverse=True)
        return {
            "me": self._site.person(player, name),
            "title": row.title,
            "federation": row.federation,
            "sex": row.sex,
            "born": row.born,
            "lists": [self._entry(player, one) for one in entries],
            "played": played,
            "people": people.rows,
        }

    def _entry(self, player: str, entry: PlayerNews) -> Sequence[Any]:
        """A list: its place, rating, change, rank, games, K, status, further columns, causes of the change."""
        row = entry.row
        change = signed(self._site.lists[entry.at].scheme, entry.change)
        causes: Mapping[str, str] = {}
        if entry.change:
            causes = self._site.causes(entry.at, player)
        return (
            entry.at, row.rating, change, row.rank, row.games, row.k, row.status, row.further_plain, causes,
        )  # fmt: skip

    def _played(self, games: RatedGames, one: PlayedTournament, people: People) -> Sequence[Any]:
        """A tournament: id, name, days, regulation, change, days of the lists that have its games, games."""
        site = self._site
        event = site.registration(one.tournament)
        ids = games.snapshot.people.id_list
        called = games.names.players
        shown = [
            (round_, people.place(ids[opponent], called[ids[opponent]]), *rest)
            for round_, opponent, *rest in one.games
        ]
        return (
            site.person_of_tournament(one.tournament), event.name, event.start, event.end, games.scheme.name,
            one.change, one.lists, shown,
        )  # fmt: skip


def about(row: PlayerRow) -> str:
    """What tells a player from another."""
    born = tr("born {year}", year=row.born) if row.born else ""
    title = tr(row.title) if row.title else ""
    sex = tr(row.sex) if row.sex else ""
    return " · ".join(
        filter(None, (title, row.federation, born, sex, tr("id {player}", player=row.player)))
    )


def signed(scheme: Scheme, change: int | None) -> str:
    """A change with its sign, at the scheme's precision."""
    if change is None:
        return ""
    if change > 0:
        return f"+{scheme.shown(change)}"
    return scheme.shown(change).replace("-", "−")


def change_mark(scheme: Scheme, change: int | None) -> Markup:
    """A change with its colour."""
    if change is None:
        return Markup("")
    kind = sign_of(CHANGE, change)
    return Markup(f'<span class="chg {kind}">{signed(scheme, change)}</span>')
