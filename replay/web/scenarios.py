"""What-if on the desk: choose parameters and readings, and see the list under them beside the real one."""

from replay.language import tr
from replay.office import Office
from replay.paper import Remarks, Section, Table
from replay.paper.facts import log_facts, rules_facts
from replay.web.asked import Asked
from replay.web.page import Anchor, Data, Field, Form, Page, document_data, rows_data
from replay.whatif import WhatIf
from replay.whatif.answer import COLUMNS
from replay.whatif.document import document
from replay.whatif.tables import BESIDE, short
from replay.why_not import changed_articles
from schemes import Scheme, scheme
from schemes.kernels.parameters import parameters

TOP = 20
LONGEST = 40  # a longer value is a table of numbers: it is changed with a file, by the command


def whatif_page(office: Office, asked: Asked) -> Page | Data:
    """The list of a day under the rules of the address, beside the one under the rules in force."""
    chosen = scheme(asked.words["scheme"])
    changed = asked.view.changes_rules and asked.scheme == chosen.name
    answer = _answer(office, asked, chosen) if changed else None
    if asked.form:
        if answer is None:
            return rows_data(asked.form, COLUMNS, [])
        rows = answer.rows()
        return document_data(document(answer, rows)) if asked.form == "json" else rows_data("csv", COLUMNS, rows)
    listed = chosen.list_in_force(asked.rules_of(chosen.name), asked.on)[1]
    return Page(
        title=tr("{scheme}: what if?", scheme=tr(chosen.title)),
        lead=tr("Change what you like and see the list under these rules beside the real one. Nothing is stored."),
        facts=[
            ("list of", Anchor(str(listed), asked.to("lists", chosen.name, listed))),
            ("change", answer.after.rules.reform or tr("none") if answer else tr("none yet")),
        ],
        sections=_tables(answer, asked) if answer else [],
        forms=[_parameters(chosen, asked), _readings(chosen, asked)],
        receipt=_receipt(office, answer) if answer else [],
        data=("csv", "json") if answer else (),
    )


def _answer(office: Office, asked: Asked, chosen: Scheme) -> WhatIf:
    view = asked.view
    reform = view.reform_of(chosen.name)
    return office.what_if(
        chosen.name, asked.on, known=view.known, version=view.version, reform=reform, rate_as=view.rate_as
    )


def _tables(answer: WhatIf, asked: Asked) -> list[Section]:
    if answer.same:
        return [Remarks("", [tr("These are the rules in force: nothing changes.")])]
    parts: list[Section] = []
    if not answer.changes.changed:
        why = changed_articles(answer.scheme, answer.after.rules.reform)
        parts.append(Remarks("", [tr("Nothing changes: no rating on this list depends on {why}.", why=why)]))
    return [*parts, *(_linked(table, asked) for table in short(answer, TOP))]


def _linked(table: Table, asked: Asked) -> Table:
    if tuple(table.columns) != BESIDE:
        return table
    rows = [(row[0], Anchor(str(row[1]), asked.to("players", row[0])), *row[2:]) for row in table.rows]
    return Table(table.title, table.columns, rows, table.note)


def _receipt(office: Office, answer: WhatIf) -> list[tuple[str, str]]:
    position = answer.snapshot.position
    return [*rules_facts(answer.scheme, answer.after.rules), *log_facts(position, office.checkpoint(position))]


def _parameters(chosen: Scheme, asked: Asked) -> Form:
    """A field for each number of the newest version; the others stay as they are."""
    fields = [
        Field(f"set.{each.name}", f"{each.name} ({each.article})", asked.get(f"set.{each.name}") or "",
              hint=str(each.value))
        for each in parameters(chosen.versions[-1].parameters)
        if len(str(each.value)) <= LONGEST
    ]  # fmt: skip
    since = Field("from", tr("Changes hold from"), asked.get("from") or "", hint=tr("always"))
    versions = [("", tr("by date")), *((each.name, each.name) for each in chosen.versions)]
    version = Field("version", tr("Version"), asked.get("version") or "", versions)
    return _form(asked, [version, since, *fields], tr("Parameters"))


def _readings(chosen: Scheme, asked: Asked) -> Form:
    fields = [
        Field(f"reading.{each.name}", f"{tr(each.question)} ({each.article})", asked.get(f"reading.{each.name}") or "",
              [("", tr("in force: {choice}", choice=tr(each.choices[each.force]))),
               *((choice, tr(each.choices[choice])) for choice in each.alternatives)])
        for each in chosen.readings
    ]  # fmt: skip
    return _form(asked, fields, tr("Readings"))


def _form(asked: Asked, fields: list[Field], title: str) -> Form:
    return Form(asked.path, fields, tr("Show"), asked.hidden(*(field.name for field in fields)), title)
