"""The time machine: lists as known at any time, explanations, appeals, what-ifs. `replay.open(place)` is the door.

From the ground up; a room imports from its own floor and those below:
- answers/: data with kinds, and the renderers that speak
- which: which list is meant · rules_choice: by which rules
- world/: the one walk over lists
- office/: an opened ledger · files/: readers and writers of outside formats · lists/ · difference/: two lists ·
  appeals/ · explain/ · whatif/
- questions/: one module for each question, and the Python object
- papers/: what people print and sign · simulation/: made-up federations
- commands/, web/, site/: the doors
"""

import warnings
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from replay.questions.questions import Questions


def open(place: str | Path) -> "Questions":  # noqa: A001 - reads well: replay.open("ratings")
    """Open a ledger for questions: `replay.open(place).list("fide-standard", date(2025, 11, 1))`."""
    from replay.questions.questions import (
        Questions,
    )  # loaded on use, so that the command line's help stays quick

    return Questions(place, warn=_warn)


def _warn(text: str) -> None:
    """Remarks come as Python's own warnings, which a program can turn off or count."""
    warnings.warn(text, stacklevel=3)


__all__ = ["open"]
