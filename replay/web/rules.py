"""The rules: a regulation with its parameters, versions and readings."""

from datetime import date

from replay.answers.language import tr
from replay.answers.paper import PlainTable
from replay.office.office import Office
from replay.web.asked import Asked
from replay.web.page import Anchor, Data, Page, rows_data, schemes_that_work
from schemes import Scheme
from schemes.kernels.parameters import as_set, parameters
from wording.errors import LedgerError

PARAMETERS = ("version", "from", "parameter", "value", "article", "says")


def schemes_page(office: Office, asked: Asked) -> Page | Data:
    """All regulations."""
    schemes, left_out = schemes_that_work(office.schemes)
    rows = [
        (
            Anchor(each.name, asked.to("schemes", each.name)),
            tr(each.title),
            _versions(asked, each),
            len(each.readings),
        )
        for each in schemes
    ]
    if asked.form:
        return rows_data(asked.form, ("scheme", "title", "versions", "readings"), rows)
    table = PlainTable("", ("scheme", "title", "versions", "readings"), rows)
    return Page(title=tr("Regulations"), sections=[table, *left_out], data=("csv", "json"))


def _versions(asked: Asked, chosen: Scheme) -> str:
    try:
        return "; ".join(
            f"{each.name} ({each.since})" for each in asked.rules_of(chosen.name).versions
        )
    except LedgerError as fault:
        if fault.code != "regulation":
            raise
        return tr(fault.wrong)


def scheme_page(office: Office, asked: Asked) -> Page | Data:
    """A regulation: every number with its article, the versions, the readings, and why something is not rated."""
    chosen = office.schemes[asked.words["scheme"]]
    rules = asked.rules_of(chosen.name)
    rows = [
        (version.name, str(version.since), each.name, as_set(each.value), each.article, each.says)
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
            *([("games", tr(chosen.games_counted))] if chosen.games_counted else []),
            ("list", Anchor(tr("the newest list"), asked.to("lists", chosen.name))),
            (
                "what if",
                Anchor(tr("the list under other rules"), asked.to("whatif", chosen.name, today)),
            ),
            (
                "compare",
                Anchor(tr("two lists, the difference by cause"), asked.to("compare", chosen.name)),
            ),
        ],
        sections=[
            PlainTable(tr("Parameters"), PARAMETERS, shown),
            _readings(chosen, rules.readings),
            PlainTable(
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


def _readings(chosen: Scheme, taken: dict[str, str]) -> PlainTable:
    """Where the text leaves room: every choice, and which one is taken."""
    rows = [
        (reading.article, reading.name, choice, tr("taken") if taken[reading.name] == choice else "", tr(says),
         tr(reading.question))
        for reading in chosen.readings
        for choice, says in reading.choices.items()
    ]  # fmt: skip
    return PlainTable(
        tr("Readings"), ("article", "reading", "choice", "here", "says", "question"), rows
    )
