"""The same answers whatever the machine: its locale, its home folder, its settings."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from replay.commands.main import run
from tests.replay.conftest import SampleLedgers

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "replay" / "simulation" / "demo" / "sample.jsonl"
PROGRAM = [sys.executable, "-c", "from replay.commands.main import main; main()"]


@pytest.fixture(scope="module")
def ledger(sample_ledgers: SampleLedgers, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample ledger, which others may read and write."""
    return sample_ledgers.copy(tmp_path_factory.mktemp("machine") / "ratings")


def answer(ledger: Path, *words: str, **surroundings: str) -> bytes:
    command = [*PROGRAM, "--ledger", str(ledger), *words]
    done = subprocess.run(
        command, env={**os.environ, **surroundings}, cwd=ROOT, capture_output=True
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    return done.stdout


class TestLocale:
    @pytest.mark.parametrize("form", ["csv", "table"])
    def test_output_is_utf8_with_any_locale(self, ledger: Path, form: str) -> None:
        words = ("list", "cxa-rapid", "2026-01-01", "--format", form, "--language", "zh-Hans")
        there = answer(ledger, *words, PYTHONIOENCODING="utf-8")
        assert b"\r" not in there
        assert "王海涛" in there.decode()
        others = ("cp1252", "utf-16") if form == "csv" else ("ascii", "gb18030")
        for encoding in others:
            assert answer(ledger, *words, PYTHONIOENCODING=encoding) == there, encoding

    def test_errors_are_in_utf8_with_any_locale(self, ledger: Path) -> None:
        command = [
            *PROGRAM,
            "--ledger",
            str(ledger),
            "--language",
            "zh-Hans",
            "explain",
            "cxa-rapid",
            "nobody",
        ]
        done = subprocess.run(
            command, env={**os.environ, "PYTHONIOENCODING": "cp1252"}, cwd=ROOT, capture_output=True
        )
        assert done.returncode == 2
        assert "nobody" in done.stderr.decode("utf-8")

    def test_terminal_shows_a_replacement_for_what_it_cannot_show(self, ledger: Path) -> None:
        """A terminal that knows ASCII only: the name of Castro, Inés has a question mark, and no line is lost."""
        ours, theirs = pty.openpty()
        command = [*PROGRAM, "--ledger", str(ledger), "list", "fide-standard", "2025-10-01"]
        process = subprocess.Popen(
            command,
            env={**os.environ, "PYTHONIOENCODING": "ascii", "COLUMNS": "120"},
            cwd=ROOT,
            stdout=theirs,
        )
        os.close(theirs)
        shown = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # Linux: everything is read and the other side is closed
                break
            if not piece:
                break
            shown += piece
        os.close(ours)
        assert process.wait() == 0
        assert b"Castro, In?s" in shown
        assert b"Okafor, Ngozi" in shown


NO_HOME = """
import pwd

def nobody(number):
    raise KeyError(number)

pwd.getpwuid = nobody  # a user whom the machine does not know has no home
"""


class TestHome:
    """A service user without a home folder, as in a container."""

    @staticmethod
    def run_python(code: str, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
        surroundings = {"PATH": os.environ["PATH"], "TMPDIR": str(folder)}
        command = [sys.executable, "-c", NO_HOME + code, *words]
        return subprocess.run(command, env=surroundings, cwd=ROOT, capture_output=True, text=True)

    def run_program(self, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
        return self.run_python(
            "from replay.commands.main import main\nmain()",
            folder,
            "--ledger",
            str(folder / "ratings"),
            *words,
        )

    def caches(self, folder: Path) -> str:
        done = self.run_python(
            "from schemes.kernels.compiler import caches\nprint(caches())", folder
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def test_every_kind_of_command_works_without_a_home(self, tmp_path: Path) -> None:
        commands = (
            ["init"],
            ["import", str(SAMPLE)],
            ["list", "fide-standard", "2025-10-01"],
            ["explain", "fide-standard", "F05", "2025-10-01"],
            ["whatif", "malaysia", "2025-12-31", "--set", "k.low=50"],
            ["publish", "fide-standard", "2025-10-01"],
            ["verify"],
        )
        one_after_the_other = f"""
from replay.commands.main import run
for words in {commands}:
    code = run(["--ledger", {str(tmp_path / "ratings")!r}, *words])
    assert code == 0, (words, code)
"""
        done = self.run_python(one_after_the_other, tmp_path)
        assert done.returncode == 0, done.stderr
        assert "home" not in done.stderr

    def test_a_key_without_a_home_asks_for_a_file(self, tmp_path: Path) -> None:
        assert self.run_program(tmp_path, "init", "--origin", "ratings.example.org").returncode == 0
        done = self.run_program(tmp_path, "keys", "new")
        assert done.returncode == 2
        assert "there is no home folder" in done.stderr
        assert "XDG_CONFIG_HOME" in done.stderr

    def test_compiled_rules_are_kept_in_a_folder_of_ones_own(self, tmp_path: Path) -> None:
        """Without a home the folder for temporary files has them, closed to everybody else."""
        kept = Path(self.caches(tmp_path))
        assert kept.is_relative_to(tmp_path)
        assert kept.stat().st_mode & 0o077 == 0

    def test_a_folder_that_others_can_write_is_not_trusted(self, tmp_path: Path) -> None:
        """Compiled rules are code: whoever could write them could run anything."""
        open_to_all = tmp_path / f"rating-ledger-{os.getuid()}"
        open_to_all.mkdir()
        open_to_all.chmod(0o777)
        assert self.caches(tmp_path) == "None"


class TestSettings:
    def test_a_cap_that_is_no_number_is_told(self, ledger: Path) -> None:
        command = [*PROGRAM, "--ledger", str(ledger), "list", "fide-standard", "2025-10-01"]
        done = subprocess.run(
            command,
            env={**os.environ, "RATING_LEDGER_STATES_MB": "4GB"},
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 2
        assert "RATING_LEDGER_STATES_MB" in done.stderr
        assert "'4GB'" in done.stderr
        assert "4000" in done.stderr

    def test_every_environment_variable_stands_in_the_one_table(self) -> None:
        used = set()
        for package in ("ledger", "projections", "schemes", "replay", "wording"):
            for path in (ROOT / package).rglob("*.py"):
                used |= set(re.findall(r"RATING_LEDGER(?:_[A-Z]+)*\b", path.read_text()))
        assert "RATING_LEDGER_CACHE" in used
        text = (ROOT / "docs" / "operate.md").read_text(encoding="utf-8")
        table = text.partition("## All settings")[2]
        settings = re.findall(r"^\| ([^|]+) \|", table, re.MULTILINE)
        rows = set(re.findall(r"`([A-Z_]+)`", " ".join(settings)))
        assert used <= rows, used - rows
        assert {"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "TMPDIR"} <= rows


def rights(folder: Path) -> dict[str, str]:
    """The rights of everything in a folder, as `ls` counts them."""
    return {
        str(path.relative_to(folder)): f"{path.stat().st_mode & 0o777:o}"
        for path in folder.rglob("*")
    }


@pytest.mark.parametrize("mask", [0o022, 0o000])
def test_other_users_of_the_machine_read_only_what_was_published(tmp_path: Path, mask: int) -> None:
    """Whatever the umask is: log, keys, read model and stored states are their owner's; published lists are public."""
    place = tmp_path / "ratings"
    before = os.umask(mask)
    try:
        publish = ["publish", "fide-standard", "2025-11-01"]
        for words in (
            ["init"],
            ["import", str(SAMPLE)],
            publish,
            ["list", "malaysia", "2026-01-01"],
        ):
            assert run(["--ledger", str(place), *words]) == 0
        found = rights(place)
        folders = {name: mode for name, mode in found.items() if (place / name).is_dir()}
        private = {
            name: mode
            for name, mode in found.items()
            if name not in folders and not name.startswith("lists/")
        }
    finally:
        os.umask(before)
    assert folders.pop("lists") == f"{0o777 & ~mask:o}"
    assert folders == {"model": "700", "states": "700"}
    assert {name.partition("/")[0] for name in private} == {
        "log.sqlite",
        "keys.sqlite",
        "model",
        "states",
    }
    assert set(private.values()) == {"600"}, private
    assert found["lists/fide-standard-2025-11-01.csv"] == f"{0o666 & ~mask:o}"


def test_caches_that_an_older_version_left_open_are_closed(tmp_path: Path) -> None:
    place = tmp_path / "ratings"
    for words in (["init"], ["import", str(SAMPLE)], ["list", "fide-standard", "2025-11-01"]):
        assert run(["--ledger", str(place), *words]) == 0
    for name in ("model", "states"):
        (place / name).chmod(0o755)
    assert run(["--ledger", str(place), "publish", "cxa-rapid", "2026-01-01"]) == 0
    assert run(["--ledger", str(place), "list", "cxa-rapid", "2026-02-01"]) == 0
    assert {name: rights(place)[name] for name in ("model", "states")} == {
        "model": "700",
        "states": "700",
    }
