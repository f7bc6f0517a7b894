"""The command `whatif`: the list under other rules beside the real one, and sweeps over many rules."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from ledger.errors import LedgerError
from replay.commands.lists import open_desk
from replay.commands.options import OtherRules, Output
from replay.desk import Desk
from replay.output import emit, print_table, whole_file, write_page, write_text
from replay.place import current_place
from replay.progress import progress
from replay.streams import give, remark, tell

if TYPE_CHECKING:
    from replay.whatif import Office, WhatIf

Plot = Literal["distribution", "calibration", "movers", "inflation"]
PICTURES = (".svg", ".png")


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
    top: int = 10,
    plot: Plot = "distribution",
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
        Players to show beside the first of the list, by id: P1,P2.
    top
        How many of the first of the list and of the largest changes to show.
    plot
        Which plot goes into an .svg or .png file.
    processes
        How many processes do a sweep (default: this one over up to four cores, else one for each core).
    """
    from schemes import scheme as scheme_of

    reform = rules.asked(scheme)
    changed = scheme_of(scheme).rules(reform, rules.version)
    _check(output, sweep, sort, top, processes)
    if not rules and not sweep:
        raise LedgerError("no change was given", remedy="for example --set k.top=12, --reform FILE or --sweep …")
    if sweep:
        return _sweep(scheme, on, known, rules, sweep, sort or "log_loss", truth, processes, output)
    with open_desk() as desk, progress("replaying lists") as advance:
        office = _office(desk, scheme, on, known, truth)
        watched = _watched(office, watch)
        answer = office.ask(changed, advance)
        _answer(answer, top, watched, plot, output)
    return 0


def _check(output: Output, sweep: tuple[str, ...], sort: str | None, top: int, processes: int | None) -> None:
    """Refuse what cannot be done before anything is opened."""
    ending = output.out.suffix.lower() if output.out is not None else ""
    known = (".html", ".csv", ".json", ".parquet", ".xlsx", *(() if sweep else PICTURES))
    if output.out is not None and ending not in known:
        what = "a sweep" if sweep else "a what-if"
        raise LedgerError(f"cannot write {what} as {ending or 'a file without ending'}", place=str(output.out),
                          remedy=f"use {', '.join(known[:-1])} or {known[-1]}")  # fmt: skip
    if output.out is not None and not output.out.absolute().parent.is_dir():
        raise LedgerError("there is no such folder", place=str(output.out), remedy="make it first")
    if top < 1 or (processes is not None and processes < 1):
        raise LedgerError("--top and --processes are at least 1")
    if sort is not None:
        from replay.whatif.sweep import check_measure

        if not sweep:
            raise LedgerError("--sort is for a --sweep", remedy="players are sorted by the size of their change")
        check_measure(sort)


def _office(desk: Desk, scheme: str, on: date | None, known: str | None, truth: Path | None) -> "Office":
    from replay.whatif import Office

    return Office(desk, scheme, on or date.today(), desk.known(known), truth)


def _watched(office: "Office", watch: str | None) -> list[str]:
    """The players of a watch list, all of whom must be known."""
    from schemes.readings import nearest

    wanted = [player.strip() for player in (watch or "").split(",") if player.strip()]
    known = set(office.inputs.snapshot.people()["player"].to_pylist()) if wanted else set()
    for player in wanted:
        if player not in known:
            raise LedgerError(f"unknown player {player!r}", remedy=nearest(player, dict.fromkeys(known)))
    return wanted


def _answer(answer: "WhatIf", top: int, watched: Sequence[str], plot: Plot, output: Output) -> None:
    from replay.whatif.answer import COLUMNS
    from replay.whatif.tables import tables

    ending = output.out.suffix.lower() if output.out is not None else ""
    if output.out is not None and ending in PICTURES:
        from replay.whatif.plots import plot as draw
        from replay.whatif.plots import png, svg

        chart = draw(answer, plot)
        if ending == ".png":
            with whole_file(output.out) as file:
                file.write(png(chart))
        else:
            write_page(output.out, svg(chart))
    elif output.out is not None and ending == ".html":
        from replay.whatif.page import report

        write_page(output.out, report(answer, tables(answer, top, watched)))
    elif ending == ".json" or (output.out is None and output.form == "json"):
        _write_json(answer, output.out)
    elif output.is_table:
        _print(answer, tables(answer, top, watched))
    else:
        emit(COLUMNS, answer.rows(), form=output.form, out=output.out)


def _print(answer: "WhatIf", parts: Sequence[Any]) -> None:
    change = answer.after.rules.reform or "the rules in force"
    tell(f"{answer.scheme.name}, what if {change}; as known at #{answer.inputs.snapshot.position}\n")
    if answer.same:
        tell("these are the rules in force: nothing changes\n")
    for part in parts:
        tell(f"\n{part.title}\n")  # a title of the table would be broken at its width
        print_table(part.columns, part.rows)
        if part.note:
            tell(f"{part.note}\n")


def _write_json(answer: "WhatIf", out: Path | None) -> None:
    """Everything that is measured, and a row for every player."""
    import msgspec

    from replay.whatif.document import document

    text = msgspec.json.format(msgspec.json.encode(document(answer))).decode() + "\n"
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
    reforms = sweeps.reforms_of(rules.asked(scheme), combinations, rules.since)
    sweeps.check_rules(scheme, reforms, rules.version)
    with open_desk() as desk:
        place = current_place() if desk.folder is not None or "://" in current_place() else None
        sweep = sweeps.Sweep(_office(desk, scheme, on, known, truth), reforms, rules.version)
        with progress("trying rules", len(reforms)) as advance:
            outcomes, whole = sweeps.collected(sweep.run(place, processes), advance)
    columns = (*combinations[0], *sweeps.MEASURES)
    rows = [sweeps.row(combinations[each.index], each.measures) for each in sweeps.ranked(outcomes, sort)]
    _write_sweep(columns, rows, f"{scheme}: {len(rows)} of {len(reforms)} combinations, best {sort} first", output)
    if whole:
        return 0
    remark(f"rating-ledger: stopped; {len(rows)} of {len(reforms)} combinations were done and are shown\n")
    return 130


def _write_sweep(columns: tuple[str, ...], rows: list[tuple[object, ...]], title: str, output: Output) -> None:
    if output.out is not None and output.out.suffix.lower() == ".html":
        from replay.whatif.page import html_table, page
        from replay.whatif.tables import Table

        body = html_table(Table("Combinations", columns, rows))
        write_page(output.out, page("Sweep", title, [], body))
    else:
        emit(columns, rows, form=output.form, out=output.out, title=title)
