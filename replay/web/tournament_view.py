"""What the template of a tournament asks for: names, cells of the table, headings."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from replay.answers.html import TableSection
from replay.answers.language import sentences, tr
from replay.answers.names import named_wording
from replay.answers.speech import day_in_words
from replay.explain.explain import TournamentRating
from replay.questions.tournament import TournamentAnswer, TournamentRow
from replay.questions.tournament_document import REASONS, VERDICTS, WhyThisRank
from replay.questions.tournament_rounds import (
    OUTCOMES,
    BoardGame,
    Number,
)
from replay.questions.tournament_table import SHORT
from replay.web.asked import Asked, appeal_address
from replay.web.events import EventRow
from replay.web.navigation import title_of
from replay.web.page import Pager, Status, pager
from replay.web.tournament_cells import TableCells
from replay.web.tournament_play import RoundsView
from wording import say

SIZE = 100  # rows of the table on a page
RESULTS = {
    "1-0": "1–0",
    "0-1": "0–1",
    "1/2-1/2": "½–½",
    "+/-": "+ : −",
    "-/+": "− : +",
    "-/-": "− : −",
}
RATED = {
    "rated": say("rated"),
    "no-rated-game": say("no rated game"),
    "not-rated": say("not rated"),
    "void": say("void"),
    "unknown": say("unknown"),
}


@dataclass(frozen=True)
class TournamentView:
    """A tournament on a page."""

    answer: TournamentAnswer
    asked: Asked
    why: WhyThisRank | None = None
    published: int | None = None
    "The position at which the list was published on which the tournament counts."
    status: Status | None = None
    teams: TableSection | None = None
    events: Sequence[EventRow] = ()

    @cached_property
    def cells(self) -> TableCells:
        return TableCells(self.answer, self.published)

    @cached_property
    def play(self) -> RoundsView:
        return RoundsView(self.answer, self.asked)

    # The table

    @property
    def first(self) -> int:
        """The place of the first row that is shown."""
        return (self.asked.page - 1) * SIZE

    @property
    def rows(self) -> Sequence[TournamentRow]:
        return self.answer.rows[self.first : self.first + SIZE]

    @property
    def pages(self) -> Pager | None:
        return pager(self.asked, self.asked.page, SIZE, len(self.answer.rows))

    @property
    def is_ranked(self) -> bool:
        return any(row.rank is not None for row in self.answer.rows)

    @property
    def width(self) -> int:
        """How many columns the table has."""
        own = 3 + self.has_why + self.has_points + 2 * self.has_ratings + self.has_changes
        return own + len(self.cells.columns) + len(self.answer.tie_breaks)

    @property
    def title(self) -> str:
        if not self.is_ranked:
            return tr("Cross-table") if self.cells.is_cross else tr("Table")
        if self.answer.table.is_final:
            return tr("Final table")
        return tr("Table after round {round}", round=self.answer.table.after)

    @property
    def turns(self) -> list[tuple[int, str]]:
        """The rounds after which there is a table; the one that is shown leads nowhere."""
        facts = self.answer.facts
        if facts.standings == "given" or facts.rounds_played < 2:
            return []
        here = self.answer.table.after
        last = facts.rounds if self.answer.facts.status == "closed" else facts.rounds_played
        return [
            (number, "" if number == here else self._after(number, last))
            for number in range(1, facts.rounds_played + 1)
        ]

    def _after(self, number: int, last: int) -> str:
        return self.asked.again(after=None if number == last else number, page=None) + "#table"

    @property
    def team_address(self) -> str:
        """The table of the teams, where the rules have one."""
        entered = any(row.team for row in self.answer.rows)
        if self.answer.facts.standings != "wxf" or not entered or self.teams is not None:
            return ""
        return self.asked.again(teams="yes")

    @property
    def notes(self) -> str:
        """What the columns of ratings mean."""
        ratings = self.answer.ratings
        if ratings is None or not self.has_ratings:
            return ""
        about = {"regulation": self.scheme_title(ratings.scheme)}
        parts = [tr("Rating: {regulation}, when the tournament began.", **about)]
        if ratings.list_date is not None and self.has_changes:
            about = {"day": day_in_words(ratings.list_date)}
            if ratings.is_to_come:
                parts.append(tr("Change: as it stands, on the list of {day}.", **about))
            else:
                parts.append(tr("Change: on the list of {day}, as known now.", **about))
        if any(row.own_change is not None for row in self.answer.rows):
            parts.append(tr("Where the list has others, too: the share of this tournament."))
        if self.has_others:
            parts.append(tr("* with other tournaments on the same list."))
        parts.append(
            tr(
                "Performance: average rating of the rated opponents, and FIDE's difference for the score."
            )
        )
        return sentences(parts)

    @property
    def has_ratings(self) -> bool:
        return any(row.rating is not None for row in self.answer.rows)

    @property
    def has_changes(self) -> bool:
        return any(row.change is not None or row.first_rating for row in self.answer.rows)

    @property
    def has_others(self) -> bool:
        """Whether somebody's change is that of several tournaments."""
        return any(
            row.other_events and row.change is not None and row.own_change is None
            for row in self.answer.rows
        )

    def why_address(self, player: str) -> str:
        """Where the rank of a player is explained."""
        return self.asked.again(why=player, player=None) + f"#why-{player}"

    @property
    def back(self) -> str:
        """The table without an explanation."""
        return self.asked.again(why=None, player=None) + "#table"

    @property
    def has_why(self) -> bool:
        """Whether a rank can be explained: not one that the office gave."""
        return self.is_ranked and self.answer.facts.standings != "given"

    @property
    def has_points(self) -> bool:
        """Whether points count: not where everybody is knocked out by stages."""
        return not self.answer.bracket or any(row.points for row in self.answer.rows)

    @property
    def sums(self) -> dict[str, Number]:
        """What the rounds of the explained player bring together; by FIDE's rules each value says how it is made."""
        if self.why is None:
            return {}
        names = [column.name for column in self.why.rounds.columns]
        brought = [name for name in ("points", "value") if name in names]
        rows = self.why.rounds.table.rows
        return {name: sum((row[name] or 0) for row in rows) for name in brought}

    # Words

    def with_names(self, text: str) -> str:
        """A remark in which players go by their names."""
        said = tr(named_wording(text, self.name, self.answer.names.players))
        return said[:1].upper() + said[1:]

    def scheme_title(self, name: str) -> str:
        return title_of(self.asked.schemes, name)

    def rated_word(self, rating: TournamentRating) -> str:
        return tr(RATED[rating.code])

    def rated_short(self, name: str, rating: TournamentRating) -> str:
        """The list, or the first reason."""
        if rating.lists and self.asked.schemes[name].any_day:
            return tr("game by game, on the day of each game")
        if rating.lists:
            return tr("on the list of {date}", date=day_in_words(rating.lists[-1]))
        below = rating.explanation.below
        if not below:
            return ""
        return tr(named_wording(below[0].text, self.scheme_title, self.asked.schemes.names))

    def name(self, player: str) -> str:
        """What people call a player."""
        return self.cells.name(player)

    def family(self, player: str) -> str:
        """The part of a name before the comma, where a list of games has little room."""
        return self.name(player).partition(",")[0]

    def result(self, game: BoardGame) -> str:
        return RESULTS[game.result]

    def points(self, value: int | Decimal | None) -> str:
        """Points with their half: 6½."""
        if value is None:
            return ""
        whole, part = divmod(value, 1)
        if part == 0:
            return str(int(whole))
        if part == Decimal("0.5"):
            return f"{int(whole)}½" if whole else "½"
        return f"{value:f}"

    def points_in_words(self, value: int | Decimal | None) -> str:
        """Points below a name, where the column of points has scrolled away."""
        if value == 1:
            return tr("1 point")
        return tr("{points} points", points=self.points(value))

    @cached_property
    def _with_quarters(self) -> frozenset[str]:
        """The tie-breaks whose values are no whole or half numbers somewhere."""
        found = set()
        for row in self.answer.rows:
            for code, value in row.tie_breaks.items():
                if value is not None and (2 * value) % 1:
                    found.add(code)
        return frozenset(found)

    def tie_break(self, code: str, value: int | Decimal | None) -> str:
        """A value of a tie-break; all of a column have the same decimals."""
        if value is None:
            return ""
        if code in self._with_quarters:
            return f"{Decimal(value):.2f}"
        return self.points(value)

    def heading(self, code: str) -> str:
        """The heading of a tie-break."""
        if self.answer.facts.standings == "fide":
            return code
        return tr(SHORT.get(code, code.replace("_", " ")))

    def criterion(self, code: str) -> str:
        """What is compared, in words."""
        if code == "score":
            return tr("Points")
        if self.answer.facts.standings == "fide":
            return code
        return tr(code.replace("_", " ")).capitalize()

    def verdict(self, code: str) -> str:
        return tr(VERDICTS[code])

    @property
    def reason(self) -> str:
        """Why somebody stands below the row above, where no value decides."""
        if self.why is None or self.why.compared:
            return ""
        return tr(REASONS.get(self.why.decided_by, ""))

    def outcome(self, code: str) -> str:
        return tr(OUTCOMES[code])

    def appeal(self, game: BoardGame) -> str:
        tournament = self.answer.facts.tournament
        return appeal_address(tournament, game.stage, game.round, game.board)
