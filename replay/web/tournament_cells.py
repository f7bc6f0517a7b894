"""The cells of a tournament's table: whom a player met, with which side, and how it ended."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup, escape

from replay.answers.language import language, tr
from replay.questions.tournament import TournamentAnswer, TournamentRow
from replay.questions.tournament_rounds import OUTCOMES, PlayerRound

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
XIANGQI = frozenset({"wxf", "hk-open", "cxa-rapid", "malaysia"})
"""The rules under which the first side plays red."""


@dataclass(frozen=True)
class TableCells:
    """A cross-table for a few players who all meet, else a column for each round."""

    answer: TournamentAnswer
    published: int | None = None
    "The position at which the list was published on which the tournament counts."

    @cached_property
    def is_cross(self) -> bool:
        """Whether everybody meets everybody, and there is room to show it so."""
        facts = self.answer.facts
        return facts.format in ("roundrobin", "match") and len(self.answer.rows) <= CROSS

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

    def of(self, row: TournamentRow) -> Iterator[list[PlayerRound] | None]:
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

    def html(self, row: TournamentRow) -> Markup:
        """The cells of a row. A large table has thousands of them, for which macros of a template take too long."""
        parts = []
        for rounds in self.of(row):
            shown = "".join(map(self._round_html, rounds or ()))
            parts.append(f'<td class="{self.look(rounds)}">{shown}</td>')
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

    def look(self, rounds: Sequence[PlayerRound] | None) -> str:
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

    def is_fixed(self, changes: Sequence[int]) -> bool:
        """Whether a game was changed after the list was published on which it counts: amber."""
        return self.published is not None and any(at > self.published for at in changes)

    def name(self, player: str) -> str:
        """What people call a player."""
        return self.answer.names.player(player, language()) or player
