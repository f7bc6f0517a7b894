"""Archives of games (PGN): the headings of the games are read, the moves are passed over."""

from replay.files.pgn.reader import read

__all__ = ["read"]
