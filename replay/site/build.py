"""The public site: published lists, and a page for each player and tournament that appears in them.

Every page is made from published lists, or as known at the position that a list was published from.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from urllib.parse import quote

import msgspec
from markupsafe import Markup

from projections.find import Match, tournament_details
from projections.standings import tournament_of
from replay.answers.html import TableSection
from replay.answers.language import language, tr
from replay.answers.paper import PlainTable, Remarks
from replay.answers.paper.facts import list_receipt
from replay.answers.paper.parts import TEMPLATES
from replay.answers.shown_names import chinese_names, page_title, shown_names
from replay.lists.list_files import Publication, all_publications, published_contents
from replay.office.office import Office
from replay.questions.names import names_in
from replay.questions.tournament_rounds import round_table, rounds_of
from replay.questions.tournament_table import tournament_table
from replay.site.checkpoints import CHECKPOINT, KEYS, checkpoint_files
from replay.site.folder import Known, Make, digest, program_digest
from replay.site.lists import (
    PublishedList,
    covers,
    file_names,
    files_of,
    list_before,
    made_again,
    page_name,
    revisions_of,
    tournaments_of,
)
from replay.site.players import (
    ListedPlayer,
    ListRows,
    add_newest_rows,
    changed_rows,
    newest_entry,
    player_sections,
    ratings_in_force,
    rows_of,
)
from replay.web.lists import list_rows
from replay.web.navigation import MenuLink, MenuTask, title_of
from replay.web.page import ASSETS, Anchor, Page, Pager, html
from wording import say

ROWS = 500  # on one page of a list
FOUND_ROWS = 20_000  # in one file of the search index
FOUND = ("kind", "id", "name", "detail")


class SiteLinks:
    """Where pages are, seen from one of them: what the templates of the desk ask of an address."""

    path = ""
    changed = ()
    remarks_on_days = ()

    def __init__(self, site: "Site", root: str, scheme_name: str = "", stem: str = "") -> None:
        """`stem` names the data files of the page."""
        self._site = site
        self.root = root
        self._stem = stem
        self.words = {"scheme": scheme_name}

    def to(self, *parts: object) -> str:
        """The address of a page; empty if the site does not have it."""
        found = self._site.pages.get(tuple(map(str, parts)))
        if found is None:
            return ""
        return self.root + quote(found)

    def again(self, form: str) -> str:
        return quote(f"{self._stem}.{form}")

    def kept(self) -> list[tuple[str, str]]:
        return []


class Site:
    """All files of the site."""

    def __init__(self, office: Office, advance: Callable[[int, int], None]) -> None:
        """`advance` hears how many of the published lists were read, and of how many."""
        self._office = office
        on_record = list(all_publications(office.log))
        self.lists: list[PublishedList] = []
        self.players: dict[str, list[ListedPlayer]] = {}
        self._chinese: dict[str, str] = {}
        self._rows: dict[
            str, tuple[str, ListRows]
        ] = {}  # of the last list that was read of each scheme
        for done, published in enumerate(on_record, 1):
            self._read(published)
            advance(done, len(on_record))
        self._after_revisions()
        self._checkpoints = checkpoint_files(office.log, on_record)
        self._tournaments = self._rated_tournaments()
        self.pages = dict(self._addresses())
        self._receipts = {each.stem: list_receipt(replace(each.made)) for each in self.lists}
        self._rows.clear()
        self._contents: tuple[str, Sequence[bytes]] = (
            "",
            (),
        )  # files of the list that was written last

    def _read(self, published: Publication) -> None:
        made = made_again(self._office, published)
        listed = PublishedList(published, made)
        rows = rows_of(listed)
        before = self._rows_of(list_before(listed, self.lists))
        revised = [
            one
            for one in self.lists
            if (one.name, one.made.list_date) == (listed.name, made.list_date)
        ]
        for each in changed_rows(
            listed, rows, before, self._rows_of(revised[-1]) if revised else before
        ):
            self.players.setdefault(each.row[1], []).append(each)
        self.lists.append(listed)
        self._rows[listed.name] = listed.stem, rows
        names = chinese_names(self._office.snapshot(made.position))
        self._chinese |= {player: names[player] for player in rows.keys() & names.keys()}

    def _after_revisions(self) -> None:
        """Whoever is moved by a revised list has a row of the newest list, too: that is the rating in force."""
        newest = {each.name: each for each in sorted(self.lists, key=lambda one: one.order)}
        for listed in newest.values():
            revisions = {
                one.order
                for one in self.lists
                if one.name == listed.name and not one.published.is_first
            }
            if not revisions:
                continue
            rows = self._rows_of(listed)
            before = self._rows_of(list_before(listed, self.lists))
            add_newest_rows(self.players, listed, rows, before, revisions)

    def _rows_of(self, each: PublishedList | None) -> ListRows:
        if each is None:
            return {}
        stem, rows = self._rows[each.name]
        if stem == each.stem:
            return rows
        return rows_of(each)

    def _rated_tournaments(self) -> dict[str, int]:
        """Tournaments with games that are rated on published lists, and the newest position of these lists."""
        found: dict[str, int] = {}
        for each in sorted(self.lists, key=lambda one: one.made.position):
            if not any(covers(other, each) for other in self.lists if other is not each):
                found |= dict.fromkeys(tournaments_of(self._office, each.made), each.made.position)
        return found

    def _addresses(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """The file of every page, by the parts of its address on the desk."""
        yield (), "index.html"
        for each in sorted(
            self.lists, key=lambda one: one.order
        ):  # the newest of a scheme or day stands
            yield ("lists", each.name), f"lists/{each.name}.html"
            yield ("lists", each.name, str(each.made.list_date)), f"lists/{each.stem}.html"
        for kind, ids in (("players", self.players), ("tournaments", self._tournaments)):
            names = file_names(ids)
            yield from (((kind, one), f"{kind}/{names[one]}.html") for one in sorted(ids))

    def files(self) -> dict[str, Make]:
        """Every file, and how it is made."""
        made: dict[str, Make] = {"index.html": self._index, "find.html": self._find}
        for path in (*TEMPLATES.glob("*.*"), *ASSETS.glob("*.*")):
            if path.name in ("style.css", "sort.js", "mark.svg", "search.js"):
                made[f"assets/{path.name}"] = path.read_bytes
        made |= self._search_index() | self._checkpoints
        for each in sorted(self.lists, key=lambda one: one.order):
            made |= self._list_files(each)
            made[f"lists/{each.name}.html"] = made[
                f"lists/{each.stem}.html"
            ]  # the newest stays, at a lasting address
        for player in sorted(self.players):
            shown = [
                (each.title, each.href, each.row, each.change) for each in self.players[player]
            ]
            key = self._key(player, self._chinese.get(player), shown)
            made[self.pages["players", player]] = Known(partial(self._player, player), key)
        for tournament in sorted(self._tournaments, key=lambda one: (self._tournaments[one], one)):
            key = self._key(*self._tournament_facts(tournament))
            made[self.pages["tournaments", tournament]] = Known(
                partial(self._tournament, tournament), key
            )
        return made

    @cached_property
    def _everywhere(self) -> str:
        """What every page follows from: the program, the language, the menu, and pages with names of their own."""
        mine = [
            (parts, file)
            for parts, file in self.pages.items()
            if parts and parts[0] in ("players", "tournaments")
        ]
        odd = [(parts, file) for parts, file in mine if file != f"{parts[0]}/{parts[1]}.html"]
        names = sorted({(each.name, each.made.scheme.digest) for each in self.lists})
        return digest(program_digest(), language(), names, bool(self._checkpoints), odd)

    def _key(self, *made_from: object) -> str:
        return digest(self._everywhere, *made_from)

    def _html(self, page: Page, links: SiteLinks, said: str, scripts: Iterable[str] = ()) -> bytes:
        names = sorted({each.name for each in self.lists})
        lists = [
            MenuLink(
                title_of(self._office.schemes, name),
                links.to("lists", name),
                links.words["scheme"] == name,
            )
            for name in names
        ]
        menu = [MenuTask(tr("Ratings"), links.to(), lists, True)]
        text = html(
            "site.html", root=links.root, search=f"{links.root}find.html", page=page, asked=links, menu=menu,
            said=said, scripts=scripts, signed=(CHECKPOINT, KEYS) if self._checkpoints else (),
        )  # fmt: skip
        return text.encode()

    def _index(self) -> bytes:
        links = SiteLinks(self, "")
        rows = [
            (Anchor(each.title, f"lists/{quote(each.stem)}.html"), each.name, tr(each.made.scheme.title),
             len(each.made), f"#{each.published.position}", *files_of(each))
            for each in sorted(self.lists, key=lambda one: one.order, reverse=True)
        ]  # fmt: skip
        columns = (
            "list of",
            "scheme",
            "regulation",
            "players",
            "published at",
            "csv",
            "json",
            "receipt",
        )
        nothing = Remarks("", [tr("No list has been published yet.")])
        page = Page(
            title=tr("Published rating lists"),
            facts=[
                ("lists", f"{len(self.lists):,}"),
                ("players", f"{len(self.players):,}"),
                ("tournaments", f"{len(self._tournaments):,}"),
                ("ledger", self._office.log.origin),
            ],
            sections=[PlainTable("", columns, rows) if rows else nothing],
        )
        return self._html(
            page,
            links,
            tr("Everything here is made from published lists and what they were made from."),
        )

    def _find(self) -> bytes:
        page = Page(
            title=tr("Find players and tournaments"),
            lead=_search_sentences(),
            sections=[PlainTable("", FOUND, [])],
        )
        said = tr("Case, accents and the order of words do not matter; parts of names are enough.")
        return self._html(page, SiteLinks(self, ""), said, (*self._index_parts, "search.js"))

    @property
    def _index_parts(self) -> list[str]:
        """The files of the search index; a browser loads several of them sooner than a big one."""
        parts = max(1, -(-(len(self.players) + len(self._tournaments)) // FOUND_ROWS))
        return [f"search-index-{part}.js" for part in range(1, parts + 1)]

    def _search_index(self) -> dict[str, Make]:
        def content(part: int) -> bytes:
            rows = msgspec.json.encode(
                self._found_rows[part * FOUND_ROWS : (part + 1) * FOUND_ROWS]
            )
            return (
                b"globalThis.INDEX = (globalThis.INDEX ?? []).concat("
                + rows.replace(b"],[", b"],\n[")
                + b");\n"
            )

        return {
            f"assets/{name}": partial(content, part) for part, name in enumerate(self._index_parts)
        }

    @cached_property
    def _found_rows(self) -> list[tuple[str, str, str, str, str]]:
        rows = [
            (tr("player"), quote(self.pages["players", player]), player, newest.name,
             ", ".join(filter(None, (self._chinese.get(player, ""), *newest.about))))
            for player, entries in sorted(self.players.items())
            for newest in [newest_entry(entries)]
        ]  # fmt: skip
        for tournament, position in sorted(
            self._tournaments.items(), key=lambda one: (one[1], one[0])
        ):
            match, detail = _match(self._office, tournament, position)
            page = quote(self.pages["tournaments", tournament])
            rows.append((tr("tournament"), page, tournament, match.name, detail))
        return rows

    def _list_files(self, each: PublishedList) -> dict[str, Make]:
        names = self._key(
            each.published.position, each.made.table["name"].to_pylist()
        )  # a name may have been erased
        made: dict[str, Make] = {
            f"lists/{name}": Known(partial(self._published_file, each, at), names)
            for at, name in enumerate(each.published.names)
        }
        before = list_before(each, self.lists)
        pages = max(1, -(-len(each.made) // ROWS))
        for number in range(1, pages + 1):
            here = each.made.first(ROWS, ROWS * (number - 1))
            chinese = [self._chinese.get(player) for player in here.table["player"].to_pylist()]
            revisions = [(told, link.href) for told, link in revisions_of(each, self.lists)]
            about = each.published.position, before and before.stem, number, pages, revisions
            key = self._key(*about, here.rows, chinese)
            make = partial(self._list_page, each, before, number, pages)
            made[f"lists/{page_name(each, number)}"] = Known(make, key)
        return made

    def _published_file(self, each: PublishedList, at: int) -> bytes:
        if self._contents[0] != each.stem:
            self._contents = (
                each.stem,
                published_contents(self._office.lists, each.published, replace(each.made)),
            )
        return self._contents[1][at]

    def _list_page(
        self, each: PublishedList, before: PublishedList | None, number: int, pages: int
    ) -> bytes:
        made = each.made
        links = SiteLinks(self, "../", each.name, each.stem)
        nobody = [Remarks("", [tr("Nobody is on this list.")])]
        here = made.first(ROWS, ROWS * (number - 1))
        steps = [
            quote(page_name(each, at)) if 1 <= at <= pages else None
            for at in (number - 1, number + 1)
        ]
        page = Page(
            title=tr("{scheme}: list of {date}", scheme=tr(made.scheme.title), date=each.title),
            facts=[
                ("players", f"{len(made):,}"),
                *(
                    [("published list before", Anchor(before.title, f"{quote(before.stem)}.html"))]
                    if before
                    else []
                ),
                *revisions_of(each, self.lists),
            ],
            sections=list_rows(self._office, here, before.made if before else None, links)
            if len(made)
            else nobody,
            pager=Pager(tr("page {page} of {pages}", page=number, pages=pages), *steps)
            if pages > 1
            else None,
            receipt=self._receipts[each.stem],
            data=("csv", "json", "receipt.json"),
        )
        said = tr(
            "Published at #{position}, from events up to #{known}.",
            position=each.published.position, known=made.position,
        )  # fmt: skip
        return self._html(page, links, said)

    def _player(self, player: str) -> bytes:
        entries = self.players[player]
        links = SiteLinks(self, "../")
        newest = newest_entry(entries)
        chinese = self._chinese.get(player, "")
        page = Page(
            title=page_title(player, newest.name),
            lead=", ".join(newest.about),
            facts=[
                ("id", player),
                *([("Chinese name", chinese)] if chinese else []),
                *ratings_in_force(entries),
            ],
            sections=list(player_sections(player, entries)),
        )
        return self._html(page, links, tr("From published lists alone."))

    def _tournament_facts(self, tournament: str) -> Iterator[object]:
        """All that the page of a tournament follows from; the table is worked out only where a page is made."""
        position = self._tournaments[tournament]
        snapshot, (match, detail) = (
            self._office.snapshot(position),
            _match(self._office, tournament, position),
        )
        facts = tournament_of(snapshot, match.number)
        met = {player for game in facts.games for player in (game.first, game.second)}
        players = sorted(met | {entry.player for entry in facts.entries} | {*(facts.given or ())})
        chinese = chinese_names(snapshot)
        names = shown_names(snapshot, players)
        yield from (match.name, detail, facts, match.number in snapshot.tournaments.voided)
        yield [
            (player, names.get(player), chinese.get(player), player in self.players)
            for player in players
        ]

    def _tournament(self, tournament: str) -> bytes:
        position = self._tournaments[tournament]
        links = SiteLinks(self, "../")
        snapshot, (match, detail) = (
            self._office.snapshot(position),
            _match(self._office, tournament, position),
        )
        facts = tournament_of(snapshot, match.number)
        table = tournament_table(snapshot, tournament, None, teams=False, readings={})
        rounds = [round_table(one) for one in rounds_of(snapshot, match.number, facts)]
        names = names_in(snapshot, *rounds)
        page = Page(
            title=match.name,
            lead=detail,
            facts=[("id", tournament), ("table by", facts.rules)],
            sections=[
                *([table.section(snapshot, say("Standings"))] if table.rows else []),
                *([Remarks(tr("Remarks"), table.notes)] if table.notes else []),
                *(TableSection(one, names) for one in rounds),
            ],
        )
        return self._html(
            page,
            links,
            tr("As known when the newest list of a regulation that rates it was published."),
        )


def _match(office: Office, tournament: str, position: int) -> tuple[Match, str]:
    snapshot = office.snapshot(position)
    number = snapshot.tournaments.number(tournament)
    assert number is not None, "it has games on a list that was made from this position"
    name = snapshot.tournaments.registration(number).name
    match = Match(number, 0, tournament, name, "", tournament)
    return match, tr(next(tournament_details(snapshot, [match])))


def _search_sentences() -> Markup:
    """What stands above the search, and the sentences that search.js puts there instead."""
    found = tr("{number} found for “{text}”.")
    many = tr("{number} found for “{text}”, the first {shown} are shown; add a word to find less.")
    without = tr("The search needs scripts; the lists and pages do not.")
    return Markup('<span id="found" data-found="{}" data-many="{}">{}</span>').format(
        found, many, without
    )
