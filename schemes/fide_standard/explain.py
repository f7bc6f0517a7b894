"""The explanation of a rating."""

from schemes.scheme import Node, Question, Scheme


def explained(scheme: Scheme, question: Question) -> Node:
    """Every step from the rating before to the rating on the list."""
    raise NotImplementedError
