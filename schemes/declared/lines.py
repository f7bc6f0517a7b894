"""Where the words of a TOML file stand: Python's own reader tells no lines.

The text is looked at line by line: headings ([k.new], [[amendments]]) and keys at the beginning of a line. Words inside
an inline table or a list stand on the line of the key that begins it.
"""

import re
from collections.abc import Sequence

_HEADING = re.compile(r"^\s*(\[\[?)\s*(.+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(
    r"^\s*((?:[\w-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*(?:[\w-]+|\"[^\"]*\"|'[^']*'))*)\s*="
)
_PART = re.compile(r"\"([^\"]*)\"|'([^']*)'|([\w-]+)")
_TEXT = re.compile(
    r"\"\"\".*?(?:\"\"\"|\Z)|'''.*?(?:'''|\Z)|\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*'|#[^\n]*", re.DOTALL
)

Path = tuple[str, ...]


class Lines:
    """The line of each heading and key of a file."""

    def __init__(self, text: str) -> None:
        self._at: dict[Path, int] = {}
        self._counts: dict[Path, int] = {}
        here: Path = ()
        for number, line in _logical_lines(text):
            heading = _HEADING.match(line)
            if heading:
                here = self._opened(_parts(heading[2]), heading[1] == "[[")
                self._at.setdefault(here, number)
            elif key := _KEY.match(line):
                self._at.setdefault((*here, *_parts(key[1])), number)

    def _opened(self, path: Path, one_of_many: bool) -> Path:
        """The path of a heading; tables of a list are numbered from 0."""
        known = tuple(path)
        for length in range(1, len(path) + 1):
            head = known[:length]
            if length == len(path) and one_of_many:
                self._counts[head] = self._counts.get(head, -1) + 1
            if head in self._counts:
                known = (*head, str(self._counts[head]), *known[length:])
                break
        return known

    def of(self, path: Sequence[str]) -> int:
        """The line of a word, or of the nearest that it stands in; 1 for the file itself."""
        for length in range(len(path), 0, -1):
            found = [
                line for known, line in self._at.items() if known[:length] == tuple(path[:length])
            ]
            if found:
                return min(found)
        return 1


def _logical_lines(text: str) -> list[tuple[int, str]]:
    """The lines that do not begin inside a list, an inline table or a text of several lines, each with its number."""
    inside_text = {
        number
        for found in _TEXT.finditer(text)
        for number in range(
            text.count("\n", 0, found.start()) + 2, text.count("\n", 0, found.end()) + 2
        )
    }
    blank = _TEXT.sub(
        lambda found: re.sub(r"[^\n]", " " if found[0][0] == "#" else "_", found[0]), text
    )
    shown = []
    depth = 0
    for number, (line, seen) in enumerate(
        zip(text.split("\n"), blank.split("\n"), strict=True), start=1
    ):
        if depth == 0 and number not in inside_text:
            shown.append((number, line))
        depth += sum(map(seen.count, "[{")) - sum(map(seen.count, "]}"))
    return shown


def _parts(dotted: str) -> Path:
    """The parts of a dotted name; "k.new.k" in quotes has three, too."""
    parts = (
        next(part for part in found.groups() if part is not None)
        for found in _PART.finditer(dotted)
    )
    return tuple(name for part in parts for name in part.split("."))
