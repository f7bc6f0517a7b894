"""Errors of the ledger: a refused file, and what the operating system says. The class itself is in `wording.errors`."""

from collections.abc import Iterable

from wording import joined, say, say_n
from wording.errors import LedgerError, Problem, at, told_once

__all__ = [
    "LedgerError",
    "Problem",
    "at",
    "of_system",
    "refused",
    "told_once",
    "unreadable",
    "unwritable",
]


def refused(
    problems: Iterable[Problem], *, following: Iterable[Problem] = (), unread: bool = False
) -> LedgerError:
    """A file (or a batch of events) that is not appended, with all of its problems.

    `following` only follow from them: they are told, not counted.
    `unread`: there were so many problems that the rest of the file was not looked at.
    """
    causes = tuple(problems)
    found = (*causes, *following)
    counted = say_n("{number} problem", "{number} problems", len(causes))
    if unread:
        counted = say(
            "the file was read no further than {place}, after {problems}",
            place=found[-1].place,
            problems=counted,
        )
    nothing = say("nothing was appended: {why}", why=counted)
    return LedgerError(joined("\n", [*told_once(found), nothing]), code="refused", problems=found)


def of_system(error: OSError) -> str:
    """What the operating system says; the usual reasons can be said in other languages."""
    if error.strerror:
        return say(error.strerror)
    return str(error)


def unreadable(file: object, error: OSError, remedy: str = "") -> LedgerError:
    """A file that the operating system does not let anybody read."""
    return LedgerError(say("cannot be read: {why}", why=of_system(error)), remedy, place=str(file))


def unwritable(file: object, error: OSError) -> LedgerError:
    """A file or folder that cannot be written."""
    return LedgerError(say("cannot be written: {why}", why=of_system(error)), place=str(file))


_USUAL = (
    say("No such file or directory"), say("Permission denied"), say("Is a directory"), say("Not a directory"),
    say("File exists"), say("No space left on device"), say("Read-only file system"), say("Address already in use"),
)  # fmt: skip
