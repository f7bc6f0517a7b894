"""A witness: keeps the last checkpoint of a log that it saw, and cosigns only one that continues it.

What a log sends is the body of C2SP's `add-checkpoint` (tlog-witness): the old size, the consistency path, the new
checkpoint. What it gets back is a line with a cosignature (tlog-cosignature, v1).
"""

from base64 import b64encode
from pathlib import Path
from typing import Self

from msgspec import Struct

from ledger.errors import LedgerError
from ledger.text import whole_number
from ledger.tree.checkpoint import Checkpoint
from ledger.tree.merkle import is_consistent
from ledger.tree.note import SigningKey, decode64
from ledger.tree.tree import SIZE
from ledger.tree.trust import Trust
from ledger.whole_file import alone, write_whole
from wording import message_of, say

MOST_HASHES = 63


class Continuation(Struct, frozen=True):
    """A checkpoint, and the path that shows it to continue the log of an older size."""

    old: int
    path: tuple[bytes, ...]
    checkpoint: Checkpoint

    @property
    def text(self) -> str:
        path = "".join(f"{b64encode(step).decode()}\n" for step in self.path)
        return f"old {self.old}\n{path}\n{self.checkpoint.text}"

    @classmethod
    def parse(cls, text: str, place: str = "") -> Self:
        first, blank, rest = text.partition("\n\n")
        word, *hashes = first.split("\n")
        try:
            old = whole_number(word.removeprefix("old "), 19)
            if old is None or word != f"old {old}" or not blank or len(hashes) > MOST_HASHES:
                raise ValueError(say("it does not begin with `old SIZE` and hashes"))
            path = tuple(decode64(line) for line in hashes)
            if any(len(step) != SIZE for step in path):
                raise ValueError(say("a hash does not have {size} bytes", size=SIZE))
        except ValueError as error:
            remedy = say("give the file that rating-ledger prove --since wrote")
            raise LedgerError(
                say("not a request to a witness: {error}", error=message_of(error)),
                place=place,
                remedy=remedy,
            ) from None
        return cls(old, path, Checkpoint.parse(rest))


def objections(request: Continuation, last: Checkpoint | None, trust: Trust) -> list[str]:
    """Why a witness that saw `last` does not cosign; nothing if it does."""
    problems = trust.objections(request.checkpoint)
    if problem := _not_continued(request, last):
        problems.append(problem)
    return problems


def _not_continued(request: Continuation, last: Checkpoint | None) -> str:
    """How a request fails to continue what the witness saw last; empty if it does continue it."""
    checkpoint = request.checkpoint
    if last is not None and last.origin != checkpoint.origin:
        return say(
            "the checkpoint is of {origin}, this witness watches {watched}",
            origin=checkpoint.origin,
            watched=last.origin,
        )
    if last is not None and (checkpoint.size, checkpoint.root) == (last.size, last.root):
        return ""  # the same request again, as cron sends it: nothing is new, and the time is
    seen = 0 if last is None else last.size
    if checkpoint.size < seen:
        return say(
            "the checkpoint has {number} events, but {seen} were seen before",
            number=checkpoint.size,
            seen=seen,
        )
    if request.old != seen:
        return say(
            "the path is from {number} events on, the last checkpoint seen has {seen}",
            number=request.old,
            seen=seen,
        )
    if last is None:
        return say("a path from an empty log holds no hashes") if request.path else ""
    if not is_consistent(seen, last.root, checkpoint.size, checkpoint.root, request.path):
        return say(
            "the log of {number} events does not continue the log of {seen} events that was seen before: "
            "keep both checkpoints, they are the evidence",
            number=checkpoint.size,
            seen=seen,
        )
    return ""


class Witness:
    """The state of a witness for one log: a file with the last checkpoint it cosigned."""

    def __init__(self, state: Path, trust: Trust, key: SigningKey) -> None:
        self._state = state
        self._trust = trust
        self._key = key

    def cosign(self, request: Continuation, time: int, *, first: bool) -> tuple[str, list[str]]:
        """The cosignature line, or why there is none. What is cosigned is on the disk before it is answered."""
        with alone(self._state):
            last = self._last(first)
            if wrong := objections(request, last, self._trust):
                return "", wrong
            cosigned = request.checkpoint.signed(self._key, time)
            write_whole(self._state, cosigned.text.encode(), lasting=True)
        return cosigned.signatures[-1], []

    def _last(self, first: bool) -> Checkpoint | None:
        try:
            last = Checkpoint.parse(self._state.read_text(encoding="utf-8"))
        except FileNotFoundError:
            if first:
                return None
            raise LedgerError(
                say("there is no checkpoint from before"),
                place=str(self._state),
                remedy=say(
                    "name the file with --state; if this witness has never seen the log, say --first"
                ),
            ) from None
        except UnicodeDecodeError:
            raise LedgerError(
                say("not a checkpoint"),
                place=str(self._state),
                remedy=say("restore it from a copy"),
            ) from None
        if first:
            raise LedgerError(
                say("this witness has seen the log before"),
                place=str(self._state),
                remedy=say("leave --first out"),
            )
        return last
