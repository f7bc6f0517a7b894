"""Events arranged as a report wants them: players by number, what each did in each round."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date as Date

from msgspec import Struct

from ledger.errors import LedgerError
from ledger.events import (
    AnyEvent,
    ByeRecorded,
    GameRecorded,
    PlayerEntered,
    PlayerRegistered,
    TournamentClosed,
    TournamentRegistered,
)
from replay.files.players import is_fide_number
from replay.files.trf.events import NO_ROUND_DATE
from wording import say

_LAST_NUMBER = 9999


class Crosstable(Struct):
    """A tournament by starting numbers. `left_over`: events that have no place in the columns."""

    registered: TournamentRegistered
    people: Mapping[str, PlayerRegistered]
    numbers: dict[str, int] = {}
    players: dict[int, str] = {}
    ratings: dict[str, int] = {}
    teams: dict[str, list[int]] = {}
    unentered: set[int] = set()
    games: dict[int, list[GameRecorded]] = {}
    byes: dict[int, list[ByeRecorded]] = {}
    dates: dict[int, Date] = {}
    closed: TournamentClosed | None = None
    events: list[AnyEvent] = []
    left_over: list[AnyEvent] = []

    def fide_id(self, number: int) -> str:
        """The id if it can stand as a FIDE number in its column."""
        player = self.players[number]
        if is_fide_number(player):
            return player
        return ""

    @property
    def last_round(self) -> int:
        return max([0, *self.games, *self.byes])


def crosstable(
    registered: TournamentRegistered,
    recorded: Iterable[AnyEvent],
    people: Mapping[str, PlayerRegistered],
) -> Crosstable:
    """Arrange the events; a second game of a player in one round does not fit and is left over."""
    table = Crosstable(registered, people)
    entries: dict[str, PlayerEntered] = {}
    taken: set[tuple[int, str]] = set()
    for event in recorded:
        match event:
            case PlayerEntered() if event.player not in entries:
                entries[event.player] = event
            case GameRecorded(stage="main") if taken.isdisjoint(pair := _pair(event)):
                taken |= pair
                table.games.setdefault(event.round, []).append(event)
            case ByeRecorded() if (event.round, event.player) not in taken:
                taken.add((event.round, event.player))
                table.byes.setdefault(event.round, []).append(event)
            case TournamentClosed() if table.closed is None:
                table.closed = event
            case TournamentRegistered():
                pass
            case _:
                table.left_over.append(event)
                continue
        table.events.append(event)
    _number(table, entries, {player for _, player in taken})
    _date(table)
    return table


def _pair(game: GameRecorded) -> set[tuple[int, str]]:
    return {(game.round, game.first), (game.round, game.second)}


def _number(table: Crosstable, entries: Mapping[str, PlayerEntered], playing: set[str]) -> None:
    """Own numbers where they are given and unique; everybody else the free ones, by id."""
    given = Counter(entry.number for entry in entries.values())
    for player, entry in entries.items():
        if entry.number is not None and given[entry.number] == 1 and entry.number <= _LAST_NUMBER:
            table.numbers[player] = entry.number
    everybody = entries.keys() | playing | set(table.closed.ranked if table.closed else ())
    used = set(table.numbers.values())
    free = (number for number in range(1, _LAST_NUMBER + 1) if number not in used)
    for player in sorted(everybody - table.numbers.keys()):
        number = next(free, None)
        if number is None:
            raise LedgerError(
                say("a report holds at most {last_number} players", last_number=_LAST_NUMBER),
                place=table.registered.tournament,
            )
        table.numbers[player] = number
    table.players = {number: player for player, number in table.numbers.items()}
    table.unentered = {table.numbers[player] for player in everybody - entries.keys()}
    table.events[:0] = [
        table.people[player] for player in sorted(everybody) if player in table.people
    ]
    for player, number in sorted(table.numbers.items(), key=lambda item: item[1]):
        if player in entries and (team := entries[player].team):
            table.teams.setdefault(team, []).append(number)
    table.ratings = {
        player: entry.rating for player, entry in entries.items() if entry.rating is not None
    }


def _date(table: Crosstable) -> None:
    """The day of a round: that of most of its games and byes, the earliest of several."""
    for round_ in table.games.keys() | table.byes.keys():
        events = (*table.games.get(round_, ()), *table.byes.get(round_, ()))
        days = Counter(event.date for event in events)
        if not all((event.note or "").endswith(NO_ROUND_DATE) for event in events):
            table.dates[round_] = min(days, key=lambda day: (-days[day], day))
