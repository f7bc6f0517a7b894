"""Following a log as it grows."""

import threading
from collections.abc import Iterator
from typing import Any

from ledger.errors import LedgerError
from ledger.log.log import Log
from wording import say

AGAIN = 2.0  # seconds after which a lost connection is tried again


class LogFollower:
    """The events of a log as they come: (position, state) in order, until it is stopped.

    A lost connection is tried again until there is one; nothing is left out or given twice.
    """

    def __init__(self, log: Log, after: int) -> None:
        self._log = log
        self._after = after
        self._stopped = threading.Event()
        self._news: Any = None
        self._told = False  # whether it was said that the connection is lost: once is enough

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        while not self._stopped.is_set():
            try:
                with self._log.store.subscription(self._after) as self._news:
                    self._told = False
                    if self._stopped.is_set():
                        return
                    for new in self._news:
                        self._after = new.id
                        yield new.id, new.state
            except LedgerError as broken:
                if broken.code != "disconnected":
                    raise
                if not self._told:
                    self._log.tell(say("{wrong}; trying again", wrong=broken.wrong))
                self._told = True
                self._stopped.wait(AGAIN)

    def stop(self) -> None:
        """End the iteration, whichever thread it is in."""
        self._stopped.set()
        if self._news is not None:
            self._news.stop()
