"""What is refused of events about other events (withdrawals, published lists), federations, and keys."""

from typing import Any

from ledger import events as ev
from ledger.append.judgement.grounds import is_repeated, refuse_clumsy_id, refuse_voided
from ledger.append.stream_state import StreamState, TournamentState
from ledger.append.stream_states import StreamStates
from ledger.errors import LedgerError
from ledger.item import Objection
from ledger.log.wire_format import KEYS, decode_stored, stream_of
from ledger.tree.checkpoint import Checkpoint
from ledger.tree.note import LOG, PublicKey
from wording import say

TWO_PEOPLE = say(
    "if they are two people, give the games of one to another id with GameCorrected: a merge cannot be withdrawn"
)
WITHDRAWABLE = (
    ev.FoulRecorded,
    ev.ByeRecorded,
    ev.PlayerEntered,
    ev.PlayerWithdrew,
    ev.AbsenceExcused,
    ev.TitleAwarded,
    ev.TitleRevoked,
    ev.RatingCarriedIn,
    ev.RatingEnded,
    ev.FederationSuspended,
    ev.FederationReinstated,
    ev.PlayerTransferred,
    ev.PlayerDeceased,
    ev.InactivityDeclared,
    ev.ActivityResumed,
    ev.ReportReceived,
    ev.GameUnrated,
)


def event_withdrawn(
    states: StreamStates, event: ev.EventWithdrawn, body: bytes
) -> StreamState | None:
    found = states.source.located(event.withdraws)
    if found is None:
        raise Objection(
            say("there is no event at position {withdraws} yet", withdraws=event.withdraws),
            say("rating-ledger log shows positions"),
        )
    stream, stored = found
    state = states.by_stream(stream)
    if is_repeated(states, state, event, body):
        return None
    target = decode_stored(stored)
    if not isinstance(target, WITHDRAWABLE):
        raise Objection(
            say(
                "position {withdraws} is a {type}, which cannot be withdrawn",
                withdraws=event.withdraws,
                type=type(target).__name__,
            ),
            _instead(target),
        )
    if state.withdrawn and event.withdraws in state.withdrawn:
        raise Objection(
            say(
                "position {withdraws} is already withdrawn ({cite})",
                withdraws=event.withdraws,
                cite=states.cite(state.withdrawn[event.withdraws]),
            )
        )
    if isinstance(state, TournamentState):
        refuse_voided(states, state, stream.removeprefix("tournament/"))
    return state


def _instead(event: Any) -> str:
    if isinstance(event, ev.TournamentVoided):
        return say("register it under another id, if it was played after all")
    if isinstance(event, ev.GameVoided):
        return say("record the game again, if it was played after all")
    if isinstance(event, ev.GameRecorded | ev.GameCorrected):
        return say("append a GameCorrected or a GameVoided")
    if hasattr(event, "tournament"):
        return say("append a TournamentCorrected, RankingCorrected or TournamentVoided")
    if isinstance(event, ev.PlayerRegistered | ev.PlayerCorrected):
        return say("append a PlayerCorrected")
    if isinstance(event, ev.KeyAnnounced):
        return say("append a KeyRevoked")
    if isinstance(event, ev.PlayersMerged):
        return TWO_PEOPLE
    return say("only what has no correction of its own can be withdrawn")


def about_federation(
    states: StreamStates, event: ev.FederationSuspended | ev.FederationReinstated, body: bytes
) -> StreamState | None:
    refuse_clumsy_id(event.federation, "federation")
    stream = stream_of(event)
    state = states.other(stream)
    if is_repeated(states, state, event, body):
        return None
    if not states.source.has_players_of(event.federation):
        states.warning = Objection(
            say("no player belongs to federation {federation!r}", federation=event.federation),
            say("check the code; if it is wrong, append an EventWithdrawn"),
        )
    states.others[stream] = state
    return state


def list_published(
    states: StreamStates, event: ev.ListPublished, body: bytes
) -> StreamState | None:
    stream = stream_of(event)
    state = states.other(stream)
    if is_repeated(states, state, event, body):
        return None
    try:
        checkpoint = Checkpoint.parse(event.checkpoint)
    except LedgerError as error:
        raise Objection(error.wrong, error.remedy) from error
    if checkpoint.size != event.at_position:
        raise Objection(
            say(
                "the checkpoint is for {size} events, the list for position {at_position}",
                size=checkpoint.size,
                at_position=event.at_position,
            )
        )
    root = states.source.root(event.at_position)
    fits = root == checkpoint.root or event.is_from_before(states.source.origin, checkpoint.origin)
    if root is None or not fits:
        raise Objection(
            say(
                "the checkpoint does not fit this log at position {at_position}",
                at_position=event.at_position,
            ),
            say(
                "the list was published from another log; publish it from this one, or import that log's sealed export"
            )
            if event.root
            else say(
                "a ledger made from the export of one of format 1 needs a name of its own: init --origin"
            ),
        )
    if refusal := states.keys().keyring.refusal(checkpoint):
        raise Objection(refusal, say("publish it with --key"))
    states.others[stream] = state
    return state


def key_announced(states: StreamStates, event: ev.KeyAnnounced, body: bytes) -> StreamState | None:
    state = states.keys()
    if is_repeated(states, state, event, body):
        return None
    try:
        key = PublicKey.parse(event.key)
    except LedgerError as error:
        raise Objection(error.wrong, error.remedy) from error
    if key.kind != LOG:
        raise Objection(
            say("the key is that of a witness, which cosigns the logs of others"),
            say("announce a key of the log"),
        )
    if event.key in state.keyring.announced:
        raise Objection(
            say(
                "the key is already announced ({cite})",
                cite=states.cite(state.keyring.announced[event.key]),
            ),
            say("announce another one; a key that was revoked stays so"),
        )
    states.others[KEYS] = state
    return state


def key_revoked(states: StreamStates, event: ev.KeyRevoked, body: bytes) -> StreamState | None:
    state = states.keys()
    if is_repeated(states, state, event, body):
        return None
    keyring = state.keyring
    if event.key not in keyring.announced:
        raise Objection(
            say("no key {key!r} was announced", key=event.key),
            say("rating-ledger keys show lists them"),
        )
    if event.key in keyring.revoked:
        raise Objection(
            say("the key is already revoked ({cite})", cite=states.cite(keyring.revoked[event.key]))
        )
    return state
