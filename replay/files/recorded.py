"""A tournament that a file is of, as the ledger has it: what stands there is recognised and not recorded again."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from ledger.events import (
    AnyEvent,
    EventWithdrawn,
    GameCorrected,
    GameRecorded,
    GameVoided,
    PlayerEntered,
    RankingCorrected,
    TournamentClosed,
    TournamentRegistered,
)
from replay.files.known import KnownLedger, content_without_origin, fresh


class RecordedTournament:
    """What the ledger has of a tournament already: its registration and entries hold, whatever a file says of them.

    `merges`: ids that the file shows to be other ids of its players, each with the id that is kept. A file that says
    what corrections have made of a game is of the same game; with `as_recorded_first` only what was first recorded is.
    """

    def __init__(
        self,
        tournament: str,
        known: KnownLedger,
        merges: Mapping[str, str],
        *,
        as_recorded_first: bool,
    ) -> None:
        self._known = known
        self._merges = merges
        self._registered: TournamentRegistered | None = None
        self._entered: dict[str, PlayerEntered] = {}
        self._contents: dict[bytes, AnyEvent] = {}
        self.boards: dict[tuple[int, frozenset[str]], int] = {}  # of main rounds, by round and pair
        self._played: dict[tuple[int, int], GameRecorded] = {}  # as recorded, by round and board
        self._holds: dict[tuple[int, int], GameRecorded] = {}  # the same as corrected since
        self._ranking: RankingCorrected | None = None
        events = list(known.events(f"tournament/{tournament}"))
        for event in events:
            if isinstance(event, TournamentRegistered):
                self._registered = event
            elif isinstance(event, PlayerEntered):
                self._entered[self._kept_id(event.player)] = fresh(event)
            elif isinstance(event, GameRecorded) and event.stage == "main":
                self.boards[event.round, self._pair(event)] = event.board
            self._contents[self._content(event)] = fresh(event)
        if not as_recorded_first:
            for event in standing(events):
                self._take_as_it_holds(event)
        self._by_pair = {
            (game.round, self._pair(game)): place for place, game in self._holds.items()
        }

    def _take_as_it_holds(self, event: AnyEvent) -> None:
        """Follow what was corrected in main rounds, and the ranking."""
        if isinstance(event, RankingCorrected):
            self._ranking = event
        if getattr(event, "stage", "") != "main":
            return
        if isinstance(event, GameRecorded):
            self._played[event.round, event.board] = event
            self._holds[event.round, event.board] = event
        elif isinstance(event, GameVoided):
            self._holds.pop((event.round, event.board), None)
        elif isinstance(event, GameCorrected):
            game = self._holds.get((event.round, event.board))
            if game is not None:
                first = event.first or game.first
                second = event.second or game.second
                corrected = replace(game, first=first, second=second, result=event.result)
                self._holds[event.round, event.board] = corrected

    def _pair(self, game: GameRecorded) -> frozenset[str]:
        return frozenset((self._kept_id(game.first), self._kept_id(game.second)))

    def _kept_id(self, player: str) -> str:
        kept = self._known.kept_id(player)
        return self._merges.get(kept, kept)

    def _content(self, event: AnyEvent) -> bytes:
        """What an event says, about people as they are counted: a merged id is the one that it counts for."""
        kept: dict[str, Any] = {}
        for field in ("player", "first", "second"):
            player = getattr(event, field, None)
            if player is not None and self._kept_id(player) != player:
                kept[field] = self._kept_id(player)
        return content_without_origin(replace(event, **kept) if kept else event)

    def opponent(self, round_: int, player: str) -> str | None:
        """Whom a player has in a main round."""
        for number, pair in self.boards:
            if number == round_ and player in pair:
                return next(iter(pair - {player}), None)
        return None

    @property
    def note(self) -> str | None:
        """The note of its registration."""
        return self._registered.note if self._registered else None

    def as_recorded(self, event: AnyEvent) -> AnyEvent:
        """The event, or what the log has in its place (and then counts as a duplicate)."""
        if isinstance(event, TournamentRegistered):
            return self._registered or event
        if isinstance(event, PlayerEntered):
            return self._entered.get(self._kept_id(event.player), event)
        if not hasattr(event, "tournament"):
            return self._known.as_recorded(event)
        there = self._contents.get(self._content(event))
        if there is None and isinstance(event, GameRecorded) and event.stage == "main":
            there = self._as_it_holds(event)
        if there is None and isinstance(event, TournamentClosed):
            # older versions took shared places by number, or such a report without them
            for places in (event.ranks, None):
                older = replace(event, ranking=event.ranked, places=places)
                there = there or self._contents.get(self._content(older))
            there = there or self._closed_as(event)
        if there is None:
            return event
        return there

    def _as_it_holds(self, game: GameRecorded) -> AnyEvent | None:
        """The game of the same pair as the log has it, if corrections have made it what the file says."""
        place = self._by_pair.get((game.round, self._pair(game)))
        if place is None:
            return None
        now = replace(self._holds[place], board=game.board)
        if self._content(now) != self._content(game):
            return None
        return fresh(self._played[place])

    def _closed_as(self, closing: TournamentClosed) -> AnyEvent | None:
        """A closing with the same ranking: its day follows the end, which may have been corrected since."""
        people = self._people(closing)
        last = self._ranking
        for event in self._contents.values():
            if not isinstance(event, TournamentClosed):
                continue
            rankings = [ranking for ranking in (event, last) if ranking is not None]
            if any(self._people(one) == people and one.ranks == closing.ranks for one in rankings):
                return event
        return None

    def _people(self, closing: TournamentClosed | RankingCorrected) -> list[str]:
        return [self._kept_id(player) for player in closing.ranked]


def standing(events: Sequence[AnyEvent]) -> list[AnyEvent]:
    """Withdrawals name positions, which mean nothing in another ledger: what is withdrawn is left out."""
    gone = {event.withdraws for event in events if isinstance(event, EventWithdrawn)}
    return [
        event
        for event in events
        if not isinstance(event, EventWithdrawn) and event.position not in gone
    ]
