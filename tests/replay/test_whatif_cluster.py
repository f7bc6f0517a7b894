"""Sweeps on a Dask cluster: two worker processes say what this machine says, also when one of them is killed."""

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from ledger import open_log
from replay.files import open_file
from replay.whatif import cluster as cluster_module
from replay.whatif.sweep import Sweep
from tests.replay.conftest import Shell

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")  # of the cluster's own sockets
SWEEP = (
    "whatif",
    "fide-standard",
    "2025-06-01",
    "--sweep",
    "k.normal=15,30",
    "--sweep",
    "cap=300,none",
)
CSV = ("--format", "csv")


@pytest.fixture(scope="module")
def workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A scheduler with two worker processes, which keep their copies in a folder of their own."""
    distributed = pytest.importorskip(
        "distributed", reason="sweeps on a cluster need the extra `cluster`"
    )
    kept = tmp_path_factory.mktemp("kept")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RATING_LEDGER_EXPORTS", str(kept))
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
        with distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=2,
            dashboard_address=":0",
            silence_logs=50,
            memory_limit=0,
        ) as made:
            yield made


@pytest.fixture(scope="module")
def export(made_up: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    from replay.commands.main import run

    folder = tmp_path_factory.mktemp("export") / "columns"
    assert run(["--ledger", str(made_up / "ledger"), "export", "--parquet", str(folder)]) == 0
    return folder


@pytest.fixture
def asked(shell: Shell, made_up: Path) -> Any:
    """Ask the ledger of the made-up federation."""
    return lambda *words: shell("--ledger", str(made_up / "ledger"), *map(str, words))


def kill_the_first(marker: Path) -> Any:
    """A plugin of workers: the one that begins the first task is killed at that moment; which one, stands in a file."""
    from distributed import WorkerPlugin

    class KillTheFirst(WorkerPlugin):  # type: ignore[misc]
        def setup(self, worker: Any) -> None:
            self.worker = worker

        def transition(self, key: Any, start: str, finish: str, **_: Any) -> None:
            if finish == "executing":
                with suppress(FileExistsError), marker.open("x") as file:
                    file.write(self.worker.address)
                    file.flush()
                    os.kill(os.getpid(), signal.SIGKILL)

    return KillTheFirst()


def test_a_cluster_of_which_a_worker_is_killed_says_what_one_machine_says(
    asked: Any, workers: Any, export: Path, made_up: Path, tmp_path: Path
) -> None:
    truth = ("--truth", made_up / "truth.csv")
    here = asked(*SWEEP, *CSV, *truth)
    with workers.get_client() as client:
        client.register_plugin(kill_the_first(tmp_path / "killed"), name="kill")
        there = asked(
            *SWEEP, *CSV, *truth, "--cluster", workers.scheduler_address, "--parquet", export
        )
        client.unregister_worker_plugin("kill")
    assert there[0] == here[0] == 0, there[2]
    assert there[1] == here[1] and len(here[1].splitlines()) == 5
    killed = (tmp_path / "killed").read_text()
    assert f"worker {killed} was lost; others did its scenarios" in there[2]


@pytest.mark.soak
def test_a_hundred_scenarios_on_two_workers_are_what_one_machine_says(
    asked: Any, workers: Any, export: Path
) -> None:
    """25 values of K, each with four limits of the difference."""
    grid = ("--sweep", "k.normal=11..35:1", "--sweep", "cap=300,350,400,none")
    here = asked(*SWEEP[:3], *grid, *CSV)
    there = asked(
        *SWEEP[:3], *grid, *CSV, "--cluster", workers.scheduler_address, "--parquet", export
    )
    assert there[0] == here[0] == 0, there[2]
    assert there[1] == here[1] and len(here[1].splitlines()) == 101


def test_workers_read_an_object_store_and_keep_what_they_read(
    asked: Any, workers: Any, export: Path
) -> None:
    address = ("--cluster", workers.scheduler_address, "--parquet")
    there = asked(*SWEEP, *CSV, *address, export.resolve().as_uri())
    assert there[0] == 0 and there[1] == asked(*SWEEP, *CSV)[1], there[2]


def test_a_worker_that_cannot_read_the_folder_is_named(
    asked: Any,
    workers: Any,
    shell: Shell,
    made_up: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = tmp_path / "mine alone"
    asked("export", "--parquet", folder, "--until", "9000")
    tasks = Sweep.tasks

    def unmounted(sweep: Any, place: str, digest: str) -> Any:
        return tasks(sweep, place + "-not-mounted", digest)

    monkeypatch.setattr(Sweep, "tasks", unmounted)
    words = ("--known", "#9000", "--cluster", workers.scheduler_address, "--parquet", folder)
    code, out, said = asked(*SWEEP, *CSV, *words)
    assert (code, out) == (2, "")
    assert "worker " in said and f"{folder}-not-mounted/manifest.json: cannot be read" in said


def test_a_worker_with_another_version_of_the_program_is_named(
    asked: Any, workers: Any, export: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_module, "code_digest", lambda: "newer")
    code, out, said = asked(
        *SWEEP, *CSV, "--cluster", workers.scheduler_address, "--parquet", export
    )
    assert (code, out) == (2, "")
    assert "worker " in said and "runs another version of the program" in said


def test_an_address_where_nobody_answers(
    asked: Any, export: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed", reason="sweeps on a cluster need the extra `cluster`")
    monkeypatch.setattr(cluster_module, "PATIENCE", 0.2)
    for address, wrong in (
        ("tcp://127.0.0.1:1", "no scheduler answers"),
        ("telephone://x", "no scheduler answers"),
    ):
        code, out, said = asked(*SWEEP, *CSV, "--cluster", address, "--parquet", export)
        assert (
            (code, out) == (2, "")
            and wrong in said
            and address in said
            and "dask scheduler" in said
        )


def test_the_client_of_the_cluster_writes_no_tracebacks_of_its_own(
    asked: Any, workers: Any, export: Path
) -> None:
    """It would, of a scheduler that is lost half-way; what has happened is said by a message of ours."""
    logging.getLogger("distributed.client").setLevel(logging.NOTSET)
    assert asked(*SWEEP, *CSV, "--cluster", workers.scheduler_address, "--parquet", export)[0] == 0
    assert not logging.getLogger("distributed.client").isEnabledFor(logging.ERROR)


def test_a_cluster_without_workers(
    asked: Any, export: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip(
        "distributed", reason="sweeps on a cluster need the extra `cluster`"
    )
    monkeypatch.setattr(cluster_module, "PATIENCE", 2)
    with distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=":0") as empty:
        code, _, said = asked(
            *SWEEP, *CSV, "--cluster", empty.scheduler_address, "--parquet", export
        )
    assert code == 2 and "the cluster has no worker" in said


def test_without_the_extra_the_message_says_how_to_install_it(
    asked: Any, export: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    code, _, said = asked(*SWEEP, *CSV, "--cluster", "tcp://127.0.0.1:1", "--parquet", export)
    assert code == 2 and "rating-ledger[cluster]" in said


def test_an_export_of_another_ledger_or_of_an_earlier_position_or_with_names_is_refused(
    asked: Any, shell: Shell, made_up: Path, tmp_path: Path
) -> None:
    pytest.importorskip("distributed", reason="sweeps on a cluster need the extra `cluster`")
    with open_log(tmp_path / "other", create=True) as log:
        log.append(open_file(made_up / "made.jsonl"))
    shell("--ledger", str(tmp_path / "other"), "export", "--parquet", str(tmp_path / "of another"))
    asked("export", "--parquet", tmp_path / "early", "--until", "9000")
    asked("export", "--parquet", tmp_path / "open", "--open")
    wrongs = {"of another": "is an export of another ledger", "early": "the export ends at position 9000",
              "open": "has names in it, and workers would keep them"}  # fmt: skip
    for name, wrong in wrongs.items():
        code, _, said = asked(
            *SWEEP, *CSV, "--cluster", "tcp://127.0.0.1:1", "--parquet", tmp_path / name
        )
        assert code == 2 and wrong in said


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (("--cluster", "tcp://127.0.0.1:1"), "need an export"),
        (("--parquet", "x"), "goes with a --cluster"),
        (
            ("--cluster", "tcp://127.0.0.1:1", "--parquet", "x", "--processes", "2"),
            "goes with a sweep on this machine",
        ),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    asked: Any, words: tuple[str, ...], wrong: str
) -> None:
    code, _, said = asked(*SWEEP, *words)
    assert code == 2 and wrong in said


def test_without_a_cluster_nothing_of_it_is_imported(made_up: Path) -> None:
    look = """
import sys
from replay.commands.main import run
assert run(sys.argv[1:]) == 0
sys.exit(str([name for name in ("distributed", "dask", "fsspec", "replay.whatif.cluster") if name in sys.modules]))
"""
    words = ["--ledger", str(made_up / "ledger"), *SWEEP[:5], *CSV]
    done = subprocess.run([sys.executable, "-c", look, *words], capture_output=True, text=True)
    assert done.stderr.strip() == "[]"
