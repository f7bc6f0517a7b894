"""What the desk answers when something goes wrong: each kind of error as a page that leads on."""

import logging
from contextlib import suppress
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ledger.errors import LedgerError, Problem
from replay.answers.language import tr
from replay.web.journal import shown_path
from replay.web.responses import UNCACHED, error_response, visitor_of
from wording import say


def http_error(request: Request, error: Any) -> Response:
    with suppress(LedgerError):  # an office file that cannot be read
        visitor_of(request)  # at an address that does not exist nobody has looked yet who asks
    known = {
        403: tr("This is not allowed"),
        404: tr("There is no such page"),
        405: tr("This cannot be done here"),
        411: tr("This cannot be taken"),
        413: tr("This cannot be taken"),
        503: tr("The desk is busy"),
    }
    if error.detail in ("Not Found", "Method Not Allowed"):
        wrong = ""
    else:
        wrong = error.detail
    return error_response(
        request, error.status_code, known.get(error.status_code, error.detail), _told(wrong)
    )


def bad_request(request: Request, error: Any) -> Response:
    status = 503 if error.code == "disconnected" else 400  # later it can be
    return error_response(
        request, status, tr("This cannot be answered"), error.problems, error.code
    )


def nobody_there(request: Request, error: Exception) -> Response:
    """The client has left, or the desk is being stopped."""
    return Response(status_code=503, headers=UNCACHED)


def something_went_wrong(request: Request, error: Exception) -> Response:
    return error_response(
        request, 500, tr("Something went wrong"), [own_mistake(shown_path(request.scope), error)]
    )


def _told(text: str) -> list[Problem]:
    """A message and, after an arrow, its remedy."""
    wrong, _, remedy = text.partition("→")
    if wrong.strip():
        return [Problem("", wrong.strip(), remedy.strip())]
    return []


def own_mistake(what: str, error: Exception) -> Problem:
    """A mistake of ours: the log of the server has all of it."""
    logging.getLogger("rating-ledger").error("%s", what, exc_info=error)
    wrong = say(
        "this is a mistake in rating-ledger, not yours: {error}",
        error=f"{type(error).__name__}: {error}",
    )
    return Problem("", wrong, say("please report it"))
