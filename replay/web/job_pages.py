"""The pages of long work: how far it has come, its answer, and stopping it."""

from typing import Any

from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from replay.answers.language import tr, tr_n
from replay.office.office import Office
from replay.web.asked import Asked
from replay.web.jobs import Job, Jobs, JobState, PageWithRows
from replay.web.office_file import Visitor
from replay.web.page import Anchor, Data, Elsewhere, Form, Page, document_data, table_data
from replay.web.responses import SignInNeeded, elsewhere, visitor_of
from replay.web.sent import SMALL, sent_form


def _job_for(jobs: Jobs, identity: str, visitor: Visitor) -> Job:
    """A job that the visitor may look at."""
    job = jobs.get(identity)
    if job.owner and visitor.person is None:
        raise SignInNeeded
    if job.owner not in ("", visitor.name) and not visitor.may("publisher"):
        told = tr(
            "this is the work of somebody else → whoever began it, and publishers, can look at it"
        )
        raise HTTPException(403, told)
    return job


def job_page(jobs: Jobs, office: Office, asked: Asked) -> Page | Data | Elsewhere:
    """How far a job has come; when it is done, its answer."""
    job = _job_for(jobs, asked.words["job"], asked.visitor)
    job.seen()
    if asked.form == "json":
        return document_data(_document(job))
    if job.state is JobState.RUNNING:
        return _running(job)
    if asked.get("poll"):
        return Elsewhere(asked.again(poll=None))
    if job.state is JobState.DONE and (job.answers or isinstance(job.result, str)):
        return Elsewhere(job.answers or str(job.result))
    found = shown(job, asked)
    return (
        replace(found, only_now=True) if isinstance(found, Page) else found
    )  # what it knows stood when it began


def shown(job: Job, asked: Asked) -> Page | Data:
    """The answer of a job that has ended."""
    if isinstance(job.result, PageWithRows):
        found = job.result
        if asked.form:
            return table_data(asked.form, found.table)
        return found.page
    if isinstance(job.result, Page):
        return job.result
    title = tr("Stopped: {title}", title=job.title) if job.state is JobState.STOPPED else job.title
    return Page(
        title=title, lead=_how_it_ended(job), problems=job.problems, data=("json",), only_now=True
    )


async def stop_job(jobs: Jobs, request: Request) -> Response:
    """Stop a job that can be stopped; its page says how it stands."""
    job = _job_for(jobs, request.path_params["job"], visitor_of(request))
    await sent_form(request, SMALL)
    job.stop()
    return elsewhere(request, job.address)


def _running(job: Job) -> Page:
    stop = Form(f"{job.address}/stop", (), tr("Stop"), method="post")
    lead = tr(
        "This goes on while you look at other pages. The address of this page leads back to it, and to the "
        "result; it can be sent to others."
    )
    if job.is_stopping:
        lead = tr("It is being stopped, and ends with its next step; nothing of it is left behind.")
    return Page(
        title=job.title,
        lead=lead,
        facts=[(tr("result"), Anchor(tr("will stand here"), job.answers))] if job.answers else [],
        reached=job.reached,
        forms=[stop] if job.stoppable and not job.is_stopping else [],
        data=("json",),
        only_now=True,
    )


def _how_it_ended(job: Job) -> str:
    if job.state is JobState.FAILED:
        return tr_n("There is a problem.", "There are {number} problems.", len(job.problems))
    return tr("It was stopped before it was done; nothing of it is left behind.")


def _document(job: Job) -> dict[str, Any]:
    """What a program needs to follow a job."""
    return {
        "title": job.title, "state": job.state.value, "doing": job.reached.doing, "done": job.reached.done,
        "total": job.reached.total, "answer": job.answers or (job.result if isinstance(job.result, str) else None),
        "problems": [tr(each.text) for each in job.problems],
    }  # fmt: skip
