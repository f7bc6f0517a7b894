"""Proofs that anyone can check without the ledger: an event stands in the log, and the log only grew."""

import csv
import hashlib
import io
from base64 import b64encode

import msgspec
from msgspec import Struct

from ledger.checkpoint import Checkpoint
from ledger.errors import LedgerError
from ledger.events import ListPublished
from ledger.merkle import is_consistent, leaf_hash, root_from_inclusion
from ledger.stored import decode_stored


class Consistency(Struct, frozen=True):
    """An older checkpoint and the path that leads from it to the newer one."""

    checkpoint: str
    path: tuple[bytes, ...]


class Proof(Struct, frozen=True, omit_defaults=True):
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

    def to_json(self) -> str:
        """Hashes in base64, as in checkpoints."""
        return msgspec.json.format(msgspec.json.encode(msgspec.to_builtins(self)), indent=2).decode() + "\n"

    @classmethod
    def from_json(cls, data: bytes | str, place: str = "") -> "Proof":
        try:
            return msgspec.json.decode(data, type=cls)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise LedgerError(
                f"not a proof: {error}", place=place, remedy="give the file that rating-ledger prove wrote"
            ) from error


def failures(proof: Proof, trusted: Checkpoint | None = None) -> list[str]:
    """Everything that does not hold; nothing if the proof is good. `trusted` is a checkpoint got elsewhere."""
    checkpoint = Checkpoint.parse(proof.checkpoint)
    root = root_from_inclusion(leaf_hash(proof.stored.encode()), proof.position - 1, checkpoint.size, proof.path)
    found = []
    if root != checkpoint.root:
        found.append(f"the event at position {proof.position} does not lead to the root of the checkpoint")
    if proof.since is not None:
        found += _not_grown(Checkpoint.parse(proof.since.checkpoint), checkpoint, proof.since.path)
    if proof.listed is not None:
        found += _not_listed(proof, proof.listed)
    if trusted is not None and not _vouches(trusted, checkpoint, proof):
        found.append(
            f"the given checkpoint ({trusted.origin}, {trusted.size} events, root {_short(trusted.root)}) is neither "
            f"that of the proof ({checkpoint.origin}, {checkpoint.size} events, root {_short(checkpoint.root)}) "
            "nor the older one it builds on"
        )
    return found


def _not_listed(proof: Proof, listed: str) -> list[str]:
    """What is wrong with the list of a proof: it must have the digest that was published, and the player's row."""
    event = decode_stored(proof.stored.encode())
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


def _vouches(trusted: Checkpoint, checkpoint: Checkpoint, proof: Proof) -> bool:
    ours = [checkpoint]
    if proof.since is not None:
        ours.append(Checkpoint.parse(proof.since.checkpoint))
    return any((one.origin, one.size, one.root) == (trusted.origin, trusted.size, trusted.root) for one in ours)


def _not_grown(old: Checkpoint, new: Checkpoint, path: tuple[bytes, ...]) -> list[str]:
    if old.origin == new.origin and is_consistent(old.size, old.root, new.size, new.root, path):
        return []
    return [f"the log of {old.size} events is not the beginning of the log of {new.size} events"]


def _short(root: bytes) -> str:
    return b64encode(root).decode()[:12] + "…"
