"""Errors as values: where, what stands there, what is wrong, what to do."""

from collections.abc import Iterable

from msgspec import Struct

from ledger.text import visible, visible_lines


class Problem(Struct, frozen=True):
    """One thing that is wrong with what somebody handed in."""

    place: str
    wrong: str
    remedy: str = ""
    excerpt: str = ""

    def __str__(self) -> str:
        lines = [f"{visible(self.place)}: {self.wrong}" if self.place else self.wrong]
        if self.excerpt:
            lines.append(f"    {self.excerpt}")
        if self.remedy:
            lines.append(f"    → {self.remedy}")
        return visible_lines("\n".join(lines))


class LedgerError(Exception):
    """Something the user can act on. The command line prints it without a traceback and exits with 2."""

    def __init__(self, wrong: str, *, place: str = "", remedy: str = "", excerpt: str = "") -> None:
        self.problems: tuple[Problem, ...] = (Problem(place, wrong, remedy, excerpt),)
        self.count = 1
        super().__init__(str(self.problems[0]))


class Damaged(LedgerError):
    """The database under the log cannot be read as it was written; the remedy says how to restore it."""


class Unconfirmed(LedgerError):
    """A commit was sent, and the connection broke before the database answered."""


class Refused(LedgerError):
    """A file (or a batch of events) that was not appended: all of its problems, the first fifty in full."""

    SHOWN = 50

    def __init__(self, problems: Iterable[Problem], count: int | None = None) -> None:
        shown = tuple(problems)
        super().__init__(shown[0].wrong if shown else "refused")
        self.count = len(shown) if count is None else count
        self.problems = shown[: self.SHOWN]
        lines = [str(problem) for problem in self.problems]
        if hidden := self.count - len(self.problems):
            lines.append(f"… and {hidden} more problems")
        lines.append(f"nothing was appended: {self.count} problem{'' if self.count == 1 else 's'}")
        self.args = ("\n".join(lines),)
