"""A rating explained."""

from typing import Any

from schemes.scheme import Node


def explanation(*args: Any) -> Node:
    raise NotImplementedError
