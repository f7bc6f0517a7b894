"""Progress on standard error: only on a terminal, only for work of more than a second."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ledger.text import visible

Advance = Callable[[int], None]


@contextmanager
def progress(doing: str, total: int | None = None) -> Iterator[Advance]:
    """Give a function `advance(done_so_far)`; a bar appears once the work has taken a second."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn(visible(doing), markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task(doing, total=total)
    started = time.monotonic()

    def advance(done: int) -> None:
        if not bar.live.is_started and time.monotonic() - started > 1:
            bar.start()
        bar.update(task, completed=done)

    try:
        yield advance
    finally:
        if bar.live.is_started:
            bar.stop()
