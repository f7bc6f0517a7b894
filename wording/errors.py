"""The one error that a user can act on: where, what is wrong, what to do.

It is here because the ledger and the rules both raise it, and neither may know the other. An error is data: a code
where callers tell cases apart, a place with its file and line, and sentences (`say`) that keep their values. Doors
render it: the terminal and programs in `replay.commands.main`, the desk in `replay.web.responses`.
"""

from collections.abc import Iterable, Iterator, Sequence
from string import Formatter
from typing import Literal, NotRequired, TypedDict

from msgspec import Struct

from wording.visible import visible, visible_lines
from wording.wordings import Wording, joined, say, say_n

ErrorCode = Literal[
    "input",  # what was handed in, or asked, cannot be taken
    "usage",  # the words of a command
    "system",  # what the operating system refuses
    "stopped",  # by the user
    "internal",  # our own mistake
    "refused",  # a file, or a batch of events, of which nothing was appended
    "damaged",  # the database cannot be read as it was written
    "disconnected",  # there is no connection to the database; later there may be one
    "unconfirmed",  # a commit was sent, and the connection broke before the database answered
    "rules",  # an unknown scheme, version, reading or parameter, or a reform that contradicts itself
    "regulation",  # a regulation of another package, or of a file, that cannot be loaded or fails
    "changed-since",  # a list differs from the one that was published
    "ahead",  # the day of a list is still to come
    "no-reason",  # a list is to be published anew, and nobody says why
    "form-written",  # a decision file was written, which ends an import
    "denied",  # nobody was signed in
    "too-often",  # nobody was signed in, and there may be no other try for a while
]
IN_FULL = 3  # so many problems of a kind are each told in full
MOST_KINDS = 50
MOST_PLACES = 10
_FORMATTER = Formatter()
_NUMBERS = frozenset(("line", "row", "column"))  # parts of a place


def at(file: object, line: int, column: int | None = None) -> str:
    """A place in a file, which keeps its parts: `results.csv:12`, `report.trf:4:23`."""
    place = {"file": visible(str(file)), "line": line}
    if column is None:
        return Wording("{file}:{line}", "", place)
    return Wording("{file}:{line}:{column}", "", place | {"column": column})


class Problem(Struct, frozen=True):
    """One thing that is wrong with what somebody handed in."""

    place: str
    wrong: str
    remedy: str = ""
    excerpt: str = ""

    @property
    def text(self) -> str:
        """All of it as a wording, which can be said in the reader's language."""
        place = _shown(self.place)
        lines = [say("{place}: {wrong}", place=place, wrong=self.wrong) if place else self.wrong]
        if self.excerpt:
            lines.append(joined("", ("    ", self.excerpt)))
        if self.remedy:
            lines.append(joined("", ("    → ", self.remedy)))
        return joined("\n", lines)

    def __str__(self) -> str:
        return visible_lines(self.text)


class LedgerError(Exception):
    """Something the user can act on. The command line prints it without a traceback and exits with 2.

    With `problems` it is about all of them, and `wrong` tells them all. `details` are for whoever knows the code.
    """

    def __init__(
        self,
        wrong: str,
        remedy: str = "",
        *,
        place: str = "",
        excerpt: str = "",
        code: ErrorCode = "input",
        problems: Sequence[Problem] = (),
        details: object = None,
    ) -> None:
        super().__init__(wrong, remedy)
        self.wrong = wrong
        self.remedy = remedy
        self.code = code
        self.details = details
        self.problems = tuple(problems) or (Problem(place, wrong, remedy, excerpt),)
        self.text = wrong if problems else self.problems[0].text  # a wording, for every language

    @property
    def is_of_rules(self) -> bool:
        """Whether rules were named or changed wrongly, or a regulation fails; all others work as before."""
        return self.code in ("rules", "regulation")

    def __str__(self) -> str:
        return visible_lines(self.text)


def told_once(problems: Iterable[Problem], in_full: int = IN_FULL) -> list[str]:
    """A wording for each problem; of a kind with more than `in_full`, only the first, with the places of the others."""
    alike: dict[tuple[object, str], list[Problem]] = {}
    for problem in problems:
        alike.setdefault((_kind(problem.wrong), problem.remedy), []).append(problem)
    groups = list(alike.values())
    lines = [line for group in groups[:MOST_KINDS] for line in _told(group, in_full)]
    if hidden := sum(map(len, groups[MOST_KINDS:])):
        lines.append(say_n("… and {number} more problem", "… and {number} more problems", hidden))
    return lines


def _told(group: Sequence[Problem], in_full: int) -> list[str]:
    if len(group) <= in_full:
        return [problem.text for problem in group]
    others = [_other(group[0], one) for one in group[1 : MOST_PLACES + 1]]
    places = joined(", ", list(dict.fromkeys(others)))
    dots = " …" if len(group) > MOST_PLACES + 1 else ""
    line = say(
        "    and {number} more like it: {places}{dots}",
        number=len(group) - 1,
        places=places,
        dots=dots,
    )
    return [group[0].text, line]


def _other(first: Problem, problem: Problem) -> str:
    """Where the same problem stands again, with the names that are others there: `7 'P12'`."""
    place = place_data(problem.place)
    number = place.get("line") or place.get("row")
    if number and _file_or_sheet(place) == _file_or_sheet(place_data(first.place)):
        shown = str(number)
    else:
        shown = _shown(problem.place)
    if problem.wrong == first.wrong:
        return shown
    names = [repr(value) for value, is_name in _spoken_of(problem.wrong) if is_name]
    return joined(" ", [shown, *map(visible, names)])


def _file_or_sheet(place: dict[str, object]) -> dict[str, object]:
    """A place without the numbers in it."""
    return {part: value for part, value in place.items() if part not in _NUMBERS}


def _kind(text: str) -> object:
    """A sentence without the names and numbers that it speaks of: problems of one kind have the same."""
    if not isinstance(text, Wording):
        return text
    words = [str(value) for value, is_name in _spoken_of(text) if " " in str(value) and not is_name]
    return text.pattern, text.many, *words


def _spoken_of(text: str) -> Iterator[tuple[object, bool]]:
    """What a sentence speaks of, also in the sentences inside it, and whether it is a name, which stands in quotes."""
    if not isinstance(text, Wording):
        return
    for _, field, _, conversion in _FORMATTER.parse(text.pattern):
        if field is None:
            continue
        value, _ = _FORMATTER.get_field(field, (), text.values)
        if isinstance(value, Wording):
            yield value.pattern, False
            yield from _spoken_of(value)
        else:
            yield value, conversion == "r"


def _shown(place: str) -> str:
    if isinstance(place, Wording):
        return place
    return visible(place)


def place_data(place: str) -> dict[str, object]:
    """The parts of a place by name: file, line, column, sheet, field, event; a place that has no parts is a name."""
    if not isinstance(place, Wording):
        return {"name": place} if place else {}
    parts: dict[str, object] = {}
    for name, value in place.values.items():
        if isinstance(value, Wording):
            parts |= place_data(value)
        else:
            parts[name] = value
    return parts or {"name": str(place)}


class ProblemData(TypedDict):
    """One problem for programs: where, what is wrong, the values of that sentence by name, and what to do."""

    place: dict[str, int | str]
    what: str
    values: dict[str, int | str]
    remedy: str
    excerpt: str


class ErrorData(TypedDict):
    """An error for programs, in English; a page adds its title."""

    error: ErrorCode
    title: NotRequired[str]
    problems: list[ProblemData]


def error_data(error: LedgerError) -> ErrorData:
    """An error for programs: its code, and each problem with its place, what is wrong and what to do, in English."""
    return {"error": error.code, "problems": [problem_data(problem) for problem in error.problems]}


def problem_data(problem: Problem) -> ProblemData:
    """One problem for programs; the values of its sentence stand beside it by name."""
    values = problem.wrong.values if isinstance(problem.wrong, Wording) else {}
    return {
        "place": {name: _plain(value) for name, value in place_data(problem.place).items()},
        "what": str(problem.wrong),
        "values": {name: _plain(value) for name, value in values.items()},
        "remedy": str(problem.remedy),
        "excerpt": problem.excerpt,
    }


def _plain(value: object) -> int | str:
    if isinstance(value, int):
        return value
    return str(value)
