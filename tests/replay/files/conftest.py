"""A text that is imported as a file."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ledger import Appended, Log
from replay.files import open_file


@pytest.fixture
def append_text(tmp_path: Path) -> Callable[[Log, str | bytes], Appended]:
    """Import a text as the file events.jsonl."""

    def append(log: Log, text: str | bytes) -> Appended:
        path = tmp_path / "events.jsonl"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return log.append(open_file(path, name=path.name))

    return append
