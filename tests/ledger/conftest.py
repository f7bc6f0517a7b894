"""Events for the log as text, with no reader of files in between."""

from collections.abc import Callable

import pytest

from ledger import Appended, Log
from tests.builders import lines


@pytest.fixture
def append_text() -> Callable[[Log, str], Appended]:
    """Append a text as the file events.jsonl."""

    def append(log: Log, text: str) -> Appended:
        return log.append(lines(text))

    return append
