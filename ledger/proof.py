"""Proofs that anyone can check without the ledger: an event stands in the log, and the log only grew."""

import csv
import hashlib
import io
from base64 import b64encode
from typing import Literal

import msgspec
from msgspec import Struct

from ledger.checkpoint import Checkpoint
from ledger.errors import LedgerError
from ledger.events import AnyEvent, ListPublished
from ledger.merkle import is_consistent, leaf_hash, root_from_inclusion
from ledger.tree import SIZE
from ledger.trust import Trust
from ledger.wire_format import decode_stored


class Consistency(Struct, frozen=True):
    """An older checkpoint and the path that leads from it to the newer one."""

    checkpoint: str
    path: tuple[bytes, ...]


class Proof(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An event as stored, the path from it to the root, the checkpoint, perhaps an older one.

    For a rating on a published list: the event is its publication, `listed` the list and `player` whose row it is.
    """

    position: int
    stored: str
    path: tuple[bytes, ...]
    checkpoint: str
    since: Consistency | None = None
    listed: str | None = None
    player: str | None = None
    format: Literal["rating-ledger-proof/1"] = "rating-ledger-proof/1"

    def to_json(self) -> str:
        """Hashes in base64, as in checkpoints; the format comes first."""
        document = {"format": self.format, **msgspec.to_builtins(self)}
        return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"

    @classmethod
    def from_json(cls, data: bytes | str, place: str = "") -> "Proof":
        """Read a proof; every text in it has one spelling, so that no two files say the same in other bytes."""
        try:
            proof, document = msgspec.json.decode(data, type=cls), msgspec.json.decode(data)
            if msgspec.json.decode(proof.to_json()) != {"format": proof.format, **document}:
                raise msgspec.ValidationError("a hash in it is not canonical base64, or a field is empty")
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            remedy = "give the file that rating-ledger prove wrote; if it did, use a newer rating-ledger"
            raise LedgerError(f"not a proof: {error}", place=place, remedy=remedy) from error
        return proof


def failures(proof: Proof, trusted: Checkpoint | None = None, trust: Trust | None = None) -> list[str]:
    """Everything that does not hold, step by step; nothing if the proof is good.

    `trusted` is a checkpoint got elsewhere, `trust` names the keys that must have signed the proof's own.
    """
    checkpoint = Checkpoint.parse(proof.checkpoint)
    if any(len(step) != SIZE for step in (*proof.path, *(proof.since.path if proof.since else ()))):
        return [f"a hash of a path does not have {SIZE} bytes"]
    root = root_from_inclusion(leaf_hash(proof.stored.encode()), proof.position - 1, checkpoint.size, proof.path)
    found = []
    if root != checkpoint.root:
        found.append(f"the event at position {proof.position} does not lead to the root of the checkpoint")
    if proof.since is not None:
        found += _not_grown(Checkpoint.parse(proof.since.checkpoint), checkpoint, proof.since.path)
    found += _not_told(proof)
    if trust is not None:
        found += trust.objections(checkpoint)
    if trusted is not None:
        found += _not_vouched_for(proof, checkpoint, trusted)
    return found


def _not_vouched_for(proof: Proof, checkpoint: Checkpoint, trusted: Checkpoint) -> list[str]:
    """Why a trusted checkpoint does not vouch for the event.

    It vouches for the events it contains and for no other: anybody can append an event of his own to the log of a
    checkpoint and compute the path from the one to the other.
    """
    ours = [checkpoint, *([Checkpoint.parse(proof.since.checkpoint)] if proof.since else [])]
    kept = f"the given checkpoint of {trusted.size} events"
    if trusted.origin != checkpoint.origin:
        return [f"the given checkpoint is of another log: {trusted.origin}, the proof of {checkpoint.origin}"]
    if proof.position > trusted.size:
        return [
            f"position {proof.position} is beyond the {trusted.size} events of the given checkpoint, which vouches for "
            f"no other; get a newer checkpoint, of at least {proof.position} events, from somewhere you trust"
        ]
    if any((one.size, one.root) == (trusted.size, trusted.root) for one in ours):
        return []
    if any(one.size == trusted.size for one in ours):
        return [
            f"{kept} has root {_short(trusted.root)}, the proof has another root for the same {trusted.size} events: "
            "one of them is not of the office's log; keep both"
        ]
    again = f"prove --event {proof.position} --size {trusted.size}"
    return [f"the proof does not lead to {kept}; ask for one that does: rating-ledger {again}"]


def _not_told(proof: Proof) -> list[str]:
    """What is wrong with what the proof tells: its event, its list, its player."""
    try:
        event = decode_stored(proof.stored.encode())
    except (msgspec.MsgspecError, LedgerError, RecursionError):
        return [f"the event at position {proof.position} cannot be read"]
    if proof.listed is not None:
        return _not_listed(proof, proof.listed, event)
    return [f"the proof names a player but holds no list: {proof.player!r}"] if proof.player is not None else []


def _not_listed(proof: Proof, listed: str, event: AnyEvent) -> list[str]:
    """What is wrong with the list of a proof: it must have the digest that was published, and the player's row."""
    digest = "sha256:" + hashlib.sha256(listed.encode()).hexdigest()
    if not isinstance(event, ListPublished) or event.digest != digest:
        return [f"the list is not the one published at position {proof.position}"]
    if proof.player is not None and row_of(listed, proof.player) is None:
        return [f"player {proof.player!r} is not on the list"]
    return []


def row_of(listed: str, player: str) -> dict[str, str] | None:
    """A player's row of a list, by column."""
    rows = csv.DictReader(io.StringIO(listed))
    return next((row for row in rows if row.get("player") == player), None)


def _not_grown(old: Checkpoint, new: Checkpoint, path: tuple[bytes, ...]) -> list[str]:
    if old.origin == new.origin and is_consistent(old.size, old.root, new.size, new.root, path):
        return []
    return [f"the log of {old.size} events is not the beginning of the log of {new.size} events"]


def _short(root: bytes) -> str:
    return b64encode(root).decode()[:12] + "…"
