"""The log on PostgreSQL: the same behaviour, chosen by the place alone."""

import select
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from ledger import LedgerError, open_log
from ledger.events import KeyAnnounced
from ledger.tree.note import LOG, SigningKey
from ledger.tree.verify import examine
from replay.commands.main import run
from replay.files import open_file
from replay.lists.publish import publish
from replay.office.office import Office
from replay.simulation.demo import SAMPLE
from replay.site.folder import MANIFEST, TIMES


def test_without_the_driver_the_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """postgresql:// without psycopg is a clear message, not an import error."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "ledger.log.postgres", raising=False)
    with pytest.raises(LedgerError, match="needs the package psycopg"):
        open_log("postgresql://nowhere/ledger")


def test_the_same_log_on_postgresql(database: str, golden: Path) -> None:
    """Import, root, verify, duplicates, refusals, immutability: as in a file, byte for byte."""
    with pytest.raises(LedgerError, match="no ledger in this database"):
        open_log(database)
    with open_log(database, create=True, origin="ratings.example.org/golden") as log:
        assert log.append(open_file(golden / "v2.export.jsonl")).appended == 38
        assert log.checkpoint().text == (golden / "v2.checkpoint").read_text()
        assert log.append(open_file(golden / "v2.export.jsonl")).appended == 0
        with pytest.raises(LedgerError):
            log.append(
                [log.event(12)] * 1
                + [type(log.event(1))(date=log.event(1).date, player="P1", name="y", sex="M")]
            )
        assert all(check.ok for check in examine(log))
        assert log.store.mentions("player/", b'"player":"P1"')
        assert not log.store.mentions("player/", b'"player":"nobody"')
        for statement in (
            "DELETE FROM stored_events RETURNING 1",
            "UPDATE facts SET value='x' RETURNING 1",
        ):
            with pytest.raises(LedgerError, match="immutable"):
                log.store._query(statement)
    with open_log(database) as again:
        assert (again.head, again.origin) == (38, "ratings.example.org/golden")


def test_the_public_site_is_the_same_on_postgresql(database: str, tmp_path: Path) -> None:
    """A ledger in a folder with two signed lists, copied event by event: pages, files, tiles are the same.

    Only the site's own notes of when it wrote each file differ.
    """
    key = SigningKey.new("ratings.example.org/site", LOG)
    places = {"folder": str(tmp_path / "ledger"), "database": database}
    with open_log(places["folder"], create=True, origin="ratings.example.org/site") as log:
        log.append(open_file(SAMPLE))
        log.append([KeyAnnounced(date=date(2025, 12, 6), key=key.public.text)])
    with Office(places["folder"]) as office:
        publish(office, "fide-standard", date(2025, 10, 1), key=key)
        publish(office, "cxa-rapid", date(2026, 1, 1), key=key)
    written = ["-o", str(tmp_path / "log.jsonl"), "--keys", str(tmp_path / "keys.jsonl")]
    assert run(["--ledger", places["folder"], "export", *written]) == 0
    with open_log(database, create=True, origin="ratings.example.org/site") as log:
        log.append(open_file(tmp_path / "log.jsonl"))
    assert run(["--ledger", database, "import", "--keys", str(tmp_path / "keys.jsonl")]) == 0
    sites = []
    for name, place in places.items():
        assert run(["--ledger", place, "site", str(tmp_path / name)]) == 0
        files = [
            path
            for path in (tmp_path / name).rglob("*")
            if path.is_file() and path.name not in (MANIFEST, TIMES)
        ]
        sites.append({path.relative_to(tmp_path / name): path.read_bytes() for path in files})
    assert (
        sites[0] == sites[1]
        and {Path("players/F05.html"), Path("tiles/checkpoint")} <= sites[0].keys()
    )


def test_a_person_is_erased_on_postgresql(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The key is gone from its table, no table has the name, and the log, its list and an old proof stand."""
    import psycopg

    def done(*words: str) -> str:
        capsys.readouterr()
        assert run(["--ledger", database, *words]) == 0
        return capsys.readouterr().out

    with open_log(database, create=True) as log:
        log.append(open_file(SAMPLE))
        name = next(event.name for _, event in log.read() if getattr(event, "player", "") == "F05")
    proof, listed = str(tmp_path / "proof.json"), ("fide-standard", "2025-10-01")
    done("publish", *listed)
    done("prove", "--scheme", listed[0], "--date", listed[1], "--player", "F05", "-o", proof)
    assert f',F05,"{name}",' in done("list", *listed, "--format", "csv")
    assert "F05: erased at #" in done(
        "erase", "F05", "--reason", "asked for it", "--ref", "letter 7", "--yes"
    )
    assert ",F05,erased," in done("list", *listed, "--format", "csv")
    assert "FAILED" not in done("verify") and "the proof holds" in done("check-proof", proof)
    with psycopg.connect(database) as connection:
        assert connection.execute(
            "SELECT key FROM person_keys WHERE person = 'F05'"
        ).fetchall() == [(None,)]
        rows = [
            connection.execute(f"SELECT * FROM {table}").fetchall()
            for table in ("stored_events", "facts", "tiles")
        ]
    assert name not in repr(rows) and "F05" in repr(rows)


# Addresses --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("postgresql://h/d?sslmod=require", "did you mean sslmode?"),
        ("postgresql://h/d?sslmode=require&aplication_name=x", "did you mean application_name?"),
        ("postgresql://h/d?colour=blue", "unknown option 'colour'"),
        ("postgresql://h/d?sslmode", "sslmode"),
        ("postgresql://user:se@cret@h/d", "%40"),
    ],
)
def test_an_address_that_would_not_do_what_it_says_is_refused(address: str, said: str) -> None:
    """An option that is not passed on would leave a connection unprotected that was meant to be protected."""
    with pytest.raises(LedgerError) as refused:
        open_log(address)
    assert said in str(refused.value)
    assert "cret" not in str(refused.value)


def test_options_of_the_address_reach_the_server(database: str) -> None:
    with open_log(f"{database}?application_name=ledger%20of%20ours", create=True) as log:
        said = log.store._query("SELECT current_setting('application_name')")  # type: ignore[attr-defined]
    assert said == [("ledger of ours",)]


def test_no_message_shows_the_password_in_the_address(database: str) -> None:
    """A desk says at its start what it is the desk of, and a notebook shows what an office is."""
    secret = database.replace("postgres@", "postgres:hunter2@")
    assert secret != database
    assert run(["--ledger", secret, "init"]) == 0
    with Office(secret) as office:
        assert "127.0.0.1" in repr(office) and "hunter2" not in repr(office)
    words = ["--ledger", secret, "serve", "--port", "0"]
    command = [sys.executable, "-c", f"from replay.commands.main import run; run({words!r})"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as desk:
        assert desk.stdout is not None
        said = desk.stdout.readline()
        desk.terminate()
    assert "the desk is at" in said and "127.0.0.1" in said and "hunter2" not in said


def test_a_connection_that_must_be_encrypted_is_refused_where_it_cannot_be(database: str) -> None:
    """The server of this test has no certificate; the message gives the server's reason, not a time that ran out."""
    with pytest.raises(LedgerError, match="SSL"):
        open_log(f"{database}?sslmode=require", create=True)


class Encrypted:
    """Before the server: answers the request for TLS with a certificate, and passes the rest on in plain."""

    def __init__(self, server: str, folder: Path) -> None:
        self.authority = folder / "certificate.pem"
        self.authority.write_bytes(certificate_and_key("localhost"))
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(self.authority)
        parts = urlsplit(server)
        self._server = (parts.hostname, parts.port)
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.address = (
            f"postgresql://postgres@localhost:{self.listening.getsockname()[1]}{parts.path}"
        )
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                plain, _ = self.listening.accept()
                threading.Thread(target=self._serve, args=(plain,), daemon=True).start()

    def _serve(self, plain: socket.socket) -> None:
        with suppress(OSError), plain:
            assert plain.recv(8) == b"\0\0\0\x08\x04\xd2\x16\x2f"  # SSLRequest
            plain.sendall(b"S")
            encrypted = self._context.wrap_socket(plain, server_side=True)
            with encrypted as near, socket.create_connection(self._server) as far:
                while True:
                    for end in [near] if near.pending() else select.select([near, far], [], [])[0]:
                        data = end.recv(65536)
                        if not data:
                            return
                        (far if end is near else near).sendall(data)


def certificate_and_key(host: str) -> bytes:
    """A new certificate for a host, signed by itself, and its key."""
    key, name = (
        ec.generate_private_key(ec.SECP256R1()),
        x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)]),
    )
    now = datetime.now(UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
    pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    secret = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)
    return made.sign(key, hashes.SHA256()).public_bytes(pem) + secret


def test_a_connection_is_encrypted_and_only_with_the_server_that_is_meant(
    database: str, tmp_path: Path
) -> None:
    """sslmode and sslrootcert reach every connection, those of the pool included."""
    encrypted = Encrypted(database, tmp_path)
    other = tmp_path / "other.pem"
    other.write_bytes(certificate_and_key("localhost"))
    address = f"{encrypted.address}?sslmode=verify-full&sslrootcert="
    try:
        with open_log(f"{address}{encrypted.authority}", create=True) as log:
            log.append(
                [
                    KeyAnnounced(
                        date=date(2025, 12, 6), key=SigningKey.new("example.org/a", LOG).public.text
                    )
                ]
            )
            assert log.head == 1
        with pytest.raises(LedgerError, match="certificate verify failed"):
            open_log(f"{address}{other}")
        with pytest.raises(LedgerError, match="does not match host name"):
            open_log(f"{address}{encrypted.authority}".replace("@localhost", "@127.0.0.1"))
    finally:
        encrypted.listening.close()


# Connections that break -------------------------------------------------------------------------------------------


class Wire:
    """Between the program and the server: passes everything on, and breaks once at the next commit if told so."""

    def __init__(self, server: str) -> None:
        parts = urlsplit(server)
        self._server = (parts.hostname, parts.port)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = (
            f"postgresql://postgres@127.0.0.1:{self._listening.getsockname()[1]}{parts.path}"
        )
        self.breaks: Literal["", "before", "after", "for ever"] = ""
        self._silent = False
        self._ends: list[socket.socket] = []
        self._cutting = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            far = socket.create_connection(self._server)
            self._ends += [near, far]
            for work in (self._to_server, self._to_program):
                threading.Thread(target=work, args=(near, far), daemon=True).start()

    def _to_server(self, near: socket.socket, far: socket.socket) -> None:
        for data in received(near):
            if self.breaks and b"COMMIT" in data:
                if self.breaks == "before":
                    self.breaks = ""
                    break
                self._silent = True  # the commit goes through, its answer does not
            with suppress(OSError):
                far.sendall(data)
        self._cut(near, far)

    def _to_program(self, near: socket.socket, far: socket.socket) -> None:
        for data in received(far):
            if self._silent:
                break
            with suppress(OSError):
                near.sendall(data)
        self._cut(near, far)

    def _cut(self, *ends: socket.socket) -> None:
        with (
            self._cutting
        ):  # one of the two threads cuts everything: the program has not connected again yet
            if self._silent:  # as if the server had been restarted, or was gone
                # the program's own last: it asks again at once, through any that still seems alive
                ends = (*(end for end in self._ends if end not in ends), *ends)
                if self.breaks == "for ever":
                    self.close()
                self.breaks, self._silent = "", False
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def close(self) -> None:
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()


def received(end: socket.socket) -> Iterator[bytes]:
    with suppress(OSError):
        while data := end.recv(65536):
            yield data


@pytest.fixture
def wire(database: str) -> Iterator[Wire]:
    with open_log(database, create=True):
        pass
    opened = Wire(database)
    yield opened
    opened.close()


def test_a_connection_that_breaks_after_the_commit_loses_nothing_and_says_so(
    wire: Wire, golden: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The log is asked again: the events are there, so the import is done."""
    wire.breaks = "after"
    assert run(["--ledger", wire.address, "import", str(golden / "every_type.jsonl")]) == 0
    told = capfd.readouterr()
    assert "31 events appended (positions 1 to 31)" in told.out
    assert "the connection broke" in told.err and "the events are stored" in told.err


def test_a_connection_that_breaks_before_the_commit_appends_nothing_and_says_so(
    wire: Wire, golden: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    wire.breaks = "before"
    assert run(["--ledger", wire.address, "import", str(golden / "every_type.jsonl")]) == 2
    told = capfd.readouterr()
    assert "nothing was appended" in told.err
    assert run(["--ledger", wire.address, "import", str(golden / "every_type.jsonl")]) == 0
    assert "31 events appended (positions 1 to 31)" in capfd.readouterr().out


def test_a_server_that_is_gone_leaves_it_open_and_the_message_says_so(
    wire: Wire, database: str, golden: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Nobody can tell whether the commit arrived; importing again is right in either case."""
    wire.breaks = "for ever"
    assert (
        run(
            [
                "--ledger",
                f"{wire.address}?connect_timeout=2",
                "import",
                str(golden / "every_type.jsonl"),
            ]
        )
        == 2
    )
    told = capfd.readouterr()
    assert "may or may not be stored" in told.err and "again" in told.err
    assert "nothing was appended" not in told.err
    assert run(["--ledger", database, "import", str(golden / "every_type.jsonl")]) == 0
    assert "31 in the log already" in capfd.readouterr().out


def test_a_row_outside_the_positions_is_found(database: str, golden: Path) -> None:
    """As in a file: what has no place in the log has no hash."""
    import psycopg

    with open_log(database, create=True) as log:
        log.append(open_file(golden / "every_type.jsonl"))
        with psycopg.connect(database, autocommit=True) as connection:
            connection.execute(
                "INSERT INTO stored_events (originator_id, originator_version, topic, state, notification_id) "
                "SELECT originator_id, 99, topic, state, 0 FROM stored_events WHERE notification_id = 1"
            )
        wrong = [check for check in examine(log) if not check.ok]
    assert [check.name for check in wrong] == ["database"]
    assert "row 0 has no place in the log" in wrong[0].detail
