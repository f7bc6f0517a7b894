"""All texts of the program that people read, as Babel and the regulations give them."""

import ast
import importlib
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import FunctionType
from typing import get_args

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
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
SOURCES = ("replay", "projections", "schemes", "ledger", "wording")
KEYWORDS = {"tr": None, "_": None, "said": None, "say": None, "tr_n": (1, 2), "say_n": (1, 2)}
JINJA = {"trimmed": "true", "silent": "false"}
Text = str | tuple[str, ...]  # a text, or the texts for one and for many


def template() -> Catalog:
    """A catalogue of all texts, without translations."""
    made = Catalog(project="rating-ledger", fuzzy=False)
    for text in sorted(
        {*marked(), *columns(), *vocabulary()}, key=lambda one: (one, "") if isinstance(one, str) else one
    ):
        made.add(text, flags=["python-brace-format"] if "{" in str(text) else [])
    return made


def marked() -> Iterator[Text]:
    """The texts that stand in tr(…), tr_n(…) and in {{ _(…) }} of templates."""
    for package in SOURCES:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield from _extracted("python", path, {})
        for path in sorted((ROOT / package).rglob("templates/*.html")):
            yield from _extracted("jinja2.ext:babel_extract", path, JINJA)


def _extracted(method: str, path: Path, options: dict[str, str]) -> Iterator[Text]:
    with path.open("rb") as file:
        for _, text, _, _ in extract(method, file, KEYWORDS, (), options):
            yield text


def columns() -> Iterator[str]:
    """The headings of tables: constants called …COLUMNS, and the columns that a Table(…) is given as texts."""
    for package in SOURCES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                for group in _columns_in(node):
                    yield from (text.replace("_", " ") for text in _texts_in(group))


def _columns_in(node: ast.AST) -> Iterator[ast.AST]:
    """The columns of tables, and the names of the facts that stand above and below a page."""
    if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if any(
            isinstance(each, ast.Name) and each.id.endswith(("COLUMNS", "BESIDE", "PARAMETERS")) for each in targets
        ):
            yield node.value
    elif isinstance(node, ast.Call):
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        yield from node.args[1:2] if called == "Table" else node.args[:1] if called in ("rows", "print_table") else ()
        facts = [each.value for each in node.keywords if each.arg in ("facts", "receipt")]
        yield from (each for group in facts for each in ast.walk(group) if isinstance(each, ast.Tuple))
    elif isinstance(node, ast.FunctionDef) and "Pairs" in ast.dump(node.returns or node):
        yield from (each for each in ast.walk(node) if isinstance(each, ast.Tuple) and len(each.elts) == 2)


def _texts_in(group: ast.AST) -> Iterator[str]:
    if isinstance(group, ast.Tuple | ast.List):
        for each in group.elts:
            if isinstance(each, ast.Constant) and isinstance(each.value, str) and each.value.strip():
                yield each.value


def vocabulary() -> Iterator[str]:
    """Words of the events and the regulations."""
    yield from EVENT_TYPES
    yield from (event_in_words(each) for each in EVENT_TYPES)
    yield from event_fields()
    yield from STAGES
    yield from (each.replace("_", " ") for rules in PARAMETERS.values() for each in rules.tie_breaks)
    yield "decided by"
    yield from ("bye", "half", "leave", "absent", "yes", "no", "active", "inactive", "player", "tournament")
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
    yield from (*QUESTIONS, *("database", "triggers", "seals", "checkpoints", "given checkpoint", "files"))  # checks
    yield from ("why", "through", "parameter", "package", "since")  # headings that no constant has
    yield from ("championship", "youth", "groups", "knockout", "semifinals", "final", "next", "from numbers")  # draws
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
        yield from (name for field in fields(kind) for name in (field.name, field.name.replace("_", " ")))
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
        yield from (getattr(each, "article", "") for each in chosen.articles.functions.values() if is_article(each))
    yield from (reason.article for reason in chosen.reasons)
    for version in chosen.versions:
        yield from (each.article for each in parameters(version.parameters))


def sentences(chosen: Scheme) -> Iterator[str]:
    """What the articles say in an explanation: the first line of each docstring, as `Step.told` takes it."""
    if isinstance(chosen, Regulation):
        for function in _steps(chosen):
            yield (function.__doc__ or function.__name__).strip().splitlines()[0].rstrip(".")
        yield from (word for words in chosen.words.values() for word in words if word and not _is_chinese(word))


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


def is_translated(message: Message) -> bool:
    """Has a text a translation, a counted one in every form?"""
    found = (message.string,) if isinstance(message.string, str) else message.string or ("",)
    return all(found)
