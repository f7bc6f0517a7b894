"""Proofs that anyone can check without the ledger: an event stands in the log, and the log only grew."""

from base64 import b64encode
from typing import Literal

import msgspec
from msgspec import Struct

from ledger.errors import LedgerError
from ledger.events import ListPublished
from ledger.log.json_bounds import bounded, unambiguous
from ledger.log.wire_format import decode_stored
from ledger.tree.checkpoint import Checkpoint
from ledger.tree.listed import ProvedRow, wrong_rows
from ledger.tree.merkle import is_consistent, leaf_hash, root_from_inclusion
from ledger.tree.tree import SIZE
from ledger.tree.trust import Trust
from wording import message_of, say


class Consistency(Struct, frozen=True):
    """An older checkpoint and the path that leads from it to the newer one."""

    checkpoint: str
    path: tuple[bytes, ...]


class Proof(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An event as stored, the path from it to the root, the checkpoint, perhaps an older one.

    For a rating on a published list: the event is its publication, `listed` the player's row in the tree of rows, or
    the rows between which it would stand.
    """

    position: int
    stored: str
    path: tuple[bytes, ...]
    checkpoint: str
    since: Consistency | None = None
    listed: tuple[ProvedRow, ...] | None = None
    player: str | None = None
    format: Literal["rating-ledger-proof/2"] = "rating-ledger-proof/2"

    def to_json(self) -> str:
        """Hashes in base64, as in checkpoints; the format comes first."""
        document = {"format": self.format, **msgspec.to_builtins(self)}
        return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"

    @classmethod
    def from_json(cls, data: bytes | str, place: str = "") -> "Proof":
        """Read a proof; every text in it has one spelling, so that no two files say the same in other bytes."""
        try:
            content = unambiguous(data)
            proof = msgspec.json.decode(content, type=cls)
            document = msgspec.json.decode(content)
            if "format" not in document:
                raise msgspec.ValidationError(say("it does not say its format"))
            if _spelled(msgspec.json.decode(proof.to_json())) != _spelled(document):
                raise msgspec.ValidationError(
                    "a hash in it is not canonical base64, or a field is empty"
                )
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            remedy = say(
                "give the file that rating-ledger prove wrote; ask for a new one, or use a newer rating-ledger"
            )
            wrong = say("not a proof: {error}", error=message_of(error))
            raise LedgerError(wrong, place=place, remedy=remedy) from error
        return proof


def _spelled(document: object) -> bytes:
    """One spelling of a document, in which 1 is not 1.0 and the order of keys says nothing."""
    return msgspec.json.encode(document, order="deterministic")


def failures(
    proof: Proof, trusted: Checkpoint | None = None, trust: Trust | None = None
) -> list[str]:
    """Everything that does not hold, step by step; nothing if the proof is good.

    `trusted` is a checkpoint got elsewhere, `trust` names the keys that must have signed the proof's own.
    """
    checkpoint = Checkpoint.parse(proof.checkpoint)
    rows = [step for row in proof.listed or () for step in row.path]
    if any(
        len(step) != SIZE
        for step in (*proof.path, *rows, *(proof.since.path if proof.since else ()))
    ):
        return [say("a hash of a path does not have {size} bytes", size=SIZE)]
    root = root_from_inclusion(
        leaf_hash(proof.stored.encode()), proof.position - 1, checkpoint.size, proof.path
    )
    problems = []
    if root != checkpoint.root:
        wrong = say(
            "the event at position {position} does not lead to the root of the checkpoint",
            position=proof.position,
        )
        problems.append(wrong)
    if proof.since is not None:
        problems += _not_grown(
            Checkpoint.parse(proof.since.checkpoint), checkpoint, proof.since.path
        )
    problems += _not_told(proof)
    if trust is not None:
        problems += trust.objections(checkpoint)
    if trusted is not None:
        problems += _not_vouched_for(proof, checkpoint, trusted)
    return problems


def _not_vouched_for(proof: Proof, checkpoint: Checkpoint, trusted: Checkpoint) -> list[str]:
    """Why a trusted checkpoint does not vouch for the event.

    It vouches for the events it contains and for no other: anybody can append an event of his own to the log of a
    checkpoint and compute the path from the one to the other.
    """
    ours = [checkpoint, *([Checkpoint.parse(proof.since.checkpoint)] if proof.since else [])]
    kept = {"position": proof.position, "size": trusted.size}
    if trusted.origin != checkpoint.origin:
        origins = {"origin": trusted.origin, "other": checkpoint.origin}
        return [
            say("the given checkpoint is of another log: {origin}, the proof of {other}", **origins)
        ]
    if proof.position > trusted.size:
        beyond = say(
            "position {position} is beyond the {size} events of the given checkpoint, which vouches for no other; get "
            "a newer checkpoint, of at least {position} events, from somewhere you trust",
            **kept,
        )
        return [beyond]
    if any((one.size, one.root) == (trusted.size, trusted.root) for one in ours):
        return []
    if any(one.size == trusted.size for one in ours):
        other = say(
            "the given checkpoint of {size} events has root {root}, the proof has another root for the same {size} "
            "events: one of them is not of the office's log; keep both",
            **kept,
            root=_short(trusted.root),
        )
        return [other]
    again = say(
        "the proof does not lead to the given checkpoint of {size} events; ask for one that does: "
        "rating-ledger prove --event {position} --size {size}",
        **kept,
    )
    return [again]


def _not_told(proof: Proof) -> list[str]:
    """What is wrong with what the proof tells: its event, its list, its player."""
    try:
        event = decode_stored(bounded(proof.stored))
    except (msgspec.MsgspecError, LedgerError, RecursionError):
        return [say("the event at position {position} cannot be read", position=proof.position)]
    if proof.listed is None and proof.player is None:
        return []
    if proof.listed is None or proof.player is None:
        return [say("the proof has rows of a list and no player, or a player and no rows")]
    if not proof.player or not proof.player.isprintable() or proof.player != proof.player.strip():
        return [say("{player!r} can be no player's id", player=proof.player)]
    if not isinstance(event, ListPublished) or event.root is None:
        return [
            say(
                "position {position} publishes no list with a tree of rows", position=proof.position
            )
        ]
    return wrong_rows(proof.listed, proof.player, event.rows, event.root)


def _not_grown(old: Checkpoint, new: Checkpoint, path: tuple[bytes, ...]) -> list[str]:
    if old.origin == new.origin and is_consistent(old.size, old.root, new.size, new.root, path):
        return []
    sizes = {"old": old.size, "new": new.size}
    return [say("the log of {old} events is not the beginning of the log of {new} events", **sizes)]


def _short(root: bytes) -> str:
    return b64encode(root).decode()[:12] + "…"
