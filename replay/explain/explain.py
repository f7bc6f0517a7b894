"""Explanations: every step from the rating before to the rating on a list, and why something is not rated."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

import numpy as np
from msgspec import Struct

from projections import Snapshot
from projections.known import row_by_row, rows_of
from projections.named import unknown
from projections.rankings import stale_ranking
from projections.scheme_inputs import unrated_games
from projections.sources import GameKey, GameSource, game_sources
from projections.tables import VOID
from replay.answers.names import reader_names
from replay.explain.citations import Citations
from replay.office.office import Office
from replay.world.world import (
    NOT_APPROVED,
    Replayed,
    World,
    all_verdicts,
    refused_by_days,
    replay_before,
)
from schemes import Node, Scheme
from schemes.kernels.inputs import MAIN, OUTCOMES, STAGES, Column, Games
from schemes.kernels.rules import ALWAYS
from schemes.kernels.scheme import Question, Verdicts
from wording import Reference, joined, say, say_n


class Explainer:
    """Explains players on one list; what all of them rest on is worked out once."""

    def __init__(self, office: Office, world: World, on: date) -> None:
        self.world = world
        scheme = world.scheme
        self.stop = world.stop(office.checked_day(on, world.rules))
        # with a list on any day, the story of the year is told, not only that of the month
        if scheme.any_day:
            since = scheme.calendar(world.rules).number(date(on.year, 1, 1))
        else:
            since = self.stop.number
        a = world.assignment
        self._on_list = (a.first >= 0) & (a.first <= self.stop.number) & (a.last >= since)
        self.given = world.given_games(self._on_list | self._refused(since))
        self.before = scheme.resized(
            replay_before(world, office.states, since), len(self.given.inputs.players)
        )
        self.names = KnownNames(world.snapshot)
        self.office = office
        self.since = since

    def _refused(self, since: int) -> Column:
        """Tournaments that are on no list and ended not long before this one: an explanation says why."""
        ended = np.asarray(self.world.snapshot.tournaments.table.end)
        earliest = self.world.scheme.calendar(self.world.rules).date(since - 2).toordinal()
        refused: Column = (
            (self.world.assignment.reason > 0) & (ended >= earliest) & (ended <= self.stop.day)
        )
        return refused

    def player(self, player: str) -> Node:
        """How a player's rating on the list came about, with the events that speak of each game."""
        number = player_number(self.world.snapshot, player)
        keys = self._games_of(number)
        cited = Citations(self.office.log, self.world.snapshot, self._tournaments(keys.values()))
        question = Question(
            given=self.given,
            stop=self.stop,
            before={name: column.copy() for name, column in self.before.items()},
            player=number,
            player_name=self.names.player,
            tournament_name=self.names.tournament_named,
            game_source=lambda row: cited.of(keys[row]),
            ranking_remark=self._ranking_remark,
        )
        node = self.world.scheme.explain(question)
        below = (*node.below, *self._unrated(number), *self._void(cited, number))
        return Node(node.text, node.article, node.value, below)

    def _unrated(self, player: int) -> Iterator[Node]:
        """Games of the player, in tournaments of this list, that the office has declared unrated."""
        scheme = self.world.scheme
        snapshot = self.world.snapshot
        declared = unrated_games(snapshot, scheme.name)
        columns = (declared[name].tolist() for name in ("tournament", "stage", "round", "board"))
        for *key, reason in zip(*columns, declared["reason"].to_pylist(), strict=True):
            source = None
            if self._on_list[key[0]]:
                source = game_sources(snapshot, [key[0]]).get(tuple(key))
            if source is not None and player in source.players:
                text = say(
                    "{tournament}, {place} against {opponent}: the arbiter's decision ({reason})",
                    tournament=self.names.tournament_named(key[0]),
                    place=place(key[1:]),
                    opponent=self._opponent(source, player),
                    reason=reason,
                )
                yield Node(text, scheme.unrated_article, say("not rated"))

    def _ranking_remark(self, tournament: int) -> str:
        stale = stale_ranking(self.world.snapshot, tournament)
        if stale:
            return stale.told
        return ""

    def _games_of(self, player: int) -> dict[int, GameKey]:
        """The player's games by row."""
        games = self.given.inputs.games
        rows = np.flatnonzero((games.first == player) | (games.second == player))
        tournament = np.searchsorted(games.offset, rows, side="right") - 1
        columns = (rows, tournament, games.stage[rows], games.round[rows], games.board[rows])
        return {row: (t, s, r, b) for row, t, s, r, b in row_by_row(columns)}

    def _tournaments(self, keys: Iterable[GameKey]) -> set[int]:
        """The tournaments of some games, and those of the list in which a game was voided."""
        changes = self.world.snapshot.known.rows("game_changes", "tournament", "result")
        void = set(changes["tournament"][changes["result"] == VOID].tolist())
        return {key[0] for key in keys} | (void & set(np.flatnonzero(self._on_list).tolist()))

    def _void(self, cited: Citations, player: int) -> Iterator[Node]:
        """Games that were recorded for the player and are void."""
        for source, citation in cited.voided(player):
            number, *game = source.key
            text = say(
                "{tournament}, {place} against {opponent} ({citation})",
                tournament=self.names.tournament_named(number),
                place=place(game),
                opponent=self._opponent(source, player),
                citation=citation,
            )
            yield Node(text, value=say("void"))

    def _opponent(self, source: GameSource, player: int) -> Reference:
        return self.names.player(source.players[source.players[0] == player])

    def last_move(self, player: str) -> date | None:
        """The list to look at if nothing moves the player's rating on this one."""
        from replay.explain.history import (
            last_move,
            moved_between,
        )  # not above: a history cites as explanations do

        number = player_number(self.world.snapshot, player)
        if self._games_of(number) or moved_between(
            self.office, self.world, number, self.since, self.stop
        ):
            return None
        return last_move(self.office, self.world, number, self.since)


def place(game: Sequence[int]) -> str:
    """Where a game was played in its tournament: stage, round, board."""
    stage, round_, board = game
    where = say("round {round}, board {board}", round=round_, board=board)
    if stage:
        return joined(", ", (where, say(STAGES[stage])))
    return where


def explain_player(office: Office, world: World, player: str, on: date) -> Node:
    """How a player's rating on the list in force on a day came about; without games, where to look instead."""
    explainer = Explainer(office, world, on)
    node = explainer.player(player)
    day = explainer.last_move(player)
    if day is None:
        return node
    command = f"rating-ledger explain {world.scheme.name} {player} {day}"
    elsewhere = say(
        "no games on this list; the rating last moved on {day}: {command}", day=day, command=command
    )
    return Node(node.text, node.article, node.value, (*node.below, Node(elsewhere)))


def player_number(snapshot: Snapshot, player: str) -> int:
    """The number of a player by id, merged duplicates by whom they count for."""
    number = snapshot.people.number(player)
    if number is None:
        raise unknown(snapshot, "player", player)
    return int(snapshot.people.kept[number])


def tournament_number(snapshot: Snapshot, tournament: str) -> int:
    """The number of a tournament by id."""
    number = snapshot.tournaments.number(tournament)
    if number is None:
        raise unknown(snapshot, "tournament", tournament)
    return number


class KnownNames:
    """Ids and names of players and tournaments by number."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._players = snapshot.people.ids
        self._names = snapshot.people.names
        self._tournaments = snapshot.tournaments.table.ids
        self._registrations = snapshot.tournaments
        self._shown = reader_names(snapshot)

    def player(self, number: int) -> Reference:
        player = self.player_id(number)
        name = self._shown.get(player) or str(self._names[int(number)].as_py())
        return Reference.player(player, name)

    def player_id(self, number: int) -> str:
        return str(self._players[int(number)].as_py())

    def tournament(self, number: int) -> str:
        return str(self._tournaments[int(number)])

    def tournament_named(self, number: int) -> Reference:
        tournament = self.tournament(number)
        name = self._registrations.registration(int(number)).name
        return Reference.tournament(tournament, "" if name == tournament else name)


class TournamentRating(Struct, frozen=True):
    """Whether a regulation rates a tournament: a code, the days of the lists that it counts on, and every step."""

    code: str  # rated, no-rated-game, not-rated or void
    explanation: Node
    lists: tuple[date, ...] = ()
    version: str = ""


def explain_tournament(replayed: Replayed, tournament: str) -> Node:
    """Is it rated, on which list, under which version; and which of its games are not, and why."""
    return tournament_rating(replayed, tournament).explanation


def tournament_rating(replayed: Replayed, tournament: str) -> TournamentRating:
    """The same with its answer as data."""
    scheme = replayed.world.scheme
    snapshot = replayed.world.snapshot
    number = tournament_number(snapshot, tournament)
    if number in snapshot.tournaments.voided:
        void = _not_rated(tournament, scheme, Node(say("it was voided")), say("void"))
        return TournamentRating("void", void.explanation)
    reason = int(replayed.world.assignment.reason[number])
    if reason == NOT_APPROVED:
        approved = snapshot.tournaments.registration(number).rated
        approvals = say("it is approved for no scheme")
        if approved:
            approvals = say("it is approved for {schemes}", schemes=", ".join(approved))
        return _not_rated(tournament, scheme, Node(approvals))
    if replayed.world.assignment.first[number] < 0:
        return _not_rated(tournament, scheme, why(scheme, reason))
    inputs, verdicts = all_verdicts(replayed)
    whole = int(verdicts.tournament[number])
    refusal = refused_by_days(replayed.world, [number]).get(number)
    if whole > 0 and (refusal is None or refusal.code != whole):
        return _not_rated(tournament, scheme, why(scheme, whole))
    if refusal is not None:
        because = why(scheme, refusal.code)
        return _not_rated(
            tournament, scheme, Node(because.text, because.article, below=refusal.below)
        )
    return _rated(replayed, number, tournament, inputs.games, verdicts)


def _not_rated(tournament: str, scheme: Scheme, why: Node, value: str = "") -> TournamentRating:
    text = say("{tournament} is not rated by {scheme}", tournament=tournament, scheme=scheme.name)
    node = Node(text, value=value or say("not rated"), below=(why,))
    return TournamentRating("not-rated", node)


def _rated(
    replayed: Replayed, number: int, tournament: str, games: Games, verdicts: Verdicts
) -> TournamentRating:
    scheme = replayed.world.scheme
    rules = replayed.world.rules
    first = int(replayed.world.assignment.first[number])
    last = int(replayed.world.assignment.last[number])
    calendar = scheme.calendar(rules)
    days = tuple(calendar.date(number) for number in sorted({first, last}))
    lists: object = days[0]
    if last != first:
        lists = say("{start} to {end}", start=days[0], end=days[1])
    version = rules.versions[int(replayed.world.assignment.version[number])]
    start = date.fromordinal(int(replayed.world.snapshot.tournaments.table.start[number]))
    under = say(
        "under version {version}, in force from {since} on; it starts on {start}",
        version=version.name,
        since=version.since,
        start=start,
    )
    if version.since == ALWAYS:
        under = say("under version {version}, in force at any time", version=version.name)
    on_list = say("on the list of {date}", date=lists)
    if scheme.any_day:
        on_list = say("game by game, on the day of each game")
    waiting = None
    if first > replayed.stop.number:
        waiting = Node(say("that list is later than the one asked for"))
    because = scheme.why_that_list(replayed.world.snapshot.tournaments.table, rules, number)
    lines = [
        Node(on_list, below=tuple(Node(say(reason.text), reason.article) for reason in because)),
        Node(under),
        *([waiting] if waiting else _games(replayed, number, games, verdicts)),
    ]
    if not waiting and not _any_rated(number, games, verdicts):
        text = say(
            "{tournament} has no game that {scheme} rates",
            tournament=tournament,
            scheme=scheme.name,
        )
        node = Node(text, value=say("no rated game"), below=tuple(lines))
        return TournamentRating("no-rated-game", node, days, version.name)
    text = say("{tournament} is rated by {scheme}", tournament=tournament, scheme=scheme.name)
    node = Node(text, value=say("rated"), below=tuple(lines))
    return TournamentRating("rated", node, days, version.name)


def _any_rated(number: int, games: Games, verdicts: Verdicts) -> bool:
    """Whether a game of a tournament is rated for somebody."""
    here = rows_of(games, number)
    return bool((verdicts.first[here] == 0).any() or (verdicts.second[here] == 0).any())


def _games(replayed: Replayed, number: int, games: Games, verdicts: Verdicts) -> list[Node]:
    """One line per game that is not rated for both, with the reason for each side."""
    names = KnownNames(replayed.world.snapshot)
    nodes = []
    rated = 0
    here = rows_of(games, number)
    for at in range(here.start, here.stop):
        codes = int(verdicts.first[at]), int(verdicts.second[at])
        if codes == (0, 0):
            rated += 1
            continue
        sides = (names.player(games.first[at]), names.player(games.second[at]))
        where = say("round {round}, board {board}", round=games.round[at], board=games.board[at])
        if games.stage[at] != MAIN:
            where = joined(", ", (where, say(STAGES[games.stage[at]])))
        game = joined(" ", (sides[0], OUTCOMES[games.result[at]], sides[1]))
        text = joined(": ", (where, game))
        nodes.append(Node(text, below=tuple(_sides(replayed.world.scheme, codes, sides))))
    both = say_n(
        "{number} game rated for both players", "{number} games rated for both players", rated
    )
    return [Node(both), *nodes]


def _sides(scheme: Scheme, codes: tuple[int, int], sides: tuple[str, str]) -> list[Node]:
    if codes[0] == codes[1]:
        return [why(scheme, codes[0])]
    return [
        Node(
            say("for {player}: {what}", player=side, what=_told(scheme, code)),
            why(scheme, code).article,
        )
        for code, side in zip(codes, sides, strict=True)
    ]


def _told(scheme: Scheme, code: int) -> str:
    if code == 0:
        return say("rated")
    return why(scheme, code).text


def why(scheme: Scheme, code: int) -> Node:
    """A reason code as a line."""
    for reason in scheme.reasons:
        if reason.code == code:
            return Node(say(reason.text), reason.article)
    return Node(say("not reached on the lists replayed") if code < 0 else say("rated"))
