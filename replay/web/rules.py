"""The rules: a regulation with its parameters, versions and readings; two lists compared by cause."""

from datetime import date

from replay.compare import ListSide, report, split
from replay.compare.answer import SUMMARY
from replay.language import tr
from replay.office import Office
from replay.paper import Remarks, Table
from replay.paper.answers import comparison_paper
from replay.paper.lists import day_before
from replay.web.asked import Asked, day_of
from replay.web.page import Anchor, Data, Field, Form, Page, rows_data
from replay.why_not import why_alike
from schemes import Scheme, scheme, scheme_names
from schemes.kernels.parameters import parameters

PARAMETERS = ("version", "from", "parameter", "value", "article", "says")


def schemes_page(office: Office, asked: Asked) -> Page | Data:
    """All regulations."""
    rows = [
        (Anchor(name, asked.to("schemes", name)), scheme(name).title,
         "; ".join(f"{each.name} ({each.since})" for each in asked.rules_of(name).versions), len(scheme(name).readings))
        for name in scheme_names()
    ]  # fmt: skip
    if asked.form:
        return rows_data(asked.form, ("scheme", "title", "versions", "readings"), rows)
    table = Table("", ("scheme", "title", "versions", "readings"), rows)
    return Page(title=tr("Regulations"), sections=[table], data=("csv", "json"))


def scheme_page(office: Office, asked: Asked) -> Page | Data:
    """A regulation: every number with its article, the versions, the readings, and why something is not rated."""
    chosen = scheme(asked.words["scheme"])
    rules = asked.rules_of(chosen.name)
    rows = [
        (version.name, str(version.since), each.name, "none" if each.value is None else str(each.value), each.article,
         each.says)
        for version in rules.versions
        for each in parameters(version.parameters)
    ]  # fmt: skip
    if asked.form:
        return rows_data(asked.form, PARAMETERS, rows)
    today = date.today()
    shown = [(*row[:3], tr(row[3]), row[4], tr(row[5])) for row in rows]
    return Page(
        title=tr(chosen.title),
        facts=[
            ("scheme", chosen.name),
            ("versions", "; ".join(_version(each.name, each.since) for each in rules.versions)),
            ("list", Anchor(tr("the newest list"), asked.to("lists", chosen.name))),
            ("what if", Anchor(tr("the list under other rules"), asked.to("whatif", chosen.name, today))),
        ],
        sections=[
            Table(tr("Parameters"), PARAMETERS, shown),
            _readings(chosen, rules.readings),
            Table(
                tr("Why something is not rated"),
                ("article", "reason"),
                [(reason.article, tr(reason.text)) for reason in chosen.reasons],
            ),
        ],
        receipt=[("rules", f"sha256:{rules.fingerprint}")],
        data=("csv", "json"),
    )


def _version(name: str, since: date) -> str:
    return tr("{version}, in force from {date} on", version=name, date=since)


def _readings(chosen: Scheme, taken: dict[str, str]) -> Table:
    """Where the text leaves room: every choice, and which one is taken."""
    rows = [
        (reading.article, reading.name, choice, tr("taken") if taken[reading.name] == choice else "", tr(says),
         tr(reading.question))
        for reading in chosen.readings
        for choice, says in reading.choices.items()
    ]  # fmt: skip
    return Table(tr("Readings"), ("article", "reading", "choice", "here", "says", "question"), rows)


def compare_page(office: Office, asked: Asked) -> Page | Data:
    """Two lists of a scheme, the difference of every player split by cause."""
    chosen = scheme(asked.words["scheme"])
    sides = _sides(office, asked, chosen)
    found = split(office, *sides)
    rows = report.rows(found, chosen)
    if asked.form:
        return rows_data(asked.form, report.COLUMNS, rows)
    table = Table(tr("Player by player"), report.COLUMNS, rows)
    paper = comparison_paper(sides, list(report.summary(found)), table, office)
    nothing = [] if rows else [Remarks("", [tr("Nothing changes: {why}", why=why_alike(office, *sides))])]
    return Page(
        title=tr("{scheme}: two lists compared", scheme=tr(chosen.title)),
        facts=[("before", str(sides[0])), ("after", str(sides[1]))],
        forms=[_form(asked, sides)],
        sections=[*nothing, *(_linked(each, asked) for each in paper.sections if isinstance(each, Table))],
        receipt=paper.receipt,
        data=("csv", "json"),
    )


def _sides(office: Office, asked: Asked, chosen: Scheme) -> tuple[ListSide, ListSide]:
    """By default the newest list and the one before it."""
    rules, snapshot = asked.rules_of(chosen.name), office.snapshot(asked.view.known)
    after = day_of(asked.get("b") or str(date.today()))
    listed = chosen.list_in_force(rules, after)[1]
    earlier = day_before(chosen, rules, listed, snapshot.published(chosen.name))
    before = day_of(asked.get("a") or str(earlier))
    known = [office.position(asked.get(f"{side}.known") or asked.view.known) for side in "ab"]
    rate_as = asked.view.rate_as
    return (
        ListSide(chosen.name, before, known[0], rules, rate_as=rate_as),
        ListSide(chosen.name, after, known[1], rules, rate_as=rate_as),
    )


def _form(asked: Asked, sides: tuple[ListSide, ListSide]) -> Form:
    names = ("a", "a.known", "b", "b.known")
    return Form(
        asked.path,
        [
            Field("a", tr("List of"), str(sides[0].day)),
            Field("a.known", tr("as known on"), asked.get("a.known") or "", hint=tr("all that is known")),
            Field("b", tr("and list of"), str(sides[1].day)),
            Field("b.known", tr("as known on"), asked.get("b.known") or "", hint=tr("all that is known")),
        ],
        tr("Compare"),
        asked.hidden(*names),
    )


def _linked(table: Table, asked: Asked) -> Table:
    """Players lead to their pages."""
    if tuple(table.columns) == SUMMARY:
        return table
    rows = [(Anchor(str(row[0]), asked.to("players", row[0])), *row[1:]) for row in table.rows]
    return Table(table.title, table.columns, rows, table.note)
