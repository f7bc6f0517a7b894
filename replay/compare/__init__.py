"""Two lists side by side, the difference of every player split by cause."""

from replay.compare.causes import CAUSES, Split, split
from replay.compare.side import FileSide, Side, sides

__all__ = ["CAUSES", "FileSide", "Side", "Split", "sides", "split"]
