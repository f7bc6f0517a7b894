"""Where desks keep the files that were sent to them. What a killed desk left behind has names in it, and is deleted."""

import os
import shutil
import tempfile
from pathlib import Path

from ledger.text import whole_number

PREFIX = "rating-ledger-desk-"  # of the folder; then comes the number of the process that keeps it


def sweep_uploads() -> None:
    """Delete the files of desks that were killed: there are names in them."""
    for left in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        number = whole_number(left.name.removeprefix(PREFIX).partition("-")[0], 9)
        if number is not None and not _runs(number):
            shutil.rmtree(left, ignore_errors=True)


def _runs(number: int) -> bool:
    """Whether a process of this number runs."""
    try:
        os.kill(number, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
