"""Texts for people that can be said in another language where they are shown.

`say` gives an English string that knows how it was made; `replay.answers.language.tr` says it in the reader's language.

- wordings: English texts that know how they were made, and the functions that make them
- errors: the one error that a user can act on · visible: characters that cannot be seen are written out
- catalogues: translations, compiled
"""

from wording.wordings import (
    PUNCTUATION,
    Reference,
    Wording,
    either,
    enumerated,
    joined,
    message_of,
    say,
    say_as,
    say_n,
    together,
    values_in,
    with_values,
)

__all__ = [
    "PUNCTUATION",
    "Reference",
    "Wording",
    "either",
    "enumerated",
    "joined",
    "message_of",
    "say",
    "say_as",
    "say_n",
    "together",
    "values_in",
    "with_values",
]
