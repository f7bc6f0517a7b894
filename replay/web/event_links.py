"""Sentences about events as html: every player, tournament, event and regulation by name, as a link."""

import re
from collections.abc import Iterable
from typing import Any

from markupsafe import Markup, escape

from projections import Snapshot
from replay.answers.language import language, tr
from replay.answers.speech import worded
from replay.answers.table import Names
from replay.questions.names import named
from replay.web.asked import Asked
from replay.web.navigation import title_of
from wording import Reference, Wording
from wording.visible import visible

_MARK = re.compile("(\x02[0-9]+\x03)")


class EventLinks:
    """Knows the names of all whom some sentences refer to."""

    def __init__(self, snapshot: Snapshot, asked: Asked, texts: Iterable[Any]) -> None:
        self._asked = asked
        references = [reference for text in texts for reference in references_in(text)]
        players = {str(one) for one in references if one.page == "players"}
        tournaments = {str(one) for one in references if one.page == "tournaments"}
        self._names: Names = named(snapshot, players, tournaments)

    def html(self, text: Any) -> Markup:
        """A sentence with its references as links."""
        marks: dict[str, Markup] = {}
        said = worded(_marked(text, marks, self._link))
        parts = _MARK.split(said[:1].upper() + said[1:])
        return Markup("").join(
            marks[part] if part in marks else escape(visible(part)) for part in parts
        )

    def value(self, value: Any) -> Markup:
        """A value of a correction."""
        if value is None:
            return escape("–")
        if isinstance(value, Reference):
            return self._link(value)
        if isinstance(value, tuple | list):
            return Markup(", ").join(self.value(each) for each in value)
        return escape(visible(worded(value)))

    def _link(self, reference: Reference) -> Markup:
        href = self._asked.to(reference.page, str(reference))
        return Markup('<a href="{}">{}</a>').format(href, visible(self._name(reference)))

    def _name(self, reference: Reference) -> str:
        text = str(reference)
        if reference.page == "players":
            return self._names.player(text, language()) or text
        if reference.page == "tournaments":
            return self._names.tournaments.get(text, text)
        if reference.page == "schemes":
            return title_of(self._asked.schemes, text)
        return f"#{text}"


def references_in(text: Any) -> list[Reference]:
    """All references in a sentence, those of sentences inside it, too."""
    if isinstance(text, Reference):
        return [text]
    if isinstance(text, Wording):
        return [one for value in text.values.values() for one in references_in(value)]
    if isinstance(text, tuple | list):
        return [one for value in text for one in references_in(value)]
    return []


def _marked(text: Any, marks: dict[str, Markup], link: Any) -> Any:
    """The sentence with a mark for each reference: links are put in once it is said and escaped."""
    if isinstance(text, Reference):
        mark = f"\x02{len(marks)}\x03"
        marks[mark] = link(text)
        return mark
    if isinstance(text, Wording):
        values = {name: _marked(value, marks, link) for name, value in text.values.items()}
        return Wording(text.pattern, text.many, values, text.context)
    return text


def field_name(name: str) -> str:
    """A field of an event for people."""
    return tr(name.replace("_", " "))
