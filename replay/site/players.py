"""A player on the public site: ratings in force with rank and peak, every list, and games by tournament.

The page has the lists on which something changed for the player, so that a new month changes the pages of those whom it
moves; a script adds the lists in between, which say the same.
"""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Any, Protocol
from urllib.parse import quote

from markupsafe import Markup, escape
from msgspec import Struct

from replay.answers.days import day_in_words, days_in_words
from replay.answers.language import heading, tr, word
from replay.answers.shown_names import page_title
from replay.explain.history.lines import Line
from replay.explain.history.plot import svg, told
from replay.explain.history.rows import HistoryRow
from replay.site.games import SiteTournament
from replay.site.lists import PlayerNews, PlayerRow, PublishedList, list_before
from replay.site.pages import Place, template
from schemes import Scheme
from wording import say

GONE = say("not on this list")
COLUMNS = (
    ("list of", ""),
    ("rating", "num"),
    ("change", "num"),
    ("rank", "num"),
    ("games", "num"),
    ("K", "num least"),
    ("status", "least"),
)


class PlayedPage(Struct, frozen=True):
    """A tournament of a player with what a page shows of it."""

    played: SiteTournament
    name: str
    start: date
    end: date
    opponents: Sequence[tuple[str, str]]  # name and rating of each, in the order of the games


class PlayerFacts(Struct, frozen=True):
    """All that the page of a player follows from."""

    player: str
    entries: Sequence[PlayerNews]
    played: Sequence[PlayedPage]


class PublishedRatings(Struct, frozen=True):
    """The ratings of a player on the published lists of a scheme, for a plot."""

    scheme: Scheme
    player: str
    name: str
    rows: list[HistoryRow]

    @property
    def lead(self) -> str:
        return tr("rating on the published lists")

    @property
    def dots(self) -> str:
        return tr("Dots are published lists.")

    def has_dot(self, row: HistoryRow) -> bool:
        return True


def units_of(scheme: Scheme, row: PlayerRow) -> int:
    return int(Decimal(row.rating or 0).scaleb(scheme.decimals))


def signed(scheme: Scheme, change: int | None) -> str:
    """A change with its sign, at the scheme's precision."""
    if change is None:
        return ""
    if change > 0:
        return f"+{scheme.shown(change)}"
    return scheme.shown(change).replace("-", "−")


class NamesOfSite(Protocol):
    """What a player's page asks of its site: names in the reader's script, and which lists can be proved."""

    provable: set[str]

    def chinese(self, player: str) -> str: ...
    def shown_name(self, player: str, name: str) -> str: ...


class PlayerPage:
    """The page of a player; `lists` are all lists of the site, by the places that entries name."""

    def __init__(
        self,
        facts: PlayerFacts,
        lists: Sequence[PublishedList],
        place: Place,
        site: NamesOfSite,
    ) -> None:
        self._site = site
        self._facts = facts
        self._lists = lists
        self._place = place
        by_scheme: dict[str, list[PlayerNews]] = {}
        for entry in sorted(facts.entries, key=lambda one: lists[one.at].order):
            by_scheme.setdefault(lists[entry.at].name, []).append(entry)
        self._by_scheme = dict(sorted(by_scheme.items()))
        self.newest = max(facts.entries, key=lambda one: lists[one.at].order).row
        self.name = page_title(facts.player, self.newest.name)

    def main(self) -> Markup:
        return template(
            "player.html", row=self.newest, name=self.name, chinese=self._site.chinese(self._facts.player),
            about=self.about, ratings=[self._rating(*one) for one in self._by_scheme.items()],
            sections=[self._section(*one) for one in self._by_scheme.items()],
            played=[self._played(one) for one in self._facts.played],
        )  # fmt: skip

    @property
    def about(self) -> str:
        """What tells the player from another."""
        row = self.newest
        born = tr("born {year}", year=row.born) if row.born else ""
        texts = (row.federation, born, word("sex", row.sex) if row.sex else "", f"id {row.player}")
        return " · ".join(filter(None, texts))

    @property
    def card(self) -> str:
        """The ratings in a line, for social networks."""
        return ", ".join(
            f"{tr(self._lists[entries[-1].at].scheme.title)}: {entries[-1].row.rating or tr(GONE)}"
            for entries in self._by_scheme.values()
        )

    def _rating(self, name: str, entries: Sequence[PlayerNews]) -> dict[str, Any]:
        """The rating in force under a regulation."""
        row = entries[-1].row
        listed = self._lists[entries[-1].at]
        newest = self._since_when(entries)
        facts = []
        if row.rating is not None:
            facts = [
                (tr("Rank"), str(row.rank)),
                (tr("Highest"), self._peak(entries)),
                ("K", str(row.k)),
                (tr("status"), tr(row.status)),
            ]
        player = quote(row.player, safe="")
        check = ""
        if listed.stem in self._site.provable:
            check = f"{self._place.top}verify.html#list={quote(listed.stem)}&player={player}"
        return {
            "scheme": tr(listed.scheme.title),
            "href": self._place.to("lists", name),
            "rating": row.rating or tr(GONE),
            "since": tr("since the list of {day}", day=day_in_words(self._lists[newest.at].day)),
            "change": change_mark(signed(listed.scheme, newest.change)),
            "facts": facts,
            "check": check,
        }

    def _since_when(self, entries: Sequence[PlayerNews]) -> PlayerNews:
        """The list since which the rating is what it is."""
        first = entries[-1]
        for entry in reversed(entries):
            if entry.row.rating != first.row.rating:
                break
            first = entry
        return first

    def _peak(self, entries: Sequence[PlayerNews]) -> str:
        """The highest published rating, and the list on which it was reached first."""
        of_day = {self._lists[entry.at].day: entry for entry in entries}
        scheme = self._lists[entries[0].at].scheme
        day, entry = max(
            of_day.items(), key=lambda one: (units_of(scheme, one[1].row), -one[0].toordinal())
        )
        return tr("{rating} ({day})", rating=entry.row.rating, day=day_in_words(day))

    def _section(self, name: str, entries: Sequence[PlayerNews]) -> dict[str, Any]:
        """A plot and a table of the published lists, the newest first; revisions stand with their list."""
        scheme = self._lists[entries[0].at].scheme
        further = [(column.name, "num least") for column in scheme.columns]
        return {
            "name": name,
            "title": tr(scheme.title),
            "plot": self._plot(scheme, entries),
            "headings": [(heading(column), style) for column, style in (*COLUMNS, *further)],
            "rows": Markup("").join(self._row(entry) for entry in reversed(entries)),
        }

    def _plot(self, scheme: Scheme, entries: Sequence[PlayerNews]) -> Markup:
        newest = {self._lists[entry.at].day: entry for entry in entries}
        rated = [entry for entry in newest.values() if entry.row.rating]
        if len({entry.row.rating for entry in rated}) < 2:
            return Markup("")
        rows = [self._plotted(scheme, entry) for entry in newest.values()]
        found = PublishedRatings(scheme, self._facts.player, self.name, rows)
        caption = escape(told(found))
        return Markup(
            f'<figure class="plot">{svg(found)}<figcaption class="unseen">{caption}</figcaption></figure>\n'
        )

    def _plotted(self, scheme: Scheme, entry: PlayerNews) -> HistoryRow:
        row = entry.row
        line = Line(units_of(scheme, row), row.games or 0, row.k or 0, row.status)
        return HistoryRow(self._lists[entry.at].day, line, entry.change, {}, [])

    def _row(self, entry: PlayerNews) -> Markup:
        listed = self._lists[entry.at]
        row = entry.row
        href = f"{self._place.top}lists/{quote(listed.stem)}.html"
        status = tr(GONE) if row.rating is None else tr(row.status)
        first = f'<th scope="row"><a href="{escape(href)}">{escape(listed.title)}</a>{self._since(entry)}</th>'
        change = change_mark(signed(listed.scheme, entry.change))
        cells = [row.rating, change, row.rank, row.games, row.k]
        numbers = "".join(f'<td class="num">{_cell(value)}</td>' for value in cells[:4])
        rest = "".join(f'<td class="num least">{_cell(value)}</td>' for value in row.further)
        return Markup(
            f'<tr data-list="{escape(listed.stem)}">{first}{numbers}<td class="num least">{_cell(row.k)}</td>'
            f'<td class="least">{escape(status)}</td>{rest}</tr>\n'
        )

    def _since(self, entry: PlayerNews) -> str:
        """The tournaments that ended between the list before and this one: where a change comes from."""
        listed = self._lists[entry.at]
        before = list_before(listed, self._lists)
        if before is None or not entry.row.games:
            return ""
        links = [
            f'<a href="#{_anchor(one)}">{escape(one.name)}</a>'
            for one in self._facts.played
            if before.day <= one.end < listed.day
        ]
        if not links:
            return ""
        return f'<span class="since">{escape(tr("from:"))} {", ".join(links)}</span>'

    def _played(self, one: PlayedPage) -> dict[str, Any]:
        games = one.played.games
        rows = [
            f'<tr><td class="num">{game.round}</td><td>{self._opponent(game.opponent, name)}</td>'
            f'<td class="num">{escape(rating)}</td><td class="num">{game.result}</td></tr>\n'
            for game, (name, rating) in zip(games, one.opponents, strict=True)
        ]
        return {
            "name": one.name,
            "anchor": _anchor(one),
            "dates": days_in_words(one.start, one.end),
            "score": tr("{score} of {games}", score=one.played.score, games=len(games)),
            "href": self._place.to("tournaments", one.played.tournament),
            "rows": Markup("".join(rows)),
        }

    def _opponent(self, player: str, name: str) -> str:
        shown = self._site.shown_name(player, name)
        href = self._place.to("players", player)
        if href:
            return f'<a href="{escape(href)}">{escape(shown)}</a>'
        return str(escape(shown))


def _anchor(one: PlayedPage) -> str:
    """Where the games of a tournament stand on the page."""
    return f"games-{quote(one.played.tournament, safe='')}"


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return str(escape(value))


def change_mark(text: str) -> Markup:
    if not text:
        return Markup("")
    if text[0] == "+":
        kind = "up"
    elif text[0] == "−":
        kind = "down"
    else:
        kind = "same"
    return Markup(f'<span class="chg {kind}">{text}</span>')
