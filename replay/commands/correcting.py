"""import --as-corrections: the differences of a report are shown, then who changes, then they are appended."""

from dataclasses import dataclass
from datetime import date as Date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from msgspec.structs import replace

from ledger import Appended, LedgerError, Log
from ledger.errors import Problem, refused
from ledger.item import Items, KeptItems
from replay.answers.language import tr
from replay.answers.terminal import tell
from replay.commands.options import current_place, open_office, recorded_by
from replay.commands.output import Output
from replay.files import ReadOptions, format_of, open_file
from replay.files.known import KnownLedger
from replay.files.titles import TitleNames
from replay.office.appending import snapshot_of
from wording import say, say_n

if TYPE_CHECKING:
    from replay.office.corrections import Corrections

REPORTS = frozenset(("trf", "crosstable", "pgn", "table"))
_NO_REASON = "not said yet"


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class CorrectingOptions:
    """Whether the differences of a file to what is known become corrections, and why."""

    as_corrections: Annotated[bool, Parameter(negative=())] = False
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
    file: tuple[str, Path], options: ReadOptions, log: Log, form: str | None,
    correcting: CorrectingOptions, *, dry_run: bool, by: str | None,
) -> Appended:  # fmt: skip
    """Show the differences of a file and who changes; then append them, unless it is a dry run."""
    name, path = file
    if format_of(path, form, name) not in REPORTS:
        raise LedgerError(
            say("--as-corrections goes with a report, an archive or a table"),
            place=name,
            remedy=say("leave it out"),
        )
    found = differences(file, replace(options, as_corrections=True), log, form, correcting)
    if found.answer.rows:
        Output(form="table").give(found.answer)
    else:
        tell(tr("{file}: no difference to what is known", file=name) + "\n")
    items = KeptItems(Items(name, iter(found.items)))
    if found.answer.rows:
        _show_who_changes(items, log)
    return log.append(items, dry_run=dry_run, by=recorded_by(by))


def differences(
    file: tuple[str, Path], options: ReadOptions, log: Log, form: str | None,
    correcting: CorrectingOptions,
) -> "Corrections":  # fmt: skip
    """What a file says otherwise than the ledger; a file with problems is refused with all of them."""
    name, path = file
    known = snapshot_of(current_place(), log)
    read = open_file(path, options, log, form=form, name=name, open_snapshot=known)
    items = list(TitleNames(log, current_place()).understood(read))
    problems = [item.problem for item in items if item.problem is not None]
    if problems:
        raise refused(problems)
    from replay.office.corrections import Correcting, as_corrections

    how = Correcting(
        reason=correcting.reason or _NO_REASON,
        date=correcting.decided or Date.today(),
        ref=options.ref or options.reference(path),
        is_complete=options.complete or format_of(path, form, name) in ("trf", "crosstable"),
    )
    return as_corrections(items, KnownLedger(log, known), how)


def differing(
    file: tuple[str, Path], options: ReadOptions, log: Log, form: str | None
) -> LedgerError | None:
    """A refusal in one sentence, if a file was refused because it differs from what is known."""
    name, path = file
    if format_of(path, form, name) not in REPORTS:
        return None
    silent = replace(options, warn=ReadOptions().warn)
    try:
        found = differences(file, silent, log, form, CorrectingOptions())
        if not found.games:
            return None
        log.rehearse(Items(name, iter(found.items)))
    except LedgerError:
        return None
    wrong = say_n(
        "{number} game differs from what the ledger has",
        "{number} games differ from what the ledger has",
        found.games,
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
        with appealed(office, entries) as asked:
            today = Date.today()
            answer = appeal(asked, answers(asked, today), today)
    finally:
        office.let_go()
    Output(form="table").give(answer)
