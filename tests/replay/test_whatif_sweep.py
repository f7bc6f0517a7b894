"""Sweeps: every combination gives what a what-if of its own gives, in any number of threads or processes."""

import os
import pty
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from replay.office.office import Office
from replay.rules_choice import IN_FORCE, RulesChoice
from replay.whatif import Measures, Scenarios
from replay.whatif import sweep as sweep_module
from replay.whatif.axes import axes_of
from replay.whatif.sweep import Outcome, Sweep, choices_of, collected, every, ranked
from replay.which import ListWords, WhichList
from schemes import Rules
from wording.errors import LedgerError

FIDE, END = "fide-standard", date(2025, 6, 1)
WORDS = ("k.normal=15,30", "cap=300,none")


def test_a_range_and_a_list_are_the_values_that_set_takes() -> None:
    assert axes_of(["k.top=5..8:1", "cap=300,none"]) == {
        "k.top": ["5", "6", "7", "8"],
        "cap": ["300", "none"],
    }
    assert axes_of(["cap=100..300:100"]) == {"cap": ["100", "200", "300"]}
    assert axes_of(["absence.percent=1..2:0.5"]) == {"absence.percent": ["1", "1.5", "2"]}
    assert axes_of(["bonus.points=[30,25],[10]"]) == {"bonus.points": ["[30,25]", "[10]"]}
    assert axes_of(["k.top=5..6,20"]) == {"k.top": ["5", "6", "20"]}


def test_all_combinations_are_tried() -> None:
    tried = every(axes_of(["a=1..2", "b=x,y"]))
    assert tried == [
        {"a": "1", "b": "x"},
        {"a": "1", "b": "y"},
        {"a": "2", "b": "x"},
        {"a": "2", "b": "y"},
    ]


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["k.top"], "is not name=values"),
        (["k.top="], "is not name=values"),
        (["k.top=1,,2"], "has an empty value"),
        (["k.top=9..5"], "goes nowhere"),
        (["k.top=1..5:0"], "goes nowhere"),
        (["k.top=1..x"], "is not from..to:step"),
        (["k.top=1,2", "k.top=3"], "'k.top' is named twice"),
        (["k.top=1,1"], "has a value twice"),
        (["k.top=0..1:0.000001"], "too many values"),
        (["a=1..200", "b=1..200"], "40000 combinations"),
    ],
)
def test_a_sweep_that_says_nothing_sensible_is_refused(words: list[str], wrong: str) -> None:
    with pytest.raises(LedgerError, match=wrong):
        axes_of(words)


def real(opened: Office) -> WhichList:
    return ListWords(FIDE, END).resolved(opened)


def test_one_impossible_combination_refuses_the_whole_sweep_before_anything_runs(
    made_up: Path,
) -> None:
    choices = [RulesChoice(changes=(word,)) for word in ("k.top=10", "k.tip=10")]
    with (
        Office(made_up / "ledger") as opened,
        pytest.raises(LedgerError, match=r"did you mean 'k.top'"),
    ):
        Sweep(Scenarios(opened, real(opened)), choices)


@pytest.mark.parametrize(("processes", "cores"), [(2, 2), (None, 3), (None, 1)])
def test_a_sweep_over_processes_or_threads_equals_single_what_ifs(
    made_up: Path, processes: int | None, cores: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    combinations = every(axes_of(WORDS))
    choices = choices_of(IN_FORCE, FIDE, combinations)
    truth = made_up / "truth.csv"
    monkeypatch.setattr(sweep_module, "_cores", lambda: cores)
    with Office(made_up / "ledger") as opened:
        outcomes = list(
            Sweep(Scenarios(opened, real(opened), truth), choices).run(
                str(made_up / "ledger"), processes
            )
        )
        alone = list(Sweep(Scenarios(opened, real(opened), truth), choices).run(None))
        single = [
            Scenarios(opened, real(opened), truth).ask(choice.of(opened.schemes[FIDE])).measures
            for choice in choices
        ]
    assert [each.measures for each in sorted(outcomes, key=lambda each: each.index)] == single
    assert [each.measures for each in sorted(alone, key=lambda each: each.index)] == single
    assert len({each.log_loss for each in single}) == 4, "the combinations differ"


def outcome(index: int, **given: Any) -> Outcome:
    base = dict.fromkeys(Measures.__struct_fields__) | {
        "changed": 0,
        "mean_change": 0.0,
        "games": 1,
    }
    return Outcome(index, Measures(**(base | given)))


def test_the_best_comes_first_whatever_best_means_for_a_measure() -> None:
    rows = [
        outcome(0, log_loss=0.6, log_loss_before=0.6, rank_correlation=0.8, inflation=-3.0),
        outcome(1, log_loss=0.5, log_loss_before=0.6, rank_correlation=0.9, inflation=2.0),
        outcome(2),
        outcome(3, log_loss=0.5, log_loss_before=0.6, rank_correlation=0.7, inflation=-1.0),
    ]
    assert [each.index for each in ranked(rows, "log_loss")] == [1, 3, 0, 2]
    assert [each.index for each in ranked(rows, "rank_correlation")] == [1, 0, 3, 2]
    assert [each.index for each in ranked(rows, "inflation")] == [3, 1, 0, 2]


def test_rows_that_rest_on_different_games_are_sorted_by_what_is_gained_on_their_own() -> None:
    """Row 0 has few easy games, on which the rules in force did better; row 1 gains on many difficult ones."""
    rows = [
        outcome(0, log_loss=0.30, log_loss_before=0.25),
        outcome(1, log_loss=0.60, log_loss_before=0.65),
    ]
    assert [each.index for each in ranked(rows, "log_loss")] == [1, 0]


@pytest.mark.parametrize("stop", [KeyboardInterrupt, BrokenProcessPool])
def test_ctrl_c_or_a_killed_process_keeps_what_is_done(stop: type[BaseException]) -> None:
    def interrupted() -> Iterator[Outcome]:
        yield outcome(0)
        yield outcome(1)
        raise stop

    done: list[int] = []
    kept, whole = collected(interrupted(), done.append)
    assert [each.index for each in kept] == [0, 1]
    assert not whole and done == [1, 2]


def test_threads_of_a_sweep_that_is_left_stop_where_they_are(
    made_up: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choices = choices_of(IN_FORCE, FIDE, every(axes_of(["k.normal=1..400:1"])))
    monkeypatch.setattr(sweep_module, "_cores", lambda: 2)
    asked: list[Rules] = []
    stops: list[threading.Event] = []
    ask = Scenarios.ask

    def noted(scenarios: Scenarios, rules: Rules, **given: Any) -> Any:
        asked.append(rules)
        if len(asked) > 10:
            stops[
                0
            ].wait()  # however slow the machine is, no more are asked until the sweep is left
        return ask(scenarios, rules, **given)

    def stop() -> threading.Event:
        stops.append(threading.Event())
        return stops[-1]

    monkeypatch.setattr(Scenarios, "ask", noted)
    monkeypatch.setattr(sweep_module, "Event", stop)
    with Office(made_up / "ledger") as opened:
        outcomes = Sweep(Scenarios(opened, real(opened)), choices).run(None)
        assert next(outcomes).measures.games > 0
        outcomes.close()  # type: ignore[attr-defined]
        begun = len(asked)
    assert begun <= 12
    assert not [
        thread for thread in threading.enumerate() if thread.name.startswith("ThreadPoolExecutor")
    ]
    assert len(asked) == begun


def test_threads_may_ask_one_world_for_its_keys_at_the_same_time(made_up: Path) -> None:
    with Office(made_up / "ledger") as opened:
        chosen = opened.schemes[FIDE]
        end = chosen.list_in_force(chosen.rules(), END)[0]
        numbers = range(end, end + 1000, 7)
        alone, shared = (opened.world(real(opened)).keys for _ in range(2))
        wanted = [alone.of(number) for number in numbers]
        often, together = sys.getswitchinterval(), threading.Barrier(4)

        def ask(_: int) -> list[str]:
            together.wait()
            return [shared.of(number) for number in numbers]

        sys.setswitchinterval(1e-6)
        try:
            with ThreadPoolExecutor(4) as pool:
                assert list(pool.map(ask, range(4))) == [wanted] * 4
        finally:
            sys.setswitchinterval(often)


def told_until(terminal: int, done: re.Pattern[str]) -> str:
    """What a command says on its terminal until it has said something, or is done."""
    told = ""
    while not done.search(told):
        try:
            said = os.read(terminal, 4096)
        except OSError:  # the other side is closed
            break
        told += said.decode(errors="replace")
    return told


@pytest.mark.soak
@pytest.mark.parametrize("how", [(), ("--processes", "2")])
def test_a_sweep_stopped_by_ctrl_c_leaves_nothing_behind_and_prints_its_rows(
    made_up: Path, tmp_path: Path, how: Any
) -> None:
    """Ctrl-C as soon as the bar shows that a combination is done: however quick the machine is, most are not."""
    asked = [
        "whatif",
        FIDE,
        "2025-06-01",
        "--sweep",
        "k.normal=1..900:1",
        "--sweep",
        "k.top=8..10:1",
    ]
    asked += [*how, "--format", "csv"]
    terminal, inner = pty.openpty()
    rows_file = tmp_path / "rows.csv"
    with rows_file.open("wb") as rows_out:
        program = [sys.executable, "-c", "from replay.commands.main import main; main()"]
        started = subprocess.Popen(
            [*program, "--ledger", str(made_up / "ledger"), *asked],
            stdout=rows_out, stderr=inner, start_new_session=True,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "120"},
        )  # fmt: skip
    os.close(inner)
    told = told_until(terminal, re.compile(r"\b[1-9]\d*/2700"))
    assert started.poll() is None, told
    os.killpg(started.pid, signal.SIGINT)  # as a terminal does: to all processes of the command
    told = told_until(terminal, re.compile("(?!)"))  # to its end
    os.close(terminal)
    assert started.wait(timeout=60) == 130, told
    header, *rows = rows_file.read_text().splitlines()
    assert header.startswith("k.normal,k.top,changed,mean_change")
    assert 0 < len(rows) < 2_700
    assert f"stopped; {len(rows)} of 2700 combinations were done" in told
    with pytest.raises(ProcessLookupError):
        for _ in range(50):
            os.killpg(started.pid, 0)
            time.sleep(0.1)
