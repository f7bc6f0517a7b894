"""What is refused of events about tournaments."""

from collections.abc import Iterable, Sequence
from datetime import date as Date
from decimal import Decimal
from typing import Any

from msgspec import UNSET

from ledger import events as ev
from ledger.append.judgement.grounds import (
    is_played,
    is_repeated,
    open_tournament,
    refuse_beyond,
    refuse_busy,
    refuse_clumsy_id,
    refuse_empty_correction,
    refuse_far,
    refuse_odd_number,
    refuse_voided,
    unknown_player,
)
from ledger.append.judgement.standing import earlier_fouls
from ledger.append.places import wrong_place
from ledger.append.said import foul_of
from ledger.append.stream_state import StreamState, TournamentState, place_key
from ledger.append.stream_states import StreamStates
from ledger.item import Objection
from wording import say

HALF = Decimal("0.5")


def tournament_registered(
    states: StreamStates, event: ev.TournamentRegistered, body: bytes
) -> StreamState | None:
    state = states.tournament(event.tournament)
    if state.version:
        if states.is_same(state.registered, body):
            return None
        raise Objection(
            say(
                "tournament {tournament!r} exists already with other data ({cite})",
                tournament=event.tournament,
                cite=states.cite(state.registered),
            ),
            say("append a TournamentCorrected if the registration was wrong, or use another id"),
        )
    refuse_clumsy_id(event.tournament, "tournament")
    for scheme in event.rated:
        refuse_clumsy_id(scheme, "scheme")
    refuse_frame(event.start, event.end)
    if event.hours_per_day is not None:
        refuse_odd_number("hours_per_day", event.hours_per_day, 24)
    if event.points and event.standings not in ("given", "fide"):
        raise Objection(
            say("{standings} has points of its own", standings=event.standings),
            say("leave `points` out, or `standings`"),
        )
    if event.tie_breaks and event.standings != "fide":
        raise Objection(
            say("{standings} has tie-breaks of its own", standings=event.standings),
            say("leave `tie_breaks` out, or give `standings` as fide"),
        )
    refuse_awards(states, event.points or ())
    if event.part_of is not None:
        refuse_stage_of_itself(states, event.tournament, event.part_of)
    states.tournaments[event.tournament] = state
    return state


def refuse_stage_of_itself(states: StreamStates, tournament: str, whole: str) -> None:
    """Refuse a stage of a tournament that is not registered, or that is a stage of this one."""
    above: str | None = whole
    while above is not None and above != tournament:
        above = open_tournament(states, above).part_of
    if above == tournament:
        raise Objection(
            say("tournament {tournament!r} would be a stage of itself", tournament=tournament),
            say("name the whole event in part_of, and let the whole event name none of its stages"),
        )


def refuse_frame(start: Date, end: Date) -> None:
    refuse_far("start", start)
    refuse_far("end", end)
    if end < start:
        raise Objection(
            say("end {end} is before start {start}", end=end, start=start),
            say("give the last day as end, the first as start"),
        )


def tournament_corrected(
    states: StreamStates, event: ev.TournamentCorrected, body: bytes
) -> StreamState | None:
    refuse_empty_correction(event)
    state = about_tournament(states, event, body)
    if state is None:
        return None
    for scheme in event.rated or ():
        refuse_clumsy_id(scheme, "scheme")
    rounds, start, end = state.frame_after(event)
    refuse_frame(start, end)
    if event.registered is not UNSET:
        refuse_far("registered", event.registered)
    if isinstance(event.hours_per_day, Decimal):
        refuse_odd_number("hours_per_day", event.hours_per_day, 24)
    refuse_awards(states, event.points or ())
    if isinstance(event.part_of, str):
        refuse_stage_of_itself(states, event.tournament, event.part_of)
    last = state.last_round()
    if rounds < last:
        raise Objection(
            say("{rounds} rounds, but round {last} is recorded already", rounds=rounds, last=last),
            say("void or withdraw what is recorded beyond first"),
        )
    return state


def refuse_awards(states: StreamStates, awards: Iterable[ev.Award]) -> None:
    """Refuse points that are not whole or half, and players that are not registered."""
    for award in awards:
        if not award.points.is_finite() or abs(award.points) > 1000 or award.points % HALF:
            raise Objection(
                say("{points} points for {outcome}", points=award.points, outcome=award.outcome),
                say("give whole or half points, up to 1000"),
            )
        for player in award.players or ():
            if not states.knows(player):
                raise unknown_player(player)


def about_tournament(states: StreamStates, event: Any, body: bytes) -> TournamentState | None:
    """Events that only need their tournament."""
    state = open_tournament(states, event.tournament)
    if is_repeated(states, state, event, body):
        return None
    refuse_voided(states, state, event.tournament)
    return state


def player_entered(
    states: StreamStates, event: ev.PlayerEntered, body: bytes
) -> StreamState | None:
    state = open_tournament(states, event.tournament)
    at = state.entries.get(event.player)
    if at is not None and states.is_same(at, body):
        return None
    _note_withdrawn(states, state, body)
    refuse_voided(states, state, event.tournament)
    if not states.knows(event.player):
        raise unknown_player(event.player)
    if at is not None:
        raise Objection(
            say(
                "player {player!r} is already entered with other data ({cite})",
                player=event.player,
                cite=states.cite(at),
            ),
            say("withdraw that entry first (EventWithdrawn)"),
        )
    return state


def _note_withdrawn(states: StreamStates, state: StreamState, body: bytes) -> None:
    """An entry or a bye that was withdrawn may come again unchanged."""
    states.overtaken = next((at for at in state.withdrawn or () if states.is_same(at, body)), 0)


def bye_recorded(states: StreamStates, event: ev.ByeRecorded, body: bytes) -> StreamState | None:
    state = open_tournament(states, event.tournament)
    at = state.busy.get(event.round, {}).get(event.player)
    if at is not None and states.is_same(at, body):
        return None
    _note_withdrawn(states, state, body)
    refuse_voided(states, state, event.tournament)
    if not states.knows(event.player):
        raise unknown_player(event.player)
    refuse_beyond(state, event.round)
    refuse_busy(states, state, event.round, (event.player,))
    return state


def _refuse_round_of_departure(state: TournamentState, event: ev.PlayerWithdrew) -> None:
    """A departure says after which round, and there is another one."""
    if (event.after_round is None) == (event.round is None):
        raise Objection(
            say("a PlayerWithdrew needs `after_round`, the last round before the player left"),
            say("give it, and no `round`; 0 is before the first round"),
        )
    if event.first_missed > state.rounds:
        raise Objection(
            say(
                "there is no round after {number}: the tournament has {rounds} rounds",
                number=event.first_missed - 1,
                rounds=state.rounds,
            ),
            say("correct the round, or append a TournamentCorrected with more rounds"),
        )


def player_withdrew(
    states: StreamStates, event: ev.PlayerWithdrew, body: bytes
) -> StreamState | None:
    state = about_tournament(states, event, body)
    if state is None:
        return None
    player = event.player
    if not states.knows(player):
        raise unknown_player(player)
    _refuse_round_of_departure(state, event)
    if player in state.left:
        raise Objection(
            say(
                "player {player!r} has left already ({cite})",
                player=player,
                cite=states.cite(state.left[player]),
            ),
            say("withdraw that first (EventWithdrawn)"),
        )
    for number, busy in sorted(state.busy.items()):
        if (
            number >= event.first_missed
            and player in busy
            and is_played(states.recall(busy[player]))
        ):
            raise Objection(
                say(
                    "player {player!r} played in round {number} ({cite})",
                    player=player,
                    number=number,
                    cite=states.cite(busy[player]),
                ),
                say("give the first round without a game"),
            )
    return state


def foul_recorded(states: StreamStates, event: ev.FoulRecorded, body: bytes) -> StreamState | None:
    """Two equal fouls are two; a file that is imported again has those that it had before."""
    state = open_tournament(states, event.tournament)
    earlier = earlier_fouls(states, state, event, body)
    counted = states.repeated.get((state.stream, hash(body)), 0)
    if counted < len(earlier):
        states.repeated[state.stream, hash(body)] = counted + 1
        standing = [at for at in earlier if not state.is_withdrawn(at)]
        if counted < len(standing) or state.voided:
            return None
        states.overtaken = earlier[-1]
    refuse_voided(states, state, event.tournament)
    if not states.knows(event.player):
        raise unknown_player(event.player)
    if event.stage == "main":
        refuse_beyond(state, event.round)
    _refuse_game_of_others(states, state, event)
    _warn_of_another_foul(states, state, event)
    return state


def _refuse_game_of_others(
    states: StreamStates, state: TournamentState, event: ev.FoulRecorded
) -> None:
    """A foul on a board belongs to a game of the player."""
    if event.board is None:
        return
    key = place_key(event.stage, event.round, event.board)
    if key in state.games and event.player not in state.players_of(key, states.recall):
        raise Objection(
            say(
                "{player!r} does not play on board {board} of round {round} ({cite})",
                player=event.player,
                board=event.board,
                round=event.round,
                cite=states.cite(state.games[key]),
            ),
            say("give the board of the player's own game, or leave it out"),
        )


def _warn_of_another_foul(states: StreamStates, state: StreamState, event: ev.FoulRecorded) -> None:
    """Say which fouls it is added to."""
    standing = [at for at in state.positions(foul_of(event)) if not state.is_withdrawn(at)]
    if standing:
        number = len(standing) + 1
        states.warning = Objection(
            say(
                "{player!r} already has this foul in this round: this is number {number}",
                player=event.player,
                number=number,
            ),
            say("the one before: {cite}", cite=states.cite(standing[-1])),
        )


def tournament_closed(
    states: StreamStates, event: ev.TournamentClosed, body: bytes
) -> StreamState | None:
    state = about_tournament(states, event, body)
    if state is None:
        return None
    if state.closed:
        raise Objection(
            say(
                "tournament {tournament!r} is already closed, with other data ({cite})",
                tournament=event.tournament,
                cite=states.cite(state.closed),
            ),
            say("append a RankingCorrected if the ranking was wrong"),
        )
    refuse_ranking(states, event)
    return state


def ranking_corrected(
    states: StreamStates, event: ev.RankingCorrected, body: bytes
) -> StreamState | None:
    state = about_tournament(states, event, body)
    if state is None:
        return None
    if not state.closed:
        raise Objection(
            say(
                "tournament {tournament!r} has no ranking to correct: it is not closed",
                tournament=event.tournament,
            ),
            say("append a TournamentClosed with the ranking"),
        )
    refuse_ranking(states, event)
    return state


def refuse_ranking(states: StreamStates, event: ev.Ranked) -> None:
    """Refuse a player who is named twice or not registered, and places that are not those of the players."""
    if event.places is not None:
        refuse_places(event, event.places)
    placed: set[str] = set()
    for player in event.ranked:
        if player in placed:
            raise Objection(
                say("player {player!r} stands twice in the ranking", player=player),
                say("name every player once"),
            )
        placed.add(player)
        if not states.knows(player):
            raise unknown_player(player)


def refuse_places(event: ev.Ranked, places: Sequence[int]) -> None:
    """Places are given where some are shared: one for each player, in order, each shared or the next one."""
    if event.ranked != event.ranking:
        raise Objection(
            say("shared places are given twice: as lists in the ranking, and as `places`"),
            say("leave `places` out"),
        )
    if len(places) != len(event.ranked):
        wrong = say(
            "{places} places for {players} players", places=len(places), players=len(event.ranked)
        )
        raise Objection(
            wrong, say("give a place for every player of the ranking, or leave `places` out")
        )
    odd = wrong_place(places)
    if odd is not None:
        raise Objection(
            odd, say("places are 1, 2, 3 …; after a shared one 1, 2, 2, 4 or 1, 2, 2, 3")
        )
    if list(places) == list(range(1, len(places) + 1)):
        raise Objection(say("no place is shared"), say("leave `places` out"))
