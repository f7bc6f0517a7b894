"""Whatever is fed to it, append either appends or says what is wrong; it never breaks."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger import LedgerError, open_log
from ledger.tree.verify import examine
from replay.files import open_file

SIGNS = [
    b'"',
    b"{",
    b"}",
    b"[",
    b",",
    b":",
    b"\\",
    b"\x00",
    b"\xff",
    b"null",
    b"-1",
    b"1e999",
    b"P1",
    b"T1",
    b"\n",
]


def plain_lines(golden: Path) -> list[bytes]:
    """One event of nearly every type, without recorded times."""
    text = (golden / "every_type.jsonl").read_bytes()
    return re.sub(rb'"recorded":"[^"]*",', b"", text).splitlines(keepends=True)


def mutilated(lines: list[bytes], chance: random.Random) -> bytes:
    """A few of the lines in another order, some twice, some with another note, some bent."""
    chosen = chance.choices(lines, k=chance.randrange(1, 6))
    for _ in range(chance.randrange(3)):
        at = chance.randrange(len(chosen))
        line = chosen[at]
        cut = chance.randrange(len(line) + 1)
        chosen[at] = line[:cut] + chance.choice(SIGNS) + line[cut + chance.randrange(3) :]
    note = b',"note":"%d"}' % chance.randrange(1000)
    return b"".join(
        line.replace(b"}\n", note + b"\n") if chance.random() < 0.5 else line for line in chosen
    )


def feed(path: Path, lines: list[bytes], seed: int) -> bool:
    """Feed three files to a new log: was anything appended?"""
    chance = random.Random(seed)
    with open_log(":memory:") as log:
        for text in (b"".join(lines), mutilated(lines, chance), mutilated(lines, chance)):
            path.write_bytes(text)
            before = log.checkpoint()
            try:
                rehearsed = log.rehearse(open_file(path))
            except LedgerError as refused:
                with pytest.raises(LedgerError) as caught:
                    log.append(open_file(path))
                assert str(caught.value) == str(refused)
                assert log.checkpoint() == before
            else:
                assert log.append(open_file(path)).appended == len(rehearsed)
        assert all(check.ok for check in examine(log)), f"seed {seed}"
        return log.head > len(lines)


def test_bent_files_are_refused_whole_or_taken_whole(tmp_path: Path, golden: Path) -> None:
    """Files with lines exchanged, repeated and bent: a rehearsal and an append agree, the log stays sound."""
    lines = plain_lines(golden)
    assert sum(feed(tmp_path / "events.jsonl", lines, seed) for seed in range(60)) > 0


@pytest.mark.soak
def test_bent_files_by_the_thousand(tmp_path: Path, golden: Path) -> None:
    """The same, at length, with other seeds each time."""
    lines = plain_lines(golden)
    start = random.randrange(10**9)
    assert (
        sum(feed(tmp_path / "events.jsonl", lines, seed) for seed in range(start, start + 2000)) > 0
    )


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(min_size=1, max_size=200))
def test_bytes_of_any_kind_are_refused(tmp_path: Path, data: bytes) -> None:
    """No bytes make the reader break, whatever they are."""
    path = tmp_path / "events.jsonl"
    path.write_bytes(data)
    with open_log(":memory:") as log, pytest.raises(LedgerError):
        log.append(open_file(path))
