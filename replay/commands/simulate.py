"""The command `simulate`: a made-up federation into a file, and its true strengths into another."""

import io
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import date
from pathlib import Path
from typing import Annotated, BinaryIO, Literal, TextIO

from cyclopts import Parameter

from replay.commands.options import only_with
from replay.output import Format, emit, whole_file
from replay.progress import progress


def simulate(
    *,
    players: int = 2_000,
    games: int = 40_000,
    years: int = 5,
    seed: int = 1,
    scheme: Literal["fide-standard", "cxa-rapid", "malaysia", "all"] = "fide-standard",
    start: date | None = None,
    recorded_until: date | None = None,
    out: Annotated[Path | None, Parameter(name=["--out", "-o"])] = None,
    truth: Path | None = None,
    form: Annotated[Format | None, Parameter(name="--format")] = None,
) -> None:
    """Make up a federation of any size from a seed, with known true strengths.

    Parameters
    ----------
    players
        How many players there are in the end.
    games
        How many games are recorded.
    years
        How many years pass.
    seed
        The same seed and options give the same bytes.
    scheme
        The scheme the tournaments are held for.
    start
        The day the ledger is opened; by default the first day the simulated rules are in force.
    recorded_until
        After this day events carry no recorded time and the clock gives it at the import: a log takes none from
        the future.
    out
        The file of events (JSON Lines); without it they go to standard output.
    truth
        A csv file for the true strengths by quarter: player, date, strength.
    form
        How the summary is shown: table, csv or json. Without a file of events there is none.
    """
    from replay import simulation

    if out is None:
        only_with("-o FILE: a summary is shown where the events are not", {"--format": form})
    asked = simulation.Federation(
        players=players, games=games, years=years, seed=seed, scheme=scheme, start=start, recorded_until=recorded_until
    )
    simulation.check(asked)
    with ExitStack() as files:
        events = sys.stdout.buffer if out is None else files.enter_context(whole_file(out))
        strengths = None if truth is None else files.enter_context(_as_text(files.enter_context(whole_file(truth))))
        advance = files.enter_context(progress("simulating games", games))
        summary = simulation.simulate(asked, events, strengths, advance)
    if out is not None:
        rows = [(kind, count) for kind, count in summary.counts.items() if count]
        emit(("type", "events"), [*rows, ("all", summary.events)], form=form)


@contextmanager
def _as_text(file: BinaryIO) -> Iterator[TextIO]:
    """The same bytes whatever the locale."""
    text = io.TextIOWrapper(file, encoding="utf-8", newline="\n")
    yield text
    text.detach()
