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
from ledger.tree.witness import Continuation, objections

FOLDER = Path(__file__).parents[2] / "docs" / "vectors"
FILES = ("keys", "witnesses", "kept", "opening")


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


class Edit(Struct, frozen=True, omit_defaults=True):
    """A change of a file: so many bytes at a place make room for others (in base64)."""

    of: str
    at: int
    remove: int
    insert: str
    given_with: str = ""  # the vector that a kept checkpoint or an opening is given with

    @classmethod
    def between(cls, of: str, before: bytes, after: bytes, given_with: str = "") -> "Edit":
        at = 0
        while at < min(len(before), len(after)) and before[at] == after[at]:
            at += 1
        kept = 0
        while kept < min(len(before), len(after)) - at and before[-1 - kept] == after[-1 - kept]:
            kept += 1
        insert = after[at : len(after) - kept]
        return cls(of, at, len(before) - kept - at, b64encode(insert).decode(), given_with)

    def apply(self, data: bytes) -> bytes:
        return data[: self.at] + b64decode(self.insert) + data[self.at + self.remove :]


def content(name: str) -> bytes:
    return (FOLDER / name).read_bytes()


def vectors() -> list[Vector]:
    return msgspec.json.decode(content("vectors.json"), type=list[Vector])


def edits(name: str = "refused.jsonl") -> list[Edit]:
    return msgspec.json.Decoder(Edit).decode_lines(content(name))


class Question(Struct, frozen=True):
    """A vector as a checker gets it: the bytes of its file and of all that is given with it."""

    data: bytes
    keys: bytes = b""
    witnesses: bytes = b""
    quorum: int = 0
    not_before: int = 0
    kept: bytes | None = None
    opening: bytes | None = None

    @property
    def is_continuation(self) -> bool:
        return self.data.startswith(b"old ")


def question(vector: Vector, edit: Edit | None = None) -> Question:
    """A vector, with one of its files edited."""

    def bytes_of(name: str) -> bytes:
        if edit is not None and edit.of == name:
            return edit.apply(content(name))
        return content(name)

    given = vector.given
    files = {name: bytes_of(getattr(given, name)) for name in FILES if getattr(given, name)}
    return Question(
        bytes_of(vector.file), quorum=given.quorum, not_before=given.not_before, **files
    )


def edited() -> list[Question]:
    """All edits, of the vectors and of what is given with them."""
    named = {vector.file: vector for vector in vectors()}
    every = edits() + edits("refused-given.jsonl")
    return [question(named[edit.given_with or edit.of], edit) for edit in every]


def verdict(asked: Question) -> list[str]:
    """What the Python checker objects to; nothing if it holds."""
    try:
        return _objections(asked)
    except LedgerError as error:
        return [str(error.problems[0].wrong)]
    except UnicodeDecodeError as error:
        return [str(error)]


def _objections(asked: Question) -> list[str]:
    keys = parse_keys(asked.keys.decode(), LOG)
    witnesses: tuple[PublicKey, ...] = ()
    if asked.witnesses:
        witnesses = parse_keys(asked.witnesses.decode(), WITNESS)
    trust = Trust(keys, witnesses, asked.quorum, asked.not_before)
    kept = None
    if asked.kept is not None:
        kept = Checkpoint.pasted(asked.kept.decode())
    if asked.is_continuation:
        return objections(Continuation.parse(asked.data.decode()), kept, trust)
    proof = Proof.from_json(asked.data)
    wrong = failures(proof, kept, trust)
    if asked.opening is not None and not wrong:
        row = (proof.listed or ())[0]
        told = read_disclosed(asked.opening)
        if disclosed_name(told, row.player, str(row.columns["name"])) is None:
            return ["it does not open the name"]
    return wrong
