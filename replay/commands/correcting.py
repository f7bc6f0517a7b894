"""import --as-corrections: the differences of a report are shown, then who changes, then they are appended."""

from dataclasses import replace
from datetime import date as Date
from typing import TYPE_CHECKING

from ledger import Appended, LedgerError, Log
from ledger.errors import Problem, refused
from ledger.item import Items, KeptItems
from replay.answers.terminal import inform
from replay.commands.options import current_place, open_office, option_group, recorded_by
from replay.commands.output import Output
from replay.files import InputFile, ReadOptions
from replay.files.known import KnownLedger
from replay.files.titles import TitleNames
from replay.office.appending import snapshot_of
from wording import say, say_n

if TYPE_CHECKING:
    from replay.office.corrections import Corrections


@option_group
class CorrectingOptions:
    """Whether the differences of a file to what is known become corrections, and why."""

    as_corrections: bool = False
    "Reports, archives and tables: what differs from the ledger is shown, and appended as corrections."
    reason: str | None = None
    "With --as-corrections: why, for every correction."
    decided: Date | None = None
    "With --as-corrections: the day of the decision. Default: today."


def check(correcting: CorrectingOptions, *, dry_run: bool) -> None:
    """Refuse what would do nothing, and corrections without a reason."""
    if not correcting.as_corrections and (correcting.reason or correcting.decided):
        raise LedgerError(
            say("--reason and --decided go with --as-corrections"), remedy=say("leave them out")
        )
    if correcting.as_corrections and not correcting.reason and not dry_run:
        raise LedgerError(
            say("corrections need a reason"),
            remedy=say('give it: --reason "corrected report of the arbiter"; --dry-run needs none'),
        )


def append_corrections(
    file: InputFile, options: ReadOptions, log: Log, correcting: CorrectingOptions,
    *, dry_run: bool, by: str | None,
) -> Appended:  # fmt: skip
    """Show the differences of a file and who changes; then append them, unless it is a dry run."""
    from replay.office.corrections import CORRECTABLE

    name = file.name
    if file.form not in CORRECTABLE:
        raise LedgerError(
            say("--as-corrections goes with a report, an archive or a table"),
            place=name,
            remedy=say("leave it out"),
        )
    corrections = _differences(file, replace(options, as_corrections=True), log, correcting)
    if corrections.answer.rows:
        Output(form="table").give(corrections.answer)
    else:
        inform("{file}: no difference to what is known", file=name)
    items = KeptItems(Items(name, iter(corrections.items)))
    if corrections.answer.rows:
        _show_who_changes(items, log)
    return log.append(items, dry_run=dry_run, by=recorded_by(by))


def _differences(
    file: InputFile, options: ReadOptions, log: Log, correcting: CorrectingOptions
) -> "Corrections":
    from replay.office.corrections import NO_REASON, Correcting, differences

    snapshot = snapshot_of(current_place(), log)
    items = TitleNames(log, current_place()).understood(file.items(options, log, snapshot))
    how = Correcting(
        date=correcting.decided or Date.today(),
        reason=correcting.reason or NO_REASON,
        ref=options.ref,
        is_complete=options.complete,
    )
    return differences(file, items, KnownLedger(log, snapshot), how)


def differing(file: InputFile, options: ReadOptions, log: Log) -> LedgerError | None:
    """A refusal in one sentence, if a file was refused because it differs from what is known."""
    from replay.office.corrections import CORRECTABLE

    if file.form not in CORRECTABLE:
        return None
    silent = replace(options, warn=ReadOptions().warn, as_corrections=True)
    name = file.name
    try:
        corrections = _differences(file, silent, log, CorrectingOptions())
        if not corrections.games:
            return None
        log.rehearse(Items(name, iter(corrections.items)))
    except LedgerError:
        return None
    wrong = say_n(
        "{number} game differs from what the ledger has",
        "{number} games differ from what the ledger has",
        corrections.games,
    )
    remedy = say(
        "import {file} --as-corrections --dry-run shows the differences; "
        "with --reason they are appended as corrections",
        file=name,
    )
    return refused([Problem(name, wrong, remedy)])


def _show_who_changes(items: KeptItems, log: Log) -> None:
    """The lists that change, as an appeal shows them."""
    from replay.appeals import answers, appealed
    from replay.questions.appeal import appeal

    entries = log.rehearse(items)
    if not entries:
        return
    office = open_office(log)
    try:
        with appealed(office, entries) as supposition:
            today = Date.today()
            answer = appeal(supposition, answers(supposition, today), today)
    finally:
        office.let_go()
    Output(form="table").give(answer)
