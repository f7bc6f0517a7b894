"""What docs/operate.md shows can be used as it stands."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from replay.commands.main import run
from replay.simulation.demo import SAMPLE
from tests.manual.man_page import man_page

ROOT = Path(__file__).resolve().parent.parent
SHOWN = re.findall(
    r'^```\w+ title="([^"]+)"\n(.*?)^```$',
    (ROOT / "docs" / "operate.md").read_text(encoding="utf-8"),
    flags=re.M | re.S,
)
FILES = {Path(title).name: text for title, text in SHOWN}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ledger, and the program on the path of scripts."""
    monkeypatch.setenv("RATING_LEDGER", str(tmp_path / "ratings"))
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setattr("replay.commands.options._chosen", None)
    assert run(["init"]) == 0
    return tmp_path


def script(name: str, folder: Path, **environment: str) -> int:
    (folder / name).write_text(FILES[name], encoding="utf-8")
    done = subprocess.run(["sh", folder / name], env={**os.environ, **environment}, check=False)
    return done.returncode


def test_the_inbox_takes_good_files_and_keeps_the_reason_beside_bad_ones(place: Path) -> None:
    """A file is imported once; what was refused waits for somebody, and the unit fails so that somebody looks."""
    inbox = place / "inbox"
    inbox.mkdir()
    shutil.copy(SAMPLE, inbox)
    (inbox / "-bad.jsonl").write_text('{"type":"GameRecorded"}\n')
    assert script("rating-ledger-inbox", place, RATING_LEDGER_INBOX=str(inbox)) == 1
    assert list(inbox.iterdir()) == []
    assert "169 events appended" in (place / "imported" / "sample.jsonl.txt").read_text()
    assert "bad.jsonl:1" in (place / "refused" / "-bad.jsonl.txt").read_text()


def test_every_night_a_copy_and_a_checkpoint(place: Path) -> None:
    """What was copied can be put back, and fits the checkpoint."""
    assert run(["import", str(SAMPLE)]) == 0
    copies = place / "copies"
    assert script("rating-ledger-nightly", place, RATING_LEDGER_COPIES=str(copies)) == 0
    (log,) = (copies / "log").iterdir()
    (keys,) = (copies / "keys").iterdir()
    restored = ["--ledger", str(place / "restored")]
    assert run([*restored, "restore", str(log), "--keys", str(keys)]) == 0
    assert run([*restored, "verify", "--checkpoint", str(log / "checkpoint.txt")]) == 0


def checked_by(program: str) -> str:
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"{program} is not installed")
    return found


def test_nginx_understands_its_file(tmp_path: Path) -> None:
    nginx = checked_by("nginx")
    made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=ratings"]
    files = ["-keyout", f"{tmp_path}/ratings.key", "-out", f"{tmp_path}/ratings.pem"]
    subprocess.run([checked_by("openssl"), *made, *files], check=True, capture_output=True)
    server = FILES["ratings.conf"].replace("/etc/ssl/", f"{tmp_path}/")
    whole = f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ {server} }}"
    (tmp_path / "nginx.conf").write_text(whole)
    done = subprocess.run([nginx, "-t", "-c", tmp_path / "nginx.conf"], check=False)
    assert done.returncode == 0


def test_caddy_understands_its_file(tmp_path: Path) -> None:
    (tmp_path / "Caddyfile").write_text(FILES["Caddyfile"])
    words = ["validate", "--adapter", "caddyfile", "--config", f"{tmp_path}/Caddyfile"]
    home = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    done = subprocess.run([checked_by("caddy"), *words], env=home, check=False)
    assert done.returncode == 0


def test_systemd_understands_its_units(tmp_path: Path) -> None:
    units = [name for name in FILES if name.endswith((".service", ".timer"))]
    for name in units:
        known = FILES[name].replace("/usr/local/bin/rating-ledger", sys.executable)
        (tmp_path / name).write_text(known)
    words = [checked_by("systemd-analyze"), "verify", *(tmp_path / name for name in units)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_manual_page_names_every_command() -> None:
    """`make docs` writes it anew."""
    assert (ROOT / "docs" / "rating-ledger.1").read_text(encoding="utf-8") == man_page()
