"""The public site: published lists, and a page for each player and tournament that appears in them.

Every page is made from published lists, or as known at the position that a list was published from.
"""

from collections.abc import Callable, Iterator
from functools import cached_property, partial

import msgspec
from msgspec import Struct

from ledger import Checkpoint
from replay.answers.language import language, speaking
from replay.lists.list_files import published_content
from replay.office.office import Office
from replay.site.check import Signed, about_file, list_file
from replay.site.checkpoints import checkpoint_files
from replay.site.feeds import feed_files
from replay.site.folder import Known, Make, digest, program_digest
from replay.site.list_pages import ListPages
from replay.site.list_rows import PeopleOfLists, RowsOfList
from replay.site.lists import PublishedList
from replay.site.pages import ASSETS, Look, Place
from replay.site.players import PlayerPages
from replay.site.published import PublishedData
from replay.site.script_words import words_script
from replay.site.search import SearchIndex
from replay.site.settings import SiteSettings
from replay.site.single_pages import SinglePages
from replay.site.tournaments import TournamentPages
from replay.web.page import ASSETS as WEB_ASSETS

SCRIPTS = (
    "site.js",
    "find.js",
    "rows.js",
    "list.js",
    "player.js",
    "tournament.js",
    "proofs.js",
    "verify.js",
)
LIBRARY = ("noble.js", "noble-LICENSE.txt")
PICTURES = (".png", ".jpg", ".webp")  # that social networks show


class SiteInputs(Struct, frozen=True):
    """What the site is made with, beside the ledger."""

    settings: SiteSettings = SiteSettings()
    logo: bytes = b""
    checkpoint: Checkpoint | None = None  # signed, perhaps cosigned; everything leads to it


class Site(PublishedData):
    """All files of the site."""

    def __init__(
        self, office: Office, inputs: SiteInputs, advance: Callable[[int, int], None]
    ) -> None:
        """`advance` hears how many of the published lists were read, and of how many."""
        super().__init__(office, inputs.settings.languages, advance)
        self.settings = inputs.settings
        self._inputs = inputs
        published = [each.published for each in self.lists]
        self._checkpoints = checkpoint_files(office.log, published, inputs.checkpoint)
        self.signed = self._signed()
        self._icon = "mark.svg"
        picture = "card.png"
        if inputs.logo:
            self._icon = f"logo.{inputs.settings.logo.rpartition('.')[2].lower()}"
            if self._icon.endswith(PICTURES):
                picture = self._icon
        self.look = Look(inputs.settings, self._icon, picture, signed=bool(self._checkpoints))
        self.search = SearchIndex(self)
        self.provable: set[str] = set()

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
        made: dict[str, Make] = dict(self._checkpoints)
        for each in self.lists:
            made |= dict(self._data_files(each))
        for name in self.newest:
            made |= dict(PeopleOfLists(self, name).files())
        made |= self._check_files()
        made |= dict(self._assets())
        made |= self.search.files()
        made |= self._in_all_languages()
        with speaking(self.settings.languages[0]):
            made |= {name: self._in_first(make) for name, make in TournamentPages(self).files()}
            made |= {name: self._in_first(make) for name, make in PlayerPages(self).files()}
        if self.settings.address:
            made |= feed_files(self)
        return made

    def _in_first(self, make: Make) -> Make:
        return _spoken(self.settings.languages[0], make)

    def _in_all_languages(self) -> dict[str, Make]:
        """The pages that are made in every language."""
        pages: dict[str, Make] = {}
        for code in self.settings.languages:
            prefix = self.look.prefix(code)
            with speaking(code):
                for name, make in self._language_files():
                    pages[prefix + name] = _spoken(code, make)
                parts = self.look.shared_parts()
                words = words_script({one.name: one.scheme for one in self.lists}.values(), parts)
                pages[f"assets/words.{code}.js"] = partial(_same, words)
        return pages

    def _assets(self) -> Iterator[tuple[str, Make]]:
        for folder, names in (
            (WEB_ASSETS, ("style.css", "mark.svg")),
            (ASSETS, (*LIBRARY, *SCRIPTS, "card.png")),
        ):
            for name in names:
                yield f"assets/{name}", (folder / name).read_bytes
        style = (WEB_ASSETS / "pages.css").read_text(encoding="utf-8")
        style += (ASSETS / "site.css").read_text(encoding="utf-8") + self.settings.style
        yield "assets/site.css", style.encode
        if self._inputs.logo:
            yield f"assets/{self._icon}", partial(_same, self._inputs.logo)
        lists = [
            (one.name, one.day, one.stem, one.recorded, one.published.is_first,
             one.stem in self.provable, len(one.made))
            for one in self.lists
        ]  # fmt: skip
        known = {"languages": self.settings.languages, "lists": lists}
        text = b"globalThis.SITE = " + msgspec.json.encode(known) + b";\n"
        yield "assets/lists.js", partial(_same, text)

    def _data_files(self, each: PublishedList) -> Iterator[tuple[str, Make]]:
        """csv, json and receipt of a list, and its rows."""
        for name in self.data_names(each).values():
            yield f"lists/{name}", Known(partial(self._published_file, each, name), each.mark)
        yield from RowsOfList(self, each).files()

    def _published_file(self, each: PublishedList, name: str) -> bytes:
        return published_content(self.office.lists, each.published, self.whole(each), name)

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
            made[f"proofs/{each.stem}.js"] = partial(self._list_file, each, self.signed)
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
        first = RowsOfList(self, each).first
        _, content = list_file(self.office.log, each.stem, each.published, first, signed)
        return content

    # Pages in a language --------------------------------------------------------------------------

    def place(self, path: str) -> Place:
        return Place(self.look, path, self.page)

    @cached_property
    def _program(self) -> str:
        settings = digest(
            msgspec.json.encode(self.settings), self._icon, sorted(self._checkpoints) != []
        )
        schemes = sorted({(each.name, each.scheme.digest) for each in self.lists})
        return digest(program_digest(), settings, schemes)

    def key(self, *made_from: object) -> str:
        """A digest of all that a page follows from: the program, the language, and this."""
        return digest(self._program, language(), *made_from)

    def _language_files(self) -> Iterator[tuple[str, Make]]:
        yield from SinglePages(self).files()
        for each in self.lists:
            yield from ListPages(self, each).files()
        yield from TournamentPages(self).index_files()


def _same(content: bytes) -> bytes:
    return content


def _spoken(code: str, make: Make) -> Make:
    """The same file, made in a language."""

    def made() -> bytes:
        with speaking(code):
            return make()

    if isinstance(make, Known):
        return Known(made, make.made_from)
    return made
