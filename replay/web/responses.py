"""What every answer of the desk is made of: who asks, what is asked, and a page or an error for them."""

from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from urllib.parse import quote, unquote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

from ledger.errors import LedgerError, Problem
from replay.answers.language import language, tr
from replay.web.asked import Asked, address
from replay.web.navigation import MenuTask, menu
from replay.web.office_file import Visitor
from replay.web.page import Page, html
from wording.errors import ErrorCode, problem_data
from wording.visible import visible_lines

HTML = "text/html; charset=utf-8"
# Who is signed in gets another page than others, and everybody their own language.
PRIVATE = {"cache-control": "private, no-cache", "vary": "cookie, accept-language"}
UNCACHED = {"cache-control": "no-store"}


class SignInNeeded(HTTPException):
    """The page is for people who are signed in."""

    def __init__(self) -> None:
        super().__init__(401)


def visitor_of(request: Request) -> Visitor:
    """Whoever asks; looked up once for each request."""
    if not hasattr(request.state, "visitor"):
        state = request.app.state
        access = state.options.access
        cookie = cookie_of(request)
        request.state.visitor = (
            state.browsers.reader(cookie) if access is None else access.visitor(cookie)
        )
    return request.state.visitor  # type: ignore[no-any-return]


def cookie_name(request: Request) -> str:
    """A name for each desk: browsers send the cookies of a host to all of its ports."""
    desk = f"{request.app.state.desk.log.origin} {(request.scope.get('server') or ('', 0))[1]}"
    return f"desk-{sha256(desk.encode()).hexdigest()[:12]}"


def cookie_of(request: Request) -> str | None:
    """The cookie of this desk that the browser sent."""
    return request.cookies.get(cookie_name(request))


def is_stranger(request: Request) -> bool:
    """Whether somebody may not even read: an office file can say that reading needs a sign-in, too."""
    access = request.app.state.options.access
    return access is not None and not access.settings.open and visitor_of(request).person is None


def asked_by(request: Request) -> Asked:
    """What is asked, and by whom, if that was looked up."""
    words = {name: unquote(value) for name, value in request.path_params.items()}
    visitor = getattr(request.state, "visitor", Visitor())
    return Asked(
        request.url.path,
        words,
        request.query_params.multi_items(),
        request.scope.get("form", ""),
        visitor,
        request.app.state.desk.schemes,
        _publisher(request),
    )


def _menu(request: Request, asked: Asked, visitor: Visitor) -> list[MenuTask]:
    """The menu, with the schemes that the ledger uses and the one that the page is about. Strangers see none."""
    try:
        if is_stranger(request):
            return menu(asked, (), visitor)
    except LedgerError:  # an office file that cannot be read
        return []
    used = request.app.state.desk.schemes_in_use()
    here = asked.words.get("scheme", "")
    if here in asked.schemes and here not in used:
        used = [*used, here]
    return menu(asked, used, visitor)


def _publisher(request: Request) -> str:
    """The name of the office, in the reader's language where its file has it."""
    options = request.app.state.options
    with suppress(LedgerError):  # an office file that cannot be read
        if options.access is not None:
            settings = options.access.settings
            return str(settings.names.get(language(), settings.name) or options.name)
    return str(options.name)


def page_response(
    request: Request, page: Page, position: int | None = None, status: int = 200
) -> Response:
    """A page. One without a position is about the desk itself, not about what is known."""
    template = page.template or ("office.html" if position is None else "page.html")
    visitor = visitor_of(request)
    asked = asked_by(request)
    newest = request.app.state.desk.log.head  # where the slider ends
    shown = {"page": page, "asked": asked, "position": position, "newest": newest}
    answer = Response(
        html(
            template,
            **shown,
            menu=_menu(request, asked, visitor),
            visitor=visitor,
            publisher=_publisher(request),
        ),
        status,
        PRIVATE,
        HTML,
    )
    sends = any(form.method == "post" for form in page.forms)
    return with_cookie(request, answer, visitor) if sends else answer


def with_cookie(request: Request, answer: Response, visitor: Visitor) -> Response:
    """The browser gets the cookie that the tokens of its forms belong to."""
    if visitor.cookie and visitor.cookie != cookie_of(request):
        secure = request.url.scheme == "https"
        answer.set_cookie(
            cookie_name(request), visitor.cookie, httponly=True, samesite="lax", secure=secure
        )
    return answer


def elsewhere(request: Request, address: str) -> Response:
    """Send the whole browser there, also where a script asked for a part of a page; in the language of its address."""
    spoken = request.query_params.get("language")
    if spoken and address.startswith("/jobs/") and "?" not in address:
        address += f"?language={quote(spoken)}"
    if request.headers.get("hx-request"):
        return Response(headers={"hx-redirect": address})
    return RedirectResponse(address, 303)


def sign_in_response(request: Request) -> Response:
    """To the page where people sign in, and from there back to here."""
    asked = asked_by(request)
    if asked.form or request.method != "GET":
        remedy = tr("sign in at /sign-in; what you typed is still there when you go back")
        problem = Problem("", tr("this needs a sign-in"), remedy)
        return error_response(request, 401, tr("You are not signed in"), [problem])
    here = address(request.url.path, request.query_params.multi_items())
    return RedirectResponse(address("/sign-in", [("next", here)]), 303)


def error_response(
    request: Request,
    status: int,
    title: str,
    problems: Sequence[Problem],
    code: ErrorCode = "input",
) -> Response:
    """An error as a page, as data (json) or as plain text."""
    asked = asked_by(request)
    if asked.form == "json":
        data = {"error": code, "title": title, "problems": list(map(problem_data, problems))}
        return JSONResponse(data, status, UNCACHED)
    if asked.form:
        told = [visible_lines(tr(each.text)) for each in problems]
        return PlainTextResponse("\n".join([title, *told]) + "\n", status, UNCACHED)
    visitor = getattr(request.state, "visitor", Visitor())
    shown = html(
        "error.html",
        title=title,
        problems=problems,
        asked=asked,
        menu=_menu(request, asked, visitor),
        visitor=visitor,
        publisher=_publisher(request),
    )
    return Response(shown, status, UNCACHED, HTML)
