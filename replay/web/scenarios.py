"""What-if on the desk: choose parameters by article and readings, and see the list under them beside the real one."""

from collections import OrderedDict
from collections.abc import Sequence
from datetime import date
from threading import Lock

from msgspec import Struct
from msgspec.structs import replace
from starlette.exceptions import HTTPException

from replay.answers.language import language, tr
from replay.answers.table import Table
from replay.office.office import Office
from replay.papers.facts import log_facts, rules_facts
from replay.rules_choice import IN_FORCE
from replay.web.asked import Asked
from replay.web.lists import publication_status
from replay.web.navigation import title_of
from replay.web.page import (
    Anchor,
    Data,
    Elsewhere,
    Field,
    Form,
    Page,
    Status,
    document_data,
    table_data,
)
from replay.web.scenario_answer import ResultView, nothing_changes, result_view
from replay.web.scenario_question import (
    RuleGroup,
    below,
    folded,
    reading_fields,
    reform_form,
    rule_numbers,
    setting_fields,
    shown_first,
    sweep_address,
    sweep_form,
    sweeps_form,
)
from replay.whatif import Scenarios, WhatIf
from replay.whatif.answer import COLUMNS
from replay.whatif.document import document
from replay.whatif.plots import PLOTS, plot, svg

KEPT = 3  # answers, for the pictures of a page are asked for one by one
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
    status: Status | None = None
    "Whether the list under the rules in force was published, and differs now."
    other: Anchor | None = None


def whatif_page(answers: KeptAnswers, office: Office, asked: Asked) -> Page | Data | Elsewhere:
    """The list of a day under the rules of the address, beside the one under the rules in force."""
    chosen = office.schemes[asked.words["scheme"]]
    if asked.get("compare"):
        return Elsewhere(asked.again(compare=None))  # without the fields that were left empty
    if asked.get("parameter"):
        return Elsewhere(sweep_address(asked))
    if asked.form == "svg":
        return _picture(answers, office, asked)
    answer = None
    if asked.list_words.rules:
        answer = answers.ask(office, asked)
    if asked.form:
        rows = answer.rows() if answer else []
        if asked.form == "json" and answer:
            return document_data(document(answer, rows, answer.beside_published(office)))
        return table_data(asked.form, Table(COLUMNS, rows))
    rules = asked.rules_of(chosen.name)
    listed = chosen.list_in_force(rules, office.checked_day(asked.on, rules))[1]
    title = title_of(office.schemes, chosen.name)
    numbers = rule_numbers(chosen, asked)
    first = shown_first(numbers)
    readings = reading_fields(chosen, asked)
    settings = setting_fields(chosen, asked)
    real = replace(asked.which(office, chosen.name), rules=chosen.rules(), choice=IN_FORCE)
    status, other = publication_status(office, Asked("", {}, []), real)
    view = WhatIfView(
        status=status,
        other=other,
        title=title,
        list_date=listed,
        list=asked.to("lists", chosen.name, listed),
        first=first,
        groups=folded([each for each in numbers if each.field not in first]),
        readings=readings,
        settings=settings,
        hidden=asked.hidden(
            *(each.field.name for each in numbers),
            *(field.name for field in (*readings, *settings)),
        ),
        start_over=asked.path,
        compared_readings=below(asked, "readings"),
        sweep=sweep_form(
            asked, [*first, *(each.field for each in numbers if each.field not in first)]
        ),
        sweeps=sweeps_form(asked),
        reform=reform_form(asked),
        result=result_view(answer, asked) if answer and answer.changes.changed else None,
        remark=nothing_changes(answer) if answer else "",
    )
    return Page(
        title=tr("{scheme} under other rules", scheme=title),
        template="whatif.html",
        content=view,
        forms=[view.reform],  # it is sent: the browser needs its cookie
        receipt=_receipt(office, answer) if answer else [],
        data=("csv", "json") if answer else (),
    )


def _picture(answers: KeptAnswers, office: Office, asked: Asked) -> Data:
    name = asked.get("plot") or "distribution"
    if name not in PLOTS or not asked.list_words.rules:
        told = tr(
            "there is no such picture → add a change of the rules, and plot={names}",
            names=", ".join(PLOTS),
        )
        raise HTTPException(404, told)
    return Data("svg", answers.picture(office, asked, name).encode())


def _receipt(office: Office, answer: WhatIf) -> list[tuple[str, str]]:
    log = log_facts(answer.snapshot, office.checkpoint(answer.snapshot.position))
    return [*rules_facts(answer.scheme, answer.after.rules), *log]
