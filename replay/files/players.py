"""Players of outside files as they are described there, and the ids that new ones get."""

import unicodedata
from base64 import b32encode
from collections.abc import Iterable, Sequence
from datetime import date as Date
from hashlib import sha256

from msgspec import Struct

from ledger.events import PlayerRegistered
from ledger.text import whole_number
from replay.files.known import KnownLedger
from wording import say, say_n

LONGEST_MADE_ID = 14  # FIDE's lists have no more room for an id
_DIGEST = 7
_SHOWN = 5  # names in a remark
ASK_WHO = say("decide who it is: --write-players FILE writes a form, --players FILE reads it")


class Stranger(Struct, frozen=True):
    """A player as a report describes them; `number` is the starting number, `place` the line."""

    number: int
    name: str
    federation: str
    born: Date | int | None
    place: str = ""
    action: str = ""  # what is proposed, where the report itself suggests it
    player: str = ""  # whom it is taken for, likewise
    is_numbered: bool = False  # only a row with the number is about this player

    @property
    def year(self) -> str:
        return year_of(self.born)

    @property
    def key(self) -> tuple[str, str, str]:
        return (self.name, self.federation, self.year)


def year_of(born: Date | int | None) -> str:
    return str(born.year if isinstance(born, Date) else born or "")


def all_names(person: PlayerRegistered) -> Iterable[str]:
    """The name of a player, and the names in other languages."""
    return (person.name, *(person.names or {}).values())


def made_id(stranger: Stranger, known: KnownLedger = KnownLedger()) -> str:
    """An id for a new player without one: federation, birth year and name, the same every time.

    One that is too long for the formats we write is cut, and told apart by a digest. Ledgers of old have the long ones.
    """
    whole = slug(
        "-".join(part for part in (stranger.federation, stranger.year, stranger.name) if part)
    )
    if len(whole) <= LONGEST_MADE_ID or known.has_player(whole):
        return whole
    digest = b32encode(sha256(whole.encode()).digest())[:_DIGEST].decode().lower()
    return f"{slug(stranger.name)[: LONGEST_MADE_ID - _DIGEST - 1].strip('-')}-{digest}"


def slug(text: str) -> str:
    """Lower-case letters and digits of any script, joined by single hyphens."""
    plain = unicodedata.normalize("NFKD", text)
    kept = "".join(c if c.isalnum() else " " for c in plain if not unicodedata.combining(c))
    return "-".join(kept.lower().split())[:150].strip("-")


def is_fide_number(player: str) -> bool:
    """Whether an id can be a FIDE number."""
    return whole_number(player, 11) is not None and not player.startswith("0")


def first_few(names: Sequence[str]) -> str:
    """Names in a remark: a long line helps nobody."""
    shown = "; ".join(names[:_SHOWN])
    if len(names) > _SHOWN:
        return say("{names} and {number} more", names=shown, number=len(names) - _SHOWN)
    return shown


def players_in_words(number: int) -> str:
    """How many players."""
    return say_n("{number} player", "{number} players", number)
