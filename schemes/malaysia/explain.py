from typing import Any

from schemes.scheme import Node, Question


def explain(scheme: Any, question: Question) -> Node:
    raise NotImplementedError
