"""What is wrong with a line, in words its writer can act on."""

import json
import re
from difflib import get_close_matches
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import fields

from ledger.events import EVENT_TYPES, Award, Outcome, Result, TimeControl
from ledger.text import character_name, unsafe
from wording import say
from wording.visible import visible

_INNER: dict[str, type[Struct]] = {"time_control": TimeControl, "points": Award}
_VOCABULARY = say("rating-ledger help events has the fields of every type")
_SAID = (
    (
        r"expected `(?P<wanted>[^`]*)`, got `(?P<given>[^`]*)`",
        say("expected `{wanted}`, got `{given}`"),
    ),
    (r"expected `(?P<wanted>[^`]*)` (?P<bound>[<>]=? [-\d.]+)", say("expected `{wanted}` {bound}")),
    (
        r"expected `(?P<wanted>[^`]*)` of length (?P<bound>[<>]=? [-\d.]+)",
        say("expected `{wanted}` of length {bound}"),
    ),
    (r"invalid enum value (?P<given>.*)", say("invalid enum value {given}")),
    (
        r"JSON is malformed: invalid character \(byte (?P<byte>\d+)\)",
        say("JSON is malformed: invalid character (byte {byte})"),
    ),
    (
        r"JSON is malformed: trailing characters \(byte (?P<byte>\d+)\)",
        say("JSON is malformed: trailing characters (byte {byte})"),
    ),
)


def complaint(line: bytes, error: Exception) -> tuple[str, str]:
    """(what is wrong, what to do) for a line that could not be decoded."""
    said = str(error)
    try:
        line.decode("utf-8")
    except UnicodeDecodeError as wrong:
        byte = {"byte": line[wrong.start], "place": wrong.start + 1}
        return say("not UTF-8: byte 0x{byte:02x} at place {place}", **byte), say(
            "save the file as UTF-8"
        )
    if surrogate := _surrogate(_loaded(line)):
        wrong_sign = say("there is a {sign} in it", sign=character_name(surrogate))
        return wrong_sign, say("write the character itself, in UTF-8")
    if raw := re.search(r"invalid character \(byte (\d+)\)", said):
        if int(raw[1]) < len(line):
            sign = chr(line[int(raw[1])])
        else:
            sign = ""
        if not sign or line[int(raw[1]) :] == b"\n":  # `nul` and the end of the line
            return say("the line is cut off in the middle"), say(
                "is the file complete? fetch it again"
            )
        if unsafe(sign):
            return (
                say("{sign} at place {place}", sign=character_name(sign), place=int(raw[1]) + 1),
                say("a text is one line of characters that can be seen"),
            )
    if "truncated" in said:
        return say("the line is cut off in the middle"), say("is the file complete? fetch it again")
    if "malformed" in said or "trailing characters" in said:
        return _in_words(said), say("write one JSON object in each line")
    if number := re.search(rb"[0-9]{1000,}", line):
        return say("a number of {digits:,} digits", digits=len(number[0])), say(
            "is it a number of an office?"
        )
    if isinstance(error, RecursionError):
        return say("brackets are nested too deeply"), say("an event is a flat object")
    return _about(_loaded(line), said)


def _loaded(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _surrogate(content: object) -> str | None:
    """Half of a character written as an escape, such as \\ud800: Python's reader takes it, UTF-8 has none."""
    try:
        surrogate = re.search("[\ud800-\udfff]", json.dumps(content, ensure_ascii=False))
    except RecursionError:  # brackets in brackets, which are told
        return None
    if surrogate:
        return surrogate[0]
    return None


def _about(content: object, said: str) -> tuple[str, str]:
    if not isinstance(content, dict):
        return say("not a JSON object"), say("write one event as {…} in each line")
    kind = content.get("type")
    if "type" not in content:
        return say("no `type`"), say("name one of: {types}", types=", ".join(EVENT_TYPES))
    if not isinstance(kind, str) or kind not in EVENT_TYPES:
        return say("unknown type {kind!r}", kind=kind), nearest(str(kind), list(EVENT_TYPES))
    inner = re.search(r" - at `\$\.([a-z_0-9.]+)", said)
    if absent := re.search(r"(unknown|missing required) field `([^`]*)`", said):
        within = inner[1] if inner else kind
        if absent[1] == "unknown":
            owner = _INNER.get(within, EVENT_TYPES[kind])
            wrong = say("{within} has no field `{field}`", within=within, field=visible(absent[2]))
            return wrong, nearest(absent[2], [field.name for field in fields(owner)])
        wrong = say("{within} needs `{field}`", within=within, field=absent[2])
        return wrong, say("add the field `{field}`", field=absent[2])
    if inner:
        return _value(content, inner[1], said)
    return (_first_lower(said), _VOCABULARY)


def _value(fields: dict[str, Any], path: str, said: str) -> tuple[str, str]:
    """A field with a value it cannot have; `path` leads to it."""
    value: Any = fields
    for name in path.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    shown = shortened(value)
    if value is None:
        return say("`{path}` is null", path=path), _instead_of_null(fields["type"], path)
    if value == "" and "length" in said:
        return say("`{path}` is empty", path=path), _instead_of_empty(fields["type"], path)
    if choices := _choices(fields["type"], path, said):
        wrong = say("`{path}` is {shown}", path=path, shown=shown)
        return wrong, say("use one of: {choices}", choices=", ".join(choices))
    if isinstance(value, str) and (
        "Expected `int" in said or (path == "born" and value.strip().isdigit())
    ):
        return say(
            "`{path}` is text, {shown}, expected a whole number", path=path, shown=shown
        ), unquoted(name, value)
    if isinstance(value, int) and not isinstance(value, bool) and "Expected `str" in said:
        wrong = say("`{path}` is {shown}, expected text", path=path, shown=shown)
        return wrong, say("write {text}", text=f'"{name}":"{value}"')
    if "Invalid RFC3339" in said or "ISO8601" in said:
        if path == "recorded":
            wrong = say("`{path}` is {shown}, which is not a time", path=path, shown=shown)
            return wrong, say("write it as {form}", form="2026-11-30T18:00:00Z")
        wrong = say("`{path}` is {shown}, which is not a date", path=path, shown=shown)
        return wrong, say("write it as {form}", form="2026-11-30")
    return say(
        "`{path}` is {shown}: {said}", path=path, shown=shown, said=_in_words(said)
    ), _VOCABULARY


def _in_words(said: str) -> str:
    """What msgspec says of a value, so that it can be said in other languages."""
    text = _first_lower(said.partition(" - at ")[0])
    for form, pattern in _SAID:
        if match := re.fullmatch(form, text):
            return say(pattern, **match.groupdict())
    return text


def unquoted(name: str, text: str) -> str:
    """What to write instead of a number given as text."""
    is_number = re.fullmatch(r"-?\d+(\.\d+)?", text.strip(), re.ASCII)
    if not is_number:
        return say("write a number without quotation marks")
    return say("write {text}", text=f'"{name}":{text.strip()}')


def _instead_of_null(kind: str, path: str) -> str:
    optional = [field.name for field in fields(EVENT_TYPES[kind]) if not field.required]
    if path in optional:
        return say("leave `{path}` out, or give it a value", path=path)
    return say("give `{path}` a value", path=path)


def _instead_of_empty(kind: str, path: str) -> str:
    if path == "federation":
        return say('write its code, as in "federation":"CHN"')
    return _instead_of_null(kind, path)


def _choices(kind: str, path: str, said: str) -> list[str]:
    """The values a field may have, where they are counted."""
    if path == "result":
        return [result.value for result in Result]
    if "enum value" not in said:
        return []
    if path == "points":
        return list(get_args(Outcome))
    return [
        word
        for field in fields(EVENT_TYPES[kind])
        if field.name == path
        for word in _words(field.type)
    ]


def _words(type_: object) -> list[str]:
    """The texts in a literal type, or in a union with one."""
    if isinstance(type_, str):
        return [type_]
    return [word for part in get_args(type_) for word in _words(part)]


def shortened(value: object) -> str:
    """A value as it stood in the file, cut to a readable length."""
    text = json.dumps(value, ensure_ascii=False)
    if len(text) <= 60:
        return text
    return text[:57] + "…"


def nearest(name: str, names: list[str]) -> str:
    """The known name that was probably meant, else all of them."""
    close = get_close_matches(name, names, 1) or [
        one for one in names if one.lower() == name.lower()
    ]
    if close:
        return say("did you mean `{name}`?", name=close[0])
    return say("known are: {known}", known=", ".join(names))


def _first_lower(text: str) -> str:
    if not text.startswith("JSON"):
        return text[:1].lower() + text[1:]
    return text
