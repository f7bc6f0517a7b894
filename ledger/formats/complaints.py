"""What is wrong with a line, in words its writer can act on."""

import json
import re
from difflib import get_close_matches
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import fields

from ledger.events import EVENT_TYPES, Award, Outcome, Result, TimeControl
from ledger.text import character_name, unsafe, visible

_INNER: dict[str, type[Struct]] = {"time_control": TimeControl, "points": Award}
_VOCABULARY = "docs/events.md has the fields of every type"


def complaint(line: bytes, error: Exception) -> tuple[str, str]:
    """(what is wrong, what to do) for a line that could not be decoded."""
    said = str(error)
    try:
        line.decode("utf-8")
    except UnicodeDecodeError as wrong:
        return f"not UTF-8: byte 0x{line[wrong.start]:02x} at place {wrong.start + 1}", "save the file as UTF-8"
    if found := _surrogate(_loaded(line)):
        return f"there is a {character_name(found)} in it", "write the character itself, in UTF-8"
    if raw := re.search(r"invalid character \(byte (\d+)\)", said):
        sign = chr(line[int(raw[1])]) if int(raw[1]) < len(line) else ""
        if not sign or line[int(raw[1]) :] == b"\n":  # `nul` and the end of the line
            return "the line is cut off in the middle", "is the file complete? fetch it again"
        if unsafe(sign):
            return (
                f"{character_name(sign)} at place {int(raw[1]) + 1}",
                "a text is one line of characters that can be seen",
            )
    if "truncated" in said:
        return "the line is cut off in the middle", "is the file complete? fetch it again"
    if "malformed" in said or "trailing characters" in said:
        return _first_lower(said), "write one JSON object in each line"
    if isinstance(error, RecursionError):
        return "brackets are nested too deeply", "an event is a flat object"
    return _about(_loaded(line), said)


def _loaded(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _surrogate(given: Any) -> str | None:
    """Half of a character written as an escape, such as \\ud800: Python's reader takes it, UTF-8 has none."""
    found = re.search("[\ud800-\udfff]", json.dumps(given, ensure_ascii=False))
    return found[0] if found else None


def _about(given: Any, said: str) -> tuple[str, str]:
    if not isinstance(given, dict):
        return "not a JSON object", "write one event as {…} in each line"
    kind = given.get("type")
    if "type" not in given:
        return "no `type`", f"name one of: {', '.join(EVENT_TYPES)}"
    if not isinstance(kind, str) or kind not in EVENT_TYPES:
        return f"unknown type {kind!r}", nearest(str(kind), list(EVENT_TYPES))
    inner = re.search(r" - at `\$\.([a-z_0-9.]+)", said)
    if absent := re.search(r"(unknown|missing required) field `([^`]*)`", said):
        within = inner[1] if inner else kind
        if absent[1] == "unknown":
            owner = _INNER.get(within, EVENT_TYPES[kind])
            return f"{within} has no field `{visible(absent[2])}`", nearest(
                absent[2], [field.name for field in fields(owner)]
            )
        return f"{within} needs `{absent[2]}`", f"add the field `{absent[2]}`"
    return _value(given, inner[1], said) if inner else (_first_lower(said), _VOCABULARY)


def _value(given: dict[str, Any], path: str, said: str) -> tuple[str, str]:
    """A field with a value it cannot have; `path` leads to it."""
    value: Any = given
    for name in path.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    shown = shortened(value)
    if value is None:
        return f"`{path}` is null", _instead_of_null(given["type"], path)
    if value == "" and "length" in said:
        return f"`{path}` is empty", _instead_of_empty(given["type"], path)
    if choices := _choices(given["type"], path, said):
        return f"`{path}` is {shown}", f"use one of: {', '.join(choices)}"
    if isinstance(value, str) and ("Expected `int" in said or (path == "born" and value.strip().isdigit())):
        return f"`{path}` is text, {shown}, expected a whole number", unquoted(name, value)
    if isinstance(value, int) and not isinstance(value, bool) and "Expected `str" in said:
        return f"`{path}` is {shown}, expected text", f'write "{name}":"{value}"'
    if "Invalid RFC3339" in said or "ISO8601" in said:
        form = "2026-11-30T18:00:00Z" if path == "recorded" else "2026-11-30"
        return f"`{path}` is {shown}, which is not a {_day_or_time(path)}", f"write it as {form}"
    return f"`{path}` is {shown}: {_first_lower(said.partition(' - at ')[0])}", _VOCABULARY


def unquoted(name: str, text: str) -> str:
    """What to write instead of a number given as text."""
    is_number = re.fullmatch(r"-?\d+(\.\d+)?", text.strip(), re.ASCII)
    return f'write "{name}":{text.strip()}' if is_number else "write a number without quotation marks"


def _instead_of_null(kind: str, path: str) -> str:
    optional = [field.name for field in fields(EVENT_TYPES[kind]) if not field.required]
    return f"leave `{path}` out, or give it a value" if path in optional else f"give `{path}` a value"


def _instead_of_empty(kind: str, path: str) -> str:
    if path == "federation":
        return 'write its code, as in "federation":"CHN"'
    return _instead_of_null(kind, path)


def _choices(kind: str, path: str, said: str) -> list[str]:
    """The values a field may have, where they are counted."""
    if path == "result":
        return [result.value for result in Result]
    if "enum value" not in said:
        return []
    if path == "points":
        return list(get_args(Outcome))
    return [word for field in fields(EVENT_TYPES[kind]) if field.name == path for word in _words(field.type)]


def _words(type_: Any) -> list[str]:
    """The texts in a literal type, or in a union with one."""
    return [type_] if isinstance(type_, str) else [word for part in get_args(type_) for word in _words(part)]


def _day_or_time(name: str) -> str:
    return "time" if name == "recorded" else "date"


def shortened(value: Any) -> str:
    """A value as it stood in the file, cut to a readable length."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "…"


def nearest(name: str, known: list[str]) -> str:
    """The known name that was probably meant, else all of them."""
    close = get_close_matches(name, known, 1) or [one for one in known if one.lower() == name.lower()]
    return f"did you mean `{close[0]}`?" if close else f"known are: {', '.join(known)}"


def _first_lower(text: str) -> str:
    return text[:1].lower() + text[1:] if not text.startswith("JSON") else text
