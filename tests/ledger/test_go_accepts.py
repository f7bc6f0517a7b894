"""Go's sumdb/note and sumdb/tlog, which know nothing of us, accept our signatures, tiles and proofs."""

import shutil
import subprocess
from base64 import b64encode
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from ledger import Log, open_log
from ledger import events as ev
from ledger.tree.merkle import leaf_hash
from ledger.tree.note import WITNESS, SigningKey
from ledger.tree.tile_files import write_tiles

SOURCE = Path(__file__).parent / "outside" / "check.go"
DEBIAN = Path("/usr/share/gocode")  # where Debian's packages put Go sources
NAME = "ratings.example/main"
SIZES = (1, 255, 256, 257, 700)
Check = Callable[[Path, str], tuple[int, str]]


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The checking program, built from Go's own libraries."""
    return built(SOURCE, tmp_path_factory.mktemp("go"))


def built(source: Path, folder: Path) -> Path:
    """A Go program of ours, built with Debian's packages; skipped where there is no Go."""
    go = shutil.which("go")
    if go is None or not (DEBIAN / "src/golang.org/x/mod/sumdb/note").is_dir():
        pytest.skip(
            "Go is not installed (golang-go, golang-golang-x-mod-dev): nothing outside of us checks signatures"
        )
    how = {
        "GO111MODULE": "off",
        "GOPATH": str(DEBIAN),
        "GOCACHE": str(folder / "cache"),
        "PATH": str(Path(go).parent),
    }
    subprocess.run([go, "build", "-o", folder / "check", source], check=True, env=how)
    return folder / "check"


@pytest.fixture(scope="module")
def log() -> Iterator[Log]:
    with open_log(":memory:", origin=NAME) as opened:
        people = (
            ev.PlayerRegistered(date=date(2026, 1, 1), player=f"P{n}", name="安娜", sex="F")
            for n in range(700)
        )
        opened.append(people)
        yield opened


KEY, OTHER = SigningKey.new(NAME), SigningKey.new("w.example", WITNESS)


@pytest.fixture
def check(program: Path) -> Check:
    """Check a folder, and proofs with it: the exit code and what Go says."""

    def run(folder: Path, proofs: str = "") -> tuple[int, str]:
        keys = (KEY.public.text, OTHER.public.text)
        done = subprocess.run(
            [program, folder, *keys], input=proofs, capture_output=True, text=True
        )
        return done.returncode, done.stdout + done.stderr

    return run


def served(log: Log, size: int, folder: Path) -> Path:
    checkpoint = log.checkpoint(size).signed(KEY).signed(OTHER, 1_800_000_000)
    write_tiles(log, folder, checkpoint, entries=True, advance=lambda done: None)
    return folder


def line(kind: str, number: int, *hashes: bytes) -> str:
    return " ".join([kind, str(number), *(b64encode(each).decode() for each in hashes)]) + "\n"


def test_go_accepts_signatures_tiles_and_proofs_of_every_size(
    log: Log, check: Check, tmp_path: Path
) -> None:
    """The same folder grows; at each size every event and every earlier log is proved from the tiles, and by us."""
    for size in SIZES:
        folder = served(log, size, tmp_path / "tiles")
        proofs = [log.prove(at, size) for at in range(1, size + 1, 13)]
        events = [
            line("event", one.position - 1, leaf_hash(one.stored.encode()), *one.path)
            for one in proofs
        ]
        olds = range(1, size + 1, 17)
        grown = [
            line("grown", old, log.root(old), *log.consistency(old, size).path) for old in olds
        ]
        code, said = check(folder, "".join(events + grown))
        assert code == 0, said
        assert said == f"signatures: 2, events: {size}\nproofs: {len(events) + len(grown)}\n"


def _bent(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)


FAULTS: dict[str, tuple[Any, str]] = {
    "a leaf": (lambda folder: _bent(folder / "tile/0/000", 32), "event 1"),
    "a tile above": (lambda folder: _bent(folder / "tile/1/000.p/2", 0), "tiles"),
    "an event": (lambda folder: _bent(folder / "tile/entries/001", 100), "event"),
    "the size": (lambda folder: _replaced(folder, "\n700\n", "\n701\n"), "signature"),
    "the witness's line": (lambda folder: _cosigned_again(folder), "signature"),
}


def _replaced(folder: Path, before: str, after: str) -> None:
    file = folder / "checkpoint"
    file.write_text(file.read_text().replace(before, after))


def _cosigned_again(folder: Path) -> None:
    """The witness's line is one for another text."""
    file = folder / "checkpoint"
    *lines, _ = file.read_text().splitlines()
    file.write_text("\n".join([*lines, OTHER.sign("another text\n", 1)]) + "\n")


@pytest.mark.parametrize(("fault", "said"), FAULTS.values(), ids=list(FAULTS))
def test_go_refuses_what_was_changed(
    log: Log, check: Check, tmp_path: Path, fault: Any, said: str
) -> None:
    """So the test above can fail."""
    folder = served(log, 700, tmp_path / "tiles")
    fault(folder)
    code, told = check(folder, "")
    assert code == 1 and f"refused: {said}" in told


def test_go_refuses_a_proof_of_another_event(log: Log, check: Check, tmp_path: Path) -> None:
    proof = log.prove(5, 700)
    folder = served(log, 700, tmp_path / "tiles")
    leaf = leaf_hash(proof.stored.encode())
    assert check(folder, line("event", 4, leaf, *proof.path))[0] == 0
    assert check(folder, line("event", 5, leaf, *proof.path))[0] == 1
