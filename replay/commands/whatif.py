"""The command `whatif`: the list under other rules beside the real one, and sweeps over many rules."""

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from cyclopts import Parameter

from ledger.errors import LedgerError
from replay.commands.lists import open_desk
from replay.commands.options import OtherRules, Output, only_with
from replay.desk import Desk
from replay.output import (
    ENDINGS,
    emit,
    file_form,
    print_table,
    refuse_unwritable,
    whole_file,
    write_page,
    write_text,
)
from replay.place import current_place
from replay.progress import progress
from replay.streams import give, remark, tell

if TYPE_CHECKING:
    from replay.whatif import Office, WhatIf

Plot = Literal["distribution", "calibration", "movers", "inflation"]
PICTURES = (".svg", ".png")
TOP = 10


def whatif(
    scheme: str,
    on: Annotated[date | None, Parameter(name="DATE")] = None,
    /,
    *,
    known: str | None = None,
    rules: OtherRules = OtherRules(),
    sweep: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    sort: str | None = None,
    truth: Path | None = None,
    watch: str | None = None,
    top: int | None = None,
    plot: Plot | None = None,
    processes: int | None = None,
    output: Output = Output(),
) -> int:
    """The list under other rules beside the real one, and what the change does to everyone.

    Parameters
    ----------
    scheme
        The scheme: fide-standard, cxa-rapid, malaysia.
    on
        The day whose list is compared (default: today).
    known
        As known then: a date, a time or #POSITION (default: all that is known now).
    sweep
        Try many values: name=5..20:1 or name=300,400,none; several give all combinations, one row each.
    sort
        The measure by which a sweep is sorted, best first (default: log_loss).
    truth
        True strengths (player,date,strength), as `simulate --truth` writes them.
    watch
        Players to show beside the first of the list, by id or name: P1,P2.
    top
        How many of the first of the list and of the largest changes to show (default: 10); of rows, only the first.
    plot
        Which plot goes into an .svg or .png file (default: distribution).
    processes
        How many processes do a sweep (default: this one over up to four cores, else one for each core).
    """
    from schemes import scheme as scheme_of

    changed = scheme_of(scheme).rules(rules.asked(scheme, swept=bool(sweep)), rules.version)
    form = _form(output, bool(sweep))
    _check_numbers(top, processes)
    if sweep:
        _check_sweep(sort, {"--watch": watch, "--top": top, "--plot": plot})
    else:
        _check_single(form, {"--sort": sort, "--processes": processes}, truth, plot, {"--watch": watch, "--top": top})
    if not rules and not sweep:
        raise LedgerError("no change was given", remedy="for example --set k.top=12, --reform FILE or --sweep …")
    if sweep:
        return _sweep(scheme, on, known, rules, sweep, sort or "log_loss", truth, processes, output)
    with open_desk() as desk, progress("replaying lists") as advance:
        office = _office(desk, scheme, on, known, truth)
        watched = _watched(office, watch)
        answer = office.ask(changed, advance)
        _answer(answer, form, Shown(top, watched, plot or "distribution"), output)
    return 0


def _form(output: Output, is_sweep: bool) -> str:
    """The form of the answer: table, csv, json, parquet, xlsx, html, svg or png."""
    if output.out is None:
        return "table" if output.is_table else output.form or "csv"
    refuse_unwritable(output.out)
    return file_form(output.out, output.form, (".html", *ENDINGS, *(() if is_sweep else PICTURES)))


def _check_numbers(top: int | None, processes: int | None) -> None:
    if (top is not None and top < 1) or (processes is not None and processes < 1):
        raise LedgerError("--top and --processes are at least 1")


def _check_sweep(sort: str | None, single: Mapping[str, Any]) -> None:
    from replay.whatif.sweep import check_measure

    only_with("a single what-if, not with a --sweep", single)
    if sort is not None:
        check_measure(sort)


def _check_single(
    form: str, swept: Mapping[str, Any], truth: Path | None, plot: str | None, shown: Mapping[str, Any]
) -> None:
    """Refuse what would do nothing in this form."""
    only_with("a --sweep", swept)
    if form in ("svg", "png"):
        only_with("a table, a page or rows", shown)
    else:
        only_with("an .svg or .png file", {"--plot": plot})
    if form not in ("table", "html", "json"):
        only_with("a table, .html or json", {"--truth": truth}, "add --format table, or -o with .html or .json")


def _office(desk: Desk, scheme: str, on: date | None, known: str | None, truth: Path | None) -> "Office":
    from replay.whatif import Office

    return Office(desk, scheme, on or date.today(), desk.known(known), truth)


def _watched(office: "Office", watch: str | None) -> list[str]:
    """The players of a watch list, all of whom must be known; each once."""
    from replay.named import player_named

    wanted = [player.strip() for player in (watch or "").split(",") if player.strip()]
    return list(dict.fromkeys(player_named(office.inputs.snapshot, player) for player in wanted))


class Shown(NamedTuple):
    """What of an answer is shown."""

    top: int | None
    watched: Sequence[str]
    plot: str

    def rows(self, answer: "WhatIf") -> list[tuple[str, str | None, str | None, str | None]]:
        """Everybody; with --top the largest changes only, and after them who is watched."""
        rows = answer.rows()
        rest = [] if self.top is None else [row for row in rows[self.top :] if row[0] in self.watched]
        return rows[: self.top] + rest


def _answer(answer: "WhatIf", form: str, shown: Shown, output: Output) -> None:
    from replay.whatif.answer import COLUMNS
    from replay.whatif.tables import tables

    if form == "table":
        _print(answer, tables(answer, shown.top or TOP, shown.watched))
    elif form == "json":
        _write_json(answer, shown, output.out)
    elif output.out is None or form in ("csv", "parquet", "xlsx"):
        emit(COLUMNS, shown.rows(answer), form=output.form, out=output.out)
    elif form == "html":
        from replay.whatif.page import report

        write_page(output.out, report(answer, tables(answer, shown.top or TOP, shown.watched)))
    else:
        _draw(answer, shown.plot, output.out)


def _draw(answer: "WhatIf", name: str, out: Path) -> None:
    from replay.whatif.plots import plot, png, svg

    chart = plot(answer, name)
    if out.suffix.lower() == ".png":
        with whole_file(out) as file:
            file.write(png(chart))
    else:
        write_page(out, svg(chart))


def _print(answer: "WhatIf", parts: Sequence[Any]) -> None:
    change = answer.after.rules.reform or "the rules in force"
    tell(f"{answer.scheme.name}, what if {change}; as known at #{answer.inputs.snapshot.position}\n")
    if answer.same:
        tell("these are the rules in force: nothing changes\n")
    for part in parts:
        tell(f"\n{part.title}\n")  # a title of the table would be broken at its width
        print_table(part.columns, part.rows, whole="-o FILE.html")
        if part.note:
            tell(f"{part.note}\n")


def _write_json(answer: "WhatIf", shown: Shown, out: Path | None) -> None:
    """Everything that is measured, and the rows."""
    import msgspec

    from replay.whatif.document import document

    text = msgspec.json.format(msgspec.json.encode(document(answer, shown.rows(answer)))).decode() + "\n"
    if out is None:
        give([text])
    else:
        write_text(out, [text])


def _sweep(
    scheme: str, on: date | None, known: str | None, rules: OtherRules, words: tuple[str, ...], sort: str,
    truth: Path | None, processes: int | None, output: Output,
) -> int:  # fmt: skip
    from replay.whatif import sweep as sweeps
    from replay.whatif.axes import axes_of

    combinations = sweeps.every(axes_of(words))
    reforms = sweeps.reforms_of(rules.asked(scheme, swept=True), combinations, rules.since)
    sweeps.check_rules(scheme, reforms, rules.version)
    with open_desk() as desk:
        place = current_place() if desk.folder is not None or "://" in current_place() else None
        sweep = sweeps.Sweep(_office(desk, scheme, on, known, truth), reforms, rules.version)
        with progress("trying rules", len(reforms)) as advance:
            outcomes, whole = sweeps.collected(sweep.run(place, processes), advance)
    columns = (*combinations[0], *sweeps.MEASURES)
    rows = [sweeps.row(combinations[each.index], each.measures) for each in sweeps.ranked(outcomes, sort)]
    title = f"{scheme}: {len(rows)} of {len(reforms)} combinations, best {sort} first"
    _write_sweep(columns, rows, title, (*combinations[0], sort), output)
    if whole:
        return 0
    remark(f"rating-ledger: stopped; {len(rows)} of {len(reforms)} combinations were done and are shown\n")
    return 130


def _write_sweep(
    columns: tuple[str, ...], rows: list[tuple[object, ...]], title: str, kept: tuple[str, ...], output: Output
) -> None:
    if output.out is not None and output.out.suffix.lower() == ".html":
        from replay.whatif.page import html_table, page
        from replay.whatif.tables import Table

        body = html_table(Table("Combinations", columns, rows))
        write_page(output.out, page("Sweep", title, [], body))
    else:
        emit(columns, rows, form=output.form, out=output.out, title=title, keep=kept)
