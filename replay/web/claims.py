"""What an appeal claims: events that should have been, by the words of an address or the fields of a form.

A game: `tournament`, `stage`, `round`, `board`, and of `result` (or void), `colours` (swapped), `first`, `second`
whatever should have been another; `reason`. Or `events`: a whole file, packed so that it fits into an address.
"""

import re
import tempfile
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any, Protocol

from starlette.exceptions import HTTPException

from ledger.errors import LedgerError
from ledger.events import AnyEvent, GameCorrected, GameVoided, Result
from ledger.formats import Item, KeptItems, ReadOptions, open_file
from projections import Snapshot
from projections.standings import tournament_of
from replay.appending import taker_of_fide_list
from replay.language import tr
from replay.named import player_named, unknown
from replay.office import Office
from replay.titles import TitleNames
from schemes.standings import Game
from wording import say

VOID, SWAPPED = "void", "swapped"
CHANGES = ("result", "colours", "first", "second")
MOST = 5_000_000  # bytes of a file that was packed
LONGEST = 40_000  # letters of it in an address
_TURNED = {"1-0": "0-1", "0-1": "1-0", "+/-": "-/+", "-/+": "+/-"}
Claimed = Iterable[AnyEvent | Item]


class SaidWords(Protocol):
    """What somebody said, by name: the words of an address or the fields of a form."""

    def get(self, name: str) -> str | None:
        """One word; nothing if it is not there."""


def claimed(office: Office, words: SaidWords) -> Claimed | None:
    """The events of an appeal; None as long as nothing should have been another."""
    packed = words.get("events")
    if packed:
        return _read(unpacked(packed), words, office)
    game = claimed_game(office.snapshot(), words)
    if game is None or not any(words.get(name) for name in CHANGES):
        return None
    return [_event(office.snapshot(), words, game)]


def claimed_game(snapshot: Snapshot, words: SaidWords) -> Game | None:
    """The game that the words name; None if they name none."""
    tournament = words.get("tournament")
    if not tournament or not words.get("round"):
        return None
    number = snapshot.tournaments.number(tournament)
    if number is None:
        raise HTTPException(404, tr(unknown(snapshot, "tournament", tournament).text))
    place = words.get("stage") or "main", words.get("round"), words.get("board")
    for game in tournament_of(snapshot, number).games:
        if (game.stage, str(game.round), str(game.board)) == place:
            return game
    told = tr("there is no game in {tournament} at {place}", tournament=tournament, place=" ".join(map(str, place)))
    raise HTTPException(404, told)


def _event(snapshot: Snapshot, words: SaidWords, game: Game) -> GameCorrected | GameVoided:
    """The game as it should have been. Where colours are swapped alone, the points stay with the players."""
    reason = words.get("reason") or tr("supposed on the desk")
    place: dict[str, Any] = {"tournament": words.get("tournament"), "stage": game.stage, "round": game.round}
    place |= {"board": game.board, "date": date.today(), "reason": reason}
    result, swapped = words.get("result") or "", words.get("colours") == SWAPPED
    if result == VOID:
        return GameVoided(**place)
    recorded = _TURNED.get(game.result, game.result) if swapped else game.result
    if (result or recorded) not in list(Result):
        raise LedgerError(
            say("{result!r} is no result", result=result),
            remedy=say("use {results} or {void}", results=", ".join(Result), void=VOID),
        )
    first, second = (game.second, game.first) if swapped else (game.first, game.second)
    first, second = _named(snapshot, words, "first", first), _named(snapshot, words, "second", second)
    return GameCorrected(
        **place, result=Result(result or recorded), first=None if first == game.first else first,
        second=None if second == game.second else second,
    )  # fmt: skip


def _named(snapshot: Snapshot, words: SaidWords, side: str, otherwise: str) -> str:
    """The player whom a field names, by id or by a name that only one has."""
    text = words.get(side)
    return player_named(snapshot, text, lambda line: None) if text else otherwise


# Files in an address


def packed(content: bytes, remedy: str) -> str:
    """A file as letters for an address; `remedy` says what to do with a larger one."""
    text = urlsafe_b64encode(zlib.compress(content, 9)).decode().rstrip("=")
    if len(content) > MOST or len(text) > LONGEST:
        wrong = tr("{size} bytes are too many for an address", size=len(content))
        raise LedgerError(wrong, remedy=remedy)
    return text


def unpacked(text: str) -> bytes:
    """The file in an address."""
    try:
        unpacking = zlib.decompressobj()
        content = unpacking.decompress(urlsafe_b64decode(text + "=" * (-len(text) % 4)), MOST)
    except (Error, ValueError, zlib.error):
        content = b""
    if not content or not unpacking.eof:
        raise LedgerError(tr("this address was cut off"), remedy=tr("paste or send the file again"))
    return content


def _read(content: bytes, words: SaidWords, office: Office) -> Claimed:
    """The items of a file, in any format that import reads."""
    named = words.get("file") or tr("the pasted text")
    ending = re.search(r"\.\w{1,8}$", named)
    with tempfile.NamedTemporaryFile(prefix="rating-ledger-", suffix=ending[0] if ending else "") as spool:
        spool.write(content)
        spool.flush()
        options = ReadOptions(ref=words.get("ref") or None, scheme_of_fide_list=taker_of_fide_list)
        items = open_file(Path(spool.name), options, office.log, name=named)
        return KeptItems(TitleNames(office.log, office.place).understood(items))
