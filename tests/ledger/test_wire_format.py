"""What is stored: readable for ever, and the same bytes for the same event."""

import shutil
import sqlite3
from base64 import b64encode
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ledger import (
    EVENT_TYPES,
    LedgerError,
    Log,
    content,
    decode_stored,
    encode_content,
    open_log,
)
from ledger import events as ev
from ledger.log.wire_format import RECORDED, head, recorded_of
from ledger.tree.verify import examine
from tests.builders import lines

# Types that the old logs cannot have.
ADDED_TO_2 = {"GameUnrated", "PlayerWithdrew"}
ADDED_SINCE = {
    "RatingEnded", "FederationSuspended", "FederationReinstated", "KeyAnnounced", "KeyRevoked", "PersonErased",
    *ADDED_TO_2,
}  # fmt: skip


@pytest.fixture
def old_log(golden: Path, tmp_path: Path) -> Path:
    """A copy of the log that was written when format 1 was new."""
    shutil.copy(golden / "v1.sqlite", tmp_path / "log.sqlite")
    return tmp_path


def test_a_log_in_format_1_is_read_for_ever(old_log: Path, golden: Path) -> None:
    """The log as it was written with the first version: every event, every byte, every check."""
    with open_log(old_log) as log:
        assert _exported(log) == (golden / "v1.export.jsonl").read_bytes()
        assert log.checkpoint().text == (golden / "v1.checkpoint").read_text()
        assert {type(event).__name__ for _, event in log.read()} == set(EVENT_TYPES) - ADDED_SINCE
        assert all(check.ok for check in examine(log))


def test_a_log_in_format_2_is_read_for_ever(golden: Path, tmp_path: Path) -> None:
    """What is sealed in it opens with the keys beside it; P3 was erased."""
    shutil.copy(golden / "v2.sqlite", tmp_path / "log.sqlite")
    shutil.copy(golden / "v2.keys.sqlite", tmp_path / "keys.sqlite")
    with open_log(tmp_path) as log:
        assert _exported(log) == (golden / "v2.export.jsonl").read_bytes()
        assert log.checkpoint().text == (golden / "v2.checkpoint").read_text()
        assert {type(event).__name__ for _, event in log.read()} == set(EVENT_TYPES) - ADDED_TO_2
        names = {
            event.player: event.name
            for _, event in log.read()
            if isinstance(event, ev.PlayerRegistered)
        }
        assert names == {
            "P1": "Anna Ács",
            "P2": "Bo",
            "P3": "erased",
            "P3-again": "Cy (double)",
            "P4": "Di",
        }
        assert all(check.ok for check in examine(log))


def _exported(log: Log) -> bytes:
    rows = [row for batch in log.read_stored() for row in batch]
    return b"".join(b'{"position":%d,%s\n' % (position, state[7:]) for position, _, state in rows)


def test_the_root_of_the_old_log_by_hand(golden: Path) -> None:
    """The published root follows from the exported lines with nothing but SHA-256."""
    lines = (golden / "v1.export.jsonl").read_bytes().splitlines()
    leaves = [b'{"v":1,' + line.partition(b",")[2] for line in lines]
    level = [sha256(b"\x00" + leaf).digest() for leaf in leaves]
    assert len(level) == 32  # a power of two: no uneven edges to think about
    while len(level) > 1:
        level = [
            sha256(b"\x01" + level[at] + level[at + 1]).digest() for at in range(0, len(level), 2)
        ]
    assert (golden / "v1.checkpoint").read_text().splitlines()[2] == b64encode(level[0]).decode()


def test_the_old_log_is_not_continued_but_made_anew(old_log: Path, golden: Path) -> None:
    """Names stand in it and can never be erased: its export makes a new ledger, under another name."""
    with open_log(old_log) as log:
        with pytest.raises(LedgerError, match="nothing can be appended to it") as caught:
            log.append([ev.PlayerDeceased(date=date(2027, 1, 1), player="P1")])
        assert "init a new ledger" in str(caught.value)
        events = [event for _, event in log.read()]
    with open_log(":memory:") as new:
        assert new.append(lines((golden / "v1.export.jsonl").read_text())).appended == 32
        assert [event for _, event in new.read()] == events
        assert all(check.ok for check in examine(new))
    with (
        open_log(":memory:", origin="ratings.example.org/golden") as same,
        pytest.raises(LedgerError, match="--origin"),
    ):
        same.append(lines((golden / "v1.export.jsonl").read_text()))


def test_a_newer_ledger_is_not_touched(old_log: Path) -> None:
    """A ledger of a later format is refused when it is opened, with advice."""
    with sqlite3.connect(old_log / "log.sqlite") as connection:
        connection.execute("DROP TRIGGER no_update_of_facts")
        connection.execute("UPDATE facts SET value = '3' WHERE name = 'format'")
    with pytest.raises(LedgerError, match=r"format 3.*reads up to 2") as caught:
        open_log(old_log)
    assert "newer rating-ledger" in str(caught.value)


def test_a_newer_event_is_said() -> None:
    """An event stored in a later format is not guessed at."""
    with pytest.raises(LedgerError, match="newer rating-ledger"):
        decode_stored(b'{"v":3,"recorded":"2026-01-01T00:00:00.000000Z","type":"PlayerDeceased"}')


_text = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=20)
_decimal = st.decimals(0, 9999, places=3)


def _events(kind: type[Any]) -> st.SearchStrategy[Any]:
    """Events of a type with any allowed values; recorded and position are the log's."""
    return st.builds(kind, **{field.name: _field(field) for field in msgspec.structs.fields(kind)})


def _field(field: Any) -> st.SearchStrategy[Any]:
    if field.name in ("position", "recorded"):
        return st.none()
    return _of(msgspec.inspect.type_info(field.type))


def _of(kind: Any) -> st.SearchStrategy[Any]:
    inspect = msgspec.inspect
    match kind:
        case inspect.UnionType():
            return st.one_of(
                [_of(one) for one in kind.types if not isinstance(one, inspect.CustomType)]
            )
        case inspect.StrType():
            return (
                _text
                if kind.pattern is None
                else st.from_regex(kind.pattern.removesuffix("$"), fullmatch=True)
            )
        case inspect.IntType():
            return st.integers(kind.ge or 0, min(kind.le or 10**6, 10**6))
        case inspect.DecimalType():
            return _decimal
        case inspect.DateType():
            return st.dates()
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.LiteralType():
            return st.sampled_from(kind.values)
        case inspect.EnumType():
            return st.sampled_from(list(kind.cls))
        case inspect.VarTupleType():
            return st.lists(_of(kind.item_type), min_size=kind.min_length or 0, max_size=3).map(
                tuple
            )
        case inspect.DictType():
            keys, values = _of(kind.key_type), _of(kind.value_type)
            return st.dictionaries(keys, values, min_size=kind.min_length or 0, max_size=3)
        case inspect.StructType():
            return st.builds(
                kind.cls, **{field.encode_name: _of(field.type) for field in kind.fields}
            )
    raise AssertionError(kind)


@pytest.mark.parametrize("kind", EVENT_TYPES.values(), ids=EVENT_TYPES)
@settings(max_examples=12)
@given(data=st.data())
def test_every_type_survives_storing(kind: type[Any], data: st.DataObject) -> None:
    survives(kind, data)


@pytest.mark.soak
@pytest.mark.parametrize("kind", EVENT_TYPES.values(), ids=EVENT_TYPES)
@settings(max_examples=400)
@given(data=st.data())
def test_every_type_survives_storing_with_hundreds_of_values(
    kind: type[Any], data: st.DataObject
) -> None:
    survives(kind, data)


def survives(kind: type[Any], data: st.DataObject) -> None:
    """What is read back is what was stored, for any values; and the same event always has the same bytes."""
    event = data.draw(_events(kind))
    body = encode_content(event)
    moment = datetime(2026, 1, 2, 3, 4, 5, 6, UTC)
    state = head(moment) + body[1:]
    back = decode_stored(state)
    assert back == replace(event, recorded=moment)
    assert content(state) == body == encode_content(back)
    assert recorded_of(state) == moment
    assert state[RECORDED] == b"2026-01-02T03:04:05.000006Z"
    assert b"\n" not in state


def test_every_type_is_imported_as_it_is_exported(golden: Path) -> None:
    """Importing the sealed export into an empty ledger gives the same positions, times and root, without any key."""
    with open_log(":memory:", origin="ratings.example.org/golden") as log:
        log.append(lines((golden / "v2.export.jsonl").read_text()))
        assert log.checkpoint().text == (golden / "v2.checkpoint").read_text()
        assert log.append(lines((golden / "v2.export.jsonl").read_text())).appended == 0


def test_names_in_any_order_are_one_event() -> None:
    """The languages of a name have no order."""
    one, two = (
        ev.PlayerRegistered(date=date(2020, 1, 1), player="P", name="x", sex="M", names=names)
        for names in ({"en": "a", "zh": "b"}, {"zh": "b", "en": "a"})
    )
    assert encode_content(one) == encode_content(two)
