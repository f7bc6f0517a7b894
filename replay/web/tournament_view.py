"""What the template of a tournament asks for: names, cells of the table, headings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from markupsafe import Markup, escape

from replay.answers.html import TableSection
from replay.answers.language import language, tr
from replay.answers.names import named_wording
from replay.answers.speech import day_in_words
from replay.explain.explain import TournamentRating
from replay.questions.tournament import TournamentAnswer, TournamentRow
from replay.questions.tournament_document import REASONS, VERDICTS, WhyThisRank
from replay.questions.tournament_rounds import (
    OUTCOMES,
    BoardGame,
    Number,
    PlayerRound,
)
from replay.questions.tournament_table import SHORT
from replay.web.asked import Asked, appeal_address
from replay.web.events import EventRow
from replay.web.navigation import title_of
from replay.web.page import Pager, Status, pager
from replay.web.tournament_play import RoundsView
from wording import say

SIZE = 100  # rows of the table on a page
CROSS = 20  # players for whom a cross-table has room
SIGNS = {
    "win": "1",
    "draw": "½",
    "loss": "0",
    "forfeit-win": "+",
    "forfeit-loss": "−",
    "half": "½",
    "leave": "–",
    "absent": "−",
}
RESULTS = {
    "1-0": "1–0",
    "0-1": "0–1",
    "1/2-1/2": "½–½",
    "+/-": "+ : −",
    "-/+": "− : +",
    "-/-": "− : −",
}
LOOKS = {
    "win": "win",
    "forfeit-win": "win",
    "loss": "loss",
    "forfeit-loss": "loss",
    "bye": "soft",
    "half": "soft",
    "leave": "soft",
    "absent": "soft",
}
RATED = {
    "rated": say("rated"),
    "no-rated-game": say("no rated game"),
    "not-rated": say("not rated"),
    "void": say("void"),
    "unknown": say("unknown"),
}
XIANGQI = frozenset({"wxf", "hk-open", "cxa-rapid", "malaysia"})
"""The rules under which the first side plays red."""


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
    def play(self) -> RoundsView:
        return RoundsView(self.answer, self.asked)

    # The table

    @cached_property
    def is_cross(self) -> bool:
        """Whether everybody meets everybody, and there is room to show it so."""
        facts = self.answer.facts
        return facts.format in ("roundrobin", "match") and len(self.answer.rows) <= CROSS

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

    @cached_property
    def _places(self) -> Mapping[str, int]:
        """Where everybody stands in the table, from 1 on."""
        return {row.player: at for at, row in enumerate(self.answer.rows, 1)}

    def place(self, player: str | None) -> int | None:
        """The number by which a table calls an opponent: the rank, without one the place."""
        return self._places.get(player or "")

    @cached_property
    def columns(self) -> Sequence[object]:
        """The headings of the cells: opponents in a cross-table, else rounds."""
        if self.is_cross:
            return range(1, len(self.answer.rows) + 1)
        rounds = range(1, self.answer.facts.rounds + 1)
        played = {one.round for one in self.answer.rounds if one.stage == "main"}
        return [round_ for round_ in rounds if round_ in played] if played else ()

    def cells(self, row: TournamentRow) -> Iterator[list[PlayerRound] | None]:
        """The rounds of each cell of a row; None where a player would meet themselves."""
        if self.is_cross:
            for other in self.answer.rows:
                if other is row:
                    yield None
                else:
                    yield [one for one in row.results if one.opponent == other.player]
            return
        by_round: dict[object, list[PlayerRound]] = {}
        for one in row.results:
            if one.stage == "main":
                by_round.setdefault(one.round, []).append(one)
        for column in self.columns:
            yield by_round.get(column, [])

    def cells_html(self, row: TournamentRow) -> Markup:
        """The cells of a row. A large table has thousands of them, for which macros of a template take too long."""
        parts = []
        for rounds in self.cells(row):
            shown = "".join(map(self._round_html, rounds or ()))
            parts.append(f'<td class="{self.cell_class(rounds)}">{shown}</td>')
        return Markup("".join(parts))

    def _round_html(self, one: PlayerRound) -> str:
        """Side, place of the opponent and result; in a cross-table the result alone."""
        sign = escape(self.sign(one))
        shown = f'<span class="res">{sign}</span>'
        place = self.place(one.opponent)
        if self.is_cross:
            shown = str(sign)
        elif place is not None:
            shown = f'{self._pips[one.side or "first"]}<span class="soft">{place}</span> {shown}'
        return f'<span title="{escape(self.spoken(one))}">{shown}</span>'

    @cached_property
    def _pips(self) -> Mapping[str, str]:
        """The signs of both sides."""
        first, kind = (tr("red"), "red") if self.red else (tr("white"), "")
        pip = '<span class="pip {}" role="img" aria-label="{}"></span>'
        return {
            "first": Markup(pip).format(kind, first),
            "second": Markup(pip).format("second", tr("black")),
        }

    def cell_class(self, rounds: Sequence[PlayerRound] | None) -> str:
        """How a cell looks: won, lost, without an opponent, corrected since the list was published."""
        if rounds is None:
            return "mid self"
        found = ["mid"]
        if not self.is_cross:
            found += ["less", "meet"]
        if len(rounds) == 1:
            found.append(LOOKS.get(rounds[0].outcome, ""))
        if any(self.is_fixed(one.changes) for one in rounds):
            found.append("fixed")
        return " ".join(filter(None, found))

    @property
    def width(self) -> int:
        """How many columns the table has."""
        own = 3 + self.has_why + self.has_points + 2 * self.has_ratings + self.has_changes
        return own + len(self.columns) + len(self.answer.tie_breaks)

    @property
    def title(self) -> str:
        if not self.is_ranked:
            return tr("Cross-table") if self.is_cross else tr("Table")
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
            parts.append(
                tr("With decimals: the share of this tournament, where the list has others, too.")
            )
        if self.has_others:
            parts.append(tr("* with other tournaments on the same list."))
        parts.append(
            tr(
                "Performance: average rating of the rated opponents, and FIDE's difference for the score."
            )
        )
        return " ".join(parts)

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
        return self.answer.names.player(player, language()) or player

    def family(self, player: str) -> str:
        """The part of a name before the comma, where a list of games has little room."""
        return self.name(player).partition(",")[0]

    @property
    def red(self) -> bool:
        """Whether the first side plays red: xiangqi."""
        facts = self.answer.facts
        return bool(XIANGQI & {facts.standings, *facts.rated})

    def sign(self, one: PlayerRound) -> str:
        """A round in one sign."""
        return SIGNS.get(one.outcome) or tr(OUTCOMES[one.outcome])

    def spoken(self, one: PlayerRound) -> str:
        """A round for those who hear the page."""
        outcome = tr(OUTCOMES[one.outcome])
        if one.opponent is None:
            return outcome
        return tr("{outcome} against {player}", outcome=outcome, player=self.name(one.opponent))

    def result(self, game: BoardGame) -> str:
        return RESULTS[game.result]

    def is_fixed(self, changes: Sequence[int]) -> bool:
        """Whether a game was changed after the list was published on which it counts: amber."""
        return self.published is not None and any(at > self.published for at in changes)

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
