"""Two lists compared on the desk: of two days, two times of knowing, two sets of rules, two schemes, or files."""

import csv
import io
from collections.abc import Iterator
from datetime import date
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ledger.errors import LedgerError
from ledger.text import to_cell
from replay.answers import kinds
from replay.answers.html import TableSection, in_words
from replay.answers.language import tr
from replay.answers.names import named_wording
from replay.answers.table import Column, Table
from replay.lists.sides import FileSide, Side, file_side
from replay.office.office import Office
from replay.papers.answers import comparison_receipt
from replay.papers.lists import day_before
from replay.questions.compare import Sides, compare, why_no_causes
from replay.rules_choice import day_of
from replay.web.asked import Asked, address
from replay.web.claims import MOST, packed, unpacked
from replay.web.comparison_view import ComparisonView
from replay.web.navigation import title_of
from replay.web.page import (
    Anchor,
    Data,
    Field,
    Form,
    Page,
    schemes_that_work,
    table_data,
)
from replay.web.sent import sent_content
from replay.which import WhichList
from schemes import Scheme

REGULATION = Column("regulation", kinds.NAME)


def comparisons_page(office: Office, asked: Asked) -> Page:
    """Which lists are compared: the start of `/compare`."""
    schemes, left_out = schemes_that_work(office.schemes)
    rows = [
        {"scheme": each.name, "regulation": title_of(office.schemes, each.name)} for each in schemes
    ]
    leads = {"regulation": lambda row: asked.to("compare", row["scheme"])}
    table = TableSection(Table((REGULATION,), rows), leads=leads)
    return Page(
        title=tr("Two lists compared"),
        lead=tr("The difference of every player, split by cause. Of which regulation?"),
        sections=[table, *left_out],
    )


def compare_page(office: Office, asked: Asked) -> Page | Data:
    """Two lists, the difference of every player split by cause."""
    chosen = office.schemes[asked.words["scheme"]]
    one, other = _sides(office, asked, chosen)
    by_cause = bool(asked.get("by-cause")) and bool(asked.form) and not why_no_causes(one, other)
    answer = compare(office, (one, other), by_cause=by_cause, every=bool(asked.get("all")))
    assert answer.table is not None
    if asked.form:
        return table_data(asked.form, answer.table)
    view = ComparisonView(answer, asked, office, (one, other))
    return Page(
        title=view.title,
        lead=view.lead,
        crumbs=[
            Anchor(tr("Compare two lists"), asked.to("compare")),
            Anchor(title_of(asked.schemes, chosen.name), asked.to("schemes", chosen.name)),
        ],
        template="compare.html",
        content=view,
        facts=list(_facts(asked, (one, other))),
        forms=[_form(asked, (one, other)), _other_rules(asked), _file_form(asked)],
        pager=view.pages,
        receipt=comparison_receipt((one, other), answer, office),
        data=("csv", "json"),
    )


def _facts(asked: Asked, sides: Sides) -> Iterator[tuple[str, Any]]:
    """What is not clear from the days alone: other times of knowing, other rules, files."""
    one, other = sides
    plain = isinstance(one, WhichList) and isinstance(other, WhichList)
    if not plain or any(name.startswith(("a.", "b.")) for name, _ in asked.query):
        yield tr("before"), _side_in_words(asked, one)
        yield tr("after"), _side_in_words(asked, other)
    yield from _without_files(asked, sides)


def _side_in_words(asked: Asked, side: Side) -> str:
    """A list by the names of its regulation; a file by its own."""
    if isinstance(side, FileSide):
        return side.title()
    title = named_wording(
        side.title(), lambda name: title_of(asked.schemes, name), asked.schemes.names
    )
    return in_words(title)


def _sides(office: Office, asked: Asked, chosen: Scheme) -> Sides:
    """By default the newest list and the one before it. What names no side holds for both."""
    rules = asked.rules_of(chosen.name)
    snapshot = office.snapshot(asked.known)
    after = office.checked_day(day_of(asked.get("b") or str(date.today())))
    listed = chosen.list_in_force(rules, after)[1]
    earlier = day_before(chosen, rules, listed, snapshot.published(chosen.name))
    before = day_of(asked.get("a") or str(earlier))
    return _side(office, asked, "a", before), _side(office, asked, "b", after)


def _side(office: Office, asked: Asked, side: str, day: date) -> Side:
    """A side with its own words: `a.known`, `a.version`, `a.set.NAME`, `a.reading.NAME`, `a.reform`, `a.rate-as`.

    Or a file: `a.rows`, called `a.file`.
    """
    own = [
        (name.removeprefix(f"{side}."), value)
        for name, value in asked.query
        if name.startswith(f"{side}.")
    ]
    if rows := dict(own).get("rows"):
        return file_side(
            None, dict(own).get("file") or tr("a file"), unpacked(rows)
        )  # rows alone: see take_list
    name = dict(own).get("scheme") or asked.words["scheme"]
    common = [
        pair
        for pair in asked.query
        if name == asked.words["scheme"] or pair not in asked.rules_words
    ]
    query = [*common, *_taken_apart(own)]
    said = Asked(asked.path, {"scheme": name}, query, schemes=office.schemes)
    said.check()
    return said.which(office, name, day)


def _taken_apart(own: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The fields for several changes, `set` and `reading`, as one word for each: `k.top=15; cap=300`."""
    words: list[tuple[str, str]] = []
    for name, value in own:
        if name not in ("set", "reading"):
            words.append((name, value))
            continue
        for part in value.split(";"):
            which, _, what = part.partition("=")
            words.append((f"{name}.{which.strip()}", what.strip() or "?"))
    return words


def _form(asked: Asked, sides: Sides) -> Form:
    known = tr("all that is known")
    every = [("", tr("who change")), ("1", tr("all"))]
    one, other = sides
    fields = [
        *([Field("a", tr("List of"), str(one.day)),
           Field("a.known", tr("as known on"), asked.get("a.known") or "", hint=known)]
          if isinstance(one, WhichList) else []),
        *([Field("b", tr("and list of"), str(other.day)),
           Field("b.known", tr("as known on"), asked.get("b.known") or "", hint=known)]
          if isinstance(other, WhichList) else []),
        Field("all", tr("Players"), asked.get("all") or "", every),
    ]  # fmt: skip
    return Form(asked.path, fields, tr("Compare"), asked.hidden(*(field.name for field in fields)))


def _other_rules(asked: Asked) -> Form:
    """What each side has for itself."""
    games = [("", tr("approved for the scheme")), ("yes", tr("those of other schemes, too"))]
    names = [(name, title_of(asked.schemes, name)) for name in asked.schemes.names]
    schemes = [("", tr("the same")), *names]
    fields = [
        Field("b.scheme", tr("Regulation, after"), asked.get("b.scheme") or "", schemes),
    ]
    for side, which in (("a", tr("before")), ("b", tr("after"))):
        texts = {
            name: asked.get(f"{side}.{name}") or ""
            for name in ("version", "set", "reading", "rate-as")
        }
        fields += [
            Field(f"{side}.version", tr("Version, {side}", side=which), texts["version"]),
            Field(
                f"{side}.set",
                tr("Parameters, {side}", side=which),
                texts["set"],
                hint="k.normal=24; cap=300",
            ),
            Field(
                f"{side}.reading",
                tr("Readings, {side}", side=which),
                texts["reading"],
                hint="name=choice",
            ),
            Field(f"{side}.rate-as", tr("Games, {side}", side=which), texts["rate-as"], games),
        ]
    return Form(
        asked.path,
        fields,
        tr("Compare"),
        asked.hidden(*(field.name for field in fields)),
        tr("Rules of either side"),
    )


# Files


def _file_form(asked: Asked) -> Form:
    fields = [
        Field(
            "file", tr("List (csv)"), type="file", needed=True, says=tr("columns player and rating")
        ),
        Field("side", tr("It is the list"), "a", [("a", tr("before")), ("b", tr("after"))]),
    ]
    action = address(f"{asked.path}/file", asked.query)
    return Form(
        action, fields, tr("Compare"), title=tr("A file as one side"), folded=True, method="post"
    )


def _without_files(asked: Asked, sides: Sides) -> list[tuple[str, Anchor]]:
    """For each file the way back to a list of the ledger."""
    links = []
    for side, found in zip("ab", sides, strict=True):
        if isinstance(found, FileSide):
            without = asked.again("", **dict.fromkeys(_words_of_file(side)))
            links.append((tr("file"), Anchor(tr("without {file}", file=found.path), without)))
    return links


def _words_of_file(side: str) -> tuple[str, str]:
    return f"{side}.file", f"{side}.rows"


async def take_list(request: Request) -> Response:
    """A list in a file becomes a part of the address, or, if this ledger published it, the words for that list."""
    use_command = tr("send a shorter list: the desk keeps it in the address")
    too_large = tr("this file is too large for the desk")
    name, content, fields = await sent_content(request, MOST, f"{too_large} → {use_command}")
    if not content.strip():
        raise LedgerError(tr("no file was sent"), remedy=tr("choose a file"))
    side = "b" if fields.get("side") == "b" else "a"

    def words() -> dict[str, str]:
        with request.app.state.desk.office() as office:
            found = file_side(office, name, content)
        if isinstance(found, FileSide):
            return dict(
                zip(
                    _words_of_file(side), (name, packed(_in_short(found), use_command)), strict=True
                )
            )
        return {side: str(found.day)} | {f"{side}.{name}": value for name, value in found.query()}

    others = [
        (word, value)
        for word, value in request.query_params.multi_items()
        if not word.startswith(f"{side}.")
    ]
    query = dict(others) | await run_in_threadpool(words)
    return RedirectResponse(address(request.url.path.removesuffix("/file"), query.items()), 303)


def _in_short(side: FileSide) -> bytes:
    """The file with the columns that are compared."""
    text = io.StringIO()
    rows = [
        ("player", "rating"),
        *((to_cell(player), rating) for player, rating in side.ratings.items()),
    ]
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()
