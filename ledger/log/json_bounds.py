"""What may stand in JSON that somebody else wrote, checked before it is parsed: shallow, with short numbers.

A parser calls itself for every bracket and takes minutes for a number of a million digits. Nothing of ours has either.
"""

import json
import re
from collections import Counter

import msgspec

from wording import say

DEEPEST = 32
MOST_DIGITS = 400
_STRING = re.compile(rb'"(?:[^"\\]|\\(?:.|$))*(?:"|$)', re.DOTALL)
_BRACKETS = re.compile(rb"[\[{\]}]")
_LONG_NUMBER = re.compile(rb"[0-9]{%d}" % (MOST_DIGITS + 1))


def beyond_bounds(data: bytes) -> str | None:
    """What is too much in a document, if anything. Texts may have whatever they like: only what is outside counts."""
    many = data.count(b"[") + data.count(b"{") > DEEPEST
    long = len(data) > MOST_DIGITS and _LONG_NUMBER.search(data) is not None
    if not many and not long:
        return None
    bare = _STRING.sub(b'""', data)
    if _depth(bare) > DEEPEST:
        return say("brackets are nested more than {most} deep", most=DEEPEST)
    if _LONG_NUMBER.search(bare):
        return say("a number of over {most} digits", most=MOST_DIGITS)
    return None


def bounded(data: bytes | str) -> bytes:
    """The document for the parser; `msgspec.DecodeError` if it is beyond the bounds, or no UTF-8."""
    if isinstance(data, str):
        encoded = data.encode("utf-8", "surrogatepass")
    else:
        encoded = data
    try:
        encoded.decode()
    except UnicodeDecodeError:
        raise msgspec.DecodeError(say("not UTF-8 text")) from None
    wrong = beyond_bounds(encoded)
    if wrong is not None:
        raise msgspec.DecodeError(wrong)
    return encoded


def unambiguous(data: bytes | str) -> bytes:
    """The document for a checker: within the bounds, and every key stands once, so that all readers read the same."""
    content = bounded(data)
    msgspec.json.decode(content)  # says best what is wrong with it
    try:
        json.loads(content, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise msgspec.DecodeError(str(error)) from None
    return content


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    keys = Counter(key for key, _ in pairs)
    for key, times in keys.items():
        if times > 1:
            raise msgspec.DecodeError(say("{key!r} is in it twice", key=key))
    return dict(pairs)


def _depth(bare: bytes) -> int:
    deepest = 0
    depth = 0
    for bracket in _BRACKETS.finditer(bare):
        depth += 1 if bracket[0] in (b"[", b"{") else -1
        deepest = max(deepest, depth)
        if deepest > DEEPEST:
            break
    return deepest
