"""Archives of games (PGN): the headings of the games are read, the moves are passed over.

- archive: the games by tournament · rounds: and boards · events: of its tournaments · reader: all of it · write
"""

from replay.files.pgn.reader import read

__all__ = ["read"]
