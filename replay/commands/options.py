"""What several commands share: which ledger, who works on it, which rules, and options that do not go together."""

import gc
import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar, dataclass_transform

from cyclopts import Parameter

from replay.answers.terminal import hint, progress
from wording import say
from wording.errors import LedgerError

if TYPE_CHECKING:
    from ledger import Log
    from replay.office.office import Office
    from replay.which import ListWords
    from schemes import Schemes

OutFile = Annotated[Path | None, Parameter(name=["--out", "-o"])]
Day = Annotated[date | None, Parameter(name="DATE")]

_chosen: str | None = None
_lists: Path | None = None


def set_place(place: str) -> None:
    """Fix the place for this process (`--ledger`)."""
    global _chosen
    _chosen = place or None


def set_lists(folder: str | None) -> None:
    """The folder for files of published lists (`--lists`)."""
    global _lists
    if folder == "":
        raise LedgerError(
            say("--lists names no folder"),
            remedy=say("name the folder for files of published lists"),
        )
    _lists = None if folder is None else Path(folder)


def lists_folder() -> Path | None:
    """The folder for files of published lists: `--lists`, else RATING_LEDGER_LISTS, else None: the ledger's own."""
    folder = os.environ.get("RATING_LEDGER_LISTS")
    return _lists or (Path(folder) if folder else None)


def set_language(code: str | None) -> None:
    """The language of this command (`--language`), else RATING_LEDGER_LANGUAGE, else English."""
    from replay.answers.language import speak  # loaded on use, so that `--help` stays quick

    if code is None:
        speak(os.environ.get("RATING_LEDGER_LANGUAGE") or "en")
    else:
        speak(code, by_name=True)


def current_place() -> str:
    """The chosen place, else RATING_LEDGER, else ./ratings."""
    return _chosen or os.environ.get("RATING_LEDGER") or "ratings"


def recorded_by(name: str | None) -> str | None:
    """Who records what a command appends: `--by`, else RATING_LEDGER_BY, else nobody is named."""
    if name is not None:
        return name
    return os.environ.get("RATING_LEDGER_BY") or None


def open_office(log: "Log | None" = None) -> "Office":
    """The ledger of this command, opened for questions; long work shows on the terminal."""
    from replay.office.office import Office  # loaded on use, so that other commands stay quick

    def warn(text: str) -> None:
        hint("warning: {text}", text=text)

    return Office(current_place(), log=log, lists=lists_folder(), progress=progress, warn=warn)


def collect_rarely() -> None:
    """Events and rows make no cycles; looking for them took a fifth of a large import, and as much of a site."""
    gc.set_threshold(1_000_000, 50, 50)


def ledger_schemes() -> "Schemes":
    """The regulations that the ledger of this command knows, also where no ledger is opened."""
    from schemes import Schemes

    return Schemes.of_ledger(current_place())


Options = TypeVar("Options")


@dataclass_transform(kw_only_default=True, frozen_default=True)
def option_group(group: type[Options]) -> type[Options]:
    """A class of options that a command takes one by one."""
    return Parameter(name="*")(dataclass(frozen=True, kw_only=True)(group))


_LEAVE_OUT = say("leave it out")


@option_group
class ListOptions:
    """What is known, and which rules hold; by default all that is known now, and the rules in force."""

    known: str | None = None
    "As known then: a date, a time or #POSITION (default: all that is known now)."
    version: str | None = None
    "This version for everything, whatever its date."
    reform: tuple[Path, ...] = ()
    "A TOML file with changed parameters or readings (rating-ledger help reforms)."
    changes: Annotated[tuple[str, ...], Parameter(name="--set")] = ()
    "Change one parameter: name=value (`rating-ledger schemes NAME` lists them)."
    reading: tuple[str, ...] = ()
    "Choose another reading: name=choice (`rating-ledger readings NAME` lists them)."
    since: Annotated[date | None, Parameter(name="--from")] = None
    "The day from which --set holds (default: always)."

    rate_as: bool = False
    "The games of other schemes, too, as if they were approved for this one: a supposition, never published."

    def words(self, scheme: str, day: date | None = None) -> "ListWords":
        """Which list of a scheme the options mean."""
        from replay.rules_choice import RulesChoice  # loaded on use, so that `--help` stays quick
        from replay.which import ListWords

        rules = RulesChoice(self.version, self.changes, self.reading, self.reform, self.since)
        return ListWords(scheme, day, self.known, rules, self.rate_as)


def only_with(where: str, options: Mapping[str, object], remedy: str = _LEAVE_OUT) -> None:
    """Refuse options that would do nothing here: they go with something else."""
    for option, value in options.items():
        if value is not None and value is not False and value != ():
            raise LedgerError(
                say("{option} goes with {where}", option=option, where=where), remedy=remedy
            )
