"""What is wrong with a line, in words its writer can act on."""

import json
import re
from difflib import get_close_matches
from typing import Any

from msgspec.structs import fields

from ledger.events import EVENT_TYPES, Result

_VOCABULARY = "docs/events.md has the fields of every type"


def complaint(line: bytes, error: Exception) -> tuple[str, str]:
    """(what is wrong, what to do) for a line that could not be decoded."""
    said = str(error)
    try:
        line.decode("utf-8")
    except UnicodeDecodeError as wrong:
        return f"not UTF-8: byte 0x{line[wrong.start]:02x} at place {wrong.start + 1}", "save the file as UTF-8"
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


def _about(given: Any, said: str) -> tuple[str, str]:
    if not isinstance(given, dict):
        return "not a JSON object", "write one event as {…} in each line"
    kind = given.get("type")
    if "type" not in given:
        return "no `type`", f"name one of: {', '.join(EVENT_TYPES)}"
    if not isinstance(kind, str) or kind not in EVENT_TYPES:
        return f"unknown type {kind!r}", nearest(str(kind), list(EVENT_TYPES))
    known = [field.name for field in fields(EVENT_TYPES[kind])]
    if unknown := re.search(r"unknown field `(.*)`", said):
        return f"{kind} has no field `{unknown[1]}`{_path(said)}", nearest(unknown[1], known)
    if missing := re.search(r"missing required field `(.*)`", said):
        return f"{kind} needs `{missing[1]}`{_path(said)}", f"add the field `{missing[1]}`"
    return _value(given, said)


def _value(given: dict[str, Any], said: str) -> tuple[str, str]:
    found = re.search(r"`\$\.([a-z_0-9]+)", said)
    if not found:
        return _first_lower(said), _VOCABULARY
    name = found[1]
    value = given.get(name)
    shown = shortened(value)
    if name == "result":
        return f"`result` is {shown}", f"use one of: {', '.join(result.value for result in Result)}"
    if isinstance(value, str) and "Expected `int" in said:
        return f"`{name}` is text, {shown}, expected a whole number", f'write "{name}":{value}'
    if "Invalid RFC3339" in said or "ISO8601" in said:
        form = "2026-11-30T18:00:00Z" if name == "recorded" else "2026-11-30"
        return f"`{name}` is {shown}, which is not a {_day_or_time(name)}", f"write it as {form}"
    return f"`{name}` is {shown}: {_first_lower(said)}", _VOCABULARY


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


def _path(said: str) -> str:
    inner = re.search(r" - at `\$\.?(.*)`", said)
    return f" (in `{inner[1]}`)" if inner and inner[1] else ""


def _first_lower(text: str) -> str:
    return text[:1].lower() + text[1:] if not text.startswith("JSON") else text
