"""One rule, three ways to run it: plain, compiled, and traced step by step.

A rule is a plain Python function of whole numbers, marked with its article. `compiled` and `traced` make twins of
it that share its code object: only the globals differ, in that every rule it calls is replaced by that rule's twin.
So there is one source for the bulk replay and for `explain`, and nothing that could drift. What a rule has to write
down it writes into the arrays it is given; it makes none of its own.
"""

import dis
import inspect
import types
from collections.abc import Callable
from contextvars import ContextVar
from functools import cache, wraps
from threading import RLock
from typing import Any, TypeVar, cast

from msgspec import Struct

F = TypeVar("F", bound=Callable[..., Any])


class Step(Struct, frozen=True):
    """One rule applied: its article, its name, the whole numbers it was given, and its answer."""

    article: str
    rule: str
    given: dict[str, int]
    answer: Any
    depth: int


_choosing = RLock()
_trace: ContextVar[list[Step] | None] = ContextVar("trace", default=None)
_depth: ContextVar[int] = ContextVar("depth", default=0)


def rule(article: str) -> Callable[[F], F]:
    """Mark a function as the rule of an article ("" for arithmetic and for loops over other rules)."""

    def mark(function: F) -> F:
        function.article = article  # type: ignore[attr-defined]
        return function

    return mark


def is_rule(value: object) -> bool:
    return isinstance(value, types.FunctionType) and hasattr(value, "article")


def compiled(function: F) -> F:
    """The rule compiled to machine code, kept on disk from one run to the next; one for all threads."""
    with _choosing:
        return cast(F, _compiled(function))


@cache
def _compiled(function: types.FunctionType) -> Any:
    from schemes.compiler import jit

    return jit(_twin(function, _inner))


@cache
def _inner(function: types.FunctionType) -> Any:
    """A rule that only compiled rules call: it needs no way in from Python, which halves the time to compile."""
    from schemes.compiler import jit_inner

    return jit_inner(_twin(function, _inner))


def traced(function: F) -> F:
    """The rule in plain Python; every call of an article's rule inside `trace()` is kept as a step."""
    return cast(F, _traced(function))


@cache
def _traced(function: types.FunctionType) -> Any:
    twin = _twin(function, _traced)
    article = function.article  # type: ignore[attr-defined]
    if not article:
        return twin
    names = list(inspect.signature(function).parameters)

    @wraps(function)
    def step(*values: Any) -> Any:
        steps = _trace.get()
        if steps is None:
            return twin(*values)
        depth = _depth.get()
        at = len(steps)
        token = _depth.set(depth + 1)
        try:
            answer = twin(*values)
        finally:
            _depth.reset(token)
        given = {name: int(value) for name, value in zip(names, values, strict=True) if _is_whole(value)}
        steps.insert(at, Step(article, function.__name__, given, _plain(answer), depth))
        return answer

    return step


class trace:  # noqa: N801 - reads as a verb: with trace() as steps
    """Keep the steps of traced rules: `with trace() as steps: traced(rate_player)(…)`."""

    def __enter__(self) -> list[Step]:
        steps: list[Step] = []
        self._token = _trace.set(steps)
        return steps

    def __exit__(self, *_: object) -> None:
        _trace.reset(self._token)


def _twin(function: types.FunctionType, twin_of: Callable[[Any], Any]) -> types.FunctionType:
    """The same code with other globals: the rules it names are replaced by their twins."""
    # Only names that are looked up as globals: an attribute (p.expected) may be called like a rule.
    named = {i.argval for i in dis.get_instructions(function) if i.opname == "LOAD_GLOBAL"}
    world = {
        name: twin_of(value) if is_rule(value) else value
        for name, value in function.__globals__.items()
        if name in named or name.startswith("__")
    }
    twin = types.FunctionType(function.__code__, world, function.__name__, function.__defaults__, function.__closure__)
    twin.__qualname__ = function.__qualname__
    twin.__module__ = function.__module__
    twin.__doc__ = function.__doc__
    return twin


def _is_whole(value: object) -> bool:
    return isinstance(value, int) or (
        hasattr(value, "dtype") and getattr(value, "shape", None) == () and value.dtype.kind in "iub"
    )


def _plain(answer: Any) -> Any:
    if isinstance(answer, tuple):
        return tuple(_plain(part) for part in answer)
    return int(answer) if _is_whole(answer) else None
