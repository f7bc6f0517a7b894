"""Signed notes (C2SP signed-note): a text, a blank line, and lines with Ed25519 signatures under the names of keys.

Two kinds of keys sign here: the log's own (type 0x01) and those of witnesses (type 0x04, tlog-cosignature), whose
signatures hold the time at which they were made.
"""

import re
import secrets
from base64 import b64decode, b64encode
from hashlib import sha256
from typing import TYPE_CHECKING, Self

from msgspec import Struct

from ledger.errors import LedgerError
from wording import say

if TYPE_CHECKING:  # loaded on use: commands that sign nothing stay quick
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

LOG = 1
WITNESS = 4  # the types of keys, as C2SP numbers them
MOST_SIGNATURES = 100
_PRIVATE = "PRIVATE+KEY+"
_LINE = re.compile(r"— ([^\s+]+) ([A-Za-z0-9+/=]+)")
_ID = 4
_TIME = 8
_SIGNATURE = 64  # bytes


def decode64(text: str) -> bytes:
    """Base64 in its one canonical spelling; ValueError for any other."""
    data = b64decode(text, validate=True)
    if b64encode(data).decode() != text:
        raise ValueError(say("{text!r} is not canonical base64", text=text))
    return data


def can_name_key(name: str) -> bool:
    """May a key have this name? No spaces and no plus; and nothing that cannot be seen."""
    return bool(name) and name.isprintable() and not re.search(r"[\s+]", name)


class PublicKey(Struct, frozen=True):
    """A key that others check signatures with; its text is `name+hash+base64`."""

    name: str
    kind: int
    raw: bytes

    @property
    def id(self) -> bytes:
        return sha256(f"{self.name}\n".encode() + bytes([self.kind]) + self.raw).digest()[:_ID]

    @property
    def text(self) -> str:
        return f"{self.name}+{self.id.hex()}+{b64encode(bytes([self.kind]) + self.raw).decode()}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text form; LedgerError if it is not one, or not of a type that is known here."""
        name, raw = _parts(text, text)
        key = cls(name, raw[0], raw[1:])
        if key.text != text:
            raise _no_key(text, say("its hash does not belong to it"))
        return key

    def verifies(self, message: bytes, signature: bytes) -> bool:
        """Is this an Ed25519 signature of the message by this key?"""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            Ed25519PublicKey.from_public_bytes(self.raw).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True


class SigningKey(Struct, frozen=True):
    """A key that signs. Its text holds the secret: `PRIVATE+KEY+name+hash+base64`, as Go's sumdb/note writes it."""

    name: str
    kind: int
    seed: bytes

    @classmethod
    def new(cls, name: str, kind: int = LOG) -> Self:
        if not can_name_key(name):
            raise LedgerError(
                say("{name!r} cannot name a key", name=name),
                remedy=say("use a name without spaces and plus signs"),
            )
        return cls(name, kind, secrets.token_bytes(32))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text form. No message shows any of it."""
        if not text.startswith(_PRIVATE):
            raise _no_key("", say("it does not begin with PRIVATE+KEY+"))
        name, raw = _parts(text.removeprefix(_PRIVATE), "")
        key = cls(name, raw[0], raw[1:])
        if key.text != text:
            raise _no_key("", say("its hash does not belong to it"))
        return key

    @property
    def text(self) -> str:
        return f"{_PRIVATE}{self.name}+{self.public.id.hex()}+{b64encode(bytes([self.kind]) + self.seed).decode()}"

    @property
    def public(self) -> PublicKey:
        return PublicKey(self.name, self.kind, self._private.public_key().public_bytes_raw())

    def sign(self, body: str, time: int = 0) -> str:
        """The signature line for the text of a note; a witness signs a time with it."""
        if self.kind == WITNESS:
            stamp = time.to_bytes(_TIME, "big")
        else:
            stamp = b""
        signature = self._private.sign(_message(self.kind, body, time))
        return f"— {self.name} {b64encode(self.public.id + stamp + signature).decode()}"

    @property
    def _private(self) -> "Ed25519PrivateKey":
        from cryptography.hazmat.primitives.asymmetric import ed25519

        return ed25519.Ed25519PrivateKey.from_private_bytes(self.seed)


class Signature(Struct, frozen=True):
    """A line of signature: whose it says it is, and what it holds."""

    name: str
    id: bytes
    data: bytes

    @classmethod
    def parse(cls, line: str) -> Self:
        """Read a line; ValueError if it is none."""
        match = _LINE.fullmatch(line)
        data = decode64(match[2]) if match else b""
        if match is None or len(data) <= _ID:
            raise ValueError(say("{line!r} is not a signature line", line=line[:60]))
        return cls(match[1], data[:_ID], data[_ID:])

    def claims(self, key: PublicKey) -> bool:
        """Does it say that this key made it?"""
        return (self.name, self.id) == (key.name, key.id)

    def time(self, key: PublicKey) -> int:
        """When a witness made it, in seconds; 0 of a log's key, which signs no time."""
        if key.kind == WITNESS:
            return int.from_bytes(self.data[:_TIME], "big")
        return 0

    def holds(self, key: PublicKey, body: str) -> bool:
        """Did this key sign this text?"""
        stamp = _TIME if key.kind == WITNESS else 0
        time = self.time(key)
        fits = len(self.data) == stamp + _SIGNATURE and time < 2**63
        return fits and key.verifies(_message(key.kind, body, time), self.data[stamp:])


def _message(kind: int, body: str, time: int) -> bytes:
    """What is signed: the text itself, or by a witness the text with the time before it."""
    return (f"cosignature/v1\ntime {time}\n{body}" if kind == WITNESS else body).encode()


def _parts(text: str, shown: str) -> tuple[str, bytes]:
    """The name of a key, and its type with its 32 bytes."""
    name, _, rest = text.partition("+")
    try:
        raw = decode64(rest.partition("+")[2])
    except ValueError:
        raise _no_key(shown, say("it is not name+hash+base64")) from None
    if not can_name_key(name) or len(raw) != 33 or raw[0] not in (LOG, WITNESS):
        raise _no_key(shown, say("it is not an Ed25519 key of a log or a witness"))
    return name, raw


def _no_key(text: str, wrong: str) -> LedgerError:
    return LedgerError(
        say("not a key: {wrong}", wrong=wrong),
        excerpt=text[:120],
        remedy=say("paste it whole, as keys show prints it"),
    )
