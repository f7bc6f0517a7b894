"""The log on PostgreSQL: the same behaviour, chosen by the place alone."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from ledger import LedgerError, Refused, open_log
from ledger.formats import open_file
from ledger.verify import examine


def test_without_the_driver_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """postgresql:// without psycopg is a clear message, not an import error."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "ledger.postgres", raising=False)
    with pytest.raises(LedgerError, match="needs the package psycopg"):
        open_log("postgresql://nowhere/ledger")


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A PostgreSQL server of our own; needs the programs and the driver (pip install 'rating-ledger[postgres]')."""
    if not shutil.which("initdb") or find_spec("psycopg") is None:
        pytest.skip("PostgreSQL (initdb, pg_ctl) or psycopg is not installed")
    folder = Path(tempfile.mkdtemp(prefix="ledger-pg-"))
    folder.chmod(0o777)
    port = 20_000 + os.getpid() % 20_000
    # PostgreSQL does not run as root.
    become = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1"
    control = [*become, "pg_ctl", "-D", str(folder / "data"), "-w"]
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    subprocess.run([*become, "initdb", "-D", str(folder / "data"), "-U", "postgres", "-A", "trust"], **quiet)
    subprocess.run([*control, "-o", options, "-l", str(folder / "log"), "start"], **quiet)
    yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
    subprocess.run([*control, "-m", "immediate", "stop"], **quiet)
    shutil.rmtree(folder)


def test_the_same_log_on_postgresql(server: str, golden: Path) -> None:
    """Import, root, verify, duplicates, refusals, immutability: as in a file, byte for byte."""
    with pytest.raises(LedgerError, match="no ledger in this database"):
        open_log(server)
    with open_log(server, create=True, origin="ratings.example.org/golden") as log:
        assert log.append(open_file(golden / "v1.export.jsonl")).appended == 32
        assert log.checkpoint().text == (golden / "v1.checkpoint").read_text()
        assert log.append(open_file(golden / "v1.export.jsonl")).appended == 0
        with pytest.raises(Refused):
            log.append(
                [log.event(12)] * 1 + [type(log.event(1))(date=log.event(1).date, player="P1", name="y", sex="M")]
            )
        assert all(check.ok for check in examine(log))
        placed = enumerate(log.store.placed(0, 32), start=1)
        runs = [(at, at, stream, topic, at - version) for at, (stream, version, topic) in placed]
        assert log.store.as_placed(runs)
        first, last, stream, topic, ahead = runs[-1]
        for wrong in (
            (first, last, "player/x", topic, ahead),
            (first, last, stream, "TitleRevoked", ahead),
            (first, last, stream, topic, ahead + 1),
        ):
            assert not log.store.as_placed([*runs[:-1], wrong])
        for statement in ("DELETE FROM stored_events RETURNING 1", "UPDATE facts SET value='x' RETURNING 1"):
            with pytest.raises(LedgerError, match="immutable"):
                log.store._query(statement)  # type: ignore[attr-defined]
    with open_log(server) as again:
        assert (again.head, again.origin) == (32, "ratings.example.org/golden")
