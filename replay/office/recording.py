"""One event that is typed: read as a row of a table, and shown in words before it is appended."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from msgspec.structs import replace

from ledger import AnyEvent, LedgerError, Problem
from ledger import events as ev
from ledger.append.description import detail, event_line, subject
from ledger.append.places import as_ranking
from ledger.errors import refused
from ledger.item import Item, Items
from projections.named import named
from replay.files.known import KnownLedger
from replay.files.tables import SheetKind, TableColumn
from replay.files.tables.cells import UnclearDate, is_none
from replay.files.tables.reader import converted, put, with_other_names
from replay.files.tables.who import PEOPLE
from replay.files.titles import TitleNames
from replay.office.office import Office
from wording import joined, message_of, say

PLACE = "record"
_OF_GAMES = (ev.GameRecorded, ev.GameCorrected, ev.GameVoided)


class Recording:
    """One event of a kind, from what was typed for each field."""

    def __init__(
        self,
        office: Office,
        kind: SheetKind,
        texts: Mapping[str, Any],
        by: str | None,
        tell: Callable[[str], None],
    ) -> None:
        """`tell` gets the id and name of everybody who was named by something else than an id."""
        self._office = office
        self._log = office.log
        self._kind = kind
        self._tell = tell
        self._known = KnownLedger(self._log, office.snapshot)
        self.seen_until = self._log.head
        self.event: AnyEvent = replace(with_other_names(self._read(texts), self._known), by=by)

    def items(self) -> Items:
        """The event, to be appended."""
        item = Item(PLACE, f"{subject(self.event)} {detail(self.event)}", self.event)
        return Items(PLACE, iter([item]), self.seen_until)

    # Reading what was typed

    def _read(self, texts: Mapping[str, Any]) -> AnyEvent:
        """All of it, or everything that is wrong with it."""
        fields: dict[str, Any] = {"type": self._kind.event.__name__, "date": date.today()}
        problems: list[Problem] = []
        columns = {column.field: column for column in self._kind.columns}
        for field, text in texts.items():
            try:
                if field == "ranking":
                    fields |= self._ranking(text)
                else:
                    put(fields, field, self._value(columns[field], text))
            except ValueError as error:
                problems.append(Problem(f"{PLACE}: {field}", _said(error)))
            except LedgerError as error:
                problems += [
                    replace(problem, place=f"{PLACE}: {field}") for problem in error.problems
                ]
        made = Problem("", "") if problems else converted(self._kind, fields, PLACE)
        if not isinstance(made, Problem):
            made = TitleNames(self._log, self._office.place).event(made)
        if isinstance(made, Problem):
            raise refused(problems or [replace(made, place=made.place or PLACE)])
        return made

    def _ranking(self, players: Sequence[str]) -> dict[str, Any]:
        """The players, best first; `=` before one: the same place as the player before."""
        named: list[str] = []
        places: list[int] = []
        for number, text in enumerate(players, 1):
            shares = (
                bool(places)
                and text.startswith("=")
                and not self._log.store.has_stream(f"player/{text}")
            )
            named.append(self._named("player", text.removeprefix("=").strip() if shares else text))
            places.append(places[-1] if shares else number)
        ranking, _ = as_ranking(named, places)
        return {"ranking": ranking}

    def _value(self, column: TableColumn, text: str) -> Any:
        if column.can_be_removed and is_none(text):
            return None
        value = column.read(text)
        if column.field in PEOPLE and self._kind.event is not ev.PlayerRegistered:
            return self._named("player", value)
        if column.field == "tournament" and self._kind.event is not ev.TournamentRegistered:
            return self._named("tournament", value)
        return value

    def _named(self, kind: str, text: str) -> str:
        """An id that exists, else the id of the only one with such a name."""
        if self._log.store.has_stream(f"{kind}/{text}"):
            return text
        return named(self._office.snapshot(), kind, text, self._tell)

    # Showing it

    def shown(self) -> Iterator[tuple[str, str]]:
        """The event as `log` has it, what stands in the log so far, and who the ids are: each with what it is."""
        yield say("event"), _line(self.event)
        so_far = list(self._so_far())
        for position, event in so_far:
            yield say("so far"), joined(" ", (f"#{position}", _line(event)))
        named = [
            player
            for event in (self.event, *(other for _, other in so_far))
            for player in players_of(event)
        ]
        for player in dict.fromkeys(named):
            if (person := self._known.player(player)) is not None:
                yield player, person.name

    def _so_far(self) -> Iterator[tuple[int, AnyEvent]]:
        """What a correction is about, as recorded."""
        event = self.event
        if isinstance(event, ev.EventWithdrawn):
            yield event.withdraws, self._log.event(event.withdraws)
        elif isinstance(event, ev.GameCorrected | ev.GameVoided):
            for position, other in self._log.stream(f"tournament/{event.tournament}"):
                if isinstance(other, _OF_GAMES) and _game(other) == _game(event):
                    yield position, other
        elif isinstance(event, ev.PlayerCorrected):
            yield from self._in_stream(
                f"player/{event.player}", ev.PlayerRegistered, ev.PlayerCorrected
            )
        elif isinstance(event, ev.TournamentCorrected | ev.TournamentVoided):
            stream = f"tournament/{event.tournament}"
            yield from self._in_stream(stream, ev.TournamentRegistered, ev.TournamentCorrected)
        elif isinstance(event, ev.RankingCorrected):
            yield from self._in_stream(
                f"tournament/{event.tournament}", ev.TournamentClosed, ev.RankingCorrected
            )

    def _in_stream(self, stream: str, *types: type) -> Iterator[tuple[int, AnyEvent]]:
        return (
            (position, event)
            for position, event in self._log.stream(stream)
            if isinstance(event, types)
        )


def _said(error: ValueError) -> str:
    if isinstance(error, UnclearDate):
        return say("{text} can be read in two ways; write 2026-11-30", text=error.args[0])
    return message_of(error)


def _line(event: AnyEvent) -> str:
    return joined(" ", (str(event.date), event_line(event)))


def _game(event: ev.GameRecorded | ev.GameCorrected | ev.GameVoided) -> tuple[str, int, int]:
    return event.stage, event.round, event.board


def players_of(event: AnyEvent) -> list[str]:
    """The players an event names."""
    names = [
        getattr(event, field, None) for field in ("player", "first", "second", "kept", "duplicate")
    ]
    players = [*names, *(event.ranked if isinstance(event, ev.Ranked) else ())]
    return [name for name in players if isinstance(name, str)]
