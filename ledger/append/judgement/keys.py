"""What is refused of events about the keys that sign checkpoints."""

from ledger import events as ev
from ledger.append.judgement.grounds import is_repeated
from ledger.append.stream_state import StreamState
from ledger.append.stream_states import StreamStates
from ledger.errors import LedgerError
from ledger.item import Objection
from ledger.log.wire_format import KEYS
from ledger.tree.note import LOG, PublicKey
from wording import say


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
