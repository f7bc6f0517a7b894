"""What docs/operate.md shows can be used as it stands."""

import gzip
import os
import re
import shutil
import socket
import subprocess
import sys
import urllib.parse
from collections.abc import Callable
from pathlib import Path

import pytest

from ledger import open_log
from replay.commands.main import run
from replay.files import open_file
from replay.simulation.demo import SAMPLE
from replay.web.access import Access
from replay.web.app import DeskOptions
from replay.web.hosts import HostNames
from tests.manual.man_page import man_page
from tests.replay.web.conftest import CHEAP, PASSWORD, running, write_office

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


def write_certificate(folder: Path) -> None:
    made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=ratings"]
    files = ["-keyout", f"{folder}/ratings.key", "-out", f"{folder}/ratings.pem"]
    subprocess.run([checked_by("openssl"), *made, *files], check=True, capture_output=True)


def nginx(folder: Path, port: int, desk: int) -> list[str]:
    """The words that start nginx with the server of the page."""
    program = checked_by("nginx")
    write_certificate(folder)
    server = FILES["ratings.conf"].replace("/etc/ssl/", f"{folder}/")
    server = server.replace("443", str(port)).replace("8000", str(desk))
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    whole = (
        f"daemon off; user root; pid {folder}/pid; error_log stderr; events {{}} "
        f"http {{ access_log off; {places} {server} }}"
    )
    (folder / "nginx.conf").write_text(whole)
    return [program, "-e", "stderr", "-c", f"{folder}/nginx.conf"]


def caddy(folder: Path, port: int, desk: int) -> list[str]:
    """The words that start Caddy with the site of the page; its certificate is its own."""
    program = checked_by("caddy")
    here = f"https_port {port}\nauto_https disable_redirects\nlocal_certs\nskip_install_trust\nadmin off"
    site = FILES["Caddyfile"].replace("8000", str(desk))
    (folder / "Caddyfile").write_text(f"{{\n{here}\n}}\n{site}")
    return [program, "run", "--adapter", "caddyfile", "--config", f"{folder}/Caddyfile"]


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def asked(folder: Path, port: int, path: str, form: str = "") -> str:
    """Heads and page, by curl, which keeps cookies as a browser does and waits until the server is there."""
    words = [checked_by("curl"), "--silent", "--show-error", "--insecure", "--include"]
    words += ["--cookie", f"{folder}/jar", "--cookie-jar", f"{folder}/jar"]
    words += ["--resolve", f"ratings.example.org:{port}:127.0.0.1"]
    words += ["--retry", "30", "--retry-delay", "1", "--retry-all-errors"]
    if form:
        words += ["--data", form]
    address = f"https://ratings.example.org:{port}{path}"
    done = subprocess.run([*words, address], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_one_signs_in_through_a_web_server_with_tls(
    proxy: Callable[[Path, int, int], list[str]], tmp_path: Path
) -> None:
    """The desk learns that it is reached by https: its cookie is for https alone, and forms are taken."""
    folder, port = tmp_path / "ratings", free_port()
    with open_log(folder, create=True) as log:
        log.append(open_file(SAMPLE))
    access = Access(write_office(tmp_path / "office.toml", ("Paula", "publisher")), hasher=CHEAP)
    options = DeskOptions(access, HostNames(allowed=["ratings.example.org"]))
    home = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    with running(folder, options) as site:
        desk = urllib.parse.urlsplit(site.address).port
        assert desk is not None
        with subprocess.Popen(proxy(tmp_path, port, desk), env=home) as server:
            try:
                page = asked(tmp_path, port, "/sign-in")
                (token,) = re.findall(r'name="token" value="([^"]*)"', page)
                form = {"name": "Paula", "password": PASSWORD, "token": token}
                answer = asked(tmp_path, port, "/sign-in", urllib.parse.urlencode(form))
                assert re.search(r"^set-cookie: .*; secure", answer, flags=re.I | re.M), answer
                assert "Paula" in asked(tmp_path, port, "/office")
            finally:
                server.terminate()


def test_systemd_understands_its_units(tmp_path: Path) -> None:
    units = [name for name in FILES if name.endswith((".service", ".timer"))]
    for name in units:
        known = FILES[name].replace("/usr/local/bin/rating-ledger", sys.executable)
        (tmp_path / name).write_text(known)
    words = [checked_by("systemd-analyze"), "verify", *(tmp_path / name for name in units)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_logrotate_keeps_the_log_that_is_being_written(tmp_path: Path) -> None:
    """The desk goes on writing into the same file; what was written before is in a compressed one."""
    log = tmp_path / "desk.log"
    rotation = FILES["rating-ledger"].replace("/var/log/rating-ledger.log", str(log))
    (tmp_path / "rotation").write_text(rotation)
    (tmp_path / "rotation").chmod(0o644)
    with log.open("a") as desk:
        desk.write("before\n")
        desk.flush()
        words = [
            checked_by("logrotate"),
            "--force",
            "--state",
            tmp_path / "state",
            tmp_path / "rotation",
        ]
        subprocess.run(words, check=True)
        desk.write("after\n")
    assert log.read_text() == "after\n"
    assert gzip.decompress((tmp_path / "desk.log.1.gz").read_bytes()) == b"before\n"


def test_the_sums_are_those_of_the_locked_versions() -> None:
    """`make hashes` writes them anew."""
    summed = (ROOT / "requirements.hashes").read_text(encoding="utf-8").replace(" \\\n", "")
    locked = (ROOT / "requirements.lock").read_text(encoding="utf-8").split()
    rows = [line.split() for line in summed.splitlines() if not line.startswith("#")]
    assert [row[0] for row in rows] == locked
    assert all(row[1:] for row in rows)


def test_the_manual_page_names_every_command() -> None:
    """`make docs` writes it anew."""
    assert (ROOT / "docs" / "rating-ledger.1").read_text(encoding="utf-8") == man_page()
