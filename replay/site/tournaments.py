"""Tournaments on the public site: the index, and a page for each with its table and rounds."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from projections.find import Match, tournament_details
from replay.answers import columns
from replay.answers.days import days_in_words
from replay.answers.html import TableSection
from replay.answers.language import tr
from replay.answers.paper import Remarks, Section
from replay.answers.table import Table
from replay.questions.tournament_rounds import round_table, rounds_of
from replay.questions.tournament_table import TournamentTable, table_of
from replay.site.folder import Known, Make
from replay.site.pages import card, page, template
from replay.web.navigation import title_of
from wording import say

if TYPE_CHECKING:
    from replay.site.build import Site

ROWS = 500  # on one page of the index


class TournamentPages:
    """The pages of all tournaments, in the reader's language."""

    def __init__(self, site: "Site") -> None:
        self._site = site

    def files(self) -> Iterator[tuple[str, Make]]:
        pages = max(1, -(-len(self._site.tournaments) // ROWS))
        for number in range(1, pages + 1):
            yield f"tournaments/{_file(number)}", partial(self._index, number, pages)
        if not self._site.look.has_all_pages_here:
            return
        for tournament in sorted(self._site.tournaments):
            key = self._site.key(*self._facts(tournament))
            make = partial(self._tournament, tournament)
            yield self._site.pages["tournaments", tournament], Known(make, key)

    def newest(self) -> list[dict[str, Any]]:
        """All tournaments, the newest first, as tables show them."""
        ids = sorted(
            self._site.tournaments,
            key=lambda one: (self._site.registration(one).start, one),
            reverse=True,
        )
        return [self.shown(one) for one in ids]

    def shown(self, tournament: str) -> dict[str, Any]:
        event = self._site.registration(tournament)
        rated = [title_of(self._site.office.schemes, name) for name in event.rated]
        return {
            "id": tournament,
            "name": event.name,
            "place": event.place or "",
            "dates": days_in_words(event.start, event.end),
            "rated": ", ".join(rated),
        }

    def _index(self, number: int, pages: int) -> bytes:
        place = self._site.place(f"tournaments/{_file(number)}")
        here = self.newest()[ROWS * (number - 1) : ROWS * number]
        main = template(
            "tournaments.html", tournaments=here, count=len(self._site.tournaments), to=place.to,
            number=number, pages=pages, file=_file, top=place.top,
        )  # fmt: skip
        return page(place, tr("Tournaments"), main, task="tournaments")

    def _facts(self, tournament: str) -> Iterator[object]:
        """All that the page of a tournament follows from; the table is worked out only where a page is made."""
        games = self._site.tournaments[tournament]
        facts = games.records.tournament(self._number(tournament))
        met = {player for game in facts.games for player in (game.first, game.second)}
        players = sorted(met | {entry.player for entry in facts.entries} | {*(facts.given or ())})
        voided = self._number(tournament) in games.snapshot.tournaments.voided
        yield from (self.shown(tournament), facts, voided)
        yield [
            (
                player,
                games.names.players.get(player),
                games.names.in_scripts.get(player),
                player in self._site.entries,
            )
            for player in players
        ]

    def _number(self, tournament: str) -> int:
        number = self._site.tournaments[tournament].snapshot.tournaments.number(tournament)
        assert number is not None, "it has games on a published list"
        return number

    def _tables(self, tournament: str) -> tuple[TournamentTable, list[Table]]:
        """The standings and the rounds; the languages of a page are made one after the other."""
        last = self._site.last_tables
        if last.get("tournament") != tournament:
            games = self._site.tournaments[tournament]
            number = self._number(tournament)
            facts = games.records.tournament(number)
            table = table_of(games.snapshot, number, facts, readings={})
            rounds = [round_table(one) for one in rounds_of(games.snapshot, number, facts)]
            last.clear()
            last |= {"tournament": tournament, "tables": (table, rounds)}
        tables: tuple[TournamentTable, list[Table]] = last["tables"]
        return tables

    def _tournament(self, tournament: str) -> bytes:
        place = self._site.place(self._site.pages["tournaments", tournament])
        games = self._site.tournaments[tournament]
        table, rounds = self._tables(tournament)
        name = self._site.registration(tournament).name
        match = Match(table.number, 0, tournament, name, "", tournament)
        lead = tr(next(tournament_details(games.snapshot, [match])))
        sections: list[Section] = []
        if table.rows:
            shown = tuple(column for column in table.columns if column is not columns.NAME)
            standings = Table(shown, table.table.rows, say("Standings"), table.caption)
            sections.append(TableSection(standings, games.names))
        if table.notes:
            sections.append(Remarks(tr("Remarks"), [tr(note) for note in table.notes]))
        sections += [TableSection(one, games.names) for one in rounds]
        main = template(
            "tournament.html", name=name, lead=lead, sections=sections, to=place.to,
            facts=[("id", tournament), ("table by", tr(table.rules))],
        )  # fmt: skip
        return page(place, name, main, task="tournaments", head=card(place, name, lead))


def _file(number: int) -> str:
    if number == 1:
        return "index.html"
    return f"index.page-{number}.html"
