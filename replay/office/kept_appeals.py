"""Appeals that are open, and those that were dismissed with their papers.

They lie beside the ledger, for the office alone. The log holds what happened: an appeal that is allowed becomes events
there and is no longer kept here; one that is dismissed changes nothing, so this is the only place that knows of it.
"""

import re
import secrets
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ledger.errors import LedgerError, Problem
from ledger.whole_file import private_folder, write_whole
from wording import say

FOLDER = "appeals"
MOST_OPEN = 500
_ID = re.compile(r"[\w-]{10,40}")


class Dismissal(Struct, frozen=True, forbid_unknown_fields=True):
    """That an appeal was dismissed: by whom, when and why. Its paper lies beside it."""

    by: str
    at: datetime
    reason: str
    ref: str


class KeptAppeal(Struct, frozen=True, forbid_unknown_fields=True):
    """What is claimed, as the words of the workbench's address, and whom it is about."""

    id: str
    words: Sequence[tuple[str, str]]
    players: Sequence[str]
    tournaments: Sequence[str]
    person: str  # who kept it
    received: datetime
    dismissed: Dismissal | None = None

    @property
    def ref(self) -> str:
        """The number of the decision; of an open appeal its own."""
        return self.dismissed.ref if self.dismissed else dict(self.words).get("ref", "")


class _About(Struct, frozen=True):
    """Whom a file is about, though the rest of it cannot be read."""

    players: Sequence[str]


class KeptAppeals:
    """The appeals that the office of one ledger keeps; nowhere to keep them without a folder."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder / FOLDER if folder else None

    def keep(self, appeal: KeptAppeal) -> None:
        """Keep an appeal, in the place of what was kept of it before."""
        if self.folder is None:
            raise LedgerError(say("this ledger has no folder in which appeals could be kept"))
        is_new = appeal.dismissed is None and not self.get(appeal.id)
        if is_new and sum(one.dismissed is None for one in self.all()) >= MOST_OPEN:
            wrong = say("{number} appeals are kept already", number=MOST_OPEN)
            raise LedgerError(wrong, remedy=say("decide some of them first"))
        private_folder(self.folder)
        write_whole(self.folder / f"{appeal.id}.json", msgspec.json.encode(appeal))

    def dismiss(self, appeal: KeptAppeal, dismissal: Dismissal, paper: str) -> None:
        """Keep the decision, and the paper as it was signed: it stays as it is when the log has grown."""
        self.keep(replace(appeal, dismissed=dismissal))
        assert self.folder is not None, "it was kept just now"
        write_whole(self.folder / f"{appeal.id}.html", paper.encode())

    def get(self, identity: str) -> KeptAppeal | None:
        """An appeal, if it is kept. One that cannot be read is an error: nothing is decided about half of it."""
        content = self._read(identity, "json")
        if content is None:
            return None
        try:
            return _decoder.decode(content)
        except (msgspec.MsgspecError, UnicodeDecodeError) as fault:
            raise LedgerError(
                say("this appeal cannot be read: {fault}", fault=fault),
                place=f"{FOLDER}/{identity}.json",
                remedy=say(
                    "it is damaged, or a newer version has written it: mend it, or put back the copy of a backup, "
                    "or move it away"
                ),
                code="damaged",
            ) from fault

    def paper(self, identity: str) -> bytes | None:
        """The paper of an appeal that was dismissed."""
        return self._read(identity, "html")

    def all(self) -> list[KeptAppeal]:
        """All of them that can be read, the newest first."""
        return self._sorted()[0]

    def unreadable(self) -> list[Problem]:
        """Those that cannot be read, each with its file and what to do."""
        return self._sorted()[1]

    def _sorted(self) -> tuple[list[KeptAppeal], list[Problem]]:
        appeals: list[KeptAppeal] = []
        problems: list[Problem] = []
        for identity in self._identities():
            try:
                one = self.get(identity)
            except LedgerError as error:
                problems += error.problems
                continue
            if one is not None:
                appeals.append(one)
        return sorted(appeals, key=lambda one: one.received, reverse=True), problems

    def _identities(self) -> list[str]:
        if self.folder is None or not self.folder.is_dir():
            return []
        return sorted(path.stem for path in self.folder.glob("*.json"))

    def drop(self, identity: str) -> None:
        """Let go of an appeal: it was allowed, and the log says all of it."""
        if self.folder is not None and _ID.fullmatch(identity):
            for form in ("json", "html"):
                (self.folder / f"{identity}.{form}").unlink(missing_ok=True)

    def forget(self, is_erased: Callable[[str], bool]) -> None:
        """Delete what is about somebody who was erased, or what does not say about whom: there may be names in it."""
        for identity in self._identities():
            try:
                about = msgspec.json.decode(self._read(identity, "json") or b"", type=_About)
            except (msgspec.MsgspecError, UnicodeDecodeError):
                self.drop(identity)
                continue
            if any(map(is_erased, about.players)):
                self.drop(identity)

    def _read(self, identity: str, form: Literal["json", "html"]) -> bytes | None:
        if self.folder is None or not _ID.fullmatch(identity):
            return None
        try:
            return (self.folder / f"{identity}.{form}").read_bytes()
        except OSError:
            return None


def new_appeal(
    words: Sequence[tuple[str, str]],
    players: Sequence[str],
    tournaments: Sequence[str],
    person: str,
) -> KeptAppeal:
    """An appeal that came in just now."""
    return KeptAppeal(
        secrets.token_urlsafe(12), words, players, tournaments, person, datetime.now(UTC)
    )


_decoder = msgspec.json.Decoder(KeptAppeal)
