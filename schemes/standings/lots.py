"""Lots that come out the same for ever: a seed, a name for what is drawn, and SHA-256.

Block i of a drawing is SHA-256 of the UTF-8 text `rating-ledger lots 1`, seed, name and i, joined by newlines.
Its first eight bytes, big-endian, are one number below 2**64. A number below n is that number modulo n; numbers
at or above the largest multiple of n are passed over, so that every outcome is equally likely. Shuffling is
Fisher and Yates from the end: place i, from the last to the second, changes with place `below(i + 1)`.
Another name is another drawing: one more drawing never disturbs those before it.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


def _numbers(seed: str, name: str) -> Iterator[int]:
    """The endless numbers of one drawing."""
    block = 0
    while True:
        text = "\n".join(("rating-ledger lots 1", seed, name, str(block)))
        yield int.from_bytes(sha256(text.encode()).digest()[:8], "big")
        block += 1


def _below(numbers: Iterator[int], n: int) -> int:
    """The next number below n, every one equally likely."""
    limit = 2**64 - 2**64 % n
    return next(number for number in numbers if number < limit) % n


def shuffled(seed: str, name: str, items: Sequence[T]) -> tuple[T, ...]:
    """The items in the order the lots give them."""
    drawn = list(items)
    numbers = _numbers(seed, name)
    for at in range(len(drawn) - 1, 0, -1):
        other = _below(numbers, at + 1)
        drawn[at], drawn[other] = drawn[other], drawn[at]
    return tuple(drawn)


def heads(seed: str, name: str) -> bool:
    """A coin."""
    return _below(_numbers(seed, name), 2) == 1
