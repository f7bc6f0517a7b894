"""What an appeal claims: events that should have been, by the words of an address or the fields of a form.

A game: `tournament`, `stage`, `round`, `board`, and of `result` (or void), `colours` (swapped), `first`, `second`
whatever should have been another; `reason`. Or `events`: events in JSON Lines, packed so that they fit into an
address. A workbook, a table or a report is read once, when it is sent: an address can be asked for by a page elsewhere.
"""

import io
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from collections.abc import Iterable
from datetime import date
from typing import Any, Protocol

from msgspec.structs import replace
from starlette.exceptions import HTTPException

from ledger.append.findings import Findings
from ledger.errors import LedgerError
from ledger.events import AnyEvent, GameCorrected, GameVoided, Result
from ledger.item import Item, Items, KeptItems, Objection
from ledger.log.wire_format import encode_content
from projections import Snapshot
from projections.named import player_named, unknown
from projections.standings import tournament_of
from replay.answers.language import tr
from replay.files import InputFile, ReadOptions
from replay.files.jsonl import read_lines
from replay.files.titles import TitleNames
from replay.office.office import Office
from replay.web.uploads import Uploads
from schemes.standings import Game
from wording import say

VOID = "void"
SWAPPED = "swapped"
CHANGES = ("result", "colours", "first", "second")
MOST = 5_000_000  # bytes of a file that is sent
PLAIN = 1_000_000  # bytes of a text that is packed into an address
LONGEST = 40_000  # letters of it there
_NO_REF = "-"  # stands for the reference that the decision will have
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
    return [correction_of(office.snapshot(), words, game)]


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
    told = tr(
        "there is no game in {tournament} at {place}",
        tournament=tournament,
        place=" ".join(map(str, place)),
    )
    raise HTTPException(404, told)


def correction_of(snapshot: Snapshot, words: SaidWords, game: Game) -> GameCorrected | GameVoided:
    """The game as it should have been. Where colours are swapped alone, the points stay with the players."""
    reason = words.get("reason") or tr("supposed on the desk")
    place: dict[str, Any] = {
        "tournament": words.get("tournament"),
        "stage": game.stage,
        "round": game.round,
    }
    place |= {"board": game.board, "date": date.today(), "reason": reason}
    result = words.get("result") or ""
    swapped = words.get("colours") == SWAPPED
    if result == VOID:
        return GameVoided(**place)
    if swapped:
        recorded = _TURNED.get(game.result, game.result)
    else:
        recorded = game.result
    if (result or recorded) not in list(Result):
        raise LedgerError(
            say("{result!r} is no result", result=result),
            remedy=say("use {results} or {void}", results=", ".join(Result), void=VOID),
        )
    first, second = (game.second, game.first) if swapped else (game.first, game.second)
    first = _named(snapshot, words, "first", first)
    second = _named(snapshot, words, "second", second)
    return GameCorrected(
        **place, result=Result(result or recorded), first=None if first == game.first else first,
        second=None if second == game.second else second,
    )  # fmt: skip


def _named(snapshot: Snapshot, words: SaidWords, side: str, otherwise: str) -> str:
    """The player whom a field names, by id or by a name that only one has."""
    text = words.get(side)
    if text:
        return player_named(snapshot, text)
    return otherwise


# Files in an address


def packed(content: bytes, remedy: str) -> str:
    """A file as letters for an address; `remedy` says what to do with a larger one."""
    text = urlsafe_b64encode(zlib.compress(content, 9)).decode().rstrip("=")
    if len(content) > PLAIN or len(text) > LONGEST:
        wrong = tr("{size} bytes are too many for an address", size=len(content))
        raise LedgerError(wrong, remedy=remedy)
    return text


def unpacked(text: str) -> bytes:
    """The text in an address."""
    try:
        unpacking = zlib.decompressobj()
        content = unpacking.decompress(urlsafe_b64decode(text + "=" * (-len(text) % 4)), PLAIN)
    except (Error, ValueError, zlib.error):
        content = b""
    if not content or not unpacking.eof:
        raise LedgerError(tr("this address was cut off"), remedy=tr("paste or send the file again"))
    return content


def read_as_sent(office: Office, uploads: Uploads, name: str, content: bytes) -> bytes:
    """A file in any format that import reads, as JSON Lines. Those of the sender stay as they are."""
    with uploads.for_a_moment(name or "pasted", content) as path:
        shown = name or tr("the pasted text")
        file = InputFile(path, shown)
        if file.form == "jsonl":
            return content
        options = ReadOptions(ref=_NO_REF, scheme_of_fide_list=office.schemes.of_fide_list)
        items = list(file.items(options, office.log, office.snapshot))
    findings = Findings(shown)
    for item in items:
        if item.problem is not None:
            findings.refuse(
                item, Objection(item.problem.wrong, say("correct the file, and send it again"))
            )
    if findings.problems:
        raise findings.refusal()
    events = [item.event for item in items if item.event is not None]
    return b"\n".join(encode_content(_without_ref(event)) for event in events)


def _without_ref(event: AnyEvent) -> AnyEvent:
    if event.ref == _NO_REF:
        return replace(event, ref=None)
    return event


def _read(content: bytes, words: SaidWords, office: Office) -> Claimed:
    """The events of an address."""
    named = words.get("file") or tr("the pasted text")
    if not content.lstrip().startswith(b"{"):
        wrong = tr(
            "this address has a file in it, and the desk reads files only for whoever sends them"
        )
        raise LedgerError(wrong, place=named, remedy=tr("send the file at /appeal"))
    items = Items(named, read_lines(io.BytesIO(content)))
    return KeptItems(TitleNames(office.log, office.place).understood(items))
