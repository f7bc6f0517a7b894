"""A checkpoint: which log, how long, and the root over all of it, in the C2SP tlog-checkpoint text form."""

from base64 import b64decode, b64encode
from binascii import Error as Base64Error

from msgspec import Struct

from ledger.errors import LedgerError


class Checkpoint(Struct, frozen=True):
    """Origin, size and root; signature lines, when there are any, follow the blank line."""

    origin: str
    size: int
    root: bytes
    signatures: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Three lines and a blank one; room for signatures after it."""
        body = f"{self.origin}\n{self.size}\n{b64encode(self.root).decode()}\n\n"
        return body + "".join(f"{line}\n" for line in self.signatures)

    @classmethod
    def parse(cls, text: str) -> "Checkpoint":
        """Read the text form; a missing blank line at the end is forgiven, so are line ends of other systems."""
        text = text.replace("\r\n", "\n")
        body, _, rest = text.partition("\n\n")
        lines = body.removesuffix("\n").split("\n")
        if len(lines) < 3 or not lines[0]:
            raise _malformed(text, "expected three lines: origin, size, root")
        if not (lines[1].isascii() and lines[1].isdigit() and len(lines[1]) < 20):
            raise _malformed(text, f"the size is {lines[1][:30]!r}, expected a whole number")
        return cls(lines[0], int(lines[1]), _root(text, lines[2]), tuple(rest.splitlines()))


def _root(text: str, line: str) -> bytes:
    try:
        root = b64decode(line, validate=True)
    except (Base64Error, ValueError):
        raise _malformed(text, f"the root {line!r} is not base64") from None
    if len(root) != 32:
        raise _malformed(text, f"the root has {len(root)} bytes, expected 32")
    return root


def _malformed(text: str, wrong: str) -> LedgerError:
    return LedgerError(
        f"not a checkpoint: {wrong}",
        excerpt=text[:80].replace("\n", "⏎"),
        remedy="paste the checkpoint whole, as it was published",
    )
