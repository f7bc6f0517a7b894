"""Rules are compiled only where games are many: a small ledger does not wait for the compiler."""

import os
import subprocess
import sys
from datetime import date
from importlib.resources import files
from pathlib import Path

import pytest

from replay.office.office import Office
from replay.which import ListWords
from schemes.fide_rapid_blitz import FideBlitz, FideRapid
from schemes.fide_standard import FideStandard
from schemes.kernels import compiler
from schemes.kernels.articles import Articles
from schemes.kernels.regulation import Regulation

ONCE = "compiling the rules of malaysia once"


@pytest.mark.parametrize("compiled", ["never", "by another ledger"])
def test_a_list_of_a_small_ledger_needs_no_compiler(tmp_path: Path, compiled: str) -> None:
    """The sample under all three regulations; to load what is on disk would take longer than to do without it."""
    ledger, sample = (
        str(tmp_path / "ledger"),
        str(files("replay") / "simulation" / "demo" / "sample.jsonl"),
    )
    script = (
        "import sys; from replay.commands.main import run\n"
        f"ask = lambda *words: run(['--ledger', {ledger!r}, *words])\n"
        f"assert ask('init') == ask('import', {sample!r}) == 0\n"
        "from schemes import scheme; from schemes.kernels.compiler import cache_folder\n"
        "for name in ('fide-standard', 'cxa-rapid', 'malaysia'):\n"
        f"    if {compiled!r} != 'never':\n"
        "        cache_folder().joinpath(scheme(name).articles._kept_as).mkdir()\n"
        "        assert scheme(name).articles.are_compiled\n"
        "    assert ask('list', name, '2025-01-01') == 0\n"
        "assert 'numba' not in sys.modules"
    )
    environment = {**os.environ, "RATING_LEDGER_CACHE": str(tmp_path / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, env=environment
    )
    assert done.returncode == 0, done.stderr


def test_rapid_and_blitz_are_compiled_once_for_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They differ in numbers only; standard chess has articles of its own."""
    monkeypatch.setattr(compiler, "cache_folder", lambda: tmp_path)
    (tmp_path / FideRapid().articles._kept_as).mkdir()
    kinds = (FideStandard, FideRapid, FideBlitz)
    assert [kind().articles.are_compiled for kind in kinds] == [False, True, True]


@pytest.mark.parametrize(("most", "told"), [(10_000, []), (10, [ONCE])])
def test_that_rules_are_compiled_is_told(
    made_up: Path, monkeypatch: pytest.MonkeyPatch, most: int, told: list[str]
) -> None:
    """A ledger with more games than plain Python should rate says that it waits for the compiler."""
    monkeypatch.setattr(Regulation, "plain_up_to", most)
    monkeypatch.setattr(Articles, "are_compiled", False)
    monkeypatch.setattr(Articles, "compiled", Articles.traced)
    said: list[str] = []
    with Office(made_up / "ledger", lists=None, cached=False, warn=said.append) as office:
        office.replay(office.world(ListWords("malaysia").resolved(office)), date(2025, 6, 1))
    assert [text for text in said if text.startswith("compiling")] == told
