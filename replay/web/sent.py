"""What a browser sends: the fields of a form, at most one file, and never more than the desk takes."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, BinaryIO

from msgspec import Struct
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request

from ledger.text import whole_number
from replay.answers.language import tr
from replay.web.access import is_own
from replay.web.office_file import Person
from replay.web.responses import visitor_of

if TYPE_CHECKING:
    from replay.web.desk import Desk

MOST_FIELDS = 1_000
LONGEST_FIELD = 4_000_000  # bytes of one text
SMALL = 100_000  # bytes that somebody may send who is not signed in


class Sent(Struct, frozen=True):
    """A form that somebody sent who may do so; without fields they only ask for the page."""

    person: Person
    desk: "Desk"
    fields: Mapping[str, str] | None = None
    file: tuple[str, BinaryIO] | None = None  # its name, and what is in it
    most: int = 0  # bytes that may be sent

    def get(self, name: str) -> str:
        """What was typed into a field; nothing is empty text."""
        return (self.fields or {}).get(name, "").strip()


async def sent_form(
    request: Request, most: int
) -> tuple[dict[str, str], tuple[str, BinaryIO] | None]:
    """The fields and the file of a form of ours."""
    await _refuse_too_large(request, most, _too_large(request, most))
    form = await request.form(max_files=1, max_fields=MOST_FIELDS, max_part_size=LONGEST_FIELD)
    fields = {name: value for name, value in form.multi_items() if isinstance(value, str)}
    files = [value for value in form.values() if isinstance(value, UploadFile) and value.filename]
    _refuse_foreign(request, fields)
    return fields, (files[0].filename or "", files[0].file) if files else None


async def sent_content(
    request: Request, most: int, too_large: str
) -> tuple[str, bytes, dict[str, str]]:
    """A file (its name and what is in it) that becomes a part of an address and is stored nowhere; other fields."""
    await _refuse_too_large(request, most, too_large)
    async with request.form(max_files=1, max_fields=20, max_part_size=most) as form:
        fields = {name: value for name, value in form.multi_items() if isinstance(value, str)}
        _refuse_foreign(request, fields)
        for value in form.values():
            if isinstance(value, UploadFile) and value.filename:
                return value.filename[-100:], await value.read(), fields
    return "", b"", fields


def _refuse_foreign(request: Request, fields: dict[str, str]) -> None:
    """Take the token out of a form; without the one of this visitor, it was not sent from a page of ours."""
    if not is_own(visitor_of(request), fields.pop("token", None)):
        request.app.state.desk.journal.refused("form-without-token", visitor_of(request).person)
        told = tr(
            "this form is too old, or was not sent from a page of this desk → open the page again and send it"
        )
        raise HTTPException(403, told)


async def _refuse_too_large(request: Request, most: int, too_large: str) -> None:
    """Refuse before anything is stored. A browser shows the answer only once it has sent everything."""
    length = whole_number(request.headers.get("content-length", ""))
    if length is None:
        raise HTTPException(411, tr("the length of what is sent is not told"))
    if length > most:
        read = 0
        async for piece in request.stream():
            read += len(piece)
            if read > 4 * most:
                break
        raise HTTPException(413, too_large)


def _too_large(request: Request, most: int) -> str:
    length = whole_number(request.headers.get("content-length", "")) or 0
    size = -(-length // 1_000_000)
    limit = most // 1_000_000
    told = tr("{size} MB were sent, and the desk takes {limit} MB", size=size, limit=limit)
    remedy = tr("import it with the command, or ask whoever runs the desk to allow larger files")
    return f"{told} → {remedy}"
