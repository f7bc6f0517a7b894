"""The state of one stream: just enough to judge its next event. Rebuilt from the log when needed."""

from collections.abc import Callable, Iterable
from datetime import date as Date
from sys import intern
from typing import Any

from msgspec import UNSET

from ledger import events as ev
from ledger.events import AnyEvent
from ledger.tree.keyring import Keyring

# A packed number for games of the main stage, where nearly all games are; else stage, round, board.
GameKey = int | tuple[str, int, int]
Subject = tuple[object, ...]  # what an event speaks of
Recall = Callable[[int], AnyEvent]
_ABOUT_GAMES = frozenset((ev.GameCorrected, ev.GameVoided))


class StreamState:
    """A stream: its length, the events in it (hash of content → position), what they speak of, what was withdrawn."""

    __slots__ = ("_told", "seen", "stream", "version", "withdrawn")

    def __init__(self, stream: str) -> None:
        self.stream = stream
        self.version = 0
        self.seen: dict[int, int] | None = None
        self.withdrawn: dict[int, int] | None = None
        self._told: dict[Subject, tuple[int, ...]] | None = None

    def remember(self, content: bytes, position: int) -> None:
        if self.seen is None:
            self.seen = {}
        self.seen[hash(content)] = position

    def tell(self, subjects: Iterable[Subject], position: int) -> None:
        """Note that the event at a position speaks of these subjects."""
        if self._told is None:
            self._told = {}
        for subject in subjects:
            self._told[subject] = (*self._told.get(subject, ()), position)

    def positions(self, subject: Subject) -> tuple[int, ...]:
        """The events that speak of a subject, in their order, those withdrawn included."""
        if self._told is None:
            return ()
        return self._told.get(subject, ())

    def latest(self, subject: Subject) -> int | None:
        """The last event that speaks of a subject and was not withdrawn."""
        positions = self.positions(subject)
        return next(
            (position for position in reversed(positions) if not self.is_withdrawn(position)), None
        )

    def withdraw(self, withdrawal: ev.EventWithdrawn, position: int, recall: Recall) -> None:
        if self.withdrawn is None:
            self.withdrawn = {}
        self.withdrawn[withdrawal.withdraws] = position

    def is_withdrawn(self, position: int) -> bool:
        return self.withdrawn is not None and position in self.withdrawn

    def apply(self, event: Any, position: int, recall: Recall) -> None:
        """Update the state by an event that was accepted."""
        if type(event) is ev.EventWithdrawn:
            self.withdraw(event, position, recall)


class KeysState(StreamState):
    """The keys that the log has announced."""

    __slots__ = ("keyring",)

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.keyring = Keyring()

    def apply(self, event: Any, position: int, recall: Recall) -> None:
        self.keyring.apply(event, position)


class PlayerState(StreamState):
    """One player: the registration, the id it was merged into, titles held."""

    __slots__ = ("deceased", "erased", "merged_into", "registered", "titles")

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.registered = 0
        self.merged_into: str | None = None
        self.deceased = 0
        self.erased = 0
        self.titles: list[tuple[str, int]] = []

    def apply(self, event: Any, position: int, recall: Recall) -> None:
        kind = type(event)
        if kind is ev.PlayerRegistered:
            self.registered = position
        elif kind is ev.TitleAwarded:
            self.titles.append((event.title, position))
        elif kind is ev.PlayersMerged:
            self.merged_into = event.kept
        elif kind is ev.PlayerDeceased:
            self.deceased = position
        elif kind is ev.PersonErased:
            self.erased = position
        elif kind is ev.EventWithdrawn:
            self.withdraw(event, position, recall)

    def withdraw(self, withdrawal: ev.EventWithdrawn, position: int, recall: Recall) -> None:
        super().withdraw(withdrawal, position, recall)
        self.titles = [held for held in self.titles if held[1] != withdrawal.withdraws]
        if self.deceased == withdrawal.withdraws:
            self.deceased = 0


class TournamentState(StreamState):
    """One tournament: rounds and days, its games, and which players are busy in which main round."""

    __slots__ = (
        "buried",
        "busy",
        "closed",
        "corrected",
        "end",
        "entries",
        "games",
        "left",
        "part_of",
        "players",
        "registered",
        "rounds",
        "start",
        "voided",
        "voids",
    )

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.registered = self.closed = self.voided = 0
        self.rounds = 0
        self.start = self.end = Date.min
        self.part_of: str | None = None
        self.games: dict[GameKey, int] = {}  # live games → position
        self.busy: dict[
            int, dict[str, int]
        ] = {}  # main round → player → position of the game or bye
        self.entries: dict[str, int] = {}
        self.left: dict[str, int] = {}  # who left the tournament → position
        self.players: dict[GameKey, tuple[str, str]] = {}  # only where a correction changed them
        self.corrected: dict[GameKey, int] = {}  # latest correction
        self.voids: dict[GameKey, int] = {}  # latest voiding
        self.buried: dict[GameKey, list[int]] = {}  # positions of voided games

    def apply(self, event: Any, position: int, recall: Recall) -> None:
        kind = type(event)
        if kind is ev.GameRecorded:  # first: nearly all events are games
            self.games[game_key(event)] = position
            if event.stage == "main":
                self._occupy(event.round, (event.first, event.second), position)
        elif kind is ev.ByeRecorded:
            self._occupy(event.round, (event.player,), position)
        elif kind is ev.PlayerWithdrew:
            self.left[intern(event.player)] = position
        elif kind is ev.PlayerEntered:
            self.entries[intern(event.player)] = position
        elif kind is ev.TournamentRegistered:
            self.registered = position
            self.rounds = event.rounds
            self.start = event.start
            self.end = event.end
            self.part_of = event.part_of
        elif kind is ev.TournamentCorrected:
            self.rounds, self.start, self.end = self.frame_after(event)
            if event.part_of is not UNSET:
                self.part_of = event.part_of
        elif kind is ev.TournamentClosed:
            self.closed = position
        elif kind is ev.TournamentVoided:
            self.voided = position
        elif kind is ev.GameCorrected:
            self._correct_game(event, position, recall)
        elif kind is ev.GameVoided:
            self._void_game(event, position, recall)
        elif kind is ev.EventWithdrawn:
            self.withdraw(event, position, recall)

    def frame_after(self, event: ev.TournamentCorrected) -> tuple[int, Date, Date]:
        """Rounds, start and end as they would be."""
        return (
            self.rounds if event.rounds is UNSET else event.rounds,
            self.start if event.start is UNSET else event.start,
            self.end if event.end is UNSET else event.end,
        )

    def _correct_game(self, event: ev.GameCorrected, position: int, recall: Recall) -> None:
        key = game_key(event)
        before = self.players_of(key, recall)
        after = (event.first or before[0], event.second or before[1])
        self.corrected[key] = position
        if after != before:
            self.players[key] = after
            if event.stage == "main":
                self._release(event.round, before, self.games[key])
                self._occupy(event.round, after, self.games[key])

    def _void_game(self, event: ev.GameVoided, position: int, recall: Recall) -> None:
        key = game_key(event)
        if event.stage == "main":
            self._release(event.round, self.players_of(key, recall), self.games[key])
        self.buried.setdefault(key, []).append(self.games.pop(key))
        self.voids[key] = position
        self.players.pop(key, None)
        self.corrected.pop(key, None)

    def withdraw(self, withdrawal: ev.EventWithdrawn, position: int, recall: Recall) -> None:
        super().withdraw(withdrawal, position, recall)
        event = recall(withdrawal.withdraws)
        if isinstance(event, ev.ByeRecorded):
            self._release(event.round, (event.player,), withdrawal.withdraws)
        elif (
            isinstance(event, ev.PlayerEntered)
            and self.entries.get(event.player) == withdrawal.withdraws
        ):
            del self.entries[event.player]
        elif (
            isinstance(event, ev.PlayerWithdrew)
            and self.left.get(event.player) == withdrawal.withdraws
        ):
            del self.left[event.player]

    def players_of(self, key: GameKey, recall: Recall) -> tuple[str, str]:
        """Who plays a live game, as corrected."""
        if key in self.players:
            return self.players[key]
        game = recall(self.games[key])
        assert isinstance(game, ev.GameRecorded)
        return game.first, game.second

    def players_about(self, event: Any, recall: Recall) -> tuple[str, ...]:
        """Whom the correction or voiding of a live game may be about: its players before and after; else nobody."""
        if type(event) not in _ABOUT_GAMES:
            return ()
        players = list(self.players_of(game_key(event), recall))
        if isinstance(event, ev.GameCorrected):
            players += [player for player in (event.first, event.second) if player is not None]
        return tuple(dict.fromkeys(players))

    def last_round(self) -> int:
        """The highest main round in which anything is recorded."""
        return max((number for number, players in self.busy.items() if players), default=0)

    def _occupy(self, number: int, players: tuple[str, ...], position: int) -> None:
        busy = self.busy.get(number)
        if busy is None:
            busy = self.busy[number] = {}
        for player in players:
            busy[intern(player)] = position

    def _release(self, number: int, players: tuple[str, ...], position: int) -> None:
        busy = self.busy.get(number, {})
        for player in players:
            if busy.get(player) == position:
                del busy[player]


def game_key(event: ev.GameRecorded | ev.GameCorrected | ev.GameVoided | ev.GameUnrated) -> GameKey:
    """What tells a game from the others of its tournament: stage, round, board."""
    return place_key(event.stage, event.round, event.board)


def place_key(stage: str, round_: int, board: int) -> GameKey:
    """The same of a game's place."""
    if stage == "main":
        return round_ << 20 | board
    return stage, round_, board
