"""Texts for people that can be said in another language where they are shown.

`say` gives an English string that knows how it was made; `replay.answers.language.tr` says it in the reader's language.

- wordings: English texts that know how they were made, and the functions that make them
- catalogues: translations, compiled
"""

from wording.wordings import (
    LogPosition,
    PlayerId,
    Reference,
    SchemeName,
    TournamentId,
    Wording,
    either,
    joined,
    message_of,
    say,
    say_as,
    say_n,
    together,
)

__all__ = [
    "LogPosition",
    "PlayerId",
    "Reference",
    "SchemeName",
    "TournamentId",
    "Wording",
    "either",
    "joined",
    "message_of",
    "say",
    "say_as",
    "say_n",
    "together",
]
