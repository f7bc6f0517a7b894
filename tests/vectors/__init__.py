"""The vectors of docs/vectors: proofs that every checker accepts, and edits of them that every checker refuses.

`python -m tests.vectors` makes them anew, with new salts and times; the files that are there stay valid for ever.
"""

from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ledger import LedgerError, Proof
from ledger.persons.seal import disclosed_name, read_disclosed
from ledger.tree.checkpoint import Checkpoint
from ledger.tree.note import LOG, WITNESS, PublicKey
from ledger.tree.proof import failures
from ledger.tree.trust import Trust, parse_keys

FOLDER = Path(__file__).parents[2] / "docs" / "vectors"


class Given(Struct, frozen=True, omit_defaults=True):
    """What the visitor trusts, by files of the folder; a quorum among the witnesses."""

    keys: str = ""
    witnesses: str = ""
    quorum: int = 0
    not_before: int = 0  # in seconds
    kept: str = ""
    opening: str = ""


class Vector(Struct, frozen=True):
    """A proof that holds, what is given with it, and what it says."""

    file: str
    given: Given
    says: dict[str, Any]


class Edit(Struct, frozen=True):
    """A change of a proof: so many bytes at a place make room for others (in base64)."""

    of: str
    at: int
    remove: int
    insert: str

    @classmethod
    def between(cls, of: str, before: bytes, after: bytes) -> "Edit":
        at = 0
        while at < min(len(before), len(after)) and before[at] == after[at]:
            at += 1
        kept = 0
        while kept < min(len(before), len(after)) - at and before[-1 - kept] == after[-1 - kept]:
            kept += 1
        insert = after[at : len(after) - kept]
        return cls(of, at, len(before) - kept - at, b64encode(insert).decode())

    def apply(self, data: bytes) -> bytes:
        return data[: self.at] + b64decode(self.insert) + data[self.at + self.remove :]


def content(name: str) -> bytes:
    return (FOLDER / name).read_bytes()


def vectors() -> list[Vector]:
    return msgspec.json.decode(content("vectors.json"), type=list[Vector])


def edits(name: str = "refused.jsonl") -> list[Edit]:
    return msgspec.json.Decoder(Edit).decode_lines(content(name))


def verdict(data: bytes, given: Given) -> list[str]:
    """What the Python checker objects to; nothing if the proof holds."""
    trust = None
    if given.keys:
        keys = parse_keys(content(given.keys).decode(), LOG)
        witnesses: tuple[PublicKey, ...] = ()
        if given.witnesses:
            witnesses = parse_keys(content(given.witnesses).decode(), WITNESS)
        trust = Trust(keys, witnesses, given.quorum, given.not_before)
    kept = None
    if given.kept:
        kept = Checkpoint.pasted(content(given.kept).decode())
    try:
        proof = Proof.from_json(data)
        wrong = failures(proof, kept, trust)
    except LedgerError as error:
        return [str(error.problems[0].wrong)]
    if given.opening and not wrong:
        row = (proof.listed or ())[0]
        told = read_disclosed(content(given.opening))
        if disclosed_name(told, row.player, str(row.columns["name"])) is None:
            return ["it does not open the name"]
    return wrong
