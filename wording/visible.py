"""Text that people see: characters that cannot be seen, or that a terminal would obey, are written out."""

import re

# Controls (Cc), surrogates, line separators, and format characters that cannot be seen: those that turn the
# direction of writing, zero-width ones, soft hyphens, tags. ZWNJ and ZWJ (U+200C, U+200D) are not among them:
# Persian and Indian names are spelt with them. Written out, so that no newer Unicode changes what is refused.
_RANGES = (
    "\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f"
)
UNSAFE = re.compile(f"[{_RANGES}]")
_UNSAFE_IN_LINES = re.compile(f"(?!\n)[{_RANGES}]")


def visible(text: str) -> str:
    """One line of text for people: unsafe characters are written as \\x1b, \\u202e."""
    return UNSAFE.sub(_escaped, text)


def visible_lines(text: str) -> str:
    """The same for a text of several lines, which stay lines."""
    return _UNSAFE_IN_LINES.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode()
