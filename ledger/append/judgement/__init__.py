"""What append refuses: one function for each type, giving the state of its stream, or None for a duplicate.

- players, games, tournaments, records: the functions, by what the event is about; texts: of any event
- grounds: that several types share · standing: does an earlier event still stand? if not, it is held back
"""

from collections.abc import Callable
from typing import Any

from ledger import events as ev
from ledger.append.judgement import games, players, records, tournaments
from ledger.append.stream_state import StreamState
from ledger.append.stream_states import StreamStates

Judge = Callable[[StreamStates, Any, bytes], StreamState | None]

JUDGES: dict[type, Judge] = {
    ev.PlayerRegistered: players.player_registered,
    ev.PlayerTransferred: players.about_player,
    ev.PlayerDeceased: players.player_deceased,
    ev.PlayersMerged: players.players_merged,
    ev.TitleAwarded: players.about_player,
    ev.TitleRevoked: players.title_revoked,
    ev.PlayerCorrected: players.player_corrected,
    ev.RatingCarriedIn: players.rating_carried_in,
    ev.RatingEnded: players.about_player,
    ev.FederationSuspended: records.about_federation,
    ev.FederationReinstated: records.about_federation,
    ev.TournamentRegistered: tournaments.tournament_registered,
    ev.TournamentCorrected: tournaments.tournament_corrected,
    ev.PlayerEntered: tournaments.player_entered,
    ev.GameRecorded: games.game_recorded,
    ev.ByeRecorded: tournaments.bye_recorded,
    ev.PlayerWithdrew: tournaments.player_withdrew,
    ev.FoulRecorded: tournaments.foul_recorded,
    ev.TournamentClosed: tournaments.tournament_closed,
    ev.ReportReceived: tournaments.about_tournament,
    ev.AbsenceExcused: players.about_player,
    ev.InactivityDeclared: players.about_player,
    ev.ActivityResumed: players.about_player,
    ev.GameCorrected: games.game_corrected,
    ev.GameVoided: games.about_game,
    ev.GameUnrated: games.about_game,
    ev.TournamentVoided: tournaments.about_tournament,
    ev.RankingCorrected: tournaments.ranking_corrected,
    ev.PersonErased: players.person_erased,
    ev.EventWithdrawn: records.event_withdrawn,
    ev.ListPublished: records.list_published,
    ev.KeyAnnounced: records.key_announced,
    ev.KeyRevoked: records.key_revoked,
}

__all__ = ["JUDGES", "Judge"]
