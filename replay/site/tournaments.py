"""Tournaments on the public site: the index, and a page for each, whose table and rounds `tournament.js` shows."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from markupsafe import escape

from replay.answers.language import speaking, tr
from replay.answers.names import named_wording
from replay.answers.speech import days_in_words
from replay.questions.tournament import FORMATS, meaning_of
from replay.questions.tournament_rounds import RoundGames, bracket_of, rounds_of
from replay.questions.tournament_table import SHORT, TournamentTable, table_of
from replay.site.folder import Known, Make
from replay.site.pages import page, shell, template
from replay.site.players import People
from replay.web.tournament_cells import XIANGQI
from schemes.standings import tie_break_article

if TYPE_CHECKING:
    from replay.site.build import Site

ROWS = 500  # on one page of the index


class TournamentPages:
    """The index of tournaments in the reader's language, and the pages that all languages share."""

    def __init__(self, site: "Site") -> None:
        self._site = site

    def index_files(self) -> Iterator[tuple[str, Make]]:
        pages = max(1, -(-len(self._site.tournaments) // ROWS))
        for number in range(1, pages + 1):
            yield f"tournaments/{_file(number)}", partial(self._index, number, pages)

    def files(self) -> Iterator[tuple[str, Make]]:
        for tournament in sorted(self._site.tournaments):
            key = self._site.key(*self._facts(tournament))
            yield (
                self._site.page("tournaments", tournament),
                Known(partial(self._page, tournament), key),
            )

    def newest(self) -> list[dict[str, str]]:
        """All tournaments, the newest first, as tables show them."""
        ids = sorted(
            self._site.tournaments,
            key=lambda one: (self._site.registration(one).start, one),
            reverse=True,
        )
        return [self.shown(one) for one in ids]

    def shown(self, tournament: str) -> dict[str, str]:
        event = self._site.registration(tournament)
        site = self._site
        rated = [tr(site.newest[name].scheme.title) for name in event.rated if name in site.newest]
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
        number = self._number(tournament)
        facts = games.records.tournament(number)
        met = {player for game in facts.games for player in (game.first, game.second)}
        players = sorted(met | {entry.player for entry in facts.entries} | {*(facts.given or ())})
        voided = number in games.snapshot.tournaments.voided
        yield from (
            self.shown(tournament),
            facts,
            voided,
            games.changes_in(number),
            games.ratings_in(number),
        )
        called = games.names.players
        yield [self._site.person(player, called.get(player, "")) for player in players]

    def _number(self, tournament: str) -> int:
        number = self._site.tournaments[tournament].snapshot.tournaments.number(tournament)
        assert number is not None, "it has games on a published list"
        return number

    def _page(self, tournament: str) -> bytes:
        site = self._site
        games = site.tournaments[tournament]
        number = self._number(tournament)
        facts = games.records.tournament(number)
        event = site.registration(tournament)
        table = table_of(games.snapshot, number, facts, readings={})
        rounds = rounds_of(games.snapshot, number, facts)
        people = People(site)
        called = games.names.players

        def who(player: str) -> int:
            return people.place(player, called.get(player, player))

        shown = self.shown(tournament)
        lead = " · ".join(filter(None, (shown["dates"], shown["place"], shown["rated"])))
        changes = games.changes_in(number)
        ratings = games.ratings_in(number)
        ranks = {row["player"]: row["rank"] for row in table.table.rows if row["rank"]}
        ties = bracket_of(rounds, event.format, ranks)
        rows = [
            (
                row["rank"], who(row["player"]), row["score"], [row[code] for code in table.tie_breaks],
                changes.get(games.numbers.get(row["player"], -1), ""),
                ratings.get(games.numbers.get(row["player"], -1), ""),
            )
            for row in table.table.rows
        ]  # fmt: skip
        data = {
            "id": tournament,
            "name": event.name,
            "start": event.start,
            "end": event.end,
            "place": event.place or "",
            "rated": [name for name in event.rated if name in site.newest],
            "format": self._said(FORMATS.get(event.format, event.format)),
            "cross": event.format in ("roundrobin", "match"),
            "red": not XIANGQI.isdisjoint((facts.rules, *event.rated)),
            "caption": self._said(table.caption),
            "ties": [self._tie_break(table, code) for code in table.tie_breaks],
            "rows": rows,
            "rounds": [self._round(one, who) for one in rounds],
            "bracket": [
                (
                    stage.stage,
                    stage.round,
                    [(who(one.players[0]), who(one.players[1]), *one.points,
                      one.players.index(one.winner) if one.winner else -1) for one in stage.ties],
                )
                for stage in ties
            ],
            "notes": [self._said(named_wording(one, lambda player: called[player], called)) for one in table.notes],
            "people": people.rows,
        }  # fmt: skip
        main = (
            f'<div class="head"><h1>{escape(event.name)}</h1><p class="lead">{escape(lead)}</p></div>\n<ol>'
            + "".join(f"<li>{escape(people.rows[row[1]][1])} {row[2]}</li>" for row in rows)
            + "</ol>\n"
        )
        title = escape(event.name)
        return shell(site.look, "tournament", title, str(escape(lead)), main, data)

    def _said(self, text: str) -> dict[str, str]:
        """A sentence in every language of the site."""
        said = {}
        for code in self._site.settings.languages:
            with speaking(code):
                said[code] = str(tr(text))
        return said

    def _tie_break(self, table: TournamentTable, code: str) -> Sequence[object]:
        """Heading, meaning and article of a tie-break."""
        heading = dict.fromkeys(self._site.settings.languages, code)
        if table.rules != "fide":
            heading = self._said(SHORT.get(code, code.replace("_", " ")))
        meaning = self._said(meaning_of(table.rules, code))
        return heading, meaning, str(tie_break_article(table.rules, code))

    def _round(self, one: RoundGames, who: Callable[[str], int]) -> Sequence[object]:
        """A round: stage, number, days, games, and who had none."""
        games = [
            (game.board, who(game.first), who(game.second), game.result, list(map(who, game.lost_by_fouls)))
            for game in one.games
        ]  # fmt: skip
        return one.stage, one.round, one.days, games, [(who(bye.player), bye.kind) for bye in one.byes]  # fmt: skip


def _file(number: int) -> str:
    if number == 1:
        return "index.html"
    return f"index.page-{number}.html"
