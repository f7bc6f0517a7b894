"""Memory is used again only once nobody holds an array in it."""

import numpy as np
import pytest

from schemes.room import room


def where(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


def test_memory_is_used_again_when_it_is_free() -> None:
    first = room((3, 1000), np.int16)
    place = where(first)
    del first
    assert where(room(2990, np.int16)) == place


def test_an_array_that_is_held_keeps_its_memory() -> None:
    """Also a view of a part of it."""
    held = room(5000, np.int32)
    held[:] = 7
    part = held[10:20].reshape(2, 5)
    del held
    for _ in range(5):
        room(5000, np.int32)[:] = 1
    assert part.tolist() == [[7] * 5] * 2


@pytest.mark.parametrize("size", [0, 1, 4000, 1_000_000, 3_000_000])
def test_two_arrays_never_share(size: int) -> None:
    arrays = [room(size + number, np.int64) for number in range(9)]
    for number, array in enumerate(arrays):
        array[:] = number
    assert all((array == number).all() for number, array in enumerate(arrays))


def test_a_small_array_does_not_take_a_large_piece() -> None:
    large = room(1_000_000, np.int8)
    place = where(large)
    del large
    assert where(room(10, np.int8)) != place
