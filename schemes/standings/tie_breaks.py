"""How level players are told apart: tie-breaks as a register of small functions, applied once each, in order.

A new tie-break is one function under `@own` or `@between` in the module of its regulation, with its article, and
its name at its place in the `tie_breaks` of the parameters; column, order and `decided_by` follow from that.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from schemes.kernels.errors import rules_error
from schemes.kernels.readings import nearest
from schemes.standings.parameters import Parameters
from schemes.standings.record import AllRecords, Record, points_x2
from schemes.standings.table import Game, Tournament
from wording import say


class View(Struct, frozen=True, kw_only=True):
    """What a table after a round is computed from: nothing later than that round is in it."""

    rounds: int
    players: tuple[str, ...]
    records: dict[str, tuple[Record, ...]]
    score_x2: dict[str, int]
    fouls: dict[str, tuple[tuple[int, str, int], ...]]
    previous: Mapping[str, int]
    parameters: Parameters
    readings: Mapping[str, str]
    worth_x2: dict[str, int]
    lowest_x2: int
    left: Mapping[str, int]  # who left the tournament: the first round without a game
    last_round: Mapping[str, int]  # who went on to a knockout or final: the last round before it

    def has_left(self, player: str, round_: int) -> bool:
        """Had a player left the tournament before a round?"""
        return player in self.left and self.left[player] <= round_

    def present(self, player: str) -> list[Record]:
        """The rounds in which a player can be absent: not those after leaving, unless the reading says so."""
        count_all = self.readings.get("left") == "absent"
        return [
            each
            for each in self.records[player]
            if count_all or not self.has_left(player, each.round)
        ]

    def missed(self, player: str) -> list[Record]:
        """hk-open part 1: forfeited main games and recorded absences; leave is none (settled point 10)."""
        reading = self.readings.get("absences")
        kinds = {"absent", "leave"} if reading == "with-leave" else {"absent"}
        return [
            each
            for each in self.present(player)
            if each.kind in kinds and (reading != "games-only" or each.opponent)
        ]


class Brought(NamedTuple):
    """What one round brought to a player's opponent points; no record: nothing is known of the round."""

    round: int
    record: Record | None
    before_x2: int  # the player's own score before the round
    x2: int


Value = int | Fraction
Level = tuple[str, ...]
Own = Callable[[View, str], Value | None]
Between = Callable[[View, str, Level], int | None]
Among = Callable[[View, Level], Mapping[str, Value] | None]


class TieBreak(Struct, frozen=True, kw_only=True):
    """One tie-break: its own value of each player, or a value between players who are level at that point.

    `among` gives the values of all level players at once, nothing where it decides nothing.
    """

    name: str
    article: str
    halves: bool
    fewer: bool
    own: Own | None = None
    between: Between | None = None
    among: Among | None = None


Register = dict[str, TieBreak]


def own(
    register: Register, article: str, *, halves: bool = False, fewer: bool = False
) -> Callable[[Own], Own]:
    """Enter a tie-break that every player has a value of; more is better unless `fewer`."""

    def enter(value: Own) -> Own:
        name = value.__name__
        register[name] = TieBreak(name=name, article=article, halves=halves, fewer=fewer, own=value)
        return value

    return enter


def between(
    register: Register, article: str, *, halves: bool = False
) -> Callable[[Between], Between]:
    """Enter a tie-break that only exists between level players."""

    def enter(value: Between) -> Between:
        name = value.__name__
        register[name] = TieBreak(
            name=name, article=article, halves=halves, fewer=False, between=value
        )
        return value

    return enter


def fouls(view: View, player: str) -> int:
    """Technical fouls over all rounds."""
    everything = view.readings["foul-kinds"] == "all"
    return sum(count for _, kind, count in view.fouls[player] if everything or kind == "technical")


def points_in(meetings: Sequence[Sequence[Record]]) -> int | None:
    """The points of a player's games against some others, nothing unless all of them were met."""
    if not all(meetings):
        return None
    return sum(record.points_x2 for met in meetings for record in met)


def in_order(register: Register, names: Sequence[str]) -> tuple[TieBreak, ...]:
    """The tie-breaks of the parameters, in their order."""
    for name in names:
        if name not in register:
            raise rules_error(say("unknown tie-break {name!r}", name=name), nearest(name, register))
    return tuple(register[name] for name in names)


class Contest(Struct, frozen=True):
    """A tournament under its rules: the records, the numbers, the readings and the tie-breaks in force."""

    tournament: Tournament
    book: AllRecords
    parameters: Parameters
    readings: Mapping[str, str]
    tie_breaks: tuple[TieBreak, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the tie-breaks, in order."""
        return tuple(tie_break.name for tie_break in self.tie_breaks)

    def points_x2(self, game: Game) -> tuple[int, int]:
        """The half points of first and of second in a game, fouls included."""
        return points_x2(game, self.book.losing_fouls, self.parameters)

    def winner(self, game: Game) -> str | None:
        """Who won a game, nobody if neither did."""
        first, second = self.points_x2(game)
        if first == second:
            return None
        if first > second:
            return game.first
        return game.second

    def deciding_game(self, tie: Sequence[Game]) -> Game:
        """The game of a tie that decides: the last, or by the reading the first that was won."""
        if self.readings["deciding-game"] == "first-won":
            return next((game for game in tie if self.winner(game)), tie[-1])
        return tie[-1]


def make_view(
    contest: Contest,
    rounds: int,
    *,
    last_round: Mapping[str, int] | None = None,
    extra_x2: Mapping[str, int] | None = None,
    knockout_x2: Mapping[str, int] | None = None,
    previous: Mapping[str, int] | None = None,
    stages: bool = False,
) -> View:
    """The view after a round; players who left for a knockout or final stop at their `last_round`.

    `extra_x2` is added to scores; `knockout_x2` only to what players are worth to those who met them.
    """
    book = contest.book
    parameters = contest.parameters
    readings = contest.readings
    last = last_round or {}
    extra = extra_x2 or {}
    records = {
        player: tuple(
            record for record in all_rounds if record.round <= min(rounds, last.get(player, rounds))
        )
        for player, all_rounds in book.records.items()
    }
    played = {player for player, rounds_of in records.items() if rounds_of}
    played |= book.in_knockout if stages else frozenset()
    entered = [
        p for p in book.entered if readings["table-holds"] == "entered-or-played" or p in played
    ]
    players = (*entered, *sorted(played - set(book.entered)))
    records = {player: records.get(player, ()) for player in players}
    score = {p: sum(record.points_x2 for record in records[p]) + extra.get(p, 0) for p in players}
    fouls = {p: tuple(foul for foul in book.fouls.get(p, ()) if foul[0] <= rounds) for p in players}
    length = book.rounds if readings["rounds-of-table"] == "announced" else rounds
    until = last if readings.get("knockout-worth") == "nothing" else {}
    more = knockout_x2 or {}
    return View(
        rounds=length,
        players=players,
        records=records,
        score_x2=score,
        fouls=fouls,
        previous={} if previous is None else previous,
        parameters=parameters,
        readings=readings,
        worth_x2={
            p: worth_x2(records[p], until.get(p, length), parameters) + more.get(p, 0)
            for p in players
        },
        left=book.left,
        last_round=last,
        lowest_x2=min((points for points in score.values() if points > 0), default=0),
    )


def worth_x2(records: Sequence[Record], rounds: int, parameters: Parameters) -> int:
    """hk-open part 6 A: what a player is worth to those who met him, every unplayed round at half a point."""
    played = sum(
        record.points_x2 if record.kind == "played" else parameters.unplayed_x2
        for record in records
    )
    without = rounds - len({record.round for record in records})
    return played + without * parameters.unplayed_x2


Shown = dict[tuple[str, str], Value | None]


def order(
    view: View, players: Sequence[str], tie_breaks: Sequence[TieBreak], shown: Shown
) -> list[tuple[Level, str]]:
    """Groups of players who stay level, best first, each with what put it below the group before.

    `shown` receives the values of the tie-breaks that only exist between level players.
    """
    by_score: dict[int, list[str]] = {}
    for player in players:
        by_score.setdefault(view.score_x2[player], []).append(player)
    groups: list[tuple[Level, str]] = []
    for points in sorted(by_score, reverse=True):
        groups += _split(view, tuple(by_score[points]), 0, "score", tie_breaks, shown)
    return groups


def _split(
    view: View, level: Level, at: int, why: str, tie_breaks: Sequence[TieBreak], shown: Shown
) -> list[tuple[Level, str]]:
    """Apply the tie-breaks from `at` on to players who are level so far."""
    if len(level) == 1 or at == len(tie_breaks):
        return [(level, why)]
    tie_break = tie_breaks[at]
    values = _values(view, level, tie_break, shown)
    parts: dict[Value, list[str]] = {}
    for player in level:
        parts.setdefault(values.get(player, 0), []).append(player)
    if len(parts) == 1:
        return _split(view, level, at + 1, why, tie_breaks, shown)
    following = 0 if view.readings.get("return") == "start-again" else at + 1
    groups: list[tuple[Level, str]] = []
    for value in sorted(parts, reverse=not tie_break.fewer):
        reason = tie_break.name if groups else why
        groups += _split(view, tuple(parts[value]), following, reason, tie_breaks, shown)
    return groups


def _values(view: View, level: Level, tie_break: TieBreak, shown: Shown) -> dict[str, Value]:
    """The values that may split this level, none where the tie-break does not apply to it."""
    values: dict[str, Value | None] = {}
    if tie_break.own is not None:
        values = {player: tie_break.own(view, player) for player in level}
    elif tie_break.among is not None:
        values = dict(tie_break.among(view, level) or {})
    elif tie_break.between is not None and (
        len(level) == 2 or view.readings["own-game"] == "all-met"
    ):
        for player in level:
            others = tuple(other for other in level if other != player)
            values[player] = tie_break.between(view, player, others)
    known = {player: value for player, value in values.items() if value is not None}
    if len(known) != len(level):
        return {}
    if tie_break.own is None:
        shown.update({(tie_break.name, player): value for player, value in known.items()})
    return known
