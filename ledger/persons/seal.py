"""What is private about a person is sealed before it is hashed: the log keeps a box and marks, a key opens the box.

Names, full birth dates and free text about a person are encrypted (AES-GCM) under a key of that person, and committed
to by salted hashes, the marks: one for each field, so that a name can be shown without the rest. Without the key
nobody reads them, and every hash of the log still holds. Sex and year of birth stay readable: rules need them.
"""

from base64 import b64decode
from binascii import b2a_base64
from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache
from hashlib import sha256
from os import urandom
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from ledger.errors import LedgerError
from ledger.events import (
    AnyEvent,
    EventWithdrawn,
    GameCorrected,
    GameRecorded,
    GameVoided,
    PersonErased,
    PlayerCorrected,
    PlayersMerged,
    Seal,
)
from ledger.item import Objection
from ledger.log.json_bounds import unambiguous
from ledger.log.wire_format import encode_content
from ledger.persons.person_keys import KEY_BYTES, PersonKeys
from wording import message_of, say

if TYPE_CHECKING:
    from ledger.append.stream_state import StreamState

SEALED = "(sealed)"  # stands in the log in place of a text that an event must have
ERASED = "erased"  # is shown in its place when the key was destroyed
SALT_BYTES = 16
NONCE_BYTES = 12
_PRIVATE = ("name", "names", "born", "reason", "note")
_MUST_HAVE = ("name", "reason")  # without them the event could not be read

Keys = Mapping[str, bytes | None]  # of each person; None: destroyed


class Opening(Struct, frozen=True, array_like=True):
    """A private value and the salt with which it gives the mark in the log."""

    field: str
    salt: bytes
    value: Any

    @property
    def mark(self) -> str:
        said = _encode((self.field, self.value))
        return _base64(sha256(b"rating-ledger seal\n" + self.salt + said).digest())


_encode = msgspec.json.Encoder(order="deterministic").encode
_decode_openings = msgspec.json.Decoder(list[Opening]).decode


class Disclosed(Struct, frozen=True, forbid_unknown_fields=True):
    """A private value of an event, for the person it is about, who can prove it to others."""

    player: str
    position: int
    field: str
    value: Any
    salt: bytes

    @property
    def opening(self) -> Opening:
        return Opening(self.field, self.salt, self.value)


def read_disclosed(data: bytes, place: str = "") -> list[Disclosed]:
    """What `disclose` wrote."""
    try:
        content = unambiguous(data)
        disclosed = msgspec.json.decode(content, type=list[Disclosed])
        if msgspec.to_builtins(disclosed) != msgspec.json.decode(content):
            raise msgspec.ValidationError(say("a salt in it is not canonical base64"))
        return disclosed
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        wrong = say("not an opening: {why}", why=message_of(error))
        raise LedgerError(wrong, place=place, remedy=say("give what disclose wrote")) from None


def disclosed_name(disclosed: Iterable[Disclosed], player: str, mark: str) -> str | None:
    """The name of a player that gives a mark; None if it was not disclosed."""
    names = [each for each in disclosed if each.player == player and each.field == "name"]
    return next((str(name.value) for name in names if name.opening.mark == mark), None)


def _base64(data: bytes) -> str:
    return b2a_base64(data, newline=False).decode()


def _subjects(event: AnyEvent, stream: str, players: tuple[str, ...]) -> tuple[str, ...]:
    """The persons whose keys seal such an event; `players` are those of the game that it corrects or voids."""
    if players or isinstance(event, GameCorrected | GameVoided):
        return players
    person: str | None = getattr(event, "player", None)
    if isinstance(event, PlayersMerged):
        person = event.kept
    elif isinstance(event, EventWithdrawn) and stream.startswith("player/"):
        person = stream.removeprefix("player/")
    if person is None or isinstance(event, PersonErased):
        return ()
    return (person,)


def refuse_wrong_seal(event: AnyEvent, stream: str, players: tuple[str, ...] = ()) -> None:
    """A seal that comes from elsewhere is of those whom the event is about, else an erasure would not reach it."""
    seal = event.seal
    if seal is None:
        return
    if any(value != SEALED for value in _private_values(event).values()):
        wrong = say("the event has a seal and shows what should be in it")
        raise Objection(wrong, say("leave out the seal, or the rest"))
    about = _subjects(event, stream, players)
    for person in seal.persons:
        if person not in about:
            wrong = say("the event has a seal of {person!r}, whom it is not about", person=person)
            raise Objection(wrong, say("leave out the seal"))
    strange = [field for field in seal.marks if field not in _PRIVATE or not hasattr(event, field)]
    if strange:
        wrong = say(
            "the seal has marks of {fields}, which cannot be sealed", fields=", ".join(strange)
        )
        raise Objection(wrong, say("leave out the seal"))


def _private_values(event: AnyEvent) -> dict[str, object]:
    """The private fields of an event, as they stand in JSON. A year of birth is not private, a day is."""
    values: dict[str, Any] = {}
    for field in _private_fields(type(event)):
        value = getattr(event, field)
        if value is None or value is UNSET or (field == "born" and not isinstance(value, date)):
            continue
        values[field] = value if isinstance(value, str) else msgspec.to_builtins(value)
    return values


@cache
def _private_fields(kind: type[AnyEvent]) -> tuple[str, ...]:
    """The private fields that events of a kind have."""
    return tuple(field for field in _PRIVATE if field in kind.__struct_fields__)


def sealed(event: AnyEvent, private: Mapping[str, object], keys: Mapping[str, bytes]) -> AnyEvent:
    """The event as it is stored: its private values in a box that only the keys of these persons open."""
    person, *others = keys
    key = _together(list(keys.values()))
    chance = urandom(NONCE_BYTES + SALT_BYTES * len(private))  # asking once for all is quicker
    nonce = chance[:NONCE_BYTES]
    openings: list[Opening] = []
    marks: dict[str, str] = {}
    left: dict[str, object] = {}
    for number, (field, value) in enumerate(private.items()):
        start = NONCE_BYTES + SALT_BYTES * number
        opening = Opening(field, chance[start : start + SALT_BYTES], value)
        openings.append(opening)
        marks[field] = opening.mark
        left[field] = _left_behind(event, field)
    cipher, _ = _aes_gcm()
    box = nonce + cipher(key).encrypt(nonce, msgspec.json.encode(openings), person.encode())
    seal = Seal(of=person, box=_base64(box), marks=marks, also=tuple(others))
    return replace(event, seal=seal, **left)


def _left_behind(event: Any, field: str) -> Any:
    """What stands in the log in place of a private value."""
    if field == "born":
        return event.born.year
    if field in _MUST_HAVE:
        return SEALED
    if isinstance(event, PlayerCorrected) and field == "names":
        return UNSET
    return None


def key_of(seal: Seal, keys: Keys) -> bytes | None:
    """The key that opens a seal; None if that of anybody whom it needs is missing or was destroyed."""
    if not seal.also:
        return keys.get(seal.of)
    needed = [keys.get(person) for person in seal.persons]
    present = [key for key in needed if key is not None]
    if len(present) == len(needed):
        return _together(present)
    return None


def _together(keys: list[bytes]) -> bytes:
    """One key made of several: whoever destroys one of them destroys it."""
    if len(keys) == 1:
        return keys[0]
    return sha256(b"rating-ledger seal of several\n" + b"".join(keys)).digest()


def opened(event: AnyEvent, keys: Keys, *, with_seal: bool = False) -> AnyEvent:
    """The event as it was given, if there is a key; else with words in place of what is sealed."""
    seal = event.seal
    if seal is None:
        return event
    key = key_of(seal, keys)
    if key is None:
        is_destroyed = any(person in keys and keys[person] is None for person in seal.persons)
        word = ERASED if is_destroyed else SEALED
        values: dict[str, Any] = {field: word for field in seal.marks if field in _MUST_HAVE}
    else:
        values = {opening.field: opening.value for opening in openings(seal, key)}
        if "born" in values:
            values["born"] = date.fromisoformat(values["born"])
    return replace(event, seal=seal if with_seal else None, **values)


def openings(seal: Seal, key: bytes) -> list[Opening]:
    """What is in a box; every value must give its mark."""
    cipher, invalid_tag = _aes_gcm()
    try:
        box = b64decode(seal.box, validate=True)
        plain = cipher(key).decrypt(box[:NONCE_BYTES], box[NONCE_BYTES:], seal.of.encode())
        contents = _decode_openings(plain)
    except (invalid_tag, ValueError, msgspec.MsgspecError) as error:
        raise _broken(seal, say("does not open with the key of the person")) from error
    if {opening.field: opening.mark for opening in contents} != seal.marks:
        raise _broken(seal, say("does not hold what its marks say"))
    return contents


class Sealing:
    """Seals the events of one append; keys of newcomers are made, and kept before the events are stored."""

    def __init__(self, keys: PersonKeys) -> None:
        self._keys = keys
        self._known: dict[str, bytes | None] = {}
        self._fresh: dict[str, bytes] = {}
        self._knows_all = False

    def body(
        self, event: AnyEvent, state: "StreamState", body: bytes, players: tuple[str, ...]
    ) -> bytes:
        """The event's JSON as it is stored. What comes sealed, out of another ledger's export, stays as it is."""
        if event.seal is not None or type(event) is GameRecorded:  # a game is about nobody alone
            return body
        private = _private_values(event)
        if not private:
            return body
        persons = _subjects(event, state.stream, players)
        if not persons:
            return body
        if players:
            keys = self._keys_of_players(players)
        else:
            keys = {persons[0]: self._key(persons[0], state.version == 1)}
        if keys:
            return encode_content(sealed(event, private, keys))
        return body

    def _keys_of_players(self, players: tuple[str, ...]) -> dict[str, bytes]:
        """Those that are here: a game must be correctable though a player was erased, and in a copy without keys."""
        keys = self.keys_of(*players)
        own = {player: keys.get(player) for player in players}
        return {player: key for player, key in own.items() if key is not None}

    def _key(self, person: str, is_new: bool) -> bytes:
        known = self._all_keys() if is_new else self.keys_of(person)
        key = known.get(person)
        if key is None and person in known:
            wrong = say("{person!r} was erased: nothing private can be recorded", person=person)
            raise Objection(wrong, say("leave out names, birth days, reasons and notes"))
        if key is None and not is_new:
            wrong = say(
                "the key of {person!r} is not here: nothing private can be recorded", person=person
            )
            remedy = say(
                "import --keys brings the keys; or leave out names, birth days, reasons and notes"
            )
            raise Objection(wrong, remedy)
        if key is None:
            key = self._known[person] = self._fresh[person] = urandom(KEY_BYTES)
        return key

    def _all_keys(self) -> Keys:
        """A newcomer may have a key: from an append that was not kept, or from the keys of another machine."""
        if not self._knows_all:
            self._known = {**self._keys.everybody(), **self._known}
            self._knows_all = True
        return self._known

    def keys_of(self, *persons: str) -> Keys:
        """The keys of persons, those made in this append included."""
        unknown = [person for person in persons if person not in self._known]
        if unknown:
            self._known.update(self._keys.get(unknown))
        return self._known

    def keep(self) -> None:
        """Store the keys that were made."""
        if self._fresh:
            self._keys.put(self._fresh)
        self._fresh = {}


@cache
def _aes_gcm() -> tuple[Any, type[Exception]]:
    """The cipher, and what it raises where a key does not fit. Loaded on first use: most commands do without it."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM, InvalidTag


def _broken(seal: Seal, wrong: str) -> LedgerError:
    sentence = say("a seal of {person!r} {wrong}", person=seal.of, wrong=wrong)
    return LedgerError(sentence, remedy=say("run verify; restore the log and its keys from a copy"))
