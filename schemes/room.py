"""Memory that is used again: the first touch of fresh memory costs more than what a replay then writes into it."""

import sys
from threading import Lock
from typing import Any

import numpy as np

from schemes.inputs import Column

SPARE = 64  # pieces of memory that are held, at most
_pieces: list[Column] = []
_choosing = Lock()


def _holders(place: int) -> int:
    """How many references there are to a piece; how many of them are ours differs between versions of Python."""
    return sys.getrefcount(_pieces[place])


_pieces.append(np.empty(0, np.uint8))
_OURS = _holders(0)  # of a piece that nobody works in


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
            found = np.empty(size + size // 8, np.uint8)
            _pieces.insert(0, found)
            del _pieces[SPARE:]
        answer: Column = found[:size].view(kind).reshape(shape)
        return answer
