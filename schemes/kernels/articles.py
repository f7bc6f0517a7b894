"""One article, one function, three ways to run it: plain, compiled, and traced step by step.

An article is a plain Python function of whole numbers, marked with its number; its docstring says in one sentence what
it does, with its values put in ("{own} against {opponent}"). A loop is machinery around articles. `Articles` binds a
driver's loops to the functions of one regulation: what runs is the same code with other globals, in which every article
is replaced by the regulation's own of that name. So there is one source for the replay and for `explain`.
"""

import dis
import inspect
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import date
from functools import wraps
from numbers import Integral, Real
from threading import RLock
from typing import Any, TypeVar, cast

from schemes.kernels.amounts import Amount
from schemes.kernels.readings import nearest
from wording import say

F = TypeVar("F", bound=Callable[..., Any])


PATIENCE = 100_000  # articles tried in plain Python to find the one that fails


WHOLE = say("rules have whole numbers only: divide with //, or by a rounding with a name")
RETURN = say("let it return a whole number in every case")


class NotWhole(TypeError):
    """An article that gives no whole number."""

    def __init__(self, function: Callable[..., Any], given: str, remedy: str = WHOLE) -> None:
        super().__init__(
            say(
                "art. {article} ({function}) gives {given}; {remedy}",
                article=function.article,  # type: ignore[attr-defined]
                function=function.__name__,
                given=given,
                remedy=remedy,
            )
        )


class TriedEnough(Exception):
    """Plain Python would take too long."""


def article(
    number: str, *, gives: str = "", shows: Callable[..., dict[str, str]] | None = None
) -> Callable[[F], F]:
    """Mark a function as the rule of an article. `gives` is the unit of its answer: see `shown`.

    `shows` takes the values of the article by name and gives further texts for its sentence.
    """
    if gives not in {*DECIMALS, *WORDED}:
        raise ValueError(
            f"art. {number} gives {gives!r}, which is no unit: {nearest(gives, (*DECIMALS, *WORDED))}"
        )

    def mark(function: F) -> F:
        function.article, function.gives = number, gives  # type: ignore[attr-defined]
        function.shows = shows  # type: ignore[attr-defined]
        return function

    return mark


def loop(function: F) -> F:
    """Mark a function as machinery: it calls articles, and leaves no step of its own in a trace."""
    return article("")(function)


def is_fraction(value: object) -> bool:
    """Whether a value is a number, but not of a whole kind: rules do not have such numbers."""
    return isinstance(value, Real) and not isinstance(value, Integral)


def is_article(value: object) -> bool:
    """Whether a value is an article or a loop."""
    return isinstance(value, types.FunctionType) and hasattr(value, "article")


def articles_in(*places: types.ModuleType | type) -> dict[str, types.FunctionType]:
    """The articles of some modules or classes, by name; later places come before earlier ones."""
    return {
        name: value
        for place in places
        for name, value in vars(place).items()
        if is_article(value)
        and value.__module__ in (place.__name__, place.__dict__.get("__module__"))
    }


@dataclass
class Step:
    """An article applied: the function, the values it was given by name, its answer, and the steps it rests on."""

    function: types.FunctionType
    values: dict[str, Any]
    answer: Any = None
    below: list["Step"] = field(default_factory=list)

    @property
    def article(self) -> str:
        return str(self.function.article)  # type: ignore[attr-defined]

    def is_of(self, function: Callable[..., Any]) -> bool:
        """Whether this is a step of an article, or of the regulation's own function in its place."""
        return self.function.__name__ == function.__name__

    @property
    def changes_nothing(self) -> bool:
        """Whether the answer is the number that the article was asked about: its first value after p."""
        return bool(self.answer == list(self.values.values())[1])

    def find(self, function: Callable[..., Any]) -> Iterator["Step"]:
        """The outermost steps of an article below this one."""
        for step in self.below:
            if step.is_of(function):
                yield step
            else:
                yield from step.find(function)

    @property
    def sentence(self) -> str:
        """The first line of the docstring with the values put in."""
        return self.told({})

    def told(self, words: Mapping[str, Sequence[str]]) -> str:
        """The sentence, with the words that a regulation has for the numbers of some values."""
        first = (
            (self.function.__doc__ or self.function.__name__).strip().splitlines()[0].rstrip(".")
        )
        values = {
            n: say(words[n][v]) if n in words else _worded(n, v) for n, v in self.values.items()
        }
        shows = getattr(self.function, "shows", None)
        more = shows(**self.values) if shows else {}
        return say(first, **{**values, **more}, answer=self.shown)

    @property
    def shown(self) -> str:
        """The answer in its unit."""
        gives = self.function.gives  # type: ignore[attr-defined]
        if gives == "rating":
            return in_points(self.values["p"], self.answer)
        return shown(self.answer, gives)


_path: ContextVar[list[Step] | None] = ContextVar("path", default=None)
_patience: ContextVar[Iterator[int] | None] = ContextVar("patience", default=None)


class traced_steps:  # noqa: N801 - reads as a noun: with traced_steps() as steps
    """Collect the steps of traced loops."""

    def __enter__(self) -> list[Step]:
        top = Step(cast(types.FunctionType, traced_steps), {})
        self._token = _path.set([top])
        return top.below

    def __exit__(self, *_: object) -> None:
        _path.reset(self._token)


class Articles:
    """The articles of one regulation, to which a driver's loops are bound."""

    def __init__(
        self, name: str, functions: Mapping[str, types.FunctionType], digest: str = ""
    ) -> None:
        """`digest` is that of the files the articles stand in: compiled code is kept under it."""
        self.functions = dict(functions)
        self._kept_as = f"{name}-{digest.removeprefix('sha256:')[:16]}"
        self._compiled: dict[types.FunctionType, Any] = {}
        self._inner: dict[types.FunctionType, Any] = {}
        self._traced: dict[types.FunctionType, Any] = {}
        self._compiling = RLock()

    def compiled(self, function: F) -> F:
        """A loop or article compiled to machine code, kept on disk from one run to the next."""
        with self._compiling:
            own = self._own(function)
            if own not in self._compiled:
                self._compiled[own] = self._explaining_failures(own)
            return cast(F, self._compiled[own])

    def _explaining_failures(self, function: types.FunctionType) -> Callable[..., Any]:
        """The compiled function. Compiled code does not say where it fails: if it does, plain Python is tried."""
        from schemes.kernels.compiler import jit

        compiled = jit(
            self._twin(function, self._compiled_inside), self._kept_as, self._refuse_fractions
        )

        @wraps(function)
        def run(*values: Any) -> Any:
            try:
                return compiled(*values)
            except Exception as error:
                self._compiled.pop(
                    function, None
                )  # what was refused is not run the next time either
                raise self._with_place(error, function, values) from None

        return run

    def _with_place(
        self, error: Exception, function: types.FunctionType, values: tuple[Any, ...]
    ) -> Exception:
        """The error with the traceback of plain Python, or what goes wrong there instead of in the compiler."""
        token = _patience.set(iter(range(PATIENCE)))
        try:
            self.plain(function)(*values)
        except TriedEnough:
            pass
        except Exception as plain:
            is_clearer = isinstance(plain, NotWhole | IndexError) or type(
                error
            ).__module__.startswith("numba.")
            if is_clearer:
                return plain
            return error.with_traceback(plain.__traceback__)
        finally:
            _patience.reset(token)
        return error

    def _refuse_fractions(self) -> None:
        """Refuse articles that give fractions: in a column of whole numbers they would be cut without a word."""
        from schemes.kernels.compiler import gives_fraction

        found = [function for function, compiled in self._inner.items() if gives_fraction(compiled)]
        for function in sorted(found, key=lambda each: each not in self.functions.values()):
            raise NotWhole(function, "a fraction")

    def _compiled_inside(self, function: types.FunctionType) -> Any:
        """One that only compiled code calls: it needs no way in from Python, which halves the time to compile."""
        from schemes.kernels.compiler import jit_inner

        if function not in self._inner:
            twin = self._twin(function, self._compiled_inside)
            self._inner[function] = jit_inner(twin)
        return self._inner[function]

    @property
    def are_loaded(self) -> bool:
        """Whether this process has compiled code already: it was made or loaded here."""
        return bool(self._compiled)

    @property
    def are_compiled(self) -> bool:
        """Whether compiled code is at hand: made by this process, or kept on disk."""
        from schemes.kernels.compiler import cache_folder

        folder = cache_folder()
        return self.are_loaded or (folder is not None and folder.joinpath(self._kept_as).is_dir())

    def plain(self, function: F) -> F:
        """The loop in plain Python. To divide by 0 is an error, as in compiled code, and so is what does not fit into a
        number of numpy's: numpy only warns of both.
        """
        import numpy as np

        traced = self.traced(function)

        @wraps(function)
        def run(*values: Any) -> Any:
            try:
                with np.errstate(divide="raise", over="raise"):
                    return traced(*values)
            except FloatingPointError as error:
                kind = OverflowError if "overflow" in str(error) else ZeroDivisionError
                raise kind(str(error)).with_traceback(error.__traceback__) from None

        return cast(F, run)

    def traced(self, function: F) -> F:
        """The loop in plain Python; inside `traced_steps` every article it calls is kept as a step."""
        return cast(F, self._traced_inside(self._own(function)))

    def _traced_inside(self, function: types.FunctionType) -> Any:
        if function not in self._traced:
            twin = self._twin(function, self._traced_inside)
            is_step = function.article or function.gives  # type: ignore[attr-defined]
            self._traced[function] = _noting(function, twin) if is_step else twin
        return self._traced[function]

    def number(self, function: Any) -> str:
        """The number of the regulation's article in the place of a driver's function."""
        return str(self._own(function).article)  # type: ignore[attr-defined]

    def _own(self, function: Any) -> types.FunctionType:
        """The regulation's function in the place of a driver's."""
        own: types.FunctionType = self.functions.get(function.__name__, function)
        return own

    def _twin(
        self, function: types.FunctionType, inside: Callable[[Any], Any]
    ) -> types.FunctionType:
        """The same code with other globals: articles and loops are replaced by their twins."""
        # only names that are looked up as globals: an attribute (p.expected) may be called like an article
        named = {i.argval for i in dis.get_instructions(function) if i.opname == "LOAD_GLOBAL"}
        names = {
            name: inside(self.functions.get(name, value)) if is_article(value) else value
            for name, value in function.__globals__.items()
            if name in named or name.startswith("__")
        }
        twin = types.FunctionType(
            function.__code__, names, function.__name__, function.__defaults__, function.__closure__
        )
        # Machine code is linked by name: without the regulation's, code of two regulations that was compiled in two
        # processes would have the same names, and one would run in the place of the other.
        twin.__qualname__ = f"{self._kept_as}.{function.__qualname__}"
        twin.__module__ = function.__module__
        twin.__doc__ = function.__doc__
        return twin


def _noting(function: types.FunctionType, twin: Callable[..., Any]) -> Callable[..., Any]:
    """Run an article and keep it as a step, if somebody is tracing."""
    import numpy as np

    names = list(inspect.signature(function).parameters)

    @wraps(function)
    def whole(*values: Any) -> Any:
        patience = _patience.get()
        if patience is not None and next(patience, None) is None:
            raise TriedEnough
        # numbers as Python has them: those of numpy would not hold a large product, which compiled code holds
        numbers = [int(value) if isinstance(value, np.integer) else value for value in values]
        path = _path.get()
        if path is None:
            answer = twin(*numbers)
        else:
            answer = noted(path, numbers)
        if type(answer) is int:
            return answer  # as nearly always, and quicker to tell than what is no fraction
        if answer is None:
            raise NotWhole(function, "nothing", RETURN)
        if is_fraction(answer):
            raise NotWhole(function, "a fraction")
        return answer

    def noted(path: list[Step], values: list[Any]) -> Any:
        step = Step(function, dict(zip(names, values, strict=True)))
        path[-1].below.append(step)
        path.append(step)
        try:
            step.answer = twin(*values)
        finally:
            path.pop()
        return step.answer

    return whole


UNITS = {
    "_x100": "points",
    "_x10000": "parts",
    "_x2": "halves",
    "_day": "day",
}  # by the ending of a parameter's name


def _worded(name: str, value: Any) -> Any:
    """A value as it is put into a sentence: numbers by the unit in their name, records as they are ({p.cap})."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        return value
    unit = next(
        (unit for ending, unit in UNITS.items() if name.endswith(ending)),
        "day" if name == "day" else "",
    )
    return shown(value, unit)


# parts of one, decimals shown at least, sign of 0, sign above 0
DECIMALS = {
    "points": (100, 0, "", ""), "gain": (100, 0, "", "+"), "tenths": (100, 1, "", ""), "hundredths": (100, 2, "", ""),
    "signed": (100, 2, "+", "+"), "parts": (10_000, 2, "", ""), "signed_parts": (10_000, 2, "+", "+"),
    "change": (1, 0, "", "+"), "": (1, 0, "", ""), "fine": (10**8, 2, "", ""),
}  # fmt: skip
MEASURES = {
    "points": "points", "gain": "points", "tenths": "points", "hundredths": "points", "signed": "points",
    "change": "points", "parts": "share", "signed_parts": "share", "share": "share", "score": "score",
    "halves": "score", "fine": "", "": "",
}  # fmt: skip
"""What a number of a unit measures."""
WORDED = ("quotient", "day", "yes", "share", "score", "halves", "rating")
FRACTIONS = {0: "", 50: "½"}


def shown(value: Any, unit: str = "") -> str:
    """A whole number in its unit.

    "" whole points · "change" with a sign · "points" hundredths as points · "gain" the same with a sign · "tenths",
    "hundredths" hundredths as points, with one or two decimals at least · "signed" two decimals with a sign · "parts",
    "signed_parts" ten-thousandths · "fine" numbers with eight decimals · "share" hundredths as tables print them (.92)
    · "score" hundredths as 1, ½, 0 · "halves" half points · "day" a date · "yes" yes or no · "quotient" a pair of
    numbers as 1728 4/7. An article may also give a "rating": see `in_points`.
    """
    if unit == "quotient":
        whole, rest = divmod(value[0], value[1])
        if rest:
            return f"{whole} {rest}/{value[1]}"
        return f"{whole}"
    number = int(value)
    if unit == "day":
        return date.fromordinal(number).isoformat()
    if unit == "yes":
        if number:
            return "yes"
        return "no"
    if unit == "share":
        text = f"{number // 100}.{number % 100:02d}".removeprefix("0")
        return Amount(text, number, 2, MEASURES[unit])
    if unit == "score":
        text = f"{number // 100 or ''}{FRACTIONS[number % 100]}" or "0"
        return _halves(text, number // 50, unit)
    if unit == "halves":
        text = f"{number // 2}" + (".5" if number % 2 else "")
        return _halves(text, number, unit)
    parts, least, zero, plus = DECIMALS[unit]
    sign = plus if number else zero
    if number < 0:
        sign = "−"
    whole, part = divmod(abs(number), parts)
    places = len(str(parts)) - 1
    decimals = f"{part:0{places}d}"[:places].rstrip("0").ljust(least, "0")
    units = int(f"{whole}{decimals}")
    text = f"{sign}{whole}.{decimals}" if decimals else f"{sign}{whole}"
    return Amount(text, -units if number < 0 else units, len(decimals), MEASURES[unit])


def in_points(p: Any, rating: int) -> str:
    """A rating as its regulation counts it, in so many parts of a point, as points."""
    return shown(rating * 100 // p.per_point, "points")


def _halves(text: str, number: int, unit: str) -> Amount:
    """Half points: with a decimal where there is a half."""
    if number % 2:
        return Amount(text, number * 5, 1, MEASURES[unit])
    return Amount(text, number // 2, 0, MEASURES[unit])
