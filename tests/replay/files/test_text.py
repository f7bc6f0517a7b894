"""Text that could forge what a terminal or a spreadsheet shows: refused in every field of every event."""

import json
import unicodedata
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ledger import EVENT_TYPES, LedgerError, Log, open_log
from ledger.events import PlayerRegistered
from ledger.log.wire_format import decode_event
from ledger.text import (
    character_name,
    from_cell,
    is_plain,
    may_begin_formula,
    to_cell,
    unsafe,
    whole_number,
)
from replay.files import open_file
from replay.files.encoding import file_reference
from wording.visible import visible, visible_lines

GOLDEN = Path(__file__).parents[2] / "golden" / "every_type.jsonl"
LINES = [
    {k: v for k, v in json.loads(line).items() if k != "recorded"}
    for line in GOLDEN.read_bytes().splitlines()
]
IDS = {
    "player",
    "tournament",
    "first",
    "second",
    "kept",
    "duplicate",
    "ranking",
    "title",
    "rated",
    "part_of",
}


def person(**fields: Any) -> bytes:
    given = {
        "type": "PlayerRegistered",
        "date": "2020-01-01",
        "player": "P9",
        "name": "Eve",
        "sex": "F",
    }
    return json.dumps(given | fields, ensure_ascii=False).encode() + b"\n"


def decodes(event: dict[str, Any]) -> bool:
    try:
        decode_event(json.dumps(event).encode())
    except msgspec.MsgspecError:
        return False
    return True


def with_text(event: dict[str, Any], text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The event with a text in each field that takes one: (field, event)."""
    for field in msgspec.structs.fields(EVENT_TYPES[event["type"]]):
        for value in (text, [text], {"zh": text}, {text: "x"}):
            if decodes(event | {field.name: value}):
                yield field.name, event | {field.name: value}


@pytest.mark.parametrize(
    "at", range(len(LINES)), ids=[f"{n}-{line['type']}" for n, line in enumerate(LINES, 1)]
)
def test_an_escape_sequence_is_refused_in_every_text_of_every_event(
    at: int, tmp_path: Path
) -> None:
    """… with the line, the field and the character's name, and the message itself is harmless."""
    path = tmp_path / "events.jsonl"
    with open_log(":memory:") as log:
        if at:
            path.write_text("".join(json.dumps(line) + "\n" for line in LINES[:at]))
            log.append(open_file(path))
        tried = list(with_text(LINES[at], "a\x1b[2Kb"))
        assert {"ref", "note"} <= {field for field, _ in tried}
        for field, event in tried:
            path.write_text(json.dumps(event))
            with pytest.raises(LedgerError) as refused:
                log.append(open_file(path, name="events.jsonl"))
            said = str(refused.value)
            assert said.startswith("events.jsonl:1: ") and "\x1b" not in said
            assert field in IDS or (f"`{field}" in said and "has ESCAPE (U+001B) in it" in said), (
                said
            )
        assert log.head == at


@pytest.mark.parametrize(
    "text, name",
    [
        ("Carlsen\r\nNakamura", "CARRIAGE RETURN (U+000D)"),
        ("a\x00b", "NULL (U+0000)"),
        ("a\tb", "CHARACTER TABULATION (U+0009)"),
        ("a\x7fb", "DELETE (U+007F)"),
        ("a\x9b31mb", "CONTROL SEQUENCE INTRODUCER (U+009B)"),
        ("a\u202eb", "RIGHT-TO-LEFT OVERRIDE (U+202E)"),
        ("a\u2066b", "LEFT-TO-RIGHT ISOLATE (U+2066)"),
        ("a\u200fb", "RIGHT-TO-LEFT MARK (U+200F)"),
        ("a\u2028b", "LINE SEPARATOR (U+2028)"),
        ("a\ufeffb", "ZERO WIDTH NO-BREAK SPACE (U+FEFF)"),
        ("a\u200bb", "ZERO WIDTH SPACE (U+200B)"),
        ("a\U000e0041b", "TAG LATIN CAPITAL LETTER A (U+E0041)"),
    ],
)
def test_the_message_names_the_character(append_text: Any, log: Log, text: str, name: str) -> None:
    for fields in ({"name": text}, {"names": {"zh": text}}, {"note": text}):
        with pytest.raises(LedgerError, match=r"events.jsonl:1") as refused:
            append_text(log, person(**fields))
        assert name in str(refused.value) and text not in str(refused.value)


def test_names_of_all_peoples_are_taken(append_text: Any, log: Log) -> None:
    """Combining marks, variation selectors, joiners, an ideographic space: none of them is a control."""
    names = ["許銀川", "Nguyễn Văn An", "Ngu\u0301yen", "عليرضا فيروزجا", "می\u200cخواهم", "क\u094d\u200dष",
             "葛\U000e0100城", "陳　大文", "Ó'Brien-Smith, Jr.", "Đặng", "אברהם"]  # fmt: skip
    text = b"".join(person(player=f"N{at}", name=name, note=name) for at, name in enumerate(names))
    assert append_text(log, text).appended == len(names)


def test_a_lone_surrogate_is_named_and_not_called_a_cut_line(append_text: Any, log: Log) -> None:
    with pytest.raises(
        LedgerError, match=r"events.jsonl:1: there is a LONE SURROGATE \(U\+D800\) in it"
    ):
        append_text(log, person(name="X").replace(b'"X"', b'"a\\ud800b"'))
    with pytest.raises(LedgerError, match=r"event 1: `name` has LONE SURROGATE \(U\+DCFF\) in it"):
        log.append([PlayerRegistered(date=date(2020, 1, 1), player="P9", name="a\udcff", sex="M")])


def test_a_raw_control_character_in_a_line_is_named(append_text: Any, log: Log) -> None:
    with pytest.raises(LedgerError, match=r"ESCAPE \(U\+001B\) at place \d+"):
        append_text(log, person(name="X").replace(b'"X"', b'"a\x1bb"'))


@pytest.mark.parametrize("sign", "=+-@")
@pytest.mark.parametrize(
    "field",
    ["player", "name", "federation", "names"],
    ids=["id", "name", "federation", "name by language"],
)
def test_names_and_ids_that_a_spreadsheet_would_run_are_refused(
    append_text: Any, log: Log, field: str, sign: str
) -> None:
    text = f"{sign}1"
    with pytest.raises(LedgerError, match=rf"events.jsonl:1: `{field}.* begins with \{sign}"):
        append_text(log, person(**{field: {"zh": text} if field == "names" else text}))


def test_so_are_those_of_tournaments_and_teams(append_text: Any, log: Log) -> None:
    cup = {"type": "TournamentRegistered", "date": "2020-01-05", "tournament": "T9", "name": "Cup",
           "start": "2020-02-01", "end": "2020-02-03", "rounds": 3, "rated": []}  # fmt: skip
    entry = {"type": "PlayerEntered", "date": "2020-01-30", "tournament": "T1", "player": "P2"}
    wrong = [
        cup | {field: "@SUM(A1)"}
        for field in ("tournament", "name", "series", "group", "federation")
    ]
    for event in (*wrong, entry | {"team": "=1"}, cup | {"rated": ["-x"]}):
        with pytest.raises(LedgerError, match="names and ids do not begin with =, "):
            append_text(log, json.dumps(event))


def test_free_text_may_begin_with_any_sign(append_text: Any, log: Log) -> None:
    text = person(note="=1+1", ref="-7") + json.dumps(
        {"type": "GameCorrected", "date": "2020-03-01", "tournament": "T1", "round": 1, "board": 1, "result": "0-1",
         "reason": "+ half a point"}).encode()  # fmt: skip
    assert append_text(log, text).appended == 2


def test_an_older_id_that_would_be_refused_today_can_still_be_named(
    append_text: Any, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr("ledger.append.append.refuse_unsafe_text", lambda event, body: None)
        older = person(player="=P9", note="a\x1bb")
        append_text(log, older)
    assert append_text(log, older).duplicates == 1, "it stands in the log already"
    death = {"type": "PlayerDeceased", "date": "2021-01-01", "player": "=P9"}
    assert append_text(log, json.dumps(death)).appended == 1


@pytest.mark.parametrize(
    "ref, says", [("", "is empty"), ("x" * 2001, "2001 characters"), ("a\rb", "CARRIAGE")]
)
def test_a_reference_that_could_not_be_read_back_is_not_stored(
    append_text: Any, log: Log, ref: str, says: str
) -> None:
    """`import --ref ''` once made a log that nobody could read again."""
    with pytest.raises(LedgerError, match=says):
        log.append(
            [PlayerRegistered(date=date(2020, 1, 1), player="P9", name="x", sex="M")], ref=ref
        )
    with pytest.raises(LedgerError, match="`name` is"):
        log.append([PlayerRegistered(date=date(2020, 1, 1), player="P9", name="", sex="M")])
    assert [position for position, _ in log.read()] == list(range(1, log.head + 1))


def test_the_name_of_a_file_that_becomes_a_reference_is_refused_once(tmp_path: Path) -> None:
    path = tmp_path / "cup\x1b[31m.trf"
    path.write_text("012 Cup")
    with pytest.raises(LedgerError, match=r"cup\\x1b\[31m.trf: the name of the file has ESCAPE"):
        file_reference(path, str(path))


def test_every_control_surrogate_and_separator_is_unsafe_by_unicode_and_by_its_own_name() -> None:
    for code in range(0x110000):
        sign = chr(code)
        if (
            unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp")
            or unicodedata.bidirectional(sign) in DIRECTIONS
        ):
            assert unsafe(sign) == sign, hex(code)
            name = character_name(sign).removesuffix(f" (U+{code:04X})")
            assert name == "LONE SURROGATE" or unicodedata.lookup(name) == sign
        elif unsafe(sign):
            assert unicodedata.category(sign) in ("Cf", "Cn"), hex(code)
    assert all(map(unsafe, "\u200e\u200f\u061c")) and not any(map(unsafe, "\u200c\u200d"))


DIRECTIONS = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")


def test_no_unsafe_character_slips_through_the_quick_look() -> None:
    for code in range(0x110000):
        if unsafe(chr(code)) and not 0xD800 <= code <= 0xDFFF:
            assert not is_plain(msgspec.json.encode(f"a{chr(code)}b")), hex(code)
    assert is_plain(msgspec.json.encode("許銀川 Ács")) and not may_begin_formula(b'{"name":"a=b"}')
    assert all(may_begin_formula(msgspec.json.encode({"name": f"{sign}x"})) for sign in "=+-@")


def test_what_older_events_contain_is_shown_and_not_obeyed() -> None:
    assert visible("a\x1b[2J\r\n\u202eb\udcff許\u200d") == "a\\x1b[2J\\r\\n\\u202eb\\udcff許\u200d"
    assert visible_lines("one\ntwo\x07\n") == "one\ntwo\\x07\n"


@pytest.mark.parametrize("text", ["=1+1", "+SUM(A1)", "-cmd", "@x", "'=1", "''@x", "-"])
def test_a_cell_that_a_spreadsheet_would_run_gets_an_apostrophe_that_is_taken_off_again(
    text: str,
) -> None:
    assert to_cell(text) == f"'{text}" and from_cell(to_cell(text)) == text


@pytest.mark.parametrize(
    "text", ["", "Anna", "-12", "+3.5", "'t Hart", "'", "+/-", "-/+", "-/-", "1-0"]
)
def test_any_other_cell_stays_as_it_is(text: str) -> None:
    assert to_cell(text) == text and from_cell(text) == text


@pytest.mark.parametrize(
    "text", ["", "²", "٣", "-1", "+1", "1.0", " 1", "1e3", "9" * 19, "9" * 5000]
)
def test_what_is_no_whole_number(text: str) -> None:
    assert whole_number(text) is None


def test_whole_numbers_have_as_many_digits_as_are_asked_for() -> None:
    assert (whole_number("0"), whole_number("007"), whole_number("9" * 18)) == (0, 7, 10**18 - 1)
    assert (whole_number("99999", 5), whole_number("100000", 5)) == (99999, None)
