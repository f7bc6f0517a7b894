"""The rounds of a tournament as data: games by board, byes, what every round was for each player, and the bracket."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import groupby

import numpy as np
from msgspec import Struct

from projections import Snapshot
from projections.sources import game_sources
from replay.answers import kinds
from schemes.kernels.inputs import STAGES
from schemes.standings import Game, Tournament, lost_by_fouls
from wording import say, say_as

Number = int | Decimal
OUTCOMES = {
    "win": say("won"),
    "draw": say("drawn"),
    "loss": say("lost"),
    "forfeit-win": say("won by forfeit"),
    "forfeit-loss": say("lost by forfeit"),
    "bye": say("bye"),
    "half": say("half-point bye"),
    "leave": say("leave"),
    "absent": say("absent"),
}
OUTCOME = kinds.codes(OUTCOMES)
STAGE_NAMES = {
    "main": say("main rounds"),
    "last16": say("last 16"),
    "quarterfinal": say("quarterfinal"),
    "semifinal": say("semifinal"),
    "final": say_as("stage", "final"),
    "third": say("third place"),
    "place5-8": say("places 5 to 8"),
    "fifth": say("fifth place"),
    "seventh": say("seventh place"),
    "playoff": say("playoff"),
}
STAGE = kinds.codes(STAGE_NAMES)
KNOCKOUT = ("last16", "quarterfinal", "semifinal", "final")
"""The stages whose winners play on for the title."""
PLACES = ("third", "place5-8", "fifth", "seventh")
_WORTH_X2 = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1), "+/-": (2, 0), "-/+": (0, 2)}
_KINDS = {"1-0": "played", "0-1": "played", "1/2-1/2": "played"}


class BoardGame(Struct, frozen=True):
    """A game as it stands: who, the result, who lost it by fouls, and the events that changed it."""

    stage: str
    round: int
    board: int
    first: str
    second: str
    result: str
    lost_by_fouls: tuple[str, ...] = ()
    changes: tuple[int, ...] = ()

    @property
    def points_x2(self) -> tuple[int, int]:
        """Half points of both by the result alone; a game lost by fouls counts as lost."""
        if not self.lost_by_fouls:
            return _WORTH_X2.get(self.result, (0, 0))
        first, second = (2 * (player not in self.lost_by_fouls) for player in self.players)
        return first, second

    @property
    def players(self) -> tuple[str, str]:
        return self.first, self.second


class RoundWithout(Struct, frozen=True):
    """A player's round without an opponent."""

    player: str
    kind: str


class RoundGames(Struct, frozen=True):
    """A round: its days, its games by board, and who had none."""

    stage: str
    round: int
    days: tuple[date, ...]
    games: tuple[BoardGame, ...]
    byes: tuple[RoundWithout, ...]


class PlayerRound(Struct, frozen=True):
    """What a round was for one player."""

    stage: str
    round: int
    outcome: str
    opponent: str | None = None
    side: str | None = None
    changes: tuple[int, ...] = ()


class Tie(Struct, frozen=True):
    """Two players of a knockout, their games, their points, and who went on."""

    players: tuple[str, str]
    points: tuple[Number, Number]
    winner: str | None
    games: tuple[BoardGame, ...]


class BracketStage(Struct, frozen=True):
    """A stage of a knockout; in one without named stages the round."""

    stage: str
    round: int | None
    ties: tuple[Tie, ...]


def rounds_of(snapshot: Snapshot, number: int, facts: Tournament) -> list[RoundGames]:
    """All rounds, main rounds first, then the stages in the order in which they are played."""
    games = list(_board_games(snapshot, number, facts))
    days = _days(snapshot, number)
    every = []
    for (stage, round_), group in groupby(sorted(games, key=_when), _stage_and_round):
        byes = [
            (RoundWithout(bye.player, bye.kind))
            for bye in facts.byes
            if stage == "main" and bye.round == round_
        ]
        dates = tuple(sorted(days.get((stage, round_), ())))
        every.append(RoundGames(stage, round_, dates, tuple(group), tuple(byes)))
    return every


def _when(game: BoardGame | Game) -> tuple[int, int, int]:
    """Where a game stands in its tournament, in the order of play."""
    return STAGES.index(game.stage), game.round, game.board


def _stage_and_round(game: BoardGame) -> tuple[str, int]:
    return game.stage, game.round


def _board_games(snapshot: Snapshot, number: int, facts: Tournament) -> Iterator[BoardGame]:
    """The games with what changed them; fouls only where the rules know them."""
    changed = _changes(snapshot, number)
    fouled: Mapping[int, tuple[bool, bool]] = {}
    if facts.fouls:
        fouled = lost_by_fouls(facts)
    for at, game in enumerate(facts.games):
        lost = fouled.get(at, (False, False))
        players = (game.first, game.second)
        yield BoardGame(
            stage=game.stage,
            round=game.round,
            board=game.board,
            first=game.first,
            second=game.second,
            result=game.result,
            lost_by_fouls=tuple(p for p, out in zip(players, lost, strict=True) if out),
            changes=changed.get(_when(game), ()),
        )


def _changes(snapshot: Snapshot, number: int) -> dict[tuple[int, ...], tuple[int, ...]]:
    """The positions of the corrections of each game; most tournaments have none."""
    touched = snapshot.known.rows("game_changes", "tournament")["tournament"]
    if not np.any(touched == number):
        return {}
    sources = game_sources(snapshot, [number])
    return {
        key[1:]: tuple(position for position, _ in source.changes)
        for key, source in sources.items()
        if source.changes
    }


def _days(snapshot: Snapshot, number: int) -> dict[tuple[str, int], set[date]]:
    """The days on which each round was played."""
    games = snapshot.games.of(np.array([number]))
    days: dict[tuple[str, int], set[date]] = {}
    columns = (games.stage.tolist(), games.round.tolist(), games.day.tolist())
    for stage, round_, day in set(zip(*columns, strict=True)):
        days.setdefault((STAGES[stage], round_), set()).add(date.fromordinal(day))
    return days


def by_player(rounds: Sequence[RoundGames]) -> dict[str, list[PlayerRound]]:
    """What every round was for everybody who had one."""
    records: dict[str, list[PlayerRound]] = {}
    for one in rounds:
        for game in one.games:
            for player, record in _sides(game):
                records.setdefault(player, []).append(record)
        for bye in one.byes:
            record = PlayerRound(one.stage, one.round, bye.kind)
            records.setdefault(bye.player, []).append(record)
    return records


def _sides(game: BoardGame) -> Iterator[tuple[str, PlayerRound]]:
    """A game as both players see it."""
    points = game.points_x2
    for at, side in enumerate(("first", "second")):
        record = PlayerRound(
            stage=game.stage,
            round=game.round,
            outcome=_outcome(game, points[at]),
            opponent=game.players[1 - at],
            side=side,
            changes=game.changes,
        )
        yield game.players[at], record


def _outcome(game: BoardGame, points_x2: int) -> str:
    outcome = ("loss", "draw", "win")[points_x2]
    if game.result in _KINDS:
        return outcome
    return f"forfeit-{outcome}"


# Knockouts


def bracket_of(
    rounds: Sequence[RoundGames], kind: str, ranks: Mapping[str, int]
) -> list[BracketStage]:
    """The stages of a knockout in order, each with its ties; none where nobody is knocked out."""
    staged = [_staged(rounds, stage) for stage in (*KNOCKOUT, *PLACES)]
    stages: list[tuple[str, int | None, list[BoardGame]]]
    stages = [(stage, None, games) for stage, games in staged if games]
    if not stages and kind == "knockout":
        stages = [("main", one, games) for one, games in _main_rounds(rounds)]
    bracket: list[BracketStage] = []
    upper = [games for stage, _, games in stages if stage not in PLACES]
    for at, (stage, round_, games) in enumerate(stages):
        following: set[str] = set()
        if at + 1 < len(upper):
            following = {player for game in upper[at + 1] for player in game.players}
        ties = [_tie(pair, together, following, ranks) for pair, together in _pairs(games).items()]
        bracket.append(BracketStage(stage, round_, tuple(ties)))
    return _in_order(bracket)


def _staged(rounds: Sequence[RoundGames], stage: str) -> tuple[str, list[BoardGame]]:
    """The games of a stage, and the playoffs of the same pairs."""
    games = [game for one in rounds if one.stage == stage for game in one.games]
    pairs = {frozenset(game.players) for game in games}
    playoffs = [game for one in rounds if one.stage == "playoff" for game in one.games]
    return stage, games + [game for game in playoffs if frozenset(game.players) in pairs]


def _main_rounds(rounds: Sequence[RoundGames]) -> list[tuple[int, list[BoardGame]]]:
    """The rounds of a knockout without named stages; further games of the same pairs belong to the round before."""
    matches: list[tuple[int, list[BoardGame]]] = []
    before: set[frozenset[str]] = set()
    for one in rounds:
        pairs = {frozenset(game.players) for game in one.games}
        if matches and pairs <= before:
            matches[-1][1].extend(one.games)
            continue
        matches.append((len(matches) + 1, list(one.games)))
        before = pairs
    return matches


def _pairs(games: Sequence[BoardGame]) -> dict[frozenset[str], list[BoardGame]]:
    games_of: dict[frozenset[str], list[BoardGame]] = {}
    for game in games:
        games_of.setdefault(frozenset(game.players), []).append(game)
    return games_of


def _tie(
    pair: frozenset[str],
    games: Sequence[BoardGame],
    following: set[str],
    ranks: Mapping[str, int],
) -> Tie:
    """A tie; its winner is whoever plays on, in a last stage whoever the table places higher."""
    players = games[0].players
    totals = dict.fromkeys(players, 0)
    for game in games:
        for player, points in zip(game.players, game.points_x2, strict=True):
            totals[player] += points
    one, other = players
    on = [player for player in players if player in following]
    winner = None
    if len(on) == 1:
        winner = on[0]
    elif totals[one] != totals[other]:
        winner = max(players, key=totals.__getitem__)
    elif pair <= ranks.keys() and ranks[one] != ranks[other]:
        winner = min(players, key=ranks.__getitem__)
    return Tie(players, (halved(totals[one]), halved(totals[other])), winner, tuple(games))


def _in_order(stages: Sequence[BracketStage]) -> list[BracketStage]:
    """The ties of each stage in the order in which their winners meet in the next, so that lines do not cross."""
    ordered = list(stages)
    upper = [at for at, one in enumerate(ordered) if one.stage not in PLACES]
    for at in reversed(upper[:-1]):
        meets = [player for tie in ordered[at + 1].ties for player in tie.players]
        place = {player: spot for spot, player in enumerate(meets)}
        ties = sorted(
            ordered[at].ties, key=lambda tie: min(place.get(p, len(place)) for p in tie.players)
        )
        ordered[at] = BracketStage(ordered[at].stage, ordered[at].round, tuple(ties))
    return ordered


def halved(points_x2: int) -> Number:
    """Points out of half points: whole numbers as such, halves as 3.5."""
    if points_x2 % 2 == 0:
        return points_x2 // 2
    return Decimal(points_x2) / 2
