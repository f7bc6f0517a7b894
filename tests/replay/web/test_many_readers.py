"""Many readers at once while an import runs: nothing is lost, and every answer is that of some state of the log."""

import re
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from ledger import open_log
from replay.files import open_file
from replay.simulation import Federation, simulate
from tests.replay.web.conftest import running, without_position

READERS, ROUNDS = 50, 12


@pytest.mark.soak
def test_fifty_readers_while_an_import_runs_see_the_log_before_or_after_it(
    made_up: Path, tmp_path: Path
) -> None:
    """An import is one transaction: each answer equals what the same address gives before it, or after it."""
    before, after = tmp_path / "before", tmp_path / "after"
    file = tmp_path / "more.jsonl"
    with file.open("wb") as out:
        simulate(Federation(players=4_000, games=60_000, years=2, seed=3, scheme="all"), out)
    own_ids = re.sub(r'"(P|T)(\d)', r'"X\1\2', file.read_text())
    file.write_text(re.sub('"recorded":"[^"]*",', "", own_ids))
    for place in (before, after):
        with open_log(place, create=True, origin="readers") as log:
            log.append(open_file(made_up / "made.jsonl"))
    with open_log(after) as log:
        log.append(open_file(file))
    paths = (
        "/lists/fide-standard/2025-11-01.csv", "/lists/cxa-rapid/2025-10-01.csv", "/lists/malaysia/2025-06-01.csv",
        "/players/P000001.csv", "/find.csv?q=an", "/", "/lists/fide-standard/2025-11-01?page=2",
    )  # fmt: skip
    answers = [_alone(place, paths) for place in (before, after)]
    assert answers[0] != answers[1]
    with running(before) as site, ThreadPoolExecutor(READERS) as pool:
        began = threading.Event()
        seen = [pool.submit(_read, site, paths[at % len(paths)], began) for at in range(READERS)]
        began.wait(60)
        with open_log(before) as log:
            log.append(open_file(file))
        asked = [each for one in seen for each in one.result()]
        last = [(path, _told(site.ask(path))) for path in paths]
    odd = Counter(path for path, told in asked if told not in (answers[0][path], answers[1][path]))
    assert odd == {} and len(asked) == READERS * ROUNDS
    assert last == [(path, answers[1][path]) for path in paths]


def _alone(place: Path, paths: tuple[str, ...]) -> dict[str, Any]:
    with running(place) as site:
        return {path: _told(site.ask(path)) for path in paths}


def _read(site: Any, path: str, began: threading.Event) -> list[tuple[str, Any]]:
    found = []
    for _ in range(ROUNDS):
        found.append((path, _told(site.ask(path))))
        began.set()
    return found


def _told(answer: Any) -> tuple[int, str]:
    """Status and text without checkpoints, which have the time of the import in them."""
    return answer.status, without_position(answer.text)
