"""The command `whatif`: the list under other rules beside the real one, and sweeps over many rules."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from ledger.errors import LedgerError
from replay.answers.answer import Answer
from replay.answers.language import tr
from replay.answers.output import (
    PAPER,
    answer_lines,
    file_form,
    json_document,
    refuse_unwritable,
    terminal_width,
)
from replay.answers.table import Row
from replay.answers.terminal import inform, progress, put, remark, tell
from replay.commands.options import (
    Day,
    ListOptions,
    current_place,
    ledger_schemes,
    only_with,
    open_office,
    option_group,
)
from replay.commands.output import Output
from replay.rules_choice import IN_FORCE, RulesChoice
from replay.which import known_text
from wording import joined, say

if TYPE_CHECKING:
    from projections import Snapshot
    from replay.answers.table import Table
    from replay.office.office import Office
    from replay.whatif import Scenarios, WhatIf
    from replay.whatif.sweep import Outcome, Sweep

PICTURES = (".svg", ".png")
TOP = 10
TOP_OF_PAGE = 5


@option_group
class Sweeping:
    """Many what-ifs at once."""

    sweep: tuple[str, ...] = ()
    "Try many values: name=5..20:1 or name=300,400,none; several give all combinations, one row each."
    sort: str | None = None
    "The measure by which a sweep is sorted, best first (default: log_loss)."
    processes: int | None = None
    "How many processes do a sweep (default: this one over up to four cores, else one for each core)."
    cluster: str | None = None
    "Do a sweep on the Dask cluster with this scheduler, such as tcp://host:8786."
    parquet: str | None = None
    "The export that its workers read (export --parquet): a folder that all of them see, or an address such as s3://…."


@option_group
class Shown:
    """What of an answer is shown."""

    watch: str | None = None
    "Players to show beside the first of the list, by id or name: P1,P2."
    top: int | None = None
    "How many of the first of the list and of the largest changes to show (default: 5, with --full and on paper 10); \
of rows, only the first."
    full: bool = False
    "Show every table, not only a page: by size, rating, sex, age, federation, inflation, calibration."
    plot: Literal["distribution", "calibration", "movers", "inflation"] | None = None
    "Which plot goes into an .svg or .png file (default: distribution)."

    def rows(self, answer: "WhatIf", watched: Sequence[str]) -> list[Row]:
        """Everybody; with --top the largest changes only, and after them who is watched."""
        rows = answer.rows()
        if self.top is None:
            rest = []
        else:
            rest = [row for row in rows[self.top :] if row["player"] in watched]
        return rows[: self.top] + rest


def whatif(
    scheme: str,
    on: Day = None,
    /,
    *,
    view: ListOptions = ListOptions(),
    sweeping: Sweeping = Sweeping(),
    truth: Path | None = None,
    shown: Shown = Shown(),
    output: Output = Output(),
) -> int:
    """The list under other rules beside the real one, and what the change does to everyone.

    Parameters
    ----------
    scheme
        The scheme; `rating-ledger schemes` lists them.
    on
        The day whose list is compared (default: today).
    truth
        True strengths (player,date,strength), as `simulate --truth` writes them.
    """
    words = view.words(scheme, on)
    changed = words.rules.of(ledger_schemes()[scheme], swept=bool(sweeping.sweep))
    form = _form(output)
    _check(form, sweeping, shown, truth)
    if not words.rules and not sweeping.sweep:
        remedy = say("for example --set k.top=12, --reform FILE or --sweep …")
        if words.rate_as:
            command = f"rating-ledger compare {scheme}@{on or date.today()} +rate-as"
            remedy = joined(
                "; ", (remedy, say("to see what --rate-as does: {command}", command=command))
            )
        raise LedgerError(say("no change was given"), remedy=remedy)
    from replay.whatif import Scenarios

    with open_office() as office:
        if sweeping.sweep:
            real = replace(words, rules=IN_FORCE).resolved(office)
            return _sweep(office, Scenarios(office, real, truth), words.rules, sweeping, output)
        scenarios = Scenarios(office, words.resolved(office), truth)
        watched = _watched(scenarios.snapshot, shown.watch)
        with progress(say("replaying lists")) as advance:
            answer = scenarios.ask(changed, advance)
        _answer(answer, form, shown, watched, output, office)
    return 0


def _form(output: Output) -> str:
    """The form of the answer: table, csv, json, parquet, xlsx, html, svg or png."""
    if output.out is None:
        return output.kind
    refuse_unwritable(output.out)
    return file_form(output.out, output.form, (*PAPER, *PICTURES))


def _check(form: str, sweeping: Sweeping, shown: Shown, truth: Path | None) -> None:
    """Refuse numbers out of range, and options that would do nothing."""
    if (shown.top is not None and shown.top < 1) or (
        sweeping.processes is not None and sweeping.processes < 1
    ):
        raise LedgerError(say("--top and --processes are at least 1"))
    rows: Mapping[str, object] = {"--watch": shown.watch, "--top": shown.top}
    if sweeping.sweep:
        from replay.whatif.sweep import check_measure

        only_with(
            say("a single what-if, not with a --sweep"),
            {**rows, "--plot": shown.plot, "--full": shown.full},
        )
        if sweeping.sort is not None:
            check_measure(sweeping.sort)
        _check_cluster(sweeping)
        return
    options = {
        name: getattr(sweeping, name) for name in ("sort", "processes", "cluster", "parquet")
    }
    only_with(say("a --sweep"), {f"--{name}": value for name, value in options.items()})
    if form in ("svg", "png"):
        only_with(say("a table, a page or rows"), rows)
    else:
        only_with(say("an .svg or .png file"), {"--plot": shown.plot})
    if form != "table":
        only_with(
            say("a table on the terminal"),
            {"--full": shown.full},
            say("leave it out: .html and json have everything"),
        )
    if form not in ("table", "html", "json"):
        only_with(
            say("a table, .html or json"),
            {"--truth": truth},
            say("add --format table, or -o with .html or .json"),
        )


def _check_cluster(sweeping: Sweeping) -> None:
    if sweeping.cluster is None:
        only_with(say("a --cluster"), {"--parquet": sweeping.parquet})
        return
    only_with(
        say("a sweep on this machine, not with --cluster"), {"--processes": sweeping.processes}
    )
    if sweeping.parquet is None:
        remedy = say(
            "write one (rating-ledger export --parquet FOLDER) and name it: --parquet FOLDER"
        )
        raise LedgerError(
            say("the workers of a --cluster need an export of the read model"), remedy=remedy
        )


def _watched(snapshot: "Snapshot", watch: str | None) -> list[str]:
    """The players of a watch list, all of whom must be known; each once."""
    from projections.named import player_named

    wanted = [player.strip() for player in (watch or "").split(",") if player.strip()]
    return list(dict.fromkeys(player_named(snapshot, player, remark) for player in wanted))


def _answer(
    answer: "WhatIf",
    form: str,
    shown: Shown,
    watched: Sequence[str],
    output: Output,
    office: "Office",
) -> None:
    from replay.lists.since_published import publication_told
    from replay.whatif.tables import short, tables

    publication = None
    if form in ("table", "json", "html"):
        publication = answer.beside_published(office)
    told = "" if answer.snapshot.rate_as else tr(publication_told(publication))

    if form == "table" and shown.full:
        _print(answer, tables(answer, shown.top or TOP, watched), told)
    elif form == "table":
        _print(answer, short(answer, shown.top or TOP_OF_PAGE, watched), told)
        tell("\n")
        inform("--full shows every table; -o FILE.html writes them with pictures")
    elif form == "json":
        from replay.whatif.document import document

        output.text(json_document(document(answer, shown.rows(answer, watched), publication)))
    elif output.out is None or form in ("csv", "parquet", "xlsx"):
        output.give(answer.answer(shown.rows(answer, watched), named=form == "xlsx"))
    elif form == "html":
        from replay.papers.whatif import report

        output.paper(
            report(
                answer, tables(answer, shown.top or TOP, watched), answer.scenarios.checkpoint, told
            )
        )
    else:
        from replay.whatif.plots import drawn, plot

        output.picture(drawn(plot(answer, shown.plot or "distribution"), form))


def _print(answer: "WhatIf", parts: "Sequence[Table]", published: str) -> None:
    from replay.answers.names import names_in

    change = answer.after.rules.reform or tr("the rules in force")
    as_known = known_text(answer.snapshot)
    inform(
        "{scheme}, what if {change}; {known}",
        scheme=answer.scheme.name,
        change=change,
        known=as_known,
    )
    if published:
        inform("under the rules in force: {told}", told=published)
    if answer.same:
        inform("these are the rules in force: nothing changes")
    elif not answer.changes.changed:
        from replay.explain.why_not import changed_articles

        articles = changed_articles(answer.scheme, answer.after.rules)
        inform("nothing changes: no rating on this list depends on {what}", what=articles)
    names = names_in(answer.snapshot, *parts)
    report = Answer("whatif/1", further=parts, names=names)
    put("".join(f"{line}\n" for line in answer_lines(report, terminal_width(), "-o FILE.html")))


def _outcomes(office: "Office", sweep: "Sweep", sweeping: Sweeping) -> "Iterator[Outcome]":
    """The outcomes of a sweep as they come, from this machine or from a cluster."""
    if sweeping.cluster is not None and sweeping.parquet is not None:
        from replay.whatif.cluster import Cluster

        return Cluster(sweeping.cluster, sweeping.parquet).run(sweep, office.log, office.warn)
    place = None
    if Path(current_place()).is_dir() or "://" in current_place():
        place = current_place()
    return sweep.run(place, sweeping.processes)


def _sweep(
    office: "Office", scenarios: "Scenarios", rules: RulesChoice, sweeping: Sweeping, output: Output
) -> int:
    from replay.whatif import sweep as sweeps
    from replay.whatif.axes import axes_of

    name = scenarios.scheme.name
    sort = sweeping.sort or "log_loss"
    combinations = sweeps.every(axes_of(sweeping.sweep))
    choices = sweeps.choices_of(rules, name, combinations)
    sweep = sweeps.Sweep(scenarios, choices)
    with progress(say("trying rules"), len(choices)) as advance:
        outcomes, whole = sweeps.collected(_outcomes(office, sweep, sweeping), advance)
    table = sweeps.sweep_table(name, combinations, outcomes, sort)
    form = _form(output)
    if form in ("html", "svg", "png"):
        from replay.papers.whatif import sweep_report
        from replay.whatif.plots import drawn, sweep_plot

        axes = tuple(combinations[0])
        if output.is_paper:
            common = rules.of(scenarios.scheme, swept=True)
            output.paper(sweep_report(scenarios, common, table, axes, sort))
        else:
            output.picture(drawn(sweep_plot(table, axes, sort), form))
    else:
        output.give(Answer("sweep/1", table=table))
    if whole:
        return 0
    remark(
        "rating-ledger: "
        + tr(
            "stopped; {number} of {all} combinations were done and are shown",
            number=len(table),
            all=len(choices),
        )
        + "\n"
    )
    return 130
