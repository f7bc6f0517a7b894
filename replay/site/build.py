"""The public site: published lists, and a page for each player and tournament that appears in them.

Every page is made from published lists, or as known at the position that a list was published from.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

import msgspec
from msgspec import Struct

from ledger import Checkpoint
from replay.answers.language import language, speaking
from replay.lists.list_files import published_contents
from replay.office.office import Office
from replay.site.check import (
    PART,
    Signed,
    about_file,
    list_file,
    part_files,
)
from replay.site.checkpoints import checkpoint_files
from replay.site.feeds import feed_files
from replay.site.folder import Known, Make, digest, program_digest
from replay.site.games import RatedGames, SiteTournament
from replay.site.list_pages import ListPages
from replay.site.lists import (
    PublishedList,
)
from replay.site.pages import ASSETS, Look, Place, card, page
from replay.site.players import PlayedPage, PlayerFacts, PlayerPage
from replay.site.published import PublishedData
from replay.site.settings import SiteSettings
from replay.site.single_pages import SinglePages
from replay.site.tournaments import TournamentPages
from replay.web.page import ASSETS as WEB_ASSETS

FOUND_ROWS = 20_000  # in one file of the search index
IN_ALL_LANGUAGES = 100_000  # players; beyond that their pages are in the first language alone


class SiteInputs(Struct, frozen=True):
    """What the site is made with, beside the ledger."""

    settings: SiteSettings = SiteSettings()
    logo: bytes = b""
    checkpoint: Checkpoint | None = None  # signed, perhaps cosigned; everything leads to it
    digests: Mapping[str, str] = {}  # of csv files that were seen to have the published root


class Site(PublishedData):
    """All files of the site."""

    def __init__(
        self, office: Office, inputs: SiteInputs, advance: Callable[[int, int], None]
    ) -> None:
        """`advance` hears how many of the published lists were read, and of how many."""
        super().__init__(office, inputs.settings.languages, inputs.digests, advance)
        self.settings = inputs.settings
        self._inputs = inputs
        published = [each.published for each in self.lists]
        self._checkpoints = checkpoint_files(office.log, published, inputs.checkpoint)
        self.signed = self._signed()
        self._icon = "mark.svg"
        if inputs.logo:
            self._icon = f"logo.{inputs.settings.logo.rpartition('.')[2].lower()}"
        self.look = Look(
            inputs.settings,
            self._icon,
            signed=bool(self._checkpoints),
            all_languages=len(self.entries) <= IN_ALL_LANGUAGES,
        )
        self.provable: set[str] = set()
        self.last_tables: dict[str, Any] = {}
        self._player_digests: dict[str, str] = {}
        self._last_facts: tuple[str, PlayerFacts | None] = ("", None)

    def _signed(self) -> Signed | None:
        """The checkpoint that everything leads to: given, or the newest published one, or one that no key signed."""
        checkpoint = self._inputs.checkpoint or self._checkpoints_newest
        if checkpoint is None:
            if not self.lists or self.office.log.keyring().announced:
                return None
            checkpoint = self.office.log.checkpoint(
                max(each.published.position for each in self.lists)
            )
        keys = [key.text for key in self.office.log.keyring().signers(checkpoint)]
        published = [one.published for one in self.lists]
        sizes = {Checkpoint.parse(one.event.checkpoint).size for one in published}
        sizes |= {one.position for one in published}  # where the checkpoints of earlier sites ended
        earlier = sorted(size for size in sizes if size < checkpoint.size)
        return Signed(checkpoint, keys, earlier)

    @property
    def _checkpoints_newest(self) -> Checkpoint | None:
        make = self._checkpoints.get("checkpoint.txt")
        if make is None:
            return None
        return Checkpoint.parse(make().decode())

    # Files ----------------------------------------------------------------------------------------

    def files(self) -> dict[str, Make]:
        """Every file, and how it is made."""
        made: dict[str, Make] = dict(self._assets())
        made |= self._checkpoints
        for each in self.lists:
            made |= self._data_files(each)
        for each in self.newest.values():
            made |= dict(ListPages(self, each).data_files())
        made |= self._check_files()
        made |= self._search_index()
        made |= self._in_all_languages()
        if self.settings.address:
            made |= feed_files(self)
        return made

    def _in_all_languages(self) -> dict[str, Make]:
        """Every page, its languages one after the other, so that what they share is worked out once."""
        pages: dict[str, dict[str, Make]] = {}
        for code in self.settings.languages:
            prefix = self.look.prefix(code)
            with speaking(code):
                for name, make in self._language_files():
                    pages.setdefault(name, {})[prefix + name] = _spoken(code, make)
        return {name: make for versions in pages.values() for name, make in versions.items()}

    def _assets(self) -> Iterator[tuple[str, Make]]:
        for folder, names in (
            (WEB_ASSETS, ("style.css", "mark.svg")),
            (
                ASSETS,
                (
                    "noble.js",
                    "noble-LICENSE.txt",
                    "proofs.js",
                    "verify.js",
                    "site.js",
                    "find.js",
                    "list.js",
                ),
            ),
        ):
            for name in names:
                yield f"assets/{name}", (folder / name).read_bytes
        style = (ASSETS / "site.css").read_text(encoding="utf-8") + self.settings.style
        yield "assets/site.css", style.encode
        if self._inputs.logo:
            yield f"assets/{self._icon}", lambda: self._inputs.logo
        lists = [
            (one.name, str(one.day), one.stem, str(one.recorded), one.published.is_first)
            for one in sorted(self.lists, key=lambda one: one.order)
        ]
        text = b"globalThis.LISTS = " + msgspec.json.encode(lists) + b";\n"
        yield "assets/lists.js", lambda: text

    def _data_files(self, each: PublishedList) -> dict[str, Make]:
        """csv, json and receipt of a list, and its rows with their proofs."""
        names = digest(program_digest(), each.published.position, replace(each.made).digest)
        made: dict[str, Make] = {
            f"lists/{name}": Known(partial(self._published_file, each, at), names)
            for at, name in enumerate(each.published.names)
        }
        if each.published.event.root is not None:
            count = max(1, -(-len(each.made) // PART)) if len(each.made) else 0
            key = digest(program_digest(), each.published.event.root)
            for number in range(count):
                name = f"proofs/{each.stem}/{number}.js"
                made[name] = Known(partial(self._part_file, each, number), key)
        return made

    def _published_file(self, each: PublishedList, at: int) -> bytes:
        if self._contents[0] != each.stem:
            content = published_contents(self.office.lists, each.published, replace(each.made))
            self._contents = each.stem, content
        return self._contents[1][at]

    _contents: tuple[str, Sequence[bytes]] = ("", ())  # files of the list that was written last
    _parts: tuple[str, Sequence[bytes]] = ("", ())

    def _part_file(self, each: PublishedList, number: int) -> bytes:
        if self._parts[0] != each.stem:
            tree = replace(each.made).tree
            self._parts = each.stem, [content for _, content in part_files(each.stem, tree)]
        return self._parts[1][number]

    def _check_files(self) -> dict[str, Make]:
        """The publications of lists with their way to the checkpoint, and what the checking page knows of the site."""
        log = self.office.log
        made: dict[str, Make] = {}
        listed = []
        for each in self.lists:
            event = each.published.event
            if (
                event.root is None
                or self.signed is None
                or each.published.position > self.signed.checkpoint.size
            ):
                continue
            made[f"proofs/{each.stem}/list.js"] = partial(self._list_file, each, self.signed)
            listed.append(
                {
                    "stem": each.stem,
                    "scheme": each.name,
                    "date": str(each.day),
                    "position": each.published.position,
                }
            )
        witnesses = [msgspec.to_builtins(one) for one in self.settings.witnesses]
        _, about = about_file(log, listed, self.signed, witnesses)
        self.provable = {str(one["stem"]) for one in listed}
        made["proofs/about.js"] = lambda: about
        return made

    def _list_file(self, each: PublishedList, signed: Signed) -> bytes:
        players = sorted(each.made.table["player"].to_pylist(), key=str.encode)
        _, content = list_file(self.office.log, each.stem, each.published, players[::PART], signed)
        return content

    # Pages in a language --------------------------------------------------------------------------

    def place(self, path: str) -> Place:
        return Place(self.look, path, self.pages)

    @cached_property
    def _program(self) -> str:
        settings = digest(
            msgspec.json.encode(self.settings), self._icon, sorted(self._checkpoints) != []
        )
        mine = [
            (parts, file)
            for parts, file in self.pages.items()
            if parts[0] in ("players", "tournaments")
        ]
        odd = [(parts, file) for parts, file in mine if file != f"{parts[0]}/{parts[1]}.html"]
        schemes = sorted({(each.name, each.scheme.digest) for each in self.lists})
        return digest(program_digest(), settings, odd, schemes)

    def key(self, *made_from: object) -> str:
        """A digest of all that a page follows from: the program, the language, and this."""
        return digest(self._program, language(), *made_from)

    def _language_files(self) -> Iterator[tuple[str, Make]]:
        yield from SinglePages(self).files()
        for each in self.lists:
            yield from ListPages(self, each).files()
        yield from TournamentPages(self).files()
        if self.look.has_all_pages_here:
            for player in sorted(self.entries):
                yield self._player_file(player)

    def _player_file(self, player: str) -> tuple[str, Make]:
        key = self.key(player, self.chinese(player), self._player_digest(player))
        return self.pages["players", player], Known(partial(self._player, player), key)

    def _player_digest(self, player: str) -> str:
        """A digest of what the page of a player follows from; the same in every language, worked out once."""
        if player not in self._player_digests:
            facts = self.player_facts(player)
            shown = [
                (self.lists[entry.at].stem, entry.at in self._firsts, entry.row, entry.change)
                for entry in facts.entries
            ]
            opponents = {game.opponent for one in facts.played for game in one.played.games}
            chinese = [self.chinese_any(opponent) for opponent in sorted(opponents)]
            self._player_digests[player] = digest(shown, facts.played, chinese)
        return self._player_digests[player]

    @cached_property
    def _firsts(self) -> set[int]:
        """The places of lists that were not published before."""
        return {at for at, each in enumerate(self.lists) if each.published.is_first}

    def player_facts(self, player: str) -> PlayerFacts:
        """What is known of a player; the languages of a page are made one after the other."""
        if self._last_facts[0] == player and self._last_facts[1] is not None:
            return self._last_facts[1]
        played = [
            self._played(games, one)
            for games in self.rated
            for one in games.of(player)
            if self.tournaments[one.tournament] is games
        ]
        played.sort(key=lambda one: one.start, reverse=True)
        facts = PlayerFacts(player, self.entries[player], played)
        self._last_facts = player, facts
        return facts

    def _played(self, games: RatedGames, one: SiteTournament) -> PlayedPage:
        event = self.registration(one.tournament)
        scheme = games.scheme
        called = games.names.players
        opponents = [
            (called[game.opponent], scheme.shown(game.rating) if game.rating else "")
            for game in one.games
        ]
        return PlayedPage(one, event.name, event.start, event.end, opponents)

    def _player(self, player: str) -> bytes:
        place = self.place(self.pages["players", player])
        made = PlayerPage(self.player_facts(player), self.lists, place, self)
        title = self.shown_name(player, made.name)
        return page(place, title, made.main(), head=card(place, title, made.card))

    # Search ---------------------------------------------------------------------------------------

    @property
    def index_parts(self) -> list[str]:
        """The files of the search index; a browser loads several of them sooner than a big one."""
        parts = max(1, -(-(len(self.entries) + len(self.tournaments)) // FOUND_ROWS))
        return [f"search-index-{part}.js" for part in range(1, parts + 1)]

    def _search_index(self) -> dict[str, Make]:
        return {
            f"assets/{name}": partial(self._index_part, part)
            for part, name in enumerate(self.index_parts)
        }

    def _index_part(self, part: int) -> bytes:
        rows = msgspec.json.encode(self._found_rows[part * FOUND_ROWS : (part + 1) * FOUND_ROWS])
        lines = rows.replace(b"],[", b"],\n[")
        return b"globalThis.INDEX = (globalThis.INDEX ?? []).concat(" + lines + b");\n"

    @cached_property
    def _found_rows(self) -> list[tuple[str, ...]]:
        """Kind, page, id, name, Chinese name, and what tells one from another; the same in every language."""
        rows: list[tuple[str, ...]] = [
            (
                "player", self.pages["players", player], player, row.name, self.chinese_any(player),
                ", ".join(filter(None, (row.title, row.federation, str(row.born or "")))),
            )
            for player, row in self.newest_rows()
        ]  # fmt: skip
        for tournament in sorted(self.tournaments):
            event = self.registration(tournament)
            detail = ", ".join(filter(None, (event.place or "", str(event.start))))
            rows.append(
                (
                    "tournament",
                    self.pages["tournaments", tournament],
                    tournament,
                    event.name,
                    "",
                    detail,
                )
            )
        return rows


def _spoken(code: str, make: Make) -> Make:
    """The same file, made in a language."""

    def made() -> bytes:
        with speaking(code):
            return make()

    if isinstance(make, Known):
        return Known(made, make.made_from)
    return made
