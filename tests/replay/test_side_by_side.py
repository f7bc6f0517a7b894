"""Several readers and one importer at once, and a user who presses Ctrl-C: real processes, nothing lost."""

import io
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ledger import open_log
from replay.commands.main import run
from replay.commands.options import set_place
from replay.simulation import Federation, simulate

COMMAND = [sys.executable, "-c", "import replay.commands.main; replay.commands.main.main()"]


@pytest.fixture
def many_parts(tmp_path: Path) -> list[Path]:
    """Files whose import takes its time."""
    return in_four(Federation(players=400, games=8000, years=2, seed=5), tmp_path)


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return in_four(
        Federation(players=100, games=1500, years=2, seed=5), tmp_path_factory.mktemp("parts")
    )


def in_four(federation: Federation, folder: Path) -> list[Path]:
    """A made-up federation in four files, each to be imported after the other."""
    out = io.BytesIO()
    simulate(federation, out)
    lines = out.getvalue().splitlines(keepends=True)
    quarter = len(lines) // 4 + 1
    files = []
    for number in range(4):
        files.append(folder / f"part{number}.jsonl")
        files[-1].write_bytes(b"".join(lines[number * quarter : (number + 1) * quarter]))
    return files


def start(place: Path, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*COMMAND, "--ledger", str(place), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ,
    )


def done(place: Path, *words: str) -> bytes:
    """Run a command that must succeed; what it printed."""
    process = start(place, *words)
    out, err = process.communicate()
    assert process.returncode == 0, err.decode()
    return out


@pytest.mark.soak
def test_lists_are_answered_while_an_import_runs(many_parts: list[Path], tmp_path: Path) -> None:
    parts = many_parts
    place = tmp_path / "ratings"
    with open_log(place, create=True):
        pass
    done(place, "import", str(parts[0]))
    for file in parts[1:]:
        running = [
            start(place, "import", str(file)),
            *(start(place, "list", "fide-standard") for _ in range(2)),
        ]
        for process in running:
            out, err = process.communicate()
            assert process.returncode == 0, err.decode()
            assert out
    last = done(place, "list", "fide-standard", "--format", "csv")
    fresh = tmp_path / "fresh"
    with open_log(fresh, create=True):
        pass
    done(fresh, "import", *map(str, parts))
    assert done(fresh, "list", "fide-standard", "--format", "csv") == last
    done(place, "verify")


SLOW = pytest.mark.soak


@pytest.mark.parametrize(
    "share", [pytest.param(0.1, marks=SLOW), 0.5, pytest.param(0.9, marks=SLOW)]
)
def test_ctrl_c_leaves_everything_consistent(
    share: float,
    parts: list[Path],
    tmp_path: Path,
    stopped: Callable[..., Any],
    calls: Callable[..., int],
    capfd: pytest.CaptureFixture[str],
) -> None:
    place, other = tmp_path / "ratings", tmp_path / "other"
    with open_log(place, create=True):
        pass
    here = ["--ledger", str(place)]
    assert run([*here, "import", *map(str, parts[:3])]) == 0
    shutil.copytree(place, other)
    for words in (["list", "fide-standard"], ["import", str(parts[3])]):
        after = int(share * calls("--ledger", other, *words))
        said = stopped("--ledger", place, *words, number=signal.SIGINT, after=after)
        assert said.returncode in (0, 130, -signal.SIGINT), said.stderr
        assert "mistake in rating-ledger" not in said.stderr
    assert run([*here, "import", str(parts[3])]) == 0
    capfd.readouterr()
    assert run([*here, "list", "fide-standard", "--format", "csv"]) == 0
    assert capfd.readouterr().out.startswith("rank,")
    assert run([*here, "verify"]) == 0
    set_place("")


def test_ctrl_c_within_a_query_is_ctrl_c(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """DuckDB answers Ctrl-C with an error of its own; the office stopped the command, and made no mistake."""

    def interrupted(*_: object) -> None:
        raise RuntimeError("Query interrupted")

    monkeypatch.setenv("RATING_LEDGER", str(tmp_path / "ratings"))
    monkeypatch.setattr("replay.commands.options._chosen", None)
    assert run(["init"]) == 0
    monkeypatch.setattr("projections.open_model", interrupted)
    assert run(["list", "fide-standard"]) == 130
    assert "stopped" in capsys.readouterr().err
