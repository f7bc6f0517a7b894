"""Many what-ifs at once: sweeps over values, and every alternative of every reading. They run as jobs."""

from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ledger.errors import LedgerError
from ledger.log.place import is_ledger
from replay.answers import columns, kinds, plotting
from replay.answers.html import TableSection
from replay.answers.language import LANGUAGES, language, tr, tr_n
from replay.answers.paper import Remarks, Section
from replay.answers.table import Column, Row, Table, rows_table
from replay.office.office import Office, Progress
from replay.papers.facts import log_facts, rules_facts, table_digest
from replay.rules_choice import IN_FORCE
from replay.web.asked import Asked
from replay.web.job_pages import shown
from replay.web.jobs import Jobs, JobState, PageWithRows, Stopped
from replay.web.page import Anchor, Data, Drawings, Elsewhere, Page
from replay.web.reader import DATA
from replay.whatif import Scenarios
from replay.whatif.axes import axes_of
from replay.whatif.plots import svg, sweep_plot
from replay.whatif.sweep import (
    MEASURES,
    Outcome,
    Sweep,
    check_measure,
    choices_of,
    every,
    ranked,
    row,
    sweep_columns,
)
from replay.whatif.tables import decimals
from schemes import Scheme
from wording import say

MOST = 500  # combinations on the desk
READING = "reading."
Combination = dict[str, str]
READINGS = (
    columns.ARTICLE,
    Column("question", kinds.TEXT),
    Column("in_force", kinds.TEXT),
    Column("instead", kinds.TEXT),
    Column("changed", kinds.COUNT, say("players changed")),
    Column("mean_change", kinds.CHANGE),
    Column("log_loss", kinds.SCORE),
    Column("inflation", kinds.NUMBER),
)


class Trial(Struct, frozen=True):
    """What is tried: the address that asks for it, and the combinations of values."""

    asked: Asked
    chosen: Scheme
    combinations: Sequence[Combination]
    sort: str = "log_loss"

    @property
    def axes(self) -> tuple[str, ...]:
        return tuple(self.combinations[0])


def sweep_page(jobs: Jobs, office: Office, asked: Asked) -> Page | Data | Elsewhere:
    """A what-if for every combination of values, the best first: the same as `whatif --sweep`."""
    sort = asked.get("sort") or "log_loss"
    check_measure(sort)
    axes = axes_of((asked.get("sweep") or "").split("\n"))
    trial = Trial(asked, office.schemes[asked.words["scheme"]], every(axes), sort)
    if len(trial.combinations) > MOST:
        wrong = tr("{count} combinations are too many for the desk", count=len(trial.combinations))
        remedy = tr("take larger steps (at most {most}), or use the command whatif", most=MOST)
        raise LedgerError(wrong, remedy=remedy)
    title = tr("Sweep: {scheme}", scheme=tr(trial.chosen.title))
    return _answered(jobs, office, trial, partial(_sweep_found, trial), title)


def readings_page(jobs: Jobs, office: Office, asked: Asked) -> Page | Data | Elsewhere:
    """Every alternative of every reading, one by one, and what each of them does."""
    chosen = office.schemes[asked.words["scheme"]]
    names = [
        (f"{READING}{each.name}", choice)
        for each in chosen.readings
        for choice in each.alternatives
    ]
    trial = Trial(asked, chosen, [{name: choice} for name, choice in names])
    title = tr("{scheme}: readings side by side", scheme=tr(chosen.title))
    return _answered(jobs, office, trial, partial(_readings_found, trial), title)


def _answered(
    jobs: Jobs, office: Office, trial: Trial, found: Callable[..., PageWithRows], title: str
) -> Page | Data | Elsewhere:
    """The answer, if a job has found it; else the job that looks for it, which is begun if there is none."""
    asked = trial.asked
    position = office.position(asked.known)
    here = asked.again(
        language=language()
    )  # the page that the job makes is in one language, its rows are in none
    if asked.form in DATA:
        same = [asked.again(language=each) for each in LANGUAGES]
    else:
        same = [here]
    job = jobs.answering(
        same, position, stopped=asked.form == "svg"
    )  # the picture of what was done by then
    if job is None:
        mine = office.for_another_thread()
        sweep = _sweep_of(mine, trial)  # what cannot be is refused before anything runs
        work = partial(_tried, mine, sweep, partial(found, title))
        job = jobs.start(title, work, answers=here, position=position, stoppable=True)
    if job.state is JobState.RUNNING:
        return Elsewhere(f"{job.address}.json" if asked.form else job.address)
    if asked.form == "svg":
        return _picture(job.result, trial)
    return shown(job, asked)


def _sweep_of(office: Office, trial: Trial) -> Sweep:
    words = trial.asked.list_words
    real = replace(words, scheme=trial.chosen.name, day=trial.asked.on, rules=IN_FORCE).resolved(
        office
    )
    return Sweep(Scenarios(office, real), choices_of(words.rules, real.scheme, trial.combinations))


def _tried(
    office: Office, sweep: Sweep, found: Callable[..., PageWithRows], progress: Progress
) -> PageWithRows:
    """Try all of them; stopped half-way, those that are done."""
    outcomes = list[Outcome]()
    place = office.place if is_ledger(office.place) else None
    with progress(tr("trying rules"), len(sweep.choices)) as advance:
        try:
            with closing(sweep.run(place)) as running:
                for outcome in running:
                    outcomes.append(outcome)
                    advance(len(outcomes))
        except Stopped:
            if not outcomes:
                raise
        finally:
            office.settle()
    return found(sweep.scenarios, outcomes)


def _sweep_found(
    trial: Trial, title: str, scenarios: Scenarios, outcomes: Sequence[Outcome]
) -> PageWithRows:
    names = (*trial.axes, *MEASURES)
    best = ranked(outcomes, trial.sort)
    rows = [row(trial.combinations[each.index], each.measures) for each in best]
    lines: list[Row] = []
    for each, cells in zip(best, rows, strict=True):
        lines.append({"index": each.index, **dict(zip(names, cells, strict=True))})
    picture: Section | Drawings
    if plotting.is_installed():
        picture = Drawings("", [(tr("The measure against the value"), trial.asked.again("svg"))])
    else:
        picture = Remarks("", [plotting.no_plots()])
    title_of_table = say(
        "Combinations, best {measure} first", measure=say(trial.sort.replace("_", " "))
    )
    shown_columns = [
        column
        for column in sweep_columns(trial.axes, trial.sort)
        if any(line[column.name] is not None for line in lines)
    ]  # without measures that nothing has, such as those against a truth that nobody knows
    table = Table(tuple(shown_columns), lines, title_of_table)
    data = rows_table(sweep_columns(trial.axes, trial.sort), rows)
    sections = [picture, TableSection(table, leads={names[0]: partial(_to_whatif, trial)})]
    return PageWithRows(_page(trial, title, scenarios, sections, data), data)


def _readings_found(
    trial: Trial, title: str, scenarios: Scenarios, outcomes: Sequence[Outcome]
) -> PageWithRows:
    rows = []
    lines: list[Row] = []
    by_name = {f"{READING}{each.name}": each for each in trial.chosen.readings}
    for outcome in sorted(outcomes, key=lambda each: each.index):
        ((name, choice),) = trial.combinations[outcome.index].items()
        reading = by_name[name]
        m = outcome.measures
        rows.append((reading.name, choice, *row({}, m)))
        lines.append(
            {
                "index": outcome.index,
                "article": say(reading.article),
                "question": say(reading.question),
                "in_force": say(reading.choices[reading.force]),
                "instead": say(reading.choices[choice]),
                "changed": m.changed,
                "mean_change": decimals(m.mean_change),
                "log_loss": decimals(m.log_loss, 5),
                "inflation": decimals(m.inflation),
            }
        )
    table = Table(READINGS, lines, note=_in_force(outcomes))
    data = rows_table(sweep_columns(("reading", "choice"), trial.sort), rows)
    section = TableSection(table, leads={"instead": partial(_to_whatif, trial)})
    return PageWithRows(_page(trial, title, scenarios, [section], data), data)


def _in_force(outcomes: Sequence[Outcome]) -> str:
    """The measures of the rules in force, which all alternatives are compared with."""
    if not outcomes:
        return ""
    m = outcomes[0].measures
    return tr(
        "Each alternative alone, all else as in force; inflation in points a year. In force: log loss {loss}, "
        "inflation {inflation}.",
        loss=decimals(m.log_loss_before, 5) or "–", inflation=decimals(m.inflation_before) or "–",
    )  # fmt: skip


def _to_whatif(trial: Trial, tried: Row) -> str:
    """The what-if of one combination."""
    values = trial.combinations[tried["index"]].items()
    words = {name if name.startswith(READING) else f"set.{name}": value for name, value in values}
    return trial.asked.to("whatif", trial.chosen.name, trial.asked.on, **words)


def _page(
    trial: Trial,
    title: str,
    scenarios: Scenarios,
    sections: Sequence[Section | Drawings],
    data: Table,
) -> Page:
    asked = trial.asked
    count = len(data)
    total = len(trial.combinations)
    lead = tr_n(
        "{number} of {total} was tried.", "{number} of {total} were tried.", count, total=total
    )
    return Page(
        title=title,
        lead=lead,
        facts=[
            (
                tr("what if"),
                Anchor(tr("one change at a time"), asked.to("whatif", trial.chosen.name, asked.on)),
            )
        ],
        sections=sections,
        receipt=[
            *rules_facts(trial.chosen, asked.list_words.rules.of(trial.chosen, swept=True)),
            (tr("list in force on"), str(asked.on)),
            *log_facts(scenarios.snapshot, scenarios.checkpoint),
            table_digest(data),
        ],
        data=("csv", "json"),
    )


def _picture(result: Any, trial: Trial) -> Data:
    assert isinstance(result, PageWithRows)
    chart = sweep_plot(result.table, trial.axes, trial.sort)
    return Data("svg", svg(chart).encode())
