"""What is left out of a small installation is missed only where it is needed, and said so."""

import sys
from datetime import date
from pathlib import Path

import pytest

from replay.answers import plotting
from replay.commands.main import run
from replay.office.office import Office
from replay.which import ListWords
from schemes.kernels import compiler, regulation
from tests.replay.conftest import SampleLedgers

WHATIF = ("whatif", "fide-standard", "2025-11-01", "--set", "k.top=15")


@pytest.fixture(scope="module")
def ledger(sample_ledgers: SampleLedgers, tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(sample_ledgers.copy(tmp_path_factory.mktemp("extras") / "ledger"))


@pytest.fixture
def without_plots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plotting, "is_installed", lambda: False)
    for name in ("altair", "vl_convert"):
        monkeypatch.setitem(sys.modules, name, None)


def test_a_plot_without_its_packages_says_what_to_install(
    ledger: str, without_plots: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "plot.svg"
    assert run(["--ledger", ledger, *WHATIF, "-o", str(out)]) == 2
    assert "pip install 'rating-ledger[plots]'" in capsys.readouterr().err
    assert not out.exists()


def test_a_report_without_plots_has_all_its_tables_and_says_what_is_missing(
    ledger: str, without_plots: None, tmp_path: Path
) -> None:
    assert run(["--ledger", ledger, *WHATIF, "-o", str(tmp_path / "report.html")]) == 0
    report = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Largest changes" in report and "<svg" not in report
    assert "rating-ledger[plots]" in report


def test_many_games_without_a_compiler_are_rated_slowly_and_alike(
    made_up: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same list, made by plain Python; whoever waits is told how it goes faster."""
    monkeypatch.setattr(regulation, "is_installed", lambda: False)
    monkeypatch.setattr(regulation.Regulation, "plain_up_to", 10)
    said: list[str] = []
    with Office(made_up / "ledger", lists=None, cached=False, warn=said.append) as office:
        plain = office.list(ListWords("malaysia", date(2025, 6, 1)).resolved(office))
    assert [text for text in said if "rating-ledger[fast]" in text]
    monkeypatch.undo()
    assert compiler.is_installed()
    with Office(made_up / "ledger", lists=None, cached=False) as office:
        compiled = office.list(ListWords("malaysia", date(2025, 6, 1)).resolved(office))
    assert plain.digest == compiled.digest
