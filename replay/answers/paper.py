"""A paper and its sections, and how templates make one html file of them."""

import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from replay.answers.answer import Answer
from replay.answers.html import TableSection, cell, in_words, no_links, on_page, sign_of
from replay.answers.language import (
    LANGUAGES,
    between_words,
    event_in_words,
    heading,
    language,
    plain,
    sentences,
    tr,
    tr_n,
)
from replay.answers.output import write_page
from replay.answers.speech import day_in_words, points_text, signed, worded
from schemes import Node
from wording import say

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).parent / "templates"
LONG = 60  # a fact with a longer text stands on a line of its own
DEEPEST = 2  # steps of two explanations that are told although they are the same in both
LANDSCAPE = 12  # a table with more columns turns the sheet
Facts = Sequence[tuple[str, str]]
_CHINESE = re.compile("[^A-Za-z]*[\u3400-\u9fff][^A-Za-z]*")


class NodeTree(Struct, frozen=True):
    """An explanation, each step with its article."""

    kind: ClassVar = "nodetree"

    title: str
    node: Node


class StepLine(Struct, frozen=True):
    """A step of two explanations: what it says, and its value in each; None in the one that has no such step."""

    depth: int
    text: str
    article: str
    before: str | None
    after: str | None

    @property
    def differs(self) -> bool:
        return self.before != self.after


class TwoTrees(Struct, frozen=True):
    """Two explanations of one rating side by side, each step with its article."""

    kind: ClassVar = "twotrees"

    title: str
    before: Node
    after: Node

    @property
    def lines(self) -> Iterator[StepLine]:
        """The steps of both, in order: those that say the same are one line. What they come to stands last.

        Deep down only what differs is told: how each game came to its points is the same before and after.
        """
        before = list(_steps(self.before, 0))
        after = list(_steps(self.after, 0))
        for earlier, later in _matched(before, after, _says):
            if len(earlier) == len(later) and _says(earlier[0]) == _says(later[0]):
                both = zip(earlier, later, strict=True)
                lines = [replace(one, after=other.before) for one, other in both]
                yield from [line for line in lines if line.differs or line.depth <= DEEPEST]
                continue
            for those, these in _matched(earlier, later, _rests_on):
                for one, other in zip_longest(those, these):
                    if one is not None:
                        yield one
                    if other is not None:
                        yield replace(other, before=None, after=other.before)


def _matched(
    earlier: list[StepLine], later: list[StepLine], key: Callable[[StepLine], Hashable]
) -> Iterator[tuple[list[StepLine], list[StepLine]]]:
    """Two texts in pieces that correspond: either the same by some key, or what stands at the same place."""
    keys = [key(line) for line in earlier]
    keys_later = [key(line) for line in later]
    for _, first, last, first_later, last_later in SequenceMatcher(
        None, keys, keys_later, autojunk=False
    ).get_opcodes():
        yield earlier[first:last], later[first_later:last_later]


def _says(line: StepLine) -> tuple[int, str, str]:
    return line.depth, line.text, line.article


def _rests_on(line: StepLine) -> tuple[int, str]:
    return line.depth, line.article


def _steps(node: Node, depth: int) -> Iterator[StepLine]:
    """The steps of an explanation, those below the first before it."""
    line = StepLine(depth, in_words(node.text), node.article, tr(node.value), None)
    if depth:
        yield line
    for below in node.below:
        yield from _steps(below, depth + 1)
    if not depth:
        yield line


class Picture(Struct, frozen=True):
    """A drawing (svg), and what it shows for those who cannot see it."""

    kind: ClassVar = "picture"

    title: str
    name: str
    svg: str

    @property
    def drawing(self) -> str:
        """The svg with ids of its own, so that several stand on one page."""
        drawn = re.sub(r'\bid="([^"]+)"', rf'id="{self.name}-\1"', self.svg)
        return re.sub(r'(url\(#|href="#)', rf"\1{self.name}-", drawn)


class Remarks(Struct, frozen=True):
    """Sentences; `boxed` are those that everything else is about."""

    kind: ClassVar = "remarks"

    title: str
    lines: Sequence[str]
    boxed: bool = False


class Signatures(Struct, frozen=True):
    """Place for signatures."""

    kind: ClassVar = "signatures"

    title: str
    roles: Sequence[str]


Section = TableSection | NodeTree | TwoTrees | Picture | Remarks | Signatures


class Letterhead(Struct, frozen=True):
    """Who writes, and beside it what a letter is filed by: its reference and its day."""

    office: str
    under: str
    lines: Sequence[str]


class Paper(Struct, frozen=True):
    """Everything that stands on a paper. The receipt says what it was made from."""

    title: str
    lead: str = ""
    letter: Letterhead | None = None
    facts: Facts = ()
    sections: Sequence[Section] = ()
    receipt: Facts = ()

    @property
    def landscape(self) -> bool:
        tables = [part.table for part in self.sections if isinstance(part, TableSection)]
        return any(len(table.columns) > LANDSCAPE for table in tables)


def page(paper: Paper) -> str:
    """A paper as one html file."""
    return environment().get_template("paper.html").render(paper=paper)


def write_paper(out: Path, paper: Paper) -> None:
    """Write a paper to an .html file."""
    write_page(out, page(paper))


@lru_cache(maxsize=2)
def environment(*folders: Path) -> "Environment":
    """The templates of papers; those in other folders go before them."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader([*folders, TEMPLATES]), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, keep_trailing_newline=True, finalize=plain, auto_reload=False,
    )  # fmt: skip
    made.globals.update(_=tr, tr_n=tr_n, heading=heading, language=language, languages=LANGUAGES)
    made.globals.update(
        event_in_words=event_in_words, between_words=between_words, sentences=sentences
    )
    made.globals.update(cell=cell, no_links=no_links, sign_of=sign_of)
    made.tests["chinese"] = lambda value: (
        isinstance(value, str) and _CHINESE.fullmatch(value) is not None
    )
    made.tests["long"] = lambda value: len(str(value)) > LONG
    made.filters |= {"signed": signed, "day": day_in_words, "points": points_text}
    made.filters["apart"] = words_apart
    made.filters |= {"on_page": on_page, "in_words": in_words}
    return made


def words_apart(name: str) -> str:
    """The name of a kind of event as words: TournamentClosed is "Tournament closed"."""
    return re.sub(r"(?<=[a-z])([A-Z])", lambda match: f" {match[1].lower()}", name)


def answer_paper(answer: Answer) -> Paper:
    """An answer on paper: what was asked, its facts, tables, explanation and remarks, and what it was made from."""
    tables = [*answer.further, answer.table]
    sections: list[Section] = [
        TableSection(table, answer.names) for table in tables if table is not None
    ]
    if answer.tree is not None:
        sections += [NodeTree("", below) for below in answer.tree.below]
    if answer.remarks:
        sections.append(Remarks(tr(say("Remarks")), [tr(remark.text) for remark in answer.remarks]))
    return Paper(
        title=tr(answer.title),
        facts=[(tr(fact.label), worded(fact.value)) for fact in answer.facts],
        sections=sections,
        receipt=[(tr(fact.label), worded(fact.value)) for fact in answer.receipt],
    )
