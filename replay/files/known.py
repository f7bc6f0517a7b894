"""What the ledger has already, for readers of files: so that no player is registered twice."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from ledger import LedgerError, Log
from ledger.events import (
    AnyEvent,
    PlayerRegistered,
    TournamentRegistered,
)
from ledger.item import Item
from ledger.log.wire_format import encode_content, stream_of
from ledger.names import name_keys

if TYPE_CHECKING:
    from projections import Snapshot

KnownEvent = TypeVar("KnownEvent", bound=AnyEvent)


class KnownLedger:
    """What readers may ask of a ledger; without one nothing is known.

    The log says which events it has. The snapshot says who and what is known, corrections applied; it is opened by the
    first question of that kind, because most imports have none.
    """

    def __init__(
        self,
        log: Log | None = None,
        open_snapshot: "Callable[[], Snapshot] | None" = None,
        earlier: Sequence[AnyEvent] = (),
    ) -> None:
        """Without `open_snapshot` the snapshot is made in memory, from the whole log.

        `earlier`: what the earlier files of a dry run have; it is known as if it had been appended.
        """
        self._log = log
        self._open_snapshot = open_snapshot
        self._supposed = [event for event in earlier if event.position is None]
        self._earlier: dict[str, list[AnyEvent]] = {}  # by stream
        for event in self._supposed:
            self._earlier.setdefault(stream_of(event), []).append(event)
        self._there: dict[str, dict[bytes, AnyEvent]] = {}
        self._rated: dict[str, frozenset[str]] = {}  # scheme → players with a rating from outside

    # Asked of the log

    def has_player(self, player: str) -> bool:
        return self._has_stream(f"player/{player}")

    def _has_stream(self, stream: str) -> bool:
        if stream in self._earlier:
            return True
        return self._log is not None and self._log.store.has_stream(stream)

    def has_key(self, player: str) -> bool:
        """Can anything private be recorded about a player? Not after an erasure, nor where the keys are elsewhere."""
        if self._log is None or not self._log.store.has_stream(f"player/{player}"):
            return True
        return self._log.store.keys.get([player]).get(player) is not None

    def without_sealed_notes(self, items: Iterable[Item]) -> Iterator[Item]:
        """The items without what a reader notes about somebody of whom nothing private can be recorded."""
        for item in items:
            event = item.event
            if event is None or event.note is None:
                yield item
                continue
            player: str | None = getattr(event, "player", None)
            if player is None or self.has_key(player):
                yield item
            else:
                yield item._replace(event=replace(event, note=None), encoded=None)

    def has_tournament(self, tournament: str) -> bool:
        return self._has_stream(f"tournament/{tournament}")

    def registration(self, player: str) -> AnyEvent | None:
        """The registration as it stands in the log, corrected or not."""
        return next(self.events(f"player/{player}"), None)

    def events(self, stream: str) -> Iterator[AnyEvent]:
        """The events of a stream (`player/ID`, `tournament/ID`)."""
        if self._log is not None:
            yield from (event for _, event in self._log.stream(stream))
        yield from self._earlier.get(stream, ())

    def as_recorded(self, event: AnyEvent) -> AnyEvent:
        """The event as the log has it, if it is there with another ref, note or by (from another file)."""
        if self._log is None:
            return event
        stream = stream_of(event)
        if stream not in self._there:
            self._there[stream] = {
                content_without_origin(known): fresh(known) for known in self.events(stream)
            }
        there = self._there[stream]
        if there:
            return there.get(content_without_origin(event), event)
        return event

    # Asked of the snapshot

    @cached_property
    def snapshot(self) -> "Snapshot | None":
        """What is known now; None without a ledger."""
        if self._log is None:
            return None
        from projections import (  # only here, because it loads the read model
            Snapshot,
            Supposed,
            open_model,
        )

        if self._open_snapshot is not None:
            snapshot = self._open_snapshot()
        else:
            snapshot = Snapshot(open_model(self._log, None))
        if not self._supposed:
            return snapshot
        try:
            entries = self._log.rehearse(self._supposed)
        except LedgerError:  # the run is refused, and says why where the mistake is
            return snapshot
        return Snapshot(Supposed(snapshot.model, entries))

    @cached_property
    def merged(self) -> dict[str, str]:
        """Ids of people who had two, each with the id that it counts for."""
        if self.snapshot is None:
            return {}
        people = self.snapshot.people
        return {
            people.id_list[number]: people.id_list[kept]
            for number, kept in enumerate(people.kept.tolist())
            if kept != number
        }

    def kept_id(self, player: str) -> str:
        """The id that a player counts for: another one, if two were merged."""
        if not self.has_player(player):
            return player
        return self.merged.get(player, player)

    def player(self, player: str) -> PlayerRegistered | None:
        """A player as registered and since corrected."""
        number = self._numbers.get(player) if self.has_player(player) else None
        if self.snapshot is None or number is None:
            return None
        return self.snapshot.people.registration(number)

    def tournament(self, tournament: str) -> TournamentRegistered | None:
        """A tournament as registered and since corrected."""
        if not self.has_tournament(tournament) or self.snapshot is None:
            return None
        number = self.snapshot.tournaments.number(tournament)
        if number is None:
            return None
        return self.snapshot.tournaments.registration(number)

    def players_called(self, name: str) -> list[str]:
        """The ids of all players with this name, in any language; a merged player is whoever it counts for."""
        return _called(name, self._players_by_name)

    def tournaments_called(self, name: str) -> list[str]:
        """The ids of all tournaments with this name."""
        return _called(name, self._tournaments_by_name)

    def has_rating(self, player: str, scheme: str) -> bool:
        """Was a rating carried into a scheme for this player?"""
        if not self.has_player(player) or self.snapshot is None:
            return False
        if scheme not in self._rated:
            from replay.files.fide.records import rated_from_outside

            self._rated[scheme] = rated_from_outside(self.snapshot, scheme)
        return player in self._rated[scheme]

    @cached_property
    def _numbers(self) -> dict[str, int]:
        """The numbers of all players."""
        if self.snapshot is None:
            return {}
        return {player: number for number, player in enumerate(self.snapshot.people.id_list)}

    @cached_property
    def _players_by_name(self) -> dict[str, set[str]]:
        if self.snapshot is None:
            return {}
        people = self.snapshot.people
        names = list(enumerate(people.names.to_pylist()))
        names += [
            (number, name)
            for number, several in people.names_elsewhere.items()
            for name in several.values()
        ]
        return _by_name((people.id_list[people.kept[number]], name) for number, name in names)

    @cached_property
    def _tournaments_by_name(self) -> dict[str, set[str]]:
        if self.snapshot is None:
            return {}
        from projections.find import tournament_names

        return _by_name(
            zip(
                self.snapshot.tournaments.ids.to_pylist(),
                tournament_names(self.snapshot),
                strict=True,
            )
        )


def _called(name: str, by_name: dict[str, set[str]]) -> list[str]:
    return sorted({player for key in name_keys(name) for player in by_name.get(key, ())})


def _by_name(pairs: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    """Ids by the keys of their names."""
    ids: dict[str, set[str]] = {}
    for player, name in pairs:
        for key in name_keys(name):
            ids.setdefault(key, set()).add(player)
    return ids


def fresh(event: KnownEvent) -> KnownEvent:
    """An event of the log as a file would have it: it may be recorded anew, if it was taken back since."""
    return replace(event, position=None, recorded=None, by=None)


def content_without_origin(event: AnyEvent) -> bytes:
    """What an event says, whichever file it came from: without ref and note."""
    return encode_content(replace(event, ref=None, note=None, by=None))
