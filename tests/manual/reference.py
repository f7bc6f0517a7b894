"""Pages of the reference that are made from the code: commands, events, answers, the Python object, regulations."""

import inspect
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from ledger.events import EVENT_TYPES
from replay.commands.main import GROUPS, app
from replay.questions.questions import Questions
from schemes import scheme, scheme_names
from schemes.kernels.parameters import parameters

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"
Page = Callable[[], Iterator[str]]


def table(headings: tuple[str, ...], rows: list[tuple[str, ...]]) -> Iterator[str]:
    """A table in Markdown."""
    yield "| " + " | ".join(headings) + " |"
    yield "| " + " | ".join("---" for _ in headings) + " |"
    for row in rows:
        cells = [" ".join(cell.split()).replace("|", "\\|") for cell in row]
        yield "| " + " | ".join(cells) + " |"
    yield ""


def commands() -> Iterator[str]:
    """Every command with its arguments and options, as `--help` has them."""
    yield from ("# Commands, as the program has them", "")
    for title, names in GROUPS.items():
        yield from (f"## {title}", "")
        for name, (_, says) in names.items():
            yield from (f"### {name}", "", says, "")
            parts = [app[name][each] for each in app[name] if not each.startswith("-")]
            yield from table(("argument or option", "meaning"), _options(parts or [app[name]]))


def _options(parts: list[Any]) -> list[tuple[str, ...]]:
    found: dict[str, str] = {}
    for part in parts:
        all_arguments = part.assemble_argument_collection(
            default_parameter=app.default_parameter, parse_docstring=True
        )
        for argument in all_arguments:
            if argument.parse and argument.names[0] != "*":
                names = ", ".join(f"`{name}`" for name in argument.names)
                found.setdefault(names, argument.parameter.help or "")
    return list(found.items())


def events() -> Iterator[str]:
    """Every event and its fields, with their types as JSON Schema has them."""
    yield from ("# Events, field by field", "", "What they mean: [events](../events.md).", "")
    for kind, event in EVENT_TYPES.items():
        yield from (f"## {kind}", "", (event.__doc__ or "").strip().partition("\n")[0], "")
        rows = []
        for field in msgspec.structs.fields(event):
            needed = "yes" if field.required else ""
            rows.append((f"`{field.encode_name}`", _type(field.type), needed))
        yield from table(("field", "type", "needed"), rows)


def _type(kind: Any) -> str:
    """A type in the words of JSON: `integer`, `string, a date`, or the words that are allowed."""
    schema = msgspec.json.schema(kind)
    return _words(schema, schema.get("$defs", {}))


def _words(schema: dict[str, Any], named: dict[str, Any]) -> str:
    if "$ref" in schema:
        return _words(named[schema["$ref"].rpartition("/")[2]], named)
    if "anyOf" in schema:
        several = [each for each in schema["anyOf"] if each.get("type") != "null"]
        return " or ".join(_words(each, named) for each in several)
    if "enum" in schema:
        return ", ".join(f"`{word}`" for word in schema["enum"])
    if schema.get("type") == "array":
        inner = schema.get("items") or {}
        return f"a list: {_words(inner, named)}" if inner else "a list"
    if schema.get("type") == "object" and "properties" in schema:
        return "an object: " + ", ".join(f"`{field}`" for field in schema["properties"])
    form = f", a {schema['format']}" if "format" in schema else ""
    kind = schema.get("type", "anything")
    if isinstance(kind, list):
        kind = " or ".join(kind)
    return f"{kind}{form}"


def python_object() -> Iterator[str]:
    """What can be asked of an opened ledger in Python."""
    yield from (
        "# The Python object",
        "",
        "`replay.open(place)` gives it: [Python](../api.md).",
        "",
    )
    for name, method in inspect.getmembers(Questions, inspect.isfunction):
        if name.startswith("_") or method.__module__ != Questions.__module__:
            continue
        yield from (f"## {name}", "", "```python", _head(method), "```", "")
        yield from (inspect.getdoc(method) or "", "")


def _head(method: Any) -> str:
    """The first lines of a method, as they stand in the source."""
    source = inspect.cleandoc(inspect.getsource(method))
    return source.partition('"""')[0].rstrip()


def answers() -> Iterator[str]:
    """The JSON Schemas of answers, field by field; the files themselves are shipped."""
    yield from ("# Answers as JSON", "")
    for file in sorted(SCHEMAS.glob("*.json")):
        schema = json.loads(file.read_text(encoding="utf-8"))
        named = schema.get("$defs", {})
        shape = schema.get("items", schema)  # a table is a list of rows
        if "$ref" in shape:
            shape = named[shape["$ref"].rpartition("/")[2]]
        fields = shape.get("properties", {})
        rows = [(f"`{name}`", _words(field, named)) for name, field in fields.items()]
        yield from (f"## {schema.get('title', file.stem)}", "")
        if "items" in schema:
            yield from ("A list of rows:", "")
        yield from table(("field", "type"), rows)


def regulations() -> Iterator[str]:
    """Every parameter of every regulation with its article, and every reading with its choices."""
    yield from ("# Regulations: parameters and readings", "")
    for name in scheme_names():
        chosen = scheme(name)
        yield from (f"## {name}", "", chosen.title, "")
        rows = []
        for version in chosen.versions:
            for each in parameters(version.parameters):
                value = f"`{each.value}`"
                rows.append((version.name, f"`{each.name}`", value, each.article, each.says))
        headings = ("version", "parameter", "value", "article", "meaning")
        yield from table(headings, rows)
        yield from (f"### Readings of {name}", "")
        readings = []
        for reading in chosen.readings:
            choices = "; ".join(f"`{choice}`: {says}" for choice, says in reading.choices.items())
            readings.append((f"`{reading.name}`", reading.article, choices))
        yield from table(("reading", "article", "choices, the one in force first"), readings)


PAGES: dict[str, Page] = {
    "commands": commands,
    "events": events,
    **({"answers": answers} if SCHEMAS.is_dir() else {}),
    "python": python_object,
    "regulations": regulations,
}
