"""A checkpoint: which log, how long, and the root over all of it, in the C2SP tlog-checkpoint text form."""

from base64 import b64encode

from msgspec import Struct
from msgspec.structs import replace

from ledger.errors import LedgerError
from ledger.text import whole_number
from ledger.tree.note import MOST_SIGNATURES, Signature, SigningKey, decode64
from wording import message_of, say


class Checkpoint(Struct, frozen=True):
    """Origin, size and root; lines that a later version may add; signature lines after the blank line.

    `text` is what was read, to the byte: a signature is checked over all of the body, whatever stands in it.
    """

    origin: str
    size: int
    root: bytes
    extensions: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ()

    @property
    def body(self) -> str:
        """What is signed: every line up to the blank one."""
        return "".join(
            f"{line}\n"
            for line in (self.origin, self.size, b64encode(self.root).decode(), *self.extensions)
        )

    @property
    def text(self) -> str:
        """The body, a blank line, the signatures."""
        return f"{self.body}\n" + "".join(f"{line}\n" for line in self.signatures)

    def signed(self, key: SigningKey, time: int = 0) -> "Checkpoint":
        """With the signature of a key added; a witness signs a time with it."""
        return replace(self, signatures=(*self.signatures, key.sign(self.body, time)))

    @classmethod
    def parse(cls, text: str) -> "Checkpoint":
        """Read the text form, of which there is one spelling only."""
        body, blank, rest = text.partition("\n\n")
        lines = body.split("\n")
        if len(lines) < 3 or not lines[0] or not blank:
            raise _malformed(
                text, say("expected three lines: origin, size, root, and a blank line")
            )
        if any(not line.isprintable() for line in lines):
            raise _malformed(text, say("there is a character in it that cannot be seen"))
        size = whole_number(lines[1], 19)
        if size is None or str(size) != lines[1]:
            raise _malformed(
                text, say("the size is {size!r}, expected a whole number", size=lines[1][:30])
            )
        return cls(lines[0], size, _root(text, lines[2]), tuple(lines[3:]), _signatures(text, rest))

    @classmethod
    def pasted(cls, text: str) -> "Checkpoint":
        """Read what a person kept: line ends of other systems, and blank lines around it, are forgiven."""
        text = text.replace("\r\n", "\n").strip("\n") + "\n"
        return cls.parse(text if "\n\n" in text else text + "\n")


def _root(text: str, line: str) -> bytes:
    try:
        root = decode64(line)
    except ValueError:
        raise _malformed(text, say("the root {line!r} is not base64", line=line)) from None
    if len(root) != 32:
        raise _malformed(text, say("the root has {size} bytes, expected 32", size=len(root)))
    return root


def _signatures(text: str, rest: str) -> tuple[str, ...]:
    """The signature lines, each readable and each there once."""
    if not rest:
        return ()
    *lines, last = rest.split("\n")
    if last:
        raise _malformed(text, say("the last line has no end"))
    if len(lines) > MOST_SIGNATURES or len(set(lines)) < len(lines):
        raise _malformed(
            text,
            say(
                "there are more than {most} signatures, or one of them twice", most=MOST_SIGNATURES
            ),
        )
    for line in lines:
        try:
            Signature.parse(line)
        except ValueError as error:
            raise _malformed(text, message_of(error)) from None
    return tuple(lines)


def _malformed(text: str, wrong: str) -> LedgerError:
    return LedgerError(
        say("not a checkpoint: {wrong}", wrong=wrong),
        excerpt=text[:80].replace("\n", "⏎"),
        remedy=say("paste the checkpoint whole, as it was published"),
    )
