"""The pages of the site that stand alone: the first one, publications, federations, the search, the check."""

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import cached_property, partial
from typing import TYPE_CHECKING
from urllib.parse import quote

import pyarrow as pa
import pyarrow.compute as pc
from msgspec import Struct

from ledger.tree.note import PublicKey, Signature
from replay.answers.language import tr
from replay.answers.speech import day_in_words
from replay.site.check import page_words
from replay.site.check_words import PAGE
from replay.site.folder import Make
from replay.site.lists import (
    PlayerRow,
    PublishedList,
    changes_since,
    list_before,
    player_rows,
    same_day,
)
from replay.site.pages import card, page, template
from replay.site.players import signed
from replay.site.tournaments import TournamentPages

if TYPE_CHECKING:
    from replay.site.build import Site

TOP = 10
MOVERS = 3
NEWEST = 8  # tournaments and publications on the first page
IN_FEDERATION = 20
UNDER = 20  # years: a junior


class Cosigned(Struct, frozen=True):
    """A witness that cosigned the newest checkpoint, and when."""

    name: str
    address: str
    seconds: int

    @property
    def when(self) -> str:
        return tr(
            "cosigned on {day}",
            day=day_in_words(date(1970, 1, 1) + timedelta(seconds=self.seconds)),
        )


class SinglePages:
    """These pages, in the reader's language."""

    def __init__(self, site: "Site") -> None:
        self._site = site

    def files(self) -> Iterator[tuple[str, Make]]:
        yield "index.html", self._home
        yield "publications.html", self._publications
        yield "find.html", self._find
        yield "verify.html", self._check
        yield "check-words.js", self._words
        yield "404.html", self._missing
        yield "federations/index.html", self._federations
        for name in self._by_federation:
            yield f"federations/{quote(name)}.html", partial(self._federation, name)

    # The first page -------------------------------------------------------------------------------

    def _home(self) -> bytes:
        site = self._site
        place = site.place("index.html")
        tournaments = TournamentPages(site).newest()
        cosigned = list(self._cosigned())
        main = template(
            "home.html", settings=site.settings, players=f"{len(site.news):,}", top=place.top,
            tournament_count=f"{len(site.tournaments):,}", list_count=f"{len(site.lists):,}",
            lists=[self._current(one, place.to) for one in site.newest.values()],
            next_lists=list(self._next_lists()), tournaments=tournaments[:NEWEST],
            publications=self._rows(place.root)[:NEWEST], to=place.to, names=site.shown_name,
            cosigned=cosigned, newest_cosigned=max((one.seconds for one in cosigned), default=0),
        )  # fmt: skip
        head = card(place, site.settings.title, site.settings.introduction)
        return page(place, tr("Ratings"), main, task="home", head=head)

    def _current(self, listed: PublishedList, to: Callable[..., str]) -> dict[str, object]:
        """The list in force of a regulation: its first ten, and whom it moved most."""
        table = listed.made.table
        active = pc.sum(pc.equal(table["status"], "active")).as_py() or 0
        changes = changes_since(listed, list_before(listed, self._site.lists))
        same = same_day(listed, self._site.lists)
        return {
            "title": tr(listed.scheme.title),
            "href": to("lists", listed.name),
            "day": day_in_words(listed.day),
            "active": tr("{active} active of {all}", active=f"{active:,}", all=f"{len(table):,}"),
            "published": tr("published on {day}", day=day_in_words(listed.recorded)),
            "revised": len(same) > 1,
            "top": list(self._moved(listed, table.slice(0, TOP), changes.slice(0, TOP))),
            "movers": list(self._movers(listed, changes)),
        }

    def _moved(
        self, listed: PublishedList, table: pa.Table, changes: pa.Array
    ) -> Iterator[tuple[PlayerRow, str]]:
        for row, change in zip(player_rows(table), changes.to_pylist(), strict=True):
            yield row, signed(listed.scheme, change)

    def _movers(self, listed: PublishedList, changes: pa.Array) -> Iterator[tuple[PlayerRow, str]]:
        """The largest changes, up or down."""
        table = listed.made.table
        moved = pc.fill_null(pc.abs(changes), 0)
        largest = pc.sort_indices(moved, sort_keys=[("", "descending")])[:MOVERS]
        largest = largest.filter(pc.greater(pc.take(moved, largest), 0))
        yield from self._moved(listed, table.take(largest), pc.take(changes, largest))

    def _next_lists(self) -> Iterator[tuple[str, str]]:
        """The day of the list after the newest one, of regulations that have days for lists."""
        for listed in self._site.newest.values():
            calendar = listed.scheme.calendar(listed.made.rules)
            if not listed.scheme.any_day:
                following = calendar.date(calendar.number(listed.day) + 1)
                yield tr(listed.scheme.title), day_in_words(following)

    def _cosigned(self) -> Iterator[Cosigned]:
        """Witnesses of the settings whose cosignatures are on the newest checkpoint."""
        if self._site.signed is None:
            return
        checkpoint = self._site.signed.checkpoint
        for witness in self._site.settings.witnesses:
            key = PublicKey.parse(witness.key)
            for text in checkpoint.signatures:
                line = Signature.parse(text)
                if line.claims(key) and line.holds(key, checkpoint.body):
                    yield Cosigned(witness.name, witness.address, line.time(key))

    # Publications ---------------------------------------------------------------------------------

    def _rows(self, root: str) -> list[dict[str, object]]:
        """Every publication, the newest first."""
        newest_first = sorted(
            self._site.lists, key=lambda one: one.published.position, reverse=True
        )
        return [
            {
                "href": f"lists/{quote(one.stem)}.html",
                "scheme": tr(one.scheme.title),
                "title": one.title,
                "published": day_in_words(one.recorded),
                "players": f"{len(one.made):,}",
                "files": [
                    (tr(form), f"{root}lists/{quote(name)}")
                    for form, name in self._site.data_names(one).items()
                ],
            }
            for one in newest_first
        ]  # fmt: skip

    def _publications(self) -> bytes:
        place = self._site.place("publications.html")
        main = template("publications.html", publications=self._rows(place.root))
        return page(place, tr("Publications"), main, task="home")

    # Federations ----------------------------------------------------------------------------------

    @cached_property
    def _by_federation(self) -> dict[str, list[tuple[PublishedList, pa.Table]]]:
        """For each federation the rows of its players on the current lists."""
        found: dict[str, list[tuple[PublishedList, pa.Table]]] = {}
        for listed in self._site.newest.values():
            table = listed.made.table
            for name in sorted(filter(None, set(table["federation"].to_pylist()))):
                found.setdefault(name, []).append(
                    (listed, table.filter(pc.equal(table["federation"], name)))
                )
        return dict(sorted(found.items()))

    def _federations(self) -> bytes:
        place = self._site.place("federations/index.html")
        federations = []
        for name, parts in self._by_federation.items():
            players = {player for _, table in parts for player in table["player"].to_pylist()}
            first = next(player_rows(parts[0][1].slice(0, 1)))
            shown = f"{self._site.shown_name(first.player, first.name)} {first.rating}"
            federations.append(
                {
                    "name": name,
                    "href": f"{quote(name)}.html",
                    "players": f"{len(players):,}",
                    "first": shown,
                }
            )
        main = template("federations.html", federations=federations)
        return page(place, tr("Federations"), main, task="federations")

    def _federation(self, name: str) -> bytes:
        place = self._site.place(f"federations/{quote(name)}.html")
        schemes = [
            (tr(listed.scheme.title), list(_groups(listed, table)))
            for listed, table in self._by_federation[name]
        ]
        main = template(
            "federation.html", name=name, schemes=schemes, to=place.to, names=self._site.shown_name
        )
        return page(place, name, main, task="federations")

    # Search, check, missing -----------------------------------------------------------------------

    def _find(self) -> bytes:
        place = self._site.place("find.html")
        main = template("find.html", columns=("kind", "name", "id", "detail"))
        scripts = "".join(
            f'<script src="{place.root}assets/{name}" defer></script>\n'
            for name in ("fold-table.js", *self._site.search.parts, "find.js")
        )
        words = f'<meta name="kinds" content="{tr("player")}|{tr("tournament")}">\n'
        return page(place, tr("Find players and tournaments"), main, head=words + scripts)

    def _check(self) -> bytes:
        site = self._site
        place = site.place("verify.html")
        lists = [
            (one.stem, f"{tr(one.scheme.title)}, {one.title}")
            for one in sorted(site.lists, key=lambda one: one.order, reverse=True)
            if one.stem in site.provable
        ]
        said = {code: tr(text) for code, text in PAGE.items()}
        main = template(
            "check.html", lists=lists, said=said,
            quorum=(len(site.settings.witnesses) + 1) // 2 or "",
        )  # fmt: skip
        names = [
            f"{place.root}{name}"
            for name in ("assets/noble.js", "assets/proofs.js", "assets/rows.js", "proofs/about.js")
        ]
        names += ["check-words.js", f"{place.root}assets/verify.js"]
        scripts = "".join(f'<script src="{name}" defer></script>\n' for name in names)
        return page(place, tr("Check a rating in your browser"), main, task="check", head=scripts)

    def _words(self) -> bytes:
        return page_words({one.name: tr(one.scheme.title) for one in self._site.lists})

    def _missing(self) -> bytes:
        """A host shows it for addresses that are not there, at any depth: its links begin at the top of the host."""
        place = self._site.place("404.html")
        main = template("missing.html", top=place.top)
        base = ""
        if self._site.settings.address:
            base = f'<base href="{self._site.settings.address}{self._site.look.prefix_here()}">\n'
        return page(place, tr("This page is not here"), main, head=base)


def _groups(listed: PublishedList, table: pa.Table) -> Iterator[tuple[str, list[PlayerRow]]]:
    """The first players of a federation: all, women, juniors."""
    since = listed.day.year - UNDER
    women = table.filter(pc.equal(table["sex"], "F"))
    juniors = table.filter(pc.fill_null(pc.greater_equal(table["born"], since), False))
    for text, rows in (
        (tr("All players"), table),
        (tr("Women"), women),
        (tr("Under {age}", age=UNDER), juniors),
    ):
        if len(rows):
            yield text, list(player_rows(rows.slice(0, IN_FEDERATION)))
