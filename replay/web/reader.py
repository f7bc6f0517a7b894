"""The reader's language: as the address says, else as chosen on a page, else as the browser asks."""

from contextlib import AbstractContextManager
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlsplit

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import Scope

from replay.answers.language import LANGUAGES, accepted, language, speaking, tr

COOKIE = "language"
DATA = ("csv", "json")
YEAR = 365 * 24 * 3600


def reader_of(scope: Scope) -> AbstractContextManager[None]:
    """Answers this request in the reader's language. json has none; headings of csv only where the address asks."""
    form = scope.get("form")
    if form == "json":
        return speaking("en")
    given = dict(parse_qsl(scope["query_string"].decode("utf-8", "replace"))).get("language", "")
    if given in LANGUAGES:
        return speaking(given, by_name=True)
    if form == "csv":
        return speaking("en")  # a picture is a part of a page
    headers = Headers(scope=scope)
    chosen = _cookie(headers.get("cookie", ""))
    return speaking(chosen or accepted(headers.get("accept-language", "")) or language())


def _cookie(header: str) -> str | None:
    try:
        found = SimpleCookie(header).get(COOKIE)
    except CookieError:
        return None
    if found is not None and found.value in LANGUAGES:
        return found.value
    return None


def choose(request: Request) -> Response:
    """Remember a language, and go back to the page where it was chosen."""
    code = request.path_params["language"]
    if code not in LANGUAGES:
        raise HTTPException(
            404,
            tr(
                "there is no language {code!r} here → use {languages}",
                code=code,
                languages=", ".join(LANGUAGES),
            ),
        )
    answer = RedirectResponse(own_page(request.query_params.get("back", "/")), 303)
    answer.set_cookie(COOKIE, code, max_age=YEAR, httponly=True, samesite="lax")
    return answer


def own_page(address: str) -> str:
    """An address of this desk; whatever leads elsewhere is the first page."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "/"
    plain = address.isascii() and address.isprintable() and "\\" not in address
    ours = (
        not parts.scheme
        and not parts.netloc
        and parts.path.startswith("/")
        and not address.startswith("//")
    )
    if plain and ours:
        return address
    return "/"
