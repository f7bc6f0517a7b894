"""Sentences about events as html: every player, tournament, event and regulation by name, as a link."""

import re
from collections.abc import Iterable
from datetime import date
from typing import Any

from markupsafe import Markup, escape

from projections import Snapshot
from replay.answers.language import language, tr
from replay.answers.names import named
from replay.answers.speech import day_in_words, worded
from replay.answers.table import Names
from replay.web.asked import Asked
from replay.web.navigation import title_of
from wording import Reference, values_in, with_values
from wording.visible import visible

_MARK = re.compile("(\x02[0-9]+\x03)")


class EventLinks:
    """Knows the names of all whom some sentences refer to."""

    def __init__(self, snapshot: Snapshot, asked: Asked, texts: Iterable[Any]) -> None:
        self._asked = asked
        references = [value for value in values_in([*texts]) if isinstance(value, Reference)]
        players = {str(one) for one in references if one.page == "players"}
        tournaments = {str(one) for one in references if one.page == "tournaments"}
        self._names: Names = named(snapshot, players, tournaments)

    def html(self, text: Any) -> Markup:
        """A sentence with its references as links."""
        marks: dict[str, Markup] = {}

        def mark(value: Any) -> Any:
            """Links are put in once the sentence is said and escaped: until then a mark stands for each."""
            if isinstance(value, date):
                return day_in_words(value)
            if not isinstance(value, Reference):
                return value
            word = f"\x02{len(marks)}\x03"
            marks[word] = self._link(value)
            return word

        said = worded(with_values(text, mark))
        parts = _MARK.split(said[:1].upper() + said[1:])
        return Markup("").join(
            marks[part] if part in marks else escape(visible(part)) for part in parts
        )

    def value(self, value: Any) -> Markup:
        """A value of a correction."""
        if value is None:
            return escape("–")
        if isinstance(value, tuple | list):
            return Markup(", ").join(self.value(each) for each in value)
        if any(isinstance(each, Reference) for each in values_in([value])):
            return self.html(value)
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


def field_name(name: str) -> str:
    """A field of an event for people."""
    return tr(name.replace("_", " "))
