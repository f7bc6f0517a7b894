"""Signing in and out, and the pages of the office: who may ask for them, and what they send."""

from collections.abc import Awaitable, Callable

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ledger.errors import LedgerError, Problem
from replay.answers.language import tr
from replay.office.office import Office
from replay.web.access import Access
from replay.web.asked import Asked
from replay.web.journal import DeskJournal
from replay.web.office_appeal import decide_page, dismissal_paper
from replay.web.office_file import Person, Role, Visitor
from replay.web.office_import import discard_page, import_page, one_import_page
from replay.web.office_pages import office_page, records_page, tables_page
from replay.web.office_people import people_page
from replay.web.office_preview import preview_page
from replay.web.office_publish import publish_page, published_page
from replay.web.office_record import record_page
from replay.web.page import Data, Elsewhere, Field, Form, Page
from replay.web.reader import own_page
from replay.web.responses import (
    HTML,
    PRIVATE,
    SignInNeeded,
    asked_by,
    cookie_name,
    cookie_of,
    elsewhere,
    page_response,
    visitor_of,
    with_cookie,
)  # fmt: skip
from replay.web.sent import SMALL, Sent, sent_form

MOST_SENT = 50_000_000  # bytes of a file that is sent, unless `serve` says otherwise
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FILES = {"csv": "text/csv; charset=utf-8", "xlsx": XLSX, "html": HTML}
OfficeView = Callable[[Office, Asked, Sent], Page | Data | Elsewhere]
# address → who may ask for it and send something to it
OFFICE: dict[str, tuple[Role, OfficeView]] = {
    "/office": ("recorder", office_page),
    "/office/record": ("recorder", records_page),
    "/office/record/{kind}": ("recorder", record_page),
    "/office/tables/{name}": ("recorder", tables_page),
    "/office/appeal": ("recorder", decide_page),
    "/office/appeal/{appeal}/paper": ("recorder", dismissal_paper),
    "/office/publish": ("publisher", publish_page),
    "/office/published/{position}": ("publisher", published_page),
    "/office/import": ("recorder", import_page),
    "/office/import/{upload}": ("recorder", one_import_page),
    "/office/import/{upload}/people": ("recorder", people_page),
    "/office/import/{upload}/preview": ("recorder", preview_page),
    "/office/import/{upload}/discard": ("recorder", discard_page),
}


def office_routes() -> list[Route]:
    both = ["GET", "POST"]
    return [
        Route("/sign-in", _sign_in, methods=both),
        Route("/sign-out", _sign_out, methods=["POST"]),
        *(
            Route(path, _endpoint(role, view), methods=both)
            for path, (role, view) in OFFICE.items()
        ),
    ]


def _endpoint(role: Role, view: OfficeView) -> Callable[[Request], Awaitable[Response]]:
    """The page if it is asked for, and what it does if something is sent to it."""

    async def answer(request: Request) -> Response:
        person = _person(request, role)
        state = request.app.state
        most = state.options.most_sent
        sent = Sent(person, state.desk, most=most)
        try:
            if request.method == "POST":
                sent = Sent(person, state.desk, *await sent_form(request, most), most)
            return await run_in_threadpool(_answered, request, view, sent)
        finally:
            await request.close()  # and the file that was sent

    return answer


def _answered(request: Request, view: OfficeView, sent: Sent) -> Response:
    with sent.desk.office() as office:
        found = view(office, asked_by(request), sent)
    if isinstance(found, Elsewhere):
        return elsewhere(request, found.address)
    if isinstance(found, Data):
        kept = {}
        if found.file:
            kept["content-disposition"] = f'attachment; filename="{found.file}"'
        return Response(found.content, headers=PRIVATE | kept, media_type=FILES[found.form])
    status = 400 if found.problems else found.status
    answer = page_response(request, found, status=status)
    answer.headers["cache-control"] = "no-store"  # with Back, the page is asked for anew
    return answer


def _person(request: Request, role: Role) -> Person:
    """Whoever is signed in and may do this."""
    _access(request)
    person = visitor_of(request).person
    if person is None:
        raise SignInNeeded
    if not person.may(role):
        request.app.state.desk.journal.refused(f"needs-{role}", person)
        roles = {"role": tr(role), "own": tr(person.role)}
        told = tr("this needs the role {role}, and {name} is {own}", name=person.name, **roles)
        raise HTTPException(403, told + " → " + tr("ask whoever keeps the office file"))
    return person


def _access(request: Request) -> Access:
    access: Access | None = request.app.state.options.access
    if access is None:
        told = tr("nothing can be appended through this desk: it was started to be read")
        raise HTTPException(
            403, told + " → " + tr("whoever runs it can start it with an office file")
        )
    return access


# Signing in and out


async def _sign_in(request: Request) -> Response:
    access = _access(request)
    asked = asked_by(request)
    if request.method != "POST":
        return page_response(request, _sign_in_page(asked))
    journal: DeskJournal = request.app.state.desk.journal
    fields, _ = await sent_form(request, SMALL)
    address = request.client.host if request.client else ""
    name = fields.get("name", "")
    password = fields.get("password", "")
    try:
        new = await access.sign_in(name, password, address)
    except LedgerError as denied:
        if denied.code not in ("denied", "too-often"):
            raise
        too_often = denied.code == "too-often"
        journal.not_signed_in(access.settings.person(name), address, too_often=too_often)
        page = _sign_in_page(asked, name, denied.problems)
        return page_response(request, page, status=429 if too_often else 403)
    access.sign_out(cookie_of(request))
    if new.person is not None:
        journal.signed_in(new.person)
    return with_cookie(request, RedirectResponse(_after(asked, new), 303), new)


def _sign_in_page(asked: Asked, name: str = "", problems: tuple[Problem, ...] = ()) -> Page:
    fields = [
        Field("name", tr("Name"), name, needed=True, filled_as="username"),
        Field(
            "password", tr("Password"), type="password", needed=True, filled_as="current-password"
        ),
    ]
    form = Form(asked.again(), fields, tr("Sign in"), method="post")
    return Page(title=tr("Sign in"), problems=problems, forms=[form])


async def _sign_out(request: Request) -> Response:
    access = _access(request)
    await sent_form(request, SMALL)
    request.app.state.desk.journal.signed_out(visitor_of(request).person)
    access.sign_out(cookie_of(request))
    answer = RedirectResponse("/", 303)
    answer.delete_cookie(cookie_name(request), httponly=True, samesite="lax")
    return answer


def _after(asked: Asked, visitor: Visitor) -> str:
    """Where to go after signing in: to the page that was asked for, never to another site."""
    wanted = asked.get("next")
    if wanted is not None:
        return own_page(wanted)
    if visitor.person and visitor.person.may("recorder"):
        return "/office"
    return "/"
