"""Memory that is used again: the first touch of fresh memory costs more than what a replay then writes into it."""

import sys
from threading import Lock
from typing import Any

import numpy as np

from schemes.inputs import Column

SPARE = 64  # pieces of memory that are held, at most
PAGE, CUT = 4096, 1 << 24  # bytes: pieces up to half as large are cut from one of that size
_rest = memoryview(b"")  # of the one that is being cut
_pieces: list[Column] = []
_choosing = Lock()


def _holders(place: int) -> int:
    """How many references there are to a piece; how many of them are ours differs between versions of Python."""
    return sys.getrefcount(_pieces[place])


_pieces.append(np.empty(0, np.uint8))
_OURS = _holders(0)  # of a piece that nobody works in


def _fresh(size: int) -> Column:
    """A new piece; most are cut from a larger one, which the system hands out in fewer, larger pages."""
    global _rest
    if not PAGE <= size <= CUT // 2:
        return np.empty(size, np.uint8)
    if len(_rest) < size:
        _rest = np.empty(CUT, np.uint8).data
    piece = np.frombuffer(_rest[:size], np.uint8)
    _rest = _rest[-(-size // 64) * 64 :]
    return piece


def room(shape: int | tuple[int, ...], kind: Any) -> Column:
    """An array with anything in it, in memory that was used before if some is free.

    A piece is free once no array in it is left; numpy arrays hold on to the memory they are in.
    """
    size = int(np.prod(shape, dtype=np.int64)) * np.dtype(kind).itemsize
    with _choosing:
        found: Column | None = None
        for place in range(len(_pieces)):
            if size <= _pieces[place].nbytes <= 2 * size and _holders(place) == _OURS:
                found = _pieces[place]
                break
        if found is None:
            found = _fresh(size + size // 8)
            _pieces.insert(0, found)
            del _pieces[SPARE:]
        answer: Column = found[:size].view(kind).reshape(shape)
        return answer
