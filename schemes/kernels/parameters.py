"""Parameters of a scheme: frozen structs, addressed by dotted names, changed only as checked copies."""

import json
from collections import namedtuple
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cache
from types import SimpleNamespace
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import Struct

from schemes.kernels.errors import rules_error
from schemes.kernels.readings import nearest
from wording import joined, say

# of a number that somebody sets; 1e999999999 as a whole number would fill the memory
_MOST_DIGITS = 30

P = TypeVar("P", bound=Struct)
Cells = Mapping[str, int | Sequence[int]]


class Parameter(Struct, frozen=True):
    """One number of a regulation: its dotted name, its article, what it says, and its value."""

    name: str
    article: str
    says: str
    value: Any


def parameters(struct: Struct, prefix: str = "") -> Iterator[Parameter]:
    """All parameters in the order of the struct. Article and sentence are title and description of the field's Meta.

    A struct with a field `article` says itself where its numbers stand; structs with a field `name` can stand in a
    tuple: k.new.games_below is a number of the one called new in the tuple k.
    """
    article = getattr(struct, "article", "")
    for field, meta in _metas(type(struct)).items():
        value = getattr(struct, field)
        if isinstance(value, Struct):
            yield from parameters(value, f"{prefix}{field}.")
        elif is_named(value):
            for each in value:
                yield from parameters(each, f"{prefix}{field}.{each.name}.")
        elif field not in ("article", "name") and (
            value != () or meta.description
        ):  # not of structs that are absent
            yield Parameter(
                f"{prefix}{field}", meta.title or article, meta.description or "", value
            )


def is_named(value: Any) -> bool:
    """Whether a value is a tuple of structs that have names."""
    return (
        isinstance(value, tuple) and len(value) > 0 and all(hasattr(each, "name") for each in value)
    )


@cache
def _hints(kind: type[Struct]) -> dict[str, Any]:
    """The types of a struct's fields. Looked up once: a sweep changes parameters thousands of times."""
    return get_type_hints(kind, include_extras=True)


@cache
def _metas(kind: type[Struct]) -> dict[str, msgspec.Meta]:
    return {field: _meta(_hints(kind)[field]) for field in kind.__struct_fields__}


def changed(struct: P, name: str, value: Any) -> P:
    """A copy with one parameter replaced; unknown names and values out of range are refused."""
    known = {parameter.name: parameter for parameter in parameters(struct)}
    if name not in known:
        raise rules_error(say("unknown parameter {name!r}", name=name), nearest(name, known))
    return _changed(struct, name.split("."), value, name)


def _changed(struct: P, path: Sequence[str], value: Any, name: str) -> P:
    field, *rest = path
    if rest and is_named(getattr(struct, field)):
        case, *below = rest
        every = getattr(struct, field)
        inner = tuple(
            _changed(each, below, value, name) if each.name == case else each for each in every
        )
        return msgspec.structs.replace(struct, **{field: inner})
    if rest:
        inner = _changed(getattr(struct, field), rest, value, name)
        return msgspec.structs.replace(struct, **{field: inner})
    hint = _hints(type(struct))[field]
    try:
        checked = msgspec.convert(_read(value, hint), hint)
    except msgspec.ValidationError as error:
        shown = repr(value) if isinstance(value, str) else str(value)
        raise rules_error(
            say(
                "parameter {name} cannot be {shown}: {said}",
                name=name,
                shown=shown,
                said=said_of(error),
            ),
            _range(hint),
        ) from None
    return msgspec.structs.replace(struct, **{field: checked})


def as_set(value: Any) -> str:
    """A value as `--set` takes it: [1, 2], true, none, half-up."""
    if value is None:
        return "none"
    if isinstance(value, bool | tuple):
        return json.dumps(value, default=str, ensure_ascii=False)
    return str(value)


def _read(value: Any, hint: Any) -> Any:
    """Text from the command line as the number, list or `none` it stands for."""
    if not isinstance(value, str):
        return value
    text = value.strip()
    if text.lower() == "none":
        return None
    try:
        found = msgspec.json.Decoder(Any, float_hook=Decimal).decode(text)
        if isinstance(found, Decimal) and abs(found.adjusted()) > _MOST_DIGITS:
            return text
        return found
    except (msgspec.DecodeError, RecursionError, ValueError):  # ValueError: thousands of digits
        pass
    try:
        number = Decimal(text)
        if abs(number.adjusted()) > _MOST_DIGITS:
            return text
        if number == number.to_integral_value():
            return int(number)
        return number
    except ArithmeticError:
        return text


def _meta(hint: Any) -> msgspec.Meta:
    """The Meta of a field, also inside `X | None`; of a field with several, what each of them says."""
    metas = [m for m in getattr(hint, "__metadata__", ()) if isinstance(m, msgspec.Meta)]
    metas += [
        m
        for part in get_args(hint)
        for m in getattr(part, "__metadata__", ())
        if isinstance(m, msgspec.Meta)
    ]
    said = {
        name: next((getattr(meta, name) for meta in metas if getattr(meta, name) is not None), None)
        for name in ("title", "description", "ge", "le")
    }
    return msgspec.Meta(**{name: value for name, value in said.items() if value is not None})


def _range(hint: Any) -> str:
    meta = _meta(hint)
    if meta.ge is not None and meta.le is not None:
        return say("it must be at least {least} and at most {most}", least=meta.ge, most=meta.le)
    if meta.ge is not None:
        return say("it must be at least {least}", least=meta.ge)
    if meta.le is not None:
        return say("it must be at most {most}", most=meta.le)
    return ""


def said_of(error: msgspec.ValidationError) -> str:
    """What is wrong with a value, in our words."""
    text = str(error)[:1].lower() + str(error)[1:]
    if text.startswith("expected `int`"):
        return joined("", (say("a whole number is due"), text.removeprefix("expected `int`")))
    if text.startswith("invalid enum value"):
        return say("invalid enum value {given}", given=text.removeprefix("invalid enum value "))
    return text


def packed(versions: Sequence[Cells]) -> Any:
    """The numbers of each version as one numpy record, for compiled rules; tables as fields of the record.

    The fields of all records are alike, so versions whose tables differ in length are told otherwise: see `_unlike`.
    """
    import numpy as np

    first = {name: np.shape(value) for name, value in versions[0].items()}
    names = sorted(first)  # one order, else `none` for a number would compile anew
    if any(np.shape(cells[name]) != first[name] for cells in versions for name in names):
        return _unlike(versions, names)
    records = np.zeros(len(versions), dtype=[(name, np.int64, first[name]) for name in names])
    for record, cells in zip(records, versions, strict=True):
        for name in names:
            record[name] = cells[name]
    return records.view(np.recarray)


def _unlike(versions: Sequence[Cells], names: Sequence[str]) -> tuple[Any, ...]:
    """Versions with tables of different lengths: each table is an array of its own, and ends where it ends.

    Compiled code is slower with them, because it counts references to arrays. They are rare: a reform of a table.
    """
    import numpy as np

    kind = _tuple_of(tuple(names))
    every = []
    for cells in versions:
        values = [cells[name] for name in names]
        every.append(
            kind(
                *(
                    value if isinstance(value, int) else np.array(value, np.int64)
                    for value in values
                )
            )
        )
    return tuple(every)


@cache
def _tuple_of(names: tuple[str, ...]) -> Any:
    """A type with these names, one and the same each time: for another one the rules would be compiled anew."""
    return namedtuple("Numbers", names)


class Table(tuple[int, ...]):
    """A table as plain rules read it. Python counts a negative index from the end; in a table of a rule it is wrong."""

    __slots__ = ()

    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, slice) and not 0 <= index < len(self):
            raise IndexError(
                say("there is no entry {index} in a table of {count}", index=index, count=len(self))
            )
        return super().__getitem__(index)


def unpacked(versions: Sequence[Cells]) -> list[Any]:
    """The same numbers for plain and traced rules, which read them by the same names."""
    return [
        SimpleNamespace(
            **{
                name: value if isinstance(value, int) else Table(value)
                for name, value in cells.items()
            }
        )
        for cells in versions
    ]
