"""Work over stretches of a log, on all processors where that is worth it and safe."""

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from ledger.log.store import Reads, Store


Result = TypeVar("Result")
Cut = TypeVar("Cut")
WORKERS = min(os.cpu_count() or 1, 8)


def each(
    store: "Store", work: "Callable[[Reads, Cut], Result]", cuts: Iterable[Cut], *, many: bool
) -> Iterator[Result]:
    """The results of work on all cuts, in order; `many`: there are enough events to use other processes."""
    can_fork = "fork" in multiprocessing.get_all_start_methods() and threading.active_count() == 1
    reopen = getattr(store, "reopened", None)
    if not many or WORKERS < 2 or not can_fork or reopen is None:
        yield from (work(store, cut) for cut in cuts)
        return
    with multiprocessing.get_context("fork").Pool(WORKERS, _begin, (reopen, work)) as pool:
        yield from pool.imap(_work, cuts)


_in_child: list[Any] = []  # a store of its own, and the work


def _begin(reopen: "Callable[[], Reads]", work: Callable[..., Any]) -> None:
    gc.disable()  # what is read has no reference cycles
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process ends the others
    _in_child[:] = [reopen(), work]


def _work(cut: Any) -> Any:
    store, work = _in_child
    return work(store, cut)
