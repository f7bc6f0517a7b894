"""Lists of players as federations and clubs keep them: any sheet with names.

reader    rows as registrations, titles and ratings
columns   what each column holds, by its heading and by what stands in it
profile   the same, kept in a file for next month
"""

from replay.files.people.reader import read

__all__ = ["read"]
