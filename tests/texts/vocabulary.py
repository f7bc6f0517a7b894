"""Texts that are data of the program: words of events and regulations, and headings. Nothing marks them in the code."""

import importlib
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import FunctionType
from typing import get_args

from msgspec.structs import fields

from ledger import EVENT_TYPES, events
from ledger.append.description import WORDS
from ledger.tree.verify import QUESTIONS
from replay.answers.language import event_in_words
from replay.files.tables import KINDS
from replay.files.tables.meanings import sentence
from replay.web.office_pages import in_words
from replay.whatif.sweep import MEASURES
from schemes import Scheme
from schemes.kernels.articles import is_article
from schemes.kernels.inputs import STAGES
from schemes.kernels.parameters import parameters
from schemes.kernels.readings import Reading
from schemes.kernels.regulation import Regulation
from schemes.standings import REGISTERS
from schemes.standings.by_rules import TIE_BREAKS
from schemes.standings.group_membership import PROVISIONAL
from schemes.standings.parameters import PARAMETERS

ROOT = Path(__file__).parents[2]
# The headings of tables whose columns have no kind yet, and the names of facts above and below a page.
HEADINGS = (
    "Brier after", "Brier before", "Chinese name", "K", "about", "action", "after", "announced", "article", "at most",
    "at position", "before", "best", "born", "brier", "brought", "candidates", "cause", "causes", "change",
    "change counted from", "changed", "changed rules", "changes", "check", "checkpoint", "choice", "columns", "compare",
    "count", "date", "detail", "differing", "digest of the list's csv", "down", "edition", "events", "expected after",
    "expected before", "federation", "file", "foul", "from", "games", "games after", "games before", "group", "here",
    "highest", "how", "id", "in force", "in force since", "in the log", "inflation", "instead", "k", "key", "kind",
    "known", "largest", "last published", "ledger", "list", "list (after)", "list (before)", "list before", "list date",
    "list in force on", "list of", "lists", "log loss", "log loss after", "log loss before", "lowest", "made by",
    "mean", "mean after", "mean before", "mean change", "measure", "median", "name", "now", "number", "opponent",
    "origin", "outcome", "parameter", "part of", "place after", "place before", "played", "player", "players",
    "players after", "players before", "players changed", "points", "position", "proof", "property", "published",
    "published list before", "published lists", "question", "rank", "rank after", "rank before", "rating", "reading",
    "readings", "recorded", "reference", "reform", "regulation", "result", "revised at", "revoked", "role", "root",
    "round", "rounds", "rows", "rules", "rules in force", "says", "scheme", "scored after", "scored before", "series",
    "sex", "side", "stage", "standings rules", "state", "status", "strength", "subject", "sum", "table by", "team",
    "tie-break", "title", "today", "tournament", "tournaments", "type", "up", "value", "version", "versions", "view",
    "what changed", "what if", "what it is", "who",
)  # fmt: skip


def vocabulary() -> Iterator[str]:
    """Words of the events and the regulations."""
    yield from HEADINGS
    yield from EVENT_TYPES
    yield from (event_in_words(each) for each in EVENT_TYPES)
    yield from event_fields()
    yield from STAGES
    yield from (
        each.replace("_", " ") for rules in PARAMETERS.values() for each in rules.tie_breaks
    )
    yield "decided by"
    yield from (
        "bye",
        "half",
        "leave",
        "absent",
        "yes",
        "no",
        "active",
        "inactive",
        "player",
        "tournament",
    )
    yield from office_forms()
    yield from (
        PROVISIONAL,
        "shared",
        "unranked",
        "score",
        "disqualified",
        "order before knockout",
        "order before final",
    )
    yield from (
        *QUESTIONS,
        *("database", "triggers", "seals", "checkpoints", "given checkpoint", "files"),
    )  # checks
    yield from ("why", "through", "parameter", "package", "since")  # headings that no constant has
    yield from (
        "championship",
        "youth",
        "groups",
        "knockout",
        "semifinals",
        "final",
        "next",
        "from numbers",
    )  # draws
    yield from (each.replace("_", " ") for each in MEASURES)
    yield from ("reader", "recorder", "publisher")  # roles
    for chosen in own_regulations():
        yield from regulation(chosen)
        yield from (each for each in articles(chosen) if re.search("[A-Za-z]{2}", each))
    for tie_breaks in TIE_BREAKS.values():
        yield from (each.article for each in tie_breaks.values())
    for register in REGISTERS.values():
        yield from readings(register)


def event_fields() -> Iterator[str]:
    """The fields of events, and those of their values that are words of ours."""
    for kind in EVENT_TYPES.values():
        yield from (
            name for field in fields(kind) for name in (field.name, field.name.replace("_", " "))
        )
    for words in (*WORDS.values(), events.ByeKind, events.FoulKind, events.Outcome):
        yield from get_args(words)


def office_forms() -> Iterator[str]:
    """What the forms for single events say: what each records, and what each of its fields means."""
    for kind in KINDS.values():
        yield from (in_words(kind), kind.says, *(sentence(kind, column) for column in kind.columns))


def own_regulations() -> Iterator[Scheme]:
    """The regulations of this project, installed or not; those of plug-ins are not ours to translate."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for place in project["entry-points"]["rating_ledger.schemes"].values():
        module, _, name = place.partition(":")
        yield getattr(importlib.import_module(module), name)


def regulation(chosen: Scheme) -> Iterator[str]:
    """What a regulation says for people: its readings, parameters and reasons."""
    yield chosen.title
    yield from (title for title in chosen.titles.values() if not title.isascii())
    yield chosen.bonus
    yield chosen.games_counted
    yield from sentences(chosen)
    yield from (reason.text for reason in chosen.reasons)
    yield from readings(chosen.readings)
    for version in chosen.versions:
        yield from (each.says for each in parameters(version.parameters))


def readings(register: Iterable[Reading]) -> Iterator[str]:
    """Where rules leave room: the questions and the answers."""
    for reading in register:
        yield from (reading.question, *reading.choices.values())
        yield from [reading.article] if re.search("[A-Za-z]{2}", reading.article) else []


def articles(chosen: Scheme) -> Iterator[str]:
    """How a regulation calls its articles."""
    if isinstance(chosen, Regulation):
        yield from (
            getattr(each, "article", "")
            for each in chosen.articles.functions.values()
            if is_article(each)
        )
    yield from (reason.article for reason in chosen.reasons)
    for version in chosen.versions:
        yield from (each.article for each in parameters(version.parameters))


def sentences(chosen: Scheme) -> Iterator[str]:
    """What the articles say in an explanation: the first line of each docstring, as `Step.told` takes it."""
    if isinstance(chosen, Regulation):
        for function in _steps(chosen):
            yield (function.__doc__ or function.__name__).strip().splitlines()[0].rstrip(".")
        yield from (
            word
            for words in chosen.words.values()
            for word in words
            if word and not _is_chinese(word)
        )


def _steps(chosen: Regulation) -> list[FunctionType]:
    """The articles that leave a step in an explanation: those of the regulation, and those that these call."""
    functions = [each for each in chosen.articles.functions.values() if is_article(each)]
    for function in functions:  # it grows on the way
        for name in function.__code__.co_names:
            called = function.__globals__.get(name)
            if isinstance(called, FunctionType) and is_article(called) and called not in functions:
                functions.append(called)
    return [each for each in functions if each.article or each.gives]  # type: ignore[attr-defined]


def _is_chinese(text: str) -> bool:
    return not re.search("[A-Za-z]", text)
