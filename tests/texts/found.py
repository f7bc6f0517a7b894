"""All texts of the program that people read: those that Babel finds in the sources, and the vocabulary."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract

from tests.texts.vocabulary import vocabulary

ROOT = Path(__file__).parents[2]
SOURCES = ("replay", "projections", "schemes", "ledger", "wording")
KEYWORDS = {
    "tr": None,
    "inform": None,
    "hint": None,
    "_": None,
    "say": None,
    "say_as": ((1, "c"), 2),
    "tr_n": (1, 2),
    "say_n": (1, 2),
}
JINJA = {"trimmed": "true", "silent": "false"}


class Text(NamedTuple):
    """A text, or the texts for one and for many; and what tells it from another that is the same in English."""

    id: str | tuple[str, ...]
    context: str | None = None

    @property
    def order(self) -> tuple[str, ...]:
        """By the text, then by the context."""
        first, *rest = (self.id,) if isinstance(self.id, str) else self.id
        return (first, *rest, "", self.context or "")


def template() -> Catalog:
    """A catalogue of all texts, without translations."""
    made = Catalog(project="rating-ledger", fuzzy=False)
    texts = {*marked(), *headings(), *map(Text, vocabulary())}
    for text in sorted(texts, key=lambda text: text.order):
        made.add(
            text.id,
            flags=["python-brace-format"] if "{" in str(text.id) else [],
            context=text.context,
        )
    return made


def marked() -> Iterator[Text]:
    """The texts that stand in say(…) and its like, and in {{ _(…) }} of templates."""
    for package in SOURCES:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield from _extracted("python", path, {})
        for path in sorted((ROOT / package).rglob("templates/*.html")):
            yield from _extracted("jinja2.ext:babel_extract", path, JINJA)


def headings() -> Iterator[Text]:
    """The names of columns, which are headings where a column has no other one."""
    for package, kind in (("replay", "Column"), ("schemes", "ListColumn")):
        for path in sorted((ROOT / package).rglob("*.py")):
            for text in _extracted("python", path, {}, {kind: (1,)}):
                yield Text(str(text.id).replace("_", " "))


def _extracted(
    method: str, path: Path, options: dict[str, str], keywords: dict[str, Any] = KEYWORDS
) -> Iterator[Text]:
    with path.open("rb") as file:
        for _, text, _, context in extract(method, file, keywords, (), options):
            yield Text(text, context)


def is_translated(message: Message) -> bool:
    """Has a text a translation, a counted one in every form?"""
    found = (message.string,) if isinstance(message.string, str) else message.string or ("",)
    return all(found)
