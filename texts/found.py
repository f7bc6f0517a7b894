"""All texts of the program that people read, as Babel and the regulations give them."""

import ast
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract

ROOT = Path(__file__).parent.parent
SOURCES = ("replay", "projections", "schemes")
KEYWORDS = {"tr": None, "_": None, "tr_n": (1, 2)}
JINJA = {"trimmed": "true", "silent": "false"}
Text = str | tuple[str, str]  # a text, or the texts for one and for many


def template() -> Catalog:
    """A catalogue of all texts, without translations."""
    made = Catalog(project="rating-ledger", fuzzy=False)
    for text in sorted({*marked(), *columns()}, key=lambda one: (one, "") if isinstance(one, str) else one):
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
    if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if any(isinstance(each, ast.Name) and each.id.endswith("COLUMNS") for each in targets):
            yield node.value
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Table":
        yield from node.args[1:2]


def _texts_in(group: ast.AST) -> Iterator[str]:
    if isinstance(group, ast.Tuple | ast.List):
        for each in group.elts:
            if isinstance(each, ast.Constant) and isinstance(each.value, str):
                yield each.value


def is_translated(message: Message) -> bool:
    """Has a text a translation, a counted one in every form?"""
    return bool(message.string) and all(message.string)
