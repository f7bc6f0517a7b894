"""What an append says of the items of a file: problems, each with its place, and warnings."""

from ledger.errors import LedgerError, Problem, at, refused
from ledger.events import AnyEvent, Event, PlayerRegistered, TournamentRegistered
from ledger.item import Item, Objection
from ledger.log.wire_format import encode_content, stream_of
from wording import say, say_n
from wording.visible import visible

EXCERPT = 100
_RECENT = 100  # a warning is not repeated if it is among so many last ones
_REGISTRATIONS = (PlayerRegistered, TournamentRegistered)


class Findings:
    """Problems and warnings. What only follows from a refused registration is counted with it, not told row by row."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []
        self._refused: dict[
            str, Problem
        ] = {}  # stream that a refused row would have begun → its problem
        self._unread: list[Problem] = []  # rows that could not be read
        self._following: dict[Problem, int] = {}

    def place(self, item: Item | None) -> str:
        if item is None:
            return self._name
        if item.problem is not None and item.problem.place:
            return item.problem.place
        if isinstance(item.where, str):
            return item.where
        if self._name:
            return at(self._name, item.where)
        return say("event {event}", event=item.where)

    def refuse(self, item: Item | None, objection: Objection) -> None:
        """Keep a problem, unless it only follows from one before."""
        cause = self._cause(objection.missing)
        if cause is not None:
            self._following[cause] = self._following.get(cause, 0) + 1
            if item is not None and isinstance(item.event, _REGISTRATIONS):
                self._refused[stream_of(item.event)] = cause  # a stage of what was refused
            return
        shown = excerpt(item) if item else ""
        if (
            item and item.problem is not None and item.problem.excerpt
        ):  # a reader's own, perhaps of two lines
            shown = item.problem.excerpt
        problem = Problem(self.place(item), objection.wrong, objection.remedy, shown)
        self.problems.append(problem)
        if item is not None and item.event is None:
            self._unread.append(problem)
        elif item is not None and isinstance(item.event, _REGISTRATIONS):
            self._refused[stream_of(item.event)] = problem

    def _cause(self, missing: str) -> Problem | None:
        """The problem because of which a player or a tournament is not known."""
        if not missing or missing in self._refused:
            return self._refused.get(missing)
        name = missing.partition("/")[2]
        rows = (
            row
            for row in self._unread
            if name in row.excerpt.split(", ") or f'"{name}"' in row.excerpt
        )
        return next(rows, None)

    def refusal(self, *, unread: bool = False) -> LedgerError:
        """All problems as one error, with how many rows more only follow from each."""
        following = [_followed(cause, number) for cause, number in self._following.items()]
        return refused(self.problems, following=following, unread=unread)

    def warn(self, item: Item, warning: Objection) -> None:
        """Keep a warning, unless the same one was given just before."""
        if any(earlier.wrong == warning.wrong for earlier in self.warnings[-_RECENT:]):
            return
        shown = "" if warning.is_private else excerpt(item)
        self.warnings.append(Problem(self.place(item), warning.wrong, warning.remedy, shown))


def _followed(cause: Problem, number: int) -> Problem:
    wrong = say_n(
        "{number} more row cannot be taken because of this",
        "{number} more rows cannot be taken because of this",
        number,
    )
    return Problem(cause.place, wrong)


def _json(event: AnyEvent) -> bytes:
    try:
        return encode_content(event)
    except UnicodeEncodeError:  # a lone surrogate
        return repr(event).encode()


def excerpt(item: Item) -> str:
    """The text in the file, cut to a readable length; for a plain event, its JSON."""
    text = item.excerpt
    if not text and isinstance(item.event, Event):
        text = _json(item.event)
    if isinstance(text, bytes):
        text = text[: 4 * EXCERPT].decode("utf-8", "replace")
    text = visible(text.strip())
    if len(text) <= EXCERPT:
        return text
    return text[: EXCERPT - 1] + "…"
