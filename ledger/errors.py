"""Errors as values: where, what stands there, what is wrong, what to do."""

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct

from ledger.text import visible, visible_lines
from wording import Wording, joined, say, say_n

IN_FULL = 3  # so many problems of a kind are each told in full
MOST_KINDS = 50
MOST_PLACES = 10
_NAME = re.compile(r"'[^']*'|\"[^\"]*\"")
_VALUE = re.compile(rf"{_NAME.pattern}|[0-9]+")


class Problem(Struct, frozen=True):
    """One thing that is wrong with what somebody handed in."""

    place: str
    wrong: str
    remedy: str = ""
    excerpt: str = ""

    @property
    def text(self) -> str:
        """All of it as a wording, which can be said in the reader's language."""
        place = self.place if isinstance(self.place, Wording) else visible(self.place)
        lines = [say("{place}: {wrong}", place=place, wrong=self.wrong) if place else self.wrong]
        if self.excerpt:
            lines.append(joined("", ("    ", self.excerpt)))
        if self.remedy:
            lines.append(joined("", ("    → ", self.remedy)))
        return joined("\n", lines)

    def __str__(self) -> str:
        return visible_lines(self.text)


class LedgerError(Exception):
    """Something the user can act on. The command line prints it without a traceback and exits with 2."""

    def __init__(self, wrong: str, *, place: str = "", remedy: str = "", excerpt: str = "") -> None:
        self.problems: tuple[Problem, ...] = (Problem(place, wrong, remedy, excerpt),)
        self.count = 1
        super().__init__(str(self.problems[0]))

    @property
    def text(self) -> str:
        """The message as a wording, which can be said in the reader's language."""
        return joined("\n", [problem.text for problem in self.problems])


class Damaged(LedgerError):
    """The database under the log cannot be read as it was written; the remedy says how to restore it."""


class Disconnected(LedgerError):
    """The connection to the database broke, or there is none: later it may be there again."""


class Unconfirmed(LedgerError):
    """A commit was sent, and the connection broke before the database answered."""


class Refused(LedgerError):
    """A file (or a batch of events) that was not appended, with all of its problems."""

    def __init__(self, problems: Iterable[Problem], *, unread: bool = False) -> None:
        """`unread`: there were so many problems that the rest of the file was not looked at."""
        self.problems = tuple(problems)
        self.count = len(self.problems)
        self._unread = unread
        self.args = (visible_lines(self.text),)

    @property
    def text(self) -> str:
        counted = say_n("{number} problem", "{number} problems", self.count)
        if self._unread:
            counted = say(
                "the file was read no further than {place}, after {problems}",
                place=self.problems[-1].place,
                problems=counted,
            )
        return joined(
            "\n", [*told_once(self.problems), say("nothing was appended: {why}", why=counted)]
        )


def of_system(error: OSError) -> str:
    """What the operating system says; the usual reasons can be said in other languages."""
    if error.strerror:
        return say(error.strerror)
    return str(error)


_USUAL = (
    say("No such file or directory"), say("Permission denied"), say("Is a directory"), say("Not a directory"),
    say("File exists"), say("No space left on device"), say("Read-only file system"), say("Address already in use"),
)  # fmt: skip


def told_once(problems: Iterable[Problem], in_full: int = IN_FULL) -> list[str]:
    """A wording for each problem; of a kind with more than `in_full`, only the first, with the places of the others."""
    alike: dict[tuple[str, str], list[Problem]] = {}
    for problem in problems:
        alike.setdefault((_VALUE.sub("…", problem.wrong), problem.remedy), []).append(problem)
    groups = list(alike.values())
    lines = [line for group in groups[:MOST_KINDS] for line in _told(group, in_full)]
    if hidden := sum(map(len, groups[MOST_KINDS:])):
        lines.append(say_n("… and {number} more problem", "… and {number} more problems", hidden))
    return lines


def _told(group: Sequence[Problem], in_full: int) -> list[str]:
    if len(group) <= in_full:
        return [problem.text for problem in group]
    places = joined(", ", [_other(group[0], one) for one in group[1 : MOST_PLACES + 1]])
    dots = " …" if len(group) > MOST_PLACES + 1 else ""
    others = say(
        "    and {number} more like it: {places}{dots}",
        number=len(group) - 1,
        places=places,
        dots=dots,
    )
    return [group[0].text, others]


def _other(first: Problem, problem: Problem) -> str:
    """Where the same problem stands again, with the names that are others there: `7 'P12'`."""
    file, _, line = problem.place.rpartition(":")
    place = line if file == first.place.rpartition(":")[0] and line.isdigit() else problem.place
    if problem.wrong == first.wrong:
        named = []
    else:
        named = _NAME.findall(problem.wrong)
    return joined(
        " ", [place if isinstance(place, Wording) else visible(place), *map(visible, named)]
    )
