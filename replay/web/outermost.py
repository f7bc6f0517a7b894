"""The outermost layer of the desk: names of the host, endings of addresses, headers, and a line of its log."""

from asyncio import CancelledError
from collections.abc import Callable
from time import monotonic

from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from replay.answers.language import tr
from replay.web.hosts import host_of, is_part_of_another_site
from replay.web.journal import DeskJournal
from replay.web.metrics import RequestCounts
from replay.web.reader import reader_of
from replay.web.responses import (
    UNCACHED,
)
from wording.visible import visible

FORMS = {"csv": "text/csv; charset=utf-8", "json": "application/json", "svg": "image/svg+xml"}
_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Outermost:
    """Takes .csv and .json off the path, leaves ids in it as they were sent, and puts the headers on every answer.

    Every request becomes a line of the desk's log, and counts.
    """

    def __init__(
        self,
        inner: ASGIApp,
        goes_by: Callable[[str], bool],
        journal: DeskJournal,
        counts: RequestCounts,
    ) -> None:
        self._inner = inner
        self._goes_by = goes_by
        self._journal = journal
        self._counts = counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        inner = self._inner
        if scope["type"] == "http":
            header = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
            if not self._goes_by(header):
                inner = _misdirected(header)
            elif is_part_of_another_site(scope):
                inner = PlainTextResponse(
                    tr("this page is not a part of another site's page") + "\n", 403, UNCACHED
                )
            path = scope["raw_path"].decode(
                "ascii", "replace"
            )  # an id may have a slash in it, sent as %2F
            ending = next((form for form in FORMS if path.endswith(f".{form}")), "")
            if ending == "svg" and not path.startswith("/whatif/"):
                ending = ""  # no other page has pictures; this is a file of ours
            scope = {**scope, "path": path.removesuffix(f".{ending}"), "form": ending}
        began = monotonic()
        status = 0

        async def answer(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(_with_headers(message))

        try:
            with reader_of(scope):
                await inner(scope, receive, answer)
        except CancelledError:  # the desk is stopped, and this question was still waiting
            if not status:
                await Response(status_code=503, headers=UNCACHED)(scope, receive, answer)
        finally:
            if scope["type"] == "http":
                seconds = monotonic() - began
                self._journal.request(scope, status, round(1000 * seconds))
                self._counts.count(status, seconds)


def _misdirected(header: str) -> ASGIApp:
    name = visible(host_of(header)[:100])
    told = (
        f"this desk does not go by the name {name!r}\n"
        "    → whoever runs it can allow the name: see rating-ledger help desk\n"
    )
    return PlainTextResponse(told, 400, UNCACHED)


def _with_headers(message: Message) -> Message:
    if message["type"] != "http.response.start":
        return message
    own = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    return {**message, "headers": [*message["headers"], *own]}
