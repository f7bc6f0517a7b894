"""Two lists side by side: what differs, by how much, and why. Everything that compares lists uses this.

- dense: what a list shows of everybody, by player number
- difference: two of these side by side, the change of everybody split by cause
- rows: two lists of which the whole rows are known, such as a published one and today's
- by_cause: from one list to another in steps of one thing each, which gives the causes; as rows, and summed up
"""

from replay.difference.dense import DenseList
from replay.difference.difference import Difference

__all__ = ["DenseList", "Difference"]
