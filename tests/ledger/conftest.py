"""A small federation that the tests of the log start from."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ledger import Appended, Log, open_log
from replay.files import open_file

GOLDEN = Path(__file__).parent / "golden"
FEDERATION = """\
{"type":"PlayerRegistered","date":"2020-01-01","player":"P1","name":"Anna","sex":"F"}
{"type":"PlayerRegistered","date":"2020-01-01","player":"P2","name":"Bo","sex":"M"}
{"type":"PlayerRegistered","date":"2020-01-01","player":"P3","name":"Cy","sex":"M"}
{"type":"PlayerRegistered","date":"2020-01-01","player":"P4","name":"Di","sex":"F"}
{"type":"TournamentRegistered","date":"2020-01-05","tournament":"T1","name":"Open","start":"2020-02-01",\
"end":"2020-02-03","rounds":3,"rated":["fide-standard"]}
{"type":"GameRecorded","date":"2020-02-01","tournament":"T1","round":1,"board":1,"first":"P1","second":"P2","result":"1-0"}
{"type":"ByeRecorded","date":"2020-02-01","tournament":"T1","round":1,"player":"P3","kind":"bye"}
{"type":"PlayerEntered","date":"2020-01-30","tournament":"T1","player":"P1","number":1}
{"type":"TitleAwarded","date":"2020-01-30","player":"P1","title":"GM"}
"""

Import = Callable[[Log, str | bytes], Appended]


@pytest.fixture(scope="session")
def golden() -> Path:
    """The folder with the log that must be readable for ever."""
    return GOLDEN


@pytest.fixture
def append_text(tmp_path: Path) -> Import:
    """Import a text as the file events.jsonl."""

    def run(log: Log, text: str | bytes) -> Appended:
        path = tmp_path / "events.jsonl"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return log.append(open_file(path, name="events.jsonl"))

    return run


@pytest.fixture
def log(append_text: Import) -> Iterator[Log]:
    """A log with the federation in it: four players, a tournament, a game, a bye, an entry, a title."""
    with open_log(":memory:") as opened:
        append_text(opened, FEDERATION)
        yield opened
