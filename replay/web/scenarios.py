"""What-if on the desk: choose parameters by article and readings, and see the list under them beside the real one."""

import re
from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ledger.errors import LedgerError
from replay.answers import plotting
from replay.answers.html import TableSection
from replay.answers.language import heading, language, tr, word
from replay.answers.paper import Remarks, Section
from replay.answers.paper.facts import log_facts, rules_facts
from replay.answers.table import Table
from replay.explain.why_not import changed_articles
from replay.office.office import Office
from replay.questions.named import player_named
from replay.questions.names import names_in
from replay.web.asked import Asked, address
from replay.web.page import Anchor, Data, Drawings, Field, Form, Page, document_data, table_data
from replay.web.sent import sent_content
from replay.whatif import WhatIf
from replay.whatif.answer import COLUMNS
from replay.whatif.document import document
from replay.whatif.plots import PLOTS, plot, svg
from replay.whatif.sweep import MEASURES
from replay.whatif.tables import tables
from schemes import Scheme
from schemes.kernels.parameters import as_set, parameters

TOP = 20
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
                entry.answer = office.what_if(asked.which(office, asked.words["scheme"]))
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


def whatif_page(answers: KeptAnswers, office: Office, asked: Asked) -> Page | Data:
    """The list of a day under the rules of the address, beside the one under the rules in force."""
    chosen = office.schemes[asked.words["scheme"]]
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
    return Page(
        title=tr("{scheme}: what if?", scheme=tr(chosen.title)),
        lead=tr(
            "Change what you like and see the list under these rules beside the real one. Nothing is stored."
        ),
        facts=[
            (tr("list of"), Anchor(str(listed), asked.to("lists", chosen.name, listed))),
            (tr("change"), answer.after.rules.reform or tr("none") if answer else tr("none yet")),
            (
                tr("readings"),
                Anchor(tr("every alternative side by side"), _below(asked, "readings")),
            ),
        ],
        sections=_sections(office, answer, asked) if answer else [],
        forms=[replace(form, folded=answer is not None) for form in _forms(chosen, asked)],
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


def _sections(office: Office, answer: WhatIf, asked: Asked) -> Sequence[Section | Drawings]:
    """The overview, the pictures, and every table."""
    if answer.same:
        return [Remarks("", [tr("These are the rules in force: nothing changes.")])]
    watch = [
        player_named(answer.snapshot, each.strip(), lambda line: None) for each in _watched(asked)
    ]
    parts = tables(answer, TOP, watch)
    names = names_in(answer.snapshot, *parts)
    first, *rest = [TableSection(part, names) for part in parts]
    why = changed_articles(answer.scheme, answer.after.rules)
    nothing = Remarks(
        "", [tr("Nothing changes: no rating on this list depends on {why}.", why=why)]
    )
    pictures = [(about, asked.again("svg", plot=name)) for name, about in _about_pictures().items()]
    drawn: Section | Drawings = Drawings(tr("Pictures"), pictures)
    if not plotting.is_installed():
        drawn = Remarks("", [plotting.no_plots()])
    unchanged = [] if answer.changes.changed else [nothing]
    return [*unchanged, first, drawn, *rest]


def _about_pictures() -> dict[str, str]:
    return {
        "distribution": tr("Rating distributions before and after"),
        "calibration": tr("Expected and actual scores"),
        "movers": tr("The largest changes"),
        "inflation": tr("The mean rating over time"),
    }


def _watched(asked: Asked) -> list[str]:
    return [each for each in (asked.get("watch") or "").split(",") if each.strip()]


def _receipt(office: Office, answer: WhatIf) -> list[tuple[str, str]]:
    log = log_facts(answer.snapshot, office.checkpoint(answer.snapshot.position))
    return [*rules_facts(answer.scheme, answer.after.rules), *log]


# Forms


def _forms(chosen: Scheme, asked: Asked) -> list[Form]:
    """Folded once there is an answer, which would stand far below them."""
    return [
        _parameters(chosen, asked),
        _readings(chosen, asked),
        _reform(asked),
        _sweep(asked),
        _shown(asked),
    ]


def _parameters(chosen: Scheme, asked: Asked) -> Form:
    """A field for each number of the newest version, in the order of the articles; the others stay as they are."""
    fields = [
        Field(f"set.{each.name}", f"{word('article', each.article)}: {each.name}", asked.get(f"set.{each.name}") or "",
              hint=as_set(each.value),
              says=tr("{sentence} In force: {value}", sentence=tr(each.says), value=tr(as_set(each.value))))
        for each in sorted(parameters(chosen.versions[-1].parameters), key=lambda each: _in_order(each.article))
        if len(as_set(each.value)) <= LONGEST
    ]  # fmt: skip
    since = Field("from", tr("Changes hold from"), asked.get("from") or "", hint=tr("always"))
    versions = [("", tr("by date")), *((each.name, each.name) for each in chosen.versions)]
    version = Field("version", tr("Version"), asked.get("version") or "", versions)
    return _form(asked, [version, since, *fields], tr("Parameters by article"))


def _in_order(article: str) -> list[tuple[int, str]]:
    """Article 7.2 before 7.10."""
    return [
        (int(part), "") if part.isdigit() else (0, part) for part in re.findall(r"\d+|\D+", article)
    ]


def _readings(chosen: Scheme, asked: Asked) -> Form:
    fields = [
        Field(f"reading.{each.name}", f"{tr(each.question)} ({word('article', each.article)})",
              asked.get(f"reading.{each.name}") or "",
              [("", tr("in force: {choice}", choice=tr(each.choices[each.force]))),
               *((choice, tr(each.choices[choice])) for choice in each.alternatives)])
        for each in chosen.readings
    ]  # fmt: skip
    return _form(asked, fields, tr("Readings"))


def _shown(asked: Asked) -> Form:
    games = [("", tr("approved for this scheme")), ("yes", tr("those of other schemes, too"))]
    fields = [
        Field(
            "watch",
            tr("Players to watch"),
            asked.get("watch") or "",
            hint=tr("ids or names, with commas"),
        ),
        Field("rate-as", tr("Games"), asked.get("rate-as") or "", games),
    ]
    return _form(asked, fields, tr("Watch players, or rate the games of other schemes"))


def _form(asked: Asked, fields: list[Field], title: str) -> Form:
    return Form(
        asked.path, fields, tr("Show"), asked.hidden(*(field.name for field in fields)), title
    )


def _reform(asked: Asked) -> Form:
    """A whole reform file; it goes into the address."""
    fields = [
        Field("reform", tr("Changes as a TOML file"), asked.get("reform") or "", lines=6),
        Field("file", tr("or a file"), type="file"),
    ]
    action = _below(asked, "reform")
    return Form(action, fields, tr("Show"), title=tr("Reform file"), method="post")


def _sweep(asked: Asked) -> Form:
    fields = [
        Field("sweep", tr("Values to try, a line for each name"), asked.get("sweep") or "", lines=2,
              hint="k.top=5..20:1"),
        Field("sort", tr("Best first by"), asked.get("sort") or "", _measures()),
    ]  # fmt: skip
    action = f"/whatif/{asked.words['scheme']}/{asked.on}/sweep"
    return Form(
        action,
        fields,
        tr("Try them all"),
        asked.hidden("sweep", "sort"),
        tr("Sweep: try many values"),
    )


def _measures() -> list[tuple[str, str]]:
    """What a sweep can be sorted by; the log loss, if nothing else is chosen."""
    return [
        ("" if name == "log_loss" else name, heading(name))
        for name in sorted(MEASURES, key=lambda name: name != "log_loss")
    ]


async def take_reform(request: Request) -> Response:
    """A reform file, pasted or sent, becomes a part of the address of a what-if."""
    too_large = tr(
        "this reform is too large for an address → use the command: whatif --reform FILE"
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
