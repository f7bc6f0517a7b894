"""A tournament as the snapshot has it, for a report of what holds now."""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from ledger.append.places import as_ranking
from ledger.errors import LedgerError
from ledger.events import (
    AnyEvent,
    GameCorrected,
    GameRecorded,
    GameVoided,
    RankingCorrected,
    Result,
    TournamentClosed,
    TournamentCorrected,
    TournamentRegistered,
    TournamentVoided,
)
from projections import Snapshot
from projections.rankings import given_rankings
from replay.files.recorded import standing
from replay.files.trf.story import CORRECTIONS, Story, one_line, withdrawn
from schemes.kernels.inputs import RESULTS, STAGES
from wording import say

GameKey = tuple[str, int, int]  # stage, round, board


class GameNow(Struct, frozen=True):
    """A game as it holds now."""

    first: str
    second: str
    result: Result


def as_corrected(events: Iterable[AnyEvent], snapshot: Snapshot) -> Story:
    """The tournament as the snapshot has it; each correction among its events becomes a remark."""
    events = list(events)
    for event in events:
        if isinstance(event, TournamentVoided):
            told = {"tournament": event.tournament, "reason": event.reason}
            raise LedgerError(say("tournament {tournament!r} is voided: {reason}", **told))
    number = _number(events, snapshot)
    registered = snapshot.tournaments.registration(number)
    recorded: list[AnyEvent] = [registered]
    newest: dict[GameKey, GameRecorded] = {}
    for event in standing(events):
        if isinstance(event, GameRecorded):
            newest[_key(event)] = event
        elif isinstance(event, TournamentClosed):
            recorded.append(_closed(event, snapshot, number))
        elif not isinstance(event, (TournamentRegistered, *CORRECTIONS)):
            recorded.append(_of_kept(event, snapshot))
    games = games_now(snapshot, number)
    for key, game in newest.items():
        if key in games:
            now = games[key]
            recorded.append(replace(game, first=now.first, second=now.second, result=now.result))
    return Story(registered, recorded, remarks=[*withdrawn(events), *_corrections(events)])


def _number(events: Iterable[AnyEvent], snapshot: Snapshot) -> int:
    """The number of the tournament that the events are about."""
    for event in events:
        if isinstance(event, TournamentRegistered):
            number = snapshot.tournaments.number(event.tournament)
            if number is not None:
                return number
    raise LedgerError(
        say("no such tournament"), remedy=say("`log --type TournamentRegistered` lists them")
    )


def games_now(snapshot: Snapshot, number: int) -> dict[GameKey, GameNow]:
    """The games of a tournament: corrected, without void ones, merged players as one."""
    games = snapshot.games.of(np.array([number]))
    first = snapshot.people.ids.take(games.first).to_pylist()
    second = snapshot.people.ids.take(games.second).to_pylist()
    found: dict[GameKey, GameNow] = {}
    for row in range(len(games)):
        key = (STAGES[games.stage[row]], int(games.round[row]), int(games.board[row]))
        found[key] = GameNow(first[row], second[row], Result(RESULTS[games.result[row]]))
    return found


def _closed(event: TournamentClosed, snapshot: Snapshot, number: int) -> TournamentClosed:
    """The closing with the ranking that the office gave last; none if it left the ranking to the rules."""
    given = given_rankings(snapshot).get(number)
    if given is None:
        return replace(event, ranking=None, places=None)
    kept = snapshot.people.kept[given.players].tolist()
    ranking = tuple(snapshot.people.ids.take(list(dict.fromkeys(kept))).to_pylist())
    if len(ranking) < len(kept):  # two of them are one player now, with the better place
        return replace(event, ranking=ranking, places=None)
    shared, places = as_ranking(ranking, given.places)
    return replace(event, ranking=shared, places=places)


def _of_kept(event: AnyEvent, snapshot: Snapshot) -> AnyEvent:
    """An event about a player under the id that counts now."""
    player = getattr(event, "player", None)
    number = snapshot.people.number(player) if player is not None else None
    if number is None:
        return event
    changed: Any = {"player": snapshot.people.ids[int(snapshot.people.kept[number])].as_py()}
    return replace(event, **changed)


def _corrections(events: Iterable[AnyEvent]) -> Iterator[str]:
    """A remark about each correction."""
    results: dict[GameKey, str] = {}
    for event in events:
        match event:
            case GameRecorded():
                results[_key(event)] = event.result.value
            case GameCorrected():
                changed = f"{results[_key(event)]} became {event.result.value}"
                results[_key(event)] = event.result.value
                yield one_line(f"corrected: {_said(event)}: {changed}: {event.reason}")
            case GameVoided():
                yield one_line(f"voided: {_said(event)}: {event.reason}")
            case RankingCorrected():
                yield one_line(f"ranking corrected: {event.reason}")
            case TournamentCorrected():
                yield one_line(f"tournament corrected: {event.reason}")


def _key(event: GameRecorded | GameCorrected | GameVoided) -> GameKey:
    return (event.stage, event.round, event.board)


def _said(event: GameCorrected | GameVoided) -> str:
    stage = "" if event.stage == "main" else f"{event.stage}, "
    return f"{stage}round {event.round}, board {event.board}"
