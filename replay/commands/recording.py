"""One typed event on the terminal: judged as an import is, shown, confirmed, appended."""

from ledger import LedgerError
from replay.answers.language import tr
from replay.answers.speech import worded
from replay.answers.terminal import inform, is_confirmed, tell
from replay.commands.imports import report, say_once
from replay.office.appending import (
    append_with_remarks,
    every,
    published_lists_that_differ,
    warnings_of_rankings,
)
from replay.office.office import Office
from replay.office.recording import PLACE, Recording
from wording import say


def append_confirmed(
    office: Office, recording: Recording, *, dry_run: bool, confirmed: bool
) -> int:
    """Judge the event as an import would, show it, ask, append it; 1 if the answer is no."""
    judged = append_with_remarks(office.log, office.place, recording.items(), dry_run=True)
    (_, first), *others = recording.shown()
    tell(f"{worded(first)}\n")
    for label, text in others:
        tell("  " + tr("{label}: {value}", label=worded(label), value=worded(text)) + "\n")
    say_once(judged.remarks)
    done = judged.done
    if done.appended and not dry_run:
        if not confirmed and not is_confirmed(
            tr("append it? [y/N] "),
            LedgerError(
                say("there is no terminal to ask on, so nothing was appended"),
                place=PLACE,
                remedy=say("say --yes to append it, or --dry-run only to look"),
            ),
        ):
            inform("nothing was appended")
            return 1
        done = office.log.append(recording.items(), note=every)
        warnings = warnings_of_rankings(office.place, office.log, done, PLACE)
        say_once([*warnings, *published_lists_that_differ(office.place, office.log)])
    report(PLACE, done, dry_run=dry_run)
    return 0
