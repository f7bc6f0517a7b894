"""What-if on the desk: choose parameters by article and readings, and see the list under them beside the real one."""

import re
from collections import OrderedDict
from collections.abc import Sequence
from datetime import date
from itertools import groupby
from threading import Lock

import numpy as np
from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ledger.errors import LedgerError
from projections.named import player_named
from replay.answers import plotting
from replay.answers.html import TableSection
from replay.answers.language import heading, language, tr
from replay.answers.names import names_in
from replay.answers.speech import signed
from replay.answers.table import Table
from replay.explain.why_not import changed_articles
from replay.office.office import Office
from replay.papers.facts import log_facts, rules_facts
from replay.web.asked import Asked, address
from replay.web.navigation import title_of
from replay.web.page import Data, Elsewhere, Field, Form, Page, document_data, table_data
from replay.web.sent import sent_content
from replay.whatif import Scenarios, WhatIf
from replay.whatif.answer import COLUMNS
from replay.whatif.document import document
from replay.whatif.plots import PLOTS, plot, svg
from replay.whatif.sweep import MEASURES
from replay.whatif.tables import BESIDE, Beside, by_group, changes, decimals, measures, overview
from schemes import Scheme
from schemes.kernels.parameters import as_set, parameters
from wording import say

TOP = 20
FIRST = 5  # numbers that are shown unfolded where none is a K
LONGEST = 40  # a longer value is a table of numbers: it is changed with a reform file
KEPT = 3  # answers, for the pictures of a page are asked for one by one
LARGEST = 20_000  # bytes of a reform in an address
Key = tuple[object, ...]


class KeptAnswer:
    """An answer that was worked out, or is about to be, and its pictures."""

    def __init__(self) -> None:
        self.working = Lock()
        self.answer: WhatIf | None = None
        self.pictures: dict[tuple[str, str], str] = {}  # by name and language


class KeptAnswers:
    """The last what-ifs: a page and its pictures rest on one replay."""

    def __init__(self) -> None:
        self._entries: OrderedDict[Key, KeptAnswer] = OrderedDict()
        self._changing = Lock()

    def forget(self) -> None:
        """Let go of every answer."""
        with self._changing:
            self._entries.clear()

    def ask(self, office: Office, asked: Asked) -> WhatIf:
        """The answer to an address; the same question at the same time is worked out once."""
        entry = self._entry(office, asked)
        with entry.working:
            if entry.answer is None:
                which = asked.which(office, asked.words["scheme"])
                entry.answer = Scenarios(office, which).ask(which.rules)
            return entry.answer

    def picture(self, office: Office, asked: Asked, name: str) -> str:
        """One of the pictures of an answer, drawn once."""
        answer = self.ask(office, asked)
        entry = self._entry(office, asked)
        with entry.working:
            key = (name, language())
            if key not in entry.pictures:
                entry.pictures[key] = svg(plot(answer, name))
            return entry.pictures[key]

    def _entry(self, office: Office, asked: Asked) -> KeptAnswer:
        which = asked.which(office, asked.words["scheme"])
        known = which.position, office.model.head  # a name that was known then may be erased now
        key = (which.rules.fingerprint, which.day, known, which.rate_as)
        with self._changing:
            entry = self._entries.setdefault(key, KeptAnswer())
            self._entries.move_to_end(key)
            while len(self._entries) > KEPT:
                self._entries.popitem(last=False)
            return entry


class RuleGroup(Struct, frozen=True):
    """Numbers of one article: the label of a field is its sentence, the hint its value in force."""

    article: str
    fields: Sequence[Field]


class ResultView(Struct, frozen=True):
    """What changes: one sentence, some figures, pictures, the largest changes first, and every other table."""

    sentence: str
    figures: Sequence[tuple[str, str, str]]
    pictures: Sequence[tuple[str, str]]
    no_pictures: str
    first: Sequence[TableSection]
    others: Sequence[TableSection]


class WhatIfView(Struct, frozen=True):
    """The question, field by field, and its answer."""

    title: str
    list_date: date
    list: str
    first: Sequence[Field]
    groups: Sequence[RuleGroup]
    readings: Sequence[Field]
    settings: Sequence[Field]
    hidden: Sequence[tuple[str, str]]
    start_over: str
    compared_readings: str
    sweep: Form
    sweeps: Form
    reform: Form
    result: ResultView | None
    remark: str = ""


def whatif_page(answers: KeptAnswers, office: Office, asked: Asked) -> Page | Data | Elsewhere:
    """The list of a day under the rules of the address, beside the one under the rules in force."""
    chosen = office.schemes[asked.words["scheme"]]
    if asked.get("compare"):
        return Elsewhere(asked.again(compare=None))  # without the fields that were left empty
    if asked.get("parameter"):
        return Elsewhere(_sweep_address(asked))
    if asked.form == "svg":
        return _picture(answers, office, asked)
    answer = None
    if asked.list_words.rules:
        answer = answers.ask(office, asked)
    if asked.form:
        rows = answer.rows() if answer else []
        if asked.form == "json" and answer:
            return document_data(document(answer, rows))
        return table_data(asked.form, Table(COLUMNS, rows))
    rules = asked.rules_of(chosen.name)
    listed = chosen.list_in_force(rules, office.checked_day(asked.on, rules))[1]
    title = title_of(office.schemes, chosen.name)
    numbers = _numbers(chosen, asked)
    first = _shown_first(numbers)
    readings = _readings(chosen, asked)
    settings = _settings(chosen, asked)
    view = WhatIfView(
        title=title,
        list_date=listed,
        list=asked.to("lists", chosen.name, listed),
        first=first,
        groups=_folded([each for each in numbers if each.field not in first]),
        readings=readings,
        settings=settings,
        hidden=asked.hidden(
            *(each.field.name for each in numbers),
            *(field.name for field in (*readings, *settings)),
        ),
        start_over=asked.path,
        compared_readings=_below(asked, "readings"),
        sweep=_sweep(asked, [*first, *(each.field for each in numbers if each.field not in first)]),
        sweeps=_sweeps(asked),
        reform=_reform(asked),
        result=_result(answer, asked) if answer and answer.changes.changed else None,
        remark=_nothing_changes(answer) if answer else "",
    )
    return Page(
        title=tr("{scheme} under other rules", scheme=title),
        template="whatif.html",
        content=view,
        forms=[view.reform],  # it is sent: the browser needs its cookie
        receipt=_receipt(office, answer) if answer else [],
        data=("csv", "json") if answer else (),
    )


def _below(asked: Asked, *parts: str) -> str:
    """An address below that of the what-if, with the same words."""
    return address(f"/whatif/{asked.words['scheme']}/{asked.on}/{'/'.join(parts)}", asked.query)


def _picture(answers: KeptAnswers, office: Office, asked: Asked) -> Data:
    name = asked.get("plot") or "distribution"
    if name not in PLOTS or not asked.list_words.rules:
        told = tr(
            "there is no such picture → add a change of the rules, and plot={names}",
            names=", ".join(PLOTS),
        )
        raise HTTPException(404, told)
    return Data("svg", answers.picture(office, asked, name).encode())


# The answer


def _nothing_changes(answer: WhatIf) -> str:
    if answer.same:
        return tr("These are the rules in force: nothing changes.")
    if answer.changes.changed:
        return ""
    why = changed_articles(answer.scheme, answer.after.rules)
    return tr("Nothing changes: no rating on this list depends on {why}.", why=why)


def _result(answer: WhatIf, asked: Asked) -> ResultView:
    watch = [player_named(answer.snapshot, each.strip()) for each in _watched(asked)]
    beside = Beside(answer)
    by_rating, *groups = by_group(answer)
    first = [Table(BESIDE, beside.movers(TOP), say("Largest changes")), by_rating]
    if watch:
        first.insert(0, Table(BESIDE, beside.of(watch), say("Watch list")))
    top = Table(BESIDE, beside.top(TOP), say("The first {number} of both lists", number=TOP))
    others = [overview(answer), *changes(answer), *groups, top, *measures(answer)]
    names = names_in(answer.snapshot, *first, *others)
    no_pictures = ""
    if not plotting.is_installed():
        no_pictures = plotting.no_plots()
    return ResultView(
        sentence=_sentence(answer, asked),
        figures=_figures(answer),
        pictures=[] if no_pictures else _pictures(asked),
        no_pictures=no_pictures,
        first=[TableSection(table, names) for table in first],
        others=[TableSection(table, names) for table in others],
    )


def _pictures(asked: Asked) -> list[tuple[str, str]]:
    about = {
        "distribution": tr("Rating distributions before and after"),
        "calibration": tr("Expected and actual scores"),
        "movers": tr("The largest changes"),
        "inflation": tr("The mean rating over time"),
    }
    return [(text, asked.again("svg", plot=name)) for name, text in about.items()]


def _sentence(answer: WhatIf, asked: Asked) -> str:
    """How many change, by how much at most, and whether results would be predicted better."""
    everybody = answer.changes.all()
    players = int(np.count_nonzero(answer.changes.difference.either))
    sentence = tr(
        "With {change}, {changed} of {players} ratings would be different, none by more than {most} points.",
        change=_change_in_words(answer, asked),
        changed=answer.changes.changed,
        players=players,
        most=answer.points(max(-everybody.lowest, everybody.highest)),
    )
    measured = answer.measures
    if measured.log_loss is None or measured.log_loss_before is None:
        return sentence
    better = decimals(measured.log_loss_before - measured.log_loss, 4) or 0
    if better > 0:
        predicted = tr("Results would be predicted better than now.")
    elif better < 0:
        predicted = tr("Results would be predicted worse than now.")
    else:
        predicted = tr("Results would be predicted no better than now.")
    return f"{sentence} {predicted}"


def _change_in_words(answer: WhatIf, asked: Asked) -> str:
    """What is another: the sentence of each number with its values; what is no number as the receipt has it."""
    known = {each.name: each for each in parameters(answer.scheme.versions[-1].parameters)}
    changed = [(name.removeprefix("set."), value) for name, value in asked.rules_words]
    if not all(name in known for name, _ in changed):
        return answer.after.rules.reform
    return tr(", ").join(
        tr(
            "“{sentence}” {value} instead of {now}",
            sentence=tr(known[name].says).rstrip(".。"),
            value=value,
            now=as_set(known[name].value),
        )
        for name, value in changed
    )


def _figures(answer: WhatIf) -> list[tuple[str, str, str]]:
    """What is counted, its number, and what that is to be compared with."""
    c = answer.changes
    everybody = c.all()
    m = answer.measures
    lower = int((c.change < 0).sum())
    higher = int((c.change > 0).sum())
    extremes = [signed(answer.points(each)) for each in (everybody.lowest, everybody.highest)]
    figures = [
        (
            tr("Ratings that differ"),
            str(c.changed),
            tr("{lower} lower, {higher} higher", lower=lower, higher=higher),
        ),
        (
            tr("Largest"),
            tr(", ").join(extremes),
            tr("mean {mean}", mean=signed(decimals(everybody.mean / c.unit) or 0)),
        ),
    ]
    if c.entered or c.left:
        told = tr("{entered} come to the list, {left} leave it", entered=c.entered, left=c.left)
        figures.append((tr("On one list only"), str(c.entered + c.left), told))
    if m.log_loss is not None:
        now = tr("{value} now; lower is better", value=decimals(m.log_loss_before, 4))
        figures.append((tr("Prediction, log loss"), str(decimals(m.log_loss, 4)), now))
    if m.inflation is not None:
        now = tr("{value} now", value=signed(decimals(m.inflation_before) or 0))
        figures.append((tr("Inflation, points a year"), signed(decimals(m.inflation) or 0), now))
    return figures


def _watched(asked: Asked) -> list[str]:
    return [each for each in (asked.get("watch") or "").split(",") if each.strip()]


def _receipt(office: Office, answer: WhatIf) -> list[tuple[str, str]]:
    log = log_facts(answer.snapshot, office.checkpoint(answer.snapshot.position))
    return [*rules_facts(answer.scheme, answer.after.rules), *log]


# The question


class RuleNumber(Struct, frozen=True):
    """A number of a regulation, with its field."""

    article: str
    name: str
    field: Field


def _numbers(chosen: Scheme, asked: Asked) -> list[RuleNumber]:
    """The numbers of the newest version, in the order of the articles; tables are left to reform files."""
    numbers = []
    for each in parameters(chosen.versions[-1].parameters):
        now = as_set(each.value)
        if len(now) <= LONGEST:
            name = f"set.{each.name}"
            said = f"{tr(each.article)}: {each.name}"
            field = Field(name, tr(each.says), asked.get(name) or "", hint=now, says=said)
            numbers.append(RuleNumber(each.article, each.name, field))
    return sorted(numbers, key=lambda each: _in_order(each.article))


def _shown_first(numbers: Sequence[RuleNumber]) -> list[Field]:
    """What is changed; while nothing is, the values of K, or the first numbers."""
    changed = [each.field for each in numbers if each.field.value]
    k = [each.field for each in numbers if each.name.startswith("k.")]
    return changed or k or [each.field for each in numbers[:FIRST]]


def _folded(numbers: Sequence[RuleNumber]) -> list[RuleGroup]:
    return [
        RuleGroup(article, [each.field for each in group])
        for article, group in groupby(numbers, lambda each: each.article)
    ]


def _in_order(article: str) -> list[tuple[int, str]]:
    """Article 7.2 before 7.10."""
    return [
        (int(part), "") if part.isdigit() else (0, part) for part in re.findall(r"\d+|\D+", article)
    ]


def _readings(chosen: Scheme, asked: Asked) -> list[Field]:
    return [
        Field(f"reading.{each.name}", f"{tr(each.question)} ({tr(each.article)})",
              asked.get(f"reading.{each.name}") or "",
              [("", tr("in force: {choice}", choice=tr(each.choices[each.force]))),
               *((choice, tr(each.choices[choice])) for choice in each.alternatives)])
        for each in chosen.readings
    ]  # fmt: skip


def _settings(chosen: Scheme, asked: Asked) -> list[Field]:
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


def _reform(asked: Asked) -> Form:
    """A whole reform file; it goes into the address."""
    fields = [
        Field("reform", tr("Changes as a TOML file"), asked.get("reform") or "", lines=6),
        Field("file", tr("or a file"), type="file"),
    ]
    action = _below(asked, "reform")
    return Form(action, fields, tr("Compare"), title=tr("A reform file"), method="post")


def _sweep(asked: Asked, numbers: Sequence[Field]) -> Form:
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


def _sweep_address(asked: Asked) -> str:
    low, high, step = (asked.get(name) or "" for name in ("low", "high", "step"))
    values = f"{low}..{high}:{step or 1}"
    asking = ("parameter", "low", "high", "step")
    kept = [(name, value) for name, value in asked.query if name not in asking]
    here = f"/whatif/{asked.words['scheme']}/{asked.on}/sweep"
    return address(here, [*kept, ("sweep", f"{asked.get('parameter')}={values}")])


def _sweeps(asked: Asked) -> Form:
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
