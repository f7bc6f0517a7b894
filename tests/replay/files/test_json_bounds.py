"""JSON of strangers is bounded before it is parsed: no parser sees a thousand brackets."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger import LedgerError, Log, Proof
from ledger.log.json_bounds import DEEPEST, MOST_DIGITS, beyond_bounds, bounded
from ledger.persons.person_keys import read_keys
from ledger.persons.seal import read_disclosed
from ledger.tree.listed import ProvedRow
from projections.parquet import MANIFEST, read_manifest
from replay.commands.audit import _checkpoint_within
from replay.files import ReadOptions, open_file
from replay.files.trf import read_report
from replay.lists.receipts import read_receipt

DEEP = b'{"checkpoint":' + b"[" * 5000 + b"]" * 5000 + b"}"
LONG = b'{"checkpoint":' + b"9" * 5000 + b"}"
REPORT = "012 T\n042 2024/03/01\n052 2024/03/01\n001    1 m    A\n### ledger event {}\n"


def _file(tmp_path: Path, name: str, content: bytes) -> Path:
    path = tmp_path / name
    path.write_bytes(content)
    return path


def _line(content: bytes, tmp_path: Path) -> None:
    (item,) = open_file(_file(tmp_path, "events.jsonl", content), ReadOptions())
    assert item.problem is not None
    raise LedgerError(item.problem.wrong)


def _report_line(content: bytes, _: Path) -> None:
    reading = read_report(REPORT.format(content.decode()), "x.trf", ReadOptions())
    raise LedgerError(reading.problems[0].wrong)


def _manifest(content: bytes, tmp_path: Path) -> None:
    _file(tmp_path, MANIFEST, content)
    read_manifest(str(tmp_path))


def _row(content: bytes, _: Path) -> None:
    try:
        assert ProvedRow(0, content.decode(), ()).columns
    except msgspec.MsgspecError as error:
        raise LedgerError(str(error)) from None


DOORS: dict[str, Callable[[bytes, Path], Any]] = {
    "proof": lambda content, _: Proof.from_json(content),
    "row of a proof": _row,
    "receipt": lambda content, _: read_receipt(content, "r"),
    "disclosure": lambda content, _: read_disclosed(content),
    "keys": lambda content, tmp_path: read_keys(_file(tmp_path, "keys.jsonl", content)),
    "events": _line,
    "line of a report": _report_line,
    "checkpoint in a receipt": lambda content, _: _checkpoint_within(content, "c"),
    "manifest": _manifest,
}


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What reaches a parser of JSON."""
    seen: list[bytes] = []
    real = msgspec.json.decode

    def decode(data: bytes, **options: Any) -> Any:
        seen.append(data)
        return real(data, **options)

    monkeypatch.setattr(msgspec.json, "decode", decode)
    return seen


@pytest.mark.parametrize(
    ("content", "wrong"), [(DEEP, "nested more than 32 deep"), (LONG, "of over 400 digits")]
)
@pytest.mark.parametrize("door", DOORS)
def test_no_door_parses_what_is_beyond_the_bounds(
    door: str, content: bytes, wrong: str, tmp_path: Path, parsed: list[bytes]
) -> None:
    with pytest.raises(LedgerError) as refused:
        DOORS[door](content, tmp_path)
    assert parsed == []
    if door != "checkpoint in a receipt":  # it only says that there is none
        assert wrong in str(refused.value)


def test_a_million_brackets_are_told_at_once() -> None:
    """What is outside of texts is looked at once, from left to right: a second look at each sign would take hours."""
    for document in (
        b"[" * 1_000_000,
        b'"\\"' * 300_000,
        b'"' + b"\\" * 999_999,
        b'["]' * 300_000,
        b"[]" * 500_000,
    ):
        began = time.process_time()
        beyond_bounds(document)
        assert time.process_time() - began < 30


def test_the_bounds_themselves_are_allowed() -> None:
    assert beyond_bounds(b"[" * DEEPEST + b"]" * DEEPEST) is None
    assert beyond_bounds(b"[" * (DEEPEST + 1)) is not None
    assert beyond_bounds(b"[" + b"7" * MOST_DIGITS + b"]") is None
    assert beyond_bounds(b"[" + b"7" * (MOST_DIGITS + 1) + b"]") is not None


def test_a_text_may_have_what_it_likes() -> None:
    document = msgspec.json.encode({"note": "[" * 500 + '"{\\' * 500 + "7" * 1000})
    assert bounded(document) == document


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
    max_leaves=50,
)


def depth(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + max(map(depth, value.values()), default=0)
    if isinstance(value, list):
        return 1 + max(map(depth, value), default=0)
    return 0


@given(values, st.integers(0, 40))
def test_depth_is_that_of_the_document(value: Any, more: int) -> None:
    """Whatever stands in its texts: quotation marks, brackets, backslashes."""
    for _ in range(more):
        value = [value]
    document = msgspec.json.encode(value)
    assert (beyond_bounds(document) is not None) == (depth(value) > DEEPEST)


@pytest.mark.parametrize(
    "door", sorted(DOORS.keys() - {"row of a proof", "line of a report"})
)  # those are texts already
def test_what_is_not_utf_8_is_told_at_every_door(door: str, tmp_path: Path) -> None:
    """Found by damaged receipts: a byte of Latin-1 in a name."""
    with pytest.raises(LedgerError):
        DOORS[door](b'{"checkpoint":"l\xe9ft","format":"l\xe9ft"}\n', tmp_path)


def test_a_receipt_has_one_spelling(log: Log) -> None:
    """Its checkpoint is what `verify` and `check-proof` compare with."""
    text = json.dumps(log.checkpoint().text).encode()
    assert (
        _checkpoint_within(b'{"checkpoint":' + text + b"}", "receipt.json") == log.checkpoint().text
    )
    with pytest.raises(LedgerError, match="there is no checkpoint in it"):
        _checkpoint_within(b'{"checkpoint":"x","checkpoint":' + text + b"}", "receipt.json")
