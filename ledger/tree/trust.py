"""What an outsider trusts: the log's public key, perhaps witnesses; and whether a checkpoint is signed by them."""

from datetime import UTC, datetime
from functools import reduce

from msgspec import Struct

from ledger.errors import LedgerError
from ledger.tree.checkpoint import Checkpoint
from ledger.tree.note import LOG, PublicKey, Signature, can_name_key
from wording import say


class Trust(Struct, frozen=True):
    """Keys of the log, of which one must have signed; witnesses, and how many of them must have cosigned."""

    keys: tuple[PublicKey, ...]
    witnesses: tuple[PublicKey, ...] = ()
    quorum: int = 0
    not_before: int = 0  # cosignatures that are older do not count; in seconds

    def objections(self, checkpoint: Checkpoint) -> list[str]:
        """Why the checkpoint is not to be trusted; nothing if it is."""
        lines = [Signature.parse(line) for line in checkpoint.signatures]
        claimed = [
            (line, key)
            for line in lines
            for key in (*self.keys, *self.witnesses)
            if line.claims(key)
        ]
        false = [key.name for line, key in claimed if not line.holds(key, checkpoint.body)]
        if false:
            return [
                say("the signature of {name} does not belong to this checkpoint", name=name)
                for name in false
            ]
        signers = [key for _, key in claimed if key.kind == LOG]
        problems = [] if signers else [_unsigned(self.keys, lines)]
        strange = [key.name for key in signers if not _is_of(key, checkpoint)]
        of = checkpoint.origin
        problems += [
            say("the key is of {name}, the checkpoint of {origin}", name=name, origin=of)
            for name in strange
        ]
        return problems + self._too_few(claimed)

    def _too_few(self, claimed: list[tuple[Signature, PublicKey]]) -> list[str]:
        """What is missing of the quorum of witnesses."""
        cosigners = {
            key.raw
            for line, key in claimed
            if key.kind != LOG and line.time(key) >= self.not_before
        }
        if len(cosigners) >= self.quorum:
            return []
        counts = {"number": len(cosigners), "all": len(self.witnesses), "quorum": self.quorum}
        if not self.not_before:
            return [
                say(
                    "{number} of the {all} trusted witnesses cosigned it, {quorum} must have",
                    **counts,
                )
            ]
        since = f"{datetime.fromtimestamp(self.not_before, UTC):%Y-%m-%d}"
        problem = say(
            "{number} of the {all} trusted witnesses cosigned it at or after {since}, {quorum} must have",
            **counts,
            since=since,
        )
        return [problem]


def _is_of(key: PublicKey, checkpoint: Checkpoint) -> bool:
    """A key has the name of its log, unless the log's name cannot name a key."""
    return key.name == checkpoint.origin or not can_name_key(checkpoint.origin)


def _unsigned(keys: tuple[PublicKey, ...], lines: list[Signature]) -> str:
    wanted = reduce(
        lambda one, other: say("{one} or {other}", one=one, other=other), [key.text for key in keys]
    )
    if any(line.name == key.name for line in lines for key in keys):
        return say(
            "the checkpoint is signed by another key of the same name, not by {keys}", keys=wanted
        )
    return say("the checkpoint is not signed by {keys}", keys=wanted)


def parse_keys(text: str, kind: int, place: str = "") -> tuple[PublicKey, ...]:
    """Public keys of one kind, one on each line; empty lines and those that begin with # say nothing."""
    lines = [line.strip() for line in text.splitlines()]
    keys = tuple(PublicKey.parse(line) for line in lines if line and not line.startswith("#"))
    what = say("a log") if kind == LOG else say("a witness")
    remedy = say(
        "give public keys of {what}, one on each line, as rating-ledger keys show prints them",
        what=what,
    )
    if not keys:
        raise LedgerError(say("there is no key in it"), place=place, remedy=remedy)
    for key in keys:
        if key.kind != kind:
            raise LedgerError(
                say("{key} is not the key of {what}", key=key.text, what=what),
                place=place,
                remedy=remedy,
            )
    if len({key.raw for key in keys}) < len(keys):
        raise LedgerError(
            say("the same key stands there twice"),
            place=place,
            remedy=say("each counts once: leave one out"),
        )
    return keys
