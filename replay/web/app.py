"""The desk as a web application: addresses, answers, errors as pages, and the headers that every answer has."""

from collections.abc import Awaitable, Callable
from functools import partial

from msgspec import Struct
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from ledger.errors import LedgerError
from replay.answers.language import tr
from replay.answers.paper import TEMPLATES, Paper
from replay.office.office import Office, Progress
from replay.web.access import Access, Browsers
from replay.web.appeal_choice import appeal_page, take_file
from replay.web.asked import Asked
from replay.web.comparisons import compare_page, comparisons_page, take_list
from replay.web.console import sql_page
from replay.web.desk import Desk
from replay.web.error_pages import bad_request, http_error, nobody_there, something_went_wrong
from replay.web.events import event_page, log_page, proof_data
from replay.web.explanation import rating_page
from replay.web.find import find_page
from replay.web.groups import all_groups_page, groups_page
from replay.web.home import empty_table, home_page
from replay.web.hosts import HostNames
from replay.web.job_pages import job_page, stop_job
from replay.web.list_index import lists_page
from replay.web.lists import list_page
from replay.web.metrics import RequestCounts, metrics
from replay.web.office_routes import MOST_SENT, office_routes
from replay.web.outermost import FORMS, Outermost
from replay.web.page import ASSETS, Data, Elsewhere, Page, Part, html
from replay.web.people import federation_page, federations_page, players_page
from replay.web.players import player_page
from replay.web.publications import publication_page, published_page, rating_proof
from replay.web.reader import choose
from replay.web.responses import (
    HTML,
    PRIVATE,
    UNCACHED,
    SignInNeeded,
    asked_by,
    elsewhere,
    is_stranger,
    page_response,
    sign_in_response,
    visitor_of,
)
from replay.web.rules import scheme_page, schemes_page
from replay.web.scenario_question import take_reform
from replay.web.scenarios import whatif_page
from replay.web.sweeps import readings_page, sweep_page
from replay.web.tournament_index import tournaments_page
from replay.web.tournaments import tournament_page
from replay.web.turns import Gone
from replay.web.workbench import appeal_paper

View = Callable[[Office, Asked], Page | Part | Data | Elsewhere | Paper]
VIEWS: dict[str, View] = {
    "/": home_page,
    "/tables/{table}": empty_table,
    "/find": find_page,
    "/lists": lists_page,
    "/lists/{scheme}": list_page,
    "/lists/{scheme}/{on}": list_page,
    "/players": players_page,
    "/players/{player}/{scheme}/{on}": rating_page,
    "/tournaments": tournaments_page,
    "/tournaments/{tournament}": tournament_page,
    "/federations": federations_page,
    "/federations/{federation}": federation_page,
    "/groups": all_groups_page,
    "/groups/{series}": groups_page,
    "/schemes": schemes_page,
    "/schemes/{scheme}": scheme_page,
    "/compare": comparisons_page,
    "/compare/{scheme}": compare_page,
    "/appeal/paper": appeal_paper,
    "/sql": sql_page,
    "/log": log_page,
    "/log/{position}": event_page,
    "/log/{position}/proof": proof_data,
    "/published": published_page,
    "/published/{position}": publication_page,
    "/published/{position}/proof": rating_proof,
}


class Found(Struct, frozen=True):
    """What a view found; a page that is about what is known has a position."""

    found: Page | Part | Data | Elsewhere | Paper
    position: int | None


SERVED = (".css", ".js", ".svg")


class DeskOptions(Struct, frozen=True):
    """Who may do more than read, under which names the desk is reached, and how much may be sent to it."""

    access: Access | None = None  # None: nobody can sign in, and nothing can be appended
    hosts: HostNames = HostNames()
    most_sent: int = MOST_SENT  # bytes
    name: str = ""  # of the office, where its file says none

    def goes_by(self, header: str) -> bool:
        """Whether a Host header names this desk. A page elsewhere could lead a browser here under its own name."""
        return self.hosts.allows(header, () if self.access is None else self.access.hosts)


def desk_app(desk: Desk, options: DeskOptions = DeskOptions()) -> ASGIApp:
    """The application. Views are plain functions: each request runs in a thread of its own and blocks no other."""
    counts = RequestCounts()
    application = Starlette(
        routes=[
            Route("/health", _health),
            Route("/metrics", metrics),
            Route("/assets/{name}", _asset),
            Route("/language/{language}", choose),
            *(Route(path, _endpoint(view)) for path, view in VIEWS.items()),
            *_with_memory(desk),
            Route("/appeal/file", _for_readers(take_file), methods=["POST"]),
            Route("/compare/{scheme}/file", _for_readers(take_list), methods=["POST"]),
            *office_routes(),
        ],
        exception_handlers={
            SignInNeeded: lambda request, error: sign_in_response(request), HTTPException: http_error,
            LedgerError: bad_request, Exception: something_went_wrong,
            Gone: nobody_there, ClientDisconnect: nobody_there,
        },
    )  # fmt: skip
    application.state.desk, application.state.options = desk, options
    application.state.counts = counts
    application.state.browsers = Browsers()  # where nobody can sign in, forms have tokens, too
    return Outermost(application, options.goes_by, desk.journal, counts)


def _with_memory(desk: Desk) -> list[Route]:
    """What rests on more than the log: long work and its answers, and the appeals that the office keeps."""
    jobs = desk.jobs
    answers = desk.answers
    return [
        Route("/players/{player}", _endpoint(partial(player_page, desk.appeals))),
        Route("/appeal", _endpoint(partial(appeal_page, desk.appeals))),
        Route("/whatif/{scheme}", _endpoint(partial(whatif_page, answers))),
        Route("/whatif/{scheme}/{on}", _endpoint(partial(whatif_page, answers))),
        Route("/whatif/{scheme}/{on}/sweep", _endpoint(partial(sweep_page, jobs))),
        Route("/whatif/{scheme}/{on}/readings", _endpoint(partial(readings_page, jobs))),
        Route("/whatif/{scheme}/{on}/reform", _for_readers(take_reform), methods=["POST"]),
        Route("/jobs/{job}", _at_once(partial(job_page, jobs))),
        Route("/jobs/{job}/stop", _for_readers(partial(stop_job, jobs)), methods=["POST"]),
    ]


def _endpoint(view: View) -> Callable[[Request], Awaitable[Response]]:
    """The answer to a question; if it takes long, the browser is sent to the page of its job."""

    async def answer(request: Request) -> Response:
        if is_stranger(request):
            raise SignInNeeded
        visitor_of(request)
        asked = asked_by(request)
        desk = request.app.state.desk
        found = await desk.questions.answer(request, asked, partial(_found, desk, view, asked))
        return await run_in_threadpool(_response, request, asked, found)

    return answer


def _at_once(view: View) -> Callable[[Request], Response]:
    """The answer to a question that never takes long, and never waits for its turn."""

    def answer(request: Request) -> Response:
        if is_stranger(request):
            raise SignInNeeded
        visitor_of(request)
        asked = asked_by(request)
        return _response(request, asked, _found(request.app.state.desk, view, asked))

    return answer


def _found(desk: Desk, view: View, asked: Asked, progress: Progress | None = None) -> Found:
    """What a view finds, and the position that it is about."""
    _check_scheme(asked)
    asked.check()
    with desk.office(progress) as office:
        found = view(office, asked)
        about_now = not isinstance(found, Page) or found.only_now
        return Found(found, None if about_now else office.position(asked.known))


def _response(request: Request, asked: Asked, answer: Found | Elsewhere) -> Response:
    found = answer.found if isinstance(answer, Found) else answer
    if isinstance(found, Elsewhere):
        return elsewhere(request, found.address)
    if isinstance(found, Data):
        if found.file:
            kept = {"content-disposition": f'attachment; filename="{found.file}"'}
        else:
            kept = {}
        return Response(found.content, headers=PRIVATE | kept, media_type=FORMS[found.form])
    if asked.form:
        raise HTTPException(404, tr("this page has no {form} form", form=asked.form))
    if isinstance(found, Part):
        text = html(found.template, content=found.content, asked=asked)
        return Response(text, headers=PRIVATE, media_type=HTML)
    if isinstance(found, Paper):
        return Response(html("sheet.html", paper=found), headers=PRIVATE, media_type=HTML)
    position = answer.position if isinstance(answer, Found) else None
    return page_response(request, found, position, found.status)


def _for_readers(
    take: Callable[[Request], Awaitable[Response]],
) -> Callable[[Request], Awaitable[Response]]:
    """What is sent by whoever may read: it is stored nowhere, and becomes an address."""

    async def answer(request: Request) -> Response:
        if is_stranger(request):
            raise SignInNeeded
        return await take(request)

    return answer


def _check_scheme(asked: Asked) -> None:
    if "scheme" in asked.words and asked.words["scheme"] not in asked.schemes:
        try:
            asked.schemes[asked.words["scheme"]]
        except LedgerError as error:
            raise HTTPException(404, tr(error.text)) from None


async def _health(request: Request) -> Response:
    """Answers whatever else goes on: it waits for no turn and no thread that others use."""
    if is_stranger(request):
        known = {}
    else:
        known = await request.app.state.desk.health()
    return JSONResponse({"alive": True, **known}, headers=UNCACHED)


def _asset(request: Request) -> Response:
    found = {
        path.name: path
        for folder in (TEMPLATES, ASSETS)
        for path in folder.iterdir()
        if path.suffix in SERVED
    }
    name = request.path_params["name"]
    if name not in found:
        raise HTTPException(404, tr("there is no file {name!r}", name=name))
    return FileResponse(found[name], headers={"cache-control": "no-cache"})
