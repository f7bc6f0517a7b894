"""The question of a what-if as fields: numbers by article, readings, settings, values to try, a reform file."""

import re
from collections.abc import Sequence
from itertools import groupby

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ledger.errors import LedgerError
from replay.answers.language import heading, tr
from replay.web.asked import Asked, address
from replay.web.page import Field, Form
from replay.web.sent import sent_content
from replay.whatif.sweep import MEASURES
from schemes import Scheme
from schemes.kernels.parameters import as_set, parameters

FIRST = 5  # numbers that are shown unfolded where none is a K
LONGEST = 40  # a longer value is a table of numbers: it is changed with a reform file
LARGEST = 20_000  # bytes of a reform in an address


class RuleGroup(Struct, frozen=True):
    """Numbers of one article: the label of a field is its sentence, the hint its value in force."""

    article: str
    fields: Sequence[Field]


def below(asked: Asked, *parts: str) -> str:
    """An address below that of the what-if, with the same words."""
    return address(f"/whatif/{asked.words['scheme']}/{asked.on}/{'/'.join(parts)}", asked.query)


class RuleNumber(Struct, frozen=True):
    """A number of a regulation, with its field."""

    article: str
    name: str
    field: Field


def rule_numbers(chosen: Scheme, asked: Asked) -> list[RuleNumber]:
    """The numbers of the newest version, in the order of the articles; tables are left to reform files."""
    numbers = []
    for each in parameters(chosen.versions[-1].parameters):
        now = as_set(each.value)
        if len(now) <= LONGEST:
            name = f"set.{each.name}"
            said = tr("{label}: {value}", label=tr(each.article), value=each.name)
            field = Field(name, tr(each.says), asked.get(name) or "", hint=now, says=said)
            numbers.append(RuleNumber(each.article, each.name, field))
    return sorted(numbers, key=lambda each: _in_order(each.article))


def shown_first(numbers: Sequence[RuleNumber]) -> list[Field]:
    """What is changed; while nothing is, the values of K, or the first numbers."""
    changed = [each.field for each in numbers if each.field.value]
    k = [each.field for each in numbers if each.name.startswith("k.")]
    return changed or k or [each.field for each in numbers[:FIRST]]


def folded(numbers: Sequence[RuleNumber]) -> list[RuleGroup]:
    return [
        RuleGroup(article, [each.field for each in group])
        for article, group in groupby(numbers, lambda each: each.article)
    ]


def _in_order(article: str) -> list[tuple[int, str]]:
    """Article 7.2 before 7.10."""
    return [
        (int(part), "") if part.isdigit() else (0, part) for part in re.findall(r"\d+|\D+", article)
    ]


def reading_fields(chosen: Scheme, asked: Asked) -> list[Field]:
    return [
        Field(f"reading.{each.name}", f"{tr(each.question)} ({tr(each.article)})",
              asked.get(f"reading.{each.name}") or "",
              [("", tr("in force: {choice}", choice=tr(each.choices[each.force]))),
               *((choice, tr(each.choices[choice])) for choice in each.alternatives)])
        for each in chosen.readings
    ]  # fmt: skip


def setting_fields(chosen: Scheme, asked: Asked) -> list[Field]:
    """From when on, by which version, whom to watch, and which games."""
    versions = [("", tr("by date")), *((each.name, each.name) for each in chosen.versions)]
    games = [("", tr("approved for this regulation")), ("yes", tr("those of others, too"))]
    choices = {"version": versions, "rate-as": games}
    said = {
        "from": (tr("The change holds from"), tr("always")),
        "version": (tr("Version"), ""),
        "watch": (tr("Players to watch"), tr("names or ids, with commas")),
        "rate-as": (tr("Games"), ""),
    }
    return [
        Field(name, label, asked.get(name) or "", choices.get(name, ()), hint)
        for name, (label, hint) in said.items()
    ]


def reform_form(asked: Asked) -> Form:
    """A whole reform file; it goes into the address."""
    fields = [
        Field("reform", tr("Changes as a TOML file"), asked.get("reform") or "", lines=6),
        Field("file", tr("or a file"), type="file"),
    ]
    action = below(asked, "reform")
    return Form(action, fields, tr("Compare"), title=tr("A reform file"), method="post")


def sweep_form(asked: Asked, numbers: Sequence[Field]) -> Form:
    """Many values of one number."""
    names = [
        (each.name.removeprefix("set."), f"{each.label} ({each.says})")
        for each in numbers
        if each.hint.isdigit()
    ]
    fields = [
        Field("parameter", tr("Number"), "", names),
        Field("low", tr("from"), needed=True),
        Field("high", tr("to"), needed=True),
        Field("step", tr("in steps of"), "1"),
    ]
    return Form(asked.path, fields, tr("Try them"), asked.hidden())


def sweep_address(asked: Asked) -> str:
    low, high, step = (asked.get(name) or "" for name in ("low", "high", "step"))
    values = f"{low}..{high}:{step or 1}"
    asking = ("parameter", "low", "high", "step")
    kept = [(name, value) for name, value in asked.query if name not in asking]
    here = f"/whatif/{asked.words['scheme']}/{asked.on}/sweep"
    return address(here, [*kept, ("sweep", f"{asked.get('parameter')}={values}")])


def sweeps_form(asked: Asked) -> Form:
    """Every combination of the values of several numbers."""
    fields = [
        Field("sweep", tr("Values to try, a line for each name"), asked.get("sweep") or "", lines=2,
              hint="k.top=5..20:1"),
        Field("sort", tr("Best first by"), asked.get("sort") or "", _measures()),
    ]  # fmt: skip
    action = f"/whatif/{asked.words['scheme']}/{asked.on}/sweep"
    title = tr("Several numbers at once")
    return Form(action, fields, tr("Try them all"), asked.hidden("sweep", "sort"), title)


def _measures() -> list[tuple[str, str]]:
    """What a sweep can be sorted by; the log loss, if nothing else is chosen."""
    return [
        ("" if name == "log_loss" else name, heading(name))
        for name in sorted(MEASURES, key=lambda name: name != "log_loss")
    ]


async def take_reform(request: Request) -> Response:
    """A reform file, pasted or sent, becomes a part of the address of a what-if."""
    too_large = tr(
        "this reform is too large for an address → change fewer numbers, or ask whoever runs the desk"
    )
    _, content, fields = await sent_content(request, 4 * LARGEST, too_large)
    content = content or fields.get("reform", "").encode()
    if len(content) > LARGEST:
        raise HTTPException(413, too_large)
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n").strip()
    except UnicodeDecodeError:
        raise LedgerError(
            tr("the reform is not UTF-8 text"), remedy=tr("send a TOML file")
        ) from None
    query = [
        (name, value) for name, value in request.query_params.multi_items() if name != "reform"
    ]
    words = [*query, *([("reform", text)] if text else [])]
    return RedirectResponse(address(request.url.path.removesuffix("/reform"), words), 303)
