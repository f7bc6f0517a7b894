"""The command `simulate`: a made-up federation into a file, and its true strengths into another."""

import io
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated, BinaryIO, TextIO

from cyclopts import Parameter

from ledger.events import EVENT_TYPES
from replay import simulation
from replay.answers import kinds
from replay.answers.answer import rows_answer
from replay.answers.output import Format, whole_file
from replay.answers.table import Column
from replay.answers.terminal import progress
from replay.commands.options import OutFile, ledger_schemes, only_with
from replay.commands.output import Output
from replay.simulation import Federation, check
from wording import say

TYPES = {**{name: say(name) for name in EVENT_TYPES}, "all": say("all")}
COUNTS = (Column("type", kinds.codes(TYPES)), Column("events", kinds.COUNT))


def simulate(
    *,
    federation: Annotated[Federation, Parameter(name="*")] = Federation(),
    out: OutFile = None,
    truth: Path | None = None,
    form: Annotated[Format | None, Parameter(name="--format")] = None,
) -> None:
    """Make up a federation of any size from a seed, with known true strengths.

    Parameters
    ----------
    out
        The file of events (JSON Lines); without it they go to standard output.
    truth
        A csv file for the true strengths by quarter: player, date, strength.
    form
        How the summary is shown: table, csv or json. Without a file of events there is none.
    """
    if out is None:
        only_with(say("-o FILE: a summary is shown where the events are not"), {"--format": form})
    with ExitStack() as files:
        schemes = ledger_schemes()
        check(federation, schemes)
        if out is None:
            events = sys.stdout.buffer
        else:
            events = files.enter_context(whole_file(out))
        if truth is None:
            strengths = None
        else:
            strengths = files.enter_context(_as_text(files.enter_context(whole_file(truth))))
        advance = files.enter_context(progress(say("simulating games"), federation.games))
        summary = simulation.simulate(federation, events, strengths, advance, schemes)
    if out is not None:
        rows = [(kind, count) for kind, count in summary.counts.items() if count]
        Output(form=form).give(
            rows_answer("simulation/1", "", COUNTS, [*rows, ("all", summary.events)])
        )


@contextmanager
def _as_text(file: BinaryIO) -> Iterator[TextIO]:
    """The same bytes whatever the locale."""
    text = io.TextIOWrapper(file, encoding="utf-8", newline="\n")
    yield text
    text.detach()
