"""The log of a desk: a line for each request, for each sign-in and refusal, and for each append.

It has nothing that names a player and nothing that lets anybody in: no ids of players, no values of a query, no
cookies, no passwords. Whoever is signed in stands there by the name in the office file.
"""

import json
import sys
from collections import Counter
from contextlib import suppress
from datetime import UTC, datetime
from threading import Lock
from typing import Any, Literal, TextIO
from urllib.parse import parse_qsl

from starlette.types import Scope

from ledger import Log
from replay.web.office_file import Person
from wording.visible import visible

JournalForm = Literal["text", "json", "off"]
NOBODY = "-"
HIDDEN = "…"


class DeskJournal:
    """Writes lines as they come, to standard error unless told otherwise."""

    def __init__(self, form: JournalForm = "off", stream: TextIO | None = None) -> None:
        self._form = form
        self._stream = stream
        self._writing = Lock()

    def write(self, what: str, **facts: Any) -> None:
        """One line. A log that cannot be written stops nobody."""
        if self._form == "off":
            return
        time = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        if self._form == "json":
            line = json.dumps({"time": time, "what": what, **facts}, ensure_ascii=False)
        else:
            line = visible(" ".join([time, what, *map(str, facts.values())]))
        with suppress(OSError, ValueError), self._writing:
            stream = self._stream or sys.stderr
            stream.write(f"{line}\n")
            stream.flush()

    def request(self, scope: Scope, status: int, milliseconds: int) -> None:
        """A request that was answered."""
        visitor = scope.get("state", {}).get("visitor")
        person = visitor.person if visitor is not None else None
        facts = {
            "method": scope["method"],
            "path": shown_path(scope),
            "status": status,
            "ms": milliseconds,
        }
        self.write("request", **facts, who=_who(person))

    def signed_in(self, person: Person) -> None:
        self.write("signed-in", who=_who(person))

    def signed_out(self, person: Person | None) -> None:
        self.write("signed-out", who=_who(person))

    def not_signed_in(self, person: Person | None, address: str, *, too_often: bool) -> None:
        """A name that is not in the office file is not written: somebody may have typed the password there."""
        why = "too-often" if too_often else "wrong"
        self.write("sign-in-refused", why=why, address=address, who=_who(person))

    def refused(self, why: str, person: Person | None) -> None:
        """Something that this visitor may not do."""
        self.write("refused", why=why, who=_who(person))

    def appended(self, person: str, log: Log, first: int, last: int) -> None:
        """What somebody appended: types and positions."""
        types = Counter(topic for _, _, topic in log.store.placed(first - 1, last))
        if first == last:
            positions = str(first)
        else:
            positions = f"{first}..{last}"
        if self._form == "json":
            self.write("appended", first=first, last=last, types=dict(types), who=person)
        else:
            named = ",".join(f"{name}:{count}" for name, count in types.items())
            self.write("appended", positions=positions, types=named, who=person)


def _who(person: Person | None) -> str:
    if person is None:
        return NOBODY
    return f"{person.name} ({person.role})"


def shown_path(scope: Scope) -> str:
    """The path and the names of its words. What was typed in place of a player, or leads nowhere, is hidden."""
    path: str = scope["path"]
    if "endpoint" not in scope:
        if path.count("/") > 1:
            path = "/" + path.split("/")[1] + f"/{HIDDEN}"
    elif player := scope.get("path_params", {}).get("player"):
        path = path.replace(f"/players/{player}", f"/players/{HIDDEN}", 1)
    ending = f".{scope['form']}" if scope.get("form") else ""
    words = [
        name
        for name, _ in parse_qsl(
            scope["query_string"].decode("utf-8", "replace"), keep_blank_values=True
        )
    ]
    return path + ending + (f"?{'&'.join(words)}" if words else "")
