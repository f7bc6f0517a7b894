"""What an outsider trusts: the log's public key, perhaps witnesses; and whether a checkpoint is signed by them."""

from datetime import UTC, datetime

from msgspec import Struct

from ledger.checkpoint import Checkpoint
from ledger.errors import LedgerError
from ledger.note import LOG, PublicKey, Signature, can_name_key


class Trust(Struct, frozen=True):
    """Keys of the log, of which one must have signed; witnesses, and how many of them must have cosigned."""

    keys: tuple[PublicKey, ...]
    witnesses: tuple[PublicKey, ...] = ()
    quorum: int = 0
    not_before: int = 0  # cosignatures that are older do not count; in seconds

    def objections(self, checkpoint: Checkpoint) -> list[str]:
        """Why the checkpoint is not to be trusted; nothing if it is."""
        lines = [Signature.parse(line) for line in checkpoint.signatures]
        claimed = [(line, key) for line in lines for key in (*self.keys, *self.witnesses) if line.claims(key)]
        false = [key.name for line, key in claimed if not line.holds(key, checkpoint.body)]
        if false:
            return [f"the signature of {name} does not belong to this checkpoint" for name in false]
        signers = [key for _, key in claimed if key.kind == LOG]
        found = [] if signers else [_unsigned(self.keys, lines)]
        strange = [key.name for key in signers if not _is_of(key, checkpoint)]
        found += [f"the key is of {name}, the checkpoint of {checkpoint.origin}" for name in strange]
        return found + self._too_few(claimed)

    def _too_few(self, claimed: list[tuple[Signature, PublicKey]]) -> list[str]:
        """What is missing of the quorum of witnesses."""
        found = {key.raw for line, key in claimed if key.kind != LOG and line.time(key) >= self.not_before}
        if len(found) >= self.quorum:
            return []
        since = f" at or after {datetime.fromtimestamp(self.not_before, UTC):%Y-%m-%d}" if self.not_before else ""
        cosigned = f"{len(found)} of the {len(self.witnesses)} trusted witnesses cosigned it{since}"
        return [f"{cosigned}, {self.quorum} must have"]


def _is_of(key: PublicKey, checkpoint: Checkpoint) -> bool:
    """A key has the name of its log, unless the log's name cannot name a key."""
    return key.name == checkpoint.origin or not can_name_key(checkpoint.origin)


def _unsigned(keys: tuple[PublicKey, ...], lines: list[Signature]) -> str:
    wanted = " or ".join(key.text for key in keys)
    if any(line.name == key.name for line in lines for key in keys):
        return f"the checkpoint is signed by another key of the same name, not by {wanted}"
    return f"the checkpoint is not signed by {wanted}"


def parse_keys(text: str, kind: int, place: str = "") -> tuple[PublicKey, ...]:
    """Public keys of one kind, one on each line; empty lines and those that begin with # say nothing."""
    lines = [line.strip() for line in text.splitlines()]
    keys = tuple(PublicKey.parse(line) for line in lines if line and not line.startswith("#"))
    what = "a log" if kind == LOG else "a witness"
    remedy = f"give public keys of {what}, one on each line, as rating-ledger keys show prints them"
    if not keys:
        raise LedgerError("there is no key in it", place=place, remedy=remedy)
    for key in keys:
        if key.kind != kind:
            raise LedgerError(f"{key.text} is not the key of {what}", place=place, remedy=remedy)
    if len({key.raw for key in keys}) < len(keys):
        raise LedgerError("the same key stands there twice", place=place, remedy="each counts once: leave one out")
    return keys
