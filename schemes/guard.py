"""A regulation of another package at work: its mistakes carry its name, and are not taken for ours."""

import re
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from schemes.kernels.errors import regulation_fault
from schemes.kernels.regulation import Regulation
from schemes.kernels.scheme import Scheme, TooOld
from wording import Wording, joined, message_of, say
from wording.errors import LedgerError

ASKED = (
    "rules", "check", "calendar", "looks_at", "assign", "start", "replay", "listed", "explain", "expected", "ratings",
    "timeless_rules", "stops", "resized", "list_in_force",
)  # fmt: skip
REMEDY = say(
    "--debug shows where; whoever made the package can mend it. All other regulations work as before"
)
COMPILED = re.compile(
    r"<function (?:\w+\.)*(\w+) at "
)  # in what the compiler says, innermost first


@contextmanager
def loading(name: str, package: str) -> Iterator[None]:
    """Say of everything that goes wrong inside whose fault it is."""
    try:
        yield
    except Exception as error:
        told = error.text if isinstance(error, LedgerError) else _told(error)
        raise regulation_fault(
            say(
                "the regulation {name!r} (package {package}) cannot be loaded: {told}",
                name=name,
                package=package,
                told=told,
            ),
            REMEDY,
        ) from error


def guard(scheme: Scheme, package: str) -> Scheme:
    """The regulation, which now says of its errors that they are its own, and of which article."""
    scheme.is_foreign = True
    for name in ASKED:
        setattr(scheme, name, _guarded(scheme, package, getattr(scheme, name)))
    return scheme


def _guarded(scheme: Scheme, package: str, method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def answer(*values: Any, **named: Any) -> Any:
        with _blamed(scheme, package):
            found = method(*values, **named)
        if isinstance(found, Iterator):
            return _each(found)
        return found

    def _each(steps: Iterator[Any]) -> Iterator[Any]:
        with _blamed(scheme, package):
            yield from steps

    return answer


@contextmanager
def _blamed(scheme: Scheme, package: str) -> Iterator[None]:
    try:
        yield
    except (LedgerError, TooOld, MemoryError, GeneratorExit):
        raise
    except Exception as error:
        what = {"name": scheme.name, "package": package, "told": _told(error)}
        wrong = say("the regulation {name!r} (package {package}) failed: {told}", **what)
        if (article := _place(scheme, error)) is not None:
            what["article"] = article
            wrong = say(
                "the regulation {name!r} (package {package}) failed in art. {article}: {told}",
                **what,
            )
        raise regulation_fault(wrong, REMEDY) from error


def _told(error: Exception) -> str:
    """An error in a line; the compiler says what it wants to say in many."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    if type(error).__module__.startswith("numba.") and len(lines) > 1:
        lines = [line for line in lines if not line.startswith(("Failed in", "During:", "File "))]
        lines = [" ".join(lines[: 2 if lines[1:2] and lines[1].startswith(">>>") else 1])]
    if isinstance(message_of(error), Wording):
        return joined(": ", (type(error).__name__, message_of(error)))
    return f"{type(error).__name__}: {lines[0] if lines else ''}".rstrip(": ")


def _place(scheme: Scheme, error: Exception) -> str | None:
    """The innermost article in which an error came up: 3 (gain)."""
    if not isinstance(scheme, Regulation):
        return None
    articles = scheme.article_functions()
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        for function in articles.values():
            code = function.__code__
            last = max(
                (number for *_, number in code.co_lines() if number), default=code.co_firstlineno
            )
            if (
                code.co_filename == frame.filename
                and code.co_firstlineno <= (frame.lineno or 0) <= last
            ):
                return _article(function)
    named = next(
        (articles[name] for name in COMPILED.findall(str(error)) if name in articles), None
    )
    if named is None:
        return None
    return _article(named)


def _article(function: Any) -> str:
    return f"{function.article} ({function.__name__})"
