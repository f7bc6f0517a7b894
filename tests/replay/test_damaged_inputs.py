"""Damaged files at every door where a stranger's file is read: refused with a message, or taken whole; never more.

A failure names its seed and its file, which is kept. RATING_LEDGER_DAMAGED_SEED begins elsewhere.
"""

import io
import os
import random
import re
import resource
import sys
import zipfile
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from ledger import Checkpoint, LedgerError, Proof, open_log
from ledger.persons.person_keys import read_keys
from ledger.persons.seal import read_disclosed
from ledger.tree.note import LOG, SigningKey
from ledger.tree.proof import failures
from ledger.tree.trust import parse_keys
from ledger.tree.witness import Continuation
from projections.parquet import MANIFEST, read_manifest
from replay.commands.audit import _checkpoint_within
from replay.commands.main import run
from replay.files import ReadOptions, open_file
from replay.files.decisions import read_decisions
from replay.lists.receipts import read_receipt
from replay.lists.sides import file_side
from replay.office.key_files import read_key
from replay.questions.draws import field_from_file
from replay.simulation.demo import APPEAL, SAMPLE
from replay.web.office_file import hashed, read_office_file
from replay.whatif.measures import _read as truth_table
from replay.whatif.measures import check_truth
from schemes.declared.file import declaration, text_of
from schemes.declared.start import start_of
from schemes.kernels.rules import reform_from_toml
from tests.replay.files.test_tables_fuzz import REPORT, SAMPLES, mutilated, mutilated_inside

ROOT = Path(__file__).parent.parent
GIGABYTE = 1 << 30
REFORM = b"""name = "softer K"
scheme = "fide-standard"
from = 2025-01-01
[set]
k.normal = 16
cap = 300
[readings]
declared = "resumed"
[[change]]
from = 2025-07-01
set = { k = { top = 5 } }
"""
OFFICE = """open = true
hosts = ["ratings.example.org"]

[[people]]
name = "Chan"
role = "publisher"
password = "{password}"
"""
DECISIONS = b"""number,name,federation,born,action,player,candidates
,"Chan, A",HKG,1990,new,,
3,"Lee, B",MAS,1991,same,P1,"P1 = Lee, B"
"""
ENTRANTS = b"""player,number,title,sex,rank,group
C01,1,,F,1,A
C02,2,GM,,2,A
"""
HUGE = (
    b"9" * 5000,
    b"1e999999999",
    b"-0",
    b"18446744073709551616",
    b"[" * 3000,
    b"{" * 3000,
    b"NaN",
    b"1" * 20,
)
SEPARATORS = (
    b",",
    b";",
    b"\t",
    b"|",
    b"\r",
    b"\n",
    b"\r\n",
    b"\x00",
    b"\xe2\x80\xa8",
    b" ",
    b'"',
    b"\\",
)
ENCODINGS = (
    "utf-16",
    "utf-16-be",
    "utf-32",
    "latin-1",
    "gb18030",
    "cp037",
    "utf-7",
    "utf-8-sig",
    "shift_jis",
)


# How files are damaged


def _another_number(raw: bytes, dice: random.Random) -> bytes:
    places = [found.span() for found in re.finditer(rb"[0-9]+", raw)] or [(0, 0)]
    start, end = dice.choice(places)
    return raw[:start] + dice.choice(HUGE) + raw[end:]


def _another_separator(raw: bytes, dice: random.Random) -> bytes:
    return raw.replace(dice.choice(SEPARATORS), dice.choice(SEPARATORS), dice.choice((1, 5, -1)))


def _another_encoding(raw: bytes, dice: random.Random) -> bytes:
    return raw.decode("utf-8", "replace").encode(dice.choice(ENCODINGS), "replace")


def _doubled(raw: bytes, dice: random.Random) -> bytes:
    start = dice.randrange(len(raw) + 1)
    end = dice.randrange(start, len(raw) + 1)
    return raw[:end] + raw[start:end] * dice.choice((1, 1, 2, 30)) + raw[end:]


def _flipped_bit(raw: bytes, dice: random.Random) -> bytes:
    at = dice.randrange(len(raw))
    return raw[:at] + bytes([raw[at] ^ 1 << dice.randrange(8)]) + raw[at + 1 :]


WAYS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    mutilated, mutilated, mutilated, _flipped_bit, _another_number, _another_number, _another_separator,
    _another_encoding, _doubled,
)  # fmt: skip


def damaged(name: str, raw: bytes, dice: random.Random) -> bytes:
    """A file damaged in one way or two."""
    if name.endswith(".xlsx") and dice.random() < 0.7:
        return mutilated_inside(raw, dice)
    for _ in range(dice.choice((1, 1, 2))):
        raw = dice.choice(WAYS)(raw, dice) if raw else raw
    return raw[: 1 << 20]


# The doors


def _import(path: Path) -> None:
    """Appended whole, or refused with a place and nothing appended."""
    options = ReadOptions(
        list_kind="standard", list_date=date(2026, 11, 1), scheme_of=("standard=fide-standard",),
        ratings_as="fide-standard",
    )  # fmt: skip
    with open_log(":memory:") as log:
        try:
            done = log.append(open_file(path, options, log))
        except LedgerError as refused:
            assert log.head == 0, "a part was appended"
            assert all(path.name in problem.place for problem in refused.problems), refused.problems
            raise
        assert log.head == done.appended


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")


def _manifest(path: Path) -> None:
    folder = path.with_suffix(".folder")
    folder.mkdir(exist_ok=True)
    (folder / MANIFEST).write_bytes(path.read_bytes())
    read_manifest(str(folder))


def _strengths(path: Path) -> None:
    check_truth(path)
    truth_table(path)


READERS: dict[str, Callable[[Path], object]] = {
    "proof.json": lambda path: failures(Proof.from_json(path.read_bytes(), str(path))),
    "receipt.json": lambda path: read_receipt(path.read_bytes(), str(path)),
    "opening.json": lambda path: read_disclosed(path.read_bytes(), str(path)),
    "keys.jsonl": read_keys,
    "checkpoint.txt": lambda path: Checkpoint.pasted(_text(path)),
    "checkpoint.json": lambda path: _checkpoint_within(path.read_bytes(), str(path)),
    "continuation.txt": lambda path: Continuation.parse(_text(path)),
    "public.txt": lambda path: parse_keys(_text(path), LOG),
    "manifest.json": _manifest,
    "who.csv": read_decisions,
    "reform.toml": lambda path: reform_from_toml(_text(path), "fide-standard"),
    "club.toml": lambda path: declaration(*text_of(path)),
    "office.toml": read_office_file,
    "entrants.csv": field_from_file,
    "list.csv": lambda path: file_side(None, str(path), path.read_bytes()),
    "truth.csv": _strengths,
    "signing.key": read_key,
}


def _with_numbers(path: Path) -> bytes:
    """A report in which everybody has a FIDE number, so that it is read without decisions."""
    lines = path.read_text(encoding="latin-1").splitlines()
    for at, line in enumerate(lines):
        if line.startswith("001") and not line[57:68].strip():
            lines[at] = f"{line[:57]:57}{900_000 + at:>11}{line[68:]}"
    return "\n".join(lines).encode("latin-1")


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A good file for every door: real reports and lists, and what the program itself writes."""
    folder = tmp_path_factory.mktemp("samples")
    place = ["--ledger", str(folder / "ledger")]

    def made(name: str, *words: str) -> bytes:
        assert (
            run([*place, *(word.format(out=folder / name, folder=folder) for word in words)]) == 0
        )
        return (folder / name).read_bytes()

    for words in (["init"], ["import", str(SAMPLE)], ["publish", "cxa-rapid", "2026-01-01"]):
        assert run([*place, *words]) == 0
    assert run([*place, "export", "--parquet", str(folder / "columns")]) == 0
    which = ("--scheme", "cxa-rapid", "--date", "2026-01-01", "--player", "C01")
    files = {
        "proof.json": made("proof.json", "prove", *which, "-o", "{out}"),
        "receipt.json": (folder / "ledger/lists/cxa-rapid-2026-01-01.receipt.json").read_bytes(),
        "opening.json": made("opening.json", "disclose", "C01", "-o", "{out}"),
        "keys.jsonl": made("keys.jsonl", "export", "--keys", "{out}", "-o", "{out}.log"),
        "office.xlsx": made("office.xlsx", "template", "{out}"),
        "manifest.json": (folder / "columns" / MANIFEST).read_bytes(),
        "who.csv": DECISIONS,
        "reform.toml": REFORM,
        "club.toml": start_of("game").encode(),
        "office.toml": OFFICE.format(password=hashed("four words of mine")).encode(),
        "entrants.csv": ENTRANTS,
        "list.csv": (folder / "ledger/lists/cxa-rapid-2026-01-01.csv").read_bytes(),
        "truth.csv": b"player,date,strength\nP1,2025-01-01,1820.5\nP2,2025-02-01,-3\n",
        "signing.key": f"{SigningKey.new('ratings.example.org').text}\n".encode(),
        "appeal.jsonl": APPEAL.read_bytes(),
        "sample.jsonl": SAMPLE.read_bytes(),
        "sealed.jsonl": (ROOT / "golden/v2.export.jsonl").read_bytes(),
        **{
            path.name: _with_numbers(path)
            for path in sorted((ROOT / "ledger/reports").glob("*.trf"))
        },
        **{
            path.name: path.read_bytes()
            for path in sorted((ROOT / "replay/fide_lists").glob("*.txt"))
        },
        **SAMPLES,
    }
    with open_log(folder / "ledger") as log:
        checkpoint = log.checkpoint()
    files["checkpoint.txt"] = checkpoint.text.encode()
    files["checkpoint.json"] = files["receipt.json"]
    files["continuation.txt"] = Continuation(3, (bytes(32), bytes(32)), checkpoint).text.encode()
    files["public.txt"] = f"# ours\n{SigningKey.new('ratings.example.org').public.text}\n".encode()
    return files


def largest() -> int:
    """The most memory that this process or a child of it ever had, in bytes."""
    unit = 1 if sys.platform == "darwin" else 1024
    used = [
        resource.getrusage(who).ru_maxrss
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    ]
    return max(used) * unit


def is_refused(folder: Path, name: str, raw: bytes) -> bool:
    """Is a file refused with a message, or read to its end?"""
    path = folder / name
    path.write_bytes(raw)
    path.chmod(0o600)
    try:
        READERS.get(name, _import)(path)
    except LedgerError:
        return True
    return False


def campaign(samples: dict[str, bytes], folder: Path, count: int, seed: int) -> int:
    """How many of so many damaged files were refused; one that breaks its reader does not end the campaign."""
    dice = random.Random(seed)
    refused = 0
    broken = []
    before = largest()
    for number in range(count):
        name = dice.choice(sorted(samples))
        raw = damaged(name, samples[name], dice)
        try:
            refused += is_refused(folder, name, raw)
        except BaseException as error:  # a library in Rust panics with one
            if isinstance(error, KeyboardInterrupt):
                raise
            kept = folder / f"failed-{number}-{name}"
            kept.write_bytes(raw)
            broken.append(f"file {number} ({kept}): {error!r}")
        assert largest() - before < GIGABYTE, f"seed {seed}, file {number} ({name})"
    assert broken == [], f"seed {seed}"
    return refused


def test_the_samples_themselves_are_read(samples: dict[str, bytes], tmp_path: Path) -> None:
    """Else the damaged ones would show nothing. Three need players in the log, or have no rows."""
    refused = {name for name, raw in samples.items() if is_refused(tmp_path, name, raw)}
    assert refused == {"appeal.jsonl", "results.csv", "office.xlsx"}


@pytest.mark.parametrize("most", [8, pytest.param(1000, marks=pytest.mark.soak)])
def test_a_number_of_any_length_breaks_no_reader(
    samples: dict[str, bytes], tmp_path: Path, most: int
) -> None:
    """Python refuses to read 5,000 digits as a number. In a long file, a few numbers stand for all."""
    broken = []
    for name, raw in samples.items():
        if zipfile.is_zipfile(io.BytesIO(raw)):
            continue
        places = [number.span() for number in re.finditer(rb"[0-9]+", raw)]
        for start, end in places[:: len(places) // most + 1]:
            try:
                is_refused(tmp_path, name, raw[:start] + b"9" * 5000 + raw[end:])
            except Exception as error:
                broken.append(f"{name}, byte {start}: {error!r}")
    assert broken == []


@pytest.mark.parametrize(("name", "raw", "says"), [
    ("list.csv", b"rating,player\n2000\n", "no player stands beside rating 2000"),
    ("entrants.csv", b"player,number\n" + b"x" * 200_000 + b",1\n", "cannot read the players: field larger"),
    ("entrants.csv", b"x" * 200_000, "cannot read the players: field larger"),
    ("entrants.csv", b"", "columns none"),
    ("entrants.csv", b"player,number\nC01," + b"9" * 5000 + b"\n", "'99999.*' is not a whole number from 1 on"),
    ("who.csv", DECISIONS.replace(b"3,", b"9" * 5000 + b",", 1), "'99999.*' is not a whole number"),
    ("report.trf", REPORT.replace("XXR 2", "XXR " + "9" * 5000).encode(), "9999 rounds\n"),
])  # fmt: skip
def test_what_stopped_a_reader_once(name: str, raw: bytes, says: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(raw)
    with pytest.raises(LedgerError, match=says):
        READERS.get(name, _import)(path)


def test_two_hundred_damaged_inputs(samples: dict[str, bytes], tmp_path: Path) -> None:
    assert (
        campaign(
            samples, tmp_path, 200, seed=int(os.environ.get("RATING_LEDGER_DAMAGED_SEED", "28"))
        )
        > 100
    )


@pytest.mark.soak
@pytest.mark.parametrize("part", range(100))
def test_a_hundred_thousand_damaged_inputs(
    samples: dict[str, bytes], tmp_path: Path, part: int
) -> None:
    start = int(os.environ.get("RATING_LEDGER_DAMAGED_SEED", "0")) or random.randrange(10**9)
    assert campaign(samples, tmp_path, 1000, seed=start + part) > 500
