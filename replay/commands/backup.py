"""backup and restore: a copy of a ledger that was checked, and back."""

from pathlib import Path

from replay.answers.terminal import hint, inform
from replay.commands.options import current_place
from replay.office import backup as copies


def backup(folder: Path, /, *, keys: Path | None = None) -> None:
    """Copy the ledger into a new folder and check the copy; the desk and imports may go on meanwhile.

    Parameters
    ----------
    folder
        A new folder: the log, the ledger's own regulations, the files of published lists.
    keys
        Another new folder for the keys of persons, to be kept elsewhere. Without them a restored ledger has no names.
    """
    number = copies.back_up(current_place(), folder, keys)
    inform("{folder}: {number} events copied and checked", folder=folder, number=number)
    if keys is None:
        hint("without the keys of persons, so without names → backup FOLDER --keys OTHER-FOLDER")
    else:
        hint(
            "{keys}: keys of persons; they open what is erased from now on, too: delete old copies of them",
            keys=keys,
        )


def restore(folder: Path, /, *, keys: Path | None = None) -> None:
    """Put a copy of a ledger back, where there is none, and check it.

    Parameters
    ----------
    folder
        What `backup` wrote.
    keys
        What `backup --keys` wrote.
    """
    place = current_place()
    number = copies.restore(folder, place, keys)
    inform("{place}: {number} events put back and checked", place=place, number=number)
    hint("verify makes every published list again; keys of the office are not part of a copy")
